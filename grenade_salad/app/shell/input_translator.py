"""Translator of pygame's events to inputs in logical units.

It handles the mouse, fingers, keys, and gamepads of any make.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import pygame
from pygame._sdl2 import controller

from grenade_salad.app.shell import keys
from grenade_salad.app.shell.layout_keys import LayoutKeys, is_sign
from grenade_salad.app.ui.inputs import (
    Composing,
    GamepadInput,
    Input,
    KeyInput,
    KeyRepeat,
    Point,
    PointerInput,
    ScrollInput,
    Typed,
    Unfocused,
    Unplugged,
    holds_ctrl,
)
from grenade_salad.app.ui.meanings import KeyMeaning
from grenade_salad.app.ui.widget import Widget

_CONTROLLER_BUTTONS = {
    pygame.CONTROLLER_BUTTON_A: "a",
    pygame.CONTROLLER_BUTTON_B: "b",
    pygame.CONTROLLER_BUTTON_X: "x",
    pygame.CONTROLLER_BUTTON_Y: "y",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "lb",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "rb",
    pygame.CONTROLLER_BUTTON_BACK: "back",
    pygame.CONTROLLER_BUTTON_START: "start",
    pygame.CONTROLLER_BUTTON_DPAD_UP: "up",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "down",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "left",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "right",
}
_JOYSTICK_BUTTONS = ("a", "b", "x", "y", "lb", "rb", "back", "start")
"""The usual order of buttons, for gamepads that SDL does not know."""

_NAMELESS = (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP, pygame.JOYHATMOTION, pygame.JOYAXISMOTION)
"""Events with the number of a button or an axis, which differs between makes."""

_MAX_AXIS = 32768
"""Full deflection of a stick in an event of a named gamepad."""
_ENTER_DISTANCE, _LEAVE_DISTANCE = 0.6, 0.35
"""Deflections of a stick: at which it is a direction, and neutral again."""


class Translator:
    """Translates events, and keeps the state that this needs.

    The state is the direction of each stick and hat, the fingers, and the keys. It holds the gamepads open, as SDL
    sends no events of closed ones.
    """

    def __init__(self) -> None:
        self.named_pads: set[int] = set()
        """Ids of gamepads whose buttons SDL names: their nameless events are ignored."""
        self._pads: dict[int, tuple[pygame.joystick.JoystickType, controller.Controller | None]] = {}
        """Every gamepad by its id, with the names of its buttons if SDL has them."""
        self._pressed: dict[int, set[str]] = {}
        """The buttons of each gamepad that are down."""
        self._sticks: dict[tuple[int, int], str] = {}
        """The direction of each stick, by gamepad and axis."""
        self._hats: dict[tuple[int, int, int], str] = {}
        """The direction of each hat, by gamepad, hat and axis."""
        self._fingers: dict[tuple[int, int], int] = {}
        """The index of each finger that is down, by touch screen and SDL's id."""
        self._held: dict[int, KeyInput] = {}
        """The keys that are down, by scancode, in the order of pressing."""
        self._ignored: set[int] = set()
        """Scancodes of held keys that were pressed for another scene or another window."""
        self._composed: set[int] = set()
        """Scancodes of held keys that were pressed for an input method while it composed."""
        self._has_just_focus = False
        """True in the frame in which the window got the focus."""
        self.meanings: Mapping[int, frozenset[KeyMeaning]] = keys.meanings_by_code({})
        """The meanings of each key, by its code."""
        self.seat_keys: frozenset[int] = frozenset()
        """The codes of the keys of the seats."""
        self._layout = LayoutKeys()
        self._mod = 0
        """The modifiers at the last key."""
        self._in_field = False
        """True if a text field has the focus."""
        self._composing = ""
        """The text that an input method composes."""

    def begin_field(self, in_field: bool) -> None:
        """Take letters as text if a text field has the focus, else as keys."""
        self._in_field, self._composing = in_field, ""

    def open_gamepad(self, index: int) -> None:
        """Listen to a gamepad, by the names of its buttons, or else by their order.

        A gamepad that cannot be opened is ignored: it may be gone again, or the user may lack the permission.
        """
        try:
            pad = pygame.joystick.Joystick(index)
            pad_id = pad.get_instance_id()
            game_controller = controller.Controller.from_joystick(pad) if controller.is_controller(index) else None
        except pygame.error:
            return
        self._pads[pad_id] = (pad, game_controller)
        if game_controller is not None:
            self.named_pads.add(pad_id)

    def forget_gamepad(self, pad_id: int) -> Iterator[Input]:
        """Release what a gamepad held down, and forget it."""
        self._pads.pop(pad_id, None)
        self.named_pads.discard(pad_id)
        for button in sorted(self._pressed.pop(pad_id, ())):
            yield GamepadInput(button, False)
        yield Unplugged()

    def translate(self, event: pygame.event.Event, factor: float, window: tuple[int, int]) -> Iterator[Input]:
        """Yield the inputs of an event. `window` is its size in pixels."""
        kind = event.type
        if kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION):
            yield from _translate_mouse(event, factor)
        elif kind in (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION):
            position = (event.x * window[0] / factor, event.y * window[1] / factor)
            pointer_kind = {pygame.FINGERDOWN: "down", pygame.FINGERUP: "up"}.get(kind, "move")
            yield PointerInput(pointer_kind, position, finger=True, finger_id=self._find_finger(event))  # type: ignore[arg-type]
        elif kind == pygame.MOUSEWHEEL:
            x, y = pygame.mouse.get_pos()
            yield ScrollInput((x / factor, y / factor), getattr(event, "precise_y", event.y))
        elif kind in (pygame.KEYDOWN, pygame.KEYUP):
            yield from self._translate_key(event)
        elif kind == pygame.TEXTINPUT:
            self._composing = ""
            if not self._is_typing_ignored_key and not holds_ctrl(self._mod):
                yield Typed(event.text)
        elif kind == pygame.TEXTEDITING:
            # On Linux a long text arrives in pieces, each with its position and the whole length.
            is_piece = event.start > 0 and event.length == len(event.text)
            self._composing = (self._composing[: event.start] if is_piece else "") + event.text
            yield Composing(self._composing, min(event.start + event.length, len(self._composing)))
        elif kind == pygame.WINDOWFOCUSGAINED:
            self._has_just_focus = True
        elif kind == pygame.WINDOWFOCUSLOST:
            self._fingers.clear()
            if self._composing:
                yield Composing("")
            self._release_keys()
            yield Unfocused()
        else:
            for pad in self._translate_pad(event):
                pressed = self._pressed.setdefault(event.instance_id, set())
                (pressed.add if pad.down else pressed.discard)(pad.button)
                yield pad

    @property
    def held(self) -> Collection[int]:
        """The keys that are down (pygame.K_*)."""
        return [press.key for press in self._held.values()]

    def ignore_held(self) -> None:
        """Ignore held keys until each is pressed again: another scene is on top."""
        self._ignored = set(self._held)

    def end_frame(self) -> None:
        """End the frame, in which all events have been translated."""
        self._has_just_focus = False

    def _release_keys(self) -> None:
        self._held.clear()
        self._ignored.clear()
        self._composed.clear()
        self._mod, self._composing = 0, ""

    def _translate_key(self, event: pygame.event.Event) -> Iterator[Input]:
        """Tell a press from a held key: pygame repeats KEYDOWN without marking it."""
        scancode = getattr(event, "scancode", 0)
        place = scancode or event.key  # Keys of some virtual keyboards have no scancode.
        self._mod = event.mod
        if event.type == pygame.KEYUP:
            press = self._held.pop(place, None)
            self._ignored.discard(place)
            self._composed.discard(place)
            code = press.key if press is not None else event.key
            yield KeyInput(
                code, False, event.mod, press.meanings if press is not None else self.meanings.get(code, frozenset())
            )
        elif (press := self._held.get(place)) is not None:
            if place not in self._ignored | self._composed:
                yield KeyRepeat(press)
        else:
            code = self._layout.find_code(event.key, scancode, self.meanings.keys() | self.seat_keys)
            writes = self._in_field and is_sign(code) and not holds_ctrl(event.mod)
            press = KeyInput(code, True, event.mod, frozenset() if writes else self.meanings.get(code, frozenset()))
            self._held[place] = press
            if self._has_just_focus:
                self._ignored.add(place)  # SDL posts the keys that were held when the window got the focus.
            elif self._composing:
                self._composed.add(place)
            else:
                yield press

    @property
    def _is_typing_ignored_key(self) -> bool:
        """True if an ignored key types: of several held keys, the last one repeats."""
        return next(reversed(self._held), None) in self._ignored

    def _find_finger(self, event: pygame.event.Event) -> int:
        """Return the index of a finger among those that are down.

        SDL's own ids are arbitrary, and each touch screen has its own.
        """
        finger = (getattr(event, "touch_id", 0), getattr(event, "finger_id", 0))
        used_indices = self._fingers.values()
        free_index = next(index for index in range(len(used_indices) + 1) if index not in used_indices)
        if event.type == pygame.FINGERUP:
            return self._fingers.pop(finger, free_index)
        return self._fingers.setdefault(finger, free_index)

    def _translate_pad(self, event: pygame.event.Event) -> Iterator[GamepadInput]:
        kind = event.type
        if kind in _NAMELESS and getattr(event, "instance_id", None) in self.named_pads:
            return
        if kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            if name := _CONTROLLER_BUTTONS.get(event.button):
                yield GamepadInput(name, kind == pygame.CONTROLLERBUTTONDOWN)
        elif kind in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
            if event.button < len(_JOYSTICK_BUTTONS):
                yield GamepadInput(_JOYSTICK_BUTTONS[event.button], kind == pygame.JOYBUTTONDOWN)
        elif kind == pygame.JOYHATMOTION:
            yield from self._translate_hat(event)
        elif kind in (pygame.JOYAXISMOTION, pygame.CONTROLLERAXISMOTION):
            value = event.value / _MAX_AXIS if kind == pygame.CONTROLLERAXISMOTION else event.value
            yield from self._translate_stick(getattr(event, "instance_id", 0), event.axis, value)

    def _translate_hat(self, event: pygame.event.Event) -> Iterator[GamepadInput]:
        for axis, names in enumerate((("left", "right"), ("down", "up"))):
            key = (getattr(event, "instance_id", 0), event.hat, axis)
            previous, current = self._hats.get(key, ""), ""
            if event.value[axis]:
                current = names[1] if event.value[axis] > 0 else names[0]
            self._hats[key] = current
            if previous and previous != current:
                yield GamepadInput(previous, False)
            if current and previous != current:
                yield GamepadInput(current, True)

    def _translate_stick(self, pad: int, axis: int, value: float) -> Iterator[GamepadInput]:
        if axis not in (0, 1):
            return
        previous = self._sticks.get((pad, axis), "")
        current = previous if abs(value) > _LEAVE_DISTANCE else ""
        if abs(value) > _ENTER_DISTANCE:
            current = (("left", "right"), ("up", "down"))[axis][value > 0]
        self._sticks[(pad, axis)] = current
        if previous and previous != current:
            yield GamepadInput(previous, False)
        if current and previous != current:
            yield GamepadInput(current, True)


def _translate_mouse(event: pygame.event.Event, factor: float) -> Iterator[Input]:
    if getattr(event, "touch", False):
        return
    position: Point = (event.pos[0] / factor, event.pos[1] / factor)
    if event.type == pygame.MOUSEMOTION:
        yield PointerInput("move", position)
    elif event.button in (1, 2, 3):
        yield PointerInput("down" if event.type == pygame.MOUSEBUTTONDOWN else "up", position, event.button)


class TextInput:
    """Tells SDL and the translator which text field has the focus, and its cursor.

    SDL's text input, with dead keys and input methods, begins and ends only when the field changes: each call that
    begins it discards what is being composed.
    """

    def __init__(self, translator: Translator) -> None:
        self._translator = translator
        self._field: Widget | None = None
        self._cursor: pygame.Rect | None = None
        pygame.key.stop_text_input()

    def follow(self, field: Widget | None, factor: float) -> None:
        """Follow the focus to a text field or another widget. `factor` is pixels a unit."""
        if field is not self._field:
            if self._field is not None:
                pygame.key.stop_text_input()
            if field is not None:
                pygame.key.start_text_input()
            self._field, self._cursor = field, None
            self._translator.begin_field(field is not None)
        if field is not None:
            cursor = pygame.Rect(*(round(side * factor) for side in field.text_cursor()))
            if cursor != self._cursor:
                self._cursor = cursor
                pygame.key.set_text_input_rect(cursor)
