"""The text in the bar over a table: whose turn it is, and who is waited for."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from grenade_salad.app.match.controller import MatchController
from grenade_salad.app.match.layout import BAR
from grenade_salad.app.match.text_view import turn_sentence
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import LARGE, PAPER, SMALL, TEXT
from grenade_salad.session.phases import Deciding, Over, Phase, Reacting, Stalled
from grenade_salad.text import Message, Words, m, say

_MAX_NAMES = 3
"""Maximum number of players who may react that are called by name."""
_SIZES = LARGE, TEXT, 17.0, SMALL, 15.0, 14.0
"""Font sizes in units: the largest in which the line fits is used."""
_THINKING_DELAY = 0.3
"""Seconds after which a thinking machine player is named."""


def default_status(controller: MatchController) -> Words:
    """Return whose turn it is, for games without a status of their own."""
    names = controller.names
    if isinstance(controller.session.phase, Over):
        return m("The game is over.")
    if isinstance(controller.session.phase, Stalled):
        return m("It stands still.")
    acting = controller.view.active_seats
    if controller.reaction is not None:
        return m("{who} may react.", "{who} may react.", n=len(acting), who=[names[seat] for seat in acting])
    if controller.match.state.is_turnless:
        return m("Anybody may play, at any time.")
    if controller.actor is not None:
        return m("{who}, it is your turn.", who=names[controller.actor])
    if len(acting) == 1:
        return turn_sentence(names[acting[0]])
    reacting = [names[seat] for seat in acting]
    return m("{who} may react.", "{who} may react.", n=len(reacting), who=reacting) if reacting else "…"


def find_slow_thinker(phase: Phase) -> tuple[int, float] | None:
    """Return the seat of a slow machine player, and the seconds it has been shown."""
    if not isinstance(phase, Deciding) or phase.thinking_seconds < _THINKING_DELAY:
        return None
    return phase.seat, phase.thinking_seconds - _THINKING_DELAY


def join_status(status: Words, thinker: int | None, phase: Phase, names: Sequence[str], waiting: Words) -> Words:
    """Return the whole line: `waiting` if somebody is waited for, else the status."""
    if waiting:
        return waiting
    words = status if thinker is None else m("{who} is thinking…", who=names[thinker])
    if isinstance(phase, Deciding) and phase.by == "phone":
        words = m("{who} is deciding on the phone.", who=names[phase.seat])
    return words


def format_cover_status(name: Words, is_open: bool, is_asked: bool, waiting: Words) -> Words:
    """Return the line while a cover is on the table.

    It says who looks, since the clock stops then, or in a reaction window who is waited for: the cover has a name.
    """
    if is_open:
        # Translators: of a player whose cards are open under the cover, while all others look away
        return m("{who} is looking under the cover", who=name)
    if waiting:
        return waiting
    if is_asked:
        # Translators: of a player whose cover lies closed on the table, while time runs
        return m("{who} may look under the cover", who=name)
    # Translators: to a player whose cover lies closed on the table; "Done" is its button
    return m("{who}: look, or press Done", who=name)


def format_reaction(phase: Reacting, seats: Sequence[int], viewer: int | None, names: Sequence[str]) -> Words:
    """Return which of these seats may react, and how long; empty without any."""
    if not seats:
        return ""
    seconds = None if phase.seconds_left is None or phase.is_closed else ceil(phase.seconds_left)
    return _format_reaction([names[seat] for seat in seats if seat != viewer], viewer in seats, seconds)


def _format_reaction(other_names: list[str], you: bool, seconds: int | None) -> Words:
    """Return who may react: `you`, these others, or both.

    `seconds` is the time that is left, None if there is no limit.
    """
    count = len(other_names)
    names: list[str] | Message = other_names
    # Their panels are marked: eight names would be too long to read.
    if count > (1 if you else _MAX_NAMES):
        # Translators: of players, as in "8 others may answer" and "You and 7 others may answer"
        names = m("{n} other", "{n} others", context="of players", n=count)
    if not you:
        if seconds is None:
            # Translators: {who} is a list of names; of who may react to a card or a mine
            return m("{who} may answer", "{who} may answer", who=names, n=count)
        return m("{who} may answer: {seconds} s", "{who} may answer: {seconds} s", who=names, n=count, seconds=seconds)
    if other_names:
        if seconds is None:
            # Translators: {who} is a name, or "2 others"
            return m("You and {who} may answer", who=names)
        return m("You and {who} may answer: {seconds} s", who=names, seconds=seconds)
    return m("You may answer") if seconds is None else m("You may answer: {seconds} s", seconds=seconds)


def draw(canvas: Canvas, words: Words, max_width: float, log_line: Rect | None, quarters: int = 0) -> None:
    """Draw the line, in two rows if it is longer than `max_width` units.

    If the last line of the log is in the bar (`log_line`), it is drawn above that. `quarters` is the direction in which
    it faces on a screen that lies flat, in counter-clockwise quarter turns: across the bar there is no space for words,
    so people at the sides read it unturned.
    """
    if quarters % 4 == 2 and log_line is None:
        with canvas.rotated(Rect(0, 0, max_width + 24, BAR), 2) as upright:
            draw(upright, words, max_width, None)
        return
    middle = 26 if log_line is None else log_line.y / 2 + 1
    min_size = SMALL if log_line is None else TEXT * 0.75
    fitting_sizes = (size for size in _SIZES if size > min_size and canvas.width(words, size, bold=True) < max_width)
    size = next(fitting_sizes, min_size)
    lines = [say(words)]
    if canvas.width(words, min_size, bold=True) > max_width:
        size = SMALL if log_line is None or log_line.y >= 2.5 * SMALL else SMALL * 0.85
        first, *rest = canvas.lines(words, max_width, size, bold=True)
        middle, lines = middle - size * 0.55, [first, " ".join(rest)]
    for index, line in enumerate(lines):
        position = (16, middle + index * size * 1.1)
        canvas.text(line, position, size, PAPER, bold=True, anchor="midleft", max_width=max_width)
