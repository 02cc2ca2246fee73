"""`grenade-salad simulate GAME`: many games of machines, as a table or as JSON."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from grenade_salad import players as machine_players
from grenade_salad.commands import Fail
from grenade_salad.commands.many import (
    USUAL_SEATS,
    counted_games,
    ends_in_words,
    options_of,
    players_of,
    seats_of,
    shown,
    told_ends,
    workers_of,
)
from grenade_salad.core import Json, registry
from grenade_salad.journal.database import JournalError
from grenade_salad.lab.playout import Playout
from grenade_salad.lab.simulate import Tally, simulate, tally
from grenade_salad.match.lines import encode
from grenade_salad.text import Message, m, say

if TYPE_CHECKING:
    from grenade_salad.journal.journal import Journal


def _levels(game: str, players: Sequence[str], words: str | None) -> list[str]:
    """The level of each seat: `--levels` is one for all, or one for each of so many."""
    levels = words.split(",") if words else []
    for level in levels:
        if why := machine_players.why_not_level(level, game):
            raise Fail(f"--levels: {why}")
    if not levels:
        return players_of(game, players)
    seats = seats_of(game, players, len(levels) if len(levels) > 1 else USUAL_SEATS)
    if len(levels) not in (1, seats):
        told = m(
            "--levels: one level for all, or one for each of {seats} seats, not {count}",
            seats=str(seats),
            count=str(len(levels)),
        )
        raise Fail(say(told))
    return levels if len(levels) > 1 else levels * seats


def _kept(played: Iterable[Playout], folder: str | None, game: str) -> Iterator[Playout]:
    """The games as they come, without their lines: those go into the folder if there is one."""
    for one in played:
        if folder is not None:
            file = Path(folder) / f"{game}-{one.seed}.jsonl"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(b"".join(encode(line) for line in one.lines))
        yield replace(one, lines=())


def _seat(of: Tally, count: int) -> dict[str, Json]:
    mean = None if of.points is None else of.points / count
    return {"seat": of.seat, "level": of.level, "wins": of.wins, "places": list[Json](of.places), "points": mean}


def _report(args: Namespace, levels: Sequence[str], played: Sequence[Playout]) -> dict[str, Json]:
    """Sums over all games; `points` are means, `seconds` those of the machines' play in all processes together."""
    return {
        "game": args.game,
        "players": len(levels),
        "games": len(played),
        "seed": args.seed,
        "results": [_seat(of, len(played)) for of in tally(levels, played)],
        "ends": told_ends(one.ended for one in played),
        "decisions": sum(one.decisions for one in played),
        "drops": sum(one.drops for one in played),
        "seconds": sum(one.seconds for one in played),
    }


def _pace(played: Sequence[Playout]) -> Message:
    """How much was played, and how fast."""
    drops, seconds = sum(one.drops for one in played), sum(one.seconds for one in played)
    done = [m("{n} decision", "{n} decisions", n=sum(one.decisions for one in played))]
    done += [m("{n} drop", "{n} drops", n=drops)] if drops else []
    # Translators: how long it took
    done += [m("{seconds:.1f} s of play", seconds=seconds), m("{each:.3f} s per game", each=seconds / len(played))]
    # Translators: a list: so many decisions, drops, seconds
    return m("{done:,}", done=done)


def _table(args: Namespace, levels: Sequence[str], played: Sequence[Playout]) -> None:
    from rich.console import Console
    from rich.table import Table

    seats = tally(levels, played)
    scored = any(of.points is not None for of in seats)
    title, games = registry.load(args.game).title, counted_games(len(played))
    print(say(m("{game}: {games} from seed {seed}", game=title, games=games, seed=str(args.seed))))
    heads = [m("seat", context="head of a column"), m("level", context="head of a column")]
    # Translators: the head of a column
    heads += [m("wins", context="head of a column"), *([m("points per game")] if scored else [])]
    table = Table(*map(say, heads))
    for of in seats:
        points = [f"{(of.points or 0) / len(played):.1f}"] if scored else []
        table.add_row(str(of.seat), of.level, f"{of.wins:g} ({of.wins / len(played):.0%})", *points)
    Console().print(table)
    print(say(ends_in_words(told_ends(one.ended for one in played))))
    print(say(_pace(played)))


@contextmanager
def _journal(data: str | None) -> Iterator[Journal | None]:
    """The journal of the data directory, if the games are to be kept; said at once if they cannot be kept there."""
    if data is None:
        yield None
        return
    from grenade_salad.commands.matches import journal_of

    with journal_of(data) as journal:
        if not journal.writable:
            raise Fail(say(m("{folder}: no games can be saved there", folder=str(data))))
        yield journal


def run(args: Namespace) -> int:
    """Play the games, and print what came of them."""
    levels = _levels(args.game, args.players, args.levels)
    options = options_of(args.game, len(levels), args.option)
    with _journal(args.data) as journal, workers_of(args) as executor:
        lines = args.record is not None
        played = simulate(args.game, levels, args.games, args.seed, executor, journal, args.pace, lines, options)
        try:
            done = list(shown(_kept(played, args.record, args.game), args.games))
        except OSError as error:
            raise Fail(f"{args.record}: {error.strerror or error}") from None
        except JournalError as error:
            raise Fail(str(error)) from None
    if args.json:
        print(json.dumps(_report(args, levels, done)))
    else:
        _table(args, levels, done)
    return 0
