"""The end of a match, the same in all games: count, story, and what to do next.

Presses that were meant for the match must not start the next one: they only hurry the count, until nothing has been
pressed for a moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from grenade_salad.app.match import start_match
from grenade_salad.app.match.controller import MatchController
from grenade_salad.app.match.ending import PART_COUNT, Ending, Report
from grenade_salad.app.sharing.share_page import share
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import GamepadInput, Input, KeyInput, PointerInput, read_command
from grenade_salad.app.ui.theme import BRASS, HUGE, INK, LARGE, ROW, TITLE
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.match.words import winners_message
from grenade_salad.text import Reader, Words, m, say

_LINE_SECONDS = 0.8
"""Seconds for each line that is counted."""
_COUNT_SHARE = 0.75
"""Share of that time in which its numbers rise."""
_PART_SECONDS = 0.5
"""Seconds for each part of the story."""
_QUIET_SECONDS = 0.5
"""Seconds without a press after which the buttons can be pressed."""
_BUTTON_GAP = 12.0
"""Units between two buttons."""
_BLUR_SIZE = 32.0
"""Smallest visible detail of the table during the count, in units.

It is larger than any letter.
"""
_HEAD = 84.0
"""Units above the report, with the title."""
_TOAST = 52.0
"""Units that are left free below the page for a toast."""


class EndScene(Scene):
    """Page over the table; Esc shows the table again.

    With `is_counted`, the count is not shown again.
    """

    is_overlay = True
    smallest = (800.0, 450.0)
    smallest_portrait = (700.0, 450.0)

    def __init__(self, controller: MatchController, ending: Ending, *, is_counted: bool = False) -> None:
        super().__init__(controller.app)
        self.controller, self.rules_page = controller, controller.scene.rules_page
        match = controller.match
        self.ranking = match.state.ranking()
        story = controller.story_builder.build(match.entries, self.ranking)
        self._title = ending.title or winners_message(next(iter(self.ranking), ()))
        self.scroll = Scroll(Rect(0, 0, 0, 0))
        self.report = Report(controller.names, self.ranking, ending, story)
        face = controller.app.settings.avatar_picture
        self.report.faces = [
            "" if player.kind == "bot" else face(name)
            for name, player in zip(controller.names, controller.controllers, strict=True)
        ]
        self.widgets.add(self.report, self.scroll)
        self._quiet_time = _QUIET_SECONDS if is_counted else 0.0
        """Seconds without a press, since everything is visible."""
        self._blurred: pygame.Surface | None = None
        self.panel = Rect(0, 0, 0, 0)
        self._make_buttons()
        self.layout(self.size)
        self._start_count(is_counted)

    def _make_buttons(self) -> None:
        self.again_button = self.widgets.add(Button(m("Play again"), self.play_again, icon="rotate-cw", kind="main"))
        self.replay_button = self.widgets.add(
            Button(
                m("Replay"), self._show_replay, icon="graph", tip=m("Watch the match again, with the odds of winning")
            )
        )
        # Translators: a button: save the match as a web page
        share_button = Button(m("Share"), self._share_page, icon="arrow-up")
        share_button.tip = m("Share: one page that replays this match in any browser")
        self.share_button = self.widgets.add(share_button)
        # Translators: a button: to the first screen
        self.home_button = self.widgets.add(Button(m("Home"), self.app.home, icon="back"))
        self.look_button = self.widgets.add(Button("", self.back, icon="eye", tip=m("Look at the table")))
        self.mistakes_button = self.widgets.add(
            Button("", self._show_mistakes, icon="bulb", tip=m("Your mistakes, as puzzles: what was clearly better?"))
        )
        match, has_people = self.controller.match, any(player.kind != "bot" for player in self.controller.controllers)
        self.mistakes_button.visible = has_people and not match.state.is_turnless
        self.replay_button.enabled = isinstance(match, JournaledMatch) and self.app.journal is not None
        self.share_button.enabled = self.mistakes_button.enabled = self.replay_button.enabled
        for button in (self.replay_button, self.share_button, self.mistakes_button):
            button.why_disabled = m("This match is not saved anywhere.")
        self.widgets.set_focus(self.again_button)

    def accessible_name(self) -> Words:
        # Translators: the title of the page at the end of a match
        return self.title if self.report.visible_parts else m("Final count")

    @property
    def title(self) -> str:
        """The sentence that says who won, in the language of the window."""
        return say(self._title, Reader(self.controller.names))

    # What to do next

    @property
    def refusal(self) -> str:
        """Reason why the next match cannot begin: see app.phones.window_host.Beginning."""
        return "" if self.is_counted else say(m("The match is still being counted."))

    def start(self) -> None:
        """Begin the next match, on request of a phone."""
        self.play_again()

    def play_again(self) -> None:
        """Play again with the same people and house rules."""
        self.app.pop()
        start_match.play_again(self.app, self.controller.match.header, self.controller.controllers)

    def _show_replay(self) -> None:
        match = self.controller.match
        assert isinstance(match, JournaledMatch)
        self.app.watch(match.id, graph=True)

    def _share_page(self) -> None:
        match = self.controller.match
        assert isinstance(match, JournaledMatch)
        share(self.app, match.id)

    def _show_mistakes(self) -> None:
        match = self.controller.match
        assert isinstance(match, JournaledMatch)
        self.app.show_mistakes(match.id)

    # Counting

    @property
    def is_counted(self) -> bool:
        """True if everything is visible."""
        return self.report.visible_parts == PART_COUNT

    def _start_count(self, at_once: bool) -> None:
        lines = len(self.report.lines)
        if at_once:
            self.report.shares, self.report.visible_parts = [1.0] * lines, PART_COUNT
            return
        for order, line in enumerate(reversed(range(lines))):
            seconds, wait = _LINE_SECONDS * _COUNT_SHARE, _LINE_SECONDS * order
            self.motion.play(seconds, partial(self._set_share, line), partial(self._finish_line, line), wait=wait)
        for part in range(PART_COUNT):
            wait = _LINE_SECONDS * lines + _PART_SECONDS * part
            self.motion.after(wait, self._show_part)

    def _set_share(self, line: int, share: float) -> None:
        self.report.shares[line] = max(0.01, share)  # A line of share 0 is not drawn.

    def _finish_line(self, line: int) -> None:
        self.report.shares[line] = 1.0
        self.app.audio.play("tick")
        self.dirty = True

    def _show_part(self) -> None:
        self.report.visible_parts += 1
        if self.report.visible_parts == 1:
            viewer = self.controller.viewer
            has_lost = viewer is not None and bool(self.ranking) and viewer not in self.ranking[0]
            self.app.audio.play("lose" if has_lost else "win")
            self.app.audio.tune("theme_end", after=1.7)
        self.dirty = True

    # Input

    @property
    def ignores_presses(self) -> bool:
        """True if presses may still be meant for the match."""
        return not self.is_counted or self._quiet_time < _QUIET_SECONDS

    def handle(self, event: Input) -> None:
        pressed = (isinstance(event, KeyInput | GamepadInput) and event.down) or (
            isinstance(event, PointerInput) and event.kind == "down"
        )
        if pressed and self.ignores_presses:
            self._quiet_time = 0.0
            if read_command(event) != "back":
                return
        super().handle(event)

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.is_counted:
            self._quiet_time += dt

    # Layout and drawing

    def protected_areas(self) -> Sequence[Rect]:
        return (self.panel,)

    def foot_height(self) -> float:
        """Return the height of the part below the report."""
        return ROW + 28

    def place_foot(self, row: Rect) -> None:
        """Place the buttons in the row at the lower end of the panel."""
        buttons = (self.again_button, self.replay_button, self.share_button, self.home_button)
        button_width = (row.width + _BUTTON_GAP) / len(buttons) - _BUTTON_GAP
        for index, button in enumerate(buttons):
            button.rect = Rect(row.x + index * (button_width + _BUTTON_GAP), row.y, button_width, ROW)

    def content_height(self, canvas: Canvas, width: float) -> float:
        """Place the report, and return the height of everything that scrolls."""
        height = self.report.height(canvas, width)
        self.report.rect = Rect(0, 0, width, height)
        return height

    def layout(self, size: tuple[float, float]) -> None:
        width = min(760.0, size[0] - 32)
        self.report.line_height = 52.0 if len(self.report.lines) <= 6 else 44.0
        content = self.content_height(self.app.canvas(), width - 40)
        height = min(size[1] - 16 - _TOAST, _HEAD + content + self.foot_height())
        top = min((size[1] - height) / 2, size[1] - 8 - _TOAST - height)
        self.panel = panel = Rect((size[0] - width) / 2, top, width, height)
        self.toasts_top = panel.bottom + 8
        self.scroll.area = Rect(panel.x + 20, panel.y + _HEAD, width - 34, height - _HEAD - self.foot_height())
        self.scroll.content = content
        self.report.focusable = content > self.scroll.area.height + 1
        self.scroll.scroll_by(0)
        self.place_foot(Rect(panel.x + 20, panel.bottom - ROW - 14, width - 40, ROW))
        self.look_button.rect = Rect(panel.right - 60, panel.y + 18, 44, 44)
        self.mistakes_button.rect = Rect(panel.right - 110, panel.y + 18, 44, 44)

    def draw(self, canvas: Canvas) -> None:
        revealed = self.report.visible_parts > 0
        if not revealed:
            self._blur_table(canvas)
        canvas.fill(canvas.area, INK, alpha=150)
        canvas.paper(self.panel, radius=14)
        panel = self.panel
        # Translators: the title of the page at the end of a match
        title = self.title if revealed else say(m("Final count"))
        if revealed:
            canvas.picture("icons/crown.svg", Rect(panel.x + 22, panel.y + 20, 46, 46), BRASS)
        title_width, size = panel.width - 84 - 126, HUGE * 0.75
        while size > LARGE and canvas.width(title, size, title=True) > title_width:
            size -= 1
        position = (panel.x + 84 + title_width / 2, panel.y + 42)
        canvas.text(title, position, max(size, TITLE * 0.7), title=True, anchor="center", max_width=title_width)
        super().draw(canvas)

    def _blur_table(self, canvas: Canvas) -> None:
        """Blur the table, whose texts would reveal the winner before the count."""
        surface = canvas.surface
        if self._blurred is None or self._blurred.get_size() != surface.get_size():
            width, height = surface.get_size()
            grain = canvas.px(_BLUR_SIZE)
            small = pygame.transform.smoothscale(surface, (max(1, width // grain), max(1, height // grain)))
            self._blurred = pygame.transform.smoothscale(small, surface.get_size())
        surface.blit(self._blurred, (0, 0))
