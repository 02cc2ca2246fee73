"""An evening at the window by mouse and keys, based on what the screen shows.

Two people and two machine players set up and play one match of each game, read the end, watch the replay and play the
same again. They post mouse and key events only. Time is that of the game: no clock is read.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pygame

from grenade_salad.app.history.replay import ReplayScene
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.window.application import App

DT = 1 / 30
READING_TIME = 1.0
"""Seconds that people look at something before they press."""
MAX_MATCH_TIME = 1800.0
"""Seconds that a match may last."""
SEEDS = {"grenade-salad": 12, "live-grenade": 5, "wheel": 3}


class Evening:
    """People at the window."""

    def __init__(self, app: App, people: int = 2) -> None:
        self.app, self.rng, self.people = app, Random(1), people
        self.game = ""
        self.match_time = 0.0
        """Seconds at the table of the current match."""

    # Time

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(max(1, round(seconds / DT))):
            self.app.frame(DT)
            if isinstance(self.app.scene, TableScene):
                self.match_time += DT

    # Mouse and keys

    def post_mouse(self, kind: int, position: tuple[float, float]) -> None:
        """Post one mouse event at a position on the canvas."""
        pos = (round(position[0] * self.app.factor), round(position[1] * self.app.factor))
        facts = {"buttons": (0, 0, 0), "rel": (0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
        pygame.event.post(pygame.event.Event(kind, pos=pos, touch=False, **facts))
        self.wait(DT)

    def click(self, position: tuple[float, float]) -> None:
        """Move the mouse there, look, and press."""
        self.post_mouse(pygame.MOUSEMOTION, position)
        self.wait(READING_TIME / 4)
        self.post_mouse(pygame.MOUSEBUTTONDOWN, position)
        self.post_mouse(pygame.MOUSEBUTTONUP, position)

    def post_key(self, code: int, is_down: bool) -> None:
        """Post a key that goes down or up."""
        kind = pygame.KEYDOWN if is_down else pygame.KEYUP
        pygame.event.post(pygame.event.Event(kind, key=code, mod=0, unicode="", scancode=0))
        self.wait(DT)

    # What the screen shows

    def find_nodes(self, fits: Callable[[AccessibleNode], bool]) -> list[AccessibleNode]:
        """Return all nodes that can be clicked and fit, in reading order."""
        tree = self.app.tree()
        nodes = [tree.nodes[node_id][0] for node_id in tree.walk()]
        return [node for node in nodes if node.box and node.acts and node.enabled and fits(node)]

    def is_shown(self, part: str) -> bool:
        """True if any line on the screen contains the text."""
        return any(part in line for line in self.app.tree().lines())

    def press(self, *names: str) -> bool:
        """Click the first node whose name begins so; False if there is none."""
        for target in self.find_nodes(lambda node: node.name.startswith(names)):
            self.click(node_center(target))
            return True
        return False

    def press_required(self, *names: str) -> None:
        """Click such a node as soon as there is one.

        Raises AssertionError if none appears.
        """
        for _ in range(120):
            if self.press(*names):
                return
            self.wait(DT)
        raise AssertionError(
            f"nothing here is called {names}: {[node.name for node in self.find_nodes(lambda _: True)]}"
        )

    def choose(self, name: str, value: str) -> None:
        """Click the arrow at the right end of a choice until it has that value."""
        for _ in range(20):
            node = self.find_nodes(lambda candidate: candidate.name == name)[0]
            if node.value == value:
                return
            assert node.box is not None
            left, top, width, height = node.box
            self.click((left + width - 14, top + height / 2))
        raise AssertionError(f"{name} cannot be {value}")

    # A match

    def set_up(self) -> None:
        """Set up four seats for the people and machine players, and start."""
        self.choose("How many players", "4 players")
        for seat in range(2, self.people + 1):
            name = f"Who plays at seat {seat}"
            if any(node.name == name and node.value == "Person" for node in self.find_nodes(lambda _: True)):
                continue
            self.press_required(name)
            self.wait(READING_TIME)
            self.press_required("Person")
            self.wait(READING_TIME)
        if self.game == "grenade-salad":
            self.choose("Which house rules", "Quick")
        self.press_required("Start")

    def play(self, take_turn: Callable[[Evening], None]) -> None:
        """Play a match from its first moment to its last page."""
        self.match_time = 0.0
        self.wait(READING_TIME)
        while not isinstance(self.app.scene, EndScene) and self.match_time < MAX_MATCH_TIME:
            scene = self.app.scene
            if isinstance(scene, TableScene):
                self.act_at_table(scene, take_turn)
            else:
                self.wait(READING_TIME)
                press_key(self, pygame.K_ESCAPE)
        assert isinstance(self.app.scene, EndScene), "the match did not end"

    def act_at_table(self, scene: TableScene, take_turn: Callable[[Evening], None]) -> None:
        """Answer, take a turn, or wait a moment."""
        if scene.reaction is not None and scene.reaction.people:
            self.wait(READING_TIME)
            self.press("All pass", "Let it pass") or self.wait(0.2)
        elif scene.controller.actor is not None and scene.controller.is_idle:
            self.wait(READING_TIME)
            take_turn(self)
        else:
            self.wait(0.2)

    def open_hand(self, code: int) -> Cover | None:
        """Press the seat's key twice and look at the hand; None if no cover opens."""
        self.post_key(code, True)
        self.wait(READING_TIME)
        cover = self.app.scene
        if not isinstance(cover, Cover):
            self.post_key(code, False)
            return None
        self.post_key(code, False)
        self.post_key(code, True)
        self.wait(READING_TIME)
        return cover


def press_key(evening: Evening, code: int) -> None:
    """Press and release a key."""
    evening.post_key(code, True)
    evening.post_key(code, False)


def node_center(node: AccessibleNode) -> tuple[float, float]:
    """Return the middle of a node's box."""
    assert node.box is not None
    left, top, width, height = node.box
    return (left + width / 2, top + height / 2)


def play_wheel(evening: Evening) -> None:
    """Take the first die, and press it until it has moved."""
    if not evening.press("White die", "Red die"):
        evening.wait(0.2)


def play_live_grenade(evening: Evening) -> None:
    """Open the hand sometimes and play a card of it if possible; else draw."""
    if evening.rng.random() < 0.4 and pick_from_hand(evening):
        return
    if not (evening.press("The Jack", "The Queen") or evening.press("Draw")):
        scene = evening.app.scene
        names = scene.controller.names if isinstance(scene, TableScene) else ()
        seats = evening.find_nodes(lambda node: node.role == "button" and node.name in names)
        evening.click(node_center(seats[0])) if seats else evening.wait(0.2)


def play_salad(evening: Evening) -> None:
    """Drop, keep, or try a card on a soldier in reach; then end the turn."""
    if evening.press("Keep it") or evening.press("Drop"):
        return
    if evening.rng.random() < 0.7 and pick_from_hand(evening):
        evening.wait(READING_TIME)
        aim(evening)
        evening.press("Shoot", "Strike", "Throw", "Put down", "Confirm", "Play it")
        evening.press("Never mind")
    elif not evening.press("End turn"):
        evening.wait(0.2)


def aim(evening: Evening) -> None:
    """Aim at a soldier in reach; place one of the reserve in a gap beside it."""
    soldiers = evening.find_nodes(lambda node: "'s soldier" in node.name)
    near = [soldier for soldier in soldiers if "in reach" in soldier.value] or soldiers
    if not near:
        return
    x, y = node_center(evening.rng.choice(near[:4]))
    if evening.is_shown("put a soldier"):
        x, y = x + evening.rng.choice((-70, 70)), y + evening.rng.choice((-40, 40))
    evening.click((x, y))
    evening.wait(READING_TIME)


def pick_from_hand(evening: Evening) -> bool:
    """Open the hand of the active seat and click a card; False if there is none."""
    scene = evening.app.scene
    if not isinstance(scene, TableScene) or scene.controller.actor is None:
        return False
    code = scene.app.settings.seat_key_code(scene.controller.actor)
    if code is None or evening.open_hand(code) is None:
        return False
    cards = evening.find_nodes(lambda node: node.role == "button" and node.name not in ("Close the cover", "Done"))
    if cards:
        evening.click(node_center(evening.rng.choice(cards)))
    evening.post_key(code, False)
    if isinstance(evening.app.scene, Cover):
        evening.press("Done", "Cancel", "Not now") or press_key(evening, pygame.K_ESCAPE)
    return bool(cards)


GAMES: dict[str, tuple[str, Callable[[Evening], None]]] = {
    "grenade-salad": ("Grenade Salad", play_salad),
    "live-grenade": ("Live Grenade", play_live_grenade),
    "wheel": ("Grenade, the wheel", play_wheel),
}


def review_evening(evening: Evening) -> None:
    """Read the end, watch the replay, and play the same again."""
    evening.wait(12)
    evening.press_required("Replay")
    evening.wait(3)
    assert isinstance(evening.app.scene, ReplayScene)
    press_key(evening, pygame.K_RIGHT)
    evening.wait(2)
    press_key(evening, pygame.K_ESCAPE)
    evening.wait(READING_TIME)
    evening.press_required("Play again")
    evening.wait(4)
    evening.app.home()
    evening.wait(READING_TIME)


def play_game(evening: Evening, name: str) -> None:
    """Play a game from the first screen on, and return there."""
    box, take_turn = GAMES[name]
    evening.game = name
    evening.press_required(box)
    evening.wait(READING_TIME)
    evening.set_up()
    evening.play(take_turn)
    review_evening(evening)
