"""A shot: one pulls back from the piece, and it flies the other way when one lets go.

By keys, with one switch and by touch the aim stays, is made finer, and "Flick" shoots.
"""

from __future__ import annotations

from math import atan2, cos, hypot, pi, radians, sin

from grenade_salad.app.games.open_table.interaction import Aim, Desk, Press
from grenade_salad.app.games.open_table.menu_commands import FLICK, Verb
from grenade_salad.app.games.open_table.pushing import slides
from grenade_salad.app.games.open_table.render import name_of
from grenade_salad.app.games.open_table.tabletop_picture import area_box, hidden
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import BRASS, BRASS_LIGHT, INK, PAPER, SMALL
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.placed_pieces import Lying, starts_of
from grenade_salad.text import Words, m

LEAST = 6.0
"""Millimetres of a pull that is a shot; nearer it is none."""
FULL = 160.0
"""Units of a pull that is the greatest speed of the box."""
FINE, COARSE, HARDER = 0.25, 5.0, 0.05
"""Degrees that a key turns the aim, without and with Shift; what share of the speed it adds."""
_LATE = 0.08
"""Seconds: the aim is that of so long before letting go, since lifting a finger spoils it."""
_NOTCHES = 10


def wanted(desk: Desk, press: Press, one: Lying) -> bool:
    """Whether a drag of this pulls back: it is aimed, or lies where the box lets shots begin, and was not held."""
    if not slides(one) or any(other.does == "flick" for other in desk.hands.values()):
        return False
    return (desk.aim is not None and desk.aim.key == one.key) or any(
        start.has(one.at) for start in starts_of(desk.view, press.seat)
    )


def begin(desk: Desk, press: Press) -> None:
    """Somebody pulls back."""
    assert press.lying is not None
    press.does, press.aims = "flick", []
    if desk.aim is None or desk.aim.key != press.lying.key:
        desk.choose([press.lying.key])
        desk.aim, desk.asking = Aim(press.lying.key, press.seat, share=0.0), "aim"


def go_on(desk: Desk, press: Press) -> None:
    """The pull is another one."""
    press.aims.append((desk.clock, press.at))
    _set(desk, press, press.at)


def _set(desk: Desk, press: Press, at: Point) -> None:
    if desk.aim is not None and press.lying is not None and desk.aim.key == press.lying.key:
        pulled = _pulled(desk, press, at)
        desk.aim.angle, desk.aim.share = pulled or (desk.aim.angle, 0.0)


def _pulled(desk: Desk, press: Press, at: Point) -> tuple[float, float] | None:
    """The angle in radians and the share of the speed of a pull to there; None: too short, so that nothing is shot."""
    across, down = press.start[0] - at[0], press.start[1] - at[1]
    pull = hypot(across, down)
    if pull / desk.camera.scale < LEAST:
        return None
    return atan2(-down, across), min(1.0, pull / FULL)


def let_go(desk: Desk, press: Press) -> None:
    """Shoot, with the aim of a moment ago; back on the piece nothing is shot. Of a finger the aim stays."""
    if desk.aim is None:
        return
    if _pulled(desk, press, press.at) is not None:
        settled = [at for when, at in press.aims if when <= desk.clock - _LATE]
        _set(desk, press, settled[-1] if settled else press.at)
    if not desk.aim.share:
        desk.ask("")
    elif not press.finger:
        shoot(desk)


def shoot(desk: Desk) -> None:
    """Shoot as it is aimed."""
    aim = desk.aim
    if aim is None or not isinstance(aim.key, int) or not aim.share:
        return
    speed = desk.view.box.flick.fastest * aim.share
    desk.ask("")
    desk.table.act(actions.Flick(aim.seat, aim.key, round(aim.angle, 5), round(speed, 1)))


# by keys and buttons


def take_aim(desk: Desk) -> None:
    """Aim with what is chosen, at the thing that is nearest."""
    one = desk.thing(desk.chosen[0]) if desk.chosen else None
    if one is None or desk.seat is None or not slides(one):
        return
    desk.ask("aim")
    wide, high = desk.view.box.table
    desk.aim = Aim(one.key, desk.seat, atan2(high / 2 - one.at[1], wide / 2 - one.at[0]))
    use(desk, "next")


def answers(desk: Desk) -> list[Verb]:
    """What can be done with an aim."""
    # Translators: buttons: a shot is aimed; at the next thing on the table, a little to the left, harder
    return [
        Verb(FLICK, "shoot", does="aim", what="shoot"),
        Verb(m("Aim at the next"), does="aim", what="next"),
        Verb(m("To the left"), "turn_left", does="aim", what="left"),
        Verb(m("To the right"), "turn_right", does="aim", what="right"),
        Verb(m("Harder", context="a shot"), "closer", does="aim", what="harder"),
        Verb(m("Softer", context="a shot"), "farther", does="aim", what="softer"),
        Verb(m("Don't shoot"), does="leave"),
    ]


def use(desk: Desk, what: str, coarse: bool = False) -> None:
    """A button or a key of the aim."""
    aim = desk.aim
    if aim is None:
        return
    step = radians(COARSE if coarse else FINE)
    match what:
        case "shoot":
            shoot(desk)
        case "next":
            _next(desk, aim)
        case "left":
            aim.angle += step
        case "right":
            aim.angle -= step
        case "harder":
            aim.share = min(1.0, round(aim.share + HARDER, 2))
        case "softer":
            aim.share = max(HARDER, round(aim.share - HARDER, 2))


def _next(desk: Desk, aim: Aim) -> None:
    """At the next thing to the left that can be hit."""
    one = desk.thing(aim.key)
    others = [] if one is None else [other for other in desk.things if other.key != one.key and slides(other, True)]
    if one is None or not others:
        return
    angles = [atan2(other.at[1] - one.at[1], other.at[0] - one.at[0]) for other in others]
    aim.angle = min(angles, key=lambda angle: (angle - aim.angle - 1e-4) % (2 * pi))


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


def words(desk: Desk) -> Words:
    """How hard the shot is, and what it meets first."""
    aim = desk.aim
    one = None if aim is None else desk.thing(aim.key)
    if aim is None or one is None:
        return ""
    if not aim.share:
        return m("Pull back")
    _, other = met(desk, one, aim.angle)
    # Translators: beside a shot that is aimed: how hard it is, and what it meets first
    if other is None:
        return m("{n} %", n=round(aim.share * 100))
    return m("{n} %, meets {what}", n=round(aim.share * 100), what=name_of(desk, other))


def draw(canvas: Canvas, desk: Desk) -> None:
    """The way of the shot as wide as the piece, its strength with notches, and what it meets first."""
    aim = desk.aim
    one = None if aim is None else desk.thing(aim.key)
    if aim is None or one is None or not aim.share:
        return
    far, _ = met(desk, one, aim.angle)
    start = desk.camera.to_screen(one.at)
    end = desk.camera.to_screen((one.at[0] + far * cos(aim.angle), one.at[1] + far * sin(aim.angle)))
    half = min(one.size) / 2 * desk.camera.scale
    side = half * sin(aim.angle), half * cos(aim.angle)
    with canvas.clipped(desk.camera.rect):
        for sign in (-1, 1):
            off = sign * side[0], sign * side[1]
            canvas.line((start[0] + off[0], start[1] + off[1]), (end[0] + off[0], end[1] + off[1]), BRASS_LIGHT, 1.5)
        canvas.circle(end, half, BRASS_LIGHT, 2)
    pull = FULL * aim.share
    hand = start[0] - pull * cos(aim.angle), start[1] + pull * sin(aim.angle)
    canvas.line(start, hand, BRASS, 3)
    _tell(canvas, desk, aim, hand)


def _tell(canvas: Canvas, desk: Desk, aim: Aim, at: Point) -> None:
    """Notches and words beside the end of the pull, where they hide no place and no name of one if they can."""
    said = words(desk)
    wide, seen = canvas.width(said, SMALL, bold=True) + 46, desk.camera.rect
    sides = at[0] + 20, at[0] - 20 - wide
    plates = [Rect(x, at[1] - up, wide, 64) for up in (36, 100, 160) for x in sides]
    inside = [plate.clamp(seen.inflate(-8, -8)) for plate in plates]
    full = [*desk.named, *(area_box(desk, area) for area in desk.areas)]
    left, top = min(inside, key=lambda plate: hidden(plate, full)).move(0, 38).topleft
    for notch in range(_NOTCHES):
        canvas.fill(Rect(left, top + 18 - notch * 6, 14, 4), BRASS_LIGHT if notch < aim.share * _NOTCHES else INK, 1)
    if not desk.table.places.log_beside:
        return  # the panel lies over the table, and says the same
    box = Rect(left + 20, top, wide - 30, 26)
    canvas.fill(box, INK, 6)
    canvas.text(said, box.center, SMALL, PAPER, bold=True, anchor="center")
