"""Guard around each frame: an exception leaves its scenes, not the program.

All scenes but the first are left. A match is safe in the journal with every line, so it can be continued.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

import pygame

from grenade_salad.app.shell.scene import AppContext, Scene
from grenade_salad.app.window.watchdog import PATIENCE, PluginHang, Watchdog
from grenade_salad.system import plugin_blame
from grenade_salad.system.plugin_blame import PluginGame
from grenade_salad.text import Message, m, say

if TYPE_CHECKING:
    from grenade_salad.system.crash_reports import TroubleCounter


class Window(AppContext, Protocol):
    """The app, with what no scene may use but the guard needs."""

    screen: pygame.Surface

    @property
    def frame_rate(self) -> int:
        """The wanted frames per second."""

    def frame(self, dt: float) -> None:
        """Run one step; the guard catches and reports its exceptions, and goes on."""

    def forget_events(self) -> None:
        """Discard what people did and nothing has handled yet."""


class CrashGuard:
    """Runs frames, and catches and reports what goes wrong in them."""

    def __init__(self, app: Window) -> None:
        self._app = app
        self._crash_counter: TroubleCounter | None = None
        """Returns True after many crashes in a short time."""
        self.farewell = ""
        """The reason in one line why the program had to end; empty if it had not."""
        self.watch = Watchdog(self._current_game)

    def frame(self, clock: pygame.time.Clock) -> None:
        """Wait until it is time for the next frame, and run it."""
        seconds = clock.tick(self._app.frame_rate) / 1000
        try:
            with self.watch:
                self._run_frame(seconds)
        except PluginHang as stuck:  # It even hung while its scene was left.
            self._handle_error(stuck)

    def _run_frame(self, seconds: float) -> None:
        try:
            self._app.frame(seconds)
        except (Exception, SystemExit, PluginHang) as error:
            self._handle_error(error)

    def _current_game(self) -> str:
        """Return the game on the table, empty on other pages."""
        return next((game for scene in reversed(self._app.stack) if (game := scene.rules_page)), "")

    def show_first(self, make: Callable[[], Scene]) -> None:
        """Show the first scene; end the program if it fails, as there is no way back."""
        try:
            self._app.push(make())
        except (Exception, SystemExit) as error:
            self.farewell = say(
                m(
                    "Grenade Salad can't start: something is broken. {report}",
                    report=self.write_report(error, "the start"),
                )
            )
            self._app.quit()

    def write_report(self, error: BaseException, location: str) -> Message:
        """Write a crash report, and return a sentence with its path."""
        from grenade_salad.system import crash_reports

        file = crash_reports.write_report(error, location, self._app.data_folder, self._record_location())
        return m("No report could be written.") if file is None else m("There is a report in {file}.", file=str(file))

    def _record_location(self) -> str:
        locations = [scene.record_location() for scene in reversed(self._app.stack)]
        return next((location for location in locations if location), "")

    def _handle_error(self, error: BaseException) -> None:
        plugin = (
            self.watch.plugin
            if isinstance(error, PluginHang)
            else plugin_blame.blame_error(error, self._current_game())
        )
        report_message = self.write_report(
            error, "the window" if plugin is None else f"the game {plugin.game} of {plugin.package}"
        )
        # An error of a plugin only costs its scene: the program goes on, however often it happens.
        costs_scene = plugin is not None and any(not scene.is_overlay for scene in self._app.stack[1:])
        try:
            if costs_scene or not self._fails_too_often():
                self._start_over(_explain_error(error, plugin, report_message))
                return
        except Exception as second_error:
            report_message = self.write_report(second_error, "the first screen")
        words = m("Grenade Salad had to close because something kept going wrong. {report}", report=report_message)
        self.farewell = say(words)
        self._app.quit()

    def _fails_too_often(self) -> bool:
        if self._crash_counter is None:
            from grenade_salad.system.crash_reports import TroubleCounter

            self._crash_counter = TroubleCounter()
        return self._crash_counter()

    def _start_over(self, words: Message) -> None:
        """Leave all scenes but the first, and ask whether to go on with the match."""
        from grenade_salad.app.match import start_match
        from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing

        app = self._app
        app.forget_events()
        match_id = next((match.id for scene in reversed(app.stack) if (match := scene.journaled_match())), None)
        for scene in app.stack[:0:-1]:
            app.stack.remove(scene)
            self.leave_scene(scene)
        app.screen.set_clip(None)
        app.home()
        answers = [Answer(m("Go on"), do_nothing, "main", back=True)]
        if match_id is not None:
            # Translators: {why} says in a sentence or two what went wrong, and where there is a report of it
            words = m("{why} Your match is saved: you can go on with it.", why=words)
            go_on = Answer(m("Go on"), partial(start_match.resume, app, match_id), "main", "play")
            # Translators: a button: to the first screen
            answers = [Answer(m("Home"), do_nothing, back=True), go_on]
        # Translators: the title of a message: something went wrong in the program
        dialog = Dialog(app, m("Oh!"), words, answers)
        dialog.widgets.set_focus(dialog.widgets.items[-1])
        app.push(dialog)

    def leave_scene(self, scene: Scene) -> None:
        """Leave a scene, whatever state it is in."""
        try:
            scene.on_left()
        except (Exception, SystemExit) as error:
            self.write_report(error, "leaving a scene")
            if match := scene.journaled_match():
                match.close()

    def say_farewell(self) -> None:
        """Show the farewell in a box, on systems where nobody sees a terminal."""
        with contextlib.suppress(Exception):
            pygame.display.message_box("Grenade Salad", self.farewell, "error")


def _explain_error(error: BaseException, plugin: PluginGame | None, report_message: Message) -> Message:
    """Return a message with the error, the plugin that caused it, and the report."""
    if plugin is None:
        return m("Something went wrong in the program. {report}", report=report_message)
    game, package = plugin.game, plugin.package
    if isinstance(error, PluginHang):
        return m(
            "The game {game} of {package} did not come back for {n} s, and was left. {report}",
            game=game,
            package=package,
            n=round(PATIENCE),
            report=report_message,
        )
    return m(
        "Something went wrong in the game {game} of {package}. {report}",
        game=game,
        package=package,
        report=report_message,
    )
