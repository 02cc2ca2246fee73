"""Tournaments at many tables at once, between levels that can play so: ten thousand matches in seconds.

The seeds mean other matches here than in `lab.arena`; what comes of many is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from time import perf_counter, process_time
from typing import NamedTuple, TypeVar

import numpy as np

from grenade_salad.core import Options
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions
from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.lab.arena import Round
from grenade_salad.lab.batch import live_grenade_players, wheel_players
from grenade_salad.lab.batch.batch import Batch, Doubles, Indexes
from grenade_salad.lab.batch.live_grenade import LiveGrenadeBatch
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


def batch_of(options: Options, seats: int, tables: int) -> Batch:
    """Tables for the players of these house rules."""
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
    batch = batch_of(options, seats, min(TABLES, matches))
    kinds = sorted(set(levels))
    number = np.array([kinds.index(level) for level in levels])
    wins, decisions = np.zeros((deals, seats)), np.zeros((deals, seats), np.intp)
    seconds, ends = np.zeros(len(kinds)), ""
    deal_of, turned_by = np.divmod(np.arange(matches), seats)
    sits = (np.arange(seats) + turned_by[:, None]) % seats
    decides = [players_there(options, seats)[kind] for kind in kinds]
    begun = process_time()
    for turn in turns(batch, decides, number[sits], seed + deal_of, np.random.default_rng(seed), seconds):
        acts = (turn.choice >= 0).nonzero()[0]
        match = turn.match[acts]
        np.add.at(decisions, (deal_of[match], sits[match, turn.seat[acts]]), 1)
        ended = turn.match[turn.ended]
        np.add.at(wins, (deal_of[ended], sits[ended, turn.winner]), 1)
        ends = ends or ended_at(batch, turn)
    # Whose seconds they were is known of levels, and shared out by decisions.
    made = np.array([decisions[:, number == kind].sum() for kind in range(len(kinds))])
    each = (seconds / np.maximum(made, 1))[number]
    used = (process_time() - begun) / deals
    return [
        Round(seed + deal, seats, won, done, tuple((each * done).tolist()), used, (0,) * seats, (ends,) * seats)
        for deal, (won, done) in enumerate(zip(map(tuple, wins.tolist()), map(tuple, decisions.tolist()), strict=True))
    ]


class Turn(NamedTuple):
    """One decision at each table of a batch.

    `match` is which of all matches is played at a table, `seat` whose turn it was, `choice` what it did, less than 0
    where nobody was asked. `ended` are the tables at which the match ended by that, `winner` the seats that won there.
    """

    match: Indexes
    seat: Indexes
    choice: Indexes
    ended: Indexes
    winner: Indexes


def turns(
    batch: Batch,
    decides: Sequence[Player],
    kinds: Indexes,
    seeds: Indexes,
    rng: np.random.Generator,
    seconds: Doubles,
) -> Iterator[Turn]:
    """All matches, turn by turn, each begun at a table as soon as one is free.

    `kinds` has a row for each match: who of `decides` sits in which seat. `seeds` are those of the matches, and
    `seconds` grows by those that each of `decides` took. Nothing of a turn is to be kept: the next one writes over it.
    """
    playing = np.arange(batch.tables)
    following = batch.tables
    batch.reset(seed=seeds[playing].tolist())
    while not batch.over.all():
        seat = batch.to_act.astype(np.intp)
        asked = np.where(batch.over, -1, kinds[playing, seat])
        choice = _choices(batch, decides, asked, rng, seconds)
        rewards, ended = batch.act(choice)
        which = ended.nonzero()[0]
        yield Turn(playing, seat, choice, which, rewards[which].argmax(axis=1))
        again = which[: max(0, len(seeds) - following)]
        playing[again] = np.arange(following, following + again.size)
        following += again.size
        batch.reset(again, seed=seeds[playing[again]].tolist())


def ended_at(batch: Batch, turn: Turn) -> str:
    """Why the first match that ended in this turn was over; empty if none did. All of a game end in one way."""
    return why_over(batch.state(int(turn.ended[0]))) if turn.ended.size else ""


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
