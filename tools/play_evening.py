"""A stranger's evening, filmed picture by picture: `python -m tools.play_evening [FOLDER [GAME ...]] [--people 4]`.

Two people and two machines, or so many people, set up and play one match of each game at one screen, read the end,
watch the replay and play the same again: by posted events of mouse and keys alone, on what the screen shows. The
seconds in which people wait are counted by what they wait for. Time is that of the game: no clock is read, and machines
think in no time.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}

import pygame

from grenade_salad.app.history.replay import ReplayScene
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.ui.accessible import Heard
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.match import seeds
from grenade_salad.session.phases import Asking, Deciding, Over
from grenade_salad.session.worker_process import AtOnce

DT = 1 / 30
READ = 1.0
"""Seconds that people look at something before they press."""
MOST = 1800.0
"""Seconds that a match may last."""
EVERY = 6.0
"""Seconds between two pictures of what goes by itself."""
SEEDS = {"grenade-salad": 12, "live-grenade": 5, "wheel": 3}


class Evening:
    """People at the window: what they see is kept as pictures, and what they wait for is counted."""

    def __init__(self, app: App, folder: Path, people: int = 2) -> None:
        self.app, self.folder, self.rng, self.people = app, folder, Random(1), people
        self.waits: dict[str, Counter[str]] = {}
        self.game = ""
        self.taken = 0
        self._since = 0.0
        folder.mkdir(parents=True, exist_ok=True)

    # time

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(max(1, round(seconds / DT))):
            self.app.frame(DT)
            self._since += DT
            if isinstance(scene := self.app.scene, Table) and not isinstance(scene.session.phase, Over):
                self.waits.setdefault(self.game, Counter())[what_for(scene)] += DT

    def picture(self, name: str) -> None:
        """Keep what is shown."""
        self.taken, self._since = self.taken + 1, 0.0
        pygame.image.save(self.app.screen, self.folder / f"{self.taken:03} {self.game} {name}.png")

    # mouse and keys

    def mouse(self, kind: int, at: tuple[float, float]) -> None:
        """One event of the mouse at a place of the canvas."""
        pos = (round(at[0] * self.app.factor), round(at[1] * self.app.factor))
        facts = {"buttons": (0, 0, 0), "rel": (0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
        pygame.event.post(pygame.event.Event(kind, pos=pos, touch=False, **facts))
        self.wait(DT)

    def click(self, at: tuple[float, float]) -> None:
        """Go there, look, and press."""
        self.mouse(pygame.MOUSEMOTION, at)
        self.wait(READ / 4)
        self.mouse(pygame.MOUSEBUTTONDOWN, at)
        self.mouse(pygame.MOUSEBUTTONUP, at)

    def key(self, code: int, down: bool) -> None:
        """A key goes down or up."""
        kind = pygame.KEYDOWN if down else pygame.KEYUP
        pygame.event.post(pygame.event.Event(kind, key=code, mod=0, unicode="", scancode=0))
        self.wait(DT)

    # what there is

    def there(self, fits: Callable[[Heard], bool]) -> list[Heard]:
        """All that can be clicked and fits, in the order of reading."""
        tree = self.app.tree()
        found = [tree.nodes[number][0] for number in tree.under()]
        return [one for one in found if one.box and one.acts and one.enabled and fits(one)]

    def said(self, part: str) -> bool:
        """Whether it stands somewhere in what is shown."""
        return any(part in line for line in self.app.tree().lines())

    def press(self, *names: str) -> bool:
        """Click the first thing whose name begins so; whether there was one."""
        for found in self.there(lambda one: one.name.startswith(names)):
            self.click(middle(found))
            return True
        return False

    def must(self, *names: str) -> None:
        """The same; it has to be there."""
        for _ in range(120):
            if self.press(*names):
                return
            self.wait(DT)
        raise AssertionError(f"nothing here is called {names}: {[one.name for one in self.there(lambda _: True)]}")

    def choose(self, name: str, value: str) -> None:
        """Click the arrow at the right end of a choice until it has that value."""
        for _ in range(20):
            found = self.there(lambda one: one.name == name)[0]
            if found.value == value:
                return
            assert found.box is not None
            left, top, wide, high = found.box
            self.click((left + wide - 14, top + high / 2))
        raise AssertionError(f"{name} cannot be {value}")

    # a match

    def set_up(self) -> None:
        """Four seats: the people, and machines."""
        self.picture("set-up")
        self.choose("How many players", "4 players")
        for seat in range(2, self.people + 1):
            name = f"Who plays at seat {seat}"
            if any(one.name == name and one.value == "Person" for one in self.there(lambda _: True)):
                continue
            self.must(name)
            self.wait(READ)
            self.picture("who plays")
            self.must("Person")
            self.wait(READ)
        if self.game == "grenade-salad":
            self.choose("Which house rules", "Quick")
        self.picture("set-up done")
        self.must("Start")

    def play(self, turn: Callable[[Evening], None]) -> None:
        """A match from its first moment to its last page."""
        whole = 0.0
        self.wait(READ)
        self.picture("begins")
        while not isinstance(self.app.scene, EndScene) and whole < MOST:
            before = self.waits[self.game].total()
            scene = self.app.scene
            if isinstance(scene, Table):
                self.at_table(scene, turn)
            else:
                self.wait(READ)
                self.picture(f"{type(scene).__name__}")
                key_of(self, pygame.K_ESCAPE)
            if self._since > EVERY:
                self.picture("goes on")
            whole += self.waits[self.game].total() - before
        assert isinstance(self.app.scene, EndScene), "the match did not end"
        self.picture("the end")

    def at_table(self, scene: Table, turn: Callable[[Evening], None]) -> None:
        """What somebody does now, or a moment of waiting."""
        if scene.reaction is not None and scene.reaction.seats:
            self.wait(READ)
            self.picture("asked")
            self.press("All pass", "Let it pass") or self.wait(0.2)
        elif scene.actor is not None and scene.idle:
            self.wait(READ)
            self.picture("decides")
            turn(self)
        else:
            self.wait(0.2)

    def look(self, code: int) -> Cover | None:
        """Somebody holds the own key, looks at the hand, and lets go."""
        self.key(code, True)
        self.wait(READ)
        cover = self.app.scene
        if not isinstance(cover, Cover):
            self.key(code, False)
            return None
        self.key(code, False)
        self.key(code, True)
        self.wait(READ)
        self.picture("hand")
        return cover


def key_of(evening: Evening, code: int) -> None:
    """Press and release a key."""
    evening.key(code, True)
    evening.key(code, False)


def middle(one: Heard) -> tuple[float, float]:
    """Where it is clicked."""
    assert one.box is not None
    left, top, wide, high = one.box
    return (left + wide / 2, top + high / 2)


def what_for(scene: Table) -> str:
    """What people at the table wait for in this frame."""
    phase = scene.session.phase
    if scene.motion.busy:
        return "something moves"
    match phase:
        case Asking(closed=False) if scene.reaction is not None and scene.reaction.seats:
            return "people are asked"
        case Asking():
            return "machines are asked"
        case Deciding(by="bot"):
            return "before a machine acts"
        case Deciding():
            return "a person decides"
    return "other"


def wheel(evening: Evening) -> None:
    """Takes the first die, and presses it until it has moved."""
    if not evening.press("White die", "Red die"):
        evening.wait(0.2)


def live_grenade(evening: Evening) -> None:
    """Looks at the hand now and then, plays a card of it if that is possible, and draws."""
    if evening.rng.random() < 0.4 and pick_from_hand(evening):
        return
    if not (evening.press("The Jack", "The Queen") or evening.press("Draw")):
        scene = evening.app.scene
        names = scene.names if isinstance(scene, Table) else ()
        someone = evening.there(lambda one: one.role == "button" and one.name in names)
        evening.click(middle(someone[0])) if someone else evening.wait(0.2)


def salad(evening: Evening) -> None:
    """Drops, keeps, and tries a card of the hand on whom is in reach; then ends the turn."""
    if evening.press("Keep it") or evening.press("Drop"):
        return
    if evening.rng.random() < 0.7 and pick_from_hand(evening):
        evening.wait(READ)
        evening.picture("aims")
        aim(evening)
        evening.press("Shoot", "Strike", "Throw", "Put down", "Confirm", "Play it")
        evening.press("Never mind")
    elif not evening.press("End turn"):
        evening.wait(0.2)


def aim(evening: Evening) -> None:
    """At whom is in reach; a soldier of the reserve is put down in a gap beside somebody."""
    soldiers = evening.there(lambda one: "'s soldier" in one.name)
    near = [one for one in soldiers if "in reach" in one.value] or soldiers
    if not near:
        return
    x, y = middle(evening.rng.choice(near[:4]))
    if evening.said("put a soldier"):
        x, y = x + evening.rng.choice((-70, 70)), y + evening.rng.choice((-40, 40))
    evening.click((x, y))
    evening.wait(READ)
    evening.picture("aimed")


def pick_from_hand(evening: Evening) -> bool:
    """Whose turn it is opens the own hand, and clicks a card of it; whether there was one to click."""
    scene = evening.app.scene
    if not isinstance(scene, Table) or scene.actor is None:
        return False
    code = scene.app.settings.seat_key(scene.actor)
    if code is None or evening.look(code) is None:
        return False
    cards = evening.there(lambda one: one.role == "button" and one.name not in ("Close the cover", "Done"))
    if cards:
        evening.click(middle(evening.rng.choice(cards)))
    evening.key(code, False)
    if isinstance(evening.app.scene, Cover):
        evening.press("Done", "Cancel", "Not now") or key_of(evening, pygame.K_ESCAPE)
    return bool(cards)


GAMES: dict[str, tuple[str, Callable[[Evening], None]]] = {
    "grenade-salad": ("Grenade Salad", salad),
    "live-grenade": ("Live Grenade", live_grenade),
    "wheel": ("Grenade, the wheel", wheel),
}


def after(evening: Evening) -> None:
    """The end is read, the replay watched with its graph, and the same is played again."""
    evening.wait(12)
    evening.picture("the end, told")
    evening.must("Replay")
    evening.wait(3)
    assert isinstance(evening.app.scene, ReplayScene)
    evening.picture("replay")
    key_of(evening, pygame.K_RIGHT)
    evening.wait(2)
    evening.picture("replay, a step")
    key_of(evening, pygame.K_ESCAPE)
    evening.wait(READ)
    evening.picture("back at the end")
    evening.must("Play again")
    evening.wait(4)
    evening.picture("the same again")
    evening.app.home()
    evening.wait(READ)
    evening.picture("home")


def from_first_screen(evening: Evening, name: str) -> None:
    """A game from the first screen on, and back there."""
    box, turn = GAMES[name]
    evening.game = name
    evening.must(box)
    evening.wait(READ)
    evening.set_up()
    evening.play(turn)
    after(evening)


def main() -> None:
    """Play it, and print the seconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default="evening", type=Path)
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="game")
    parser.add_argument("--people", type=int, choices=(2, 3, 4), default=2)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        app = App(Path(data))
        app.worker = app.thinker = AtOnce
        evening = Evening(app, args.folder, args.people)
        try:
            app.push(HomeScene(app))
            evening.wait(READ)
            evening.picture("first screen")
            for name in args.games:
                seeds.draw_seed = lambda name=name: SEEDS[name]
                from_first_screen(evening, name)
        finally:
            app.close()
    for name, found in evening.waits.items():
        print(f"{name}: {found.total():.0f} s")
        for reason, seconds in sorted(found.items()):
            print(f"  {reason}: {seconds:.1f} s")


if __name__ == "__main__":
    main()
