"""Candidate steps: moves, shots, blows, throws and places, from the geometry.

Every step is legal as far as numbers tell; only the chosen one is checked with the physics.
"""

from __future__ import annotations

from functools import lru_cache
from math import pi
from random import Random
from typing import TypeAlias

import numpy as np

from grenade_salad.core import Action
from grenade_salad.games.physics.release import FRICTION, GRAVITY, landings
from grenade_salad.games.salad import vector_geometry
from grenade_salad.games.salad.actions import (
    Arrow,
    Circles,
    End,
    Explosion,
    Footpath,
    Hammers,
    Move,
    Pointer,
    ThrowAway,
)
from grenade_salad.games.salad.pieces import SYMBOLS, Card, Measures, Point
from grenade_salad.games.salad.vector_geometry import Bools, Floats
from grenade_salad.players.exact_math import length, on_grid
from grenade_salad.players.salad.known_position import CARD_INDEX, Change, KnownPosition

Indexes: TypeAlias = np.ndarray[tuple[int], np.dtype[np.intp]]

_REACH_SHARE = 0.999
"""Share of a reach that is used, so that rounding never exceeds it."""
_STRIKE_CUBES = 1.6
"""Distance from an enemy's centre at which a soldier strikes it, in cubes."""
_HEADINGS = on_grid(np.stack((np.cos(np.arange(8) * pi / 4), np.sin(np.arange(8) * pi / 4)), axis=1), 40)
_MAX_PLACES = 12
"""Number of places of a kind that are compared for a Pointer."""
_MANY_SOLDIERS = 6
"""Number of soldiers from which on only their longest moves are compared."""
_MAX_THROWS = 8
"""Number of throws that are compared."""
HEIGHTS = (120.0, 200.0, 300.0)
"""Heights in mm from which Three Circles are dropped."""
_IMAGINED_DROPS = 3
"""Number of drops that are imagined for each height."""
_SURE_REACH = 0.02
"""Millimetres by which a blow must be in reach, as the physics measures."""


def own_soldiers(board: KnownPosition) -> Indexes:
    """Return the indexes of the own soldiers."""
    return np.flatnonzero(board.owner == 0)


def enemies(board: KnownPosition) -> Indexes:
    """Return the indexes of all other soldiers."""
    return np.flatnonzero(board.owner != 0)


def list_strikes(board: KnownPosition) -> list[Change]:
    """Return a blow and a shot at each enemy that can be reached."""
    from grenade_salad.games.salad import physics

    mine, theirs = own_soldiers(board), enemies(board)
    changes: list[Change] = []
    if not (len(mine) and len(theirs)):
        return changes
    if board.hand[CARD_INDEX["hammers"]] >= 1:
        changes += _list_blows(board, mine, theirs)
    if board.hand[CARD_INDEX["arrow"]] >= 1:
        is_visible = physics.visible_targets(board.measures, mine, theirs, board.xy, board.angle, board.options.sight)
        for target in np.flatnonzero(is_visible.any(axis=0)):
            shooter, enemy = int(mine[int(is_visible[:, target].argmax())]), int(theirs[target])
            shot = Arrow(board.seat, board.ids[shooter], board.ids[enemy])
            changes.append(Change(shot, (enemy,), card=CARD_INDEX["arrow"]))
    return changes


def _list_blows(board: KnownPosition, mine: Indexes, theirs: Indexes) -> list[Change]:
    cube = board.measures.cube
    near = cube - _SURE_REACH
    distances = length(*(board.xy[mine][:, None] - board.xy[theirs]).transpose(2, 0, 1))
    # Usually the centres show that no enemy is near enough.
    theirs = theirs[(distances < near + 1.5 * cube).any(axis=0)]
    if not len(theirs):
        return []
    space = vector_geometry.gaps(board.xy[mine], board.angle[mine], board.xy[theirs], board.angle[theirs], cube)
    changes = []
    for target in np.flatnonzero(space.min(axis=0) < near):
        killer = int(mine[int(space[:, target].argmin())])
        enemy = int(theirs[target])
        action = Hammers(board.seat, board.ids[killer], board.ids[enemy])
        changes.append(Change(action, (enemy,), card=CARD_INDEX["hammers"]))
    return changes


def blast_points(board: KnownPosition) -> tuple[Floats, Bools]:
    """Return points where a blast hits an enemy (m, 2), and its victims (m, n).

    The points are enemies and middles of pairs.
    """
    xy = board.xy[enemies(board)]
    pairs = np.argwhere(np.triu(length(*(xy[:, None] - xy).transpose(2, 0, 1)) < 2.6 * board.measures.blast_radius, 1))
    centres = np.concatenate((xy, (xy[pairs[:, 0]] + xy[pairs[:, 1]]) / 2)) if len(xy) else xy
    return centres, vector_geometry.blast_hits(centres, board.measures, board.xy, board.angle)


def list_throws(board: KnownPosition) -> list[Change]:
    """Return grenades at enemies and middles of pairs, and one that harms nobody.

    They fly towards their aim as far as they can. If there is a harmless one, none hits only own soldiers: in matches
    that are almost won the networks preferred those.
    """
    mine = own_soldiers(board)
    if not len(mine) or board.hand[CARD_INDEX["explosion"]] < 1:
        return []
    aims, _ = blast_points(board)
    reach = board.measures.tile * _REACH_SHARE
    start = np.repeat(board.xy[mine], len(aims) + 8, axis=0).reshape(len(mine), -1, 2)
    wanted = np.concatenate((np.tile(aims, (len(mine), 1, 1)), board.xy[mine][:, None] + _HEADINGS * reach), axis=1)
    offsets = wanted - start
    distances = length(offsets[..., 0], offsets[..., 1])
    is_near = distances <= reach + board.measures.blast_radius + board.measures.cube
    targets = (start + offsets * np.minimum(1.0, reach / np.maximum(distances, 1e-9))[..., None])[is_near]
    thrower = np.repeat(mine, is_near.sum(axis=1))
    width, height = board.measures.table
    is_on_table = (targets[:, 0] >= 0) & (targets[:, 1] >= 0) & (targets[:, 0] <= width) & (targets[:, 1] <= height)
    targets, thrower = targets[is_on_table], thrower[is_on_table]
    hit = vector_geometry.blast_hits(targets, board.measures, board.xy, board.angle)
    is_harmless = ~hit.any(axis=1)
    if is_harmless.any():
        is_useful = is_harmless | hit[:, enemies(board)].any(axis=1)
        targets, thrower, hit = targets[is_useful], thrower[is_useful], hit[is_useful]
    worth: Floats = hit.astype(float) @ np.where(board.owner == 0, -2.0, 1 + 3 / (board.seats - 1))
    changes: dict[bytes, Change] = {}
    for row in np.argsort(-worth, kind="stable"):
        key = hit[row].tobytes()
        if key not in changes and (len(changes) < _MAX_THROWS or not hit[row].any()):
            point = (float(targets[row, 0]), float(targets[row, 1]))
            action = Explosion(board.seat, board.ids[thrower[row]], point)
            changes[key] = Change(
                action, tuple(int(soldier) for soldier in np.flatnonzero(hit[row])), card=CARD_INDEX["explosion"]
            )
    return list(changes.values())


def _is_free(board: KnownPosition, places: Floats, angle: float, lifted: int | None = None) -> Bools:
    """Return which places are free for one more soldier, or for the `lifted` one."""
    measures, turned = board.measures, np.full(len(places), angle)
    is_on_table, overlaps = vector_geometry.check_places(
        places, turned, board.xy, board.angle, measures.cube, measures.table, measures.blocks
    )
    if lifted is not None:
        overlaps[:, lifted] = False
    is_free: Bools = is_on_table & ~overlaps.any(axis=1)
    return is_free


def list_pointers(board: KnownPosition, rng: Random) -> list[Change]:
    """Return places for a soldier of the reserve.

    They are far from others, next to enemies for a blow, or in reach of them for a throw.
    """
    if not board.reserve[0] or board.hand[CARD_INDEX["pointer"]] < 1:
        return []
    width, height = board.measures.table
    edge = board.measures.cube
    candidates = np.array([(rng.uniform(edge, width - edge), rng.uniform(edge, height - edge)) for _ in range(60)])
    if len(board.ids):
        space = length(*(candidates[:, None] - board.xy).transpose(2, 0, 1)).min(axis=1)
        candidates = candidates[np.argsort(-space, kind="stable")]
    lonely = candidates[_is_free(board, candidates, 0.0)][:_MAX_PLACES]
    near = _hopeful_places(board) if board.cards_left > 1 else lonely[:0]
    hope = place_hopes(board, np.concatenate((near, lonely)), None) if len(near) else np.zeros(len(lonely))
    best = np.argsort(-hope[: len(near)], kind="stable")[:_MAX_PLACES]
    places = np.concatenate((near[best], lonely))
    hope = np.concatenate((hope[best], hope[len(near) :]))
    return [
        Change(Pointer(board.seat, (x, y), 0.0), new=((x, y, 0.0),), card=CARD_INDEX["pointer"], hope=float(place_hope))
        for (x, y), place_hope in zip(places.tolist(), hope, strict=True)
    ]


def _hopeful_places(board: KnownPosition) -> Floats:
    """Return free places next to enemies, with Hammers, and in throwing distance.

    The latter need a grenade.
    """
    theirs = board.xy[enemies(board)]
    groups = [theirs[:0]]
    if board.hand[CARD_INDEX["hammers"]] >= 1:
        groups.append((theirs[:, None] + _HEADINGS[::2] * _STRIKE_CUBES * board.measures.cube).reshape(-1, 2))
    if board.hand[CARD_INDEX["explosion"]] >= 1 and len(theirs):
        centres, hit = blast_points(board)
        worth: Floats = hit.astype(float) @ np.where(board.owner == 0, -2.0, 1.0)
        best = centres[np.argsort(-worth, kind="stable")[:_MAX_PLACES]]
        groups.append((best[:, None] + _HEADINGS * board.measures.tile * 0.95).reshape(-1, 2))
    places = np.concatenate(groups)
    return places[_is_free(board, places, 0.0)]


def place_hopes(board: KnownPosition, places: Floats, lifted: int | None) -> Floats:
    """Return what blows and throws could bring from each place, in points (m,)."""
    best = np.zeros(len(places))
    theirs = enemies(board)
    if not (len(theirs) and len(places)):
        return best
    worth = 1 + 3 / (board.seats - 1)
    if board.hand[CARD_INDEX["hammers"]] >= 1:
        enemy_distances = length(*(places[:, None] - board.xy[theirs]).transpose(2, 0, 1))
        best += np.where((enemy_distances < board.measures.cube * 1.9).any(axis=1), worth, 0.0)
    if board.hand[CARD_INDEX["explosion"]] >= 1:
        centres, hit = blast_points(board)
        hit = hit.copy()
        if lifted is not None:
            hit[:, lifted] = False
        value = hit @ np.where(board.owner == 0, -2.0, worth)
        blast_distances = length(*(places[:, None] - centres).transpose(2, 0, 1))
        hits_self = blast_distances < board.measures.blast_radius + board.measures.cube * 0.6
        throw_worth = np.where(blast_distances <= board.measures.tile * _REACH_SHARE, value - 2.0 * hits_self, 0.0)
        best += throw_worth.max(axis=1, initial=0.0)
    return best


def list_endings(board: KnownPosition, may_end: bool) -> list[Change]:
    """Return the end of the turn, if it may end.

    Or each kind of card that can be thrown away, if one must be before the end (GS-36).
    """
    if board.must_throw_away:
        own_cards: list[Card] = [card for card in SYMBOLS if board.hand[CARD_INDEX[card]] >= 1]
        return [Change(ThrowAway(board.seat, card), card=CARD_INDEX[card]) for card in own_cards]
    return [Change(End(board.seat))] if may_end else []


def can_play_circles(board: KnownPosition) -> bool:
    """True if Three Circles can be played (GS-15, GS-29)."""
    return bool(board.reserve[0]) and board.deck > 0 and board.hand[CARD_INDEX["circles"]] >= 1


def list_circles(board: KnownPosition, height: float, drop_count: int = _IMAGINED_DROPS) -> list[Change]:
    """Return `drop_count` imagined outcomes of Three Circles from a height in mm.

    No soldier is hit in them.
    """
    action, count = Circles(board.seat, height), min(3, board.reserve[0])
    drops = [_imagine_drop(board.measures, count, height, seed) for seed in range(drop_count)]
    return [Change(action, new=places, card=CARD_INDEX["circles"]) for places in drops]


@lru_cache(maxsize=64)
def _imagine_drop(measures: Measures, count: int, height: float, seed: int) -> tuple[tuple[float, float, float], ...]:
    """Return places where the soldiers might come to rest, the same for a seed."""
    width, depth = measures.table
    edge = measures.cube * 0.75
    places = []
    for hit in landings(measures.cube, measures.table, range(count), height, seed):
        share = float(length(*np.array(hit.slide))) / (2 * FRICTION * GRAVITY)
        x, y = hit.x + hit.slide[0] * share, hit.y + hit.slide[1] * share
        places.append((min(max(x, edge), width - edge), min(max(y, edge), depth - edge), 0.0))
    return tuple(places)


def list_changes(board: KnownPosition, action: Action) -> list[Change]:
    """Return the changes of a legal action of the own turn or a reaction window.

    There is one change, or several that are equally likely.
    """
    indexes = {soldier: index for index, soldier in enumerate(board.ids)}
    match action:
        case Circles(height=float(height)):
            return list_circles(board, height)
        case Move(to=(x, y), angle=float(angle)):
            return [Change(action, new=((x, y, angle),), moved=indexes[action.soldier])]
        case Pointer(to=(x, y), angle=float(angle)):
            return [Change(action, new=((x, y, angle),), card=CARD_INDEX["pointer"])]
        case Hammers() | Arrow():
            return [Change(action, (indexes[action.target],), card=CARD_INDEX[action.do])]
        case Explosion(at=(x, y)):
            return [Change(action, _find_hit(board, (x, y)), card=CARD_INDEX["explosion"])]
        case Footpath():
            place = board.xy[indexes[action.soldier]]
            return [Change(action, _find_hit(board, (float(place[0]), float(place[1]))), card=CARD_INDEX["footpath"])]
        case ThrowAway():
            return [Change(action, card=CARD_INDEX[action.card])]
    return [Change(action)]


def _find_hit(board: KnownPosition, point: Point) -> tuple[int, ...]:
    """Return the indexes of soldiers that a blast hits."""
    row = vector_geometry.blast_hits(vector_geometry.point_array([point]), board.measures, board.xy, board.angle)[0]
    return tuple(np.flatnonzero(row).tolist())


def list_moves(board: KnownPosition) -> list[Change]:
    """Return moves in all directions at half and full reach, and next to enemies."""
    if not board.may_move:
        return []
    reach = board.measures.tile * _REACH_SHARE
    ring = np.concatenate((_HEADINGS * reach, _HEADINGS * reach / 2))
    strike_distance = board.measures.cube * _STRIKE_CUBES
    theirs = board.xy[enemies(board)]
    changes: list[Change] = []
    own_indexes = own_soldiers(board)
    if len(own_indexes) > _MANY_SOLDIERS:
        ring = ring[:8]
    for soldier in own_indexes:
        start, angle = board.xy[soldier], float(board.angle[soldier])
        places = start + ring
        if len(theirs) and board.hand[CARD_INDEX["hammers"]] >= 1:
            offsets = theirs - start
            distances = length(offsets[:, 0], offsets[:, 1])
            is_near = (distances > strike_distance) & (distances - strike_distance <= reach)
            places = np.concatenate(
                (places, theirs[is_near] - offsets[is_near] / distances[is_near, None] * strike_distance)
            )
        places = places[_is_free(board, places, angle, int(soldier))]
        for (x, y), hope in zip(places.tolist(), place_hopes(board, places, int(soldier)).tolist(), strict=True):
            action = Move(board.seat, board.ids[soldier], (x, y), angle)
            changes.append(Change(action, new=((x, y, angle),), moved=int(soldier), hope=hope))
    return changes
