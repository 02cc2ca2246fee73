"""Make the short film of the README: `python -m tools.film [FILE]`.

It shows a drop and an explosion, as animated WebP.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import sleep

import pygame
from PIL import Image

from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import Drop, Explosion
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.match.match import Header, Match
from tools.offscreen import open_window
from tools.picture import NAMES, SEED, play_to_middle
from tools.tables import sit_down

FILE = Path(__file__).parent.parent / "docs" / "film.webp"
SIZE = (640, 360)
RATE = 12
"""Frames a second."""
MAX_BYTES = 2_000_000


class Film:
    """Records frames of the window while time advances."""

    def __init__(self, app: App) -> None:
        self.app, self.pictures = app, list[Image.Image]()

    def record(self, seconds: float) -> None:
        """Advance time by these seconds and record the frames."""
        for _ in range(round(seconds * RATE)):
            for _ in range(60 // RATE):
                self.app.frame(1 / 60)
                sleep(0.002)
            small = pygame.transform.smoothscale(self.app.screen, SIZE)
            self.pictures.append(Image.frombytes("RGB", SIZE, pygame.image.tobytes(small, "RGB")))


def record_drop(film: Film) -> None:
    """Record how twenty soldiers fall out of the hands."""
    match = Match(Header("grenade-salad", NAMES, SaladOptions(), SEED))
    board = sit_down(film.app, match, SaladBoard, len(NAMES))
    film.record(0.4)
    board.controller.act(Drop(height=150.0, seat=0))
    film.record(3.6)


def record_explosion(film: Film) -> None:
    """Record Ann's best grenade in the middle of a match."""
    match, intent = play_to_middle(SEED)
    assert intent.soldier is not None
    assert intent.point is not None
    board = sit_down(film.app, match, SaladBoard, 1)
    film.app.frame(1 / 60)
    board.battlefield.begin(intent)
    film.record(1.2)
    board.controller.act(Explosion(0, intent.soldier, intent.point))
    film.record(3.0)


def main(file: Path) -> None:
    """Make the film and print its size."""
    with open_window() as app:
        film = Film(app)
        record_drop(film)
        record_explosion(film)
    first, *rest = film.pictures
    for quality in (60, 45, 30, 20):
        first.save(file, save_all=True, append_images=rest, duration=1000 // RATE, loop=0, quality=quality, method=4)
        if file.stat().st_size < MAX_BYTES:
            break
    print(f"{file}: {len(film.pictures)} pictures, {file.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE)
