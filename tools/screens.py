"""Pictures of all screens, at all sizes that matter, to look at: `python -m tools.screens [FOLDER] [--only WORD]`.

Game scenes are in tools/screens_*.py, each with `SCREENS`: a dictionary from names to functions that show a screen.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from grenade_salad.app.shell.app import App
from grenade_salad.app.shell.dialog import Answer, Dialog, nothing
from grenade_salad.app.shell.home import HomeScene
from grenade_salad.app.shell.settings_scene import SettingsScene
from grenade_salad.app.table.cover import Cover
from grenade_salad.app.table.setup import SetupScene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Key
from grenade_salad.app.ui.picks import Pick, Who

SIZES = {
    "1280x720": ((1280, 720), 100),
    "960x540": ((960, 540), 100),
    "3840x2160": ((3840, 2160), 100),
    "1280x720-200": ((1280, 720), 200),
    "720x1280": ((720, 1280), 100),
}
"""Window in pixels, and scale in per cent."""

Show = Callable[[App], None]


def _home(app: App) -> None:
    """Already there."""


def _setup(name: str) -> Show:
    return lambda app: app.push(SetupScene(app, name))


def _refused(app: App) -> None:
    scene = SetupScene(app, "live-grenade")
    scene.names[1] = scene.names[0]
    scene._build()
    app.push(scene)


def _settings(app: App) -> None:
    app.push(SettingsScene(app))


def _rules(page: str) -> Show:
    return lambda app: app.open_rules(page)


def _dialog(app: App) -> None:
    answers = [Answer("Stay", nothing, "main", back=True), Answer("Leave", nothing, "danger")]
    app.push(Dialog(app, "Leave the match?", "The match is kept: you can go on from the first screen.", answers))
    app.say("That soldier is 61 mm away: it may move 50 mm at most.", refused=True)


def _hand(canvas: Canvas, box: Rect) -> None:
    each = min(150.0, box.width / 6)
    for index, name in enumerate(("2H", "5C", "5S", "KD", "10H")):
        card = Rect(box.centerx + (index - 2.5) * each, box.y, each - 12, box.height)
        canvas.picture(f"cards/playing/{name}.svg", card)


class _Clock:
    """The time of a window, standing still."""

    share, timed, paused = 0.6, True, ""

    def update(self, dt: float) -> None:
        """It stands."""

    def pause(self) -> None:
        """It stands already."""


def _cover(opened: bool) -> Show:
    def show(app: App) -> None:
        choices = [Pick("Cancel", ("cards/playing/KD.svg",)), Pick("Cancel", ("cards/playing/KS.svg",), "not yours")]
        title = "Bo plays a pair of sevens against Ann. Does anybody cancel it?"
        cover = Cover(app, Who(1, "Bo"), _hand, choices, title=title, without="Pass", clock=_Clock())
        app.push(cover)
        if opened:
            cover.handle(Key(pygame.K_2))

    return show


def general() -> dict[str, Show]:
    """All screens that are of no game."""
    screens: dict[str, Show] = {"home": _home, "settings": _settings, "refused": _refused, "dialog": _dialog}
    for name in ("grenade-salad", "live-grenade", "wheel"):
        screens[f"setup-{name}"] = _setup(name)
        screens[f"rules-{name}"] = _rules(name)
    screens["rules-rule"] = _rules("grenade-salad#GS-17")
    screens["rules-screen"] = _rules("screen")
    screens["cover"] = _cover(False)
    screens["cover-open"] = _cover(True)
    return screens


def all_screens() -> dict[str, Show]:
    """The general screens, and those of the games."""
    screens = general()
    for file in sorted(Path(__file__).parent.glob("screens_*.py")):
        screens |= import_module(f"tools.{file.stem}").SCREENS
    return screens


def take(show: Show, file: Path, window: tuple[int, int], scale: int) -> None:
    """One picture of a fresh app."""
    with tempfile.TemporaryDirectory() as data:
        app = App(Path(data), window)
        try:
            app.settings.scale = scale
            app.push(HomeScene(app))
            show(app)
            app.frame()
            app.draw()
            pygame.image.save(app.screen, file)
        finally:
            app.close()


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default="build/screens", type=Path)
    parser.add_argument("--only", default="", help="only screens with this in their name")
    parser.add_argument("--size", default="", help=f"only one of {', '.join(SIZES)}")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for name, show in all_screens().items():
        if args.only not in name:
            continue
        for label, (window, scale) in SIZES.items():
            if not args.size or args.size == label:
                take(show, args.folder / f"{name}@{label}.png", window, scale)


if __name__ == "__main__":
    main()
