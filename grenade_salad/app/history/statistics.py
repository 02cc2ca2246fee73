"""Page of statistics: what each person has done, and how the evenings went."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import TypeVar

from grenade_salad.app.history.row import game_picture
from grenade_salad.app.seating.profile import ProfilePage
from grenade_salad.app.sharing import match_titles
from grenade_salad.app.shell.scene import AppContext, PageScene
from grenade_salad.app.ui.accessible import AccessibleNode, text_nodes
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.chart import (
    BAR_ROW_HEIGHT,
    Bar,
    draw_bars,
    draw_medals,
    draw_share,
    measure_medals,
    scale_type,
)
from grenade_salad.app.ui.inputs import Command, Input, KeyInput, is_scroll_key, page_distance
from grenade_salad.app.ui.theme import (
    BRASS,
    BRASS_LIGHT,
    EMBER,
    INK,
    INK_SOFT,
    LARGE,
    PAPER,
    PAPER_EDGE,
    ROW,
    SMALL,
    SMALLEST,
    TEXT,
    TITLE,
    is_tall_window,
    mix,
)
from grenade_salad.app.ui.widget import LocalizedText, Scroll, Widget
from grenade_salad.app.ui.widgets import Button, Choice, Toggle
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.queries import Summary
from grenade_salad.journal.statistics import Evening, Standing, Tally, evening_table, list_evenings, tally_players
from grenade_salad.match.stats import load_stats
from grenade_salad.text import Message, Words, m, say

_EVENING_HEAD = 84.0
_ROW = 42.0
_LINE = 30.0
_HIGHEST = 1.5
"""Maximum scale of everything on a page."""

_PERSON_HEAD = 62.0
_GAME = 76.0


@dataclass(frozen=True)
class Person:
    """A person with the tallies of all games they played."""

    name: str
    tallies: tuple[Tally, ...]

    @property
    def played(self) -> int:
        """Number of matches."""
        return sum(tally.played for tally in self.tallies)

    @property
    def won(self) -> int:
        """Number of matches that were won."""
        return sum(tally.won for tally in self.tallies)


def group_by_person(tallies: Sequence[Tally]) -> list[Person]:
    """Return all persons, those with the most matches first."""
    names = dict.fromkeys(tally.name for tally in tallies)
    people = [Person(name, tuple(tally for tally in tallies if tally.name == name)) for name in names]
    return sorted(people, key=lambda person: (-person.played, person.name))


def format_match_count(count: int) -> Message:
    """Return a number of matches in words."""
    return m("{n} match", "{n} matches", n=count)


def make_bars(tally: Tally) -> list[Bar]:
    """Return a bar for each weapon's kills, in a game that has weapons."""
    bars = load_stats(tally.game).bars
    if not any(fact in tally.facts for fact in bars):
        return []
    return [
        Bar(label, tally.facts.get(fact, 0), symbol, EMBER if fact == "own_hit" else BRASS)
        for fact, (label, symbol) in bars.items()
    ]


def list_medals(tally: Tally) -> list[tuple[Words, int]]:
    """Return single numbers with their words."""
    stats = load_stats(tally.game)
    facts = [fact for fact in tally.facts if fact in stats.words and fact not in stats.bars]
    medals: list[tuple[Words, int]] = [(stats.words[fact], tally.facts[fact]) for fact in facts]
    if tally.points is not None and tally.played:
        medals = [
            # Translators: a row of a table
            (m("points in total"), tally.points),
            (m("points per match"), round(tally.points / tally.played)),
            *medals,
        ]
    return medals


class ScrolledPage(Widget):
    """A long widget in a scroll: up and down scroll it, and leave it at its ends."""

    radius = 4.0
    scale = 1.0
    """Scale of everything, above 1 where there is space."""

    def fill(self, canvas: Canvas, width: float, available: float) -> float:
        """Scale to the available height as far as sensible, and return the height."""
        self.scale = 1.0
        self.scale = max(1.0, min(_HIGHEST, available / max(1.0, self.measure_height(canvas, width))))
        return self.measure_height(canvas, width)

    def measure_height(self, canvas: Canvas, width: float) -> float:
        """Return the height at that width."""
        raise NotImplementedError

    def lines(self) -> Sequence[str]:
        """Return the text line by line, from its title on."""
        raise NotImplementedError

    def accessible_node(self) -> AccessibleNode:
        title, *rest = self.lines()
        return replace(self.make_node("list", title), parts=text_nodes(*rest))

    def step(self, direction: Command) -> bool:
        return direction in ("up", "down") and self._scroll_by(60 if direction == "down" else -60)

    def handle_key(self, event: Input) -> bool:
        distance = page_distance(event, 300)
        return distance != 0 and self._scroll_by(distance)

    def repeats_key(self, press: KeyInput) -> bool:
        return is_scroll_key(press)

    def _scroll_by(self, units: float) -> bool:
        return self.scroll is not None and self.scroll.scroll_by(units)


class PersonSheet(ScrolledPage):
    """Statistics of a person: a heading, and a part for each game.

    A part has the share of matches won, the weapons as bars, and medals.
    """

    def __init__(self, person: Person) -> None:
        super().__init__()
        self.person = person

    def lines(self) -> Sequence[str]:
        person = self.person
        spoken: list[str] = [person.name, say(m("{won} of {played} won", won=person.won, played=person.played))]
        for tally in person.tallies:
            won = m("{won} of {played} won", won=tally.won, played=tally.played)
            facts: list[tuple[Words, int]] = [(bar.label, bar.value) for bar in make_bars(tally)]
            named = [m("{what}: {number}", what=label, number=value) for label, value in facts + list_medals(tally)]
            spoken += [say(match_titles.game_title(tally.game, tally.variant)), say(won), *map(say, named)]
        return spoken

    def measure_height(self, canvas: Canvas, width: float) -> float:
        parts = 0.0
        for tally in self.person.tallies:
            parts += (
                _GAME + len(make_bars(tally)) * BAR_ROW_HEIGHT + measure_medals(len(list_medals(tally)), width) + 22
            )
        return (_PERSON_HEAD + parts) * self.scale

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        person = self.person
        middle = rect.y + 22 * self.scale
        position = (rect.x + 4, middle)
        canvas.text(
            person.name, position, TITLE * self.scale, INK, title=True, anchor="midleft", max_width=rect.width * 0.6
        )
        text = m("{n} match, {won} won", "{n} matches, {won} won", n=person.played, won=person.won)
        canvas.text(text, (rect.right - 4, middle), scale_type(LARGE, self.scale), INK_SOFT, anchor="midright")
        top = rect.y + _PERSON_HEAD * self.scale
        for tally in person.tallies:
            top = self._draw_game(canvas, Rect(rect.x, top, rect.width, 0), tally) + 22 * self.scale

    def _draw_game(self, canvas: Canvas, rect: Rect, tally: Tally) -> float:
        """Draw a game's part from the top of the box down, and return its bottom."""
        scale = self.scale
        canvas.fill(Rect(rect.x, rect.y - 8, rect.width, 1.5), PAPER_EDGE)
        canvas.picture(game_picture(tally.game), Rect(rect.x, rect.y + 4, 78 * scale, 52 * scale))
        left = rect.x + 78 * scale + 14
        title, size = match_titles.game_title(tally.game, tally.variant), scale_type(LARGE, scale)
        canvas.text(title, (left, rect.y + 4 * scale), size, INK, bold=True, max_width=rect.right - left)
        share = tally.won / tally.played if tally.played else 0.0
        text, middle = m("{won} of {played} won", won=tally.won, played=tally.played), rect.y + 44 * scale
        written = canvas.text(text, (rect.right - 4, middle), scale_type(SMALL, scale), INK_SOFT, anchor="midright")
        bar_width = min(rect.right - 130, written.x - 10) - left
        draw_share(canvas, Rect(left, middle - 6 * scale, max(40.0, bar_width), 12 * scale), share)
        top = rect.y + _GAME * scale
        top += draw_bars(canvas, Rect(rect.x, top, rect.width, 0), make_bars(tally), scale)
        return top + draw_medals(canvas, Rect(rect.x, top + 4, rect.width, 0), list_medals(tally), scale)


def evening_title(evening: Evening) -> Words:
    """Return the title of an evening: its date, or the name of its series."""
    try:
        day = date.fromisoformat(evening.day)
    except ValueError:
        return evening.day
    return match_titles.format_weekday_date(day)


class EveningSheet(ScrolledPage):
    """Statistics of an evening: the standings, and below them the matches in order."""

    def __init__(self, evening: Evening, standings: Sequence[Standing], played: Sequence[Summary]) -> None:
        super().__init__()
        self.evening, self.standings, self.played = evening, standings, played

    def lines(self) -> Sequence[str]:
        spoken = [say(evening_title(self.evening))]
        for place, standing in enumerate(self.standings, 1):
            # Translators: of the matches of an evening
            won = m("{won} of {played} won", won=standing.won, played=standing.played)
            spoken.append(say(m("{place}. {who}: {won}", place=place, who=standing.name, won=won)))
        for match in self.played:
            game = match_titles.game_title(match.game, match.variant)
            spoken.append(say(m("{game}: {result}", game=game, result=match_titles.format_winners(match))))
        return spoken

    def measure_height(self, canvas: Canvas, width: float) -> float:
        rows = len(self.standings) * _ROW + 52 + len(self.played) * _LINE
        return (_EVENING_HEAD + rows) * self.scale

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        scale, small = self.scale, scale_type(SMALL, self.scale)
        middle = rect.y + 22 * scale
        text = format_match_count(len(self.evening.matches))
        drawn = canvas.text(text, (rect.right - 4, middle), scale_type(LARGE, scale), INK_SOFT, anchor="midright")
        name, size, max_width = evening_title(self.evening), TITLE * scale, drawn.x - rect.x - 16
        while size > TEXT and canvas.width(name, size, title=True) > max_width:
            size -= 1
        canvas.text(name, (rect.x + 4, middle), size, INK, title=True, anchor="midleft", max_width=max_width)
        points = any(scored.points for scored in self.standings)
        head = m("played", context="matches")
        # Translators: the head of a column
        ends = (m("points"), head) if points else (head,)
        wides = [canvas.width(heading, small) + 16 for heading in ends]
        last = rect.right - max(40.0, wides[0] / 2)
        columns = last, last - max(70.0, sum(wides) / 2) * (len(ends) - 1)
        heads = tuple(zip(ends, columns, strict=False))
        top = rect.y + _EVENING_HEAD * scale
        for text, x in (*heads, (m("won", context="matches"), rect.x + min(270.0, rect.width * 0.42) + 14)):
            canvas.text(text, (x, top - 14), small, INK_SOFT, anchor="center")
        for index, standing in enumerate(self.standings):
            self._draw_standing(canvas, Rect(rect.x, top, rect.width, _ROW * scale), index, standing, columns, points)
            top += _ROW * scale
        # Translators: a head: the matches of an evening
        canvas.text(m("The matches"), (rect.x + 4, top + 18 * scale), scale_type(LARGE, scale), INK, bold=True)
        self._draw_matches(canvas, Rect(rect.x, top + 50 * scale, rect.width, 0))

    def _draw_standing(
        self, canvas: Canvas, row: Rect, index: int, standing: Standing, columns: tuple[float, float], points: bool
    ) -> None:
        scale, text_size = self.scale, scale_type(TEXT, self.scale)
        canvas.fill(Rect(row.x, row.y, row.width, 1), PAPER_EDGE)
        if index == 0 and standing.won:
            canvas.picture("icons/crown.svg", Rect(row.x + 6, row.centery - 12, 24, 24), BRASS)
        else:
            canvas.text(str(index + 1), (row.x + 18, row.centery), text_size, INK_SOFT, title=True, anchor="center")
        left = row.x + min(270.0, row.width * 0.42)
        canvas.text(
            standing.name,
            (row.x + 42, row.centery),
            text_size,
            INK,
            bold=True,
            anchor="midleft",
            max_width=left - row.x - 54,
        )
        canvas.text(str(standing.won), (left + 14, row.centery), text_size, INK, bold=True, anchor="center")
        max_won = max(rival.won for rival in self.standings) or 1
        bar = Rect(left + 34, row.centery - 6 * scale, columns[1] - left - 80, 12 * scale)
        draw_share(canvas, bar, standing.won / max_won)
        canvas.text(str(standing.played), (columns[1], row.centery), text_size, INK, anchor="center")
        if points:
            canvas.text(str(standing.points), (columns[0], row.centery), text_size, INK, anchor="center")

    def _draw_matches(self, canvas: Canvas, rect: Rect) -> None:
        size, row = scale_type(SMALL, self.scale), _LINE * self.scale
        for index, match in enumerate(self.played):
            middle = rect.y + (index + 0.5) * row
            time = match_titles.format_clock(match_titles.to_local_time(match.begun))
            canvas.text(time, (rect.x + 6, middle), size, INK_SOFT, anchor="midleft", max_width=56)
            title = match_titles.game_title(match.game, match.variant)
            canvas.text(title, (rect.x + 70, middle), size, INK, anchor="midleft", max_width=150)
            # Translators: who won a match, and with how many points
            text = m("{won} ({score})", won=match_titles.format_winners(match), score=match_titles.format_score(match))
            canvas.text(text, (rect.x + 230, middle), size, INK, anchor="midleft", max_width=rect.width - 236)


T = TypeVar("T")

_ENTRY = 54.0
_HEAD = ROW + 28
_LISTED = 40
"""Maximum number of listed matches of an evening: the last ones."""


class ListEntry(Widget):
    """An entry of the list on the left: a person, or an evening."""

    detail: LocalizedText = LocalizedText()

    def __init__(self, name: str, detail: Words, share: float | None, press: Callable[[], None]) -> None:
        super().__init__()
        self.name, self.detail, self.share, self.press = name, detail, share, press
        self.chosen = False
        self.face = ""

    def accessible_node(self) -> AccessibleNode:
        return replace(self.make_node("button", self.name, self.detail), is_on=self.chosen)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        if self.chosen or self.hovered:
            canvas.fill(rect, mix(PAPER, BRASS_LIGHT, 0.55 if self.chosen else 0.3), self.radius)
        if self.chosen:
            canvas.fill(Rect(rect.x, rect.y + 6, 5, rect.height - 12), BRASS, 2)
        inner = Rect(rect.x + 14, rect.y, rect.width - 26, rect.height)
        if self.face:
            canvas.picture(self.face, Rect(rect.x + 10, rect.y + 6, rect.height - 12, rect.height - 12))
            inner = Rect(rect.x + 62, rect.y, rect.width - 74, rect.height)
        canvas.text(self.name, (inner.x, rect.y + 16), TEXT, INK, bold=True, anchor="midleft", max_width=inner.width)
        drawn = canvas.text(
            self.detail, (inner.x, rect.y + 37), SMALL, INK_SOFT, anchor="midleft", max_width=inner.width
        )
        left = max(drawn.right + 10, inner.x + 96)
        if self.share is not None and inner.right - left > 30:
            draw_share(canvas, Rect(left, rect.y + 33, inner.right - left, 8), self.share)


class StatisticsScene(PageScene):
    """Page with a list on the left, and what is chosen in it on the right."""

    title = m("Statistics")
    smallest = (800.0, 480.0)
    smallest_portrait = SMALLEST

    def __init__(self, app: AppContext) -> None:
        super().__init__(app)
        self.machines = False
        self.list_scroll, self.sheet_scroll = Scroll(Rect(0, 0, 0, 0)), Scroll(Rect(0, 0, 0, 0))
        # Translators: one of two pages of the statistics; one of two pages of the statistics: matches in a row by the
        # same people
        self.page_choice = self.widgets.add(Choice([m("People"), m("Evenings")], 0, self._show_page))
        self.page_choice.label = m("People or evenings")
        # Translators: a switch: machine players count as well
        self.machines_toggle = self.widgets.add(Toggle(m("Machines too"), False, self._include_machines))
        person = Button(m("Face, colour and name"), self._edit_person, icon="person")
        self.person_button = self.widgets.add(person)
        self.entries: list[ListEntry] = []
        self.current_sheet: PersonSheet | EveningSheet | None = None
        self._makers: list[Callable[[], PersonSheet | EveningSheet | None]] = []
        self._load()
        self.widgets.set_focus(self.entries[0] if self.entries else self.page_choice)

    def _ask(self, query: Callable[[sqlite3.Connection], T], nothing: T) -> T:
        if self.app.journal is None:
            return nothing
        try:
            return self.app.journal.run_query(query)
        except JournalError as error:
            self.app.say(f"{error}.", refused=True)
            return nothing

    # what is shown

    def _show_page(self, _: int) -> None:
        self._load()

    def _include_machines(self, on: bool) -> None:
        self.machines = on
        self._load()

    def _load(self) -> None:
        """Load the list again, with its first entry chosen."""
        self.widgets.remove(self.entries, self.page_choice)
        self.entries, self._makers = [], []
        if self.page_choice.chosen == 0:
            none_played: list[Tally] = []
            persons = {tally.name for tally in self._ask(lambda file: tally_players(file), none_played)}
            for person in group_by_person(self._ask(lambda file: tally_players(file, self.machines), [])):
                detail = m("{won} of {played} won", won=person.won, played=person.played)
                self._add(person.name, detail, person.won / person.played, partial(PersonSheet, person))
                if person.name in persons:
                    self.entries[-1].face = self.app.settings.avatar_picture(person.name)
        else:
            none: list[Evening] = []
            for evening in self._ask(lambda file: list_evenings(file), none):
                make = partial(self._make_evening_sheet, evening)
                self._add(say(evening_title(evening)), format_match_count(len(evening.matches)), None, make)
        self.list_scroll.offset = 0.0
        self._choose(0)

    def _add(
        self, name: str, detail: Words, share: float | None, make: Callable[[], PersonSheet | EveningSheet | None]
    ) -> None:
        entry = ListEntry(name, detail, share, partial(self._choose, len(self.entries)))
        self.entries.append(self.widgets.add(entry, self.list_scroll))
        self._makers.append(make)

    def _make_evening_sheet(self, evening: Evening) -> EveningSheet | None:
        def load_sheet(file: sqlite3.Connection) -> EveningSheet:
            standings = evening_table(file, evening.since, evening.series, self.machines, evening.until)
            return EveningSheet(evening, standings, played)

        journal = self.app.journal
        assert journal is not None
        try:
            played = [journal.match(match_id) for match_id in evening.matches[-_LISTED:]]
        except JournalError as error:
            self.app.say(f"{error}.", refused=True)
            return None
        return self._ask(load_sheet, None)

    def _edit_person(self) -> None:
        """Edit face, colour and name of the visible person."""
        if isinstance(self.current_sheet, PersonSheet):
            self.app.push(ProfilePage(self.app, self.current_sheet.person.name, lambda _: self._load()))

    def _choose(self, index: int) -> None:
        for position, entry in enumerate(self.entries):
            entry.chosen = position == index
        if self.current_sheet is not None:
            self.widgets.remove([self.current_sheet], self.page_choice)
        self.current_sheet = self._makers[index]() if index < len(self._makers) else None
        if self.current_sheet is not None:
            self.widgets.add(self.current_sheet, self.sheet_scroll)
        self.sheet_scroll.offset = 0.0
        has_face = (
            isinstance(self.current_sheet, PersonSheet) and index < len(self.entries) and bool(self.entries[index].face)
        )
        self.person_button.visible = has_face
        self.layout(self.size)
        self.dirty = True

    # place

    def place(self) -> None:
        if is_tall_window(self.size):
            self._place_in_rows()
        else:
            self._place_in_columns()
        self.list_scroll.scroll_by(0)
        width = self.sheet_scroll.area.width - 26
        content = 0.0
        if self.current_sheet is not None:
            content = self.current_sheet.fill(self.app.canvas(), width, self.sheet_scroll.area.height - 24) + 16
            self.current_sheet.rect = Rect(8, 8, width, content - 16)
        self.sheet_scroll.content = content
        self.sheet_scroll.scroll_by(0)

    def _place_in_columns(self) -> None:
        """Place the list at the left."""
        sheet = self.page_rect
        left = min(300.0, sheet.width * 0.3)
        self.page_choice.rect = Rect(sheet.x + 16, sheet.y + 14, left, ROW)
        self.machines_toggle.rect = Rect(sheet.x + 32 + left, sheet.y + 14, 220, ROW)
        self.person_button.rect = Rect(sheet.right - 276, sheet.y + 14, 260, ROW)
        height = sheet.height - _HEAD - 12
        self._divide = Rect(sheet.x + left + 24, sheet.y + _HEAD + 6, 1.5, height - 12)
        self.list_scroll.area = Rect(sheet.x + 16, sheet.y + _HEAD, left, height)
        right = self._divide.x + 16
        self.sheet_scroll.area = Rect(right, sheet.y + _HEAD, sheet.right - 16 - right, height)
        self._place_entries(1)

    def _place_in_rows(self) -> None:
        """Place the list at the top, in a window that is much higher than wide."""
        sheet = self.page_rect
        half = (sheet.width - 48) / 2
        self.page_choice.rect = Rect(sheet.x + 16, sheet.y + 14, half, ROW)
        self.machines_toggle.rect = Rect(sheet.x + 32 + half, sheet.y + 14, half, ROW)
        foot = ROW + 24 if self.person_button.visible else 12
        self.person_button.rect = Rect(sheet.centerx - 150, sheet.bottom - ROW - 14, 300, ROW)
        available = sheet.height - _HEAD - foot
        rows = min(12 + -(-len(self.entries) // 2) * _ENTRY, max(2 * _ENTRY, available * 0.3))
        self.list_scroll.area = Rect(sheet.x + 16, sheet.y + _HEAD, sheet.width - 32, rows)
        self._divide = Rect(sheet.x + 16, self.list_scroll.area.bottom + 6, sheet.width - 32, 1.5)
        top = self._divide.bottom + 8
        self.sheet_scroll.area = Rect(sheet.x + 16, top, sheet.width - 32, sheet.bottom - foot - top)
        self._place_entries(2)

    def _place_entries(self, columns: int) -> None:
        width = (self.list_scroll.area.width - 18) / columns
        for index, entry in enumerate(self.entries):
            row, column = divmod(index, columns)
            entry.rect = Rect(4 + column * width, 6 + row * _ENTRY, width - 8 * (columns - 1), _ENTRY - 4)
        self.list_scroll.content = 12 + -(-len(self.entries) // columns) * _ENTRY

    def draw_page(self, canvas: Canvas) -> None:
        super().draw_page(canvas)
        sheet = self.page_rect
        canvas.fill(Rect(sheet.x + 16, sheet.y + _HEAD - 6, sheet.width - 32, 1.5), PAPER_EDGE)
        if self.current_sheet is None:
            words = m("Nobody has finished a match here yet.")
            canvas.text(
                words, (sheet.centerx, sheet.centery), TEXT, INK_SOFT, anchor="center", max_width=sheet.width - 60
            )
            return
        canvas.fill(self._divide, PAPER_EDGE)
