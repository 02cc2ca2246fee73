"""The program as people start it, with real keys: process, screen and files."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.app.real_keys.desk import Desk
from tests.app.real_keys.layouts import KEYS, US, Layout
from tests.app.real_keys.patient import wait_for
from tests.app.real_keys.screen import Node, Screen
from tests.patience import LIMIT

PROGRAM = (sys.executable, "-m", "grenade_salad")
_NOTHING_COPIED = "nothing was copied"
_PASTES = 10
FRAMES = 8
"""Frames without a change after which the screen is settled.

Screen readers are told ten times a second.
"""


class Program:
    """A running program; `screen` reads it, `desk` sends keys."""

    def __init__(self, desk: Desk, data: Path, process: subprocess.Popen[bytes]) -> None:
        self.desk, self.data, self.process = desk, data, process
        self.screen = Screen(desk.wire, lambda: process.poll() is None)
        self.window = wait_for(self._own_window, "no window has the keys")

    def _own_window(self) -> str:
        window = self.desk.active_window()
        return window if window and self.desk.ask("xdotool", "getwindowpid", window) == str(self.process.pid) else ""

    @property
    def is_running(self) -> bool:
        """True if the process has not ended."""
        return self.process.poll() is None

    def cpu_seconds(self) -> float:
        """Return the seconds of processor time that the process has used."""
        words = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    # what it shows

    def wait_until_settled(self, frames: int = FRAMES) -> list[Node]:
        """Return what is shown as soon as it has not changed for some frames.

        The window keeps running meanwhile.
        """
        previous: list[Node] = []
        while True:
            nodes = self.screen.nodes()
            if nodes == previous:
                return nodes
            previous = nodes
            self.let_frames_pass(frames)

    def differs(self, previous: list[Node]) -> bool:
        """True if something else is shown now."""
        return self.screen.nodes() != previous

    def let_frames_pass(self, count: int = FRAMES) -> None:
        """Wait until the window has run some frames, however long they take."""
        for _ in range(count):
            if self.is_running:
                self.desk.xlib.ping(int(self.window), lambda: self.is_running)

    def focused(self) -> str:
        """Return the name of the focused widget; empty if there is none."""
        node = self.screen.find(lambda node: node.is_focused)
        return node.name if node else ""

    # mouse

    def screen_box(self, node: Node) -> tuple[int, int, int, int]:
        """Return left, top, width and height of a widget, in screen pixels."""
        box = wait_for(lambda: self.screen.box(node), f"{node.name} is nowhere")
        left, top, _, _ = self.desk.window_box(self.window)
        return left + box[0], top + box[1], box[2], box[3]

    def node_center(self, node: Node) -> tuple[float, float]:
        """Return the middle of a widget, in screen pixels."""
        left, top, width, height = self.screen_box(node)
        return left + width / 2, top + height / 2

    def click(self, node: Node) -> None:
        """Click the middle of a widget."""
        self.desk.click(*self.node_center(node))

    # text fields

    def enter_field(self, name: str) -> None:
        """Give the focus to a text field."""

        def is_field(node: Node) -> bool:
            return node.role == "entry" and node.name.startswith(name)

        self.screen.focus(self.screen.wait(is_field, f"no field {name!r}"))
        self.screen.wait(lambda node: is_field(node) and node.is_focused, f"{name!r} gets no focus")

    def text(self) -> str:
        """Return the text of the focused field, copied with Ctrl+A and Ctrl+C.

        The keyboard is American then.
        """
        self.let_frames_pass(3)
        self.desk.set_layout(US)
        self.desk.copy(_NOTHING_COPIED)
        self.desk.press(f"ctrl+{KEYS['a']}", f"ctrl+{KEYS['c']}", "End")
        return wait_for(lambda: _copied_text(self.desk.clipboard()), "the field copies nothing").text

    def type_keys(self, *keys: str) -> None:
        """Press keys as people do: the window receives each before the next."""
        for key in keys:
            self.desk.press(key)
            self.let_frames_pass(3)

    def paste(self, text: str, layout: Layout = US) -> tuple[str, float]:
        """Paste a text into the focused field, which is empty, by Ctrl+V on a layout.

        Returns the text of the field afterwards, and the seconds of processor time that it took. SDL gives up if the
        other program has not answered within a second, so this is repeated until the field has a text.
        """
        for _ in range(_PASTES):
            self.desk.copy(text)
            self.desk.set_layout(layout)
            used = self.cpu_seconds()
            self.desk.press(f"ctrl+{KEYS['v']}")
            self.let_frames_pass(1)
            # SDL answers pings while it waits for the clipboard, but the frame that pastes sleeps at its end only.
            sleeps = self._sleeps()
            wait_for(lambda sleeps=sleeps: self._sleeps() > sleeps + 2, "the window stands still")  # type: ignore[misc]
            used = self.cpu_seconds() - used
            if result := self.text():
                return result, used
        return "", 0.0

    def _sleeps(self) -> int:
        """Return how often the window's thread has slept: once after each frame in time."""
        status = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(status.partition("\nvoluntary_ctxt_switches:")[2].split()[0])

    def clear_field(self) -> None:
        """Empty the focused field."""
        self.let_frames_pass(3)
        self.desk.set_layout(US)
        self.desk.press(f"ctrl+{KEYS['a']}", "BackSpace")
        self.let_frames_pass(3)

    # files

    def settings(self) -> dict[str, Any]:
        """Return the saved settings."""
        settings: dict[str, Any] = json.loads((self.data / "settings.json").read_text(encoding="utf-8"))
        return settings


class _CopiedText:
    """A text that may be empty and still counts as true."""

    def __init__(self, text: str) -> None:
        self.text = text


def _copied_text(text: str) -> _CopiedText | None:
    return None if text == _NOTHING_COPIED else _CopiedText(text)


def prepare(data: Path, settings: Mapping[str, object] = {}, games: Sequence[str] = ()) -> None:
    """Write the settings of a new folder: no motion, no narrator, English, no sound.

    `games` were last played by Ann, Bo and Cyd.
    """
    data.mkdir(parents=True)
    people = {"names": ["Ann", "Bo", "Cyd"], "controllers": ["person"] * 3}
    plain = {"speed": "off", "ears": "off", "language": "en", "mute": True, "last": dict.fromkeys(games, people)}
    (data / "settings.json").write_text(json.dumps({**plain, **settings}), encoding="utf-8")


@contextmanager
def start_program(desk: Desk, data: Path, *, command: Sequence[str] = PROGRAM, **environ: str) -> Iterator[Program]:
    """Start the program on a desktop with a data folder, and end it afterwards."""
    desk.set_layout(US)
    process = subprocess.Popen(
        [*command, "--data", str(data)],
        env={**desk.env, "PYTHONFAULTHANDLER": "1", **environ},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        yield Program(desk, data, process)
    finally:
        process.terminate()
        try:
            process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGABRT)  # Python prints what each thread was doing.
            process.communicate()
            raise
