"""The first frame of the program in a new process, against a bare pygame window.

Both are measured in processor time. Neither brings its pictures to a real screen by OpenGL: the program does without
it, and loading it costs a bare window so much that the comparison would flatter the program.
"""

from __future__ import annotations

from tools.bench.startup import median_seconds

_BARE = """
import os
os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
import pygame
pygame.init()
screen = pygame.display.set_mode((1280, 720))
pygame.event.get()
screen.fill((90, 60, 30))
pygame.display.flip()
pygame.quit()
"""
# The desktop without a screen is 1024 x 768, where the first window would have another size.
_OURS = """
import sys
from pathlib import Path
import pygame
pygame.display.get_desktop_sizes = lambda: [(1920, 1080)]
from grenade_salad.app.window import main
from grenade_salad.app.window.application import App
draw = App.draw
def once(app):
    draw(app)
    app.quit()
App.draw = once
sys.exit(main.run(Path(sys.argv[1])))
"""


def run() -> None:
    """Print the median cost of the first frame as a multiple of a bare window's."""
    bare, ours = median_seconds({"bare": _BARE, "ours": _OURS}).values()
    print(f"window: the first frame: {ours / bare:.3g} x a bare window ({bare * 1000:.0f} ms)")
