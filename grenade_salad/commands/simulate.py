"""`grenade-salad simulate GAME`: many games of machines, as a table or as JSON."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from grenade_salad.commands import Fail, fail_on_os_error
from grenade_salad.commands.many import (
    DEFAULT_SEATS,
    count_ends,
    format_ends,
    format_game_count,
    open_workers,
    parse_options,
    parse_players,
    parse_seat_count,
    print_table,
    show_progress,
)
from grenade_salad.core import Json, registry
from grenade_salad.lab.playout import Playout
from grenade_salad.lab.simulate import Tally, count_results, simulate
from grenade_salad.match.lines import encode
from grenade_salad.players import why_not_level
from grenade_salad.text import Message, m, say

if TYPE_CHECKING:
    from grenade_salad.journal.journal import Journal


def _parse_levels(game: str, players: Sequence[str], words: str | None) -> list[str]:
    """Return the level of each seat: `--levels` is one for all, or one for each seat."""
    levels = words.split(",") if words else []
    for level in levels:
        if why := why_not_level(level, game):
            raise Fail(f"--levels: {why}")
    if not levels:
        return parse_players(game, players)
    seats = parse_seat_count(game, players, len(levels) if len(levels) > 1 else DEFAULT_SEATS)
    if len(levels) not in (1, seats):
        message = m(
            "--levels: one level for all, or one for each of {seats} seats, not {count}",
            seats=str(seats),
            count=str(len(levels)),
        )
        raise Fail(say(message))
    return levels if len(levels) > 1 else levels * seats


def _save_records(played: Iterable[Playout], folder: str | None, game: str) -> Iterator[Playout]:
    """Yield the games without their lines, which are written into the folder, if any."""
    for playout in played:
        if folder is not None:
            file = Path(folder) / f"{game}-{playout.seed}.jsonl"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(b"".join(encode(line) for line in playout.lines))
        yield replace(playout, lines=())


def _to_seat_facts(seat_tally: Tally, count: int) -> dict[str, Json]:
    mean = None if seat_tally.points is None else seat_tally.points / count
    return {
        "seat": seat_tally.seat,
        "level": seat_tally.level,
        "wins": seat_tally.wins,
        "places": list[Json](seat_tally.places),
        "points": mean,
    }


def _report(args: Namespace, levels: Sequence[str], played: Sequence[Playout]) -> dict[str, Json]:
    """Return sums over all games.

    `points` are means. `seconds` are those of the machines' play, in all processes together.
    """
    return {
        "game": args.game,
        "players": len(levels),
        "games": len(played),
        "seed": args.seed,
        "results": [_to_seat_facts(seat_tally, len(played)) for seat_tally in count_results(levels, played)],
        "ends": count_ends(playout.ended for playout in played),
        "decisions": sum(playout.decisions for playout in played),
        "drops": sum(playout.drops for playout in played),
        "seconds": sum(playout.seconds for playout in played),
    }


def _format_pace(played: Sequence[Playout]) -> Message:
    """Return the amount of play and its speed."""
    drops, seconds = sum(playout.drops for playout in played), sum(playout.seconds for playout in played)
    parts = [m("{n} decision", "{n} decisions", n=sum(playout.decisions for playout in played))]
    parts += [m("{n} drop", "{n} drops", n=drops)] if drops else []
    # Translators: how long it took
    parts += [m("{seconds:.1f} s of play", seconds=seconds), m("{each:.3f} s per game", each=seconds / len(played))]
    # Translators: a list: so many decisions, drops, seconds
    return m("{done:,}", done=parts)


def _print_table(args: Namespace, levels: Sequence[str], played: Sequence[Playout]) -> None:
    seats = count_results(levels, played)
    has_points = any(seat_tally.points is not None for seat_tally in seats)
    title, games = registry.load(args.game).title, format_game_count(len(played))
    print(say(m("{game}: {games} from seed {seed}", game=title, games=games, seed=str(args.seed))))
    heads = [m("seat", context="head of a column"), m("level", context="head of a column")]
    # Translators: the head of a column
    heads += [m("wins", context="head of a column"), *([m("points per game")] if has_points else [])]
    rows = [
        (
            str(seat_tally.seat),
            seat_tally.level,
            f"{seat_tally.wins:g} ({seat_tally.wins / len(played):.0%})",
            *([f"{(seat_tally.points or 0) / len(played):.1f}"] if has_points else []),
        )
        for seat_tally in seats
    ]
    print_table(map(say, heads), rows)
    print(say(format_ends(count_ends(playout.ended for playout in played))))
    print(say(_format_pace(played)))


@contextmanager
def _open_journal(data: str | None) -> Iterator[Journal | None]:
    """Open the journal of the data directory, if the games are to be saved.

    Raises Fail at once if they cannot be saved there.
    """
    if data is None:
        yield None
        return
    from grenade_salad.commands.matches import open_data_journal

    with open_data_journal(data) as journal:
        if not journal.is_writable:
            raise Fail(say(m("{folder}: no games can be saved there", folder=str(data))))
        yield journal


def run(args: Namespace) -> int:
    """Play the games, and print the results."""
    levels = _parse_levels(args.game, args.players, args.levels)
    options = parse_options(args.game, len(levels), args.option)
    with _open_journal(args.data) as journal, open_workers(args) as executor:
        keeps_lines = args.record is not None
        played = simulate(args.game, levels, args.games, args.seed, executor, journal, args.pace, keeps_lines, options)
        with fail_on_os_error(args.record):
            playouts = list(show_progress(_save_records(played, args.record, args.game), args.games))
    if args.json:
        print(json.dumps(_report(args, levels, playouts)))
    else:
        _print_table(args, levels, playouts)
    return 0
