"""Narration of a match for people who do not see it: the log, line after line.

There is one live node, and it never says what the log does not show yet. Between two decisions of the player it says
only a few words: lines that cost a player a soldier, a heart or the match, and lines about the listener, precede
others. All the rest is in the log, and keys repeat it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grenade_salad.app.ui.accessible import STATUS_KEY, AccessibleNode, Live, text_nodes
from grenade_salad.core import Event, subject_seat
from grenade_salad.text import Reader, Seat, Words, m, say
from grenade_salad.text.message import Message, Value

if TYPE_CHECKING:
    from grenade_salad.app.ui.log import Log, LogEntry, Priority

MAX_WORDS = 25
"""Maximum words between two decisions, including the widget with the next focus."""
_MUST_WORDS = 3
"""Words reserved for required lines, such as whose turn it is."""
_MINOR_WORDS = 5
"""Words that less important lines must leave unused."""
_FOCUS_WORDS = 9
"""Words reserved for the widget that gets the focus when the turn begins."""
_MIN_PAUSE = 0.25
"""Minimum seconds between two lines, so that each is handed over in time."""
_WORD_SECONDS = 0.2
"""Seconds to read a word at the normal speed."""
_FIRST_LINE_KEY, _FIRST_QUESTION_KEY = 1000, 10000
"""First keys of the nodes of a match: lines of the table, questions."""
_MAX_NEWS = 8
"""Maximum number of lines of the log that are said when several appear at once."""


class Narrator:
    """Narrates the log; while `is_busy`, the match waits for more to be said."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._line_index = 0
        """The index of the first line of the log that was neither said nor skipped."""
        self._current = ""
        """The line that was said last."""
        self._live: Live = "polite"
        """Its importance: an answer interrupts what is being said."""
        self._key = 0
        """The key of its node, another one for each line, as the same words may follow again."""
        self._pause = 0.0
        """Seconds until the next line may follow."""
        self._word_count = -MAX_WORDS
        """Words said since the last decision; before the first, there may be twice as many."""
        self._answers: list[str] = []
        """What is said before any line of the log."""
        self._notes: list[str] = []
        """What is said after all lines of the log, such as tips."""
        self._preview = ""
        """The effect of the action that is being chosen, as it was said last."""

    @property
    def is_busy(self) -> bool:
        """True if a line is still to be said, or is being said, except answers to keys."""
        return self._next() is not None or bool(self._notes) or (self._pause > 0 and self._live == "polite")

    def skip_log(self) -> None:
        """Skip the lines that are in the log now, which have been said before."""
        self._line_index = len(self.log.lines)

    def on_decision(self) -> None:
        """Begin a new count of words: a player at this screen has decided."""
        self._word_count = 0

    def say(self, words: str) -> None:
        """Say something before any other line: a question, or the answer to a key."""
        self._answers.append(words)

    def add_note(self, words: str) -> None:
        """Say something after what has happened: a tip, or what a button has done."""
        self._notes.append(words)

    def preview(self, words: str) -> None:
        """Say the effect of the action that is being chosen, if it has changed."""
        if words != self._preview:
            self._answers = [answer for answer in self._answers if answer != self._preview]
            self._preview = words
            self._answers += [words] if words else []

    def update(self, dt: float, pace: float) -> bool:
        """Let time pass. Returns True if the current line has changed.

        `pace` is a factor of durations, normally 1.
        """
        self._pause = max(0.0, self._pause - dt)
        if self._pause > 0 and (not self._answers or self._live == "assertive"):
            return False
        if self._answers:
            self._speak(self._answers.pop(0), "assertive", 0.0)
            return True
        if (line := self._next()) is not None:
            self._line_index += 1
            words = line.spoken
        elif self._notes:
            words = self._notes.pop(0)
        else:
            return False
        self._word_count += _count_words(words)
        self._speak(words, "polite", pace)
        return True

    def _speak(self, words: str, live: Live, pace: float) -> None:
        self._current, self._live = words, live
        self._key += 1
        self._pause = _MIN_PAUSE + _WORD_SECONDS * pace * _count_words(words)

    def _next(self) -> LogEntry | None:
        """Return the next line to say, and skip those before it that are not said."""
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
        """Return the one live node."""
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
    """Return the nodes of a match: the turn, the action being chosen, and the table.

    `question` is the open question, with the number of lines of the match. `live` is True if changes are announced.
    """
    reader = Reader(names)
    polite: Live = "polite" if live else "off"
    parts: list[tuple[int, Words, Live]] = [(STATUS_KEY, status, polite), (2, doing, polite)]
    if question is not None:
        parts.append((_FIRST_QUESTION_KEY + question[0], question[1], "assertive" if live else "off"))
    nodes = [AccessibleNode("status", say(words, reader, begin=True), live=mode, key=key) for key, words, mode in parts]
    lines = text_nodes(*table, first=_FIRST_LINE_KEY)
    return [*(node for node in nodes if node.name), AccessibleNode("list", say(m("The table")), key=3, parts=lines)]


def list_news(log: Log) -> Sequence[AccessibleNode]:
    """Return the last lines of the log as nodes."""
    return [
        AccessibleNode("status", line.words, live="polite", key=key)
        for key, line in list(enumerate(log.lines, 1))[-_MAX_NEWS:]
    ]


def format_spoken(event: Event, names: Sequence[str], persons: Sequence[int], viewer: int | None) -> str:
    """Return what is said of an event at this screen; empty if it is needless."""
    subject = subject_seat(event)
    is_needless = (event.spoken_only_to_actor and subject not in persons) or (
        event.unspoken_to_actor and subject == viewer
    )
    return "" if is_needless else say(event.spoken_message(), Reader(names), begin=True)


def rate_loudness(event: Event, viewer: int | None) -> Priority:
    """Return how much an event matters to the listening player."""
    if event.spoken_only_to_actor or (viewer is not None and event.puts_out(viewer)):
        return "must"
    return "more" if event.mark or mentions_seat(event.message(), viewer) else ""


def mentions_seat(message: Message, seat: int | None) -> bool:
    """True if a sentence mentions this player.

    >>> from grenade_salad.text import m
    >>> mentions_seat(m("{who} takes {taken:,}", who=Seat(0), taken=[m("one of {whom}'s", whom=Seat(2))]), 2)
    True
    """
    return seat is not None and any(_value_mentions(value, seat) for value in message.fields.values())


def _value_mentions(value: Value, seat: int) -> bool:
    if isinstance(value, Seat):
        return int(value) == seat
    if isinstance(value, Message):
        return mentions_seat(value, seat)
    return not isinstance(value, str | int | float) and any(_value_mentions(part, seat) for part in value)
