"""`grenade-salad matches`: what is in the journal."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from grenade_salad import games
from grenade_salad.commands import Fail
from grenade_salad.core import Json, plain
from grenade_salad.match.journal import Journal, open_journal
from grenade_salad.match.listing import Summary, Wanted
from grenade_salad.match.store import JournalError


@contextmanager
def journal_of(data: str | None) -> Iterator[Journal]:
    """The journal of that data directory, or of the user's; what it warns of goes to standard error."""
    from grenade_salad.app.settings import data_folder

    told = 0
    try:
        with open_journal(Path(data) if data else data_folder()) as journal:
            try:
                for warning in journal.warnings:
                    print(warning, file=sys.stderr, flush=True)
                told = len(journal.warnings)
                yield journal
            finally:
                for warning in journal.warnings[told:]:
                    print(warning, file=sys.stderr, flush=True)
    except JournalError as error:
        raise Fail(str(error)) from None


def who_won(seats: Sequence[str], ranking: Sequence[Sequence[int]], scores: Sequence[int] | None) -> str:
    """How a match ended, in plain words."""
    winners = " and ".join(seats[seat] for seat in ranking[0])
    points = ""
    if scores is not None:
        points = f" ({', '.join(f'{name} {score}' for name, score in zip(seats, scores, strict=True))})"
    return f"{winners} {'wins' if len(ranking[0]) == 1 else 'share the win'}{points}"


def _facts(match: Summary) -> dict[str, Json]:
    facts = plain(match)
    assert isinstance(facts, dict)
    ranking, scores = facts.pop("ranking"), facts.pop("scores")
    return facts | {"result": {"ranking": ranking, "scores": scores} if match.finished else None}


def _told(match: Summary) -> str:
    title = games.load(match.game).title if match.game in games.NAMES else match.game
    end = who_won(match.seats, match.ranking, match.scores) if match.finished else "goes on"
    return f"{match.id:>5}  {match.begun[:10]}  {title}: {', '.join(match.seats)}; {match.lines} lines; {end}"


def run(args: Namespace) -> int:
    """Print the matches, the newest first."""
    wanted = Wanted(game=args.game, name=args.player, finished=False if args.running else None)
    with journal_of(args.data) as journal:
        found = journal.matches(wanted)
    if args.json:
        print(json.dumps([_facts(match) for match in found]))
        return 0
    for match in found:
        print(_told(match))
    if not found:
        print("There are no such matches." if wanted != Wanted() else "There are no matches yet.")
    return 0
