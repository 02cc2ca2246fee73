"""Shots: a player pulls back from a piece, which flies the other way on release.

With keys, one switch and touch the aim stays, can be made finer, and "Flick" shoots.
"""

from __future__ import annotations

from math import atan2, cos, hypot, pi, radians, sin

from grenade_salad.app.games.open_table.badges import draw_plate
from grenade_salad.app.games.open_table.interaction import Aim, Press, TableInteraction
from grenade_salad.app.games.open_table.menu_commands import FLICK, MenuCommand
from grenade_salad.app.games.open_table.pushing import can_slide
from grenade_salad.app.games.open_table.render import piece_name
from grenade_salad.app.games.open_table.tabletop_picture import area_box, hidden_area
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import BRASS, BRASS_LIGHT, INK, SMALL
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.placed_pieces import PlacedPiece, shot_starts
from grenade_salad.text import Words, m

MIN_PULL = 6.0
"""Millimetres of the shortest pull that shoots."""
FULL_PULL = 160.0
"""Units of a pull with the greatest speed of the box."""
FINE_STEP, COARSE_STEP, STRENGTH_STEP = 0.25, 5.0, 0.05
"""Degrees per key without and with Shift, and the share of speed per key."""
_AIM_DELAY = 0.08
"""Seconds before the release whose aim counts, since lifting a finger spoils it."""
_NOTCHES = 10
"""Number of notches that show the strength of a shot."""
_SAME_DIRECTION = 1e-4
"""Radians within which a piece is in the direction of the aim already."""


def starts_flick(desk: TableInteraction, press: Press, piece: PlacedPiece) -> bool:
    """True if a drag of the piece pulls back.

    The piece is aimed already, or is where the box lets shots begin and was not held.
    """
    if not can_slide(piece) or any(other_press.mode == "flick" for other_press in desk.presses.values()):
        return False
    return (desk.aim is not None and desk.aim.key == piece.key) or any(
        start.contains(piece.position) for start in shot_starts(desk.view, press.seat)
    )


def begin(desk: TableInteraction, press: Press) -> None:
    """Begin to pull back."""
    assert press.piece is not None
    press.mode, press.aims = "flick", []
    if desk.aim is None or desk.aim.key != press.piece.key:
        desk.choose([press.piece.key])
        desk.aim, desk.question = Aim(press.piece.key, press.seat, share=0.0), "aim"


def update_pull(desk: TableInteraction, press: Press) -> None:
    """Update the aim while the pull changes."""
    press.aims.append((desk.clock, press.position))
    _set_aim(desk, press, press.position)


def _set_aim(desk: TableInteraction, press: Press, point: Point) -> None:
    if desk.aim is not None and press.piece is not None and desk.aim.key == press.piece.key:
        pulled = _measure_pull(desk, press, point)
        desk.aim.angle, desk.aim.share = pulled or (desk.aim.angle, 0.0)


def _measure_pull(desk: TableInteraction, press: Press, point: Point) -> tuple[float, float] | None:
    """Return angle in radians and share of the speed, or None if it is too short."""
    across, down = press.start[0] - point[0], press.start[1] - point[1]
    pull = hypot(across, down)
    if pull / desk.camera.scale < MIN_PULL:
        return None
    return atan2(-down, across), min(1.0, pull / FULL_PULL)


def release(desk: TableInteraction, press: Press) -> None:
    """Shoot with the aim of a moment ago; back on the piece nothing is shot.

    A finger does not shoot: its aim stays.
    """
    if desk.aim is None:
        return
    if _measure_pull(desk, press, press.position) is not None:
        steady_points = [point for time, point in press.aims if time <= desk.clock - _AIM_DELAY]
        _set_aim(desk, press, steady_points[-1] if steady_points else press.position)
    if not desk.aim.share:
        desk.ask("")
    elif not press.is_finger:
        shoot(desk)


def shoot(desk: TableInteraction) -> None:
    """Shoot with the current aim."""
    aim = desk.aim
    if aim is None or not isinstance(aim.key, int) or not aim.share:
        return
    speed = desk.view.box.flick.fastest * aim.share
    desk.ask("")
    desk.table.controller.act(actions.Flick(aim.seat, aim.key, round(aim.angle, 5), round(speed, 1)))


# Keys and buttons


def take_aim(desk: TableInteraction) -> None:
    """Aim with the chosen piece at the nearest piece."""
    piece = desk.find_piece(desk.chosen[0]) if desk.chosen else None
    if piece is None or desk.seat is None or not can_slide(piece):
        return
    desk.ask("aim")
    width, height = desk.view.box.table
    desk.aim = Aim(piece.key, desk.seat, atan2(height / 2 - piece.position[1], width / 2 - piece.position[0]))
    apply_command(desk, "next")


def list_commands(desk: TableInteraction) -> list[MenuCommand]:
    """Return the commands of an aim."""
    # Translators: buttons: a shot is aimed; at the next thing on the table, a little to the left, harder
    return [
        MenuCommand(FLICK, "shoot", operation="aim", argument="shoot"),
        MenuCommand(m("Aim at the next"), operation="aim", argument="next"),
        MenuCommand(m("To the left"), "turn_left", operation="aim", argument="left"),
        MenuCommand(m("To the right"), "turn_right", operation="aim", argument="right"),
        MenuCommand(m("Harder", context="a shot"), "closer", operation="aim", argument="harder"),
        MenuCommand(m("Softer", context="a shot"), "farther", operation="aim", argument="softer"),
        MenuCommand(m("Don't shoot"), operation="leave"),
    ]


def apply_command(desk: TableInteraction, command: str, *, coarse: bool = False) -> None:
    """Apply a button or a key of the aim."""
    aim = desk.aim
    if aim is None:
        return
    step = radians(COARSE_STEP if coarse else FINE_STEP)
    match command:
        case "shoot":
            shoot(desk)
        case "next":
            _aim_at_next(desk, aim)
        case "left":
            aim.angle += step
        case "right":
            aim.angle -= step
        case "harder":
            aim.share = min(1.0, round(aim.share + STRENGTH_STEP, 2))
        case "softer":
            aim.share = max(STRENGTH_STEP, round(aim.share - STRENGTH_STEP, 2))


def _aim_at_next(desk: TableInteraction, aim: Aim) -> None:
    """Aim at the next piece to the left that can be hit."""
    piece = desk.find_piece(aim.key)
    if piece is None:
        return
    angles = [
        atan2(target.position[1] - piece.position[1], target.position[0] - piece.position[0])
        for target in desk.pieces
        if target.key != piece.key and can_slide(target, include_locked=True)
    ]
    aim.angle = min(angles, key=lambda angle: (angle - aim.angle - _SAME_DIRECTION) % (2 * pi), default=aim.angle)


def find_first_hit(desk: TableInteraction, piece: PlacedPiece, angle: float) -> tuple[float, PlacedPiece | None]:
    """Return how far the piece moves straight on until it hits something, and what.

    The distance is in mm; None is an edge of the table.
    """
    direction = cos(angle), sin(angle)
    width, height = desk.view.box.table
    to_edge = [
        ((size if step > 0 else 0.0) - position) / step
        for position, step, size in (
            (piece.position[0], direction[0], width),
            (piece.position[1], direction[1], height),
        )
        if abs(step) > 1e-9
    ]
    distance, hit_piece = min(to_edge, default=0.0), None
    for candidate in desk.pieces:
        if candidate.key == piece.key or not can_slide(candidate, include_locked=True):
            continue
        across, up = candidate.position[0] - piece.position[0], candidate.position[1] - piece.position[1]
        along, aside = across * direction[0] + up * direction[1], abs(up * direction[0] - across * direction[1])
        reach = (min(piece.size) + min(candidate.size)) / 2
        if along > 0 and aside < reach and (entry := along - (reach * reach - aside * aside) ** 0.5) < distance:
            distance, hit_piece = max(0.0, entry), candidate
    return distance, hit_piece


def describe_aim(desk: TableInteraction) -> Words:
    """Return the strength of the shot and what it hits first, in words."""
    aim = desk.aim
    piece = None if aim is None else desk.find_piece(aim.key)
    if aim is None or piece is None:
        return ""
    if not aim.share:
        return m("Pull back")
    _, target = find_first_hit(desk, piece, aim.angle)
    # Translators: beside a shot that is aimed: how hard it is, and what it meets first
    if target is None:
        return m("{n} %", n=round(aim.share * 100))
    return m("{n} %, meets {what}", n=round(aim.share * 100), what=piece_name(target))


def draw_aim(canvas: Canvas, desk: TableInteraction) -> None:
    """Draw the path of the shot, as wide as the piece, and its strength."""
    aim = desk.aim
    piece = None if aim is None else desk.find_piece(aim.key)
    if aim is None or piece is None or not aim.share:
        return
    distance, _ = find_first_hit(desk, piece, aim.angle)
    start = desk.camera.to_screen(piece.position)
    end = desk.camera.to_screen(
        (piece.position[0] + distance * cos(aim.angle), piece.position[1] + distance * sin(aim.angle))
    )
    half = min(piece.size) / 2 * desk.camera.scale
    side = half * sin(aim.angle), half * cos(aim.angle)
    with canvas.clipped(desk.camera.rect):
        for sign in (-1, 1):
            x, y = sign * side[0], sign * side[1]
            canvas.line((start[0] + x, start[1] + y), (end[0] + x, end[1] + y), BRASS_LIGHT, 1.5)
        canvas.circle(end, half, BRASS_LIGHT, 2)
    pull = FULL_PULL * aim.share
    hand = start[0] - pull * cos(aim.angle), start[1] + pull * sin(aim.angle)
    canvas.line(start, hand, BRASS, 3)
    _draw_label(canvas, desk, aim, hand)


def _draw_label(canvas: Canvas, desk: TableInteraction, aim: Aim, point: Point) -> None:
    """Draw notches and words beside the end of the pull, clear of places and names."""
    words = describe_aim(desk)
    width, visible = canvas.width(words, SMALL, bold=True) + 46, desk.camera.rect
    sides = point[0] + 20, point[0] - 20 - width
    plates = [Rect(x, point[1] - up, width, 64) for up in (36, 100, 160) for x in sides]
    inside = [plate.clamp(visible.inflate(-8, -8)) for plate in plates]
    full = [*desk.name_boxes, *(area_box(desk, area) for area in desk.areas)]
    left, top = min(inside, key=lambda plate: hidden_area(plate, full)).move(0, 38).topleft
    for notch in range(_NOTCHES):
        canvas.fill(Rect(left, top + 18 - notch * 6, 14, 4), BRASS_LIGHT if notch < aim.share * _NOTCHES else INK, 1)
    if not desk.table.places.has_log_beside:
        return  # The panel covers the table, and says the same.
    draw_plate(canvas, words, Rect(left + 20, top, width - 30, 26))
