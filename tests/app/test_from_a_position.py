"""The window starts a match within a turn.

In a reaction window, with cards played, and before the drop is kept.
"""

from __future__ import annotations

from grenade_salad import games
from grenade_salad.app.games.live_grenade.board import LiveGrenadeBoard
from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.games.wheel.board import WheelBoard
from grenade_salad.app.match.game_board import GameBoard
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.match.match import Controller, Header, Match
from tests.app.conftest import run_until
from tests.marks import for_each

SOLDIERS = "seats 2; a3 300,205 30; b7 340,200; b8 20,20; hand a arrow explosion; hand b footpath; deck ?30; turn a; "
CARDS = "seats 3; hand a 2C 4C; hand b 3H 5C KD; hand c 2D; discard JD; "
WHEEL = "seats 3; down 4S; dice AS 5, 2S 1, 2S 1; hearts a 4H; hearts b AH; hearts c 2H; "
QUICK = (
    (SaladBoard, "grenade-salad", SOLDIERS + "stepped 3 asked b"),
    (LiveGrenadeBoard, "live-grenade", CARDS + "turn a; skip JD; asked b c"),
    (WheelBoard, "wheel", WHEEL + "turn b; roll 2; out a"),
)
MORE = (
    (SaladBoard, "grenade-salad", SOLDIERS + "moved; still 2"),
    (SaladBoard, "grenade-salad", SOLDIERS + "played 1"),
    (SaladBoard, "grenade-salad", "seats 2; drop"),
    (SaladBoard, "grenade-salad", "seats 2; a3 300,205; b7 340,200; drop 1; reserve 19 19"),
    (LiveGrenadeBoard, "live-grenade", "seats 3; hand a 2C; hand b 3H KD; turn b; anticlockwise; out c"),
    (WheelBoard, "wheel", WHEEL + "turn c"),
)


@for_each("position", QUICK, MORE)
def test_match_starts_within_a_turn(app: App, position: tuple[type[GameBoard], str, str]) -> None:
    app.settings.speed = "off"
    scene, name, line = position
    start = games.load(name).parse_start(line)
    match = Match(Header(name, ("Ann", "Bo", "Cy")[: start.seats], start.options, 5, start.setup))
    active_seats = match.state.active_seats()
    table = TableScene(app, match, tuple(Controller("person") for _ in range(start.seats)), scene)
    app.push(HomeScene(app))
    app.push(table)
    run_until(app, lambda: table.controller.actor is not None or table.reaction is not None, 2000)
    assert match.state.active_seats()
    assert not active_seats or match.state.active_seats() == active_seats
