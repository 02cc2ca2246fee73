"""What is on the window: a scene. The app keeps a stack of them and talks to the top one.

A scene overrides `layout`, `draw` and, where widgets are not enough, `handle` and `update`. It is drawn again only
after an input that its widgets or itself used (`dirty`), and in every frame while it is `animating`: a frame in which
nothing moves costs nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.ui.focus import Widgets
from grenade_salad.app.ui.inputs import Input, command
from grenade_salad.app.ui.motion import Motion
from grenade_salad.app.ui.theme import SMALLEST

if TYPE_CHECKING:
    from grenade_salad.app.app import App


class Scene:
    """Base of all scenes.

    - `app`: settings, audio, navigation, toasts. `size`: of the canvas, in logical units, as of the last `layout`.
    - `widgets`: buttons and so on; the base hands inputs on to them, and gives them the focus.
    - `motion`: tweens; while it is busy the scene is animating, and a click or a key skips to the end.
    - `overlay`: it is drawn over the scene under it (dialogs).
    - `smallest`: the smallest canvas that its layout can do with; the window's scale gives way to it.
    - `rules_page`: what F1 opens: a game's name, or a game's name and the id of a rule ("wheel#WH-06").
    """

    overlay = False
    smallest: tuple[float, float] = SMALLEST
    rules_page = ""

    def __init__(self, app: App) -> None:
        self.app = app
        self.size = app.size
        self.widgets = Widgets()
        self.motion = Motion(app.settings.pace)
        self.dirty = True

    @property
    def animating(self) -> bool:
        """Whether every frame is to be drawn."""
        return self.motion.busy

    def entered(self) -> None:
        """It is the top scene now: pushed, or uncovered by a pop."""

    def left(self) -> None:
        """It was taken off the stack, or the app ends: let go of threads and files."""

    def layout(self, size: tuple[float, float]) -> None:
        """Place everything for a canvas of this size in logical units; also called when the window is resized."""

    def handle(self, event: Input) -> None:
        """Somebody did something. Call the base for what you do not use."""
        told = command(event)
        if self.widgets.handle(event):
            self.dirty = True
        elif told == "back":
            self.back()
        elif told == "menu":
            self.menu()
        if self.widgets.used:
            self.app.audio.play("click", 0.7)
            self.widgets.used = False
        if self.widgets.refused:
            self.app.say(self.widgets.refused, refused=True)
            self.widgets.refused = ""

    def back(self) -> None:
        """Esc, or B on the pad: leave the innermost thing."""
        self.app.pop()

    def menu(self) -> None:
        """F10, or Start on the pad."""

    def dropped(self, file: Path) -> None:
        """A file was dropped on the window."""
        self.app.say("Record files are taken in on the first screen and in the history.", refused=True)

    def update(self, dt: float) -> None:
        """`dt` seconds passed. Call the base: it moves what moves."""
        self.motion.pace = self.app.settings.pace
        self.motion.update(dt)
        if self.widgets.update(dt):
            self.dirty = True

    def draw(self, canvas: Canvas) -> None:
        """Draw everything on top of the table (or of the scene under it, if it is an overlay)."""
        self.widgets.draw(canvas)
