"""What a player of Grenade Salad can read off the table: what each step would be worth, in points.

Plain numbers, quick enough to look at hundreds of places; only what is then proposed is asked of the real table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, dist, hypot, pi, sin
from random import Random

from grenade_salad.core import Action
from grenade_salad.games.salad import Arrow, Circles, Explosion, Footpath, Hammers, Move, Pointer
from grenade_salad.games.salad.pieces import Point, Soldier
from grenade_salad.games.salad.view import SaladView

_HEADINGS = 8
_SOLDIER = 3.0
"""Points that a living soldier counts (GS-27)."""
_MINE_RISK = 0.35
"""How much of what a mine could do is feared, when a soldier is moved or placed."""
_PLACES = 80
"""How many places a Pointer is tried at."""


def within(soldier: Soldier, at: Point, radius: float, cube: float) -> bool:
    """Whether a circle touches the soldier's body."""
    dx, dy = at[0] - soldier.x, at[1] - soldier.y
    if dx * dx + dy * dy > (radius + cube * 0.7072) ** 2:
        return False
    c, s = cos(soldier.angle), sin(soldier.angle)
    half = cube / 2
    out_x = max(abs(c * dx + s * dy) - half, 0.0)
    out_y = max(abs(c * dy - s * dx) - half, 0.0)
    return out_x * out_x + out_y * out_y < radius * radius


class Sense:
    """One look at the table with the eyes of one seat."""

    def __init__(self, view: SaladView, seat: int) -> None:
        hand = view.hands[seat]
        assert not isinstance(hand, int)
        self.view = view
        self.seat = seat
        self.hand = hand
        self.measures = view.options.measures()
        self.mine = [soldier for soldier in view.soldiers if soldier.seat == seat]
        self.theirs = [soldier for soldier in view.soldiers if soldier.seat != seat]
        self._worth = 1 + _SOLDIER / max(1, len(view.hands) - 1)

    def blast_value(self, at: Point, by: int, soldiers: Iterable[Soldier]) -> float:
        """What a blast at a point is worth to a seat: taken soldiers count a point, living ones three."""
        radius, cube = self.measures.blast_radius, self.measures.cube
        total = 0.0
        for soldier in soldiers:
            if within(soldier, at, radius, cube):
                total += 1 - _SOLDIER if soldier.seat == by else self._worth
        return total

    def best_mine(self, legal: Sequence[Action]) -> Action | None:
        """The mine that is worth most, if it is worth more than the card.

        All of them are thought over without a mine too: how long an answer takes must not tell who has one (GS-25).
        """
        where = {soldier.id: soldier for soldier in self.view.soldiers}
        values = {}
        for soldier in self.view.triggers:
            stepped = where[soldier]
            values[soldier] = self.blast_value((stepped.x, stepped.y), self.seat, self.view.soldiers)
        best: tuple[float, Action] | None = None
        for action in legal:
            if isinstance(action, Footpath):
                value = values[action.soldier]
                if best is None or value > best[0]:
                    best = (value, action)
        spare = self.view.end_phase or self.hand.count("footpath") > 1
        enough = self._worth if spare else self._worth + 0.5
        return best[1] if best and best[0] >= enough else None

    def cards(self, legal: Sequence[Action], rng: Random) -> list[tuple[float, Action]]:
        """What can be done with each card now, with what it is worth."""
        found: list[tuple[float, Action]] = []
        for action in legal:
            match action:
                case Hammers() | Arrow():
                    found.append((self._worth + self._threat(action.target) / 10, action))
                case Explosion():
                    value, at = self.best_throw(action.soldier, self.view.soldiers)
                    found.append((value, Explosion(self.seat, action.soldier, at)))
                case Circles():
                    found.append((min(3, self.view.reserve[self.seat]) * _SOLDIER * 0.8, Circles(self.seat, 200.0)))
                case Pointer():
                    if place := self.best_place(rng):
                        found.append((_SOLDIER * 0.95, Pointer(self.seat, place, 0.0)))
        return found

    def _threat(self, target: int) -> float:
        """How many of the own soldiers stand near this one: the nearest enemy goes first."""
        enemy = next(soldier for soldier in self.theirs if soldier.id == target)
        reach = self.measures.tile + self.measures.blast_radius
        return sum(dist((enemy.x, enemy.y), (own.x, own.y)) < reach for own in self.mine)

    def best_throw(self, thrower: int, soldiers: Sequence[Soldier]) -> tuple[float, Point]:
        """Where this soldier throws a grenade best, and what that is worth."""
        own = next(soldier for soldier in soldiers if soldier.id == thrower)
        reach = self.measures.tile + self.measures.blast_radius + self.measures.cube
        near = [soldier for soldier in soldiers if dist((own.x, own.y), (soldier.x, soldier.y)) < reach * 1.5]
        best = (-1e9, (own.x, own.y))
        for at in self._throws(own, near):
            value = self.blast_value(at, self.seat, near)
            if value > best[0]:
                best = (value, at)
        return best

    def _throws(self, own: Soldier, near: Sequence[Soldier]) -> Iterator[Point]:
        """Points worth a thought: enemies, middles of pairs of them, and the limit of the reach."""
        enemies = [(soldier.x, soldier.y) for soldier in near if soldier.seat != self.seat]
        middles = [
            ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for index, a in enumerate(enemies) for b in enemies[index + 1 :]
        ]
        ring = (
            (own.x + self.measures.tile * cos(way), own.y + self.measures.tile * sin(way))
            for way in (pi * 2 * step / _HEADINGS for step in range(_HEADINGS))
        )
        for point in (*enemies, *middles, *ring):
            at = self._within_reach(own, point)
            if self._on_table(at):
                yield at

    def _within_reach(self, own: Soldier, point: Point) -> Point:
        """The point, or the nearest one that is a tile width away."""
        dx, dy = point[0] - own.x, point[1] - own.y
        far = hypot(dx, dy)
        limit = self.measures.tile * 0.999
        share = 1.0 if far <= limit else limit / far
        return own.x + dx * share, own.y + dy * share

    def _on_table(self, at: Point) -> bool:
        width, height = self.measures.table
        return 0 <= at[0] <= width and 0 <= at[1] <= height

    def prospects(self, soldiers: Sequence[Soldier]) -> float:
        """What the two best cards of the hand are worth if the table looks like this; sniping is left out."""
        mine = [soldier for soldier in soldiers if soldier.seat == self.seat]
        theirs = [soldier for soldier in soldiers if soldier.seat != self.seat]
        worth: list[float] = []
        if "hammers" in self.hand:
            near = self.measures.cube * 1.9
            blows = sum(dist((a.x, a.y), (b.x, b.y)) < near for a in mine for b in theirs)
            worth += [self._worth] * min(blows, self.hand.count("hammers"))
        if "explosion" in self.hand:
            worth.append(max((self.best_throw(own.id, soldiers)[0] for own in mine), default=0.0))
        return sum(sorted(worth, reverse=True)[:2])

    def best_move(self) -> Move | None:
        """A move that makes the cards of the hand worth more than it risks, or a step towards that."""
        if not ({"hammers", "explosion"} & set(self.hand)) or not self.theirs or not self.mine:
            return None
        before = self.prospects(self.view.soldiers)
        found: list[tuple[float, int, Point]] = []
        for own in self.mine:
            others = [soldier for soldier in self.view.soldiers if soldier.id != own.id]
            for to in self._steps(own):
                there = Soldier(own.id, self.seat, to[0], to[1], own.angle)
                gain = self.prospects([*others, there]) - before
                if gain > 0.5:
                    risk = self._mine_risk(to, [*others, there])
                    found.append((gain - risk, own.id, to))
        found.sort(key=lambda entry: (-entry[0], entry[1]))
        for gain, soldier, to in found[:12]:
            if gain > 0.5 and (move := self._put(soldier, to)):
                return move
        return self._approach() if "hammers" in self.hand else None

    def _put(self, soldier: int, to: Point) -> Move | None:
        """The move, if there is room."""
        from grenade_salad.games.salad import table

        angle = next(own.angle for own in self.mine if own.id == soldier)
        blocked = table.why_not_place(self.measures, self.view.soldiers, to[0], to[1], angle, soldier)
        return None if blocked else Move(self.seat, soldier, to, angle)

    def _approach(self) -> Move | None:
        """A step towards the nearest enemy, if nobody can be struck yet."""
        pairs = ((dist((own.x, own.y), (enemy.x, enemy.y)), own, enemy) for own in self.mine for enemy in self.theirs)
        far, own, enemy = min(pairs, key=lambda entry: entry[0])
        beside = self.measures.cube * 1.6
        if far < beside * 1.2:
            return None
        share = min(self.measures.tile * 0.999, far - beside) / far
        return self._put(own.id, (own.x + (enemy.x - own.x) * share, own.y + (enemy.y - own.y) * share))

    def _mine_risk(self, to: Point, soldiers: Sequence[Soldier]) -> float:
        """What a mine under the moved soldier could cost."""
        owners = {soldier.seat for soldier in self.theirs if self.view.hands[soldier.seat]}
        value = max((self.blast_value(to, owner, soldiers) for owner in owners), default=0.0)
        return max(0.0, value) * _MINE_RISK

    def _steps(self, own: Soldier) -> Iterator[Point]:
        """Places worth a thought: headings at half and full reach, and next to enemies in reach."""
        reach = self.measures.tile * 0.999
        if "explosion" in self.hand:
            nearest = min(dist((own.x, own.y), (enemy.x, enemy.y)) for enemy in self.theirs)
            if nearest < self.measures.tile * 3:
                for step in range(_HEADINGS):
                    way = pi * 2 * step / _HEADINGS
                    yield own.x + reach * cos(way), own.y + reach * sin(way)
        if "hammers" in self.hand:
            beside = self.measures.cube * 1.6
            for enemy in self.theirs:
                dx, dy = own.x - enemy.x, own.y - enemy.y
                far = hypot(dx, dy)
                if self.measures.cube < far - beside <= reach:
                    yield enemy.x + dx / far * beside, enemy.y + dy / far * beside

    def best_place(self, rng: Random) -> Point | None:
        """A free place that is far from everybody, so that no blast takes it with others."""
        from grenade_salad.games.salad import table

        width, height = self.measures.table
        edge = self.measures.cube
        points = [(rng.uniform(edge, width - edge), rng.uniform(edge, height - edge)) for _ in range(_PLACES)]

        def room(point: Point) -> float:
            return min((dist(point, (soldier.x, soldier.y)) for soldier in self.view.soldiers), default=0.0)

        for point in sorted(points, key=room, reverse=True):
            if table.why_not_place(self.measures, self.view.soldiers, point[0], point[1], 0.0) is None:
                return point
        return None
