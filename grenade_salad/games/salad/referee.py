"""The judge for a table: whom one soldier sees, whom it reaches, and whom it would kill, with the numbers.

It is a pure function of what lies on the table: it settles a quarrel over a real game, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

from grenade_salad.games.salad import physics
from grenade_salad.games.salad.legality import is_in_reach
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Block, Measures, Point, Soldier


@dataclass(frozen=True, slots=True)
class SoldierRelation:
    """What one soldier could do to another one, lengths in mm.

    `apart` is from centre to centre, `gap` from edge to edge. `free` of `rays` lines of sight are free, and `blocker`
    is in the way of the best one, `line`, where none is (GS-17). `strikes` is whether it is close enough for Hammers
    (GS-16). `at` is where a grenade lands that is thrown straight at it, as far as it flies, and `victims` whom that
    would kill (GS-18, GS-19).
    """

    soldier: Soldier
    distance: float
    gap: float
    free_rays: int
    ray_count: int
    blocker: int | Block | None
    best_ray: physics.Ray
    can_strike: bool
    landing_point: Point
    victims: tuple[int, ...]

    @property
    def has_sight(self) -> bool:
        """Whether there is a line of sight (GS-17)."""
        return self.free_rays > 0


@dataclass(frozen=True, slots=True)
class Judgement:
    """All others, the nearest first, and whom a mine under this soldier would kill, itself among them (GS-21)."""

    soldier: Soldier
    relations: tuple[SoldierRelation, ...]
    mine_victims: tuple[int, ...]


def judge_soldier(
    options: SaladOptions, soldiers: Sequence[Soldier], soldier_id: int, blocks: tuple[Block, ...] = ()
) -> Judgement:
    """What the soldier of that number sees, reaches and would kill. Raises KeyError if it is not on the table."""
    soldiers_by_id = {soldier.id: soldier for soldier in soldiers}
    soldier = soldiers_by_id[soldier_id]
    measures = options.measures(blocks)
    relations = [
        _judge_pair(options, measures, soldiers, soldier, target) for target in soldiers if target.id != soldier_id
    ]
    relations.sort(key=lambda relation: (relation.distance, relation.soldier.id))
    return Judgement(soldier, tuple(relations), physics.blast_victims(measures, soldiers, (soldier.x, soldier.y)))


def _judge_pair(
    options: SaladOptions, measures: Measures, soldiers: Sequence[Soldier], soldier: Soldier, target: Soldier
) -> SoldierRelation:
    sight = physics.sight(measures, soldiers, soldier.id, target.id, options.sight)
    apart = dist((soldier.x, soldier.y), (target.x, target.y))
    gap = physics.gap(measures, soldier, target)
    flight_share = min(1.0, measures.tile / apart) if apart else 1.0
    landing_point = (
        soldier.x + flight_share * (target.x - soldier.x),
        soldier.y + flight_share * (target.y - soldier.y),
    )
    return SoldierRelation(
        soldier=target,
        distance=apart,
        gap=gap,
        free_rays=sum(ray.blocker is None for ray in sight.rays),
        ray_count=len(sight.rays),
        blocker=None if sight.free else sight.blocker,
        best_ray=sight.rays[sight.best],
        can_strike=is_in_reach(options, gap),
        landing_point=landing_point,
        victims=physics.blast_victims(measures, soldiers, landing_point),
    )
