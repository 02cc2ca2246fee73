"""Which scenario: those that come along and those of others, with the stars that somebody has earned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from grenade_salad.app.scenarios import own, playing, words
from grenade_salad.app.scenarios.words import MOST, draw_stars
from grenade_salad.app.shell.scene import SheetScene, Shell
from grenade_salad.app.ui.accessible import Heard, texts
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.theme import INK_SOFT, ROW, SMALL, TEXT, Colour
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button, Choice, Label
from grenade_salad.core import registry
from grenade_salad.puzzles import progress
from grenade_salad.scenarios import SUFFIX as SUFFIX
from grenade_salad.scenarios import Scenario, shipped
from grenade_salad.text import Words, m, say

_SAID = m("A position, a goal, and up to three stars: reach it, and then reach it as well as the machines do.")
_GAP, _STAR = 8.0, 22.0


class ScenarioButton(Button):
    """A scenario of the list, its game, and the stars that were earned in it."""

    def __init__(self, app: Shell, scenario: Scenario, stars: int, person: str, *, owned: bool) -> None:
        super().__init__(scenario.title, partial(playing.show, app, scenario, person, own=owned))
        self.scenario, self.stars = scenario, stars
        self.tip = scenario.story

    def heard(self) -> Heard:
        title = registry.title(self.scenario.game)
        return replace(super().heard(), about=f"{say(title)}, {say(words.earned(self.stars))}")

    def _face(self, canvas: Canvas, rect: Rect, ink: Colour) -> None:
        side = MOST * (_STAR + 4)
        room = rect.width - side - 28
        canvas.text(self.words, (rect.x + 12, rect.y + 6), TEXT, ink, bold=True, wide=room)
        game = registry.title(self.scenario.game)
        canvas.text(game, (rect.x + 12, rect.y + 6 + TEXT * LEADING), SMALL, INK_SOFT, wide=room)
        draw_stars(canvas, Rect(rect.right - side - 8, rect.centery - _STAR / 2, side, _STAR), self.stars)


class ScenariosScene(SheetScene):
    """Who plays stands at the top; below it are tasks and battles, and what was opened or made here."""

    title = m("Scenarios")
    smallest = (640.0, 360.0)

    def __init__(self, app: Shell, person: str = "") -> None:
        super().__init__(app)
        self.names = list(app.settings.people) or [say(m("Guest"))]
        first = self.names.index(person) if person in self.names else 0
        tip = m("Who is playing")
        self.person_choice = self.widgets.add(Choice(self.names, first, lambda _: self.look(), tip=tip))
        self.scroll = Scroll(Rect(0, 0, 0, 0))
        self.groups: list[tuple[Label, list[ScenarioButton]]] = []
        self._shown = False
        self.look()

    @property
    def person(self) -> str:
        """The name of who plays."""
        return self.names[self.person_choice.chosen]

    @property
    def buttons(self) -> list[ScenarioButton]:
        """All scenarios of the list."""
        return [button for _, buttons in self.groups for button in buttons]

    def entered(self) -> None:
        """Somebody comes back from a try: stars may be new."""
        if self._shown:
            self.look()
        self._shown = True

    def look(self) -> None:
        """List them anew."""
        focus = next((one.scenario.name for one in self.buttons if one.focused), None)
        self.widgets.remove([item for label, buttons in self.groups for item in (label, *buttons)], self.person_choice)
        self.groups = []
        everybody = progress.load(self.app.data_folder)
        found, why = own.kept(self.app)
        if why:
            self.app.say(why, refused=True)
        for kind, title in words.KINDS.items():
            self._add(title, [one for one in shipped() if one.kind == kind], everybody, owned=False)
        # Translators: a heading: scenarios that were opened from files or made here
        self._add(m("Yours", context="scenarios"), found, everybody, owned=True)
        wanted = next((one for one in self.buttons if one.scenario.name == focus), None)
        self.widgets.set_focus(wanted or self.buttons[0])
        self.layout(self.size)
        self.dirty = True

    def _add(self, title: Words, found: Sequence[Scenario], everybody: progress.Solvers, *, owned: bool) -> None:
        if not found:
            return
        label = self.widgets.add(Label(title, size=TEXT, bold=True), self.scroll)
        label.heads = True
        buttons = []
        for one in found:
            stars = everybody.of(self.person, one.game).scenarios.get(one.name, 0)
            buttons.append(
                self.widgets.add(ScenarioButton(self.app, one, stars, self.person, owned=owned), self.scroll)
            )
        self.groups.append((label, buttons))

    def dropped(self, file: Path) -> None:
        opened(self.app, file, self.person)

    def heard(self) -> Sequence[Heard]:
        return texts(say(_SAID))

    def place(self) -> None:
        sheet, canvas = self.sheet, self.app.canvas()
        wide = min(260.0, sheet.width * 0.4)
        self.person_choice.rect = Rect(sheet.right - wide - 20, sheet.y + 14, wide, ROW)
        self._words = Rect(sheet.x + 20, sheet.y + 14, sheet.width - wide - 60, 0)
        high = max(ROW, len(canvas.lines(_SAID, self._words.width, TEXT)) * TEXT * LEADING)
        area = Rect(sheet.x + 16, sheet.y + high + 26, sheet.width - 32, sheet.height - high - 38)
        self.scroll.area = area
        columns = max(1, int(area.width // 330))
        each, top = (area.width - 22 + _GAP) / columns - _GAP, 4.0
        for label, buttons in self.groups:
            label.rect = Rect(4, top, area.width - 22, 28)
            top += 34
            for index, button in enumerate(buttons):
                row, column = divmod(index, columns)
                button.rect = Rect(4 + column * (each + _GAP), top + row * (ROW + 14 + _GAP), each, ROW + 14)
            top += -(-len(buttons) // columns) * (ROW + 14 + _GAP) + 8
        self.scroll.content = top
        self.scroll.by(0)

    def draw_sheet(self, canvas: Canvas) -> None:
        super().draw_sheet(canvas)
        canvas.paragraph(_SAID, self._words, TEXT, INK_SOFT)


def opened(app: Shell, file: Path, person: str = "") -> None:
    """A file of a scenario was dropped on the window: it is kept, and its sheet is shown; or it is refused."""
    one = own.take(app, file)
    if one is not None:
        somebody = person or next(iter(app.settings.people), say(m("Guest")))
        playing.show(app, one, somebody, own=True)
