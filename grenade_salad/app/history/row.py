"""Row of the list of matches, which can be pressed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grenade_salad.app.sharing import match_titles
from grenade_salad.app.ui.accessible import AccessibleNode, join_sentences
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import (
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    INK,
    INK_SOFT,
    PAPER,
    PAPER_EDGE,
    SMALL,
    TEXT,
    mix,
    seat_colour,
    seat_ink,
    seat_mark,
)
from grenade_salad.app.ui.widget import Widget
from grenade_salad.core import registry
from grenade_salad.journal.queries import Summary
from grenade_salad.text import m, say

ROW_HEIGHT = 58.0
"""Height of a row in units."""
MAX_ROW_HEIGHT = 88.0
"""Maximum height where all matches fit."""
_BADGE_SIZE = 20.0
"""Side of the mark of a seat, in units."""
_NAME_GAP = 14.0
"""Units between two names."""
_REST_WIDTH = 24.0
"""Units for the number of the names that have no space."""


def game_picture(game: str) -> str:
    """Return the picture on the box of a game.

    It is the picture of the program for a game without one, and for a game that is not installed.
    """
    try:
        picture = registry.plugin(game).picture
    except registry.NoGame:
        picture = None
    return "title/logo.svg" if picture is None else str(picture)


class MatchRow(Widget):
    """A match: its game, players and time, and how it ended."""

    def __init__(self, match: Summary, press: Callable[[], None]) -> None:
        super().__init__(tip=m("What you can do with this match"))
        self.match, self.press = match, press

    def accessible_node(self) -> AccessibleNode:
        match = self.match
        game, names = match_titles.game_title(match.game, match.variant), list(match.names)
        # Translators: a match: the game and who played
        name = say(m("{game} with {names:,}", game=game, names=names))
        result = join_sentences(
            say(match_titles.format_winners(match)),
            say(match_titles.format_score(match)),
            say(match_titles.format_time(match.begun)),
        )
        return self.make_node("button", name, result)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        if self.hovered or self.pressed:
            canvas.fill(rect, mix(PAPER, BRASS_LIGHT, 0.6 if self.pressed else 0.35), self.radius)
        canvas.fill(Rect(rect.x + 8, rect.bottom - 1, rect.width - 16, 1), PAPER_EDGE)
        scale = rect.height / ROW_HEIGHT
        picture = Rect(rect.x + 8, rect.y + 7 * scale, 66 * scale, 44 * scale)
        canvas.picture(game_picture(self.match.game), picture)
        width = min(250.0 * scale, rect.width * 0.3)
        right = Rect(rect.right - width - 10, rect.y, width, rect.height)
        self._draw_result(canvas, right, scale)
        left = Rect(picture.right + 14, rect.y, right.x - picture.right - 24, rect.height)
        draw_people(canvas, (left.x, rect.y + 18 * scale), self.match.names, left.width, scale)
        game = match_titles.game_title(self.match.game, self.match.variant)
        begun = match_titles.format_time(self.match.begun)
        text = m("{game} · {when}", game=game, when=begun)
        if self.match.imported:
            text = m("{game} · {when} · imported", game=game, when=begun)
        position = (left.x, rect.y + 41 * scale)
        canvas.text(text, position, SMALL * scale, INK_SOFT, anchor="midleft", max_width=left.width)

    def _draw_result(self, canvas: Canvas, box: Rect, scale: float) -> None:
        is_finished = self.match.finished
        text = match_titles.format_winners(self.match)
        width = box.width - 28 * scale
        position, ink = (box.right, box.y + 18 * scale), INK if is_finished else BRASS_DARK
        text_box = canvas.text(text, position, TEXT * scale, ink, bold=True, anchor="midright", max_width=width)
        icon, colour = ("icons/crown.svg", BRASS) if is_finished else ("icons/play.svg", BRASS_DARK)
        side = 20 * scale
        canvas.picture(icon, Rect(text_box.x - 1.3 * side, box.y + 8 * scale, side, side), colour)
        score, position = match_titles.format_score(self.match), (box.right, box.y + 41 * scale)
        canvas.text(score, position, SMALL * scale, INK_SOFT, anchor="midright", max_width=box.width)


def draw_badge(canvas: Canvas, seat: int, box: Rect) -> None:
    """Draw the mark of a seat on its colour."""
    canvas.fill(box, seat_colour(seat), 4)
    canvas.picture(seat_mark(seat), box.inflate(-box.width * 0.34, -box.height * 0.34), seat_ink(seat))


def draw_people(
    canvas: Canvas, position: tuple[float, float], names: Sequence[str], width: float, scale: float = 1.0
) -> None:
    """Draw names with the marks of their seats, from the left.

    They are scaled by `scale` if all fit; `position` is the middle of the left edge.
    """
    x, end = position[0], position[0] + width
    needed = sum(_BADGE_SIZE + 6 + canvas.width(name, TEXT) for name in names) + _NAME_GAP * (len(names) - 1)
    # A little less than fits: type has whole pixels, so that its width is no exact multiple of the scale.
    scale = max(1.0, min(scale, width / max(1.0, needed) * 0.98))
    badge, size = _BADGE_SIZE * scale, TEXT * scale
    for seat, name in enumerate(names):
        entry_width = badge + 6 + canvas.width(name, size)
        is_last = seat == len(names) - 1
        if x + entry_width > end - (0 if is_last else _REST_WIDTH) and (seat or not is_last):
            canvas.text(f"+ {len(names) - seat}", (x, position[1]), size, INK_SOFT, anchor="midleft")
            return
        draw_badge(canvas, seat, Rect(x, position[1] - badge / 2, badge, badge))
        canvas.text(name, (x + badge + 6, position[1]), size, INK, anchor="midleft", max_width=end - x - badge - 6)
        x += entry_width + _NAME_GAP
