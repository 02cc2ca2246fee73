"""What turned a finished match, and what was remarkable in it: for its last page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grenade_salad.core import Action, Chance, Illegal, TurnBegan, redact
from grenade_salad.match.match import Header, Match, Step
from grenade_salad.match.stats import Facts, facts_of, stats_of
from grenade_salad.text import Message, Seat, Words, m


@dataclass(frozen=True)
class _Moment:
    """What may have turned the match: how much, in words, and by how many points the winner led before and after.

    `lines` is how many lines had been played then, `luck` whether the last of them was luck.
    """

    weight: float
    words: Message | None
    turn: int
    before: int = 0
    after: int = 0
    lines: int = 0
    luck: bool = False


@dataclass(frozen=True)
class Remarkable:
    """A number of a seat that nobody else reached; `words` say what of."""

    seat: int
    number: int
    words: Words


@dataclass(frozen=True)
class Story:
    """What turned the match, empty where nobody can say, and what was remarkable in it.

    `lines` is how many lines had been played when it had turned, and `luck` whether the last of them was luck: nobody
    chose it.
    """

    turning: Words = ""
    remarkable: tuple[Remarkable, ...] = ()
    lines: int = 0
    luck: bool = False


class Teller:
    """Plays a match once more beside it, line by line, so that little is left to do for its story at the end."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._begin()

    def _begin(self) -> None:
        self._match: Match | None = None
        self._entries: list[Action | Chance] = []
        self._steps: list[Step] = []
        self._scores: list[Sequence[int] | None] = []
        """Before the first line, and after each."""
        self._broken = False

    def follow(self, entries: Sequence[Action | Chance], most: int | None = None) -> None:
        """Take in what was played since, so many lines at most; if lines were taken back, begin anew."""
        known = len(self._entries)
        if known > len(entries) or (known and self._entries[-1] is not entries[known - 1]):
            self._begin()
            known = 0
        new = () if self._broken else entries[known : None if most is None else known + most]
        for entry in new:
            if self._match is None:
                self._match = Match(self._header)
                self._scores.append(self._match.state.scores)
            try:
                self._steps.append(self._match.add(entry))
            except Illegal:
                self._broken = True
                return
            self._scores.append(self._match.state.scores)
            self._entries.append(entry)

    def tell(self, entries: Sequence[Action | Chance], ranking: Sequence[Sequence[int]]) -> Story:
        """The story of a match that ended so; an empty one of lines that cannot be played."""
        if self._broken:
            self._begin()
        self.follow(entries)
        if self._broken:
            return Story()
        game, winner = self._header.game, ranking[0][0] if ranking else 0
        found = remarkable(game, facts_of(game, self._steps, len(self._header.seats)))
        alone = bool(ranking) and len(ranking[0]) == 1
        points = bool(self._scores) and self._scores[-1] is not None
        turned_at = _turning_point(self._moments(winner), winner, points) if alone else None
        if turned_at is None or turned_at.words is None:
            return Story(remarkable=tuple(found))
        return Story(turned_at.words, tuple(found), turned_at.lines, turned_at.luck)

    def _moments(self, winner: int) -> list[_Moment]:
        moments, turn, stats = list[_Moment](), 0, stats_of(self._header.game)
        leads = [_lead(scores, winner) for scores in self._scores]
        for lines, step in enumerate(self._steps, 1):
            weight, words = stats.turning_point([redact(event, None) for event in step.events], turn, winner) or (
                0.0,
                None,
            )
            luck = isinstance(step.entry, Chance) or any(isinstance(event, stats.by_luck) for event in step.events)
            moments.append(_Moment(weight, words, turn, leads[lines - 1], leads[lines], lines, luck))
            turn += sum(isinstance(event, TurnBegan) for event in step.events)
        return moments


def story(header: Header, entries: Sequence[Action | Chance], ranking: Sequence[Sequence[int]]) -> Story:
    """The story of a match that ended so; an empty one of lines that cannot be played."""
    return Teller(header).tell(entries, ranking)


def _turning_point(moments: Sequence[_Moment], winner: int, points: bool) -> _Moment | None:
    """What turned the match, if one seat won it alone.

    In a game with points: where the winner took the lead for good, and if they led all along, what put them ahead
    most. In others: what the game finds weightiest before the last turn, the last such.
    """
    if points:
        return _for_good(moments, winner)
    told = [one for one in moments if one.words is not None]
    told = [one for one in told if one.turn < moments[-1].turn] or told
    return max(reversed(told), key=lambda one: one.weight, default=None)


def _lead(scores: Sequence[int] | None, winner: int) -> int:
    if scores is None:
        return 0
    return scores[winner] - max((score for seat, score in enumerate(scores) if seat != winner), default=0)


def _for_good(moments: Sequence[_Moment], winner: int) -> _Moment | None:
    """Where the winner took the lead in a game with points, and how."""
    later = [one for one in moments if one.turn]
    crossed = [one for one in later if one.before <= 0 < one.after]
    gained = [one for one in later if one.after > one.before]
    best = crossed[-1] if crossed else max(gained, key=lambda one: one.after - one.before, default=None)
    if best is None or best.words is not None or not crossed:
        return best
    return replace(best, words=m("{who} took the lead in turn {turn} and kept it", who=Seat(winner), turn=best.turn))


def remarkable(game: str, facts: Facts, most: int = 3) -> list[Remarkable]:
    """What stands out among the facts of the seats: greatest numbers before sums, each seat once if possible."""
    stats = stats_of(game)
    found = []
    for order, (fact, words) in enumerate(stats.words.items()):
        numbers = [one.get(fact, 0) for one in facts]
        number = max(numbers)
        if number > 1 and numbers.count(number) == 1:
            found.append((fact not in stats.most, -number, order, Remarkable(numbers.index(number), number, words)))
    ordered = [one for *_, one in sorted(found, key=lambda one: one[:3])]
    first = [one for place, one in enumerate(ordered) if one.seat not in [other.seat for other in ordered[:place]]]
    return [*first, *(one for one in ordered if one not in first)][:most]
