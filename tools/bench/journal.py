"""The journal against a frame of the window: writing lines, history, and jumps."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from grenade_salad.core import Action, Chance
from grenade_salad.journal.journal import Journal, open_journal
from grenade_salad.lab.playout import make_options, make_players, play
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import Record
from grenade_salad.match.seek import LINES_PER_POSITION, MatchSeeker
from tools.bench.figures import format_verdict, percentile

FRAME = 1 / 60
"""Seconds that a line and a jump may take.

A jump may take the replay of fifty lines besides.
"""
FIRST_PAGE = 0.1
"""Seconds from the opening of the file until the first page of a long history.

The history has MATCHES matches.
"""
MATCHES = 10_000
_PAGE = 20
_NAMES = ("Ann", "Bo", "Cy", "Di")


def run() -> None:
    """Print each figure, its ratio to the bar and the verdict."""
    with tempfile.TemporaryDirectory(dir=Path.home(), prefix=".grenade-salad-bench-") as folder:
        _measure_writing(Path(folder) / "writing")
        _measure_history(Path(folder) / "history")
    for game in ("grenade-salad", "live-grenade", "wheel"):
        _measure_jumps(game)


def _print_figure(name: str, seconds: float, bar: float, note: str = "") -> None:
    ratio = f"ratio {seconds / bar:.2f} of {1000 * bar:.1f} ms"
    print(f"journal, {name}: {1000 * seconds:.2f} ms{note}; {ratio}: {format_verdict(seconds <= bar)}")


def _measure_seconds(work: Callable[[], object]) -> float:
    begun = perf_counter()
    work()
    return perf_counter() - begun


def _play_match(game: str, seed: int) -> Match:
    match = Match(Header(game, _NAMES, make_options(game, len(_NAMES)), seed))
    play(match, make_players(game, ["normal"] * len(_NAMES), seed))
    return match


def _measure_writing(folder: Path) -> None:
    """Print the time to write a line of a match to disk, without the rules' time."""
    lines: list[float] = []
    with open_journal(folder) as journal:
        for seed in range(6):
            played = _play_match("live-grenade", seed)
            bare = Match(played.header)
            with journal.begin(played.header) as match:
                for entry in played.entries:
                    alone = _measure_seconds(partial(bare.apply_entry, entry))
                    lines.append(_measure_seconds(partial(match.apply_entry, entry)) - alone)
    note = f" (99 of 100 within {1000 * percentile(lines, 0.99):.2f} ms)"
    _print_figure("a line on the disk", median(lines), FRAME, note)


def _measure_history(folder: Path) -> None:
    """Print the time until the first page of a history, and of its unfinished part."""
    records = [
        Record("bench", match.header, tuple(match.entries))
        for match in (_play_match("wheel", seed) for seed in range(50))
    ]
    with open_journal(folder) as journal:
        journal.run_query(lambda file: file.execute("PRAGMA synchronous = OFF"))
        for index in range(MATCHES):
            record = records[index % len(records)]
            journal.add_record(record if index % 3 else replace(record, entries=record.entries[:9]), imported=False)

    def read_page(query: Callable[..., Sequence[object]]) -> None:
        with open_journal(folder) as journal:
            assert len(query(journal, limit=_PAGE)) == _PAGE

    for name, query in (
        (f"the first page of {MATCHES} matches", Journal.matches),
        ("the matches to continue among them", Journal.unfinished_matches),
    ):
        seconds = median(_measure_seconds(partial(read_page, query)) for _ in range(9))
        _print_figure(name, seconds, FIRST_PAGE)


def _add_all(match: Match, entries: Sequence[Action | Chance]) -> None:
    for entry in entries:
        match.apply_entry(entry)


def _measure_jumps(game: str) -> None:
    """Print the time of jumps to random lines of a long match.

    The bar is a frame and the replay of fifty lines.
    """
    longest = max((_play_match(game, seed) for seed in range(8)), key=lambda match: len(match.entries))
    jumps = MatchSeeker(longest.header, longest.entries)
    replays = []
    for begin in range(0, len(longest.entries), LINES_PER_POSITION):
        match = jumps.match_at(begin)
        replays.append(_measure_seconds(partial(_add_all, match, longest.entries[begin : begin + LINES_PER_POSITION])))
    rng = Random(1)
    times = [_measure_seconds(lambda: jumps.match_at(rng.randint(0, len(longest.entries)))) for _ in range(200)]
    name = f"the slowest jump in {game}, {len(longest.entries)} lines"
    _print_figure(name, max(times), FRAME + max(replays), f" (half within {1000 * median(times):.2f} ms)")
