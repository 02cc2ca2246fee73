"""The deal of the wheel game, and positions that were written down."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from grenade_salad.core import NoSuchSeat, Reason
from grenade_salad.games.wheel.cards import HEARTS, JOKER, RING, spade_of
from grenade_salad.games.wheel.moves import Dealt, WheelSetup
from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.games.wheel.reasons import CannotBe, WrongSeats


def hearts_each(seats: int) -> int:
    """Hearts that everybody is dealt (WH-03)."""
    return 2 if seats == 2 else 1


def why_not_table(seats: int, options: WheelOptions) -> Reason | None:
    """Why so many players, or these house rules, cannot be (WH-01, WH-05)."""
    if not 2 <= seats <= 7:
        return WrongSeats(seats)
    if options.starter is not None and not 0 <= options.starter < seats:
        return NoSuchSeat(options.starter, seats)
    return None


def sample_deal(seats: int, options: WheelOptions, rng: Random) -> Dealt:
    """WH-03 to WH-05."""
    hearts, ring = list(HEARTS), list(RING)
    rng.shuffle(hearts)
    rng.shuffle(ring)
    each = hearts_each(seats)
    dealt = tuple(tuple(hearts[seat * each : (seat + 1) * each]) for seat in range(seats))
    turn = rng.randrange(seats) if options.starter is None else options.starter
    return Dealt(tuple(ring), dealt, turn)


def why_not_deal(seats: int, options: WheelOptions, dealt: Dealt) -> Reason | None:
    """Why the cards cannot be dealt like that."""
    if sorted(dealt.ring) != sorted(RING):
        return CannotBe("the ring is dealt from the seven spades and the joker, each once")
    if reason := why_not_hearts(seats, dealt.hearts):
        return reason
    if any(len(hearts) != hearts_each(seats) for hearts in dealt.hearts):
        return CannotBe(f"everybody is dealt {hearts_each(seats)} of the hearts")
    if not 0 <= dealt.turn < seats:
        return NoSuchSeat(dealt.turn, seats)
    if options.starter is not None and dealt.turn != options.starter:
        return CannotBe(f"by the house rules seat {options.starter} starts, not seat {dealt.turn}")
    return None


def why_not_hearts(seats: int, hands: Sequence[Sequence[str]]) -> Reason | None:
    """Why the players cannot hold these hearts (WH-02, WH-03)."""
    if len(hands) != seats:
        return CannotBe(f"hearts are given for {len(hands)} players, not for {seats}")
    held = [heart for hearts in hands for heart in hearts]
    if strangers := [heart for heart in held if heart not in HEARTS]:
        return CannotBe(f"'{strangers[0]}' is none of the hearts from AH to 7H")
    if twice := [heart for heart in held if held.count(heart) > 1]:
        return CannotBe(f"{twice[0]} is held twice")
    most = hearts_each(seats)
    if any(not 1 <= len(hearts) <= most for hearts in hands):
        return CannotBe("everybody holds one heart" + (" or two" if most == 2 else ""))
    return None


def why_not_setup(seats: int, options: WheelOptions, setup: WheelSetup) -> Reason | None:
    """Why the game cannot start like that."""
    if strangers := [card for card in setup.ring if card not in RING]:
        return CannotBe(f"'{strangers[0]}' is no card of the ring: the spades from AS to 7S, and the joker")
    if len(set(setup.ring)) != len(setup.ring):
        return CannotBe("a card lies in the ring twice")
    if reason := why_not_hearts(seats, setup.hearts):
        return reason
    for heart in (heart for hearts in setup.hearts for heart in hearts):
        if spade_of(heart) not in setup.ring:
            return CannotBe(f"{heart} is held, and {spade_of(heart)} is not in the ring")
    down = setup.face_down or ()
    if len(set(down)) != len(down) or any(not 0 <= index < len(setup.ring) for index in down):
        return CannotBe(f"face_down must be different indexes from 0 to {len(setup.ring) - 1}")
    if not 0 <= setup.turn < seats:
        return NoSuchSeat(setup.turn, seats)
    return _why_not_dice(options, setup) or _why_not_alive(options, setup)


def _why_not_dice(options: WheelOptions, setup: WheelSetup) -> Reason | None:
    """Three dice, on cards in play (WH-07), with numbers that do not blow up (WH-08)."""
    if setup.dice is None:
        return None
    if len(setup.dice) != 3:
        return CannotBe(f"there are three white dice, not {len(setup.dice)}")
    for die in setup.dice:
        if not 0 <= die.at < len(setup.ring):
            return CannotBe(f"a die lies at {die.at}, and the ring has the indexes 0 to {len(setup.ring) - 1}")
        if not 1 <= die.pips <= 5:
            return CannotBe(f"a die at rest shows 1 to 5, not {die.pips}")
        if options.face_down == "skipped" and die.at in (setup.face_down or ()):
            return CannotBe(f"a die lies on the card {die.at}, which is face down")
    return None


def lives(options: WheelOptions, setup: WheelSetup) -> tuple[bool, ...]:
    """Who is still in the game (WH-13)."""
    gone = {setup.ring[index] for index in setup.face_down or ()}
    enough = all if options.last_heart else any
    return tuple(not enough(spade_of(heart) in gone for heart in hearts) for hearts in setup.hearts)


def _why_not_alive(options: WheelOptions, setup: WheelSetup) -> Reason | None:
    alive = lives(options, setup)
    if sum(alive) < 2:
        return CannotBe("fewer than two players are still in the game")
    if not alive[setup.turn]:
        return CannotBe(f"it is the turn of seat {setup.turn}, which is out")
    return None


def first_spade(ring: Sequence[str], down: Sequence[bool]) -> int:
    """Where the dice start: the first spade that was put down and is in play, never the joker (WH-04)."""
    return next(index for index, card in enumerate(ring) if card != JOKER and not down[index])
