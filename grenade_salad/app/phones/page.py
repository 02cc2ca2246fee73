"""Base of the host's pages about phones."""

from __future__ import annotations

from grenade_salad.app.shell.scene import AppContext, PageScene
from grenade_salad.app.ui.inputs import Input, KeyInput
from grenade_salad.text import m
from grenade_salad.web.host import PhoneHost

_MIN_INTERVAL = 1.0
"""Minimum seconds between two builds of the page.

A flood of changes costs no frames.
"""


class PhonesPage(PageScene):
    """A page that is updated while it is open; N switches to the next address."""

    lists_requests = False
    """True if the page lists the phones that request a seat."""

    def __init__(self, app: AppContext, hosting: PhoneHost) -> None:
        # Not imported with this module: it loads the web server, and few matches need that.
        from grenade_salad.web.socket_server import SocketServer

        super().__init__(app)
        assert isinstance(hosting.server, SocketServer)
        self.hosting, self.server = hosting, hosting.server
        self._built_state: object = None
        """What the page shows: it is built again when `_current_state` differs."""
        self._since_build = _MIN_INTERVAL
        """Seconds."""

    def _current_state(self) -> object:
        """Return all that the widgets depend on, to be compared."""
        return self.hosting.change_count, self.server.url, self.server.address_index

    def _rebuild(self) -> None:
        self._built_state = self._current_state()
        self._build()
        self.dirty = True

    def _build(self) -> None:
        """Build all widgets that depend on the state."""
        raise NotImplementedError

    def _switch_address(self) -> None:
        """Switch to the next address; tells the user why if that cannot be."""
        try:
            self.server.switch_address()
        except OSError as error:
            why = m("The app can't be reached there ({why}): try another address.", why=str(error.strerror))
            self.app.say(why, refused=True)

    def update(self, dt: float) -> None:
        super().update(dt)
        self._since_build += dt
        if self._built_state != self._current_state() and self._since_build >= _MIN_INTERVAL:
            self._since_build = 0.0
            self._rebuild()

    def handle(self, event: Input) -> None:
        if isinstance(event, KeyInput) and event.down and "address" in event.meanings:
            self._switch_address()
        else:
            super().handle(event)
