"""`grenade-salad statistics`: wins and other figures of each player."""

from __future__ import annotations

import json
from argparse import Namespace
from datetime import datetime

from grenade_salad.commands import Fail
from grenade_salad.commands.matches import open_data_journal
from grenade_salad.core import registry, to_json
from grenade_salad.journal import statistics
from grenade_salad.match.stats import load_stats
from grenade_salad.text import m, say
from grenade_salad.text.person_names import clean_name


def _format_tally(tally: statistics.Tally) -> str:
    title, labels = say(registry.title(tally.game, tally.variant)), load_stats(tally.game).words
    facts = "".join(f"; {say(words)}: {tally.facts[fact]}" for fact, words in labels.items() if fact in tally.facts)
    name, played, won, points = clean_name(tally.name), str(tally.played), str(tally.won), str(tally.points)
    if tally.points is None:
        message = m("{name}, {game}: {played} played, {won} won", name=name, game=title, played=played, won=won)
    else:
        message = m(
            "{name}, {game}: {played} played, {won} won, {points} points",
            name=name,
            game=title,
            played=played,
            won=won,
            points=points,
        )
    return say(message) + facts


def run(args: Namespace) -> int:
    """Print the table, and the tally of each person in each game."""
    try:
        if args.since:
            datetime.fromisoformat(args.since)
    except ValueError:
        raise Fail(say(m("--since: {words} is not a date like 2026-11-21", words=repr(args.since[:40])))) from None
    with open_data_journal(args.data) as journal:
        table = journal.run_query(lambda file: statistics.evening_table(file, args.since, args.series, args.machines))
        tallies = journal.run_query(lambda file: statistics.tally_players(file, args.machines))
    if args.json:
        print(json.dumps({"table": to_json(table), "tallies": to_json(tallies)}))
        return 0
    for standing in table:
        won, played, points = f"{standing.won:>4}", f"{standing.played:>4}", f"{standing.points:>5}"
        name = clean_name(standing.name)
        print(
            say(m("{won} won of {played}  {points} points  {name}", won=won, played=played, points=points, name=name))
        )
    for tally in tallies:
        print(_format_tally(tally))
    if not table and not tallies:
        print(say(m("Nobody has finished a match yet.")))
    return 0
