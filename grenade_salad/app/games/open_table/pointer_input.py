"""Mouse and fingers on the table: choose, carry, frame, look around. Each finger has its own press."""

from __future__ import annotations

from dataclasses import replace
from math import hypot

import pygame

from grenade_salad.app.games.open_table import drag, flicking, measuring, pushing
from grenade_salad.app.games.open_table.badges import badge_at
from grenade_salad.app.games.open_table.hand_strip import card_at
from grenade_salad.app.games.open_table.hits import has_different_pieces, hit, is_on_rim, middle_of
from grenade_salad.app.games.open_table.interaction import BY_KEYS, HOLD, SLOP, Carry, Desk, Press, framed
from grenade_salad.app.ui.inputs import Point, Pointer, Wheel
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.placed_pieces import Lying

NEAR = 8.0
"""Units beside a small piece in which it is hit."""
RIM = 7.0
"""Units at a stack's edge that take the whole of it."""
_PULLS = 0.8
"""Seconds that a press on a disc where shots begin may rest and still pulls it back."""
_DOUBLE = 0.4
"""Seconds between two clicks that are one double click."""


def handle(desk: Desk, event: Pointer) -> str:
    """What became of it: "" if it is not for the table, "used", or "double": the first verb is to be done."""
    if event.kind == "down":
        return _down(desk, event)
    desk.pointer = event.at
    found = "used" if event.kind == "move" and desk.strip.by == event.number else ""
    keys = [event.number * 4 + event.button] if event.kind == "up" else _own(desk, event.number)
    for key in keys:
        if (press := desk.hands.get(key)) is None:
            continue
        if event.kind == "move":
            _move(desk, event.number, press, event)
            found = "used"
        else:
            del desk.hands[key]
            found = _up(desk, event.number, press, event)
    return found


def _own(desk: Desk, number: int) -> list[int]:
    return [key for key in desk.hands if key // 4 == number]


def _down(desk: Desk, event: Pointer) -> str:
    carried = [press for key in _own(desk, event.number) if (press := desk.hands[key]).carry is not None]
    if carried:
        for press in carried:
            _give_up(press)
        return "used"
    if desk.in_the_air is not None and _on_table(desk, event.at):
        return _take_over(desk, event)
    seat = desk.seat
    if seat is None or (event.button == 1 and event.number * 4 + 1 in desk.hands):
        return ""
    press = Press(event.button, event.at, event.at, seat, finger=event.finger)
    if desk.strip.box.collidepoint(event.at) and desk.hand:
        press.in_strip = True
        if event.button == 1:
            if not desk.strip_open:
                desk.strip.by = event.number
                desk.table.app.audio.play("flip")
            press.card = card_at(desk, event.at) if desk.strip.reads is None else None
            desk.strip.reads = None
    elif desk.camera.rect.collidepoint(event.at):
        press.lying = hit(desk, desk.things, event.at, NEAR)
        badge = badge_at(desk, event.at)
        if badge != "" and (press.lying is None or press.lying.key == badge):
            press.lying, press.whole = desk.thing(badge), True
        if press.lying is None:
            press.board = hit(desk, desk.things, event.at, boards=True)
        press.several = bool(pygame.key.get_mods() & pygame.KMOD_CTRL)
        if press.lying is not None:
            press.seat = _whose(desk, press.lying, seat)
    else:
        return ""
    desk.hands[event.number * 4 + event.button] = press
    return "used"


def _on_table(desk: Desk, at: Point) -> bool:
    return desk.camera.rect.collidepoint(at) or (bool(desk.hand) and desk.strip.box.collidepoint(at))


def _take_over(desk: Desk, event: Pointer) -> str:
    """What hangs in the air goes on from where the pointer or finger is, and lies down where that is let go; another
    button puts it back."""
    press = desk.hands.pop(BY_KEYS)
    if event.button != 1 or press.carry is None:
        desk.hidden = _carried(desk)
        return "used"
    press.carry.by_keys, press.carry.at, press.carry.grip = False, event.at, (0.0, 0.0)
    press.start = press.at = event.at
    press.time, press.finger = 0.0, event.finger
    desk.hands[event.number * 4 + event.button] = press
    return "used"


def _whose(desk: Desk, one: Lying, seat: int) -> int:
    """A finger that begins in a seat's own holder is that seat's."""
    area = desk.area(one.holder) if one.holder is not None else None
    owner = None if area is None else area.holder.seat
    return owner if owner is not None and owner in desk.table.persons else seat


def _move(desk: Desk, number: int, press: Press, event: Pointer) -> None:
    before, press.at = press.at, event.at
    if press.in_strip and press.carry is None and press.button == 1:
        _move_in_strip(desk, number, press, before)
    elif not press.moved and hypot(event.at[0] - press.start[0], event.at[1] - press.start[1]) > SLOP:
        press.moved, desk.clicked = True, None
        _begin(desk, press, event.finger)
    if press.carry is not None:
        press.carry.at = event.at
        press.carry.snaps = not pygame.key.get_mods() & pygame.KMOD_ALT
    elif press.does == "flick":
        flicking.go_on(desk, press)
    elif press.does == "push":
        pushing.go_on(desk, press)
    elif press.does == "measure":
        measuring.draw_out(desk, press.start, press.at)
    elif press.does == "pan":
        _pan(desk, press, before)


def _move_in_strip(desk: Desk, number: int, press: Press, before: Point) -> None:
    """A card leaves the strip when the pointer does; one that was held open by something else, at once."""
    inside = desk.strip.box.collidepoint(press.at)
    far = hypot(press.at[0] - press.start[0], press.at[1] - press.start[1]) > SLOP
    press.moved = press.moved or far
    if inside and desk.strip.by == number:
        if _slides(desk, press, before) and (card := card_at(desk, press.at)) is not None:
            press.card = card
    elif press.card is not None and press.moved and desk.strip_open:
        press.carry = drag.lift_card(desk, press.card, press.seat, press.at)
        desk.card = None
    if not inside and desk.strip.by == number:
        desk.strip.by = ""


def _slides(desk: Desk, press: Press, before: Point) -> bool:
    """Whether a press that opened the strip goes along it to another card: who pressed to look does, who drags at once
    means the card that they pressed, and so does who pulls it out a little aside."""
    far = abs(press.at[0] - before[0]), abs(press.at[1] - before[1])
    along, across = far[:: 1 if desk.strip.quarters % 2 == 0 else -1]
    return press.card is None or (press.time >= HOLD and along > across)


def _begin(desk: Desk, press: Press, finger: bool) -> None:
    one = press.lying
    if press.button != 1:
        press.does = "pan"
    elif desk.tool is not None:
        press.does = "measure"
    elif one is not None and press.time < _PULLS and flicking.wanted(desk, press, one):
        flicking.begin(desk, press)
    elif one is not None and pushing.wanted(desk, one):
        pushing.begin(desk, press, one)
    elif one is None and press.board is not None and not press.board.locked:
        press.lying = press.board
        press.carry = drag.lift(desk, press.board, press.seat, True, press.start)
        desk.hidden.update(() if press.carry is None else press.carry.what)
    elif one is None or one.locked:
        press.does = "pan" if finger else "frame"
    else:
        held = press.time >= HOLD or is_on_rim(desk, one, press.start, RIM)
        whole = press.whole or (held and has_different_pieces(desk, one))
        press.carry = drag.lift(desk, one, press.seat, whole, press.start)
        desk.menu = None
        if press.carry is not None:
            desk.table.app.audio.play("pick")
            if isinstance(one.key, int) and one.key in press.carry.what:
                desk.hidden.update(press.carry.what)


def _pan(desk: Desk, press: Press, before: Point) -> None:
    """Two fingers move the table together, and farther from each other zoom it."""
    fingers = [other for other in desk.hands.values() if other.does == "pan"]
    share = 1 / len(fingers)
    camera = desk.camera.panned(-(press.at[0] - before[0]) * share, (press.at[1] - before[1]) * share)
    if len(fingers) > 1:
        other = next(one for one in fingers if one is not press)
        old, new = (max(1.0, hypot(at[0] - other.at[0], at[1] - other.at[1])) for at in (before, press.at))
        middle = (press.at[0] + other.at[0]) / 2, (press.at[1] + other.at[1]) / 2
        camera = camera.zoomed(new / old, middle)
    desk.see(camera)


def _give_up(press: Press) -> None:
    """What is carried goes back; its button has nothing more to do."""
    press.carry, press.moved, press.does = None, True, "menu"


def _up(desk: Desk, number: int, press: Press, event: Pointer) -> str:
    press.at = event.at
    if press.carry is not None:
        press.carry.at = event.at
        drop(desk, press.carry)
    elif press.in_strip:
        if desk.strip_open and not press.moved and press.button == 1 and press.card is not None:
            desk.choose([], press.card)
        elif press.button == 3 and not press.moved and (card := card_at(desk, press.at)) is not None:
            desk.choose([], card)
            desk.menu = press.at
    elif press.does == "flick":
        flicking.let_go(desk, press)
    elif press.does == "push":
        pushing.let_go(desk, press)
    elif press.does == "frame":
        _frame(desk, press)
    elif desk.tool is not None and press.button == 1:
        if not press.moved:
            measuring.draw_out(desk, desk.camera.to_screen(desk.tool.start), press.at)
    elif not press.moved:
        return _click(desk, press)
    if desk.strip.by == number:
        desk.strip.by = ""
        desk.table.app.audio.play("flip")
    desk.hidden = _carried(desk)
    return "used"


def _carried(desk: Desk) -> set[int | str]:
    """What is not where it lies: it is in somebody's fingers, or was just laid down."""
    air = [*(press.carry for press in desk.hands.values()), *desk.landed]
    return {number for carry in air if carry is not None for number in carry.what}


def _click(desk: Desk, press: Press) -> str:
    if press.button == 2:
        return "used"
    keys = [] if press.lying is None else [press.lying.key]
    if press.board is not None and not keys and (press.button == 3 or not (desk.chosen or desk.asking)):
        return _click_board(desk, press, press.board)
    if press.several and press.button == 1:
        keys = [*(key for key in desk.chosen if key not in keys), *(key for key in keys if key not in desk.chosen)]
        desk.choose(keys)
        return "used"
    again = desk.clicked is not None and bool(keys) and desk.clicked[0] == keys[0]
    if press.button == 1 and again and desk.clicked is not None and desk.clock - desk.clicked[1] < _DOUBLE:
        desk.clicked = None
        return "double"
    if not (press.button == 3 and keys and keys[0] in desk.chosen):
        desk.choose(list(keys))
    desk.clicked = (keys[0], desk.clock) if keys and press.button == 1 else None
    if press.button == 3 and keys:
        desk.menu = press.at
    return "used"


def _click_board(desk: Desk, press: Press, board: Lying) -> str:
    """A board is chosen where nothing else is; nothing is done by two clicks on it."""
    desk.choose([board.key])
    if press.button == 3:
        desk.menu = press.at
    return "used"


def _frame(desk: Desk, press: Press) -> None:
    box = framed(press)
    inside = [one for one in desk.things if box.collidepoint(middle_of(desk, one))]
    desk.choose([one.key for one in inside if isinstance(one.key, int) and one.shape != "board" and not one.locked])


def drop(desk: Desk, carry: Carry) -> None:
    """Lay it down: a line, or a reason why not; where it was, nothing happens."""
    drag.follow(desk, carry)
    to = drag.landing(desk, carry)
    if to is None or drag.stays(carry, to):
        desk.hidden = _carried(desk)
        return
    lay(desk, carry, to)


def lay(desk: Desk, carry: Carry, to: drag.Landing) -> None:
    """Lay it down there."""
    line = drag.line_of(desk, carry, to)
    taken = drag.gone_before(desk, carry, to)
    if taken is not None:
        if not desk.table.act(actions.Move(carry.seat, what=taken[:1], to=taken[1])):
            return
        line = replace(line, goes_on=True)
    if desk.table.act(line):
        carry.grip = (0.0, 0.0)
        carry.at = desk.camera.to_screen(to.at)
        desk.landed.append(carry)
        desk.choose([])
        desk.table.app.audio.play("card" if carry.lying[0].shape == "card" else "put")


def update(desk: Desk, dt: float) -> None:
    """Time passes for what is held."""
    desk.clock += dt
    for press in desk.hands.values():
        press.time += dt
        if press.carry is not None:
            drag.follow(desk, press.carry)
    held = [press for press in desk.hands.values() if press.button == 2 and not press.moved]
    if held and held[0].time >= HOLD / 2:
        desk.reading = True
    elif desk.read_by_button and not held:
        desk.reading = False
    desk.read_by_button = bool(held)


def wheel(desk: Desk, event: Wheel) -> bool:
    """What is carried turns; else the table comes nearer."""
    carried = [press.carry for key in _own(desk, 0) if (press := desk.hands[key]).carry is not None]
    if not carried and desk.tool is not None and desk.tool.kind == "circle":
        measuring.grow(desk.tool, measuring.FINE if event.turn > 0 else -measuring.FINE)
        return True
    if carried and carried[0] is not None:
        turn(carried[0], 15.0 if event.turn > 0 else -15.0)
        return True
    if not desk.camera.rect.collidepoint(event.at):
        return False
    desk.see(desk.camera.zoomed(1.15**event.turn, event.at))
    return True


def turn(carry: Carry, degrees: float) -> None:
    """Turn what is carried, counter-clockwise."""
    carry.turn += degrees * 0.017453292519943295
