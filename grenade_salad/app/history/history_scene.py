"""Page of all matches of this machine: to watch, resume, share or delete them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from grenade_salad.app.history.import_scene import ImportScene, import_file
from grenade_salad.app.history.replay import watch
from grenade_salad.app.history.row import MAX_ROW_HEIGHT, ROW_HEIGHT, MatchRow
from grenade_salad.app.match import position_drafts, start_match
from grenade_salad.app.sharing import match_titles, record_files
from grenade_salad.app.sharing.share_page import share
from grenade_salad.app.shell import trouble
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.shell.reading_dialog import recognize_dropped
from grenade_salad.app.shell.scene import AppContext, PageScene
from grenade_salad.app.shell.settings import Filter
from grenade_salad.app.ui.accessible import AccessibleNode, text_nodes
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, KeyInput, KeyRepeat, ScrollInput
from grenade_salad.app.ui.theme import INK_SOFT, PAPER_EDGE, ROW, TEXT
from grenade_salad.app.ui.widgets import Button, ButtonKind, Choice
from grenade_salad.core import registry
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.queries import MatchFilter, Summary, find_names
from grenade_salad.text import Words, m, say
from grenade_salad.web import saved_seats

if TYPE_CHECKING:
    from grenade_salad.boxes.door import MatchKind

_MAX_NAMES = 60
"""Maximum number of people in the filter: those with the most matches."""
_FINISHED = (None, True, False)
"""Values of the filter, in the order of its choices."""
_MARGIN, _GAP = 16.0, 12.0
"""Distances from the widgets to the edge of the page, and to each other."""
_CHOICES_TOP, _BUTTONS_TOP = 14.0, 13.0
"""Distances from the page's top to the choices, and from the list to the buttons."""
_HEAD, _FOOT = ROW + 30, ROW + 26
"""Heights above and below the list."""
_BUTTON_WIDTH = 140.0
"""Maximum width of the other buttons, in units."""
_POSITIONS_WIDTH, _ROOMY_WIDTH = 220.0, 900.0
"""Width of the positions button with its words, and the page width it needs."""


class HistoryScene(PageScene):
    """Page of matches; pressing a match shows what can be done with it."""

    # Translators: the title of a page: all matches
    title = m("History")
    smallest = (800.0, 480.0)

    def __init__(self, app: AppContext) -> None:
        super().__init__(app)
        last = app.settings.history
        self.match_filter = MatchFilter(last.game, last.name, last.finished)
        self.total = 0
        """The number of matches that the filter selects."""
        self.first = 0
        """The index of the first match on the visible page."""
        self.names: list[str] = []
        """The people of the filter."""
        self.rows: list[MatchRow] = []
        self._rows_per_page = 1
        self._list_rect = Rect(0, 0, 0, 0)
        self.games = registry.names()
        if self.match_filter.game not in self.games:
            self.match_filter = replace(self.match_filter, game=None)
        titles = [m("All games"), *(match_titles.game_title(name) for name in self.games)]
        # Translators: the name of a filter, and its choice "all"
        self.game_choice = self.widgets.add(Choice(titles, self._game_index(), self._choose_game, tip=m("Which game")))
        # Translators: a choice of the filter "Who played"; the name of a filter
        self.person_choice = self.widgets.add(Choice([m("Everybody")], 0, self._choose_person, tip=m("Who played")))
        # Translators: a choice of a filter: matches that are over
        states = [m("Finished or not"), m("Finished"), m("Not finished")]
        state = _FINISHED.index(self.match_filter.finished)
        self.state_choice = self.widgets.add(Choice(states, state, self._choose_state, tip=m("Finished or not")))
        # Translators: a button: open a match from a file; its tooltip
        self.import_button = Button(m("Import"), self._import, icon="arrow-down", tip=m("Import a match file"))
        # Translators: a button: to newer matches, and its key
        self.newer = Button(m("Newer"), lambda: self.turn_page(-1), icon="arrow-left", tip=m("Page up"))
        self.newer.why_disabled = m("These are the newest matches.")
        # Translators: a button: to older matches, and its key
        self.older = Button(m("Older"), lambda: self.turn_page(1), icon="arrow-right", tip=m("Page down"))
        self.older.why_disabled = m("There are no older matches.")
        self.set_up = Button(m("Set up a position"), self._set_up, icon="hand", tip=m("Set up a position"))
        for button in (self.newer, self.older, self.set_up, self.import_button):
            self.widgets.add(button)
        self.layout(self.size)

    def on_entered(self) -> None:
        self._load_names()
        self.load()
        if self.rows and self.widgets.focus in (None, self.back_button):
            self.widgets.set_focus(self.rows[0])

    # Visible matches

    def _load_names(self) -> None:
        if self.app.journal is None:
            return
        try:
            self.names = self.app.journal.run_query(partial(find_names, limit=_MAX_NAMES))
        except JournalError as error:
            self.app.say(f"{error}.", refused=True)
        if self.match_filter.name is not None and self.match_filter.name not in self.names:
            self.names.append(self.match_filter.name)
        # Translators: a choice of the filter "Who played"
        self.person_choice.labels = (m("Everybody"), *self.names)
        self.person_choice.chosen = (
            0 if self.match_filter.name is None else 1 + self.names.index(self.match_filter.name)
        )

    def load(self) -> None:
        """Load the matches of the visible page from the journal."""
        self._replace_rows(self._fetch_page())
        self.newer.enabled = self.first > 0
        self.older.enabled = self.first + self._rows_per_page < self.total
        self._place_rows()
        self.dirty = True

    def _fetch_page(self) -> Sequence[Summary]:
        """Count the matches, and return those of the visible page.

        It is the last page if there are fewer matches now.
        """
        if self.app.journal is None:
            return ()
        try:
            self.total = self.app.journal.count(self.match_filter)
            last_page = (self.total - 1) // self._rows_per_page
            self.first = max(0, min(self.first, last_page * self._rows_per_page))
            return self.app.journal.matches(self.match_filter, self.first, self._rows_per_page)
        except JournalError as error:
            self.app.say(f"{error}.", refused=True)
            return ()

    def _replace_rows(self, matches: Sequence[Summary]) -> None:
        """Show these matches. The focus stays in its place among the rows."""
        focused_index = next((index for index, row in enumerate(self.rows) if row is self.widgets.focus), None)
        self.widgets.remove(self.rows, self.back_button)
        self.rows = [MatchRow(match, partial(self._open, match)) for match in matches]
        other_widgets = list(self.widgets.items)
        for row in self.rows:
            self.widgets.add(row)
        # The focus moves from the choices to the rows, and then to the buttons below.
        split = other_widgets.index(self.newer)
        self.widgets.items = [*other_widgets[:split], *self.rows, *other_widgets[split:]]
        if focused_index is not None and self.rows:
            self.widgets.set_focus(self.rows[min(focused_index, len(self.rows) - 1)])

    def turn_page(self, by: int) -> None:
        """Turn the page to older (1) or newer matches (-1), if there are any."""
        first = self.first + by * self._rows_per_page
        if 0 <= first < self.total:
            self.first = first
            self.load()

    def _apply_filter(self, match_filter: MatchFilter) -> None:
        self.match_filter, self.first = match_filter, 0
        self.app.settings.history = Filter(match_filter.game, match_filter.name, match_filter.finished)
        self.app.save_settings()
        self.load()

    def _game_index(self) -> int:
        return 0 if self.match_filter.game is None else 1 + self.games.index(self.match_filter.game)

    def _choose_game(self, index: int) -> None:
        self._apply_filter(replace(self.match_filter, game=self.games[index - 1] if index else None))

    def _choose_person(self, index: int) -> None:
        self._apply_filter(replace(self.match_filter, name=self.names[index - 1] if index else None))

    def _choose_state(self, index: int) -> None:
        self._apply_filter(replace(self.match_filter, finished=_FINISHED[index]))

    # Actions on a match

    def _open(self, match: Summary) -> None:
        # Translators: who played, and how it ended
        summary = m("{names:,}: {score}.", names=list(match.names), score=match_titles.format_score(match))
        lines = match_titles.format_places(match) or [say(summary)]
        kind: ButtonKind = "main" if match.finished else "plain"
        # Translators: a button: watch the replay of a match
        answers = [Answer(m("Watch"), lambda: watch(self.app, match.id), kind, "eye")]
        if not match.finished:
            # Translators: a button: go on with the match
            answers.insert(0, Answer(m("Go on"), lambda: start_match.resume(self.app, match.id), "main", "play"))
        if registry.is_playable(match.game):
            # Translators: a button: save the match as a web page
            answers.append(Answer(m("Share"), lambda: share(self.app, match.id), icon="arrow-up"))
            # Translators: a button: a new match with the same players and rules
            answers.append(
                Answer(m("Same again"), lambda: start_match.begin_like(self.app, match.id), icon="rotate-cw")
            )
        answers += [
            # Translators: a button: save the match as a file
            Answer(m("Export"), lambda: self._export(match), icon="save"),
            Answer(m("Delete"), lambda: self._ask_to_delete(match), icon="trash"),
            # Translators: a button: close the details of a match
            Answer(m("Close"), do_nothing, icon="back", back=True),
        ]
        title = m(
            "{game}, {when}",
            game=match_titles.game_title(match.game, match.variant),
            when=match_titles.format_time(match.begun),
        )
        self.app.push(Dialog(self.app, title, "\n".join(lines), answers))

    def _export(self, match: Summary) -> None:
        assert self.app.journal is not None
        try:
            file = record_files.export(self.app, self.app.journal, match)
        except (JournalError, OSError) as error:
            reason = trouble.describe_error(error)
            self.app.say(m("The file could not be written: {why}.", why=reason), refused=True)
            return
        self.app.say(m("Saved as {file}", file=str(file)), seconds=12)

    def _ask_to_delete(self, match: Summary) -> None:
        question = m(
            "{game} with {names:,}, {when}.\nIt will be gone for good, and out of the statistics too.",
            game=match_titles.game_title(match.game, match.variant),
            names=list(match.names),
            when=match_titles.format_time(match.begun),
        )
        answers = [Answer(m("Keep it"), do_nothing, "main", back=True)]
        answers.append(Answer(m("Delete"), lambda: self._delete(match), "danger", "trash"))
        self.app.push(Dialog(self.app, m("Delete this match?"), question, answers))

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
        position_drafts.choose_game(self.app)

    def on_file_dropped(self, file: Path) -> None:
        recognize_dropped(self.app, file, partial(self._open_dropped, file))

    def _open_dropped(self, file: Path, match_file: MatchKind | None) -> None:
        if match_file == "record":
            import_file(self.app, file, self._on_imported)
        else:
            super().on_file_dropped(file)

    def _on_imported(self) -> None:
        self.first = 0
        self.load()

    # Input

    def handle(self, event: Input) -> None:
        press = event.press if isinstance(event, KeyRepeat) else event
        if isinstance(press, KeyInput) and press.down and press.meanings & {"page_back", "page_on"}:
            self.turn_page(-1 if "page_back" in press.meanings else 1)
        elif isinstance(event, ScrollInput) and self._list_rect.collidepoint(event.position) and event.amount:
            self.turn_page(-1 if event.amount > 0 else 1)
        else:
            super().handle(event)

    # Layout

    def place(self) -> None:
        page = self.page_rect
        left, inner_width = page.x + _MARGIN, page.width - 2 * _MARGIN
        self._list_rect = Rect(left, page.y + _HEAD, inner_width, page.height - _HEAD - _FOOT)
        choices = (self.game_choice, self.person_choice, self.state_choice)
        choice_width = (inner_width - (len(choices) - 1) * _GAP) / len(choices)
        for index, choice in enumerate(choices):
            choice.rect = Rect(left + index * (choice_width + _GAP), page.y + _CHOICES_TOP, choice_width, ROW)
        self._place_buttons(left, page.bottom - _FOOT + _BUTTONS_TOP)
        rows_per_page = max(1, int(self._list_rect.height // ROW_HEIGHT))
        if rows_per_page != self._rows_per_page:
            self._rows_per_page = rows_per_page
            self.first = self.first // rows_per_page * rows_per_page
            if self.app.stack and self in self.app.stack:
                self.load()
        self._place_rows()

    def _place_buttons(self, left: float, top: float) -> None:
        page = self.page_rect
        width = min(_BUTTON_WIDTH, page.width / 5)
        self.newer.rect = Rect(left, top, width, ROW)
        self.older.rect = Rect(self.newer.rect.right + _GAP, top, width, ROW)
        self.import_button.rect = Rect(page.right - _MARGIN - width, top, width, ROW)
        is_roomy = page.width >= _ROOMY_WIDTH
        self.set_up.words = m("Set up a position") if is_roomy else ""
        set_up_width = _POSITIONS_WIDTH if is_roomy else ROW
        self.set_up.rect = Rect(self.import_button.rect.x - _GAP - set_up_width, top, set_up_width, ROW)

    def _place_rows(self) -> None:
        """Place the rows below each other, higher if there are few."""
        row_height = max(ROW_HEIGHT, min(MAX_ROW_HEIGHT, self._list_rect.height / max(1, self.total)))
        left, top, width, _ = self._list_rect
        for index, row in enumerate(self.rows):
            row.rect = Rect(left, top + index * row_height, width, row_height)

    def draw_page(self, canvas: Canvas) -> None:
        super().draw_page(canvas)
        box = self._list_rect
        canvas.fill(Rect(box.x, box.y - 8, box.width, 1.5), PAPER_EDGE)
        if not self.rows:
            canvas.text(self._empty_text(), box.center, TEXT, INK_SOFT, anchor="center", max_width=box.width)
            return
        middle = (self.older.rect.right + self.set_up.rect.x) / 2
        width = self.set_up.rect.x - self.older.rect.right - 16
        text: Words = m("1 match")
        if self.total > 1:
            last = self.first + len(self.rows)
            # Translators: which matches of the list are shown
            text = m("{first} to {last} of {total}", first=self.first + 1, last=last, total=self.total)
        canvas.text(text, (middle, self.newer.rect.centery), TEXT, INK_SOFT, anchor="center", max_width=width)

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        return () if self.rows else text_nodes(say(self._empty_text()))

    def _empty_text(self) -> Words:
        if self.app.journal is None:
            return m("Matches can't be saved on this computer right now.")
        if self.match_filter == MatchFilter():
            return m("No matches yet. Every match you play will appear here.")
        return m("There is no such match.")
