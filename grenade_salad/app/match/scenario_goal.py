"""A try at a scenario on the table: its goal stands in a strip at the lower edge until the try is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from grenade_salad.app.pages.settings_page import SettingsScene
from grenade_salad.app.shell.dialog import Answer, Dialog, nothing
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.ui.accessible import Heard
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.theme import INK, INK_SOFT, PAPER, ROW, SMALL, TEXT
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widget_group import Widgets
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Event, View
from grenade_salad.core.goals import Goal
from grenade_salad.session.phases import Over, Stalled
from grenade_salad.session.session import Session, Shown
from grenade_salad.text import Message, Reader, m, say

HIGH = ROW + 12.0
"""Units that the strip is high."""


class Trying(Protocol):
    """How a try goes: see `scenarios.Attempt`."""

    @property
    def outcome(self) -> str:
        """Empty as long as it goes on."""

    def see(self, events: tuple[Event, ...], view: View) -> None:
        """These events happened, and this is what the seat knows after them."""

    @property
    def so_far(self) -> Message:
        """How far it is."""


class Tried(Protocol):
    """A match on the window, as far as a goal is to be reached in it."""

    app: Shell
    session: Session
    widgets: Widgets
    names: tuple[str, ...]
    rules_page: str
    dirty: bool

    @property
    def idle(self) -> bool:
        """Whether all that happened is shown."""


class GoalStrip(Widget):
    """What is asked for, and how far it is; it is read aloud when it changes."""

    focusable = False
    keeps_clear = True

    def __init__(self, goal: Goal, reader: Reader) -> None:
        super().__init__()
        self.asked, self.reader = say(goal.message(), reader, begin=True), reader
        self.so_far = ""

    def tell(self, so_far: Message) -> bool:
        """Say how far it is from now on; whether that is something else."""
        before, self.so_far = self.so_far, say(so_far, self.reader, begin=True)
        return self.so_far != before

    def heard(self) -> Heard:
        return Heard("status", self.asked, about=self.so_far, live="polite")

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        size = TEXT if canvas.width(self.asked, TEXT, bold=True) <= rect.width else SMALL
        high = size * LEADING
        top = rect.centery - high
        canvas.text(self.asked, (rect.x, top), size, INK, bold=True, wide=rect.width)
        canvas.text(self.so_far, (rect.x, top + high), SMALL, INK_SOFT, wide=rect.width)


class Quest:
    """`over` is called once, when the try is over and all that happened was shown; `again` begins another one, `leave`
    goes back to where scenarios are chosen."""

    def __init__(
        self,
        scene: Tried,
        attempt: Trying,
        goal: Goal,
        over: Callable[[], None],
        again: Callable[[], None],
        leave: Callable[[], None],
    ) -> None:
        self.attempt = attempt
        self._scene, self._over, self._again, self._leave = scene, over, again, leave
        self._told = False
        self._box = Rect(0, 0, 0, 0)
        self.strip = scene.widgets.add(GoalStrip(goal, Reader(scene.names)))
        self.strip.tell(attempt.so_far)
        again_words = m("Try again")
        self.again_button = scene.widgets.add(Button(again_words, again, icon="rotate-ccw", tip=again_words))
        self.menu_button = scene.widgets.add(Button("", self.menu, icon="menu", tip=m("Pause and menu (Esc)")))
        if scene.widgets.focus is self.again_button:
            scene.widgets.set_focus(None)

    def see(self, shown: Shown) -> None:
        """A step of the match is shown."""
        self.attempt.see(shown.events, shown.view)

    def update(self) -> None:
        """Tell how far it is, when all that happened is shown."""
        scene = self._scene
        stands = isinstance(scene.session.phase, Over | Stalled)
        if not scene.idle or self._told:
            return
        if self.strip.tell(self.attempt.so_far):
            scene.dirty = True
        if self.attempt.outcome or stands:
            self._told = True
            self._over()

    def menu(self) -> None:
        """The pause: time stands still while it is open."""
        app = self._scene.app
        answers = [
            Answer(m("Go on"), nothing, "main", "play", back=True),
            Answer(m("Try again"), self._again, icon="rotate-ccw"),
            Answer(m("Rules"), lambda: app.open_rules(self._scene.rules_page), icon="book"),
            Answer(m("Settings"), lambda: app.push(SettingsScene(app)), icon="gear"),
            # Translators: a button: leave a scenario that is being played
            Answer(m("Leave the scenario"), self._leave, icon="back"),
        ]
        app.push(Dialog(app, m("Pause"), self.strip.asked, answers))

    def place(self) -> tuple[float, float]:
        """Place the strip; what is left of the window for the table."""
        wide, high = self._scene.app.size
        self._box = box = Rect(0, high - HIGH, wide, HIGH)
        top = box.y + (HIGH - 40) / 2 + 2
        self.menu_button.rect = Rect(box.right - 52, top, 44, 40)
        each = 150.0 if wide >= 700 else 44.0
        self.again_button.words = m("Try again") if each > 44 else ""
        self.again_button.rect = Rect(self.menu_button.rect.x - 8 - each, top, each, 40)
        self.strip.rect = Rect(box.x + 16, box.y + 4, self.again_button.rect.x - box.x - 32, HIGH - 8)
        return wide, high - HIGH

    def draw(self, canvas: Canvas) -> None:
        """The strip above all else: cards peek over the table's lower edge."""
        canvas.paper(self._box.inflate(8, 8).move(0, 4), PAPER, 10)
        for widget in (self.strip, self.again_button, self.menu_button):
            widget.paint(canvas, widget.rect)
            if widget.focused:
                canvas.ring(widget.rect, widget.radius)
