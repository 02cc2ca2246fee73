"""The keys of the open table: the verbs' letters, Space for the hand, what is carried by arrows."""

from __future__ import annotations

import pygame

from grenade_salad.app.games.open_table import carrying, pointers, strip, verbs
from grenade_salad.app.games.open_table.desk import Carry, Desk, Press
from grenade_salad.app.games.open_table.panel import Panel
from grenade_salad.app.ui.inputs import ENTERS, Key, Point

_BY_KEYS = -1
"""The number of the press that is a carry by the keys; no finger has it."""
_STEP = 12.0
"""Units that an arrow carries; with Shift four times as far."""
_ARROWS: dict[int, Point] = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}


def handle(desk: Desk, panel: Panel, event: Key) -> bool:
    """Whether the table used it."""
    code = event.key
    if code == pygame.K_SPACE and desk.hand and not _on_button(desk):
        return _space(desk, event)
    if not event.down or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
        return False
    carries = [press.carry for press in desk.hands.values() if press.carry is not None]
    if carries and _carrying(desk, carries, event):
        return True
    if event.repeat:
        return False
    if code == pygame.K_z:
        desk.reading = not desk.reading
        return True
    if "overview" in event.means:
        desk.see(desk.camera.overview)
        return True
    if "closer" in event.means or "farther" in event.means:
        desk.see(desk.camera.zoomed(1.25 if "closer" in event.means else 0.8, desk.camera.rect.center))
        return True
    if desk.asking == "deal" and (number := _digit(code)) is not None and desk.chosen:
        panel.do(verbs.Verb(verbs.DEAL, "", (verbs.dealt(desk, desk.chosen[0], number),)))
        return True
    if code == pygame.K_u:
        desk.table.undo()
        return True
    if code == pygame.K_END:
        action = verbs.pass_turn(desk)
        return action is not None and desk.table.act(action)
    if code == pygame.K_f and desk.card is not None:
        desk.strip.lands = "down" if desk.strip.lands == "up" else "up"
        return True
    if desk.strip.by == "key" and code in (pygame.K_LEFT, pygame.K_RIGHT) and strip.count(desk):
        step, number = (1 if code == pygame.K_RIGHT else -1), strip.count(desk)
        desk.choose([], (desk.card + step) % number if desk.card is not None else 0 if step > 0 else number - 1)
        return True
    if desk.table.seat_key(code):
        return True
    return _verb(desk, panel, code)


def _on_button(desk: Desk) -> bool:
    """Whether Space presses what has the focus: with a verb on a thing it opens the hand instead."""
    focus = desk.table.widgets.focus
    return focus is not None and not desk.chosen and desk.strip.by != "key" and desk.table.viewer is not None


def _space(desk: Desk, event: Key) -> bool:
    if event.down and not event.repeat:
        if not desk.strip_open:
            desk.table.app.audio.play("flip")
        desk.strip.by = "key"
    elif not event.down and desk.strip.by == "key":
        desk.strip.by = ""
        desk.card = None
    return True


def _digit(code: int) -> int | None:
    return code - pygame.K_0 if pygame.K_1 <= code <= pygame.K_9 else None


def _verb(desk: Desk, panel: Panel, code: int) -> bool:
    if not 0 < code < 0x110000:
        return False
    letter = chr(code).upper()
    if letter == "M" and len(desk.chosen) == 1:
        carry_chosen(desk)
        return True
    found = next((verb for verb in verbs.offered(desk) if verb.key == letter), None)
    if found is None:
        return False
    panel.do(found)
    return True


def _carrying(desk: Desk, carries: list[Carry], event: Key) -> bool:
    """Keys while something is in the air: it turns, changes its side, goes on, is laid down."""
    carry = carries[0]
    if event.key in (pygame.K_q, pygame.K_e):
        pointers.turn(carry, 45.0 if event.key == pygame.K_q else -45.0)
        return True
    if event.key == pygame.K_f and carry.secret:
        carry.side = "down" if carry.side == "up" else "up"
        return True
    press = desk.hands.get(_BY_KEYS)
    if press is None or press.carry is None:
        return False
    if event.key in _ARROWS:
        x, y = _ARROWS[event.key]
        far = _STEP * (4 if event.mod & pygame.KMOD_SHIFT else 1)
        carry.at = carry.at[0] + x * far, carry.at[1] + y * far
        return True
    if event.key in ENTERS and not event.repeat:
        del desk.hands[_BY_KEYS]
        pointers.drop(desk, press.carry)
        return True
    return False


def carry_chosen(desk: Desk) -> None:
    """Pick up what is chosen: arrows carry it, Enter lays it down, Esc puts it back."""
    one = desk.thing(desk.chosen[0]) if desk.chosen else None
    if one is None or desk.seat is None:
        return
    at = desk.camera.to_screen(one.at)
    press = Press(1, at, at, desk.seat, one, moved=True)
    press.carry = carrying.lift(desk, one, desk.seat, False, at)
    if press.carry is not None:
        desk.hidden.update(press.carry.what)
        desk.hands[_BY_KEYS] = press
