"""A desktop for a test: display, window manager, keyboard, mouse, clipboard.

It also has a screen reader's bus.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.app.accessibility.test_atspi import desktop
from tests.app.real_keys.layouts import Layout
from tests.app.real_keys.patient import wait_for
from tests.app.real_keys.wire import Wire
from tests.app.real_keys.xlib import Xlib
from tests.patience import LIMIT

SCREEN = (1280, 720)
"""Pixels of the display that `desktop` starts."""
_NO_BINDINGS = """<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc"><keyboard></keyboard></openbox_config>
"""
"""The configuration of the window manager: every key belongs to the program."""


class Desk:
    """A display with tools for keys, mouse, clipboard and windows.

    Keys are physical: key codes of X, the same for every layout, or names of symbols that each layout has.
    """

    def __init__(self, env: dict[str, str]) -> None:
        self.env = env
        self.wire = Wire(env["DBUS_SESSION_BUS_ADDRESS"])
        self.xlib = Xlib(env["DISPLAY"])

    def run(self, *command: str) -> str:
        """Run a tool on this display and return its output. Raises CalledProcessError."""
        result = subprocess.run(command, env=self.env, capture_output=True, text=True, timeout=LIMIT, check=True)
        return result.stdout

    def ask(self, *command: str) -> str:
        """Run a tool that may fail and return its output; empty if it fails."""
        try:
            return self.run(*command).strip()
        except subprocess.CalledProcessError:
            return ""

    def close(self) -> None:
        """Close the buses and the display."""
        self.wire.close()
        self.xlib.close()

    # keyboard

    def set_layout(self, layout: Layout) -> None:
        """Change the keyboard layout, as the settings of a desktop do."""
        options = ("-option", "", "-option", "compose:menu")
        self.run("setxkbmap", "-layout", layout.name, "-variant", layout.variant, *options)

    def key_down(self, *keys: str) -> None:
        """Press keys and hold them."""
        self.run("xdotool", *(word for key in keys for word in ("keydown", key)))

    def key_up(self, *keys: str) -> None:
        """Release keys."""
        self.run("xdotool", *(word for key in keys for word in ("keyup", key)))

    def press(self, *keys: str) -> None:
        """Press keys one after another; "ctrl+38" holds the first and presses the second."""
        words: list[str] = []
        for key in keys:
            held, _, last = key.rpartition("+")
            held_keys = held.split("+") if held else []
            words += [word for name in held_keys for word in ("keydown", name)]
            words += ["keydown", last, "keyup", last]
            words += [word for name in reversed(held_keys) for word in ("keyup", name)]
        self.run("xdotool", *words)

    @contextmanager
    def holding(self, *keys: str) -> Iterator[None]:
        """Hold keys meanwhile."""
        self.key_down(*keys)
        try:
            yield
        finally:
            self.key_up(*keys)

    def hold(self, key: str, seconds: float = 2.0) -> None:
        """Hold a key for some seconds."""
        with self.holding(key):
            time.sleep(seconds)

    # mouse

    def move_to(self, x: float, y: float) -> None:
        """Move the mouse to a pixel of the screen."""
        self.run("xdotool", "mousemove", str(round(x)), str(round(y)))

    def click(self, x: float, y: float) -> None:
        """Click a pixel of the screen."""
        self.run("xdotool", "mousemove", str(round(x)), str(round(y)), "mousedown", "1", "mouseup", "1")

    def mouse_down(self) -> None:
        """Press the left button."""
        self.run("xdotool", "mousedown", "1")

    def mouse_up(self) -> None:
        """Release the left button."""
        self.run("xdotool", "mouseup", "1")

    # clipboard

    def copy(self, text: str) -> None:
        """Put a text on the clipboard, as another program does."""
        subprocess.run(
            ["xclip", "-selection", "clipboard", "-i"],
            env=self.env,
            input=text.encode(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=LIMIT,
            check=True,
        )

    def clipboard(self) -> str:
        """Return the text on the clipboard."""
        command = ["xclip", "-selection", "clipboard", "-o"]
        result = subprocess.run(command, env=self.env, capture_output=True, timeout=LIMIT, check=False)
        return result.stdout.decode()

    # windows

    def active_window(self) -> str:
        """Return the id of the window with the keyboard focus; empty if there is none."""
        return self.ask("xdotool", "getactivewindow")

    def window_box(self, window: str) -> tuple[int, int, int, int]:
        """Return left, top, width and height of a window's content, in screen pixels."""
        lines = self.run("xdotool", "getwindowgeometry", "--shell", window).splitlines()
        facts = dict(line.split("=", 1) for line in lines)
        return int(facts["X"]), int(facts["Y"]), int(facts["WIDTH"]), int(facts["HEIGHT"])


@contextmanager
def open_desk(folder: Path) -> Iterator[Desk]:
    """Start a display with a window manager that leaves all keys to programs."""
    rules = folder / "openbox.xml"
    rules.write_text(_NO_BINDINGS, encoding="utf-8")
    with desktop(folder) as (env, _):
        desk = Desk(env)
        command = ["openbox", "--sm-disable", "--config-file", str(rules)]
        manager = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_for(lambda: desk.ask("xdotool", "get_num_desktops"), "no window manager")
            yield desk
        finally:
            desk.close()
            manager.terminate()
            manager.wait(LIMIT)
