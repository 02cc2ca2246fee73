"""The mat as a widget: turns clicks, keys and gamepad into an action (`confirm`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import atan2, dist, pi

import pygame

from grenade_salad.app.games.salad.accessible_board import AccessibleField
from grenade_salad.app.games.salad.camera_rig import CameraRig
from grenade_salad.app.games.salad.display_state import SaladDisplay
from grenade_salad.app.games.salad.edge_markers import EdgeMarker, is_outside, place_markers
from grenade_salad.app.shell.audio import Effect
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import (
    Command,
    GamepadInput,
    Input,
    KeyInput,
    Point,
    PointerInput,
    ScrollInput,
    read_command,
)
from grenade_salad.core import Action
from grenade_salad.games.salad.actions import Move
from grenade_salad.games.salad.aim import POINT_INTENTS, TARGET_INTENTS, Aim, Intent, Preview, find_next_in_direction
from grenade_salad.games.salad.pieces import Measures, Soldier
from grenade_salad.text import Words, m

TURN = pi / 12
"""A step of turning, in radians."""
FINE = pi / 90
"""The same with Shift."""
_DRAG_DISTANCE = 5.0
"""Distance in units from which a press becomes a drag."""
_HIT_SHARE, _MIN_HIT_RADIUS = 0.75, 9.0
"""Distance at which a pointer hits a soldier: in cube widths, and in units."""
_ZOOM_STEP = 1.25
"""Factor of the zoom for a key, and for a step of the scroll wheel."""
_KEY_STEP, _COARSE_KEY_STEP = 1.0, 10.0
"""mm that an arrow key moves the aim, without and with Shift."""
_HOLD_DELAY = 0.35
"""Seconds after which a direction of the gamepad that is held moves the aim on."""
_MIN_AIM_SPEED, _MAX_AIM_SPEED = 20.0, 150.0
"""Speed of the aim then, in mm a second: at first, and at most."""
_AIM_ACCELERATION = 100.0
"""Acceleration of the aim, in mm a second squared."""
_HOME_TOLERANCE = 1.5
"""Distance in units at which a soldier still counts as being where it was."""
DIRECTIONS: dict[str | None, tuple[float, float]] = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
"""Directions on the table, across and up, of the commands of arrow keys."""


class Battlefield(AccessibleField):
    """The mat, where a player prepares an action with mouse, finger, keys or gamepad.

    `camera_rig` decides which part of the table is visible, `display` has the soldiers that are drawn.
    """

    radius = 4.0

    def __init__(
        self,
        display: SaladDisplay,
        measures: Measures,
        *,
        act: Callable[[Action], object],
        refuse: Callable[[Preview], None],
        on_change: Callable[[], None],
        play_sound: Callable[[Effect], None],
    ) -> None:
        """`act` is called with a complete, legal action.

        `refuse` says why an action is illegal, and what on the table that is about. `on_change` is called whenever the
        intent, its preview or the camera has changed.
        """
        super().__init__()
        self.camera_rig = CameraRig(measures, self._on_camera_moved)
        self._cube = measures.cube
        self.display = display
        self.act, self.refuse, self.on_change, self.play_sound = act, refuse, on_change, play_sound
        self.aim: Aim | None = None
        """The possible actions of the acting player; None while nobody here may act."""
        self.intent = Intent()
        """The action that is being prepared."""
        self.preview = Preview()
        """The effect of the intent, or why it is illegal."""
        self.blocked: Sequence[Rect] = ()
        """Boxes on the screen that cover it."""
        self.cursor: int | None = None
        """Id of the soldier that keys and gamepad are at."""
        self._press_point: Point | None = None
        """The point on the screen where a button was pressed that is still held."""
        self._is_dragging = False
        """True if the pointer has moved since, farther than a click does."""
        self._is_panning = False
        """True if dragging moves the camera."""
        self._has_just_lifted = False
        """True if the press has lifted a soldier: its release does not put it down."""
        self._grip_offset: Point = (0.0, 0.0)
        """The middle of the lifted soldier from where it was gripped, in mm."""
        self._held_seconds: dict[str, float] = {}
        """Seconds that each direction of the gamepad has been held."""
        self._pointer_position: Point | None = None
        """The point on the screen that is aimed at; None if keys have aimed last."""

    # Intent

    def offer(self, aim: Aim | None) -> None:
        """Let a player act in this position, or nobody. What was begun is given up."""
        self.aim = aim
        self.cursor = None
        self.begin(Intent())

    def begin(self, intent: Intent) -> None:
        """Start to prepare an action."""
        self.intent = intent
        self._press_point, self._is_dragging = None, False
        self._grip_offset, self._pointer_position = (0.0, 0.0), None
        self.refresh()

    def refresh(self) -> None:
        """Compute the preview again."""
        self.preview = self.aim.preview(self.intent) if self.aim else Preview()
        self.on_change()

    def cancel(self) -> bool:
        """Give up the innermost thing that was begun. True if there was any."""
        if self.intent.kind in ("hammers", "arrow") and self.intent.soldier is not None:
            self.intent.soldier = None
        elif self.intent.kind:
            if self.intent.kind == "move":
                self.play_sound("put")
            self.begin(Intent())
        else:
            return False
        self.refresh()
        return True

    def confirm(self) -> None:
        """Perform the action, or say why it is illegal."""
        if self.aim is None or not self.intent.kind:
            return
        if self._is_at_home():
            self.cancel()
        elif self.preview.action is not None:
            self.act(self.preview.action)
        elif self.preview.refusal:
            self.refuse(self.preview)

    @property
    def can_confirm(self) -> bool:
        """True if `confirm` does something."""
        return self.preview.action is not None or (bool(self.intent.kind) and self._is_at_home())

    def _is_at_home(self) -> bool:
        """True if a lifted soldier is where it was, within the precision of a pointer."""
        soldier, position = self._lifted_soldier(), self.intent.point
        if soldier is None or self.intent.angle != soldier.angle:
            return False
        near = _HOME_TOLERANCE / self.camera.scale if self._pointer_position is not None else 0.0
        return position is None or dist(position, (soldier.x, soldier.y)) <= near

    def _lifted_soldier(self) -> Soldier | None:
        """Return the soldier that is lifted, or None."""
        if self.aim is None or self.intent.kind != "move" or self.intent.soldier is None:
            return None
        return self.aim.soldiers_by_id.get(self.intent.soldier)

    def lift(self, soldier_id: int) -> None:
        """Lift a soldier to move it."""
        assert self.aim
        lifted = self.aim.soldiers_by_id[soldier_id]
        self.cursor = soldier_id
        self.play_sound("pick")
        self.begin(Intent("move", soldier_id, point=(lifted.x, lifted.y), angle=lifted.angle))

    @property
    def can_turn(self) -> bool:
        """True if a soldier in hand can be turned."""
        return self.intent.kind in ("move", "pointer") and self.aim is not None

    def turn_by(self, angle: float) -> bool:
        """Turn the soldier in hand. True if there is one."""
        if not self.can_turn:
            return False
        self.intent.angle = (self.intent.angle + angle + pi) % (2 * pi) - pi
        self.refresh()
        return True

    def next_soldier(self, delta: int) -> bool:
        """Choose the next own soldier to strike, shoot or throw, or to trigger the mine."""
        if self.aim is None:
            return False
        match self.intent.kind:
            case "hammers" | "arrow" | "explosion":
                choices = self.preview.able if self.intent.kind == "explosion" else self._attackers()
            case "mine":
                choices = self.aim.view.triggers
            case _:
                return False
        if choices:
            index = choices.index(self.intent.soldier) if self.intent.soldier in choices else (-1 if delta > 0 else 0)
            self.intent.soldier = choices[(index + delta) % len(choices)]
            self.refresh()
        return True

    def _attackers(self) -> tuple[int, ...]:
        assert self.aim
        pairs = self.aim.abilities.hammers if self.intent.kind == "hammers" else self.aim.abilities.arrow
        return tuple(sorted({soldier for soldier, _ in pairs}))

    def move_aim(self, x: float, y: float) -> None:
        """Move the aim by mm."""
        assert self.aim
        if self.preview.ghost is not None and self.preview.ghost.is_legal:
            self.intent.point = self.preview.label_point
        aimed = self.intent.point = self.aim.step_point(self.intent, x, y)
        self._pointer_position = None
        self.refresh()
        self.intent.point = self.preview.label_point or aimed
        self._keep_in_sight(self.intent.point)

    # Camera

    def _on_camera_moved(self) -> None:
        """Move the aim to what is under the pointer in the new view."""
        if self._pointer_position is not None and self.intent.kind in POINT_INTENTS:
            self._point_at(self._pointer_position)
        self.on_change()

    @property
    def camera(self) -> Camera:
        """The camera at the table."""
        return self.camera_rig.camera

    def soldier_at(self, point: Point) -> Soldier | None:
        """Return the soldier at a point of the screen, with a small margin, or None."""
        if self.aim is None or not self.camera.drawn_rect.collidepoint(point):
            return None
        x, y = self.camera.to_table(point)
        near = max(self.aim.measures.cube * _HIT_SHARE, _MIN_HIT_RADIUS / self.camera.scale)
        nearest = min(self.aim.view.soldiers, key=lambda soldier: dist((soldier.x, soldier.y), (x, y)), default=None)
        return nearest if nearest and dist((nearest.x, nearest.y), (x, y)) <= near else None

    # Pointer

    def handle_pointer(self, event: PointerInput) -> bool:
        """Handle the mouse or a finger over the battlefield, or held since. True if used."""
        if event.button != 1 and event.kind != "move":
            return self._other_button(event)
        if event.kind == "down":
            self._pointer_down(event)
        elif event.kind == "up":
            self._pointer_up(event)
        else:
            return self._pointer_moved(event)
        return True

    @property
    def is_busy(self) -> bool:
        """True while a button is held that was pressed here: it gets all pointer events."""
        return self._press_point is not None

    def let_go(self) -> None:
        """Release whatever is held, without an action, when the window loses the focus."""
        if self._is_dragging and self.intent.kind == "move":
            self.begin(Intent())
        self._press_point, self._is_dragging, self._is_panning = None, False, False
        self._held_seconds.clear()

    def _other_button(self, event: PointerInput) -> bool:
        if event.kind == "down" and event.button == 3 and self.intent.kind:
            return self.cancel()
        self._press_point = event.position if event.kind == "down" else None
        self._is_panning, self._is_dragging = event.kind == "down", False
        return True

    def _pointer_down(self, event: PointerInput) -> None:
        self._press_point, self._is_dragging, self._is_panning = event.position, False, False
        if mark := next((candidate for candidate in self.marks if candidate.box.collidepoint(event.position)), None):
            self._press_point = None
            self.camera_rig.glance(self.camera_rig.goal.with_scale(self.camera_rig.goal.scale, mark.spot))
            return
        soldier = self.soldier_at(event.position)
        if self.aim is None:
            self._is_panning = self.camera.zoom > 1
        elif not self.intent.kind and soldier and soldier.id in self.aim.abilities.moves:
            self.lift(soldier.id)
            x, y = self.camera.to_table(event.position)
            self._grip_offset = (soldier.x - x, soldier.y - y)
            # Lifting has forgotten the press.
            self._press_point, self._has_just_lifted = event.position, True
        elif self.intent.kind in POINT_INTENTS and event.finger:
            self._point_at(event.position)
        elif not self.intent.kind:
            self._is_panning = self.camera.zoom > 1

    @property
    def marks(self) -> tuple[EdgeMarker, ...]:
        """The markers of what is outside of the view."""
        return place_markers(self.camera, self.display.cubes.values(), self.blocked, self._cube)

    @property
    def marks_key(self) -> tuple[object, ...]:
        """All that the markers depend on."""
        spots = tuple((cube.seat, cube.x, cube.y, cube.z >= 0) for cube in self.display.cubes.values())
        return tuple(self.camera.rect), self.camera.bounds, tuple(tuple(box) for box in self.blocked), spots

    @property
    def hides_soldiers(self) -> bool:
        """True if any soldier is outside of the view."""
        return any(is_outside(self.camera, cube) for cube in self.display.cubes.values())

    def _pointer_moved(self, event: PointerInput) -> bool:
        if self._press_point and not self._is_dragging:
            if dist(self._press_point, event.position) < _DRAG_DISTANCE:
                return False
            self._is_dragging = True
        if self._is_panning and self._press_point:
            self.camera_rig.look(
                self.camera.pan_by(self._press_point[0] - event.position[0], event.position[1] - self._press_point[1])
            )
            self._press_point = event.position
            return True
        if self.aim is None:
            return False
        if self.intent.kind in POINT_INTENTS:
            return self._point_at(event.position)
        if self.intent.kind in TARGET_INTENTS and not event.finger:
            return self._hover(event.position)
        return False

    def _point_at(self, point: Point) -> bool:
        self._pointer_position = point
        x, y = self.camera.to_table(point)
        self.intent.point = (x + self._grip_offset[0], y + self._grip_offset[1])
        self.refresh()
        return True

    def _hover(self, point: Point) -> bool:
        """Choose the soldier under the pointer as the target, or as the one on the mine."""
        soldier = self.soldier_at(point)
        if self.intent.kind == "mine":
            if soldier is None or self.aim is None or soldier.id not in self.aim.view.triggers:
                return False
            has_changed, self.intent.soldier = self.intent.soldier != soldier.id, soldier.id
        else:
            target = soldier.id if soldier and self.aim and soldier.seat != self.aim.seat else None
            has_changed, self.intent.target = self.intent.target != target, target
        if has_changed:
            self.refresh()
        return has_changed

    def _pointer_up(self, event: PointerInput) -> None:
        press = self._press_point
        was_dragged, was_panned, was_just_lifted = self._is_dragging, self._is_panning, self._has_just_lifted
        self._press_point, self._is_dragging, self._is_panning, self._has_just_lifted = None, False, False, False
        if event.finger:
            # A finger that is gone points at nothing: the aim stays where it is if the camera moves.
            self._pointer_position = None
        if press is None or (was_panned and was_dragged) or self.aim is None:
            return
        match self.intent.kind:
            case "":
                self._explain_click(event.position)
            case "move" if was_dragged:
                self._confirm_or_put_back()
            case "move" if was_just_lifted:
                return
            case "hammers" | "arrow" | "mine":
                self._click_target(event)
            case "explosion" | "pointer" | "move":
                self._click_point(event)

    def _confirm_or_put_back(self) -> None:
        if self.preview.action is None and not self._is_at_home():
            self.refuse(self.preview)
            self.begin(Intent())
        else:
            self.confirm()

    def _click_point(self, event: PointerInput) -> None:
        """Confirm with a click of the mouse, which has shown the preview before.

        A finger shows the preview first, then a button confirms. A click on another soldier that can throw chooses it,
        as with other cards: it is framed for that.
        """
        soldier = self.soldier_at(event.position) if self.intent.kind == "explosion" else None
        if soldier is not None and soldier.id in self.preview.able and soldier.id != self.intent.soldier:
            self.intent.soldier = soldier.id
            self.refresh()
        elif not event.finger:
            self._point_at(event.position)
            self.confirm()

    def _click_target(self, event: PointerInput) -> None:
        assert self.aim
        soldier = self.soldier_at(event.position)
        if soldier is None:
            return
        if self.intent.kind == "mine":
            is_repeat = self.intent.soldier == soldier.id
            self._hover(event.position)
        elif soldier.seat == self.aim.seat:
            self.intent.soldier = None if self.intent.soldier == soldier.id else soldier.id
            self.refresh()
            return
        else:
            is_repeat = self.intent.target == soldier.id
            self.intent.target = soldier.id
            self.refresh()
        if is_repeat or not event.finger:
            self.confirm()

    def _explain_click(self, point: Point) -> None:
        """Explain why a clicked soldier cannot be lifted."""
        soldier = self.soldier_at(point)
        if soldier is not None:
            self.explain_soldier(soldier)

    def explain_soldier(self, soldier: Soldier) -> None:
        """Say whose a soldier is, or why it cannot be lifted."""
        assert self.aim
        why: Words = ""
        if soldier.seat != self.aim.seat:
            why = m("this soldier is {whom}'s", whom=self.aim.names[soldier.seat])
        elif soldier.id not in self.aim.abilities.moves:
            reason = self.aim.why_not(Move(self.aim.seat, soldier.id, (soldier.x, soldier.y), soldier.angle))
            why = self.aim.describe_reason(reason)
        if why:
            self.refuse(Preview(refusal=why, blocking_soldier=soldier.id, label_point=(soldier.x, soldier.y)))

    def scroll_by(self, turn: float) -> bool:
        """Ignore the scroll: it needs its position, see `scroll_at`."""
        return False

    def scroll_at(self, event: ScrollInput) -> None:
        """Turn the soldier in hand, or zoom."""
        if not self.turn_by(TURN * event.amount):
            self.camera_rig.zoom(_ZOOM_STEP**event.amount, event.position)

    # Keys and gamepad

    def handle_key(self, event: Input) -> bool:
        """Handle a key: arrows aim, in mm or with Shift in cm.

        The keys that turn left and right turn the soldier in hand, or choose another one. Others zoom.
        """
        if not isinstance(event, KeyInput) or not event.down or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        has_shift = bool(event.mod & pygame.KMOD_SHIFT)
        if (direction := read_command(event)) in DIRECTIONS:
            return self._arrow(direction, _COARSE_KEY_STEP if has_shift else _KEY_STEP)
        if turns := event.meanings & {"turn_left", "turn_right"}:
            side = 1 if "turn_left" in turns else -1
            return self.turn_by(side * (FINE if has_shift else TURN)) or self.next_soldier(-side)
        if "closer" in event.meanings:
            self.camera_rig.zoom(_ZOOM_STEP, self._key_point())
        elif "farther" in event.meanings:
            self.camera_rig.zoom(1 / _ZOOM_STEP, self._key_point())
        elif "overview" in event.meanings:
            self.camera_rig.overview()
        else:
            return False
        return True

    def repeats_key(self, press: KeyInput) -> bool:
        """True for the keys that move and turn what is carried or aimed."""
        if read_command(press) in DIRECTIONS:
            return self.intent.kind in POINT_INTENTS
        return self.can_turn and bool(press.meanings & {"turn_left", "turn_right"})

    def step(self, direction: Command) -> bool:
        """Move in a direction of the gamepad. While it is held, see `advance`."""
        self._held_seconds = {direction: 0.0} if direction in DIRECTIONS else {}
        return self._arrow(direction, _KEY_STEP)

    def handle_gamepad(self, event: GamepadInput) -> bool:
        """Turn with X and Y, or choose another soldier. Releasing a direction stops it."""
        if not event.down:
            return self._held_seconds.pop(event.button, None) is not None
        if event.button in ("x", "y"):
            sign = 1 if event.button == "x" else -1
            return self.turn_by(sign * TURN) or self.next_soldier(-sign)
        return False

    def advance(self, dt: float, *, is_cut: bool = False) -> None:
        """Advance the camera, or with `is_cut` move it at once.

        While a direction of the gamepad is held, the aim goes on after a moment, faster and faster.
        """
        if is_cut:
            self.camera_rig.cut()
        else:
            self.camera_rig.step(dt)
        for direction, since in list(self._held_seconds.items()):
            self._held_seconds[direction] = since + dt
            if since > _HOLD_DELAY and self.intent.kind in POINT_INTENTS:
                speed = min(_MAX_AIM_SPEED, _MIN_AIM_SPEED + _AIM_ACCELERATION * (since - _HOLD_DELAY))
                self._arrow(direction, dt * speed)

    def _arrow(self, direction: str | None, step: float) -> bool:
        if self.aim is None or direction not in DIRECTIONS:
            return False
        x, y = DIRECTIONS[direction]
        if self.intent.kind in POINT_INTENTS:
            self.move_aim(x * step, y * step)
            return True
        return self._pick_next(atan2(y, x))

    def begin_keys(self) -> None:
        """Aim at something when a player changes to keys, to show a preview."""
        if self.aim is None:
            return
        if self.intent.kind in ("pointer", "explosion") and self.intent.point is None:
            self.intent.point = self.aim.start_point(self.intent.kind)
        elif self.intent.kind in ("hammers", "arrow") and self.intent.target is None:
            marked = self.preview.marked or self.aim.candidates(self.intent.kind)
            self.intent.target = marked[0] if marked else None
        self.refresh()

    def activate(self) -> None:
        """Lift the soldier at the cursor, put it down, strike or throw.

        The keys are Enter, Space or A.
        """
        if self.aim is None:
            return
        if self.intent.kind:
            self.confirm()
        elif self.cursor in self.aim.abilities.moves:
            self.lift(self.cursor)
        else:
            self._pick_next(None)

    def _pick_next(self, angle: float | None) -> bool:
        """Move to the next soldier in a direction in radians. True if there is a choice."""
        assert self.aim
        candidates = [self.aim.soldiers_by_id[soldier_id] for soldier_id in self.aim.candidates(self.intent.kind)]
        if not candidates:
            return False
        current = {"mine": self.intent.soldier, "hammers": self.intent.target, "arrow": self.intent.target}.get(
            self.intent.kind, self.cursor
        )
        here = self.aim.soldiers_by_id.get(current) if current is not None else None
        chosen = find_next_in_direction(here, candidates, angle)
        if chosen is not None:
            self._choose(chosen)
        return here is None or chosen is not None or bool(self.intent.kind)

    def _choose(self, soldier: Soldier) -> None:
        match self.intent.kind:
            case "mine":
                self.intent.soldier = soldier.id
            case "hammers" | "arrow":
                self.intent.target = soldier.id
            case _:
                self.cursor = soldier.id
        self._keep_in_sight((soldier.x, soldier.y))
        self.refresh()

    def _keep_in_sight(self, spot: Point) -> None:
        """Keep the aim visible if the camera is held: keys have no pointer that shows it."""
        if self.camera_rig.is_held:
            self.camera_rig.glance(self.camera_rig.goal.reveal(spot))

    def _key_point(self) -> Point | None:
        """Return the point on the screen that keys are at, or None."""
        if self.aim is None:
            return None
        if self.intent.point is not None:
            return self.camera.to_screen(self.intent.point)
        soldier = self.aim.soldiers_by_id.get(self.cursor) if self.cursor is not None else None
        return self.camera.to_screen((soldier.x, soldier.y)) if soldier else None
