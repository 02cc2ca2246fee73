"""The judge for a real table, in the position editor.

It tells which soldiers one soldier sees and reaches, and which it would kill; the figures are on request.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grenade_salad.app.games.effects import square_around
from grenade_salad.app.games.salad import cubes
from grenade_salad.app.ui.accessible import AccessibleNode, join_sentences
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import BRASS_LIGHT, EMBER, INK, PAPER, SMALL, WHITE, mix
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core.action_notation import seat_letter
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Block, Soldier
from grenade_salad.games.salad.position_draft import SaladDraft
from grenade_salad.games.salad.referee import Judgement, SoldierRelation
from grenade_salad.text import Message, m, say

ROW_HEIGHT = 66.0
"""Height of a row about one other soldier, in units."""
_LABEL_HEIGHT = 21.0
"""Height of a label beside a soldier, in units."""


def short_name(soldier: Soldier) -> str:
    """Return the name of a soldier as in the notation of a position, such as b3."""
    return f"{seat_letter(soldier.seat)}{soldier.id}"


def _short_names(setup: SaladDraft, soldier_ids: tuple[int, ...]) -> list[str]:
    return [short_name(soldier) for soldier in setup.draft.soldiers if soldier.id in soldier_ids]


def describe_distance(relation: SoldierRelation) -> Message:
    """Return how far a soldier is away."""
    # Translators: two soldiers on the table: from centre to centre, and from edge to edge
    return m(
        "{whom}: {apart:.1f} mm away, {gap:.1f} mm between them",
        whom=short_name(relation.soldier),
        apart=relation.distance,
        gap=relation.gap,
    )


def describe_verdict(setup: SaladDraft, relation: SoldierRelation) -> tuple[Message, ...]:
    """Return what one soldier could do to another, in short sentences."""
    if relation.has_sight:
        # Translators: a soldier on the table, by another
        sight = m("Can be shot.")
    elif isinstance(relation.blocker, Block):
        # Translators: a soldier on the table, which cannot be shot
        sight = m("Hidden by a block.")
    elif relation.blocker is not None:
        (blocker,) = _short_names(setup, (relation.blocker,))
        # Translators: a soldier on the table, which cannot be shot; {who} is a soldier, as in b3
        sight = m("Hidden by {who}.", who=blocker)
    else:
        # Translators: a soldier on the table
        sight = m("Cannot be shot.")
    # Translators: close combat by the card Hammers
    reach = m("Near enough for Hammers.") if relation.can_strike else m("Too far for Hammers.")
    count = len(relation.victims)
    kills = m("A grenade kills {n}.", n=count) if count else m("A grenade kills nobody.")
    return sight, reach, kills


def describe_exactly(setup: SaladDraft, relation: SoldierRelation) -> Message:
    """Return the figures and names behind the verdict, for quarrels."""
    free, rays = relation.free_rays, relation.ray_count
    if killed := _short_names(setup, relation.victims):
        # Translators: lines of sight to a soldier; {killed} is a list of soldiers, as in "a0 and b1"
        return m(
            "{free} of {rays} lines of sight are free. A grenade kills {killed}.", free=free, rays=rays, killed=killed
        )
    # Translators: lines of sight to a soldier
    return m("{free} of {rays} lines of sight are free.", free=free, rays=rays)


def describe_mine(setup: SaladDraft, judgement: Judgement) -> Message:
    """Return which soldiers a mine under the soldier would kill (GS-21)."""
    killed = _short_names(setup, judgement.mine_victims)
    return m("A mine under {soldier} kills {killed}", soldier=short_name(judgement.soldier), killed=killed)


class JudgeRow(Button):
    """A row on what the soldier could do to another; pressed, its blast is drawn.

    The exact figures are its tooltip.
    """

    def __init__(self, setup: SaladDraft, relation: SoldierRelation, press: Callable[[], None]) -> None:
        super().__init__("", press, kind="plain")
        self.relation = relation
        self.distance, self.verdict = describe_distance(relation), describe_verdict(setup, relation)
        self.tip = describe_exactly(setup, relation)

    def accessible_node(self) -> AccessibleNode:
        verdict = join_sentences(*(say(sentence) for sentence in self.verdict))
        return self.make_node("button", say(self.distance, begin=True), description=verdict)

    def _draw_face(self, canvas: Canvas, rect: Rect, ink: tuple[int, int, int]) -> None:
        inner = rect.inflate(-16, -8)
        canvas.text(self.distance, inner.topleft, SMALL, ink, bold=True, max_width=inner.width)
        verdict = " ".join(say(sentence) for sentence in self.verdict)
        canvas.block(verdict, Rect(inner.x, inner.y + 20, inner.width, inner.height - 20), SMALL, ink, leading=1.15)


def draw_under(canvas: Canvas, camera: Camera, options: SaladOptions, judgement: Judgement, target: int | None) -> None:
    """Draw a grenade's reach, lines of sight, and the blast at the target.

    This is below the soldiers.
    """
    measures, middle = options.measures(), camera.to_screen((judgement.soldier.x, judgement.soldier.y))
    for width, colour in ((3.5, INK), (1.5, BRASS_LIGHT)):
        canvas.circle(middle, measures.tile * camera.scale + width / 2, colour, width, alpha=150)
    for relation in judgement.relations:
        if relation.soldier.seat == judgement.soldier.seat and relation.soldier.id != target:
            continue
        start, end = camera.to_screen(relation.best_ray.start), camera.to_screen(relation.best_ray.end)
        if relation.has_sight:
            width = 3 if relation.soldier.id == target else 2
            canvas.line(start, end, INK, width + 2)
            canvas.line(start, end, BRASS_LIGHT, width)
        elif relation.best_ray.hit_point is not None:
            stop = camera.to_screen(relation.best_ray.hit_point)
            canvas.line(start, stop, EMBER, 2)
            canvas.line(stop, end, mix(EMBER, INK, 0.6), 1)
            canvas.circle(stop, 4, EMBER)
    for relation in judgement.relations:
        if relation.soldier.id == target:
            _blast(canvas, camera, options, relation.landing_point)


def _blast(canvas: Canvas, camera: Camera, options: SaladOptions, centre: Point) -> None:
    measures, middle = options.measures(), camera.to_screen(centre)
    reach = measures.blast_reach * camera.scale
    if measures.blast == "tile":
        canvas.frame(square_around(middle, reach), EMBER, 2.5)
    else:
        canvas.circle(middle, reach, EMBER, alpha=60)
        canvas.circle(middle, reach, EMBER, 2.5)


def draw_over(canvas: Canvas, camera: Camera, options: SaladOptions, judgement: Judgement, target: int | None) -> None:
    """Draw names and distances over the soldiers; outline whom the grenade kills."""
    pixels = options.cube * camera.scale * canvas.factor
    killed = next((relation.victims for relation in judgement.relations if relation.soldier.id == target), ())
    named = [(judgement.soldier, short_name(judgement.soldier))]
    named += [
        (relation.soldier, f"{short_name(relation.soldier)} · {relation.distance:.1f}")
        for relation in judgement.relations
    ]
    side = options.cube * camera.scale * 1.3
    taken = [square_around(camera.to_screen((soldier.x, soldier.y)), side / 2) for soldier, _ in named]
    for soldier, words in named:
        middle = camera.to_screen((soldier.x, soldier.y))
        if soldier.id in killed:
            ring = cubes.render_outline(pixels, soldier.angle, EMBER, max(2.0, pixels * 0.12), 0.15)
            canvas.surface.blit(ring, ring.get_rect(center=canvas.pixel_point(middle)))
        tag = _place_label(middle, side / 2, canvas.width(words, SMALL) + 8, taken)
        taken.append(tag)
        canvas.fill(tag, INK, 5, alpha=205)
        canvas.text(words, (tag.centerx, tag.y + 1), SMALL, WHITE if soldier.id in killed else PAPER, anchor="midtop")


def _place_label(middle: Point, half: float, width: float, taken: Sequence[Rect]) -> Rect:
    """Return the box of a label beside a soldier.

    Below, above or at a side, where it covers as little as possible of the others.
    """
    vertical_offset, horizontal_offset = half + _LABEL_HEIGHT / 2 + 1, half + width / 2 + 2
    offsets = (
        (0.0, vertical_offset),
        (0.0, -vertical_offset),
        (horizontal_offset, 0.0),
        (-horizontal_offset, 0.0),
        (horizontal_offset, vertical_offset),
        (-horizontal_offset, vertical_offset),
        (horizontal_offset, -vertical_offset),
        (-horizontal_offset, -vertical_offset),
    )
    left, top = middle[0] - width / 2, middle[1] - _LABEL_HEIGHT / 2
    boxes = [Rect(left + x, top + y, width, _LABEL_HEIGHT) for x, y in offsets]

    def measure_overlap(box: Rect) -> float:
        return sum(overlap.width * overlap.height for overlap in map(box.clip, taken))

    return min(boxes, key=measure_overlap)
