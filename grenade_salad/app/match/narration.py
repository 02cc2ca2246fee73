"""What somebody hears of a match that they do not see: one line after another, in the order of the log.

There is one live node, and it never says what the log does not tell yet. Between two decisions of one's own it says a
few words only: what cost somebody a soldier, a heart or the match, and what is about oneself, comes before what is not.
All the rest stands in the log, and keys say it again.
"""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.ui.accessible import AccessibleNode, Live, text_nodes
from grenade_salad.app.ui.log import Log, LogEntry, Priority
from grenade_salad.core import Event, subject_seat
from grenade_salad.text import Reader, Seat, Words, m, say
from grenade_salad.text.message import Message, Value

MAX_WORDS = 25
"""Words between two decisions, with those of what gets the focus then."""
_MUST_WORDS = 6
"""Words of these for what must be said: whose turn it is, what was rolled for it, where the focus is until then."""
_MINOR_WORDS = 2
"""Words by which lines that matter less stay below the others."""
_FOCUS_WORDS = 9
"""Words of these that are left for what gets the focus when it is one's turn."""
_MIN_PAUSE = 0.25
"""Seconds between two lines: each must have been handed over before the next one comes."""
_WORD_SECONDS = 0.2
"""Seconds a word for reading, at the usual speed."""
_FIRST_LINE_KEY, _FIRST_QUESTION_KEY = 1000, 10000
"""From these keys on a match is heard: lines of the table, questions."""
_MAX_NEWS = 8
"""How many lines of the log are said at most when they come at once."""


class Narrator:
    """`heard` is what is said now. `waits` says whether more is to be said, and the match waits for that."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._line_index = 0
        self._current = ""
        self._live: Live = "polite"
        self._key = 0
        self._pause = 0.0
        self._word_count = -MAX_WORDS
        self._answers: list[str] = []
        self._preview = ""

    @property
    def is_busy(self) -> bool:
        """Whether a line is still to be said, or is just being said; answers to keys hold nobody up."""
        return self._next() is not None or (self._pause > 0 and self._live == "polite")

    def skip_log(self) -> None:
        """What the log tells so far is not said: it was told before."""
        self._line_index = len(self.log.lines)

    def on_decision(self) -> None:
        """Somebody at this screen did something: the words are counted anew."""
        self._word_count = 0

    def say(self, words: str) -> None:
        """Say something before any other line: a question, or the answer to a key."""
        self._answers.append(words)

    def preview(self, words: str) -> None:
        """What somebody is about to do would come to this: said when it is something else."""
        if words != self._preview:
            self._answers = [answer for answer in self._answers if answer != self._preview]
            self._preview = words
            self._answers += [words] if words else []

    def update(self, dt: float, pace: float) -> bool:
        """Let time pass; whether something else is said now. `pace` is how long things take, 1 as usual."""
        self._pause = max(0.0, self._pause - dt)
        if self._pause > 0 and (not self._answers or self._live == "assertive"):
            return False
        if self._answers:
            self._speak(self._answers.pop(0), "assertive", 0.0)
            return True
        if (line := self._next()) is None:
            return False
        self._line_index += 1
        self._word_count += _count_words(line.spoken)
        self._speak(line.spoken, "polite", pace)
        return True

    def _speak(self, words: str, live: Live, pace: float) -> None:
        self._current, self._live = words, live
        self._key += 1
        self._pause = _MIN_PAUSE + _WORD_SECONDS * pace * _count_words(words)

    def _next(self) -> LogEntry | None:
        """The next line that is to be said; those before it that are not are passed over."""
        lines = self.log.lines
        self._line_index = min(self._line_index, len(lines))
        while self._line_index < len(lines):
            line = lines[self._line_index]
            limit = MAX_WORDS - _FOCUS_WORDS - _MUST_WORDS - (0 if line.priority else _MINOR_WORDS)
            if line.spoken and (line.priority == "must" or self._word_count + _count_words(line.spoken) <= limit):
                return line
            self._line_index += 1
        return None

    def heard(self) -> Sequence[AccessibleNode]:
        """The one live node."""
        if not self._current:
            return ()
        return (AccessibleNode("status", self._current, live=self._live, key=self._key),)


def _count_words(words: str) -> int:
    return len(words.split())


def build_nodes(
    names: Sequence[str],
    status: Words,
    doing: Words,
    question: tuple[int, Words] | None,
    table: Sequence[str],
    *,
    live: bool,
) -> Sequence[AccessibleNode]:
    """A match for those who read it: whose turn it is, what somebody is about to do, the table line by line.

    `asked` is the question that is open, with how many lines the match has. `live` says whether changes are said.
    """
    reader = Reader(names)
    polite: Live = "polite" if live else "off"
    parts: list[tuple[int, Words, Live]] = [(1, status, polite), (2, doing, polite)]
    if question is not None:
        parts.append((_FIRST_QUESTION_KEY + question[0], question[1], "assertive" if live else "off"))
    nodes = [AccessibleNode("status", say(words, reader, begin=True), live=mode, key=key) for key, words, mode in parts]
    lines = text_nodes(*table, first=_FIRST_LINE_KEY)
    return [*(node for node in nodes if node.name), AccessibleNode("list", say(m("The table")), key=3, parts=lines)]


def list_news(log: Log) -> Sequence[AccessibleNode]:
    """The last lines of the log, for those who read it."""
    return [
        AccessibleNode("status", line.words, live="polite", key=key)
        for key, line in list(enumerate(log.lines, 1))[-_MAX_NEWS:]
    ]


def format_spoken(event: Event, names: Sequence[str], persons: Sequence[int], viewer: int | None) -> str:
    """What is said of an event to those at this screen; empty if it can go without saying."""
    subject = subject_seat(event)
    needless = (event.spoken_only_to_actor and subject not in persons) or (
        event.unspoken_to_actor and subject == viewer
    )
    return "" if needless else say(event.spoken_message(), Reader(names), begin=True)


def rate_loudness(event: Event, viewer: int | None) -> Priority:
    """How much an event matters to this player, who hears the match."""
    if event.spoken_only_to_actor:
        return "must"
    return "more" if event.mark or mentions_seat(event.message(), viewer) else ""


def mentions_seat(message: Message, seat: int | None) -> bool:
    """Whether a sentence is about this player, too.

    >>> from grenade_salad.text import m
    >>> names_seat(m("{who} takes {taken:,}", who=Seat(0), taken=[m("one of {whom}'s", whom=Seat(2))]), 2)
    True
    """
    return seat is not None and any(_value_mentions(value, seat) for value in message.fields.values())


def _value_mentions(value: Value, seat: int) -> bool:
    if isinstance(value, Seat):
        return int(value) == seat
    if isinstance(value, Message):
        return mentions_seat(value, seat)
    return not isinstance(value, str | int | float) and any(_value_mentions(part, seat) for part in value)
