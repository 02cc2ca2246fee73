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

T = TypeVar("T")

_MAX_SCALE = 1.5
"""Maximum scale of everything in a report, where there is space."""
_PERSON_HEAD = 62.0
"""Height of the heading of a person, in units."""
_GAME_HEAD = 76.0
"""Height of the picture of a game and the share of matches won, above its bars."""
_GAME_GAP = 22.0
"""Units between the parts of two games."""
_EVENING_HEAD = 84.0
"""Height of the title of an evening and the heads of its columns, in units."""
_STANDING_ROW = 42.0
"""Height of a row of the standings, in units."""
_MATCHES_HEAD = 50.0
"""Height of the heading above the matches of an evening, in units."""
_MATCH_ROW = 30.0
"""Height of the row of a match, in units."""
_NAME_SHARE, _MAX_NAME_WIDTH = 0.42, 270.0
"""Share of a row for the name in the standings, and its maximum in units."""
_MAX_MATCHES = 40
"""Maximum number of listed matches of an evening: the last ones."""
_MARGIN = 16.0
"""Units between the edge of the page and what is on it."""
_HEAD_HEIGHT = ROW + 28
"""Height of the choices above the list and the report."""
_ENTRY_HEIGHT = 54.0
"""Height of an entry of the list, with the gap below it."""
_LINE_DISTANCE, _PAGE_DISTANCE = 60.0, 300.0
"""Units by which an arrow key and a page key scroll a report."""


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


class Report(Widget):
    """A long widget in a scroll: up and down scroll it, and leave it at its ends."""

    radius = 4.0
    scale = 1.0
    """Scale of everything, above 1 where there is space."""

    def fill(self, canvas: Canvas, width: float, available: float) -> float:
        """Scale to the available height as far as sensible, and return the height."""
        self.scale = 1.0
        self.scale = max(1.0, min(_MAX_SCALE, available / max(1.0, self.measure_height(canvas, width))))
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
        return direction in ("up", "down") and self._scroll_by(
            _LINE_DISTANCE if direction == "down" else -_LINE_DISTANCE
        )

    def handle_key(self, event: Input) -> bool:
        distance = page_distance(event, _PAGE_DISTANCE)
        return distance != 0 and self._scroll_by(distance)

    def repeats_key(self, press: KeyInput) -> bool:
        return is_scroll_key(press)

    def _scroll_by(self, units: float) -> bool:
        return self.scroll is not None and self.scroll.scroll_by(units)


class PersonReport(Report):
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
        height = _PERSON_HEAD
        for tally in self.person.tallies:
            height += _GAME_HEAD + len(make_bars(tally)) * BAR_ROW_HEIGHT
            height += measure_medals(len(list_medals(tally)), width) + _GAME_GAP
        return height * self.scale

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
            top = self._draw_game(canvas, Rect(rect.x, top, rect.width, 0), tally) + _GAME_GAP * self.scale

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
        text_box = canvas.text(text, (rect.right - 4, middle), scale_type(SMALL, scale), INK_SOFT, anchor="midright")
        bar_width = min(rect.right - 130, text_box.x - 10) - left
        draw_share(canvas, Rect(left, middle - 6 * scale, max(40.0, bar_width), 12 * scale), share)
        top = rect.y + _GAME_HEAD * scale
        top += draw_bars(canvas, Rect(rect.x, top, rect.width, 0), make_bars(tally), scale)
        return top + draw_medals(canvas, Rect(rect.x, top + 4, rect.width, 0), list_medals(tally), scale)


def evening_title(evening: Evening) -> Words:
    """Return the title of an evening: its date, or the name of its series."""
    try:
        day = date.fromisoformat(evening.day)
    except ValueError:
        return evening.day
    return match_titles.format_weekday_date(day)


class EveningReport(Report):
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
        rows = len(self.standings) * _STANDING_ROW + _MATCHES_HEAD + 2 + len(self.played) * _MATCH_ROW
        return (_EVENING_HEAD + rows) * self.scale

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        scale, small = self.scale, scale_type(SMALL, self.scale)
        middle = rect.y + 22 * scale
        text = format_match_count(len(self.evening.matches))
        text_box = canvas.text(text, (rect.right - 4, middle), scale_type(LARGE, scale), INK_SOFT, anchor="midright")
        name, size, max_width = evening_title(self.evening), TITLE * scale, text_box.x - rect.x - 16
        while size > TEXT and canvas.width(name, size, title=True) > max_width:
            size -= 1
        canvas.text(name, (rect.x + 4, middle), size, INK, title=True, anchor="midleft", max_width=max_width)
        has_points = any(standing.points for standing in self.standings)
        head = m("played", context="matches")
        # Translators: the head of a column
        heads = (m("points"), head) if has_points else (head,)
        widths = [canvas.width(heading, small) + 16 for heading in heads]
        last = rect.right - max(40.0, widths[0] / 2)
        # The column of points, and left of it that of matches; without points they are the same.
        columns = last, last - max(70.0, sum(widths) / 2) * (len(heads) - 1)
        top = rect.y + _EVENING_HEAD * scale
        won_head = m("won", context="matches"), rect.x + _standing_name_width(rect) + 14
        for text, x in (*zip(heads, columns, strict=False), won_head):
            canvas.text(text, (x, top - 14), small, INK_SOFT, anchor="center")
        for index, standing in enumerate(self.standings):
            row = Rect(rect.x, top, rect.width, _STANDING_ROW * scale)
            self._draw_standing(canvas, row, index, standing, columns)
            if has_points:
                position, text_size = (columns[0], row.centery), scale_type(TEXT, scale)
                canvas.text(str(standing.points), position, text_size, INK, anchor="center")
            top += _STANDING_ROW * scale
        # Translators: a head: the matches of an evening
        canvas.text(m("The matches"), (rect.x + 4, top + 18 * scale), scale_type(LARGE, scale), INK, bold=True)
        self._draw_matches(canvas, Rect(rect.x, top + _MATCHES_HEAD * scale, rect.width, 0))

    def _draw_standing(
        self, canvas: Canvas, row: Rect, index: int, standing: Standing, columns: tuple[float, float]
    ) -> None:
        scale, text_size = self.scale, scale_type(TEXT, self.scale)
        canvas.fill(Rect(row.x, row.y, row.width, 1), PAPER_EDGE)
        if index == 0 and standing.won:
            canvas.picture("icons/crown.svg", Rect(row.x + 6, row.centery - 12, 24, 24), BRASS)
        else:
            canvas.text(str(index + 1), (row.x + 18, row.centery), text_size, INK_SOFT, title=True, anchor="center")
        left = row.x + _standing_name_width(row)
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

    def _draw_matches(self, canvas: Canvas, rect: Rect) -> None:
        size, row_height = scale_type(SMALL, self.scale), _MATCH_ROW * self.scale
        for index, match in enumerate(self.played):
            middle = rect.y + (index + 0.5) * row_height
            time = match_titles.format_clock(match_titles.to_local_time(match.begun))
            canvas.text(time, (rect.x + 6, middle), size, INK_SOFT, anchor="midleft", max_width=56)
            title = match_titles.game_title(match.game, match.variant)
            canvas.text(title, (rect.x + 70, middle), size, INK, anchor="midleft", max_width=150)
            # Translators: who won a match, and with how many points
            text = m("{won} ({score})", won=match_titles.format_winners(match), score=match_titles.format_score(match))
            canvas.text(text, (rect.x + 230, middle), size, INK, anchor="midleft", max_width=rect.width - 236)


def _standing_name_width(row: Rect) -> float:
    """Return the width of the names in the standings."""
    return min(_MAX_NAME_WIDTH, row.width * _NAME_SHARE)


class ListEntry(Widget):
    """An entry of the list on the left: a person, or an evening."""

    detail: LocalizedText = LocalizedText()
    """The line below the name."""

    def __init__(self, name: str, detail: Words, share: float | None, press: Callable[[], None]) -> None:
        """`share` is that of the matches won, which is drawn as a bar."""
        super().__init__()
        self.name, self.detail, self.share, self.press = name, detail, share, press
        self.chosen = False
        self.avatar = ""
        """The picture of a person who plays here; empty for machine players and evenings."""

    def accessible_node(self) -> AccessibleNode:
        return replace(self.make_node("button", self.name, self.detail), is_on=self.chosen)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        if self.chosen or self.hovered:
            canvas.fill(rect, mix(PAPER, BRASS_LIGHT, 0.55 if self.chosen else 0.3), self.radius)
        if self.chosen:
            canvas.fill(Rect(rect.x, rect.y + 6, 5, rect.height - 12), BRASS, 2)
        inner = Rect(rect.x + 14, rect.y, rect.width - 26, rect.height)
        if self.avatar:
            canvas.picture(self.avatar, Rect(rect.x + 10, rect.y + 6, rect.height - 12, rect.height - 12))
            inner = Rect(rect.x + 62, rect.y, rect.width - 74, rect.height)
        canvas.text(self.name, (inner.x, rect.y + 16), TEXT, INK, bold=True, anchor="midleft", max_width=inner.width)
        detail_box = canvas.text(
            self.detail, (inner.x, rect.y + 37), SMALL, INK_SOFT, anchor="midleft", max_width=inner.width
        )
        left = max(detail_box.right + 10, inner.x + 96)
        if self.share is not None and inner.right - left > 30:
            draw_share(canvas, Rect(left, rect.y + 33, inner.right - left, 8), self.share)


class StatisticsScene(PageScene):
    """Page with a list on the left, and what is chosen in it on the right."""

    title = m("Statistics")
    smallest = (800.0, 480.0)
    smallest_portrait = SMALLEST

    def __init__(self, app: AppContext) -> None:
        super().__init__(app)
        self.includes_machines = False
        self.list_scroll, self.report_scroll = Scroll(Rect(0, 0, 0, 0)), Scroll(Rect(0, 0, 0, 0))
        self._divider = Rect(0, 0, 0, 0)
        """The line between the list and the report."""
        # Translators: one of two pages of the statistics; one of two pages of the statistics: matches in a row by the
        # same people
        self.page_choice = self.widgets.add(Choice([m("People"), m("Evenings")], 0, self._show_page))
        self.page_choice.label = m("People or evenings")
        # Translators: a switch: machine players count as well
        self.machines_toggle = self.widgets.add(Toggle(m("Machines too"), False, self._include_machines))
        person = Button(m("Face, colour and name"), self._edit_person, icon="person")
        self.person_button = self.widgets.add(person)
        self.entries: list[ListEntry] = []
        self.current_report: PersonReport | EveningReport | None = None
        self._makers: list[Callable[[], PersonReport | EveningReport | None]] = []
        """Makes the report of each entry."""
        self._load()
        self.widgets.set_focus(self.entries[0] if self.entries else self.page_choice)

    def _run_query(self, query: Callable[[sqlite3.Connection], T], default: T) -> T:
        """Return the result of a query, or the default after saying what is wrong."""
        if self.app.journal is None:
            return default
        try:
            return self.app.journal.run_query(query)
        except JournalError as error:
            self.app.say(f"{error}.", refused=True)
            return default

    # The list

    def _show_page(self, _: int) -> None:
        self._load()

    def _include_machines(self, on: bool) -> None:
        self.includes_machines = on
        self._load()

    def _load(self) -> None:
        """Load the list again, with its first entry chosen."""
        self.widgets.remove(self.entries, self.page_choice)
        self.entries, self._makers = [], []
        if self.page_choice.chosen == 0:
            self._load_people()
        else:
            self._load_evenings()
        self.list_scroll.offset = 0.0
        self._choose(0)

    def _load_people(self) -> None:
        no_tallies: list[Tally] = []
        human_tallies = self._run_query(lambda database: tally_players(database), no_tallies)
        human_names = {tally.name for tally in human_tallies}
        tallies = human_tallies
        if self.includes_machines:
            tallies = self._run_query(lambda database: tally_players(database, True), no_tallies)
        for person in group_by_person(tallies):
            detail = m("{won} of {played} won", won=person.won, played=person.played)
            entry = self._add(person.name, detail, person.won / person.played, partial(PersonReport, person))
            if person.name in human_names:
                entry.avatar = self.app.settings.avatar_picture(person.name)

    def _load_evenings(self) -> None:
        no_evenings: list[Evening] = []
        for evening in self._run_query(lambda database: list_evenings(database), no_evenings):
            make = partial(self._make_evening_report, evening)
            self._add(say(evening_title(evening)), format_match_count(len(evening.matches)), None, make)

    def _add(
        self, name: str, detail: Words, share: float | None, make: Callable[[], PersonReport | EveningReport | None]
    ) -> ListEntry:
        entry = ListEntry(name, detail, share, partial(self._choose, len(self.entries)))
        self.entries.append(self.widgets.add(entry, self.list_scroll))
        self._makers.append(make)
        return entry

    def _make_evening_report(self, evening: Evening) -> EveningReport | None:
        def load_report(database: sqlite3.Connection) -> EveningReport:
            standings = evening_table(database, evening.since, evening.series, self.includes_machines, evening.until)
            return EveningReport(evening, standings, played)

        journal = self.app.journal
        assert journal is not None
        try:
            played = [journal.match(match_id) for match_id in evening.matches[-_MAX_MATCHES:]]
        except JournalError as error:
            self.app.say(f"{error}.", refused=True)
            return None
        return self._run_query(load_report, None)

    def _edit_person(self) -> None:
        """Edit face, colour and name of the visible person."""
        if isinstance(self.current_report, PersonReport):
            self.app.push(ProfilePage(self.app, self.current_report.person.name, lambda _: self._load()))

    def _choose(self, index: int) -> None:
        for position, entry in enumerate(self.entries):
            entry.chosen = position == index
        if self.current_report is not None:
            self.widgets.remove([self.current_report], self.page_choice)
        self.current_report = self._makers[index]() if index < len(self._makers) else None
        if self.current_report is not None:
            self.widgets.add(self.current_report, self.report_scroll)
        self.report_scroll.offset = 0.0
        self.person_button.visible = isinstance(self.current_report, PersonReport) and bool(self.entries[index].avatar)
        self.layout(self.size)
        self.dirty = True

    # Layout

    def place(self) -> None:
        if is_tall_window(self.size):
            self._place_in_rows()
        else:
            self._place_in_columns()
        self.list_scroll.scroll_by(0)
        width = self.report_scroll.area.width - 26
        content = 0.0
        if self.current_report is not None:
            content = self.current_report.fill(self.app.canvas(), width, self.report_scroll.area.height - 24) + 16
            self.current_report.rect = Rect(8, 8, width, content - 16)
        self.report_scroll.content = content
        self.report_scroll.scroll_by(0)

    def _place_in_columns(self) -> None:
        """Place the list at the left."""
        page = self.page_rect
        left, top = page.x + _MARGIN, page.y + _HEAD_HEIGHT
        list_width, height = min(300.0, page.width * 0.3), page.height - _HEAD_HEIGHT - 12
        self.page_choice.rect = Rect(left, page.y + 14, list_width, ROW)
        self.machines_toggle.rect = Rect(left + list_width + _MARGIN, page.y + 14, 220, ROW)
        self.person_button.rect = Rect(page.right - _MARGIN - 260, page.y + 14, 260, ROW)
        self.list_scroll.area = Rect(left, top, list_width, height)
        self._divider = Rect(left + list_width + 8, top + 6, 1.5, height - 12)
        report_left = self._divider.x + _MARGIN
        self.report_scroll.area = Rect(report_left, top, page.right - _MARGIN - report_left, height)
        self._place_entries(1)

    def _place_in_rows(self) -> None:
        """Place the list at the top, in a window that is much higher than wide."""
        page = self.page_rect
        left, width = page.x + _MARGIN, page.width - 2 * _MARGIN
        half = (width - _MARGIN) / 2
        self.page_choice.rect = Rect(left, page.y + 14, half, ROW)
        self.machines_toggle.rect = Rect(left + half + _MARGIN, page.y + 14, half, ROW)
        foot = ROW + 24 if self.person_button.visible else 12
        self.person_button.rect = Rect(page.centerx - 150, page.bottom - ROW - 14, 300, ROW)
        available = page.height - _HEAD_HEIGHT - foot
        rows_height = 12 + -(-len(self.entries) // 2) * _ENTRY_HEIGHT
        list_height = min(rows_height, max(2 * _ENTRY_HEIGHT, available * 0.3))
        self.list_scroll.area = Rect(left, page.y + _HEAD_HEIGHT, width, list_height)
        self._divider = Rect(left, self.list_scroll.area.bottom + 6, width, 1.5)
        top = self._divider.bottom + 8
        self.report_scroll.area = Rect(left, top, width, page.bottom - foot - top)
        self._place_entries(2)

    def _place_entries(self, columns: int) -> None:
        width = (self.list_scroll.area.width - 18) / columns
        for index, entry in enumerate(self.entries):
            row, column = divmod(index, columns)
            top, height = 6 + row * _ENTRY_HEIGHT, _ENTRY_HEIGHT - 4
            entry.rect = Rect(4 + column * width, top, width - 8 * (columns - 1), height)
        self.list_scroll.content = 12 + -(-len(self.entries) // columns) * _ENTRY_HEIGHT

    def draw_page(self, canvas: Canvas) -> None:
        super().draw_page(canvas)
        page = self.page_rect
        canvas.fill(Rect(page.x + _MARGIN, page.y + _HEAD_HEIGHT - 6, page.width - 2 * _MARGIN, 1.5), PAPER_EDGE)
        if self.current_report is None:
            words = m("Nobody has finished a match here yet.")
            canvas.text(words, page.center, TEXT, INK_SOFT, anchor="center", max_width=page.width - 60)
            return
        canvas.fill(self._divider, PAPER_EDGE)
