"""`grenade-salad statistics`: who has won how often, and what else they have done."""

from __future__ import annotations

import json
from argparse import Namespace
from datetime import datetime

from grenade_salad import games
from grenade_salad.commands import Fail
from grenade_salad.commands.matches import journal_of
from grenade_salad.core import plain
from grenade_salad.match import statistics
from grenade_salad.match.facts import WORDS


def _told(tally: statistics.Tally) -> str:
    title = games.load(tally.game).title
    points = "" if tally.points is None else f", {tally.points} points"
    facts = "".join(f"; {words}: {tally.facts[fact]}" for fact, words in WORDS.items() if fact in tally.facts)
    return f"{tally.name}, {title}: {tally.played} played, {tally.won} won{points}{facts}"


def run(args: Namespace) -> int:
    """Print the table, and each one's tally in each game."""
    try:
        _ = datetime.fromisoformat(args.since) if args.since else None
    except ValueError:
        raise Fail(f"--since: {args.since[:40]!r} is no date like 2026-11-21") from None
    with journal_of(args.data) as journal:
        table = journal.ask(lambda file: statistics.table(file, args.since, args.series, args.machines))
        tallies = journal.ask(lambda file: statistics.by_person(file, args.machines))
    if args.json:
        print(json.dumps({"table": plain(table), "tallies": plain(tallies)}))
        return 0
    for place in table:
        print(f"{place.won:>4} won of {place.played:>4}  {place.points:>5} points  {place.name}")
    for tally in tallies:
        print(_told(tally))
    if not table and not tallies:
        print("Nobody has finished a match yet.")
    return 0
