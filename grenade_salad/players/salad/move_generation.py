"""Steps worth a thought: moves, shots, blows, throws and places, from the geometry of the table.

Every step is legal as far as plain numbers can tell; only what is chosen is asked of the real table.
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
from grenade_salad.players.salad.known_position import CARD, Board, Change

Indexes: TypeAlias = np.ndarray[tuple[int], np.dtype[np.intp]]

_INSIDE = 0.999
"""Which part of a reach is used, so that rounding never makes it too far."""
_BESIDE = 1.6
"""How far from an enemy's centre a soldier goes to strike it, in cubes."""
_HEADINGS = on_grid(np.stack((np.cos(np.arange(8) * pi / 4), np.sin(np.arange(8) * pi / 4)), axis=1), 40)
_PLACES = 12
"""How many places of a kind are thought about for a Pointer."""
_MANY = 6
"""From so many soldiers on, only the longest moves of each are thought about."""
_THROWS = 8
"""How many throws are thought about."""
HEIGHTS = (120.0, 200.0, 300.0)
"""From how many mm Three Circles are dropped."""
_FALLS = 3
"""How many drops from a height are imagined."""
_SURE = 0.02
"""Blows must be in reach by so many mm, as the table measures for itself."""


def own(board: Board) -> Indexes:
    """Indexes of the own soldiers."""
    return np.flatnonzero(board.who == 0)


def enemies(board: Board) -> Indexes:
    """Indexes of all others."""
    return np.flatnonzero(board.who != 0)


def strikes(board: Board) -> list[Change]:
    """A blow and a shot at everybody who can be reached."""
    from grenade_salad.games.salad import physics

    mine, theirs = own(board), enemies(board)
    found: list[Change] = []
    if not (len(mine) and len(theirs)):
        return found
    if board.hand[CARD["hammers"]] >= 1:
        found += _blows(board, mine, theirs)
    if board.hand[CARD["arrow"]] >= 1:
        seen = physics.visible(board.measures, mine, theirs, board.xy, board.angle, board.options.sight)
        for target in np.flatnonzero(seen.any(axis=0)):
            shooter, enemy = int(mine[int(seen[:, target].argmax())]), int(theirs[target])
            shot = Arrow(board.seat, board.ids[shooter], board.ids[enemy])
            found.append(Change(shot, (enemy,), card=CARD["arrow"]))
    return found


def _blows(board: Board, mine: Indexes, theirs: Indexes) -> list[Change]:
    cube = board.measures.cube
    near = cube - _SURE
    far = length(*(board.xy[mine][:, None] - board.xy[theirs]).transpose(2, 0, 1))
    # Mostly the centres tell that nobody is near enough.
    theirs = theirs[(far < near + 1.5 * cube).any(axis=0)]
    if not len(theirs):
        return []
    space = vector_geometry.gaps(board.xy[mine], board.angle[mine], board.xy[theirs], board.angle[theirs], cube)
    found = []
    for target in np.flatnonzero(space.min(axis=0) < near):
        killer = int(mine[int(space[:, target].argmin())])
        enemy = int(theirs[target])
        action = Hammers(board.seat, board.ids[killer], board.ids[enemy])
        found.append(Change(action, (enemy,), card=CARD["hammers"]))
    return found


def blasts(board: Board) -> tuple[Floats, Bools]:
    """Points where a blast hits somebody: enemies, middles of pairs (m, 2), and whom it hits there (m, n)."""
    xy = board.xy[enemies(board)]
    pairs = np.argwhere(np.triu(length(*(xy[:, None] - xy).transpose(2, 0, 1)) < 2.6 * board.measures.blast_radius, 1))
    centres = np.concatenate((xy, (xy[pairs[:, 0]] + xy[pairs[:, 1]]) / 2)) if len(xy) else xy
    return centres, vector_geometry.hits(centres, board.measures, board.xy, board.angle)


def throws(board: Board) -> list[Change]:
    """Grenades at enemies, at middles of pairs, as far towards them as they fly; and one where it harms nobody.

    Where there is such a one, none hits only one's own: in matches as good as won, the networks liked those.
    """
    mine = own(board)
    if not len(mine) or board.hand[CARD["explosion"]] < 1:
        return []
    aims, _ = blasts(board)
    reach = board.measures.tile * _INSIDE
    start = np.repeat(board.xy[mine], len(aims) + 8, axis=0).reshape(len(mine), -1, 2)
    wanted = np.concatenate((np.tile(aims, (len(mine), 1, 1)), board.xy[mine][:, None] + _HEADINGS * reach), axis=1)
    way = wanted - start
    far = length(way[..., 0], way[..., 1])
    near = far <= reach + board.measures.blast_radius + board.measures.cube
    at = (start + way * np.minimum(1.0, reach / np.maximum(far, 1e-9))[..., None])[near]
    thrower = np.repeat(mine, near.sum(axis=1))
    width, height = board.measures.table
    on = (at[:, 0] >= 0) & (at[:, 1] >= 0) & (at[:, 0] <= width) & (at[:, 1] <= height)
    at, thrower = at[on], thrower[on]
    hit = vector_geometry.hits(at, board.measures, board.xy, board.angle)
    harmless = ~hit.any(axis=1)
    if harmless.any():
        sane = harmless | hit[:, enemies(board)].any(axis=1)
        at, thrower, hit = at[sane], thrower[sane], hit[sane]
    worth: Floats = hit.astype(float) @ np.where(board.who == 0, -2.0, 1 + 3 / (board.seats - 1))
    found: dict[bytes, Change] = {}
    for row in np.argsort(-worth, kind="stable"):
        key = hit[row].tobytes()
        if key not in found and (len(found) < _THROWS or not hit[row].any()):
            point = (float(at[row, 0]), float(at[row, 1]))
            action = Explosion(board.seat, board.ids[thrower[row]], point)
            found[key] = Change(action, tuple(int(one) for one in np.flatnonzero(hit[row])), card=CARD["explosion"])
    return list(found.values())


def _free(board: Board, places: Floats, angle: float, lifted: int | None = None) -> Bools:
    """Where there is room for one more soldier, or for the one that is lifted."""
    measures, turned = board.measures, np.full(len(places), angle)
    on, taken = vector_geometry.room(
        places, turned, board.xy, board.angle, measures.cube, measures.table, measures.blocks
    )
    if lifted is not None:
        taken[:, lifted] = False
    free: Bools = on & ~taken.any(axis=1)
    return free


def pointers(board: Board, rng: Random) -> list[Change]:
    """Places for a soldier of the reserve: lonely ones, beside enemies for a blow, in reach of them for a throw."""
    if not board.reserve[0] or board.hand[CARD["pointer"]] < 1:
        return []
    width, height = board.measures.table
    edge = board.measures.cube
    some = np.array([(rng.uniform(edge, width - edge), rng.uniform(edge, height - edge)) for _ in range(60)])
    if len(board.ids):
        room = length(*(some[:, None] - board.xy).transpose(2, 0, 1)).min(axis=1)
        some = some[np.argsort(-room, kind="stable")]
    lonely = some[_free(board, some, 0.0)][:_PLACES]
    near = _hopeful(board) if board.cards_left > 1 else lonely[:0]
    hope = hopes(board, np.concatenate((near, lonely)), None) if len(near) else np.zeros(len(lonely))
    best = np.argsort(-hope[: len(near)], kind="stable")[:_PLACES]
    places = np.concatenate((near[best], lonely))
    hope = np.concatenate((hope[best], hope[len(near) :]))
    return [
        Change(Pointer(board.seat, (x, y), 0.0), new=((x, y, 0.0),), card=CARD["pointer"], hope=float(more))
        for (x, y), more in zip(places.tolist(), hope, strict=True)
    ]


def _hopeful(board: Board) -> Floats:
    """Free places beside enemies, if there are Hammers, and where enemies can be thrown at, if there is a grenade."""
    theirs = board.xy[enemies(board)]
    groups = [theirs[:0]]
    if board.hand[CARD["hammers"]] >= 1:
        groups.append((theirs[:, None] + _HEADINGS[::2] * _BESIDE * board.measures.cube).reshape(-1, 2))
    if board.hand[CARD["explosion"]] >= 1 and len(theirs):
        centres, hit = blasts(board)
        worth: Floats = hit.astype(float) @ np.where(board.who == 0, -2.0, 1.0)
        best = centres[np.argsort(-worth, kind="stable")[:_PLACES]]
        groups.append((best[:, None] + _HEADINGS * board.measures.tile * 0.95).reshape(-1, 2))
    places = np.concatenate(groups)
    return places[_free(board, places, 0.0)]


def hopes(board: Board, places: Floats, lifted: int | None) -> Floats:
    """What blows and throws could bring to a soldier at each of the places, in points (m,)."""
    best = np.zeros(len(places))
    theirs = enemies(board)
    if not (len(theirs) and len(places)):
        return best
    worth = 1 + 3 / (board.seats - 1)
    if board.hand[CARD["hammers"]] >= 1:
        far = length(*(places[:, None] - board.xy[theirs]).transpose(2, 0, 1))
        best += np.where((far < board.measures.cube * 1.9).any(axis=1), worth, 0.0)
    if board.hand[CARD["explosion"]] >= 1:
        centres, hit = blasts(board)
        hit = hit.copy()
        if lifted is not None:
            hit[:, lifted] = False
        value = hit @ np.where(board.who == 0, -2.0, worth)
        off = length(*(places[:, None] - centres).transpose(2, 0, 1))
        own_too = off < board.measures.blast_radius + board.measures.cube * 0.6
        found = np.where(off <= board.measures.tile * _INSIDE, value - 2.0 * own_too, 0.0)
        best += found.max(axis=1, initial=0.0)
    return best


def endings(board: Board, may_end: bool) -> list[Change]:
    """The end of the turn, if it may end; or each kind of card that must be thrown away before it (GS-36)."""
    if board.throws_away:
        held: list[Card] = [card for card in SYMBOLS if board.hand[CARD[card]] >= 1]
        return [Change(ThrowAway(board.seat, card), card=CARD[card]) for card in held]
    return [Change(End(board.seat))] if may_end else []


def may_toss(board: Board) -> bool:
    """Whether Three Circles can be played (GS-15, GS-29)."""
    return bool(board.reserve[0]) and board.deck > 0 and board.hand[CARD["circles"]] >= 1


def circles(board: Board, height: float, falls: int = _FALLS) -> list[Change]:
    """Three Circles from a height in mm: what might come of it if nobody is knocked about, so many times."""
    action, number = Circles(board.seat, height), min(3, board.reserve[0])
    drops = [_imagined(board.measures, number, height, fall) for fall in range(falls)]
    return [Change(action, new=places, card=CARD["circles"]) for places in drops]


@lru_cache(maxsize=64)
def _imagined(measures: Measures, number: int, height: float, fall: int) -> tuple[tuple[float, float, float], ...]:
    """Where so many soldiers might come to rest, always the same for one fall."""
    width, depth = measures.table
    edge = measures.cube * 0.75
    places = []
    for hit in landings(measures.cube, measures.table, range(number), height, fall):
        share = float(length(*np.array(hit.slide))) / (2 * FRICTION * GRAVITY)
        x, y = hit.x + hit.slide[0] * share, hit.y + hit.slide[1] * share
        places.append((min(max(x, edge), width - edge), min(max(y, edge), depth - edge), 0.0))
    return tuple(places)


def changes_of(board: Board, action: Action) -> list[Change]:
    """What a legal action of the own turn, or an answer to a window, would change: one change, or some by luck."""
    where = {soldier: index for index, soldier in enumerate(board.ids)}
    match action:
        case Circles(height=float(height)):
            return circles(board, height)
        case Move(to=(x, y), angle=float(angle)):
            return [Change(action, new=((x, y, angle),), moved=where[action.soldier])]
        case Pointer(to=(x, y), angle=float(angle)):
            return [Change(action, new=((x, y, angle),), card=CARD["pointer"])]
        case Hammers() | Arrow():
            return [Change(action, (where[action.target],), card=CARD[action.do])]
        case Explosion(at=(x, y)):
            return [Change(action, _hit(board, (x, y)), card=CARD["explosion"])]
        case Footpath():
            stepped = board.xy[where[action.soldier]]
            return [Change(action, _hit(board, (float(stepped[0]), float(stepped[1]))), card=CARD["footpath"])]
        case ThrowAway():
            return [Change(action, card=CARD[action.card])]
    return [Change(action)]


def _hit(board: Board, at: Point) -> tuple[int, ...]:
    """Whom a blast hits."""
    row = vector_geometry.hits(vector_geometry.points([at]), board.measures, board.xy, board.angle)[0]
    return tuple(np.flatnonzero(row).tolist())


def moves(board: Board) -> list[Change]:
    """Moves in all directions at half and full reach, and next to enemies."""
    if not board.may_move:
        return []
    reach = board.measures.tile * _INSIDE
    ring = np.concatenate((_HEADINGS * reach, _HEADINGS * reach / 2))
    beside = board.measures.cube * _BESIDE
    theirs = board.xy[enemies(board)]
    found: list[Change] = []
    mine = own(board)
    if len(mine) > _MANY:
        ring = ring[:8]
    for soldier in mine:
        start, angle = board.xy[soldier], float(board.angle[soldier])
        places = start + ring
        if len(theirs) and board.hand[CARD["hammers"]] >= 1:
            way = theirs - start
            far = length(way[:, 0], way[:, 1])
            near = (far > beside) & (far - beside <= reach)
            places = np.concatenate((places, theirs[near] - way[near] / far[near, None] * beside))
        places = places[_free(board, places, angle, int(soldier))]
        for (x, y), more in zip(places.tolist(), hopes(board, places, int(soldier)).tolist(), strict=True):
            action = Move(board.seat, board.ids[soldier], (x, y), angle)
            found.append(Change(action, new=((x, y, angle),), moved=int(soldier), hope=more))
    return found
