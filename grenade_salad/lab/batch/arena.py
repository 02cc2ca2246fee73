"""Tournaments at many tables at once, between levels that can play so: ten thousand matches in seconds.

The seeds mean other matches here than in `lab.arena`; what comes of many is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from time import perf_counter, process_time
from typing import TypeVar

import numpy as np

from grenade_salad.core import Options
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions
from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.lab.arena import Round
from grenade_salad.lab.batch import live_grenade_players, wheel_players
from grenade_salad.lab.batch.batch import Batch, Doubles
from grenade_salad.lab.batch.live_grenade import LiveGrenadeBatch
from grenade_salad.lab.batch.luck import Indexes
from grenade_salad.lab.batch.players import Asked, Player
from grenade_salad.lab.batch.wheel import WheelBatch
from grenade_salad.lab.playout import why_over

Rows = TypeVar("Rows")
TABLES = 2048


def players_there(options: Options, seats: int) -> dict[str, Player]:
    """The players who can decide at many tables at once, by their names; none where there is no batch, or where they
    would not play quite as their levels do."""
    if isinstance(options, WheelOptions):
        return wheel_players.players(seats, options)
    if isinstance(options, LiveGrenadeOptions) and options.decks == 1:
        return live_grenade_players.players(seats, options)
    return {}


def _batch(options: Options, seats: int, tables: int) -> Batch:
    if isinstance(options, WheelOptions):
        return WheelBatch(tables, seats, options)
    assert isinstance(options, LiveGrenadeOptions)
    return LiveGrenadeBatch(tables, seats, options, remember=True)


def tournament(levels: Sequence[str], deals: int, seed: int, options: Options) -> list[Round]:
    """What came of the deals with the seeds from `seed` on, each with every rotation of the seats, as in `lab.arena`.

    Raises KeyError for a player who is not among `players_there`, ValueError without a deal.
    """
    seats = len(levels)
    matches = deals * seats
    batch = _batch(options, seats, min(TABLES, matches))
    kinds = sorted(set(levels))
    decides = [players_there(options, seats)[kind] for kind in kinds]
    number = np.array([kinds.index(level) for level in levels])
    wins, decisions = np.zeros((deals, seats)), np.zeros((deals, seats), np.intp)
    seconds = np.zeros(len(kinds))
    rng = np.random.default_rng(seed)
    playing = np.arange(batch.tables)
    batch.reset(seed=(seed + playing // seats).tolist())
    following, ends = batch.tables, ""
    begun = process_time()
    while not batch.over.all():
        deal, turned = np.divmod(playing, seats)
        player = (batch.to_act + turned) % seats
        goes_on = (~batch.over).nonzero()[0]
        np.add.at(decisions, (deal[goes_on], player[goes_on]), 1)
        rewards, ended = batch.act(_choices(batch, decides, np.where(batch.over, -1, number[player]), rng, seconds))
        which = ended.nonzero()[0]
        winner = (rewards[which].argmax(axis=1) + turned[which]) % seats
        np.add.at(wins, (deal[which], winner), 1)
        if which.size and not ends:  # both games end in one way
            ends = why_over(batch.state(int(which[0])))
        again = which[: max(0, matches - following)]
        playing[again] = np.arange(following, following + again.size)
        following += again.size
        batch.reset(again, seed=(seed + playing[again] // seats).tolist())
    # Whose seconds they were is known of levels, and shared out by decisions.
    made = np.array([decisions[:, number == kind].sum() for kind in range(len(kinds))])
    each = (seconds / np.maximum(made, 1))[number]
    used = (process_time() - begun) / deals
    return [
        Round(seed + deal, seats, won, done, tuple((each * done).tolist()), used, (0,) * seats, (ends,) * seats)
        for deal, (won, done) in enumerate(zip(map(tuple, wins.tolist()), map(tuple, decisions.tolist()), strict=True))
    ]


def _itself(rows: Rows) -> Rows:
    return rows


def _choices(
    batch: Batch, decides: Sequence[Player], kind: Indexes, rng: np.random.Generator, seconds: Doubles
) -> Indexes:
    """What each table's player chooses, who has this number in `decides`; less than 0 where nobody is asked."""
    choices = np.full(batch.tables, -1)
    seen, mask, remembered = batch.observe(), batch.mask(), batch.remembered()
    for number, decide in enumerate(decides):
        which = (kind == number).nonzero()[0]
        if which.size:
            begun = perf_counter()
            few, known = seen[which], remembered[which]
            choices[which] = decide(Asked(partial(_itself, few), mask[which], partial(_itself, known)), rng)
            seconds[number] += perf_counter() - begun
    return choices
