"""`grenade-salad arena GAME --players A B ...`: a tournament of machine players.

It is printed as a table or as JSON. `arena GAME --ladder` measures the distances between the levels of the game.
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
    count_ends,
    format_ends,
    format_game_count,
    format_interval,
    open_workers,
    parse_options,
    parse_players,
    parse_seat_count,
    print_table,
    show_progress,
)
from grenade_salad.core import Json, Options, registry
from grenade_salad.lab.arena import Round, Rung, Standing, ladder_rungs, play_ladder, standings, tournament
from grenade_salad.text import m, say

_MIN_BATCH = 1000
"""Minimum number of matches that are played at many tables at once."""
_LADDER_SEATS = 2
"""Default number of seats of a ladder, if the game allows it."""
# Translators: the head of a column: milliseconds
_SHARED_HEADS = (m("rate", context="head of a column"), m("ms per decision"))
"""Heads of the columns that both tables have."""


def _run_ladder(args: Namespace) -> int:
    """Measure every level against the one below."""
    levels, seats = players.levels(args.game), parse_seat_count(args.game, args.players, _LADDER_SEATS)
    options = parse_options(args.game, seats, args.option)
    batched_levels: list[str] = []

    def play_batch(names: Sequence[str], deals: int) -> list[Round] | None:
        rounds = _play_in_batch(names, deals, args.seed, options)
        batched_levels.extend(names[:1] if rounds is not None else ())
        return rounds

    def track_rounds(played: Iterator[Round], names: Sequence[str], deals: int) -> Iterator[Round]:
        return show_progress(played, deals, m("{level} against {below}", level=names[0], below=names[1]))

    with open_workers(args) as executor:
        climbing = play_ladder(
            args.game, levels, seats, args.games, args.seed, executor, options, play_batch, track_rounds
        )
        climbed = []
        for (below, level), rounds in zip(pairwise(levels), climbing, strict=True):
            climbed.append(rounds)
            _print_rung(level, below, rounds)
        ladder = ladder_rungs(levels, climbed)
    if args.json:
        facts = {
            "game": args.game,
            "players": seats,
            "seed": args.seed,
            "games": ladder[-1].games,
            "batch": batched_levels,
        }
        print(json.dumps(facts | {"ladder": [asdict(rung) for rung in ladder]}))
    else:
        _print_ladder(args, seats, ladder)
        if batched_levels:
            _print_batch_note()
    return 0


def _print_rung(level: str, below: str, rounds: Sequence[Round]) -> None:
    """Print a line about a level as soon as it is measured.

    It goes to standard error: the table's stream may be a file.
    """
    games = sum(played.games for played in rounds)
    rate = f"{sum(played.wins[0] for played in rounds) / games:.1%}"
    message = m(
        # Translators: which level of machines won how often, as in "hard against normal: 71.0%, 100 games"
        "{level} against {below}: {rate}, {games}",
        level=level,
        below=below,
        rate=rate,
        games=format_game_count(games),
    )
    print(say(message), file=sys.stderr, flush=True)


def _print_batch_note() -> None:
    print(say(m("Many tables at once: with the same seed other matches than one at a time, of the same kind.")))


def _print_ladder(args: Namespace, seats: int, ladder: Sequence[Rung]) -> None:
    game, games = registry.load(args.game).title, format_game_count(ladder[-1].games)
    heading = m(
        "{game} with {seats}: {games} of each level against one of the level below",
        "{game} with {seats}: {games} of each level against {n} of the level below",
        game=game,
        seats=seats,
        games=games,
        n=seats - 1,
    )
    print(say(heading))
    level, rate_head, pace = (say(words) for words in (m("level", context="head of a column"), *_SHARED_HEADS))
    # Translators: the head of a column: by how much a level is stronger than the one below it
    heads = (level, "Elo", "95 %", say(m("above the level below")), "95 %", rate_head, pace)
    rows = []
    for rung in reversed(ladder):
        step_cells = (
            [f"{rung.step:+.0f}", format_interval(f"{rung.step_low:+.0f}", f"{rung.step_high:+.0f}")]
            if rung.games
            else ["", ""]
        )
        interval = format_interval(f"{rung.low:.0f}", f"{rung.high:.0f}") if rung.games else ""
        rate_cells = [f"{rung.rate:.1%}", f"{rung.seconds_per_decision * 1e3:.2f}"] if rung.games else ["", ""]
        rows.append((rung.name, f"{rung.elo:.0f}", interval, *step_cells, *rate_cells))
    print_table(heads, rows)
    for rung in ladder[1:]:
        print(say(format_ends(rung.ends, rung.name)))
    for rung in ladder:
        _print_cut_off(rung)


def _print_cut_off(result: Rung | Standing) -> None:
    if result.cut_off:
        message = m(
            "{n} decision of {name} ran out of time: this computer was busy, or is slow.",
            "{n} decisions of {name} ran out of time: this computer was busy, or is slow.",
            n=result.cut_off,
            name=result.name,
        )
        print(say(message))


def _print_table(args: Namespace, results: Sequence[Standing], ends: dict[str, Json]) -> None:
    deals = results[0].games // len(results)
    heading = m(
        "{game}: {deals} from seed {seed}, {games}",
        game=registry.load(args.game).title,
        # Translators: "100 deals": how many were played
        deals=m("{n} deal", "{n} deals", n=deals),
        seed=str(args.seed),
        games=format_game_count(results[0].games),
    )
    print(say(heading))
    player, wins = m("player", context="head of a column"), m("wins", context="head of a column")
    rows = [
        (
            standing.name,
            f"{standing.wins:g}",
            f"{standing.rate:.1%}",
            format_interval(f"{standing.low:.1%}", f"{standing.high:.1%}"),
            f"{standing.elo:+.0f}",
            f"{standing.seconds_per_decision * 1e3:.2f}",
        )
        for standing in results
    ]
    print_table((say(player), say(wins), say(_SHARED_HEADS[0]), "95 %", "Elo", say(_SHARED_HEADS[1])), rows)
    print(say(format_ends(ends)))
    for standing in results:
        _print_cut_off(standing)


def _play_in_batch(players: Sequence[str], deals: int, seed: int, options: Options) -> list[Round] | None:
    """Play many matches at many tables at once.

    None if there are too few, or if a player cannot decide at many tables.
    """
    if deals * len(players) < _MIN_BATCH:
        return None
    from grenade_salad.lab.batch.arena import batch_players
    from grenade_salad.lab.batch.arena import tournament as at_many_tables

    if not set(players) <= set(batch_players(options, len(players))):
        return None
    return at_many_tables(players, deals, seed, options)


def run(args: Namespace) -> int:
    """Play the tournament, and print the results."""
    if args.ladder:
        return _run_ladder(args)
    if not args.players:
        raise Fail(say(m("--players: say who plays, as in --players normal easy")))
    players = parse_players(args.game, args.players)
    options = parse_options(args.game, len(players), args.option)
    deals = ceil(args.games / len(players))
    batch_rounds = _play_in_batch(players, deals, args.seed, options)
    if batch_rounds is None:
        with open_workers(args) as executor:
            rounds = list(show_progress(tournament(args.game, players, deals, args.seed, executor, options), deals))
    else:
        rounds = batch_rounds
    results = standings(players, rounds)
    ends = count_ends(reason for played in rounds for reason in played.ends)
    if args.json:
        facts = {
            "game": args.game,
            "seed": args.seed,
            "games": results[0].games,
            "ends": ends,
            "batch": batch_rounds is not None,
        }
        print(json.dumps(facts | {"players": [asdict(standing) for standing in results]}))
    else:
        _print_table(args, results, ends)
        if batch_rounds is not None:
            _print_batch_note()
    return 0
