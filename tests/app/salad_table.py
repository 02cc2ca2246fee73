"""Grenade Salad in the window, for tests: matches, mouse and keys."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.settings import Speed
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.salad.actions import SaladSetup
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.games.salad.view import SaladView
from grenade_salad.match.match import Controller, Header, Match
from tests.app.conftest import click, post_mouse, press_keys, press_mouse, run_until
from tests.kinds import expect_type
from tools.tables import get_board

NAMES = ("Ann", "Bo", "Cyril", "Dora")

FEW = (
    Soldier(0, 0, 200.0, 200.0, 0.0),
    Soldier(1, 0, 300.0, 200.0, 0.3),
    Soldier(2, 1, 213.0, 200.0, 0.0),
    Soldier(3, 1, 330.0, 230.0, 0.8),
    Soldier(4, 1, 200.0, 320.0, 0.0),
    Soldier(5, 1, 120.0, 200.0, 0.0),
    Soldier(6, 0, 160.0, 200.0, 0.0),
)
"""Ann's 0 can strike 2.

3 is in a blast with 1; 6 is between 0 and 5; 4 is in the open.
"""

_MAX_FRAMES = 2000
"""Frames in which all machine players have moved and all of it is shown."""
ANNS_HAND = ("hammers", "arrow", "explosion", "pointer", "circles")
BOS_HAND = ("footpath", "arrow", "arrow", "pointer", "circles")


def position(
    hands: Sequence[Sequence[str]] = (ANNS_HAND, BOS_HAND),
    soldiers: Sequence[Soldier] = FEW,
    deck: Sequence[str] = ("arrow", "pointer", "explosion", "footpath", "hammers", "circles"),
) -> SaladSetup:
    """Return a setup with these soldiers on the table. It is Ann's turn."""
    seats = len(hands)
    return SaladSetup(
        soldiers=tuple(soldiers),
        reserve=(15,) * seats,
        taken=(0,) * seats,
        hands=tuple(map(tuple, hands)),
        deck=tuple(deck),
        turn=0,
    )


def sit_down(
    app: App,
    kinds: str = "pp",
    setup: SaladSetup | None = None,
    options: SaladOptions | None = None,
    seed: int = 5,
    speed: Speed = "off",
    waits: bool = True,
    match: Match | None = None,
) -> SaladBoard:
    """Return the board of a match with a person for each p and a machine for each b.

    `waits`: wait until a person must act.
    """
    app.settings.speed = speed
    app.push(HomeScene(app))
    if match is None:
        match = Match(Header("grenade-salad", NAMES[: len(kinds)], options or SaladOptions(starter=0), seed, setup))
    board = get_board(
        TableScene(app, match, tuple(Controller("person" if kind == "p" else "bot") for kind in kinds), SaladBoard),
        SaladBoard,
    )
    board.controller.have_looked.update(range(len(kinds)))
    app.push(board.table)
    app.frame()
    if waits:
        wait_for_person(app, board)
    return board


def wait_for_person(app: App, board: SaladBoard) -> None:
    """Wait until a person must act or answer, or the game is over."""
    run_until(
        app,
        lambda: (
            app.scene is not board.table
            or (board.controller.is_idle and (board.controller.actor is not None or board.table.reaction is not None))
        ),
        _MAX_FRAMES,
    )


def screen_position(board: SaladBoard, soldier: int) -> Point:
    """Return a soldier's position on the screen."""
    cube = board.display.cubes[soldier]
    return board.board_view.camera.to_screen((cube.x, cube.y))


def offset_point(point: Point, board: SaladBoard, across: float, up: float) -> Point:
    """Return a screen point that many mm away."""
    return point[0] + across * board.board_view.camera.scale, point[1] - up * board.board_view.camera.scale


def drag(app: App, start: Point, end: Point) -> None:
    """Drag from `start` to `end` in steps."""
    press_mouse(app, start)
    for step in range(1, 6):
        share = step / 5
        post_mouse(
            app, pygame.MOUSEMOTION, (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
        )
    post_mouse(app, pygame.MOUSEBUTTONUP, end)


def press(app: App, widget: Widget) -> None:
    """Click a widget."""
    assert widget.visible, widget
    click(app, widget.on_screen().center)


def click_card(app: App, board: SaladBoard, card: str) -> None:
    """Click the visible edge of a card in the open hand."""
    card_widget = next(widget for widget in board.board_view.cards if widget.card == card)
    rect = card_widget.on_screen()
    click(app, (rect.centerx, rect.y + 20))


def tab_to(app: App, widget: Widget) -> None:
    """Press Tab until the widget has the focus."""
    for _ in range(60):
        if app.scene.widgets.focus is widget:
            return
        press_keys(app, pygame.K_TAB)
    raise AssertionError(f"Tab does not reach {widget}")


def shows_match_position(board: SaladBoard) -> bool:
    """True if the visible cubes match the match's state."""
    cubes = {Soldier(cube.id, cube.seat, cube.x, cube.y, cube.angle) for cube in board.display.cubes.values()}
    return cubes == set(expect_type(SaladView, board.controller.match.state.view(None)).soldiers)
