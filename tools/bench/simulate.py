"""Matches of machines in `simulate`, against a bare loop over the rules.

The bare loop does the same work: for each decision it makes one view, lists the legal actions and takes a random one,
and it redacts every event for each seat. The match loop adds the record (`simulate` encodes its lines only for
`--record`), the players and the figures. `--jobs 2` is compared with `--jobs 1` by wall-clock time, since processor
time cannot measure it.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator
from itertools import count
from os import cpu_count
from random import Random
from statistics import fmean
from time import perf_counter

from grenade_salad import games
from grenade_salad.cli import main
from grenade_salad.core import redact
from grenade_salad.lab.playout import make_options, run_playout
from tools.bench.figures import Counts, Figure, make_figure, measure_rates

_GAMES = (("live-grenade", 4, 0.7), ("wheel", 4, 0.75), ("live-grenade", 2, 0.7), ("wheel", 2, 0.75))
"""Games, seats, and the minimum share of the bare loop's speed."""
_ROUNDS = 8
_SECONDS = 0.25
_JOBS = ((6_000, 1.5, 5), (60_000, 1.75, 3))
"""Number of matches, minimum speed-up by a second process, and number of rounds."""


def figures() -> Iterator[Figure]:
    """Yield the match loop against the bare one, and two processes against one."""
    for game, seats, goal in _GAMES:
        ours, bare = measure_rates([_match_loop(game, seats), _bare_loop(game, seats)], _ROUNDS, _SECONDS)
        details = f"{ours.mean:.0f} decisions a second, bare loop {bare.mean:.0f}"
        yield make_figure(f"simulate {game} with {seats}", "of the bare loop", goal, ours.compare_to(bare), details)
    if (cpu_count() or 1) < 2:
        print("simulate --jobs: not measured on a single core")
        return
    for matches, goal, rounds in _JOBS:
        pairs = [(_wall_seconds(matches, 1), _wall_seconds(matches, 2)) for _ in range(rounds)]
        mean_single, mean_double = map(fmean, zip(*pairs, strict=True))
        details = f"{mean_double:.1f} s on the wall, {mean_single:.1f} s with one"
        ratios = [single / double for single, double in pairs]
        yield make_figure(f"simulate --jobs 2, {matches} matches", "times one process", goal, ratios, details)


def _match_loop(game: str, seats: int) -> Iterator[Counts]:
    players, options = ("random",) * seats, make_options(game, seats)
    return ((run_playout(game, players, seed, lines=False, options=options).decisions, 0) for seed in count())


def _bare_loop(game: str, seats: int) -> Iterator[Counts]:
    kind, options = games.load(game), make_options(game, seats)
    for seed in count():
        rng = Random(seed)
        state, decisions = kind.start(seats, options, None), 0
        while not state.is_over:
            if state.pending_chance():
                events = state.apply_chance(state.sample_chance(rng))
            else:
                seat = state.active_seats()[0]
                state.view(seat)
                legal = state.legal_actions(seat)
                events = state.apply(legal[int(rng.random() * len(legal))])
                decisions += 1
            for event in events:
                for seat in range(seats):
                    redact(event, seat)
        yield decisions, 0


def _wall_seconds(matches: int, jobs: int) -> float:
    """Return the wall-clock seconds of the whole command, including its start."""
    arguments = ["simulate", "wheel", "--levels", "random", "--games", str(matches), "--json", "--jobs", str(jobs)]
    begun = perf_counter()
    with contextlib.redirect_stdout(io.StringIO()):
        main(arguments)
    return perf_counter() - begun
