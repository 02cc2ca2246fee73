"""The guide through a first match: a small sheet beside what it explains, and a line of chalk to that.

It locks nothing: whatever is legal may be done, by whatever one plays with. While it only tells, machines wait. What it
asks for is the only thing of brass, and gets the focus; while something is shown, nothing of it lies over the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import dist, hypot
from typing import Literal, Protocol

from grenade_salad.app.match.layout import BAR
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.ui.accessible import Heard
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.seat_panel import SeatPanel
from grenade_salad.app.ui.theme import BRASS, BRASS_DARK, INK, SMALL, TEXT, WHITE
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widget_group import Widgets
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core.lesson import LessonStep
from grenade_salad.match.lesson_progress import Checkpoints, Course
from grenade_salad.match.match import Match
from grenade_salad.session.machine_players import Rehearsed
from grenade_salad.session.phases import Asking
from grenade_salad.session.session import Session, Shown
from grenade_salad.text import Reader, Words, m, say

Spots = Callable[[str], Sequence[Rect]]
"""Where something is that a game has a name for; nothing if it is not there. "all": what nothing should cover."""
NEXT = m("Next", context="of a lesson")
# Translators: a button: the lesson is over, the match goes on
PLAY_ON = m("Play on", context="of a lesson")
# Translators: a button below a tip: it was read
GOT_IT = m("Got it")

_WIDE, _NARROW, _PAD, _HEAD, _BUTTON = 330.0, 266.0, 14.0, 30.0, 40.0
_NARROW_COST = 1000.0
"""What it costs to be as narrow as a log, which is read less easily: some 14 units of way."""
_STEP = 20.0
"""Units between two places that are tried for the sheet."""
_LARGE = 120_000.0
"""Square units of a widget that may be covered in part: the log, a battlefield."""
_NEAR = 26.0
"""Units that stay free around what it is about."""
_CHALK_GAP = 20.0
"""Units by which a mark is wider than what it is around: outside the ring of the focus."""
_DASH = 9.0
"""Units of a dash of chalk; the gaps are a little shorter."""
_LONGEST_LINE = 150.0
"""Units of the line from the sheet to what it is about; a longer one is not drawn, and crosses nothing else."""
_FAR = 400.0
"""Units from which on it is all the same how far away the sheet is: no line leads there, and it covers less."""
_PIECE = 100_000.0
"""What it costs at least to cover a piece, however small: some 1400 units of way, more than a window has."""
_TOUCHED = 3000.0
"""What it costs besides to cover the least of one: some 40 units of way."""


class Taught(Protocol):
    """A match on the window, as far as somebody is led through it."""

    app: Shell
    session: Session
    widgets: Widgets
    size: tuple[float, float]
    names: tuple[str, ...]
    dirty: bool

    @property
    def match(self) -> Match:
        """The match that the lesson is played in."""

    @property
    def viewer(self) -> int | None:
        """Whose secrets can be shown without a cover."""

    @property
    def idle(self) -> bool:
        """Whether all that happened is shown."""


class Sheet(Widget):
    """The sheet itself: it is read aloud when its words change. `draw` of the tutor shows it, above all else."""

    focusable = False
    keeps_clear = True

    def __init__(self) -> None:
        super().__init__()
        self.words, self.place = "", ""
        self.visible = False

    def heard(self) -> Heard:
        return Heard("status", self.words, about=self.place, live="polite")


class Tutor:
    """`course` is how far one is. `spots` knows where things are, `remember` is called when all steps are behind, and
    after each tip. `machines` play by the script of the lesson."""

    def __init__(
        self, scene: Taught, course: Course, spots: Spots, remember: Callable[[Course], None], machines: Rehearsed
    ) -> None:
        self.course = course
        self._machines = machines
        self._checkpoints = Checkpoints()
        self._scene, self._spots, self._remember = scene, spots, remember
        self._on_sheet: object = None
        self._known = (course.done, len(course.told))
        self._focus: Widget | None = None
        self._about: list[Rect] = []
        self._clear: list[Rect] = []
        self._meant: list[Widget] = []
        self._something_is_shown = False
        self.sheet = Sheet()
        self.next_button = Button(NEXT, self.next, kind="main")
        tip = m("No more lessons: just play")
        self.close_button = Button("", self.close, icon="cross", tip=tip)
        self.next_button.visible = self.close_button.visible = False
        for widget in self._own:
            scene.widgets.add(widget)

    @property
    def _own(self) -> tuple[Widget, ...]:
        return self.sheet, self.next_button, self.close_button

    @property
    def holds(self) -> bool:
        """Whether machines wait until somebody has read."""
        return self.sheet.visible and self.course.only_tells

    @property
    def covers(self) -> tuple[Rect, ...]:
        """Where the sheet lies: nothing that is to be read lies there."""
        return (self.sheet.rect,) if self.sheet.visible else ()

    # the course

    def see(self, shown: Shown) -> None:
        """A step of the match is shown: until all of it was, the sheet is not in its way."""
        self.course.see(shown.entry, shown.events)
        self._something_is_shown = True

    def update(self) -> None:
        """Decide what to say now, and where."""
        scene = self._scene
        if scene.viewer != self.course.lesson.seat:
            self._show(None)
            return
        asks = isinstance(scene.session.phase, Asking) and not scene.session.phase.closed
        if scene.idle and (scene.session.rests or asks):
            self.course.look(scene.match.state.view(self.course.lesson.seat))
            self._something_is_shown = False
            if self.course.lesson.seat in scene.match.state.active_seats():
                self._checkpoints.add(len(scene.match.entries), self.course, self._machines.script)
        self._show(None if self._something_is_shown else self.course.shown)
        known = (self.course.done, len(self.course.told))
        if known != self._known:
            self._known = known
            self._remember(self.course)
        self._stay_near()

    def next(self) -> None:
        """The step was read: show the next one."""
        self.course.next()
        self.update()

    def close(self) -> None:
        """No more steps; of a tip, only this one goes."""
        if self.course.done:
            self.course.next()
        else:
            self.course.stop()
        self.update()

    def take_back(self) -> int | None:
        """Return to the pupil's last decision: the number of lines before it, or None if there was none.

        The scene then goes back to that line of the match. Tips that were told are not told again.
        """
        checkpoint = self._checkpoints.take_back(self._scene.match.entries, self.course.lesson.seat)
        if checkpoint is None:
            return None
        self._machines.script = checkpoint.script
        course = checkpoint.course
        course.told |= self.course.told
        self.course = course
        self._something_is_shown = False
        return checkpoint.lines

    def _show(self, told: object) -> None:
        """Another step, or nothing."""
        widgets = self._scene.widgets
        if told is self._on_sheet:
            return
        self._on_sheet = told
        had = widgets.focus in self._own
        tells = told is not None and self.course.only_tells
        self.sheet.visible = self.close_button.visible = told is not None
        self.next_button.visible = tells
        last = self.course.number + 1 >= len(self.course.lesson.steps)
        self.next_button.words = PLAY_ON if last else NEXT
        if not isinstance(told, LessonStep):
            self.next_button.words = GOT_IT
        widgets.items = [item for item in widgets.items if item not in self._own] + list(self._own)
        if tells:
            self._focus = self._focus if had else widgets.focus
            widgets.set_focus(self.next_button)
        elif had:
            before = self._focus if self._focus in widgets.items else None
            others = (item for item in widgets.items if item.visible and item.focusable and item not in self._own)
            back = before if before is not None and before.visible and before.focusable else next(others, None)
            widgets.set_focus(back)
        self.layout()
        self._urge()
        if self._meant and not tells:
            widgets.set_focus(self._meant[0])
        self._scene.dirty = True

    def _urge(self) -> None:
        """What is asked for is of brass, and nothing else; without a sheet, whatever is."""
        used = [item for item in self._scene.widgets.items if item not in self._own and item.visible and item.focusable]
        asks = self.sheet.visible and not self.course.only_tells
        over = [[item for item in used if item.on_screen().contains(box)] for box in self._about if asks]
        self._meant = [min(items, key=lambda item: item.rect.width * item.rect.height) for items in over if items]
        points = self.sheet.visible and (bool(self._meant) or not asks)
        for item in self._scene.widgets.items:
            item.urged = item in self._meant if points and item not in self._own else None

    @property
    def words(self) -> str:
        """What is told now, in the language of the window."""
        shown = self.course.shown
        return "" if shown is None else say(shown.says, Reader(self._scene.names, self.course.lesson.seat))

    @property
    def _counted(self) -> Words:
        course = self.course
        if not isinstance(course.shown, LessonStep):
            # Translators: the title of a note
            return m("A tip")
        return m(
            "{number} of {all}", context="steps of a lesson", number=course.number + 1, all=len(course.lesson.steps)
        )

    # place

    def layout(self) -> None:
        """Find a place for the sheet, beside what it is about."""
        if not self.sheet.visible:
            return
        self.sheet.words, self.sheet.place = self.words, say(self._counted)
        scene = self._scene
        self._about, self._clear = self._boxes("at"), self._boxes("clear")
        widest = scene.size[0] * 0.42
        found = [self._place(min(wide, widest), cost) for wide, cost in ((_WIDE, 0.0), (_NARROW, _NARROW_COST))]
        _, self.sheet.rect = min(found, key=lambda one: one[0])
        sheet = self.sheet.rect
        self.close_button.rect = Rect(sheet.right - 40, sheet.y + 6, 34, 32)
        self.next_button.rect = Rect(sheet.right - 132, sheet.bottom - _BUTTON - 10, 120, _BUTTON)

    def _boxes(self, which: Literal["at", "clear"]) -> list[Rect]:
        shown = self.course.shown
        names = shown.at if shown is not None and which == "at" else ()
        if which == "clear" and isinstance(shown, LessonStep):
            names = shown.clear
        return [Rect(box) for name in names for box in self._spots(name)]

    def _high(self, wide: float) -> float:
        """How high the sheet is at that width."""
        lines = self._scene.app.canvas().lines(self.sheet.words, wide - 2 * _PAD, TEXT)
        return _PAD + _HEAD + len(lines) * TEXT * LEADING + (_BUTTON + 10 if self.next_button.visible else 0) + 8

    def _place(self, wide: float, extra: float) -> tuple[float, Rect]:
        """Never over what it is about, over as little else as can be, and near: what that costs, `extra` more than
        else, and where it is."""
        scene, high = self._scene, self._high(wide)
        used = [item for item in scene.widgets.items if item.visible and item not in self._own]
        small = [item for item in used if item.rect.width * item.rect.height < _LARGE]
        buttons = [item for item in small if item.focusable and not isinstance(item, SeatPanel)]
        others = [(item.on_screen(), 60.0 if item in buttons else 3.0) for item in small]
        pieces = self._spots("all")
        others += [(box, max(1.5, _PIECE / max(1.0, box.width * box.height))) for box in pieces]
        free = [box.inflate(_NEAR, _NEAR) for box in (*self._about, *self._clear)]
        left, top = scene.size[0] - wide - 8, scene.size[1] - high - 8
        best, least = Rect(left, BAR + 8, wide, high), float("inf")
        for row in range(int((top - BAR) / _STEP) + 1):
            for column in range(int(left / _STEP) + 1):
                box = Rect(8 + min(column * _STEP, left - 8), BAR + 6 + row * _STEP, wide, high)
                if box.bottom > scene.size[1] - 4:
                    continue
                cost = sum(_overlap(box, other) * 1000 for other in free)
                cost += sum(_overlap(box, other) * weight for other, weight in others)
                cost += _TOUCHED * len(box.collidelistall(pieces))
                cost += 70 * sum(min(_FAR, _apart(box, other)) for other in self._about)
                if cost < least:
                    best, least = box, cost
        return least + extra, best

    def _stay_near(self) -> None:
        """What it is about may move, and the sheet must never lie over it; while something is shown it rests."""
        if not self.sheet.visible or not self._scene.idle:
            return
        now, clear = self._boxes("at"), self._boxes("clear")
        if now == self._about and clear == self._clear and self.sheet.words == self.words:
            return
        moved = any(self.sheet.rect.colliderect(box) for box in (*now, *clear))
        self._about, self._clear = now, clear
        if moved or self.sheet.words != self.words:
            self.layout()
        self._urge()
        self._scene.dirty = True

    def draw(self, canvas: Canvas) -> None:
        """The sheet, and chalk around what it is about and on the way there: no ring, which is the focus's."""
        if not self.sheet.visible:
            return
        sheet = self.sheet.rect
        about = self._about if self._scene.idle else []
        for box in about:
            _chalk_around(canvas, box.inflate(_CHALK_GAP, _CHALK_GAP))
        if about:
            nearest = min(about, key=lambda box: _apart(sheet, box)).inflate(_CHALK_GAP, _CHALK_GAP)
            start, end = _line(sheet, nearest)
            crosses = any(box.clipline(start, end) for box in (*self._about, *self._clear))
            if not crosses and dist(start, end) < _LONGEST_LINE:
                _chalk(canvas, start, end)
        canvas.paper(sheet, radius=10)
        canvas.fill(Rect(sheet.x + 1, sheet.y + 12, 5, sheet.height - 24), BRASS, 2)
        canvas.picture("icons/book.svg", Rect(sheet.x + _PAD, sheet.y + 11, 20, 20), BRASS_DARK)
        counted = sheet.x + _PAD + 28
        canvas.text(self.sheet.place, (counted, sheet.y + 21), SMALL, BRASS_DARK, bold=True, anchor="midleft")
        inner = Rect(sheet.x + _PAD, sheet.y + _PAD + _HEAD - 4, sheet.width - 2 * _PAD, 0)
        canvas.paragraph(self.sheet.words, inner, TEXT, INK)
        for button in (self.close_button, self.next_button):
            if button.visible:
                button.paint(canvas, button.rect)
                if button.focused:
                    canvas.ring(button.rect, button.radius)


def _chalk_around(canvas: Canvas, box: Rect) -> None:
    corners = (box.topleft, box.topright, box.bottomright, box.bottomleft)
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        _chalk(canvas, start, end)


def _chalk(canvas: Canvas, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Dashes of chalk, that begin and end with one, with ink below them for what is white itself."""
    long = hypot(end[0] - start[0], end[1] - start[1])
    number = max(1, round((long / _DASH + 0.8) / 1.8))
    parts = number * 1.8 - 0.8
    across, down = (end[0] - start[0]) / parts, (end[1] - start[1]) / parts
    for colour, width in ((INK, 6.0), (WHITE, 3.2)):
        for index in range(number):
            x, y = start[0] + across * index * 1.8, start[1] + down * index * 1.8
            canvas.line((x, y), (x + across, y + down), colour, width)


def _overlap(one: Rect, other: Rect) -> float:
    both = one.clip(other)
    return both.width * both.height


def _apart(one: Rect, other: Rect) -> float:
    across = max(0.0, one.left - other.right, other.left - one.right)
    down = max(0.0, one.top - other.bottom, other.top - one.bottom)
    return hypot(across, down)


def _line(one: Rect, other: Rect) -> tuple[tuple[float, float], tuple[float, float]]:
    """The shortest line between two boxes."""
    x = _between((one.left, one.right), (other.left, other.right))
    y = _between((one.top, one.bottom), (other.top, other.bottom))
    return (x[0], y[0]), (x[1], y[1])


def _between(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    if one[1] < other[0]:
        return one[1], other[0]
    if other[1] < one[0]:
        return one[0], other[1]
    middle = (max(one[0], other[0]) + min(one[1], other[1])) / 2
    return middle, middle
