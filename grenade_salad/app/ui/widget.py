"""What every widget is, and the window on higher content that widgets can be shown in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import partial
from itertools import count
from types import FunctionType, MethodType

from grenade_salad.app.ui.accessible import USED, Act, Heard, Role, sentences
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Input, Key, Point
from grenade_salad.app.ui.theme import BRASS, INK_SOFT
from grenade_salad.text import Words, say

numbers = count(1)
"""A number for each widget and each scene, by which screen readers know them."""


def nothing() -> None:
    """What is done when a press only closes something, or is for nothing."""


_ROUNDED = 0.5
"""Units: boxes have sides of 32 bits, so that what fits exactly may seem to be a trifle higher."""


@dataclass(slots=True, eq=False)
class Scroll:
    """A window on higher content: its widgets' boxes count from the top of the content.

    `area` is where it is shown, `content` how high the content is, `offset` how far it is scrolled, in units.
    """

    area: Rect
    content: float = 0.0
    offset: float = 0.0

    def by(self, units: float) -> bool:
        """Scroll on; whether anything moved."""
        before = self.offset
        self.offset = max(0.0, min(self.offset + units, self.content - self.area.height))
        return self.offset != before

    def show(self, rect: Rect) -> None:
        """Scroll so that a box of the content can be seen."""
        if rect.bottom + 12 > self.offset + self.area.height:
            self.by(rect.bottom + 12 - self.offset - self.area.height)
        if rect.top - 12 < self.offset:
            self.by(rect.top - 12 - self.offset)

    def draw(self, canvas: Canvas) -> None:
        """The bar that shows where one is; nothing if all can be seen."""
        if self.content <= self.area.height + _ROUNDED or self.area.width < 20:
            return
        high = max(24.0, self.area.height * self.area.height / self.content)
        share = self.offset / (self.content - self.area.height)
        track = Rect(self.area.right - 6, self.area.y, 6, self.area.height)
        canvas.fill(track, INK_SOFT, 3, alpha=50)
        canvas.fill(Rect(track.x, track.y + share * (track.height - high), 6, high), BRASS, 3)


class Spoken:
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
    `urged`: whether it is what somebody is asked to use now, or is not; None if nobody is asked for anything.
    """

    focusable = True
    keeps_clear = False
    """True if it is there to be read: no tooltip and no passing message lies over it."""
    after_end = False
    """Whether it is of use when the match on the table is over."""
    spent = False
    """Whether what it is for is over: Tab and the arrows pass it by."""
    takes_text = False
    refused: Words = ""
    """Why not all that was done with it was taken; whoever says it empties it."""
    tip_above = False
    radius = 8.0
    shade = 0.0
    """Units around its box that its shadow needs, where it is shown turned."""

    press: Callable[[], None] = staticmethod(nothing)

    tip: Spoken = Spoken()
    why_disabled: Spoken = Spoken()
    label: Spoken = Spoken()
    help: Spoken = Spoken()

    def __init__(self, rect: Rect | None = None, tip: Words = "") -> None:
        self.number = next(numbers)
        self.rect = Rect(0, 0, 0, 0) if rect is None else rect
        self.tip = tip
        self.turn = 0
        self.visible = True
        self.enabled = True
        self.why_disabled = ""
        self.scroll: Scroll | None = None
        self.focused = False
        self.hovered = False
        self.pressed = False
        self.mute = False
        self.urged: bool | None = None

    def heard(self) -> Heard:
        """What a screen reader says of it; the tooltip, if it has no words."""
        return self.as_heard("button" if self.focusable else "group")

    def as_heard(self, role: Role, name: str = "", value: str = "", about: str = "") -> Heard:
        """The same for one with words: beside these, what all widgets have."""
        tip = self.tip
        called = self.label or name or tip
        said = about, self.help, tip, "" if self.enabled else self.why_disabled
        more = sentences(*(words for words in said if words != called))
        now = value or (name if name != called else "")
        return Heard(role, called, now, more, acts=USED if self.focusable else (), enabled=self.enabled)

    @property
    def part(self) -> int:
        """The key of the part that has the focus, while the widget has it; 0 for the whole."""
        return 0

    def use_part(self, key: int, act: Act) -> None:
        """Somebody uses a part of it."""

    def set_to(self, value: str | float) -> bool:
        """Somebody sets it to what `value` of `heard` can be, or a number of its `span`; whether it can be set."""
        return False

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        """Draw it upright in the box."""

    def accept(self) -> None:
        """It was clicked, or Enter, Space or A was pressed on it: `press`, what it is for, is done."""
        self.press()

    def nudge(self, where: Command) -> bool:
        """An arrow was pressed while it has the focus; False lets the focus move on."""
        return False

    def drag(self, at: Point) -> bool:
        """The pointer is held down on it, at a point of its upright box; whether it does something with that."""
        return False

    def typed(self, event: Input) -> bool:
        """A key or text while it has the focus; whether it used it."""
        return False

    def repeats(self, press: Key) -> bool:
        """True if it goes on while that key is held: what writes, scrolls or moves, nothing that acts."""
        return False

    def text_cursor(self) -> Rect:
        """Return the box of the cursor on the canvas, beside which an input method shows what it offers."""
        return self.on_screen()

    def blur(self) -> None:
        """Forget what only counted while it had the focus."""

    def wheel(self, turn: float) -> bool:
        """The wheel over it; whether it used it."""
        return False

    def on_screen(self) -> Rect:
        """Its box on the canvas, scrolled."""
        if self.scroll is None:
            return self.rect
        area = self.scroll.area
        return self.rect.move(area.x, area.y - self.scroll.offset)

    def covers(self, at: Point) -> bool:
        """Whether it can be hit there."""
        if not self.visible or (self.scroll is not None and not self.scroll.area.collidepoint(at)):
            return False
        return bool(self.on_screen().collidepoint(at))


def looks(widget: Widget) -> object:
    """All that the widget's own picture can depend on, to be compared: whatever attributes it has, so that none can be
    forgotten. What it draws by calling others is theirs to tell."""
    if not widget.visible:
        return id(widget)
    values = vars(widget).values()
    return (id(widget), *[value if type(value) in _PLAIN else _still(value) for value in values])


_PLAIN = frozenset((str, float, int, bool, type(None)))
_DOES = frozenset((FunctionType, MethodType, partial))


def _still(value: object) -> object:
    """A value as it is now, whatever is done to it later."""
    if type(value) in _PLAIN:
        return value
    if type(value) is Rect:
        return tuple(value)
    if type(value) in _DOES or callable(value):
        return None
    if isinstance(value, list | tuple | Rect):
        return tuple(_still(part) for part in value)
    if isinstance(value, dict):
        return tuple((key, _still(part)) for key, part in value.items())
    if isinstance(value, Scroll):
        return _still(value.area), value.content, value.offset
    if is_dataclass(value) and getattr(value, "__hash__", None) is None:
        return tuple(_still(getattr(value, part.name)) for part in fields(value))
    return value


def paint(canvas: Canvas, item: Widget) -> None:
    """Draw it where it is, turned as it is, with the ring if it has the focus."""
    rect = item.on_screen()
    if item.turn % 4:
        edge = 2 * item.shade
        with canvas.turned(rect.inflate(edge, edge), item.turn) as upright:
            item.paint(upright, upright.area.inflate(-edge, -edge))
    else:
        item.paint(canvas, rect)
    if item.focused:
        canvas.ring(rect, item.radius)
