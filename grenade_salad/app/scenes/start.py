"""Begin a match, go on with one, play again: from a header to the scene of its game."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec

from grenade_salad import games
from grenade_salad.app import cast
from grenade_salad.app.app import App
from grenade_salad.app.scene import Scene
from grenade_salad.core import Game, Json
from grenade_salad.match.match import Header, Match
from grenade_salad.match.seats import Controller, controllers
from grenade_salad.match.store import JournalError

_FOLDERS = {"grenade-salad": "salad", "live-grenade": "live_grenade", "wheel": "wheel"}


def playable(name: str) -> Game | None:
    """The game, if it and its scene are there."""
    if find_spec(f"grenade_salad.app.scenes.{_FOLDERS[name]}") is None:
        return None
    try:
        return games.load(name)
    except (ImportError, AttributeError):
        return None


def set_up(app: App, name: str) -> Scene:
    """The scene before a match: the game's own `set_up(app)` in the module of its scene, or the generic one."""
    from grenade_salad.app.scenes.setup import SetupScene

    own = getattr(import_module(f"grenade_salad.app.scenes.{_FOLDERS[name]}"), "set_up", None)
    if own is None:
        return SetupScene(app, name)
    scene = own(app)
    assert isinstance(scene, Scene)
    return scene


def begin(app: App, header: Header, seats: Sequence[Controller]) -> None:
    """A new match in place of the scene on top. Raises Illegal for what cannot be; nothing is shown then."""
    words: list[Json] = [one.words() for one in seats]
    full = replace(header, meta={**header.meta, "controllers": words})
    match: Match | None = None
    if app.journal is not None:
        try:
            match = app.journal.begin(full)
        except JournalError as error:
            app.say(f"This match is not kept: {error}.", seconds=12)
    app.replace(scene_of(app, match or Match(full), tuple(seats)))


def resume(app: App, number: int) -> None:
    """Go on with a match of the journal, on top of the scene; says why if that cannot be."""
    if app.journal is None:
        return
    try:
        match = app.journal.resume(number)
    except JournalError as error:
        app.say(f"{error}.", refused=True)
        return
    known = tuple(cast.seated(one) for one in controllers(match.header))
    app.push(scene_of(app, match, known))


def again(app: App, header: Header, seats: Sequence[Controller]) -> None:
    """The same people, the same house rules, other luck."""
    begin(app, replace(header, seed=fresh_seed(), setup=None), seats)


def fresh_seed() -> int:
    """The seed of a new match."""
    return secrets.randbelow(2**31)


def scene_of(app: App, match: Match, seats: tuple[Controller, ...]) -> Scene:
    """The scene of the match's game, on no stack yet."""
    module = import_module(f"grenade_salad.app.scenes.{_FOLDERS[match.header.game]}")
    scene = module.make(app, match, seats)
    assert isinstance(scene, Scene)
    return scene
