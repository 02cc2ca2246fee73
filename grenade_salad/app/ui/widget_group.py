"""Widgets of a scene, and which of them has the focus: one set for mouse, touch, keys and pad."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TypeVar

from grenade_salad.app.ui.canvas import Canvas, Rect, unturn
from grenade_salad.app.ui.inputs import (
    Asked,
    Command,
    Composing,
    Input,
    Key,
    KeyRepeat,
    Point,
    Pointer,
    Typed,
    Unfocused,
    Wheel,
    command,
)
from grenade_salad.app.ui.widget import Scroll, Widget, paint
from grenade_salad.text import say

TIP_AFTER, TIP_UNTIL = 0.7, 4.7
"""Seconds that the pointer or the focus rests before a tooltip is shown, and until it goes."""
_LARGE = 120_000.0
"""Square units of a widget that may be covered in part: the log, a battlefield."""
_NO_TIP = -inf
"""Whoever pressed knows what it does: the tooltip comes back when the pointer comes back."""
_SLOP = 10.0
"""Units that a finger may move before a tap becomes scrolling."""

W = TypeVar("W", bound=Widget)


class Widgets:
    """The widgets of a scene, in the order of Tab.

    The scene hands on every input (`handle` says whether it was used), the time that passes, and draws them.
    `refused` says why a disabled widget that was just used cannot be; whoever shows it empties it. `used` says
    that a widget was just pressed; whoever makes the sound takes it back.
    """

    def __init__(self) -> None:
        self.items: list[Widget] = []
        self.focus: Widget | None = None
        self.scrolls: list[Scroll] = []
        self.refused = ""
        self.used = False
        self._held: Widget | None = None
        self._rest = 0.0
        self._by_keys = False
        self._pulled: tuple[Scroll, float, bool] | None = None
        self._last_key: int | None = None
        self._taker: Widget | None = None
        """The widget that used the last key; None if that moved the focus, or did nothing."""

    def add(self, widget: W, scroll: Scroll | None = None) -> W:
        """The widget, now one of these; shown in the scroll's content if one is given."""
        widget.scroll = scroll
        self.items.append(widget)
        if scroll is not None:
            self.show_in(scroll)
        if self.focus is None and _can(widget):
            self.set_focus(widget)
        return widget

    def show_in(self, scroll: Scroll) -> None:
        """Widgets that get this scroll are shown in it."""
        if scroll not in self.scrolls:
            self.scrolls.append(scroll)

    def clear(self) -> None:
        """Take all of them away."""
        self.set_focus(None)
        self.items, self.scrolls, self._held, self._pulled = [], [], None, None

    def remove(self, widgets: Sequence[Widget], focus: Widget | None = None) -> None:
        """Take some away; if one of them had the focus, another widget gets it."""
        had = self.focus in widgets
        self.items = [item for item in self.items if item not in widgets]
        if self._held in widgets:
            self._held = None
        if had:
            self.set_focus(focus if focus in self.items else next((item for item in self.items if _can(item)), None))

    def set_focus(self, widget: Widget | None) -> None:
        """Give the focus to a widget, and scroll so that it can be seen."""
        if self.focus is not None:
            self.focus.focused = False
            if self.focus is not widget:
                self.focus.blur()
        self.focus = widget
        self._rest = 0.0
        if widget is not None:
            widget.focused = True
            if widget.scroll is not None:
                widget.scroll.show(widget.rect)

    @property
    def text_field(self) -> Widget | None:
        """The text entry that has the focus, if one has."""
        return self.focus if self.focus is not None and self.focus.takes_text else None

    @property
    def typing(self) -> bool:
        """Whether a text entry has the focus, so that letters are text and no hot keys."""
        return self.text_field is not None

    # input

    def handle(self, event: Input) -> bool:
        """Whether a widget used it (then the scene must be redrawn)."""
        if self.focus is not None and not _can(self.focus):
            self.set_focus(None)
        match event:
            case Pointer():
                return self._pointer(event)
            case Wheel():
                return self._wheel(event)
            case Unfocused():
                return self._let_go()
            case Asked():
                return self._asked(event)
            case KeyRepeat():
                return self._repeat(event.press)
            case Key(down=True):
                self._last_key, self._taker = event.key, None
        if isinstance(event, Typed | Composing | Key) and self.focus is not None and self.focus.typed(event):
            self._taker = self.focus
            self.refused, self.focus.refused = say(self.focus.refused), ""
            return True
        told = command(event)
        return told is not None and self._command(told)

    def update(self, dt: float) -> bool:
        """Let time pass; whether something must be redrawn."""
        before = bool(self.tip()[0])
        self._rest += dt
        return before != bool(self.tip()[0])

    def tip(self) -> tuple[str, Rect, bool]:
        """The tooltip that is due, its widget's box, and whether it stands above; an empty text if there is none."""
        over = next((item for item in self.items if item.hovered), self.focus if self._by_keys else None)
        if over is None or not TIP_AFTER <= self._rest < TIP_UNTIL or not over.visible or self._held is not None:
            return "", Rect(0, 0, 0, 0), False
        words = over.tip if over.enabled or not over.why_disabled else over.why_disabled
        return words, over.on_screen(), over.tip_above

    def used_boxes(self) -> list[Rect]:
        """List the boxes of visible widgets that are used, without those that fill half a window."""
        used = [item.on_screen() for item in self.items if _can(item) and _in_sight(item)]
        return [box for box in used if box.width * box.height < _LARGE]

    def text_boxes(self) -> list[Rect]:
        """List the boxes of visible widgets that are there to be read."""
        return [item.on_screen() for item in self.items if item.visible and item.keeps_clear]

    def at(self, at: Point) -> Widget | None:
        """The topmost widget there."""
        return next((item for item in reversed(self.items) if item.covers(at)), None)

    def _pointer(self, event: Pointer) -> bool:
        self._by_keys = False
        if event.kind == "move":
            return self._pull(event) or self._move(event)
        if event.kind == "down":
            used = event.button == 1 and self._down(event)
            self._rest = _NO_TIP
            return used
        held, self._held = self._held, None
        pulled, self._pulled = self._pulled, None
        if held is None:
            return pulled is not None
        held.pressed = False
        if held.covers(event.at) and not (pulled is not None and pulled[2]):
            self._use(held)
        return True

    def _down(self, event: Pointer) -> bool:
        found = self.at(event.at)
        scroll = next((each for each in self.scrolls if each.area.collidepoint(event.at)), None)
        if scroll is not None and event.finger:
            self._pulled = (scroll, event.at[1], False)
        if found is None or not found.focusable:
            return self._pulled is not None
        self._held, found.pressed = found, True
        if found.enabled:
            self.set_focus(found)
            if found.drag(_inside(found, event.at)):
                self._pulled = None
        return True

    def _move(self, event: Pointer) -> bool:
        if self._held is not None and self._held.enabled and self._held.drag(_inside(self._held, event.at)):
            return True
        found, changed = self.at(event.at), False
        for item in self.items:
            hovered = item is found and not event.finger
            changed = changed or item.hovered != hovered
            item.hovered = hovered
        if changed:
            self._rest = 0.0
        return changed

    def _pull(self, event: Pointer) -> bool:
        if self._pulled is None:
            return False
        scroll, start, pulling = self._pulled
        if not pulling and abs(event.at[1] - start) < _SLOP:
            return False
        self._pulled = (scroll, event.at[1], True)
        return scroll.by(start - event.at[1])

    def _wheel(self, event: Wheel) -> bool:
        found = self.at(event.at)
        if found is not None and found.wheel(event.turn):
            return True
        return any(each.by(-event.turn * 60) for each in self.scrolls if each.area.collidepoint(event.at))

    def _let_go(self) -> bool:
        self._held, self._pulled = None, None
        for item in self.items:
            item.pressed = item.hovered = False
        return True

    def _use(self, widget: Widget) -> None:
        if widget.enabled:
            self.used = True
            widget.accept()
        else:
            self.refused = widget.why_disabled

    def _asked(self, event: Asked) -> bool:
        """What a screen reader or a switch does is done as if with keys: to what can be seen, and no more."""
        widget = next((item for item in self.items if item.number == event.owner and item.visible), None)
        if widget is None:
            return False
        self._by_keys = True
        if _can(widget):
            self.set_focus(widget)
        if event.act == "focus" or not (_can(widget) or event.part):
            return True
        if event.part and widget.enabled:
            widget.use_part(event.part, event.act)
        elif event.act == "press" or not widget.enabled:
            self._use(widget)
        elif event.act == "set" and event.value is not None:
            widget.set_to(event.value)
        elif event.act in ("more", "less"):
            widget.nudge("right" if event.act == "more" else "left")
        return True

    # focus

    def _command(self, told: Command) -> bool:
        self._by_keys = True
        if told in ("next", "previous"):
            return self._step(1 if told == "next" else -1)
        if told == "accept" and self.focus is not None:
            self._use(self.focus)
            return True
        if told in ("left", "right", "up", "down"):
            if self.focus is None:
                return self._step(1)
            turned = told if not self.focus.turn else _turned(told, self.focus.turn)
            if self.focus.enabled and self.focus.nudge(turned):
                self._rest, self._taker = 0.0, self.focus
                return True
            return self._toward(told)
        return False

    def _repeat(self, press: Key) -> bool:
        """Go on with what the press of a held key began: the focus moves, or what has the focus, never both in turn."""
        told, taker = command(press), self._taker
        if press.key != self._last_key:
            return False
        if taker is None and told in ("next", "previous"):
            return self._step(1 if told == "next" else -1)
        if taker is None:
            return told in _AROUND and self.focus is not None and self._toward(told)
        if taker is not self.focus or not taker.enabled or not taker.repeats(press):
            return False
        if taker.typed(press):
            self.refused, taker.refused = say(taker.refused), ""
            return True
        return told in _AROUND and taker.nudge(_turned(told, taker.turn))

    def _step(self, by: int) -> bool:
        can = [item for item in self.items if _can(item) and not item.spent]
        if not can:
            return False
        now = can.index(self.focus) if self.focus in can else (-1 if by > 0 else 0)
        self.set_focus(can[(now + by) % len(can)])
        return True

    def _toward(self, told: Command) -> bool:
        """Up and down go on in the same scroll; what is scrolled away is not entered from outside."""
        assert self.focus is not None
        scroll = self.focus.scroll
        others = [item for item in self.items if _can(item) and not item.spent and item is not self.focus]
        within = [item for item in others if scroll is not None and item.scroll is scroll]
        in_sight = [item for item in others if item not in within and _in_sight(item)]
        groups = (within, in_sight) if told in ("up", "down") and within else (within + in_sight,)
        best = next((found for group in groups if (found := self._nearest(group, told))), None)
        if best is None:
            return self._toward_scroll(told)
        self.set_focus(best)
        return True

    def _nearest(self, items: Sequence[Widget], told: Command) -> Widget | None:
        assert self.focus is not None
        here = self.focus.on_screen()
        away = [(_distance(here, item.on_screen(), told), index) for index, item in enumerate(items)]
        least, index = min(away, default=(float("inf"), 0))
        return items[index] if least < float("inf") else None

    def _toward_scroll(self, told: Command) -> bool:
        assert self.focus is not None
        scroll = self.focus.scroll
        return scroll is not None and told in ("up", "down") and scroll.by(60 if told == "down" else -60)

    # drawing

    def draw(self, canvas: Canvas) -> None:
        """All of them, and the ring around the one that has the focus."""
        for item in self.items:
            if item.visible and item.scroll is None:
                paint(canvas, item)
        for scroll in self.scrolls:
            with canvas.clipped(scroll.area.inflate(20, 0)):
                for item in self.items:
                    if item.visible and item.scroll is scroll and item.on_screen().colliderect(scroll.area):
                        paint(canvas, item)
            scroll.draw(canvas)


def _can(widget: Widget) -> bool:
    return widget.visible and widget.focusable


def _in_sight(widget: Widget) -> bool:
    return widget.scroll is None or bool(widget.on_screen().colliderect(widget.scroll.area))


def _inside(widget: Widget, at: Point) -> Point:
    return unturn(widget.on_screen(), widget.turn, at)


_AROUND: tuple[Command, ...] = ("right", "up", "left", "down")


def _turned(told: Command, quarters: int) -> Command:
    return _AROUND[(_AROUND.index(told) - quarters) % 4]


def _distance(here: Rect, there: Rect, told: Command) -> float:
    """The distance to another box in that direction; infinite if it lies elsewhere. A sideways offset costs more."""
    gaps = {
        "right": (there.left - here.right, there.centerx - here.centerx),
        "left": (here.left - there.right, here.centerx - there.centerx),
        "down": (there.top - here.bottom, there.centery - here.centery),
        "up": (here.top - there.bottom, here.centery - there.centery),
    }
    gap, middle = gaps[told]
    if middle <= 1 or gap < -0.5 * (here.height if told in ("up", "down") else here.width):
        return float("inf")
    if told in ("left", "right"):
        aside = max(0.0, there.top - here.bottom, here.top - there.bottom)
        off = abs(there.centery - here.centery)
    else:
        aside = max(0.0, there.left - here.right, here.left - there.right)
        off = abs(there.centerx - here.centerx)
    return max(0.0, gap) + 3 * aside + 0.3 * off
