"""Keys and gamepad at the open table: the commands' keys, the hand, and carrying.

Space or Y opens the hand; arrows move what is carried.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import pygame

from grenade_salad.app.games.open_table import (
    amounts,
    drag,
    flicking,
    hand_strip,
    keyboard_drag,
    measuring,
    menu_commands,
    pointer_input,
)
from grenade_salad.app.games.open_table.hits import drawn_middle, find_hit
from grenade_salad.app.games.open_table.interaction import Drag, TableInteraction, Tool, opposite_side
from grenade_salad.app.games.open_table.menu_commands import MenuCommand
from grenade_salad.app.games.open_table.panel import Panel
from grenade_salad.app.ui.inputs import (
    DIGIT_KEYS,
    ENTER_KEYS,
    ERASE_KEY,
    Command,
    GamepadInput,
    KeyInput,
    Point,
    read_command,
)
from grenade_salad.app.ui.meanings import KeyMeaning

_CARRY_STEP = 12.0
"""Units that an arrow carries."""
_SHIFT_FACTOR = 4.0
"""Factor of that distance with Shift."""
_ZOOM_IN, _ZOOM_OUT = 1.25, 0.8
"""Factors by which a press zooms."""
_DIRECTIONS: dict[Command, Point] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
_SPACE = ord(" ")
_AIM_COMMANDS = {"turn_left": "left", "turn_right": "right", "closer": "harder", "farther": "softer"}
"""Commands of an aim by the meaning of their key."""


def handle_key(desk: TableInteraction, panel: Panel, event: KeyInput) -> bool:
    """Handle a key; return True if the table used it."""
    if event.key == _SPACE and desk.hand and not _is_on_button(desk):
        return _hold(desk, "key", down=event.down)
    if not event.down and desk.strip.held_by == "key" and desk.table.app.settings.find_seat(event.key) == desk.seat:
        return _hold(desk, "key", down=False)
    if not event.down or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
        return False
    if _continue(desk, panel, event):
        return True
    return _type_number(desk, panel, event) or _change_view(desk, event) or _play(desk, panel, event)


def handle_pad(desk: TableInteraction, panel: Panel, event: GamepadInput) -> bool:
    """Handle a gamepad button; return True if the table used it.

    Y holds the hand open, X turns, and the D-pad continues what is begun; A and B do the same as everywhere.
    """
    if event.button == "y" and desk.hand:
        return _hold(desk, "pad", down=event.down)
    if not event.down:
        return False
    direction, carries = read_command(event), desk.carries
    if event.button == "x":
        return _rotate_or_read(desk, carries)
    if carries and direction in _DIRECTIONS:
        return _move_carry(desk, carries[0], direction)
    if carries and event.button == "a":
        return not _is_on_panel(desk, panel) and keyboard_drag.apply_command(desk, "lay")
    if desk.tool is not None and direction in _DIRECTIONS and not _is_on_panel(desk, panel):
        x, y = _DIRECTIONS[direction]
        measuring.move_end(desk, x * measuring.COARSE_STEP, -y * measuring.COARSE_STEP)
        return True
    return desk.strip.held_by == "pad" and direction in ("left", "right") and _choose_card(desk, direction)


def _rotate_or_read(desk: TableInteraction, carries: list[Drag]) -> bool:
    """Rotate what is carried, or turn a card of the hand over; else read large."""
    if carries and carries[0].is_secret:
        carries[0].landing_side = opposite_side(carries[0].landing_side)
    elif carries:
        pointer_input.rotate(carries[0], keyboard_drag.ROTATION_STEP)
    elif desk.card_index is not None:
        desk.strip.landing_side = opposite_side(desk.strip.landing_side)
    else:
        _read_large(desk, prefers_chosen=True)
    return True


def _is_on_panel(desk: TableInteraction, panel: Panel) -> bool:
    return desk.table.widgets.focus in panel.buttons[1:]


def _is_on_button(desk: TableInteraction) -> bool:
    """True if Space presses the focused widget.

    With a command on a piece it opens the hand instead.
    """
    focus = desk.table.widgets.focus
    return (
        focus is not None
        and not desk.chosen
        and desk.strip.held_by != "key"
        and desk.table.controller.viewer is not None
    )


def _hold(desk: TableInteraction, held_by: str, *, down: bool) -> bool:
    """Open the hand while a key or a button is down."""
    if down:
        if not desk.strip_open:
            desk.table.app.audio.play("flip")
        desk.strip.held_by = held_by
    elif desk.strip.held_by == held_by:
        desk.strip.held_by = ""
        desk.card_index = None
    return True


def repeat(desk: TableInteraction, press: KeyInput) -> bool:
    """Repeat a held key for what is carried, an aim, or a ruler."""
    if press.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
        return False
    if carries := desk.carries:
        return _rotate_or_move(desk, carries[0], press)
    return _aim_or_measure(desk, press)


def _continue(desk: TableInteraction, panel: Panel, event: KeyInput) -> bool:
    """Handle a key for what is begun: a carry, an aim, a ruler."""
    if carries := desk.carries:
        return _steer_carry(desk, panel, carries[0], event)
    return _aim_or_measure(desk, event)


def _has_shift(event: KeyInput) -> bool:
    return bool(event.mod & pygame.KMOD_SHIFT)


def _aim_or_measure(desk: TableInteraction, event: KeyInput) -> bool:
    if desk.aim is not None:
        for means, aim_command in _AIM_COMMANDS.items():
            if means in event.meanings:
                flicking.apply_command(desk, aim_command, coarse=_has_shift(event))
                return True
    return desk.tool is not None and _measure(desk, desk.tool, event)


def _measure(desk: TableInteraction, tool: Tool, event: KeyInput) -> bool:
    direction, step = read_command(event), measuring.COARSE_STEP if _has_shift(event) else measuring.FINE_STEP
    if direction in _DIRECTIONS:
        x, y = _DIRECTIONS[direction]
        measuring.move_end(desk, x * step, -y * step)
        return True
    if tool.kind == "circle" and {"closer", "farther"} & event.meanings:
        measuring.grow_circle(tool, step if "closer" in event.meanings else -step)
        return True
    return False


def _type_number(desk: TableInteraction, panel: Panel, event: KeyInput) -> bool:
    """Handle digits that answer a question."""
    digit = DIGIT_KEYS.get(event.key, "")
    is_leading_zero = digit == "0" and not desk.typed_digits
    if not amounts.asks_number(desk) or not (digit or event.key == ERASE_KEY) or is_leading_zero:
        return False
    if not digit:
        desk.typed_digits = desk.typed_digits[:-1]
    elif (command := amounts.type_digit(desk, digit)) is not None:
        panel.do(command)
    return True


def _change_view(desk: TableInteraction, event: KeyInput) -> bool:
    """Handle keys that change what is visible."""
    means = event.meanings
    if "read_large" in means:
        _read_large(desk)
    elif "whole_table" in means:
        desk.set_camera(desk.camera.overview)
    elif "closer" in means or "farther" in means:
        factor = _ZOOM_IN if "closer" in means else _ZOOM_OUT
        desk.set_camera(desk.camera.zoom_by(factor, desk.camera.rect.center))
    elif desk.strip.held_by == "key" and (direction := read_command(event)) in ("left", "right"):
        return _choose_card(desk, direction)
    else:
        return False
    return True


def _read_large(desk: TableInteraction, *, prefers_chosen: bool = False) -> None:
    """Read the piece under the pointer large, or what is chosen if none is there.

    With `prefers_chosen` it is the other way round. A card of the open strip is read only in the strip.
    """
    if desk.strip_open:
        card = desk.strip.read_index if desk.strip.read_index is not None else hand_strip.card_at(desk, desk.pointer)
        card = desk.card_index if prefers_chosen or card is None else card
        if card is not None:
            desk.strip.read_index = card if desk.strip.read_index is None else None
            return
    piece = desk.find_piece(desk.chosen[0]) if desk.chosen else None
    under = find_hit(desk, desk.pieces, desk.pointer, boards=True)
    if piece is not None and (prefers_chosen or under is None) and not desk.is_reading:
        desk.pointer = drawn_middle(desk, piece)
    desk.is_reading = not desk.is_reading


def _choose_card(desk: TableInteraction, direction: Command | None) -> bool:
    if not desk.count_cards():
        return False
    desk.choose_next_card(1 if direction == "right" else -1)
    return True


def _play(desk: TableInteraction, panel: Panel, event: KeyInput) -> bool:
    """Handle keys that act on the table; a seat's key is none of them."""
    means = event.meanings
    if "pass_turn" in means:
        action = menu_commands.make_pass(desk)
        return action is not None and desk.table.controller.act(action)
    if "flip" in means and desk.card_index is not None:
        desk.strip.landing_side = opposite_side(desk.strip.landing_side)
        return True
    has_choice = bool(desk.chosen) or desk.card_index is not None
    if "carry" in means and has_choice and desk.aim is None:
        keyboard_drag.pick_up(desk)
        return True
    is_idle = not has_choice and not desk.question
    offered = panel.available_commands()
    if is_idle or {"measure", "supply"} & means:
        offered = [*offered, *menu_commands.idle_commands(desk)]
    command = _find_command(offered, means)
    if command is None and is_idle:
        command = _choose_under_pointer(desk, means)
    if command is not None:
        panel.do(command)
        return True
    return _press_seat_key(desk, event)


def _find_command(commands: Iterable[MenuCommand], means: Collection[KeyMeaning]) -> MenuCommand | None:
    """Return the first command with a key of these meanings."""
    return next((command for command in commands if command.key and command.key in means), None)


def _press_seat_key(desk: TableInteraction, event: KeyInput) -> bool:
    """Handle a seat's key: it gives the seat the mouse, and holds its hand open.

    It lays down there what is carried.
    """
    was_carrying = bool(desk.carries)
    if not desk.table.press_seat_key(event.key):
        return False
    if not was_carrying and desk.hand and desk.table.app.settings.find_seat(event.key) == desk.seat:
        _hold(desk, "key", down=True)
    return True


def _choose_under_pointer(desk: TableInteraction, means: Collection[KeyMeaning]) -> MenuCommand | None:
    """Choose the piece under the pointer for a key, when nothing else is chosen."""
    piece = find_hit(desk, desk.pieces, desk.pointer)
    if piece is None or not desk.camera.rect.collidepoint(desk.pointer):
        return None
    desk.choose([piece.key])
    command = _find_command(menu_commands.available(desk), means)
    if command is None:
        desk.choose([])
    return command


def _steer_carry(desk: TableInteraction, panel: Panel, carry: Drag, event: KeyInput) -> bool:
    """Handle keys while pieces are carried: rotate, change the side, move, lay down."""
    if {"turn_left", "turn_right"} & event.meanings:
        return _rotate_or_move(desk, carry, event)
    if "flip" in event.meanings and carry.is_secret:
        carry.landing_side = opposite_side(carry.landing_side)
        return True
    if carry.is_hanging and event.meanings:
        if (command := _find_command(panel.available_commands(), event.meanings)) is not None:
            panel.do(command)
        if command is not None or "carry" in event.meanings:
            return True
    if "carry" in event.meanings:
        carry.goes_low = not carry.goes_low
        return True
    if read_command(event) in _DIRECTIONS:
        return _rotate_or_move(desk, carry, event)
    lays = event.key in ENTER_KEYS and not _is_on_panel(desk, panel)
    return lays and keyboard_drag.apply_command(desk, "lay")


def _rotate_or_move(desk: TableInteraction, carry: Drag, event: KeyInput) -> bool:
    if {"turn_left", "turn_right"} & event.meanings:
        step = keyboard_drag.ROTATION_STEP
        pointer_input.rotate(carry, step if "turn_left" in event.meanings else -step)
        return True
    direction = read_command(event)
    return direction in _DIRECTIONS and _move_carry(desk, carry, direction, is_fast=_has_shift(event))


def _move_carry(desk: TableInteraction, carry: Drag, direction: Command | None, *, is_fast: bool = False) -> bool:
    """Carry a hanging piece to the next gap or snap point there, else by a step."""
    if not carry.is_hanging or direction is None:
        return False
    x, y = _DIRECTIONS[direction]
    point = drag.next_gap(desk, carry, x) if x else None
    if point is None and not is_fast:
        point = drag.next_snap(desk, carry, (x, -y))
    distance = _CARRY_STEP * (_SHIFT_FACTOR if is_fast else 1)
    carry.position = point or (carry.position[0] + x * distance, carry.position[1] + y * distance)
    return True
