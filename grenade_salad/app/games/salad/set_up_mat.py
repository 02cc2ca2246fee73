"""The mat while a position is set up: soldiers are lifted, turned and put anywhere, by mouse, finger, keys and pad.

What lies as it cannot is outlined. Keys: the arrows choose a soldier; Enter lifts it, then the arrows carry it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees, dist, pi
from typing import Protocol

import pygame

from grenade_salad.app.editor.position_details import called
from grenade_salad.app.games.salad import cubes, set_up_judge
from grenade_salad.app.games.salad.accessible_board import STEPS
from grenade_salad.app.games.salad.battlefield import FINE, TURN
from grenade_salad.app.games.salad.block_picture import draw_blocks
from grenade_salad.app.games.salad.mat import Cube, draw_cubes, draw_mat
from grenade_salad.app.ui.accessible import USED, Act, Heard
from grenade_salad.app.ui.camera import NEAREST, Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import ACCEPTS, Command, Input, Key, Point, Wheel, command
from grenade_salad.app.ui.theme import BRASS_LIGHT, EMBER, INK
from grenade_salad.app.ui.widget import Widget
from grenade_salad.core.position_draft import Trouble
from grenade_salad.games.salad import position_draft
from grenade_salad.games.salad.aim import next_in_direction
from grenade_salad.games.salad.geometry import outline, point_to_rectangle
from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.games.salad.position_draft import SaladDraft
from grenade_salad.games.salad.referee import Judgement
from grenade_salad.text import m, say

_DRAGGED = 5.0
"""Units that the pointer moves before a press becomes a drag."""
_NEAR = 4.0
"""Units in a mm at most, to begin with."""
_HIT = 12.0
"""Units within which a soldier is hit, however small it is shown."""
_STEP, _FINE_STEP = 5.0, 1.0
"""mm that a key carries a soldier; with Shift the fine one."""
_WAYS: dict[str | None, Point] = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
_BLOCKS = 50_000
"""From this key on the parts that are heard are blocks."""
_FROM = 100_000
"""From this key on the parts that are heard are steps."""


@dataclass
class Carried:
    """A soldier in the hand: where it was gripped, in mm from its middle, and all as it was before.

    `by_keys`: it is carried by the arrows, until Enter puts it down.
    """

    number: int
    grip: Point
    before: SaladDraft
    by_keys: bool = False
    fixed: Point | None = None
    """The corner of a block that stays where it is, in mm, while the opposite one is dragged."""


class Editor(Protocol):
    """Where a position is set up, as far as the mat is about it: see `PositionEditor`."""

    setup: SaladDraft
    troubles: Sequence[Trouble]

    def show(self, setup: SaladDraft) -> None: ...
    def done(self, before: SaladDraft) -> None: ...
    def look(self) -> None: ...


class SetUpMat(Widget):
    """What lies on the mat; `editor` has it, and is told of every change."""

    radius = 4.0

    def __init__(self, editor: Editor) -> None:
        super().__init__()
        self.label = m("The mat")
        self.editor = editor
        self.selected: int | None = None
        self.carried: Carried | None = None
        self.judged: Judgement | None = None
        """What the judge says of the selected soldier, if somebody wants to know it."""
        self.target: int | None = None
        """The soldier whose grenade is drawn."""
        self.camera = Camera(Rect(0, 0, 600, 400), self.setup.options.table)
        self._fresh = bool(self.setup.draft.soldiers)
        self._press: Point | None = None
        self._panned = False

    # what lies there

    @property
    def setup(self) -> SaladDraft:
        """What was set up so far."""
        return self.editor.setup

    def shown(self) -> None:
        """Something else lies there."""
        if self.one is None:
            self.selected = self.carried = None

    @property
    def one(self) -> Soldier | None:
        """The soldier that is selected, or the block as if it were one: see `position_draft.pieces`."""
        return next((one for one in position_draft.pieces(self.setup) if one.id == self.selected), None)

    @property
    def misplaced(self) -> set[int]:
        """The soldiers that cannot lie so."""
        found = [trouble for trouble in self.editor.troubles if isinstance(trouble, position_draft.Misplaced)]
        return {number for trouble in found for number in trouble.soldiers}

    def lay(self, box: Rect) -> None:
        """Lie in this box."""
        self.rect = box
        measures = self.setup.options.measures()
        if self.camera.table != measures.table:
            self.camera = Camera(box, measures.table, margin=14)
        nearest = NEAREST / measures.cube
        self.camera = Camera(box, measures.table, 14, self.camera.zoom, self.camera.centre, nearest).held()
        if self._fresh:
            self._fresh, self.camera = False, self._near()

    def _near(self) -> Camera:
        """As near as all soldiers can be seen from, with a grenade's throw around them."""
        lying, room = self.setup.draft.soldiers, self.setup.options.tile
        left, right = min(one.x for one in lying) - room, max(one.x for one in lying) + room
        low, high = min(one.y for one in lying) - room, max(one.y for one in lying) + room
        scale = min(self.rect.width / (right - left), self.rect.height / (high - low), _NEAR)
        return self.camera.at(scale, ((left + right) / 2, (low + high) / 2))

    def find(self, at: Point) -> int | None:
        """The number of the soldier at a point of the screen, the nearest if there are several; else a block's key."""
        cube = self.setup.options.cube * self.camera.scale
        near = [(dist(at, self.camera.to_screen((one.x, one.y))), one.id) for one in self.setup.draft.soldiers]
        far, number = min(near, default=(float("inf"), -1))
        if far <= max(_HIT, cube * 0.6):
            return number
        spot, blocks = self.camera.to_table(at), self.setup.draft.blocks
        under = [-1 - index for index, one in enumerate(blocks) if not point_to_rectangle(spot, one, one.half)]
        return under[-1] if under else None

    def _corner(self, at: Point) -> Point | None:
        """The corner opposite to the one of the selected block at a point of the screen, in mm."""
        if self.selected is None or self.selected >= 0:
            return None
        one = position_draft.block(self.setup, self.selected)
        corners = outline(one, one.half)
        near = [index for index in range(4) if dist(at, self.camera.to_screen(corners[index])) <= _HIT]
        return corners[near[0] - 2] if near else None

    # what is done with it

    def add(self, seat: int, at: Point | None = None, *, by_keys: bool = False) -> None:
        """One more soldier, in the hand: at a point of the screen, or where there is room."""
        before, cube = self.setup, self.setup.options.cube
        spot = position_draft.free_spot(before, self._held_place()) if at is None else self.camera.to_table(at)
        made, self.selected = position_draft.put(before, seat, (round(spot[0], 1), round(spot[1], 1)))
        self.carried = Carried(self.selected, (0.0, 0.0), before, by_keys)
        self.editor.show(made)
        self.camera = self.camera.showing(spot) if at is None and cube else self.camera

    def add_block(self, at: Point | None = None, *, by_keys: bool = False) -> None:
        """One more block, in the hand: at a point of the screen, or where there is room."""
        before = self.setup
        spot = position_draft.block_spot(before, self._held_place()) if at is None else self.camera.to_table(at)
        made, self.selected = position_draft.put_block(before, (round(spot[0], 1), round(spot[1], 1)))
        self.carried = Carried(self.selected, (0.0, 0.0), before, by_keys)
        self.editor.show(made)
        self.camera = self.camera.showing(spot) if at is None else self.camera

    def _held_place(self) -> Point:
        return (self.one.x, self.one.y) if self.one is not None else self.camera.middle

    def lift(self) -> None:
        """The selected soldier is carried by the arrows from now on."""
        if self.one is not None:
            self.carried = Carried(self.one.id, (0.0, 0.0), self.setup, by_keys=True)
            self.editor.look()

    def put_down(self) -> None:
        """What is in the hand stays where it is."""
        carried, self.carried = self.carried, None
        if carried is not None and carried.before is not self.setup:
            self.editor.done(carried.before)
        self.editor.look()

    def cancel(self) -> bool:
        """Put back what is in the hand, or select nothing; whether there was anything."""
        carried, self.carried = self.carried, None
        if carried is not None:
            self.editor.show(carried.before)
            return True
        was, self.selected = self.selected, None
        self.editor.look()
        return was is not None

    def turn_by(self, angle: float) -> None:
        """Turn the selected soldier, radians counter-clockwise."""
        if self.one is not None:
            self._change(
                position_draft.moved(
                    self.setup, self.one.id, (self.one.x, self.one.y), (self.one.angle + angle) % (2 * pi)
                )
            )

    def step(self, across: float, up: float) -> None:
        """Move the selected soldier by so many mm, as far as the table goes."""
        if (one := self.one) is not None:
            wide, high = self.setup.options.table
            at = min(max(0.0, one.x + across), wide), min(max(0.0, one.y + up), high)
            self._change(position_draft.moved(self.setup, one.id, at, one.angle))
            self.camera = self.camera.showing(at)

    def take_off(self) -> None:
        """The selected soldier goes back to its reserve."""
        if self.one is not None:
            carried, self.carried = self.carried, None
            before = carried.before if carried is not None else self.setup
            number, self.selected = self.one.id, None
            self.editor.show(position_draft.taken_off(self.setup, number))
            self.editor.done(before)

    def _change(self, setup: SaladDraft) -> None:
        before = self.setup
        self.editor.show(setup)
        if self.carried is None:
            self.editor.done(before)

    # the pointer

    def press_at(self, at: Point) -> None:
        """The button or the finger goes down."""
        if self.carried is not None:
            self.put_down()
        self._press, self._panned = at, False
        fixed = self._corner(at)
        self.selected = self.find(at) if fixed is None else self.selected
        if (one := self.one) is not None:
            x, y = self.camera.to_table(at)
            self.carried = Carried(one.id, (x - one.x, y - one.y), self.setup, fixed=fixed)
        self.editor.look()

    def move_to(self, at: Point) -> bool:
        """The pointer moves; whether something moves with it."""
        if self.carried is not None and not self.carried.by_keys:
            if self._press is not None and dist(at, self._press) < _DRAGGED:
                return False
            self._press, one = None, self.one
            if one is not None:
                x, y = self.camera.to_table(at)
                if self.carried.fixed is not None:
                    self.editor.show(position_draft.resized(self.setup, one.id, self.carried.fixed, (x, y)))
                    return True
                spot = x - self.carried.grip[0], y - self.carried.grip[1]
                self.editor.show(
                    position_draft.moved(self.setup, one.id, (round(spot[0], 1), round(spot[1], 1)), one.angle)
                )
            return True
        if self._press is None:
            return False
        if self._panned or dist(at, self._press) >= _DRAGGED:
            self.camera = self.camera.panned(self._press[0] - at[0], at[1] - self._press[1])
            self._press, self._panned = at, True
            self.editor.look()
        return self._panned

    def release(self, at: Point) -> bool:
        """The button or the finger comes up; whether it was held here. Off the mat it lets a soldier go."""
        held, self._press = self._press is not None, None
        if self.carried is None or self.carried.by_keys:
            return held
        x, y = self.camera.to_table(at)
        (wide, high), cube = self.setup.options.table, self.setup.options.cube
        if not (-cube < x < wide + cube and -cube < y < high + cube and self.rect.collidepoint(at)):
            self.take_off()
        else:
            self.put_down()
        return True

    def turn_wheel(self, event: Wheel) -> None:
        """Turn what is in the hand, else look nearer and farther."""
        if self.carried is not None:
            self.turn_by(TURN if event.turn > 0 else -TURN)
        else:
            self.camera = self.camera.zoomed(1.2 if event.turn > 0 else 1 / 1.2, event.at)
            self.editor.look()

    # keys and pad

    def typed(self, event: Input) -> bool:
        if not isinstance(event, Key) or not event.down or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        fine = bool(event.mod & pygame.KMOD_SHIFT)
        told = command(event)
        if told in _WAYS:
            return self._go(told, fine)
        if event.key in ACCEPTS:
            self.accept()
            return True
        return any(self._mean(means, fine) for means in event.means)

    def _mean(self, means: str, fine: bool) -> bool:
        turn = FINE if fine else TURN
        match means:
            case "turn_left":
                self.turn_by(turn)
            case "turn_right":
                self.turn_by(-turn)
            case "closer" | "farther":
                times = 1.25 if means == "closer" else 0.8
                self.camera = self.camera.zoomed(times, self.camera.to_screen(self._held_place()))
            case "take_off":
                self.take_off()
            case "overview":
                self.camera = self.camera.overview
            case _:
                return False
        self.editor.look()
        return True

    def _go(self, told: str | None, fine: bool) -> bool:
        """Carry what is in the hand, else select the next soldier that way; whether there was one."""
        across, up = _WAYS[told]
        if self.carried is not None:
            step = _FINE_STEP if fine else _STEP
            self.step(across * step, up * step)
            return True
        pieces = position_draft.pieces(self.setup)
        if not pieces:
            return False
        found = next_in_direction(self.one, pieces, atan2(up, across))
        if found is not None:
            self.selected = found.id
            self.camera = self.camera.showing((found.x, found.y))
            self.editor.look()
        return found is not None

    def repeats(self, press: Key) -> bool:
        """True for what is carried: it moves and turns."""
        turns = press.means & {"turn_left", "turn_right"}
        return self.carried is not None and (command(press) in _WAYS or bool(turns))

    def nudge(self, where: Command) -> bool:
        return where in _WAYS and self._go(where, fine=False)

    def accept(self) -> None:
        if self.carried is not None:
            self.put_down()
        elif self.one is not None:
            self.lift()
        elif pieces := position_draft.pieces(self.setup):
            self.selected = pieces[0].id
            self.editor.look()

    # for ears

    def heard(self) -> Heard:
        found = [
            self._heard_soldier(one) for one in sorted(self.setup.draft.soldiers, key=lambda one: (one.seat, one.id))
        ]
        found += [self._heard_block(one) for one in position_draft.pieces(self.setup) if one.id < 0]
        if self.one is not None:
            steps = enumerate((words for words, _ in STEPS), _FROM)
            found += [Heard("button", say(words), key=key, acts=USED) for key, words in steps]
        return Heard("group", say(self.label), acts=USED, parts=tuple(found))

    def _heard_soldier(self, one: Soldier) -> Heard:
        name = m("{who}, soldier {soldier}", who=called(self.setup, one.seat), soldier=one.id)
        where = m("{x:.1f}, {y:.1f} mm, turned by {angle:.0f}°", x=one.x, y=one.y, angle=degrees(one.angle) % 360)
        x, y = self.camera.to_screen((one.x, one.y))
        half = max(_HIT, self.setup.options.cube * self.camera.scale / 2)
        box = (x - half, y - half, 2 * half, 2 * half)
        return Heard("item", say(name), say(where), key=one.id + 1, acts=USED, on=one.id == self.selected, box=box)

    def _heard_block(self, one: Soldier) -> Heard:
        block = position_draft.block(self.setup, one.id)
        where = m(
            "{x:.1f}, {y:.1f} mm, turned by {angle:.0f}°, {wide:g} by {high:g} mm",
            x=one.x,
            y=one.y,
            angle=degrees(one.angle) % 360,
            wide=block.width,
            high=block.height,
        )
        corners = [self.camera.to_screen(corner) for corner in outline(block, block.half)]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        box = (left, top, max(x for x, _ in corners) - left, max(y for _, y in corners) - top)
        name, key = m("Block {number}", number=-one.id), _BLOCKS - one.id
        return Heard("item", say(name), say(where), key=key, acts=USED, on=one.id == self.selected, box=box)

    @property
    def part(self) -> int:
        if self.selected is None:
            return 0
        return self.selected + 1 if self.selected >= 0 else _BLOCKS - self.selected

    def use_part(self, key: int, act: Act) -> None:
        if key >= _FROM:
            if act == "press" and key - _FROM < len(STEPS):
                self.step(*STEPS[key - _FROM][1])
            return
        self.selected = _BLOCKS - key if key > _BLOCKS else key - 1
        self.editor.look()

    # drawing

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        camera, width = self.camera, self.setup.options.cube
        with canvas.clipped(rect):
            draw_mat(canvas, camera)
            draw_blocks(canvas, camera, self.setup.draft.blocks)
            if self.judged is not None:
                set_up_judge.draw_under(canvas, camera, self.setup.options, self.judged, self.target)
            held = self.carried.number if self.carried is not None else None
            high = width * 1.5
            shown = [
                Cube(one.id, one.seat, one.x, one.y, one.angle, high if one.id == held else 0.0)
                for one in self.setup.draft.soldiers
            ]
            draw_cubes(canvas, camera, shown, width)
            bad = self.misplaced
            pixels = width * camera.scale * canvas.factor
            for cube in shown:
                if cube.id in bad or cube.id == self.selected:
                    colour = EMBER if cube.id in bad else BRASS_LIGHT
                    ring = cubes.outline(pixels, cube.angle, colour, max(2.0, pixels * 0.12), 0.15)
                    centre = canvas.point(camera.to_screen((cube.x, cube.y)))
                    canvas.surface.blit(ring, ring.get_rect(center=centre))
            self._outline_blocks(canvas, bad)
            if self.judged is not None:
                set_up_judge.draw_over(canvas, camera, self.setup.options, self.judged, self.target)

    def _outline_blocks(self, canvas: Canvas, bad: set[int]) -> None:
        """Blocks that cannot lie so, and the selected one, with corners to drag."""
        for at, one in enumerate(self.setup.draft.blocks):
            if -1 - at not in bad and -1 - at != self.selected:
                continue
            corners = [self.camera.to_screen(corner) for corner in outline(one, one.half)]
            colour = EMBER if -1 - at in bad else BRASS_LIGHT
            for index, corner in enumerate(corners):
                canvas.line(corners[index - 1], corner, colour, 2.5)
            for corner in corners if -1 - at == self.selected else ():
                canvas.circle(corner, 6, colour)
                canvas.circle(corner, 6, INK, 1.5)
