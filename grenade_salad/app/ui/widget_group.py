"""Group of a scene's widgets with one focus for mouse, touch, keys and gamepad."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import TypeVar

from grenade_salad.app.ui.canvas import Canvas, Rect, unrotate
from grenade_salad.app.ui.inputs import (
    AssistiveInput,
    Command,
    Composing,
    Input,
    KeyInput,
    KeyRepeat,
    Point,
    PointerInput,
    ScrollInput,
    Typed,
    Unfocused,
    read_command,
)
from grenade_salad.app.ui.widget import Scroll, Widget, paint_widget
from grenade_salad.text import say

TIP_AFTER, TIP_UNTIL = 0.7, 4.7
"""Seconds of rest before a tooltip appears, and until it disappears."""
_LARGE_AREA = 120_000.0
"""Area from which a widget may be partly covered, in square units."""
_NO_TIP = -inf
"""No tooltip after a press, until the pointer comes back."""
_DRAG_THRESHOLD = 10.0
"""Units that a finger may move before a tap becomes scrolling."""
_SCROLL_STEP = 60.0
"""Units that an arrow key or a notch of the wheel scrolls."""
_ASIDE_COST, _OFFSET_COST = 3.0, 0.3
"""Costs of a unit across the direction: between two boxes, between middles."""
_MAX_OVERLAP = 0.5
"""Share of a box that the next one in a direction may lie beside it."""

W = TypeVar("W", bound=Widget)


@dataclass(slots=True)
class _ScrollDrag:
    """A finger on a scroll."""

    scroll: Scroll
    y: float
    """Its height on the canvas when it last scrolled."""
    has_scrolled: bool = False
    """True if it is no tap any more."""


class WidgetGroup:
    """The widgets of a scene, in the order of Tab.

    The scene passes on every input and the time that passes, and draws them.
    """

    def __init__(self) -> None:
        self.items: list[Widget] = []
        self.focus: Widget | None = None
        self.scrolls: list[Scroll] = []
        self.refusal = ""
        """Reason why the widget just used is disabled; the caller that shows it empties it."""
        self.was_used = False
        """True if a widget was pressed; the caller that plays the sound resets it."""
        self._pressed_widget: Widget | None = None
        self._rest_seconds = 0.0
        """Seconds since the pointer or the focus moved, for the tooltip."""
        self._is_key_driven = False
        """True if the last input was no pointer: the tooltip is then that of the focus."""
        self._explained: Widget | None = None
        """The widget that was pressed for its tooltip."""
        self._scroll_drag: _ScrollDrag | None = None
        self._last_key: int | None = None
        self._key_user: Widget | None = None
        """The widget that used the last key; None if it moved the focus or did nothing."""

    def add(self, widget: W, scroll: Scroll | None = None) -> W:
        """Add and return a widget; with a scroll, it is shown in the scroll's content."""
        widget.scroll = scroll
        self.items.append(widget)
        if scroll is not None:
            self.add_scroll(scroll)
        if self.focus is None and _can_focus(widget):
            self.set_focus(widget)
        return widget

    def add_scroll(self, scroll: Scroll) -> None:
        """Add a scroll, so that its widgets are shown in it."""
        if scroll not in self.scrolls:
            self.scrolls.append(scroll)

    def clear(self) -> None:
        """Remove all widgets."""
        self.set_focus(None)
        self.items, self.scrolls, self._pressed_widget, self._scroll_drag = [], [], None, None
        self._explained = None

    def remove(self, widgets: Sequence[Widget], focus: Widget | None = None) -> None:
        """Remove widgets; if one of them had the focus, another widget gets it."""
        had_focus = self.focus in widgets
        self.items = [item for item in self.items if item not in widgets]
        if self._pressed_widget in widgets:
            self._pressed_widget = None
        if self._explained in widgets:
            self._explained = None
        if had_focus:
            self.set_focus(
                focus if focus in self.items else next((item for item in self.items if _can_focus(item)), None)
            )

    def set_focus(self, widget: Widget | None) -> None:
        """Give the focus to a widget, and scroll so that it is visible."""
        if self.focus is not None:
            self.focus.focused = False
            if self.focus is not widget:
                self.focus.blur()
        self.focus = widget
        self._rest_seconds = 0.0
        if self._explained is not widget:
            self._explained = None
        if widget is not None:
            widget.focused = True
            if widget.scroll is not None:
                widget.scroll.show(widget.rect)

    @property
    def text_field(self) -> Widget | None:
        """The text entry that has the focus, or None."""
        return self.focus if self.focus is not None and self.focus.takes_text else None

    @property
    def is_typing(self) -> bool:
        """True if a text entry has the focus, so that letters are text and not hot keys."""
        return self.text_field is not None

    # Input

    def handle(self, event: Input) -> bool:
        """Pass an input to the widgets; True if one used it: the scene must be redrawn."""
        if self.focus is not None and not _can_focus(self.focus):
            self.set_focus(None)
        match event:
            case PointerInput():
                return self._handle_pointer(event)
            case ScrollInput():
                return self._handle_scroll(event)
            case Unfocused():
                return self._release_all()
            case AssistiveInput():
                return self._handle_assistive(event)
            case KeyRepeat():
                return self._handle_repeat(event.press)
            case KeyInput(down=True):
                self._last_key, self._key_user = event.key, None
        if isinstance(event, Typed | Composing | KeyInput) and self.focus is not None and self.focus.handle_key(event):
            self._key_user = self.focus
            self.refusal, self.focus.refusal = say(self.focus.refusal), ""
            return True
        command = read_command(event)
        return command is not None and self._handle_command(command)

    def update(self, dt: float) -> bool:
        """Let time pass; True if something must be redrawn."""
        had_tip = bool(self.tip()[0])
        self._rest_seconds += dt
        return had_tip != bool(self.tip()[0])

    def tip(self) -> tuple[str, Rect, bool]:
        """Return the visible tooltip, its widget's box and whether it is above that.

        The text is empty if there is none.
        """
        if self._explained is not None and self._explained.visible and _is_in_sight(self._explained):
            return self._explained.tip, self._explained.on_screen(), self._explained.tip_above
        widget = next((item for item in self.items if item.hovered), self.focus if self._is_key_driven else None)
        if (
            widget is None
            or not TIP_AFTER <= self._rest_seconds < TIP_UNTIL
            or not widget.visible
            or self._pressed_widget is not None
        ):
            return "", Rect(0, 0, 0, 0), False
        words = widget.tip if widget.enabled or not widget.why_disabled else widget.why_disabled
        return words, widget.on_screen(), widget.tip_above

    def usable_boxes(self) -> list[Rect]:
        """List the boxes of visible widgets that can be used, without very large ones."""
        boxes = [item.on_screen() for item in self.items if _can_focus(item) and _is_in_sight(item)]
        return [box for box in boxes if box.width * box.height < _LARGE_AREA]

    def text_boxes(self) -> list[Rect]:
        """List the boxes of visible widgets that are there to be read."""
        return [item.on_screen() for item in self.items if item.visible and item.keeps_clear]

    def widget_at(self, point: Point) -> Widget | None:
        """Return the topmost widget at a point, or None."""
        return next((item for item in reversed(self.items) if item.covers(point)), None)

    def _handle_pointer(self, event: PointerInput) -> bool:
        self._is_key_driven = False
        if event.kind == "move":
            return self._drag_scroll(event) or self._hover(event)
        if event.kind == "down":
            is_used = event.button == 1 and self._press(event)
            if self._explained is not None and not self._explained.covers(event.position):
                self._explained, is_used = None, True
            self._rest_seconds = _NO_TIP
            return is_used
        widget, self._pressed_widget = self._pressed_widget, None
        drag, self._scroll_drag = self._scroll_drag, None
        if widget is None:
            return drag is not None
        widget.pressed = False
        if widget.covers(event.position) and not (drag is not None and drag.has_scrolled):
            self._activate(widget)
        return True

    def _press(self, event: PointerInput) -> bool:
        widget = self.widget_at(event.position)
        scroll = next((candidate for candidate in self.scrolls if candidate.area.collidepoint(event.position)), None)
        if scroll is not None and event.finger:
            self._scroll_drag = _ScrollDrag(scroll, event.position[1])
        if widget is None or not widget.focusable:
            return self._scroll_drag is not None
        self._pressed_widget, widget.pressed = widget, True
        if widget.enabled:
            self.set_focus(widget)
            if widget.drag(_to_widget_point(widget, event.position)):
                self._scroll_drag = None
        return True

    def _hover(self, event: PointerInput) -> bool:
        if (
            self._pressed_widget is not None
            and self._pressed_widget.enabled
            and self._pressed_widget.drag(_to_widget_point(self._pressed_widget, event.position))
        ):
            return True
        widget, changed = self.widget_at(event.position), False
        for item in self.items:
            hovered = item is widget and not event.finger
            changed = changed or item.hovered != hovered
            item.hovered = hovered
        if changed:
            self._rest_seconds = 0.0
        return changed

    def _drag_scroll(self, event: PointerInput) -> bool:
        drag, y = self._scroll_drag, event.position[1]
        if drag is None or (not drag.has_scrolled and abs(y - drag.y) < _DRAG_THRESHOLD):
            return False
        distance, drag.y, drag.has_scrolled = drag.y - y, y, True
        return drag.scroll.scroll_by(distance)

    def _handle_scroll(self, event: ScrollInput) -> bool:
        widget = self.widget_at(event.position)
        if widget is not None and widget.scroll_by(event.amount):
            return True
        scrolls = [scroll for scroll in self.scrolls if scroll.area.collidepoint(event.position)]
        return any(scroll.scroll_by(-event.amount * _SCROLL_STEP) for scroll in scrolls)

    def _release_all(self) -> bool:
        self._pressed_widget, self._scroll_drag = None, None
        for item in self.items:
            item.pressed = item.hovered = False
        return True

    def _activate(self, widget: Widget) -> None:
        if widget.enabled:
            self.was_used = True
            if widget.explains:
                self._explained = None if self._explained is widget else widget
            widget.activate()
        else:
            self.refusal = widget.why_disabled

    def _handle_assistive(self, event: AssistiveInput) -> bool:
        """Do what a screen reader or a switch asks for, as if by keys.

        Only what is visible can be used.
        """
        widget = next((item for item in self.items if item.id == event.owner_id and item.visible), None)
        if widget is None:
            return False
        self._is_key_driven = True
        if _can_focus(widget):
            self.set_focus(widget)
        if event.act == "focus" or not (_can_focus(widget) or event.part):
            return True
        if event.part and widget.enabled:
            widget.use_part(event.part, event.act)
        elif event.act == "press" or not widget.enabled:
            self._activate(widget)
        elif event.act == "set" and event.value is not None:
            widget.set_to(event.value)
        elif event.act in ("more", "less"):
            widget.step("right" if event.act == "more" else "left")
        return True

    # Focus

    def _handle_command(self, command: Command) -> bool:
        self._is_key_driven = True
        if command in ("next", "previous"):
            return self._move_focus(1 if command == "next" else -1)
        if command == "accept" and self.focus is not None:
            self._activate(self.focus)
            return True
        if command in _DIRECTIONS:
            if self.focus is None:
                return self._move_focus(1)
            direction = _rotate_direction(command, self.focus.quarter_turns)
            if self.focus.enabled and self.focus.step(direction):
                self._rest_seconds, self._key_user = 0.0, self.focus
                return True
            return self._focus_toward(command)
        return False

    def _handle_repeat(self, press: KeyInput) -> bool:
        """Continue what the press of a held key began.

        It moves either the focus or the widget with the focus, never both alternately.
        """
        command, widget = read_command(press), self._key_user
        if press.key != self._last_key:
            return False
        if widget is None and command in ("next", "previous"):
            return self._move_focus(1 if command == "next" else -1)
        if widget is None:
            return command in _DIRECTIONS and self.focus is not None and self._focus_toward(command)
        if widget is not self.focus or not widget.enabled or not widget.repeats_key(press):
            return False
        if widget.handle_key(press):
            self.refusal, widget.refusal = say(widget.refusal), ""
            return True
        return command in _DIRECTIONS and widget.step(_rotate_direction(command, widget.quarter_turns))

    def _move_focus(self, by: int) -> bool:
        focusable = [item for item in self.items if _can_focus(item) and not item.is_spent]
        if not focusable:
            return False
        current = focusable.index(self.focus) if self.focus in focusable else (-1 if by > 0 else 0)
        self.set_focus(focusable[(current + by) % len(focusable)])
        return True

    def _focus_toward(self, direction: Command) -> bool:
        """Move the focus in a direction; up and down stay in the same scroll.

        Widgets that are scrolled out of sight are not entered from outside.
        """
        assert self.focus is not None
        scroll = self.focus.scroll
        candidates = [item for item in self.items if _can_focus(item) and not item.is_spent and item is not self.focus]
        in_scroll = [item for item in candidates if scroll is not None and item.scroll is scroll]
        visible = [item for item in candidates if item not in in_scroll and _is_in_sight(item)]
        groups = (in_scroll, visible) if direction in ("up", "down") and in_scroll else (in_scroll + visible,)
        best = next((nearest for group in groups if (nearest := self._find_nearest(group, direction))), None)
        if best is None:
            return self._scroll_toward(direction)
        self.set_focus(best)
        return True

    def _find_nearest(self, items: Sequence[Widget], direction: Command) -> Widget | None:
        assert self.focus is not None
        start = self.focus.on_screen()
        distances = [(_distance(start, item.on_screen(), direction), index) for index, item in enumerate(items)]
        shortest, index = min(distances, default=(inf, 0))
        return items[index] if shortest < inf else None

    def _scroll_toward(self, direction: Command) -> bool:
        assert self.focus is not None
        scroll = self.focus.scroll
        if scroll is None or direction not in ("up", "down"):
            return False
        return scroll.scroll_by(_SCROLL_STEP if direction == "down" else -_SCROLL_STEP)

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw all widgets, and the ring around the one that has the focus."""
        for item in self.items:
            if item.visible and item.scroll is None:
                paint_widget(canvas, item)
        for scroll in self.scrolls:
            with canvas.clipped(scroll.area.inflate(20, 0)):
                for item in self.items:
                    if item.visible and item.scroll is scroll and item.on_screen().colliderect(scroll.area):
                        paint_widget(canvas, item)
            scroll.draw(canvas)


def _can_focus(widget: Widget) -> bool:
    return widget.visible and widget.focusable


def _is_in_sight(widget: Widget) -> bool:
    return widget.scroll is None or bool(widget.on_screen().colliderect(widget.scroll.area))


def _to_widget_point(widget: Widget, point: Point) -> Point:
    return unrotate(widget.on_screen(), widget.quarter_turns, point)


_DIRECTIONS: tuple[Command, ...] = ("right", "up", "left", "down")
"""Counter-clockwise, as `Widget.quarter_turns`."""


def _rotate_direction(direction: Command, quarters: int) -> Command:
    return _DIRECTIONS[(_DIRECTIONS.index(direction) - quarters) % 4]


def _distance(start: Rect, target: Rect, direction: Command) -> float:
    """Return the distance to another box in a direction; infinite if it is elsewhere.

    A sideways offset costs more.
    """
    gaps = {
        "right": (target.left - start.right, target.centerx - start.centerx),
        "left": (start.left - target.right, start.centerx - target.centerx),
        "down": (target.top - start.bottom, target.centery - start.centery),
        "up": (start.top - target.bottom, start.centery - target.centery),
    }
    gap, middle = gaps[direction]
    if middle <= 1 or gap < -_MAX_OVERLAP * (start.height if direction in ("up", "down") else start.width):
        return inf
    if direction in ("left", "right"):
        aside = max(0.0, target.top - start.bottom, start.top - target.bottom)
        offset = abs(target.centery - start.centery)
    else:
        aside = max(0.0, target.left - start.right, start.left - target.right)
        offset = abs(target.centerx - start.centerx)
    return max(0.0, gap) + _ASIDE_COST * aside + _OFFSET_COST * offset
