"""Tournaments and sweeps at many tables at once: ten thousand matches in seconds.

They are for levels that can play so. The seeds mean other matches here than in `lab.arena` and `lab.sweep`; the results
of many matches are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter, process_time
from typing import NamedTuple

import numpy as np

from grenade_salad.core import Options
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions
from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.lab.arena import Round
from grenade_salad.lab.batch import live_grenade_players, wheel_players
from grenade_salad.lab.batch.batch import Batch, Doubles, Indexes
from grenade_salad.lab.batch.live_grenade import LiveGrenadeBatch
from grenade_salad.lab.batch.players import BatchPlayer, decide
from grenade_salad.lab.batch.wheel import WheelBatch
from grenade_salad.lab.match_facts import Facts
from grenade_salad.lab.playout import find_end_reason

TABLES = 2048
"""Maximum number of tables in a batch."""


def batch_players(options: Options, seats: int) -> dict[str, BatchPlayer]:
    """Return the players who can decide at many tables at once, by name.

    There are none for a game without a batch, or if they would not play quite as their levels do.
    """
    if isinstance(options, WheelOptions):
        return wheel_players.make_players(seats, options)
    if isinstance(options, LiveGrenadeOptions) and options.decks == 1:
        return live_grenade_players.make_players(seats, options)
    return {}


def make_batch(options: Options, seats: int, tables: int) -> Batch:
    """Return a batch of tables with these house rules."""
    if isinstance(options, WheelOptions):
        return WheelBatch(tables, seats, options)
    assert isinstance(options, LiveGrenadeOptions)
    return LiveGrenadeBatch(tables, seats, options, remember=True)


def tournament(levels: Sequence[str], deals: int, seed: int, options: Options) -> list[Round]:
    """Play the deals with the seeds from `seed` on, with every rotation of seats.

    The rounds are as in `lab.arena`. Raises KeyError for a player who is not among `batch_players`, ValueError without
    a deal.
    """
    seats = len(levels)
    matches = deals * seats
    batch = make_batch(options, seats, min(TABLES, matches))
    distinct_levels, level_index = _index_levels(levels)
    wins, decisions = np.zeros((deals, seats)), np.zeros((deals, seats), np.intp)
    seconds, ends = np.zeros(len(distinct_levels)), ""
    deal_index, rotation = np.divmod(np.arange(matches), seats)
    seating = (np.arange(seats) + rotation[:, None]) % seats
    players = [batch_players(options, seats)[level] for level in distinct_levels]
    started = process_time()
    for turn in play_turns(
        batch, players, level_index[seating], seed + deal_index, np.random.default_rng(seed), seconds
    ):
        acts = (turn.choice >= 0).nonzero()[0]
        match = turn.match[acts]
        np.add.at(decisions, (deal_index[match], seating[match, turn.seat[acts]]), 1)
        ended = turn.match[turn.ended]
        np.add.at(wins, (deal_index[ended], seating[ended, turn.winner]), 1)
        ends = ends or find_batch_end_reason(batch, turn)
    # Times are measured for levels, and shared out by decisions.
    decision_counts = np.array([decisions[:, level_index == index].sum() for index in range(len(distinct_levels))])
    seconds_each = (seconds / np.maximum(decision_counts, 1))[level_index]
    processor = (process_time() - started) / deals
    return [
        Round(
            seed=seed + deal,
            games=seats,
            wins=won,
            decisions=counts,
            seconds=tuple((seconds_each * counts).tolist()),
            processor=processor,
            cut_off=(0,) * seats,
            ends=(ends,) * seats,
        )
        for deal, (won, counts) in enumerate(
            zip(map(tuple, wins.tolist()), map(tuple, decisions.tolist()), strict=True)
        )
    ]


def collect_facts(levels: Sequence[str], deals: int, seed: int, options: Options) -> list[Facts]:
    """Play the deals with the seeds from `seed` on, and return their facts.

    They are who wins, after how many decisions and by which choices. The players change seats with each deal, as in
    `lab.sweep`. Raises KeyError for a player who is not among `batch_players`, ValueError without a deal.
    """
    seats = len(levels)
    batch = make_batch(options, seats, min(TABLES, deals))
    distinct_levels, level_index = _index_levels(levels)
    seating = (np.arange(seats) - np.arange(deals)[:, None]) % seats
    wins, last = np.zeros((deals, seats)), np.zeros((deals, seats), np.intp)
    uses = np.zeros((deals, seats, len(batch.encoding.choices)), np.intp)
    first, decisions, ends = np.full(deals, -1), np.zeros(deals, np.intp), ""
    players = [batch_players(options, seats)[level] for level in distinct_levels]
    seconds = np.zeros(len(distinct_levels))
    for turn in play_turns(
        batch, players, level_index[seating], seed + np.arange(deals), np.random.default_rng(seed), seconds
    ):
        acts = (turn.choice >= 0).nonzero()[0]
        match, seat = turn.match[acts], turn.seat[acts]
        decisions[match] += 1
        last[match, seat] = decisions[match]
        first[match] = np.where(first[match] < 0, seat, first[match])
        uses[match, seat, turn.choice[acts]] += 1
        wins[turn.match[turn.ended], turn.winner] = 1
        ends = ends or find_batch_end_reason(batch, turn)
    use_counts, shares = uses.sum(axis=1), (uses * wins[:, :, None]).sum(axis=1)
    watched = 1 - last / decisions[:, None]
    return [
        Facts(
            seed=seed + deal,
            players=tuple(seating[deal].tolist()),
            wins=tuple(wins[deal].tolist()),
            first=int(first[deal]),
            turns=None,
            decisions=int(decisions[deal]),
            leads=None,
            watched=tuple(watched[deal].tolist()),
            uses={
                batch.encoding.choices[choice]: (int(use_counts[deal, choice]), float(shares[deal, choice]))
                for choice in use_counts[deal].nonzero()[0].tolist()
            },
            counted={},
            known=None,
            settled=None,
            sat_through={},
            ended=ends,
            mattered=None,
        )
        for deal in range(deals)
    ]


def _index_levels(levels: Sequence[str]) -> tuple[list[str], Indexes]:
    """Return the different levels, and the index of each player's level among them."""
    distinct_levels = sorted(set(levels))
    return distinct_levels, np.array([distinct_levels.index(level) for level in levels])


class BatchTurn(NamedTuple):
    """One decision at each table of a batch."""

    match: Indexes
    """The index of the match that is played at each table."""
    seat: Indexes
    """The seat whose turn it was at each table."""
    choice: Indexes
    """Its choice, less than 0 where no seat had one."""
    ended: Indexes
    """The tables whose match ended with that."""
    winner: Indexes
    """The seats that won there."""


def play_turns(
    batch: Batch,
    players: Sequence[BatchPlayer],
    player_indexes: Indexes,
    seeds: Indexes,
    rng: np.random.Generator,
    seconds: Doubles,
) -> Iterator[BatchTurn]:
    """Play all matches, turn by turn; each begins as soon as a table is free.

    `player_indexes` has a row for each match: the index in `players` for each seat. `seeds` are the seeds of the
    matches, and `seconds` grows by the time that each of `players` took. Keep nothing of a turn: the next one
    overwrites it.
    """
    match_at_table = np.arange(batch.tables)
    next_match = batch.tables
    batch.reset(seed=seeds[match_at_table].tolist())
    while not batch.is_over.all():
        seat = batch.active_seat.astype(np.intp)
        player_index = np.where(batch.is_over, -1, player_indexes[match_at_table, seat])
        choice = _choose(batch, players, player_index, rng, seconds)
        rewards, ended = batch.act(choice)
        ended_tables = ended.nonzero()[0]
        yield BatchTurn(match_at_table, seat, choice, ended_tables, rewards[ended_tables].argmax(axis=1))
        restarted = ended_tables[: max(0, len(seeds) - next_match)]
        match_at_table[restarted] = np.arange(next_match, next_match + restarted.size)
        next_match += restarted.size
        batch.reset(restarted, seed=seeds[match_at_table[restarted]].tolist())


def find_batch_end_reason(batch: Batch, turn: BatchTurn) -> str:
    """Return why the first match that ended in this turn was over; empty if none did.

    All matches of a game end in the same way.
    """
    return find_end_reason(batch.state(int(turn.ended[0]))) if turn.ended.size else ""


def _choose(
    batch: Batch, players: Sequence[BatchPlayer], player_index: Indexes, rng: np.random.Generator, seconds: Doubles
) -> Indexes:
    """Return the choice of each table's player; less than 0 where there is none.

    `player_index` has an index in `players` for each table.
    """
    choices = np.full(batch.tables, -1)
    numbers, mask, memory = batch.observe(), batch.mask(), batch.memory()
    for index, player in enumerate(players):
        tables = (player_index == index).nonzero()[0]
        if tables.size:
            started = perf_counter()
            choices[tables] = decide(player, numbers[tables], mask[tables], memory[tables], rng)
            seconds[index] += perf_counter() - started
    return choices
