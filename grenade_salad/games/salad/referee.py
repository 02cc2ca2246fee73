"""Referee for a table: whom a soldier sees, reaches and would kill, with numbers.

It is a pure function of the pieces on the table: it also settles disputes over a real game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

from grenade_salad.games.salad import physics, placement
from grenade_salad.games.salad.legality import is_in_reach
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Block, Measures, Point, Soldier


@dataclass(frozen=True, slots=True)
class SoldierRelation:
    """The relation of one soldier to another, lengths in mm.

    `distance` is from centre to centre, `gap` from edge to edge. `free_rays` of `ray_count` lines of sight are free,
    and `blocker` is in the way of the best one, `best_ray`, if none is (GS-17). `can_strike` is True if it is close
    enough for Hammers (GS-16). A grenade that is thrown straight at it lands at `landing_point`, as far as it flies,
    and would kill `victims` (GS-18, GS-19).
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
        """True if there is a line of sight (GS-17)."""
        return self.free_rays > 0


@dataclass(frozen=True, slots=True)
class Judgement:
    """The relations of one soldier to all others, the nearest first.

    `mine_victims` are the soldiers that a mine under it would kill, itself among them (GS-21).
    """

    soldier: Soldier
    relations: tuple[SoldierRelation, ...]
    mine_victims: tuple[int, ...]


def judge_soldier(
    options: SaladOptions, soldiers: Sequence[Soldier], soldier_id: int, blocks: tuple[Block, ...] = ()
) -> Judgement:
    """Return what a soldier sees, reaches and would kill.

    Raises `KeyError` if it is not on the table.
    """
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
    gap = placement.gap(measures, soldier, target)
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
