"""`grenade-salad arena GAME --players A B ...`: a tournament of machine players, as a table or as JSON."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict
from math import ceil

from grenade_salad import bots, games
from grenade_salad.commands import Fail
from grenade_salad.commands.many import processes, shown
from grenade_salad.lab.arena import Standing, standings, tournament


def _check(game: str, players: Sequence[str]) -> None:
    """Raises Fail with one line for a tournament that cannot be."""
    for player in players:
        if why := bots.why_not_level(player):
            raise Fail(f"--players: {why}")
    kind = games.load(game)
    if not kind.min_seats <= len(players) <= kind.max_seats:
        raise Fail(f"--players: {kind.title} is for {kind.min_seats} to {kind.max_seats} players, not {len(players)}")


def _table(args: Namespace, table: Sequence[Standing]) -> None:
    from rich.console import Console
    from rich.table import Table

    deals = table[0].games // len(table)
    print(f"{games.load(args.game).title}: {deals} deals from seed {args.seed}, {table[0].games} games")
    shape = Table("player", "wins", "rate", "95 %", "Elo", "ms a decision")
    for one in table:
        between = f"{one.low:.1%} to {one.high:.1%}"
        shape.add_row(
            one.name,
            f"{one.wins:g}",
            f"{one.rate:.1%}",
            between,
            f"{one.elo:+.0f}",
            f"{one.seconds_per_decision * 1e3:.2f}",
        )
    Console().print(shape)


def run(args: Namespace) -> int:
    """Play the tournament, and print what came of it."""
    _check(args.game, args.players)
    deals = ceil(args.games / len(args.players))
    with processes(args.jobs) as executor:
        rounds = list(shown(tournament(args.game, args.players, deals, args.seed, executor), deals))
    table = standings(args.players, rounds)
    if args.json:
        facts = {"game": args.game, "seed": args.seed, "games": table[0].games}
        print(json.dumps(facts | {"players": [asdict(one) for one in table]}))
    else:
        _table(args, table)
    return 0
