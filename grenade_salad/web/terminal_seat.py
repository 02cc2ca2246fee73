"""A person who plays at the terminal of a headless table, in typed words.

Public events are printed as they happen; the person's hand only on request, since others may see the terminal.
"""

from __future__ import annotations

from grenade_salad.core import Action, Illegal, Reason
from grenade_salad.core.action_notation import Unreadable
from grenade_salad.session.phases import Deciding, FreePlay, Reacting
from grenade_salad.session.session import Session
from grenade_salad.sheets.compose import make_reader, sheet_for
from grenade_salad.text import Reader, m, say
from grenade_salad.web.headless_table import HeadlessTable


def active_session(table: HeadlessTable) -> Session | None:
    """Return the session if the person at the terminal has to decide now, or None."""
    session, seat = table.session, table.terminal_seat
    if session is None or seat is None or table.is_paused or not session.accepts_actions:
        return None
    match session.phase:
        case Deciding(seat=acting):
            return session if acting == seat else None
        case FreePlay():
            return session
        case Reacting(seats=seats, answers=answers):
            return session if seat in seats and seat not in answers else None
    return None


def make_prompt(table: HeadlessTable) -> str:
    """Return the prompt for the person at the terminal if they have to decide, or ""."""
    session, seat = active_session(table), table.terminal_seat
    if session is None or seat is None:
        return ""
    name = table.names[seat]
    if isinstance(session.phase, Reacting):
        # Translators: in a terminal, at any time that a card may be answered, whatever the hand holds
        return say(m("{who}, you may react: type a move, or “pass”.", who=name))
    # Translators: in a terminal; “hand” and “table” are typed as they stand
    return say(m("{who}, it is your turn: type a move, “hand” or “table”.", who=name))


def parse_line(table: HeadlessTable, typed: str) -> Action | Reason | None:
    """Return the action that the words mean, legal or not, or why they mean none.

    None if the person at the terminal has nothing to decide.
    """
    session, seat = active_session(table), table.terminal_seat
    if session is None or seat is None:
        return None
    try:
        return session.match.state.parse_action(typed, seat, session.match.header.names)
    except Unreadable as error:
        return error.reason


def list_completions(table: HeadlessTable, typed: str) -> list[str]:
    """Return whole lines that typed words of an action become with one more word.

    The last word may be completed instead.
    """
    session, seat = active_session(table), table.terminal_seat
    if session is None or seat is None:
        return []
    words = session.match.state.complete_action(typed, seat, session.match.header.names)
    prefix = typed if not typed or typed[-1].isspace() else typed[: len(typed) - len(typed.split()[-1])]
    return [f"{prefix}{word} " for word in words if not word.startswith("<")]


def hand_lines(table: HeadlessTable) -> list[str]:
    """Return the hand of the person at the terminal, a card a line.

    It is for the terminal alone, on request.
    """
    session, seat = table.session, table.terminal_seat
    if session is None or seat is None:
        return []
    view = session.match.state.view(seat)
    reader = make_reader(view, session.match.header.names, seat)
    cards = sheet_for(view, (), reader).hand
    return [say(card.words, reader, begin=True) for card in cards]


def table_lines(table: HeadlessTable) -> list[str]:
    """Return what everybody may know about the table, in lines."""
    if table.session is None:
        return []
    match = table.session.match
    view = match.state.view(None)
    reader = make_reader(view, match.header.names, None)
    return [say(words, reader, begin=True) for words in sheet_for(view, (), reader).public]


def position_lines(table: HeadlessTable) -> list[str]:
    """Return the position as a line, as the person at the terminal knows it.

    Like the hand, it is printed on request.
    """
    session, seat = table.session, table.terminal_seat
    if session is None or seat is None:
        return []
    names = session.match.header.names
    try:
        return [session.match.state.format_position(seat, names)]
    except Illegal as error:
        return [say(error.reason.message(), Reader(names, seat), begin=True)]
