"""A hint on a slip of its own: in a window so high that the bar is narrow, and its words would be small there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grenade_salad.app.match.hints import ENTER, Told
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.messages import free_place
from grenade_salad.app.ui.theme import BRASS, INK, INK_SOFT, LARGE, SMALL, TEXT, is_high
from grenade_salad.text import Words

_WIDEST, _PAD, _SIGN = 620.0, 14.0, 34.0


class HintSlip:
    """It finds a place where it covers nothing, and stays there as long as it says the same."""

    def __init__(self) -> None:
        self.box = Rect(0, 0, 0, 0)
        self._kept_for: object = None

    @staticmethod
    def takes(size: tuple[float, float], told: Told | None) -> bool:
        """Whether a hint lies on it, not in the bar, on a canvas of that size: once there is a reason to read."""
        return told is not None and bool(told.why) and is_high(size)

    def draw(self, canvas: Canvas, told: Told, top: float, in_sight: Callable[[], Sequence[Rect]]) -> None:
        """Draw it, below `top`, over as little of what is in sight as can be."""
        place = canvas.size, canvas.factor, told, top
        wide = min(_WIDEST, canvas.size[0] - 40)
        inner = wide - 2 * _PAD - _SIGN
        what, why = (
            canvas.lines(words, inner, size, bold=bold)
            for words, size, bold in ((told.what, LARGE, True), (told.why, TEXT, False))
        )
        foot = TEXT * LEADING if told.chance else 0.0
        if self._kept_for != place:
            high = 2 * _PAD + len(what) * LARGE * LEADING + len(why) * TEXT * LEADING + foot
            self.box, self._kept_for = free_place(canvas, (wide, high), top, in_sight()), place
        canvas.paper(self.box, radius=10)
        left, y = self.box.x + _PAD + _SIGN, self.box.y + _PAD - 2
        canvas.picture("icons/bulb.svg", Rect(self.box.x + _PAD - 4, y, _SIGN - 2, _SIGN - 2), BRASS)
        y += canvas.paragraph(told.what, Rect(left, y, inner, 0), LARGE, INK, bold=True)
        y += canvas.paragraph(told.why, Rect(left, y, inner, 0), TEXT, INK_SOFT)
        if told.chance:
            self._foot(canvas, told.chance, y, left)

    def _foot(self, canvas: Canvas, chance: Words, y: float, left: float) -> None:
        """The odds, and the key that does it, where there is room for both."""
        right = self.box.right - _PAD
        said = canvas.text(chance, (left, y), TEXT, INK, bold=True, wide=right - left)
        if said.right + 20 + canvas.width(ENTER, SMALL) < right:
            canvas.text(ENTER, (right, y + 2), SMALL, INK_SOFT, anchor="topright")
