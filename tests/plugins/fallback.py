"""A match of a plugin's game in the window, on the fallback board."""

from __future__ import annotations

from grenade_salad.app.match import start_match
from grenade_salad.app.match.fallback_board import FallbackBoard
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import registry
from grenade_salad.match.match import Controller, Header, Match
from tests.app.conftest import run_until
from tools.tables import get_board

PERSON = Controller()


def begin(app: App, game: str, *seats: Controller) -> FallbackBoard:
    """Begin a match in the window, with the fallback board."""
    names = ("Ann", "Bo", "Cy")[: len(seats)]
    app.push(HomeScene(app))
    app.push(SetupScene(app, game))
    header = Header(game, names, registry.load(game).options(), 5)
    start_match.begin(app, header, seats)
    if game == "high-card":
        # High Card has its own board: lay a second table for the same header, without a journal.
        app.replace(TableScene(app, Match(header), seats, FallbackBoard))
    board = get_board(app.scene, FallbackBoard)
    run_until(app, lambda: board.controller.actor is not None)
    return board
