"""Picking pieces up, finding their landing, and the action, by pointer or keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import cos, hypot, pi, sin

from grenade_salad.app.games.open_table import hand_strip
from grenade_salad.app.games.open_table.edges import is_on_edge, marked_pile
from grenade_salad.app.games.open_table.hits import drawn_middle, find_hit
from grenade_salad.app.games.open_table.interaction import Drag, TableInteraction
from grenade_salad.app.games.open_table.menu_commands import searched_place
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import STACKED
from grenade_salad.games.open_table.placed_pieces import (
    HIDDEN,
    Area,
    Key,
    PlacedPiece,
    find_captured,
    find_hand_name,
    nearest_start,
    snap_points,
    spread_offsets,
)

SNAP_DISTANCE = 26.0
"""Units from a snap point within which a piece snaps to it."""
_SPACE_BETWEEN = 2.0
"""Millimetres between pieces that are put side by side."""
_NARROW, _WIDE = 0.25, 1.0
"""Slopes within which an arrow finds a snap point, from elsewhere and from one."""


@dataclass(frozen=True, slots=True)
class Landing:
    """The place where carried pieces would land."""

    to: actions.Place
    """`Move.to`: a point, a piece or a stack, or a holder."""
    position: Point
    """The same as a point of the table, in mm."""
    is_snapped: bool = False
    place: int = -1
    """`Move.place`: their index among pieces side by side; -1: behind all."""
    is_unchanged: bool = False
    """True if they were at this place before."""
    gap: int = -1
    """The same index, counted with the carried pieces if they are from there."""


def lift(desk: TableInteraction, piece: PlacedPiece, seat: int, point: Point, *, takes_all: bool) -> Drag:
    """Pick up a piece, the top of a stack or all of it, with all chosen pieces."""
    together = [chosen_piece for key in desk.chosen if (chosen_piece := desk.find_piece(key)) is not None]
    several = len(together) > 1 and piece in together and all(isinstance(member.key, int) for member in together)
    x, y = desk.camera.to_screen(piece.position) if takes_all or several else drawn_middle(desk, piece)
    carry = partial(Drag, seat=seat, position=point, grip=(point[0] - x, point[1] - y))
    if several:
        together = [piece, *(member for member in together if member is not piece)]
        if any(member.holder is not None for member in together):
            # Distances within a holder mean nothing: the pieces land side by side.
            apart = spread_offsets([member.size for member in together])
            x, y = piece.position
            together = [
                replace(member, position=(x + across, y + up))
                for member, (across, up) in zip(together, apart, strict=True)
            ]
        piece_ids = tuple(member.key for member in together if isinstance(member.key, int))
        return carry(tuple(together), piece_ids=piece_ids)
    if isinstance(piece.key, str):
        lifted = PlacedPiece(
            piece.key, piece.kind, piece.face, piece.position, piece.size, count=piece.count if takes_all else 1
        )
        n = 0 if takes_all and not piece.is_bag else 1
        rotation = _landing_angle(desk, piece, seat) if n else piece.angle
        return carry((lifted,), source=piece.key, n=n, rotation=rotation)
    if piece.is_stack and not takes_all:
        top = PlacedPiece(piece.key, piece.kind, piece.face, piece.position, piece.size, piece.angle)
        return carry((top,), source=piece.key, rotation=_landing_angle(desk, piece, seat) - piece.angle)
    if piece.holder is not None:  # A piece in a holder has no angle of its own: on a flat screen it faces its seat.
        return carry((replace(piece, angle=0.0),), piece_ids=(piece.key,), rotation=piece.angle)
    return carry((piece,), piece_ids=(piece.key,))


def _landing_angle(desk: TableInteraction, piece: PlacedPiece, seat: int) -> float:
    """Return the angle on the table of a piece taken off a pile, in radians.

    On a flat screen cards face the seat that deals them.
    """
    return desk.quarters[seat] * pi / 2 if any(desk.quarters) and piece.shape == "card" else piece.angle


def set_count(carry: Drag, n: int, *, from_bottom: bool) -> None:
    """Take `n` pieces of the lifted pile, from its top or, unseen, its lower end."""
    [pile] = carry.pieces
    face = HIDDEN._replace(kind=pile.face.kind) if from_bottom else pile.face
    carry.pieces = (replace(pile, face=face, count=n),)
    carry.n, carry.end = n, "bottom" if from_bottom else "top"


def lift_card(desk: TableInteraction, place: int, seat: int, point: Point) -> Drag | None:
    """Pick up a card out of the strip; from now on its face is hidden."""
    carry = Drag(
        (desk.make_card_back(),),
        seat,
        source=find_hand_name(desk.view, desk.seats, seat),
        places=(place,),
        position=point,
        rotation=desk.strip.quarters * pi / 2,
        is_secret=True,
        landing_side=desk.strip.landing_side,
    )
    if desk.is_looking():
        searched_index = searched_place(desk, place)
        if searched_index is None:
            return None
        carry.source, carry.places, carry.landing_side = desk.strip.searched, (searched_index,), "down"
    return carry


def carried_middle(desk: TableInteraction, carry: Drag) -> Point:
    """Return the middle of the first carried piece on the table, in mm."""
    return desk.camera.to_table((carry.position[0] - carry.grip[0], carry.position[1] - carry.grip[1]))


def find_landing(desk: TableInteraction, carry: Drag) -> Landing | None:
    """Return where the carried pieces would land, or None if that is off the table.

    That is a hand or a panel, a holder, a card or stack, a snap point, or the table.
    """
    if desk.strip.box.collidepoint(carry.position) and desk.hand:
        return _with_gap(Landing(desk.hand, carried_middle(desk, carry)), *_find_strip_gap(desk, carry))
    for seat, panel in enumerate(desk.table.panels):
        if panel.rect.collidepoint(carry.position) and (name := find_hand_name(desk.view, desk.seats, seat)):
            return Landing(name, carried_middle(desk, carry))
    if not desk.camera.rect.collidepoint(carry.position):
        return None
    spot = carried_middle(desk, carry)
    pointer = desk.camera.to_table(carry.position)
    pile = desk.find_piece(carry.marked) if carry.on_edge and carry.marked is not None else None
    if pile is not None:
        return Landing(pile.key, pile.position)
    if carry.snaps:
        area = next(
            (
                candidate
                for candidate in reversed(desk.areas)
                if candidate.contains(pointer) or candidate.contains(spot)
            ),
            None,
        )
        if area is not None and carry.pieces[0].shape != "board":
            return _with_gap(Landing(area.holder.name, area.middle), *_find_row_gap(desk, carry, area, spot))
    if (below := _find_support(desk, carry)) is not None:
        assert isinstance(below.key, int)
        return Landing(below.key, below.position)
    if carry.snaps and (near := _find_snap(desk, carry, spot)) is not None:
        return Landing(near, near, is_snapped=True)
    return Landing(spot, spot)


def _with_gap(landing: Landing, gap: int, carried_places: Sequence[int]) -> Landing:
    """Return the landing in the gap; -1: behind all.

    The gap is counted with the carried pieces, which are at `carried_places`.
    """
    if gap < 0:
        return landing
    place = gap - sum(carried_place < gap for carried_place in carried_places)
    return replace(landing, place=place, is_unchanged=[*carried_places] == [place], gap=gap)


def _find_strip_gap(desk: TableInteraction, carry: Drag) -> tuple[int, Sequence[int]]:
    """Return the gap in the own hand, if it is visible or the card is from it.

    The second value has the places of the carried cards in the hand.
    """
    is_from_hand = carry.source == desk.hand
    if desk.is_looking() or not (is_from_hand or desk.strip_open):
        return -1, ()
    gap = hand_strip.gap_at(desk, carry.position)
    if is_from_hand:
        return gap, carry.places
    return gap if gap < desk.count_cards() else -1, ()


def _find_row_gap(desk: TableInteraction, carry: Drag, area: Area, spot: Point) -> tuple[int, Sequence[int]]:
    """Return the gap in an open row, and the places of the carried pieces in it."""
    if area.holder.lays != "row" or not area.holder.is_spread:
        return -1, ()
    along = 0 if area.box[2] >= area.box[3] else 1
    middles = [piece.position[along] for piece in desk.pieces if piece.holder == area.holder.name]
    gap = sum(middle < spot[0] if along == 0 else middle > spot[1] for middle in middles)
    piece_ids = area.contents.pieces
    carried_places = [piece_ids.index(piece_id) for piece_id in carry.piece_ids if piece_id in piece_ids]
    return gap if carried_places or gap < len(middles) else -1, carried_places


def gap_box(desk: TableInteraction, landing: Landing) -> Rect | None:
    """Return the gap on the screen for the carried pieces, or None.

    None means that they go behind all, or back to where they were.
    """
    if landing.gap < 0 or landing.is_unchanged:
        return None
    if landing.to == desk.hand:
        return hand_strip.gap_box(desk, landing.gap)
    row = [piece for piece in desk.pieces if piece.holder == landing.to]
    area = desk.find_area(str(landing.to))
    if area is None or not row:
        return None
    along, (x, y) = 0 if area.box[2] >= area.box[3] else 1, row[0].position
    step = row[1].position[along] - row[0].position[along] if len(row) > 1 else row[0].size[along] + _SPACE_BETWEEN
    offset, length = (landing.gap - 0.5) * step, row[0].size[1] * desk.camera.scale
    box = Rect(0, 0, *((hand_strip.GAP, length) if along == 0 else (length, hand_strip.GAP)))
    box.center = desk.camera.to_screen((x + offset, y) if along == 0 else (x, y + offset))
    return box


def next_gap(desk: TableInteraction, carry: Drag, direction: float) -> Point | None:
    """Return the point of the next gap in the own hand to the left or right, or None.

    None means that the carried card is elsewhere, or at the end of the hand.
    """
    landing = find_landing(desk, carry) if desk.strip.box.collidepoint(carry.position) else None
    if landing is None or landing.to != desk.hand or desk.is_looking():
        return None
    hand_count, own_place = desk.count_cards(), carry.places[0] if carry.source == desk.hand else None
    current = landing.place if landing.place >= 0 else hand_count
    place = current + (1 if direction > 0 else -1)
    if not 0 <= place <= hand_count - (own_place is not None):
        return None
    return hand_strip.gap_box(desk, place + (own_place is not None and place > own_place)).center


def _find_support(desk: TableInteraction, carry: Drag) -> PlacedPiece | None:
    """Return the card, disc or stack on which the carried pieces would land."""
    first = carry.pieces[0]
    if first.shape not in STACKED:
        return None
    # Only an explicit command puts pieces under their own pile: they may be partly on it.
    carried_keys = {*carry.piece_ids} if carry.goes_low else {*carry.piece_ids, carry.source}
    targets = [
        piece
        for piece in desk.pieces
        if piece.shape == first.shape and piece.key not in carried_keys and piece.holder is None
    ]
    target = find_hit(desk, targets, carry.position) or find_hit(
        desk, targets, (carry.position[0] - carry.grip[0], carry.position[1] - carry.grip[1])
    )
    return None if target is None or target.locked else target


def _find_snap(desk: TableInteraction, carry: Drag, spot: Point) -> Point | None:
    """Return a near snap point of a board, or a near place where shots may begin."""
    points = snap_points(desk.view)
    if len(carry.pieces) == 1 and carry.pieces[0].shape in ("disc", "cube", "pawn"):
        start = nearest_start(desk.view, carry.seat, spot)
        points += [] if start is None else [start]
    near = min(points, key=lambda point: hypot(point[0] - spot[0], point[1] - spot[1]), default=None)
    reach = SNAP_DISTANCE / desk.camera.scale
    return near if near is not None and hypot(near[0] - spot[0], near[1] - spot[1]) <= reach else None


def next_snap(desk: TableInteraction, carry: Drag, direction: Point) -> Point | None:
    """Return the screen point of the next snap point in a direction, or None."""
    x, y = carried_middle(desk, carry)
    points = snap_points(desk.view)
    # Off the snap points an arrow moves freely, unless one is nearly straight ahead.
    max_slope = _WIDE if any(hypot(point[0] - x, point[1] - y) < 1 for point in points) else _NARROW

    def measure(spot: Point) -> float | None:
        across, up = spot[0] - x, spot[1] - y
        along, aside = across * direction[0] + up * direction[1], abs(across * direction[1]) + abs(up * direction[0])
        return along + 2 * aside if along > 1 and aside < max_slope * along else None

    away = [(distance, spot) for spot in points if (distance := measure(spot)) is not None]
    if not away:
        return None
    left, top = desk.camera.to_screen(min(away)[1])
    return left + carry.grip[0], top + carry.grip[1]


def carried_poses(carry: Drag, position: Point) -> list[tuple[float, float, float]]:
    """Return x, y in mm and angle in radians of each carried piece.

    The first one is at `position`; they are rotated together around it.
    """
    first, cosine, sine = carry.pieces[0].position, cos(carry.rotation), sin(carry.rotation)
    away = [
        (piece.position[0] - first[0], piece.position[1] - first[1], piece.angle + carry.rotation)
        for piece in carry.pieces
    ]
    return [(position[0] + x * cosine - y * sine, position[1] + x * sine + y * cosine, angle) for x, y, angle in away]


def _spread(desk: TableInteraction, carry: Drag, position: Point) -> tuple[Point, Point]:
    """Return the first position and the step of several pieces out of a bag.

    They land side by side around `position`, where there is space.
    """
    area = desk.find_area(carry.source) if isinstance(carry.source, str) else None
    if area is None or area.holder.secret != "bag" or carry.n < 2:
        return position, (0.0, 0.0)
    table_width = desk.view.box.table[0]
    width = max(kind.size[0] for kind in desk.view.box.kinds if kind.piece != "board")
    if (kind := carry.pieces[0].kind) is not None:
        width = kind.size[0]
    step = min(width + _SPACE_BETWEEN, (table_width - width) / (carry.n - 1))
    total_width = step * (carry.n - 1)
    left = max(width / 2, min(position[0] - total_width / 2, table_width - width / 2 - total_width))
    return (left, position[1]), (round(step, 1), 0.0)


def make_move(desk: TableInteraction, carry: Drag, landing: Landing) -> actions.Move:
    """Return the action that lays the carried pieces down there."""
    first, *other_pieces = carry.pieces
    if (
        other_pieces
        and isinstance(landing.to, tuple)
        and (carry.rotation or any(piece.holder is not None for piece in carry.pieces))
    ):
        poses = [(round(x, 1), round(y, 1), round(angle, 4)) for x, y, angle in carried_poses(carry, landing.position)]
        return actions.Move(
            carry.seat, what=carry.piece_ids, to=poses[0][:2], poses=tuple(poses), face=carry.landing_side
        )
    angle = first.angle + carry.rotation if carry.rotation and not isinstance(landing.to, str) else None
    to, step = landing.to, (0.0, 0.0)
    if isinstance(to, tuple):
        to, step = _spread(desk, carry, to)
        to = round(to[0], 1), round(to[1], 1)
    return actions.Move(
        carry.seat,
        what=carry.piece_ids,
        of=carry.source,
        n=carry.n,
        at=carry.places,
        end=carry.end,
        to=to,
        under=carry.goes_under,
        place=landing.place,
        step=step,
        angle=None if angle is None else round(angle, 4),
        face=carry.landing_side,
    )


def find_displaced(desk: TableInteraction, carry: Drag, landing: Landing) -> tuple[int, str] | None:
    """Return the piece that the box's rules remove first, and its new holder."""
    to = landing.to if isinstance(landing.to, str) else landing.position
    if len(carry.pieces) != 1 or carry.is_secret or not (landing.is_snapped or isinstance(to, str)):
        return None
    return find_captured(desk.view, desk.seats, carry.seat, carry.pieces[0], to)


def update_target(desk: TableInteraction, carry: Drag) -> None:
    """Update what the pieces are over, and if they are on a pile's marked edge."""
    carry.on_edge = is_on_edge(desk, carry, carry.marked)
    carry.target = find_target(desk, carry)
    carry.marked = marked_pile(desk, carry, carry.target)


def find_target(desk: TableInteraction, carry: Drag) -> Key | None:
    """Return the piece, stack or pile that the pieces could go under, or None."""
    landing = find_landing(desk, carry)
    if landing is None or isinstance(landing.to, tuple):
        return None
    if isinstance(landing.to, int):
        return landing.to
    area = desk.find_area(landing.to)
    if area is None or area.holder.secret != "open" or area.holder.lays != "stack":
        return None
    if carry.on_edge and carry.marked == area.holder.name:
        return area.holder.name
    carried_count = 0 if area.holder.name != carry.source else carry.n or area.contents.count
    return area.holder.name if area.contents.count > carried_count else None


def returns_to_start(carry: Drag, landing: Landing) -> bool:
    """True if the pieces are laid back to where they were, so that nothing happens."""
    if isinstance(landing.to, tuple) or (carry.rotation and isinstance(landing.to, int)) or carry.goes_under:
        return False
    if landing.is_unchanged or landing.place >= 0:
        return landing.is_unchanged
    return landing.to == carry.source or landing.to == carry.pieces[0].holder
