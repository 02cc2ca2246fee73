"""Page that makes a scenario of a position.

It asks for a title, a story, a goal, and the other players.
"""

from __future__ import annotations

from dataclasses import fields
from functools import partial

from grenade_salad import players
from grenade_salad.app.scenarios import own, words
from grenade_salad.app.shell import trouble
from grenade_salad.app.shell.scene import AppContext, PageScene
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.theme import LARGE, ROW
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.app.ui.widgets import Button, Choice
from grenade_salad.core.goals import Goal, list_goals
from grenade_salad.core.position_notation import find_game
from grenade_salad.match.record import RecordError
from grenade_salad.scenarios import Scenario, decode_scenario, encode_scenario
from grenade_salad.scenarios.scenario import MAX_TEXT_LENGTHS, Kind
from grenade_salad.text import Words, m

_KINDS: tuple[Kind, ...] = ("task", "battle")


class SavingScene(PageScene):
    """Page to save a position as a scenario, which is then in the list of scenarios.

    `line` is the position, `seat` the seat in turn.
    """

    title = m("Save as a scenario")
    widest = 760.0
    smallest = (640.0, 360.0)

    def __init__(self, app: AppContext, line: str, seat: int) -> None:
        super().__init__(app)
        self.line, self.seat = line, seat
        self.game = self.rules_page = find_game(line)
        self.written = {"title": "", "story": ""}
        """The texts that were typed."""
        self.kinds = list_goals(self.game)
        self.numbers = {kind: {part.name: part.metadata["range"][0] for part in fields(kind)} for kind in self.kinds}
        """The numbers of each kind of goal: a goal that is chosen again has them still."""
        self.chosen = {"kind": 0, "goal": 0, "machines": players.LEVELS.index("normal")}
        """Index in each choice."""
        self.scroll = Scroll(self.page_rect)
        self.save_button = self.widgets.add(Button(m("Save"), self.save, kind="main", icon="save", size=LARGE))
        self._rows: list[Widget] = []
        self._build()
        self.layout(self.size)

    def _build(self) -> None:
        """Build the rows for the chosen goal."""
        focus = next((index for index, widget in enumerate(self._rows) if widget.focused), 0)
        self.widgets.remove(
            [row_widget for row_widget in self.widgets.items if row_widget.scroll is self.scroll], self.save_button
        )
        self.form = Form(self.widgets, self.scroll)
        self._rows = []
        # Translators: of a scenario
        self._add_row(m("Title"), self._make_entry("title", m("What it is called")))
        # Translators: of a scenario
        self._add_row(m("Story"), self._make_entry("story", m("A line that sets the scene")))
        # Translators: of a scenario: a label, before "Tasks" or "Battles"
        self._add_row(m("Kind"), self._make_choice("kind", [words.KINDS[kind] for kind in _KINDS]))
        # Translators: of a scenario
        self._add_row(m("Goal"), self._make_choice("goal", [kind.title for kind in self.kinds]))
        for part in fields(self.goal_kind):
            lowest, highest = part.metadata["range"]
            labels: list[Words] = [str(value) for value in range(lowest, highest + 1)]
            chosen = self.numbers[self.goal_kind][part.name] - lowest
            self._add_row(
                part.metadata["label"], Choice(labels, chosen, partial(self._set_goal_number, part.name, lowest))
            )
        self._add_row(
            m("The others"), self._make_choice("machines", [words.level_name(level) for level in players.LEVELS])
        )
        self.widgets.set_focus(self._rows[min(focus, len(self._rows) - 1)])

    def _add_row(self, label: Words, widget: Widget) -> None:
        self.form.add_row(label, widget)
        self._rows.append(widget)

    def _make_entry(self, key: str, hint: Words) -> TextEntry:
        return TextEntry(self.written[key], partial(self._set_text, key), max_letters=MAX_TEXT_LENGTHS[key], hint=hint)

    def _make_choice(self, key: str, labels: list[Words]) -> Choice:
        return Choice(labels, self.chosen[key], partial(self._on_chosen, key))

    def _set_text(self, key: str, text: str) -> None:
        self.written[key] = text

    def _on_chosen(self, key: str, index: int) -> None:
        self.chosen[key] = index
        if key == "goal":
            self._build()
            self.layout(self.size)
        self.dirty = True

    def _set_goal_number(self, name: str, lowest: int, index: int) -> None:
        self.numbers[self.goal_kind][name] = lowest + index

    @property
    def goal_kind(self) -> type[Goal]:
        """The chosen goal's class, without its numbers."""
        return self.kinds[self.chosen["goal"]]

    def save(self) -> None:
        """Save the scenario, checked like a file from another person.

        Tells the user why if it is not valid.
        """
        title, story = (self.written[key].strip() for key in ("title", "story"))
        scenario = Scenario(
            own.make_file_stem(title),
            _KINDS[self.chosen["kind"]],
            title,
            story or title,
            self.line,
            self.seat,
            players.LEVELS[self.chosen["machines"]],
            self.goal_kind(**self.numbers[self.goal_kind]),
        )
        try:
            own.save(self.app, decode_scenario(encode_scenario(scenario), scenario.name))
        except RecordError as error:
            self.app.say(m("{why}.", why=error.reason), refused=True, seconds=8)
        except OSError as error:
            self.app.say(m("The scenario could not be saved: {why}.", why=trouble.describe_error(error)), refused=True)
        else:
            self.app.audio.play("put")
            self.app.pop()
            self.app.say(m("Saved: it is among your scenarios, beside the puzzles."), seconds=8)

    def place(self) -> None:
        page = self.page_rect
        footer_height = ROW + 28
        area = Rect(page.x + 20, page.y + 12, page.width - 40, page.height - footer_height - 12)
        self.form.layout(self.app.canvas(), area)
        self.save_button.rect = Rect(page.right - 200, page.bottom - ROW - 14, 180, ROW)
