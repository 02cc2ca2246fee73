"""Somebody who plays by the tree alone: reads what there is, and presses buttons of it by their names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Found:
    """A node as it arrives at somebody who listens."""

    number: object
    button: bool
    name: str
    value: str
    about: str
    enabled: bool


class Ear(Protocol):
    """How the tree is heard, and what can be asked for."""

    def nodes(self) -> list[Found]:
        """All that there is now, in the order of reading."""

    def press(self, node: Found) -> None:
        """Click it, and let the time pass that it takes."""

    def wait(self) -> None:
        """Let some time pass."""


def button(ear: Ear, fits: Callable[[Found], bool]) -> Found | None:
    """The first button that can be pressed and fits."""
    return next((node for node in ear.nodes() if node.button and node.enabled and fits(node)), None)


def called(*names: str) -> Callable[[Found], bool]:
    """Whether a node's name begins with one of these."""
    return lambda node: node.name.startswith(names)


def press(ear: Ear, *names: str) -> bool:
    """Press the first button with such a name; whether there was one."""
    found = button(ear, called(*names))
    if found is not None:
        ear.press(found)
    return found is not None


def press_when_there(ear: Ear, name: str, most: int = 400) -> None:
    """Press a button as soon as there is one with that name."""
    for _ in range(most):
        if press(ear, name):
            return
        ear.wait()
    raise AssertionError(f"no button {name}: " + "; ".join(node.name for node in ear.nodes()))


def play(ear: Ear, game: str, turn: Callable[[Ear], bool], end: tuple[str, ...], most: int = 3000) -> Iterator[str]:
    """A match from the first screen to its end; gives the words of all that was read. `turn` does the next thing of a
    game, and says whether there was any."""
    press_when_there(ear, game)
    press_when_there(ear, "Start")
    for _ in range(most):
        nodes = ear.nodes()
        yield from (node.name for node in nodes)
        if any(node.name.startswith(end) for node in nodes if node.button):
            return
        if not turn(ear):
            ear.wait()
    raise AssertionError("the match did not end: " + "; ".join(node.name for node in ear.nodes()))


def wheel(ear: Ear) -> bool:
    """Take the first white die; press it until it has moved."""
    return press(ear, "White die")


def live_grenade(ear: Ear) -> bool:
    """Let everything pass, play what plays by itself, and draw."""
    return press(ear, "Let it pass", "Play the") or press(ear, "The Jack", "The Queen") or press(ear, "Draw")


ATTACKS = ("Arrow", "Hammers", "Explosion")


class Salad:
    """Drops, keeps, and then tries a card in each turn: on the nearest that is in reach, or on the nearest at all."""

    def __init__(self) -> None:
        self.tried = 0
        self.played = self.aimed = self.forced = 0

    def __call__(self, ear: Ear) -> bool:
        if press(ear, "Let it pass") or press(ear, "Keep it") or press(ear, "Drop"):
            return True
        end = button(ear, called("End turn"))
        if end is None:
            return self._must(ear)
        if self.tried < 3 and self._card(ear):
            return True
        self.tried = 0
        ear.press(end)
        return True

    def _must(self, ear: Ear) -> bool:
        """In the end phase whoever can play a card must: a soldier is put down beside another, or one is attacked."""
        if not press(ear, "Pointer"):
            self.forced += 1
            return self._card(ear, ATTACKS[self.forced % len(ATTACKS)])
        found = button(ear, lambda node: "'s soldier" in node.name)
        if found is not None:
            ear.press(found)
        return press(ear, "Put down") or press(ear, "Never mind")

    def _card(self, ear: Ear, *cards: str) -> bool:
        self.tried += 1
        if not press(ear, *(cards or ATTACKS)):
            return False
        for _ in range(50):  # a busy program is not done with the press yet
            if button(ear, called("Never mind")) is not None:
                break
            ear.wait()
        soldiers = [node for node in ear.nodes() if node.button and "'s soldier" in node.name]
        others = [node for node in soldiers if not node.name.startswith("Ann")]
        reached = [node for node in others if "in reach" in node.value] or others
        if reached:
            ear.press(reached[0])
            self.aimed += 1
            if press(ear, "Shoot", "Strike", "Throw", "Confirm"):
                self.played += 1
        press(ear, "Never mind")
        return True


PLAYERS: dict[str, tuple[str, Callable[[], Callable[[Ear], bool]]]] = {
    "grenade-salad": ("Grenade Salad", Salad),
    "live-grenade": ("Live Grenade", lambda: live_grenade),
    "wheel": ("Grenade, the wheel", lambda: wheel),
}
"""For each game its name on the first screen, and who plays it: anew for each test, since one of them counts."""
