"""What somebody hears of a match that they do not see: one line after another, in the order of the log.

There is one live node, and it never says what the log does not tell yet. Between two decisions of one's own it says a
few words only: what cost somebody a soldier, a heart or the match, and what is about oneself, comes before what is not.
All the rest stands in the log, and keys say it again.
"""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.ui.accessible import Heard, Live, texts
from grenade_salad.app.ui.log import Log, Loud, Said
from grenade_salad.core import Event, subject_seat
from grenade_salad.text import Reader, Seat, Words, m, say
from grenade_salad.text.message import Message, Value

MOST = 25
"""Words between two decisions, with those of what gets the focus then."""
_OWN = 6
"""Words of these for what must be said: whose turn it is, what was rolled for it, where the focus is until then."""
_FEW = 2
"""Words by which lines that matter less stay below the others."""
_FOCUS = 9
"""Words of these that are left for what gets the focus when it is one's turn."""
_LEAST = 0.25
"""Seconds between two lines: each must have been handed over before the next one comes."""
_A_WORD = 0.2
"""Seconds a word for reading, at the usual speed."""
_LINES, _ASKS = 1000, 10000
"""From these keys on a match is heard: lines of the table, questions."""
_NEWS = 8
"""How many lines of the log are said at most when they come at once."""


class Ears:
    """`heard` is what is said now. `waits` says whether more is to be said, and the match waits for that."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._at = 0
        self._now = ""
        self._live: Live = "polite"
        self._number = 0
        self._wait = 0.0
        self._words = -MOST
        self._answers: list[str] = []
        self._about = ""

    @property
    def waits(self) -> bool:
        """Whether a line is still to be said, or is just being said; answers to keys hold nobody up."""
        return self._next() is not None or (self._wait > 0 and self._live == "polite")

    def skip(self) -> None:
        """What the log tells so far is not said: it was told before."""
        self._at = len(self.log.lines)

    def decided(self) -> None:
        """Somebody at this screen did something: the words are counted anew."""
        self._words = 0

    def say(self, words: str) -> None:
        """Say something before any other line: a question, or the answer to a key."""
        self._answers.append(words)

    def preview(self, words: str) -> None:
        """What somebody is about to do would come to this: said when it is something else."""
        if words != self._about:
            self._answers = [one for one in self._answers if one != self._about]
            self._about = words
            self._answers += [words] if words else []

    def update(self, dt: float, pace: float) -> bool:
        """Let time pass; whether something else is said now. `pace` is how long things take, 1 as usual."""
        self._wait = max(0.0, self._wait - dt)
        if self._wait > 0 and (not self._answers or self._live == "assertive"):
            return False
        if self._answers:
            self._speak(self._answers.pop(0), "assertive", 0.0)
            return True
        if (line := self._next()) is None:
            return False
        self._at += 1
        self._words += _count(line.heard)
        self._speak(line.heard, "polite", pace)
        return True

    def _speak(self, words: str, live: Live, pace: float) -> None:
        self._now, self._live = words, live
        self._number += 1
        self._wait = _LEAST + _A_WORD * pace * _count(words)

    def _next(self) -> Said | None:
        """The next line that is to be said; those before it that are not are passed over."""
        lines = self.log.lines
        self._at = min(self._at, len(lines))
        while self._at < len(lines):
            said = lines[self._at]
            most = MOST - _FOCUS - _OWN - (0 if said.loud else _FEW)
            if said.heard and (said.loud == "must" or self._words + _count(said.heard) <= most):
                return said
            self._at += 1
        return None

    def heard(self) -> Sequence[Heard]:
        """The one live node."""
        if not self._now:
            return ()
        return (Heard("status", self._now, live=self._live, key=self._number),)


def _count(words: str) -> int:
    return len(words.split())


def spoken(
    names: Sequence[str],
    status: Words,
    doing: Words,
    asked: tuple[int, Words] | None,
    table: Sequence[str],
    *,
    live: bool,
) -> Sequence[Heard]:
    """A match for those who read it: whose turn it is, what somebody is about to do, the table line by line.

    `asked` is the question that is open, with how many lines the match has. `live` says whether changes are said.
    """
    reader = Reader(names)
    polite: Live = "polite" if live else "off"
    told: list[tuple[int, Words, Live]] = [(1, status, polite), (2, doing, polite)]
    if asked is not None:
        told.append((_ASKS + asked[0], asked[1], "assertive" if live else "off"))
    found = [Heard("status", say(words, reader, begin=True), live=how, key=key) for key, words, how in told]
    lines = texts(*table, first=_LINES)
    return [*(one for one in found if one.name), Heard("list", say(m("The table")), key=3, parts=lines)]


def news(log: Log) -> Sequence[Heard]:
    """The last lines of the log, for those who read it."""
    return [Heard("status", one.words, live="polite", key=key) for key, one in list(enumerate(log.lines, 1))[-_NEWS:]]


def aloud(event: Event, names: Sequence[str], persons: Sequence[int], viewer: int | None) -> str:
    """What is said of an event to those at this screen; empty if it can go without saying."""
    who = subject_seat(event)
    needless = (event.spoken_only_to_actor and who not in persons) or (event.unspoken_to_actor and who == viewer)
    return "" if needless else say(event.spoken_message(), Reader(names), begin=True)


def loud(event: Event, viewer: int | None) -> Loud:
    """How much an event matters to this player, who hears the match."""
    if event.spoken_only_to_actor:
        return "must"
    return "more" if event.mark or names_seat(event.message(), viewer) else ""


def names_seat(message: Message, seat: int | None) -> bool:
    """Whether a sentence is about this player, too.

    >>> from grenade_salad.text import m
    >>> names_seat(m("{who} takes {taken:,}", who=Seat(0), taken=[m("one of {whom}'s", whom=Seat(2))]), 2)
    True
    """
    return seat is not None and any(_names(value, seat) for value in message.fields.values())


def _names(value: Value, seat: int) -> bool:
    if isinstance(value, Seat):
        return int(value) == seat
    if isinstance(value, Message):
        return names_seat(value, seat)
    return not isinstance(value, str | int | float) and any(_names(part, seat) for part in value)
