"""Ear mode, for people who hear the window instead of seeing it.

It is on while a screen reader listens, or as the settings say. Orca before version 46 ignores live nodes: for it, the
latest line gets the focus until the user does something.
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
from grenade_salad.app.ui.accessible import STATUS_KEY
from grenade_salad.app.ui.messages import Messages
from grenade_salad.app.ui.widget import Widget

Mode: TypeAlias = Literal["auto", "on", "focus", "off"]
"""With a screen reader; always; always, with the focus on each line; never."""
_FIRST_LIVE_VERSION = 46
"""The first version of Orca that reads live nodes."""


class EarMode:
    """Decides whether the window speaks, and builds its tree.

    `reader` is the screen reader's interface; `mode` returns the setting.
    """

    def __init__(self, reader: Reader, mode: Callable[[], Mode]) -> None:
        self.reader, self._mode = reader, mode
        self._has_checked_orca = False
        self._is_old_orca = False
        """True if the running Orca ignores live nodes."""
        self._announced_focus: Widget | None = None
        """The widget that had the focus when something was announced."""
        self._is_fresh = False
        """True if the user has done nothing since something was announced."""

    @property
    def is_on(self) -> bool:
        """True if a person listens."""
        mode = self._mode()
        return mode in ("on", "focus") or (mode == "auto" and self.reader.is_listening)

    @property
    def needs_focus(self) -> bool:
        """True if the screen reader only reads the widget with the focus."""
        if self.reader.is_listening and not self._has_checked_orca:
            self._has_checked_orca = True
            Thread(target=self._check_orca, name="orca", daemon=True).start()
        return self._mode() == "focus" or (self._mode() == "auto" and self._is_old_orca)

    def _check_orca(self) -> None:
        self._is_old_orca = ignores_live_nodes(orca_version())

    def build_tree(self, stack: list[Scene], messages: Messages) -> Tree:
        """Return the tree of the scenes, the last one on top, and of the messages.

        Where only the focus is heard, it is never on the whole table, of which Orca reads every line, but on the line
        that says whose turn it is.
        """
        result = self._build_tree(stack, messages)
        if self.is_on and self.needs_focus and stack and stack[-1].has_narrator:
            owner = stack[-1].node_owner_id
            status = make_node_id(owner, STATUS_KEY)
            if result.focus == make_node_id(owner) and status in result.nodes:
                return replace(result, focus=status)
        return result

    def _build_tree(self, stack: list[Scene], messages: Messages) -> Tree:
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
        """Handle that the user did something: they use the widget with the focus."""
        self._is_fresh = False

    def on_focus_returned(self, focus: Widget | None) -> None:
        """Handle that the focus went back by itself to where it was: its name is enough."""
        self._is_fresh, self._announced_focus = True, focus

    def update(
        self, stack: list[Scene], changed: bool, make_tree: Callable[[], Tree], factor: float, dt: float
    ) -> None:
        """Let time pass for the narration, and report changes; see `Reader.update`."""
        updated = [scene for scene in stack if scene.update_narration(dt)]
        if updated:
            self._is_fresh, self._announced_focus, changed = True, stack[-1].widgets.focus, True
        self.reader.update(changed, make_tree, factor, dt)


def _shorten_focused(current: Tree) -> Tree:
    """Reduce the node that got the focus by itself to its name; a key says the rest."""
    accessible, parts = current.nodes[current.focus]
    return replace(
        current, nodes=current.nodes | {current.focus: (replace(accessible, value="", description=""), parts)}
    )


def ignores_live_nodes(version: str) -> bool:
    """True if this version of Orca ignores live nodes.

    >>> ignores_live_nodes("43.1"), ignores_live_nodes("46.2"), ignores_live_nodes("")
    (True, False, False)
    """
    match = re.match(r"\d+", version)
    return match is not None and int(match[0]) < _FIRST_LIVE_VERSION


def orca_version() -> str:
    """Return the version of the running Orca; empty if none runs."""
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
