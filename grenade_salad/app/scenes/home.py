"""The first scene: three games on three cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from grenade_salad import games
from grenade_salad.app.app import App
from grenade_salad.app.scene import Scene
from grenade_salad.app.scenes import start
from grenade_salad.app.scenes.dialog import Answer, Dialog, nothing
from grenade_salad.app.scenes.settings_scene import SettingsScene
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.theme import BLACK, BRASS_LIGHT, INK, INK_SOFT, PAPER, PAPER_SHADE, SMALL, TEXT, mix
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Game
from grenade_salad.match.listing import Summary
from grenade_salad.match.store import JournalError

_CARDS = {
    "grenade-salad": ("Grenade Salad", "salad", "Drop wooden soldiers, push, shoot and blow them up."),
    "live-grenade": ("Live Grenade", "live_grenade", "Draw a card, and hope that it is not the grenade."),
    "wheel": ("Grenade, the wheel", "wheel", "Three dice go round. Somebody's number comes up."),
}


class GameCard(Button):
    """A game as a large paper card: its picture, its name, how many play, what it is."""

    radius = 12.0

    def __init__(self, name: str, game: Game | None, press: Callable[[], None]) -> None:
        title, self.picture, self.said = _CARDS[name]
        super().__init__(title, press)
        self.players = f"{game.min_seats} to {game.max_seats} players" if game is not None else "not there yet"
        self.enabled = game is not None
        self.why_disabled = f"{title} is not there yet."

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        raised = self.hovered and self.enabled and not self.pressed
        card = rect.move(0, -4) if raised else rect
        fill = mix(PAPER, BRASS_LIGHT, 0.2) if raised else PAPER if self.enabled else PAPER_SHADE
        canvas.shadow(rect, 12, 12 if raised else 8, 10 if raised else 6, 130)
        canvas.paper(card, fill, 12, lifted=False)
        inner = card.inflate(-24, -24)
        small = rect.height < 300
        text_high = 26.0 + 22 if small else 118.0
        picture = Rect(inner.x, inner.y, inner.width, min(inner.width * 2 / 3, inner.height - text_high - 6))
        canvas.picture(f"title/{self.picture}.svg", picture, alpha=255 if self.enabled else 110)
        top = picture.bottom + 10
        ink = INK if self.enabled else INK_SOFT
        size = 26.0
        while size > 16 and canvas.width(self.words, size, title=True) > inner.width:
            size -= 1
        canvas.text(self.words, (inner.centerx, top), size, ink, title=True, anchor="midtop", wide=inner.width)
        top += size * 1.4
        if small:
            canvas.text(self.players, (inner.centerx, top), SMALL, INK_SOFT, anchor="midtop", wide=inner.width)
            return
        box = Rect(inner.x, top, inner.width, 60)
        used = canvas.paragraph(self.said, box, TEXT, ink, centred=True)
        if top + used + SMALL * LEADING < card.bottom - 6:
            at = (inner.centerx, top + used + 4)
            canvas.text(self.players, at, SMALL, INK_SOFT, anchor="midtop", wide=inner.width)


class HomeScene(Scene):
    """The title, the games, what can be gone on with, rules, settings, and the way out."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.cards = []
        for name in games.NAMES:
            game = start.playable(name)
            self.cards.append(self.widgets.add(GameCard(name, game, partial(self._choose, name))))
        self.go_on = self.widgets.add(Button("Go on", self._resume, icon="play", kind="main"))
        self.history = self.widgets.add(Button("History", self._show_history, icon="clock"))
        self.statistics = self.widgets.add(Button("Statistics", self._show_statistics, icon="crown"))
        self.rules = self.widgets.add(Button("Rules", lambda: app.open_rules(), icon="book"))
        self.settings = self.widgets.add(Button("Settings", lambda: app.push(SettingsScene(app)), icon="gear"))
        self.exit = self.widgets.add(Button("Quit", self.back, icon="cross"))
        self._unfinished: Summary | None = None
        self.layout(self.size)

    def entered(self) -> None:
        if self.app.phones is not None:
            self.app.phones.stop()
        self._unfinished = None
        if self.app.journal is not None:
            try:
                self._unfinished = next(iter(self.app.journal.unfinished(limit=1)), None)
            except JournalError as error:
                self.app.say(f"{error}.", refused=True)
        self.go_on.visible = self._unfinished is not None
        if self._unfinished is not None:
            names = ", ".join(self._unfinished.seats)
            self.go_on.tip = f"{_CARDS[self._unfinished.game][0]} with {names}"
        self.layout(self.size)

    def _choose(self, name: str) -> None:
        self.app.audio.play("card")
        self.app.push(start.set_up(self.app, name))

    def _show_history(self) -> None:
        from grenade_salad.app.scenes.history import HistoryScene

        self.app.push(HistoryScene(self.app))

    def _show_statistics(self) -> None:
        from grenade_salad.app.scenes.statistics import StatisticsScene

        self.app.push(StatisticsScene(self.app))

    def _resume(self) -> None:
        if self._unfinished is not None:
            start.resume(self.app, self._unfinished.id)

    def dropped(self, file: Path) -> None:
        from grenade_salad.app.scenes.history_import import take_in

        if take_in(self.app, file):
            self._show_history()

    def back(self) -> None:
        answers = [Answer("Stay", nothing, "main", back=True), Answer("Quit", self.app.quit, "danger", "cross")]
        self.app.push(Dialog(self.app, "Quit?", "Matches are kept: you can go on the next time.", answers))

    def layout(self, size: tuple[float, float]) -> None:
        wide, high = size
        head = 64.0 if high < 480 else 150.0
        buttons = (self.go_on, self.history, self.statistics, self.rules, self.settings, self.exit)
        shown = [button for button in buttons if button.visible]
        across = len(shown) if wide >= 130 * len(shown) else -(-len(shown) // 2)
        lines = -(-len(shown) // across)
        button_high = 40.0 if high < 480 else 48.0
        foot = (16.0 if high < 480 else 44.0) + lines * (button_high + 8) - 8
        gap = 14.0 if wide < 900 else 32.0
        each = min(360.0, (wide - 4 * gap) / 3)
        tall = min(high - head - foot - 10, each * 2 / 3 + 146)
        left = (wide - 3 * each - 2 * gap) / 2
        top = head + max(0.0, (high - head - foot - tall) / 2)
        for index, card in enumerate(self.cards):
            card.rect = Rect(left + index * (each + gap), top, each, tall)
        button_wide = min(180.0, (wide - 2 * gap + 12) / across - 12)
        left = (wide - across * (button_wide + 12) + 12) / 2
        top = high - foot + (foot - lines * (button_high + 8) + 8) / 2
        for index, button in enumerate(shown):
            line, column = divmod(index, across)
            x, y = left + column * (button_wide + 12), top + line * (button_high + 8)
            button.rect = Rect(x, y, button_wide, button_high)

    def draw(self, canvas: Canvas) -> None:
        wide, high = canvas.size
        small = high < 480
        size = 34.0 if small else 64.0
        title = "Grenade Salad"
        side = 58.0 if small else 132.0
        whole = side + 16 + canvas.width(title, size, title=True)
        left, middle = (wide - whole) / 2, (33.0 if small else 82.0)
        canvas.picture("title/logo.svg", Rect(left, middle - side / 2, side, side))
        at = (left + side + 16, middle if small else middle - 8)
        canvas.text(title, (at[0] + 2, at[1] + 3), size, BLACK, title=True, anchor="midleft", alpha=120)
        drawn = canvas.text(title, at, size, PAPER, title=True, anchor="midleft")
        if not small:
            words = "Three games around one table"
            canvas.text(words, (drawn.x + 4, drawn.bottom - 10), 20, BRASS_LIGHT, anchor="topleft")
        super().draw(canvas)
