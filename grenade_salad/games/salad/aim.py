"""Previews of what a player is about to do, as plain facts that can be drawn.

They are computed from what the seat may know. The game itself is asked whether an action is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import atan2, dist, pi
from typing import Literal, TypeAlias

from grenade_salad.core import Action, Reason
from grenade_salad.games.salad import physics, placement, placement_search, reasons
from grenade_salad.games.salad.actions import Arrow, Circles, Explosion, Footpath, Hammers, Move, Pointer
from grenade_salad.games.salad.legality import PRECISION
from grenade_salad.games.salad.pieces import CIRCLES_COUNT, Card, Measures, Point, Soldier
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Length, Message, TileLength, Words, m

WhyNot = Callable[[Action], Reason | None]
IntentKind: TypeAlias = Card | Literal["", "move", "mine"]
"""Kind of an intended action: none, moving a soldier, playing a mine or a card."""

_RING_MARGIN = 1e-6
"""Distance in mm by which a point that is held to a ring stays inside."""
_MIN_PROGRESS = 0.3
"""Minimum share of a step for which a soldier slides along another in its way."""
_DROP_RING = 0.6
"""Radius of the circle around the place of a drop, in tile widths."""
_MAX_OFF_ANGLE = pi / 2.2
"""Maximum angle in radians between a direction and a soldier that is in it."""
_OFF_ANGLE_COST = 2.0
"""Share of the distance by which a soldier counts as farther for each radian off."""

POINT_INTENTS = ("move", "pointer", "explosion")
"""Intents that need a point of the table."""
TARGET_INTENTS = ("hammers", "arrow", "mine")
"""Intents that need a soldier to be pointed at."""


@dataclass(slots=True)
class Intent:
    """An action that a player is about to choose."""

    kind: IntentKind = ""
    soldier: int | None = None
    """The soldier that is lifted, strikes, shoots or throws.

    None chooses the nearest one that can do it.
    """
    target: int | None = None
    """The soldier that is attacked."""
    point: Point | None = None
    """In mm."""
    angle: float = 0.0
    """In radians."""
    height: float = 0.0
    """In mm."""


@dataclass(frozen=True)
class Line:
    """A line of attack in mm."""

    start: Point
    end: Point
    """The target, or the point where a soldier blocks the line."""
    is_free: bool


@dataclass(frozen=True)
class Area:
    """The area of a blast, in mm."""

    centre: Point
    reach: float
    """The distance from its centre straight to its edge."""
    is_square: bool


def blast_area(measures: Measures, centre: Point) -> Area:
    """Return the area of a blast at a point (GS-19)."""
    return Area(centre, measures.blast_reach, measures.blast == "tile")


@dataclass(frozen=True)
class Ghost:
    """A soldier that is not on the table yet."""

    seat: int
    x: float
    y: float
    angle: float
    is_legal: bool


@dataclass(frozen=True)
class Preview:
    """The preview of an intent."""

    action: Action | None = None
    """The complete action, if it is legal."""
    refusal: Words = ""
    """The reason why it is illegal, without a capital."""
    effect: Words = ""
    """The effect that it would have, without a capital."""
    able: tuple[int, ...] = ()
    """The soldiers that could act."""
    marked: tuple[int, ...] = ()
    """The soldiers that could be targets."""
    victims: tuple[int, ...] = ()
    """The soldiers that would die."""
    blocking_soldier: int | None = None
    ring: tuple[Point, float] | None = None
    """The middle and the radius in mm of a circle, mostly what the action can reach."""
    blast: Area | None = None
    line: Line | None = None
    ghost: Ghost | None = None
    label_point: Point | None = None
    """The point in mm beside which the effect is written."""
    range_note: Words = ""
    """A note that the aim is beyond the ring, to which the action is held; or ""."""


@dataclass(frozen=True)
class Abilities:
    """Soldiers that can act, by kind of action.

    They are read once for each position, from the list of legal actions.
    """

    moves: tuple[int, ...] = ()
    """Soldiers that can be moved."""
    throwers: tuple[int, ...] = ()
    """Soldiers that can throw a grenade."""
    hammers: tuple[tuple[int, int], ...] = ()
    """Pairs of a soldier and one that it can strike."""
    arrow: tuple[tuple[int, int], ...] = ()
    """Pairs of a soldier and one that it can shoot."""
    cards: frozenset[Card] = frozenset()
    """The cards that can be played."""


def find_abilities(legal: Sequence[Action]) -> Abilities:
    """Read the abilities of a seat from its list of legal actions."""
    cards: frozenset[Card] = frozenset(
        action.do for action in legal if isinstance(action, Pointer | Circles | Hammers | Arrow | Explosion)
    )
    return Abilities(
        moves=tuple(action.soldier for action in legal if isinstance(action, Move)),
        throwers=tuple(action.soldier for action in legal if isinstance(action, Explosion)),
        hammers=tuple((action.soldier, action.target) for action in legal if isinstance(action, Hammers)),
        arrow=tuple((action.soldier, action.target) for action in legal if isinstance(action, Arrow)),
        cards=cards,
    )


@dataclass
class Aim:
    """Previews for one seat in one position."""

    view: SaladView
    seat: int
    names: Sequence[str]
    why_not: WhyNot
    abilities: Abilities
    reader: int | None
    """The seat that reads the previews; None for everybody."""
    soldiers_by_id: dict[int, Soldier] = field(init=False)
    measures: Measures = field(init=False)

    def __post_init__(self) -> None:
        self.soldiers_by_id = {soldier.id: soldier for soldier in self.view.soldiers}
        self.measures = self.view.measures()

    def preview(self, intent: Intent) -> Preview:
        """Return the preview of an intent, as far as it is chosen."""
        match intent.kind:
            case "move":
                return self._preview_move(intent)
            case "pointer":
                return self._preview_pointer(intent)
            case "circles":
                return self._preview_circles(intent)
            case "hammers" | "arrow":
                return self._preview_attack(intent)
            case "explosion":
                return self._preview_explosion(intent)
            case "mine":
                return self._preview_mine(intent)
        return Preview(able=self.abilities.moves)

    def candidates(self, kind: IntentKind) -> tuple[int, ...]:
        """Return the soldiers that can be chosen with keys for this kind."""
        match kind:
            case "mine":
                return self.view.triggers
            case "hammers" | "arrow":
                return tuple(soldier.id for soldier in self.view.soldiers if soldier.seat != self.seat)
        return self.abilities.moves

    def find_place(self, intent: Intent, point: Point, reach: float = placement_search.REACH) -> Point | None:
        """Return the place of a soldier that is held at a point of its reach.

        The soldier is moved or put down (GS-11, GS-13). It is the point itself, or the nearest legal place, touching
        whoever is in the way; None if none is within `reach` mm.
        """
        soldiers, (ignoring, within) = self.view.soldiers, self._movement_limits(intent)
        return placement_search.find_nearest_place(
            self.measures, soldiers, point, intent.angle, ignoring=ignoring, within=within, reach=reach
        )

    def step_point(self, intent: Intent, x: float, y: float) -> Point:
        """Return where a step with keys moves the aim, in mm.

        A soldier slides along others in its way, and is lifted over them where it would not make progress.
        """
        start = intent.point or self.start_point(intent.kind)
        width, height = self.measures.table
        aimed = min(width, max(0.0, start[0] + x)), min(height, max(0.0, start[1] + y))
        if intent.kind not in ("move", "pointer"):
            return aimed
        place = self.find_place(intent, self._clamp_to_reach(intent, aimed))
        # Along the step, in mm times its length.
        progress = 0.0 if place is None else (place[0] - start[0]) * x + (place[1] - start[1]) * y
        if progress > _MIN_PROGRESS * (x * x + y * y):
            return aimed
        soldiers, (ignoring, within) = self.view.soldiers, self._movement_limits(intent)
        over = placement_search.find_place_along(
            self.measures, soldiers, start, (x, y), intent.angle, ignoring=ignoring, within=within
        )
        return over or aimed

    def find_place_beside(self, intent: Intent, soldier: Soldier) -> Point | None:
        """Return the nearest place beside a soldier where the one in the hand may stand."""
        return self.find_place(
            intent, self._clamp_to_reach(intent, (soldier.x, soldier.y)), reach=max(self.measures.table)
        )

    def _find_soldier(self, soldier_id: int | None) -> Soldier | None:
        return None if soldier_id is None else self.soldiers_by_id.get(soldier_id)

    def _find_lifted(self, intent: Intent) -> Soldier | None:
        return self._find_soldier(intent.soldier) if intent.kind == "move" else None

    def _movement_limits(self, intent: Intent) -> tuple[int | None, placement_search.Disc | None]:
        """Return the soldier that is in nobody's way, and the disc in which it may move.

        Both are None for a soldier from the reserve.
        """
        lifted = self._find_lifted(intent)
        return (None, None) if lifted is None else (lifted.id, ((lifted.x, lifted.y), self.measures.tile))

    def _clamp_to_reach(self, intent: Intent, point: Point) -> Point:
        lifted = self._find_lifted(intent)
        return point if lifted is None else self._clamp_to_ring(point, lifted)[0]

    def start_point(self, kind: IntentKind) -> Point:
        """Return the point at which aiming with keys starts.

        It is at the nearest enemy that can be reached, or the free place nearest to the middle.
        """
        width, height = self.measures.table
        if kind == "explosion" and self.abilities.throwers:
            throwers = [self.soldiers_by_id[soldier] for soldier in self.abilities.throwers]
            pairs = [
                (dist((a.x, a.y), (b.x, b.y)), b) for a in throwers for b in self.view.soldiers if b.seat != a.seat
            ]
            distance, enemy = min(pairs, key=lambda pair: pair[0], default=(0.0, throwers[0]))
            return (enemy.x, enemy.y) if distance <= self.measures.tile else (throwers[0].x, throwers[0].y)
        middle = width / 2, height / 2
        return self.find_place(Intent(kind), middle, reach=max(width, height)) or middle

    # Previews of moves and placements

    def _preview_move(self, intent: Intent) -> Preview:
        mover = self._find_soldier(intent.soldier)
        if mover is None:
            return Preview(able=self.abilities.moves)
        clamped, range_note = self._clamp_to_ring(intent.point or (mover.x, mover.y), mover)
        point = self.find_place(intent, clamped) or clamped
        action = Move(self.seat, mover.id, point, intent.angle)
        reason = self.why_not(action)
        distance = dist(point, (mover.x, mover.y))
        effect: Words = ""
        if distance >= PRECISION:
            effect = m("{far}", far=TileLength(distance))
        elif intent.angle != mover.angle:
            # Translators: what a move would be
            effect = m("only turned: no mine can go off")
        return Preview(
            action=None if reason else action,
            refusal=self.describe_reason(reason),
            effect=effect,
            blocking_soldier=find_blocker(reason),
            ring=((mover.x, mover.y), self.measures.tile),
            ghost=Ghost(self.seat, point[0], point[1], intent.angle, reason is None),
            label_point=point,
            range_note=range_note,
        )

    def _clamp_to_ring(self, point: Point, soldier: Soldier) -> tuple[Point, Words]:
        """Return a point held to the ring around a soldier, and a note (GS-11, GS-18).

        The note is empty if the point is within the ring.
        """
        distance, maximum = dist(point, (soldier.x, soldier.y)), self.measures.tile
        if distance <= maximum:
            return point, ""
        share = (maximum - _RING_MARGIN) / distance
        clamped = (soldier.x + (point[0] - soldier.x) * share, soldier.y + (point[1] - soldier.y) * share)
        # Translators: beside an action that was aimed too far, and is held to what can be reached
        return clamped, m("as far as it goes")

    def _preview_pointer(self, intent: Intent) -> Preview:
        if intent.point is None:
            return Preview()
        point = self.find_place(intent, intent.point) or intent.point
        action = Pointer(self.seat, point, intent.angle)
        reason = self.why_not(action)
        return Preview(
            action=None if reason else action,
            refusal=self.describe_reason(reason),
            effect=m("a soldier from the reserve"),
            blocking_soldier=find_blocker(reason),
            ghost=Ghost(self.seat, point[0], point[1], intent.angle, reason is None),
            label_point=point,
        )

    def _preview_circles(self, intent: Intent) -> Preview:
        action = Circles(self.seat, intent.height)
        reason = self.why_not(action)
        count = min(CIRCLES_COUNT, self.view.reserve[self.seat])
        middle = (self.measures.table[0] / 2, self.measures.table[1] / 2)
        # Translators: what a drop would be; {high} is a length
        effect = m(
            "{n} soldier onto the middle, from {high}",
            "{n} soldiers onto the middle, from {high}",
            n=count,
            high=Length(intent.height),
            plain=m("{n} soldier onto the middle", "{n} soldiers onto the middle"),
        )
        radius = self.measures.tile * _DROP_RING
        return Preview(
            None if reason else action,
            self.describe_reason(reason),
            effect,
            ring=(middle, radius),
            label_point=(middle[0], middle[1] + radius),
        )

    # Previews of attacks

    def _preview_attack(self, intent: Intent) -> Preview:
        pairs = self.abilities.hammers if intent.kind == "hammers" else self.abilities.arrow
        if intent.soldier is not None:
            pairs = tuple(pair for pair in pairs if pair[0] == intent.soldier)
        able = tuple(sorted({soldier for soldier, _ in pairs}))
        marked = tuple(sorted({target for _, target in pairs}))
        target = self._find_soldier(intent.target)
        if target is None:
            return Preview(able=able, marked=marked)
        attacker = self._find_attacker(intent, target, pairs)
        if attacker is None:
            return Preview(refusal=m("none of your soldiers is on the table"), able=able, marked=marked)
        if intent.kind == "hammers":
            return self._preview_blow(attacker, target, able, marked)
        return self._preview_shot(attacker, target, able, marked)

    def _find_attacker(self, intent: Intent, target: Soldier, pairs: Sequence[tuple[int, int]]) -> Soldier | None:
        """Return the chosen soldier, or the nearest that reaches the target.

        If none reaches it, it is the nearest of all.
        """
        if intent.soldier is not None and intent.soldier in self.soldiers_by_id:
            return self.soldiers_by_id[intent.soldier]
        reaching = [self.soldiers_by_id[soldier] for soldier, reached in pairs if reached == target.id]
        attackers = reaching or [soldier for soldier in self.view.soldiers if soldier.seat == self.seat]
        return min(attackers, key=lambda soldier: dist((soldier.x, soldier.y), (target.x, target.y)), default=None)

    def _preview_blow(
        self, attacker: Soldier, target: Soldier, able: tuple[int, ...], marked: tuple[int, ...]
    ) -> Preview:
        gap = placement.gap(self.measures, attacker, target)
        # Translators: what an attack would do; a preview
        own_effect = m("{gap:.1f} mm apart: kills your soldier", gap=gap, plain=m("kills your soldier"))
        rival_effect = m(
            "{gap:.1f} mm apart: kills {whom}'s soldier",
            gap=gap,
            whom=self.names[target.seat],
            plain=m("kills {whom}'s soldier"),
        )
        preview = self._preview_hit(Hammers(self.seat, attacker.id, target.id), target, own_effect, rival_effect)
        is_free = preview.action is not None
        return replace(
            preview, able=able, marked=marked, line=Line((attacker.x, attacker.y), (target.x, target.y), is_free)
        )

    def _preview_shot(
        self, attacker: Soldier, target: Soldier, able: tuple[int, ...], marked: tuple[int, ...]
    ) -> Preview:
        own_effect = m("a free line of sight: kills your soldier")
        rival_effect = m("a free line of sight: kills {whom}'s soldier", whom=self.names[target.seat])
        line = None
        if target.seat != self.seat:
            sight = physics.sight(self.measures, self.view.soldiers, attacker.id, target.id, self.view.options.sight)
            ray = sight.rays[sight.best]
            line = Line(ray.start, ray.end if ray.hit_point is None else ray.hit_point, sight.free)
        preview = self._preview_hit(Arrow(self.seat, attacker.id, target.id), target, own_effect, rival_effect)
        return replace(preview, able=able, marked=marked, line=line)

    def _preview_hit(
        self, action: Hammers | Arrow, target: Soldier, own_effect: Message, rival_effect: Message
    ) -> Preview:
        """Return the preview of an attack, in the words for the reader."""
        reason = self.why_not(action)
        return Preview(
            action=None if reason else action,
            refusal=self.describe_reason(reason),
            effect=own_effect if target.seat == self.reader else rival_effect,
            victims=() if reason else (target.id,),
            blocking_soldier=find_blocker(reason),
            label_point=(target.x, target.y),
        )

    def _preview_explosion(self, intent: Intent) -> Preview:
        able = self.abilities.throwers
        thrower = self._find_thrower(intent)
        if thrower is None:
            return Preview(able=able)
        ring = ((thrower.x, thrower.y), self.measures.tile)
        if intent.point is None:
            return Preview(able=able, ring=ring)
        point, range_note = self._clamp_to_ring(intent.point, thrower)
        action = Explosion(self.seat, thrower.id, point)
        reason = self.why_not(action)
        victims = physics.blast_victims(self.measures, self.view.soldiers, point)
        return Preview(
            action=None if reason else action,
            refusal=self.describe_reason(reason),
            effect=self.describe_victims(victims),
            able=able,
            victims=victims,
            ring=ring,
            blast=blast_area(self.measures, point),
            line=Line((thrower.x, thrower.y), point, reason is None),
            label_point=point,
            range_note=range_note,
        )

    def _find_thrower(self, intent: Intent) -> Soldier | None:
        """Return the chosen soldier, or the one nearest to the point.

        The result is the same, whichever throws.
        """
        if intent.soldier is not None:
            return self.soldiers_by_id.get(intent.soldier)
        throwers = [self.soldiers_by_id[soldier] for soldier in self.abilities.throwers]
        if intent.point is None:
            return None
        point = intent.point
        return min(throwers, key=lambda soldier: dist((soldier.x, soldier.y), point), default=None)

    def _preview_mine(self, intent: Intent) -> Preview:
        soldier = self._find_soldier(intent.soldier)
        if soldier is None:
            return Preview(marked=self.view.triggers)
        action = Footpath(self.seat, soldier.id)
        reason = self.why_not(action)
        centre = (soldier.x, soldier.y)
        victims = physics.blast_victims(self.measures, self.view.soldiers, centre)
        return Preview(
            action=None if reason else action,
            refusal=self.describe_reason(reason),
            effect=self.describe_victims(victims),
            marked=self.view.triggers,
            victims=victims,
            blast=blast_area(self.measures, centre),
            label_point=centre,
        )

    # Words

    def list_victims(self, victims: Sequence[int]) -> list[Message]:
        """List the soldiers that would die, by seat: the others first, then the reader's."""
        owners = [self.soldiers_by_id[soldier].seat for soldier in victims]
        dead = [
            m("{number} of {whom}'s", context="soldiers", number=owners.count(seat), whom=self.names[seat])
            for seat in sorted(set(owners))
            if seat != self.reader
        ]
        own_count = owners.count(self.reader) if self.reader is not None else 0
        return [*dead, m("{number} of yours!", context="soldiers", number=own_count)] if own_count else dead

    def describe_victims(self, victims: Sequence[int]) -> Message:
        """Describe the soldiers that would die."""
        # Translators: what a blast would do; {dead} is a list, as in "2 of Bo's"; what a blast would do
        return m("kills {dead:,}", dead=self.list_victims(victims)) if victims else m("hits nobody")

    def describe_reason(self, reason: Reason | None) -> Words:
        """Describe a reason, with people's names instead of the numbers of soldiers."""
        return describe_reason(reason, self.soldiers_by_id, self.names, self.reader) if reason else ""


def describe_reason(
    reason: Reason, soldiers_by_id: dict[int, Soldier], names: Sequence[str], reader: int | None
) -> Message:
    """Describe a reason with the owner of a soldier instead of its number.

    Soldiers on the table have no visible numbers.

    >>> from grenade_salad.text import say
    >>> say(describe_reason(reasons.NoSight(1, 2, 3), {3: Soldier(3, 1, 0.0, 0.0, 0.0)}, ("Ann", "Bo"), 0))
    "no line of sight: Bo's soldier is in the way"
    """
    match reason:
        case reasons.NoSuchSoldier():
            return m("that soldier is not on the table")
        case reasons.OwnTarget():
            return m("only an opponent's soldier can be attacked")
        case reasons.NotOwnSoldier(seat=seat):
            return m("this soldier is {whom}'s", whom=names[seat])
        case (
            placement.OnSoldier(soldier=soldier)
            | reasons.NoSight(blocker=soldier)
            | reasons.SetNothingOff(soldier=soldier)
        ):
            if (blocker := soldiers_by_id.get(soldier)) is not None:
                return (
                    _describe_own_blocker(reason)
                    if blocker.seat == reader
                    else _describe_rival_blocker(reason, names[blocker.seat])
                )
    return reason.message()


def _describe_own_blocker(reason: Reason) -> Message:
    """Describe a reason about a soldier of the reader."""
    match reason:
        case placement.OnSoldier(overlap_mm=by):
            return m(
                "your own soldier is in the way: they would overlap by {by:.1f} mm",
                by=by,
                plain=m("your own soldier is in the way"),
            )
        case reasons.NoSight():
            return m("no line of sight: your own soldier is in the way")
    return m("your own soldier was not moved, placed or dropped just now")


def _describe_rival_blocker(reason: Reason, owner: str) -> Message:
    """Describe a reason about a soldier of another player."""
    match reason:
        case placement.OnSoldier(overlap_mm=by):
            return m(
                "{whom}'s soldier is in the way: they would overlap by {by:.1f} mm",
                whom=owner,
                by=by,
                plain=m("{whom}'s soldier is in the way"),
            )
        case reasons.NoSight():
            return m("no line of sight: {whom}'s soldier is in the way", whom=owner)
    return m("{whom}'s soldier was not moved, placed or dropped just now", whom=owner)


def find_blocker(reason: Reason | None) -> int | None:
    """Return the soldier that is in the way, if that is the reason, or None."""
    match reason:
        case placement.OnSoldier(soldier=soldier) | reasons.NoSight(blocker=soldier):
            return soldier
    return None


def find_next_in_direction(
    here: Soldier | None, soldiers: Sequence[Soldier], direction: float | None
) -> Soldier | None:
    """Return the nearest soldier in a direction in radians, or None.

    Without a place to start it is the first.
    """
    if here is None or direction is None:
        return soldiers[0]

    def off_angle(soldier: Soldier) -> float:
        return abs((atan2(soldier.y - here.y, soldier.x - here.x) - direction + pi) % (2 * pi) - pi)

    def cost(soldier: Soldier) -> float:
        return dist((here.x, here.y), (soldier.x, soldier.y)) * (1 + _OFF_ANGLE_COST * off_angle(soldier))

    candidates = [soldier for soldier in soldiers if soldier.id != here.id and off_angle(soldier) < _MAX_OFF_ANGLE]
    return min(candidates, key=cost, default=None)
