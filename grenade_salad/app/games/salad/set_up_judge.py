"""The judge for a real table, where a position is set up: whom one soldier sees, reaches and would kill, in numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grenade_salad.app.games.salad import cubes
from grenade_salad.app.ui.accessible import Heard, sentences
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import BRASS_LIGHT, EMBER, INK, PAPER, SMALL, WHITE, mix
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core.action_notation import letter
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Block, Soldier
from grenade_salad.games.salad.position_draft import SaladDraft
from grenade_salad.games.salad.referee import Judgement, Other
from grenade_salad.text import Message, m, say

HIGH = 66.0
"""How high a row is that tells of one other soldier, in units."""

_LABEL = 21.0
"""How high a label beside a soldier is."""


def short(soldier: Soldier) -> str:
    """What a soldier is called in a line of a position: b3."""
    return f"{letter(soldier.seat)}{soldier.id}"


def _named(setup: SaladDraft, numbers: tuple[int, ...]) -> list[str]:
    return [short(one) for one in setup.draft.soldiers if one.id in numbers]


def told(setup: SaladDraft, other: Other) -> tuple[Message, ...]:
    """What one soldier could do to another, in sentences."""
    whom = short(other.soldier)
    # Translators: two soldiers on the table: from centre to centre, and from edge to edge
    lines = [m("{whom}: {apart:.1f} mm away, {gap:.1f} mm between them", whom=whom, apart=other.apart, gap=other.gap)]
    if other.sees:
        # Translators: lines of sight to a soldier
        lines.append(m("{free} of {rays} lines of sight are free", free=other.free, rays=other.rays))
    elif isinstance(other.blocker, Block):
        lines.append(m("no line of sight: a block is in the way"))
    elif other.blocker is not None:
        (who,) = _named(setup, (other.blocker,))
        lines.append(m("no line of sight: {who} is in the way", who=who))
    # Translators: close combat by the card Hammers
    lines.append(m("in reach of Hammers") if other.strikes else m("out of reach of Hammers"))
    killed = _named(setup, other.kills)
    lines.append(m("a grenade kills {killed}", killed=killed) if killed else m("a grenade kills nobody"))
    return tuple(lines)


def mine(setup: SaladDraft, judgement: Judgement) -> Message:
    """Whom a mine under the soldier would kill (GS-21)."""
    killed = _named(setup, judgement.mine)
    return m("A mine under {soldier} kills {killed}", soldier=short(judgement.soldier), killed=killed)


class JudgeRow(Button):
    """What the soldier could do to another one; pressed, its grenade is drawn."""

    def __init__(self, setup: SaladDraft, other: Other, press: Callable[[], None]) -> None:
        super().__init__("", press, kind="plain")
        self.other, self.lines = other, told(setup, other)

    def heard(self) -> Heard:
        first, *more = (say(line, begin=True) for line in self.lines)
        return self.as_heard("button", first, about=sentences(*more))

    def _face(self, canvas: Canvas, rect: Rect, ink: tuple[int, int, int]) -> None:
        inner = rect.inflate(-16, -8)
        canvas.text(self.lines[0], inner.topleft, SMALL, ink, bold=True, wide=inner.width)
        rest = say(m("{parts}", parts=list(self.lines[1:])), begin=True)
        canvas.block(rest, Rect(inner.x, inner.y + 20, inner.width, inner.height - 20), SMALL, ink, leading=1.15)


def draw_under(canvas: Canvas, camera: Camera, options: SaladOptions, judged: Judgement, target: int | None) -> None:
    """Below the soldiers: how far a grenade flies, the mine's blast, the lines of sight, the blast at the target."""
    measures, middle = options.measures(), camera.to_screen((judged.soldier.x, judged.soldier.y))
    canvas.circle(middle, measures.tile * camera.scale, BRASS_LIGHT, 1.5, alpha=120)
    for other in judged.others:
        if other.soldier.seat == judged.soldier.seat and other.soldier.id != target:
            continue
        start, end = camera.to_screen(other.line.start), camera.to_screen(other.line.end)
        if other.sees:
            canvas.line(start, end, BRASS_LIGHT, 3 if other.soldier.id == target else 2)
        elif other.line.at is not None:
            stop = camera.to_screen(other.line.at)
            canvas.line(start, stop, EMBER, 2)
            canvas.line(stop, end, mix(EMBER, INK, 0.6), 1)
            canvas.circle(stop, 4, EMBER)
    for other in judged.others:
        if other.soldier.id == target:
            _blast(canvas, camera, options, other.at)


def _blast(canvas: Canvas, camera: Camera, options: SaladOptions, at: Point) -> None:
    measures, middle = options.measures(), camera.to_screen(at)
    reach = measures.blast_reach * camera.scale
    if measures.blast == "tile":
        canvas.frame(Rect(middle[0] - reach, middle[1] - reach, 2 * reach, 2 * reach), EMBER, 2.5)
    else:
        canvas.circle(middle, reach, EMBER, alpha=60)
        canvas.circle(middle, reach, EMBER, 2.5)


def draw_over(canvas: Canvas, camera: Camera, options: SaladOptions, judged: Judgement, target: int | None) -> None:
    """Over the soldiers: what each is called and how far away it is; who dies by the grenade is outlined."""
    pixels = options.cube * camera.scale * canvas.factor
    killed = next((other.kills for other in judged.others if other.soldier.id == target), ())
    named = [(judged.soldier, short(judged.soldier))]
    named += [(other.soldier, f"{short(other.soldier)} · {other.apart:.1f}") for other in judged.others]
    side = options.cube * camera.scale * 1.3
    taken = [_around(camera.to_screen((one.x, one.y)), side, side) for one, _ in named]
    for one, words in named:
        middle = camera.to_screen((one.x, one.y))
        if one.id in killed:
            ring = cubes.outline(pixels, one.angle, EMBER, max(2.0, pixels * 0.12), 0.15)
            canvas.surface.blit(ring, ring.get_rect(center=canvas.point(middle)))
        tag = _free(middle, side / 2, canvas.width(words, SMALL) + 8, taken)
        taken.append(tag)
        canvas.fill(tag, INK, 5, alpha=150)
        canvas.text(words, (tag.centerx, tag.y + 1), SMALL, WHITE if one.id in killed else PAPER, anchor="midtop")


def _around(middle: Point, wide: float, high: float) -> Rect:
    return Rect(middle[0] - wide / 2, middle[1] - high / 2, wide, high)


def _free(middle: Point, half: float, wide: float, taken: Sequence[Rect]) -> Rect:
    """Where a label lies beside a soldier: below, above or at a side, where it covers the least of the others."""
    low, aside = half + _LABEL / 2 + 1, half + wide / 2 + 2
    ways = (
        (0.0, low),
        (0.0, -low),
        (aside, 0.0),
        (-aside, 0.0),
        (aside, low),
        (-aside, low),
        (aside, -low),
        (-aside, -low),
    )
    boxes = [_around((middle[0] + x, middle[1] + y), wide, _LABEL) for x, y in ways]
    return min(boxes, key=lambda box: sum(_area(box.clip(other)) for other in taken))


def _area(box: Rect) -> float:
    return box.width * box.height
