"""Legality of actions at the open table, shared by `why_not` and `apply`.

Only what is impossible is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, isfinite

from grenade_salad.core import Action, NoSuchSeat, Reason
from grenade_salad.core.reasons import NoSuchAction
from grenade_salad.games.open_table import actions, gathering, reasons
from grenade_salad.games.open_table.box import Holder, find_hand
from grenade_salad.games.open_table.selection import (
    Pick,
    find_group,
    landing_points,
    pick,
    possible_draws,
    why_locked,
    why_not_into,
    why_not_pile,
    why_not_stacked,
    why_not_unique,
    why_off_table,
)
from grenade_salad.games.open_table.set_action import why_not_set
from grenade_salad.games.open_table.tabletop import IN_BOX, Tabletop

MAX_PATH_POINTS, MAX_PUSH_MS = 240, 3000
"""Maximum points and milliseconds of a push.

They equal those of `games.physics.pushing`, which would load the engine.
"""
_MAX_ANGLE = 1000.0
"""Maximum angle of a pose or a shot, in radians."""
SLIDING = ("disc", "cube", "pawn", "die")
"""Shapes that physics may move."""


def why_not_move(table: Tabletop, seat: int, action: actions.Move) -> Reason | None:
    """Return why these pieces cannot move there, or None."""
    picked = pick(table, seat, action)
    if isinstance(picked, Reason):
        return picked
    if not all(map(isfinite, (action.angle or 0.0, *action.step))):
        return reasons.BadPart("angle", action.angle)
    if action.poses and not _has_valid_poses(picked, action):
        return reasons.BadPart("poses", action.poses)
    if reason := why_locked(table, picked.groups) if picked.source is None else None:
        return reason
    pieces, to = picked.pieces, action.to
    if isinstance(to, str):
        holder = table.holders.get(to)
        if holder is None:
            return reasons.NoSuchHolder(to)
        inside = table.require_pile(to)
        if not -1 <= action.place <= len(inside.pieces):
            return reasons.OutOfBounds(action.place, -1, len(inside.pieces))
        return why_not_into(table, holder, pieces or possible_draws(table, picked), picked.blind_count)
    if isinstance(to, int):
        target = find_group(table, to)
        if isinstance(target, Reason):
            return target
        # Part of a stack may change its place within the stack.
        is_reorder = picked.source == to and len(pieces) < len(target.pieces)
        is_reorder = is_reorder and bool(action.under or action.at or action.end == "bottom")
        if set(target.pieces) & set(pieces) and not is_reorder:
            return reasons.IntoItself(to)
        if table[target.pieces[0]].home not in (None, to):
            return reasons.BadPart("to", to)
        return why_not_stacked(table, (*target.pieces[:1], *(pieces or possible_draws(table, picked))))
    assert to is not None
    is_stacked = picked.source is not None and action.step == (0.0, 0.0) and max(len(pieces), picked.blind_count) > 1
    if is_stacked and (reason := why_not_stacked(table, pieces or possible_draws(table, picked))):
        return reason
    return why_off_table(table, landing_points(table, picked, action, to))


def _has_valid_poses(picked: Pick, action: actions.Move) -> bool:
    """True if there is a valid pose for everything named and nothing else sets poses."""
    has_no_other_pose = picked.source is None and action.angle is None and action.step == (0.0, 0.0)
    has_valid_angles = all(isfinite(angle) and abs(angle) <= _MAX_ANGLE for _, _, angle in action.poses)
    return (
        has_no_other_pose
        and has_valid_angles
        and len(action.poses) == len(picked.groups)
        and action.poses[0][:2] == action.to
    )


def deal_targets(table: Tabletop, action: actions.Deal) -> tuple[str, ...] | Reason:
    """Return the names of the holders that are dealt to, or why they are impossible."""
    names = []
    for target in action.to or tuple(range(table.seats)):
        name = find_hand(table.holders.values(), target) if isinstance(target, int) else target
        if name not in table.holders:
            return reasons.NoSuchHolder(name or f"hand {target}"[:40])
        if name == action.of:
            return reasons.BadPart("to", target)
        names.append(name)
    return why_not_unique(names) or tuple(names)


def deal_counts(table: Tabletop, action: actions.Deal, names: Sequence[str]) -> list[int]:
    """Return the number of pieces that each holder gets."""
    pile = table.pile(action.of)
    available = len(pile.pieces) if pile is not None else 0
    if not action.n:
        return [len(range(index, available, len(names))) for index in range(len(names))]
    held_counts = [len(inside.pieces) if (inside := table.pile(name)) else 0 for name in names]
    counts = [max(0, action.n - held_count) if action.up_to else action.n for held_count in held_counts]
    return _share_out(counts, available) if action.at_most else counts


def _share_out(wanted: Sequence[int], available: int) -> list[int]:
    """Return how many each gets, one at a time, until there are no more.

    >>> _share_out([3, 3, 1], 5), _share_out([2, 2], 9)
    ([2, 2, 1], [2, 2])
    """
    counts = [0] * len(wanted)
    for turn in range(max(wanted)):
        for index, count in enumerate(wanted):
            if turn < count and available > 0:
                counts[index] += 1
                available -= 1
    return counts


def why_not_deal(table: Tabletop, seat: int, action: actions.Deal) -> Reason | None:
    """Return why this cannot be dealt, or None."""
    if reason := why_not_pile(table, seat, action.of):
        return reason
    assert action.n is not None
    if not 0 <= action.n <= len(table):
        return reasons.OutOfBounds(action.n, 0, len(table))
    names = deal_targets(table, action)
    if isinstance(names, Reason):
        return names
    pile, counts = table.require_pile(action.of), deal_counts(table, action, names)
    if not (action.at_most or sum(counts) > 0) or sum(counts) > len(pile.pieces):
        return reasons.TooFew(max(1, sum(counts)), len(pile.pieces))
    for name, count in zip(names, counts, strict=True):
        holder = table.holders[name]
        if reason := why_not_into(table, holder, (), count) or _why_not_on_top(table, holder, pile.pieces):
            return reason
    return None


def _why_not_on_top(table: Tabletop, holder: Holder, pieces: Sequence[int]) -> Reason | None:
    inside = table.require_pile(holder.name)
    if holder.lays == "stack" and holder.secret == "open":
        return why_not_stacked(table, (*inside.pieces[-1:], *pieces))
    return None


def why_not_flip(table: Tabletop, seat: int, action: actions.Flip) -> Reason | None:
    """Return why these cannot be turned over, or None."""
    keys = action.what or ()
    if not keys:
        return reasons.Unsaid("what")
    if double := why_not_unique(keys):
        return double
    if not action.each and (action.n or action.face):
        return reasons.BadPart("n" if action.n else "face", action.n or action.face)
    if not 0 <= action.n <= len(table):
        return reasons.OutOfBounds(action.n, 0, len(table))
    for key in keys:
        if isinstance(key, str):
            holder = table.holders.get(key)
            if holder is None:
                return reasons.NoSuchHolder(key)
            if holder.secret != "open" or (holder.lays != "stack" and not action.each):
                return reasons.BadPart("what", key)
            continue
        group = find_group(table, key)
        if isinstance(group, Reason):
            return group
        if reason := why_locked(table, [group]):
            return reason
        if not table.is_stackable(group.pieces[0]):
            return reasons.OneSide(key)
    return None


def why_not_shuffle(table: Tabletop, seat: int, action: actions.Shuffle) -> Reason | None:
    """Return why this cannot be shuffled, or None."""
    assert action.what is not None
    if reason := why_not_pile(table, seat, action.what):
        return reason
    if isinstance(action.what, str) and table.holders[action.what].secret == "bag":
        return reasons.Blind()
    pile = table.require_pile(action.what)
    return None if len(pile.pieces) > 1 else reasons.TooFew(2, len(pile.pieces))


def why_not_roll(table: Tabletop, seat: int, action: actions.Roll) -> Reason | None:
    """Return why these cannot be rolled, or None."""
    dice = action.what or ()
    if not dice:
        return reasons.Unsaid("what")
    if double := why_not_unique(dice):
        return double
    for piece_id in dice:
        if piece_id not in table.pieces_by_id:
            return reasons.NoSuchPiece(piece_id)
        piece = table.pieces_by_id[piece_id]
        if table.kind(piece).piece != "die":
            return reasons.NoDie(piece_id)
        if table[piece].locked:
            return reasons.Locked(piece_id)
    return None


def why_not_slide(table: Tabletop, piece_id: int) -> Reason | None:
    """Return why a piece cannot be flicked or pushed, or None."""
    if piece_id not in table.pieces_by_id:
        return reasons.CannotSlide(piece_id) if table.pile(piece_id) is not None else reasons.NoSuchPiece(piece_id)
    piece = table.pieces_by_id[piece_id]
    if table[piece].locked:
        return reasons.Locked(piece_id)
    return None if can_slide(table, piece) else reasons.CannotSlide(piece_id)


def can_slide(table: Tabletop, piece: int, locked: bool = False) -> bool:
    """True if physics may move the piece.

    It lies on the table by itself, its shape slides, and it is locked or not as asked for.
    """
    piece_state = table[piece]
    return piece_state.home is None and piece_state.locked == locked and table.kind(piece).piece in SLIDING


def why_not_flick(table: Tabletop, seat: int, action: actions.Flick) -> Reason | None:
    """Return why this cannot be flicked, or None."""
    assert action.what is not None
    assert action.angle is not None
    assert action.speed is not None
    if not isfinite(action.angle) or abs(action.angle) > _MAX_ANGLE:
        return reasons.BadPart("angle", action.angle)
    fastest = table.box.flick.fastest
    if not isfinite(action.speed) or not 0 < action.speed <= fastest:
        return (
            reasons.TooFast(action.speed, fastest) if isfinite(action.speed) else reasons.BadPart("speed", action.speed)
        )
    return why_not_slide(table, action.what) or _why_not_start(table, seat, action.what)


def _why_not_start(table: Tabletop, seat: int, piece_id: int) -> Reason | None:
    """Return why no shot may begin at the piece's position, or None."""
    piece_state = table[table.pieces_by_id[piece_id]]
    starts = [start for start in table.box.flick.starts if start.applies_to(seat, table.seats)]
    if not table.box.flick.starts or any(start.contains((piece_state.x, piece_state.y)) for start in starts):
        return None
    if not starts:
        return reasons.NoShot()
    start = min(starts, key=lambda candidate: dist(candidate.at, (piece_state.x, piece_state.y)))
    return reasons.WrongStart(
        dist(start.at, (piece_state.x, piece_state.y)), start.least, start.most, start.first, start.last
    )


def why_not_push(table: Tabletop, seat: int, action: actions.Push) -> Reason | None:
    """Return why this cannot be pushed, or None."""
    assert action.what is not None
    assert action.path is not None
    times = [time for time, _, _ in action.path]
    last = times[-1] if times else 0
    if not 2 <= len(times) <= MAX_PATH_POINTS or times != sorted(set(times)) or times[0] != 0 or last > MAX_PUSH_MS:
        return reasons.BadPath(len(times), last)
    return why_off_table(table, [(x, y) for _, x, y in action.path]) or why_not_slide(table, action.what)


def why_not_look(table: Tabletop, seat: int, action: actions.Look | actions.Reveal) -> Reason | None:
    """Return why these cannot be looked at or shown, or None."""
    picked = pick(table, seat, action)
    if isinstance(picked, Reason):
        return picked
    if picked.blind_count:
        return reasons.Blind()
    if isinstance(action, actions.Reveal):
        if wrong := [shown_seat for shown_seat in action.to if not 0 <= shown_seat < table.seats]:
            return NoSuchSeat(wrong[0], table.seats)
        return why_not_unique(action.to)
    return None


def why_not_put(table: Tabletop, seat: int, action: actions.Put) -> Reason | None:
    """Return why these cannot be taken out of the box, or None."""
    kinds = {kind.name: index for index, kind in enumerate(table.box.kinds)}
    assert action.kind is not None
    if action.kind not in kinds:
        return reasons.NotInBox(action.kind, 0)
    available = in_box(table, kinds[action.kind], action.front)
    if not 0 < action.n <= len(available):
        return reasons.NotInBox(action.kind, len(available))
    if not all(map(isfinite, (action.angle, *action.step))):
        return reasons.BadPart("angle", action.angle)
    pieces = available[: action.n]
    if isinstance(action.to, str):
        holder = table.holders.get(action.to)
        return reasons.NoSuchHolder(action.to) if holder is None else why_not_into(table, holder, pieces, 0)
    assert action.to is not None
    if action.n > 1 and action.step == (0.0, 0.0) and (reason := why_not_stacked(table, pieces)):
        return reason
    (x, y), (step_x, step_y) = action.to, action.step
    return why_off_table(table, [(x + index * step_x, y + index * step_y) for index in range(action.n)])


def in_box(table: Tabletop, kind: int, front: int) -> tuple[int, ...]:
    """Return the pieces of a kind and front that are in the box."""
    pile = table.require_pile(IN_BOX)
    return tuple(piece for piece in pile.pieces if table.box.pieces[table[piece].thing_index] == (kind, front))


def why_not_remove(table: Tabletop, seat: int, action: actions.Remove) -> Reason | None:
    """Return why these cannot be put back into the box, or None."""
    picked = pick(table, seat, action)
    if isinstance(picked, Reason):
        return picked
    if picked.blind_count:
        return reasons.Blind()
    return why_locked(table, picked.groups) if picked.source is None else None


def why_not_finish(table: Tabletop, seat: int, action: actions.Finish) -> Reason | None:
    """Return why these seats cannot have won, or None."""
    if wrong := [winner for winner in action.won if not 0 <= winner < table.seats]:
        return NoSuchSeat(wrong[0], table.seats)
    return why_not_unique(action.won)


_CHECKS = {
    actions.Move: why_not_move,
    actions.Deal: why_not_deal,
    actions.Flip: why_not_flip,
    actions.Recall: gathering.why_not_recall,
    actions.Give: gathering.why_not_give,
    actions.Sort: gathering.why_not_sort,
    actions.Shuffle: why_not_shuffle,
    actions.Roll: why_not_roll,
    actions.Flick: why_not_flick,
    actions.Push: why_not_push,
    actions.Look: why_not_look,
    actions.Reveal: why_not_look,
    actions.Set: why_not_set,
    actions.Put: why_not_put,
    actions.Remove: why_not_remove,
    actions.Finish: why_not_finish,
}


def why_not(table: Tabletop, action: Action) -> Reason | None:
    """Return why the action is impossible, or None.

    An undo is checked elsewhere: it depends on all lines.
    """
    if not isinstance(action, actions.TableAction):
        return NoSuchAction(action.do)
    if missing := action.missing_parts():
        return reasons.Unsaid(missing[0])
    if isinstance(action, actions.Reset):
        return None
    assert action.seat is not None
    check = _CHECKS.get(type(action))
    return NoSuchAction(action.do) if check is None else check(table, action.seat, action)  # type: ignore[operator]
