"""Begin a match, go on with one, play again: from a header to the scene of its game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from threading import Thread

from grenade_salad.app.match.game_screens import GameScreens
from grenade_salad.app.phones import phones_scene
from grenade_salad.app.seating import player_names
from grenade_salad.app.shell.scene import AppContext, Scene
from grenade_salad.app.ui.theme import SEATS
from grenade_salad.core import Game, Illegal, Json, registry
from grenade_salad.journal.database import JournalError
from grenade_salad.match import seeds
from grenade_salad.match.match import Controller, Header, Match, controllers, upgrade_header
from grenade_salad.text import m

_PLAIN = "grenade_salad.app.match.fallback_board:SCENE"
"""The scenes of a game that brings none."""


def load_screens(name: str) -> GameScreens:
    """The scenes that the game brings, or plain ones."""
    return registry.load_object(registry.plugin(name).screens or _PLAIN, GameScreens)


def preload_screens(name: str) -> None:
    """Import what the game's table needs, beside the window: numpy and pymunk alone take half a second."""
    if module := load_screens(name).preload_module:
        Thread(target=import_module, args=(module,), name="ahead", daemon=True).start()


def max_seats(game: Game) -> int:
    """How many seats the window has for a game; machines may play with more."""
    return min(game.max_seats, SEATS)


def open_file(app: AppContext, file: Path) -> Scene | None:
    """The set-up of the game that knows what to do with a file or folder; None if none does."""
    for name in registry.check_plugins()[0]:
        scenes = load_screens(name)
        if scenes.opens is not None and (scene := scenes.opens(app, file)) is not None:
            return scene
    return None


def begin(app: AppContext, header: Header, seats: Sequence[Controller], *, on_top: bool = False) -> None:
    """A new match in place of the scene on top, or over it. Raises Illegal for what cannot be."""
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
    """Go on with a match of the journal, on top of the scene; says why if that cannot be."""
    if app.journal is None:
        return
    try:
        match = app.journal.resume(match_id)
    except JournalError as error:
        app.say(m("{why}.", why=str(error)), refused=True)
        return
    seat_controllers = tuple(
        player_names.available_controller(controller, match.header.game) for controller in controllers(match.header)
    )
    app.push(make_match_table(app, match, seat_controllers))
    phones_scene.reconnect_phones(app, match_id)


def _renew_header(header: Header) -> Header:
    """With other luck: a setup is luck, too, but without turns it is the box that lies on the table."""
    setup = header.setup if registry.load(header.game).is_turnless else None
    return replace(upgrade_header(header), seed=seeds.draw_seed(), setup=setup)


def play_again(app: AppContext, header: Header, seats: Sequence[Controller]) -> None:
    """The same people, the same house rules, other luck."""
    begin(app, _renew_header(header), seats)


def begin_like(app: AppContext, match_id: int) -> None:
    """A match like that one of the journal, over the scene on top: game, people, house rules; says why if it cannot be.

    Machines that are not there any more give their seats to the nearest that are.
    """
    if app.journal is None:
        return
    try:
        header = app.journal.record(match_id).header
        seats = [player_names.available_controller(controller, header.game) for controller in controllers(header)]
        begin(app, _renew_header(header), seats, on_top=True)
    except (JournalError, Illegal) as error:
        app.say(m("{why}.", why=str(error)), refused=True)


def make_match_table(app: AppContext, match: Match, seats: tuple[Controller, ...]) -> Scene:
    """The table of the match with the scene of its game, on no stack yet."""
    app.audio.start_ambience()
    return load_screens(match.header.game).make(app, match, seats)
