"""What lies on the table is saved as a box, and what is said of that."""

from __future__ import annotations

from grenade_salad.app.table.table import Table
from grenade_salad.boxes.saving import hidden_texts
from grenade_salad.boxes.saving import save as saved
from grenade_salad.games.open_table.state import TableState
from grenade_salad.games.open_table.words import called
from grenade_salad.text import m, say


def save(table: Table) -> None:
    """Write it into the data folder; says where, or why not. Nothing that not everybody sees is written."""
    state, app = table.match.state, table.app
    assert isinstance(state, TableState)
    if number := hidden_texts(state.position(), state.view(None)):
        why = m(
            "{n} piece with writing on it is hidden: lay it open first.",
            "{n} pieces with writing on them are hidden: lay them open first.",
            n=number,
        )
        app.say(why, refused=True, seconds=8)
        return
    try:
        folder = saved(state.view(None), app.data_folder, say(called(state.box.name)))
    except OSError as error:
        app.say(m("The box can't be saved: {why}", why=error.strerror or str(error)), refused=True, seconds=8)
        return
    app.say(m("Saved as a box, in {folder}", folder=str(folder)), seconds=12)
