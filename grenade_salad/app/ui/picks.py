"""Picks: cards or words to choose from, as buttons in rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import INK, INK_SOFT, PAPER, PAPER_EDGE, PAPER_SHADE, SMALL, Colour, mix
from grenade_salad.app.ui.widgets import Button
from grenade_salad.text import Words

_MAX_CARD_SIZE = 160.0, 250.0
"""Largest width and height of a card with its words, in units."""
_MAX_WORDS_SIZE = 240.0, 44.0
"""Largest width and height of a button without a card."""
_MAX_EXPLAINED_WIDTH = 300.0
_OVERLAP_STEP = 0.4
"""Share of a card that the next one of the same pick leaves visible."""
_PICTURE_WORDS_HEIGHT = 20
"""Units for each line of words below the cards of a pick."""


@dataclass(frozen=True)
class NamedSeat:
    """A seat, for its colour and mark, and the name of its player."""

    seat: int
    name: str


@dataclass(frozen=True)
class Pick:
    """A card or words to choose."""

    words: Words
    pictures: tuple[str, ...] = ()
    """Pictures of cards, as paths in assets/."""
    why_not: Words = ""
    """Reason why it cannot be chosen; it is visible nevertheless."""
    tip: Words = ""


class PickButton(Button):
    """A pick as a button: its cards above its words."""

    def __init__(self, pick: Pick, press: Callable[[], None]) -> None:
        super().__init__(pick.words, press, tip=pick.tip)
        self.pick = pick
        self.enabled, self.why_disabled = not pick.why_not, pick.why_not

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        if not self.pick.pictures or rect.height < 70:
            super().paint(canvas, rect)
            return
        lifted = rect.move(0, -3) if (self.hovered or self.focused) and self.enabled else rect
        fill: Colour = mix(PAPER, PAPER_SHADE, 0.4) if self.enabled else mix(PAPER_SHADE, PAPER_EDGE, 0.3)
        canvas.paper(lifted, fill, self.radius, lifted=self.enabled)
        words = canvas.lines(self.words, lifted.width - 8, SMALL)[:2]
        words_height = _PICTURE_WORDS_HEIGHT * len(words)
        card_area = Rect(lifted.x + 6, lifted.y + 6, lifted.width - 12, lifted.height - 14 - words_height)
        widths = 1 + _OVERLAP_STEP * (len(self.pick.pictures) - 1)
        card_width = min(card_area.height * 0.72, card_area.width / widths)
        left = card_area.centerx - card_width * widths / 2
        for index, name in enumerate(self.pick.pictures):
            card = Rect(left + index * card_width * _OVERLAP_STEP, card_area.y, card_width, card_area.height)
            canvas.picture(name, card, alpha=255 if self.enabled else 120)
        below = Rect(lifted.x + 4, lifted.bottom - 6 - words_height, lifted.width - 8, 40)
        canvas.paragraph("\n".join(words), below, SMALL, INK if self.enabled else INK_SOFT, centred=True)


class ExplainedPick(PickButton):
    """A card with its name, and beside it what it does, or why it is refused."""

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        lifted = rect.move(0, -3) if (self.hovered or self.focused) and self.enabled else rect
        fill: Colour = mix(PAPER, PAPER_SHADE, 0.3) if self.enabled else mix(PAPER_SHADE, PAPER_EDGE, 0.3)
        canvas.paper(lifted, fill, self.radius, lifted=self.enabled)
        card_width = 92.0 if rect.width >= 200 else 30.0
        for name in self.pick.pictures:
            canvas.picture(
                name, Rect(lifted.x + 8, lifted.y + 8, card_width, card_width * 1.4), alpha=255 if self.enabled else 120
            )
        left, ink = lifted.x + card_width + 16, INK if self.enabled else INK_SOFT
        canvas.text(self.words, (left, lifted.y + 8), SMALL, ink, bold=True, max_width=lifted.right - left - 6)
        box = Rect(left, lifted.y + 32, lifted.right - left - 8, 0)
        if card_width < 60:  # Below a small card there is more space than beside it.
            box = Rect(lifted.x + 8, lifted.y + 54, lifted.width - 14, 0)
        box.height = lifted.bottom - 6 - box.y
        canvas.block(self.pick.why_not or self.pick.tip, box, SMALL, INK_SOFT if self.pick.why_not else ink)


def make_pick_buttons(
    picks: Sequence[Pick], on_choose: Callable[[int], None], *, is_explained: bool = False
) -> list[PickButton]:
    """Return a button for each pick; `on_choose` gets the index.

    `is_explained`: each button says what the pick does.
    """
    kind = ExplainedPick if is_explained else PickButton
    return [kind(pick, partial(on_choose, index)) for index, pick in enumerate(picks)]


def place_buttons(buttons: Sequence[Button], area: Rect, gap: float = 12.0) -> float:
    """Put the buttons in rows from the top of the area; return the rows' height.

    Pictures are a little above the middle if there is space to spare.
    """
    if not buttons:
        return 0.0
    if isinstance(buttons[0], ExplainedPick):
        _place_explained(buttons, area)
        return area.height
    pictures = any(isinstance(button, PickButton) and button.pick.pictures for button in buttons)
    widest, highest = _MAX_CARD_SIZE if pictures else _MAX_WORDS_SIZE
    best = (0.0, 1, 0.0)
    for columns in range(1, len(buttons) + 1):
        rows = -(-len(buttons) // columns)
        width = min((area.width - gap * (columns - 1)) / columns, widest)
        height = min((area.height - gap * (rows - 1)) / rows, highest)
        best = max(best, (min(width, height * 0.68 if pictures else width) * min(height, width * 1.6), columns, width))
    _, columns, width = best
    rows = -(-len(buttons) // columns)
    height = min((area.height - gap * (rows - 1)) / rows, highest)
    used = rows * (height + gap) - gap
    top = area.y + ((area.height - used) / 3 if pictures else 0.0)
    for index, button in enumerate(buttons):
        row, column = divmod(index, columns)
        count = min(columns, len(buttons) - row * columns)
        left = area.centerx - (count * (width + gap) - gap) / 2
        button.rect = Rect(left + column * (width + gap), top + row * (height + gap), width, height)
    return used


def _place_explained(buttons: Sequence[Button], area: Rect, gap: float = 10.0) -> None:
    """Place the buttons side by side in the middle, as high as the area."""
    button_width = min(_MAX_EXPLAINED_WIDTH, (area.width + gap) / len(buttons) - gap)
    left = area.centerx - (len(buttons) * (button_width + gap) - gap) / 2
    for index, button in enumerate(buttons):
        button.rect = Rect(left + index * (button_width + gap), area.y, button_width, area.height)
