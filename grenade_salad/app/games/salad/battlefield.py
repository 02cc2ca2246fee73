"""The battlefield as something that is used: with mouse, finger, keys and pad, soldiers are lifted and aimed with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import atan2, dist, pi

import pygame

from grenade_salad.app.games.salad.accessible_board import HeardField
from grenade_salad.app.games.salad.camera_rig import Eye
from grenade_salad.app.games.salad.display_state import Stage
from grenade_salad.app.games.salad.edge_markers import Mark, marks, outside
from grenade_salad.app.shell.audio import Effect
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Command, Input, Key, Pad, Point, Pointer, Wheel, command
from grenade_salad.core import Action
from grenade_salad.games.salad.aim import AT_A_POINT, AT_A_TARGET, Aim, Intent, Preview, next_in_direction
from grenade_salad.games.salad.pieces import Measures, Soldier
from grenade_salad.text import Words, m

TURN = pi / 12
"""A step of turning, in radians; with Shift a fine one."""
FINE = pi / 90
_DRAGGED = 5.0
"""Units that the pointer moves before a press becomes a drag."""
_HIT = 1.5
"""Units by which a pointer may miss the place where a soldier was."""
_WAYS: dict[str | None, tuple[float, float]] = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}


class Battlefield(HeardField):
    """What somebody is about to do on the battlefield. `do` is called with a complete, legal action.

    `aim` is None while nobody at the screen may act: then the table can only be looked at. `refuse` says why not, and
    what on the table that is about.
    """

    radius = 4.0

    def __init__(
        self,
        stage: Stage,
        measures: Measures,
        do: Callable[[Action], object],
        refuse: Callable[[Preview], None],
        changed: Callable[[], None],
        sound: Callable[[Effect], None],
    ) -> None:
        super().__init__()
        self.eye = Eye(measures, self._looked)
        self.stage = stage
        self.do, self.refuse, self.changed, self.sound = do, refuse, changed, sound
        self.aim: Aim | None = None
        self.intent = Intent()
        self.preview = Preview()
        self.blocked: Sequence[Rect] = ()
        """What lies on it, on the screen."""
        self.cursor: int | None = None
        """The soldier that keys and pad are at."""
        self._press: Point | None = None
        self._dragging = self._panning = self._just_lifted = False
        self._offset: Point = (0.0, 0.0)
        self._held: dict[str, float] = {}
        self._pointed: Point | None = None

    # what is about to be done

    def offer(self, aim: Aim | None) -> None:
        """Somebody may act in this position, or nobody; what was begun is given up."""
        self.aim = aim
        self.cursor = None
        self.begin(Intent())

    def begin(self, intent: Intent) -> None:
        """Start to do something."""
        self.intent = intent
        self._press, self._dragging = None, False
        self._offset, self._pointed = (0.0, 0.0), None
        self.refresh()

    def refresh(self) -> None:
        """Work the preview out again."""
        self.preview = self.aim.preview(self.intent) if self.aim else Preview()
        self.changed()

    def cancel(self) -> bool:
        """Give up what was begun, the innermost first; whether there was anything."""
        if self.intent.what in ("hammers", "arrow") and self.intent.soldier is not None:
            self.intent.soldier = None
        elif self.intent.what:
            if self.intent.what == "move":
                self.sound("put")
            self.begin(Intent())
        else:
            return False
        self.refresh()
        return True

    def confirm(self) -> None:
        """Do it, or say why not."""
        if self.aim is None or not self.intent.what:
            return
        if self._is_home():
            self.cancel()
        elif self.preview.action is not None:
            self.do(self.preview.action)
        elif self.preview.why:
            self.refuse(self.preview)

    @property
    def can_confirm(self) -> bool:
        """True if `confirm` does something."""
        return self.preview.action is not None or (bool(self.intent.what) and self._is_home())

    def _is_home(self) -> bool:
        """Whether a lifted soldier is where it was, as well as a pointer can hit that: then nothing was moved."""
        own, at = self._own(), self.intent.at
        if own is None or self.intent.angle != own.angle:
            return False
        near = _HIT / self.camera.scale if self._pointed is not None else 0.0
        return at is None or dist(at, (own.x, own.y)) <= near

    def _own(self) -> Soldier | None:
        """The soldier that is lifted."""
        if self.aim is None or self.intent.what != "move" or self.intent.soldier is None:
            return None
        return self.aim.where.get(self.intent.soldier)

    def lift(self, soldier: int) -> None:
        """Take a soldier up to move it."""
        assert self.aim
        own = self.aim.where[soldier]
        self.cursor = soldier
        self.sound("pick")
        self.begin(Intent("move", soldier, at=(own.x, own.y), angle=own.angle))

    @property
    def turns(self) -> bool:
        """True if a soldier is in hand that can be turned."""
        return self.intent.what in ("move", "pointer") and self.aim is not None

    def turn_by(self, angle: float) -> bool:
        """Turn the soldier in hand; whether there is one."""
        if not self.turns:
            return False
        self.intent.angle = (self.intent.angle + angle + pi) % (2 * pi) - pi
        self.refresh()
        return True

    def next_soldier(self, by: int) -> bool:
        """Choose another of one's own soldiers to strike, shoot or throw, or another that stepped on the mine."""
        if self.aim is None:
            return False
        match self.intent.what:
            case "hammers" | "arrow" | "explosion":
                found = self.preview.able if self.intent.what == "explosion" else self._able()
            case "mine":
                found = self.aim.view.triggers
            case _:
                return False
        if found:
            now = found.index(self.intent.soldier) if self.intent.soldier in found else (-1 if by > 0 else 0)
            self.intent.soldier = found[(now + by) % len(found)]
            self.refresh()
        return True

    def _able(self) -> tuple[int, ...]:
        assert self.aim
        pairs = self.aim.can.hammers if self.intent.what == "hammers" else self.aim.can.arrow
        return tuple(sorted({soldier for soldier, _ in pairs}))

    def step(self, x: float, y: float) -> None:
        """Move what is aimed by so many mm."""
        assert self.aim
        if self.preview.ghost is not None and self.preview.ghost.fine:
            self.intent.at = self.preview.label_at
        aimed = self.intent.at = self.aim.stepped(self.intent, x, y)
        self._pointed = None
        self.refresh()
        self.intent.at = self.preview.label_at or aimed
        self._keep_in_sight(self.intent.at)

    # looking

    def _looked(self) -> None:
        """With another look, what is pointed at is what is under the pointer now."""
        if self._pointed is not None and self.intent.what in AT_A_POINT:
            self._point_at(self._pointed)
        self.changed()

    @property
    def camera(self) -> Camera:
        """How the table is looked at now."""
        return self.eye.camera

    def soldier_at(self, at: Point) -> Soldier | None:
        """The soldier under a point of the screen, with a little room around it."""
        if self.aim is None or not self.camera.view.collidepoint(at):
            return None
        x, y = self.camera.to_table(at)
        near = max(self.aim.measures.cube * 0.75, 9.0 / self.camera.scale)
        found = min(self.aim.view.soldiers, key=lambda one: dist((one.x, one.y), (x, y)), default=None)
        return found if found and dist((found.x, found.y), (x, y)) <= near else None

    # mouse and finger

    def pointer(self, event: Pointer) -> bool:
        """The mouse or a finger over the battlefield, or held since it was; whether anything changed."""
        if event.button != 1 and event.kind != "move":
            return self._other_button(event)
        if event.kind == "down":
            self._down(event)
        elif event.kind == "up":
            self._up(event)
        else:
            return self._moved(event)
        return True

    @property
    def busy(self) -> bool:
        """Whether a button is held since it was pressed here: all moves of the pointer belong here."""
        return self._press is not None

    def let_go(self) -> None:
        """The window lost the focus: whatever is held counts as let go, and goes home."""
        if self._dragging and self.intent.what == "move":
            self.begin(Intent())
        self._press, self._dragging, self._panning = None, False, False
        self._held.clear()

    def _other_button(self, event: Pointer) -> bool:
        if event.kind == "down" and event.button == 3 and self.intent.what:
            return self.cancel()
        self._press = event.at if event.kind == "down" else None
        self._panning, self._dragging = event.kind == "down", False
        return True

    def _down(self, event: Pointer) -> None:
        self._press, self._dragging, self._panning = event.at, False, False
        if mark := next((one for one in self.marks if one.box.collidepoint(event.at)), None):
            self._press = None
            self.eye.glance(self.eye.goal.at(self.eye.goal.scale, mark.spot))
            return
        found = self.soldier_at(event.at)
        if self.aim is None:
            self._panning = self.camera.zoom > 1
        elif not self.intent.what and found and found.id in self.aim.can.moves:
            self.lift(found.id)
            self._grip(event.at, found)
            self._press, self._just_lifted = event.at, True
        elif self.intent.what in AT_A_POINT and event.finger:
            self._point_at(event.at)
        elif not self.intent.what:
            self._panning = self.camera.zoom > 1

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What is outside of the look."""
        return marks(self.camera, self.stage.cubes.values(), self.blocked)

    @property
    def hides_some(self) -> bool:
        """Whether anybody stands outside of the look."""
        return any(outside(self.camera, cube) for cube in self.stage.cubes.values())

    def _grip(self, at: Point, soldier: Soldier) -> None:
        x, y = self.camera.to_table(at)
        self._offset = (soldier.x - x, soldier.y - y)

    def _moved(self, event: Pointer) -> bool:
        if self._press and not self._dragging:
            if dist(self._press, event.at) < _DRAGGED:
                return False
            self._dragging = True
        if self._panning and self._press:
            self.eye.look(self.camera.panned(self._press[0] - event.at[0], event.at[1] - self._press[1]))
            self._press = event.at
            return True
        if self.aim is None:
            return False
        if self.intent.what in AT_A_POINT:
            return self._point_at(event.at)
        if self.intent.what in AT_A_TARGET and not event.finger:
            return self._hover(event.at)
        return False

    def _point_at(self, at: Point) -> bool:
        self._pointed = at
        x, y = self.camera.to_table(at)
        self.intent.at = (x + self._offset[0], y + self._offset[1])
        self.refresh()
        return True

    def _hover(self, at: Point) -> bool:
        found = self.soldier_at(at)
        if self.intent.what == "mine":
            if found is None or self.aim is None or found.id not in self.aim.view.triggers:
                return False
            changed, self.intent.soldier = self.intent.soldier != found.id, found.id
        else:
            target = found.id if found and self.aim and found.seat != self.aim.seat else None
            changed, self.intent.target = self.intent.target != target, target
        if changed:
            self.refresh()
        return changed

    def _up(self, event: Pointer) -> None:
        press, dragged, panned, lifted = self._press, self._dragging, self._panning, self._just_lifted
        self._press, self._dragging, self._panning, self._just_lifted = None, False, False, False
        if press is None or (panned and dragged) or self.aim is None:
            return
        match self.intent.what:
            case "":
                self._say_what_it_is(event.at)
            case "move" if dragged:
                self._put_down_or_go_home()
            case "move" if lifted:
                return
            case "hammers" | "arrow" | "mine":
                self._hit(event)
            case "explosion" | "pointer" | "move":
                self._place(event)

    def _put_down_or_go_home(self) -> None:
        if self.preview.action is None and not self._is_home():
            self.refuse(self.preview)
            self.begin(Intent())
        else:
            self.confirm()

    def _place(self, event: Pointer) -> None:
        """The mouse decides with a click: it has shown before. A finger shows first, then a button does it."""
        if not event.finger:
            self._point_at(event.at)
            self.confirm()

    def _hit(self, event: Pointer) -> None:
        assert self.aim
        found = self.soldier_at(event.at)
        if found is None:
            return
        if self.intent.what == "mine":
            again = self.intent.soldier == found.id
            self._hover(event.at)
        elif found.seat == self.aim.seat:
            self.intent.soldier = None if self.intent.soldier == found.id else found.id
            self.refresh()
            return
        else:
            again = self.intent.target == found.id
            self.intent.target = found.id
            self.refresh()
        if again or not event.finger:
            self.confirm()

    def _say_what_it_is(self, at: Point) -> None:
        """A click on a soldier that cannot be lifted: whose it is, and why not."""
        found = self.soldier_at(at)
        if found is not None:
            self.say_whose(found)

    def say_whose(self, found: Soldier) -> None:
        """Why a soldier cannot be lifted."""
        assert self.aim
        why: Words = ""
        if found.seat != self.aim.seat:
            why = m("this soldier is {whom}'s", whom=self.aim.names[found.seat])
        elif found.id not in self.aim.can.moves:
            from grenade_salad.games.salad.actions import Move

            reason = self.aim.why_not(Move(self.aim.seat, found.id, (found.x, found.y), found.angle))
            why = self.aim.words(reason)
        if why:
            self.refuse(Preview(why=why, in_the_way=found.id, label_at=(found.x, found.y)))

    def wheel(self, turn: float) -> bool:
        """Unused: the wheel needs its place, see `wheel_at`."""
        return False

    def wheel_at(self, event: Wheel) -> None:
        """Turn the soldier in hand, or look nearer or farther."""
        if not self.turn_by(TURN * event.turn):
            self.eye.zoom(1.25**event.turn, event.at)

    # keys and pad

    def typed(self, event: Input) -> bool:
        """Arrows aim, in mm steps, with Shift in larger ones; Q and E turn or choose another soldier; + and - zoom."""
        if not isinstance(event, Key) or not event.down or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        if (way := command(event)) in _WAYS:
            return self._arrow(way, 10.0 if shift else 1.0)
        if turns := event.means & {"turn_left", "turn_right"}:
            side = 1 if "turn_left" in turns else -1
            return self.turn_by(side * (FINE if shift else TURN)) or self.next_soldier(-side)
        if "closer" in event.means:
            self.eye.zoom(1.25, self._spot())
        elif "farther" in event.means:
            self.eye.zoom(0.8, self._spot())
        elif "overview" in event.means:
            self.eye.overview()
        else:
            return False
        return True

    def repeats(self, press: Key) -> bool:
        """True for what is carried or pointed at: it moves and turns."""
        if command(press) in _WAYS:
            return self.intent.what in AT_A_POINT
        return self.turns and bool(press.means & {"turn_left", "turn_right"})

    def nudge(self, where: Command) -> bool:
        """A direction of the pad; while it is held the ghost goes on, see `flow`."""
        self._held = {where: 0.0} if where in _WAYS else {}
        return self._arrow(where, 1.0)

    def pad(self, event: Pad) -> bool:
        """X and Y turn, or choose another soldier; a direction that is let go stops the ghost."""
        if not event.down:
            return self._held.pop(event.button, None) is not None
        if event.button in ("x", "y"):
            way = 1 if event.button == "x" else -1
            return self.turn_by(way * TURN) or self.next_soldier(-way)
        return False

    def flow(self, dt: float, cut: bool = False) -> None:
        """Time passes: the camera goes on, or is there at once. While a direction of the pad is held, the ghost goes
        on after a moment, faster and faster."""
        if cut:
            self.eye.cut()
        else:
            self.eye.step(dt)
        for where, since in list(self._held.items()):
            self._held[where] = since + dt
            if since > 0.35 and self.intent.what in AT_A_POINT:
                self._arrow(where, dt * min(150.0, 20.0 + 100.0 * (since - 0.35)))

    def _arrow(self, where: str | None, step: float) -> bool:
        if self.aim is None or where not in _WAYS:
            return False
        x, y = _WAYS[where]
        if self.intent.what in AT_A_POINT:
            self.step(x * step, y * step)
            return True
        return self._pick(atan2(y, x))

    def start_keys(self) -> None:
        """Somebody goes on with keys: aim at something, so that there is something to see."""
        if self.aim is None:
            return
        if self.intent.what in ("pointer", "explosion") and self.intent.at is None:
            self.intent.at = self.aim.first_point(self.intent.what)
        elif self.intent.what in ("hammers", "arrow") and self.intent.target is None:
            marked = self.preview.marked or self.aim.candidates(self.intent.what)
            self.intent.target = marked[0] if marked else None
        self.refresh()

    def accept(self) -> None:
        """Enter, Space or A: lift the soldier at the cursor, put down, strike, throw."""
        if self.aim is None:
            return
        if self.intent.what:
            self.confirm()
        elif self.cursor in self.aim.can.moves:
            self.lift(self.cursor)
        else:
            self._pick(None)

    def _pick(self, way: float | None) -> bool:
        """Go to the next soldier in a direction; whether there is any to choose."""
        assert self.aim
        found = [self.aim.where[number] for number in self.aim.candidates(self.intent.what)]
        if not found:
            return False
        now = {"mine": self.intent.soldier, "hammers": self.intent.target, "arrow": self.intent.target}.get(
            self.intent.what, self.cursor
        )
        here = self.aim.where.get(now) if now is not None else None
        chosen = next_in_direction(here, found, way)
        if chosen is not None:
            self._choose(chosen)
        return here is None or chosen is not None or bool(self.intent.what)

    def _choose(self, soldier: Soldier) -> None:
        match self.intent.what:
            case "mine":
                self.intent.soldier = soldier.id
            case "hammers" | "arrow":
                self.intent.target = soldier.id
            case _:
                self.cursor = soldier.id
        self._keep_in_sight((soldier.x, soldier.y))
        self.refresh()

    def _keep_in_sight(self, spot: Point) -> None:
        """Keys have no pointer that shows where they are: whoever looks by hand sees what they aim at, too."""
        if self.eye.held:
            self.eye.glance(self.eye.goal.showing(spot))

    def _spot(self) -> Point | None:
        """Where on the screen keys are at."""
        if self.aim is None:
            return None
        if self.intent.at is not None:
            return self.camera.to_screen(self.intent.at)
        soldier = self.aim.where.get(self.cursor) if self.cursor is not None else None
        return self.camera.to_screen((soldier.x, soldier.y)) if soldier else None
