"""A match between the last two, as one of them sees it: how likely it is to win with each move, by exact tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import fsum

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.wheel import WheelView
from grenade_salad.games.wheel.cards import RING, spade_of
from grenade_salad.games.wheel.ring import DICE, Board
from grenade_salad.players.exact_math import exp, log
from grenade_salad.players.wheel.beliefs import Turn, World
from grenade_salad.players.wheel.best_responses import Table, Way, answers, exploded, likely
from grenade_salad.players.wheel.normal_tables import sound
from grenade_salad.players.wheel.ring_tables import Layout, hands, layout

_SLIP: dict[Way, float] = {"sound": 0.02, "loose": 0.05, "any": 0.0}
"""How often somebody who plays so moves just any die."""


@dataclass(frozen=True)
class Duel:
    """What a seat knows: the places of its own cards in the ring, and who is the other, with so many cards."""

    own: tuple[int, ...]
    other: int
    cards: int

    def table(self, board: Board, here: Layout) -> Table:
        """What is played by on that board."""
        twice = board.options.joker == "twice"
        return Table(len(here.number), here.joker, twice, here.bits(self.own), self.cards)

    def needed(self, board: Board) -> Iterator[Callable[[], object]]:
        """What has to be computed to weigh a move that the other one made on that board."""
        table = self.table(board, layout(board))
        yield from moves(table)


def duel(view: WheelView, seat: int) -> Duel | None:
    """The match of the last two; None if there are more, or house rules that the tables are not for."""
    rules = view.options
    left = [player for player, alive in enumerate(view.alive) if alive]
    if len(left) != 2 or rules.face_down != "skipped" or rules.joker_safe:
        return None
    held = view.hearts[seat]
    assert isinstance(held, tuple)
    own = tuple(view.ring.index(spade_of(heart)) for heart in held if heart not in view.shown[seat])
    (other,) = (player for player in left if player != seat)
    theirs = view.hearts[other]
    assert isinstance(theirs, int)
    cards = theirs - len(view.shown[other])
    if rules.last_heart and (len(own), cards) != (1, 1):
        return None
    return Duel(own, other, cards)


def steps(table: Table, ways: Sequence[Way]) -> Iterator[Callable[[], object]]:
    """All that has to be computed once for that table, in small pieces."""
    found, new = {table}, [table]
    while new:
        some = new.pop()
        free = [card for card in range(some.cards) if not some.own >> card & 1]
        after = {some.after((card,)) for card in free}
        new += [one for one in after - found if one.hands()]
        found |= set(new)
    for one in sorted(found, key=lambda one: (one.cards, one.joker, one.own)):
        yield from moves(one)
        for way in ways:
            yield partial(answers, one, way)


def moves(table: Table) -> Iterator[Callable[[], object]]:
    """What of it is needed to weigh a move."""
    yield table.ring
    yield partial(one_sound, table)


def one_sound(table: Table) -> NDArray[np.float32]:
    """What Normal makes of each move in the other's place: by roll, die, row and hand (of all hands)."""
    return sound(table.cards, table.joker, table.twice, table.others, table.own.bit_count())


@cache
def prepare() -> None:
    """Make all tables that no deal changes, by the usual rules: 0.7 s, once in a process."""
    for hearts in (1, 2):
        for piece in steps(Table(len(RING), True, False, (1 << hearts + 1) - 2, hearts), ()):
            piece()


def make_ready(work: Iterator[Callable[[], object]], in_time: Callable[[], bool]) -> bool:
    """Whether all of it is done in time; what was done before takes none."""
    for piece in work:
        piece()
        if not in_time():
            return False
    return True


def places(here: Layout, table: Table) -> list[tuple[int, ...]]:
    """What the other one may hold, as places in the ring; in the order of `Table.hands`."""
    place = {card: place for place, card in here.number.items()}
    return [tuple(place[card] for card in range(table.cards) if hand >> card & 1) for hand in table.hands()]


def by_moves(
    duel: Duel, turns: Sequence[Turn], may: Sequence[tuple[int, ...]], ways: Mapping[Way, float]
) -> NDArray[np.float64]:
    """How likely each way and each hand is (1 in all), by how likely the ways were before, and by these moves."""
    logs = log(np.array([[share / len(may)] * len(may) for share in ways.values()]))
    for turn in turns:
        here = layout(turn.board)
        table = duel.table(turn.board, here)
        number = {hand: column for column, hand in enumerate(hands(table.cards, table.joker, table.others))}
        which = [number[here.bits(held)] for held in may]
        worth = one_sound(table)[len(turn.move.path) - 1][:, here.row, which]
        moved = here.order.index(turn.move.die)
        for row, way in enumerate(ways):
            logs[row] += log((1 - _SLIP[way]) * likely(way, worth)[moved] + _SLIP[way] / len(DICE))
    shares: NDArray[np.float64] = exp(logs - logs.max())
    shares /= fsum(shares.ravel().tolist())
    return shares


def by_worlds(
    duel: Duel,
    board: Board,
    worlds: Sequence[tuple[float, World]],
    may: Sequence[tuple[int, ...]],
    ways: Mapping[Way, float],
) -> NDArray[np.float64]:
    """The same, by how likely each hand is."""
    believed = dict.fromkeys(map(frozenset, may), 0.0)
    for weight, world in worlds:
        up = (board.ring.index(spade_of(heart)) for heart in world[duel.other])
        believed[frozenset(place for place in up if not board.is_down(place))] += weight
    return np.array([[share * believed[frozenset(held)] for held in may] for share in ways.values()])


def chances(duel: Duel, board: Board, roll: int, ways: Sequence[Way], weights: NDArray[np.float64]) -> list[float]:
    """How likely the seat is to win with each white die, when the weights of ways and hands are these."""
    here = layout(board)
    table = duel.table(board, here)
    worth = [0.0] * len(DICE)
    for slot, die in enumerate(here.order):
        target = int(table.ring().target[roll - 1, slot, here.row])
        worth[die] = sum(
            fsum((values * weight).tolist())
            for values, weight in zip((_values(table, way, target) for way in ways), weights, strict=True)
        )
    return worth


def _values(table: Table, way: Way, target: int) -> NDArray[np.float32]:
    """How likely it is to win from there against each hand."""
    moved = table.ring()
    if target < moved.size:
        values: NDArray[np.float32] = answers(table, way).theirs[target]
        return values
    if target < moved.chains:
        card, end = divmod(target - moved.size, moved.small)
        blown: tuple[int, ...] = (card,)
    else:
        blown = tuple(int(card) for card in moved.blown[target - moved.chains] if card >= 0)
        end = int(moved.ends[target - moved.chains])
    return exploded(table, way, "theirs", blown, slice(end, end + 1)).reshape(-1)
