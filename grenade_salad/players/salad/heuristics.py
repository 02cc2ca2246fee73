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
from grenade_salad.games.salad.vector_geometry import Floats, blast_hits, point_array, pose_arrays
from grenade_salad.games.salad.view import SaladView
from grenade_salad.players.exact_math import length, on_grid

Indexes: TypeAlias = NDArray[np.intp]

_HEADINGS = on_grid(np.array([(cos(pi * 2 * step / 8), sin(pi * 2 * step / 8)) for step in range(8)]), 40)
_REACH_SHARE = 0.999
"""Which part of a reach is used, so that rounding never makes it too far."""
_SOLDIER_POINTS = 3.0
"""Points that a living soldier counts (GS-27)."""
_MINE_RISK = 0.35
"""How much of what a mine could do is feared, when a soldier is moved or placed."""
_LAST_MINE_BONUS = 0.5
"""How much more than one soldier the last mine must take, in points, with three and more. With two, hands fill up with
cards that fit nothing, and who waits for more draws no other."""
_HAMMERS_BONUS = 1.0
"""What Hammers count more than they bring with two: somebody is seldom so near."""
_PLACE_TRIES = 80
"""How many places a Pointer is tried at."""
_IMPOSSIBLE = -1e9
"""What it is worth if nothing can be thrown at."""


class TableAnalysis:
    """One look at the table with the eyes of one seat."""

    def __init__(self, view: SaladView, seat: int) -> None:
        hand = view.hands[seat]
        assert not isinstance(hand, int)
        self.view = view
        self.seat = seat
        self.hand = hand
        self.measures = view.measures()
        self._is_duel = len(view.hands) == 2
        self.mine = [soldier for soldier in view.soldiers if soldier.seat == seat]
        self.theirs = [soldier for soldier in view.soldiers if soldier.seat != seat]
        self._kill_worth = 1 + _SOLDIER_POINTS / max(1, len(view.hands) - 1)
        self._xy, self._angle = pose_arrays(view.soldiers)
        self._owner = np.array([soldier.seat for soldier in view.soldiers], dtype=np.intp)
        self._own_indexes, self._enemy_indexes = (
            np.flatnonzero(self._owner == seat),
            np.flatnonzero(self._owner != seat),
        )

    def _prices(self, owner: int) -> Floats:
        """What each soldier is worth to the seat whose blast hits it: taken ones count a point, living ones three."""
        return np.where(self._owner == owner, 1 - _SOLDIER_POINTS, self._kill_worth)

    def best_mine(self, legal: Sequence[Action]) -> Action | None:
        """The mine that is worth most, if it is worth more than the card.

        All of them are thought over without a mine too: how long an answer takes must not tell who has one (GS-25).
        """
        positions = {soldier.id: (soldier.x, soldier.y) for soldier in self.view.soldiers}
        spots = point_array([positions[soldier] for soldier in self.view.triggers])
        worth = blast_hits(spots, self.measures, self._xy, self._angle) @ self._prices(self.seat)
        values = dict(zip(self.view.triggers, worth.tolist(), strict=True))
        mines = [action for action in legal if isinstance(action, Footpath)]
        best = max(mines, key=lambda action: values[action.soldier], default=None)
        is_spare = self.view.end_phase or self.hand.count("footpath") > 1 or self._is_duel
        minimum = self._kill_worth if is_spare else self._kill_worth + _LAST_MINE_BONUS
        return best if best and values[best.soldier] >= minimum else None

    def rate_cards(self, legal: Sequence[Action], rng: Random) -> list[tuple[float, Action]]:
        """What can be done with each card now, with what it is worth."""
        throws = self.best_throws() if any(isinstance(action, Explosion) for action in legal) else {}
        rated: list[tuple[float, Action]] = []
        for action in legal:
            match action:
                case Hammers() | Arrow():
                    bonus = _HAMMERS_BONUS if self._is_duel and isinstance(action, Hammers) else 0.0
                    rated.append((self._kill_worth + self._count_threatened(action.target) / 10 + bonus, action))
                case Explosion():
                    value, target = throws[action.soldier]
                    rated.append((value, Explosion(self.seat, action.soldier, target)))
                case Circles():
                    rated.append(
                        (min(3, self.view.reserve[self.seat]) * _SOLDIER_POINTS * 0.8, Circles(self.seat, 200.0))
                    )
                case Pointer():
                    if place := self.best_place(rng):
                        rated.append((_SOLDIER_POINTS * 0.95, Pointer(self.seat, place, 0.0)))
        return rated

    def _count_threatened(self, target: int) -> float:
        """How many of the own soldiers stand near this one: the nearest enemy goes first."""
        enemy = next(soldier for soldier in self.theirs if soldier.id == target)
        reach = self.measures.tile + self.measures.blast_radius
        return sum(dist((enemy.x, enemy.y), (own_soldier.x, own_soldier.y)) < reach for own_soldier in self.mine)

    def best_throws(self) -> dict[int, tuple[float, Point]]:
        """Where each own soldier throws a grenade best, and what that is worth."""
        thrower, targets = self._find_throws(self._xy[self._own_indexes])
        worth = blast_hits(targets, self.measures, self._xy, self._angle) @ self._prices(self.seat)
        best: dict[int, tuple[float, Point]] = {
            soldier.id: (_IMPOSSIBLE, (soldier.x, soldier.y)) for soldier in self.mine
        }
        for index, value, (x, y) in zip(thrower.tolist(), worth.tolist(), targets.tolist(), strict=True):
            soldier_id = self.mine[index].id
            if value > best[soldier_id][0]:
                best[soldier_id] = (value, (x, y))
        return best

    def _find_throws(self, spots: Floats) -> tuple[Indexes, Floats]:
        """Points worth a thought: enemies, middles of pairs of them, and the limit of the reach.

        For k throws from any of p spots: from which spot (k,), in ascending order, and where to (k, 2).
        """
        theirs, tile = self._xy[self._enemy_indexes], self.measures.tile
        first, second = np.triu_indices(len(theirs), 1)
        aims = np.concatenate((theirs, (theirs[first] + theirs[second]) / 2))
        reach = (tile + self.measures.blast_radius + self.measures.cube) * 1.5
        near = _distances(spots, theirs) < reach
        ring = np.ones((len(spots), len(_HEADINGS)), dtype=bool)
        spot, aim = np.nonzero(np.concatenate((near, near[:, first] & near[:, second], ring), axis=1))
        start = spots[spot]
        wanted = start + tile * _HEADINGS[np.maximum(aim - len(aims), 0)]
        is_aimed = aim < len(aims)
        wanted[is_aimed] = aims[aim[is_aimed]]
        offset = wanted - start
        distance, limit = length(offset[:, 0], offset[:, 1]), tile * _REACH_SHARE
        targets = start + offset * np.where(distance <= limit, 1.0, limit / np.maximum(distance, limit))[:, None]
        is_on_table = ((targets >= 0) & (targets <= self.measures.table)).all(axis=1)
        return spot[is_on_table], targets[is_on_table]

    def _prospects(self, moved: Indexes, to: Floats) -> Floats:
        """What the two best cards of the hand are worth if one soldier stood elsewhere; sniping is left out.

        For p cases: the indexes of soldiers (p,), and where to (p, 2).
        """
        blows = np.zeros(len(moved))
        if "hammers" in self.hand:
            blows = np.minimum(self._count_blows(moved, to), self.hand.count("hammers"))
        if "explosion" not in self.hand:
            return self._kill_worth * np.minimum(blows, 2)
        throw = np.maximum(self._best_throw_of_others(moved, to), self._best_throw_from(moved, to))
        second = np.where(blows > 1, np.maximum(throw, self._kill_worth), throw)
        return np.where(blows > 0, self._kill_worth, 0.0) + second

    def _count_blows(self, moved: Indexes, to: Floats) -> Floats:
        """How many pairs of an own soldier and an enemy are near enough for a blow (p,)."""
        near, theirs = self.measures.cube * 1.9, self._xy[self._enemy_indexes]
        near_counts = (_distances(self._xy, theirs) < near).sum(axis=1)
        blows: Floats = (
            near_counts[self._own_indexes].sum() - near_counts[moved] + (_distances(to, theirs) < near).sum(axis=1)
        )
        return blows

    def _best_throw_of_others(self, moved: Indexes, to: Floats) -> Floats:
        """What the best throw of those who stay is worth (p,)."""
        thrower, targets = self._find_throws(self._xy[self._own_indexes])
        prices = self._prices(self.seat)
        hit = blast_hits(targets, self.measures, self._xy, self._angle)
        moved_hit = blast_hits(targets, self.measures, to, self._angle[moved])
        worth = (hit @ prices)[:, None] + (moved_hit.astype(float) - hit[:, moved]) * prices[moved]
        worth[self._own_indexes[thrower][:, None] == moved] = _IMPOSSIBLE
        best: Floats = worth.max(axis=0, initial=_IMPOSSIBLE)
        return best

    def _best_throw_from(self, moved: Indexes, to: Floats) -> Floats:
        """What the best throw of the one that is moved is worth (p,)."""
        case, targets = self._find_throws(to)
        prices, throwers = self._prices(self.seat), moved[case]
        hit = blast_hits(targets, self.measures, self._xy, self._angle)
        own_row = np.searchsorted(self._own_indexes, throwers)
        self_hit = blast_hits(
            targets - to[case], self.measures, np.zeros((len(self._own_indexes), 2)), self._angle[self._own_indexes]
        )
        rows = np.arange(len(targets))
        worth = hit @ prices + (self_hit[rows, own_row].astype(float) - hit[rows, throwers]) * prices[throwers]
        best = np.full(len(moved), _IMPOSSIBLE)
        np.maximum.at(best, case, worth)
        return best

    def best_move(self) -> Move | None:
        """A move that makes the cards of the hand worth more than it risks, or a step towards that."""
        if not ({"hammers", "explosion"} & set(self.hand)) or not self.theirs or not self.mine:
            return None
        steps = [
            (int(index), to) for index in self._own_indexes for to in self._candidate_steps(self.view.soldiers[index])
        ]
        # The first case is that nobody moves.
        moved = np.array([self._own_indexes[0], *(index for index, _ in steps)], dtype=np.intp)
        to = point_array([(self.mine[0].x, self.mine[0].y), *(to for _, to in steps)])
        worth = self._prospects(moved, to)
        better = np.flatnonzero(worth - worth[0] > 0.5)
        gain = (worth - worth[0])[better] - self._mine_risk(moved[better], to[better])
        for row in np.argsort(-gain, kind="stable")[:12].tolist():
            index, place = steps[better[row] - 1]
            if gain[row] > 0.5 and (move := self._make_move(self.view.soldiers[index], place)):
                return move
        return self._approach() if "hammers" in self.hand else None

    def _make_move(self, soldier: Soldier, to: Point) -> Move | None:
        """The move, if there is room."""
        from grenade_salad.games.salad import physics

        blocked = physics.why_not_place(self.measures, self.view.soldiers, to[0], to[1], soldier.angle, soldier.id)
        return None if blocked else Move(self.seat, soldier.id, to, soldier.angle)

    def _approach(self) -> Move | None:
        """A step towards the nearest enemy, if nobody can be struck yet."""
        distances = _distances(self._xy[self._own_indexes], self._xy[self._enemy_indexes])
        row, column = divmod(int(distances.argmin()), len(self.theirs))
        distance, soldier, enemy = float(distances[row, column]), self.mine[row], self.theirs[column]
        strike_distance = self.measures.cube * 1.6
        if distance < strike_distance * 1.2:
            return None
        share = min(self.measures.tile * _REACH_SHARE, distance - strike_distance) / distance
        return self._make_move(
            soldier, (soldier.x + (enemy.x - soldier.x) * share, soldier.y + (enemy.y - soldier.y) * share)
        )

    def _mine_risk(self, moved: Indexes, to: Floats) -> Floats:
        """What a mine under each of the moved soldiers could cost (p,)."""
        owners = sorted({soldier.seat for soldier in self.theirs if self.view.hands[soldier.seat]})
        hit = blast_hits(to, self.measures, self._xy, self._angle)
        hit[np.arange(len(moved)), moved] = True
        worst = np.zeros(len(moved))
        for owner in owners:
            worst = np.maximum(worst, hit @ self._prices(owner))
        return worst * _MINE_RISK

    def _candidate_steps(self, soldier: Soldier) -> Iterator[Point]:
        """Places worth a thought: headings at full reach, and next to enemies in reach."""
        reach = self.measures.tile * _REACH_SHARE
        if "explosion" in self.hand:
            nearest = min(dist((soldier.x, soldier.y), (enemy.x, enemy.y)) for enemy in self.theirs)
            if nearest < self.measures.tile * 3:
                for x, y in _HEADINGS.tolist():
                    yield soldier.x + reach * x, soldier.y + reach * y
        if "hammers" in self.hand:
            strike_distance = self.measures.cube * 1.6
            for enemy in self.theirs:
                dx, dy = soldier.x - enemy.x, soldier.y - enemy.y
                distance = sqrt(dx * dx + dy * dy)
                if self.measures.cube < distance - strike_distance <= reach:
                    yield enemy.x + dx / distance * strike_distance, enemy.y + dy / distance * strike_distance

    def best_place(self, rng: Random) -> Point | None:
        """A free place that is far from everybody, so that no blast takes it with others."""
        from grenade_salad.games.salad import physics

        width, height = self.measures.table
        edge = self.measures.cube
        places = [(rng.uniform(edge, width - edge), rng.uniform(edge, height - edge)) for _ in range(_PLACE_TRIES)]
        space = _distances(point_array(places), self._xy).min(axis=1, initial=1e9)
        for index in np.argsort(-space, kind="stable").tolist():
            x, y = places[index]
            if physics.why_not_place(self.measures, self.view.soldiers, x, y, 0.0) is None:
                return x, y
        return None


def _distances(starts: Floats, ends: Floats) -> Floats:
    """From each of m points to each of n (m, n)."""
    offset = starts[:, None] - ends
    distances: Floats = length(offset[..., 0], offset[..., 1])
    return distances
