"""What a player of Grenade Salad can read off the table: what each step would be worth, in points.

Hundreds of places are looked at in one go; only what is then proposed is asked of the real table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, dist, pi, sin, sqrt
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from grenade_salad.core import Action
from grenade_salad.games.salad import Arrow, Circles, Explosion, Footpath, Hammers, Move, Pointer
from grenade_salad.games.salad.pieces import Point, Soldier
from grenade_salad.games.salad.vector_geometry import Floats, hits, placed, points
from grenade_salad.games.salad.view import SaladView
from grenade_salad.players.exact_math import length, on_grid

Indexes: TypeAlias = NDArray[np.intp]

_HEADINGS = on_grid(np.array([(cos(pi * 2 * step / 8), sin(pi * 2 * step / 8)) for step in range(8)]), 40)
_INSIDE = 0.999
"""Which part of a reach is used, so that rounding never makes it too far."""
_SOLDIER = 3.0
"""Points that a living soldier counts (GS-27)."""
_MINE_RISK = 0.35
"""How much of what a mine could do is feared, when a soldier is moved or placed."""
_LAST_MINE = 0.5
"""How much more than one soldier the last mine must take, in points, with three and more. With two, hands fill up with
cards that fit nothing, and who waits for more draws no other."""
_SELDOM = 1.0
"""What Hammers count more than they bring with two: somebody is seldom so near."""
_PLACES = 80
"""How many places a Pointer is tried at."""
_NEVER = -1e9
"""What it is worth if nothing can be thrown at."""


class Sense:
    """One look at the table with the eyes of one seat."""

    def __init__(self, view: SaladView, seat: int) -> None:
        hand = view.hands[seat]
        assert not isinstance(hand, int)
        self.view = view
        self.seat = seat
        self.hand = hand
        self.measures = view.measures()
        self._two = len(view.hands) == 2
        self.mine = [soldier for soldier in view.soldiers if soldier.seat == seat]
        self.theirs = [soldier for soldier in view.soldiers if soldier.seat != seat]
        self._worth = 1 + _SOLDIER / max(1, len(view.hands) - 1)
        self._xy, self._angle = placed(view.soldiers)
        self._owner = np.array([soldier.seat for soldier in view.soldiers], dtype=np.intp)
        self._own, self._enemies = np.flatnonzero(self._owner == seat), np.flatnonzero(self._owner != seat)

    def _prices(self, by: int) -> Floats:
        """What each soldier is worth to the seat whose blast hits it: taken ones count a point, living ones three."""
        return np.where(self._owner == by, 1 - _SOLDIER, self._worth)

    def best_mine(self, legal: Sequence[Action]) -> Action | None:
        """The mine that is worth most, if it is worth more than the card.

        All of them are thought over without a mine too: how long an answer takes must not tell who has one (GS-25).
        """
        where = {soldier.id: (soldier.x, soldier.y) for soldier in self.view.soldiers}
        at = points([where[soldier] for soldier in self.view.triggers])
        worth = hits(at, self.measures, self._xy, self._angle) @ self._prices(self.seat)
        values = dict(zip(self.view.triggers, worth.tolist(), strict=True))
        mines = [action for action in legal if isinstance(action, Footpath)]
        best = max(mines, key=lambda action: values[action.soldier], default=None)
        spare = self.view.end_phase or self.hand.count("footpath") > 1 or self._two
        enough = self._worth if spare else self._worth + _LAST_MINE
        return best if best and values[best.soldier] >= enough else None

    def cards(self, legal: Sequence[Action], rng: Random) -> list[tuple[float, Action]]:
        """What can be done with each card now, with what it is worth."""
        throws = self.best_throws() if any(isinstance(action, Explosion) for action in legal) else {}
        found: list[tuple[float, Action]] = []
        for action in legal:
            match action:
                case Hammers() | Arrow():
                    more = _SELDOM if self._two and isinstance(action, Hammers) else 0.0
                    found.append((self._worth + self._threat(action.target) / 10 + more, action))
                case Explosion():
                    value, at = throws[action.soldier]
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

    def best_throws(self) -> dict[int, tuple[float, Point]]:
        """Where each own soldier throws a grenade best, and what that is worth."""
        thrower, at = self._throws(self._xy[self._own])
        worth = hits(at, self.measures, self._xy, self._angle) @ self._prices(self.seat)
        best: dict[int, tuple[float, Point]] = {own.id: (_NEVER, (own.x, own.y)) for own in self.mine}
        for index, value, (x, y) in zip(thrower.tolist(), worth.tolist(), at.tolist(), strict=True):
            soldier = self.mine[index].id
            if value > best[soldier][0]:
                best[soldier] = (value, (x, y))
        return best

    def _throws(self, spots: Floats) -> tuple[Indexes, Floats]:
        """Points worth a thought: enemies, middles of pairs of them, and the limit of the reach.

        For k throws from any of p spots: from which spot (k,), in ascending order, and where to (k, 2).
        """
        theirs, tile = self._xy[self._enemies], self.measures.tile
        one, other = np.triu_indices(len(theirs), 1)
        aims = np.concatenate((theirs, (theirs[one] + theirs[other]) / 2))
        reach = (tile + self.measures.blast_radius + self.measures.cube) * 1.5
        near = _far(spots, theirs) < reach
        ring = np.ones((len(spots), len(_HEADINGS)), dtype=bool)
        spot, aim = np.nonzero(np.concatenate((near, near[:, one] & near[:, other], ring), axis=1))
        start = spots[spot]
        wanted = start + tile * _HEADINGS[np.maximum(aim - len(aims), 0)]
        aimed = aim < len(aims)
        wanted[aimed] = aims[aim[aimed]]
        way = wanted - start
        far, limit = length(way[:, 0], way[:, 1]), tile * _INSIDE
        at = start + way * np.where(far <= limit, 1.0, limit / np.maximum(far, limit))[:, None]
        on = ((at >= 0) & (at <= self.measures.table)).all(axis=1)
        return spot[on], at[on]

    def _prospects(self, moved: Indexes, to: Floats) -> Floats:
        """What the two best cards of the hand are worth if one soldier stood elsewhere; sniping is left out.

        For p cases: the indexes of soldiers (p,), and where to (p, 2).
        """
        blows = np.zeros(len(moved))
        if "hammers" in self.hand:
            blows = np.minimum(self._blows(moved, to), self.hand.count("hammers"))
        if "explosion" not in self.hand:
            return self._worth * np.minimum(blows, 2)
        throw = np.maximum(self._throws_of_others(moved, to), self._throws_from(moved, to))
        second = np.where(blows > 1, np.maximum(throw, self._worth), throw)
        return np.where(blows > 0, self._worth, 0.0) + second

    def _blows(self, moved: Indexes, to: Floats) -> Floats:
        """How many pairs of an own soldier and an enemy are near enough for a blow (p,)."""
        near, theirs = self.measures.cube * 1.9, self._xy[self._enemies]
        now = (_far(self._xy, theirs) < near).sum(axis=1)
        blows: Floats = now[self._own].sum() - now[moved] + (_far(to, theirs) < near).sum(axis=1)
        return blows

    def _throws_of_others(self, moved: Indexes, to: Floats) -> Floats:
        """What the best throw of those who stay is worth (p,)."""
        thrower, at = self._throws(self._xy[self._own])
        prices = self._prices(self.seat)
        hit = hits(at, self.measures, self._xy, self._angle)
        there = hits(at, self.measures, to, self._angle[moved])
        worth = (hit @ prices)[:, None] + (there.astype(float) - hit[:, moved]) * prices[moved]
        worth[self._own[thrower][:, None] == moved] = _NEVER
        best: Floats = worth.max(axis=0, initial=_NEVER)
        return best

    def _throws_from(self, moved: Indexes, to: Floats) -> Floats:
        """What the best throw of the one that is moved is worth (p,)."""
        case, at = self._throws(to)
        prices, who = self._prices(self.seat), moved[case]
        hit = hits(at, self.measures, self._xy, self._angle)
        own = np.searchsorted(self._own, who)
        itself = hits(at - to[case], self.measures, np.zeros((len(self._own), 2)), self._angle[self._own])
        rows = np.arange(len(at))
        worth = hit @ prices + (itself[rows, own].astype(float) - hit[rows, who]) * prices[who]
        best = np.full(len(moved), _NEVER)
        np.maximum.at(best, case, worth)
        return best

    def best_move(self) -> Move | None:
        """A move that makes the cards of the hand worth more than it risks, or a step towards that."""
        if not ({"hammers", "explosion"} & set(self.hand)) or not self.theirs or not self.mine:
            return None
        steps = [(int(index), to) for index in self._own for to in self._steps(self.view.soldiers[index])]
        # The first case is that nobody moves.
        moved = np.array([self._own[0], *(index for index, _ in steps)], dtype=np.intp)
        to = points([(self.mine[0].x, self.mine[0].y), *(to for _, to in steps)])
        worth = self._prospects(moved, to)
        better = np.flatnonzero(worth - worth[0] > 0.5)
        gain = (worth - worth[0])[better] - self._mine_risk(moved[better], to[better])
        for row in np.argsort(-gain, kind="stable")[:12].tolist():
            index, place = steps[better[row] - 1]
            if gain[row] > 0.5 and (move := self._put(self.view.soldiers[index], place)):
                return move
        return self._approach() if "hammers" in self.hand else None

    def _put(self, own: Soldier, to: Point) -> Move | None:
        """The move, if there is room."""
        from grenade_salad.games.salad import physics

        blocked = physics.why_not_place(self.measures, self.view.soldiers, to[0], to[1], own.angle, own.id)
        return None if blocked else Move(self.seat, own.id, to, own.angle)

    def _approach(self) -> Move | None:
        """A step towards the nearest enemy, if nobody can be struck yet."""
        spaces = _far(self._xy[self._own], self._xy[self._enemies])
        row, column = divmod(int(spaces.argmin()), len(self.theirs))
        far, own, enemy = float(spaces[row, column]), self.mine[row], self.theirs[column]
        beside = self.measures.cube * 1.6
        if far < beside * 1.2:
            return None
        share = min(self.measures.tile * _INSIDE, far - beside) / far
        return self._put(own, (own.x + (enemy.x - own.x) * share, own.y + (enemy.y - own.y) * share))

    def _mine_risk(self, moved: Indexes, to: Floats) -> Floats:
        """What a mine under each of the moved soldiers could cost (p,)."""
        owners = sorted({soldier.seat for soldier in self.theirs if self.view.hands[soldier.seat]})
        hit = hits(to, self.measures, self._xy, self._angle)
        hit[np.arange(len(moved)), moved] = True
        worst = np.zeros(len(moved))
        for owner in owners:
            worst = np.maximum(worst, hit @ self._prices(owner))
        return worst * _MINE_RISK

    def _steps(self, own: Soldier) -> Iterator[Point]:
        """Places worth a thought: headings at full reach, and next to enemies in reach."""
        reach = self.measures.tile * _INSIDE
        if "explosion" in self.hand:
            nearest = min(dist((own.x, own.y), (enemy.x, enemy.y)) for enemy in self.theirs)
            if nearest < self.measures.tile * 3:
                for x, y in _HEADINGS.tolist():
                    yield own.x + reach * x, own.y + reach * y
        if "hammers" in self.hand:
            beside = self.measures.cube * 1.6
            for enemy in self.theirs:
                dx, dy = own.x - enemy.x, own.y - enemy.y
                far = sqrt(dx * dx + dy * dy)
                if self.measures.cube < far - beside <= reach:
                    yield enemy.x + dx / far * beside, enemy.y + dy / far * beside

    def best_place(self, rng: Random) -> Point | None:
        """A free place that is far from everybody, so that no blast takes it with others."""
        from grenade_salad.games.salad import physics

        width, height = self.measures.table
        edge = self.measures.cube
        places = [(rng.uniform(edge, width - edge), rng.uniform(edge, height - edge)) for _ in range(_PLACES)]
        room = _far(points(places), self._xy).min(axis=1, initial=1e9)
        for index in np.argsort(-room, kind="stable").tolist():
            x, y = places[index]
            if physics.why_not_place(self.measures, self.view.soldiers, x, y, 0.0) is None:
                return x, y
        return None


def _far(one: Floats, other: Floats) -> Floats:
    """From each of m points to each of n (m, n)."""
    way = one[:, None] - other
    far: Floats = length(way[..., 0], way[..., 1])
    return far
