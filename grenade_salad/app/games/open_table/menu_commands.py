"""What can be done with what is chosen: the verbs of the panel, of a right click and of the keys, from one list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot, pi
from typing import Literal

from grenade_salad.app.games.open_table.interaction import Desk
from grenade_salad.app.ui.meanings import Means
from grenade_salad.core import Action
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import Flick
from grenade_salad.games.open_table.box import Point as Spot
from grenade_salad.games.open_table.placed_pieces import Key, Lying, hand_name, starts_of
from grenade_salad.games.open_table.words import next_side
from grenade_salad.text import Words, m

MOST = 6
"""Verbs that are shown at once; one of them shows the others, if there are more."""
_NAME = 14.0
"""mm below a place in which its name stands."""

Does = Literal[
    "",
    "ask",
    "carry",
    "push",
    "supply",
    "write",
    "tool",
    "aim",
    "page",
    "leave",
    "close",
    "air",
]


@dataclass(frozen=True, slots=True)
class Verb:
    """Words on a button, its key, and the lines that it is; or what the scene does with `what`: asks for more, aims."""

    words: Words
    key: Means | Literal[""] = ""
    lines: tuple[Action, ...] = ()
    does: Does = ""
    what: str = ""


# Translators: what one does with things on a table, on buttons
FLIP, DRAW, SHUFFLE = m("Turn over"), m("Draw to my hand"), m("Shuffle", context="a stack")
# Translators: a button: all cards of a pile together
FLIP_PILE = m("Turn the pile over")
TAKE, ROLL, DEAL = m("Take to my hand"), m("Roll"), m("Deal…")
LOOK, THROUGH, LOCK = m("Look at it"), m("Look through"), m("Lock")
# Translators: buttons: how many of a pile is asked then
TAKE_SOME, LOOK_SOME = m("Take how many…"), m("Look at how many…")
# Translators: a button: what somebody has looked at is put down again
CLOSE = m("Stop looking")
UNLOCK, SHOW = m("Unlock"), m("Show…")
# Translators: buttons: a die is not rolled with the others, or it is again
KEEP, KEPT = m("Keep it", context="a die"), m("Don't keep it", context="a die")
# Translators: a button: a card or tile is turned by 90 degrees, clockwise
QUARTER = m("Turn by a quarter")
UP: tuple[Words, actions.Face] = m("Play face up"), "up"
DOWN: tuple[Words, actions.Face] = m("Play face down"), "down"
PUSH, FLICK, WRITE = m("Push", context="along the table"), m("Flick"), m("Write…")
GATHER, AWAY, CARRY = m("Gather"), m("Put into the box"), m("Move…")
# Translators: a button: one writes what a pile of cards is called
NAME = m("Name it…")
# Translators: a button: shows what else can be done
MORE = m("More…")


def offered(desk: Desk) -> list[Verb]:
    """What can be done now, the first as the usual thing; nothing if nothing is chosen or nobody acts."""
    found = _offered(desk)
    if not (found and desk.looking()):
        return found
    close = Verb(CLOSE, "look", does="close")
    others = [one for one in found if one.key != "look"]
    return [*others, close] if desk.card is not None else [close, *others]


def _offered(desk: Desk) -> list[Verb]:
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


def paged(desk: Desk, found: list[Verb]) -> list[Verb]:
    """Those that are shown at once, and the way to the others."""
    if len(found) <= MOST:
        return found
    each = MOST - 1
    first = desk.page * each % (-(-len(found) // each) * each)
    return [*found[first : first + each], Verb(MORE, does="page")]


def _own_hand(desk: Desk, seat: int) -> str:
    return hand_name(desk.view, desk.seats, seat)


def can_write(desk: Desk) -> bool:
    """Whether the box has anything that can be written on, which is no secret."""
    return any(kind.blank for kind in desk.view.box.kinds)


def _of_card(desk: Desk, seat: int, at: int) -> list[Verb]:
    """A card of one's hand; or of what one looks through, to take it out."""
    if desk.looking():
        return _of_searched(desk, seat, at)
    cards = [kind.size for kind in desk.view.box.kinds if kind.piece == "card"] or [(0.0, 0.0)]
    to = middle_free(desk, (max(size[0] for size in cards), max(size[1] for size in cards)))
    sides = (UP, DOWN) if desk.strip.lands == "up" else (DOWN, UP)
    play = [Verb(words, lines=(actions.Move(seat, of=desk.hand, at=(at,), to=to, face=side),)) for words, side in sides]
    write = [Verb(WRITE, "write", does="write")] if can_write(desk) else []
    away = Verb(AWAY, lines=(actions.Remove(seat, of=desk.hand, at=(at,)),))
    carry = Verb(CARRY, "carry", does="carry")
    return [*play, Verb(SHOW, "look", does="ask", what="show"), carry, *write, away]


def _of_searched(desk: Desk, seat: int, at: int) -> list[Verb]:
    place = searched_place(desk, at)
    hand = _own_hand(desk, seat)
    write = [Verb(WRITE, "write", does="write")] if can_write(desk) and single_looked_at(desk) is not None else []
    if place is None or not hand:
        return write
    take = Verb(TAKE, "take", (actions.Move(seat, of=desk.strip.searched, at=(place,), to=hand),))
    return [take, Verb(CARRY, "carry", does="carry")]


def searched_place(desk: Desk, at: int) -> int | None:
    """Where a card that the strip shows lies in the stack that is looked through, counted from its top."""
    found = desk.thing(desk.strip.searched) if desk.strip.searched != "" else None
    if found is None or not found.stack:
        return None
    return desk.view.looks[desk.seat or 0] - 1 - at


def single_looked_at(desk: Desk) -> int | None:
    """The number of the one piece that is looked at."""
    found = desk.thing(desk.strip.searched) if desk.strip.searched != "" else None
    return found.key if found is not None and not found.stack and isinstance(found.key, int) else None


def middle_free(desk: Desk, size: tuple[float, float]) -> tuple[float, float]:
    """Near the middle of what is seen of the table, where a piece of that size in mm covers nothing that lies there
    and no place's name, beside boards if there is room; the middle itself if there is no such point."""
    (wide, high), (x, y) = desk.view.box.table, desk.camera.middle
    loose: list[tuple[Spot, Spot]] = []
    boards: list[tuple[Spot, Spot]] = []
    for one in desk.things:
        (boards if one.shape == "board" else loose).append((one.at, one.size))
    for left, low, across, up in (area.box for area in desk.areas):
        loose.append(((left + across / 2, low + up / 2), (across, up + 2 * _NAME)))
    steps = [(size[0] * column / 2, size[1] * row / 2) for column in range(-18, 19) for row in range(-14, 15)]
    points = [(x + right, y - high / 8 + down) for right, down in sorted(steps, key=lambda step: hypot(*step))]
    inside = [
        at
        for at in points
        if all(part / 2 <= one <= edge - part / 2 for one, part, edge in zip(at, size, (wide, high), strict=True))
    ]
    for taken in (boards, ()):
        for at in inside:
            if not _covers(at, size, taken) and not _covers(at, size, loose):
                return at
    return min(max(x, 0.0), wide), min(max(y, 0.0), high)


def _covers(at: Spot, size: Spot, there: Iterable[tuple[Spot, Spot]]) -> bool:
    """Whether something of that size lies on any of these."""
    return any(
        abs(one[0] - at[0]) < (its[0] + size[0]) / 2 and abs(one[1] - at[1]) < (its[1] + size[1]) / 2
        for one, its in there
    )


def _of_thing(desk: Desk, seat: int, one: Lying) -> list[Verb]:
    hand, key = _own_hand(desk, seat), one.key
    if isinstance(key, str):
        return _of_holder(desk, seat, one, hand)
    names = (KEEP, KEPT) if one.shape == "die" else (LOCK, UNLOCK)
    lock = Verb(names[one.locked], "lock", (actions.Set(seat, "lock", key, not one.locked),))
    write = [Verb(WRITE, "write", does="write")] if one.kind is not None and one.kind.blank and not one.back else []
    away = Verb(AWAY, lines=(actions.Remove(seat, what=(key,)),))
    carry = Verb(CARRY, "carry", does="carry")
    name = Verb(NAME, "write", does="write")
    if one.locked:
        return [*write, lock]
    if one.stack:
        return _of_stack(desk, seat, key, hand, [carry, lock, name, away])
    take = [Verb(TAKE, "take", (actions.Move(seat, what=(key,), to=hand),))] if hand else []
    flip = Verb(FLIP, "flip", (actions.Flip(seat, (key,)),))
    slide = [Verb(PUSH, does="push"), Verb(FLICK, "shoot", does="ask", what="aim")] if one.holder is None else []
    if slide_first(desk, seat, one):
        slide.reverse()
        return [slide[0], carry, slide[1], *take, *write, lock, away]
    match one.shape:
        case "card":
            look = [Verb(LOOK, "look", (actions.Look(seat, what=(key,)),))] if one.back else []
            show = [Verb(SHOW, does="ask", what="show")] if one.back else []
            return [flip, *take, *look, *write, *_quarter(seat, key, one), carry, lock, away, *show]
        case "die":
            roll, turn = Verb(ROLL, "roll", (actions.Roll(seat, (key,)),)), _turned(seat, key, one)
            return [roll, lock, turn, *slide, carry, *write, away]
        case "disc" if _tells_of_shots(desk.view.box.flick):
            return [*reversed(slide), carry, flip, *take, *write, lock, away]
        case "disc":
            return [carry, flip, *slide, *take, *write, lock, away]
        case "board":
            return [carry, *write, *_quarter(seat, key, one), lock, away]
    return [carry, *slide, *take, *write, lock, away]


def _quarter(seat: int, key: int, one: Lying) -> list[Verb]:
    """What lies by itself is turned where it is, as far as it looks otherwise then."""
    if one.holder is not None:
        return []
    angle = round((one.angle - pi / 2) % (2 * pi), 4)
    return [Verb(QUARTER, "turn_right", (actions.Move(seat, what=(key,), to=one.at, angle=angle),))]


def _turned(seat: int, key: int, one: Lying) -> Verb:
    """A die is turned by hand to its next side."""
    assert one.kind is not None
    side, words = next_side(one.kind, one.face.side)
    return Verb(words, "flip", (actions.Set(seat, "die", key, side),))


def _tells_of_shots(flick: Flick) -> bool:
    """Whether the box says how shots are, and not where they begin: then any disc may be the one that is shot."""
    return not flick.starts and flick != Flick()


def slide_first(desk: Desk, seat: int, one: Lying) -> bool:
    """Whether the piece lies where the box says that shots begin."""
    begins = one.holder is None and any(start.has(one.at) for start in starts_of(desk.view, seat))
    return begins and one.shape in ("disc", "cube", "pawn")


def _of_stack(desk: Desk, seat: int, key: int, hand: str, more: list[Verb]) -> list[Verb]:
    return [
        *([Verb(DRAW, "take", (actions.Move(seat, of=key, to=hand),))] if hand else ()),
        Verb(SHUFFLE, "roll", (actions.Shuffle(seat, key),)),
        *([Verb(DEAL, "deal", does="ask", what="deal")] if hand else ()),
        flipping(desk, seat, (key,)),
        Verb(THROUGH, "look", (actions.Look(seat, of=key, n=0),)),
        *_some(),
        *more,
    ]


def _some() -> list[Verb]:
    """Not one of a pile, and not all of it."""
    take = Verb(TAKE_SOME, "take_some", does="ask", what="take")
    return [take, Verb(LOOK_SOME, "look_some", does="ask", what="look")]


def flipping(desk: Desk, seat: int, keys: tuple[Key, ...]) -> Verb:
    """Turn these over; a stack asks first if that shows a card that nobody knows."""
    pile = len(keys) == 1 and (one := desk.thing(keys[0])) is not None and one.stack
    words = FLIP_PILE if pile else FLIP
    if any(_shows_unknown(desk, key) for key in keys):
        return Verb(words, "flip", does="ask", what="flip")
    return Verb(words, "flip", (actions.Flip(seat, keys),))


def _shows_unknown(desk: Desk, key: Key) -> bool:
    """Whether the lowest of a stack lies face down, and not everybody knows it."""
    view = desk.view
    stack = next((one for one in view.stacks if one.number == key), None)
    if stack is not None:
        unknown = isinstance(stack.inside, int) or (bool(stack.inside) and stack.inside[0].front is None)
        return stack.turned < 0 and unknown
    seen = view.holder(key) if isinstance(key, str) else None
    if seen is None or seen.count < 2:
        return False
    return isinstance(seen.inside, int) or (bool(seen.inside) and seen.inside[0].front is None)


def _of_holder(desk: Desk, seat: int, one: Lying, hand: str) -> list[Verb]:
    """What lies on each other in a holder, or in a bag."""
    assert isinstance(one.key, str)
    draw = Verb(DRAW, "take", (actions.Move(seat, of=one.key, to=hand),))
    deal = Verb(DEAL, "deal", does="ask", what="deal")
    some, carry = _some() if one.count > 1 else [], Verb(CARRY, "carry", does="carry")
    if one.bag:
        return [*([draw, deal] if hand else ()), *some[:1], carry]
    found = [draw, Verb(SHUFFLE, "roll", (actions.Shuffle(seat, one.key),)), deal] if hand else []
    through = Verb(THROUGH, "look", (actions.Look(seat, of=one.key, n=0),))
    return [*found, flipping(desk, seat, (one.key,)), through, *some, carry]


def _of_several(desk: Desk, seat: int, lying: list[Lying]) -> list[Verb]:
    numbers = tuple(one.key for one in lying if isinstance(one.key, int))
    found: list[Verb] = []
    shuffles = tuple(actions.Shuffle(seat, one.key, goes_on=at > 0) for at, one in enumerate(lying))
    shuffle = [Verb(SHUFFLE, "roll", shuffles)] if all(map(_can_shuffle, lying)) else []
    if len(numbers) != len(lying):
        return shuffle
    if dice := tuple(one.key for one in lying if one.shape == "die" and isinstance(one.key, int)):
        found.append(Verb(ROLL, "roll", (actions.Roll(seat, dice),)))
        keep = [actions.Set(seat, "lock", die, True, goes_on=at > 0) for at, die in enumerate(dice)]
        if len(dice) == len(lying):
            found.append(Verb(KEEP, "lock", tuple(keep)))
    if all(one.shape in ("card", "disc") for one in lying):
        gather = actions.Move(seat, what=numbers[1:], to=numbers[0])
        found += [Verb(GATHER, "gather", (gather,)), *shuffle, flipping(desk, seat, numbers)]
    if hand := _own_hand(desk, seat):
        found.append(Verb(TAKE, "take", (actions.Move(seat, what=numbers, to=hand),)))
    if all(one.back for one in lying):
        found.append(Verb(SHOW, does="ask", what="show"))
    if not any(one.locked for one in lying):
        found.append(Verb(CARRY, "carry", does="carry"))
    found.append(Verb(AWAY, lines=(actions.Remove(seat, what=numbers),)))
    return found


def _can_shuffle(one: Lying) -> bool:
    return one.stack and not one.locked and not one.bag


def of_nothing(desk: Desk) -> list[Verb]:
    """What can be done while nothing is chosen: with the turn, the box, the hand as a whole, tools, and finish."""
    passing, seat = pass_turn(desk), desk.seat
    if passing is None or seat is None:
        return []
    # Translators: buttons at a table where people play what they like
    found = [
        *([Verb(CLOSE, "look", does="close")] if desk.looking() else ()),
        Verb(m("Pass the turn"), "pass_turn", (passing,)),
        Verb(m("Give the turn to…"), does="ask", what="turn"),
        Verb(m("Out of the box…"), "supply", does="supply"),
        # Translators: a button: with ruler, sight line or circle
        Verb(m("Measure…"), "measure", does="ask", what="measure"),
    ]
    seen = desk.view.holder(desk.hand) if desk.hand else None
    if seen is not None:
        words = m("Hide my hand") if seen.open else m("Lay my hand open")
        found.append(Verb(words, lines=(actions.Set(seat, "open", desk.hand, not seen.open),)))
    return [*found, Verb(m("Finish…"), does="ask", what="finish")]


def dealt(desk: Desk, key: Key, number: int) -> Action:
    """So many each from a stack or a holder; 0: all of it."""
    assert desk.seat is not None
    return actions.Deal(desk.seat, key, number)


def pass_turn(desk: Desk) -> Action | None:
    """The turn marker goes to the next seat at which somebody sits."""
    if desk.seat is None:
        return None
    now = desk.view.turn if desk.view.turn is not None else desk.seat
    order = [(now + step) % desk.seats for step in range(1, desk.seats + 1)]
    sitting = [one for one in order if desk.table.controllers[one].kind != "nobody"]
    return actions.Set(desk.seat, "turn", to=(sitting or order)[0])
