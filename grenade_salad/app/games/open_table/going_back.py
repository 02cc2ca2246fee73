"""A press on a line of the log: take the table back to it, with one undo."""

from __future__ import annotations

from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.ui.log import LogEntry
from grenade_salad.core import Undo
from grenade_salad.games.open_table.events import Undone
from grenade_salad.games.open_table.state import TableState
from grenade_salad.match.undo import Ended, NothingDone, end_of_action
from grenade_salad.text import Message, Reader, Seat, m, say


def offer_undo(table: TableScene, entry: LogEntry) -> None:
    """Ask before the undo: one press too many would take back a whole evening."""
    state, seat = table.controller.match.state, table.controller.actor
    if table.controller.original_controllers or not isinstance(state, TableState):
        return
    if state.is_over or seat is None:
        table.controller.refuse(Ended())
        return
    to = end_of_action(table.controller.match.entries, entry.line)
    undo = Undo(seat, to)
    if to >= len(table.controller.match.entries):
        table.controller.refuse(NothingDone())
    elif (reason := state.why_not(undo)) is not None:
        table.controller.refuse(reason)
    else:
        _ask(table, undo, state.would_undo(seat, to))


def _ask(table: TableScene, undo: Undo, undone: Undone) -> None:
    if not (undone.n or undone.again):
        table.controller.refuse(NothingDone())
        return

    def act() -> None:
        table.controller.act(undo)

    # Translators: a button: all that was done after a line of the log is undone
    answers = [
        Answer(m("Back to here"), act, "main"),
        Answer(m("Leave it as it is"), do_nothing, back=True),
    ]
    words = say(_describe_undo(undone), Reader(table.controller.names))
    # Translators: the head of a question: whether all that was done after a line of the log is undone
    table.app.push(Dialog(table.app, m("Back to here?"), words, answers))


def _describe_undo(undone: Undone) -> Message:
    """Return what would be undone, and that players still know what they have seen."""
    seats = [*map(Seat, undone.whose)]
    if undone.n and undone.seen:
        return m(
            "This undoes {n} step by {whose}. {seen} will still know what was seen.",
            "This undoes {n} steps by {whose}. {seen} will still know what was seen.",
            n=undone.n,
            whose=seats,
            seen=[*map(Seat, undone.seen)],
        )
    if undone.n:
        return m("This undoes {n} step by {whose}.", "This undoes {n} steps by {whose}.", n=undone.n, whose=seats)
    return m(
        "This brings back {n} step by {whose}.",
        "This brings back {n} steps by {whose}.",
        n=undone.again,
        whose=[*map(Seat, undone.back)],
    )
