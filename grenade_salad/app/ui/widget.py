"""What every widget is, and the window on higher content that widgets can be shown in."""

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
"""A number for each widget and each scene, by which screen readers know them."""


def do_nothing() -> None:
    """What is done when a press only closes something, or is for nothing."""


_ROUNDING = 0.5
"""Units: boxes have sides of 32 bits, so that what fits exactly may seem to be a trifle higher."""


@dataclass(slots=True, eq=False)
class Scroll:
    """A window on higher content: its widgets' boxes count from the top of the content.

    `area` is where it is shown, `content` how high the content is, `offset` how far it is scrolled, in units.
    """

    area: Rect
    content: float = 0.0
    offset: float = 0.0

    def scroll_by(self, units: float) -> bool:
        """Scroll on; whether anything moved."""
        previous = self.offset
        self.offset = max(0.0, min(self.offset + units, self.content - self.area.height))
        return self.offset != previous

    def show(self, rect: Rect) -> None:
        """Scroll so that a box of the content can be seen."""
        if rect.bottom + 12 > self.offset + self.area.height:
            self.scroll_by(rect.bottom + 12 - self.offset - self.area.height)
        if rect.top - 12 < self.offset:
            self.scroll_by(rect.top - 12 - self.offset)

    def draw(self, canvas: Canvas) -> None:
        """The bar that shows where one is; nothing if all can be seen."""
        if self.content <= self.area.height + _ROUNDING or self.area.width < 20:
            return
        bar_height = max(24.0, self.area.height * self.area.height / self.content)
        share = self.offset / (self.content - self.area.height)
        track = Rect(self.area.right - 6, self.area.y, 6, self.area.height)
        canvas.fill(track, INK_SOFT, 3, alpha=50)
        canvas.fill(Rect(track.x, track.y + share * (track.height - bar_height), 6, bar_height), BRASS, 3)


class LocalizedText:
    """An attribute that takes a message, or data such as a name, and gives what it is in the language of now."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_said_{name}"

    def __get__(self, widget: object, owner: type | None = None) -> str:
        words: Words = getattr(widget, self._name, "")
        return say(words)

    def __set__(self, widget: object, words: Words) -> None:
        setattr(widget, self._name, words)


class Widget:
    """Something in a box that can be drawn and used. `turn` shows it turned by quarters counter-clockwise.

    `label` is what it is called where that stands beside it, `help` a sentence about it. `mute` says that it is heard
    with another widget: a label of a form. `tip_above`: the tooltip stands above, since what is below must be seen.
    `is_urged`: whether it is what somebody is asked to use now, or is not; None if nobody is asked for anything.
    """

    focusable = True
    keeps_clear = False
    """True if it is there to be read: no tooltip and no passing message lies over it."""
    works_after_end = False
    """Whether it is of use when the match on the table is over."""
    is_spent = False
    """Whether what it is for is over: Tab and the arrows pass it by."""
    takes_text = False
    refusal: Words = ""
    """Why not all that was done with it was taken; whoever says it empties it."""
    tip_above = False
    radius = 8.0
    shadow_margin = 0.0
    """Units around its box that its shadow needs, where it is shown turned."""

    press: Callable[[], None] = staticmethod(do_nothing)

    tip: LocalizedText = LocalizedText()
    why_disabled: LocalizedText = LocalizedText()
    label: LocalizedText = LocalizedText()
    help: LocalizedText = LocalizedText()

    def __init__(self, rect: Rect | None = None, tip: Words = "") -> None:
        self.id = next(ids)
        self.rect = Rect(0, 0, 0, 0) if rect is None else rect
        self.tip = tip
        self.quarter_turns = 0
        self.visible = True
        self.enabled = True
        self.why_disabled = ""
        self.scroll: Scroll | None = None
        self.focused = False
        self.hovered = False
        self.pressed = False
        self.is_mute = False
        self.is_urged: bool | None = None

    def accessible_nodes(self) -> AccessibleNode:
        """What a screen reader says of it; the tooltip, if it has no words."""
        return self.make_node("button" if self.focusable else "group")

    def make_node(self, role: Role, name: str = "", value: str = "", description: str = "") -> AccessibleNode:
        """The same for one with words: beside these, what all widgets have."""
        tip = self.tip
        full_name = self.label or name or tip
        details = description, self.help, tip, "" if self.enabled else self.why_disabled
        full_description = join_sentences(*(words for words in details if words != full_name))
        shown_value = value or (name if name != full_name else "")
        return AccessibleNode(
            role,
            full_name,
            shown_value,
            full_description,
            acts=BUTTON_ACTS if self.focusable else (),
            enabled=self.enabled,
        )

    @property
    def focused_part(self) -> int:
        """The key of the part that has the focus, while the widget has it; 0 for the whole."""
        return 0

    def use_part(self, key: int, act: Act) -> None:
        """Somebody uses a part of it."""

    def set_to(self, value: str | float) -> bool:
        """Somebody sets it to what `value` of `heard` can be, or a number of its `span`; whether it can be set."""
        return False

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        """Draw it upright in the box."""

    def activate(self) -> None:
        """It was clicked, or Enter, Space or A was pressed on it: `press`, what it is for, is done."""
        self.press()

    def step(self, direction: Command) -> bool:
        """An arrow was pressed while it has the focus; False lets the focus move on."""
        return False

    def drag(self, position: Point) -> bool:
        """The pointer is held down on it, at a point of its upright box; whether it does something with that."""
        return False

    def handle_key(self, event: Input) -> bool:
        """A key or text while it has the focus; whether it used it."""
        return False

    def repeats_key(self, press: KeyInput) -> bool:
        """True if it goes on while that key is held: what writes, scrolls or moves, nothing that acts."""
        return False

    def text_cursor(self) -> Rect:
        """Return the box of the cursor on the canvas, beside which an input method shows what it offers."""
        return self.on_screen()

    def blur(self) -> None:
        """Forget what only counted while it had the focus."""

    def scroll_by(self, turn: float) -> bool:
        """The wheel over it; whether it used it."""
        return False

    def on_screen(self) -> Rect:
        """Its box on the canvas, scrolled."""
        if self.scroll is None:
            return self.rect
        area = self.scroll.area
        return self.rect.move(area.x, area.y - self.scroll.offset)

    def covers(self, position: Point) -> bool:
        """Whether it can be hit there."""
        if not self.visible or (self.scroll is not None and not self.scroll.area.collidepoint(position)):
            return False
        return bool(self.on_screen().collidepoint(position))


def appearance_key(widget: Widget) -> object:
    """All that the widget's own picture can depend on, to be compared: whatever attributes it has, so that none can be
    forgotten. What it draws by calling others is theirs to tell."""
    if not widget.visible:
        return id(widget)
    values = vars(widget).values()
    return (id(widget), *[value if type(value) in _IMMUTABLE_TYPES else _freeze(value) for value in values])


_IMMUTABLE_TYPES = frozenset((str, float, int, bool, type(None)))
_CALLABLE_TYPES = frozenset((FunctionType, MethodType, partial))


def _freeze(value: object) -> object:
    """A value as it is now, whatever is done to it later."""
    if type(value) in _IMMUTABLE_TYPES:
        return value
    if type(value) is Rect:
        return tuple(value)
    if type(value) in _CALLABLE_TYPES or callable(value):
        return None
    if isinstance(value, list | tuple | Rect):
        return tuple(_freeze(part) for part in value)
    if isinstance(value, dict):
        return tuple((key, _freeze(part)) for key, part in value.items())
    if isinstance(value, Scroll):
        return _freeze(value.area), value.content, value.offset
    if is_dataclass(value) and getattr(value, "__hash__", None) is None:
        return tuple(_freeze(getattr(value, part.name)) for part in fields(value))
    return value


def paint_widget(canvas: Canvas, widget: Widget) -> None:
    """Draw it where it is, turned as it is, with the ring if it has the focus."""
    rect = widget.on_screen()
    if widget.quarter_turns % 4:
        edge = 2 * widget.shadow_margin
        with canvas.rotated(rect.inflate(edge, edge), widget.quarter_turns) as upright:
            widget.paint(upright, upright.area.inflate(-edge, -edge))
    else:
        widget.paint(canvas, rect)
    if widget.focused:
        canvas.ring(rect, widget.radius)
