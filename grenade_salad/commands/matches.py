"""`grenade-salad matches`: what is in the journal."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from grenade_salad.commands import Fail
from grenade_salad.core import Json, registry, to_json
from grenade_salad.journal.backups import MOST, restore
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.journal import Journal, open_journal
from grenade_salad.journal.queries import Summary, Wanted
from grenade_salad.match.words import wins
from grenade_salad.system import private_files
from grenade_salad.text import Reader, m, say
from grenade_salad.web import saved_seats


def folder_of(data: str | None) -> Path:
    """That data directory, or the user's. Raises Fail."""
    try:
        return Path(data) if data else private_files.data_folder()
    except private_files.NoHome as error:
        raise Fail(str(error)) from None


@contextmanager
def journal_of(data: str | None, changes: bool = False) -> Iterator[Journal]:
    """The journal of that data directory, or of the user's; what it warns of goes to standard error.

    `changes`: it will be written to, so the copy of the day is made first.
    """
    told = 0
    try:
        with open_journal(folder_of(data)) as journal:
            if changes and journal.writable:
                journal.keep_copy()
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
    points = ""
    if scores is not None:
        points = f" ({', '.join(f'{name} {score}' for name, score in zip(seats, scores, strict=True))})"
    return say(wins(next(iter(ranking), ())), Reader(seats)) + points


def _facts(match: Summary) -> dict[str, Json]:
    facts = to_json(match)
    assert isinstance(facts, dict)
    ranking, scores = facts.pop("ranking"), facts.pop("scores")
    return facts | {"result": {"ranking": ranking, "scores": scores} if match.finished else None}


def _told(match: Summary) -> str:
    title = say(registry.title(match.game))
    # Translators: of a match, in the place of its result
    end = who_won(match.names, match.ranking, match.scores) if match.finished else say(m("in progress"))
    # Translators: of a match record
    lines = say(m("{n} line", "{n} lines", n=match.lines))
    return f"{match.id:>5}  {match.begun[:10]}  {title}: {', '.join(match.names)}; {lines}; {end}"


def _restored(args: Namespace) -> str:
    try:
        return restore(folder_of(args.data), args.restore or None)
    except JournalError as error:
        raise Fail(str(error)) from None


def run(args: Namespace) -> int:
    """Print the matches, the newest first; or forget one, or go back to a copy of another day."""
    if args.restore is not None:
        print(_restored(args))
        return 0
    if args.delete is not None:
        with journal_of(args.data, changes=True) as journal:
            journal.delete(args.delete)
        saved_seats.forget(folder_of(args.data), args.delete)
        told = m(
            "match {number} is deleted; copies of the journal keep it for {days} days at most",
            number=str(args.delete),
            days=str(MOST),
        )
        print(say(told))
        return 0
    wanted = Wanted(game=args.game, name=args.player, finished=False if args.running else None)
    with journal_of(args.data) as journal:
        found = journal.matches(wanted)
    if args.json:
        print(json.dumps([_facts(match) for match in found]))
        return 0
    for match in found:
        print(_told(match))
    if not found:
        print(say(m("There are no such matches.") if wanted != Wanted() else m("There are no matches yet.")))
    return 0
