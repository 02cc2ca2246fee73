"""A shot: one pulls back from the piece, and it flies the other way when one lets go."""

from __future__ import annotations

from math import atan2, cos, hypot, sin

from grenade_salad.app.games.open_table.desk import Desk, Press
from grenade_salad.app.games.open_table.pushing import slides
from grenade_salad.app.games.open_table.render import name_of
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import BRASS, BRASS_LIGHT, INK, PAPER, SMALL
from grenade_salad.games.open_table import moves
from grenade_salad.games.open_table.lying import Lying
from grenade_salad.text import Words, m

LEAST = 6.0
"""Millimetres of a pull that is a shot; nearer it is none."""
FULL = 160.0
"""Units of a pull that is the greatest speed of the box."""
_LATE = 0.08
"""Seconds: the aim is that of so long before letting go, since lifting a finger spoils it."""
_NOTCHES = 10


def wanted(desk: Desk, one: Lying) -> bool:
    """Whether a drag of this pulls back."""
    return desk.flicks and slides(one)


def begin(press: Press) -> None:
    """Somebody pulls back."""
    press.does, press.aims = "flick", []


def go_on(desk: Desk, press: Press) -> None:
    """The pull is another one."""
    press.aims.append((desk.clock, press.at))


def aim(desk: Desk, press: Press, at: Point) -> tuple[float, float] | None:
    """The angle in radians and the speed in mm/s of a pull to there; None: too short, so that nothing is shot."""
    across, down = press.start[0] - at[0], press.start[1] - at[1]
    pull = hypot(across, down)
    if pull / desk.camera.scale < LEAST:
        return None
    fastest = desk.view.box.flick.fastest
    return atan2(-down, across), fastest * min(1.0, pull / FULL)


def let_go(desk: Desk, press: Press) -> None:
    """Shoot, with the aim of a moment ago; back on the piece nothing is shot."""
    desk.flicks = False
    one, now = press.lying, aim(desk, press, press.at)
    if one is None or now is None or not isinstance(one.key, int):
        return
    settled = [at for when, at in press.aims if when <= desk.clock - _LATE]
    angle, speed = (aim(desk, press, settled[-1]) if settled else None) or now
    desk.table.act(moves.Flick(press.seat, one.key, round(angle, 5), round(speed, 1)))


def met(desk: Desk, one: Lying, angle: float) -> tuple[float, Lying | None]:
    """How far the piece goes straight on until it meets something, in mm, and what that is; None: an edge."""
    way = cos(angle), sin(angle)
    wide, high = desk.view.box.table
    to_edge = [
        ((wide if step > 0 else 0.0) - at) / step
        for at, step, wide in ((one.at[0], way[0], wide), (one.at[1], way[1], high))
        if abs(step) > 1e-9
    ]
    far, found = min(to_edge, default=0.0), None
    for other in desk.things:
        if other.key == one.key or not slides(other, locked=True):
            continue
        across, up = other.at[0] - one.at[0], other.at[1] - one.at[1]
        along, aside = across * way[0] + up * way[1], abs(up * way[0] - across * way[1])
        reach = (min(one.size) + min(other.size)) / 2
        if along > 0 and aside < reach and (hit := along - (reach * reach - aside * aside) ** 0.5) < far:
            far, found = max(0.0, hit), other
    return far, found


def draw(canvas: Canvas, desk: Desk, press: Press) -> None:
    """The way of the shot as wide as the piece, its strength with notches, and what it meets first."""
    one, now = press.lying, aim(desk, press, press.at)
    if one is None or now is None:
        return
    angle, speed = now
    far, other = met(desk, one, angle)
    start = desk.camera.to_screen(one.at)
    end = desk.camera.to_screen((one.at[0] + far * cos(angle), one.at[1] + far * sin(angle)))
    half = min(one.size) / 2 * desk.camera.scale
    side = half * sin(angle), half * cos(angle)
    for sign in (-1, 1):
        off = sign * side[0], sign * side[1]
        canvas.line((start[0] + off[0], start[1] + off[1]), (end[0] + off[0], end[1] + off[1]), BRASS_LIGHT, 1.5)
    canvas.circle(end, half, BRASS_LIGHT, 2)
    canvas.line(press.start, press.at, BRASS, 3)
    share = speed / desk.view.box.flick.fastest
    for notch in range(_NOTCHES):
        at = Rect(press.at[0] + 20, press.at[1] + 20 - notch * 6, 14, 4)
        canvas.fill(at, BRASS_LIGHT if notch < share * _NOTCHES else INK, 1)
    # Translators: beside a shot that is aimed: how hard it is, and what it meets first
    words: Words = m("{n} %", n=round(share * 100))
    if other is not None:
        words = m("{n} %, meets {what}", n=round(share * 100), what=name_of(desk, other))
    box = Rect(press.at[0] + 40, press.at[1] + 2, canvas.width(words, SMALL, bold=True) + 16, 26)
    canvas.fill(box, INK, 6)
    canvas.text(words, box.center, SMALL, PAPER, bold=True, anchor="center")
