"""Legality of setups and deals (WH-02 to WH-05, WH-13)."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from random import Random

from grenade_salad.core import NoSuchSeat, Reason
from grenade_salad.games.wheel import reasons
from grenade_salad.games.wheel.actions import Die, WheelSetup
from grenade_salad.games.wheel.cards import HEARTS, JOKER, RING, matching_spade
from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.games.wheel.ring import BLAST_PIPS, DICE, PIPS
from grenade_salad.text import Words, m

_IN_RING, _IN_HANDS = frozenset(RING), frozenset(HEARTS)
_FIRST_DICE = tuple((Die(index, 1),) * len(DICE) for index in range(len(RING)))


def hearts_each(seats: int) -> int:
    """Return the number of hearts that a player gets (WH-03)."""
    return 2 if seats == 2 else 1


def first_dice(setup: WheelSetup) -> tuple[Die, ...]:
    """Return the dice at the start (WH-04).

    They are on the first spade that was put down and is in play, each showing 1.
    """
    index = 0
    while setup.ring[index] == JOKER or (setup.face_down and index in setup.face_down):
        index += 1
    return _FIRST_DICE[index]


def deal(seats: int, options: WheelOptions, rng: Random) -> WheelSetup:
    """Return a random deal (WH-03 to WH-05)."""
    # Sorting by random keys is a fair shuffle, and faster than Random.shuffle for so few cards.
    random = rng.random
    ring = sorted(RING, key=lambda _: random())
    hearts = sorted(HEARTS, key=lambda _: random())
    rounds = [hearts[round_index * seats : (round_index + 1) * seats] for round_index in range(hearts_each(seats))]
    hands = tuple(zip(*rounds, strict=True))
    turn = int(random() * seats) if options.starter is None else options.starter
    return WheelSetup(tuple(ring), hands, turn)


def why_not_deal(seats: int, options: WheelOptions, outcome: WheelSetup) -> Reason | None:
    """Return why this cannot be dealt, or None."""
    if reason := why_not_setup(seats, options, outcome):
        return reason
    if len(outcome.ring) < len(RING):
        return reasons.CardMissing(next(card for card in RING if card not in outcome.ring))
    each = hearts_each(seats)
    if reason := _check_numbers(outcome, each, each):
        return reason
    if options.starter is not None and outcome.turn != options.starter:
        return reasons.OtherStarter(outcome.turn, options.starter)
    if outcome.dice is not None and outcome.dice != first_dice(outcome):
        # Translators: a part of a deal: "a deal cannot say this of the dice"
        return reasons.NotAtTheStart(m("dice"))
    if outcome.face_down:
        return reasons.NotAtTheStart(m("cards face down"))
    if outcome.roll is not None:
        return reasons.NotAtTheStart(m("dice"))
    return None


def why_not_setup(seats: int, options: WheelOptions, setup: WheelSetup) -> Reason | None:
    """Return why a game cannot have this position, or None. Some cards may be unused."""
    return (
        # Translators: a part of a position that somebody wrote: in the place of {place} or {what}
        _check_cards(setup.ring, _IN_RING, m("the ring"))
        or _check_hearts(seats, setup)
        or (_check_face_down(options, setup) if setup.face_down else None)
        or _check_dice(options, setup)
        or _check_turn(seats, options, setup)
    )


def _check_cards(cards: Sequence[str], box: AbstractSet[str], place: Words) -> Reason | None:
    different = set(cards)
    if different <= box and len(different) == len(cards):
        return None
    for card in cards:
        if card not in box:
            return reasons.NoSuchCard(card, place)
    return next(reasons.CardTwice(card) for card in cards if cards.count(card) > 1)


def _check_hearts(seats: int, setup: WheelSetup) -> Reason | None:
    """WH-03: check the hearts of each seat.

    A player of two may have lost the other heart before the position was written down.
    """
    if len(setup.hearts) != seats:
        return reasons.WrongHands(seats, len(setup.hearts))
    if reason := _check_numbers(setup, 1, hearts_each(seats)):
        return reason
    held = list(chain.from_iterable(setup.hearts))
    if reason := _check_cards(held, _IN_HANDS, m("a hand of hearts")):
        return reason
    if len(setup.ring) == len(RING):
        return None
    return next((reasons.NoSpadeFor(heart) for heart in held if matching_spade(heart) not in setup.ring), None)


def _check_numbers(setup: WheelSetup, minimum: int, maximum: int) -> Reason | None:
    counts = list(map(len, setup.hearts))
    if minimum <= min(counts) and max(counts) <= maximum:
        return None
    wrong = (reasons.WrongHearts(seat, count, minimum, maximum) for seat, count in enumerate(counts))
    return next(reason for reason in wrong if not minimum <= reason.count <= maximum)


def _check_face_down(options: WheelOptions, setup: WheelSetup) -> Reason | None:
    down = setup.face_down or ()
    for index in down:
        if not 0 <= index < len(setup.ring):
            return reasons.NotInTheRing(m("a card face down"), index, len(setup.ring))
        if down.count(index) > 1:
            return reasons.FaceDownTwice(index)
        if setup.ring[index] == JOKER and options.joker_safe:
            return reasons.JokerIsSafe()
    return None


def _check_dice(options: WheelOptions, setup: WheelSetup) -> Reason | None:
    """Check the white dice. A die may be on the joker: it can have been moved there."""
    dice = setup.dice
    if dice is None:
        return None
    if len(dice) != len(DICE):
        return reasons.WrongDice(len(dice))
    for white, die in enumerate(dice):
        if not 0 <= die.at < len(setup.ring):
            return reasons.NotInTheRing(m("white die {number}", number=white), die.at, len(setup.ring))
        if not 1 <= die.pips < BLAST_PIPS:
            return reasons.WrongPips(white, die.pips)
        if options.face_down == "skipped" and die.at in (setup.face_down or ()):
            return reasons.OnFaceDown(white, die.at)
    return None


def _check_turn(seats: int, options: WheelOptions, setup: WheelSetup) -> Reason | None:
    if not 0 <= setup.turn < seats:
        return NoSuchSeat(setup.turn, seats)
    if setup.roll is not None and setup.roll not in PIPS:
        return reasons.NoSuchRoll(setup.roll)
    alive = find_alive(options, setup) if setup.face_down else [True] * seats
    if sum(alive) < 2:
        return reasons.TooFewPlayers(sum(alive))
    out = setup.out or ()
    if len(set(out)) != len(out) or not all(0 <= seat < seats and not alive[seat] for seat in out):
        return reasons.NotOut()
    return None if alive[setup.turn] else reasons.TurnOfNobody(setup.turn)


def find_alive(options: WheelOptions, setup: WheelSetup) -> list[bool]:
    """Return for each seat if it is in the game, by the cards face down (WH-13)."""
    down = {setup.ring[index] for index in setup.face_down or ()}
    enough = all if options.last_heart else any
    return [not enough(matching_spade(heart) in down for heart in hearts) for hearts in setup.hearts]
