"""A listener that hears the window as a client of AT-SPI does.

It hears live nodes that appear or change, and what gets the focus. It reads the tree as often as the program
publishes it, and finds the differences as AccessKit does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from grenade_salad.app.accessibility.tree import Tree
from grenade_salad.app.window.application import App

STEP = 0.1
"""Seconds between two reads of the tree, as between two updates of the program."""


@dataclass(frozen=True)
class Utterance:
    """Words that were heard at a time in seconds, from a live node or the focus."""

    time: float
    source: Literal["news", "focus"]
    words: str

    @property
    def word_count(self) -> int:
        """The number of words."""
        return len(self.words.split())


class Listener:
    """Advances the window in steps and collects the utterances."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.utterances: list[Utterance] = []
        self.time = 0.0
        self._previous_tree: Tree | None = None

    def step(self) -> None:
        """Advance the window by a tenth of a second."""
        self.app.draw = lambda: None  # type: ignore[method-assign]
        self.app.frame(STEP)
        self.time += STEP
        self.update()

    def run(self, steps: int) -> None:
        """Advance the window by some steps."""
        for _ in range(steps):
            self.step()

    def update(self) -> None:
        """Add the utterances that are new in the tree."""
        tree, previous_tree = self.app.tree(), self._previous_tree
        self._previous_tree = tree
        for node_id in tree.walk():
            node, _ = tree.nodes[node_id]
            previous_entry = previous_tree.nodes.get(node_id) if previous_tree is not None else None
            if (
                node.live != "off"
                and node.name
                and (previous_entry is None or previous_entry[0].name != node.name or previous_entry[0].live == "off")
            ):
                self.utterances.append(Utterance(self.time, "news", node.name))
        if previous_tree is not None and tree.focus != previous_tree.focus:
            node, _ = tree.nodes[tree.focus]
            words = " ".join(part for part in (node.name, node.value, node.description) if part)
            self.utterances.append(Utterance(self.time, "focus", words))
