"""The rules of the games, as the numbered files tell them."""

from __future__ import annotations

from grenade_salad.app.app import App
from grenade_salad.app.scene import Scene


class RulesScene(Scene):
    """Opens at a page: a game's name, or that and a rule's id, as in "wheel#WH-06"."""

    def __init__(self, app: App, page: str = "") -> None:
        super().__init__(app)
        self.page = page
