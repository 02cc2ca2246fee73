"""What can be done with what is chosen: the verbs of the panel, of a right click and of the keys, from one list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from grenade_salad.app.games.open_table.desk import Desk
from grenade_salad.core import Action
from grenade_salad.games.open_table import moves
from grenade_salad.games.open_table.lying import Key, Lying, hand_name
from grenade_salad.text import Message, m

MOST = 6
"""Verbs that are shown at most; the others have keys."""
SHARES = (1, 2, 3, 4, 5, 6, 7, 10, 13, 0)
"""How many each can be dealt; 0: all."""


@dataclass(frozen=True, slots=True)
class Verb:
    """Words on a button, its key, and the lines that it is; or what the scene does: asks how many, or who won."""

    words: Message
    key: str
    lines: tuple[Action, ...] = ()
    does: Literal["", "deal", "carry", "push", "flick", "finish"] = ""


# Translators: what one does with things on a table, on buttons
FLIP, DRAW, SHUFFLE = m("Turn over"), m("Draw to my hand"), m("Shuffle", context="a stack")
TAKE, ROLL, DEAL = m("Take to my hand"), m("Roll"), m("Deal…")
LOOK, THROUGH, LOCK = m("Look at it"), m("Look through"), m("Lock")
UNLOCK, PLAY, SHOW = m("Unlock"), m("Play"), m("Show to all")
PUSH, FLICK = m("Push", context="along the table"), m("Flick")
GATHER, AWAY, CARRY = m("Gather"), m("Put into the box"), m("Move with the keys")


def offered(desk: Desk) -> list[Verb]:
    """What can be done now, the first as the usual thing; nothing if nothing is chosen or nobody acts."""
    seat = desk.seat
    if seat is None:
        return []
    if desk.card is not None:
        return _of_card(desk, seat, desk.card)
    lying = [found for key in desk.chosen if (found := desk.thing(key)) is not None]
    if len(lying) > 1:
        return _of_several(desk, seat, lying)
    if lying:
        return _of_thing(desk, seat, lying[0])
    return []


def _own_hand(desk: Desk, seat: int) -> str:
    return hand_name(desk.view, desk.seats, seat)


def _of_card(desk: Desk, seat: int, at: int) -> list[Verb]:
    """A card of one's hand; or of what one looks through, to take it out."""
    if desk.looking():
        return _of_searched(desk, seat, at)
    to, side = middle_free(desk), desk.strip.lands
    play = moves.Move(seat, of=desk.hand, at=(at,), to=to, face=side)
    return [Verb(PLAY, "", (play,)), Verb(SHOW, "", (moves.Reveal(seat, of=desk.hand, at=(at,)),))]


def _of_searched(desk: Desk, seat: int, at: int) -> list[Verb]:
    place = searched_place(desk, at)
    hand = _own_hand(desk, seat)
    if place is None or not hand:
        return []
    return [Verb(TAKE, "T", (moves.Move(seat, of=desk.strip.searched, at=(place,), to=hand),))]


def searched_place(desk: Desk, at: int) -> int | None:
    """Where a card that the strip shows lies in the stack that is looked through, counted from its top."""
    found = desk.thing(desk.strip.searched) if desk.strip.searched != "" else None
    if found is None:
        return None
    return desk.view.looks[desk.seat or 0] - 1 - at


def middle_free(desk: Desk) -> tuple[float, float]:
    """A point near the middle of what is seen of the table where nothing lies yet."""
    wide, high = desk.view.box.table
    x, y = desk.camera.middle
    loose = [one for one in desk.things if one.shape != "board"]
    for step in range(60):
        way = 18.0 * ((step + 1) // 2) * (1 if step % 2 else -1)
        at = min(max(x + way, 0.0), wide), min(max(y - high / 8, 0.0), high)
        if all(abs(one.at[0] - at[0]) > 16 or abs(one.at[1] - at[1]) > 16 for one in loose):
            return at
    return x, y


def _of_thing(desk: Desk, seat: int, one: Lying) -> list[Verb]:
    hand, key = _own_hand(desk, seat), one.key
    if isinstance(key, str):
        return _of_holder(desk, seat, one, hand)
    lock = Verb(UNLOCK if one.locked else LOCK, "L", (moves.Set(seat, "lock", key, not one.locked),))
    if one.stack:
        return [
            *([Verb(DRAW, "T", (moves.Move(seat, of=key, to=hand),))] if hand else ()),
            Verb(SHUFFLE, "R", (moves.Shuffle(seat, key),)),
            *([Verb(DEAL, "D", does="deal")] if hand else ()),
            Verb(FLIP, "F", (moves.Flip(seat, (key,)),)),
            Verb(THROUGH, "V", (moves.Look(seat, of=key, n=0),)),
            lock,
        ]
    take = [Verb(TAKE, "T", (moves.Move(seat, what=(key,), to=hand),))] if hand else []
    away, push = Verb(AWAY, "", (moves.Remove(seat, what=(key,)),)), Verb(PUSH, "", does="push")
    flick = Verb(FLICK, "", does="flick")
    if one.locked:
        return [lock]
    match one.shape:
        case "card":
            look = [Verb(LOOK, "V", (moves.Look(seat, what=(key,)),))] if one.back else []
            return [
                Verb(FLIP, "F", (moves.Flip(seat, (key,)),)),
                *take,
                *look,
                Verb(CARRY, "M", does="carry"),
                lock,
                away,
            ]
        case "die":
            return [
                Verb(ROLL, "R", (moves.Roll(seat, (key,)),)),
                Verb(CARRY, "M", does="carry"),
                push,
                flick,
                lock,
                away,
            ]
        case "disc":
            flip = Verb(FLIP, "F", (moves.Flip(seat, (key,)),))
            return [Verb(CARRY, "M", does="carry"), push, flick, flip, *take, lock, away]
    return [Verb(CARRY, "M", does="carry"), push, flick, *take, lock, away]


def _of_holder(desk: Desk, seat: int, one: Lying, hand: str) -> list[Verb]:
    """What lies on each other in a holder, or in a bag."""
    draw = Verb(DRAW, "T", (moves.Move(seat, of=one.key, to=hand),))
    deal = Verb(DEAL, "D", does="deal")
    if one.bag:
        return [draw, deal] if hand else []
    found = [draw, Verb(SHUFFLE, "R", (moves.Shuffle(seat, one.key),)), deal] if hand else []
    flip = Verb(FLIP, "F", (moves.Flip(seat, (one.key,)),))
    return [*found, flip, Verb(THROUGH, "V", (moves.Look(seat, of=one.key, n=0),))]


def _of_several(desk: Desk, seat: int, lying: list[Lying]) -> list[Verb]:
    numbers = tuple(one.key for one in lying if isinstance(one.key, int))
    if len(numbers) != len(lying):
        return []
    found: list[Verb] = []
    if dice := tuple(one.key for one in lying if one.shape == "die" and isinstance(one.key, int)):
        found.append(Verb(ROLL, "R", (moves.Roll(seat, dice),)))
    if all(one.shape in ("card", "disc") for one in lying):
        gather = moves.Move(seat, what=numbers[1:], to=numbers[0])
        found += [Verb(GATHER, "G", (gather,)), Verb(FLIP, "F", (moves.Flip(seat, numbers),))]
    if hand := _own_hand(desk, seat):
        found.append(Verb(TAKE, "T", (moves.Move(seat, what=numbers, to=hand),)))
    found.append(Verb(AWAY, "", (moves.Remove(seat, what=numbers),)))
    return found


def of_nothing(desk: Desk) -> list[Verb]:
    """What can be done while nothing is chosen: pass the turn on, and finish."""
    passing = pass_turn(desk)
    if passing is None:
        return []
    # Translators: buttons at a table where people play what they like
    return [Verb(m("Pass the turn"), "End", (passing,)), Verb(m("Finish…"), "", does="finish")]


def endings(desk: Desk) -> list[Verb]:
    """Who won, if anybody says so: the table is cleared."""
    assert desk.seat is not None
    seat, names = desk.seat, desk.table.names
    won = [Verb(m("{who} won", who=name), "", (moves.Finish(seat, (at,)),)) for at, name in enumerate(names)]
    # Translators: a button: the table is cleared, and nobody says who won
    return [*won, Verb(m("Just clear the table"), "", (moves.Finish(seat),))]


def dealt(desk: Desk, key: Key, number: int) -> Action:
    """So many each from a stack or a holder; 0: all of it."""
    assert desk.seat is not None
    return moves.Deal(desk.seat, key, number)


def pass_turn(desk: Desk) -> Action | None:
    """The turn marker goes to the next seat at which somebody sits."""
    if desk.seat is None:
        return None
    now = desk.view.turn if desk.view.turn is not None else desk.seat
    order = [(now + step) % desk.seats for step in range(1, desk.seats + 1)]
    sitting = [one for one in order if desk.table.controllers[one].kind != "nobody"]
    return moves.Set(desk.seat, "turn", to=(sitting or order)[0])
