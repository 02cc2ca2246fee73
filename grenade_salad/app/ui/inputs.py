"""Input of mouse, fingers, keys and gamepad in one form, in logical units.

Fingers become pointers with ids. `read_command` gives the commands of keys and gamepads to the focus.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import pygame

from grenade_salad.app.ui.accessible import Act
from grenade_salad.app.ui.meanings import KeyMeaning

Point: TypeAlias = tuple[float, float]
Command: TypeAlias = Literal["left", "right", "up", "down", "next", "previous", "accept", "back", "menu", "help"]


@dataclass(frozen=True, slots=True)
class PointerInput:
    """Input of the mouse or a finger."""

    kind: Literal["down", "up", "move"]
    position: Point
    """In logical units of the canvas."""
    button: int = 1
    """1 is left, 2 middle, 3 right."""
    finger: bool = False
    finger_id: int = 0
    """Id of the finger among those that are down, so that two people can drag.

    The first is 0, the next the lowest that is free, and a finger keeps its id until it is lifted. A scene that ignores
    it has one pointer, whichever finger moves it.
    """


@dataclass(frozen=True, slots=True)
class ScrollInput:
    """Input of the mouse wheel."""

    position: Point
    amount: float
    """Notches of the wheel, positive for up."""


@dataclass(frozen=True, slots=True)
class KeyInput:
    """A key that is pressed or released."""

    key: int
    """One of pygame.K_*."""
    down: bool = True
    mod: int = 0
    """The modifiers that are held: pygame.KMOD_*."""
    meanings: frozenset[KeyMeaning] = frozenset()
    """The uses that `shell.keys` binds the key to."""


@dataclass(frozen=True, slots=True)
class KeyRepeat:
    """A key that is still held, in the scene that got its press.

    It is no key press, so that nothing acts twice by accident: what repeats asks for it explicitly.
    """

    press: KeyInput


@dataclass(frozen=True, slots=True)
class Typed:
    """Text that was typed, after the system's composition."""

    text: str


@dataclass(frozen=True, slots=True)
class Composing:
    """Text that an input method or a dead key composes, before it is typed."""

    text: str
    """Empty when the composition ends."""
    cursor: int = 0
    """Number of characters of the text before the cursor."""


@dataclass(frozen=True, slots=True)
class GamepadInput:
    """A button of a gamepad that is pressed or released."""

    button: str
    """One of a, b, x, y, lb, rb, back, start, left, right, up, down (pad or stick)."""
    down: bool = True


@dataclass(frozen=True, slots=True)
class Unplugged:
    """A gamepad was unplugged, after its buttons were released.

    What was opened with it has to be closed, since nobody else could.
    """


@dataclass(frozen=True, slots=True)
class Unfocused:
    """The window lost the focus: whatever is held counts as released."""


@dataclass(frozen=True, slots=True)
class AssistiveInput:
    """Use of a widget or scene by a screen reader or a switch."""

    owner_id: int
    """Id of the widget or scene."""
    act: Act
    part: int = 0
    """Key of the part that is used; 0 for the whole."""
    value: str | float | None = None
    """The new value for the act "set"."""


Input: TypeAlias = (
    PointerInput
    | ScrollInput
    | KeyInput
    | KeyRepeat
    | Typed
    | Composing
    | GamepadInput
    | Unplugged
    | Unfocused
    | AssistiveInput
)

_KEY_COMMANDS: dict[int, Command] = {
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_RETURN: "accept",
    pygame.K_KP_ENTER: "accept",
    pygame.K_SPACE: "accept",
    pygame.K_ESCAPE: "back",
    pygame.K_AC_BACK: "back",
}
ENTER_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER)
ERASE_KEY = pygame.K_BACKSPACE
DIGIT_KEYS = {
    **{ord(digit): digit for digit in "0123456789"},
    **{code: str((index + 1) % 10) for index, code in enumerate(range(pygame.K_KP1, pygame.K_KP1 + 10))},
}
"""The keys of digits, including those of the keypad."""
ACCEPT_KEYS = (pygame.K_SPACE, *ENTER_KEYS)
_TO_END = 1e9
"""Units beyond the end of any page."""
_PAD_COMMANDS: dict[str, Command] = {
    "left": "left",
    "right": "right",
    "up": "up",
    "down": "down",
    "a": "accept",
    "b": "back",
    "start": "menu",
    "back": "help",
    "lb": "previous",
    "rb": "next",
}


def read_command(event: Input) -> Command | None:
    """Return the command of a pressed key or gamepad button to the focus, or None."""
    if isinstance(event, KeyInput) and event.down:
        if event.mod & (pygame.KMOD_ALT | pygame.KMOD_CTRL):
            return None
        if event.key == pygame.K_TAB:
            return "previous" if event.mod & pygame.KMOD_SHIFT else "next"
        command = _KEY_COMMANDS.get(event.key)
        if command is None:
            command = "help" if "help" in event.meanings else "menu" if "menu" in event.meanings else None
        return command
    if isinstance(event, GamepadInput) and event.down:
        return _PAD_COMMANDS.get(event.button)
    return None


def holds_ctrl(mod: int) -> bool:
    """True if Ctrl or the Mac's command key is among the modifiers.

    AltGr, which some systems report as Ctrl, does not count.

    >>> holds_ctrl(pygame.KMOD_LCTRL), holds_ctrl(pygame.KMOD_LCTRL | pygame.KMOD_RALT)
    (True, False)
    """
    return bool(mod & (pygame.KMOD_CTRL | pygame.KMOD_META)) and not mod & (pygame.KMOD_RALT | pygame.KMOD_MODE)


_SHORTCUTS: dict[int, Literal["undo", "copy", "paste"]] = {
    pygame.K_z: "undo",
    pygame.K_c: "copy",
    pygame.K_v: "paste",
}


def read_shortcut(event: Input) -> Literal["undo", "copy", "paste"] | None:
    """Return the meaning of a letter pressed with Ctrl or the Mac's command key."""
    if isinstance(event, KeyInput) and event.down and holds_ctrl(event.mod):
        return _SHORTCUTS.get(event.key)
    return None


def is_undo(event: Input, is_typing: bool = False) -> bool:
    """True if the input undoes the last step: Ctrl+Z, or the bound key if not typing."""
    if read_shortcut(event) == "undo":
        return True
    if not isinstance(event, KeyInput) or not event.down or is_typing:
        return False
    return "undo" in event.meanings and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT)


def is_press(event: KeyInput | GamepadInput | PointerInput | AssistiveInput) -> bool:
    """True if the input begins something: a click or a key press.

    Moves and releases do not.
    """
    match event:
        case PointerInput():
            return event.kind == "down"
        case AssistiveInput():
            return event.act != "focus"
    return event.down


def is_scroll_key(press: KeyInput) -> bool:
    """True if the key scrolls a long page."""
    return read_command(press) in ("up", "down") or bool(press.meanings & {"page_back", "page_on"})


def page_distance(event: Input, page_height: float) -> float:
    """Return the distance that a key scrolls a long page down, in units.

    `page_height` is the visible part. 0 if the key does not scroll.
    """
    if isinstance(event, KeyInput) and event.down:
        for meaning, distance in (
            ("page_back", -page_height),
            ("page_on", page_height),
            ("first", -_TO_END),
            ("last", _TO_END),
        ):
            if meaning in event.meanings:
                return distance
    return 0.0
