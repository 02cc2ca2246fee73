"""What the host's pages about phones have in common."""

from __future__ import annotations

from pygame import K_n

from grenade_salad.app.app import App
from grenade_salad.app.scenes.phones_host import Hosting
from grenade_salad.app.scenes.sheet import SheetScene
from grenade_salad.app.ui.inputs import Input, Key


class PhonesPage(SheetScene):
    """Follows what happens while it is open; N switches to the next address."""

    def __init__(self, app: App, hosting: Hosting) -> None:
        super().__init__(app)
        self.hosting = hosting
        self._seen: object = None

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
            self.app.say(f"The app cannot listen there ({error.strerror}): try another address.", refused=True)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._seen != self._now():
            self._build()

    def handle(self, event: Input) -> None:
        if isinstance(event, Key) and event.down and not event.repeat and event.key == K_n:
            self._switch()
        else:
            super().handle(event)
