"""Replay of a match: step by step, at any speed, from any line and any view.

The board of the game is in the upper part of the window, and shows the line of the bar. Of a match that still runs,
nothing is visible that its players may not know. All hands at once are below the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from grenade_salad.app.history.replay_bar import MediaButton, Scrubber, draw_words, find_marks
from grenade_salad.app.history.replay_graph import OddsGraph, find_out_lines
from grenade_salad.app.history.row import draw_badge
from grenade_salad.app.match import position_drafts, start_match
from grenade_salad.app.match.layout import BAR
from grenade_salad.app.match.play_on import PlayOnScene
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.sharing import match_titles
from grenade_salad.app.shell.scene import AppContext, Scene
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import GamepadInput, Input, KeyInput, KeyRepeat, PointerInput, ScrollInput
from grenade_salad.app.ui.meanings import KeyMeaning
from grenade_salad.app.ui.theme import INK, PAPER, PAPER_EDGE, ROW, SMALL
from grenade_salad.app.ui.widgets import Button, Choice
from grenade_salad.core import Action, Illegal
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.queries import Summary
from grenade_salad.lab.analysis import PLAYER, find_analyst
from grenade_salad.match.match import Controller, Match, read_controllers
from grenade_salad.match.record import Record
from grenade_salad.match.seek import MatchSeeker
from grenade_salad.match.story import build_story
from grenade_salad.session.match_analysis import MatchAnalysis
from grenade_salad.text import Words, m

View: TypeAlias = int | Literal["table", "everybody"]
"""Whose secrets are visible: those of a seat, of nobody, or all."""

SPEEDS = (0.5, 1.0, 2.0, 4.0, 10.0)
"""Speeds that can be chosen, as multiples of the normal one."""
_PAUSE = 0.35
"""Seconds between two lines at normal speed."""
_SMALLEST = (960.0, 580.0)
"""Width and height in units for which the replay without its graph has space."""
_BAR_HEIGHT = 104.0
"""Height in units of the bar below the table, with its buttons."""
_MIN_GRAPH_HEIGHT, _MAX_GRAPH_HEIGHT = 160.0, 260.0
_GRAPH_OVERLAP = 30.0
"""Units by which the table may be lower while the graph is visible."""
_MARGIN, _COLUMN_GAP = 16.0, 12.0
"""Units between the bar's widgets and the window's edge, and between the choices."""
_BACK_WIDTH, _STEP_WIDTH, _PLAY_WIDTH = 104.0, 48.0, 64.0
"""Widths of the buttons, in units."""
_NAME_HEIGHT = 24.0
"""Height of a name over the cards of an open hand, in units."""
_HAND_GAP = 8.0
"""Units between two open hands."""
_PANEL_KEY = 5000
"""The seats' panels have accessible nodes from this key on."""
_MACHINE = Controller("bot", "random")
"""The controller of seats whose secrets are not in the view: it is never asked."""
_STEPS: frozenset[KeyMeaning] = frozenset(("step_back", "step_on", "page_back", "page_on"))
"""Keys that move through the match while they are held."""
_FORWARDED: frozenset[KeyMeaning] = frozenset(("closer", "farther", "overview"))
"""Keys of the board: they zoom in and out."""


def draw_hands(canvas: Canvas, table: TableScene, box: Rect) -> None:
    """Draw all hands, with a place for each seat: its name and its cards.

    All secrets are visible.
    """
    if table.controller.match.state.pending_chance() == "deal" or not table.controller.match.entries:
        return
    canvas.paper(Rect(box.x - 6, box.y - 5, box.width + 12, box.height + 15))
    box = box.inflate(0, 4)
    width = (box.width + _HAND_GAP) / len(table.controller.names) - _HAND_GAP
    for seat, name in enumerate(table.controller.names):
        column = Rect(box.x + seat * (width + _HAND_GAP), box.y, width, box.height)
        if seat:
            canvas.fill(Rect(column.x - _HAND_GAP / 2 - 1, column.y + 6, 1.5, column.height - 12), PAPER_EDGE)
        draw_badge(canvas, seat, Rect(column.x + 6, column.y + 5, 20, 20))
        position = (column.x + 32, column.y + 15)
        canvas.text(name, position, SMALL, INK, bold=True, anchor="midleft", max_width=width - 40)
        inner = Rect(column.x + 6, column.y + _NAME_HEIGHT + 6, width - 12, box.height - _NAME_HEIGHT - 12)
        with canvas.clipped(column):
            table.board.draw_hand(canvas, inner, seat)


def watch(app: AppContext, match_id: int, *, graph: bool = False) -> None:
    """Push the replay of a match of the journal, with its graph if asked.

    Tells the user why if that cannot be.
    """
    if app.journal is None:
        return
    try:
        match, record = app.journal.match(match_id), app.journal.record(match_id)
        scene = ReplayScene(app, match, record)
    except JournalError as error:
        app.say(f"{error}.", refused=True)
    except Illegal as error:
        app.say(m("This version cannot read the match: {why}.", why=str(error)), refused=True)
    else:
        app.push(scene)
        if graph:
            scene.toggle_graph()


class ReplayScene(Scene):
    """Replay of a match: the game's own table, over a bar with its lines."""

    smallest = _SMALLEST
    toasts_top = BAR + 12
    draws_table = True
    holds_much_memory = True

    def __init__(self, app: AppContext, match: Summary, record: Record) -> None:
        """Raises `Illegal` for a match that this version cannot play."""
        super().__init__(app)
        self.record, self.match = record, match
        self.graph: OddsGraph | None = None
        self.rules_page = match.game
        self.jumps = MatchSeeker(record.header, record.entries)
        self.words = m("Replay · {when}", when=match_titles.format_time(match.begun))
        self.playing, self.speed = False, 1.0
        self._wait = 0.0
        """Seconds at normal speed until the next line is played."""
        self.line = 0
        """The number of shown lines."""
        self._is_narration_due = False
        """True while the shown line is still animated, see `_narrate`."""
        self._better_action: Action | None = None
        """The action that the graph shows on the table."""
        self.seat_controllers = read_controllers(record.header)
        self.views = self._list_views()
        """The views that can be chosen; the replay begins with the first."""
        self._panel = Rect(0, 0, 0, 0)
        """The box of the bar and the graph."""
        self.table = self._make_table(self.views[0])
        self._make_widgets()
        self.layout(self.size)
        self.go_to(0)

    def _list_views(self) -> list[View]:
        """Return the views that reveal nothing which the players may not know yet."""
        if self.match.finished:
            return ["table", *range(len(self.seat_controllers)), "everybody"]
        people = [seat for seat, controller in enumerate(self.seat_controllers) if controller.is_person]
        is_alone = len(people) == 1 and not self.app.settings.hands_on_phones
        return [*people, "table"] if is_alone else ["table"]

    def _make_table(self, view: View) -> TableScene:
        """Return the game's table with this view, in which nobody can play."""
        view_controllers = tuple(
            Controller() if seat == view else _MACHINE for seat in range(len(self.seat_controllers))
        )
        scene = start_match.make_match_table(self.app, Match(self.record.header), view_controllers)
        assert isinstance(scene, TableScene)
        scene.controller.original_controllers = self.seat_controllers
        scene.controller.shows_everything = view == "everybody"
        scene.controller.session.is_public = self.app.settings.hands_on_phones and not self.match.finished
        self.view = view
        return scene

    def _make_widgets(self) -> None:
        self.bar = Scrubber(len(self.jumps.steps), find_marks(self.jumps.steps), self.go_to)
        self.bar.tip = self.bar.describe_marks()
        # Translators: a button and its tooltip: leave the page
        self.back_button = Button(m("Back"), self.back, icon="back", tip=m("Back (Esc)"))
        self._make_media_buttons()
        self._make_choices()
        self.play_on = Button(m("Play on from here"), self._play_on, icon="play")
        self.set_up = Button("", self._set_up, icon="hand", tip=m("Set up a position"))
        self.set_up.visible = position_drafts.can_edit(self.record.header.game)
        self._make_graph_and_log_buttons()
        for widget in (
            self.log_button,
            self.graph_button,
            self.bar,
            self.back_button,
            *self._media_buttons,
            self.speed_choice,
            self.view_choice,
            self.set_up,
            self.play_on,
        ):
            self.widgets.add(widget)
        self.widgets.set_focus(self.play)

    def _make_media_buttons(self) -> None:
        key_words = self.app.settings.key_name
        # Translators: marks are the moments that mattered, on the bar of a replay
        to_previous = m("To the previous mark ({key})", key=key_words("page_back"))
        self.previous = MediaButton("previous", lambda: self.jump(-1), to_previous)
        back = m("One line back ({key})", key=key_words("step_back"))
        self.step_back = MediaButton("back", lambda: self.step(-1), back)
        self.play = MediaButton("play", self.toggle, m("Play or stop ({key})", key=key_words("play")))
        forward = m("One line forward ({key})", key=key_words("step_on"))
        self.step_on = MediaButton("forward", lambda: self.step(1), forward)
        to_next = m("To the next mark ({key})", key=key_words("page_on"))
        self.next = MediaButton("next", lambda: self.jump(1), to_next)

    @property
    def _media_buttons(self) -> tuple[MediaButton, ...]:
        return self.previous, self.step_back, self.play, self.step_on, self.next

    def _make_choices(self) -> None:
        speeds = [f"{speed:g} ×" for speed in SPEEDS]
        # Translators: how fast the replay goes: a label
        self.speed_choice = Choice(speeds, SPEEDS.index(1.0), self._choose_speed, tip=m("Speed"))
        # Translators: a choice of whose view the replay shows; a choice of whose view the replay shows: all cards
        # open
        names = {"table": m("As at the table"), "everybody": m("All hands")}
        # Translators: a choice of whose view the replay shows
        view_names = [
            m("As {who}", who=self.record.header.names[view]) if isinstance(view, int) else names[view]
            for view in self.views
        ]
        self.view_choice = Choice(
            view_names, 0, self._choose_view, tip=m("Whose view: it decides which secrets you see")
        )
        self.view_choice.enabled = len(view_names) > 1
        self.view_choice.why_disabled = m("Hands stay hidden until the match is over.")

    def _make_graph_and_log_buttons(self) -> None:
        key_words = self.app.settings.key_name
        tip = m("What a strong player would have done, and the odds of winning ({key})", key=key_words("graph"))
        # Translators: a button: the odds of winning, drawn
        self.graph_button = Button(m("Graph"), self.toggle_graph, icon="graph", tip=tip)
        self.graph_button.enabled = self.match.finished and find_analyst(self.record.header.game) is not None
        self.graph_button.why_disabled = (
            m("This game has no machine player that could judge the decisions.")
            if self.match.finished
            else m("There is no graph until the match is over.")
        )
        tip = m("What has happened so far ({key})", key=key_words("log"))
        self.log_button = Button("", self._toggle_log, icon="book", tip=tip)

    def accessible_name(self) -> Words:
        return self.words

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        panels = [
            replace(panel.accessible_node(), acts=(), key=_PANEL_KEY + seat)
            for seat, panel in enumerate(self.table.panels)
        ]
        return [*self.table.accessible_nodes(), *panels]

    def protected_areas(self) -> Sequence[Rect]:
        return [*self.table.protected_areas(), self._panel]

    def announcements(self) -> Sequence[AccessibleNode]:
        return self.table.announcements()

    def record_location(self) -> str:
        return f"match {self.match.id} in the replay, line {self.line + 1}"

    # Lines

    def go_to(self, line: int) -> None:
        """Show the match after the given number of lines."""
        self.table.controller.jump_to(self.jumps.match_at(line), self.jumps.steps[:line])
        self._on_arrived(line)

    def step(self, by: int) -> None:
        """Stop playing, and show the next line as it happened, or go back by a line."""
        self.stop()
        if by > 0:
            self._next()
        elif self.line > 0:
            self.go_to(self.line - 1)

    def _next(self) -> None:
        if self.line < self.bar.last:
            self.table.controller.show_next(self.record.entries[self.line])
            self._on_arrived(self.line + 1)

    def _on_arrived(self, line: int) -> None:
        self.line = self.bar.line = line
        self._wait = _PAUSE
        is_at_end = line == self.bar.last
        self.step_on.enabled, self.step_on.why_disabled = not is_at_end, m("This is the last line.")
        self.step_back.enabled, self.step_back.why_disabled = line > 0, m("This is the start.")
        self._is_narration_due = True
        self._narrate()
        self.dirty = True

    def _narrate(self) -> None:
        """Update what depends on the line, once its animation is over.

        That is the odds, the better action, and whether the match is over.
        """
        if not self.table.controller.is_idle:
            return
        self._is_narration_due = False
        if self.graph is not None:
            self.graph.line = self.line
            self._show_better()
        is_over = self.table.controller.match.state.is_over
        self.play_on.enabled, self.play_on.why_disabled = not is_over, m("The match is over here: go back a little.")
        self.dirty = True

    def _show_better(self) -> None:
        """Show what the player would have done at the next decision, as a hint does."""
        point = self.graph.next_decision if self.graph is not None and not self.playing else None
        action = None if point is None or point.is_equivalent else point.best
        if action is not self._better_action:
            self._better_action = action
            self.table.show_better_action(action)
            self.dirty = True

    def jump(self, by: int) -> None:
        """Go to the next or previous mark, or to an end after the last one."""
        self.stop()
        lines = [0, *(mark.line for mark in self.bar.marks), self.bar.last]
        if by > 0:
            self.go_to(next((line for line in lines if line > self.line), self.bar.last))
        else:
            self.go_to(next((line for line in reversed(lines) if line < self.line), 0))

    def toggle(self) -> None:
        """Play or stop; from the end, play from the start."""
        if self.playing:
            self.stop()
            return
        if self.line == self.bar.last:
            self.go_to(0)
        self.playing, self.play.sign, self._wait = True, "pause", 0.0
        self.dirty = True

    def stop(self) -> None:
        """Stop playing."""
        self.playing, self.play.sign = False, "play"
        self.dirty = True

    def _choose_speed(self, index: int) -> None:
        self.speed = SPEEDS[index]

    def _choose_view(self, index: int) -> None:
        self.table.on_left()
        self.table = self._make_table(self.views[index])
        self._better_action = None
        if self.graph is not None and isinstance(self.view, int):
            self.graph.front = self.view
        self.layout(self.size)
        self.go_to(self.line)

    def _toggle_log(self) -> None:
        """Open the log of the game's table, if the log is not beside it already."""
        if self.log_button.visible:
            self.table.log_button.activate()
            self.dirty = True

    def toggle_graph(self) -> None:
        """Show the graph over the bar, or hide it.

        The analysis runs while the graph is visible; the points that were found are kept.
        """
        if self.graph is not None:
            self.widgets.remove([self.graph], self.play)
            self.graph.match_analysis.stop()
            self.graph = None
            self.table.show_better_action(None)
            self._better_action = None
        elif self.match.finished:
            self.graph = self.widgets.add(self._make_graph())
        extra_height = 0.0 if self.graph is None else _MIN_GRAPH_HEIGHT - _GRAPH_OVERLAP
        self.smallest = _SMALLEST[0], _SMALLEST[1] + extra_height
        self.app.fit()

    def _make_graph(self) -> OddsGraph:
        header, cached = self.record.header, self.app.analyses
        key = (self.match.id, len(self.record.entries))
        if key not in cached:
            cached[key] = MatchAnalysis(self.record, PLAYER)
        cached[key].start(self.app.thinker())
        winners = self.match.ranking[0]
        graph = OddsGraph(
            cached[key],
            header.names,
            win_shares=[1 / len(winners) if seat in winners else 0.0 for seat in range(len(header.seats))],
            line_x=self.bar.line_x,
            on_choice=self._go_to_mark,
            story=build_story(header, self.record.entries, self.match.ranking),
            out_lines=find_out_lines(self.jumps, len(header.seats)),
        )
        # While the line is still animated, the graph does not say what it brought.
        graph.line = self.line - self._is_narration_due
        graph.front = self.view if isinstance(self.view, int) else graph.front
        return graph

    def _go_to_mark(self, line: int) -> None:
        self.stop()
        self.go_to(line)

    def _play_on(self) -> None:
        self.stop()
        viewer = self.view if isinstance(self.view, int) else None
        self.app.push(PlayOnScene(self.app, self.jumps.match_at(self.line), viewer))

    def _set_up(self) -> None:
        """Set up a position from what is on the table, as far as this view knows it.

        Of a finished match it is all.
        """
        self.stop()
        if self.match.finished:
            viewer: position_drafts.Viewpoint = "everybody"
        else:
            viewer = self.view if isinstance(self.view, int) else "table"
        position_drafts.open_editor_at(self.app, self.jumps.match_at(self.line), viewer)

    # Input and time

    def handle(self, event: Input) -> None:
        if self._handle_key(event):
            return
        forwarded = isinstance(event, PointerInput | ScrollInput) and not self._panel.collidepoint(event.position)
        if forwarded or (isinstance(event, KeyInput) and event.meanings & _FORWARDED):
            self.table.handle(event)
        super().handle(event)

    def _handle_key(self, event: Input) -> bool:
        """Handle the keys and buttons of a replay; True if it was one."""
        match event:
            case GamepadInput(button="x", down=True):
                self.toggle()
            case GamepadInput(button="y", down=True):
                self.jump(1)
            case KeyInput(down=True):
                return any(self._handle_meaning(means) for means in event.meanings)
            case KeyRepeat(press):
                return any(self._handle_meaning(means) for means in press.meanings & _STEPS)
            case _:
                return False
        return True

    def _handle_meaning(self, means: KeyMeaning) -> bool:
        """Do what a key of a replay means; True if it is one."""
        match means:
            case "step_back":
                self.step(-1)
            case "step_on":
                self.step(1)
            case "page_back":
                self.jump(-1)
            case "page_on":
                self.jump(1)
            case "first":
                self.go_to(0)
            case "last":
                self.go_to(self.bar.last)
            case "play":
                self.toggle()
            case "log":
                self._toggle_log()
            case "graph":
                self.graph_button.activate() if self.graph_button.enabled else None
            case _:
                return False
        return True

    @property
    def is_animating(self) -> bool:
        return super().is_animating or self.table.is_animating

    def update(self, dt: float) -> None:
        super().update(dt)
        self.table.update(dt * self.speed)
        if self._is_narration_due:
            self._narrate()
        if self.playing and not self.table.motion.is_busy:
            self._wait -= dt * self.speed
            if self.line == self.bar.last:
                self.stop()
            elif self._wait <= 0:
                self._next()
        if self.graph is not None and self.graph.match_analysis.update():
            self._show_better()
            self.dirty = True
        if self.table.dirty:
            self.dirty, self.table.dirty = True, False

    def on_left(self) -> None:
        self.table.on_left()
        if self.graph is not None:
            self.graph.match_analysis.stop()

    # Layout

    def layout(self, size: tuple[float, float]) -> None:
        width, height = size
        graph_height = 0.0
        if self.graph is not None:
            available = height - _SMALLEST[1] + _GRAPH_OVERLAP
            graph_height = max(_MIN_GRAPH_HEIGHT, min(_MAX_GRAPH_HEIGHT, available))
        panel_height = _BAR_HEIGHT + graph_height
        self._panel = Rect(0, height - panel_height, width, panel_height)
        self.table.size = (width, height - panel_height)
        self.table.layout(self.table.size)
        self.log_button.visible = not self.table.places.has_log_beside
        self.log_button.rect = Rect(width - 56, 6, 44, 40)
        self.graph_button.rect = Rect(width - (64 if self.log_button.visible else 12) - 110, 6, 110, 40)
        if self.graph is not None:
            self.graph.rect = Rect(_MARGIN, self._panel.y + 8, width - 2 * _MARGIN, graph_height - 6)
        top = height - _BAR_HEIGHT
        self.bar.rect = Rect(_MARGIN, top + 4, width - 2 * _MARGIN, 44)
        self._place_buttons(width, top + 54)

    def _place_buttons(self, width: float, top: float) -> None:
        """Place the buttons and choices below the bar, from the left and from the right."""
        self.back_button.rect = Rect(_MARGIN, top, _BACK_WIDTH, ROW)
        x = _MARGIN + _BACK_WIDTH + 20
        for button in self._media_buttons:
            button_width = _PLAY_WIDTH if button is self.play else _STEP_WIDTH
            button.rect = Rect(x, top, button_width, ROW)
            x += button_width + 6
        x += 14
        right = width - _MARGIN
        available = right - x - (_STEP_WIDTH + 8 if self.set_up.visible else 0)
        speed_width, play_on_width = min(130.0, available * 0.22), min(220.0, available * 0.38)
        view_width = min(240.0, available - speed_width - play_on_width - 2 * _COLUMN_GAP)
        self.speed_choice.rect = Rect(x, top, speed_width, ROW)
        self.view_choice.rect = Rect(x + speed_width + _COLUMN_GAP, top, view_width, ROW)
        self.play_on.rect = Rect(right - play_on_width, top, play_on_width, ROW)
        self.set_up.rect = Rect(self.play_on.rect.x - 8 - _STEP_WIDTH, top, _STEP_WIDTH, ROW)

    def draw(self, canvas: Canvas) -> None:
        self.table.draw_surface_around(canvas)
        with canvas.rotated(Rect(0, 0, *self.table.size), 0) as upper:
            self.table.draw(upper)
            if self.view == "everybody":
                draw_hands(upper, self.table, self.table.places.hand)
        draw_words(canvas, self.words, self.graph_button.rect.x - 14)
        canvas.paper(self._panel.inflate(8, 8).move(0, 4), PAPER, 10)
        super().draw(canvas)
