"""A hint on a slip of paper, for windows that are too narrow for text in the bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grenade_salad.app.match.hints import ENTER, HintText
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.messages import find_free_place
from grenade_salad.app.ui.theme import BRASS, INK, INK_SOFT, LARGE, SMALL, TEXT, is_tall_window
from grenade_salad.text import Words

_MAX_WIDTH, _PAD, _ICON_WIDTH = 620.0, 14.0, 34.0


class HintSlip:
    """A slip that covers as little as possible.

    It stays in place while its text is the same.
    """

    def __init__(self) -> None:
        self.box = Rect(0, 0, 0, 0)
        self._placed_for: object = None

    @staticmethod
    def is_used(size: tuple[float, float], hint: HintText | None) -> bool:
        """True if a hint is on a slip instead of in the bar, on a canvas of that size.

        That is so on a high canvas, once there is an explanation to read.
        """
        return hint is not None and bool(hint.explanation) and is_tall_window(size)

    def draw(self, canvas: Canvas, hint: HintText, top: float, in_sight: Callable[[], Sequence[Rect]]) -> None:
        """Draw the slip below `top`, over as little as possible of what is visible."""
        place = canvas.size, canvas.factor, hint, top
        width = min(_MAX_WIDTH, canvas.size[0] - 40)
        inner_width = width - 2 * _PAD - _ICON_WIDTH
        action_lines, explanation_lines = (
            canvas.lines(words, inner_width, size, bold=bold)
            for words, size, bold in ((hint.action, LARGE, True), (hint.explanation, TEXT, False))
        )
        foot_height = TEXT * LEADING if hint.odds else 0.0
        if self._placed_for != place:
            height = (
                2 * _PAD + len(action_lines) * LARGE * LEADING + len(explanation_lines) * TEXT * LEADING + foot_height
            )
            self.box, self._placed_for = find_free_place(canvas, (width, height), top, in_sight()), place
        canvas.paper(self.box, radius=10)
        left, y = self.box.x + _PAD + _ICON_WIDTH, self.box.y + _PAD - 2
        canvas.picture("icons/bulb.svg", Rect(self.box.x + _PAD - 4, y, _ICON_WIDTH - 2, _ICON_WIDTH - 2), BRASS)
        y += canvas.paragraph(hint.action, Rect(left, y, inner_width, 0), LARGE, INK, bold=True)
        y += canvas.paragraph(hint.explanation, Rect(left, y, inner_width, 0), TEXT, INK_SOFT)
        if hint.odds:
            self._draw_foot(canvas, hint.odds, y, left)

    def _draw_foot(self, canvas: Canvas, odds: Words, y: float, left: float) -> None:
        """Draw the odds, and the key that applies the hint if there is space for both."""
        right = self.box.right - _PAD
        text_box = canvas.text(odds, (left, y), TEXT, INK, bold=True, max_width=right - left)
        if text_box.right + 20 + canvas.width(ENTER, SMALL) < right:
            canvas.text(ENTER, (right, y + 2), SMALL, INK_SOFT, anchor="topright")
