"""Grenade Salad on the window, for tests: matches to sit down to, and hands for mouse and keys."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.salad.actions import SaladSetup
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.match.match import Controller, Header, Match
from tests.app.conftest import click, hold, key, mouse, until
from tools.tables import scene_on

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
"""Ann's 0 can strike 2; 3 is in a blast with 1; 6 stands between 0 and 5; 4 is in the open."""

ANNS_HAND = ("hammers", "arrow", "explosion", "pointer", "circles")
BOS_HAND = ("footpath", "arrow", "arrow", "pointer", "circles")


def position(
    hands: Sequence[Sequence[str]] = (ANNS_HAND, BOS_HAND),
    soldiers: Sequence[Soldier] = FEW,
    deck: Sequence[str] = ("arrow", "pointer", "explosion", "footpath", "hammers", "circles"),
) -> SaladSetup:
    """Ann's turn, with these soldiers on the table."""
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
) -> SaladScene:
    """A match with a person for each p and a machine for each b; `waits`: until a person is to act."""
    app.settings.speed = speed  # type: ignore[assignment]
    app.push(HomeScene(app))
    match = Match(Header("grenade-salad", NAMES[: len(kinds)], options or SaladOptions(starter=0), seed, setup))
    scene = scene_on(
        Table(app, match, tuple(Controller("person" if kind == "p" else "bot") for kind in kinds), SaladScene),
        SaladScene,
    )
    scene.table.saw.update(range(len(kinds)))
    app.push(scene.table)
    app.frame()
    if waits:
        ready(app, scene)
    return scene


def ready(app: App, scene: SaladScene) -> None:
    """Until a person is to act or to answer, or the game is over."""
    until(
        app,
        lambda: (
            app.scene is not scene.table
            or (scene.table.idle and (scene.table.actor is not None or scene.table.reaction is not None))
        ),
        2000,
    )


def at(scene: SaladScene, soldier: int) -> Point:
    """Where a soldier is on the screen."""
    cube = scene.stage.cubes[soldier]
    return scene.shown.camera.to_screen((cube.x, cube.y))


def beside(point: Point, scene: SaladScene, across: float, up: float) -> Point:
    """A point of the screen so many mm away."""
    return point[0] + across * scene.shown.camera.scale, point[1] - up * scene.shown.camera.scale


def drag(app: App, start: Point, end: Point) -> None:
    """Press, move in steps, and let go."""
    hold(app, start)
    for step in range(1, 6):
        share = step / 5
        mouse(app, pygame.MOUSEMOTION, (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))
    mouse(app, pygame.MOUSEBUTTONUP, end)


def press(app: App, widget: Widget) -> None:
    """Click a widget."""
    assert widget.visible, widget
    click(app, widget.on_screen().center)


def choose(app: App, scene: SaladScene, card: str) -> None:
    """Click a card of the open hand, where it peeks over the edge."""
    found = next(one for one in scene.shown.cards if one.card == card)
    rect = found.on_screen()
    click(app, (rect.centerx, rect.y + 20))


def tab_to(app: App, widget: Widget) -> None:
    """Press Tab until the widget has the focus."""
    for _ in range(60):
        if app.scene.widgets.focus is widget:
            return
        key(app, pygame.K_TAB)
    raise AssertionError(f"Tab does not reach {widget}")


def lies_as_it_is(scene: SaladScene) -> bool:
    """Whether what is shown is what the match says."""
    shown = {(cube.id, cube.seat, cube.x, cube.y, cube.angle) for cube in scene.stage.cubes.values()}
    return shown == {(one.id, one.seat, one.x, one.y, one.angle) for one in scene.table.match.state.view(None).soldiers}  # type: ignore[attr-defined]
