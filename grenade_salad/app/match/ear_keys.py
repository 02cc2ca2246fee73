"""Keys for people who listen: recent lines, the turn, hand, table and focus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from grenade_salad.app.match.controller import MatchController
from grenade_salad.app.match.reaction import Reaction
from grenade_salad.app.ui.accessible import join_sentences
from grenade_salad.app.ui.inputs import Input, KeyInput
from grenade_salad.app.ui.meanings import KeyMeaning
from grenade_salad.app.ui.widget_group import WidgetGroup
from grenade_salad.text import Reader, Words, m, say
from grenade_salad.text.say import join_with_stops

_RECENT_COUNT = 5
"""Number of recent lines that are repeated together."""
_MAX_NEW_COUNT = 40
"""Maximum number of lines since the player's own last one."""


class ListenedTable(Protocol):
    """The table of a match, as far as its keys for people who listen need it."""

    controller: MatchController
    reaction: Reaction | None
    widgets: WidgetGroup

    def status(self) -> Words:
        """Say whose turn it is and what can be done."""

    def summarize_table(self) -> Sequence[str]:
        """Describe the table in a few words, a line each."""

    def hand_lines(self, seat: int) -> Sequence[str]:
        """Describe the hand of a seat, for its own ears."""

    def look(self, seat: int) -> None:
        """Put up the cover for a person."""


class EarKeys:
    """Answers the keys of ear mode at a table."""

    def __init__(self, table: ListenedTable) -> None:
        self._table, self._controller = table, table.controller
        self._answers: dict[KeyMeaning, Callable[[], Words]] = {
            "say_last": self._last_line,
            "say_several": self._recent_lines,
            "say_turn": table.status,
            "say_hand": self._hand,
            "say_table": self._table_lines,
            "say_more": self._question_or_focus,
        }

    def handle(self, event: Input) -> bool:
        """Answer a key, and return True if it is one of ear mode."""
        if not isinstance(event, KeyInput) or not event.meanings & self._answers.keys():
            return False
        if not event.down:
            return True
        controller = self._controller
        # An answer may open the cover over a hand, so none is asked for in vain.
        if not controller.app.is_listened_to:
            controller.app.say(m("Ear mode is off: see Accessibility in the settings."), refused=True)
            return True
        answer = next(answer for meaning, answer in self._answers.items() if meaning in event.meanings)
        if words := say(answer(), Reader(controller.names), begin=True):
            controller.narrator.say(words)
        return True

    def _last_line(self) -> Words:
        return self._join_lines(1)

    def _recent_lines(self) -> Words:
        """Return the last few lines; without turns, all since the player's own last line.

        If there is none since, or no player acts at this screen, the last few.
        """
        lines, actor = self._controller.log.lines, self._controller.actor
        # Without an actor, as after the match, the lines of no seat would count as the player's own.
        if not self._controller.match.state.is_turnless or actor is None:
            return self._join_lines(_RECENT_COUNT)
        last_own = max((index for index, line in enumerate(lines) if line.seat == actor), default=-1)
        new_count = len(lines) - last_own - 1
        # A count of 0 would select the whole log.
        return self._join_lines(min(new_count or _RECENT_COUNT, _MAX_NEW_COUNT))

    def _join_lines(self, count: int) -> Words:
        lines = [line.words for line in self._controller.log.lines[-count:]]
        return join_with_stops(lines) if lines else m("Nothing has happened yet.")

    def _hand(self) -> Words:
        """Return the hand of the only person at this screen; of several, open the cover."""
        controller = self._controller
        if controller.viewer is not None:
            lines = [line.partition("\n")[0] for line in self._table.hand_lines(controller.viewer)]
            return join_with_stops(lines) or m("Your hand is empty.")
        if controller.actor is None or controller.session.is_public:
            return m("No hand can be shown here now.")
        self._table.look(controller.actor)
        return ""

    def _table_lines(self) -> Words:
        return join_with_stops(part for line in self._table.summarize_table() for part in line.splitlines())

    def _question_or_focus(self) -> Words:
        """Return the whole open question, or everything about the widget with the focus."""
        if self._table.reaction is not None:
            return self._table.reaction.question.words
        if (widget := self._table.widgets.focus) is None:
            return m("Nothing is chosen.")
        node = widget.accessible_node()
        part = next((part for part in node.parts if part.key == widget.focused_part), node)
        return join_with_stops(join_sentences(part.name, part.value, part.description).splitlines())
