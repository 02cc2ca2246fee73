"""People at the open table: their actions with mouse and keys.

They know only what is on the screen: a hand is read only while its strip is open. Every click, key and drag is counted
in `actions`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.games.open_table.drag import carried_middle, find_landing
from grenade_salad.app.games.open_table.hand_strip import card_boxes
from grenade_salad.app.games.open_table.hits import drawn_middle
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.open_table.placed_pieces import Key, PlacedPiece
from grenade_salad.games.open_table.state import TableState
from grenade_salad.games.open_table.view import TableView
from tests.app.conftest import draw_rarely, post_mouse, run_frames, run_until, type_text
from tools.tables import get_board

DOWN, UP, MOVE = pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION
HELD = 30
"""Frames that are longer than the press that takes a whole stack."""


class People:
    """The people at the window. With a `folder` their pictures are saved there."""

    def __init__(self, app: App, folder: Path | None = None) -> None:
        self.app, self.folder = app, folder
        self.actions = 0
        self.picture_count = 0
        self._last_point: Point = (0.0, 0.0)

    # What they see

    @property
    def scene(self) -> OpenTableBoard:
        return get_board(self.app.scene, OpenTableBoard)

    @property
    def view(self) -> TableView:
        return self.scene.desk.view

    @property
    def state(self) -> TableState:
        """For assertions on the result, never for playing."""
        table_state = self.scene.controller.match.state
        assert isinstance(table_state, TableState)
        return table_state

    @property
    def turn(self) -> int:
        """The seat that has the mouse."""
        seat = self.scene.desk.seat
        assert seat is not None
        return seat

    def find_controls(self, name: str) -> list[AccessibleNode]:
        """Return the controls whose name begins so, exact names before lines of the log."""
        tree = self.app.tree()
        nodes = [tree.nodes[node_id][0] for node_id in tree.walk()]
        matching = [node for node in nodes if node.box and node.acts and node.enabled and node.name.startswith(name)]
        return sorted(matching, key=lambda node: node.name.partition(" (")[0] != name)

    def find_pieces(self, fits: Callable[[PlacedPiece], bool]) -> list[PlacedPiece]:
        """Return the pieces and stacks on the table that fit, from bottom to top."""
        return [piece for piece in self.scene.desk.pieces if fits(piece)]

    def player_name(self, seat: int) -> str:
        """Return the name of the player in a seat."""
        return self.scene.controller.names[seat]

    def top_fronts(self, key: Key) -> list[str]:
        """Return the visible front on top of a stack or holder, or an empty list."""
        piece = self.scene.desk.find_piece(key)
        return [] if piece is None or not _front(piece) else [_front(piece)]

    def count(self, holder: str) -> int:
        """Return the displayed number of pieces in a holder."""
        area = self.scene.desk.find_area(holder)
        assert area is not None
        return area.contents.count

    def loose_points(self) -> set[Point]:
        """Return the points of loose pieces in mm, without boards."""
        return {
            piece.position for piece in self.find_pieces(lambda piece: piece.shape != "board" and piece.holder is None)
        }

    def find_by_front(self, front: str, holder: str | None = "") -> list[PlacedPiece]:
        """Return the pieces with that front up.

        They are in `holder`; with None in no holder, with "" anywhere.
        """
        fits = self.find_pieces(lambda piece: piece.kind is not None and _front(piece) == front)
        return fits if holder == "" else [piece for piece in fits if piece.holder == holder]

    def top_piece_at(self, point: Point, within: float = 12.0) -> PlacedPiece | None:
        """Return the topmost piece at a point of the table in mm, without boards."""
        nearby = self.find_pieces(
            lambda piece: (
                piece.shape != "board"
                and abs(piece.position[0] - point[0]) + abs(piece.position[1] - point[1]) <= within
            )
        )
        return nearby[-1] if nearby else None

    def save_picture(self, name: str) -> None:
        """Save a picture of the window, if there is a folder."""
        if self.folder is not None:
            self.picture_count += 1
            self.app.frame()
            pygame.image.save(self.app.screen, self.folder / f"{self.picture_count:03}-{name.replace(' ', '-')}.png")

    # Mouse and keys

    def click(self, point: Point) -> None:
        """Click at a point."""
        self.actions += 1
        with draw_rarely(self.app):
            for kind in (MOVE, DOWN, UP):
                post_mouse(self.app, kind, point)

    def press(self, name: str) -> None:
        """Click the control with that name."""
        controls = self.find_controls(name)
        assert controls, f"nothing is called {name}: {[control.name for control in self.find_controls('')]}"
        box = controls[0].box
        assert box is not None
        self.click((box[0] + box[2] / 2, box[1] + box[3] / 2))
        self.wait_until_idle()

    def scroll_to(self, name: str) -> None:
        """Scroll at the centre of the window until the control is fully visible."""
        width, height = self.app.size
        for _ in range(40):
            box = self.find_controls(name)[0].box
            assert box is not None
            if box[1] + box[3] <= height - 20:
                return
            pygame.mouse.set_pos(round(width / 2 * self.app.factor), round(height / 2 * self.app.factor))
            pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_y=-1.0, flipped=False))
            run_frames(self.app, 2)
        raise AssertionError(f"{name} cannot be scrolled to")

    def key(self, code: int, mod: int = 0) -> None:
        """Press and release a key."""
        self.hold(code, mod)
        self.release(code)

    def hold(self, code: int, mod: int = 0) -> None:
        """Press a key and keep it down."""
        self.actions += 1
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode="", scancode=0))
        run_frames(self.app)

    def release(self, code: int) -> None:
        """Release a key."""
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=code, mod=0, unicode="", scancode=0))
        run_frames(self.app)

    def drag(self, start: Point, end: Point, *, held: int = 0, then: Callable[[], None] | None = None) -> None:
        """Press, hold for `held` frames, move to the end, call `then`, release."""
        self.actions += 1
        with draw_rarely(self.app):
            post_mouse(self.app, MOVE, start)
            post_mouse(self.app, DOWN, start)
            run_frames(self.app, held)
            for share in (0.2, 0.6, 1.0):
                post_mouse(
                    self.app, MOVE, (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
                )
            if then is not None:
                then()
            post_mouse(self.app, UP, end)
        self.wait_until_idle()

    def wait_until_idle(self) -> None:
        """Run frames until all that happened was shown."""
        if isinstance(self.app.scene, EndScene):
            return
        run_until(self.app, self._is_idle)
        run_frames(self.app)

    def _is_idle(self) -> bool:
        if not isinstance(self.app.scene, TableScene):
            return True
        controller = self.app.scene.controller
        return controller.match.state.is_over or (
            controller.is_idle and controller.actor is not None and not self.scene.desk.landed
        )

    # On the table

    def table_point(self, x: float, y: float) -> Point:
        """Return the screen position of a point of the table in mm."""
        return self.scene.desk.camera.to_screen((x, y))

    def screen_point(self, key: Key | PlacedPiece) -> Point:
        """Return the screen position of a piece, or of the centre of a holder."""
        piece = key if isinstance(key, PlacedPiece) else self.scene.desk.find_piece(key)
        if piece is not None:
            return drawn_middle(self.scene.desk, piece)
        area = self.scene.desk.find_area(key) if isinstance(key, str) else None
        assert area is not None, key
        return self.table_point(*area.middle)

    def move(self, piece: Key | PlacedPiece, to: Key | PlacedPiece | Point, **options: int) -> None:
        """Drag a piece onto something, into a holder, or to a point in mm."""
        end = self.table_point(*to) if isinstance(to, tuple) else self.screen_point(to)
        self.drag(self.screen_point(piece), end, **options)

    def carry(self, start: Point, end: Key | Point) -> None:
        """Drag the topmost piece at a point of the table in mm to somewhere else."""
        piece = self.top_piece_at(start)
        assert piece is not None, start
        self.move(piece, end)

    def front(self, piece: PlacedPiece) -> str:
        """Return the visible side."""
        return _front(piece)

    def shoot(self, disc: PlacedPiece, to: Point, strength: float) -> None:
        """Select a disc, press Flick, pull back from the target and release."""
        self.click(self.screen_point(disc))
        self.press("Flick")
        (x, y), (left, top) = self.screen_point(disc), self.table_point(*to)
        distance = ((left - x) ** 2 + (top - y) ** 2) ** 0.5
        back = x - (left - x) / distance * 160 * strength, y - (top - y) / distance * 160 * strength

        def aim() -> None:
            self.save_picture("aims")
            run_frames(self.app, 12)

        self.drag((x, y), back, then=aim)

    # The hand

    def hand(self) -> list[str]:
        """Return the fronts in the hand, read while the strip is open."""
        desk = self.scene.desk
        assert desk.strip_open
        return [
            "" if face.kind is None or face.front is None else desk.view.box.kinds[face.kind].fronts[face.front]
            for face in desk.secret_faces()
        ]

    def texts(self) -> list[str]:
        """Return the texts on the cards of the hand, read while the strip is open."""
        desk = self.scene.desk
        assert desk.strip_open
        return [face.text or "" for face in desk.secret_faces()]

    def write_in_hand(self, place: int, words: str) -> None:
        """Open the strip, select a card, write on it and close the strip.

        The strip stays open while the text is typed.
        """
        self.hold(pygame.K_SPACE)
        self.click(card_boxes(self.scene.desk)[place].center)
        self.key(pygame.K_w)
        self.release(pygame.K_SPACE)
        type_text(self.app, words)
        self.key(pygame.K_RETURN)
        self.wait_until_idle()

    def draw_to_hand(self, pile: Key) -> None:
        """Drag the top card of a pile to the hand."""
        self.drag(self.screen_point(pile), self.scene.desk.strip.box.center)

    def play(self, place: int, to: Key | PlacedPiece | Point, *, turned: float = 0.0) -> None:
        """Drag a card of the open strip to a target, turned by `turned` times 45 degrees."""
        end = self.table_point(*to) if isinstance(to, tuple) else self.screen_point(to)

        def turn() -> None:
            for _ in range(int(turned)):
                self.key(pygame.K_q)

        self.drag(card_boxes(self.scene.desk)[place].center, end, then=turn if turned else None)

    def end_turn(self) -> None:
        """End the turn."""
        self.key(pygame.K_END)
        self.wait_until_idle()

    # An evening

    def sit_down(self, box: str, players: int = 2, ready: Callable[[], None] = lambda: None) -> None:
        """Click from the home scene to a table with a box; call `ready` before the start."""
        self.app.push(HomeScene(self.app))
        run_frames(self.app, 3)
        self.save_picture("first screen")
        self.press("Open table")
        self.choose("How many players", f"{players} players")
        self.press("Box:")
        run_frames(self.app, 2)
        self.save_picture("shelf")
        self.scroll_to(box)
        self.press(box)
        self.save_picture("set-up")
        ready()
        self.press("Start")
        self.wait_until_idle()
        self.save_picture("begins")

    def choose(self, name: str, value: str) -> None:
        """Click the arrow at the right end of a choice until it has the value."""
        for _ in range(20):
            choice = self.find_controls(name)[0]
            if choice.value == value:
                return
            assert choice.box is not None
            left, top, width, height = choice.box
            self.click((left + width - 14, top + height / 2))
            run_frames(self.app, 2)
        raise AssertionError(f"{name} cannot be {value}")

    def finish(self, words: str) -> None:
        """Declare the winner, or none."""
        self.key(pygame.K_ESCAPE) if self.scene.desk.chosen else None
        self.save_picture("before the end")
        if not self.find_controls("Finish"):
            self.press("More")
        self.press("Finish")
        self.save_picture("who won")
        self.press(words)
        run_until(self.app, lambda: isinstance(self.app.scene, EndScene))
        run_frames(self.app, 5)
        self.save_picture("the end")

    # Without a mouse

    def tab_to(self, name: str) -> None:
        """Press Tab until the control with that name has the focus."""
        for _ in range(60):
            focus = self.app.scene.widgets.focus
            if focus is not None and focus.accessible_node().name.startswith(name):
                return
            self.key(pygame.K_TAB)
        raise AssertionError(f"Tab does not come to {name}")

    def sit_down_by_keys(self, box: str) -> None:
        """Use keys from the home scene to a table with a box."""
        self.app.push(HomeScene(self.app))
        run_frames(self.app, 3)
        self.tab_to("Open table")
        self.key(pygame.K_RETURN)
        run_frames(self.app, 3)
        for name in ("Box:", box):
            self.tab_to(name)
            self.key(pygame.K_RETURN)
            run_frames(self.app, 3)
        self.tab_to("Start")
        self.key(pygame.K_RETURN)
        self.wait_until_idle()

    def holder_center(self, name: str) -> Point:
        """Return the centre of a holder in mm."""
        area = self.scene.desk.find_area(name)
        assert area is not None
        return area.middle

    def select_by_keys(self, point: Point) -> None:
        """Press arrow keys until the piece at a point in mm is selected."""
        self.tab_to("The table")
        visited: set[Key] = set()
        for _ in range(60):
            chosen = self.scene.desk.chosen
            piece = self.scene.desk.find_piece(chosen[0]) if chosen else None
            if piece is not None and max(abs(piece.position[0] - point[0]), abs(piece.position[1] - point[1])) < 12:
                return
            current = (
                piece.position
                if piece is not None
                else self.holder_center(str(chosen[0]))
                if chosen
                else self._last_point
            )
            self._last_point = current
            across, up = point[0] - current[0], point[1] - current[1]
            sideways = pygame.K_RIGHT if across > 0 else pygame.K_LEFT
            is_repeated = bool(visited & set(chosen))
            visited.update(chosen)
            self.key(sideways if (abs(across) > abs(up)) != is_repeated else pygame.K_UP if up > 0 else pygame.K_DOWN)
        raise AssertionError(f"the arrows do not come to {point}")

    def carry_by_keys(self, start: Point, end: Point | str) -> None:
        """Select a piece, press M, move it with arrow keys and press Enter.

        The end is a point in mm, or a holder, which lights up.
        """
        self.select_by_keys(start)
        holder, end = (end, self.holder_center(end)) if isinstance(end, str) else ("", end)
        self.key(pygame.K_m)
        for axis, codes in ((0, (pygame.K_LEFT, pygame.K_RIGHT)), (1, (pygame.K_DOWN, pygame.K_UP))):
            for _ in range(40):
                distance = end[axis] - self.carried_point()[axis]
                if abs(distance) < 9 or (holder and self.drop_target() == holder):
                    break
                self.key(codes[distance > 0], pygame.KMOD_SHIFT if distance > 300 else 0)
        self.save_picture("carried")
        self.key(pygame.K_RETURN)
        self.wait_until_idle()

    def drop_target(self) -> object:
        """Return the highlighted holder or piece under the carried one, else a point."""
        desk = self.scene.desk
        [carry] = [press.carry for press in desk.presses.values() if press.carry is not None]
        to = find_landing(desk, carry)
        return None if to is None else to.to

    def carried_point(self) -> Point:
        """Return the point of the carried piece in mm."""
        desk = self.scene.desk
        [carry] = [press.carry for press in desk.presses.values() if press.carry is not None]
        return carried_middle(desk, carry)

    def finish_by_keys(self, words: str) -> None:
        """Declare the winner by keys."""
        if self.scene.desk.chosen:
            self.key(pygame.K_ESCAPE)
        for name in ("Finish", words):
            self.tab_to(name)
            self.key(pygame.K_RETURN)
            run_frames(self.app, 2)
        run_until(self.app, lambda: isinstance(self.app.scene, EndScene))
        self.save_picture("the end")


def _front(piece: PlacedPiece) -> str:
    assert piece.kind is not None
    if piece.face.front is None:
        return ""
    if piece.face.side < 0:
        return piece.kind.back
    return piece.kind.fronts[piece.face.front]
