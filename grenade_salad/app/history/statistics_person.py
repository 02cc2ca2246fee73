"""What somebody has done in all the games, on one sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grenade_salad.app.history import words as words
from grenade_salad.app.history.row import picture_of
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.chart import BAR_ROW, Bar, draw_bars, draw_medals, draw_share, medals_high
from grenade_salad.app.ui.heard import Heard, texts
from grenade_salad.app.ui.inputs import Command, Input, paged
from grenade_salad.app.ui.theme import BRASS, EMBER, INK, INK_SOFT, LARGE, PAPER_EDGE, SMALL, TITLE
from grenade_salad.app.ui.widget import Widget
from grenade_salad.journal.statistics import Tally
from grenade_salad.match.stats import stats_of
from grenade_salad.text import Message, Words, m, say

_HEAD = 62.0
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
            said += [say(words.title_of(tally.game, tally.what)), say(won), *map(say, named)]
        return said

    def high(self, canvas: Canvas, wide: float) -> float:
        parts = 0.0
        for tally in self.person.tallies:
            parts += _GAME + len(bars_of(tally)) * BAR_ROW + medals_high(len(medals_of(tally)), wide) + 22
        return _HEAD + parts

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        person = self.person
        canvas.text(person.name, (rect.x + 4, rect.y + 2), TITLE, INK, title=True, wide=rect.width * 0.6)
        said = m("{n} match, {won} won", "{n} matches, {won} won", n=person.played, won=person.won)
        canvas.text(said, (rect.right - 4, rect.y + 22), LARGE, INK_SOFT, anchor="midright")
        top = rect.y + _HEAD
        for tally in person.tallies:
            top = self._game(canvas, Rect(rect.x, top, rect.width, 0), tally) + 22

    def _game(self, canvas: Canvas, rect: Rect, tally: Tally) -> float:
        """A game's part from the top of the box down; where it ends."""
        canvas.fill(Rect(rect.x, rect.y - 8, rect.width, 1.5), PAPER_EDGE)
        canvas.picture(picture_of(tally.game), Rect(rect.x, rect.y + 4, 78, 52))
        left = rect.x + 92
        canvas.text(words.title_of(tally.game, tally.what), (left, rect.y + 4), LARGE, INK, bold=True)
        share = tally.won / tally.played if tally.played else 0.0
        said = m("{won} of {played} won", won=tally.won, played=tally.played)
        written = canvas.text(said, (rect.right - 4, rect.y + 44), SMALL, INK_SOFT, anchor="midright")
        room = min(rect.right - 130, written.x - 10) - left
        draw_share(canvas, Rect(left, rect.y + 38, max(40.0, room), 12), share)
        top = rect.y + _GAME
        top += draw_bars(canvas, Rect(rect.x, top, rect.width, 0), bars_of(tally))
        return top + draw_medals(canvas, Rect(rect.x, top + 4, rect.width, 0), medals_of(tally))
