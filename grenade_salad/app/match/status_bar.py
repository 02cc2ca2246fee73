"""What stands in the bar over a table besides its buttons: whose turn it is, who thinks, and who is waited for."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from grenade_salad.app.match.layout import BAR
from grenade_salad.app.match.text_view import is_turn_of
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import LARGE, PAPER, SMALL, TEXT
from grenade_salad.core import View
from grenade_salad.session.phases import Asking, Deciding, Over, Phase, Stalled
from grenade_salad.text import Message, Words, m, say

_NAMED = 3
"""So many who may answer are called by their names."""
_SIZES = LARGE, TEXT, 17.0, SMALL, 15.0, 14.0
"""Of type, in units: the largest in which the line fits."""
_LONG = 0.3
"""Seconds after which it is shown that a machine thinks."""


def usual_status(
    phase: Phase, view: View, names: Sequence[str], actor: int | None, asks: bool, turnless: bool
) -> Words:
    """Whose turn it is, where the game says nothing of it; `asks`: a reaction window is open at this screen."""
    if isinstance(phase, Over):
        return m("The game is over.")
    if isinstance(phase, Stalled):
        return m("It stands still.")
    acting = view.active_seats
    if asks:
        return m("{who} may react.", "{who} may react.", n=len(acting), who=[names[seat] for seat in acting])
    if turnless:
        return m("Anybody may play, at any time.")
    if actor is not None:
        return m("{who}, it is your turn.", who=names[actor])
    if len(acting) == 1:
        return is_turn_of(names[acting[0]])
    who = [names[seat] for seat in acting]
    return m("{who} may react.", "{who} may react.", n=len(who), who=who) if who else "…"


def thinking(phase: Phase) -> tuple[int, float] | None:
    """The machine whose turn it is, and for how many seconds it has been thinking so long that this is shown."""
    if not isinstance(phase, Deciding) or phase.thought < _LONG:
        return None
    return phase.seat, phase.thought - _LONG


def words_of(status: Words, thinks: int | None, phase: Phase, names: Sequence[str], waits: Words) -> Words:
    """All of it in a line; `waits` is whom everybody waits for, empty if for nobody."""
    words = status if thinks is None else m("{who} is thinking…", who=names[thinks])
    if isinstance(phase, Deciding) and phase.by == "phone":
        words = m("{who} is deciding on the phone.", who=names[phase.seat])
    if not waits:
        return words
    return m("{status}  ·  {waits}", context="what is going on, and who is waited for", status=words, waits=waits)


def covered(name: Words, is_open: bool, is_asked: bool, waits: Words) -> Words:
    """The line while a cover lies on the table: whom it is for, and who else is waited for in a reaction window."""
    if is_open:
        # Translators: of a player whose cards are open under the cover, while all others look away
        words = m("{who} is looking under the cover", who=name)
    elif is_asked:
        # Translators: of a player whose cover lies closed on the table, while time runs
        words = m("{who} may look under the cover", who=name)
    else:
        # Translators: of a player whose cover lies closed on the table; "Done" is its button
        words = m("Waiting for {who} to look, or to press Done", who=name)
    if not waits:
        return words
    return m("{status}  ·  {waits}", context="what is going on, and who is waited for", status=words, waits=waits)


def may_answer(asking: Asking, seats: Sequence[int], viewer: int | None, names: Sequence[str]) -> Words:
    """Which of these seats may answer, and how long they have; empty without any."""
    if not seats:
        return ""
    seconds = None if asking.left is None or asking.closed else ceil(asking.left)
    return _may_answer([names[seat] for seat in seats if seat != viewer], viewer in seats, seconds)


def _may_answer(others: list[str], you: bool, seconds: int | None) -> Words:
    """The same in words; None: as long as they like."""
    number = len(others)
    who: list[str] | Message = others
    if number > _NAMED:  # their panels are marked: eight names would leave no room to read any
        # Translators: of players, as in "8 others may answer" and "you may answer, 7 others too"
        who = m("{n} other", "{n} others", context="of players", n=number)
    if not you:
        if seconds is None:
            # Translators: {who} is a list of names; of who may react to a card or a mine
            return m("{who} may answer", "{who} may answer", who=who, n=number)
        return m("{who} may answer: {seconds} s", "{who} may answer: {seconds} s", who=who, n=number, seconds=seconds)
    if others:
        if seconds is None:
            # Translators: {who} is a list of names
            return m("you may answer, {who} too", who=who)
        return m("you may answer, {who} too: {seconds} s", who=who, seconds=seconds)
    return m("you may answer") if seconds is None else m("you may answer: {seconds} s", seconds=seconds)


def draw(canvas: Canvas, words: Words, room: float, log_line: Rect | None, quarters: int = 0) -> None:
    """Draw the line, in two rows if it is longer than `room` units; above the log's last line if that stands there.

    `quarters` is to whom it is turned on a screen that lies flat, counter-clockwise: across the bar there is no room
    for words, so that those at the sides read it as it stands.
    """
    if quarters % 4 == 2 and log_line is None:
        with canvas.turned(Rect(0, 0, room + 24, BAR), 2) as upright:
            draw(upright, words, room, None)
        return
    middle = 26 if log_line is None else log_line.y / 2 + 1
    least = SMALL if log_line is None else TEXT * 0.75
    size = next((one for one in _SIZES if one > least and canvas.width(words, one, bold=True) < room), least)
    lines = [say(words)]
    if canvas.width(words, least, bold=True) > room:
        size = SMALL if log_line is None or log_line.y >= 2.5 * SMALL else SMALL * 0.85
        first, *others = canvas.lines(words, room, size, bold=True)
        middle, lines = middle - size * 0.55, [first, " ".join(others)]
    for index, line in enumerate(lines):
        at = (16, middle + index * size * 1.1)
        canvas.text(line, at, size, PAPER, bold=True, anchor="midleft", wide=room)
