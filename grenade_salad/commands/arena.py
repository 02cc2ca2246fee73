"""`grenade-salad arena GAME --players A B ...`: a tournament of machine players, as a table or as JSON.

`arena GAME --ladder` measures how far apart the levels of the game are.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import pairwise
from math import ceil

from grenade_salad import players
from grenade_salad.commands import Fail
from grenade_salad.commands.many import (
    between,
    counted_games,
    ends_in_words,
    options_of,
    players_of,
    seats_of,
    shown,
    told_ends,
    workers_of,
)
from grenade_salad.core import Json, Options, registry
from grenade_salad.lab.arena import Round, Rung, Standing, climb, rungs, standings, tournament
from grenade_salad.text import m, say

_MANY = 1000
"""From so many matches on they are played at many tables at once, where that can be."""
_TWO = 2
"""How many sit at the table of a ladder, if nothing else is said and the game is for two."""
# Translators: the head of a column: milliseconds
_PACE = (m("rate", context="head of a column"), m("ms per decision"))
"""Heads of the columns that both tables have."""


def _ladder(args: Namespace) -> int:
    """Every level against the one below."""
    levels, seats = players.levels(args.game), seats_of(args.game, args.players, _TWO)
    options = options_of(args.game, seats, args.option)
    batched: list[str] = []

    def at_once(names: Sequence[str], deals: int) -> list[Round] | None:
        rounds = _at_once(names, deals, args.seed, options)
        batched.extend(names[:1] if rounds is not None else ())
        return rounds

    def follow(played: Iterator[Round], names: Sequence[str], deals: int) -> Iterator[Round]:
        return shown(played, deals, m("{level} against {below}", level=names[0], below=names[1]))

    with workers_of(args) as executor:
        climbing = climb(args.game, levels, seats, args.games, args.seed, executor, options, at_once, follow)
        climbed = []
        for (below, level), rounds in zip(pairwise(levels), climbing, strict=True):
            climbed.append(rounds)
            _tell_rung(level, below, rounds)
        table = rungs(levels, climbed)
    if args.json:
        facts = {"game": args.game, "players": seats, "seed": args.seed, "games": table[-1].games, "batch": batched}
        print(json.dumps(facts | {"ladder": [asdict(one) for one in table]}))
    else:
        _print_ladder(args, seats, table)
        if batched:
            _tell_at_once()
    return 0


def _tell_rung(level: str, below: str, rounds: Sequence[Round]) -> None:
    """Print a line about a level as soon as it is measured, beside the table's stream, which may be a file."""
    games = sum(one.games for one in rounds)
    rate = f"{sum(one.wins[0] for one in rounds) / games:.1%}"
    message = m(
        # Translators: which level of machines won how often, as in "hard against normal: 71.0%, 100 games"
        "{level} against {below}: {rate}, {games}",
        level=level,
        below=below,
        rate=rate,
        games=counted_games(games),
    )
    print(say(message), file=sys.stderr, flush=True)


def _tell_at_once() -> None:
    print(say(m("Many tables at once: with the same seed other matches than one at a time, of the same kind.")))


def _print_ladder(args: Namespace, seats: int, table: Sequence[Rung]) -> None:
    from rich.console import Console
    from rich.table import Table

    game, games = registry.load(args.game).title, counted_games(table[-1].games)
    told = m(
        "{game} with {seats}: {games} of each level against one of the level below",
        "{game} with {seats}: {games} of each level against {n} of the level below",
        game=game,
        seats=seats,
        games=games,
        n=seats - 1,
    )
    print(say(told))
    level, rate_head, pace = (say(words) for words in (m("level", context="head of a column"), *_PACE))
    # Translators: the head of a column: by how much a level is stronger than the one below it
    shape = Table(level, "Elo", "95 %", say(m("above the level below")), "95 %", rate_head, pace)
    for one in reversed(table):
        step = [f"{one.step:+.0f}", between(f"{one.step_low:+.0f}", f"{one.step_high:+.0f}")] if one.games else ["", ""]
        far = between(f"{one.low:.0f}", f"{one.high:.0f}") if one.games else ""
        rate = [f"{one.rate:.1%}", f"{one.seconds_per_decision * 1e3:.2f}"] if one.games else ["", ""]
        shape.add_row(one.name, f"{one.elo:.0f}", far, *step, *rate)
    Console().print(shape)
    for one in table[1:]:
        print(say(ends_in_words(one.ends, one.name)))
    for one in table:
        _tell_cut_off(one)


def _tell_cut_off(one: Rung | Standing) -> None:
    if one.cut_off:
        told = m(
            "{n} decision of {name} ran out of time: this computer was busy, or is slow.",
            "{n} decisions of {name} ran out of time: this computer was busy, or is slow.",
            n=one.cut_off,
            name=one.name,
        )
        print(say(told))


def _table(args: Namespace, table: Sequence[Standing], ends: dict[str, Json]) -> None:
    from rich.console import Console
    from rich.table import Table

    deals = table[0].games // len(table)
    told = m(
        "{game}: {deals} from seed {seed}, {games}",
        game=registry.load(args.game).title,
        # Translators: "100 deals": how many were played
        deals=m("{n} deal", "{n} deals", n=deals),
        seed=str(args.seed),
        games=counted_games(table[0].games),
    )
    print(say(told))
    player, wins = m("player", context="head of a column"), m("wins", context="head of a column")
    shape = Table(say(player), say(wins), say(_PACE[0]), "95 %", "Elo", say(_PACE[1]))
    for one in table:
        shape.add_row(
            one.name,
            f"{one.wins:g}",
            f"{one.rate:.1%}",
            between(f"{one.low:.1%}", f"{one.high:.1%}"),
            f"{one.elo:+.0f}",
            f"{one.seconds_per_decision * 1e3:.2f}",
        )
    Console().print(shape)
    print(say(ends_in_words(ends)))
    for one in table:
        _tell_cut_off(one)


def _at_once(players: Sequence[str], deals: int, seed: int, options: Options) -> list[Round] | None:
    """Many matches of players who can all decide at many tables at once; None if it is not so."""
    if deals * len(players) < _MANY:
        return None
    from grenade_salad.lab.batch.arena import players_there
    from grenade_salad.lab.batch.arena import tournament as at_many_tables

    if not set(players) <= set(players_there(options, len(players))):
        return None
    return at_many_tables(players, deals, seed, options)


def run(args: Namespace) -> int:
    """Play the tournament, and print what came of it."""
    if args.ladder:
        return _ladder(args)
    if not args.players:
        raise Fail(say(m("--players: say who plays, as in --players normal easy")))
    players = players_of(args.game, args.players)
    options = options_of(args.game, len(players), args.option)
    deals = ceil(args.games / len(players))
    at_once = _at_once(players, deals, args.seed, options)
    if at_once is None:
        with workers_of(args) as executor:
            rounds = list(shown(tournament(args.game, players, deals, args.seed, executor, options), deals))
    else:
        rounds = at_once
    table = standings(players, rounds)
    ends = told_ends(why for one in rounds for why in one.ends)
    if args.json:
        facts = {
            "game": args.game,
            "seed": args.seed,
            "games": table[0].games,
            "ends": ends,
            "batch": at_once is not None,
        }
        print(json.dumps(facts | {"players": [asdict(one) for one in table]}))
    else:
        _table(args, table, ends)
        if at_once is not None:
            _tell_at_once()
    return 0
