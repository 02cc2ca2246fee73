"""The mat in the position editor: soldiers are lifted, turned and put anywhere.

It works by mouse, finger, keys and gamepad. A soldier in an illegal place is outlined. Keys: the arrows choose a
soldier; Enter lifts it, then the arrows move it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees, dist, pi
from typing import Protocol

import pygame

from grenade_salad.app.editor.position_details import player_label
from grenade_salad.app.games.salad import cubes, set_up_judge
from grenade_salad.app.games.salad.accessible_board import STEPS
from grenade_salad.app.games.salad.battlefield import DIRECTIONS, FINE, TURN
from grenade_salad.app.games.salad.block_picture import draw_blocks
from grenade_salad.app.games.salad.mat import Cube, draw_cubes, draw_mat
from grenade_salad.app.ui.accessible import BUTTON_ACTS, AccessibleNode, Act
from grenade_salad.app.ui.camera import MAX_SOLDIER_WIDTH, Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import ACCEPT_KEYS, Command, Input, KeyInput, Point, ScrollInput, read_command
from grenade_salad.app.ui.theme import BRASS_LIGHT, EMBER, INK
from grenade_salad.app.ui.widget import Widget
from grenade_salad.core.position_draft import Problem
from grenade_salad.games.physics.rectangle import rectangle_corners
from grenade_salad.games.salad import position_draft
from grenade_salad.games.salad.aim import find_next_in_direction
from grenade_salad.games.salad.geometry import point_rectangle_distance
from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.games.salad.position_draft import SaladDraft
from grenade_salad.games.salad.referee import Judgement
from grenade_salad.text import m, say

_DRAG_DISTANCE = 5.0
"""Units that the pointer moves before a press becomes a drag."""
_MAX_START_SCALE = 4.0
"""Units in a mm at most, when the editor opens."""
_HIT_RADIUS = 12.0
"""Units around its centre in which a soldier is hit, however small it is."""
_STEP, _FINE_STEP = 5.0, 1.0
"""mm that a key moves a soldier; the fine step with Shift."""
_ZOOM_STEP, _SCROLL_ZOOM_STEP = 1.25, 1.2
"""Factors of the zoom for a key, and for a step of the scroll wheel."""
_LIFTED_HEIGHT = 1.5
"""Height at which a carried soldier is drawn, in cube widths."""
_FIRST_BLOCK_KEY = 50_000
"""Keys of accessible parts from this one on are blocks."""
_FIRST_STEP_KEY = 100_000
"""Keys of accessible parts from this one on are steps."""


@dataclass
class CarriedPiece:
    """A soldier or block in the hand."""

    key: int
    """Its key, as in `position_draft.list_pieces`."""
    grip: Point
    """The point where it was gripped, in mm from its middle."""
    previous: SaladDraft
    """The draft before it was lifted."""
    by_keys: bool = False
    """True if the arrows move it, until Enter puts it down."""
    fixed: Point | None = None
    """Corner of a block that stays, in mm, while the opposite one is dragged."""


class Editor(Protocol):
    """The part of `PositionEditor` that the mat uses."""

    draft: SaladDraft
    troubles: Sequence[Problem]
    """The reasons why the draft is no legal position."""

    def show(self, setup: SaladDraft) -> None: ...
    def commit_change(self, previous: SaladDraft) -> None: ...
    def refresh(self) -> None: ...


class SetUpMat(Widget):
    """A widget for what is on the mat; `editor` is informed of every change."""

    radius = 4.0

    def __init__(self, editor: Editor) -> None:
        super().__init__()
        self.label = m("The mat")
        self.editor = editor
        self.selected: int | None = None
        """Key of the selected piece: the id of a soldier, or a negative one of a block."""
        self.carried: CarriedPiece | None = None
        self.judgement: Judgement | None = None
        """Judgement of the selected soldier, if the user wants it."""
        self.target: int | None = None
        """The soldier for whose grenade the blast is drawn."""
        self.camera = Camera(Rect(0, 0, 600, 400), self.setup.options.table)
        self._must_fit = bool(self.setup.draft.soldiers)
        """True until the camera has been placed for the soldiers of the first draft."""
        self._press: Point | None = None
        """The point on the screen where the pointer was pressed, until it drags something."""
        self._has_panned = False
        """True if the pointer has moved the camera since it was pressed."""

    # Content

    @property
    def setup(self) -> SaladDraft:
        """The draft as it is now."""
        return self.editor.draft

    def refresh(self) -> None:
        """Select nothing if the selected piece is gone."""
        if self.selected_piece is None:
            self.selected = self.carried = None

    @property
    def selected_piece(self) -> Soldier | None:
        """The selected soldier, or the selected block as a soldier.

        See `position_draft.list_pieces`.
        """
        return next((piece for piece in position_draft.list_pieces(self.setup) if piece.id == self.selected), None)

    @property
    def misplaced(self) -> set[int]:
        """The soldiers and blocks in illegal places."""
        misplaced = [trouble for trouble in self.editor.troubles if isinstance(trouble, position_draft.Misplaced)]
        return {key for trouble in misplaced for key in trouble.soldiers}

    def place(self, box: Rect) -> None:
        """Place the mat in a box."""
        self.rect = box
        measures = self.setup.options.measures()
        if self.camera.table_size != measures.table:
            self.camera = Camera(box, measures.table, margin=14)
        nearest = MAX_SOLDIER_WIDTH / measures.cube
        self.camera = Camera(box, measures.table, 14, self.camera.zoom, self.camera.centre, nearest).clamp()
        if self._must_fit:
            self._must_fit, self.camera = False, self._close_up()

    def _close_up(self) -> Camera:
        """Return the closest camera that shows all soldiers, with a margin of a tile."""
        soldiers, margin = self.setup.draft.soldiers, self.setup.options.tile
        left, right = min(soldier.x for soldier in soldiers) - margin, max(soldier.x for soldier in soldiers) + margin
        bottom, top = min(soldier.y for soldier in soldiers) - margin, max(soldier.y for soldier in soldiers) + margin
        scale = min(self.rect.width / (right - left), self.rect.height / (top - bottom), _MAX_START_SCALE)
        return self.camera.with_scale(scale, ((left + right) / 2, (bottom + top) / 2))

    def find(self, point: Point) -> int | None:
        """Return the id of the nearest soldier at a point, or a block's key.

        The point is of the screen; None if nothing is there.
        """
        cube = self.setup.options.cube * self.camera.scale
        near = [
            (dist(point, self.camera.to_screen((soldier.x, soldier.y))), soldier.id)
            for soldier in self.setup.draft.soldiers
        ]
        distance, soldier_id = min(near, default=(float("inf"), -1))
        if distance <= max(_HIT_RADIUS, cube * 0.6):
            return soldier_id
        spot, blocks = self.camera.to_table(point), self.setup.draft.blocks
        under = [
            -1 - index for index, block in enumerate(blocks) if not point_rectangle_distance(spot, block, block.half)
        ]
        return under[-1] if under else None

    def _opposite_corner(self, point: Point) -> Point | None:
        """Return the corner opposite to the corner of the selected block at a point.

        The point is of the screen, the corner in mm. None if there is no corner.
        """
        if self.selected is None or self.selected >= 0:
            return None
        selected_block = position_draft.find_block(self.setup, self.selected)
        corners = rectangle_corners(selected_block, selected_block.half)
        near = [index for index in range(4) if dist(point, self.camera.to_screen(corners[index])) <= _HIT_RADIUS]
        return corners[near[0] - 2] if near else None

    # Changes

    def add(self, seat: int, point: Point | None = None, *, by_keys: bool = False) -> None:
        """Add a soldier, in the hand: at a point of the screen, or where there is space."""
        spot = (
            position_draft.find_free_spot(self.setup, self._selected_spot())
            if point is None
            else self.camera.to_table(point)
        )
        self._carry_new(*position_draft.add_soldier(self.setup, seat, _round_point(spot)), by_keys=by_keys)
        self.camera = self.camera.reveal(spot) if point is None else self.camera

    def add_block(self, point: Point | None = None, *, by_keys: bool = False) -> None:
        """Add a block, in the hand: at a point of the screen, or where there is space."""
        spot = (
            position_draft.find_block_spot(self.setup, self._selected_spot())
            if point is None
            else self.camera.to_table(point)
        )
        self._carry_new(*position_draft.add_block(self.setup, _round_point(spot)), by_keys=by_keys)
        self.camera = self.camera.reveal(spot) if point is None else self.camera

    def _carry_new(self, draft: SaladDraft, key: int, *, by_keys: bool) -> None:
        self.selected = key
        self.carried = CarriedPiece(key, (0.0, 0.0), self.setup, by_keys)
        self.editor.show(draft)

    def _selected_spot(self) -> Point:
        """Return the middle of the selected piece in mm, or of what the camera shows."""
        return (self.selected_piece.x, self.selected_piece.y) if self.selected_piece is not None else self.camera.middle

    def lift(self) -> None:
        """Pick up the selected piece, so that the arrows move it."""
        if self.selected_piece is not None:
            self.carried = CarriedPiece(self.selected_piece.id, (0.0, 0.0), self.setup, by_keys=True)
            self.editor.refresh()

    def put_down(self) -> None:
        """Put down what is in the hand."""
        carried, self.carried = self.carried, None
        if carried is not None and carried.previous is not self.setup:
            self.editor.commit_change(carried.previous)
        self.editor.refresh()

    def cancel(self) -> bool:
        """Put back what is in the hand, else select nothing.

        Returns True if that changed anything.
        """
        carried, self.carried = self.carried, None
        if carried is not None:
            self.editor.show(carried.previous)
            return True
        previous, self.selected = self.selected, None
        self.editor.refresh()
        return previous is not None

    def turn_by(self, angle: float) -> None:
        """Turn the selected piece, radians counter-clockwise."""
        if self.selected_piece is not None:
            self._change(
                position_draft.move_piece(
                    self.setup,
                    self.selected_piece.id,
                    (self.selected_piece.x, self.selected_piece.y),
                    (self.selected_piece.angle + angle) % (2 * pi),
                )
            )

    def move_selected(self, across: float, up: float) -> None:
        """Move the selected piece by `across` and `up` mm, within the table."""
        if (piece := self.selected_piece) is not None:
            width, height = self.setup.options.table
            position = min(max(0.0, piece.x + across), width), min(max(0.0, piece.y + up), height)
            self._change(position_draft.move_piece(self.setup, piece.id, position, piece.angle))
            self.camera = self.camera.reveal(position)

    def take_off(self) -> None:
        """Return the selected soldier to its reserve."""
        if self.selected_piece is not None:
            carried, self.carried = self.carried, None
            previous = carried.previous if carried is not None else self.setup
            key, self.selected = self.selected_piece.id, None
            self.editor.show(position_draft.remove_piece(self.setup, key))
            self.editor.commit_change(previous)

    def _change(self, setup: SaladDraft) -> None:
        previous = self.setup
        self.editor.show(setup)
        if self.carried is None:
            self.editor.commit_change(previous)

    # Pointer

    def press_at(self, point: Point) -> None:
        """Press the mouse button or the finger."""
        if self.carried is not None:
            self.put_down()
        self._press, self._has_panned = point, False
        fixed = self._opposite_corner(point)
        self.selected = self.find(point) if fixed is None else self.selected
        if (piece := self.selected_piece) is not None:
            x, y = self.camera.to_table(point)
            self.carried = CarriedPiece(piece.id, (x - piece.x, y - piece.y), self.setup, fixed=fixed)
        self.editor.refresh()

    def move_to(self, point: Point) -> bool:
        """Move the pointer; return True if something moves with it."""
        if self.carried is not None and not self.carried.by_keys:
            if self._press is not None and dist(point, self._press) < _DRAG_DISTANCE:
                return False
            self._press, piece = None, self.selected_piece
            if piece is not None:
                x, y = self.camera.to_table(point)
                if self.carried.fixed is not None:
                    self.editor.show(position_draft.resize_block(self.setup, piece.id, self.carried.fixed, (x, y)))
                    return True
                spot = x - self.carried.grip[0], y - self.carried.grip[1]
                self.editor.show(position_draft.move_piece(self.setup, piece.id, _round_point(spot), piece.angle))
            return True
        if self._press is None:
            return False
        if self._has_panned or dist(point, self._press) >= _DRAG_DISTANCE:
            self.camera = self.camera.pan_by(self._press[0] - point[0], point[1] - self._press[1])
            self._press, self._has_panned = point, True
            self.editor.refresh()
        return self._has_panned

    def release(self, point: Point) -> bool:
        """Release the mouse button or the finger; return True if it was pressed here.

        Off the mat, this returns the soldier to its reserve.
        """
        was_pressed, self._press = self._press is not None, None
        if self.carried is None or self.carried.by_keys:
            return was_pressed
        x, y = self.camera.to_table(point)
        (width, height), cube = self.setup.options.table, self.setup.options.cube
        if not (-cube < x < width + cube and -cube < y < height + cube and self.rect.collidepoint(point)):
            self.take_off()
        else:
            self.put_down()
        return True

    def turn_wheel(self, event: ScrollInput) -> None:
        """Turn what is in the hand, else zoom."""
        if self.carried is not None:
            self.turn_by(TURN if event.amount > 0 else -TURN)
        else:
            factor = _SCROLL_ZOOM_STEP if event.amount > 0 else 1 / _SCROLL_ZOOM_STEP
            self.camera = self.camera.zoom_by(factor, event.position)
            self.editor.refresh()

    # Keys and gamepad

    def handle_key(self, event: Input) -> bool:
        if not isinstance(event, KeyInput) or not event.down or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        is_fine = bool(event.mod & pygame.KMOD_SHIFT)
        arrow = read_command(event)
        if arrow in DIRECTIONS:
            return self._move_or_select(arrow, is_fine=is_fine)
        if event.key in ACCEPT_KEYS:
            self.activate()
            return True
        return any(self._use_key(means, is_fine=is_fine) for means in event.meanings)

    def _use_key(self, means: str, *, is_fine: bool) -> bool:
        """Do what a key means. Returns True if it means anything here."""
        angle = FINE if is_fine else TURN
        match means:
            case "turn_left":
                self.turn_by(angle)
            case "turn_right":
                self.turn_by(-angle)
            case "closer" | "farther":
                factor = _ZOOM_STEP if means == "closer" else 1 / _ZOOM_STEP
                self.camera = self.camera.zoom_by(factor, self.camera.to_screen(self._selected_spot()))
            case "take_off":
                self.take_off()
            case "overview":
                self.camera = self.camera.overview
            case _:
                return False
        self.editor.refresh()
        return True

    def _move_or_select(self, arrow: str | None, *, is_fine: bool) -> bool:
        """Move what is in the hand, else select the next piece in that direction.

        Returns True if there was one.
        """
        across, up = DIRECTIONS[arrow]
        if self.carried is not None:
            step = _FINE_STEP if is_fine else _STEP
            self.move_selected(across * step, up * step)
            return True
        pieces = position_draft.list_pieces(self.setup)
        if not pieces:
            return False
        nearest = find_next_in_direction(self.selected_piece, pieces, atan2(up, across))
        if nearest is not None:
            self.selected = nearest.id
            self.camera = self.camera.reveal((nearest.x, nearest.y))
            self.editor.refresh()
        return nearest is not None

    def repeats_key(self, press: KeyInput) -> bool:
        """True while a piece is carried, so that it moves and turns on."""
        turns = press.meanings & {"turn_left", "turn_right"}
        return self.carried is not None and (read_command(press) in DIRECTIONS or bool(turns))

    def step(self, direction: Command) -> bool:
        return direction in DIRECTIONS and self._move_or_select(direction, is_fine=False)

    def activate(self) -> None:
        if self.carried is not None:
            self.put_down()
        elif self.selected_piece is not None:
            self.lift()
        elif pieces := position_draft.list_pieces(self.setup):
            self.selected = pieces[0].id
            self.editor.refresh()

    # Accessibility

    def accessible_node(self) -> AccessibleNode:
        nodes = [
            self._soldier_node(soldier)
            for soldier in sorted(self.setup.draft.soldiers, key=lambda soldier: (soldier.seat, soldier.id))
        ]
        nodes += [self._block_node(piece) for piece in position_draft.list_pieces(self.setup) if piece.id < 0]
        if self.selected_piece is not None:
            steps = enumerate((words for words, _ in STEPS), _FIRST_STEP_KEY)
            nodes += [AccessibleNode("button", say(words), key=key, acts=BUTTON_ACTS) for key, words in steps]
        return AccessibleNode("group", say(self.label), acts=BUTTON_ACTS, parts=tuple(nodes))

    def _soldier_node(self, soldier: Soldier) -> AccessibleNode:
        name = m("{who}, soldier {soldier}", who=player_label(self.setup, soldier.seat), soldier=soldier.id)
        place = m(
            "{x:.1f}, {y:.1f} mm, turned by {angle:.0f}°", x=soldier.x, y=soldier.y, angle=degrees(soldier.angle) % 360
        )
        x, y = self.camera.to_screen((soldier.x, soldier.y))
        half = max(_HIT_RADIUS, self.setup.options.cube * self.camera.scale / 2)
        box = (x - half, y - half, 2 * half, 2 * half)
        return AccessibleNode(
            "item",
            say(name),
            say(place),
            key=soldier.id + 1,
            acts=BUTTON_ACTS,
            is_on=soldier.id == self.selected,
            box=box,
        )

    def _block_node(self, piece: Soldier) -> AccessibleNode:
        block = position_draft.find_block(self.setup, piece.id)
        place = m(
            "{x:.1f}, {y:.1f} mm, turned by {angle:.0f}°, {wide:g} by {high:g} mm",
            x=piece.x,
            y=piece.y,
            angle=degrees(piece.angle) % 360,
            wide=block.width,
            high=block.height,
        )
        corners = [self.camera.to_screen(corner) for corner in rectangle_corners(block, block.half)]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        box = (left, top, max(x for x, _ in corners) - left, max(y for _, y in corners) - top)
        name, key = m("Block {number}", number=-piece.id), _FIRST_BLOCK_KEY - piece.id
        return AccessibleNode(
            "item", say(name), say(place), key=key, acts=BUTTON_ACTS, is_on=piece.id == self.selected, box=box
        )

    @property
    def focused_part(self) -> int:
        if self.selected is None:
            return 0
        return self.selected + 1 if self.selected >= 0 else _FIRST_BLOCK_KEY - self.selected

    def use_part(self, key: int, act: Act) -> None:
        if key >= _FIRST_STEP_KEY:
            if act == "press" and key - _FIRST_STEP_KEY < len(STEPS):
                self.move_selected(*STEPS[key - _FIRST_STEP_KEY][1])
            return
        self.selected = _FIRST_BLOCK_KEY - key if key > _FIRST_BLOCK_KEY else key - 1
        self.editor.refresh()

    # Drawing

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        camera, width = self.camera, self.setup.options.cube
        with canvas.clipped(rect):
            draw_mat(canvas, camera)
            draw_blocks(canvas, camera, self.setup.draft.blocks)
            if self.judgement is not None:
                set_up_judge.draw_under(canvas, camera, self.setup.options, self.judgement, self.target)
            held = self.carried.key if self.carried is not None else None
            soldiers = [
                Cube(soldier.id, soldier.seat, soldier.x, soldier.y, soldier.angle)
                for soldier in self.setup.draft.soldiers
            ]
            for cube in soldiers:
                cube.z = width * _LIFTED_HEIGHT if cube.id == held else 0.0
            draw_cubes(canvas, camera, soldiers, width)
            misplaced = self.misplaced
            pixels = width * camera.scale * canvas.factor
            for cube in soldiers:
                if cube.id in misplaced or cube.id == self.selected:
                    colour = EMBER if cube.id in misplaced else BRASS_LIGHT
                    ring = cubes.render_outline(pixels, cube.angle, colour, max(2.0, pixels * 0.12), 0.15)
                    centre = canvas.pixel_point(camera.to_screen((cube.x, cube.y)))
                    canvas.surface.blit(ring, ring.get_rect(center=centre))
            self._outline_blocks(canvas, misplaced)
            if self.judgement is not None:
                set_up_judge.draw_over(canvas, camera, self.setup.options, self.judgement, self.target)

    def _outline_blocks(self, canvas: Canvas, misplaced: set[int]) -> None:
        """Outline misplaced blocks and the selected one, with corners to drag."""
        for block_index, block in enumerate(self.setup.draft.blocks):
            key = -1 - block_index
            if key not in misplaced and key != self.selected:
                continue
            corners = [self.camera.to_screen(corner) for corner in rectangle_corners(block, block.half)]
            colour = EMBER if key in misplaced else BRASS_LIGHT
            for index, corner in enumerate(corners):
                canvas.line(corners[index - 1], corner, colour, 2.5)
            for corner in corners if key == self.selected else ():
                canvas.circle(corner, 6, colour)
                canvas.circle(corner, 6, INK, 1.5)


def _round_point(point: Point) -> Point:
    """Round a point in mm to tenths, as positions are written.

    >>> _round_point((12.34, 5.0))
    (12.3, 5.0)
    """
    return round(point[0], 1), round(point[1], 1)
