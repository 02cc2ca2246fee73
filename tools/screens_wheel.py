"""Pictures of Grenade, the wheel: see tools/screens.py."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from grenade_salad.app.games.wheel.private import PrivateCover
from grenade_salad.app.games.wheel.scene import WheelScene
from grenade_salad.app.shell.app import App
from grenade_salad.app.ui.inputs import Key
from grenade_salad.games.wheel import Advance, Roll, WheelOptions, WheelSetup
from grenade_salad.games.wheel.moves import Die
from grenade_salad.match.match import Header, Match
from grenade_salad.session.worker_process import AtOnce
from tools.tables import sit_down, wait

Show = Callable[[App], None]

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


def _start(seats: int, people: int = 99) -> Show:
    def show(app: App) -> None:
        scene = scene_of(app, seats, None, 4, people=people)
        scene.table.widgets.set_focus(scene.dice[1])

    return show


def _chain(seats: int, people: int = 99) -> Show:
    def show(app: App) -> None:
        scene = scene_of(app, seats, CHAIN, 3, people=people)
        scene.press_die(0)

    return show


def _dealing(app: App) -> None:
    match = Match(Header("wheel", NAMES[:3], WheelOptions(), 5))
    sit_down(app, match, WheelScene, 2)
    wait(app, 45)


def _move(seconds: float, seats: int = 7) -> Show:
    def show(app: App) -> None:
        scene = scene_of(app, seats, CHAIN, 3, people=1)
        scene.table.act(Advance(0, 0))
        wait(app, round(seconds * 60))

    return show


def _tumbling(app: App) -> None:
    scene_of(app, 4, (Die(0, 3), Die(0, 2), Die(0, 5)), 0)
    wait(app, 28)


def _late(app: App) -> None:
    scene_of(app, 7, (Die(0, 3), Die(0, 5), Die(4, 2)), 5, people=1, face_down=(6, 7, 1, 3))


def _marked(people: int, opened: bool) -> Show:
    def show(app: App) -> None:
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

    return show


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


def _end(looked: bool, seats: int = 4) -> Show:
    def show(app: App) -> None:
        app.settings.speed, app.thinker = "off", AtOnce
        match = Match(Header("wheel", NAMES[:seats], WheelOptions(), 11))
        scene = sit_down(app, match, WheelScene, 0)
        while app.scene is scene.table:
            app.frame(0.1)
        if looked:
            app.pop()

    return show


def _edges(app: App) -> None:
    app.settings.facing = "edges"
    _chain(7, 1)(app)


SCREENS: dict[str, Show] = {
    "wheel-deal": _dealing,
    "wheel-2": _start(2),
    "wheel-7": _start(7, 1),
    "wheel-chain": _chain(2),
    "wheel-chain-7": _chain(7, 1),
    "wheel-edges": _edges,
    "wheel-tumble": _tumbling,
    "wheel-hop": _move(0.3),
    "wheel-blast": _move(2.1),
    "wheel-out": _move(9.5),
    "wheel-late": _late,
    "wheel-notebook": _marked(1, False),
    "wheel-cover": _marked(7, False),
    "wheel-cover-open": _marked(7, True),
    "wheel-bot": _bot_chooses,
    "wheel-end": _end(False),
    "wheel-end-7": _end(False, 7),
    "wheel-end-table": _end(True),
}
