"""Positions of Grenade Salad as one seat knows them, and changes to them."""

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
"""Rounds without a card that end a game without a standstill rule."""


def calm_turns(view: SaladView) -> tuple[int, int]:
    """Return the turns in sequence without a card, and the number that ends the game."""
    if view.end_phase:
        return view.passes, len(view.hands)
    if view.options.throw_away:
        return 0, _NO_LIMIT * len(view.hands)
    return view.still, (view.options.standstill or _NO_LIMIT) * len(view.hands)


def ends_without_card(view: SaladView) -> bool:
    """True if the game is over when the turn ends now."""
    calm_count, calm_limit = calm_turns(view)
    return view.cards_left == CARDS_PER_TURN and calm_count + 1 >= calm_limit


def compare_standing(view: SaladView, seat: int) -> int:
    """Return 1 if the seat would win now, 0 if it would share the win, else -1."""
    keys = list(zip(view.scores, view.reserve, strict=True))
    own_key = keys.pop(seat)
    return (own_key > max(keys)) - (own_key < max(keys))


CARD_INDEX = {card: index for index, card in enumerate(SYMBOLS)}
"""The index of a card in a hand."""
MAX_TURNS_LEFT = 100
"""Maximum number of turns left; more are not counted."""


@dataclass(frozen=True)
class KnownPosition:
    """The position. Soldiers are arrays in one order.

    Seats are numbered from the own one on, which is 0.
    """

    seat: int
    """The own seat, as the match numbers it."""
    options: SaladOptions
    measures: Measures
    xy: Floats
    angle: Floats
    owner: np.ndarray[tuple[int], np.dtype[np.intp]]
    """The seat of each soldier."""
    ids: tuple[int, ...]
    """The id of each soldier."""
    reserve: tuple[int, ...]
    taken: tuple[int, ...]
    cards: tuple[int, ...]
    """The number of cards of each hand."""
    hand: tuple[float, ...]
    """The own cards by kind."""
    pool: Floats
    """The probability of each kind for a hidden card."""
    unseen: int
    deck: float
    turns_left: int
    cards_left: int
    may_move: bool
    calm: int
    """The number of turns in sequence without a card, before this one."""
    calm_limit: int
    """The number of such turns with which the game ends."""
    is_expert: bool = False
    """True if Expert's networks estimate it, False if Hard's do."""

    @property
    def seats(self) -> int:
        """The number of players: each has a reserve, if an empty one."""
        return len(self.reserve)

    @property
    def must_throw_away(self) -> bool:
        """True if a card can and must be thrown away before the turn ends (GS-36)."""
        return self.options.throw_away and self.deck > 0 and self.cards_left == CARDS_PER_TURN and max(self.hand) >= 1


@dataclass(frozen=True)
class Change:
    """The effects of a step."""

    action: Action
    killed: tuple[int, ...] = ()
    """Indexes of soldiers that die."""
    new: tuple[tuple[float, float, float], ...] = ()
    """The places (x, y, angle) of soldiers from the reserve, or of the moved one."""
    moved: int | None = None
    """The index of the soldier that is moved, or None."""
    card: int | None = None
    """The kind of the card that it takes, or None."""
    taker: int = 0
    """The seat that takes the killed, numbered from the own one on."""
    lost: int = 0
    """The number of soldiers of the reserve that die as soon as they are placed."""
    hope: float = 0.0
    """Points that it might bring later."""


def read_position(view: SaladView, seat: int, is_expert: bool = False) -> KnownPosition:
    """Return the position as a seat sees it, for Hard's network or for Expert's."""
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
        # An answer in a reaction window does not end the turn.
        calm=calm_now - (view.step == "mines"),
        calm_limit=calm_limit,
        is_expert=is_expert,
    )


def apply_change(board: KnownPosition, change: Change) -> KnownPosition:
    """Return the position after the step, if nobody plays a mine.

    Its new soldiers are the last ones; moved ones, too.
    """
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
    """Return the turns in sequence without a card after each change (b,).

    The turn ends after the change.
    """
    if board.cards_left < CARDS_PER_TURN:
        return np.zeros(len(changes))
    return np.array([0.0 if change.card is not None else board.calm + 1.0 for change in changes])


def mine_chance(board: KnownPosition) -> float:
    """Return the chance that a rival holds a mine, by the cards that were seen."""
    rival_cards = sum(board.cards[1:])
    mines = round(board.pool[CARD_INDEX["footpath"]] * board.unseen)
    none = 1.0
    for index in range(rival_cards):
        none *= max(0.0, (board.unseen - mines - index) / max(1, board.unseen - index))
    return 1.0 - none


def refill_hands(board: KnownPosition, changes: Sequence[Change]) -> tuple[Floats, Floats]:
    """Return the mean own hand by kinds (b, 6) and deck (b,) after each change.

    The turn ends after the change, and the hand is filled up.
    """
    hands = np.tile(np.array(board.hand), (len(changes), 1))
    for row, change in enumerate(changes):
        if change.card is not None:
            hands[row, change.card] -= 1
    missing = np.minimum(HAND_SIZE - hands.sum(axis=1), board.deck)
    return hands + missing[:, None] * board.pool, board.deck - missing


def find_survivors(board: KnownPosition, changes: Sequence[Change]) -> Bools:
    """Return which of the soldiers on the table survive each change: (b, n)."""
    is_there = np.ones((len(changes), len(board.ids)), dtype=bool)
    for row, change in enumerate(changes):
        is_there[row, list(change.killed)] = False
        if change.moved is not None:
            is_there[row, change.moved] = False
    return is_there
