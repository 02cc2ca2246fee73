"""The keys and the pad at the open table: the verbs' keys, Space or Y for the hand, what is carried by arrows."""

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
from grenade_salad.app.games.open_table.hits import hit, middle_of
from grenade_salad.app.games.open_table.interaction import Carry, Desk
from grenade_salad.app.games.open_table.menu_commands import Verb
from grenade_salad.app.games.open_table.panel import Panel
from grenade_salad.app.ui.inputs import DIGITS, ENTERS, ERASES, Command, Key, Pad, Point, command
from grenade_salad.app.ui.meanings import Means

_STEP = 12.0
"""Units that an arrow carries; with Shift four times as far."""
_WAYS: dict[Command, Point] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
_SPACE = ord(" ")
_AIMS = {"turn_left": "left", "turn_right": "right", "closer": "harder", "farther": "softer"}


def handle(desk: Desk, panel: Panel, event: Key) -> bool:
    """Whether the table used it."""
    if event.key == _SPACE and desk.hand and not _on_button(desk):
        return _hold(desk, "key", event.down)
    if not event.down and desk.strip.by == "key" and desk.table.app.settings.seat_with(event.key) == desk.seat:
        return _hold(desk, "key", False)
    if not event.down or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
        return False
    if _goes_on(desk, panel, event):
        return True
    return _asks(desk, panel, event) or _looks(desk, event) or _plays(desk, panel, event)


def pad(desk: Desk, panel: Panel, event: Pad) -> bool:
    """The pad: Y holds the hand open, X turns, and what is begun goes on by the D-pad; A and B are as everywhere."""
    if event.button == "y" and desk.hand:
        return _hold(desk, "pad", event.down)
    if not event.down:
        return False
    way, carries = command(event), _carries(desk)
    if event.button == "x":
        return _turns(desk, carries)
    if carries and way in _WAYS:
        return _carry_on(desk, carries[0], way, 1.0)
    if carries and event.button == "a":
        return not _on_panel(desk, panel) and keyboard_drag.use(desk, "lay")
    if desk.tool is not None and way in _WAYS and not _on_panel(desk, panel):
        x, y = _WAYS[way]
        measuring.shift(desk, x * measuring.COARSE, -y * measuring.COARSE)
        return True
    return desk.strip.by == "pad" and way in ("left", "right") and _choose_card(desk, way)


def _turns(desk: Desk, carries: list[Carry]) -> bool:
    """X: what is carried turns; of a card from the hand the other side; else what is chosen is read large."""
    if carries and carries[0].secret:
        carries[0].side = "down" if carries[0].side == "up" else "up"
    elif carries:
        pointer_input.turn(carries[0], 45.0)
    elif desk.card is not None:
        desk.strip.lands = "down" if desk.strip.lands == "up" else "up"
    else:
        _read(desk, True)
    return True


def _on_panel(desk: Desk, panel: Panel) -> bool:
    return desk.table.widgets.focus in panel.buttons[1:]


def _on_button(desk: Desk) -> bool:
    """Whether Space presses what has the focus: with a verb on a thing it opens the hand instead."""
    focus = desk.table.widgets.focus
    return focus is not None and not desk.chosen and desk.strip.by != "key" and desk.table.viewer is not None


def _hold(desk: Desk, by: str, down: bool) -> bool:
    if down:
        if not desk.strip_open:
            desk.table.app.audio.play("flip")
        desk.strip.by = by
    elif not down and desk.strip.by == by:
        desk.strip.by = ""
        desk.card = None
    return True


def _carries(desk: Desk) -> list[Carry]:
    return [press.carry for press in desk.hands.values() if press.carry is not None]


def repeat(desk: Desk, press: Key) -> bool:
    """Go on while a key is held: what is carried moves and turns, and so do an aim and a ruler."""
    if press.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
        return False
    shift = bool(press.mod & pygame.KMOD_SHIFT)
    if carries := _carries(desk):
        return _turns_or_moves(desk, carries[0], press, shift)
    return _aims_or_measures(desk, press, shift)


def _goes_on(desk: Desk, panel: Panel, event: Key) -> bool:
    """A key for what is begun: a carry, an aim, a ruler."""
    shift = bool(event.mod & pygame.KMOD_SHIFT)
    if carries := _carries(desk):
        return _carrying(desk, panel, carries[0], event, shift)
    return _aims_or_measures(desk, event, shift)


def _aims_or_measures(desk: Desk, event: Key, shift: bool) -> bool:
    if desk.aim is not None:
        for means, what in _AIMS.items():
            if means in event.means:
                flicking.use(desk, what, shift)
                return True
    if desk.tool is not None:
        return _measuring(desk, event, shift)
    return False


def _measuring(desk: Desk, event: Key, shift: bool) -> bool:
    tool, way = desk.tool, command(event)
    far = measuring.COARSE if shift else measuring.FINE
    if way in _WAYS:
        x, y = _WAYS[way]
        measuring.shift(desk, x * far, -y * far)
        return True
    if tool is not None and tool.kind == "circle" and {"closer", "farther"} & event.means:
        measuring.grow(tool, far if "closer" in event.means else -far)
        return True
    return False


def _asks(desk: Desk, panel: Panel, event: Key) -> bool:
    """Digits say how many."""
    sign = DIGITS.get(event.key, "")
    if not amounts.asks(desk) or not (sign or event.key == ERASES) or (sign == "0" and not desk.typed):
        return False
    if not sign:
        desk.typed = desk.typed[:-1]
    elif (verb := amounts.typed(desk, sign)) is not None:
        panel.do(verb)
    return True


def _looks(desk: Desk, event: Key) -> bool:
    """Keys that change what is seen."""
    means = event.means
    if "read_large" in means:
        _read(desk, False)
    elif "overview" in means:
        desk.see(desk.camera.overview)
    elif "closer" in means or "farther" in means:
        desk.see(desk.camera.zoomed(1.25 if "closer" in means else 0.8, desk.camera.rect.center))
    elif desk.strip.by == "key" and (way := command(event)) in ("left", "right"):
        return _choose_card(desk, way)
    else:
        return False
    return True


def _read(desk: Desk, chosen: bool) -> None:
    """Read what is under the pointer; with nothing there, or with `chosen`, what is chosen. A card of the open strip
    is read in the strip, and nowhere else."""
    if desk.strip_open:
        over = desk.strip.reads if desk.strip.reads is not None else hand_strip.card_at(desk, desk.pointer)
        over = desk.card if chosen or over is None else over
        if over is not None:
            desk.strip.reads = over if desk.strip.reads is None else None
            return
    one = desk.thing(desk.chosen[0]) if desk.chosen else None
    under = hit(desk, desk.things, desk.pointer, boards=True)
    if one is not None and (chosen or under is None) and not desk.reading:
        desk.pointer = middle_of(desk, one)
    desk.reading = not desk.reading


def _choose_card(desk: Desk, way: Command | None) -> bool:
    number = hand_strip.count(desk)
    if not number:
        return False
    step = 1 if way == "right" else -1
    desk.choose([], (desk.card + step) % number if desk.card is not None else 0 if step > 0 else number - 1)
    return True


def _plays(desk: Desk, panel: Panel, event: Key) -> bool:
    """Keys that do something on the table; a seat's key is none of them."""
    means = event.means
    if "pass_turn" in means:
        action = menu_commands.pass_turn(desk)
        return action is not None and desk.table.act(action)
    if "flip" in means and desk.card is not None:
        desk.strip.lands = "down" if desk.strip.lands == "up" else "up"
        return True
    if "carry" in means and (desk.chosen or desk.card is not None) and desk.aim is None:
        keyboard_drag.pick_up(desk)
        return True
    offered = panel.offered()
    if not (desk.chosen or desk.card is not None or desk.asking):
        offered = [*offered, *menu_commands.of_nothing(desk)]
    found = next((verb for verb in offered if verb.key and verb.key in means), None)
    if found is None and {"measure", "supply"} & means:
        found = next((verb for verb in menu_commands.of_nothing(desk) if verb.key in means), None)
    if found is None and not (desk.chosen or desk.card is not None or desk.asking):
        found = _under_pointer(desk, means)
    if found is not None:
        panel.do(found)
        return True
    return _seat_key(desk, event)


def _seat_key(desk: Desk, event: Key) -> bool:
    """A seat's key gives it the mouse, and opens its hand as long as it is held; it lays down there what is carried."""
    carries = bool(_carries(desk))
    if not desk.table.seat_key(event.key):
        return False
    if not carries and desk.hand and desk.table.app.settings.seat_with(event.key) == desk.seat:
        _hold(desk, "key", True)
    return True


def _under_pointer(desk: Desk, means: Collection[Means]) -> Verb | None:
    """Nothing is chosen: the key is for what is under the pointer, which is chosen then."""
    one = hit(desk, desk.things, desk.pointer)
    if one is None or not desk.camera.rect.collidepoint(desk.pointer):
        return None
    desk.choose([one.key])
    found = next((verb for verb in menu_commands.offered(desk) if verb.key and verb.key in means), None)
    if found is None:
        desk.choose([])
    return found


def _carrying(desk: Desk, panel: Panel, carry: Carry, event: Key, shift: bool) -> bool:
    """Keys while something is in the air: it turns, changes its side, goes on, is laid down."""
    if {"turn_left", "turn_right"} & event.means:
        return _turns_or_moves(desk, carry, event, shift)
    if "flip" in event.means and carry.secret:
        carry.side = "down" if carry.side == "up" else "up"
        return True
    if carry.by_keys and event.means:
        offered = (verb for verb in panel.offered() if verb.key and verb.key in event.means)
        if (found := next(offered, None)) is not None:
            panel.do(found)
        if found is not None or "carry" in event.means:
            return True
    if "carry" in event.means:
        carry.low = not carry.low
        return True
    if command(event) in _WAYS:
        return _turns_or_moves(desk, carry, event, shift)
    lays = event.key in ENTERS and not _on_panel(desk, panel)
    return lays and keyboard_drag.use(desk, "lay")


def _turns_or_moves(desk: Desk, carry: Carry, event: Key, shift: bool) -> bool:
    if {"turn_left", "turn_right"} & event.means:
        pointer_input.turn(carry, keyboard_drag.STEP if "turn_left" in event.means else -keyboard_drag.STEP)
        return True
    way = command(event)
    return way in _WAYS and _carry_on(desk, carry, way, 4.0 if shift else 1.0)


def _carry_on(desk: Desk, carry: Carry, way: Command | None, steps: float) -> bool:
    if not carry.by_keys or way is None:
        return False
    x, y = _WAYS[way]
    point = drag.next_gap(desk, carry, x) if x else None
    if point is None and steps == 1:
        point = drag.next_snap(desk, carry, (x, -y))
    carry.at = point or (carry.at[0] + x * _STEP * steps, carry.at[1] + y * _STEP * steps)
    return True
