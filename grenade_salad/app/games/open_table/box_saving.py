"""Saves the pieces on the table as a box."""

from __future__ import annotations

from functools import partial

from grenade_salad.app.games.open_table.interaction import TableInteraction
from grenade_salad.app.games.open_table.writing import WritingScene
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.scene import Scene
from grenade_salad.boxes.box_writer import count_hidden_texts
from grenade_salad.boxes.box_writer import save_box as saved
from grenade_salad.games.open_table.state import TableState
from grenade_salad.games.open_table.words import translate_word
from grenade_salad.text import m, say


class NamingScene(WritingScene):
    """Asks for the name of the new box; it stays open whatever happens at the table."""

    def __init__(self, desk: TableInteraction) -> None:
        # Translators: over a line that is typed: what lies on the table becomes a box, a game in a folder
        title = m("What is the new box called?")
        name = say(translate_word(desk.view.box.name))
        super().__init__(desk, title, name, partial(_save, desk.table), False, m("Save"))

    def update(self, dt: float) -> None:
        Scene.update(self, dt)


def save(desk: TableInteraction) -> None:
    """Ask for a name and save the pieces on the table as a box, or say why not."""
    if _can_save(desk.table):
        desk.table.app.push(NamingScene(desk))


def _can_save(table: TableScene) -> bool:
    """True if nothing hidden would be written; otherwise the user is told why not."""
    state = table.match.state
    assert isinstance(state, TableState)
    hidden_count = count_hidden_texts(state.full_view(), state.view(None))
    if hidden_count:
        why = m(
            "{n} piece with writing on it is hidden: lay it open first.",
            "{n} pieces with writing on them are hidden: lay them open first.",
            n=hidden_count,
        )
        table.app.say(why, refused=True, seconds=8)
    return not hidden_count


def _save(table: TableScene, name: str) -> None:
    """Write the box into the data folder, and show the folder or the error."""
    state, app = table.match.state, table.app
    assert isinstance(state, TableState)
    if not _can_save(table):
        return
    try:
        folder = saved(state.view(None), app.data_folder, name or say(translate_word(state.box.name)))
    except OSError as error:
        app.say(m("The box can't be saved: {why}", why=error.strerror or str(error)), refused=True, seconds=8)
        return
    app.say(m("Saved as a box, in {folder}", folder=str(folder)), seconds=12)
