"""`grenade-salad matches`: list the matches in the journal."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from grenade_salad.core import Json, registry, to_json
from grenade_salad.journal.backups import MAX_BACKUPS, restore
from grenade_salad.journal.journal import Journal, open_journal
from grenade_salad.journal.queries import MatchFilter, Summary
from grenade_salad.match.words import winners_message
from grenade_salad.system import private_files
from grenade_salad.text import Reader, m, say
from grenade_salad.web import saved_seats


def find_data_folder(data: str | None) -> Path:
    """Return the given data directory, or the user's. Raises NoHome."""
    return Path(data) if data else private_files.data_folder()


@contextmanager
def open_data_journal(data: str | None, changes: bool = False) -> Iterator[Journal]:
    """Open the journal of a data directory, or of the user's.

    Its warnings are printed to standard error. With `changes` it will be written to, so the copy of the day is made
    first. Raises JournalError or NoHome.
    """
    printed = 0
    with open_journal(find_data_folder(data)) as journal:
        if changes and journal.is_writable:
            journal.make_backup()
        try:
            for warning in journal.warnings:
                print(warning, file=sys.stderr, flush=True)
            printed = len(journal.warnings)
            yield journal
        finally:
            for warning in journal.warnings[printed:]:
                print(warning, file=sys.stderr, flush=True)


def describe_result(seats: Sequence[str], ranking: Sequence[Sequence[int]], scores: Sequence[int] | None) -> str:
    """Return the result of a match in plain words."""
    points = ""
    if scores is not None:
        points = f" ({', '.join(f'{name} {score}' for name, score in zip(seats, scores, strict=True))})"
    return say(winners_message(next(iter(ranking), ())), Reader(seats)) + points


def _to_facts(match: Summary) -> dict[str, Json]:
    facts = to_json(match)
    assert isinstance(facts, dict)
    ranking, scores = facts.pop("ranking"), facts.pop("scores")
    return facts | {"result": {"ranking": ranking, "scores": scores} if match.finished else None}


def _format_match(match: Summary) -> str:
    title = say(registry.title(match.game))
    # Translators: of a match, in the place of its result
    end = describe_result(match.names, match.ranking, match.scores) if match.finished else say(m("in progress"))
    # Translators: of a match record
    lines = say(m("{n} line", "{n} lines", n=match.lines))
    return f"{match.id:>5}  {match.begun[:10]}  {title}: {', '.join(match.names)}; {lines}; {end}"


def run(args: Namespace) -> int:
    """Print the matches, newest first; or delete one, or restore a day's copy."""
    if args.restore is not None:
        print(restore(find_data_folder(args.data), args.restore or None))
        return 0
    if args.delete is not None:
        with open_data_journal(args.data, changes=True) as journal:
            journal.delete(args.delete)
        saved_seats.forget(find_data_folder(args.data), args.delete)
        message = m(
            "match {number} is deleted; copies of the journal keep it for {days} days at most",
            number=str(args.delete),
            days=str(MAX_BACKUPS),
        )
        print(say(message))
        return 0
    match_filter = MatchFilter(game=args.game, name=args.player, finished=False if args.running else None)
    with open_data_journal(args.data) as journal:
        matches = journal.matches(match_filter)
    if args.json:
        print(json.dumps([_to_facts(match) for match in matches]))
        return 0
    for match in matches:
        print(_format_match(match))
    if not matches:
        print(say(m("There are no such matches.") if match_filter != MatchFilter() else m("There are no matches yet.")))
    return 0
