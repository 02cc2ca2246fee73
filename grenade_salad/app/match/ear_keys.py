"""Keys for those who hear a match: what was said once more, whose turn it is, the hand, the table, and all of it."""

from __future__ import annotations

from collections.abc import Callable

from grenade_salad.app.match.controller import MatchScene
from grenade_salad.app.ui.accessible import sentences
from grenade_salad.app.ui.inputs import Input, Key
from grenade_salad.app.ui.meanings import Means
from grenade_salad.text import Reader, Words, m, say

_SEVERAL = 5
"""Lines that are said again at once."""
_MANY = 40
"""The same of what has changed since one did something."""


def heed(table: MatchScene, event: Input) -> bool:
    """Answer a key; whether it was one of these."""
    found = [answer for means, answer in ANSWERS.items() if isinstance(event, Key) and means in event.means]
    if not found:
        return False
    if isinstance(event, Key) and event.down:
        words = say(found[0](table), Reader(table.names), begin=True)
        if not table.app.listened:
            table.app.say(m("Ear mode is off: see Accessibility in the settings."), refused=True)
        elif words:
            table.ears.say(words)
    return True


def _last(table: MatchScene) -> Words:
    return _lines(table, 1)


def _several(table: MatchScene) -> Words:
    """The last few; at a table without turns all since the own last line."""
    if not table.match.state.is_turnless:
        return _lines(table, _SEVERAL)
    lines = table.log.lines
    own = max((at for at, line in enumerate(lines) if line.seat == table.actor), default=-1)
    return _lines(table, min(len(lines) - own - 1 or _SEVERAL, _MANY))


def _lines(table: MatchScene, most: int) -> Words:
    lines = [line.words for line in table.log.lines[-most:]]
    return ". ".join(lines) if lines else m("Nothing has happened yet.")


def _turn(table: MatchScene) -> Words:
    return table.status()


def _hand(table: MatchScene) -> Words:
    """That of the only person at this screen; of several, the cover comes for whose turn it is."""
    if not table.app.listened:
        return ""
    if table.viewer is not None:
        return ". ".join(line.partition("\n")[0] for line in table.hand_lines(table.viewer)) or m("Your hand is empty.")
    if table.actor is None or table.session.public:
        return m("No hand can be shown here now.")
    table.look(table.actor)
    return ""


def _all(table: MatchScene) -> Words:
    return ". ".join(line.replace("\n", ". ") for line in table.table_in_words())


def _more(table: MatchScene) -> Words:
    """All of the question that is open, or of what has the focus."""
    if table.reaction is not None:
        return table.reaction.question.words
    widget = table.widgets.focus
    heard = widget.heard() if widget is not None else None
    if heard is None:
        return m("Nothing is chosen.")
    part = next((one for one in heard.parts if widget is not None and one.key == widget.part), heard)
    return sentences(part.name, part.value, part.about).replace("\n", ". ")


ANSWERS: dict[Means, Callable[[MatchScene], Words]] = {
    "say_last": _last,
    "say_several": _several,
    "say_turn": _turn,
    "say_hand": _hand,
    "say_table": _all,
    "say_more": _more,
}
"""What each key says."""
