"""Pictures of fixed positions, compared with a tolerance. Run this module to make them anew: `python -m`."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from grenade_salad.app.app import App
from grenade_salad.app.scenes.salad.scene import SaladScene
from grenade_salad.games.salad.options import SaladOptions
from tests.app.conftest import AtOnce, mouse
from tests.app.salad_table import at, beside, choose, click, position, ready, sit_down

FOLDER = Path(__file__).parent / "pictures"
SIZE = (480, 270)
_MEAN, _FAR, _SHARE = 3.0, 60, 0.01
"""Mean difference of a colour, a difference that is seen, and which share of the picture may differ so."""


def _explosion(app: App) -> None:
    scene = _turn(app)
    choose(app, scene, "explosion")
    mouse(app, pygame.MOUSEMOTION, beside(at(scene, 1), scene, 10, 10))


def _arrow(app: App) -> None:
    scene = _turn(app, "centre")
    choose(app, scene, "arrow")
    click(app, at(scene, 0))
    mouse(app, pygame.MOUSEMOTION, at(scene, 5))


def _move(app: App) -> None:
    scene = _turn(app)
    click(app, at(scene, 0))
    mouse(app, pygame.MOUSEMOTION, beside(at(scene, 0), scene, 0, -80))


def _turn(app: App, sight: str = "nine") -> SaladScene:
    options = SaladOptions(starter=0, sight=sight)  # type: ignore[arg-type]
    scene = sit_down(app, "pb", position(), options)
    ready(app, scene)
    scene.zoom_to_fit()
    return scene


PICTURES: dict[str, Callable[[App], None]] = {"explosion": _explosion, "arrow": _arrow, "move": _move}


def taken(app: App, name: str) -> pygame.Surface:
    """The picture, small: so that fonts of another version do not count."""
    app.worker = app.thinker = AtOnce
    PICTURES[name](app)
    app.messages.lines.clear()
    app.draw()
    return pygame.transform.smoothscale(app.screen, SIZE)


@pytest.mark.parametrize("name", PICTURES)
def test_it_looks_as_it_did(app: App, name: str) -> None:
    now = taken(app, name)
    before = pygame.image.load(str(FOLDER / f"salad_{name}.png")).convert()
    assert before.get_size() == now.get_size()
    total, far = 0, 0
    for one, other in zip(pygame.image.tobytes(now, "RGB"), pygame.image.tobytes(before, "RGB"), strict=True):
        difference = abs(one - other)
        total += difference
        far += difference > _FAR
    count = SIZE[0] * SIZE[1] * 3
    assert total / count < _MEAN
    assert far / count < _SHARE


def test_another_position_looks_otherwise(app: App) -> None:
    now = pygame.image.tobytes(taken(app, "move"), "RGB")
    before = pygame.image.tobytes(pygame.image.load(str(FOLDER / "salad_explosion.png")), "RGB")
    far = sum(abs(one - other) > _FAR for one, other in zip(now, before, strict=True))
    assert far / len(now) > _SHARE


def _make() -> None:
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    FOLDER.mkdir(exist_ok=True)
    for name in PICTURES:
        app = App(Path(tempfile.mkdtemp()))
        pygame.image.save(taken(app, name), str(FOLDER / f"salad_{name}.png"))
        app.close()


if __name__ == "__main__":
    _make()
