"""Keys for people who listen: recent lines, the turn, hand, table and focus."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grenade_salad.app.match.controller import MatchController
from grenade_salad.app.ui.accessible import join_sentences
from grenade_salad.app.ui.inputs import Input, KeyInput
from grenade_salad.app.ui.meanings import KeyMeaning
from grenade_salad.app.ui.widget import Widget
from grenade_salad.text import Reader, Words, m, say

_RECENT_COUNT = 5
"""Number of recent lines that are repeated together."""
_MAX_NEW_COUNT = 40
"""Maximum number of lines since the player's own last one."""


def handle_key(event: Input, controller: MatchController, answers: Mapping[KeyMeaning, Callable[[], Words]]) -> bool:
    """Answer a key, and return True if it was one of the keys in `answers`."""
    if not isinstance(event, KeyInput) or not event.meanings & answers.keys():
        return False
    if not event.down:
        return True
    # An answer may open the cover over a hand, so none is asked for in vain.
    if not controller.app.is_listened_to:
        controller.app.say(m("Ear mode is off: see Accessibility in the settings."), refused=True)
        return True
    answer = next(answer for meaning, answer in answers.items() if meaning in event.meanings)
    words = say(answer(), Reader(controller.names), begin=True)
    if words:
        controller.narrator.say(words)
    return True


def last_line(controller: MatchController) -> Words:
    """Return the last line of the log."""
    return _join_lines(controller, 1)


def recent_lines(controller: MatchController) -> Words:
    """Return the last few lines; without turns, all since the player's own last line.

    If there is none since, or no player acts at this screen, the last few.
    """
    lines, actor = controller.log.lines, controller.actor
    # Without an actor, as after the match, the lines of no seat would count as the player's own.
    if not controller.match.state.is_turnless or actor is None:
        return _join_lines(controller, _RECENT_COUNT)
    last_own = max((index for index, line in enumerate(lines) if line.seat == actor), default=-1)
    new_count = len(lines) - last_own - 1
    # A count of 0 would select the whole log.
    return _join_lines(controller, min(new_count or _RECENT_COUNT, _MAX_NEW_COUNT))


def _join_lines(controller: MatchController, count: int) -> Words:
    lines = [line.words for line in controller.log.lines[-count:]]
    return ". ".join(lines) if lines else m("Nothing has happened yet.")


def describe_widget(widget: Widget | None) -> Words:
    """Return everything about the widget with the focus."""
    if widget is None:
        return m("Nothing is chosen.")
    node = widget.accessible_node()
    part = next((part for part in node.parts if part.key == widget.focused_part), node)
    return join_sentences(part.name, part.value, part.description).replace("\n", ". ")
