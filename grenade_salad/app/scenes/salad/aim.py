"""What somebody is about to do, and what would happen: the previews, as plain facts that can be drawn.

Everything is worked out from what the seat may know. Whether an action is legal is asked of the game itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import dist

from grenade_salad.core import Action, Reason
from grenade_salad.games.salad import table
from grenade_salad.games.salad.moves import Arrow, Circles, Explosion, Footpath, Hammers, Move, Pointer
from grenade_salad.games.salad.pieces import Point, Soldier
from grenade_salad.games.salad.view import SaladView

WhyNot = Callable[[Action], Reason | None]

AT_A_POINT = ("move", "pointer", "explosion")
"""Intents that need a point of the table."""
AT_A_TARGET = ("hammers", "arrow", "mine")
"""Intents that need a soldier to be pointed at."""


@dataclass(slots=True)
class Intent:
    """What somebody is about to do: `what` is move, mine or a card; mm and radians.

    `soldier` is the one that is lifted, or who strikes, shoots or throws: None lets the nearest that can do it.
    """

    what: str = ""
    soldier: int | None = None
    target: int | None = None
    at: Point | None = None
    angle: float = 0.0
    height: float = 120.0


@dataclass(frozen=True)
class Line:
    """A line of attack in mm: free, or up to the soldier that blocks it."""

    start: Point
    end: Point
    free: bool


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
    """What would happen. `action` is complete and legal, or None; `why` says why not, `says` what it would do."""

    action: Action | None = None
    why: str = ""
    says: str = ""
    able: tuple[int, ...] = ()
    marked: tuple[int, ...] = ()
    victims: tuple[int, ...] = ()
    in_the_way: int | None = None
    ring: tuple[Point, float] | None = None
    blast: tuple[Point, float] | None = None
    line: Line | None = None
    ghost: Ghost | None = None
    label_at: Point | None = None


@dataclass(frozen=True)
class Sights:
    """Who can act with what: found once for each position, from the list of legal actions."""

    moves: tuple[int, ...] = ()
    throwers: tuple[int, ...] = ()
    mines: tuple[int, ...] = ()
    hammers: tuple[tuple[int, int], ...] = ()
    arrow: tuple[tuple[int, int], ...] = ()
    cards: frozenset[str] = frozenset()
    can_end: bool = False
    can_pass: bool = False


def sights(legal: Sequence[Action]) -> Sights:
    """Read the list of legal actions of a seat."""
    cards = frozenset(
        action.do for action in legal if isinstance(action, Pointer | Circles | Hammers | Arrow | Explosion)
    )
    return Sights(
        moves=tuple(action.soldier for action in legal if isinstance(action, Move)),
        throwers=tuple(action.soldier for action in legal if isinstance(action, Explosion)),
        mines=tuple(action.soldier for action in legal if isinstance(action, Footpath)),
        hammers=tuple((action.soldier, action.target) for action in legal if isinstance(action, Hammers)),
        arrow=tuple((action.soldier, action.target) for action in legal if isinstance(action, Arrow)),
        cards=cards,
        can_end=any(action.do == "end" for action in legal),
        can_pass=any(action.do == "pass" for action in legal),
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
        self.measures = self.view.options.measures()

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

    # what is put somewhere

    def _move(self, intent: Intent) -> Preview:
        own = self.where.get(intent.soldier) if intent.soldier is not None else None
        if own is None:
            return Preview(able=self.can.moves)
        at = intent.at or (own.x, own.y)
        action = Move(self.seat, own.id, at, intent.angle)
        reason = self.why_not(action)
        far = dist(at, (own.x, own.y))
        says = f"{far:.0f} mm" if far >= 0.01 else "Only turned: no mine can go off"
        return Preview(
            action=None if reason else action,
            why=self.words(reason),
            says=says,
            in_the_way=blocker(reason),
            ring=((own.x, own.y), self.measures.tile),
            ghost=Ghost(self.seat, at[0], at[1], intent.angle, reason is None),
            label_at=at,
        )

    def _pointer(self, intent: Intent) -> Preview:
        if intent.at is None:
            return Preview()
        action = Pointer(self.seat, intent.at, intent.angle)
        reason = self.why_not(action)
        return Preview(
            action=None if reason else action,
            why=self.words(reason),
            says="A soldier from your reserve",
            in_the_way=blocker(reason),
            ghost=Ghost(self.seat, intent.at[0], intent.at[1], intent.angle, reason is None),
            label_at=intent.at,
        )

    def _circles(self, intent: Intent) -> Preview:
        action = Circles(self.seat, intent.height)
        reason = self.why_not(action)
        number = min(3, self.view.reserve[self.seat])
        middle = (self.measures.table[0] / 2, self.measures.table[1] / 2)
        says = f"{number} soldier{'s' * (number != 1)} onto the middle, from {intent.height:.0f} mm"
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
            return Preview(why="none of your soldiers is on the table", able=able, marked=marked)
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
        action = Hammers(self.seat, own.id, target.id)
        reason = self.why_not(action)
        gap = table.gap(self.measures, own, target)
        kills = f"{gap:.1f} mm apart: kills {self.whose(target.id)} soldier"
        return Preview(
            action=None if reason else action,
            why=self.words(reason),
            says=kills,
            able=able,
            marked=marked,
            victims=() if reason else (target.id,),
            line=Line((own.x, own.y), (target.x, target.y), reason is None),
            label_at=(target.x, target.y),
        )

    def _shot(self, own: Soldier, target: Soldier, able: tuple[int, ...], marked: tuple[int, ...]) -> Preview:
        action = Arrow(self.seat, own.id, target.id)
        reason = self.why_not(action)
        line = None
        if target.seat != self.seat:
            sight = table.sight(self.measures, self.view.soldiers, own.id, target.id, self.view.options.sight)
            ray = sight.rays[sight.best]
            line = Line(ray.start, ray.end if ray.at is None else ray.at, sight.free)
        return Preview(
            action=None if reason else action,
            why=self.words(reason),
            says=f"A free line of sight: kills {self.whose(target.id)} soldier",
            able=able,
            marked=marked,
            victims=() if reason else (target.id,),
            in_the_way=blocker(reason),
            line=line,
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
        action = Explosion(self.seat, own.id, intent.at)
        reason = self.why_not(action)
        victims = table.blast(self.measures, self.view.soldiers, intent.at)
        return Preview(
            action=None if reason else action,
            why=self.words(reason),
            says=self.toll(victims),
            able=able,
            victims=victims,
            ring=ring,
            blast=(intent.at, self.measures.blast_radius),
            line=Line((own.x, own.y), intent.at, reason is None),
            label_at=intent.at,
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
        victims = table.blast(self.measures, self.view.soldiers, at)
        return Preview(
            action=None if reason else action,
            why=self.words(reason),
            says=self.toll(victims),
            marked=self.view.triggers,
            victims=victims,
            blast=(at, self.measures.blast_radius),
            label_at=at,
        )

    # words

    def whose(self, soldier: int) -> str:
        """Whose soldier it is, for the person who reads it."""
        owner = self.where[soldier].seat
        return "your own" if owner == self.reader else f"{self.names[owner]}'s"

    def toll(self, victims: Sequence[int]) -> str:
        """Who would die, by seat: the others first, then one's own."""
        if not victims:
            return "Hits nobody"
        owners = [self.where[soldier].seat for soldier in victims]
        others = [f"{owners.count(seat)} of {self.names[seat]}" for seat in sorted(set(owners)) if seat != self.reader]
        mine = [f"{owners.count(self.reader)} of yours!"] if self.reader in owners else []
        return "Kills " + ", ".join(others + mine)

    def words(self, reason: Reason | None) -> str:
        """A reason, with people's names instead of the numbers of soldiers and seats."""
        return in_words(reason.text(), self.where, self.names, self.reader) if reason else ""


def in_words(text: str, where: dict[int, Soldier], names: Sequence[str], reader: int | None) -> str:
    """The text with whose soldier it is instead of its number, and a first letter that is a capital.

    >>> in_words("soldier 3 is in the way", {3: Soldier(3, 1, 0.0, 0.0, 0.0)}, ("Ann", "Bo"), 0)
    "Bo's soldier is in the way"
    """

    def soldier(found: re.Match[str]) -> str:
        known = where.get(int(found[1]))
        if known is None:
            return "that soldier"
        return "your own soldier" if known.seat == reader else f"{names[known.seat]}'s soldier"

    def seat(found: re.Match[str]) -> str:
        return names[int(found[1])] if int(found[1]) < len(names) else found[0]

    told = re.sub(r"\bseat (\d+)", seat, re.sub(r"\bsoldier (\d+)", soldier, text))
    return told[:1].upper() + told[1:]


def blocker(reason: Reason | None) -> int | None:
    """The soldier that is in the way, if that is the reason."""
    if reason is None:
        return None
    found = getattr(reason, "blocker", None)
    if found is None:
        found = getattr(reason, "soldier", None) if isinstance(reason, table.OnSoldier) else None
    return found if isinstance(found, int) else None
