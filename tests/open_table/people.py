"""People at the open table, from the first screen on: what they do with mouse and keys, said as they would say it.

They know what stands on the screen and no more: a hand is read only while its strip is open. Every click, key and drag
is counted in `actions`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.games.open_table.drag import landing, middle
from grenade_salad.app.games.open_table.hand_strip import card_boxes
from grenade_salad.app.games.open_table.hits import middle_of
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.ui.accessible import Heard
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.open_table.placed_pieces import Key, Lying
from grenade_salad.games.open_table.state import TableState
from grenade_salad.games.open_table.view import TableView
from tests.app.conftest import frames, mouse, unseen, until, write
from tools.tables import scene_on

DOWN, UP, MOVE = pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION
HELD = 30
"""Frames that are longer than a press that takes the whole stack."""


class People:
    """Whoever sits at the window. With a `folder` what they see is kept there as pictures."""

    def __init__(self, app: App, folder: Path | None = None) -> None:
        self.app, self.folder = app, folder
        self.actions = 0
        self.taken = 0
        self._went: Point = (0.0, 0.0)

    # what they see

    @property
    def scene(self) -> OpenTableScene:
        return scene_on(self.app.scene, OpenTableScene)

    @property
    def view(self) -> TableView:
        return self.scene.desk.view

    @property
    def state(self) -> TableState:
        """For asserting what has become of it, never for playing."""
        found = self.scene.table.match.state
        assert isinstance(found, TableState)
        return found

    @property
    def turn(self) -> int:
        """Who has the mouse."""
        seat = self.scene.desk.seat
        assert seat is not None
        return seat

    def there(self, name: str) -> list[Heard]:
        """All that can be pressed and whose name begins so, what is called just so before lines of the log."""
        tree = self.app.tree()
        found = [tree.nodes[number][0] for number in tree.under()]
        fits = [one for one in found if one.box and one.acts and one.enabled and one.name.startswith(name)]
        return sorted(fits, key=lambda one: one.name.partition(" (")[0] != name)

    def things(self, fits: Callable[[Lying], bool]) -> list[Lying]:
        """What lies on the table, from below to above."""
        return [one for one in self.scene.desk.things if fits(one)]

    def name(self, seat: int) -> str:
        """Of whoever sits there."""
        return self.scene.table.names[seat]

    def top(self, key: Key) -> list[str]:
        """The front that lies on top there, as all see it; nothing if it is a back, or nothing lies there."""
        one = self.scene.desk.thing(key)
        return [] if one is None or not _front(one) else [_front(one)]

    def count(self, holder: str) -> int:
        """How many are in a holder, as it says."""
        area = self.scene.desk.area(holder)
        assert area is not None
        return area.seen.count

    def squares(self) -> set[Point]:
        """Where loose things lie, in mm, boards aside."""
        return {one.at for one in self.things(lambda one: one.shape != "board" and one.holder is None)}

    def called(self, front: str, holder: str | None = "") -> list[Lying]:
        """What lies with that front up; in that holder, with None in none."""
        fits = self.things(lambda one: one.kind is not None and _front(one) == front)
        return fits if holder == "" else [one for one in fits if one.holder == holder]

    def on(self, at: Point, within: float = 12.0) -> Lying | None:
        """What lies topmost at a point of the table, in mm, boards aside."""
        near = self.things(
            lambda one: one.shape != "board" and abs(one.at[0] - at[0]) + abs(one.at[1] - at[1]) <= within
        )
        return near[-1] if near else None

    def picture(self, name: str) -> None:
        """Keep what is shown."""
        if self.folder is not None:
            self.taken += 1
            self.app.frame()
            pygame.image.save(self.app.screen, self.folder / f"{self.taken:03}-{name.replace(' ', '-')}.png")

    # mouse and keys

    def click(self, at: Point) -> None:
        """One click there."""
        self.actions += 1
        with unseen(self.app):
            for kind in (MOVE, DOWN, UP):
                mouse(self.app, kind, at)

    def press(self, name: str) -> None:
        """Click what is called so."""
        found = self.there(name)
        assert found, f"nothing is called {name}: {[one.name for one in self.there('')]}"
        box = found[0].box
        assert box is not None
        self.click((box[0] + box[2] / 2, box[1] + box[3] / 2))
        self.rest()

    def scroll_to(self, name: str) -> None:
        """Turn the wheel in the middle of the window until what is called so is seen whole."""
        wide, high = self.app.size
        for _ in range(40):
            box = self.there(name)[0].box
            assert box is not None
            if box[1] + box[3] <= high - 20:
                return
            pygame.mouse.set_pos(round(wide / 2 * self.app.factor), round(high / 2 * self.app.factor))
            pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_y=-1.0, flipped=False))
            frames(self.app, 2)
        raise AssertionError(f"{name} cannot be scrolled to")

    def key(self, code: int, mod: int = 0) -> None:
        """Press a key and let it go."""
        self.hold(code, mod)
        self.let_go(code)

    def hold(self, code: int, mod: int = 0) -> None:
        """A key goes down and stays there."""
        self.actions += 1
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode="", scancode=0))
        frames(self.app)

    def let_go(self, code: int) -> None:
        """It comes up again."""
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=code, mod=0, unicode="", scancode=0))
        frames(self.app)

    def drag(self, start: Point, end: Point, *, held: int = 0, then: Callable[[], None] | None = None) -> None:
        """Press, hold so many frames, draw to the end, do something there, let go."""
        self.actions += 1
        with unseen(self.app):
            mouse(self.app, MOVE, start)
            mouse(self.app, DOWN, start)
            frames(self.app, held)
            for share in (0.2, 0.6, 1.0):
                mouse(self.app, MOVE, (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))
            if then is not None:
                then()
            mouse(self.app, UP, end)
        self.rest()

    def rest(self) -> None:
        """Until everything that happened was seen."""
        if isinstance(self.app.scene, EndScene):
            return
        until(self.app, self._rests)
        frames(self.app)

    def _rests(self) -> bool:
        if isinstance(self.app.scene, EndScene) or not hasattr(self.app.scene, "session"):
            return True
        table = self.scene.table
        return table.match.state.is_over or (table.idle and table.actor is not None and not self.scene.desk.landed)

    # on the table

    def at(self, x: float, y: float) -> Point:
        """A point of the table in mm, on the screen."""
        return self.scene.desk.camera.to_screen((x, y))

    def where(self, key: Key | Lying) -> Point:
        """Where the middle of that is drawn on the screen; a holder's middle."""
        one = key if isinstance(key, Lying) else self.scene.desk.thing(key)
        if one is not None:
            return middle_of(self.scene.desk, one)
        area = self.scene.desk.area(key) if isinstance(key, str) else None
        assert area is not None, key
        return self.at(*area.middle)

    def move(self, what: Key | Lying, to: Key | Lying | Point, **how: int) -> None:
        """Drag it there: onto something, into a holder, to a point in mm."""
        end = self.at(*to) if isinstance(to, tuple) else self.where(to)
        self.drag(self.where(what), end, **how)

    def carry(self, start: Point, end: Key | Point) -> None:
        """Drag what lies topmost at a point of the table, in mm, somewhere else."""
        one = self.on(start)
        assert one is not None, start
        self.move(one, end)

    def front(self, one: Lying) -> str:
        """What is on the side that is seen."""
        return _front(one)

    def shoot(self, disc: Lying, to: Point, hard: float) -> None:
        """Choose a disc, press Flick, pull back away from the target, let go."""
        self.click(self.where(disc))
        self.press("Flick")
        (x, y), (left, top) = self.where(disc), self.at(*to)
        far = ((left - x) ** 2 + (top - y) ** 2) ** 0.5
        back = x - (left - x) / far * 160 * hard, y - (top - y) / far * 160 * hard

        def aim() -> None:
            self.picture("aims")
            frames(self.app, 12)

        self.drag((x, y), back, then=aim)

    # the hand

    def hand(self) -> list[str]:
        """The fronts in the hand, read while the strip is open."""
        desk = self.scene.desk
        assert desk.strip_open
        return [
            "" if face.kind is None or face.front is None else desk.view.box.kinds[face.kind].fronts[face.front]
            for face in desk.secret_faces()
        ]

    def texts(self) -> list[str]:
        """What is written on the cards of the hand, read while the strip is open."""
        desk = self.scene.desk
        assert desk.strip_open
        return [face.text or "" for face in desk.secret_faces()]

    def write_in_hand(self, place: int, words: str) -> None:
        """Open the strip, choose a card, write on it: the strip stays open for that, and is closed then."""
        self.hold(pygame.K_SPACE)
        self.click(card_boxes(self.scene.desk)[place].center)
        self.key(pygame.K_w)
        self.let_go(pygame.K_SPACE)
        write(self.app, words)
        self.key(pygame.K_RETURN)
        self.rest()

    def draw_to_hand(self, pile: Key) -> None:
        """Drag the top card of a pile to the hand."""
        self.drag(self.where(pile), self.scene.desk.strip.box.center)

    def play(self, place: int, to: Key | Lying | Point, *, turned: float = 0.0) -> None:
        """Drag a card out of the open strip to there, turned by so many times 45 degrees."""
        end = self.at(*to) if isinstance(to, tuple) else self.where(to)

        def turn() -> None:
            for _ in range(int(turned)):
                self.key(pygame.K_q)

        self.drag(card_boxes(self.scene.desk)[place].center, end, then=turn if turned else None)

    def pass_on(self) -> None:
        """End the turn."""
        self.key(pygame.K_END)
        self.rest()

    # an evening

    def sit_down(self, box: str, players: int = 2, ready: Callable[[], None] = lambda: None) -> None:
        """From the first screen to a table with a box on it, by clicks; `ready` is done before the start."""
        self.app.push(HomeScene(self.app))
        frames(self.app, 3)
        self.picture("first screen")
        self.press("Open table")
        self.choose("How many players", f"{players} players")
        self.press("Box:")
        frames(self.app, 2)
        self.picture("shelf")
        self.scroll_to(box)
        self.press(box)
        self.picture("set-up")
        ready()
        self.press("Start")
        self.rest()
        self.picture("begins")

    def choose(self, name: str, value: str) -> None:
        """Click the arrow at the right end of a choice until it has that value."""
        for _ in range(20):
            found = self.there(name)[0]
            if found.value == value:
                return
            assert found.box is not None
            left, top, wide, high = found.box
            self.click((left + wide - 14, top + high / 2))
            frames(self.app, 2)
        raise AssertionError(f"{name} cannot be {value}")

    def finish(self, words: str) -> None:
        """Say who won, or nobody."""
        self.key(pygame.K_ESCAPE) if self.scene.desk.chosen else None
        self.picture("before the end")
        if not self.there("Finish"):
            self.press("More")
        self.press("Finish")
        self.picture("who won")
        self.press(words)
        until(self.app, lambda: isinstance(self.app.scene, EndScene))
        frames(self.app, 5)
        self.picture("the end")

    # without a mouse

    def tab_to(self, name: str) -> None:
        """Press Tab until what is called so has the focus."""
        for _ in range(60):
            focus = self.app.scene.widgets.focus
            if focus is not None and focus.heard().name.startswith(name):
                return
            self.key(pygame.K_TAB)
        raise AssertionError(f"Tab does not come to {name}")

    def sit_down_by_keys(self, box: str) -> None:
        """From the first screen to a table with a box on it, by keys."""
        self.app.push(HomeScene(self.app))
        frames(self.app, 3)
        self.tab_to("Open table")
        self.key(pygame.K_RETURN)
        frames(self.app, 3)
        for name in ("Box:", box):
            self.tab_to(name)
            self.key(pygame.K_RETURN)
            frames(self.app, 3)
        self.tab_to("Start")
        self.key(pygame.K_RETURN)
        self.rest()

    def area(self, name: str) -> Point:
        """The middle of a holder, in mm."""
        found = self.scene.desk.area(name)
        assert found is not None
        return found.middle

    def go_to(self, at: Point) -> None:
        """Arrows until what lies there in mm is chosen, as somebody does who sees the ring."""
        self.tab_to("The table")
        been: set[Key] = set()
        for _ in range(60):
            chosen = self.scene.desk.chosen
            one = self.scene.desk.thing(chosen[0]) if chosen else None
            if one is not None and max(abs(one.at[0] - at[0]), abs(one.at[1] - at[1])) < 12:
                return
            spot = one.at if one is not None else self.area(str(chosen[0])) if chosen else self._went
            self._went = spot
            across, up = at[0] - spot[0], at[1] - spot[1]
            sideways = pygame.K_RIGHT if across > 0 else pygame.K_LEFT
            again = bool(been & set(chosen))
            been.update(chosen)
            self.key(sideways if (abs(across) > abs(up)) != again else pygame.K_UP if up > 0 else pygame.K_DOWN)
        raise AssertionError(f"the arrows do not come to {at}")

    def carry_by_keys(self, start: Point, end: Point | str) -> None:
        """Choose what lies there, M, arrows, Enter: at a point in mm, or when a holder lights up."""
        self.go_to(start)
        holder, end = (end, self.area(end)) if isinstance(end, str) else ("", end)
        self.key(pygame.K_m)
        for axis, codes in ((0, (pygame.K_LEFT, pygame.K_RIGHT)), (1, (pygame.K_DOWN, pygame.K_UP))):
            for _ in range(40):
                far = end[axis] - self.lifted()[axis]
                if abs(far) < 9 or (holder and self.lights_up() == holder):
                    break
                self.key(codes[far > 0], pygame.KMOD_SHIFT if far > 300 else 0)
        self.picture("carried")
        self.key(pygame.K_RETURN)
        self.rest()

    def lights_up(self) -> object:
        """The holder or piece that shines, on which what is carried would be laid; a point if none does."""
        desk = self.scene.desk
        [carry] = [press.carry for press in desk.hands.values() if press.carry is not None]
        to = landing(desk, carry)
        return None if to is None else to.to

    def lifted(self) -> Point:
        """Where what is carried is held, in mm."""
        desk = self.scene.desk
        [carry] = [press.carry for press in desk.hands.values() if press.carry is not None]
        return middle(desk, carry)

    def finish_by_keys(self, words: str) -> None:
        """Say who won."""
        if self.scene.desk.chosen:
            self.key(pygame.K_ESCAPE)
        for name in ("Finish", words):
            self.tab_to(name)
            self.key(pygame.K_RETURN)
            frames(self.app, 2)
        until(self.app, lambda: isinstance(self.app.scene, EndScene))
        self.picture("the end")


def _front(one: Lying) -> str:
    assert one.kind is not None
    if one.face.front is None:
        return ""
    if one.face.side < 0:
        return one.kind.back
    return one.kind.fronts[one.face.front]
