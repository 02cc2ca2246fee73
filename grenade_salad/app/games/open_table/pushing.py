"""A push: a piece is drawn along the table while everybody sees what it meets; let go, it is a line with its path."""

from __future__ import annotations

import pygame

from grenade_salad.app.games.open_table import sounds
from grenade_salad.app.games.open_table.interaction import Desk, Press
from grenade_salad.core import Illegal
from grenade_salad.games.open_table import TableState, actions
from grenade_salad.games.open_table.legality import LONGEST_PUSH as LONGEST
from grenade_salad.games.open_table.legality import MOST_POINTS as POINTS
from grenade_salad.games.open_table.placed_pieces import Lying

_LETTING_GO = 40
"""ms: who holds still for longer before letting go has stopped."""
_SLIDES = ("disc", "cube", "pawn", "die")


def slides(one: Lying, locked: bool = False) -> bool:
    """Whether physics can move it, or with `locked` is stopped by it."""
    return one.shape in _SLIDES and one.holder is None and not one.stack and (locked or not one.locked)


def wanted(desk: Desk, one: Lying) -> bool:
    """Whether a drag pushes this: with Shift, or after the verb."""
    return slides(one) and (desk.pushes or bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))


def begin(desk: Desk, press: Press, one: Lying) -> None:
    """The hand is on it. What others decide waits from now on."""
    state = desk.table.match.state
    session = desk.table.session
    if not isinstance(state, TableState) or not isinstance(one.key, int) or session.pushing is not None:
        return
    try:
        press.push = state.begin_push(one.key)
    except Illegal as refused:
        desk.table.refuse(refused.reason)
        return
    press.does, press.began, press.path = "push", desk.clock, []
    session.pushing = press.seat
    _feed(desk, press, press.start)


def go_on(desk: Desk, press: Press) -> None:
    """The pointer went on; a push that has become too long is let go."""
    _feed(desk, press, press.at)
    if press.path and (len(press.path) >= POINTS or press.path[-1][0] >= LONGEST):
        let_go(desk, press)
        press.does = "menu"


def _feed(desk: Desk, press: Press, at: tuple[float, float]) -> None:
    ms = min(LONGEST, round((desk.clock - press.began) * 1000))
    if press.push is None or len(press.path) >= POINTS or (press.path and ms <= press.path[-1][0]):
        return
    (x, y), (wide, high) = desk.camera.to_table(at), desk.view.box.table
    point = ms if press.path else 0, round(min(max(x, 0.0), wide), 1), round(min(max(y, 0.0), high), 1)
    press.path.append(point)
    press.push.feed(point)
    sounds.hear_push(desk, press)
    desk.poses = {
        number: (float(x), float(y), float(angle))
        for number, (x, y, angle) in zip(press.push.ids, press.push.poses, strict=True)
    }


def let_go(desk: Desk, press: Press) -> None:
    """The line of what was pushed; one that never moved is none.

    Lifting a finger or letting a button go takes a moment, in which it does not move: that is no stop.
    """
    held = round((desk.clock - press.began) * 1000) - press.path[-1][0] if press.path else 0
    if held > _LETTING_GO:
        _feed(desk, press, press.at)
    desk.table.session.pushing = None
    one, path = press.lying, tuple(press.path)
    press.push, desk.pushes, desk.pushed = None, False, None
    if one is not None and isinstance(one.key, int) and len(path) > 1:
        line = actions.Push(press.seat, one.key, path)
        desk.pushed = line if desk.table.act(line) else None
    if desk.pushed is None:
        desk.poses = {}
