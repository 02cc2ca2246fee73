"""Pictures of the open table: see tools/screens.py."""

from __future__ import annotations

from functools import partial

import pygame

from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.games.open_table.hand_strip import card_boxes
from grenade_salad.app.games.open_table.setup import BoxSetup
from grenade_salad.app.ui.inputs import Key, Pointer
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.core import Action
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.buttons import pressed
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.match.match import Header, Match
from tools.tables import Show, sit_down, wait

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Finn", "Gus", "Hal", "Ida")


def scene_of(app: App, box: str, seats: int, buttons: tuple[str, ...] = (), turn: int | None = 0) -> OpenTableScene:
    """A shipped box on the table, after those of its buttons; whose turn is marked."""
    app.settings.speed = "off"
    match = Match(Header("open-table", NAMES[:seats], TableOptions(), 5, bundled.opened(box).setup))
    scene = sit_down(app, match, OpenTableScene, seats)
    _rest(app, scene)
    for label in buttons:
        button = next(one for one in scene.desk.view.box.buttons if one.label == label)
        for action in pressed(button, scene.desk.seat or 0, scene.desk.view):
            act(app, scene, action)
    if turn is not None:
        act(app, scene, actions.Set(0, "turn", "", turn))
    return scene


def act(app: App, scene: OpenTableScene, action: Action) -> None:
    """A line, and all that follows from it."""
    assert scene.table.act(action), action
    _rest(app, scene)


def _rest(app: App, scene: OpenTableScene) -> None:
    wait(app, 3)
    for _ in range(600):
        if scene.table.idle:
            return
        app.frame()


def _some_cards(app: App, scene: OpenTableScene, number: int = 3) -> None:
    for index in range(number):
        act(app, scene, actions.Move(0, of="draw", n=1, to=(80.0 + 90 * index, 90.0), face="up"))


def _cards(app: App, seats: int = 4) -> OpenTableScene:
    scene = scene_of(app, "cards", seats, ("Deal 5",))
    _some_cards(app, scene)
    return scene


def _open_strip(app: App, buttons: tuple[str, ...] = ("Deal 7",), seats: int = 4) -> None:
    scene_of(app, "cards", seats, buttons)
    app.scene.handle(Key(pygame.K_SPACE))


def _chosen(app: App, box: str = "cards", seats: int = 4) -> None:
    scene = scene_of(app, box, seats)
    scene.desk.choose([next(one.key for one in scene.desk.things if one.stack or one.shape in ("die", "disc"))])
    scene._follow()


def _right_click(app: App) -> None:
    scene = _cards(app)
    at = scene.desk.camera.to_screen(next(one.at for one in scene.desk.things if one.key == "draw"))
    for kind in ("move", "down", "up"):
        app.scene.handle(Pointer(kind, at, 0 if kind == "move" else 3))  # type: ignore[arg-type]


def _reading(app: App, box: str = "cards") -> None:
    scene = _cards(app) if box == "cards" else scene_of(app, box, 2)
    one = next(one for one in reversed(scene.desk.things) if one.shape != "board" and one.face.side >= 0)
    app.scene.handle(Pointer("move", scene.desk.camera.to_screen(one.at), 0))
    app.scene.handle(Key(pygame.K_z, means=frozenset({"read_large"})))


def _carried(app: App) -> None:
    scene = _cards(app)
    app.scene.handle(Key(pygame.K_SPACE))
    start, end = card_boxes(scene.desk)[1].center, scene.desk.camera.to_screen((420.0, 120.0))
    for kind, at in (("move", start), ("down", start), ("move", (start[0], start[1] - 60)), ("move", end)):
        app.scene.handle(Pointer(kind, at, 1 if kind == "down" else 0))  # type: ignore[arg-type]
        wait(app, 1)


def _shot(app: App) -> None:
    scene = scene_of(app, "crokinole", 2)
    disc = next(one for one in scene.desk.things if one.shape == "disc")
    assert isinstance(disc.key, int)
    act(app, scene, actions.Move(0, what=(disc.key,), to=(400.0, 100.0)))
    scene.desk.flicks = True
    start = scene.desk.camera.to_screen((400.0, 100.0))
    end = start[0] + 8, start[1] + 60
    for kind, at in (("move", start), ("down", start), ("move", end), ("move", (end[0] + 2, end[1]))):
        app.scene.handle(Pointer(kind, at, 1 if kind == "down" else 0))  # type: ignore[arg-type]
        wait(app, 6)


def _edges(app: App, box: str, seats: int, turn: int, *buttons: str) -> None:
    app.settings.facing = "edges"
    scene = scene_of(app, box, seats, buttons, turn)
    if box == "cards":
        _some_cards(app, scene)


def _edges_chosen(app: App, seats: int) -> None:
    """All around one screen, a pile chosen that has a name: the panel has all that it can have."""
    _edges(app, "cards", seats, seats - 1, "Deal 5")
    scene = app.scene.scene  # type: ignore[attr-defined]
    act(app, scene, actions.Move(0, of="draw", n=4, to=(60.0, 250.0), angle=0.5))
    [stack] = scene.desk.view.stacks
    act(app, scene, actions.Set(0, "name", stack.number, "The market"))
    scene.desk.choose([stack.number])
    scene._follow()


def _edges_reading(app: App) -> None:
    _edges(app, "cards", 4, 2, "Deal 5")
    scene = app.scene.scene  # type: ignore[attr-defined]
    one = next(one for one in reversed(scene.desk.things) if one.shape == "card" and one.face.side >= 0)
    app.scene.handle(Pointer("move", scene.desk.camera.to_screen(one.at), 0))
    app.scene.handle(Key(pygame.K_z, means=frozenset({"read_large"})))


_SEATS = {"draughts": 2, "chess": 2, "wheel": 5, "grenade-salad": 4, "cards": 4, "live-grenade": 4}
_DEALS = {"dominoes": ("Deal 7",), "wheel": ("Deal 1",), "live-grenade": ("Deal",), "grenade-salad": ("Deal 5",)}

SCREENS: dict[str, Show] = {
    "open-setup": lambda app: app.push(BoxSetup(app)),
    **{
        f"open-box-{name}": partial(scene_of, box=name, seats=_SEATS.get(name, 2), buttons=_DEALS.get(name, ()))
        for name in bundled.names()
    },
    "open-cards-play": _cards,
    "open-cards-9": partial(scene_of, box="cards", seats=9, buttons=("Deal 5",)),
    "open-strip": _open_strip,
    "open-strip-26": partial(_open_strip, buttons=("Deal all",), seats=2),
    "open-panel": _chosen,
    "open-panel-dice": partial(_chosen, box="dice", seats=2),
    "open-menu": _right_click,
    "open-reading": _reading,
    "open-reading-chess": partial(_reading, box="chess"),
    "open-carried": _carried,
    "open-shot": _shot,
    "open-edges": lambda app: _edges(app, "cards", 4, 1, "Deal 5"),
    "open-edges-2": lambda app: _edges(app, "chess", 2, 1),
    "open-edges-9": lambda app: _edges_chosen(app, 9),
    "open-edges-6": lambda app: _edges_chosen(app, 6),
    "open-edges-reading": _edges_reading,
}
