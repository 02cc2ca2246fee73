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
    """The relation of one soldier to another; lengths are in mm."""

    soldier: Soldier
    distance: float
    """From centre to centre."""
    gap: float
    """From edge to edge."""
    free_rays: int
    """The number of free lines of sight (GS-17)."""
    ray_count: int
    """The number of all lines of sight."""
    blocker: int | Block | None
    """The soldier or block that is in the way of `best_ray`, if no line is free."""
    best_ray: physics.Ray
    can_strike: bool
    """True if it is close enough for Hammers (GS-16)."""
    landing_point: Point
    """The point where a grenade lands that is thrown straight at it (GS-18)."""
    victims: tuple[int, ...]
    """The soldiers that this grenade would kill (GS-19)."""

    @property
    def has_sight(self) -> bool:
        """True if there is a line of sight (GS-17)."""
        return self.free_rays > 0


@dataclass(frozen=True, slots=True)
class Judgement:
    """The relations of one soldier to all others."""

    soldier: Soldier
    relations: tuple[SoldierRelation, ...]
    """The nearest first."""
    mine_victims: tuple[int, ...]
    """The soldiers that a mine under it would kill, itself among them (GS-21)."""


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
