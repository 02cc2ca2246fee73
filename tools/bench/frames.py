"""Frames of the busiest table at 1080p: 80 soldiers, a hand of five, a long log.

Against the least that a frame could be: the same pictures, prepared, blitted and nothing else.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from grenade_salad.app.app import App
from grenade_salad.app.scenes.salad.scene import SaladScene
from grenade_salad.app.ui import shapes
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.games.salad.moves import SaladSetup
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.match.match import Header, Match
from grenade_salad.match.seats import Controller

WINDOW = (1920, 1080)
ROUNDS = 60
NAMES = ("Ann", "Bo", "Cyril", "Dora")
_HAND = ("pointer", "circles", "hammers", "arrow", "explosion")


class Recording(pygame.Surface):
    """A surface that writes down what is blitted on it."""

    def record(self) -> list[tuple[pygame.Surface, pygame.Rect]]:
        """From now on; the list grows."""
        self.made: list[tuple[pygame.Surface, pygame.Rect]] = []
        return self.made

    def blit(self, source: pygame.Surface, dest: object = (0, 0), *rest: object, **more: object) -> pygame.Rect:  # type: ignore[override]
        box = super().blit(source, dest, *rest, **more)  # type: ignore[arg-type]
        if box.width and box.height:
            self.made.append((source, pygame.Rect(getattr(dest, "topleft", dest), source.get_size())))
        return box

    def blits(self, blit_sequence: Sequence[tuple[pygame.Surface, object]], doreturn: object = 1) -> list[pygame.Rect]:  # type: ignore[override]
        return [self.blit(source, dest) for source, dest in blit_sequence]


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


def _cost(does: Callable[[], object]) -> float:
    begun = perf_counter()
    does()
    return perf_counter() - begun


def _open() -> App:
    app = App(Path(tempfile.mkdtemp()), WINDOW)
    header = Header("grenade-salad", NAMES, SaladOptions(), 1, busiest())
    seats = (Controller("person"), *(Controller("bot") for _ in NAMES[1:]))
    scene = SaladScene(app, Match(header), seats)
    for number in range(40):
        scene.log.add(f"{NAMES[number % 4]} plays Explosion and throws a grenade", number % 4)
    app.push(scene)
    for _ in range(10):
        app.frame()
    return app


def run() -> None:
    """Print the cost of each kind of frame as a multiple of that of its pictures, blitted and nothing else."""
    app = _open()
    scene = app.scene
    assert isinstance(scene, SaladScene)
    pictures = _pictures(app, scene)
    screen = app.screen

    def blit() -> None:
        for source, dest in pictures:
            screen.blit(source, dest)
        pygame.display.flip()

    def anew() -> None:
        scene.kept.frame_key = scene.kept.last_key = None
        app.draw()

    def moving() -> None:
        for cube in scene.stage.cubes.values():
            cube.x, cube.angle = cube.x + 0.01, -cube.angle
        app.draw()

    for name, does in {
        "everything is drawn anew": anew,
        "all soldiers move": moving,
        "nothing moves": app.frame,
    }.items():
        if does is moving:
            scene.motion.play(1e9, lambda _: None)
        ratios, blits = [], []
        for _ in range(ROUNDS):
            blits.append(_cost(blit))
            ratios.append(_cost(does) / blits[-1])
        scene.motion.skip()
        app.frame()
        print(f"frames: {name}: {median(ratios):.3g} x {len(pictures)} blits ({median(blits) * 1000:.1f} ms)")
    app.close()


def _pictures(app: App, scene: SaladScene) -> list[tuple[pygame.Surface, pygame.Rect]]:
    """What a full frame blits, in order: the table first."""
    scene.kept.frame_key = scene.kept.last_key = None
    paper = Recording(WINDOW)
    made = paper.record()
    paper.blit(shapes.table(WINDOW), (0, 0))
    scene.draw(Canvas(paper, app.factor))
    scene.kept.frame_key = scene.kept.last_key = None
    return list(made)
