"""A match in the history: a line of the list that can be pressed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grenade_salad.app.sharing import match_titles as match_titles
from grenade_salad.app.ui.accessible import Heard, sentences
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

HIGH = 58.0
"""Height of a row in units."""
HIGHEST = 88.0
"""The same where there is room for no more rows than there are matches."""
_BADGE = 20.0


def picture_of(game: str) -> str:
    """The picture on the box of a game; that of the whole program for one without, and for one that is not there."""
    try:
        picture = registry.plugin(game).picture
    except registry.NoGame:
        picture = None
    return "title/logo.svg" if picture is None else str(picture)


class MatchRow(Widget):
    """Which game, who played, when, and how it ended."""

    def __init__(self, match: Summary, press: Callable[[], None]) -> None:
        super().__init__(tip=m("What you can do with this match"))
        self.match, self.press = match, press

    def heard(self) -> Heard:
        match = self.match
        game, who = match_titles.title_of(match.game, match.what), list(match.names)
        # Translators: a match: the game and who played
        name = say(m("{game} with {names:,}", game=game, names=who))
        result = sentences(
            say(match_titles.winners(match)), say(match_titles.score(match)), say(match_titles.when(match.begun))
        )
        return self.as_heard("button", name, result)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        if self.hovered or self.pressed:
            canvas.fill(rect, mix(PAPER, BRASS_LIGHT, 0.6 if self.pressed else 0.35), self.radius)
        canvas.fill(Rect(rect.x + 8, rect.bottom - 1, rect.width - 16, 1), PAPER_EDGE)
        times = rect.height / HIGH
        picture = Rect(rect.x + 8, rect.y + 7 * times, 66 * times, 44 * times)
        canvas.picture(picture_of(self.match.game), picture)
        wide = min(250.0 * times, rect.width * 0.3)
        right = Rect(rect.right - wide - 10, rect.y, wide, rect.height)
        self._result(canvas, right, times)
        left = Rect(picture.right + 14, rect.y, right.x - picture.right - 24, rect.height)
        draw_people(canvas, (left.x, rect.y + 18 * times), self.match.names, left.width, times)
        game, begun = match_titles.title_of(self.match.game, self.match.what), match_titles.when(self.match.begun)
        said = m("{game} · {when}", game=game, when=begun)
        if self.match.imported:
            said = m("{game} · {when} · imported", game=game, when=begun)
        at = (left.x, rect.y + 41 * times)
        canvas.text(said, at, SMALL * times, INK_SOFT, anchor="midleft", wide=left.width)

    def _result(self, canvas: Canvas, box: Rect, times: float) -> None:
        done = self.match.finished
        said = match_titles.winners(self.match)
        room = box.width - 28 * times
        drawn = canvas.text(
            said,
            (box.right, box.y + 18 * times),
            TEXT * times,
            INK if done else BRASS_DARK,
            bold=True,
            anchor="midright",
            wide=room,
        )
        name = "icons/crown.svg" if done else "icons/play.svg"
        side = 20 * times
        canvas.picture(name, Rect(drawn.x - 1.3 * side, box.y + 8 * times, side, side), BRASS if done else BRASS_DARK)
        at = (box.right, box.y + 41 * times)
        canvas.text(match_titles.score(self.match), at, SMALL * times, INK_SOFT, anchor="midright", wide=box.width)


def draw_badge(canvas: Canvas, seat: int, box: Rect) -> None:
    """The mark of a seat on its colour."""
    canvas.fill(box, seat_colour(seat), 4)
    canvas.picture(seat_mark(seat), box.inflate(-box.width * 0.34, -box.height * 0.34), seat_ink(seat))


def draw_people(canvas: Canvas, at: tuple[float, float], names: Sequence[str], wide: float, times: float = 1.0) -> None:
    """Names with the marks of their seats, from the left, so many `times` as large if all fit; `at` is the middle of
    the left edge."""
    x, end = at[0], at[0] + wide
    needed = sum(_BADGE + 6 + canvas.width(name, TEXT) for name in names) + 14 * (len(names) - 1)
    times = max(1.0, min(times, wide / max(1.0, needed) * 0.98))
    badge, size = _BADGE * times, TEXT * times
    for seat, name in enumerate(names):
        whole = badge + 6 + canvas.width(name, size)
        last = seat == len(names) - 1
        if x + whole > end - (0 if last else 24) and (seat or not last):
            canvas.text(f"+ {len(names) - seat}", (x, at[1]), size, INK_SOFT, anchor="midleft")
            return
        draw_badge(canvas, seat, Rect(x, at[1] - badge / 2, badge, badge))
        canvas.text(name, (x + badge + 6, at[1]), size, INK, anchor="midleft", wide=end - x - badge - 6)
        x += whole + 14
