"""Chance at the open table: draws from a bag, shuffles, and how pieces rest."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from random import Random

from grenade_salad.core import Action, Reason
from grenade_salad.games.open_table import actions, reasons
from grenade_salad.games.open_table.legality import can_slide, deal_counts, deal_targets
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.open_table.selection import pick
from grenade_salad.games.open_table.tabletop import Key, Tabletop


def find_blind_draw(table: Tabletop, action: Action) -> tuple[Key, int] | None:
    """Return the bag that chance draws from and the number of pieces, or None."""
    if not isinstance(action, (actions.Move, actions.Deal)) or not isinstance(action.of, str):
        return None
    holder = table.holders.get(action.of)
    if holder is None or holder.secret != "bag":
        return None
    if isinstance(action, actions.Deal):
        names = deal_targets(table, action)
        return action.of, 0 if isinstance(names, Reason) else sum(deal_counts(table, action, names))
    picked = pick(table, action.seat or 0, action)
    return action.of, 0 if isinstance(picked, Reason) else picked.blind_count


def sample_bag_draw(table: Tabletop, key: Key, count: int, rng: Random) -> actions.Came:
    """Return this number of random pieces of the bag."""
    pile = table.require_pile(key)
    return actions.Came(tuple(rng.sample(range(len(pile.pieces)), count)))


def why_not_bag_draw(table: Tabletop, key: Key, count: int, indexes: Sequence[int]) -> Reason | None:
    """Return why these pieces cannot have come out of the bag, or None."""
    pile = table.require_pile(key)
    are_inside = all(0 <= index < len(pile.pieces) for index in indexes)
    return None if are_inside and len(indexes) == count == len(set(indexes)) else reasons.CannotBe(actions.Came.kind)


def sample_order(table: Tabletop, key: Key, rng: Random) -> actions.Order:
    """Return a random order of the stack or holder."""
    pile = table.require_pile(key)
    order = list(range(len(pile.pieces)))
    rng.shuffle(order)
    return actions.Order(tuple(order))


def why_not_order(table: Tabletop, key: Key, order: Sequence[int]) -> Reason | None:
    """Return why the stack or holder cannot be in this order, or None."""
    pile = table.require_pile(key)
    return None if sorted(order) == list(range(len(pile.pieces))) else reasons.CannotBe(actions.Order.kind)


def sample_rest(table: Tabletop, action: Action, options: TableOptions, rng: Random) -> actions.Rest:
    """Return where pieces come to rest that are rolled, flicked, pushed or hit."""
    from grenade_salad.games.open_table import physics

    snapshot = physics.snapshot_table(table)
    slide, faces = physics.simulate(snapshot, action, options.steady, rng)
    return physics.to_rest(snapshot, slide, action, faces)


def why_not_rest(table: Tabletop, action: Action, poses: Sequence[actions.Rested]) -> Reason | None:
    """Return why the pieces cannot have come to rest like that, or None."""
    reason = reasons.CannotBe(actions.Rest.kind)
    dice = set(action.what or ()) if isinstance(action, actions.Roll) else set()
    required = {action.what} if isinstance(action, (actions.Flick, actions.Push)) else dice
    piece_ids = [pose.id for pose in poses]
    if len(set(piece_ids)) != len(piece_ids) or not required <= set(piece_ids):
        return reason
    return reason if any(_is_impossible(table, pose, dice) for pose in poses) else None


def _is_impossible(table: Tabletop, pose: actions.Rested, dice: set[int]) -> bool:
    """True if a piece cannot lie like that."""
    piece = table.pieces_by_id.get(pose.id)
    if piece is None or not (can_slide(table, piece) or pose.id in dice):
        return True
    faces = len(table.kind(piece).fronts)
    if pose.id in dice:
        if not 0 <= pose.face < faces:
            return True
    elif pose.face >= 0 and (table.kind(piece).piece != "die" or pose.face >= faces):
        return True
    if pose.face < -1 or not all(map(isfinite, (pose.x, pose.y, pose.angle))):
        return True
    if pose.into:
        holder = table.holders.get(pose.into)
        return holder is None or not holder.is_trap or (pose.id in dice and not can_slide(table, piece))
    width, height = table.box.table
    is_on_table = not isinstance(table[piece].home, str)
    return is_on_table and not (0 <= pose.x <= width and 0 <= pose.y <= height)
