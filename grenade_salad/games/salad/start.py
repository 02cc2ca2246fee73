"""The start of Grenade Salad: before the set-up drop, or from a position that was written down."""

from __future__ import annotations

from grenade_salad.core import Illegal, NoSuchSeat, Options, Reason, Setup, WrongSeats
from grenade_salad.games.salad.luck import why_not_in_box
from grenade_salad.games.salad.moves import SaladSetup
from grenade_salad.games.salad.options import SaladOptions, why_not_options
from grenade_salad.games.salad.pieces import DROPPED_EACH, HAND_SIZE, SOLDIERS_EACH, Pose
from grenade_salad.games.salad.reasons import CannotBe
from grenade_salad.games.salad.state import SaladState
from grenade_salad.text import Seat, m


def start(seats: int, options: Options, setup: Setup | None) -> SaladState:
    """The first state. Raises Illegal for seats, house rules or a setup that cannot be (GS-01, GS-03)."""
    assert isinstance(options, SaladOptions)
    if not 2 <= seats <= 4:
        raise Illegal(WrongSeats(m("Grenade Salad"), seats, 2, 4))
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
        )
    assert isinstance(setup, SaladSetup)
    if reason := why_not_setup(seats, options, setup):
        raise Illegal(reason)
    return SaladState(
        options=options,
        measures=options.measures(),
        seats=seats,
        soldiers={soldier.id: soldier for soldier in sorted(setup.soldiers, key=lambda soldier: soldier.id)},
        reserve=list(setup.reserve),
        taken=list(setup.taken),
        hands=[list(hand) for hand in setup.hands],
        deck=list(setup.deck),
        turn=setup.turn,
        step="move",
        next_id=max((soldier.id for soldier in setup.soldiers), default=-1) + 1,
    )


def why_not_setup(seats: int, options: SaladOptions, setup: SaladSetup) -> Reason | None:
    """Why the game cannot start like that: not in the box, or against the rules of a table at rest."""
    for what, entries in (("reserve", setup.reserve), ("taken", setup.taken), ("hands", setup.hands)):
        if len(entries) != seats:
            return CannotBe(
                m(
                    "{key} has {n} entry for {seats} players",
                    "{key} has {n} entries for {seats} players",
                    key=what,
                    n=len(entries),
                    seats=seats,
                )
            )
    if not 0 <= setup.turn < seats:
        return NoSuchSeat(setup.turn, seats)
    if any(len(hand) > HAND_SIZE for hand in setup.hands):
        return CannotBe(m("a hand has more than {most} cards", most=HAND_SIZE))
    cards = [card for hand in setup.hands for card in hand] + list(setup.deck)
    return why_not_in_box(cards) or _why_not_soldiers(setup, options, seats)


def _why_not_soldiers(setup: SaladSetup, options: SaladOptions, seats: int) -> Reason | None:
    """GS-01, GS-04: twenty soldiers each, on the table, in reserve or taken; none overlap."""
    from grenade_salad.games.salad import table

    ids = [soldier.id for soldier in setup.soldiers]
    if len(set(ids)) != len(ids):
        return CannotBe(m("two soldiers have the same number"))
    if any(number < 0 for number in (*ids, *setup.reserve, *setup.taken)):
        return CannotBe(m("a soldier's number, a reserve or a count of taken soldiers is below 0"))
    owners = [soldier.seat for soldier in setup.soldiers]
    if strangers := [seat for seat in owners if not 0 <= seat < seats]:
        return NoSuchSeat(strangers[0], seats)
    gone = 0
    for seat in range(seats):
        rest = SOLDIERS_EACH - owners.count(seat) - setup.reserve[seat]
        if rest < 0:
            return CannotBe(m("{who} has more than {most} soldiers", who=Seat(seat), most=SOLDIERS_EACH))
        gone += rest
    if sum(setup.taken) > gone:
        return CannotBe(
            m(
                "{n} soldier is counted as taken, but the number missing is {gone}",
                "{n} soldiers are counted as taken, but the number missing is {gone}",
                n=sum(setup.taken),
                gone=gone,
            )
        )
    poses = tuple(Pose(soldier.id, soldier.x, soldier.y, soldier.angle) for soldier in setup.soldiers)
    return table.why_not_rest(options.measures(), poses)
