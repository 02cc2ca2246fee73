"""Frames of the busiest table: 80 soldiers, a hand of five, a long log, against a fixed floor in the same run.

The floor is what any such table must do: the table, 80 pictures of soldiers, five cards and twenty lines of type, all
prepared, blitted and nothing else. All in processor time.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

import pygame

from grenade_salad.app.games.salad import cubes
from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.ui import pictures, shapes, text
from grenade_salad.app.ui.theme import INK
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import SaladSetup
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.match.match import Header, Match
from tools.bench.figures import timed
from tools.tables import sit_down, wait

WINDOW = (1920, 1080)
LARGE = (3840, 2160)
ROUNDS = 60
_WARM = 240
NAMES = ("Ann", "Bo", "Cyril", "Dora")
_HAND = ("pointer", "circles", "hammers", "arrow", "explosion")


def busiest() -> SaladSetup:
    """All 80 soldiers on the table, in rows that are a little out of line."""
    luck = Random(1)
    soldiers = tuple(
        Soldier(
            number,
            number % 4,
            60 + (number % 10) * 50 + luck.uniform(-12, 12),
            45 + (number // 10) * 44 + luck.uniform(-12, 12),
            luck.uniform(-3, 3),
        )
        for number in range(80)
    )
    deck = ("arrow", "explosion", "footpath", "pointer") * 3
    return SaladSetup(soldiers, (0,) * 4, (0,) * 4, (_HAND, ("footpath",), ("arrow",), ("pointer",)), deck, 0)


def open_busiest(window: tuple[int, int]) -> tuple[App, SaladScene]:
    """A window with all of them, one person and three machines."""
    app = App(Path(tempfile.mkdtemp()), window)
    header = Header("grenade-salad", NAMES, SaladOptions(), 1, busiest())
    scene = sit_down(app, Match(header), SaladScene, 1)
    for number in range(40):
        scene.table.log.add(f"{NAMES[number % 4]} plays Explosion and throws a grenade", number % 4)
    wait(app, 10)
    return app, scene


def floor_of(app: App) -> Callable[[], None]:
    """Draws the least that such a table is, at the sizes that it has in the window."""
    screen, factor = app.screen, app.factor
    wide, high = screen.get_size()
    blits: list[tuple[pygame.Surface, tuple[float, float]]] = [(shapes.table((wide, high)), (0, 0))]
    luck = Random(2)
    for number in range(80):
        sprite = cubes.cube(number % 4, 16 * factor, luck.uniform(-3, 3))
        blits.append((sprite, (wide * (number % 10) / 15, high * (number // 10) / 12)))
    for number, card in enumerate(_HAND):
        picture = pictures.picture(f"cards/salad/{card}.svg", (round(90 * factor), round(126 * factor)))
        blits.append((picture, (wide * number / 12, high * 0.8)))
    for number in range(20):
        line = text.rendered(f"{number}: Ann plays Explosion and throws", round(16 * factor), INK)
        blits.append((line, (wide * 0.8, high * number / 30)))

    def draw() -> None:
        screen.blits(blits, False)
        pygame.display.flip()

    return draw


def turn_all(scene: SaladScene, frame: int) -> None:
    """All soldiers a little on, and turned by a step that is no step of their pictures."""
    for cube in scene.stage.cubes.values():
        cube.x += 0.4 if frame % 40 < 20 else -0.4
        cube.angle += 0.061


def run() -> None:
    """Print the cost of each kind of frame as a multiple of the floor's, warm; at 4K, cold, the worst one too."""
    app, scene = open_busiest(WINDOW)
    floor = floor_of(app)
    turned = 0

    def anew() -> None:
        scene.shown.kept.frame_key = scene.shown.kept.last_key = None
        app.draw()

    def moving() -> None:
        nonlocal turned
        turned += 1
        turn_all(scene, turned)
        app.draw()

    for name, does in {
        "everything is drawn anew": anew,
        "all soldiers move and turn": moving,
        "nothing moves": app.frame,
    }.items():
        if does is moving:
            scene.table.motion.play(1e9, lambda _: None)
            for _ in range(_WARM):
                moving()
        floors, costs = [], []
        for _ in range(ROUNDS):
            floors.append(timed(floor))
            costs.append(timed(does))
        scene.table.motion.skip()
        app.frame()
        print(f"frames: {name}: {sum(costs) / sum(floors):.3g} x the floor ({median(floors) * 1000:.2f} ms)")
    app.close()
    _cold()


def _cold() -> None:
    """All in motion at 4K from the first frame on."""
    app, scene = open_busiest(LARGE)
    floor = floor_of(app)
    scene.table.motion.play(1e9, lambda _: None)
    floors, costs = [], []
    for frame in range(ROUNDS):
        turn_all(scene, frame)
        floors.append(timed(floor))
        costs.append(timed(app.draw))
    ms = f"{sum(costs) / ROUNDS * 1000:.1f} ms, the worst {max(costs) * 1000:.1f}"
    print(f"frames: all move and turn at 4K, cold: {sum(costs) / sum(floors):.3g} x the floor ({ms})")
    app.close()
