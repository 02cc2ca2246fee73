"""Matches of machines as `simulate` plays them, against a bare loop over the rules that does the same work.

The bare loop makes one view for each decision, lists what is legal, takes any of it, and makes of every event what each
seat may know. What the match loop has over it is the record (`simulate` makes lines of it for `--record` alone), the
players, and the figures. `--jobs 2` is held against `--jobs 1` by the clock on the wall: the processor's time is no
measure of that.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from os import cpu_count
from random import Random
from time import perf_counter, process_time

from grenade_salad import games
from grenade_salad.cli import main
from grenade_salad.core import redact
from grenade_salad.lab.playout import house_rules, playout

BAR = 0.7
"""The least share of the bare loop's speed."""
JOBS_BAR = 1.6
"""The least that a second process is worth."""
_GAMES = (("live-grenade", 4), ("wheel", 4), ("live-grenade", 2), ("wheel", 2))
_ROUNDS = 8
_SECONDS = 0.25
"""Of computing, for each side in each round."""
_QUICK = 10_000
"""Matches for the processes."""


def run() -> None:
    """Print a ratio for each of two games and numbers of players, and one for two processes."""
    for game, seats in _GAMES:
        ours, bare = _rates(_match_loop(game, seats), _bare_loop(game, seats))
        verdict = "met" if ours / bare >= BAR else "MISSED"
        rates = f"{ours:.0f} decisions a second, bare loop {bare:.0f}"
        print(f"simulate {game} with {seats}: {rates}; ratio {ours / bare:.2f}, bar {BAR}: {verdict}", flush=True)
    _processes()


def _rates(one: Callable[[int], int], other: Callable[[int], int]) -> tuple[float, float]:
    """Decisions a second of computing on both sides, which take turns; a match is told its seed."""
    decisions, seconds, seed = [0, 0], [0.0, 0.0], 0
    for _ in range(_ROUNDS):
        for side, match in enumerate((one, other)):
            start = process_time()
            while process_time() - start < _SECONDS:
                decisions[side] += match(seed)
                seed += 1
            seconds[side] += process_time() - start
    return decisions[0] / seconds[0], decisions[1] / seconds[1]


def _match_loop(game: str, seats: int) -> Callable[[int], int]:
    options = house_rules(game, seats)
    return lambda seed: playout(game, ("random",) * seats, seed, lines=False, options=options).decisions


def _bare_loop(game: str, seats: int) -> Callable[[int], int]:
    kind, options = games.load(game), house_rules(game, seats)

    def match(seed: int) -> int:
        rng = Random(seed)
        state = kind.start(seats, options, None)
        decisions = 0
        while True:
            if state.due():
                happened = state.happen(state.sample(rng))
            elif state.over:
                return decisions
            else:
                seat = state.to_act()[0]
                state.view(seat)
                legal = state.legal(seat)
                happened = state.do(legal[int(rng.random() * len(legal))])
                decisions += 1
            for event in happened:
                for seat in range(seats):
                    redact(event, seat)

    return match


def _processes() -> None:
    """The whole command, its start with it: that is what somebody waits for."""
    if (cpu_count() or 1) < 2:
        print("simulate --jobs: not measured on a single core")
        return
    words = ["simulate", "wheel", "--levels", "random", "--games", str(_QUICK), "--json"]
    seconds = []
    for jobs in ("1", "2"):
        begun = perf_counter()
        with contextlib.redirect_stdout(io.StringIO()):
            main([*words, "--jobs", jobs])
        seconds.append(perf_counter() - begun)
    gain = seconds[0] / seconds[1]
    verdict = "met" if gain >= JOBS_BAR else "MISSED"
    print(
        f"simulate --jobs 2: {_QUICK} matches in {seconds[1]:.1f} s on the wall, {seconds[0]:.1f} s with one process;"
        f" ratio {gain:.2f}, bar {JOBS_BAR}: {verdict}"
    )
