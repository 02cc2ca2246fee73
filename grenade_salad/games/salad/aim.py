"""What somebody is about to do, and what would happen: the previews, as plain facts that can be drawn.

Everything is worked out from what the seat may know. Whether an action is legal is asked of the game itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import atan2, dist, pi
from typing import Literal, TypeAlias

from grenade_salad.core import Action, Reason
from grenade_salad.games.salad import physics, placement_search, reasons
from grenade_salad.games.salad.actions import Arrow, Circles, Explosion, Footpath, Hammers, Move, Pointer
from grenade_salad.games.salad.pieces import Card, Measures, Point, Soldier
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Length, Message, Words, m

WhyNot = Callable[[Action], Reason | None]
What: TypeAlias = Card | Literal["", "move", "mine"]
"""What somebody is about to do: nothing, move a soldier, play a mine or a card."""

_WITHIN = 1e-6
"""mm by which what is held to a ring stays inside."""
_COMES_ON = 0.3
"""The share of a step that a soldier must come on to slide along who is in its way."""

AT_A_POINT = ("move", "pointer", "explosion")
"""Intents that need a point of the table."""
AT_A_TARGET = ("hammers", "arrow", "mine")
"""Intents that need a soldier to be pointed at."""


@dataclass(slots=True)
class Intent:
    """What somebody is about to do: `what` is move, mine or a card; mm and radians.

    `soldier` is the one that is lifted, or who strikes, shoots or throws: None lets the nearest that can do it.
    """

    what: What = ""
    soldier: int | None = None
    target: int | None = None
    at: Point | None = None
    angle: float = 0.0
    height: float = 0.0


@dataclass(frozen=True)
class Line:
    """A line of attack in mm: free, or up to the soldier that blocks it."""

    start: Point
    end: Point
    free: bool


@dataclass(frozen=True)
class Area:
    """What a blast covers, in mm: `reach` is from its middle straight to its edge."""

    at: Point
    reach: float
    square: bool


def area(measures: Measures, at: Point) -> Area:
    """The area of a blast at a point (GS-19)."""
    return Area(at, measures.blast_reach, measures.blast == "tile")


@dataclass(frozen=True)
class Ghost:
    """A soldier that is not there yet."""

    seat: int
    x: float
    y: float
    angle: float
    fine: bool


@dataclass(frozen=True)
class Preview:
    """What would happen. `action` is complete and legal, or None; `why` says why not, `says` what it would do: neither
    begins with a capital."""

    action: Action | None = None
    why: Words = ""
    says: Words = ""
    able: tuple[int, ...] = ()
    marked: tuple[int, ...] = ()
    victims: tuple[int, ...] = ()
    in_the_way: int | None = None
    ring: tuple[Point, float] | None = None
    blast: Area | None = None
    line: Line | None = None
    ghost: Ghost | None = None
    label_at: Point | None = None
    beyond: Words = ""
    """A note that the aim is beyond the ring, so that the action goes only as far as it can; else empty."""


@dataclass(frozen=True)
class Sights:
    """Who can act with what: found once for each position, from the list of legal actions."""

    moves: tuple[int, ...] = ()
    throwers: tuple[int, ...] = ()
    mines: tuple[int, ...] = ()
    hammers: tuple[tuple[int, int], ...] = ()
    arrow: tuple[tuple[int, int], ...] = ()
    cards: frozenset[Card] = frozenset()


def sights(legal: Sequence[Action]) -> Sights:
    """Read the list of legal actions of a seat."""
    cards: frozenset[Card] = frozenset(
        action.do for action in legal if isinstance(action, Pointer | Circles | Hammers | Arrow | Explosion)
    )
    return Sights(
        moves=tuple(action.soldier for action in legal if isinstance(action, Move)),
        throwers=tuple(action.soldier for action in legal if isinstance(action, Explosion)),
        mines=tuple(action.soldier for action in legal if isinstance(action, Footpath)),
        hammers=tuple((action.soldier, action.target) for action in legal if isinstance(action, Hammers)),
        arrow=tuple((action.soldier, action.target) for action in legal if isinstance(action, Arrow)),
        cards=cards,
    )


@dataclass
class Aim:
    """Works out previews for one seat in one position; `reader` is who is told about them, None for everybody."""

    view: SaladView
    seat: int
    names: Sequence[str]
    why_not: WhyNot
    can: Sights
    reader: int | None
    where: dict[int, Soldier] = field(init=False)

    def __post_init__(self) -> None:
        self.where = {soldier.id: soldier for soldier in self.view.soldiers}
        self.measures = self.view.measures()

    def preview(self, intent: Intent) -> Preview:
        """What the intent would do, as far as it is chosen."""
        match intent.what:
            case "move":
                return self._move(intent)
            case "pointer":
                return self._pointer(intent)
            case "circles":
                return self._circles(intent)
            case "hammers" | "arrow":
                return self._attack(intent)
            case "explosion":
                return self._explosion(intent)
            case "mine":
                return self._mine(intent)
        return Preview(able=self.can.moves)

    def candidates(self, what: What) -> tuple[int, ...]:
        """The soldiers that can be chosen with keys for this."""
        match what:
            case "mine":
                return self.view.triggers
            case "hammers" | "arrow":
                return tuple(one.id for one in self.view.soldiers if one.seat != self.seat)
        return self.can.moves

    def place(self, intent: Intent, at: Point, reach: float = placement_search.REACH) -> Point | None:
        """Where a soldier that is moved or put down stands if it is held at a point of the reach (GS-11, GS-13): there,
        or at the legal place nearest to it, touching whoever is in the way; None if none is within `reach` mm."""
        soldiers, (ignoring, within) = self.view.soldiers, self._lifted(intent)
        return placement_search.nearest(
            self.measures, soldiers, at, intent.angle, ignoring=ignoring, within=within, reach=reach
        )

    def stepped(self, intent: Intent, x: float, y: float) -> Point:
        """Where a step of so many mm brings what is aimed with keys. A soldier slides along who is in its way, and is
        lifted over them where it would not come on."""
        start = intent.at or self.first_point(intent.what)
        wide, high = self.measures.table
        aimed = min(wide, max(0.0, start[0] + x)), min(high, max(0.0, start[1] + y))
        if intent.what not in ("move", "pointer"):
            return aimed
        place = self.place(intent, self._in_reach(intent, aimed))
        if place is not None and (place[0] - start[0]) * x + (place[1] - start[1]) * y > _COMES_ON * (x * x + y * y):
            return aimed
        soldiers, (ignoring, within) = self.view.soldiers, self._lifted(intent)
        over = placement_search.along(
            self.measures, soldiers, start, (x, y), intent.angle, ignoring=ignoring, within=within
        )
        return over or aimed

    def beside(self, intent: Intent, soldier: Soldier) -> Point | None:
        """The place nearest to a soldier where the one in the hand may stand."""
        return self.place(intent, self._in_reach(intent, (soldier.x, soldier.y)), reach=max(self.measures.table))

    def _lifted(self, intent: Intent) -> tuple[int | None, placement_search.Disc | None]:
        """The soldier that is in nobody's way, and how far it may go: none for one from the reserve."""
        own = self.where.get(intent.soldier) if intent.what == "move" and intent.soldier is not None else None
        return (None, None) if own is None else (own.id, ((own.x, own.y), self.measures.tile))

    def _in_reach(self, intent: Intent, at: Point) -> Point:
        own = self.where.get(intent.soldier) if intent.what == "move" and intent.soldier is not None else None
        return at if own is None else self._held(at, own)[0]

    def first_point(self, what: What) -> Point:
        """Where a point starts for keys: at the nearest enemy that can be reached, or the free place nearest to the
        middle.
        """
        wide, high = self.measures.table
        if what == "explosion" and self.can.throwers:
            mine = [self.where[number] for number in self.can.throwers]
            pairs = [(dist((a.x, a.y), (b.x, b.y)), b) for a in mine for b in self.view.soldiers if b.seat != a.seat]
            far, enemy = min(pairs, key=lambda pair: pair[0], default=(0.0, mine[0]))
            return (enemy.x, enemy.y) if far <= self.measures.tile else (mine[0].x, mine[0].y)
        middle = wide / 2, high / 2
        return self.place(Intent(what), middle, reach=max(wide, high)) or middle

    # what is put somewhere

    def _move(self, intent: Intent) -> Preview:
        own = self.where.get(intent.soldier) if intent.soldier is not None else None
        if own is None:
            return Preview(able=self.can.moves)
        held, beyond = self._held(intent.at or (own.x, own.y), own)
        at = self.place(intent, held) or held
        action = Move(self.seat, own.id, at, intent.angle)
        reason = self.why_not(action)
        far = dist(at, (own.x, own.y))
        # Translators: what a move would be
        says = m("{far}", far=Length(far)) if far >= 0.01 else m("only turned: no mine can go off")
        return Preview(
            action=None if reason else action,
            why=self.words(reason),
            says=says,
            in_the_way=blocker(reason),
            ring=((own.x, own.y), self.measures.tile),
            ghost=Ghost(self.seat, at[0], at[1], intent.angle, reason is None),
            label_at=at,
            beyond=beyond,
        )

    def _held(self, at: Point, own: Soldier) -> tuple[Point, Words]:
        """Return a point held to the ring around a soldier, and a note if it was beyond (GS-11, GS-18)."""
        far, most = dist(at, (own.x, own.y)), self.measures.tile
        if far <= most:
            return at, ""
        share = (most - _WITHIN) / far
        held = (own.x + (at[0] - own.x) * share, own.y + (at[1] - own.y) * share)
        # Translators: beside an action that was aimed too far, and is held to what can be reached
        return held, m("as far as it goes")

    def _pointer(self, intent: Intent) -> Preview:
        if intent.at is None:
            return Preview()
        at = self.place(intent, intent.at) or intent.at
        action = Pointer(self.seat, at, intent.angle)
        reason = self.why_not(action)
        return Preview(
            action=None if reason else action,
            why=self.words(reason),
            says=m("a soldier from the reserve"),
            in_the_way=blocker(reason),
            ghost=Ghost(self.seat, at[0], at[1], intent.angle, reason is None),
            label_at=at,
        )

    def _circles(self, intent: Intent) -> Preview:
        action = Circles(self.seat, intent.height)
        reason = self.why_not(action)
        number = min(3, self.view.reserve[self.seat])
        middle = (self.measures.table[0] / 2, self.measures.table[1] / 2)
        # Translators: what a drop would be; {high} is a length
        says = m(
            "{n} soldier onto the middle, from {high}",
            "{n} soldiers onto the middle, from {high}",
            n=number,
            high=Length(intent.height),
        )
        above = (middle[0], middle[1] + self.measures.tile)
        ring = (middle, self.measures.tile * 0.6)
        return Preview(None if reason else action, self.words(reason), says, ring=ring, label_at=above)

    # what kills

    def _attack(self, intent: Intent) -> Preview:
        pairs = self.can.hammers if intent.what == "hammers" else self.can.arrow
        if intent.soldier is not None:
            pairs = tuple(pair for pair in pairs if pair[0] == intent.soldier)
        able = tuple(sorted({soldier for soldier, _ in pairs}))
        marked = tuple(sorted({target for _, target in pairs}))
        target = self.where.get(intent.target) if intent.target is not None else None
        if target is None:
            return Preview(able=able, marked=marked)
        own = self._attacker(intent, target, pairs)
        if own is None:
            return Preview(why=m("none of your soldiers is on the table"), able=able, marked=marked)
        if intent.what == "hammers":
            return self._blow(own, target, able, marked)
        return self._shot(own, target, able, marked)

    def _attacker(self, intent: Intent, target: Soldier, pairs: Sequence[tuple[int, int]]) -> Soldier | None:
        """The chosen soldier, or the nearest that reaches the target, or just the nearest."""
        if intent.soldier is not None and intent.soldier in self.where:
            return self.where[intent.soldier]
        reaching = [self.where[soldier] for soldier, reached in pairs if reached == target.id]
        own = reaching or [soldier for soldier in self.view.soldiers if soldier.seat == self.seat]
        return min(own, key=lambda soldier: dist((soldier.x, soldier.y), (target.x, target.y)), default=None)

    def _blow(self, own: Soldier, target: Soldier, able: tuple[int, ...], marked: tuple[int, ...]) -> Preview:
        gap = physics.gap(self.measures, own, target)
        # Translators: what an attack would do; a preview
        own_one = m("{gap:.1f} mm apart: kills your soldier", gap=gap)
        theirs = m("{gap:.1f} mm apart: kills {whom}'s soldier", gap=gap, whom=self.names[target.seat])
        found = self._hit(Hammers(self.seat, own.id, target.id), target, own_one, theirs)
        free = found.action is not None
        return replace(found, able=able, marked=marked, line=Line((own.x, own.y), (target.x, target.y), free))

    def _shot(self, own: Soldier, target: Soldier, able: tuple[int, ...], marked: tuple[int, ...]) -> Preview:
        own_one = m("a free line of sight: kills your soldier")
        theirs = m("a free line of sight: kills {whom}'s soldier", whom=self.names[target.seat])
        line = None
        if target.seat != self.seat:
            sight = physics.sight(self.measures, self.view.soldiers, own.id, target.id, self.view.options.sight)
            ray = sight.rays[sight.best]
            line = Line(ray.start, ray.end if ray.at is None else ray.at, sight.free)
        found = self._hit(Arrow(self.seat, own.id, target.id), target, own_one, theirs)
        return replace(found, able=able, marked=marked, line=line)

    def _hit(self, action: Hammers | Arrow, target: Soldier, own_one: Message, theirs: Message) -> Preview:
        """What it comes to, and what is said of it by whose soldier it kills."""
        reason = self.why_not(action)
        return Preview(
            action=None if reason else action,
            why=self.words(reason),
            says=own_one if target.seat == self.reader else theirs,
            victims=() if reason else (target.id,),
            in_the_way=blocker(reason),
            label_at=(target.x, target.y),
        )

    def _explosion(self, intent: Intent) -> Preview:
        able = self.can.throwers
        own = self._thrower(intent)
        if own is None:
            return Preview(able=able)
        ring = ((own.x, own.y), self.measures.tile)
        if intent.at is None:
            return Preview(able=able, ring=ring)
        at, beyond = self._held(intent.at, own)
        action = Explosion(self.seat, own.id, at)
        reason = self.why_not(action)
        victims = physics.blast(self.measures, self.view.soldiers, at)
        return Preview(
            action=None if reason else action,
            why=self.words(reason),
            says=self.toll(victims),
            able=able,
            victims=victims,
            ring=ring,
            blast=area(self.measures, at),
            line=Line((own.x, own.y), at, reason is None),
            label_at=at,
            beyond=beyond,
        )

    def _thrower(self, intent: Intent) -> Soldier | None:
        """The chosen soldier, or the one nearest to the point: what happens is the same, whoever throws."""
        if intent.soldier is not None:
            return self.where.get(intent.soldier)
        own = [self.where[soldier] for soldier in self.can.throwers]
        if intent.at is None:
            return None
        at = intent.at
        return min(own, key=lambda soldier: dist((soldier.x, soldier.y), at), default=None)

    def _mine(self, intent: Intent) -> Preview:
        stepped = self.where.get(intent.soldier) if intent.soldier is not None else None
        if stepped is None:
            return Preview(marked=self.view.triggers)
        action = Footpath(self.seat, stepped.id)
        reason = self.why_not(action)
        at = (stepped.x, stepped.y)
        victims = physics.blast(self.measures, self.view.soldiers, at)
        return Preview(
            action=None if reason else action,
            why=self.words(reason),
            says=self.toll(victims),
            marked=self.view.triggers,
            victims=victims,
            blast=area(self.measures, at),
            label_at=at,
        )

    # words

    def dead(self, victims: Sequence[int]) -> list[Message]:
        """Who would die, by seat: the others first, then one's own."""
        owners = [self.where[soldier].seat for soldier in victims]
        dead = [
            m("{number} of {whom}'s", context="soldiers", number=owners.count(seat), whom=self.names[seat])
            for seat in sorted(set(owners))
            if seat != self.reader
        ]
        mine = owners.count(self.reader) if self.reader is not None else 0
        return [*dead, m("{number} of yours!", context="soldiers", number=mine)] if mine else dead

    def toll(self, victims: Sequence[int]) -> Message:
        """The same as what would happen."""
        # Translators: what a blast would do; {dead} is a list, as in "2 of Bo's"; what a blast would do
        return m("kills {dead:,}", dead=self.dead(victims)) if victims else m("hits nobody")

    def words(self, reason: Reason | None) -> Words:
        """A reason, with people's names instead of the numbers of soldiers."""
        return in_words(reason, self.where, self.names, self.reader) if reason else ""


def in_words(reason: Reason, where: dict[int, Soldier], names: Sequence[str], reader: int | None) -> Message:
    """The reason with whose soldier it is instead of its number: on the table soldiers bear none.

    >>> from grenade_salad.text import say
    >>> say(in_words(reasons.NoSight(1, 2, 3), {3: Soldier(3, 1, 0.0, 0.0, 0.0)}, ("Ann", "Bo"), 0))
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
            physics.OnSoldier(soldier=number) | reasons.NoSight(blocker=number) | reasons.SetNothingOff(soldier=number)
        ):
            if (known := where.get(number)) is not None:
                return _of_own(reason) if known.seat == reader else _of_theirs(reason, names[known.seat])
    return reason.message()


def _of_own(reason: Reason) -> Message:
    """A reason about a soldier of the reader."""
    match reason:
        case physics.OnSoldier(overlap_mm=by):
            return m("your own soldier is in the way: they would overlap by {by:.1f} mm", by=by)
        case reasons.NoSight():
            return m("no line of sight: your own soldier is in the way")
    return m("your own soldier was not moved, placed or dropped just now")


def _of_theirs(reason: Reason, whom: str) -> Message:
    """A reason about a soldier of somebody else."""
    match reason:
        case physics.OnSoldier(overlap_mm=by):
            return m("{whom}'s soldier is in the way: they would overlap by {by:.1f} mm", whom=whom, by=by)
        case reasons.NoSight():
            return m("no line of sight: {whom}'s soldier is in the way", whom=whom)
    return m("{whom}'s soldier was not moved, placed or dropped just now", whom=whom)


def blocker(reason: Reason | None) -> int | None:
    """The soldier that is in the way, if that is the reason."""
    if reason is None:
        return None
    found = getattr(reason, "blocker", None)
    if found is None:
        found = getattr(reason, "soldier", None) if isinstance(reason, physics.OnSoldier) else None
    return found if isinstance(found, int) else None


def next_in_direction(here: Soldier | None, found: Sequence[Soldier], way: float | None) -> Soldier | None:
    """The nearest soldier within a quarter turn of a direction in radians; without a place to start, the first."""
    if here is None or way is None:
        return found[0]

    def cost(one: Soldier) -> float:
        off = abs((atan2(one.y - here.y, one.x - here.x) - way + pi) % (2 * pi) - pi)
        return dist((here.x, here.y), (one.x, one.y)) * (1 + 2 * off) if off < pi / 2.2 else float("inf")

    others = [one for one in found if one.id != here.id]
    best = min(others, key=cost, default=None)
    return best if best is not None and cost(best) < float("inf") else None
