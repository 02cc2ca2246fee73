"""An attempt at a scenario: its goal is in a strip at the table's lower edge."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from grenade_salad.app.match.controller import MatchController
from grenade_salad.app.pages.settings_page import SettingsScene
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.theme import INK, INK_SOFT, PAPER, ROW, SMALL, TEXT
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widget_group import WidgetGroup
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core.goals import Goal
from grenade_salad.session.phases import Over, Stalled
from grenade_salad.session.session import VisibleStep
from grenade_salad.text import Message, Reader, m, say

if TYPE_CHECKING:
    from grenade_salad.scenarios import Attempt

STRIP_HEIGHT = ROW + 12.0
"""Height of the strip in units."""
_BUTTON_HEIGHT, _ICON_WIDTH, _BUTTON_WIDTH = 40.0, 44.0, 150.0
"""Units of the buttons in the strip, with an icon alone or with words."""
_WIDE = 700.0
"""Width in units of a window in which a button has words."""


class GoalStrip(Widget):
    """The goal and the progress; it is read aloud when it changes."""

    focusable = False
    keeps_clear = True

    def __init__(self, goal: Goal, reader: Reader) -> None:
        super().__init__()
        self.goal_text, self.reader = say(goal.message(), reader, begin=True), reader
        self.progress_text = ""

    def set_progress(self, so_far: Message) -> bool:
        """Show the progress. Return True if it has changed."""
        previous, self.progress_text = self.progress_text, say(so_far, self.reader, begin=True)
        return self.progress_text != previous

    def accessible_node(self) -> AccessibleNode:
        return AccessibleNode("status", self.goal_text, description=self.progress_text, live="polite")

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        size = TEXT if canvas.width(self.goal_text, TEXT, bold=True) <= rect.width else SMALL
        line_height = size * LEADING
        top = rect.centery - line_height
        canvas.text(self.goal_text, (rect.x, top), size, INK, bold=True, max_width=rect.width)
        canvas.text(self.progress_text, (rect.x, top + line_height), SMALL, INK_SOFT, max_width=rect.width)


class ScenarioGoal:
    """The goal of a scenario on the table.

    `on_over` is called once, when the attempt is over and everything that happened was shown. `restart` begins another
    attempt, `leave` returns to the list of scenarios.
    """

    def __init__(
        self,
        controller: MatchController,
        widgets: WidgetGroup,
        attempt: Attempt,
        goal: Goal,
        on_over: Callable[[], None],
        restart: Callable[[], None],
        leave: Callable[[], None],
    ) -> None:
        self.attempt = attempt
        self._controller, self._on_over, self._restart, self._leave = controller, on_over, restart, leave
        self._was_reported = False
        """True if `on_over` was called."""
        self._box = Rect(0, 0, 0, 0)
        self.strip = widgets.add(GoalStrip(goal, Reader(controller.names)))
        self.strip.set_progress(attempt.so_far)
        restart_label = m("Try again")
        self.restart_button = widgets.add(Button(restart_label, restart, icon="rotate-ccw", tip=restart_label))
        self.menu_button = widgets.add(Button("", self.menu, icon="menu", tip=m("Pause and menu (Esc)")))
        if widgets.focus is self.restart_button:
            widgets.set_focus(None)

    def see(self, step: VisibleStep) -> None:
        """Take note of a step that is shown."""
        self.attempt.see(step.events, step.view)

    def update(self) -> None:
        """Show the progress when everything that happened is shown."""
        controller = self._controller
        has_stopped = isinstance(controller.session.phase, Over | Stalled)
        if not controller.is_idle or self._was_reported:
            return
        if self.strip.set_progress(self.attempt.so_far):
            controller.scene.dirty = True
        if self.attempt.outcome or has_stopped:
            self._was_reported = True
            self._on_over()

    def menu(self) -> None:
        """Show the pause menu: time stops while it is open."""
        app = self._controller.app
        answers = [
            Answer(m("Go on"), do_nothing, "main", "play", back=True),
            Answer(m("Try again"), self._restart, icon="rotate-ccw"),
            Answer(m("Rules"), lambda: app.open_rules(self._controller.scene.rules_page), icon="book"),
            Answer(m("Settings"), lambda: app.push(SettingsScene(app)), icon="gear"),
            # Translators: a button: leave a scenario that is being played
            Answer(m("Leave the scenario"), self._leave, icon="back"),
        ]
        app.push(Dialog(app, m("Pause"), self.strip.goal_text, answers))

    def place(self) -> tuple[float, float]:
        """Place the strip. Return the size of the window that is left for the table."""
        width, height = self._controller.app.size
        self._box = box = Rect(0, height - STRIP_HEIGHT, width, STRIP_HEIGHT)
        top = box.y + (STRIP_HEIGHT - _BUTTON_HEIGHT) / 2 + 2
        self.menu_button.rect = Rect(box.right - _ICON_WIDTH - 8, top, _ICON_WIDTH, _BUTTON_HEIGHT)
        button_width = _BUTTON_WIDTH if width >= _WIDE else _ICON_WIDTH
        self.restart_button.words = m("Try again") if width >= _WIDE else ""
        self.restart_button.rect = Rect(self.menu_button.rect.x - 8 - button_width, top, button_width, _BUTTON_HEIGHT)
        self.strip.rect = Rect(box.x + 16, box.y + 4, self.restart_button.rect.x - box.x - 32, STRIP_HEIGHT - 8)
        return width, height - STRIP_HEIGHT

    def draw(self, canvas: Canvas) -> None:
        """Draw the strip above everything else, since cards overlap the lower edge."""
        canvas.paper(self._box.inflate(8, 8).move(0, 4), PAPER, 10)
        for widget in (self.strip, self.restart_button, self.menu_button):
            widget.paint(canvas, widget.rect)
            if widget.focused:
                canvas.ring(widget.rect, widget.radius)
