"""Luck in Grenade Salad: where a drop comes to rest, and the deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING

from grenade_salad.core import NoSuchSeat, Reason
from grenade_salad.games.salad.moves import Deal, Dealt, Rest
from grenade_salad.games.salad.pieces import HAND_SIZE, OF_EACH_SYMBOL, SYMBOLS, Pose
from grenade_salad.games.salad.reasons import CannotBe

if TYPE_CHECKING:
    from grenade_salad.games.salad.state import SaladState


def pool(state: SaladState, seat: int) -> list[str]:
    """All cards that the seat cannot see."""
    return [card for owner, hand in enumerate(state.hands) if owner != seat for card in hand] + state.deck


def sample_rest(state: SaladState, rng: Random) -> Rest:
    """Drop the soldiers that are in the air on the real table."""
    from grenade_salad.games.salad import table

    assert state.falling
    standing = () if state.step == "drop" else tuple(state.soldiers.values())
    falling = tuple(soldier for soldier, _ in state.falling.soldiers)
    seed = rng.getrandbits(48)
    drop = table.drop(state.measures, standing, falling, state.falling.height, seed, track=True)
    return Rest(drop.poses, track=drop.track)


def sample_deal(state: SaladState, rng: Random) -> Deal:
    """GS-08, GS-09."""
    deck = [card for card in SYMBOLS for _ in range(OF_EACH_SYMBOL)]
    rng.shuffle(deck)
    hands = tuple(tuple(deck[seat * HAND_SIZE : (seat + 1) * HAND_SIZE]) for seat in range(state.seats))
    starter = state.options.starter
    turn = rng.randrange(state.seats) if starter is None else starter
    return Deal(Dealt(hands, tuple(deck[state.seats * HAND_SIZE :]), turn))


def why_not_rest(state: SaladState, poses: tuple[Pose, ...]) -> Reason | None:
    """Why the soldiers cannot lie like that after the drop (GS-04, GS-07)."""
    from grenade_salad.games.salad import table

    assert state.falling
    standing = set() if state.step == "drop" else set(state.soldiers)
    known = standing | {soldier for soldier, _ in state.falling.soldiers}
    ids = [pose.id for pose in poses]
    if len(set(ids)) != len(ids):
        return CannotBe("a soldier comes to rest twice")
    if strangers := sorted(set(ids) - known):
        return CannotBe(f"soldier {strangers[0]} was neither dropped nor on the table")
    return table.why_not_rest(state.measures, poses)


def why_not_deal(state: SaladState, dealt: Dealt) -> Reason | None:
    """Why the cards cannot be dealt like that (GS-02, GS-08, GS-09)."""
    if len(dealt.hands) != state.seats:
        return CannotBe(f"{len(dealt.hands)} hands are dealt to {state.seats} players")
    if any(len(hand) != HAND_SIZE for hand in dealt.hands):
        return CannotBe(f"everybody is dealt {HAND_SIZE} cards")
    cards = [card for hand in dealt.hands for card in hand] + list(dealt.deck)
    if reason := why_not_in_box(cards):
        return reason
    if len(cards) != OF_EACH_SYMBOL * len(SYMBOLS):
        return CannotBe(f"{len(cards)} cards are dealt of the {OF_EACH_SYMBOL * len(SYMBOLS)} in the box")
    if not 0 <= dealt.turn < state.seats:
        return NoSuchSeat(dealt.turn, state.seats)
    starter = state.options.starter
    if starter is not None and dealt.turn != starter:
        return CannotBe(f"by the house rules seat {starter} starts, not seat {dealt.turn}")
    return None


def why_not_in_box(cards: Iterable[str]) -> Reason | None:
    """Why the box does not have these cards (GS-02)."""
    for card, number in Counter(cards).items():
        if card not in SYMBOLS:
            return CannotBe(f"there is no card '{card}' in the box")
        if number > OF_EACH_SYMBOL:
            return CannotBe(f"there are {number} cards '{card}', and the box has {OF_EACH_SYMBOL}")
    return None
