"""Keys and gamepad at the open table: the commands' keys, the hand, and carrying.

Space or Y opens the hand; arrows move what is carried.
"""

from __future__ import annotations

from collections.abc import Collection

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
from grenade_salad.app.games.open_table.interaction import Drag, TableInteraction
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
"""Units that an arrow carries; with Shift four times as far."""
_DIRECTIONS: dict[Command, Point] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
_SPACE = ord(" ")
_AIM_COMMANDS = {"turn_left": "left", "turn_right": "right", "closer": "harder", "farther": "softer"}


def handle_key(desk: TableInteraction, panel: Panel, event: KeyInput) -> bool:
    """Handle a key; return True if the table used it."""
    if event.key == _SPACE and desk.hand and not _is_on_button(desk):
        return _hold(desk, "key", event.down)
    if not event.down and desk.strip.held_by == "key" and desk.table.app.settings.find_seat(event.key) == desk.seat:
        return _hold(desk, "key", False)
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
        return _hold(desk, "pad", event.down)
    if not event.down:
        return False
    direction, carries = read_command(event), _list_carries(desk)
    if event.button == "x":
        return _turn_or_read(desk, carries)
    if carries and direction in _DIRECTIONS:
        return _move_carry(desk, carries[0], direction, 1.0)
    if carries and event.button == "a":
        return not _is_on_panel(desk, panel) and keyboard_drag.apply_command(desk, "lay")
    if desk.tool is not None and direction in _DIRECTIONS and not _is_on_panel(desk, panel):
        x, y = _DIRECTIONS[direction]
        measuring.move_end(desk, x * measuring.COARSE_STEP, -y * measuring.COARSE_STEP)
        return True
    return desk.strip.held_by == "pad" and direction in ("left", "right") and _choose_card(desk, direction)


def _turn_or_read(desk: TableInteraction, carries: list[Drag]) -> bool:
    """Turn what is carried, or a card of the hand over; else read a piece large."""
    if carries and carries[0].is_secret:
        carries[0].landing_side = "down" if carries[0].landing_side == "up" else "up"
    elif carries:
        pointer_input.turn(carries[0], 45.0)
    elif desk.card_index is not None:
        desk.strip.landing_side = "down" if desk.strip.landing_side == "up" else "up"
    else:
        _read_large(desk, True)
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


def _hold(desk: TableInteraction, held_by: str, down: bool) -> bool:
    if down:
        if not desk.strip_open:
            desk.table.app.audio.play("flip")
        desk.strip.held_by = held_by
    elif not down and desk.strip.held_by == held_by:
        desk.strip.held_by = ""
        desk.card_index = None
    return True


def _list_carries(desk: TableInteraction) -> list[Drag]:
    return [press.carry for press in desk.presses.values() if press.carry is not None]


def repeat(desk: TableInteraction, press: KeyInput) -> bool:
    """Repeat a held key for what is carried, an aim, or a ruler."""
    if press.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
        return False
    shift = bool(press.mod & pygame.KMOD_SHIFT)
    if carries := _list_carries(desk):
        return _turn_or_move(desk, carries[0], press, shift)
    return _aim_or_measure(desk, press, shift)


def _continue(desk: TableInteraction, panel: Panel, event: KeyInput) -> bool:
    """Handle a key for what is begun: a carry, an aim, a ruler."""
    shift = bool(event.mod & pygame.KMOD_SHIFT)
    if carries := _list_carries(desk):
        return _steer_carry(desk, panel, carries[0], event, shift)
    return _aim_or_measure(desk, event, shift)


def _aim_or_measure(desk: TableInteraction, event: KeyInput, shift: bool) -> bool:
    if desk.aim is not None:
        for means, aim_command in _AIM_COMMANDS.items():
            if means in event.meanings:
                flicking.apply_command(desk, aim_command, shift)
                return True
    if desk.tool is not None:
        return _measure(desk, event, shift)
    return False


def _measure(desk: TableInteraction, event: KeyInput, shift: bool) -> bool:
    tool, direction = desk.tool, read_command(event)
    step = measuring.COARSE_STEP if shift else measuring.FINE_STEP
    if direction in _DIRECTIONS:
        x, y = _DIRECTIONS[direction]
        measuring.move_end(desk, x * step, -y * step)
        return True
    if tool is not None and tool.kind == "circle" and {"closer", "farther"} & event.meanings:
        measuring.grow_circle(tool, step if "closer" in event.meanings else -step)
        return True
    return False


def _type_number(desk: TableInteraction, panel: Panel, event: KeyInput) -> bool:
    """Handle digits that answer a question."""
    sign = DIGIT_KEYS.get(event.key, "")
    if not amounts.asks_number(desk) or not (sign or event.key == ERASE_KEY) or (sign == "0" and not desk.typed_digits):
        return False
    if not sign:
        desk.typed_digits = desk.typed_digits[:-1]
    elif (verb := amounts.type_digit(desk, sign)) is not None:
        panel.do(verb)
    return True


def _change_view(desk: TableInteraction, event: KeyInput) -> bool:
    """Handle keys that change what is visible."""
    means = event.meanings
    if "read_large" in means:
        _read_large(desk, False)
    elif "overview" in means:
        desk.set_camera(desk.camera.overview)
    elif "closer" in means or "farther" in means:
        desk.set_camera(desk.camera.zoom_by(1.25 if "closer" in means else 0.8, desk.camera.rect.center))
    elif desk.strip.held_by == "key" and (direction := read_command(event)) in ("left", "right"):
        return _choose_card(desk, direction)
    else:
        return False
    return True


def _read_large(desk: TableInteraction, chosen: bool) -> None:
    """Read the piece under the pointer large, or what is chosen if none is there.

    With `chosen`, what is chosen is preferred. A card of the open strip is read only in the strip.
    """
    if desk.strip_open:
        over = desk.strip.read_index if desk.strip.read_index is not None else hand_strip.card_at(desk, desk.pointer)
        over = desk.card_index if chosen or over is None else over
        if over is not None:
            desk.strip.read_index = over if desk.strip.read_index is None else None
            return
    piece = desk.find_piece(desk.chosen[0]) if desk.chosen else None
    under = find_hit(desk, desk.pieces, desk.pointer, boards=True)
    if piece is not None and (chosen or under is None) and not desk.is_reading:
        desk.pointer = drawn_middle(desk, piece)
    desk.is_reading = not desk.is_reading


def _choose_card(desk: TableInteraction, direction: Command | None) -> bool:
    card_count = hand_strip.count_cards(desk)
    if not card_count:
        return False
    step = 1 if direction == "right" else -1
    desk.choose(
        [], (desk.card_index + step) % card_count if desk.card_index is not None else 0 if step > 0 else card_count - 1
    )
    return True


def _play(desk: TableInteraction, panel: Panel, event: KeyInput) -> bool:
    """Handle keys that act on the table; a seat's key is none of them."""
    means = event.meanings
    if "pass_turn" in means:
        action = menu_commands.make_pass(desk)
        return action is not None and desk.table.controller.act(action)
    if "flip" in means and desk.card_index is not None:
        desk.strip.landing_side = "down" if desk.strip.landing_side == "up" else "up"
        return True
    if "carry" in means and (desk.chosen or desk.card_index is not None) and desk.aim is None:
        keyboard_drag.pick_up(desk)
        return True
    offered = panel.available_commands()
    if not (desk.chosen or desk.card_index is not None or desk.question):
        offered = [*offered, *menu_commands.idle_commands(desk)]
    menu_command = next((verb for verb in offered if verb.key and verb.key in means), None)
    if menu_command is None and {"measure", "supply"} & means:
        menu_command = next((verb for verb in menu_commands.idle_commands(desk) if verb.key in means), None)
    if menu_command is None and not (desk.chosen or desk.card_index is not None or desk.question):
        menu_command = _choose_under_pointer(desk, means)
    if menu_command is not None:
        panel.do(menu_command)
        return True
    return _seat_key(desk, event)


def _seat_key(desk: TableInteraction, event: KeyInput) -> bool:
    """Handle a seat's key: it gives the seat the mouse, and holds its hand open.

    It lays down there what is carried.
    """
    carries = bool(_list_carries(desk))
    if not desk.table.press_seat_key(event.key):
        return False
    if not carries and desk.hand and desk.table.app.settings.find_seat(event.key) == desk.seat:
        _hold(desk, "key", True)
    return True


def _choose_under_pointer(desk: TableInteraction, means: Collection[KeyMeaning]) -> MenuCommand | None:
    """Choose the piece under the pointer for a key, when nothing else is chosen."""
    piece = find_hit(desk, desk.pieces, desk.pointer)
    if piece is None or not desk.camera.rect.collidepoint(desk.pointer):
        return None
    desk.choose([piece.key])
    menu_command = next((verb for verb in menu_commands.available(desk) if verb.key and verb.key in means), None)
    if menu_command is None:
        desk.choose([])
    return menu_command


def _steer_carry(desk: TableInteraction, panel: Panel, carry: Drag, event: KeyInput, shift: bool) -> bool:
    """Handle keys while pieces are carried: turn, change the side, move, lay down."""
    if {"turn_left", "turn_right"} & event.meanings:
        return _turn_or_move(desk, carry, event, shift)
    if "flip" in event.meanings and carry.is_secret:
        carry.landing_side = "down" if carry.landing_side == "up" else "up"
        return True
    if carry.is_hanging and event.meanings:
        offered = (verb for verb in panel.available_commands() if verb.key and verb.key in event.meanings)
        if (menu_command := next(offered, None)) is not None:
            panel.do(menu_command)
        if menu_command is not None or "carry" in event.meanings:
            return True
    if "carry" in event.meanings:
        carry.goes_low = not carry.goes_low
        return True
    if read_command(event) in _DIRECTIONS:
        return _turn_or_move(desk, carry, event, shift)
    lays = event.key in ENTER_KEYS and not _is_on_panel(desk, panel)
    return lays and keyboard_drag.apply_command(desk, "lay")


def _turn_or_move(desk: TableInteraction, carry: Drag, event: KeyInput, shift: bool) -> bool:
    if {"turn_left", "turn_right"} & event.meanings:
        pointer_input.turn(
            carry, keyboard_drag.TURN_STEP if "turn_left" in event.meanings else -keyboard_drag.TURN_STEP
        )
        return True
    direction = read_command(event)
    return direction in _DIRECTIONS and _move_carry(desk, carry, direction, 4.0 if shift else 1.0)


def _move_carry(desk: TableInteraction, carry: Drag, direction: Command | None, steps: float) -> bool:
    if not carry.is_hanging or direction is None:
        return False
    x, y = _DIRECTIONS[direction]
    point = drag.next_gap(desk, carry, x) if x else None
    if point is None and steps == 1:
        point = drag.next_snap(desk, carry, (x, -y))
    carry.position = point or (carry.position[0] + x * _CARRY_STEP * steps, carry.position[1] + y * _CARRY_STEP * steps)
    return True
