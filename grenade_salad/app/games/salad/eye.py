"""How the table is looked at now: the camera follows the fight by itself, or somebody's hand holds it."""

from __future__ import annotations

from collections.abc import Callable

from grenade_salad.app.games.salad import director
from grenade_salad.app.games.salad.camera import NEAREST, Camera
from grenade_salad.app.games.salad.glide import Glide
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.games.salad.pieces import Measures


class Eye:
    """`camera` is the look now, `goal` where it is on its way to.

    `held`: somebody looks by hand, and the camera stays until it is let go. `changed` is called with every new look.
    """

    def __init__(self, measures: Measures, changed: Callable[[], None]) -> None:
        self.camera = Camera(Rect(0, 0, 600, 400), measures.table, nearest=NEAREST / measures.cube)
        self.goal = self.camera
        self.held = False
        self._changed = changed
        self._glide = Glide()
        self._subject: director.Subject | None = None
        self._fresh = True

    def seen_through(self, rect: Rect, around: Rect) -> None:
        """The window has another size, or the table another place on it; it is drawn in the box `around`, too."""
        if (rect, around) != (self.camera.rect, self.camera.view):
            self.camera = self.goal = self.goal.seen_through(rect, around)
            self._subject, self._fresh = None, True

    # by itself

    def show(self, subject: director.Subject) -> None:
        """What is to be seen now: the camera goes there, unless somebody looks by hand."""
        if subject != self._subject and not self.held:
            now = self.goal if self._subject is not None else self.goal.overview
            self._subject = subject
            self.goal = director.look(now, subject)
            if self._fresh:
                self.cut()
            self._fresh = False

    def follow(self) -> None:
        """Let the camera go: it follows the fight again."""
        self.held, self._subject = False, None
        self._changed()

    @property
    def gliding(self) -> bool:
        """Whether the camera is on its way."""
        return self.camera is not self.goal

    def step(self, seconds: float) -> None:
        """Go on, on the way."""
        if self.gliding:
            self.camera = self._glide.step(self.camera, self.goal, seconds)
            self._changed()

    def cut(self) -> None:
        """Be there at once."""
        if self.gliding:
            self._glide.stop()
            self.camera = self.goal
            self._changed()

    # by hand

    def look(self, camera: Camera) -> None:
        """Look at the table so, until `follow`."""
        self._glide.stop()
        self.camera = self.goal = camera
        self.held = True
        self._changed()

    def glance(self, camera: Camera) -> None:
        """Go and look at the table so, until `follow`."""
        self.goal, self.held = camera, True
        self._changed()

    def zoom(self, times: float, at: Point | None = None) -> None:
        """Nearer or farther, with a point of the screen staying where it is on the table."""
        self.look(self.camera.zoomed(times, at or self.camera.rect.center))

    def overview(self) -> None:
        """The whole table; if that is how it is looked at by hand now, the camera follows the fight again."""
        if self.held and self.goal.zoom == 1.0:
            self.follow()
        else:
            self.glance(self.camera.overview)
