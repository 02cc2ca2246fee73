"""What was picked up by a button or a key and hangs in the air: where it goes is said by arrows, a click, a button."""

from __future__ import annotations

from grenade_salad.app.games.open_table import drag, pointer_input
from grenade_salad.app.games.open_table.drag import Landing
from grenade_salad.app.games.open_table.hand_strip import card_boxes
from grenade_salad.app.games.open_table.interaction import BY_KEYS, Carry, Desk, Press
from grenade_salad.app.games.open_table.menu_commands import Verb
from grenade_salad.games.open_table.box import STACKED
from grenade_salad.text import Words, m

STEP = 45.0
"""Degrees that a press turns it."""

# Translators: buttons: a card that was picked up lies down below the others, or on top of them
UNDER, ON_TOP = m("Put it under"), m("Put it on top")


def pick_up(desk: Desk, n: int = 1, low: bool = False) -> None:
    """Pick up what is chosen: of a pile so many, 0 for all, from its top or its lower end; or a card of the strip."""
    if desk.seat is None:
        return
    if desk.card is not None:
        _pick_card(desk, desk.seat, desk.card)
        return
    one = desk.thing(desk.chosen[0]) if desk.chosen else None
    if one is None or one.locked:
        return
    at = desk.camera.to_screen(one.at)
    carry = drag.lift(desk, one, desk.seat, not n, at)
    if carry is not None and carry.of != "" and n:
        carry = drag.so_many(carry, min(n, one.count), low)
    _hang(desk, Press(1, at, at, desk.seat, one, moved=True, carry=carry))


def _pick_card(desk: Desk, seat: int, card: int) -> None:
    boxes = card_boxes(desk)
    at = boxes[min(card, len(boxes) - 1)].center
    press = Press(1, at, at, seat, card=card, in_strip=True, moved=True)
    press.carry = drag.lift_card(desk, card, seat, at)
    desk.card = None
    _hang(desk, press)


def _hang(desk: Desk, press: Press) -> None:
    desk.ask("")
    desk.menu = None
    if press.carry is not None:
        press.carry.by_keys = True
        desk.hidden.update(press.carry.what)
        desk.hands[BY_KEYS] = press


def answers(desk: Desk, carry: Carry) -> list[Verb]:
    """What can be done with it."""
    # Translators: buttons: what somebody picked up lies down where it is held, or is where it was
    found = [Verb(m("Lay it down"), does="air", what="lay")]
    if carry.lying[0].shape in STACKED:
        found.append(Verb(ON_TOP if carry.low else UNDER, "carry", does="air", what="under"))
    if desk.hand and carry.of != desk.hand:
        # Translators: a button: what somebody picked up goes to their hand
        found.append(Verb(m("To my hand"), "take", does="air", what="hand"))
    if carry.secret:
        # Translators: buttons: which side of a card is up when it is laid down
        words = m("Face down", context="lands") if carry.side == "up" else m("Face up", context="lands")
        found.append(Verb(words, "flip", does="air", what="side"))
    return [
        *found,
        Verb(m("Turn it to the left"), "turn_left", does="air", what="left"),
        Verb(m("Turn it to the right"), "turn_right", does="air", what="right"),
        Verb(m("Put it back"), does="air", what="back"),
    ]


def title() -> Words:
    """What is asked."""
    return m("Where to? Click the place, or arrows and Enter.")


def use(desk: Desk, what: str) -> bool:
    """A button or a key for what hangs in the air; whether something does."""
    carry = desk.in_the_air
    if carry is None:
        return False
    match what:
        case "lay":
            desk.hands.pop(BY_KEYS)
            pointer_input.drop(desk, carry)
        case "under":
            carry.low = not carry.low
        case "hand":
            desk.hands.pop(BY_KEYS)
            pointer_input.lay(desk, carry, Landing(desk.hand, drag.middle(desk, carry)))
        case "side":
            carry.side = "down" if carry.side == "up" else "up"
        case "left" | "right":
            pointer_input.turn(carry, STEP if what == "left" else -STEP)
        case "back":
            desk.drop_all()
    return True
