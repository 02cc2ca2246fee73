"""Chance in Grenade Salad: where a drop comes to rest, and the deal.

The physics engine is loaded for the first drop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

from grenade_salad.core import NoSuchSeat, Reason
from grenade_salad.games.salad import placement
from grenade_salad.games.salad.actions import Blocks, Deal, Dealt, Rest
from grenade_salad.games.salad.blocks import lay_blocks
from grenade_salad.games.salad.pieces import HAND_SIZE, OF_EACH_SYMBOL, SYMBOLS, Card, Pose
from grenade_salad.games.salad.position import Position
from grenade_salad.games.salad.reasons import CannotBe, NotInBox
from grenade_salad.text import Seat, m


def hidden_cards(state: Position, seat: int) -> list[Card]:
    """Return all cards that the seat cannot see."""
    return [card for owner, hand in enumerate(state.hands) if owner != seat for card in hand] + state.deck


def sample_rest(state: Position, rng: Random) -> Rest:
    """Drop the soldiers that are in the air on the simulated table."""
    from grenade_salad.games.salad import physics

    assert state.falling
    standing = () if state.step == "drop" else tuple(state.soldiers.values())
    falling = tuple(soldier for soldier, _ in state.falling.soldiers)
    seed = rng.getrandbits(48)
    drop = physics.drop(state.measures, standing, falling, state.falling.height, seed)
    return Rest(drop.poses)


def sample_blocks(state: Position, rng: Random) -> Blocks:
    """Lay as many blocks as the house rule has at free places (GS-35)."""
    return Blocks(lay_blocks(state.measures, state.options.blocks, rng))


def sample_deal(state: Position, rng: Random) -> Deal:
    """Shuffle the whole box, deal hands, and draw the starting seat (GS-08, GS-09)."""
    deck: list[Card] = [card for card in SYMBOLS for _ in range(OF_EACH_SYMBOL)]
    rng.shuffle(deck)
    hands = tuple(tuple(deck[seat * HAND_SIZE : (seat + 1) * HAND_SIZE]) for seat in range(state.seats))
    starter = state.options.starter
    turn = rng.randrange(state.seats) if starter is None else starter
    return Deal(Dealt(hands, tuple(deck[state.seats * HAND_SIZE :]), turn))


def why_not_rest(state: Position, poses: tuple[Pose, ...]) -> Reason | None:
    """Return why the soldiers cannot rest like that after the drop (GS-04, GS-07)."""
    assert state.falling
    standing = set() if state.step == "drop" else set(state.soldiers)
    present = standing | {soldier for soldier, _ in state.falling.soldiers}
    ids = [pose.id for pose in poses]
    if len(set(ids)) != len(ids):
        return CannotBe(m("a soldier comes to rest twice"))
    if strangers := sorted(set(ids) - present):
        return CannotBe(m("soldier {soldier} was neither dropped nor on the table", soldier=strangers[0]))
    return placement.why_not_rest(state.measures, poses)


def why_not_deal(state: Position, dealt: Dealt) -> Reason | None:
    """Return why the cards cannot be dealt like that (GS-02, GS-08, GS-09)."""
    if len(dealt.hands) != state.seats:
        count, seats = len(dealt.hands), state.seats
        return CannotBe(
            m("{n} hand is dealt to {seats} players", "{n} hands are dealt to {seats} players", n=count, seats=seats)
        )
    if any(len(hand) != HAND_SIZE for hand in dealt.hands):
        return CannotBe(m("everybody is dealt {number} cards", number=HAND_SIZE))
    cards = [card for hand in dealt.hands for card in hand] + list(dealt.deck)
    if reason := why_not_in_box(cards):
        return reason
    if len(cards) != OF_EACH_SYMBOL * len(SYMBOLS):
        count, box = len(cards), OF_EACH_SYMBOL * len(SYMBOLS)
        return CannotBe(
            m(
                "{n} card is dealt of the {box} in the box",
                "{n} cards are dealt of the {box} in the box",
                n=count,
                box=box,
            )
        )
    if not 0 <= dealt.turn < state.seats:
        return NoSuchSeat(dealt.turn, state.seats)
    starter = state.options.starter
    if starter is not None and dealt.turn != starter:
        starter_name, dealt_name = Seat(starter), Seat(dealt.turn)
        return CannotBe(m("by the house rules {who} starts, not {whom}", who=starter_name, whom=dealt_name))
    return None


def why_not_in_box(cards: Iterable[str]) -> Reason | None:
    """Return why the box does not have these cards (GS-02)."""
    for card, count in Counter(cards).items():
        if card not in SYMBOLS:
            return NotInBox(m("there is no card '{card}' in the box", card=card))
        if count > OF_EACH_SYMBOL:
            return NotInBox(
                m(
                    "there are {number} '{card}' cards, but the box has only {box}",
                    number=count,
                    card=card,
                    box=OF_EACH_SYMBOL,
                )
            )
    return None
