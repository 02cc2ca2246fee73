"""Geometry of the table in numpy, for many places at once.

It computes lines of sight, blasts, and free places. Squares are arrays: `xy` is (n, 2) in mm, `angle` (n,) in
radians, `cube` the width of all of them. Results are exact but for rounding (some 1e-12 mm on a real table).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from grenade_salad.games.physics.placed import Placed
from grenade_salad.games.salad.geometry import TOUCHING
from grenade_salad.games.salad.pieces import Block, Measures, Point
from grenade_salad.games.salad.placement import TOLERANCE

Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]

AIM_SHARE = 0.9
"""Distance from the centre of a target at which rays aim, in half widths (GS-17)."""
_ROUNDING = 1e-6
"""Decisions by less than this many mm may differ with other arithmetic."""
_EPSILON = 1e-300
"""Added to a divisor, so that a ray without length causes no division by zero."""
_CORNER_DISTANCE = 0.70710679
"""Distance from the centre of a square to its corner, in widths, rounded up."""
_COARSEST_SQUARE, _FINEST_SQUARE = 8.0, 0.0625
"""Sides in mm of the first and the last squares in the search for a blast."""
_QUARTERS = np.array([(-1, -1), (-1, 1), (1, -1), (1, 1)], dtype=float)
_RAYS = (
    np.array([(0, 0), (1, 1), (-1, 1), (-1, -1), (1, -1), (0, 1), (-1, 0), (0, -1), (1, 0)], dtype=float) * AIM_SHARE
)


def pose_arrays(placed: Sequence[Placed]) -> tuple[Floats, Floats]:
    """Return the centres (n, 2) and angles (n,) of soldiers or blocks, in their order."""
    poses = np.array([(each.x, each.y, each.angle) for each in placed], dtype=float).reshape(-1, 3)
    return poses[:, :2], poses[:, 2]


def point_array(places: Sequence[Point]) -> Floats:
    """Return points as (n, 2)."""
    return np.array(places, dtype=float).reshape(-1, 2)


def sight_blocks(blocks: Sequence[Block], cube: float) -> tuple[Floats, Floats, Floats, Floats]:
    """Return blocks as obstacles of lines of sight.

    They are middles (b, 2), angles (b,), the factors for their axes that make them squares as wide as a cube (2, b),
    and the distances of their corners (b,).
    """
    xy, angle = pose_arrays(blocks)
    half = np.array([block.half for block in blocks]).reshape(-1, 2)
    return xy, angle, cube / 2 / half.T, np.hypot(half[:, 0], half[:, 1])


def overlaps_blocks(to: Floats, to_angle: Floats, blocks: Sequence[Block], cube: float) -> Bools:
    """True where a soldier at one of m places would overlap a block (GS-35): (m,)."""
    overlapping: Bools = np.any(block_separations(to, to_angle, blocks, cube) < -TOLERANCE, axis=1)
    return overlapping


def block_separations(to: Floats, to_angle: Floats, blocks: Sequence[Block], cube: float) -> Floats:
    """Return the separations of a soldier at m places and n blocks, in mm: (m, n).

    They are along the axis that separates them most. Less than 0 is the depth of an overlap.
    """
    xy, angle = pose_arrays(blocks)
    half = np.array([block.half for block in blocks]).reshape(-1, 2)
    turned = angle - to_angle[:, None]
    c, s = np.abs(np.cos(turned)), np.abs(np.sin(turned))
    theirs = np.abs(_to_local_frames(to, xy, angle)) - (half.T[:, None] + cube / 2 * (c + s))
    x, y = xy[:, 0] - to[:, 0, None], xy[:, 1] - to[:, 1, None]
    across, up = np.cos(to_angle)[:, None], np.sin(to_angle)[:, None]
    gap_x = np.abs(x * across + y * up) - cube / 2 - half[:, 0] * c - half[:, 1] * s
    gap_y = np.abs(y * across - x * up) - cube / 2 - half[:, 0] * s - half[:, 1] * c
    apart: Floats = np.maximum(theirs.max(axis=0), np.maximum(gap_x, gap_y))
    return apart


def distances(to: Floats, xy: Floats, angle: Floats, cube: float) -> Floats:
    """Return the distances of m points to the nearest part of n squares: (m, n).

    They are in mm, and 0 inside.
    """
    out = np.maximum(np.abs(_to_local_frames(to, xy, angle)) - cube / 2, 0.0)
    distance: Floats = np.hypot(out[0], out[1])
    return distance


def _to_local_frames(to: Floats, xy: Floats, angle: Floats) -> Floats:
    """Return each of m points in the frame of each of n squares: (2, m, n)."""
    x, y = to[:, 0, None] - xy[:, 0], to[:, 1, None] - xy[:, 1]
    c, s = np.cos(angle), np.sin(angle)
    # This is twice as fast as np.stack.
    local = np.empty((2, *x.shape))
    np.add(x * c, y * s, out=local[0])
    np.subtract(y * c, x * s, out=local[1])
    return local


def blast_hits(centres: Floats, measures: Measures, xy: Floats, angle: Floats) -> Bools:
    """True where each of m blasts hits each of n soldiers (GS-19): (m, n).

    A soldier that touches the blast's edge is not inside.
    """
    half = measures.cube / 2
    away = np.abs(_to_local_frames(centres, xy, angle))
    if measures.blast == "tile":
        side = measures.tile / 2
        shadow = np.abs(np.cos(angle)) + np.abs(np.sin(angle))
        upright = np.abs(centres[:, None] - xy).max(axis=2) < side + half * shadow - TOUCHING
        square_hits: Bools = upright & (away.max(axis=0) < half + side * shadow - TOUCHING)
        return square_hits
    out = np.maximum(away - half, 0.0)
    circle_hits: Bools = out[0] * out[0] + out[1] * out[1] < (measures.blast_radius - TOUCHING) ** 2
    return circle_hits


def blast_shortfalls(centres: Floats, measures: Measures, xy: Floats, angle: Floats) -> Floats:
    """Return by how many mm each of m blasts falls short of each of n soldiers.

    The shape is (m, n); a value below -TOUCHING is a hit. A blast that is moved by d mm changes none of them by more
    than d.
    """
    half = measures.cube / 2
    away = np.abs(_to_local_frames(centres, xy, angle))
    if measures.blast == "tile":
        side = measures.tile / 2
        shadow = np.abs(np.cos(angle)) + np.abs(np.sin(angle))
        upright = np.abs(centres[:, None] - xy).max(axis=2) - side - half * shadow
        square_shortfall: Floats = np.maximum(upright, away.max(axis=0) - half - side * shadow)
        return square_shortfall
    out = np.maximum(away - half, 0.0)
    circle_shortfall: Floats = np.hypot(out[0], out[1]) - measures.blast_radius
    return circle_shortfall


def largest_blast(measures: Measures, xy: Floats, angle: Floats) -> tuple[Point, int]:
    """Return where a blast hits the most soldiers, in mm, and how many (GS-06).

    It is the most that a grenade could take. Squares of the table are quartered as long as more could be hit
    somewhere in them, down to _FINEST_SQUARE. All places are sums of powers of two, so that every machine finds the
    same one; of equal ones, the one deepest inside.
    """
    edge = np.array(measures.table)
    if not len(xy):
        return (measures.table[0] / 2, measures.table[1] / 2), 0
    size = _COARSEST_SQUARE
    reach = measures.tile + measures.cube
    low_corner, high_corner = (np.clip(ends, 0, edge) for ends in (xy.min(axis=0) - reach, xy.max(axis=0) + reach))
    sides = [
        np.arange(np.floor(a / size), np.ceil(b / size)) * size + size / 2
        for a, b in zip(low_corner, high_corner, strict=True)
    ]
    middles = np.stack(np.meshgrid(*sides), axis=-1).reshape(-1, 2)
    best, best_count = middles[0], -1
    while len(middles):
        shortfalls = blast_shortfalls(np.minimum(middles, edge), measures, xy, angle)
        counts = (shortfalls < -TOUCHING).sum(axis=1)
        if counts.max() > best_count:
            best_count = int(counts.max())
            depths = np.where(counts == best_count, np.minimum(shortfalls, 0.0).sum(axis=1), np.inf)
            best = np.minimum(middles[depths.argmin()], edge)
        if size <= _FINEST_SQUARE:
            break
        promising = (shortfalls < size * _CORNER_DISTANCE).sum(axis=1) > best_count
        size /= 2
        middles = (middles[promising][:, None] + _QUARTERS * (size / 2)).reshape(-1, 2)
    return (float(best[0]), float(best[1])), best_count


def corners(xy: Floats, angle: Floats, cube: float) -> Floats:
    """Return the four corners of each of n squares: (n, 4, 2)."""
    c, s = np.cos(angle) * cube / 2, np.sin(angle) * cube / 2
    x, y = np.array((c - s, -c - s, s - c, c + s)), np.array((s + c, c - s, -s - c, s - c))
    return xy[:, None, :] + np.array((x, y)).transpose(2, 1, 0)


def separations(a: Floats, a_angle: Floats, b: Floats, b_angle: Floats, cube: float) -> Floats:
    """Return the separation of each of m and each of n squares: (m, n).

    It is positive if they are apart, else minus the depth of their overlap.
    """
    turned = b_angle - a_angle[:, None]
    shadow = cube / 2 * (1 + np.abs(np.cos(turned)) + np.abs(np.sin(turned)))
    in_b = np.abs(_to_local_frames(a, b, b_angle)).max(axis=0)
    in_a = np.abs(_to_local_frames(b, a, a_angle)).max(axis=0).T
    farthest: Floats = np.maximum(in_b, in_a) - shadow
    return farthest


def gaps(a: Floats, a_angle: Floats, b: Floats, b_angle: Floats, cube: float) -> Floats:
    """Return the gap from edge to edge of each of m and each of n squares: (m, n).

    It is 0 when they touch or overlap (GS-16).
    """
    m, n = len(a), len(b)
    to_b = distances(corners(a, a_angle, cube).reshape(-1, 2), b, b_angle, cube).reshape(m, 4, n).min(axis=1)
    to_a = distances(corners(b, b_angle, cube).reshape(-1, 2), a, a_angle, cube).reshape(n, 4, m).min(axis=1).T
    return np.where(separations(a, a_angle, b, b_angle, cube) <= 0, 0.0, np.minimum(to_b, to_a))


def check_places(
    to: Floats,
    to_angle: Floats,
    xy: Floats,
    angle: Floats,
    cube: float,
    table: tuple[float, float],
    blocks: Sequence[Block] = (),
) -> tuple[Bools, Bools]:
    """Return which of m places fit (m,), and which squares block them (m, n).

    A place fits if it is on the table and beside blocks. It is free if it fits and no square blocks it but that of
    the lifted soldier (GS-04, GS-11, GS-13, GS-35).
    """
    reach = cube / 2 * (np.abs(np.cos(to_angle)) + np.abs(np.sin(to_angle))) - TOLERANCE
    x, y = to[:, 0], to[:, 1]
    fits: Bools = (x >= reach) & (y >= reach) & (x <= table[0] - reach) & (y <= table[1] - reach)
    if blocks:
        fits &= ~overlaps_blocks(to, to_angle, blocks, cube)
    blocked: Bools = separations(to, to_angle, xy, angle, cube) < -TOLERANCE
    return fits, blocked


def find_sights(
    shooters: NDArray[np.intp],
    targets: NDArray[np.intp],
    xy: Floats,
    angle: Floats,
    cube: float,
    uses_nine_rays: bool = True,
    blocks: Sequence[Block] = (),
) -> tuple[Bools, Bools]:
    """Return which of s shooters see which of t targets (GS-17): (s, t).

    Shooters and targets are indexes of squares; none sees itself. The second array has True where the answer depends
    on less than a millionth of a mm, and so on rounding and on what counts as touching: `physics.visible_targets`
    casts these rays. Blocks obstruct like soldiers (GS-35): they are squares, once their axes are stretched.
    """
    soldier_count = len(xy)
    reach: float | Floats = cube * _CORNER_DISTANCE
    if blocks:
        middles, turned, stretch, reaches = sight_blocks(blocks, cube)
        reach = np.concatenate((np.full(soldier_count, reach), reaches))
        xy, angle = np.concatenate((xy, middles)), np.concatenate((angle, turned))
    aimed = xy[targets] - xy[shooters][:, None]
    distances = np.hypot(aimed[..., 0], aimed[..., 1])
    pair, blocker = _near_lines(shooters, targets, xy, aimed, distances, cube, reach)
    eye = _to_local_frames(xy[shooters], xy, angle)
    aims = _aim_points(xy[targets], angle[targets], cube)
    clear, uncertain = np.ones(distances.size, dtype=bool), np.zeros(distances.size, dtype=bool)
    middle = _to_local_frames(aims[:, 0], xy, angle)
    if blocks:
        eye[..., soldier_count:] *= stretch[:, None]
        middle[..., soldier_count:] *= stretch[:, None]
    slack = _ray_clearances(eye, middle[..., None], pair, blocker, cube / 2)[:, 0]
    met = slack <= 0
    clear[pair[met]] = False
    uncertain[pair[np.abs(slack) < _ROUNDING]] = True
    if uses_nine_rays:
        outer_rays = _to_local_frames(aims[:, 1:].reshape(-1, 2), xy, angle).reshape(2, len(targets), 8, len(xy))
        if blocks:
            outer_rays[..., soldier_count:] *= stretch[:, None, None]
        outer_rays = np.ascontiguousarray(outer_rays.transpose(0, 1, 3, 2))
        blocked = np.zeros((distances.size, 8), dtype=bool)
        # Whoever blocks the centre blocks most other rays, too: few pairs are left for the second pass.
        for likely in (met, ~met):
            settled: Bools = clear | blocked.all(axis=1)
            left = likely & ~settled[pair]
            open_pairs = pair[left]
            slacks = _ray_clearances(eye, outer_rays, open_pairs, blocker[left], cube / 2)
            uncertain[open_pairs[(np.abs(slacks) < _ROUNDING).any(axis=1)]] = True
            row, ray = np.nonzero(slacks <= 0)
            blocked[open_pairs[row], ray] = True
        clear |= ~blocked.all(axis=1)
    free: Bools = clear.reshape(distances.shape) & (shooters[:, None] != targets)
    return free, uncertain.reshape(distances.shape)


def _near_lines(
    shooters: NDArray[np.intp],
    targets: NDArray[np.intp],
    xy: Floats,
    aimed: Floats,
    distances: Floats,
    cube: float,
    reach: float | Floats,
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return pairs with whoever may be in their way.

    A pair is one number, shooter first. All obstacles are included, and some other squares. `reach` is from the
    middle of an obstacle to its corners, for all or for each of them.
    """
    off = (xy[None] - xy[shooters][:, None])[:, None]
    # Nobody is on another soldier, but a soldier is no distance from itself.
    direction = aimed / np.maximum(distances, _ROUNDING)[..., None]
    aside = cube * _CORNER_DISTANCE
    near = (
        np.abs(direction[..., 0, None] * off[..., 1] - direction[..., 1, None] * off[..., 0])
        <= reach + aside * AIM_SHARE
    )
    ahead = direction[..., 0, None] * off[..., 0] + direction[..., 1, None] * off[..., 1]
    near &= (ahead >= -reach) & (ahead <= (distances + aside)[..., None] + reach)
    pair, blocker = np.divmod(np.flatnonzero(near), len(xy))
    shooter, target = np.divmod(pair, len(targets))
    is_other = (blocker != shooters[shooter]) & (blocker != targets[target])
    return pair[is_other], blocker[is_other]


def _aim_points(xy: Floats, angle: Floats, cube: float) -> Floats:
    """Return the points of each of n squares at which rays aim: (n, 9, 2).

    The centre is the first.
    """
    rays = _RAYS * (cube / 2)
    c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
    x, y = rays[:, 0] * c - rays[:, 1] * s, rays[:, 0] * s + rays[:, 1] * c
    return xy[:, None] + np.stack((x, y), axis=2)


def _ray_clearances(
    eyes: Floats, aims: Floats, pair: NDArray[np.intp], blocker: NDArray[np.intp], half: float
) -> Floats:
    """Return by about how many mm the rays of each pair miss its blocker: (k, r).

    It is 0 or less if they meet it, by the separating axis theorem. All points are in the frames of the blockers:
    `eyes` (2, s, n) and `aims` (2, t, n, r).
    """
    shooter, target = np.divmod(pair, aims.shape[1])
    x, y = eyes[:, shooter, blocker, None]
    p, q = aims[0][target, blocker], aims[1][target, blocker]
    aside = np.abs(x * q - y * p) / (np.abs(p - x) + np.abs(q - y) + _EPSILON)
    farthest: Floats = np.maximum(aside, np.maximum(p * _outer_sides(x, half), q * _outer_sides(y, half)))
    return farthest - half


def _outer_sides(start: Floats, half: float) -> Floats:
    """Return the side of the square on which a line starts: 1, -1, or 0 if neither."""
    return np.where(start > half, 1.0, np.where(start < -half, -1.0, 0.0))
