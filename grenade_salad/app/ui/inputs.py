"""What people do with mouse, finger, keys and pad, in one form and in logical units.

Fingers become pointers, each with its number. Commands (`read_command`) are what keys and pads say to the focus.
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
    """The mouse or a finger; `at` is in logical units of the canvas. Buttons are 1 left, 2 middle, 3 right.

    `number` tells fingers that are down at once from each other, so that two people can drag at once: the first is 0,
    the next the lowest that is free, and a finger keeps its own until it is lifted. A scene that does not look at it
    has one pointer, whichever finger moves it.
    """

    kind: Literal["down", "up", "move"]
    position: Point
    button: int = 1
    finger: bool = False
    finger_id: int = 0


@dataclass(frozen=True, slots=True)
class ScrollInput:
    """The wheel at a place; `turn` is positive when turned away from the hand (up)."""

    position: Point
    amount: float


@dataclass(frozen=True, slots=True)
class KeyInput:
    """A key (pygame.K_*) went down or came up; `means` is what it is bound to."""

    key: int
    down: bool = True
    mod: int = 0
    meanings: frozenset[KeyMeaning] = frozenset()


@dataclass(frozen=True, slots=True)
class KeyRepeat:
    """A key that is still held, in the scene that got its press.

    It is no `Key`, so that nothing acts twice by accident: what goes on while a key is held asks for it by name.
    """

    press: KeyInput


@dataclass(frozen=True, slots=True)
class Typed:
    """Text that was typed, after the system's own composing."""

    text: str


@dataclass(frozen=True, slots=True)
class Composing:
    """Text that an input method or a dead key composes: it is not typed yet. Empty when the composing ends.

    `cursor` counts characters of the text.
    """

    text: str
    cursor: int = 0


@dataclass(frozen=True, slots=True)
class GamepadInput:
    """A button of a gamepad: a, b, x, y, lb, rb, back, start, left, right, up, down (pad or stick)."""

    button: str
    down: bool = True


@dataclass(frozen=True, slots=True)
class Unplugged:
    """A gamepad is gone, after its buttons came up: what was opened with a pad has nobody who could close it."""


@dataclass(frozen=True, slots=True)
class Unfocused:
    """The window lost the focus: whatever is held counts as released."""


@dataclass(frozen=True, slots=True)
class AssistiveInput:
    """A screen reader, or somebody with one switch, does something with a widget: `owner_id` is its number, `part` the
    key
    of a smaller thing in it (0: the whole), `value` what it is to be set to."""

    owner_id: int
    act: Act
    part: int = 0
    value: str | float | None = None


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
"""The keys of digits, those of the keypad, too."""
ACCEPT_KEYS = (pygame.K_SPACE, *ENTER_KEYS)
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
    """What a key or pad button that goes down says to the focus; None for everything else."""
    if isinstance(event, KeyInput) and event.down:
        if event.mod & pygame.KMOD_ALT or event.mod & pygame.KMOD_CTRL:
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
    """True if Ctrl or the command key of a Mac is among the modifiers; AltGr counts as Ctrl on some systems, not here.

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
    """What a letter with Ctrl (or the command key of a Mac) means that goes down."""
    if isinstance(event, KeyInput) and event.down and holds_ctrl(event.mod):
        return _SHORTCUTS.get(event.key)
    return None


def is_undo(event: Input, is_typing: bool = False) -> bool:
    """True if it takes the last step back: Ctrl+Z, or the key that is bound to it where no text is typed."""
    if read_shortcut(event) == "undo":
        return True
    if not isinstance(event, KeyInput) or not event.down or is_typing:
        return False
    return "undo" in event.meanings and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT)


def is_press(event: KeyInput | GamepadInput | PointerInput | AssistiveInput) -> bool:
    """Whether it begins something: a click or a key that goes down, not a hand that moves or lets go."""
    match event:
        case PointerInput():
            return event.kind == "down"
        case AssistiveInput():
            return event.act != "focus"
    return event.down


def is_scroll_key(press: KeyInput) -> bool:
    """True if the key moves a long page up or down."""
    return read_command(press) in ("up", "down") or bool(press.meanings & {"page_back", "page_on"})


def page_distance(event: Input, page_height: float) -> float:
    """How far a key goes down in a long page, in units; `high` is what is seen of it. 0 if it is no such key."""
    if isinstance(event, KeyInput) and event.down:
        for meaning, distance in (
            ("page_back", -page_height),
            ("page_on", page_height),
            ("first", -1e9),
            ("last", 1e9),
        ):
            if meaning in event.meanings:
                return distance
    return 0.0
