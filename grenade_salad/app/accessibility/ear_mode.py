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
from grenade_salad.app.accessibility.tree import Tree, build_tree, make_node_id
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui.messages import Messages
from grenade_salad.app.ui.widget import Widget

Mode: TypeAlias = Literal["auto", "on", "focus", "off"]
"""Automatic; on; on, and each line gets the focus; off."""
_FIRST_LIVE_VERSION = 46
"""The first version of Orca that hears live nodes."""


class EarMode:
    """`reader` is the system's; `mode` says what the settings have."""

    def __init__(self, reader: Reader, mode: Callable[[], Mode]) -> None:
        self.reader, self._mode = reader, mode
        self._has_checked_orca = False
        self._is_old_orca = False
        self._announced_focus: Widget | None = None
        self._is_fresh = False
        """Whether nobody did anything since something was said, while `_at` had the focus."""

    @property
    def is_on(self) -> bool:
        """Whether somebody listens."""
        mode = self._mode()
        return mode in ("on", "focus") or (mode == "auto" and self.reader.is_listening)

    @property
    def needs_focus(self) -> bool:
        """Whether the reader hears only what has the focus."""
        if self.reader.is_listening and not self._has_checked_orca:
            self._has_checked_orca = True
            Thread(target=self._check_orca, name="orca", daemon=True).start()
        return self._mode() == "focus" or (self._mode() == "auto" and self._is_old_orca)

    def _check_orca(self) -> None:
        self._is_old_orca = ignores_live_nodes(orca_version())

    def build_tree(self, stack: list[Scene], messages: Messages) -> Tree:
        """What is shown of the scenes, the last one on top, and the lines over them."""
        toasts = messages.accessible_nodes()
        if self.is_on and any(scene.has_narrator for scene in stack):
            toasts = [replace(line, live="off") for line in toasts]
        focus_unchanged = self._is_fresh and bool(stack) and stack[-1].widgets.focus is self._announced_focus
        focus_news = focus_unchanged and self.is_on and self.needs_focus
        result = build_tree(stack, toasts, news_first=focus_news)
        if self.is_on and self._is_fresh and stack and stack[-1].announcements():
            return _shorten_focused(
                result
                if focus_news or stack[-1].is_focus_usable
                else replace(result, focus=make_node_id(stack[-1].node_owner_id))
            )
        return result

    def on_input(self) -> None:
        """Somebody did something: what has the focus is what they use."""
        self._is_fresh = False

    def update(
        self, stack: list[Scene], changed: bool, make_tree: Callable[[], Tree], factor: float, dt: float
    ) -> None:
        """A frame has passed: what is to be said goes on, and the reader is told what is new; see Reader.update."""
        updated = [scene for scene in stack if scene.update_narration(dt)]
        if updated:
            self._is_fresh, self._announced_focus, changed = True, stack[-1].widgets.focus, True
        self.reader.update(changed, make_tree, factor, dt)


def _shorten_focused(current: Tree) -> Tree:
    """What got the focus by itself is called by its name, and a key says the rest."""
    accessible, parts = current.nodes[current.focus]
    return replace(
        current, nodes=current.nodes | {current.focus: (replace(accessible, value="", description=""), parts)}
    )


def ignores_live_nodes(version: str) -> bool:
    """Whether such an Orca hears no live nodes.

    >>> deaf("43.1"), deaf("46.2"), deaf("")
    (True, False, False)
    """
    match = re.match(r"\d+", version)
    return match is not None and int(match[0]) < _FIRST_LIVE_VERSION


def orca_version() -> str:
    """The version of the Orca that runs here; empty if none does."""
    if sys.platform != "linux":
        return ""
    try:
        running = any(file.read_text(errors="replace").strip() == "orca" for file in Path("/proc").glob("[0-9]*/comm"))
        if not running:
            return ""
        process = subprocess.run(["orca", "--version"], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return process.stdout.strip()
