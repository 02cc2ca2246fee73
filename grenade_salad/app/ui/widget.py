"""Base class of all widgets, and the scroll that shows taller content."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import partial
from itertools import count
from types import FunctionType, MethodType

from grenade_salad.app.ui.accessible import BUTTON_ACTS, AccessibleNode, Act, Role, join_sentences
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Input, KeyInput, Point
from grenade_salad.app.ui.theme import BRASS, INK_SOFT
from grenade_salad.text import Words, say

ids = count(1)
"""Ids for widgets and scenes, by which screen readers know them."""


def do_nothing() -> None:
    """Do nothing: for a press that only closes something or has no effect."""


_ROUNDING = 0.5
"""Tolerance in units: boxes have 32-bit sides, so exact fits may seem too high."""
_SHOW_MARGIN = 12.0
"""Units above and below a box that is scrolled into view."""


@dataclass(slots=True, eq=False)
class Scroll:
    """A view of taller content: its widgets' boxes count from the top of the content."""

    area: Rect
    """Its box on the canvas."""
    content: float = 0.0
    """Height of the content, in units."""
    offset: float = 0.0
    """Units that are scrolled down."""

    def scroll_by(self, units: float) -> bool:
        """Scroll down by some units; True if anything moved."""
        previous = self.offset
        self.offset = max(0.0, min(self.offset + units, self.content - self.area.height))
        return self.offset != previous

    def show(self, rect: Rect) -> None:
        """Scroll so that a box of the content is visible."""
        if rect.bottom + _SHOW_MARGIN > self.offset + self.area.height:
            self.scroll_by(rect.bottom + _SHOW_MARGIN - self.offset - self.area.height)
        if rect.top - _SHOW_MARGIN < self.offset:
            self.scroll_by(rect.top - _SHOW_MARGIN - self.offset)

    def draw(self, canvas: Canvas) -> None:
        """Draw the scroll bar; nothing if all is visible."""
        if self.content <= self.area.height + _ROUNDING or self.area.width < 20:
            return
        bar_height = max(24.0, self.area.height * self.area.height / self.content)
        share = self.offset / (self.content - self.area.height)
        track = Rect(self.area.right - 6, self.area.y, 6, self.area.height)
        canvas.fill(track, INK_SOFT, 3, alpha=50)
        canvas.fill(Rect(track.x, track.y + share * (track.height - bar_height), 6, bar_height), BRASS, 3)


class LocalizedText:
    """An attribute set to a message or data, and read in the current language."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_said_{name}"

    def __get__(self, widget: object, owner: type | None = None) -> str:
        words: Words = getattr(widget, self._name, "")
        return say(words)

    def __set__(self, widget: object, words: Words) -> None:
        setattr(widget, self._name, words)


class Widget:
    """Part of a scene in a box that can be drawn, and used if it can have the focus."""

    focusable = True
    keeps_clear = False
    """True if it is there to be read: no tooltip and no passing message covers it."""
    works_after_end = False
    """True if it is of use when the match is over."""
    is_spent = False
    """True if its purpose is over: Tab and the arrows skip it."""
    takes_text = False
    """True if keys write text in it while it has the focus."""
    refusal: Words = ""
    """The reason why not all input was accepted; the caller that shows it empties it."""
    explains = False
    """True if a press shows its tooltip, until the focus moves or the next press."""
    tip_above = False
    """True if its tooltip is above it, since what is below must be visible."""
    radius = 8.0
    """Radius of its corners, in units."""
    shadow_margin = 0.0
    """Units around its box that its shadow needs if it is drawn rotated."""

    press: Callable[[], None] = staticmethod(do_nothing)

    tip: LocalizedText = LocalizedText()
    why_disabled: LocalizedText = LocalizedText()
    label: LocalizedText = LocalizedText()
    """Its name for people who listen, if that is written beside it."""
    help: LocalizedText = LocalizedText()
    """A sentence about it."""

    def __init__(self, rect: Rect | None = None, tip: Words = "") -> None:
        self.id = next(ids)
        self.rect = Rect(0, 0, 0, 0) if rect is None else rect
        self.tip = tip
        self.quarter_turns = 0
        """Quarters by which it is drawn rotated, counter-clockwise."""
        self.visible = True
        self.enabled = True
        self.why_disabled = ""
        self.scroll: Scroll | None = None
        self.focused = False
        self.hovered = False
        self.pressed = False
        self.is_mute = False
        """True if another widget speaks it, as the label of a row in a form."""
        self.is_urged: bool | None = None
        """True if the user is asked to use it now, False if another; None without request."""

    def accessible_node(self) -> AccessibleNode:
        """Return its accessible node; the tooltip is its name if it has no words."""
        return self.make_node("button" if self.focusable else "group")

    def make_node(self, role: Role, name: str = "", value: str = "", description: str = "") -> AccessibleNode:
        """Return the node of a widget with words, and add what all widgets have."""
        tip = self.tip
        full_name = self.label or name or tip
        details = description, self.help, tip, "" if self.enabled else self.why_disabled
        return AccessibleNode(
            role,
            full_name,
            value or (name if name != full_name else ""),
            join_sentences(*(words for words in details if words != full_name)),
            acts=BUTTON_ACTS if self.focusable else (),
            enabled=self.enabled,
        )

    @property
    def focused_part(self) -> int:
        """The key of the part that has the focus if the widget has it; 0 for the whole."""
        return 0

    def use_part(self, key: int, act: Act) -> None:
        """Use a part of it, as by a screen reader."""

    def set_to(self, value: str | float) -> bool:
        """Set it to a possible `value` of its node, or a number of its `span`.

        Returns True if it can be set.
        """
        return False

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        """Draw it upright in the box."""

    def activate(self) -> None:
        """Do what it is for, `press`: it was clicked, or Enter, Space or A was pressed."""
        self.press()

    def step(self, direction: Command) -> bool:
        """Handle an arrow key while it has the focus; False lets the focus move on."""
        return False

    def drag(self, position: Point) -> bool:
        """Handle the held pointer at a position in its upright box; True if it used that."""
        return False

    def handle_key(self, event: Input) -> bool:
        """Handle a key or text while it has the focus; True if it used that."""
        return False

    def repeats_key(self, press: KeyInput) -> bool:
        """True if it repeats while the key is held: for writing, scrolling and moving.

        Nothing that acts repeats.
        """
        return False

    def text_cursor(self) -> Rect:
        """Return the cursor's box on the canvas: an input method shows its offers there."""
        return self.on_screen()

    def blur(self) -> None:
        """Forget what only counted while it had the focus."""

    def scroll_by(self, turn: float) -> bool:
        """Handle the mouse wheel over it; True if it used that."""
        return False

    def on_screen(self) -> Rect:
        """Return its box on the canvas, scrolled."""
        if self.scroll is None:
            return self.rect
        area = self.scroll.area
        return self.rect.move(area.x, area.y - self.scroll.offset)

    def covers(self, position: Point) -> bool:
        """True if a pointer at that position hits it."""
        if not self.visible or (self.scroll is not None and not self.scroll.area.collidepoint(position)):
            return False
        return bool(self.on_screen().collidepoint(position))


def appearance_key(widget: Widget) -> object:
    """Return all that the widget's own picture depends on, to be compared.

    It has all attributes, so that none can be forgotten. What it draws by calling others is not included.
    """
    if not widget.visible:
        return id(widget)
    values = vars(widget).values()
    return (id(widget), *[value if type(value) in _IMMUTABLE_TYPES else _freeze(value) for value in values])


_IMMUTABLE_TYPES = frozenset((str, float, int, bool, type(None)))
_CALLABLE_TYPES = frozenset((FunctionType, MethodType, partial))


def _freeze(value: object) -> object:
    """Return a copy of a value that later changes do not affect."""
    if type(value) in _IMMUTABLE_TYPES:
        return value
    if type(value) is Rect:
        return tuple(value)
    if type(value) in _CALLABLE_TYPES or callable(value):
        return None
    if isinstance(value, list | tuple):
        return tuple(_freeze(part) for part in value)
    if isinstance(value, dict):
        return tuple((key, _freeze(part)) for key, part in value.items())
    if isinstance(value, Scroll):
        return _freeze(value.area), value.content, value.offset
    if is_dataclass(value) and getattr(value, "__hash__", None) is None:
        return tuple(_freeze(getattr(value, part.name)) for part in fields(value))
    return value


def paint_widget(canvas: Canvas, widget: Widget) -> None:
    """Draw a widget at its place and rotation, with the ring if it has the focus."""
    rect = widget.on_screen()
    if widget.quarter_turns % 4:
        edge = 2 * widget.shadow_margin
        with canvas.rotated(rect.inflate(edge, edge), widget.quarter_turns) as upright:
            widget.paint(upright, upright.area.inflate(-edge, -edge))
    else:
        widget.paint(canvas, rect)
    if widget.focused:
        canvas.ring(rect, widget.radius)
