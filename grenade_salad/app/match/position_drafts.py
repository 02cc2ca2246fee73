"""The ways to where positions are set up, for the games that bring such a scene, and the drafts that are kept."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias

from grenade_salad.app.match import start_match
from grenade_salad.app.shell.dialog import Answer, Dialog, nothing
from grenade_salad.app.shell.scene import Scene, Shell
from grenade_salad.core import Illegal, registry
from grenade_salad.core.action_notation import Unreadable
from grenade_salad.core.position_notation import Start, say_open
from grenade_salad.core.position_tokens import LONGEST
from grenade_salad.match import seeds
from grenade_salad.match.match import Header, Match
from grenade_salad.system import private_files
from grenade_salad.text import m

Eyes: TypeAlias = int | Literal["table", "everybody"]
"""A seat, what everybody at the table may know, or all there is."""


def _file(folder: Path, game: str) -> Path:
    return folder / "positions" / f"{game}.txt"


def kept(folder: Path, game: str) -> str:
    """The line of the draft that was kept last; empty if there is none that can be read."""
    with suppress(OSError, UnicodeDecodeError), _file(folder, game).open(encoding="utf-8") as stream:
        return stream.read(LONGEST)
    return ""


def keep(folder: Path, game: str, line: str) -> None:
    """Keep the draft in place of the one before. Raises OSError."""
    private_files.write(_file(folder, game), f"{line}\n".encode())


def can(game: str) -> bool:
    """Whether positions of the game can be set up."""
    return start_match.brought(game).edit is not None


def scene(app: Shell, game: str, line: str = "") -> Scene | None:
    """Where the position of the line is set up, or the draft that was kept; None if the game has no such scene."""
    edit = start_match.brought(game).edit
    if edit is None:
        return None
    for text in (line, kept(app.data_folder, game)):
        if text:
            with suppress(Unreadable):
                return edit(app, text)
    return edit(app, "")


def show(app: Shell, game: str, line: str = "") -> None:
    """Set up a position, on top of the scene: that of the line, or what was kept."""
    made = scene(app, game, line)
    if made is not None:
        app.push(made)


def show_from(app: Shell, match: Match, eyes: Eyes) -> None:
    """Set up the position of a match, as somebody knows it. Says why if there is no line of it now."""
    state, names = match.state, match.header.names
    try:
        if eyes == "table":
            line = say_open(state, names)
        else:
            line = state.format_position(eyes if isinstance(eyes, int) else None, names)
    except Illegal as error:
        app.say(m("{why}.", why=error.reason.message()), refused=True)
    else:
        show(app, match.header.game, line)


def choose(app: Shell) -> None:
    """Of which game, if there are several."""
    found = [name for name in registry.playable()[0] if can(name)]
    if len(found) == 1:
        show(app, found[0])
        return
    answers = [Answer(registry.plugin(name).on_box, partial(show, app, name)) for name in found]
    back = Answer(m("Back"), nothing, back=True, icon="back")
    app.push(Dialog(app, m("Set up a position"), "", [*answers, back]))


def match_from(game: str, began: Start) -> Match:
    """A match that starts there; it is kept nowhere yet. Raises Illegal."""
    return Match(Header(game, began.called, began.options, seeds.draw_seed(), began.setup))


def luck() -> Random:
    """For what nobody knows: drawn anew each time."""
    return Random(seeds.draw_seed())
