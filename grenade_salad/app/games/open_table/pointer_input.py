"""Mouse and touch input on the table: select, drag, frame and pan.

Each finger has its own press.
"""

from __future__ import annotations

from dataclasses import replace
from math import dist, radians

import pygame

from grenade_salad.app.games.open_table import drag, flicking, measuring, pushing
from grenade_salad.app.games.open_table.badges import badge_at
from grenade_salad.app.games.open_table.hand_strip import card_at
from grenade_salad.app.games.open_table.hits import drawn_middle, find_hit, has_different_pieces, is_on_rim
from grenade_salad.app.games.open_table.interaction import (
    BY_KEYS,
    CLICK_DISTANCE,
    HOLD_SECONDS,
    Drag,
    Press,
    TableInteraction,
    frame_box,
)
from grenade_salad.app.ui.inputs import Point, PointerInput, ScrollInput
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.placed_pieces import PlacedPiece

NEAR = 8.0
"""Distance in units at which a small piece is still hit."""
RIM = 7.0
"""Width in units of a stack's edge, where a press takes the whole stack."""
_PULL_TIME = 0.8
"""Seconds that a press on a shot's start may rest and still pulls the disc back."""
_DOUBLE_CLICK_TIME = 0.4
"""Maximum seconds between the two clicks of a double click."""
_SCROLL_ROTATION = 15.0
"""Degrees by which a notch of the mouse wheel rotates what is carried."""
_SCROLL_ZOOM = 1.15
"""Factor by which a notch of the mouse wheel zooms."""
_MAX_BUTTONS = 4
"""Number of ids of presses for each pointer: one more than a mouse has buttons."""


def press_id(event: PointerInput) -> int:
    """Return the id of the press of a pointer's button."""
    return event.finger_id * _MAX_BUTTONS + event.button


def handle(desk: TableInteraction, event: PointerInput) -> str:
    """Handle an event of a mouse or finger.

    Returns "" if it is not for the table, "used", or "double" after a double click, which runs the first command.
    """
    if event.kind == "down":
        return _down(desk, event)
    desk.pointer = event.position
    result = "used" if event.kind == "move" and desk.strip.held_by == event.finger_id else ""
    if event.kind == "move":
        for press in _pointer_presses(desk, event.finger_id):
            _move(desk, press, event)
            result = "used"
    elif (released := desk.presses.pop(press_id(event), None)) is not None:
        result = _up(desk, released, event)
    return result


def _pointer_presses(desk: TableInteraction, finger_id: int) -> list[Press]:
    return [press for key, press in desk.presses.items() if key // _MAX_BUTTONS == finger_id]


def _down(desk: TableInteraction, event: PointerInput) -> str:
    dragging = [press for press in _pointer_presses(desk, event.finger_id) if press.carry is not None]
    if dragging:
        for press in dragging:
            _cancel_drag(press)
        return "used"
    if desk.hanging_carry is not None and _on_table(desk, event.position):
        return _take_over_drag(desk, event)
    seat = desk.seat
    if seat is None or (event.button == 1 and press_id(event) in desk.presses):
        return ""
    press = Press(event.button, event.position, event.position, seat, is_finger=event.finger)
    if desk.strip.box.collidepoint(event.position) and desk.hand:
        press.in_strip = True
        if event.button == 1:
            if not desk.strip_open:
                desk.strip.held_by = event.finger_id
                desk.table.app.audio.play("flip")
            press.card_index = card_at(desk, event.position) if desk.strip.read_index is None else None
            desk.strip.read_index = None
    elif desk.camera.rect.collidepoint(event.position):
        press.piece = find_hit(desk, desk.pieces, event.position, NEAR)
        badge = badge_at(desk, event.position)
        if badge != "" and (press.piece is None or press.piece.key == badge):
            press.piece, press.takes_all = desk.find_piece(badge), True
        if press.piece is None:
            press.board = find_hit(desk, desk.pieces, event.position, boards=True)
        press.extends_choice = bool(pygame.key.get_mods() & pygame.KMOD_CTRL)
        if press.piece is not None:
            press.seat = _acting_seat(desk, press.piece, seat)
    else:
        return ""
    desk.presses[press_id(event)] = press
    return "used"


def _on_table(desk: TableInteraction, point: Point) -> bool:
    return desk.camera.rect.collidepoint(point) or (bool(desk.hand) and desk.strip.box.collidepoint(point))


def _take_over_drag(desk: TableInteraction, event: PointerInput) -> str:
    """Let the pointer or finger go on with a drag that hangs in the air.

    It is dropped where the button is released. Another button puts it back.
    """
    press = desk.presses.pop(BY_KEYS)
    if event.button != 1 or press.carry is None:
        desk.hide_carried()
        return "used"
    press.carry.is_hanging, press.carry.position, press.carry.grip = False, event.position, (0.0, 0.0)
    press.start = press.position = event.position
    press.time, press.is_finger = 0.0, event.finger
    desk.presses[press_id(event)] = press
    return "used"


def _acting_seat(desk: TableInteraction, piece: PlacedPiece, seat: int) -> int:
    """Return the seat that a press acts for.

    A press that begins in a seat's own holder is that seat's.
    """
    area = desk.find_area(piece.holder) if piece.holder is not None else None
    owner = None if area is None else area.holder.seat
    return owner if owner is not None and owner in desk.table.controller.persons else seat


def _move(desk: TableInteraction, press: Press, event: PointerInput) -> None:
    previous, press.position = press.position, event.position
    if press.in_strip and press.carry is None and press.button == 1:
        _move_in_strip(desk, event.finger_id, press, previous)
    elif not press.has_moved and dist(press.position, press.start) > CLICK_DISTANCE:
        press.has_moved, desk.last_click = True, None
        _begin_gesture(desk, press)
    if press.carry is not None:
        press.carry.position = event.position
        press.carry.snaps = not pygame.key.get_mods() & pygame.KMOD_ALT
    elif press.mode == "flick":
        flicking.update_pull(desk, press)
    elif press.mode == "push":
        pushing.advance(desk, press)
    elif press.mode == "measure":
        measuring.draw_out(desk, press.start, press.position)
    elif press.mode == "pan":
        _pan(desk, press, previous)


def _move_in_strip(desk: TableInteraction, finger_id: int, press: Press, previous: Point) -> None:
    """Drag a card out of the strip when the pointer leaves it.

    If something else holds the strip open, the card leaves it at once.
    """
    inside = desk.strip.box.collidepoint(press.position)
    press.has_moved = press.has_moved or dist(press.position, press.start) > CLICK_DISTANCE
    if inside and desk.strip.held_by == finger_id:
        if _slides_along_strip(desk, press, previous) and (card := card_at(desk, press.position)) is not None:
            press.card_index = card
    elif press.card_index is not None and press.has_moved and desk.strip_open:
        press.carry = drag.lift_card(desk, press.card_index, press.seat, press.position)
        desk.card_index = None
    if not inside and desk.strip.held_by == finger_id:
        desk.strip.held_by = ""


def _slides_along_strip(desk: TableInteraction, press: Press, previous: Point) -> bool:
    """True if a press that opened the strip moves along it to another card.

    Holding first means looking for a card. Dragging at once, or pulling a little across the strip, means the card that
    was pressed.
    """
    distances = abs(press.position[0] - previous[0]), abs(press.position[1] - previous[1])
    along, across = distances[:: 1 if desk.strip.quarters % 2 == 0 else -1]
    return press.card_index is None or (press.time >= HOLD_SECONDS and along > across)


def _begin_gesture(desk: TableInteraction, press: Press) -> None:
    """Begin what a press means that has moved too far to be a click."""
    piece = press.piece
    if press.button != 1:
        press.mode = "pan"
    elif desk.tool is not None:
        press.mode = "measure"
    elif piece is not None and press.time < _PULL_TIME and flicking.starts_flick(desk, press, piece):
        flicking.begin(desk, press)
    elif piece is not None and pushing.is_wanted(desk, piece):
        pushing.begin(desk, press, piece)
    elif piece is None and press.board is not None and not press.board.locked:
        press.piece = press.board
        press.carry = drag.lift(desk, press.board, press.seat, press.start, takes_all=True)
        desk.hidden_keys.update(press.carry.piece_ids)
    elif piece is None or piece.locked:
        press.mode = "pan" if press.is_finger else "frame"
    else:
        held = press.time >= HOLD_SECONDS or is_on_rim(desk, piece, press.start, RIM)
        takes_stack = press.takes_all or (held and has_different_pieces(desk, piece))
        press.carry = drag.lift(desk, piece, press.seat, press.start, takes_all=takes_stack)
        desk.menu_point = None
        desk.table.app.audio.play("pick")
        desk.hidden_keys.update(press.carry.piece_ids)


def _pan(desk: TableInteraction, press: Press, previous: Point) -> None:
    """Pan with one finger or the mouse; two fingers also zoom by their distance."""
    fingers = [finger for finger in desk.presses.values() if finger.mode == "pan"]
    share = 1 / len(fingers)
    camera = desk.camera.pan_by(-(press.position[0] - previous[0]) * share, (press.position[1] - previous[1]) * share)
    if len(fingers) > 1:
        second = next(finger for finger in fingers if finger is not press)
        # At least a unit, so that fingers on one point do not divide by zero.
        old, new = (max(1.0, dist(point, second.position)) for point in (previous, press.position))
        middle = (press.position[0] + second.position[0]) / 2, (press.position[1] + second.position[1]) / 2
        camera = camera.zoom_by(new / old, middle)
    desk.set_camera(camera)


def _cancel_drag(press: Press) -> None:
    """Put back what is carried, and let the button do nothing more."""
    press.carry, press.has_moved, press.mode = None, True, "menu"


def _up(desk: TableInteraction, press: Press, event: PointerInput) -> str:
    press.position = event.position
    if press.carry is not None:
        press.carry.position = event.position
        finish_drag(desk, press.carry)
    elif press.in_strip:
        if desk.strip_open and not press.has_moved and press.button == 1 and press.card_index is not None:
            desk.choose([], press.card_index)
        elif press.button == 3 and not press.has_moved and (card := card_at(desk, press.position)) is not None:
            desk.choose([], card)
            desk.menu_point = press.position
    elif press.mode == "flick":
        flicking.release(desk, press)
    elif press.mode == "push":
        pushing.release(desk, press)
    elif press.mode == "frame":
        _select_framed(desk, press)
    elif desk.tool is not None and press.button == 1:
        if not press.has_moved:
            measuring.draw_out(desk, desk.camera.to_screen(desk.tool.start), press.position)
    elif not press.has_moved:
        return _click(desk, press)
    if desk.strip.held_by == event.finger_id:
        desk.strip.held_by = ""
        desk.table.app.audio.play("flip")
    desk.hide_carried()
    return "used"


def _click(desk: TableInteraction, press: Press) -> str:
    if press.button == 2:
        return "used"
    keys = [] if press.piece is None else [press.piece.key]
    if press.board is not None and not keys and (press.button == 3 or not (desk.chosen or desk.question)):
        return _click_board(desk, press, press.board)
    if press.extends_choice and press.button == 1:
        keys = [*(key for key in desk.chosen if key not in keys), *(key for key in keys if key not in desk.chosen)]
        desk.choose(keys)
        return "used"
    if press.button == 1 and keys and desk.last_click is not None:
        last_key, last_time = desk.last_click
        if last_key == keys[0] and desk.clock - last_time < _DOUBLE_CLICK_TIME:
            desk.last_click = None
            return "double"
    if not (press.button == 3 and keys and keys[0] in desk.chosen):
        desk.choose(keys)
    desk.last_click = (keys[0], desk.clock) if keys and press.button == 1 else None
    if press.button == 3 and keys:
        desk.menu_point = press.position
    return "used"


def _click_board(desk: TableInteraction, press: Press, board: PlacedPiece) -> str:
    """Select a board, if nothing else is there. A double click on it does nothing."""
    desk.choose([board.key])
    if press.button == 3:
        desk.menu_point = press.position
    return "used"


def _select_framed(desk: TableInteraction, press: Press) -> None:
    box = frame_box(press)
    inside = [piece for piece in desk.pieces if box.collidepoint(drawn_middle(desk, piece))]
    desk.choose(
        [piece.key for piece in inside if isinstance(piece.key, int) and piece.shape != "board" and not piece.locked]
    )


def finish_drag(desk: TableInteraction, carry: Drag) -> None:
    """Put down what is carried, or report why that is illegal.

    Nothing happens if it is where it was.
    """
    drag.update_target(desk, carry)
    target = drag.find_landing(desk, carry)
    if target is None or drag.returns_to_start(carry, target):
        desk.hide_carried()
        return
    place_drag(desk, carry, target)


def place_drag(desk: TableInteraction, carry: Drag, target: drag.Landing) -> None:
    """Put down what is carried at the target."""
    action = drag.make_move(desk, carry, target)
    displaced = drag.find_displaced(desk, carry, target)
    if displaced is not None:
        if not desk.table.controller.act(actions.Move(carry.seat, what=displaced[:1], to=displaced[1])):
            return
        action = replace(action, goes_on=True)  # An undo takes both back together.
    if desk.table.controller.act(action):
        carry.grip = (0.0, 0.0)
        carry.position = desk.camera.to_screen(target.position)
        desk.landed.append(carry)
        desk.choose([])
        desk.table.app.audio.play("card" if carry.pieces[0].shape == "card" else "put")


def update(desk: TableInteraction, dt: float) -> None:
    """Advance the time of all presses."""
    desk.clock += dt
    for press in desk.presses.values():
        press.time += dt
        if press.carry is not None:
            drag.update_target(desk, press.carry)
    held = [press for press in desk.presses.values() if press.button == 2 and not press.has_moved]
    if held and held[0].time >= HOLD_SECONDS / 2:
        desk.is_reading = True
    elif desk.read_by_button and not held:
        desk.is_reading = False
    desk.read_by_button = bool(held)


def scroll(desk: TableInteraction, event: ScrollInput) -> bool:
    """Rotate what the mouse carries, else grow the circle that measures, else zoom."""
    carry = next((press.carry for press in _pointer_presses(desk, 0) if press.carry is not None), None)
    if carry is not None:
        rotate(carry, _SCROLL_ROTATION if event.amount > 0 else -_SCROLL_ROTATION)
        return True
    if desk.tool is not None and desk.tool.kind == "circle":
        measuring.grow_circle(desk.tool, measuring.FINE_STEP if event.amount > 0 else -measuring.FINE_STEP)
        return True
    if not desk.camera.rect.collidepoint(event.position):
        return False
    desk.set_camera(desk.camera.zoom_by(_SCROLL_ZOOM**event.amount, event.position))
    return True


def rotate(carry: Drag, degrees: float) -> None:
    """Rotate what is carried by degrees, counter-clockwise."""
    carry.rotation += radians(degrees)
