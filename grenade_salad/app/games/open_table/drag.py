"""What is picked up, where it would land, and the line that this is: for pointers and keys alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin

from grenade_salad.app.games.open_table import hand_strip
from grenade_salad.app.games.open_table.edges import is_on_edge, marked_pile
from grenade_salad.app.games.open_table.hits import hit, middle_of
from grenade_salad.app.games.open_table.interaction import Carry, Desk
from grenade_salad.app.games.open_table.menu_commands import searched_place
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import STACKED
from grenade_salad.games.open_table.placed_pieces import (
    HIDDEN,
    Area,
    Key,
    Lying,
    hand_name,
    nearest_start,
    side_by_side,
    snaps,
    taken_by,
)

SNAPS = 26.0
"""Units from a snap point within which something lies down on it."""


@dataclass(frozen=True, slots=True)
class Landing:
    """Where something would come to lie: the part `to` of the line, and where that is in mm; None: off the table.

    `place`: before which of those that lie side by side there, from the left; -1: behind them. `same`: where it was.
    `gap`: the same counted with what is carried, if it lies there.
    """

    to: actions.Place
    at: Point
    snapped: bool = False
    place: int = -1
    same: bool = False
    gap: int = -1


def lift(desk: Desk, one: Lying, seat: int, whole: bool, at: Point) -> Carry | None:
    """Pick up a piece, the top of a stack or the whole of it; all that is chosen with it comes along."""
    together = [found for key in desk.chosen if (found := desk.thing(key)) is not None]
    several = len(together) > 1 and one in together and all(isinstance(found.key, int) for found in together)
    x, y = desk.camera.to_screen(one.at) if whole or several else middle_of(desk, one)
    grip = at[0] - x, at[1] - y
    if several:
        together = [one, *(found for found in together if found is not one)]
        if any(found.holder is not None for found in together):
            # There they have no distances that mean anything: they come to lie side by side.
            apart = side_by_side([found.size for found in together])
            x, y = one.at
            together = [
                replace(found, at=(x + across, y + up)) for found, (across, up) in zip(together, apart, strict=True)
            ]
        numbers = tuple(found.key for found in together if isinstance(found.key, int))
        return Carry(tuple(together), seat, what=numbers, at=at, grip=grip)
    if isinstance(one.key, str):
        shown = Lying(one.key, one.kind, one.face, one.at, one.size, count=one.count if whole else 1)
        n = 0 if whole and not one.bag else 1
        turn = _dealt(desk, one, seat) if n else one.angle
        return Carry((shown,), seat, of=one.key, n=n, at=at, grip=grip, turn=turn)
    if one.stack and not whole:
        top = Lying(one.key, one.kind, one.face, one.at, one.size, one.angle)
        return Carry((top,), seat, of=one.key, n=1, at=at, grip=grip, turn=_dealt(desk, one, seat) - one.angle)
    if one.holder is not None:  # it has no angle of its own there: on a flat screen it faces its seat
        return Carry((replace(one, angle=0.0),), seat, what=(one.key,), at=at, grip=grip, turn=one.angle)
    return Carry((one,), seat, what=(one.key,), at=at, grip=grip)


def _dealt(desk: Desk, one: Lying, seat: int) -> float:
    """How what is taken off a pile lies on the table, in radians: on a flat screen cards face who deals them."""
    return desk.quarters[seat] * pi / 2 if any(desk.quarters) and one.shape == "card" else one.angle


def so_many(carry: Carry, n: int, low: bool) -> Carry:
    """So many of the pile that is picked up, from its top or its lower end, where nobody sees what they are."""
    [one] = carry.lying
    face = HIDDEN._replace(kind=one.face.kind) if low else one.face
    carry.lying = (replace(one, face=face, count=n),)
    carry.n, carry.end = n, "bottom" if low else "top"
    return carry


def lift_card(desk: Desk, place: int, seat: int, at: Point) -> Carry | None:
    """Pick up a card out of the strip: from now on everybody sees its back, or nothing of it."""
    kind = next((one for one in desk.view.box.kinds if one.piece == "card"), None)
    face = HIDDEN._replace(kind=None if kind is None else desk.view.box.kinds.index(kind))
    size = (63.0, 88.0) if kind is None else kind.size
    shown = Lying("", kind, face, (0.0, 0.0), size)
    faces = desk.strip.quarters * pi / 2
    if desk.looking():
        found = searched_place(desk, place)
        if found is None:
            return None
        return Carry(
            (shown,), seat, of=desk.strip.searched, places=(found,), at=at, turn=faces, secret=True, side="down"
        )
    name = hand_name(desk.view, desk.seats, seat)
    return Carry((shown,), seat, of=name, places=(place,), at=at, turn=faces, secret=True, side=desk.strip.lands)


def middle(desk: Desk, carry: Carry) -> Point:
    """The middle of the first of what is carried, on the table in mm."""
    return desk.camera.to_table((carry.at[0] - carry.grip[0], carry.at[1] - carry.grip[1]))


def landing(desk: Desk, carry: Carry) -> Landing | None:
    """Where it would land: a hand or a panel, a holder, a card or stack, a snap point, or where it is."""
    if desk.strip.box.collidepoint(carry.at) and desk.hand:
        return _between(carry, Landing(desk.hand, middle(desk, carry)), *_in_strip(desk, carry))
    for seat, panel in enumerate(desk.table.panels):
        if panel.rect.collidepoint(carry.at) and (name := hand_name(desk.view, desk.seats, seat)):
            return Landing(name, middle(desk, carry))
    if not desk.camera.rect.collidepoint(carry.at):
        return None
    spot = middle(desk, carry)
    pointer = desk.camera.to_table(carry.at)
    pile = desk.thing(carry.marked) if carry.on_edge and carry.marked is not None else None
    if pile is not None:
        return Landing(pile.key, pile.at)
    if carry.snaps:
        area = next((one for one in reversed(desk.areas) if one.has(pointer) or one.has(spot)), None)
        if area is not None and carry.lying[0].shape != "board":
            return _between(carry, Landing(area.holder.name, area.middle), *_in_row(desk, carry, area, spot))
    if (below := _below(desk, carry)) is not None:
        assert isinstance(below.key, int)
        return Landing(below.key, below.at)
    if carry.snaps and (near := _snap(desk, carry, spot)) is not None:
        return Landing(near, near, snapped=True)
    return Landing(spot, spot)


def _between(carry: Carry, to: Landing, gap: int, there: Sequence[int]) -> Landing:
    """Before which it comes to lie: the gap is counted with what is carried, which lies at `there`; -1: behind all."""
    if gap < 0:
        return to
    own = [at for at in there if at < gap]
    return replace(to, place=gap - len(own), same=len(there) == 1 and gap - len(own) == there[0], gap=gap)


def _in_strip(desk: Desk, carry: Carry) -> tuple[int, Sequence[int]]:
    """The gap of the own hand, if its cards are seen or it is one of them."""
    own = carry.of == desk.hand
    if desk.looking() or not (own or desk.strip_open):
        return -1, ()
    gap = hand_strip.gap_at(desk, carry.at)
    return gap if own or gap < hand_strip.count(desk) else -1, carry.places if own else ()


def _in_row(desk: Desk, carry: Carry, area: Area, spot: Point) -> tuple[int, Sequence[int]]:
    """The gap of a row that everybody sees."""
    if area.holder.lays != "row" or not area.holder.shows:
        return -1, ()
    along = 0 if area.box[2] >= area.box[3] else 1
    middles = [one.at[along] for one in desk.things if one.holder == area.holder.name]
    gap = sum(middle < spot[0] if along == 0 else middle > spot[1] for middle in middles)
    numbers = area.seen.pieces
    there = [numbers.index(number) for number in carry.what if number in numbers]
    return gap if there or gap < len(middles) else -1, there


def gap_box(desk: Desk, to: Landing) -> Rect | None:
    """The gap between two on the screen, into which what is carried would go; None: it goes behind all, or stays."""
    if to.gap < 0 or to.same:
        return None
    if to.to == desk.hand:
        return hand_strip.gap_box(desk, to.gap)
    row = [one for one in desk.things if one.holder == to.to]
    area = desk.area(str(to.to))
    if area is None or not row:
        return None
    along, first = 0 if area.box[2] >= area.box[3] else 1, row[0].at
    step = row[1].at[along] - first[along] if len(row) > 1 else row[0].size[along] + 2
    x, y = first
    far = (to.gap - 0.5) * step
    x, y = desk.camera.to_screen((x + far, y) if along == 0 else (x, y + far))
    wide, high = (hand_strip.GAP, row[0].size[1] * desk.camera.scale)[:: 1 if along == 0 else -1]
    return Rect(x - wide / 2, y - high / 2, wide, high)


def next_gap(desk: Desk, carry: Carry, step: float) -> Point | None:
    """Where `carry.at` is over the next gap of the own hand to the left or right; None: it is elsewhere, or at the end
    of it."""
    to = landing(desk, carry) if desk.strip.box.collidepoint(carry.at) else None
    if to is None or to.to != desk.hand or desk.looking():
        return None
    number, own = hand_strip.count(desk), carry.places[0] if carry.of == desk.hand else None
    now = to.place if to.place >= 0 else number
    place = now + (1 if step > 0 else -1)
    if not 0 <= place <= number - (own is not None):
        return None
    return hand_strip.gap_box(desk, place + (own is not None and place > own)).center


def _below(desk: Desk, carry: Carry) -> Lying | None:
    """The card, disc or stack on which it would lie."""
    first = carry.lying[0]
    if first.shape not in STACKED:
        return None
    # Under its own pile only who says so puts it: what is taken off one may lie partly on it.
    own = {*carry.what} if carry.low else {*carry.what, carry.of}
    others = [one for one in desk.things if one.shape == first.shape and one.key not in own and one.holder is None]
    found = hit(desk, others, carry.at) or hit(desk, others, (carry.at[0] - carry.grip[0], carry.at[1] - carry.grip[1]))
    return None if found is None or found.locked else found


def _snap(desk: Desk, carry: Carry, spot: Point) -> Point | None:
    """A snap point of a board that is near, or where the box lets shots begin."""
    points = snaps(desk.view)
    if len(carry.lying) == 1 and carry.lying[0].shape in ("disc", "cube", "pawn"):
        start = nearest_start(desk.view, carry.seat, spot)
        points += [] if start is None else [start]
    near = min(points, key=lambda one: hypot(one[0] - spot[0], one[1] - spot[1]), default=None)
    reach = SNAPS / desk.camera.scale
    return near if near is not None and hypot(near[0] - spot[0], near[1] - spot[1]) <= reach else None


def next_snap(desk: Desk, carry: Carry, way: Point) -> Point | None:
    """Where `carry.at` is over the next snap point in a direction of the table; None if there is none."""
    x, y = middle(desk, carry)
    points = snaps(desk.view)
    wide = 1.0 if any(hypot(at[0] - x, at[1] - y) < 1 for at in points) else 0.25

    def far(spot: Point) -> float | None:
        across, up = spot[0] - x, spot[1] - y
        along, aside = across * way[0] + up * way[1], abs(across * way[1]) + abs(up * way[0])
        return along + 2 * aside if along > 1 and aside < wide * along else None

    away = [(distance, spot) for spot in points if (distance := far(spot)) is not None]
    if not away:
        return None
    left, top = desk.camera.to_screen(min(away)[1])
    return left + carry.grip[0], top + carry.grip[1]


def poses_of(carry: Carry, at: Point) -> list[tuple[float, float, float]]:
    """Where each lies that is carried, in mm and radians, if the first lies there: they turn together, round it."""
    first, cosine, sine = carry.lying[0].at, cos(carry.turn), sin(carry.turn)
    away = [(one.at[0] - first[0], one.at[1] - first[1], one.angle + carry.turn) for one in carry.lying]
    return [(at[0] + x * cosine - y * sine, at[1] + x * sine + y * cosine, angle) for x, y, angle in away]


def _apart(desk: Desk, carry: Carry, at: Point) -> tuple[Point, Point]:
    """Several out of a bag lie side by side round a point, where there is room: where the first is, and the step."""
    area = desk.area(carry.of) if isinstance(carry.of, str) else None
    if area is None or area.holder.secret != "bag" or carry.n < 2:
        return at, (0.0, 0.0)
    wide = desk.view.box.table[0]
    each = max(kind.size[0] for kind in desk.view.box.kinds if kind.piece != "board")
    if (kind := carry.lying[0].kind) is not None:
        each = kind.size[0]
    step = min(each + 2, (wide - each) / (carry.n - 1))
    whole = step * (carry.n - 1)
    left = max(each / 2, min(at[0] - whole / 2, wide - each / 2 - whole))
    return (left, at[1]), (round(step, 1), 0.0)


def line_of(desk: Desk, carry: Carry, to: Landing) -> actions.Move:
    """The line of laying it down there."""
    first, *others = carry.lying
    if others and isinstance(to.to, tuple) and (carry.turn or any(one.holder is not None for one in carry.lying)):
        poses = [(round(x, 1), round(y, 1), round(angle, 4)) for x, y, angle in poses_of(carry, to.at)]
        return actions.Move(carry.seat, what=carry.what, to=poses[0][:2], poses=tuple(poses), face=carry.side)
    angle = first.angle + carry.turn if carry.turn and not isinstance(to.to, str) else None
    place, step = to.to, (0.0, 0.0)
    if isinstance(place, tuple):
        place, step = _apart(desk, carry, place)
        place = round(place[0], 1), round(place[1], 1)
    return actions.Move(
        carry.seat,
        what=carry.what,
        of=carry.of,
        n=carry.n,
        at=carry.places,
        end=carry.end,
        to=place,
        under=carry.under,
        place=to.place,
        step=step,
        angle=None if angle is None else round(angle, 4),
        face=carry.side,
    )


def gone_before(desk: Desk, carry: Carry, to: Landing) -> tuple[int, str] | None:
    """What goes out of the way first where the box says so, by its number, and the holder that it goes to."""
    if len(carry.lying) != 1 or carry.secret or not (to.snapped or isinstance(to.to, str)):
        return None
    return taken_by(desk.view, desk.seats, carry.seat, carry.lying[0], to.to if isinstance(to.to, str) else to.at)


def follow(desk: Desk, carry: Carry) -> None:
    """Notice what it is carried over now, and whether it is on the marked edge of a pile."""
    carry.on_edge = is_on_edge(desk, carry, carry.marked)
    carry.over = above(desk, carry)
    carry.marked = marked_pile(desk, carry, carry.over)


def above(desk: Desk, carry: Carry) -> Key | None:
    """What it is held over and could go under: a piece, a stack, or a pile in a place; None: nothing."""
    to = landing(desk, carry)
    if to is None or isinstance(to.to, tuple):
        return None
    if isinstance(to.to, int):
        return to.to
    area = desk.area(to.to)
    if area is None or area.holder.secret != "open" or area.holder.lays != "stack":
        return None
    if carry.on_edge and carry.marked == area.holder.name:
        return area.holder.name
    own = 0 if area.holder.name != carry.of else carry.n or area.seen.count
    return area.holder.name if area.seen.count > own else None


def stays(carry: Carry, to: Landing) -> bool:
    """Whether it was laid back to where it was, so that nothing happens."""
    if isinstance(to.to, tuple) or (carry.turn and isinstance(to.to, int)) or carry.under:
        return False
    if to.same or to.place >= 0:
        return to.same
    return to.to == carry.of or to.to == carry.lying[0].holder
