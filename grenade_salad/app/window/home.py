"""The first scene: a card for each game, and buttons to everything else.

Other scenes are imported when they are opened, since this one should appear at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from grenade_salad.app.shell.scene import AppContext, Scene
from grenade_salad.app.ui import textures
from grenade_salad.app.ui.accessible import AccessibleNode, join_sentences, text_nodes
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.theme import (
    BLACK,
    BRASS_LIGHT,
    INK,
    INK_SOFT,
    PAPER,
    PAPER_SHADE,
    SEATS,
    SMALL,
    TEXT,
    is_tall_window,
    mix,
)
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import discovery, registry
from grenade_salad.text import Message, Words, m, say

if TYPE_CHECKING:
    from grenade_salad.boxes.door import MatchKind
    from grenade_salad.journal.queries import Summary

_SMALL_HEIGHT = 500.0
"""Height of a window in units below which title and buttons are small."""
_TEXT_HEIGHT = 160.0
"""Units below the picture of a game for its name, tagline and number of players."""
_CARD_PAD, _LEARN_GAP = 12.0, 8.0
"""Units around the content of a card, and above the button below it."""
_MIN_TITLE_SIZE = 12.0
"""Smallest type size in units of the name of a game."""
_WARNING_SECONDS = 12.0
"""Seconds for the reason why a game cannot be loaded, which is long."""
_MATCH_LIMIT = 50
"""Maximum number of matches that are searched for one of an available game."""


class GameCard(Button):
    """A game as a large card: its picture, name, number of players, and tagline."""

    radius = 12.0

    def __init__(self, game: registry.Plugin, press: Callable[[], None]) -> None:
        super().__init__(game.display_title, press)
        self.picture = "title/logo.svg" if game.picture is None else str(game.picture)
        self.description = game.tagline
        min_players, max_players = game.min_seats, min(game.max_seats, SEATS)
        self.players = (
            m("{n} player", "{n} players", n=min_players)
            if min_players == max_players
            else m("{few} to {most} players", few=min_players, most=max_players)
        )

    def accessible_node(self) -> AccessibleNode:
        return self.make_node(
            "button", self.words, description=join_sentences(say(self.description), say(self.players))
        )

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        raised = self.hovered and self.enabled and not self.pressed
        card = rect.move(0, -4) if raised else rect
        fill = mix(PAPER, BRASS_LIGHT, 0.2) if raised else PAPER if self.enabled else PAPER_SHADE
        canvas.shadow(rect, 12, 12 if raised else 8, 10 if raised else 6, 130)
        canvas.paper(card, fill, 12, lifted=False)
        inner = card.inflate(-2 * _CARD_PAD, -2 * _CARD_PAD)
        if inner.width > 1.7 * inner.height:
            self._paint_wide(canvas, inner)
            return
        small = rect.height < 300
        text_height = 26.0 + 22 if small else _TEXT_HEIGHT - 30
        picture = Rect(inner.x, inner.y, inner.width, min(inner.width * 2 / 3, inner.height - text_height - 6))
        canvas.picture(self.picture, picture, alpha=255 if self.enabled else 110)
        top = picture.bottom + 10
        ink = INK if self.enabled else INK_SOFT
        size = 26.0
        while size > _MIN_TITLE_SIZE and canvas.width(self.words, size, title=True) > inner.width:
            size -= 1
        canvas.text(self.words, (inner.centerx, top), size, ink, title=True, anchor="midtop", max_width=inner.width)
        top += size * 1.4
        if small:
            canvas.text(self.players, (inner.centerx, top), SMALL, INK_SOFT, anchor="midtop", max_width=inner.width)
            return
        box = Rect(inner.x, top, inner.width, 60)
        used = canvas.paragraph(self.description, box, TEXT, ink, centred=True)
        if top + used + SMALL * LEADING < card.bottom - 6:
            position = (inner.centerx, top + used + 4)
            canvas.text(self.players, position, SMALL, INK_SOFT, anchor="midtop", max_width=inner.width)

    def _paint_wide(self, canvas: Canvas, inner: Rect) -> None:
        """Paint the picture at the left, and the text to its right."""
        picture = Rect(inner.x, inner.y, min(inner.height * 1.5, inner.width * 0.5), inner.height)
        canvas.picture(self.picture, picture, alpha=255 if self.enabled else 110)
        ink = INK if self.enabled else INK_SOFT
        scale = max(1.0, min(1.4, inner.height / 180))
        left, size, text, small = picture.right + 18, 28.0 * scale, TEXT * scale, SMALL * scale
        text_width = inner.right - left
        while size > _MIN_TITLE_SIZE and canvas.width(self.words, size, title=True) > text_width:
            size -= 1
        lines = len(canvas.lines(self.description, text_width, text))
        top = inner.centery - (size * 1.4 + lines * text * LEADING + small * LEADING + 4) / 2
        canvas.text(self.words, (left, top), size, ink, title=True, max_width=text_width)
        top += size * 1.4
        top += canvas.paragraph(self.description, Rect(left, top, text_width, 90), text, ink) + 4
        canvas.text(self.players, (left, top), small, INK_SOFT, max_width=text_width)


class HomeScene(Scene):
    """The title, the games, unfinished matches, rules, settings, and the way out."""

    def __init__(self, app: AppContext) -> None:
        super().__init__(app)
        self.cards: list[GameCard] = []
        self.learn: list[Button] = []
        """The button below the card of each game, hidden if it has no lesson."""
        self.playable, broken = registry.check_plugins()
        self._errors = (*discovery.refusals(), *broken)
        for name in self.playable:
            game = registry.plugin(name)
            self.cards.append(self.widgets.add(GameCard(game, partial(self._choose, name))))
            self.learn.append(self._make_learn_button(name))
        self.go_on = self.widgets.add(Button(m("Go on"), self._resume, icon="play", kind="main"))
        self.same_again = self.widgets.add(Button(m("Same again"), self._play_same, icon="rotate-cw"))
        self.puzzles = self.widgets.add(Button(m("Puzzles"), self._show_puzzles, icon="bulb"))
        # Translators: a button: put soldiers, cards and dice anywhere, and play on from there
        self.set_up = self.widgets.add(Button(m("Set up a position"), self._set_up_position, icon="hand"))
        self.history = self.widgets.add(Button(m("History"), self._show_history, icon="clock"))
        self.statistics = self.widgets.add(Button(m("Statistics"), self._show_statistics, icon="crown"))
        # Translators: a button
        self.rules = self.widgets.add(Button(m("Rules"), lambda: app.open_rules(), icon="book"))
        self.settings = self.widgets.add(Button(m("Settings"), self._show_settings, icon="gear"))
        # Translators: a button: end the program
        self.exit = self.widgets.add(Button(m("Quit"), self.back, icon="cross"))
        self._unfinished: Summary | None = None
        """The match that "Go on" continues."""
        self._latest: Summary | None = None
        """The match that "Same again" repeats."""
        self._was_drawn = False
        factor = app.canvas().factor
        self._preloads: list[Callable[[], object]] = [
            discovery.external_players,
            lambda: textures.load_linen(textures.tile_size(factor)),
        ]
        """Slow preparations for the first table, one a frame while nothing moves."""
        self.go_on.visible = self.same_again.visible = False
        self.layout(self.size)

    @property
    def game_count_words(self) -> Message:
        """The number of games, in words where it is small."""
        count = len(self.cards)
        if count == 3:
            return m("Three games around one table")
        if count == 4:
            return m("Four games around one table")
        return m("{n} game around one table", "{n} games around one table", n=count)

    def accessible_name(self) -> Words:
        # Translators: the name of the program, which is also that of one game
        return m("Grenade Salad")

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        return text_nodes(say(self.game_count_words))

    def on_entered(self) -> None:
        for why in self._errors:
            self.app.say(f"{why}.", refused=True)
        self._errors = ()
        if self.app.phones is not None:
            self.app.phones.stop()
        if self._was_drawn:
            self._refresh()

    def on_drawn(self) -> None:
        if not self._was_drawn:
            untouched = self.widgets.focus is self.widgets.items[0]
            self._was_drawn = self.dirty = True
            self._refresh()
            main = next(
                (button for button in (self.go_on, *self.learn) if button.visible and button.kind == "main"), None
            )
            if untouched and main is not None:
                self.widgets.set_focus(main)

    def _refresh(self) -> None:
        """Look in the journal for matches to continue or repeat.

        It is called after the window has appeared, as opening a journal takes time.
        """
        from grenade_salad.journal.database import JournalError
        from grenade_salad.journal.queries import MatchFilter

        self._unfinished = self._latest = None
        if self.app.journal is not None:
            try:
                matches = self.app.journal.unfinished_matches(limit=_MATCH_LIMIT)
                self._unfinished = next((match for match in matches if match.game in self.playable), None)
                matches = self.app.journal.matches(MatchFilter(imported=False), limit=_MATCH_LIMIT)
                self._latest = next((match for match in matches if match.game in self.playable), None)
            except JournalError as error:
                self.app.say(f"{error}.", refused=True)
        self._offer_lessons()
        for button, match in ((self.go_on, self._unfinished), (self.same_again, self._latest)):
            button.visible = match is not None
            if match is not None:
                game = registry.plugin(match.game).display_title
                # Translators: a button: go on with the match of that game that is not over
                button.words = m("Go on: {game}", game=game) if button is self.go_on else m("Same again")
                button.tip = m("{game} with {names:,}", game=game, names=list(match.names))
        self.layout(self.size)

    def _make_learn_button(self, name: str) -> Button:
        """Make the button below the card of a game, hidden if the game has no lesson."""
        button = Button(m("Learn to play"), partial(self._learn, name), icon="book")
        game = registry.plugin(name).display_title
        button.help = m("{game}: a guided first match, five minutes against machines.", game=game)
        button.visible = bool(registry.plugin(name).lesson)
        return self.widgets.add(button)

    def _learn(self, name: str) -> None:
        from grenade_salad.app.setup import start_lesson

        if self._can_load(name):
            self.app.audio.play("card")
            start_lesson.begin(self.app, name)

    def _can_load(self, name: str) -> bool:
        """True if the rules of the game can be loaded.

        Otherwise it says why not, and disables the card.
        """
        try:
            registry.load(name)
        except registry.NoGame as error:
            self.app.say(f"{error}.", refused=True, seconds=_WARNING_SECONDS)
            card = self.cards[self.playable.index(name)]
            card.enabled, card.description, self.dirty = False, str(error), True
            return False
        return True

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._preloads and not self.dirty:
            self._preloads.pop()()

    def _offer_lessons(self) -> None:
        """Highlight the lesson of the first game that nobody here has finished yet.

        No lesson is highlighted while there is a match to continue.
        """
        from grenade_salad.app.setup import start_lesson

        offered = self._unfinished is None
        for name, button in zip(self.playable, self.learn, strict=True):
            first = offered and start_lesson.is_offered(self.app, name)
            button.kind = "main" if first else "plain"
            offered = offered and not first

    def _choose(self, name: str) -> None:
        from grenade_salad.app.setup import setup

        if self._can_load(name):
            self.app.audio.play("card")
            self.app.push(setup.make_setup_scene(self.app, name))

    def _show_settings(self) -> None:
        from grenade_salad.app.pages.settings_page import SettingsScene

        self.app.push(SettingsScene(self.app))

    def _show_puzzles(self) -> None:
        from grenade_salad.app.puzzles.puzzles_scene import PuzzlesScene

        self.app.push(PuzzlesScene(self.app))

    def _set_up_position(self) -> None:
        from grenade_salad.app.match import position_drafts

        position_drafts.choose_game(self.app)

    def _show_history(self) -> None:
        from grenade_salad.app.history.history_scene import HistoryScene

        self.app.push(HistoryScene(self.app))

    def _show_statistics(self) -> None:
        from grenade_salad.app.history.statistics import StatisticsScene

        self.app.push(StatisticsScene(self.app))

    def _resume(self) -> None:
        if self._unfinished is not None:
            from grenade_salad.app.match import start_match

            start_match.resume(self.app, self._unfinished.id)

    def _play_same(self) -> None:
        if self._latest is not None:
            from grenade_salad.app.match import start_match

            start_match.begin_like(self.app, self._latest.id)

    def on_file_dropped(self, file: Path) -> None:
        from grenade_salad.app.shell.reading_dialog import recognize_dropped

        recognize_dropped(self.app, file, partial(self._open_dropped, file))

    def _open_dropped(self, file: Path, match_file: MatchKind | None) -> None:
        from grenade_salad.app.history.import_scene import import_file
        from grenade_salad.app.match import start_match
        from grenade_salad.app.scenarios.scenarios_scene import open_scenario_file

        if match_file == "scenario":
            open_scenario_file(self.app, file)
        elif match_file is None and (scene := start_match.open_file(self.app, file)) is not None:
            self.app.push(scene)
        else:
            import_file(self.app, file, self._show_history)

    def back(self) -> None:
        from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing

        # Translators: a button: end the program; a button: do not quit
        answers = [Answer(m("Stay"), do_nothing, "main", back=True), Answer(m("Quit"), self._quit, "danger", "cross")]
        self.app.push(Dialog(self.app, m("Quit?"), m("Your matches are saved: you can go on next time."), answers))

    def _quit(self) -> None:
        """Quit, or tell the user first that the settings could not be saved."""
        from grenade_salad.app.shell.dialog import Answer, Dialog

        if not (trouble := self.app.save_at_exit()):
            self.app.quit()
            return
        answers = [
            Answer(m("Try again"), self._quit, "main", back=True),
            Answer(m("Quit"), self.app.quit, "danger", "cross"),
        ]
        self.app.push(Dialog(self.app, m("Quit?"), trouble, answers))

    def layout(self, size: tuple[float, float]) -> None:
        width, height = size
        small = height < _SMALL_HEIGHT
        head = 64.0 if small else 150.0
        nav_buttons = [self.puzzles, self.set_up, self.history, self.statistics, self.rules, self.settings, self.exit]
        match_buttons = [self.go_on, self.same_again]
        button_height, gap = 40.0 if small else 48.0, 14.0 if width < 900 else 32.0
        # Where there is no space for a row of their own, they follow the other buttons, so that nothing moves.
        rows = (
            [nav_buttons]
            if width >= 780 and not is_tall_window((width, height))
            else [nav_buttons[:4], nav_buttons[4:]]
        )
        rows = [nav_buttons[:5], [*nav_buttons[5:], *match_buttons]] if small else [match_buttons, *rows]
        foot = (16.0 if small else 32.0) + len(rows) * (button_height + 8) - 8
        self._place_cards(Rect(0, head, width, height - head - foot), gap)
        top = height - foot + (foot - len(rows) * (button_height + 8) + 8) / 2
        for index, row in enumerate(rows):
            max_width = 300.0 if row is match_buttons else 180.0 if len(rows) < 3 else 220.0
            button_width = min(max_width, (width - 2 * gap + 12) / len(row) - 12)
            left = (width - len(row) * (button_width + 12) + 12) / 2
            for column, button in enumerate(row):
                button.rect = Rect(
                    left + column * (button_width + 12), top + index * (button_height + 8), button_width, button_height
                )

    def _place_cards(self, box: Rect, gap: float) -> None:
        """Place the cards in the number of rows that leaves the largest pictures.

        Up to four games are side by side, where there is space.
        """
        count = len(self.cards)
        has_lessons = any(button.visible for button in self.learn)
        learn_height = (34.0 if box.height < 400 else 44.0) + _LEARN_GAP if has_lessons else 0.0
        stacked = box.height > 1.1 * box.width and count <= 4
        rows = (
            count
            if stacked
            else max(range(1, count + 1), key=lambda rows: _picture_height(box, count, rows, learn_height, gap))
        )
        columns = -(-count // rows)
        card_width = _card_width(box, columns, gap, stacked)
        card_height = min(
            (box.height - 10 - (rows - 1) * gap / 2) / rows - learn_height,
            card_width * (0.4 if stacked else 2 / 3) + (0 if stacked else _TEXT_HEIGHT),
        )
        row_height = card_height + learn_height
        top = box.y + max(0.0, (box.height - rows * row_height - (rows - 1) * gap / 2) / 2)
        for row in range(rows):
            cards = self.cards[row * columns : (row + 1) * columns]
            left = (box.width - len(cards) * card_width - (len(cards) - 1) * gap) / 2
            for column, card in enumerate(cards):
                x, y = left + column * (card_width + gap), top + row * (row_height + gap / 2)
                card.rect = Rect(x, y, card_width, card_height)
                learn_rect = Rect(x, y + card_height + _LEARN_GAP, card_width, learn_height - _LEARN_GAP)
                self.learn[row * columns + column].rect = learn_rect

    def draw(self, canvas: Canvas) -> None:
        width, height = canvas.size
        small = height < _SMALL_HEIGHT
        size = 34.0 if small else 64.0
        title = m("Grenade Salad")
        side = 58.0 if small else 132.0
        total_width = side + 16 + canvas.width(title, size, title=True)
        left, middle = (width - total_width) / 2, (33.0 if small else 82.0)
        canvas.picture("title/logo.svg", Rect(left, middle - side / 2, side, side))
        position = (left + side + 16, middle if small else middle - 8)
        canvas.text(title, (position[0] + 2, position[1] + 3), size, BLACK, title=True, anchor="midleft", alpha=120)
        drawn = canvas.text(title, position, size, PAPER, title=True, anchor="midleft")
        if not small:
            canvas.text(self.game_count_words, (drawn.x + 4, drawn.bottom - 10), 20, PAPER, anchor="topleft")
        super().draw(canvas)


def _card_width(box: Rect, columns: int, gap: float, stacked: bool = False) -> float:
    """Return the width of each card in `columns` columns."""
    card_width = min(860.0 if stacked else 360.0, (box.width - (columns + 1) * gap) / columns)
    # The picture of a card, which is 3 : 2, gets whole units in both directions.
    return 2 * _CARD_PAD + (card_width - 2 * _CARD_PAD) // 3 * 3


def _picture_height(box: Rect, count: int, rows: int, learn_height: float, gap: float) -> float:
    """Return the height of the pictures of the games in `rows` rows."""
    card_height = (box.height - 10 - (rows - 1) * gap / 2) / rows - learn_height
    return min((_card_width(box, -(-count // rows), gap) - 2 * _CARD_PAD) * 2 / 3, card_height - 76)
