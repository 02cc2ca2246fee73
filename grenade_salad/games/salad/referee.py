"""The judge for a table: whom one soldier sees, whom it reaches, and whom it would kill, with the numbers.

It is a pure function of what lies on the table: it settles a quarrel over a real game, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

from grenade_salad.games.salad import physics
from grenade_salad.games.salad.legality import in_reach
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Block, Measures, Point, Soldier


@dataclass(frozen=True, slots=True)
class Other:
    """What one soldier could do to another one, lengths in mm.

    `apart` is from centre to centre, `gap` from edge to edge. `free` of `rays` lines of sight are free, and `blocker`
    is in the way of the best one, `line`, where none is (GS-17). `strikes` is whether it is close enough for Hammers
    (GS-16). `at` is where a grenade lands that is thrown straight at it, as far as it flies, and `kills` whom that
    would kill (GS-18, GS-19).
    """

    soldier: Soldier
    apart: float
    gap: float
    free: int
    rays: int
    blocker: int | Block | None
    line: physics.Ray
    strikes: bool
    at: Point
    kills: tuple[int, ...]

    @property
    def sees(self) -> bool:
        """Whether there is a line of sight (GS-17)."""
        return self.free > 0


@dataclass(frozen=True, slots=True)
class Judgement:
    """All others, the nearest first, and whom a mine under this soldier would kill, itself among them (GS-21)."""

    soldier: Soldier
    others: tuple[Other, ...]
    mine: tuple[int, ...]


def judge(options: SaladOptions, soldiers: Sequence[Soldier], number: int, blocks: tuple[Block, ...] = ()) -> Judgement:
    """What the soldier of that number sees, reaches and would kill. Raises KeyError if it is not on the table."""
    where = {soldier.id: soldier for soldier in soldiers}
    one = where[number]
    measures = options.measures(blocks)
    others = [_of(options, measures, soldiers, one, other) for other in soldiers if other.id != number]
    others.sort(key=lambda other: (other.apart, other.soldier.id))
    return Judgement(one, tuple(others), physics.blast(measures, soldiers, (one.x, one.y)))


def _of(options: SaladOptions, measures: Measures, soldiers: Sequence[Soldier], one: Soldier, other: Soldier) -> Other:
    sight = physics.sight(measures, soldiers, one.id, other.id, options.sight)
    apart = dist((one.x, one.y), (other.x, other.y))
    gap = physics.gap(measures, one, other)
    flies = min(1.0, measures.tile / apart) if apart else 1.0
    at = (one.x + flies * (other.x - one.x), one.y + flies * (other.y - one.y))
    return Other(
        soldier=other,
        apart=apart,
        gap=gap,
        free=sum(ray.blocker is None for ray in sight.rays),
        rays=len(sight.rays),
        blocker=None if sight.free else sight.blocker,
        line=sight.rays[sight.best],
        strikes=in_reach(options, gap),
        at=at,
        kills=physics.blast(measures, soldiers, at),
    )
