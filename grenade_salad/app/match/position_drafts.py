"""Opens the position editor of the games that have one, and saves the drafts."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias

from grenade_salad.app.match import start_match
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.shell.scene import AppContext, Scene
from grenade_salad.core import Illegal, registry
from grenade_salad.core.action_notation import Unreadable
from grenade_salad.core.position_notation import Start
from grenade_salad.core.position_tokens import MAX_LENGTH
from grenade_salad.match import seeds
from grenade_salad.match.match import Header, Match
from grenade_salad.system import private_files
from grenade_salad.text import m

Viewpoint: TypeAlias = int | Literal["table", "everybody"]
"""A seat, what everybody at the table may know, or everything."""


def _draft_path(folder: Path, game: str) -> Path:
    return folder / "positions" / f"{game}.txt"


def load_draft(folder: Path, game: str) -> str:
    """Return the line of the saved draft; empty if there is none that can be read."""
    with suppress(OSError, UnicodeDecodeError), _draft_path(folder, game).open(encoding="utf-8") as stream:
        return stream.read(MAX_LENGTH)
    return ""


def save_draft(folder: Path, game: str, line: str) -> None:
    """Save a draft in place of the previous one. Raises `OSError`."""
    private_files.write(_draft_path(folder, game), f"{line}\n".encode())


def can_edit(game: str) -> bool:
    """True if the game has a position editor."""
    return start_match.load_screens(game).make_editor is not None


def make_editor(app: AppContext, game: str, line: str = "") -> Scene | None:
    """Return the editor with the position of a line, or with the saved draft.

    None if the game has no editor.
    """
    make_scene = start_match.load_screens(game).make_editor
    if make_scene is None:
        return None
    for text in (line, load_draft(app.data_folder, game)):
        if text:
            with suppress(Unreadable):
                return make_scene(app, text)
    return make_scene(app, "")


def open_editor(app: AppContext, game: str, line: str = "") -> None:
    """Open the editor over the scene, with the position of a line or the saved draft."""
    editor = make_editor(app, game, line)
    if editor is not None:
        app.push(editor)


def open_editor_at(app: AppContext, match: Match, viewpoint: Viewpoint) -> None:
    """Open the editor with the position of a match, as a viewpoint knows it.

    Say why if there is no line of it now.
    """
    state, names = match.state, match.header.names
    try:
        if viewpoint == "table":
            line = state.format_public_position(names)
        else:
            line = state.format_position(viewpoint if isinstance(viewpoint, int) else None, names)
    except Illegal as error:
        app.say(m("{why}.", why=error.reason.message()), refused=True)
    else:
        open_editor(app, match.header.game, line)


def choose_game(app: AppContext) -> None:
    """Open the editor, after the choice of a game if several have one."""
    games = [name for name in registry.check_plugins()[0] if can_edit(name)]
    if len(games) == 1:
        open_editor(app, games[0])
        return
    answers = [Answer(registry.plugin(name).display_title, partial(open_editor, app, name)) for name in games]
    back = Answer(m("Back"), do_nothing, back=True, icon="back")
    app.push(Dialog(app, m("Set up a position"), "", [*answers, back]))


def make_match(game: str, position: Start) -> Match:
    """Return a match that starts there, not yet saved. Raises `Illegal`."""
    return Match(Header(game, position.display_names, position.options, seeds.draw_seed(), position.setup))


def fresh_rng() -> Random:
    """Return a random generator for unknown cards, with a new seed each time."""
    return Random(seeds.draw_seed())
