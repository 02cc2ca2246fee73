"""All matches of this machine: found again, looked at, gone on with, sent to somebody, thrown away."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from grenade_salad.app.history.import_scene import ImportScene, take_in
from grenade_salad.app.history.replay import watch
from grenade_salad.app.history.row import HIGH, HIGHEST, MatchRow
from grenade_salad.app.match import position_drafts, start_match
from grenade_salad.app.sharing import match_titles as match_titles
from grenade_salad.app.sharing import record_files as record_files
from grenade_salad.app.sharing.share_page import share
from grenade_salad.app.shell import trouble
from grenade_salad.app.shell.dialog import Answer, Dialog, nothing
from grenade_salad.app.shell.scene import SheetScene, Shell
from grenade_salad.app.shell.settings import Filter
from grenade_salad.app.ui.accessible import Heard, texts
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, Key, KeyRepeat, Wheel
from grenade_salad.app.ui.theme import INK_SOFT, PAPER_EDGE, ROW, TEXT
from grenade_salad.app.ui.widgets import Button, Choice, Kind
from grenade_salad.core import registry
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.queries import Summary, Wanted
from grenade_salad.text import Words, m, say
from grenade_salad.web import saved_seats

_NAMES = 60
"""How many people can be chosen: those with the most matches."""
_FINISHED = (None, True, False)
_HEAD, _FOOT = ROW + 30, ROW + 26
_WIDE, _ROOMY = 220.0, 900.0
"""How wide the button of positions is with its words, and from which width of the page it has them."""


def names_of(connection: sqlite3.Connection) -> list[str]:
    """Who has played the most matches, persons before machines. Raises sqlite3.Error."""
    found = "SELECT name FROM seat GROUP BY name ORDER BY max(person) DESC, count(*) DESC, name LIMIT ?"
    return [str(name) for (name,) in connection.execute(found, (_NAMES,))]


class HistoryScene(SheetScene):
    """A page of matches at a time; a match that is pressed says what can be done with it."""

    # Translators: the title of a page: all matches
    title = m("History")
    smallest = (800.0, 480.0)

    def __init__(self, app: Shell) -> None:
        super().__init__(app)
        last = app.settings.history
        self.wanted, self.first, self.total = Wanted(last.game, last.name, last.finished), 0, 0
        self.names: list[str] = []
        self.rows: list[MatchRow] = []
        self._fit = 1
        self.games = registry.names()
        if self.wanted.game not in self.games:
            self.wanted = replace(self.wanted, game=None)
        titles = [m("All games"), *(match_titles.title_of(name) for name in self.games)]
        # Translators: the name of a filter, and its choice "all"
        self.game_choice = self.widgets.add(Choice(titles, self._game_at(), self._choose_game, tip=m("Which game")))
        # Translators: a choice of the filter "Who played"; the name of a filter
        self.person_choice = self.widgets.add(Choice([m("Everybody")], 0, self._choose_person, tip=m("Who played")))
        # Translators: a choice of a filter: matches that are over
        states = [m("Finished or not"), m("Finished"), m("Not finished")]
        state = _FINISHED.index(self.wanted.finished)
        self.state_choice = self.widgets.add(Choice(states, state, self._choose_state, tip=m("Finished or not")))
        # Translators: a button: open a match from a file; its tooltip
        self.import_button = Button(m("Import"), self._import, icon="arrow-down", tip=m("Import a match file"))
        # Translators: a button: to newer matches, and its key
        self.newer = Button(m("Newer"), lambda: self.turn(-1), icon="arrow-left", tip=m("Page up"))
        # Translators: a button: to older matches, and its key
        self.older = Button(m("Older"), lambda: self.turn(1), icon="arrow-right", tip=m("Page down"))
        self.set_up = Button(m("Set up a position"), self._set_up, icon="hand", tip=m("Set up a position"))
        for button in (self.newer, self.older, self.set_up, self.import_button):
            self.widgets.add(button)
        self.layout(self.size)

    def entered(self) -> None:
        self._ask_names()
        self.load()
        if self.rows and self.widgets.focus in (None, self.back_button):
            self.widgets.set_focus(self.rows[0])

    # what is shown

    def _ask_names(self) -> None:
        if self.app.journal is None:
            return
        try:
            self.names = self.app.journal.ask(names_of)
        except JournalError as error:
            self.app.say(f"{error}.", refused=True)
        if self.wanted.name is not None and self.wanted.name not in self.names:
            self.names.append(self.wanted.name)
        # Translators: a choice of the filter "Who played"
        self.person_choice.labels = (m("Everybody"), *self.names)
        self.person_choice.chosen = 0 if self.wanted.name is None else 1 + self.names.index(self.wanted.name)

    def load(self) -> None:
        """Ask the journal for the page that is shown."""
        found: list[Summary] = []
        if self.app.journal is not None:
            try:
                self.total = self.app.journal.count(self.wanted)
                self.first = max(0, min(self.first, (self.total - 1) // self._fit * self._fit))
                found = self.app.journal.matches(self.wanted, self.first, self._fit)
            except JournalError as error:
                self.app.say(f"{error}.", refused=True)
        at = next((at for at, row in enumerate(self.rows) if row is self.widgets.focus), None)
        self.widgets.remove(self.rows, self.back_button)
        self.rows = [MatchRow(match, partial(self._open, match)) for match in found]
        others = list(self.widgets.items)
        before = others.index(self.newer)
        for row in self.rows:
            self.widgets.add(row)
        self.widgets.items = [*others[:before], *self.rows, *others[before:]]
        if at is not None and self.rows:
            self.widgets.set_focus(self.rows[min(at, len(self.rows) - 1)])
        self.newer.enabled, self.older.enabled = self.first > 0, self.first + self._fit < self.total
        self.newer.why_disabled, self.older.why_disabled = (
            m("These are the newest matches."),
            m("There are no older matches."),
        )
        self._place_rows()
        self.dirty = True

    def turn(self, by: int) -> None:
        """Turn the page, if there is another one."""
        first = self.first + by * self._fit
        if 0 <= first < self.total:
            self.first = first
            self.load()

    def _choose(self, game: str | None, name: str | None, finished: bool | None) -> None:
        self.wanted, self.first = Wanted(game, name, finished), 0
        self.app.settings.history = Filter(game, name, finished)
        self.app.save_settings()
        self.load()

    def _game_at(self) -> int:
        return 0 if self.wanted.game is None else 1 + self.games.index(self.wanted.game)

    def _choose_game(self, index: int) -> None:
        self._choose(self.games[index - 1] if index else None, self.wanted.name, self.wanted.finished)

    def _choose_person(self, index: int) -> None:
        self._choose(self.wanted.game, self.names[index - 1] if index else None, self.wanted.finished)

    def _choose_state(self, index: int) -> None:
        self._choose(self.wanted.game, self.wanted.name, _FINISHED[index])

    # what can be done with a match

    def _open(self, match: Summary) -> None:

        # Translators: who played, and how it ended
        how_far = m("{names:,}: {score}.", names=list(match.names), score=match_titles.score(match))
        lines = match_titles.places(match) or [say(how_far)]
        kind: Kind = "main" if match.finished else "plain"
        # Translators: a button: watch the replay of a match
        answers = [Answer(m("Watch"), lambda: watch(self.app, match.id), kind, "eye")]
        if not match.finished:
            # Translators: a button: go on with the match
            answers.insert(0, Answer(m("Go on"), lambda: start_match.resume(self.app, match.id), "main", "play"))
        if registry.has(match.game):
            # Translators: a button: save the match as a web page
            answers.append(Answer(m("Share"), lambda: share(self.app, match.id), icon="arrow-up"))
            # Translators: a button: a new match with the same players and rules
            answers.append(Answer(m("Same again"), lambda: start_match.the_same(self.app, match.id), icon="rotate-cw"))
        answers += [
            # Translators: a button: save the match as a file
            Answer(m("Export"), lambda: self._export(match), icon="save"),
            Answer(m("Delete"), lambda: self._ask_to_delete(match), icon="trash"),
            # Translators: a button: close the details of a match
            Answer(m("Close"), nothing, icon="back", back=True),
        ]
        title = m(
            "{game}, {when}", game=match_titles.title_of(match.game, match.what), when=match_titles.when(match.begun)
        )
        self.app.push(Dialog(self.app, title, "\n".join(lines), answers))

    def _export(self, match: Summary) -> None:
        assert self.app.journal is not None
        try:
            file = record_files.export(self.app, self.app.journal, match)
        except (JournalError, OSError) as error:
            said = trouble.why(error)
            self.app.say(m("The file could not be written: {why}.", why=said), refused=True)
            return
        self.app.say(m("Saved as {file}", file=str(file)), seconds=12)

    def _ask_to_delete(self, match: Summary) -> None:
        said = m(
            "{game} with {names:,}, {when}.\nIt will be gone for good, and out of the statistics too.",
            game=match_titles.title_of(match.game, match.what),
            names=list(match.names),
            when=match_titles.when(match.begun),
        )
        answers = [Answer(m("Keep it"), nothing, "main", back=True)]
        answers.append(Answer(m("Delete"), lambda: self._delete(match), "danger", "trash"))
        self.app.push(Dialog(self.app, m("Delete this match?"), said, answers))

    def _delete(self, match: Summary) -> None:
        assert self.app.journal is not None
        try:
            self.app.journal.delete(match.id)
        except JournalError as error:
            self.app.say(f"{error}.", refused=True)
            return
        saved_seats.forget(self.app.data_folder, match.id)
        self.load()
        self.app.say(m("Deleted."))

    def _import(self) -> None:
        self.app.push(ImportScene(self.app))

    def _set_up(self) -> None:
        position_drafts.choose(self.app)

    def dropped(self, file: Path) -> None:
        take_in(self.app, file, self._came)

    def _came(self) -> None:
        self.first = 0
        self.load()

    # input

    def handle(self, event: Input) -> None:
        press = event.press if isinstance(event, KeyRepeat) else event
        if isinstance(press, Key) and press.down and press.means & {"page_back", "page_on"}:
            self.turn(-1 if "page_back" in press.means else 1)
        elif isinstance(event, Wheel) and self._list.collidepoint(event.at) and event.turn:
            self.turn(-1 if event.turn > 0 else 1)
        else:
            super().handle(event)

    # place

    def place(self) -> None:
        sheet = self.sheet
        self._list = Rect(sheet.x + 16, sheet.y + _HEAD, sheet.width - 32, sheet.height - _HEAD - _FOOT)
        each = (sheet.width - 32 - 24) / 3
        for index, choice in enumerate((self.game_choice, self.person_choice, self.state_choice)):
            choice.rect = Rect(sheet.x + 16 + index * (each + 12), sheet.y + 14, each, ROW)
        top = sheet.bottom - _FOOT + 13
        wide = min(140.0, sheet.width / 5)
        self.newer.rect = Rect(sheet.x + 16, top, wide, ROW)
        self.older.rect = Rect(sheet.x + 28 + wide, top, wide, ROW)
        self.import_button.rect = Rect(sheet.right - 16 - wide, top, wide, ROW)
        roomy = sheet.width >= _ROOMY
        self.set_up.words = m("Set up a position") if roomy else ""
        across = _WIDE if roomy else ROW
        self.set_up.rect = Rect(self.import_button.rect.x - 12 - across, top, across, ROW)
        fit = max(1, int(self._list.height // HIGH))
        if fit != self._fit:
            self._fit = fit
            self.first = self.first // fit * fit
            if self.app.stack and self in self.app.stack:
                self.load()
        self._place_rows()

    def _place_rows(self) -> None:
        """Below each other, larger where a few have the room of many."""
        high = max(HIGH, min(HIGHEST, self._list.height / max(1, self.total)))
        for index, row in enumerate(self.rows):
            row.rect = Rect(self._list.x, self._list.y + index * high, self._list.width, high)

    def draw_sheet(self, canvas: Canvas) -> None:
        super().draw_sheet(canvas)
        box = self._list
        canvas.fill(Rect(box.x, box.y - 8, box.width, 1.5), PAPER_EDGE)
        if not self.rows:
            canvas.text(self._nothing(), box.center, TEXT, INK_SOFT, anchor="center", wide=box.width)
            return
        middle = (self.older.rect.right + self.set_up.rect.x) / 2
        wide = self.set_up.rect.x - self.older.rect.right - 16
        last = self.first + len(self.rows)
        said = (
            # Translators: which matches of the list are shown
            m("{first} to {last} of {total}", first=self.first + 1, last=last, total=self.total)
            if self.total > 1
            else m("1 match")
        )
        canvas.text(said, (middle, self.newer.rect.centery), TEXT, INK_SOFT, anchor="center", wide=wide)

    def heard(self) -> Sequence[Heard]:
        return () if self.rows else texts(say(self._nothing()))

    def _nothing(self) -> Words:
        if self.app.journal is None:
            return m("Matches can't be saved on this computer right now.")
        if self.wanted == Wanted():
            return m("No matches yet. Every match you play will appear here.")
        return m("There is no such match.")
