"""Keys for people who listen: recent lines, the turn, hand, table and focus."""

from __future__ import annotations

from collections.abc import Callable

from grenade_salad.app.match.controller import MatchScene
from grenade_salad.app.ui.accessible import join_sentences
from grenade_salad.app.ui.inputs import Input, KeyInput
from grenade_salad.app.ui.meanings import KeyMeaning
from grenade_salad.text import Reader, Words, m, say

_RECENT_COUNT = 5
"""Number of recent lines that are repeated together."""
_MAX_COUNT = 40
"""Maximum number of lines since the player's own last one."""


def handle_key(table: MatchScene, event: Input) -> bool:
    """Answer a key, and return True if it was one of these."""
    answers = [answer for means, answer in ANSWERS.items() if isinstance(event, KeyInput) and means in event.meanings]
    if not answers:
        return False
    if isinstance(event, KeyInput) and event.down:
        words = say(answers[0](table), Reader(table.names), begin=True)
        if not table.app.is_listened_to:
            table.app.say(m("Ear mode is off: see Accessibility in the settings."), refused=True)
        elif words:
            table.narrator.say(words)
    return True


def _say_last_line(table: MatchScene) -> Words:
    return _join_lines(table, 1)


def _say_recent_lines(table: MatchScene) -> Words:
    """Return the last few lines; without turns, all since the player's own last line."""
    if not table.match.state.is_turnless:
        return _join_lines(table, _RECENT_COUNT)
    lines = table.log.lines
    last_own = max((index for index, line in enumerate(lines) if line.seat == table.actor), default=-1)
    return _join_lines(table, min(len(lines) - last_own - 1 or _RECENT_COUNT, _MAX_COUNT))


def _join_lines(table: MatchScene, count: int) -> Words:
    lines = [line.words for line in table.log.lines[-count:]]
    return ". ".join(lines) if lines else m("Nothing has happened yet.")


def _say_turn(table: MatchScene) -> Words:
    return table.status()


def _say_hand(table: MatchScene) -> Words:
    """Return the hand of the only person at this screen; of several, open the cover."""
    if not table.app.is_listened_to:
        return ""
    if table.viewer is not None:
        return ". ".join(line.partition("\n")[0] for line in table.hand_lines(table.viewer)) or m("Your hand is empty.")
    if table.actor is None or table.session.is_public:
        return m("No hand can be shown here now.")
    table.look(table.actor)
    return ""


def _say_table(table: MatchScene) -> Words:
    return ". ".join(line.replace("\n", ". ") for line in table.table_text_lines())


def _say_focused(table: MatchScene) -> Words:
    """Return the whole open question, or everything about the widget with the focus."""
    if table.reaction is not None:
        return table.reaction.question.words
    widget = table.widgets.focus
    accessible = widget.accessible_node() if widget is not None else None
    if accessible is None:
        return m("Nothing is chosen.")
    part = next(
        (candidate for candidate in accessible.parts if widget is not None and candidate.key == widget.focused_part),
        accessible,
    )
    return join_sentences(part.name, part.value, part.description).replace("\n", ". ")


ANSWERS: dict[KeyMeaning, Callable[[MatchScene], Words]] = {
    "say_last": _say_last_line,
    "say_several": _say_recent_lines,
    "say_turn": _say_turn,
    "say_hand": _say_hand,
    "say_table": _say_table,
    "say_more": _say_focused,
}
"""The answer to each key."""
