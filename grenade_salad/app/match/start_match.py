"""Begin a match, resume one, play again: from a header to the table of its game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from threading import Thread

from grenade_salad.app.match.game_screens import GameScreens
from grenade_salad.app.phones import phones_scene
from grenade_salad.app.seating import player_names
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.shell.scene import AppContext, Scene
from grenade_salad.app.ui.theme import SEATS
from grenade_salad.core import Game, Illegal, Json, registry
from grenade_salad.journal.database import JournalError
from grenade_salad.match import seeds
from grenade_salad.match.match import Controller, Header, Match, read_controllers, upgrade_header
from grenade_salad.text import m

_FALLBACK = "grenade_salad.app.match.fallback_board:SCENE"
"""The scenes of a game that has none of its own."""


def load_screens(name: str) -> GameScreens:
    """Return the scenes of a game, or the fallback."""
    return registry.load_object(registry.plugin(name).screens or _FALLBACK, GameScreens)


def preload_screens(name: str) -> None:
    """Import what the game's table needs, beside the window.

    numpy and pymunk alone take half a second. The first sound in another pitch needs numpy, too.
    """
    modules = [module for module in (load_screens(name).preload_module, "numpy") if module]
    Thread(target=lambda: [import_module(module) for module in modules], name="ahead", daemon=True).start()


def max_seats(game: Game) -> int:
    """Return how many seats the window has for a game; machine players may have more."""
    return min(game.max_seats, SEATS)


def open_file(app: AppContext, file: Path) -> Scene | None:
    """Return the scene of the game that can open a file or folder, or None.

    If there is only a dialog, it is that: of a game that reads the file first, or says why it does not.
    """
    dialog: Scene | None = None
    for name in registry.check_plugins()[0]:
        opens = load_screens(name).opens
        if opens is None or (scene := opens(app, file)) is None:
            continue
        if not isinstance(scene, Dialog):
            if dialog is not None:
                dialog.on_left()
            return scene
        dialog = dialog or scene
    return dialog


def begin(app: AppContext, header: Header, seats: Sequence[Controller], *, on_top: bool = False) -> None:
    """Begin a match in place of the top scene, or over it. Raises `Illegal`."""
    words: list[Json] = [controller.to_word() for controller in seats]
    full_header = replace(header, seats=header.names, meta={**header.meta, "controllers": words})
    match: Match | None = None
    if app.journal is not None:
        try:
            match = app.journal.begin(full_header)
        except JournalError as error:
            app.say(m("This match is not being saved: {why}.", why=str(error)), seconds=12)
    (app.push if on_top else app.replace)(make_match_table(app, match or Match(full_header), tuple(seats)))
    app.audio.tune("theme_start")


def resume(app: AppContext, match_id: int) -> None:
    """Resume a match of the journal over the scene, or say why that is impossible."""
    if app.journal is None:
        return
    try:
        match = app.journal.resume(match_id)
    except JournalError as error:
        app.say(m("{why}.", why=str(error)), refused=True)
        return
    seat_controllers = tuple(
        player_names.available_controller(controller, match.header.game)
        for controller in read_controllers(match.header)
    )
    app.push(make_match_table(app, match, seat_controllers))
    phones_scene.reconnect_phones(app, match_id)


def _renew_header(header: Header) -> Header:
    """Return the header with another seed and without its setup.

    Without turns the setup stays, since it is the box on the table.
    """
    setup = header.setup if registry.load(header.game).is_turnless else None
    return replace(upgrade_header(header), seed=seeds.draw_seed(), setup=setup)


def play_again(app: AppContext, header: Header, seats: Sequence[Controller]) -> None:
    """Begin another match of the same people, with the same house rules."""
    begin(app, _renew_header(header), seats)


def begin_like(app: AppContext, match_id: int) -> None:
    """Begin a match like one of the journal: the same game, people, and house rules.

    It is over the top scene. Say why if it is impossible. Machine players that do not exist any more are replaced by
    the nearest ones.
    """
    if app.journal is None:
        return
    try:
        header = app.journal.record(match_id).header
        seats = [player_names.available_controller(controller, header.game) for controller in read_controllers(header)]
        begin(app, _renew_header(header), seats, on_top=True)
    except (JournalError, Illegal) as error:
        app.say(m("{why}.", why=str(error)), refused=True)


def make_match_table(app: AppContext, match: Match, seats: tuple[Controller, ...]) -> Scene:
    """Return the table of a match with the board of its game, not yet on the stack."""
    app.audio.start_ambience()
    return load_screens(match.header.game).make(app, match, seats)
