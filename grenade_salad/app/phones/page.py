"""What the host's pages about phones have in common."""

from __future__ import annotations

from grenade_salad.app.shell.scene import SheetScene, Shell
from grenade_salad.app.ui.inputs import Input, Key
from grenade_salad.text import m
from grenade_salad.web.host import Hosting

_AT_MOST_EVERY = 1.0
"""Seconds between two times that the page is built anew, however much happens: a flood costs no frames."""


class PhonesPage(SheetScene):
    """Follows what happens while it is open; N switches to the next address."""

    tells_wishes = False
    """Whether it tells which phones would like a seat."""

    def __init__(self, app: Shell, hosting: Hosting) -> None:
        super().__init__(app)
        self.hosting = hosting
        self._seen: object = None
        self._since = _AT_MOST_EVERY

    def _now(self) -> object:
        """What the page tells: it is built anew when this has changed."""
        return self.hosting.changes, self.hosting.server.url

    def _build(self) -> None:
        """All that it tells."""
        raise NotImplementedError

    def _switch(self) -> None:
        """The next address; says why if that cannot be."""
        try:
            self.hosting.switch()
        except OSError as error:
            why = m("The app can't be reached there ({why}): try another address.", why=str(error.strerror))
            self.app.say(why, refused=True)

    def update(self, dt: float) -> None:
        super().update(dt)
        self._since += dt
        if self._seen != self._now() and self._since >= _AT_MOST_EVERY:
            self._since = 0.0
            self._build()

    def handle(self, event: Input) -> None:
        if isinstance(event, Key) and event.down and "address" in event.means:
            self._switch()
        else:
            super().handle(event)
