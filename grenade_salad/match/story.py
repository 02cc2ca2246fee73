"""The story of a finished match: its turning point and highlights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grenade_salad.core import Action, Chance, Illegal, TurnBegan, redact
from grenade_salad.match.match import Header, Match, Step
from grenade_salad.match.stats import Facts, count_facts, load_stats
from grenade_salad.text import Message, Seat, Words, m

_MAX_HIGHLIGHTS = 3


@dataclass(frozen=True)
class _Moment:
    """A moment that may have turned the match."""

    weight: float
    words: Message | None
    """A message about it."""
    turn: int
    lead_before: int = 0
    """The points by which the winner led before it."""
    lead_after: int = 0
    """The points by which the winner led after it."""
    lines: int = 0
    """The number of lines that had been played then."""
    is_chance: bool = False
    """True if the last of these lines was chance."""


@dataclass(frozen=True)
class Highlight:
    """A number of a seat that no other seat reached."""

    seat: int
    value: int
    words: Words
    """The name of the number."""


@dataclass(frozen=True)
class Story:
    """The story of a match, told at its end."""

    turning_point: Words = ""
    """"" if there is none."""
    highlights: tuple[Highlight, ...] = ()
    lines: int = 0
    """The number of lines that had been played at the turning point."""
    is_chance: bool = False
    """True if the last of these lines was chance: no player chose it."""


class StoryBuilder:
    """Replays a match while it is played, so that its story is ready at the end."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._restart()

    def _restart(self) -> None:
        self._match: Match | None = None
        self._entries: list[Action | Chance] = []
        self._steps: list[Step] = []
        self._scores: list[Sequence[int] | None] = []
        """The scores before the first line, and after each."""
        self._is_broken = False

    def follow(self, entries: Sequence[Action | Chance], max_lines: int | None = None) -> None:
        """Replay the new entries, at most `max_lines`; if lines were undone, start again."""
        followed = len(self._entries)
        # The same object: an undo followed by an equal action has another.
        if followed > len(entries) or (followed and self._entries[-1] is not entries[followed - 1]):
            self._restart()
            followed = 0
        new = () if self._is_broken else entries[followed : None if max_lines is None else followed + max_lines]
        for entry in new:
            if self._match is None:
                self._match = Match(self._header)
                self._scores.append(self._match.state.scores)
            try:
                self._steps.append(self._match.apply_entry(entry))
            except Illegal:
                self._is_broken = True
                return
            self._scores.append(self._match.state.scores)
            self._entries.append(entry)

    def build(self, entries: Sequence[Action | Chance], ranking: Sequence[Sequence[int]]) -> Story:
        """Return the story of a match with this ranking.

        It is empty if the lines cannot be played.
        """
        if self._is_broken:
            self._restart()
        self.follow(entries)
        if self._is_broken:
            return Story()
        game, winner = self._header.game, ranking[0][0] if ranking else 0
        highlights = find_highlights(game, count_facts(game, self._steps, len(self._header.seats)))
        has_single_winner = bool(ranking) and len(ranking[0]) == 1
        has_points = bool(self._scores) and self._scores[-1] is not None
        turning_moment = _turning_point(self._moments(winner), winner, has_points) if has_single_winner else None
        if turning_moment is None or turning_moment.words is None:
            return Story(highlights=tuple(highlights))
        return Story(turning_moment.words, tuple(highlights), turning_moment.lines, turning_moment.is_chance)

    def _moments(self, winner: int) -> list[_Moment]:
        moments, turn, stats = list[_Moment](), 0, load_stats(self._header.game)
        leads = [_lead(scores, winner) for scores in self._scores]
        for lines, step in enumerate(self._steps, 1):
            public_events = [redact(event, None) for event in step.events]
            weight, words = stats.turning_point(public_events, turn, winner) or (0.0, None)
            is_chance = isinstance(step.entry, Chance) or any(
                isinstance(event, stats.chance_events) for event in step.events
            )
            moments.append(_Moment(weight, words, turn, leads[lines - 1], leads[lines], lines, is_chance))
            turn += sum(isinstance(event, TurnBegan) for event in step.events)
        return moments


def build_story(header: Header, entries: Sequence[Action | Chance], ranking: Sequence[Sequence[int]]) -> Story:
    """Return the story of a match with this ranking.

    It is empty if the lines cannot be played.
    """
    return StoryBuilder(header).build(entries, ranking)


def _turning_point(moments: Sequence[_Moment], winner: int, has_points: bool) -> _Moment | None:
    """Return the moment that turned the match, if one seat won it alone.

    In a game with points: where the winner took the lead for good, or the largest gain if the winner led all along.
    In others: the weightiest moment before the last turn; of equal ones the last.
    """
    if has_points:
        return _find_lead_change(moments, winner)
    weighty = [moment for moment in moments if moment.words is not None]
    weighty = [moment for moment in weighty if moment.turn < moments[-1].turn] or weighty
    return max(reversed(weighty), key=lambda moment: moment.weight, default=None)


def _lead(scores: Sequence[int] | None, winner: int) -> int:
    if scores is None:
        return 0
    return scores[winner] - max((score for seat, score in enumerate(scores) if seat != winner), default=0)


def _find_lead_change(moments: Sequence[_Moment], winner: int) -> _Moment | None:
    """Return the moment when the winner took the lead in a game with points."""
    later = [moment for moment in moments if moment.turn]
    crossed = [moment for moment in later if moment.lead_before <= 0 < moment.lead_after]
    gained = [moment for moment in later if moment.lead_after > moment.lead_before]
    best = (
        crossed[-1] if crossed else max(gained, key=lambda moment: moment.lead_after - moment.lead_before, default=None)
    )
    if best is None or best.words is not None or not crossed:
        return best
    return replace(best, words=m("{who} took the lead in turn {turn} and kept it", who=Seat(winner), turn=best.turn))


def find_highlights(game: str, facts: Facts) -> list[Highlight]:
    """Return at most `_MAX_HIGHLIGHTS` highlights among the facts of the seats.

    Maxima are before sums, and each seat has one if possible.
    """
    stats = load_stats(game)
    candidates = []
    for order, (fact, words) in enumerate(stats.words.items()):
        values = [seat_facts.get(fact, 0) for seat_facts in facts]
        value = max(values)
        if value > 1 and values.count(value) == 1:
            candidates.append(
                (fact not in stats.maximum_facts, -value, order, Highlight(values.index(value), value, words))
            )
    ordered = [candidate for *_, candidate in sorted(candidates, key=lambda candidate: candidate[:3])]
    first = [
        highlight
        for index, highlight in enumerate(ordered)
        if highlight.seat not in [earlier.seat for earlier in ordered[:index]]
    ]
    return [*first, *(highlight for highlight in ordered if highlight not in first)][:_MAX_HIGHLIGHTS]
