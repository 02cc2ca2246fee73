"""Ear mode: somebody hears the window instead of seeing it.

It is on while a screen reader listens, or as the settings say. Orca before version 46 hears no live nodes: for it, what
is said last gets the focus until somebody does something.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Literal, TypeAlias

from grenade_salad.app.accessibility.screen_reader import Reader
from grenade_salad.app.accessibility.tree import Tree, number_of, tree
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui.messages import Messages
from grenade_salad.app.ui.widget import Widget

Mode: TypeAlias = Literal["auto", "on", "focus", "off"]
"""Automatic; on; on, and each line gets the focus; off."""
_FIRST = 46
"""The first version of Orca that hears live nodes."""


class EarMode:
    """`reader` is the system's; `mode` says what the settings have."""

    def __init__(self, reader: Reader, mode: Callable[[], Mode]) -> None:
        self.reader, self._mode = reader, mode
        self._asked = False
        self._old = False
        self._at: Widget | None = None
        self._fresh = False
        """Whether nobody did anything since something was said, while `_at` had the focus."""

    @property
    def on(self) -> bool:
        """Whether somebody listens."""
        mode = self._mode()
        return mode in ("on", "focus") or (mode == "auto" and self.reader.listening)

    @property
    def by_focus(self) -> bool:
        """Whether the reader hears only what has the focus."""
        if self.reader.listening and not self._asked:
            self._asked = True
            Thread(target=self._look_for_orca, name="orca", daemon=True).start()
        return self._mode() == "focus" or (self._mode() == "auto" and self._old)

    def _look_for_orca(self) -> None:
        self._old = deaf(orca_version())

    def tree(self, stack: list[Scene], messages: Messages) -> Tree:
        """What is shown of the scenes, the last one on top, and the lines over them."""
        said = messages.heard()
        if self.on and any(scene.has_ears for scene in stack):
            said = [replace(line, live="off") for line in said]
        fresh = self._fresh and bool(stack) and stack[-1].widgets.focus is self._at
        news = fresh and self.on and self.by_focus
        made = tree(stack, said, news_first=news)
        if self.on and self._fresh and stack and stack[-1].latest():
            return _briefly(made if news or stack[-1].awaits else replace(made, focus=number_of(stack[-1].number)))
        return made

    def touch(self) -> None:
        """Somebody did something: what has the focus is what they use."""
        self._fresh = False

    def update(self, stack: list[Scene], changed: bool, make: Callable[[], Tree], factor: float, dt: float) -> None:
        """A frame has passed: what is to be said goes on, and the reader is told what is new; see Reader.update."""
        said = [scene for scene in stack if scene.hear(dt)]
        if said:
            self._fresh, self._at, changed = True, stack[-1].widgets.focus, True
        self.reader.update(changed, make, factor, dt)


def _briefly(made: Tree) -> Tree:
    """What got the focus by itself is called by its name, and a key says the rest."""
    heard, parts = made.nodes[made.focus]
    return replace(made, nodes=made.nodes | {made.focus: (replace(heard, value="", about=""), parts)})


def deaf(version: str) -> bool:
    """Whether such an Orca hears no live nodes.

    >>> deaf("43.1"), deaf("46.2"), deaf("")
    (True, False, False)
    """
    found = re.match(r"\d+", version)
    return found is not None and int(found[0]) < _FIRST


def orca_version() -> str:
    """The version of the Orca that runs here; empty if none does."""
    if sys.platform != "linux":
        return ""
    try:
        running = any(file.read_text(errors="replace").strip() == "orca" for file in Path("/proc").glob("[0-9]*/comm"))
        if not running:
            return ""
        told = subprocess.run(["orca", "--version"], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return told.stdout.strip()
