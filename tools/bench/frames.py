"""Frames of the busiest table, against a fixed floor in the same run.

The table has 80 soldiers, a hand of five and a long log. The floor is what any such table must do: the
table, 80 pictures of soldiers, five cards and twenty lines of type, all prepared, blitted and nothing else.
All times are of the processor.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

import pygame

from grenade_salad.app.games.salad import cubes
from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.ui import pictures, shapes, text
from grenade_salad.app.ui.theme import INK
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import SaladSetup
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Card, Soldier
from grenade_salad.match.match import Header, Match
from tools.bench.figures import measure_seconds
from tools.tables import run_frames, sit_down

WINDOW = (1920, 1080)
LARGE = (3840, 2160)
ROUNDS = 60
NAMES = ("Ann", "Bo", "Cyril", "Dora")
_HAND: tuple[Card, ...] = ("pointer", "circles", "hammers", "arrow", "explosion")


def make_busiest_setup() -> SaladSetup:
    """Return a setup with all 80 soldiers on the table, in slightly irregular rows."""
    generator = Random(1)
    soldiers = tuple(
        Soldier(
            soldier_id,
            soldier_id % 4,
            60 + (soldier_id % 10) * 50 + generator.uniform(-12, 12),
            45 + (soldier_id // 10) * 44 + generator.uniform(-12, 12),
            generator.uniform(-3, 3),
        )
        for soldier_id in range(80)
    )
    deck: tuple[Card, ...] = ("arrow", "explosion", "footpath", "pointer") * 3
    return SaladSetup(soldiers, (0,) * 4, (0,) * 4, (_HAND, ("footpath",), ("arrow",), ("pointer",)), deck, 0)


def open_busiest(window: tuple[int, int]) -> tuple[App, SaladBoard]:
    """Open a window on it, with one person and three machines."""
    app = App(Path(tempfile.mkdtemp()), window)
    header = Header("grenade-salad", NAMES, SaladOptions(), 1, make_busiest_setup())
    board = sit_down(app, Match(header), SaladBoard, 1)
    for index in range(40):
        board.table.log.add(f"{NAMES[index % 4]} plays Explosion and throws a grenade", index % 4)
    run_frames(app, 10)
    return app, board


def make_floor(app: App) -> Callable[[], None]:
    """Return a function that draws the floor, at the sizes of the window."""
    screen, factor = app.screen, app.factor
    width, height = screen.get_size()
    blits: list[tuple[pygame.Surface, tuple[float, float]]] = [(shapes.table((width, height)), (0, 0))]
    generator = Random(2)
    for index in range(80):
        sprite = cubes.render_cube(index % 4, 16 * factor, generator.uniform(-3, 3))
        blits.append((sprite, (width * (index % 10) / 15, height * (index // 10) / 12)))
    for index, card in enumerate(_HAND):
        picture = pictures.load_picture(f"cards/salad/{card}.svg", (round(90 * factor), round(126 * factor)))
        blits.append((picture, (width * index / 12, height * 0.8)))
    for index in range(20):
        line = text.rendered(f"{index}: Ann plays Explosion and throws", round(16 * factor), INK)
        blits.append((line, (width * 0.8, height * index / 30)))

    def draw() -> None:
        screen.blits(blits, False)
        pygame.display.flip()

    return draw


def turn_all(board: SaladBoard, frame: int) -> None:
    """Move all soldiers a little, and turn them between steps of their pictures."""
    for cube in board.display.cubes.values():
        cube.x += 0.4 if frame % 40 < 20 else -0.4
        cube.angle += 0.061


def run() -> None:
    """Print the cost of warm frames as a multiple of the floor's.

    `motion` measures those in which soldiers move.
    """
    app, board = open_busiest(WINDOW)
    floor = make_floor(app)

    def draw_again() -> None:
        board.board_view.cache.frame_key = board.board_view.cache.last_key = None
        app.draw()

    for name, draw_frame in (("everything is drawn anew", draw_again), ("nothing moves", app.frame)):
        floors, costs = [], []
        for _ in range(ROUNDS):
            floors.append(measure_seconds(floor))
            costs.append(measure_seconds(draw_frame))
        app.frame()
        print(f"frames: {name}: {sum(costs) / sum(floors):.3g} x the floor ({median(floors) * 1000:.2f} ms)")
    app.close()
