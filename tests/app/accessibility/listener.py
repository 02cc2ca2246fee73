"""What a client of AT-SPI hears of the window: what a live node says when it comes or changes, and what gets the focus.

It looks at the tree as often as the program tells it, and finds the differences as AccessKit does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from grenade_salad.app.accessibility.tree import Tree
from grenade_salad.app.window.application import App

STEP = 0.1
"""Seconds between two looks: those between two updates of the program."""


@dataclass(frozen=True)
class Said:
    """Words that were heard: after so many seconds, by a live node or because something got the focus."""

    at: float
    how: Literal["news", "focus"]
    words: str

    @property
    def count(self) -> int:
        """How many words these are."""
        return len(self.words.split())


class Listener:
    """Drives the window in steps, and keeps what is heard."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.heard: list[Said] = []
        self.time = 0.0
        self._before: Tree | None = None

    def step(self) -> None:
        """A tenth of a second passes."""
        self.app.draw = lambda: None  # type: ignore[method-assign]
        self.app.frame(STEP)
        self.time += STEP
        self.look()

    def look(self) -> None:
        """Hear what is new."""
        now, before = self.app.tree(), self._before
        self._before = now
        for number in now.under():
            node, _ = now.nodes[number]
            was = before.nodes.get(number) if before is not None else None
            if node.live != "off" and node.name and (was is None or was[0].name != node.name or was[0].live == "off"):
                self.heard.append(Said(self.time, "news", node.name))
        if before is not None and now.focus != before.focus:
            node, _ = now.nodes[now.focus]
            words = " ".join(part for part in (node.name, node.value, node.about) if part)
            self.heard.append(Said(self.time, "focus", words))

    def words(self, how: str = "") -> int:
        """How many words were heard, in this way or at all."""
        return sum(one.count for one in self.heard if how in ("", one.how))

    def most_within(self, seconds: float) -> int:
        """The most words in a window of so many seconds."""
        return max(
            sum(one.count for one in self.heard if start.at <= one.at < start.at + seconds) for start in self.heard
        )
