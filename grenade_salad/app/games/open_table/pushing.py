"""Pushing a piece along the table, visible to all while it is dragged.

When it is released, the push becomes an action with its path.
"""

from __future__ import annotations

import pygame

from grenade_salad.app.games.open_table import sounds
from grenade_salad.app.games.open_table.interaction import Press, TableInteraction
from grenade_salad.core import Illegal
from grenade_salad.games.open_table import TableState, actions
from grenade_salad.games.open_table.legality import MAX_PATH_POINTS as POINTS
from grenade_salad.games.open_table.legality import MAX_PUSH_MS as LONGEST
from grenade_salad.games.open_table.placed_pieces import PlacedPiece

_RELEASE_TIME = 40
"""Milliseconds of rest before the release from which a push has stopped."""
_SLIDES = ("disc", "cube", "pawn", "die")


def can_slide(piece: PlacedPiece, include_locked: bool = False) -> bool:
    """True if physics can move the piece, or with `include_locked` is stopped by it."""
    return (
        piece.shape in _SLIDES and piece.holder is None and not piece.is_stack and (include_locked or not piece.locked)
    )


def is_wanted(desk: TableInteraction, piece: PlacedPiece) -> bool:
    """True if a drag pushes this piece: with Shift, or after the command."""
    return can_slide(piece) and (desk.pushes_next or bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))


def begin(desk: TableInteraction, press: Press, piece: PlacedPiece) -> None:
    """Start a push. The decisions of others wait until it is released."""
    state = desk.table.controller.match.state
    session = desk.table.controller.session
    if not isinstance(state, TableState) or not isinstance(piece.key, int) or session.pushing_seat is not None:
        return
    try:
        press.push = state.begin_push(piece.key)
    except Illegal as refused:
        desk.table.controller.refuse(refused.reason)
        return
    press.mode, press.began, press.path = "push", desk.clock, []
    session.pushing_seat = press.seat
    _feed(desk, press, press.start)


def advance(desk: TableInteraction, press: Press) -> None:
    """Follow the pointer. A push that has become too long is released."""
    _feed(desk, press, press.position)
    if press.path and (len(press.path) >= POINTS or press.path[-1][0] >= LONGEST):
        release(desk, press)
        press.mode = "menu"


def _feed(desk: TableInteraction, press: Press, position: tuple[float, float]) -> None:
    ms = min(LONGEST, round((desk.clock - press.began) * 1000))
    if press.push is None or len(press.path) >= POINTS or (press.path and ms <= press.path[-1][0]):
        return
    (x, y), (width, height) = desk.camera.to_table(position), desk.view.box.table
    sample = ms if press.path else 0, round(min(max(x, 0.0), width), 1), round(min(max(y, 0.0), height), 1)
    press.path.append(sample)
    press.push.feed(sample)
    sounds.play_push_hits(desk, press)
    desk.poses = {
        piece_id: (float(x), float(y), float(angle))
        for piece_id, (x, y, angle) in zip(press.push.ids, press.push.poses, strict=True)
    }


def release(desk: TableInteraction, press: Press) -> None:
    """Act with the push, unless it never moved.

    Lifting a finger or releasing a button takes a moment in which the pointer does not move: that is no stop.
    """
    rest_time = round((desk.clock - press.began) * 1000) - press.path[-1][0] if press.path else 0
    if rest_time > _RELEASE_TIME:
        _feed(desk, press, press.position)
    desk.table.controller.session.pushing_seat = None
    piece, path = press.piece, tuple(press.path)
    press.push, desk.pushes_next, desk.last_push = None, False, None
    if piece is not None and isinstance(piece.key, int) and len(path) > 1:
        action = actions.Push(press.seat, piece.key, path)
        desk.last_push = action if desk.table.controller.act(action) else None
    if desk.last_push is None:
        desk.poses = {}
