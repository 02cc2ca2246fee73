"""The page of all scenarios, with the stars that a player has earned."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from grenade_salad.app.scenarios import own, playing, words
from grenade_salad.app.scenarios.words import MAX_STARS, draw_stars
from grenade_salad.app.shell.reading_dialog import recognize_dropped
from grenade_salad.app.shell.scene import AppContext, PageScene
from grenade_salad.app.ui.accessible import AccessibleNode, text_nodes
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.theme import INK_SOFT, ROW, SMALL, TEXT, Colour
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button, Choice, Label
from grenade_salad.core import registry
from grenade_salad.puzzles import progress
from grenade_salad.scenarios import Scenario, load_shipped
from grenade_salad.system.progress import Progress
from grenade_salad.text import Words, m, say

if TYPE_CHECKING:
    from grenade_salad.boxes.door import MatchKind

_INTRO = m("Reach the goal, and then reach it better: up to three stars.")
_GAP = 8.0
_STAR = 22.0
"""Height of a star on a button, in units."""
_MIN_BUTTON_WIDTH = 330.0
_BUTTON_HEIGHT = ROW + 14
"""Two lines of type, and the space around them."""


class ScenarioButton(Button):
    """Button of a scenario, with its game and the stars that the player has earned."""

    def __init__(self, app: AppContext, scenario: Scenario, stars: int, person: str, *, is_own: bool) -> None:
        super().__init__(scenario.title, partial(playing.show, app, scenario, person, is_own=is_own))
        self.scenario, self.stars = scenario, stars
        self.tip = scenario.story

    def accessible_node(self) -> AccessibleNode:
        title = registry.title(self.scenario.game)
        return replace(super().accessible_node(), description=f"{say(title)}, {say(words.format_stars(self.stars))}")

    def _draw_face(self, canvas: Canvas, rect: Rect, ink: Colour) -> None:
        side = MAX_STARS * (_STAR + 4)
        text_width = rect.width - side - 28
        canvas.text(self.words, (rect.x + 12, rect.y + 6), TEXT, ink, bold=True, max_width=text_width)
        game = registry.title(self.scenario.game)
        canvas.text(game, (rect.x + 12, rect.y + 6 + TEXT * LEADING), SMALL, INK_SOFT, max_width=text_width)
        draw_stars(canvas, Rect(rect.right - side - 8, rect.centery - _STAR / 2, side, _STAR), self.stars)


class ScenariosScene(PageScene):
    """Scenarios in groups, below the choice of the player.

    The groups are tasks, battles, and the scenarios that were opened or made here.
    """

    title = m("Scenarios")
    smallest = (640.0, 360.0)

    def __init__(self, app: AppContext, person: str = "") -> None:
        super().__init__(app)
        self.names = list(app.settings.people) or [say(m("Guest"))]
        first = self.names.index(person) if person in self.names else 0
        tip = m("Who is playing")
        self.person_choice = self.widgets.add(Choice(self.names, first, lambda _: self.refresh(), tip=tip))
        self.scroll = Scroll(Rect(0, 0, 0, 0))
        self.groups: list[tuple[Label, list[ScenarioButton]]] = []
        """The heading and the buttons of each group."""
        self._intro_area = Rect(0, 0, 0, 0)
        self._was_entered = False
        self._own_scenarios: list[Scenario] = []
        self._progress, self._executor = Progress(), app.worker()
        self._reading: Future[tuple[list[Scenario], Words]] | None = None
        """The saved scenarios, while they are read."""
        self.refresh()

    @property
    def person(self) -> str:
        """Name of the player."""
        return self.names[self.person_choice.chosen]

    @property
    def buttons(self) -> list[ScenarioButton]:
        """All scenarios of the list."""
        return [button for _, buttons in self.groups for button in buttons]

    def on_entered(self) -> None:
        """List the scenarios again after a try, as stars may be new."""
        if self._was_entered:
            self.refresh()
        self._was_entered = True

    def on_left(self) -> None:
        super().on_left()
        self._progress.cancel()
        self._executor.shutdown(wait=False, cancel_futures=True)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._take_own_scenarios():
            self._list()

    def refresh(self) -> None:
        """List the scenarios again; those in the data folder come when they are read."""
        if self._reading is None:
            self._reading = self._executor.submit(own.load_saved, self.app, self._progress)
        self._take_own_scenarios()
        self._list()

    def _take_own_scenarios(self) -> bool:
        """Take the scenarios of the data folder, once they are read.

        True if they are others than before.
        """
        if self._reading is None or not self._reading.done():
            return False
        (scenarios, why), self._reading = self._reading.result(), None
        if why:
            self.app.say(why, refused=True)
        old_scenarios, self._own_scenarios = self._own_scenarios, scenarios
        return scenarios != old_scenarios

    def _list(self) -> None:
        """Build the buttons of all scenarios, and keep the focus."""
        focus = next((button.scenario.name for button in self.buttons if button.focused), None)
        self.widgets.remove([item for label, buttons in self.groups for item in (label, *buttons)], self.person_choice)
        self.groups = []
        saved_progress = progress.load(self.app.data_folder)
        for kind, title in words.KINDS.items():
            self._add(
                title, [scenario for scenario in load_shipped() if scenario.kind == kind], saved_progress, is_own=False
            )
        # Translators: a heading: scenarios that were opened from files or made here
        self._add(m("Yours", context="scenarios"), self._own_scenarios, saved_progress, is_own=True)
        wanted = next((button for button in self.buttons if button.scenario.name == focus), None)
        self.widgets.set_focus(wanted or self.buttons[0])
        self.layout(self.size)
        self.dirty = True

    def _add(
        self, title: Words, scenarios: Sequence[Scenario], saved_progress: progress.Solvers, *, is_own: bool
    ) -> None:
        if not scenarios:
            return
        label = self.widgets.add(Label(title, size=TEXT, bold=True), self.scroll)
        label.is_heading = True
        buttons = []
        for scenario in scenarios:
            stars = saved_progress.get_solver(self.person, scenario.game).scenarios.get(scenario.name, 0)
            buttons.append(
                self.widgets.add(ScenarioButton(self.app, scenario, stars, self.person, is_own=is_own), self.scroll)
            )
        self.groups.append((label, buttons))

    def on_file_dropped(self, file: Path) -> None:
        recognize_dropped(self.app, file, partial(self._open_dropped, file))

    def _open_dropped(self, file: Path, match_file: MatchKind | None) -> None:
        if match_file == "scenario":
            open_scenario_file(self.app, file, self.person)
        else:
            super().on_file_dropped(file)

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        return text_nodes(say(_INTRO))

    def place(self) -> None:
        page, canvas = self.page_rect, self.app.canvas()
        choice_width = min(260.0, page.width * 0.4)
        self.person_choice.rect = Rect(page.right - choice_width - 20, page.y + 14, choice_width, ROW)
        self._intro_area = Rect(page.x + 20, page.y + 14, page.width - choice_width - 60, 0)
        intro_height = max(ROW, len(canvas.lines(_INTRO, self._intro_area.width, TEXT)) * TEXT * LEADING)
        area = Rect(page.x + 16, page.y + intro_height + 26, page.width - 32, page.height - intro_height - 38)
        self.scroll.area = area
        columns = max(1, int(area.width // _MIN_BUTTON_WIDTH))
        button_width, top = (area.width - 22 + _GAP) / columns - _GAP, 4.0
        for label, buttons in self.groups:
            label.rect = Rect(4, top, area.width - 22, 28)
            top += 34
            for index, button in enumerate(buttons):
                row, column = divmod(index, columns)
                left, y = 4 + column * (button_width + _GAP), top + row * (_BUTTON_HEIGHT + _GAP)
                button.rect = Rect(left, y, button_width, _BUTTON_HEIGHT)
            top += -(-len(buttons) // columns) * (_BUTTON_HEIGHT + _GAP) + 8
        self.scroll.content = top
        self.scroll.scroll_by(0)

    def draw_page(self, canvas: Canvas) -> None:
        super().draw_page(canvas)
        canvas.paragraph(_INTRO, self._intro_area, TEXT, INK_SOFT)


def open_scenario_file(app: AppContext, file: Path, person: str = "") -> None:
    """Save a scenario file that was dropped on the window, and show its page.

    If it is refused, the reason is shown.
    """

    def show(scenario: Scenario) -> None:
        player = person or next(iter(app.settings.people), say(m("Guest")))
        playing.show(app, scenario, player, is_own=True)

    own.open_file(app, file, show)
