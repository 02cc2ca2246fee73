"""Draws the scene from what it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grenade_salad.app.games.effects import shaking
from grenade_salad.app.games.wheel import draw, hearts, move_preview, words
from grenade_salad.app.games.wheel.display_state import Stage
from grenade_salad.app.games.wheel.ring import Ring
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.notes import draw_note
from grenade_salad.app.ui.playing_cards import SHAPE, row
from grenade_salad.app.ui.theme import EMBER_DARK, INK, ROW, TEXT
from grenade_salad.app.ui.widgets import Button
from grenade_salad.games.wheel import Preview
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.text import Words

_GAP = 10.0


@dataclass(frozen=True)
class Strip:
    """`cards` are the boxes of one's own hearts, `words` is a sheet for what would happen, `buttons` is right of it."""

    cards: tuple[Rect, ...]
    words: Rect
    buttons: Rect


def strip(area: Rect, hearts: int, buttons: int) -> Strip:
    """Where things are in the strip for the hand, with that many cards and buttons."""
    high = area.height
    wide = high / SHAPE
    cards = tuple(row(Rect(area.x + 2, area.y, hearts * (wide + 8), high), hearts, wide)) if hearts else ()
    left = area.x + (hearts * (wide + 8) + _GAP if hearts else 0)
    column = min(196.0, max(150.0, area.width * 0.24)) if buttons else 0.0
    right = area.right - column - (_GAP if buttons else 0)
    return Strip(
        cards, Rect(left, area.y, max(60.0, right - left), high), Rect(area.right - column, area.y, column, high)
    )


def place_buttons(box: Rect, buttons: list[Button]) -> None:
    """The visible ones below each other."""
    seen = [button for button in buttons if button.visible]
    each = min(ROW + 4, (box.height - 8 * (len(seen) - 1)) / max(1, len(seen)))
    top = box.centery - (each * len(seen) + 8 * (len(seen) - 1)) / 2
    for index, button in enumerate(seen):
        button.rect = Rect(box.x, top + index * (each + 8), box.width, each)


@dataclass(frozen=True)
class Picture:
    """All that is drawn of the table, and nothing that the viewer may not know.

    `seen` is what would happen, or is about to. `dice` says which white dice are marked, and which strongly. `own`
    are the viewer's hearts, and those whose spades are face down. `pointed` is the card that is pointed at.
    """

    view: WheelView
    stage: Stage
    ring: Ring
    strip: Strip
    board: Rect
    seen: Preview | None
    dice: Mapping[int, bool]
    own: tuple[tuple[str, ...], tuple[str, ...]]
    pointed: int | None
    busy: bool
    still: bool
    time: float


def draw_scene(canvas: Canvas, shown: Picture) -> None:
    """The ring with all that lies on it, and the strip under it."""
    stage, ring, seen = shown.stage, shown.ring, shown.seen
    if stage.shake > 0 and not shown.still:
        ring = ring.moved(*shaking(5.0 * stage.shake, shown.time))
    draw.draw_dusk(canvas, shown.ring, stage.dusk)
    draw.draw_ground(canvas, shown.ring)
    if seen is None and not shown.busy:
        draw.draw_last(canvas, ring, stage)
    draw.draw_cards(canvas, ring, stage)
    draw.draw_black(canvas, ring, stage)
    if seen is not None:
        move_preview.draw_under(canvas, ring, stage, seen)
    own = hearts.in_play(*shown.own) if stage.laid >= len(stage.ring) and not stage.turning else ()
    doom = words.doom(seen, shown.view, own)
    draw.draw_own(canvas, ring, stage.ring, own, bool(doom))
    draw.draw_dice(canvas, ring, stage, shown.dice)
    if seen is not None:
        move_preview.draw_over(canvas, ring, stage, seen)
    draw.draw_bursts(canvas, ring, stage)
    if stage.unused:
        middle = Rect(0, 0, ring.wide * 4.2, ring.wide * 2.4)
        middle.center = ring.centre
        hearts.draw_unused(canvas, middle, stage.unused)
    draw.draw_notice(canvas, ring, stage, shown.board)
    _draw_strip(canvas, shown, doom)


def _draw_strip(canvas: Canvas, shown: Picture, doom: Words) -> None:
    """One's hearts and what they ask for; what would happen. What just did stands in the log, and once is enough."""
    hearts.draw_row(canvas, shown.strip.cards, *shown.own)
    inner = shown.strip.words.inflate(-24, -18)
    goal = (doom or hearts.meaning(*shown.own)) if shown.own[0] and (doom or shown.seen is None) else ""
    note = _note(shown)
    if not goal and not note:
        return
    canvas.paper(shown.strip.words, radius=10)
    if goal:
        ink = EMBER_DARK if doom else INK
        y = inner.bottom - TEXT / 2 if note else inner.centery
        canvas.text(goal, (inner.x, y), TEXT, ink, bold=True, anchor="midleft", wide=inner.width)
        inner.height -= 26
    if note:
        draw_note(canvas, inner, *note)


def _note(shown: Picture) -> tuple[Words, str] | None:
    """What would happen, or what the card is that is pointed at."""
    if shown.seen is not None:
        return words.would(shown.seen, shown.view.ring)
    if shown.pointed is not None and shown.pointed < len(shown.view.ring) and not shown.busy:
        return words.card_tip(shown.view, shown.pointed), ""
    return None
