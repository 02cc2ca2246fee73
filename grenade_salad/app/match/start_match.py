"""Begin a match, go on with one, play again: from a header to the scene of its game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from threading import Thread

from grenade_salad.app.match.game_screens import GameScene
from grenade_salad.app.phones import phones_scene
from grenade_salad.app.seating import player_names
from grenade_salad.app.shell.scene import Scene, Shell
from grenade_salad.app.ui.theme import SEATS
from grenade_salad.core import Game, Illegal, Json, registry
from grenade_salad.journal.database import JournalError
from grenade_salad.match import seeds
from grenade_salad.match.match import Controller, Header, Match, controllers, renewed
from grenade_salad.text import m

_PLAIN = "grenade_salad.app.match.fallback_board:SCENE"
"""The scenes of a game that brings none."""


def brought(name: str) -> GameScene:
    """The scenes that the game brings, or plain ones."""
    return registry.load_object(registry.plugin(name).screens or _PLAIN, GameScene)


def bring_ahead(name: str) -> None:
    """Import what the game's table needs, beside the window: numpy and pymunk alone take half a second."""
    if module := brought(name).ahead:
        Thread(target=import_module, args=(module,), name="ahead", daemon=True).start()


def most_seats(game: Game) -> int:
    """How many seats the window has for a game; machines may play with more."""
    return min(game.max_seats, SEATS)


def opened(app: Shell, file: Path) -> Scene | None:
    """The set-up of the game that knows what to do with a file or folder; None if none does."""
    for name in registry.playable()[0]:
        scenes = brought(name)
        if scenes.opens is not None and (scene := scenes.opens(app, file)) is not None:
            return scene
    return None


def begin(app: Shell, header: Header, seats: Sequence[Controller], *, on_top: bool = False) -> None:
    """A new match in place of the scene on top, or over it. Raises Illegal for what cannot be."""
    words: list[Json] = [one.words() for one in seats]
    full = replace(header, seats=header.names, meta={**header.meta, "controllers": words})
    match: Match | None = None
    if app.journal is not None:
        try:
            match = app.journal.begin(full)
        except JournalError as error:
            app.say(m("This match is not being saved: {why}.", why=str(error)), seconds=12)
    (app.push if on_top else app.replace)(scene_of(app, match or Match(full), tuple(seats)))
    app.audio.tune("theme_start")


def resume(app: Shell, number: int) -> None:
    """Go on with a match of the journal, on top of the scene; says why if that cannot be."""
    if app.journal is None:
        return
    try:
        match = app.journal.resume(number)
    except JournalError as error:
        app.say(m("{why}.", why=str(error)), refused=True)
        return
    known = tuple(player_names.seated(one, match.header.game) for one in controllers(match.header))
    app.push(scene_of(app, match, known))
    phones_scene.come_back(app, number)


def _anew(header: Header) -> Header:
    """With other luck: a setup is luck, too, but without turns it is the box that lies on the table."""
    setup = header.setup if registry.load(header.game).is_turnless else None
    return replace(renewed(header), seed=seeds.draw_seed(), setup=setup)


def again(app: Shell, header: Header, seats: Sequence[Controller]) -> None:
    """The same people, the same house rules, other luck."""
    begin(app, _anew(header), seats)


def the_same(app: Shell, number: int) -> None:
    """A match like that one of the journal, over the scene on top: game, people, house rules; says why if it cannot be.

    Machines that are not there any more give their seats to the nearest that are.
    """
    if app.journal is None:
        return
    try:
        header = app.journal.record(number).header
        seats = [player_names.seated(one, header.game) for one in controllers(header)]
        begin(app, _anew(header), seats, on_top=True)
    except (JournalError, Illegal) as error:
        app.say(m("{why}.", why=str(error)), refused=True)


def scene_of(app: Shell, match: Match, seats: tuple[Controller, ...]) -> Scene:
    """The table of the match with the scene of its game, on no stack yet."""
    app.audio.enter_room()
    return brought(match.header.game).make(app, match, seats)
