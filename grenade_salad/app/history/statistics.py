"""Statistics that people like: what everybody has done, and how the evenings went."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import TypeVar

from grenade_salad.app.history.row import picture_of
from grenade_salad.app.seating.profile import PersonScene
from grenade_salad.app.sharing import match_titles as match_titles
from grenade_salad.app.shell.scene import SheetScene, Shell
from grenade_salad.app.ui.accessible import Heard, texts
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.chart import BAR_ROW, Bar, draw_bars, draw_medals, draw_share, medals_high, type_at
from grenade_salad.app.ui.inputs import Command, Input, Key, paged, scrolls
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
    is_high,
    mix,
)
from grenade_salad.app.ui.widget import Scroll, Spoken, Widget
from grenade_salad.app.ui.widgets import Button, Choice, Toggle
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.queries import Summary
from grenade_salad.journal.statistics import Evening, Standing, Tally, by_person, evenings, table
from grenade_salad.match.stats import stats_of
from grenade_salad.text import Message, Words, m, say

_EVENING_HEAD = 84.0
_ROW = 42.0
_LINE = 30.0
_HIGHEST = 1.5
"""How many times as high everything on a page may be."""

_PERSON_HEAD = 62.0
_GAME = 76.0


@dataclass(frozen=True)
class Person:
    """Somebody with the tallies of all games they played."""

    name: str
    tallies: tuple[Tally, ...]

    @property
    def played(self) -> int:
        """How many matches."""
        return sum(tally.played for tally in self.tallies)

    @property
    def won(self) -> int:
        """How many of them were won."""
        return sum(tally.won for tally in self.tallies)


def people_of(tallies: Sequence[Tally]) -> list[Person]:
    """Everybody, those who played most first."""
    names = dict.fromkeys(tally.name for tally in tallies)
    found = [Person(name, tuple(tally for tally in tallies if tally.name == name)) for name in names]
    return sorted(found, key=lambda person: (-person.played, person.name))


def matches(count: int) -> Message:
    """A number of matches in words."""
    return m("{n} match", "{n} matches", n=count)


def bars_of(tally: Tally) -> list[Bar]:
    """What was killed with which weapon, in the game that has weapons."""
    bars = stats_of(tally.game).bars
    if not any(fact in tally.facts for fact in bars):
        return []
    return [
        Bar(label, tally.facts.get(fact, 0), symbol, EMBER if fact == "own_hit" else BRASS)
        for fact, (label, symbol) in bars.items()
    ]


def medals_of(tally: Tally) -> list[tuple[Words, int]]:
    """Single numbers with their words."""
    stats = stats_of(tally.game)
    shown = [fact for fact in tally.facts if fact in stats.words and fact not in stats.bars]
    found: list[tuple[Words, int]] = [(stats.words[fact], tally.facts[fact]) for fact in shown]
    if tally.points is not None and tally.played:
        found = [
            # Translators: a row of a table
            (m("points in total"), tally.points),
            (m("points per match"), round(tally.points / tally.played)),
            *found,
        ]
    return found


class Page(Widget):
    """Something long in a scroll: up and down scroll it, and leave it at its ends."""

    radius = 4.0
    times = 1.0
    """How many times as high everything is where there is room."""

    def fill(self, canvas: Canvas, wide: float, room: float) -> float:
        """Be as high as the room, if that is not too much; the height that it takes at that width."""
        self.times = 1.0
        self.times = max(1.0, min(_HIGHEST, room / max(1.0, self.high(canvas, wide))))
        return self.high(canvas, wide)

    def high(self, canvas: Canvas, wide: float) -> float:
        """How high it is at that width."""
        raise NotImplementedError

    def lines(self) -> Sequence[str]:
        """What it says, line by line, from its title on."""
        raise NotImplementedError

    def heard(self) -> Heard:
        title, *rest = self.lines()
        return replace(self.as_heard("list", title), parts=texts(*rest))

    def nudge(self, where: Command) -> bool:
        return where in ("up", "down") and self._by(60 if where == "down" else -60)

    def typed(self, event: Input) -> bool:
        far = paged(event, 300)
        return far != 0 and self._by(far)

    def repeats(self, press: Key) -> bool:
        return scrolls(press)

    def _by(self, units: float) -> bool:
        return self.scroll is not None and self.scroll.by(units)


class PersonSheet(Page):
    """A heading, and a part for each game: how many were won, the weapons as bars, and what to be proud of."""

    def __init__(self, person: Person) -> None:
        super().__init__()
        self.person = person

    def lines(self) -> Sequence[str]:
        person = self.person
        said: list[str] = [person.name, say(m("{won} of {played} won", won=person.won, played=person.played))]
        for tally in person.tallies:
            won = m("{won} of {played} won", won=tally.won, played=tally.played)
            facts: list[tuple[Words, int]] = [(bar.label, bar.value) for bar in bars_of(tally)]
            named = [m("{what}: {number}", what=what, number=number) for what, number in facts + medals_of(tally)]
            said += [say(match_titles.title_of(tally.game, tally.what)), say(won), *map(say, named)]
        return said

    def high(self, canvas: Canvas, wide: float) -> float:
        parts = 0.0
        for tally in self.person.tallies:
            parts += _GAME + len(bars_of(tally)) * BAR_ROW + medals_high(len(medals_of(tally)), wide) + 22
        return (_PERSON_HEAD + parts) * self.times

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        person = self.person
        middle = rect.y + 22 * self.times
        at = (rect.x + 4, middle)
        canvas.text(person.name, at, TITLE * self.times, INK, title=True, anchor="midleft", wide=rect.width * 0.6)
        said = m("{n} match, {won} won", "{n} matches, {won} won", n=person.played, won=person.won)
        canvas.text(said, (rect.right - 4, middle), type_at(LARGE, self.times), INK_SOFT, anchor="midright")
        top = rect.y + _PERSON_HEAD * self.times
        for tally in person.tallies:
            top = self._game(canvas, Rect(rect.x, top, rect.width, 0), tally) + 22 * self.times

    def _game(self, canvas: Canvas, rect: Rect, tally: Tally) -> float:
        """A game's part from the top of the box down; where it ends."""
        times = self.times
        canvas.fill(Rect(rect.x, rect.y - 8, rect.width, 1.5), PAPER_EDGE)
        canvas.picture(picture_of(tally.game), Rect(rect.x, rect.y + 4, 78 * times, 52 * times))
        left = rect.x + 78 * times + 14
        title, size = match_titles.title_of(tally.game, tally.what), type_at(LARGE, times)
        canvas.text(title, (left, rect.y + 4 * times), size, INK, bold=True, wide=rect.right - left)
        share = tally.won / tally.played if tally.played else 0.0
        said, middle = m("{won} of {played} won", won=tally.won, played=tally.played), rect.y + 44 * times
        written = canvas.text(said, (rect.right - 4, middle), type_at(SMALL, times), INK_SOFT, anchor="midright")
        room = min(rect.right - 130, written.x - 10) - left
        draw_share(canvas, Rect(left, middle - 6 * times, max(40.0, room), 12 * times), share)
        top = rect.y + _GAME * times
        top += draw_bars(canvas, Rect(rect.x, top, rect.width, 0), bars_of(tally), times)
        return top + draw_medals(canvas, Rect(rect.x, top + 4, rect.width, 0), medals_of(tally), times)


def name_of(evening: Evening) -> Words:
    """What an evening is called: its date, or the name of its series."""
    try:
        day = date.fromisoformat(evening.day)
    except ValueError:
        return evening.day
    return match_titles.on_weekday(day)


class EveningSheet(Page):
    """The standings from the first to the last, and below them the matches in their order."""

    def __init__(self, evening: Evening, standings: Sequence[Standing], played: Sequence[Summary]) -> None:
        super().__init__()
        self.evening, self.standings, self.played = evening, standings, played

    def lines(self) -> Sequence[str]:
        said = [say(name_of(self.evening))]
        for place, one in enumerate(self.standings, 1):
            # Translators: of the matches of an evening
            won = m("{won} of {played} won", won=one.won, played=one.played)
            said.append(say(m("{place}. {who}: {won}", place=place, who=one.name, won=won)))
        for match in self.played:
            game = match_titles.title_of(match.game, match.what)
            said.append(say(m("{game}: {result}", game=game, result=match_titles.winners(match))))
        return said

    def high(self, canvas: Canvas, wide: float) -> float:
        rows = len(self.standings) * _ROW + 52 + len(self.played) * _LINE
        return (_EVENING_HEAD + rows) * self.times

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        times, small = self.times, type_at(SMALL, self.times)
        middle = rect.y + 22 * times
        said = matches(len(self.evening.matches))
        drawn = canvas.text(said, (rect.right - 4, middle), type_at(LARGE, times), INK_SOFT, anchor="midright")
        name, size, wide = name_of(self.evening), TITLE * times, drawn.x - rect.x - 16
        while size > TEXT and canvas.width(name, size, title=True) > wide:
            size -= 1
        canvas.text(name, (rect.x + 4, middle), size, INK, title=True, anchor="midleft", wide=wide)
        points = any(one.points for one in self.standings)
        head = m("played", context="matches")
        # Translators: the head of a column
        ends = (m("points"), head) if points else (head,)
        wides = [canvas.width(one, small) + 16 for one in ends]
        last = rect.right - max(40.0, wides[0] / 2)
        columns = last, last - max(70.0, sum(wides) / 2) * (len(ends) - 1)
        heads = tuple(zip(ends, columns, strict=False))
        top = rect.y + _EVENING_HEAD * times
        for said, x in (*heads, (m("won", context="matches"), rect.x + min(270.0, rect.width * 0.42) + 14)):
            canvas.text(said, (x, top - 14), small, INK_SOFT, anchor="center")
        for index, one in enumerate(self.standings):
            self._standing(canvas, Rect(rect.x, top, rect.width, _ROW * times), index, one, columns, points)
            top += _ROW * times
        # Translators: a head: the matches of an evening
        canvas.text(m("The matches"), (rect.x + 4, top + 18 * times), type_at(LARGE, times), INK, bold=True)
        self._matches(canvas, Rect(rect.x, top + 50 * times, rect.width, 0))

    def _standing(
        self, canvas: Canvas, row: Rect, index: int, one: Standing, columns: tuple[float, float], points: bool
    ) -> None:
        times, text = self.times, type_at(TEXT, self.times)
        canvas.fill(Rect(row.x, row.y, row.width, 1), PAPER_EDGE)
        if index == 0 and one.won:
            canvas.picture("icons/crown.svg", Rect(row.x + 6, row.centery - 12, 24, 24), BRASS)
        else:
            canvas.text(str(index + 1), (row.x + 18, row.centery), text, INK_SOFT, title=True, anchor="center")
        left = row.x + min(270.0, row.width * 0.42)
        canvas.text(one.name, (row.x + 42, row.centery), text, INK, bold=True, anchor="midleft", wide=left - row.x - 54)
        canvas.text(str(one.won), (left + 14, row.centery), text, INK, bold=True, anchor="center")
        most = max(other.won for other in self.standings) or 1
        bar = Rect(left + 34, row.centery - 6 * times, columns[1] - left - 80, 12 * times)
        draw_share(canvas, bar, one.won / most)
        canvas.text(str(one.played), (columns[1], row.centery), text, INK, anchor="center")
        if points:
            canvas.text(str(one.points), (columns[0], row.centery), text, INK, anchor="center")

    def _matches(self, canvas: Canvas, rect: Rect) -> None:
        size, row = type_at(SMALL, self.times), _LINE * self.times
        for index, match in enumerate(self.played):
            middle = rect.y + (index + 0.5) * row
            time = match_titles.clock(match_titles.local(match.begun))
            canvas.text(time, (rect.x + 6, middle), size, INK_SOFT, anchor="midleft", wide=56)
            title = match_titles.title_of(match.game, match.what)
            canvas.text(title, (rect.x + 70, middle), size, INK, anchor="midleft", wide=150)
            # Translators: who won a match, and with how many points
            said = m("{won} ({score})", won=match_titles.winners(match), score=match_titles.score(match))
            canvas.text(said, (rect.x + 230, middle), size, INK, anchor="midleft", wide=rect.width - 236)


T = TypeVar("T")

_ENTRY = 54.0
_HEAD = ROW + 28
_LISTED = 40
"""How many matches of an evening are listed: the last ones."""


class Entry(Widget):
    """A line of the list on the left: somebody, or an evening."""

    said: Spoken = Spoken()

    def __init__(self, name: str, said: Words, share: float | None, press: Callable[[], None]) -> None:
        super().__init__()
        self.name, self.said, self.share, self.press = name, said, share, press
        self.chosen = False
        self.face = ""

    def heard(self) -> Heard:
        return replace(self.as_heard("button", self.name, self.said), on=self.chosen)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        if self.chosen or self.hovered:
            canvas.fill(rect, mix(PAPER, BRASS_LIGHT, 0.55 if self.chosen else 0.3), self.radius)
        if self.chosen:
            canvas.fill(Rect(rect.x, rect.y + 6, 5, rect.height - 12), BRASS, 2)
        inner = Rect(rect.x + 14, rect.y, rect.width - 26, rect.height)
        if self.face:
            canvas.picture(self.face, Rect(rect.x + 10, rect.y + 6, rect.height - 12, rect.height - 12))
            inner = Rect(rect.x + 62, rect.y, rect.width - 74, rect.height)
        canvas.text(self.name, (inner.x, rect.y + 16), TEXT, INK, bold=True, anchor="midleft", wide=inner.width)
        drawn = canvas.text(self.said, (inner.x, rect.y + 37), SMALL, INK_SOFT, anchor="midleft", wide=inner.width)
        left = max(drawn.right + 10, inner.x + 96)
        if self.share is not None and inner.right - left > 30:
            draw_share(canvas, Rect(left, rect.y + 33, inner.right - left, 8), self.share)


class StatisticsScene(SheetScene):
    """A list on the left, and what is chosen in it on the right."""

    title = m("Statistics")
    smallest = (800.0, 480.0)
    smallest_high = SMALLEST

    def __init__(self, app: Shell) -> None:
        super().__init__(app)
        self.machines = False
        self.list_scroll, self.sheet_scroll = Scroll(Rect(0, 0, 0, 0)), Scroll(Rect(0, 0, 0, 0))
        # Translators: one of two pages of the statistics; one of two pages of the statistics: matches in a row by the
        # same people
        self.page_choice = self.widgets.add(Choice([m("People"), m("Evenings")], 0, self._show_page))
        self.page_choice.label = m("People or evenings")
        # Translators: a switch: machine players count as well
        self.machines_toggle = self.widgets.add(Toggle(m("Machines too"), False, self._with_machines))
        person = Button(m("Face, colour and name"), self._meet, icon="person")
        self.person_button = self.widgets.add(person)
        self.entries: list[Entry] = []
        self.shown: PersonSheet | EveningSheet | None = None
        self._makers: list[Callable[[], PersonSheet | EveningSheet | None]] = []
        self._load()
        self.widgets.set_focus(self.entries[0] if self.entries else self.page_choice)

    def _ask(self, query: Callable[[sqlite3.Connection], T], nothing: T) -> T:
        if self.app.journal is None:
            return nothing
        try:
            return self.app.journal.ask(query)
        except JournalError as error:
            self.app.say(f"{error}.", refused=True)
            return nothing

    # what is shown

    def _show_page(self, _: int) -> None:
        self._load()

    def _with_machines(self, on: bool) -> None:
        self.machines = on
        self._load()

    def _load(self) -> None:
        """The list anew, with its first entry chosen."""
        self.widgets.remove(self.entries, self.page_choice)
        self.entries, self._makers = [], []
        if self.page_choice.chosen == 0:
            none_played: list[Tally] = []
            persons = {tally.name for tally in self._ask(lambda file: by_person(file), none_played)}
            for person in people_of(self._ask(lambda file: by_person(file, self.machines), [])):
                said = m("{won} of {played} won", won=person.won, played=person.played)
                self._add(person.name, said, person.won / person.played, partial(PersonSheet, person))
                if person.name in persons:
                    self.entries[-1].face = self.app.settings.face(person.name)
        else:
            none: list[Evening] = []
            for evening in self._ask(lambda file: evenings(file), none):
                make = partial(self._evening, evening)
                self._add(say(name_of(evening)), matches(len(evening.matches)), None, make)
        self.list_scroll.offset = 0.0
        self._choose(0)

    def _add(
        self, name: str, said: Words, share: float | None, make: Callable[[], PersonSheet | EveningSheet | None]
    ) -> None:
        entry = Entry(name, said, share, partial(self._choose, len(self.entries)))
        self.entries.append(self.widgets.add(entry, self.list_scroll))
        self._makers.append(make)

    def _evening(self, evening: Evening) -> EveningSheet | None:
        def standings_of(file: sqlite3.Connection) -> EveningSheet:
            found = table(file, evening.since, evening.series, self.machines, evening.until)
            return EveningSheet(evening, found, played)

        journal = self.app.journal
        assert journal is not None
        try:
            played = [journal.match(number) for number in evening.matches[-_LISTED:]]
        except JournalError as error:
            self.app.say(f"{error}.", refused=True)
            return None
        return self._ask(standings_of, None)

    def _meet(self) -> None:
        """Face, colour and name of the person who is shown."""
        if isinstance(self.shown, PersonSheet):
            self.app.push(PersonScene(self.app, self.shown.person.name, lambda _: self._load()))

    def _choose(self, index: int) -> None:
        for at, entry in enumerate(self.entries):
            entry.chosen = at == index
        if self.shown is not None:
            self.widgets.remove([self.shown], self.page_choice)
        self.shown = self._makers[index]() if index < len(self._makers) else None
        if self.shown is not None:
            self.widgets.add(self.shown, self.sheet_scroll)
        self.sheet_scroll.offset = 0.0
        known = isinstance(self.shown, PersonSheet) and index < len(self.entries) and bool(self.entries[index].face)
        self.person_button.visible = known
        self.layout(self.size)
        self.dirty = True

    # place

    def place(self) -> None:
        if is_high(self.size):
            self._place_in_rows()
        else:
            self._place_in_columns()
        self.list_scroll.by(0)
        wide = self.sheet_scroll.area.width - 26
        content = 0.0
        if self.shown is not None:
            content = self.shown.fill(self.app.canvas(), wide, self.sheet_scroll.area.height - 24) + 16
            self.shown.rect = Rect(8, 8, wide, content - 16)
        self.sheet_scroll.content = content
        self.sheet_scroll.by(0)

    def _place_in_columns(self) -> None:
        """The list at the left."""
        sheet = self.sheet
        left = min(300.0, sheet.width * 0.3)
        self.page_choice.rect = Rect(sheet.x + 16, sheet.y + 14, left, ROW)
        self.machines_toggle.rect = Rect(sheet.x + 32 + left, sheet.y + 14, 220, ROW)
        self.person_button.rect = Rect(sheet.right - 276, sheet.y + 14, 260, ROW)
        high = sheet.height - _HEAD - 12
        self._divide = Rect(sheet.x + left + 24, sheet.y + _HEAD + 6, 1.5, high - 12)
        self.list_scroll.area = Rect(sheet.x + 16, sheet.y + _HEAD, left, high)
        right = self._divide.x + 16
        self.sheet_scroll.area = Rect(right, sheet.y + _HEAD, sheet.right - 16 - right, high)
        self._place_entries(1)

    def _place_in_rows(self) -> None:
        """In a window that is much higher than wide: the list above."""
        sheet = self.sheet
        half = (sheet.width - 48) / 2
        self.page_choice.rect = Rect(sheet.x + 16, sheet.y + 14, half, ROW)
        self.machines_toggle.rect = Rect(sheet.x + 32 + half, sheet.y + 14, half, ROW)
        foot = ROW + 24 if self.person_button.visible else 12
        self.person_button.rect = Rect(sheet.centerx - 150, sheet.bottom - ROW - 14, 300, ROW)
        room = sheet.height - _HEAD - foot
        rows = min(12 + -(-len(self.entries) // 2) * _ENTRY, max(2 * _ENTRY, room * 0.3))
        self.list_scroll.area = Rect(sheet.x + 16, sheet.y + _HEAD, sheet.width - 32, rows)
        self._divide = Rect(sheet.x + 16, self.list_scroll.area.bottom + 6, sheet.width - 32, 1.5)
        top = self._divide.bottom + 8
        self.sheet_scroll.area = Rect(sheet.x + 16, top, sheet.width - 32, sheet.bottom - foot - top)
        self._place_entries(2)

    def _place_entries(self, columns: int) -> None:
        wide = (self.list_scroll.area.width - 18) / columns
        for index, entry in enumerate(self.entries):
            row, column = divmod(index, columns)
            entry.rect = Rect(4 + column * wide, 6 + row * _ENTRY, wide - 8 * (columns - 1), _ENTRY - 4)
        self.list_scroll.content = 12 + -(-len(self.entries) // columns) * _ENTRY

    def draw_sheet(self, canvas: Canvas) -> None:
        super().draw_sheet(canvas)
        sheet = self.sheet
        canvas.fill(Rect(sheet.x + 16, sheet.y + _HEAD - 6, sheet.width - 32, 1.5), PAPER_EDGE)
        if self.shown is None:
            words = m("Nobody has finished a match here yet.")
            canvas.text(words, (sheet.centerx, sheet.centery), TEXT, INK_SOFT, anchor="center", wide=sheet.width - 60)
            return
        canvas.fill(self._divide, PAPER_EDGE)
