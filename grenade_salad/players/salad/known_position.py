"""A position of Grenade Salad as one seat knows it, in plain numbers, and what a step would change in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from grenade_salad.core import Action
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import CARDS_PER_TURN, HAND_SIZE, OF_EACH_SYMBOL, SYMBOLS, Measures
from grenade_salad.games.salad.vector_geometry import Bools, Floats, pose_arrays
from grenade_salad.games.salad.view import SaladView

_NO_LIMIT = 1_000_000
"""Rounds without a card that end a game without a standstill."""


def calm_turns(view: SaladView) -> tuple[int, int]:
    """How many turns in sequence passed without a card, and with how many of them the game ends."""
    if view.end_phase:
        return view.passes, len(view.hands)
    if view.options.throw_away:
        return 0, _NO_LIMIT * len(view.hands)
    return view.still, (view.options.standstill or _NO_LIMIT) * len(view.hands)


def ends_without_card(view: SaladView) -> bool:
    """Whether the game is over if the turn ends now."""
    calm_count, calm_limit = calm_turns(view)
    return view.cards_left == CARDS_PER_TURN and calm_count + 1 >= calm_limit


def compare_standing(view: SaladView, seat: int) -> int:
    """1 if the seat would win alone if the points were counted now, 0 if it would share the win, -1 if it would not."""
    keys = list(zip(view.scores, view.reserve, strict=True))
    own_key = keys.pop(seat)
    return (own_key > max(keys)) - (own_key < max(keys))


CARD_INDEX = {card: index for index, card in enumerate(SYMBOLS)}
"""Where a card is counted in a hand."""
MAX_TURNS_LEFT = 100
"""Turns after which everything is far away: more are never counted."""


@dataclass(frozen=True)
class KnownPosition:
    """The position. Soldiers are arrays in one order; `who` and all lists by seat are numbered from the own seat on.

    So 0 is always oneself. `hand` are the own cards by kind, `pool` is how likely a card that one cannot see is of a
    kind, `cards` how many cards there are in each hand, `is_expert` whether Expert's networks say what it is worth.
    `calm` is how many turns in sequence nobody has played a card in, before this one; with `calm_limit` of them the
    game ends.
    """

    seat: int
    options: SaladOptions
    measures: Measures
    xy: Floats
    angle: Floats
    owner: np.ndarray[tuple[int], np.dtype[np.intp]]
    ids: tuple[int, ...]
    reserve: tuple[int, ...]
    taken: tuple[int, ...]
    cards: tuple[int, ...]
    hand: tuple[float, ...]
    pool: Floats
    unseen: int
    deck: float
    turns_left: int
    cards_left: int
    may_move: bool
    calm: int
    calm_limit: int
    is_expert: bool = False

    @property
    def seats(self) -> int:
        """How many play: each has a reserve, if an empty one."""
        return len(self.reserve)

    @property
    def must_throw_away(self) -> bool:
        """Whether a card can be thrown away now, and must be before the turn ends (GS-36)."""
        return self.options.throw_away and self.deck > 0 and self.cards_left == CARDS_PER_TURN and max(self.hand) >= 1


@dataclass(frozen=True)
class Change:
    """What a step would change: whom it kills, who is new and where, which card it takes, what it sets off.

    `killed` are indexes of soldiers. `new` are the places (x, y, angle) of soldiers from the reserve, or of `moved`,
    which is the index of the one that is lifted. `by` is who takes the killed, numbered from the own seat on;
    `lost` is how many soldiers of the reserve die as soon as they are there. `hope` is what the step might bring later.
    """

    action: Action
    killed: tuple[int, ...] = ()
    new: tuple[tuple[float, float, float], ...] = ()
    moved: int | None = None
    card: int | None = None
    taker: int = 0
    lost: int = 0
    hope: float = 0.0


def read_position(view: SaladView, seat: int, is_expert: bool = False) -> KnownPosition:
    """The position as a seat sees it, to be weighed by Hard's network or by Expert's."""
    seats = len(view.hands)
    seat_order = [(seat + step) % seats for step in range(seats)]
    own_hand = view.hands[seat]
    own_cards = own_hand if isinstance(own_hand, tuple) else ()
    seen_cards = [*own_cards, *view.discard]
    unseen = np.array([max(0, OF_EACH_SYMBOL - seen_cards.count(card)) for card in SYMBOLS], dtype=float)
    deck = view.deck if isinstance(view.deck, int) else len(view.deck)
    cards = [len(hand) if isinstance(hand, tuple) else hand for hand in view.hands]
    xy, angle = pose_arrays(view.soldiers)
    limit = view.options.turn_limit
    total = float(unseen.sum())
    calm_now, calm_limit = calm_turns(view)
    return KnownPosition(
        seat=seat,
        options=view.options,
        measures=view.measures(),
        xy=xy,
        angle=angle,
        owner=np.array([(soldier.seat - seat) % seats for soldier in view.soldiers], dtype=np.intp),
        ids=tuple(soldier.id for soldier in view.soldiers),
        reserve=tuple(view.reserve[other_seat] for other_seat in seat_order),
        taken=tuple(view.taken[other_seat] for other_seat in seat_order),
        cards=tuple(cards[other_seat] for other_seat in seat_order),
        hand=tuple(float(own_cards.count(card)) for card in SYMBOLS),
        pool=unseen / max(1.0, total),
        unseen=int(total),
        deck=float(deck),
        turns_left=MAX_TURNS_LEFT if limit is None else min(MAX_TURNS_LEFT, limit - view.turns),
        cards_left=view.cards_left,
        may_move=view.step == "move",
        # Who answers a window does not end the turn with it.
        calm=calm_now - (view.step == "mines"),
        calm_limit=calm_limit,
        is_expert=is_expert,
    )


def apply_change(board: KnownPosition, change: Change) -> KnownPosition:
    """The position after the step, if nobody plays a mine. Its new soldiers are the last ones; moved ones, too."""
    removed = {*change.killed, *([] if change.moved is None else [change.moved])}
    remaining = [index for index in range(len(board.ids)) if index not in removed]
    places = np.array(change.new, dtype=float).reshape(-1, 3)
    new_id = -1 if change.moved is None else board.ids[change.moved]
    hand = list(board.hand)
    if change.card is not None:
        hand[change.card] -= 1
    placed = len(change.new) if change.moved is None else 0
    return replace(
        board,
        xy=np.concatenate((board.xy[remaining], places[:, :2])),
        angle=np.concatenate((board.angle[remaining], places[:, 2])),
        owner=np.concatenate((board.owner[remaining], np.zeros(len(places), dtype=np.intp))),
        ids=(*(board.ids[index] for index in remaining), *([new_id] * len(places))),
        reserve=(board.reserve[0] - placed, *board.reserve[1:]),
        taken=tuple(
            taken + (len(change.killed) if seat == change.taker else 0) for seat, taken in enumerate(board.taken)
        ),
        cards=(board.cards[0] - (change.card is not None), *board.cards[1:]),
        hand=tuple(hand),
        cards_left=board.cards_left - (change.card is not None),
        may_move=False,
    )


def calm_after(board: KnownPosition, changes: Sequence[Change]) -> Floats:
    """How many turns in sequence nobody has played a card in when the turn has ended after each of the changes (b,)."""
    if board.cards_left < CARDS_PER_TURN:
        return np.zeros(len(changes))
    return np.array([0.0 if change.card is not None else board.calm + 1.0 for change in changes])


def mine_chance(board: KnownPosition) -> float:
    """How likely it is that somebody else holds a mine, by the cards that one has seen."""
    rival_cards = sum(board.cards[1:])
    mines = round(board.pool[CARD_INDEX["footpath"]] * board.unseen)
    none = 1.0
    for index in range(rival_cards):
        none *= max(0.0, (board.unseen - mines - index) / max(1, board.unseen - index))
    return 1.0 - none


def refill_hands(board: KnownPosition, changes: Sequence[Change]) -> tuple[Floats, Floats]:
    """The own hand by kinds (b, 6) and the deck (b,) when the turn has ended after each of the changes, on average."""
    hands = np.tile(np.array(board.hand), (len(changes), 1))
    for row, change in enumerate(changes):
        if change.card is not None:
            hands[row, change.card] -= 1
    missing = np.minimum(HAND_SIZE - hands.sum(axis=1), board.deck)
    return hands + missing[:, None] * board.pool, board.deck - missing


def find_survivors(board: KnownPosition, changes: Sequence[Change]) -> Bools:
    """Who of the soldiers that are on the table now is still there after each change: (b, n)."""
    is_there = np.ones((len(changes), len(board.ids)), dtype=bool)
    for row, change in enumerate(changes):
        is_there[row, list(change.killed)] = False
        if change.moved is not None:
            is_there[row, change.moved] = False
    return is_there
