"""The net under the window: what goes wrong in a frame ends the scene, not the program.

A match is safe in the journal with every line, so the scenes are left to the first one, and it can be gone on with.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pygame

from grenade_salad.app.shell.scene import Scene, Shell
from grenade_salad.app.window.watchdog import PATIENCE, Stuck, Watch
from grenade_salad.system import plugin_blame
from grenade_salad.system.plugin_blame import Guest
from grenade_salad.text import Message, m, say

if TYPE_CHECKING:
    from grenade_salad.system.crash_reports import Often


class Window(Shell, Protocol):
    """The app, as far as the net is about it."""

    screen: pygame.Surface

    @property
    def data_folder(self) -> Path:
        """Where reports are kept."""

    @property
    def frame_rate(self) -> int:
        """The wanted frames per second now."""

    def frame(self, dt: float) -> None:
        """One step of the window: an exception in it is caught and reported, and the next step follows."""

    def forget_events(self) -> None:
        """What people did and nobody has heard counts no more."""


class Net:
    """`farewell` is why the program had to end, in one line; empty if it had not."""

    def __init__(self, app: Window) -> None:
        self._app = app
        self._often: Often | None = None
        self.farewell = ""
        self.watch = Watch(self._playing)

    def frame(self, clock: pygame.time.Clock) -> None:
        """One frame of the app, when it is time for it."""
        seconds = clock.tick(self._app.frame_rate) / 1000
        try:
            with self.watch:
                self._one(seconds)
        except Stuck as stuck:  # it did not come back while its scene was left, either
            self._caught(stuck)

    def _one(self, seconds: float) -> None:
        try:
            self._app.frame(seconds)
        except (Exception, SystemExit, Stuck) as error:
            self._caught(error)

    def _playing(self) -> str:
        """The game on the table; none on other pages."""
        return next((game for one in reversed(self._app.stack) if (game := one.rules_page)), "")

    def first(self, make: Callable[[], Scene]) -> None:
        """Show the first scene; without one there is nothing to go back to."""
        try:
            self._app.push(make())
        except (Exception, SystemExit) as error:
            self.farewell = say(
                m(
                    "Grenade Salad can't start: something is broken. {report}",
                    report=self.write(error, "the start"),
                )
            )
            self._app.quit()

    def write(self, error: BaseException, where: str) -> Message:
        """Write a report; where it is, as a sentence."""
        from grenade_salad.system import crash_reports

        file = crash_reports.write(error, where, self._app.data_folder, self._record())
        return m("No report could be written.") if file is None else m("There is a report in {file}.", file=str(file))

    def _record(self) -> str:
        matches = [one.record_line() for one in reversed(self._app.stack)]
        return next((words for words in matches if words), "")

    def _caught(self, error: BaseException) -> None:
        guest = self.watch.guest if isinstance(error, Stuck) else plugin_blame.of_error(error, self._playing())
        told = self.write(error, "the window" if guest is None else f"the game {guest.game} of {guest.package}")
        try:
            # What others brought is left with its scene: the program goes on, however often that fails.
            if (guest is not None and any(not one.overlay for one in self._app.stack[1:])) or not self._too_often():
                self._start_over(_why(error, guest, told))
                return
        except Exception as again:
            told = self.write(again, "the first screen")
        words = m("Grenade Salad had to close because something kept going wrong. {report}", report=told)
        self.farewell = say(words)
        self._app.quit()

    def _too_often(self) -> bool:
        if self._often is None:
            from grenade_salad.system.crash_reports import Often

            self._often = Often()
        return self._often()

    def _start_over(self, words: Message) -> None:
        """Leave all scenes but the first, and ask whether to go on with the match."""
        from grenade_salad.app.match import start_match
        from grenade_salad.app.shell.dialog import Answer, Dialog, nothing

        app = self._app
        app.forget_events()
        kept = next((match.id for one in reversed(app.stack) if (match := one.journaled())), None)
        for scene in app.stack[:0:-1]:
            app.stack.remove(scene)
            self.leave(scene)
        app.screen.set_clip(None)
        app.home()
        answers = [Answer(m("Go on"), nothing, "main", back=True)]
        if kept is not None:
            # Translators: {why} says in a sentence or two what went wrong, and where there is a report of it
            words = m("{why} Your match is saved: you can go on with it.", why=words)
            go_on = Answer(m("Go on"), partial(start_match.resume, app, kept), "main", "play")
            # Translators: a button: to the first screen
            answers = [Answer(m("Home"), nothing, back=True), go_on]
        # Translators: the title of a message: something went wrong in the program
        dialog = Dialog(app, m("Oh!"), words, answers)
        dialog.widgets.set_focus(dialog.widgets.items[-1])
        app.push(dialog)

    def leave(self, scene: Scene) -> None:
        """Take leave of a scene, whatever state it is in."""
        try:
            scene.left()
        except (Exception, SystemExit) as error:
            self.write(error, "leaving a scene")
            if match := scene.journaled():
                match.close()

    def say_farewell(self) -> None:
        """Show it in a box of the system, where programs are started by a click and nobody sees a terminal."""
        with contextlib.suppress(Exception):
            pygame.display.message_box("Grenade Salad", self.farewell, "error")


def _why(error: BaseException, guest: Guest | None, told: Message) -> Message:
    """What went wrong, by whom it was, and where the report is."""
    if guest is None:
        return m("Something went wrong in the program. {report}", report=told)
    game, package = guest.game, guest.package
    if isinstance(error, Stuck):
        return m(
            "The game {game} of {package} did not come back for {n} s, and was left. {report}",
            game=game,
            package=package,
            n=round(PATIENCE),
            report=told,
        )
    return m("Something went wrong in the game {game} of {package}. {report}", game=game, package=package, report=told)
