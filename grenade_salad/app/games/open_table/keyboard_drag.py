"""Pieces that a button or a key picked up and that hang in the air.

Arrows, a click or a button tell where they go.
"""

from __future__ import annotations

from grenade_salad.app.games.open_table import drag, pointer_input
from grenade_salad.app.games.open_table.drag import Landing
from grenade_salad.app.games.open_table.edges import UNDER
from grenade_salad.app.games.open_table.hand_strip import card_boxes
from grenade_salad.app.games.open_table.interaction import BY_KEYS, Drag, Press, TableInteraction, opposite_side
from grenade_salad.app.games.open_table.menu_commands import MenuCommand
from grenade_salad.games.open_table.box import STACKED
from grenade_salad.text import Words, m

ROTATION_STEP = 45.0
"""Degrees by which a press rotates them."""

# Translators: a button: a card that was picked up lies down on top of the others
ON_TOP = m("Put it on top")


def pick_up(desk: TableInteraction, n: int = 1, from_bottom: bool = False) -> None:
    """Pick up what is chosen: a card of the strip, or `n` pieces, 0 for all.

    Of a pile they are from its top or its lower end.
    """
    if desk.seat is None:
        return
    if desk.card_index is not None:
        _pick_up_card(desk, desk.seat, desk.card_index)
        return
    piece = desk.find_piece(desk.chosen[0]) if desk.chosen else None
    if piece is None or piece.locked:
        return
    point = desk.camera.to_screen(piece.position)
    carry = drag.lift(desk, piece, desk.seat, point, takes_all=not n)
    if carry.source != "" and n:
        drag.set_count(carry, min(n, piece.count), from_bottom=from_bottom)
    _hang(desk, Press(1, point, point, desk.seat, piece, has_moved=True, carry=carry))


def _pick_up_card(desk: TableInteraction, seat: int, card: int) -> None:
    boxes = card_boxes(desk)
    point = boxes[min(card, len(boxes) - 1)].center
    press = Press(1, point, point, seat, card_index=card, in_strip=True, has_moved=True)
    press.carry = drag.lift_card(desk, card, seat, point)
    desk.card_index = None
    _hang(desk, press)


def _hang(desk: TableInteraction, press: Press) -> None:
    desk.ask("")
    desk.menu_point = None
    if press.carry is not None:
        press.carry.is_hanging = True
        desk.hidden_keys.update(press.carry.piece_ids)
        desk.presses[BY_KEYS] = press


def list_commands(desk: TableInteraction, carry: Drag) -> list[MenuCommand]:
    """Return the commands for the pieces."""
    # Translators: buttons: what somebody picked up lies down where it is held, or is where it was
    commands = [MenuCommand(m("Lay it down"), operation="air", argument="lay")]
    if carry.pieces[0].shape in STACKED:
        commands.append(MenuCommand(ON_TOP if carry.goes_low else UNDER, "carry", operation="air", argument="under"))
    if desk.hand and carry.source != desk.hand:
        # Translators: a button: what somebody picked up goes to their hand
        commands.append(MenuCommand(m("To my hand"), "take", operation="air", argument="hand"))
    if carry.is_secret:
        # Translators: buttons: which side of a card is up when it is laid down
        words = m("Face down", context="lands") if carry.landing_side == "up" else m("Face up", context="lands")
        commands.append(MenuCommand(words, "flip", operation="air", argument="side"))
    return [
        *commands,
        MenuCommand(m("Turn it to the left"), "turn_left", operation="air", argument="left"),
        MenuCommand(m("Turn it to the right"), "turn_right", operation="air", argument="right"),
        MenuCommand(m("Put it back"), operation="air", argument="back"),
    ]


def title() -> Words:
    """Return the text of the question."""
    return m("Where to? Click the place, or arrows and Enter.")


def apply_command(desk: TableInteraction, command: str) -> bool:
    """Apply a button or a key to what hangs in the air; return False if nothing does."""
    carry = desk.hanging_carry
    if carry is None:
        return False
    match command:
        case "lay":
            desk.presses.pop(BY_KEYS)
            pointer_input.finish_drag(desk, carry)
        case "under":
            carry.goes_low = not carry.goes_low
        case "hand":
            desk.presses.pop(BY_KEYS)
            pointer_input.place_drag(desk, carry, Landing(desk.hand, drag.carried_middle(desk, carry)))
        case "side":
            carry.landing_side = opposite_side(carry.landing_side)
        case "left" | "right":
            pointer_input.rotate(carry, ROTATION_STEP if command == "left" else -ROTATION_STEP)
        case "back":
            desk.cancel_all()
    return True
