"""Why something cannot be done at the open table: only what cannot be. The one logic behind `why_not` and `do`."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, isfinite

from grenade_salad.core import Action, NoSuchSeat, Reason
from grenade_salad.core.reasons import NoSuchAction
from grenade_salad.games.open_table import actions, reasons
from grenade_salad.games.open_table.box import Holder
from grenade_salad.games.open_table.selection import (
    Pick,
    group_of,
    pick,
    possible,
    spots,
    twice,
    why_locked,
    why_not_into,
    why_not_pile,
    why_not_stacked,
    why_off,
)
from grenade_salad.games.open_table.set_action import why_not_set
from grenade_salad.games.open_table.tabletop import IN_BOX, Table

MOST_POINTS, LONGEST_PUSH = 240, 3000
"""Points of a push, and milliseconds."""
MOST_TURNED = 1000.0
"""Radians of a pose."""
SLIDING = ("disc", "cube", "pawn", "die")


def why_not_move(table: Table, seat: int, action: actions.Move) -> Reason | None:
    """Why these cannot go there."""
    picked = pick(table, seat, action)
    if isinstance(picked, Reason):
        return picked
    if not all(map(isfinite, (action.angle or 0.0, *action.step))):
        return reasons.BadPart("angle", action.angle)
    if action.poses and not _posed(picked, action):
        return reasons.BadPart("poses", action.poses)
    if reason := why_locked(table, picked.groups) if picked.of is None else None:
        return reason
    pieces, to = picked.pieces, action.to
    if isinstance(to, str):
        holder = table.holders.get(to)
        if holder is None:
            return reasons.NoSuchHolder(to)
        inside = table.pile(to)
        assert inside is not None
        if not -1 <= action.place <= len(inside.pieces):
            return reasons.OutOfBounds(action.place, -1, len(inside.pieces))
        return why_not_into(table, holder, pieces or possible(table, picked), picked.blind)
    if isinstance(to, int):
        target = group_of(table, to)
        if isinstance(target, Reason):
            return target
        # Some of a stack change their place in it.
        within = picked.of == to and len(pieces) < len(target.pieces)
        within = within and bool(action.under or action.at or action.end == "bottom")
        if set(target.pieces) & set(pieces) and not within:
            return reasons.IntoItself(to)
        if table[target.pieces[0]].home not in (None, to):
            return reasons.BadPart("to", to)
        return why_not_stacked(table, (*target.pieces[:1], *(pieces or possible(table, picked))))
    assert to is not None
    stays = picked.of is not None and action.step == (0.0, 0.0) and max(len(pieces), picked.blind) > 1
    if stays and (reason := why_not_stacked(table, pieces or possible(table, picked))):
        return reason
    return why_off(table, spots(table, picked, action, to))


def _posed(picked: Pick, action: actions.Move) -> bool:
    """Whether the poses are those of all that is named, and nothing else says where they lie or how."""
    plain = picked.of is None and action.angle is None and action.step == (0.0, 0.0)
    turned = all(isfinite(angle) and abs(angle) <= MOST_TURNED for _, _, angle in action.poses)
    return plain and turned and len(action.poses) == len(picked.groups) and action.poses[0][:2] == action.to


def targets(table: Table, action: actions.Deal) -> tuple[str, ...] | Reason:
    """The holders to which is dealt."""
    names = []
    for one in action.to or tuple(range(table.seats)):
        name = hand_of(table, one) if isinstance(one, int) else one
        if name not in table.holders:
            return reasons.NoSuchHolder(name or f"hand {one}"[:40])
        if name == action.of:
            return reasons.BadPart("to", one)
        names.append(name)
    return twice(names) or tuple(names)


def hand_of(table: Table, seat: int) -> str:
    """The name of the seat's hand; "" if it has none."""
    own = (name for name, holder in table.holders.items() if holder.secret == "hand" and holder.seat == seat)
    return next(own, "")


def shares(table: Table, action: actions.Deal, names: Sequence[str]) -> list[int]:
    """How many each gets."""
    pile = table.pile(action.of)
    there = len(pile.pieces) if pile is not None else 0
    if not action.n:
        return [len(range(at, there, len(names))) for at in range(len(names))]
    has = [len(inside.pieces) if (inside := table.pile(name)) else 0 for name in names]
    return [max(0, action.n - number) if action.up_to else action.n for number in has]


def why_not_deal(table: Table, seat: int, action: actions.Deal) -> Reason | None:
    """Why this cannot be dealt."""
    if reason := why_not_pile(table, seat, action.of):
        return reason
    assert action.n is not None
    if not 0 <= action.n <= len(table):
        return reasons.OutOfBounds(action.n, 0, len(table))
    names = targets(table, action)
    if isinstance(names, Reason):
        return names
    pile, numbers = table.pile(action.of), shares(table, action, names)
    assert pile is not None
    if not 0 < sum(numbers) <= len(pile.pieces):
        return reasons.TooFew(max(1, sum(numbers)), len(pile.pieces))
    for name, number in zip(names, numbers, strict=True):
        holder = table.holders[name]
        if reason := why_not_into(table, holder, (), number) or _why_not_lying(table, holder, pile.pieces):
            return reason
    return None


def _why_not_lying(table: Table, holder: Holder, pieces: Sequence[int]) -> Reason | None:
    inside = table.pile(holder.name)
    assert inside is not None
    if holder.lays == "stack" and holder.secret == "open":
        return why_not_stacked(table, (*inside.pieces[-1:], *pieces))
    return None


def why_not_flip(table: Table, seat: int, action: actions.Flip) -> Reason | None:
    """Why these cannot be turned over."""
    what = action.what or ()
    if not what:
        return reasons.Unsaid("what")
    if double := twice(what):
        return double
    for one in what:
        if isinstance(one, str):
            holder = table.holders.get(one)
            if holder is None:
                return reasons.NoSuchHolder(one)
            if holder.secret != "open" or holder.lays != "stack":
                return reasons.BadPart("what", one)
            continue
        group = group_of(table, one)
        if isinstance(group, Reason):
            return group
        if reason := why_locked(table, [group]):
            return reason
        if not table.stacks_up(group.pieces[0]):
            return reasons.OneSide(one)
    return None


def why_not_shuffle(table: Table, seat: int, action: actions.Shuffle) -> Reason | None:
    """Why this cannot be shuffled."""
    assert action.what is not None
    if reason := why_not_pile(table, seat, action.what):
        return reason
    if isinstance(action.what, str) and table.holders[action.what].secret == "bag":
        return reasons.Blind()
    pile = table.pile(action.what)
    assert pile is not None
    return None if len(pile.pieces) > 1 else reasons.TooFew(2, len(pile.pieces))


def why_not_roll(table: Table, seat: int, action: actions.Roll) -> Reason | None:
    """Why these cannot be rolled."""
    what = action.what or ()
    if not what:
        return reasons.Unsaid("what")
    if double := twice(what):
        return double
    for number in what:
        if number not in table.index:
            return reasons.NoSuchPiece(number)
        piece = table.index[number]
        if table.kind(piece).piece != "die":
            return reasons.NoDie(number)
        if table[piece].locked:
            return reasons.Locked(number)
    return None


def why_not_slide(table: Table, number: int) -> Reason | None:
    """Why a piece cannot be flicked or pushed."""
    if number not in table.index:
        return reasons.CannotSlide(number) if table.pile(number) is not None else reasons.NoSuchPiece(number)
    piece = table.index[number]
    if table[piece].locked:
        return reasons.Locked(number)
    return None if slides(table, piece) else reasons.CannotSlide(number)


def slides(table: Table, piece: int, locked: bool = False) -> bool:
    """Whether physics may move the piece: it lies on the table by itself, and is neither flat nor (else) locked."""
    found = table[piece]
    return found.home is None and found.locked == locked and table.kind(piece).piece in SLIDING


def why_not_flick(table: Table, seat: int, action: actions.Flick) -> Reason | None:
    """Why this cannot be flicked."""
    assert action.what is not None
    assert action.angle is not None
    assert action.speed is not None
    if not isfinite(action.angle) or abs(action.angle) > 1000:
        return reasons.BadPart("angle", action.angle)
    fastest = table.box.flick.fastest
    if not isfinite(action.speed) or not 0 < action.speed <= fastest:
        return (
            reasons.TooFast(action.speed, fastest) if isfinite(action.speed) else reasons.BadPart("speed", action.speed)
        )
    return why_not_slide(table, action.what) or _why_not_here(table, seat, action.what)


def _why_not_here(table: Table, seat: int, number: int) -> Reason | None:
    """Why no shot may begin where the piece lies."""
    found = table[table.index[number]]
    starts = [start for start in table.box.flick.starts if start.counts(seat, table.seats)]
    if not table.box.flick.starts or any(start.has((found.x, found.y)) for start in starts):
        return None
    if not starts:
        return reasons.NoShot()
    start = min(starts, key=lambda one: dist(one.at, (found.x, found.y)))
    return reasons.WrongStart(dist(start.at, (found.x, found.y)), start.least, start.most, start.first, start.last)


def why_not_push(table: Table, seat: int, action: actions.Push) -> Reason | None:
    """Why this cannot be pushed."""
    assert action.what is not None
    assert action.path is not None
    times = [time for time, _, _ in action.path]
    last = times[-1] if times else 0
    if not 2 <= len(times) <= MOST_POINTS or times != sorted(set(times)) or times[0] != 0 or last > LONGEST_PUSH:
        return reasons.BadPath(len(times), last)
    return why_off(table, [(x, y) for _, x, y in action.path]) or why_not_slide(table, action.what)


def why_not_look(table: Table, seat: int, action: actions.Look | actions.Reveal) -> Reason | None:
    """Why nobody can look at these, or show them."""
    picked = pick(table, seat, action)
    if isinstance(picked, Reason):
        return picked
    if picked.blind:
        return reasons.Blind()
    if isinstance(action, actions.Reveal):
        if wrong := [one for one in action.to if not 0 <= one < table.seats]:
            return NoSuchSeat(wrong[0], table.seats)
        return twice(action.to)
    return None


def why_not_put(table: Table, seat: int, action: actions.Put) -> Reason | None:
    """Why these cannot come from the box."""
    kinds = {kind.name: index for index, kind in enumerate(table.box.kinds)}
    assert action.kind is not None
    if action.kind not in kinds:
        return reasons.NotInBox(action.kind, 0)
    there = in_box(table, kinds[action.kind], action.front)
    if not 0 < action.n <= len(there):
        return reasons.NotInBox(action.kind, len(there))
    if not all(map(isfinite, (action.angle, *action.step))):
        return reasons.BadPart("angle", action.angle)
    pieces = there[: action.n]
    if isinstance(action.to, str):
        holder = table.holders.get(action.to)
        return reasons.NoSuchHolder(action.to) if holder is None else why_not_into(table, holder, pieces, 0)
    assert action.to is not None
    if action.n > 1 and action.step == (0.0, 0.0) and (reason := why_not_stacked(table, pieces)):
        return reason
    steps = range(action.n) if action.step != (0.0, 0.0) else range(1)
    return why_off(table, [(action.to[0] + at * action.step[0], action.to[1] + at * action.step[1]) for at in steps])


def in_box(table: Table, kind: int, front: int) -> tuple[int, ...]:
    """The pieces in the box of a kind and front."""
    pile = table.pile(IN_BOX)
    assert pile is not None
    return tuple(piece for piece in pile.pieces if table.box.things[table[piece].thing] == (kind, front))


def why_not_remove(table: Table, seat: int, action: actions.Remove) -> Reason | None:
    """Why these cannot go back into the box."""
    picked = pick(table, seat, action)
    if isinstance(picked, Reason):
        return picked
    if picked.blind:
        return reasons.Blind()
    return why_locked(table, picked.groups) if picked.of is None else None


def why_not_finish(table: Table, seat: int, action: actions.Finish) -> Reason | None:
    """Why these cannot have won."""
    if wrong := [one for one in action.won if not 0 <= one < table.seats]:
        return NoSuchSeat(wrong[0], table.seats)
    return twice(action.won)


_CHECKS = {
    actions.Move: why_not_move,
    actions.Deal: why_not_deal,
    actions.Flip: why_not_flip,
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


def why_not(table: Table, action: Action) -> Reason | None:
    """Why the table cannot do that, or None; the undo is for who knows all lines."""
    if not isinstance(action, actions.TableAction):
        return NoSuchAction(action.do)
    if lacking := action.lacks():
        return reasons.Unsaid(lacking[0])
    if isinstance(action, actions.Reset):
        return None
    assert action.seat is not None
    check = _CHECKS.get(type(action))
    return NoSuchAction(action.do) if check is None else check(table, action.seat, action)  # type: ignore[operator]
