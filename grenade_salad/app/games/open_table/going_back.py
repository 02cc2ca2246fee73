"""A press on a line of the log: whether the table goes back to how it was after it, all that came later as one undo."""

from __future__ import annotations

from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.shell.dialog import Answer, Dialog, nothing
from grenade_salad.app.ui.log import Said
from grenade_salad.core import Undo
from grenade_salad.games.open_table.events import Undone
from grenade_salad.games.open_table.state import TableState
from grenade_salad.match.undo import Ended, NothingDone, moment_after
from grenade_salad.text import Message, Reader, Seat, m, say


def offer(table: Table, said: Said) -> None:
    """Ask before it is done: one press too many would take back a whole evening."""
    state, seat = table.match.state, table.actor
    if table.watched or not isinstance(state, TableState):
        return
    if state.is_over or seat is None:
        table.refuse(Ended())
        return
    to = moment_after(table.match.entries, said.at)
    line = Undo(seat, to)
    if to >= len(table.match.entries):
        table.refuse(NothingDone())
    elif (reason := state.why_not(line)) is not None:
        table.refuse(reason)
    else:
        _ask(table, line, state.would_undo(seat, to))


def _ask(table: Table, line: Undo, undone: Undone) -> None:
    if not (undone.n or undone.again):
        table.refuse(NothingDone())
        return

    # Translators: a button: all that was done after a line of the log is undone
    answers = [
        Answer(m("Back to here"), lambda: _go(table, line), "main"),
        Answer(m("Leave it as it is"), nothing, back=True),
    ]
    # Translators: the head of a question: whether all that was done after a line of the log is undone
    table.app.push(Dialog(table.app, m("Back to here?"), say(_words(undone), Reader(table.names)), answers))


def _go(table: Table, line: Undo) -> None:
    table.act(line)


def _words(undone: Undone) -> Message:
    """What would be undone, how much of it, and what cannot be: that somebody has seen something."""
    whose = [*map(Seat, undone.whose)]
    if undone.n and undone.seen:
        return m(
            "This undoes {n} step by {whose}. {seen} will still know what was seen.",
            "This undoes {n} steps by {whose}. {seen} will still know what was seen.",
            n=undone.n,
            whose=whose,
            seen=[*map(Seat, undone.seen)],
        )
    if undone.n:
        return m("This undoes {n} step by {whose}.", "This undoes {n} steps by {whose}.", n=undone.n, whose=whose)
    return m(
        "This brings back {n} step by {whose}.",
        "This brings back {n} steps by {whose}.",
        n=undone.again,
        whose=[*map(Seat, undone.back)],
    )
