"""The end of a match, the same in all games: it is counted, what turned it is told, and then what now.

Nothing that was meant for the match before starts the next: presses hurry the count and do nothing else, until nobody
has pressed anything for a moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol

import pygame

from grenade_salad.app.match import start_match
from grenade_salad.app.match.ending import Ending, Report
from grenade_salad.app.seating.change_players import Seated
from grenade_salad.app.sharing.share_page import share
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, Key, Pad, Pointer, command
from grenade_salad.app.ui.theme import BRASS, HUGE, INK, LARGE, ROW, TITLE
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.match.story import Teller
from grenade_salad.match.words import wins
from grenade_salad.text import Reader, Words, m, say

_EACH = 0.8
"""Seconds for each line that is counted."""
_PART = 0.5
"""Seconds for each part of the story."""
_QUIET = 0.5
"""Seconds without a press after which the buttons can be pressed."""
_BLUR = 32.0
"""Size of the smallest shape that is left of the table while points are counted, in units: larger than any letter."""
_HEAD = 84.0
_TOAST = 52.0
"""Units that are left free below the page for a line that comes and goes."""


class Finished(Seated, Protocol):
    """A match on the window that is over, as far as its last page is about it."""

    rules_page: str
    teller: Teller

    @property
    def viewer(self) -> int | None:
        """The only person of the match at this screen."""


class EndScene(Scene):
    """Lies over the table; Esc shows the table again. `counted`: it was counted before, and this is another look."""

    overlay = True
    smallest = (800.0, 450.0)
    smallest_high = (700.0, 450.0)

    def __init__(self, over: Finished, ending: Ending, *, counted: bool = False) -> None:
        super().__init__(over.app)
        self.over, self.rules_page = over, over.rules_page
        match = over.match
        self.ranking = match.state.ranking()
        told = over.teller.tell(match.entries, self.ranking)
        self._title = ending.title or wins(next(iter(self.ranking), ()))
        self.scroll = Scroll(Rect(0, 0, 0, 0))
        self.report = Report(over.names, self.ranking, ending, told)
        face = over.app.settings.face
        self.report.faces = [
            "" if one.kind == "bot" else face(name) for name, one in zip(over.names, over.controllers, strict=True)
        ]
        self.widgets.add(self.report, self.scroll)
        self._quiet = _QUIET if counted else 0.0
        self._blurred: pygame.Surface | None = None
        self._make_buttons()
        self.layout(self.size)
        self._count(counted)

    def _make_buttons(self) -> None:
        self.again_button = self.widgets.add(Button(m("Play again"), self.again, icon="rotate-cw", kind="main"))
        self.replay_button = self.widgets.add(
            Button(m("Replay"), self._replay, icon="graph", tip=m("Watch the match again, with the odds of winning"))
        )
        # Translators: a button: save the match as a web page
        share_button = Button(m("Share"), self._share_page, icon="arrow-up")
        share_button.tip = m("Share: one page that replays this match in any browser")
        self.share_button = self.widgets.add(share_button)
        # Translators: a button: to the first screen
        self.home_button = self.widgets.add(Button(m("Home"), self.app.home, icon="back"))
        self.look_button = self.widgets.add(Button("", self.back, icon="eye", tip=m("Look at the table")))
        self.mistakes_button = self.widgets.add(
            Button("", self._mistakes, icon="bulb", tip=m("Your mistakes, as puzzles: what was clearly better?"))
        )
        self.mistakes_button.visible = any(one.kind != "bot" for one in self.over.controllers)
        match = self.over.match
        self.mistakes_button.visible &= not match.state.is_turnless
        self.replay_button.enabled = isinstance(match, JournaledMatch) and self.app.journal is not None
        self.share_button.enabled = self.mistakes_button.enabled = self.replay_button.enabled
        for button in (self.replay_button, self.share_button, self.mistakes_button):
            button.why_disabled = m("This match is not saved anywhere.")
        self.widgets.set_focus(self.again_button)

    def called(self) -> Words:
        # Translators: the title of the page at the end of a match
        return self.title if self.report.told else m("Final count")

    @property
    def title(self) -> str:
        """Who won, in one sentence of the window's language."""
        return say(self._title, Reader(self.over.names))

    # what now

    @property
    def refusal(self) -> str:
        """Why the next match cannot begin: see app.phones.window_host.Beginning."""
        return "" if self.counted else say(m("The match is still being counted."))

    def start(self) -> None:
        """The next match begins: a phone has said so."""
        self.again()

    def again(self) -> None:
        """The same people, the same house rules."""
        self.app.pop()
        start_match.again(self.app, self.over.match.header, self.over.controllers)

    def _replay(self) -> None:
        match = self.over.match
        assert isinstance(match, JournaledMatch)
        self.app.watch(match.id, graph=True)

    def _share_page(self) -> None:
        match = self.over.match
        assert isinstance(match, JournaledMatch)
        share(self.app, match.id)

    def _mistakes(self) -> None:
        match = self.over.match
        assert isinstance(match, JournaledMatch)
        self.app.show_mistakes(match.id)

    # counting

    @property
    def counted(self) -> bool:
        """Whether all of it can be seen."""
        return self.report.told == self.report.story

    def _count(self, at_once: bool) -> None:
        lines = len(self.report.lines)
        if at_once:
            self.report.shares, self.report.told = [1.0] * lines, self.report.story
            return
        for number in range(lines):
            line = lines - 1 - number
            done = partial(self._line_counted, line)
            self.motion.play(_EACH * 0.75, partial(self._share, line), done, wait=_EACH * number)
        for part in range(self.report.story):
            wait = _EACH * lines + _PART * part
            self.motion.after(wait, self._part_told)

    def _share(self, line: int, share: float) -> None:
        self.report.shares[line] = max(0.01, share)

    def _line_counted(self, line: int) -> None:
        self.report.shares[line] = 1.0
        self.app.audio.play("tick")
        self.dirty = True

    def _part_told(self) -> None:
        self.report.told += 1
        if self.report.told == 1:
            viewer = self.over.viewer
            lost = viewer is not None and bool(self.ranking) and viewer not in self.ranking[0]
            self.app.audio.play("lose" if lost else "win")
            self.app.audio.tune("theme_end", after=1.7)
        self.dirty = True

    # input

    @property
    def deaf(self) -> bool:
        """Whether presses may still be meant for the match."""
        return not self.counted or self._quiet < _QUIET

    def handle(self, event: Input) -> None:
        pressed = (isinstance(event, Key | Pad) and event.down) or (isinstance(event, Pointer) and event.kind == "down")
        if pressed and self.deaf:
            self._quiet = 0.0
            if command(event) != "back":
                return
        super().handle(event)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.counted:
            self._quiet += dt

    # place

    def in_sight(self) -> Sequence[Rect]:
        return (self.panel,)

    def foot(self) -> float:
        """How high the part under the sheet is."""
        return ROW + 28

    def place_foot(self, row: Rect) -> None:
        """Place the buttons in the row at the lower end of the panel."""
        buttons = (self.again_button, self.replay_button, self.share_button, self.home_button)
        each = (row.width - 36) / 4
        for index, button in enumerate(buttons):
            button.rect = Rect(row.x + index * (each + 12), row.y, each, ROW)

    def content_height(self, canvas: Canvas, wide: float) -> float:
        """How high all is that can be scrolled; the report is placed."""
        high = self.report.height(canvas, wide)
        self.report.rect = Rect(0, 0, wide, high)
        return high

    def layout(self, size: tuple[float, float]) -> None:
        wide = min(760.0, size[0] - 32)
        self.report.line_high = 52.0 if len(self.report.lines) <= 6 else 44.0
        content = self.content_height(self.app.canvas(), wide - 40)
        high = min(size[1] - 16 - _TOAST, _HEAD + content + self.foot())
        top = min((size[1] - high) / 2, size[1] - 8 - _TOAST - high)
        self.panel = panel = Rect((size[0] - wide) / 2, top, wide, high)
        self.toasts_from = panel.bottom + 8
        self.scroll.area = Rect(panel.x + 20, panel.y + _HEAD, wide - 34, high - _HEAD - self.foot())
        self.scroll.content = content
        self.report.focusable = content > self.scroll.area.height + 1
        self.scroll.by(0)
        self.place_foot(Rect(panel.x + 20, panel.bottom - ROW - 14, wide - 40, ROW))
        self.look_button.rect = Rect(panel.right - 60, panel.y + 18, 44, 44)
        self.mistakes_button.rect = Rect(panel.right - 110, panel.y + 18, 44, 44)

    def draw(self, canvas: Canvas) -> None:
        revealed = self.report.told > 0
        if not revealed:
            self._blur_table(canvas)
        canvas.fill(canvas.area, INK, alpha=150)
        canvas.paper(self.panel, radius=14)
        panel = self.panel
        # Translators: the title of the page at the end of a match
        title = self.title if revealed else say(m("Final count"))
        if revealed:
            canvas.picture("icons/crown.svg", Rect(panel.x + 22, panel.y + 20, 46, 46), BRASS)
        room, size = panel.width - 84 - 126, HUGE * 0.75
        while size > LARGE and canvas.width(title, size, title=True) > room:
            size -= 1
        at = (panel.x + 84 + room / 2, panel.y + 42)
        canvas.text(title, at, max(size, TITLE * 0.7), title=True, anchor="center", wide=room)
        super().draw(canvas)

    def _blur_table(self, canvas: Canvas) -> None:
        """Blur the table below: its words and panels tell who has won, which is still being counted."""
        surface = canvas.surface
        if self._blurred is None or self._blurred.get_size() != surface.get_size():
            width, height = surface.get_size()
            grain = canvas.px(_BLUR)
            small = pygame.transform.smoothscale(surface, (max(1, width // grain), max(1, height // grain)))
            self._blurred = pygame.transform.smoothscale(small, surface.get_size())
        surface.blit(self._blurred, (0, 0))
