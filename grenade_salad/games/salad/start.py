"""Start of Grenade Salad: before the set-up drop, or from a written position."""

from __future__ import annotations

from grenade_salad.core import Illegal, NoSuchSeat, Options, ReactionWindow, Reason, Setup, WrongSeatCount, clockwise
from grenade_salad.games.salad import PLUGIN, placement
from grenade_salad.games.salad.actions import SaladSetup
from grenade_salad.games.salad.blocks import why_not_blocks
from grenade_salad.games.salad.chance import why_not_in_box
from grenade_salad.games.salad.options import SaladOptions, why_not_options
from grenade_salad.games.salad.pieces import CARDS_PER_TURN, DROPPED_EACH, HAND_SIZE, SOLDIERS_EACH, Pose
from grenade_salad.games.salad.reasons import (
    CannotBe,
    TooManyCards,
    TooManySoldiers,
    WrongAsked,
    WrongDrop,
    WrongStep,
    WrongTrigger,
)
from grenade_salad.games.salad.state import SaladState
from grenade_salad.text import Seat, m


def start(seats: int, options: Options, setup: Setup | None) -> SaladState:
    """Return the first state.

    Raises `Illegal` for seats, house rules or a setup that are impossible (GS-01, GS-03).
    """
    assert isinstance(options, SaladOptions)
    if not PLUGIN.min_seats <= seats <= PLUGIN.max_seats:
        raise Illegal(WrongSeatCount(PLUGIN.title, seats, PLUGIN.min_seats, PLUGIN.max_seats))
    if reason := why_not_options(seats, options):
        raise Illegal(reason)
    if setup is None:
        return SaladState(
            options=options,
            measures=options.measures(),
            seats=seats,
            soldiers={},
            reserve=[SOLDIERS_EACH] * seats,
            taken=[0] * seats,
            hands=[[] for _ in range(seats)],
            deck=[],
            next_id=DROPPED_EACH * seats,
            needs_blocks=options.blocks > 0,
        )
    assert isinstance(setup, SaladSetup)
    if reason := why_not_setup(seats, options, setup):
        raise Illegal(reason)
    return _state_from_setup(seats, options, setup)


def _state_from_setup(seats: int, options: SaladOptions, setup: SaladSetup) -> SaladState:
    """Return the position of a setup that has been checked."""
    asked_seats = () if setup.asked is None else _find_asked_seats(seats, setup, setup.asked)
    min_next_id = DROPPED_EACH * seats if setup.step == "drop" else 0
    played = 0 if setup.cards_left is None else CARDS_PER_TURN - setup.cards_left
    return SaladState(
        options=options,
        measures=options.measures(setup.blocks or ()),
        seats=seats,
        soldiers={soldier.id: soldier for soldier in sorted(setup.soldiers, key=lambda soldier: soldier.id)},
        reserve=list(setup.reserve),
        taken=list(setup.taken),
        hands=[list(hand) for hand in setup.hands],
        deck=list(setup.deck),
        discard=list(setup.discard or ()),
        turn=setup.turn,
        step=setup.step or "move",
        cards_played=played,
        attempts=setup.attempts or 0,
        next_id=max((min_next_id, *(soldier.id + 1 for soldier in setup.soldiers))),
        turns=setup.turns or 0,
        passes=setup.passes or 0,
        still=setup.still or 0,
        is_quiet=not (played or setup.mined),
        window=ReactionWindow(asked_seats, in_turn=True) if asked_seats else None,
        triggers=setup.triggers or (),
    )


def _find_asked_seats(seats: int, setup: SaladSetup, first: int) -> tuple[int, ...]:
    """Return the seats that are asked for a mine, from that one on (GS-23, GS-25)."""
    asked_seats = tuple(seat for seat in clockwise(setup.turn, seats) if setup.hands[seat])
    return asked_seats[asked_seats.index(first) :] if first in asked_seats else ()


def why_not_setup(seats: int, options: SaladOptions, setup: SaladSetup) -> Reason | None:
    """Return why the game cannot start like that, or None.

    The setup is not in the box, or against the rules of a table at rest.
    """
    for key, entries in (("reserve", setup.reserve), ("taken", setup.taken), ("hands", setup.hands)):
        if len(entries) != seats:
            return CannotBe(
                m(
                    "{key} has {n} entry for {seats} players",
                    "{key} has {n} entries for {seats} players",
                    key=key,
                    n=len(entries),
                    seats=seats,
                )
            )
    if not 0 <= setup.turn < seats:
        return NoSuchSeat(setup.turn, seats)
    if any(len(hand) > HAND_SIZE for hand in setup.hands):
        return TooManyCards(m("a hand has more than {most} cards", most=HAND_SIZE))
    cards = [*(card for hand in setup.hands for card in hand), *setup.deck, *(setup.discard or ())]
    return why_not_in_box(cards) or _why_not_soldiers(setup, options, seats) or _why_not_progress(setup, options, seats)


def _why_not_progress(setup: SaladSetup, options: SaladOptions, seats: int) -> Reason | None:
    """Check the progress of a turn (GS-05, GS-10, GS-21 to GS-25, GS-31 to GS-34)."""
    standstill = options.standstill * seats
    counts = (
        ("attempts", setup.attempts, None),
        ("cards_left", setup.cards_left, CARDS_PER_TURN),
        ("turns", setup.turns, None if options.turn_limit is None else options.turn_limit - 1),
        ("passes", setup.passes, 0 if setup.deck else seats - 1),
        ("still", setup.still, standstill - 1 if standstill and setup.deck else None),
    )
    for key, value, maximum in counts:
        if value is not None and (value < 0 or (maximum is not None and value > maximum)):
            return CannotBe(m("{key} cannot be {number} there", key=key, number=value))
    if setup.step == "drop":
        return _why_not_drop(setup, seats)
    if setup.step in (None, "move") and (setup.mined or setup.cards_left not in (None, CARDS_PER_TURN)):
        return WrongStep("cards", "move")
    if setup.step != "mines" and not setup.triggers and setup.asked is None:
        return None
    owners = {soldier.id: soldier.seat for soldier in setup.soldiers}
    triggers = setup.triggers or ()
    if len(set(triggers)) != len(triggers) or any(owners.get(soldier_id) != setup.turn for soldier_id in triggers):
        return WrongTrigger(m("only soldiers of {who}, each once, may have stepped on a mine", who=Seat(setup.turn)))
    if setup.step != "mines" or not triggers or setup.asked is None or not _find_asked_seats(seats, setup, setup.asked):
        return WrongAsked(
            m("an opponent with a card in hand is asked for a mine, once a soldier may have stepped on one")
        )
    return None


def _why_not_drop(setup: SaladSetup, seats: int) -> Reason | None:
    """GS-05: five soldiers of each seat are in the drop, and nothing else happened."""
    later = (setup.deck, setup.discard, setup.mined, setup.triggers, setup.turns, setup.still, setup.turn, *setup.hands)
    has_begun = (
        any(later) or any(setup.taken) or setup.asked is not None or setup.cards_left not in (None, CARDS_PER_TURN)
    )
    if has_begun or (setup.soldiers and not setup.attempts):
        return WrongDrop(m("before the set-up drop is kept there are no cards, and nothing else has happened"))
    for soldier in setup.soldiers:
        if soldier.id // DROPPED_EACH != soldier.seat:
            return WrongDrop(
                m("soldier {soldier} is not one of those that {who} drops", soldier=soldier.id, who=Seat(soldier.seat))
            )
    owners = [soldier.seat for soldier in setup.soldiers]
    if any(SOLDIERS_EACH - owners.count(seat) != setup.reserve[seat] for seat in range(seats)):
        return WrongDrop(m("in the set-up drop all that are not on the table are in reserve"))
    return None


def _why_not_soldiers(setup: SaladSetup, options: SaladOptions, seats: int) -> Reason | None:
    """GS-01, GS-04: each seat has twenty soldiers, and none overlap.

    They are on the table, in reserve or taken.
    """
    ids = [soldier.id for soldier in setup.soldiers]
    if len(set(ids)) != len(ids):
        return CannotBe(m("two soldiers have the same number"))
    if any(value < 0 for value in (*ids, *setup.reserve, *setup.taken)):
        return CannotBe(m("a soldier's number, a reserve or a count of taken soldiers is below 0"))
    owners = [soldier.seat for soldier in setup.soldiers]
    if strangers := [seat for seat in owners if not 0 <= seat < seats]:
        return NoSuchSeat(strangers[0], seats)
    missing = 0
    for seat in range(seats):
        rest = SOLDIERS_EACH - owners.count(seat) - setup.reserve[seat]
        if rest < 0:
            return TooManySoldiers(m("{who} has more than {most} soldiers", who=Seat(seat), most=SOLDIERS_EACH))
        missing += rest
    if sum(setup.taken) > missing:
        return TooManySoldiers(
            m(
                "{n} soldier is counted as taken, but the number missing is {gone}",
                "{n} soldiers are counted as taken, but the number missing is {gone}",
                n=sum(setup.taken),
                gone=missing,
            )
        )
    poses = tuple(Pose(soldier.id, soldier.x, soldier.y, soldier.angle) for soldier in setup.soldiers)
    measures = options.measures(setup.blocks or ())
    return why_not_blocks(measures, measures.blocks) or placement.why_not_rest(measures, poses)
