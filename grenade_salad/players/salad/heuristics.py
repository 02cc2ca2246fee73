"""Values of steps in Grenade Salad, in points, from what the table shows.

Hundreds of places are compared at once; only the proposed ones are checked with the physics.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, dist, pi, sin, sqrt
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from grenade_salad.core import Action
from grenade_salad.games.salad import Arrow, Circles, Explosion, Footpath, Hammers, Move, Pointer, placement
from grenade_salad.games.salad.pieces import Point, Soldier
from grenade_salad.games.salad.vector_geometry import Floats, blast_hits, point_array, pose_arrays
from grenade_salad.games.salad.view import SaladView
from grenade_salad.players.exact_math import length, on_grid

Indexes: TypeAlias = NDArray[np.intp]

_HEADINGS = on_grid(np.array([(cos(pi * 2 * step / 8), sin(pi * 2 * step / 8)) for step in range(8)]), 40)
_REACH_SHARE = 0.999
"""Share of a reach that is used, so that rounding never exceeds it."""
_SOLDIER_POINTS = 3.0
"""Points of a living soldier (GS-27)."""
_MINE_RISK = 0.35
"""Weight of the possible loss by a mine when a soldier is moved or placed."""
_LAST_MINE_BONUS = 0.5
"""Extra points that the last mine must bring, with three players and more.

With two, hands fill up with cards that fit nothing, and a player that waits for more draws no other card.
"""
_HAMMERS_BONUS = 1.0
"""Extra points of Hammers with two players: an enemy is seldom that near."""
_PLACE_TRIES = 80
"""Number of places that are tried for a Pointer."""
_IMPOSSIBLE = -1e9
"""The value if there is nothing to throw at."""


class TableAnalysis:
    """An analysis of the table for one seat."""

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
        """Return what each soldier is worth to the seat whose blast hits it.

        Taken ones count a point, living ones three.
        """
        return np.where(self._owner == owner, 1 - _SOLDIER_POINTS, self._kill_worth)

    def best_mine(self, legal: Sequence[Action]) -> Action | None:
        """Return the most valuable mine, if it is worth more than the card.

        All mines are computed without one in hand, too: the time of an answer must not reveal a mine (GS-25).
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
        """Return the best action with each card, with its value in points."""
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
        """Return the number of own soldiers near the target.

        The nearest enemy is hit first.
        """
        enemy = next(soldier for soldier in self.theirs if soldier.id == target)
        reach = self.measures.tile + self.measures.blast_radius
        return sum(dist((enemy.x, enemy.y), (own_soldier.x, own_soldier.y)) < reach for own_soldier in self.mine)

    def best_throws(self) -> dict[int, tuple[float, Point]]:
        """Return the best throw of each own soldier: its value and its point."""
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
        """Return candidate throws: at enemies, at middles of pairs, and at full reach.

        For k throws from any of p spots: the index of the spot (k,), in ascending order, and the point (k, 2).
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
        """Return the value of the two best cards of the hand after each move.

        Shots from afar are left out. For p cases: the indexes of soldiers (p,), and their new places (p, 2).
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
        """Return the number of pairs of soldier and enemy in reach of a blow (p,)."""
        near, theirs = self.measures.cube * 1.9, self._xy[self._enemy_indexes]
        near_counts = (_distances(self._xy, theirs) < near).sum(axis=1)
        blows: Floats = (
            near_counts[self._own_indexes].sum() - near_counts[moved] + (_distances(to, theirs) < near).sum(axis=1)
        )
        return blows

    def _best_throw_of_others(self, moved: Indexes, to: Floats) -> Floats:
        """Return the value of the best throw of the soldiers that stay (p,)."""
        thrower, targets = self._find_throws(self._xy[self._own_indexes])
        prices = self._prices(self.seat)
        hit = blast_hits(targets, self.measures, self._xy, self._angle)
        moved_hit = blast_hits(targets, self.measures, to, self._angle[moved])
        worth = (hit @ prices)[:, None] + (moved_hit.astype(float) - hit[:, moved]) * prices[moved]
        worth[self._own_indexes[thrower][:, None] == moved] = _IMPOSSIBLE
        best: Floats = worth.max(axis=0, initial=_IMPOSSIBLE)
        return best

    def _best_throw_from(self, moved: Indexes, to: Floats) -> Floats:
        """Return the value of the best throw of the moved soldier (p,)."""
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
        """Return a move that gains more than it risks, or a step towards an enemy."""
        if not ({"hammers", "explosion"} & set(self.hand)) or not self.theirs or not self.mine:
            return None
        steps = [
            (int(index), to) for index in self._own_indexes for to in self._candidate_steps(self.view.soldiers[index])
        ]
        # The first case is no move.
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
        """Return the move, None if the place is taken."""
        blocked = placement.why_not_place(self.measures, self.view.soldiers, to[0], to[1], soldier.angle, soldier.id)
        return None if blocked else Move(self.seat, soldier.id, to, soldier.angle)

    def _approach(self) -> Move | None:
        """Return a step towards the nearest enemy, if nobody can be struck yet."""
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
        """Return the possible loss by a mine under each of the moved soldiers (p,)."""
        owners = sorted({soldier.seat for soldier in self.theirs if self.view.hands[soldier.seat]})
        hit = blast_hits(to, self.measures, self._xy, self._angle)
        hit[np.arange(len(moved)), moved] = True
        worst = np.zeros(len(moved))
        for owner in owners:
            worst = np.maximum(worst, hit @ self._prices(owner))
        return worst * _MINE_RISK

    def _candidate_steps(self, soldier: Soldier) -> Iterator[Point]:
        """Yield candidate places: at full reach, and next to enemies in reach."""
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
        """Return a free place far from all soldiers.

        No blast hits it together with others then.
        """
        width, height = self.measures.table
        edge = self.measures.cube
        places = [(rng.uniform(edge, width - edge), rng.uniform(edge, height - edge)) for _ in range(_PLACE_TRIES)]
        space = _distances(point_array(places), self._xy).min(axis=1, initial=1e9)
        for index in np.argsort(-space, kind="stable").tolist():
            x, y = places[index]
            if placement.why_not_place(self.measures, self.view.soldiers, x, y, 0.0) is None:
                return x, y
        return None


def _distances(starts: Floats, ends: Floats) -> Floats:
    """Return the distances from each of m points to each of n (m, n)."""
    offset = starts[:, None] - ends
    distances: Floats = length(offset[..., 0], offset[..., 1])
    return distances
