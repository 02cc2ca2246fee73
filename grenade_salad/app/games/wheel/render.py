"""Drawing of the wheel's board from its display state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grenade_salad.app.games.effects import shake_offset
from grenade_salad.app.games.wheel import draw, hearts, move_preview, words
from grenade_salad.app.games.wheel.display_state import WheelDisplay
from grenade_salad.app.games.wheel.ring import Ring
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.notes import draw_note
from grenade_salad.app.ui.playing_cards import ASPECT, lay_row
from grenade_salad.app.ui.theme import EMBER_DARK, INK, ROW, TEXT
from grenade_salad.app.ui.widgets import Button
from grenade_salad.games.wheel import Preview
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.text import Words

_GAP = 10.0
"""Units between the hearts, the paper and the buttons."""
_CARD_GAP = 8.0
"""Units between two hearts, and between two buttons."""
_MIN_BUTTONS_WIDTH, _MAX_BUTTONS_WIDTH = 150.0, 196.0
_MIN_PAPER_WIDTH = 60.0


@dataclass(frozen=True)
class HeartsLayout:
    """Boxes in the strip for the hand."""

    cards: tuple[Rect, ...]
    """The viewer's hearts."""
    words: Rect
    """The paper for the preview."""
    buttons: Rect
    """The buttons, to the right of the paper."""


def layout_hearts(area: Rect, heart_count: int, button_count: int) -> HeartsLayout:
    """Return the layout of the strip for that number of hearts and buttons."""
    height = area.height
    width = height / ASPECT
    row_width = heart_count * (width + _CARD_GAP)
    cards = tuple(lay_row(Rect(area.x + 2, area.y, row_width, height), heart_count, width)) if heart_count else ()
    left = area.x + (row_width + _GAP if heart_count else 0)
    column = min(_MAX_BUTTONS_WIDTH, max(_MIN_BUTTONS_WIDTH, area.width * 0.24)) if button_count else 0.0
    right = area.right - column - (_GAP if button_count else 0)
    return HeartsLayout(
        cards,
        Rect(left, area.y, max(_MIN_PAPER_WIDTH, right - left), height),
        Rect(area.right - column, area.y, column, height),
    )


def place_buttons(box: Rect, buttons: list[Button]) -> None:
    """Place the visible buttons below each other in the box."""
    visible = [button for button in buttons if button.visible]
    gaps = _CARD_GAP * (len(visible) - 1)
    height = min(ROW + 4, (box.height - gaps) / max(1, len(visible)))
    top = box.centery - (height * len(visible) + gaps) / 2
    for index, button in enumerate(visible):
        button.rect = Rect(box.x, top + index * (height + _CARD_GAP), box.width, height)


@dataclass(frozen=True)
class Picture:
    """All that is drawn of the board, and nothing that the viewer may not know."""

    view: WheelView
    display: WheelDisplay
    ring: Ring
    hearts_layout: HeartsLayout
    board: Rect
    preview: Preview | None
    """The effect of the pointed or chosen die, or of what is about to happen."""
    dice: Mapping[int, bool]
    """The white dice that are marked; True where the mark is strong."""
    own_hearts: tuple[tuple[str, ...], tuple[str, ...]]
    """The viewer's hearts, and those whose spades are face down."""
    pointed_card: int | None
    """The index of the card under the pointer."""
    is_busy: bool
    """True while an animation runs."""
    reduces_motion: bool
    time: float
    """Seconds since the board was made."""


def draw_scene(canvas: Canvas, picture: Picture) -> None:
    """Draw the ring with everything on it, and the strip under it."""
    display, ring, preview = picture.display, picture.ring, picture.preview
    if display.shake > 0 and not picture.reduces_motion:
        ring = ring.shift(*shake_offset(5.0 * display.shake, picture.time))
    draw.draw_dusk(canvas, picture.ring, display.dusk)
    draw.draw_ring_base(canvas, picture.ring)
    if preview is None and not picture.is_busy:
        draw.draw_last_path(canvas, ring, display)
    draw.draw_cards(canvas, ring, display)
    draw.draw_black(canvas, ring, display)
    if preview is not None:
        move_preview.draw_preview_under(canvas, ring, display, preview)
    hearts_in_play = (
        hearts.spades_in_play(*picture.own_hearts)
        if display.laid_count >= len(display.ring) and not display.turning
        else ()
    )
    warning = words.warn_of_loss(preview, picture.view, hearts_in_play)
    draw.mark_own_spades(canvas, ring, display.ring, hearts_in_play, is_doomed=bool(warning))
    draw.draw_dice(canvas, ring, display, picture.dice)
    if preview is not None:
        move_preview.draw_preview_over(canvas, ring, display, preview)
    draw.draw_bursts(canvas, ring, display)
    if display.unused:
        middle = Rect(0, 0, ring.card_width * 4.2, ring.card_width * 2.4)
        middle.center = ring.centre
        hearts.draw_unused(canvas, middle, display.unused)
    draw.draw_notice(canvas, ring, display, picture.board)
    _draw_strip(canvas, picture, warning)


def _draw_strip(canvas: Canvas, picture: Picture, warning: Words) -> None:
    """Draw the viewer's hearts with what they call for, and what would happen.

    What has just happened is in the log only.
    """
    hearts.draw_row(canvas, picture.hearts_layout.cards, *picture.own_hearts)
    inner = picture.hearts_layout.words.inflate(-24, -18)
    goal = (
        (warning or hearts.describe_meaning(*picture.own_hearts))
        if picture.own_hearts[0] and (warning or picture.preview is None)
        else ""
    )
    note = _note(picture)
    if not goal and not note:
        return
    canvas.paper(picture.hearts_layout.words, radius=10)
    if goal:
        ink = EMBER_DARK if warning else INK
        y = inner.bottom - TEXT / 2 if note else inner.centery
        canvas.text(goal, (inner.x, y), TEXT, ink, bold=True, anchor="midleft", max_width=inner.width)
        inner.height -= 26
    if note:
        draw_note(canvas, inner, *note)


def _note(picture: Picture) -> tuple[Words, str] | None:
    """Return the note for the preview, or for the card under the pointer."""
    if picture.preview is not None:
        return words.describe_preview(picture.preview, picture.view.ring)
    if picture.pointed_card is not None and picture.pointed_card < len(picture.view.ring) and not picture.is_busy:
        return words.card_tip(picture.view, picture.pointed_card), ""
    return None
