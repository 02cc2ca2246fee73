"""The app's emblem and the pictures of the three games on the home screen."""

from pathlib import Path

import numpy as np

from .dice import die
from .grenade import painted_grenade
from .png import encode
from .svg import INK, PAPER, chatter, document, fill, group, place, rect
from .symbols import symbol


def logo() -> str:
    return painted_grenade()


def _plate(*body: str, name: str) -> str:
    ground = fill(rect(0, 0, 600, 400, 18), PAPER) + fill(rect(20, 20, 560, 360, 8), INK)
    return document(600, 400, ground, fill(chatter((28, 28, 544, 344), name, 12, 16, 40, 2), PAPER, 0.5), *body)


def files() -> dict[str, str]:
    disc = fill(rect(150, 50, 300, 300, 30), PAPER)
    return {
        "title/logo.svg": document(100, 100, logo()),
        "title/salad.svg": _plate(disc, group(symbol("hammers"), transform=place(180, 80, 2.4)), name="salad"),
        "title/live_grenade.svg": _plate(disc, group(painted_grenade(), transform=place(180, 80, 2.4)), name="live"),
        "title/wheel.svg": _plate(disc, group(die(6, True)[1].replace("url(#top)", PAPER), transform=place(180, 80, 2.4)), name="wheel"),
    }


def write_icon(folder: Path) -> None:
    """title/icon.png: the emblem at 256 px for the window's corner."""
    import pygame

    picture = pygame.image.load_sized_svg(str(folder / "title/logo.svg"), (256, 256))
    pixels = np.dstack([pygame.surfarray.array3d(picture), pygame.surfarray.array_alpha(picture)]).transpose(1, 0, 2)
    (folder / "title/icon.png").write_bytes(encode(pixels))
