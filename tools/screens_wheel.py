"""Pictures of Grenade, the wheel: see tools/screens.py."""

from __future__ import annotations

from functools import partial

import pygame

from grenade_salad.app.games.wheel.board import WheelScene
from grenade_salad.app.games.wheel.private import PrivateCover
from grenade_salad.app.ui.inputs import Key
from grenade_salad.app.window.application import App
from grenade_salad.games.wheel import Advance, Roll, WheelOptions, WheelSetup
from grenade_salad.games.wheel.actions import Die
from grenade_salad.match.match import Header, Match
from grenade_salad.session.worker_process import AtOnce
from tools.tables import Show, sit_down, wait

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Finn", "Gus")
RING = ("3S", "joker", "AS", "5S", "2S", "7S", "4S", "6S")
CHAIN = (Die(6, 5), Die(3, 5), Die(5, 5))


def scene_of(
    app: App, seats: int, dice: tuple[Die, ...] | None, roll: int, *, people: int = 99, face_down: tuple[int, ...] = ()
) -> WheelScene:
    """A match in the middle: the dice lie so, and the black die shows the roll. The first seats are people."""
    hearts = [f"{number}H" for number in "A234567"]
    each = 2 if seats == 2 else 1
    hands = tuple(tuple(hearts[seat * each : (seat + 1) * each]) for seat in range(seats))
    turn = next(
        seat for seat in range(seats) if not any(f"{heart[:-1]}S" in _cards(face_down) for heart in hands[seat])
    )
    setup = WheelSetup(RING, hands, turn, dice, face_down or None)
    match = Match(Header("wheel", NAMES[:seats], WheelOptions(), 5, setup))
    if roll:
        match.add(Roll(roll))
    scene = sit_down(app, match, WheelScene, people)
    wait(app, 2)
    return scene


def _cards(face_down: tuple[int, ...]) -> list[str]:
    return [RING[at] for at in face_down]


def _start(app: App, seats: int, people: int = 99) -> None:
    scene = scene_of(app, seats, None, 4, people=people)
    scene.table.widgets.set_focus(scene.dice[1])


def _chain(app: App, seats: int, people: int = 99) -> None:
    scene = scene_of(app, seats, CHAIN, 3, people=people)
    scene.press_die(0)


def _dealing(app: App) -> None:
    match = Match(Header("wheel", NAMES[:3], WheelOptions(), 5))
    sit_down(app, match, WheelScene, 2)
    wait(app, 45)


def _move(app: App, seconds: float, seats: int = 7) -> None:
    scene = scene_of(app, seats, CHAIN, 3, people=1)
    scene.table.act(Advance(0, 0))
    wait(app, round(seconds * 60))


def _tumbling(app: App) -> None:
    scene_of(app, 4, (Die(0, 3), Die(0, 2), Die(0, 5)), 0)
    wait(app, 28)


def _late(app: App) -> None:
    scene_of(app, 7, (Die(0, 3), Die(0, 5), Die(4, 2)), 5, people=1, face_down=(6, 7, 1, 3))


def _marked(app: App, people: int, opened: bool) -> None:
    scene = scene_of(app, 7, (Die(0, 3), Die(0, 5), Die(4, 2)), 5, people=people, face_down=(6, 7))
    for index, mark in enumerate(("maybe", "no", "surely", "no", "maybe")):
        scene.marks[0][index + 1, f"{'2352A'[index]}H"] = mark  # type: ignore[assignment]
    if people == 1:
        if scene._book_hidden:
            scene._toggle_book()
        scene.table.widgets.set_focus(scene.notebook)
        return
    scene.open_for(0)
    if opened:
        assert isinstance(app.scene, PrivateCover)
        app.scene.handle(Key(pygame.K_1))


def _bot_chooses(app: App) -> None:
    setup = WheelSetup(RING, (("AH",), ("2H",), ("5H",)), 1, CHAIN)
    match = Match(Header("wheel", NAMES[:3], WheelOptions(), 5, setup))
    match.add(Roll(2))
    scene = sit_down(app, match, WheelScene, 1)
    for _ in range(400):
        app.frame()
        if scene.announced is not None:
            break
    wait(app, 20)


def _end(app: App, looked: bool, seats: int = 4) -> None:
    app.settings.speed, app.thinker = "off", AtOnce
    match = Match(Header("wheel", NAMES[:seats], WheelOptions(), 11))
    scene = sit_down(app, match, WheelScene, 0)
    while app.scene is scene.table:
        app.frame(0.1)
    if looked:
        app.pop()


def _edges(app: App) -> None:
    app.settings.facing = "edges"
    _chain(app, 7, 1)


SCREENS: dict[str, Show] = {
    "wheel-deal": _dealing,
    "wheel-2": partial(_start, seats=2),
    "wheel-7": partial(_start, seats=7, people=1),
    "wheel-chain": partial(_chain, seats=2),
    "wheel-chain-7": partial(_chain, seats=7, people=1),
    "wheel-edges": _edges,
    "wheel-tumble": _tumbling,
    "wheel-hop": partial(_move, seconds=0.3),
    "wheel-blast": partial(_move, seconds=2.1),
    "wheel-out": partial(_move, seconds=9.5),
    "wheel-late": _late,
    "wheel-notebook": partial(_marked, people=1, opened=False),
    "wheel-cover": partial(_marked, people=7, opened=False),
    "wheel-cover-open": partial(_marked, people=7, opened=True),
    "wheel-bot": _bot_chooses,
    "wheel-end": partial(_end, looked=False),
    "wheel-end-7": partial(_end, looked=False, seats=7),
    "wheel-end-table": partial(_end, looked=True),
}
