"""The first scene: three games on three cards."""

from __future__ import annotations

from grenade_salad.app.app import App
from grenade_salad.app.scene import Scene
from grenade_salad.app.ui.widgets import Button


class HomeScene(Scene):
    """The title, the games, rules, settings, and the way out."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.widgets.add(Button("Quit", app.quit))
        self.layout(self.size)
