"""A player who uses only the accessibility tree.

It reads the nodes and presses buttons by their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from grenade_salad.app.accessibility.tree import focus_request
from grenade_salad.app.window.application import App
from tests.app.conftest import run_frames


@dataclass(frozen=True)
class ReadNode:
    """A node as a listener receives it."""

    id: object
    """The id in the tree, or on the bus."""
    is_button: bool
    name: str
    value: str
    about: str
    """The description."""
    is_enabled: bool


class Ear(Protocol):
    """Access to the tree as a listener reads it."""

    def nodes(self) -> list[ReadNode]:
        """Return all nodes in the order of reading."""

    def press(self, node: ReadNode) -> None:
        """Press a node and wait for the effect."""

    def wait(self) -> None:
        """Let some time pass."""


class TreeEar:
    """The tree as the program builds it, without an operating system in between."""

    def __init__(self, app: App) -> None:
        self.app = app

    def nodes(self) -> list[ReadNode]:
        tree = self.app.tree()
        return [
            ReadNode(node_id, node.role == "button", node.name, node.value, node.description, node.enabled)
            for node_id in tree.walk()
            for node, _ in (tree.nodes[node_id],)
        ]

    def press(self, node: ReadNode) -> None:
        press_node(self.app, node.id)
        self.wait()

    def wait(self) -> None:
        run_frames(self.app, 3, 0.1)


def press_node(app: App, node_id: object) -> None:
    """Press a node as a screen reader does."""
    assert isinstance(node_id, int)
    app._handle_input(replace(focus_request(node_id), act="press"))


def find_button(ear: Ear, fits: Callable[[ReadNode], bool]) -> ReadNode | None:
    """Return the first enabled button that fits."""
    return next((node for node in ear.nodes() if node.is_button and node.is_enabled and fits(node)), None)


def name_starts_with(*names: str) -> Callable[[ReadNode], bool]:
    """Return a test that is true if a node's name begins with one of these."""
    return lambda node: node.name.startswith(names)


def press(ear: Ear, *names: str) -> bool:
    """Press the first button with such a name. True if there was one."""
    node = find_button(ear, name_starts_with(*names))
    if node is not None:
        ear.press(node)
    return node is not None


def wait_and_press(ear: Ear, name: str, max_waits: int = 400) -> None:
    """Press a button with that name as soon as there is one."""
    for _ in range(max_waits):
        if press(ear, name):
            return
        ear.wait()
    raise AssertionError(f"no button {name}: " + "; ".join(node.name for node in ear.nodes()))


def play(
    ear: Ear, game: str, take_action: Callable[[Ear], bool], end: tuple[str, ...], max_steps: int = 3000
) -> Iterator[str]:
    """Play a match from the first screen to its end, and yield all that is read.

    `take_action` does the next thing in a game and returns False if there was none.
    """
    wait_and_press(ear, game)
    wait_and_press(ear, "Start")
    for _ in range(max_steps):
        nodes = ear.nodes()
        yield from (node.name for node in nodes)
        if any(node.name.startswith(end) for node in nodes if node.is_button):
            return
        if not take_action(ear):
            ear.wait()
    raise AssertionError("the match did not end: " + "; ".join(node.name for node in ear.nodes()))


def play_wheel(ear: Ear) -> bool:
    """Take the first white die, or press it until it has moved."""
    return press(ear, "White die")


def play_live_grenade(ear: Ear) -> bool:
    """Pass every question, play cards that need no target, and draw."""
    return press(ear, "Let it pass", "Play the") or press(ear, "The Jack", "The Queen") or press(ear, "Draw")


ATTACKS = ("Arrow", "Hammers", "Explosion")


class SaladListener:
    """A player of Grenade Salad: drops, keeps, then tries cards each turn.

    A card is aimed at the first rival in reach, or at the first one if none is.
    """

    def __init__(self) -> None:
        self.tried_cards = 0
        self.played_count = self.aimed_count = self.forced_count = 0

    def __call__(self, ear: Ear) -> bool:
        if press(ear, "Let it pass") or press(ear, "Keep it") or press(ear, "Drop"):
            return True
        end = find_button(ear, name_starts_with("End turn"))
        if end is None:
            return self._play_forced_card(ear)
        if self.tried_cards < 3 and self._try_card(ear):
            return True
        self.tried_cards = 0
        ear.press(end)
        return True

    def _play_forced_card(self, ear: Ear) -> bool:
        """Play a card in the end phase, which is a duty if possible.

        A soldier is put down beside another, or one is attacked.
        """
        if not press(ear, "Pointer"):
            self.forced_count += 1
            return self._try_card(ear, ATTACKS[self.forced_count % len(ATTACKS)])
        soldier = find_button(ear, lambda node: "'s soldier" in node.name)
        if soldier is not None:
            ear.press(soldier)
        return press(ear, "Put down") or press(ear, "Never mind")

    def _try_card(self, ear: Ear, *cards: str) -> bool:
        self.tried_cards += 1
        if not press(ear, *(cards or ATTACKS)):
            return False
        for _ in range(50):  # A busy program may not have handled the press yet.
            if find_button(ear, name_starts_with("Never mind")) is not None:
                break
            ear.wait()
        soldiers = [node for node in ear.nodes() if node.is_button and "'s soldier" in node.name]
        rival_soldiers = [node for node in soldiers if not node.name.startswith("Ann")]
        targets = [node for node in rival_soldiers if "in reach" in node.value] or rival_soldiers
        if targets:
            ear.press(targets[0])
            self.aimed_count += 1
            if press(ear, "Shoot", "Strike", "Throw", "Confirm"):
                self.played_count += 1
        press(ear, "Never mind")
        return True


PLAYERS: dict[str, tuple[str, Callable[[], Callable[[Ear], bool]]]] = {
    "grenade-salad": ("Grenade Salad", SaladListener),
    "live-grenade": ("Live Grenade", lambda: play_live_grenade),
    "wheel": ("Grenade, the wheel", lambda: play_wheel),
}
"""For each game, its name on the first screen and a factory of players.

Each test makes a new player, since that of Grenade Salad counts.
"""
