"""Draws the scene from what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from math import sin
from typing import TYPE_CHECKING

from grenade_salad.app.scenes.wheel import draw, foresee, hearts, words
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.log import Said
from grenade_salad.app.ui.notes import draw_note
from grenade_salad.app.ui.theme import INK, INK_SOFT, SMALL, TEXT
from grenade_salad.games.wheel import Preview

if TYPE_CHECKING:
    from grenade_salad.app.scenes.wheel.scene import WheelScene


def draw_scene(canvas: Canvas, scene: WheelScene) -> None:
    """The ring with all that lies on it, and the strip under it."""
    stage, ring, seen = scene.stage, scene.ring, scene.seen
    if stage.shake > 0 and not scene.app.settings.reduced_motion:
        off = 5.0 * stage.shake
        ring = ring.moved(off * sin(scene.time * 71), off * sin(scene.time * 53 + 1))
    draw.draw_ground(canvas, scene.ring)
    if seen is None and not scene.motion.busy:
        draw.draw_last(canvas, ring, stage)
    draw.draw_cards(canvas, ring, stage)
    draw.draw_black(canvas, ring, stage)
    if seen is not None:
        foresee.draw_under(canvas, ring, stage, seen)
    seen_die = seen.die if seen is not None else None
    hints = {die.number: die.number == seen_die for die in scene.dice if die.focusable and not die.focused}
    if scene.announced is not None:
        hints = {scene.announced.die: True}
    draw.draw_dice(canvas, ring, stage, hints)
    if seen is not None:
        foresee.draw_over(canvas, ring, stage, seen)
    draw.draw_bursts(canvas, ring, stage)
    if stage.unused:
        middle = Rect(0, 0, ring.wide * 4.2, ring.wide * 2.4)
        middle.center = ring.centre
        hearts.draw_unused(canvas, middle, stage.unused)
    draw.draw_notice(canvas, ring, stage, scene.places.table)
    _draw_strip(canvas, scene, seen)


def _draw_strip(canvas: Canvas, scene: WheelScene, seen: Preview | None) -> None:
    own, spent = scene.own()
    hearts.draw_row(canvas, scene.strip.cards, own, spent)
    canvas.paper(scene.strip.words, radius=10)
    inner = scene.strip.words.inflate(-24, -18)
    if seen is not None:
        draw_note(canvas, inner, *words.would(seen, scene.table.ring))
    elif scene.pointed is not None and scene.pointed < len(scene.table.ring) and not scene.motion.busy:
        draw_note(canvas, inner, words.card_tip(scene.table, scene.pointed), "")
    else:
        _draw_lately(canvas, inner, scene.log.lines)


def _draw_lately(canvas: Canvas, box: Rect, lines: Sequence[Said]) -> None:
    """The last things that happened, the last one below."""
    rows = max(1, int(box.height // 24))
    last = lines[-rows:]
    for index, said in enumerate(last):
        newest = index == len(last) - 1
        at = (box.x, box.y + index * 24)
        canvas.text(said.words, at, TEXT if newest else SMALL, INK if newest else INK_SOFT, bold=newest, wide=box.width)
