"""Grenade Salad in the window, for tests: matches, mouse and keys."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.salad.actions import SaladSetup
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.match.match import Controller, Header, Match
from tests.app.conftest import click, post_mouse, press_keys, press_mouse, run_until
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

ANNS_HAND = ("hammers", "arrow", "explosion", "pointer", "circles")
BOS_HAND = ("footpath", "arrow", "arrow", "pointer", "circles")


def position(
    hands: Sequence[Sequence[str]] = (ANNS_HAND, BOS_HAND),
    soldiers: Sequence[Soldier] = FEW,
    deck: Sequence[str] = ("arrow", "pointer", "explosion", "footpath", "hammers", "circles"),
) -> SaladSetup:
    """Return a setup with these soldiers on the table. It is Ann's turn."""
    seats = len(hands)
    each = [15] * seats
    return SaladSetup(tuple(soldiers), tuple(each), (0,) * seats, tuple(map(tuple, hands)), tuple(deck), 0)


def sit_down(
    app: App,
    kinds: str = "pp",
    setup: SaladSetup | None = None,
    options: SaladOptions | None = None,
    seed: int = 5,
    speed: str = "off",
    waits: bool = True,
) -> SaladBoard:
    """Return the board of a match with a person for each p and a machine for each b.

    `waits`: wait until a person must act.
    """
    app.settings.speed = speed  # type: ignore[assignment]
    app.push(HomeScene(app))
    match = Match(Header("grenade-salad", NAMES[: len(kinds)], options or SaladOptions(starter=0), seed, setup))
    scene = get_board(
        TableScene(app, match, tuple(Controller("person" if kind == "p" else "bot") for kind in kinds), SaladBoard),
        SaladBoard,
    )
    scene.controller.have_looked.update(range(len(kinds)))
    app.push(scene.table)
    app.frame()
    if waits:
        wait_for_person(app, scene)
    return scene


def wait_for_person(app: App, scene: SaladBoard) -> None:
    """Wait until a person must act or answer, or the game is over."""
    run_until(
        app,
        lambda: (
            app.scene is not scene.table
            or (scene.controller.is_idle and (scene.controller.actor is not None or scene.table.reaction is not None))
        ),
        2000,
    )


def screen_position(scene: SaladBoard, soldier: int) -> Point:
    """Return a soldier's position on the screen."""
    cube = scene.display.cubes[soldier]
    return scene.board_view.camera.to_screen((cube.x, cube.y))


def offset_point(point: Point, scene: SaladBoard, across: float, up: float) -> Point:
    """Return a screen point that many mm away."""
    return point[0] + across * scene.board_view.camera.scale, point[1] - up * scene.board_view.camera.scale


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


def click_card(app: App, scene: SaladBoard, card: str) -> None:
    """Click the visible edge of a card in the open hand."""
    card_widget = next(widget for widget in scene.board_view.cards if widget.card == card)
    rect = card_widget.on_screen()
    click(app, (rect.centerx, rect.y + 20))


def tab_to(app: App, widget: Widget) -> None:
    """Press Tab until the widget has the focus."""
    for _ in range(60):
        if app.scene.widgets.focus is widget:
            return
        press_keys(app, pygame.K_TAB)
    raise AssertionError(f"Tab does not reach {widget}")


def shows_match_position(scene: SaladBoard) -> bool:
    """True if the visible cubes match the match's state."""
    visible_cubes = {(cube.id, cube.seat, cube.x, cube.y, cube.angle) for cube in scene.display.cubes.values()}
    return visible_cubes == {
        (soldier.id, soldier.seat, soldier.x, soldier.y, soldier.angle)
        for soldier in scene.controller.match.state.view(None).soldiers
    }  # type: ignore[attr-defined]
