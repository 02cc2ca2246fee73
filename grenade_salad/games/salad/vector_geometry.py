"""The table in numpy: who sees whom, whom a blast hits, where there is room. For many places at once.

Squares are arrays: `xy` is (n, 2) in mm, `angle` (n,) in radians, `cube` the width of all of them. Results are exact
but for rounding (some 1e-12 mm on a real table).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.salad.geometry import TOUCHING
from grenade_salad.games.salad.pieces import Block, Measures, Point, Pose, Soldier

Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]

_AIM = 0.9
"""Where rays aim at a target, in half widths (GS-17)."""
_TOLERANCE = 0.05
"""What overlaps by no more than this many mm only touches (GS-04)."""
_ROUNDED = 1e-6
"""What is decided by less than this many mm may be decided the other way by other arithmetic."""
_NOTHING = 1e-300
"""Keeps a ray without length from being divided by."""
_DIAGONAL = 0.70710679
"""From the centre of a square to its corner, in widths; a little more."""
_COARSEST, _FINEST = 8.0, 0.0625
"""The sides in mm of the squares in which the largest blast is looked for, first and last."""
_QUARTERS = np.array([(-1, -1), (-1, 1), (1, -1), (1, 1)], dtype=float)
_RAYS = np.array([(0, 0), (1, 1), (-1, 1), (-1, -1), (1, -1), (0, 1), (-1, 0), (0, -1), (1, 0)], dtype=float) * _AIM


def placed(soldiers: Sequence[Soldier | Pose]) -> tuple[Floats, Floats]:
    """Centres (n, 2) and angles (n,) of soldiers, in their order."""
    found = np.array([(soldier.x, soldier.y, soldier.angle) for soldier in soldiers], dtype=float).reshape(-1, 3)
    return found[:, :2], found[:, 2]


def points(places: Sequence[Point]) -> Floats:
    """Points as (n, 2)."""
    return np.array(places, dtype=float).reshape(-1, 2)


def hidden_by(blocks: Sequence[Block], cube: float) -> tuple[Floats, Floats, Floats, Floats]:
    """Blocks in the way of lines: middles (b, 2), angles (b,), by what their axes are multiplied to make them squares
    as wide as a cube (2, b), and how far they reach (b,)."""
    xy, angle = placed_blocks(blocks)
    half = np.array([block.half for block in blocks]).reshape(-1, 2)
    return xy, angle, cube / 2 / half.T, np.hypot(half[:, 0], half[:, 1])


def placed_blocks(blocks: Sequence[Block]) -> tuple[Floats, Floats]:
    """Middles (b, 2) and angles (b,) of blocks, in their order."""
    found = np.array([(block.x, block.y, block.angle) for block in blocks], dtype=float).reshape(-1, 3)
    return found[:, :2], found[:, 2]


def on_blocks(to: Floats, to_angle: Floats, blocks: Sequence[Block], cube: float) -> Bools:
    """At which of m places a soldier would lie on a block (GS-35): (m,)."""
    lies: Bools = np.any(beside_blocks(to, to_angle, blocks, cube) < -_TOLERANCE, axis=1)
    return lies


def beside_blocks(to: Floats, to_angle: Floats, blocks: Sequence[Block], cube: float) -> Floats:
    """From a soldier at each of m places to each of n blocks along the axis that parts them most, in mm: (m, n).

    Less than 0 is how deep the one is in the other.
    """
    xy, angle = placed_blocks(blocks)
    half = np.array([block.half for block in blocks]).reshape(-1, 2)
    turned = angle - to_angle[:, None]
    c, s = np.abs(np.cos(turned)), np.abs(np.sin(turned))
    theirs = np.abs(_seen_from(to, xy, angle)) - (half.T[:, None] + cube / 2 * (c + s))
    x, y = xy[:, 0] - to[:, 0, None], xy[:, 1] - to[:, 1, None]
    across, up = np.cos(to_angle)[:, None], np.sin(to_angle)[:, None]
    wide = np.abs(x * across + y * up) - cube / 2 - half[:, 0] * c - half[:, 1] * s
    high = np.abs(y * across - x * up) - cube / 2 - half[:, 0] * s - half[:, 1] * c
    apart: Floats = np.maximum(theirs.max(axis=0), np.maximum(wide, high))
    return apart


def distances(to: Floats, xy: Floats, angle: Floats, cube: float) -> Floats:
    """From each of m points to the nearest part of each of n squares, 0 inside: (m, n) in mm."""
    out = np.maximum(np.abs(_seen_from(to, xy, angle)) - cube / 2, 0.0)
    far: Floats = np.hypot(out[0], out[1])
    return far


def _seen_from(to: Floats, xy: Floats, angle: Floats) -> Floats:
    """Each of m points in the frame of each of n squares: (2, m, n)."""
    x, y = to[:, 0, None] - xy[:, 0], to[:, 1, None] - xy[:, 1]
    c, s = np.cos(angle), np.sin(angle)
    # Twice as quick as np.stack.
    seen = np.empty((2, *x.shape))
    np.add(x * c, y * s, out=seen[0])
    np.subtract(y * c, x * s, out=seen[1])
    return seen


def hits(centres: Floats, measures: Measures, xy: Floats, angle: Floats) -> Bools:
    """Which of n soldiers each of m blasts hits (GS-19): (m, n). To touch the blast's edge is not inside."""
    half = measures.cube / 2
    away = np.abs(_seen_from(centres, xy, angle))
    if measures.blast == "tile":
        side = measures.tile / 2
        shadow = np.abs(np.cos(angle)) + np.abs(np.sin(angle))
        upright = np.abs(centres[:, None] - xy).max(axis=2) < side + half * shadow - TOUCHING
        both: Bools = upright & (away.max(axis=0) < half + side * shadow - TOUCHING)
        return both
    out = np.maximum(away - half, 0.0)
    inside: Bools = out[0] * out[0] + out[1] * out[1] < (measures.blast_radius - TOUCHING) ** 2
    return inside


def short_of(centres: Floats, measures: Measures, xy: Floats, angle: Floats) -> Floats:
    """By how many mm each of m blasts falls short of each of n soldiers, below -TOUCHING where it hits: (m, n).

    A blast that is moved by d mm changes none of them by more than d.
    """
    half = measures.cube / 2
    away = np.abs(_seen_from(centres, xy, angle))
    if measures.blast == "tile":
        side = measures.tile / 2
        shadow = np.abs(np.cos(angle)) + np.abs(np.sin(angle))
        upright = np.abs(centres[:, None] - xy).max(axis=2) - side - half * shadow
        far: Floats = np.maximum(upright, away.max(axis=0) - half - side * shadow)
        return far
    out = np.maximum(away - half, 0.0)
    short: Floats = np.hypot(out[0], out[1]) - measures.blast_radius
    return short


def largest_blast(measures: Measures, xy: Floats, angle: Floats) -> tuple[Point, int]:
    """Where on the table, in mm, a blast hits most soldiers, and how many: the most that a grenade could take (GS-06).

    Squares of the table are quartered as long as more could be hit somewhere in them, down to _FINEST. All places are
    sums of powers of two, so that every machine finds the same one; of equal ones, the one deepest in.
    """
    edge = np.array(measures.table)
    if not len(xy):
        return (measures.table[0] / 2, measures.table[1] / 2), 0
    size = _COARSEST
    reach = measures.tile + measures.cube
    low, high = (np.clip(ends, 0, edge) for ends in (xy.min(axis=0) - reach, xy.max(axis=0) + reach))
    sides = [np.arange(np.floor(a / size), np.ceil(b / size)) * size + size / 2 for a, b in zip(low, high, strict=True)]
    middles = np.stack(np.meshgrid(*sides), axis=-1).reshape(-1, 2)
    best, most = middles[0], -1
    while len(middles):
        short = short_of(np.minimum(middles, edge), measures, xy, angle)
        counts = (short < -TOUCHING).sum(axis=1)
        if counts.max() > most:
            most = int(counts.max())
            deep = np.where(counts == most, np.minimum(short, 0.0).sum(axis=1), np.inf)
            best = np.minimum(middles[deep.argmin()], edge)
        if size <= _FINEST:
            break
        could = (short < size * _DIAGONAL).sum(axis=1) > most
        size /= 2
        middles = (middles[could][:, None] + _QUARTERS * (size / 2)).reshape(-1, 2)
    return (float(best[0]), float(best[1])), most


def corners(xy: Floats, angle: Floats, cube: float) -> Floats:
    """The four corners of each of n squares: (n, 4, 2)."""
    c, s = np.cos(angle) * cube / 2, np.sin(angle) * cube / 2
    x, y = np.array((c - s, -c - s, s - c, c + s)), np.array((s + c, c - s, -s - c, s - c))
    return xy[:, None, :] + np.array((x, y)).transpose(2, 1, 0)


def separations(a: Floats, a_angle: Floats, b: Floats, b_angle: Floats, cube: float) -> Floats:
    """Between each of m and each of n squares: positive if they are apart, else minus how far they overlap: (m, n)."""
    turned = b_angle - a_angle[:, None]
    shadow = cube / 2 * (1 + np.abs(np.cos(turned)) + np.abs(np.sin(turned)))
    one = np.abs(_seen_from(a, b, b_angle)).max(axis=0)
    other = np.abs(_seen_from(b, a, a_angle)).max(axis=0).T
    farthest: Floats = np.maximum(one, other) - shadow
    return farthest


def gaps(a: Floats, a_angle: Floats, b: Floats, b_angle: Floats, cube: float) -> Floats:
    """The space from edge to edge of each of m to each of n squares, 0 when they touch or overlap (GS-16): (m, n)."""
    m, n = len(a), len(b)
    to_b = distances(corners(a, a_angle, cube).reshape(-1, 2), b, b_angle, cube).reshape(m, 4, n).min(axis=1)
    to_a = distances(corners(b, b_angle, cube).reshape(-1, 2), a, a_angle, cube).reshape(n, 4, m).min(axis=1).T
    return np.where(separations(a, a_angle, b, b_angle, cube) <= 0, 0.0, np.minimum(to_b, to_a))


def room(
    to: Floats,
    to_angle: Floats,
    xy: Floats,
    angle: Floats,
    cube: float,
    table: tuple[float, float],
    blocks: Sequence[Block] = (),
) -> tuple[Bools, Bools]:
    """Where one more soldier has its place: which of m places are on the table, beside blocks (m,), and whom it would
    lie on (m, n).

    A place is free if it is one of these and nobody but the one that is lifted lies there (GS-04, GS-11, GS-13, GS-35).
    """
    reach = cube / 2 * (np.abs(np.cos(to_angle)) + np.abs(np.sin(to_angle))) - _TOLERANCE
    x, y = to[:, 0], to[:, 1]
    on: Bools = (x >= reach) & (y >= reach) & (x <= table[0] - reach) & (y <= table[1] - reach)
    if blocks:
        on &= ~on_blocks(to, to_angle, blocks, cube)
    taken: Bools = separations(to, to_angle, xy, angle, cube) < -_TOLERANCE
    return on, taken


def sights(
    shooters: NDArray[np.intp],
    targets: NDArray[np.intp],
    xy: Floats,
    angle: Floats,
    cube: float,
    nine: bool = True,
    blocks: Sequence[Block] = (),
) -> tuple[Bools, Bools]:
    """Which of s shooters see which of t targets, all indexes of squares (GS-17): (s, t). Nobody sees itself.

    Besides: which of these answers hang on less than a millionth of a mm, and so on how it was rounded, and on what it
    is to touch: `physics.visible` casts these rays. Blocks are in the way like soldiers (GS-35): squares, once their
    axes are stretched.
    """
    number = len(xy)
    reach: float | Floats = cube * _DIAGONAL
    if blocks:
        middles, turned, stretch, reaches = hidden_by(blocks, cube)
        reach = np.concatenate((np.full(number, reach), reaches))
        xy, angle = np.concatenate((xy, middles)), np.concatenate((angle, turned))
    aimed = xy[targets] - xy[shooters][:, None]
    far = np.hypot(aimed[..., 0], aimed[..., 1])
    pair, blocker = _near_lines(shooters, targets, xy, aimed, far, cube, reach)
    eye = _seen_from(xy[shooters], xy, angle)
    aims = _aims(xy[targets], angle[targets], cube)
    clear, close = np.ones(far.size, dtype=bool), np.zeros(far.size, dtype=bool)
    middle = _seen_from(aims[:, 0], xy, angle)
    if blocks:
        eye[..., number:] *= stretch[:, None]
        middle[..., number:] *= stretch[:, None]
    slack = _slack(eye, middle[..., None], pair, blocker, cube / 2)[:, 0]
    met = slack <= 0
    clear[pair[met]] = False
    close[pair[np.abs(slack) < _ROUNDED]] = True
    if nine:
        others = _seen_from(aims[:, 1:].reshape(-1, 2), xy, angle).reshape(2, len(targets), 8, len(xy))
        if blocks:
            others[..., number:] *= stretch[:, None, None]
        others = np.ascontiguousarray(others.transpose(0, 1, 3, 2))
        blocked = np.zeros((far.size, 8), dtype=bool)
        # Who blocks the centre blocks most of the rest, too: few pairs are left for the second look.
        for likely in (met, ~met):
            settled: Bools = clear | blocked.all(axis=1)
            left = likely & ~settled[pair]
            some = pair[left]
            slacks = _slack(eye, others, some, blocker[left], cube / 2)
            close[some[(np.abs(slacks) < _ROUNDED).any(axis=1)]] = True
            row, ray = np.nonzero(slacks <= 0)
            blocked[some[row], ray] = True
        clear |= ~blocked.all(axis=1)
    free: Bools = clear.reshape(far.shape) & (shooters[:, None] != targets)
    return free, close.reshape(far.shape)


def _near_lines(
    shooters: NDArray[np.intp],
    targets: NDArray[np.intp],
    xy: Floats,
    aimed: Floats,
    far: Floats,
    cube: float,
    reach: float | Floats,
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs (as one number, shooter first) with whoever may be in their way: all that are, and some more.

    `reach` is from the middle of who is in the way to its corners, for all or for each of them.
    """
    off = (xy[None] - xy[shooters][:, None])[:, None]
    way = aimed / np.maximum(far, 1e-9)[..., None]
    aside = cube * _DIAGONAL
    near = np.abs(way[..., 0, None] * off[..., 1] - way[..., 1, None] * off[..., 0]) <= reach + aside * _AIM
    ahead = way[..., 0, None] * off[..., 0] + way[..., 1, None] * off[..., 1]
    near &= (ahead >= -reach) & (ahead <= (far + aside)[..., None] + reach)
    pair, blocker = np.divmod(np.flatnonzero(near), len(xy))
    shooter, target = np.divmod(pair, len(targets))
    others = (blocker != shooters[shooter]) & (blocker != targets[target])
    return pair[others], blocker[others]


def _aims(xy: Floats, angle: Floats, cube: float) -> Floats:
    """Where rays aim at each of n squares, the centre first: (n, 9, 2)."""
    rays = _RAYS * (cube / 2)
    c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
    x, y = rays[:, 0] * c - rays[:, 1] * s, rays[:, 0] * s + rays[:, 1] * c
    return xy[:, None] + np.stack((x, y), axis=2)


def _slack(eyes: Floats, aims: Floats, pair: NDArray[np.intp], blocker: NDArray[np.intp], half: float) -> Floats:
    """By how many mm, about, the rays of each pair miss its blocker (k, r); none or less if they meet it.

    By the theorem of the separating axis. All points are in the frames of the blockers: `eyes` (2, s, n) and `aims`
    (2, t, n, r).
    """
    shooter, target = np.divmod(pair, aims.shape[1])
    x, y = eyes[:, shooter, blocker, None]
    p, q = aims[0][target, blocker], aims[1][target, blocker]
    aside = np.abs(x * q - y * p) / (np.abs(p - x) + np.abs(q - y) + _NOTHING)
    farthest: Floats = np.maximum(aside, np.maximum(p * _beyond(x, half), q * _beyond(y, half)))
    return farthest - half


def _beyond(start: Floats, half: float) -> Floats:
    """On which side of the square something starts: 1 or -1, or 0 if on neither."""
    return np.where(start > half, 1.0, np.where(start < -half, -1.0, 0.0))
