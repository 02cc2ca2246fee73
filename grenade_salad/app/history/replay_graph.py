"""Graph over the bar of a replay: each seat's odds, and expensive decisions.

One seat's curve is in front, with its intervals; the others are thin lines behind it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from math import dist
from typing import TypeAlias

from grenade_salad.app.seating import player_names
from grenade_salad.app.ui.accessible import AccessibleNode, join_sentences
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.chart import draw_share
from grenade_salad.app.ui.inputs import Command, Point
from grenade_salad.app.ui.theme import (
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    EMBER,
    INK,
    INK_SOFT,
    PAPER_EDGE,
    PAPER_SHADE,
    SMALL,
    TEXT,
    mix,
    seat_colour,
    seat_ink,
    seat_mark,
)
from grenade_salad.app.ui.widget import Widget
from grenade_salad.lab import analysis
from grenade_salad.lab.holdout import Odds
from grenade_salad.match.match import Controller
from grenade_salad.match.seek import MatchSeeker
from grenade_salad.match.story import Story
from grenade_salad.session.match_analysis import MatchAnalysis
from grenade_salad.text import Reader, Seat, m, say

_WORDS_HEIGHT = 50.0
"""Space for two lines of words above the curves, in units."""
_SEATS_WIDTH = 96.0
"""Units at the right end for the seats and their odds at the current line."""
_MARK_SIZE = 18.0
"""Side of a mark in units, and the distance from its middle at which it is hit."""
_INTERVAL_ALPHA = 110
"""Opacity of the strokes that show the intervals of the odds."""
_MAX_MARKS = 12
"""Maximum number of marked decisions."""
_MIN_COST = 0.04
"""Minimum cost of a marked decision, in win share."""


Curve: TypeAlias = list[tuple[int, float]]
"""Pairs of a number of lines and a share of the win from 0 to 1, sorted by line."""


def find_mistakes(points: Sequence[analysis.Point]) -> list[analysis.Point]:
    """Return the decisions that cost most, in the order of the match."""
    expensive = sorted(
        (point for point in points if (point.cost or 0) >= _MIN_COST), key=lambda point: -(point.cost or 0)
    )
    return sorted(expensive[:_MAX_MARKS], key=lambda point: point.line)


def lines_before(point: analysis.Point) -> int:
    """Return the number of lines shown when the decision is due.

    The better action can be shown on the table then.
    """
    return point.line - 2  # `line` counts from the header of the record, which is 1.


def find_out_lines(jumps: MatchSeeker, seats: int) -> list[int | None]:
    """Return for each seat the number of lines after which it was out.

    None for seats that were never out, and in games in which no seat goes out.
    """
    last = len(jumps.steps)

    def is_out(seat: int, line: int) -> bool:
        alive = getattr(jumps.match_at(line).state.view(None), "alive", (True,) * seats)
        return not alive[seat]

    return [
        bisect_left(range(last), True, key=partial(is_out, seat)) if is_out(seat, last) else None
        for seat in range(seats)
    ]


def _interpolate(curve: Sequence[tuple[int, float]], line: int) -> float:
    """Return the value of a curve at a line, interpolated linearly.

    The curve is flat beyond its ends.

    >>> _interpolate([(0, 0.5), (10, 1.0)], 5), _interpolate([(0, 0.5), (10, 1.0)], 12)
    (0.75, 1.0)
    """
    index = bisect_left(curve, line, key=lambda spot: spot[0])
    if index == len(curve):
        return curve[-1][1]
    end, end_value = curve[index]
    if end == line or not index:
        return end_value
    start, start_value = curve[index - 1]
    return start_value + (end_value - start_value) * (line - start) / (end - start)


def _normalize(shares: Sequence[float], alive: Sequence[bool], measured: int | None) -> list[float]:
    """Return the shares scaled to a sum of 1.

    The share of the seat that was `measured` here stays as it is.

    >>> _normalize([0.5, 0.3, 0.3], [True, True, True], 0)
    [0.5, 0.25, 0.25]
    """
    scaled = [seat for seat, is_alive in enumerate(alive) if is_alive and seat != measured]
    rest = 1 - (shares[measured] if measured is not None else 0.0)
    total = sum(shares[seat] for seat in scaled)
    result = [shares[seat] if seat == measured else 0.0 for seat in range(len(shares))]
    for seat in scaled:
        result[seat] = rest * shares[seat] / total if total else rest / len(scaled)
    return result


def _name_analyst(match_analysis: MatchAnalysis) -> str:
    """Return the name of the machine player that analyses."""
    level = match_analysis.name.partition(":")[0]
    return say(player_names.describe_controller(Controller("bot", level)), begin=True)


class OddsGraph(Widget):
    """Graph of a match, with marks for its most expensive decisions.

    Left and right move from mark to mark, up and down from seat to seat.
    """

    def __init__(
        self,
        match_analysis: MatchAnalysis,
        names: Sequence[str],
        *,
        win_shares: Sequence[float],
        line_x: Callable[[int, Rect], float],
        on_choice: Callable[[int], None],
        story: Story,
        out_lines: Sequence[int | None],
    ) -> None:
        super().__init__()
        self.match_analysis, self.names, self.story = match_analysis, tuple(names), story
        self.win_shares = win_shares
        """The share of the win of each seat at the end."""
        self.line_x = line_x
        """Returns the x coordinate of a line in a box: that of the bar below."""
        self._on_choice = on_choice
        """Called with the line that is chosen."""
        self.out_lines = tuple(out_lines)
        """For each seat the number of lines after which it was out, or None."""
        self._curves: tuple[object, list[Curve]] | None = None
        """The curves of all seats, with the odds for which they were made."""
        self.last = len(match_analysis.record.entries)
        """The number of lines of the match."""
        self.line = 0
        """The number of shown lines."""
        self.front = win_shares.index(max(win_shares))
        """The seat whose curve is in front."""
        self._is_dragging = False

    def curve(self, seat: int) -> Curve:
        """Return the odds of a seat as far as the analysis has come.

        These are pairs of a number of lines and a share from 0 to 1. They end with 0 where the seat goes out.
        """
        curve, out = self._whole_curve(seat), self._out_line(seat)
        return curve if out is None else [(line, share) for line, share in curve if line <= out]

    def _whole_curve(self, seat: int) -> Curve:
        """Return the curve with the zeros after the seat is out.

        All seats have the same lines.
        """
        points = [
            (point.line, point.seat, point.odds) for point in self.match_analysis.points if point.odds is not None
        ]
        key = (self._has_all_odds(), points)
        if self._curves is None or self._curves[0] != key:
            self._curves = key, self._all_curves()
        return self._curves[1][seat]

    def _all_curves(self) -> list[Curve]:
        """Return the curves of all seats, with the same lines in each.

        At every line they add up to 1. Odds that were measured stay as they are; the shares of the other seats,
        interpolated between their own odds, are scaled to the rest.
        """
        seats = range(len(self.names))
        seat_curves = [self._seat_curve(seat) for seat in seats]
        reach = self._last_known_line()
        measured = {line: seat for seat in seats for line, _ in self.odds(seat)}
        lines = sorted({line for curve in seat_curves for line, _ in curve if line <= reach})
        if len(lines) < 2:
            return [[] for _ in seats]
        curves: list[Curve] = [[] for _ in seats]
        for line in lines:
            shares = [_interpolate(curve, line) for curve in seat_curves]
            for seat, share in enumerate(_normalize(shares, self._alive(line), measured.get(line))):
                curves[seat].append((line, share))
        return curves

    def _seat_curve(self, seat: int) -> Curve:
        """Return the known shares of one seat, sorted by line.

        These are its share at the start, its odds, and its end: out, or its share of the win.
        """
        alive = self._alive(0)
        out = self._out_line(seat)
        shares = {0: 1 / sum(alive) if alive[seat] else 0.0}
        shares.update((line, odds.share) for line, odds in self.odds(seat) if out is None or line < out)
        if out is not None:
            shares[out] = 0.0
        if out is not None or self._has_all_odds():
            shares[self.last] = self.win_shares[seat]
        return sorted(shares.items())

    def _last_known_line(self) -> int:
        """Return the line up to which all odds are known.

        The analysis goes through the match from its beginning to its end.
        """
        if self._has_all_odds():
            return self.last if any(self.odds(seat) for seat in range(len(self.names))) else 0
        last_lines = [max((line for line, _ in self.odds(seat)), default=0) for seat in range(len(self.names))]
        front = max(last_lines)
        active = [end for seat, end in enumerate(last_lines) if (out := self._out_line(seat)) is None or out > front]
        return min(active, default=front)

    def _has_all_odds(self) -> bool:
        """True if no more odds will come.

        The turns are played out one after another, from their first decision.
        """
        match_analysis = self.match_analysis
        if match_analysis.is_done or not match_analysis.total or len(match_analysis.points) < match_analysis.total:
            return match_analysis.is_done
        firsts: dict[tuple[int, int], analysis.Point] = {}
        for point in match_analysis.points:
            firsts.setdefault((point.turn, point.seat), point)
        return all(point.odds is not None or not point.is_judged for point in firsts.values())

    def _out_line(self, seat: int) -> int | None:
        """Return the number of lines after which the seat was out.

        None if it never was, or if it shares the win nevertheless.
        """
        return None if self.win_shares[seat] else self.out_lines[seat]

    def _alive(self, line: int) -> list[bool]:
        """Return for each seat whether it can still win after that number of lines."""
        outs = [self._out_line(seat) for seat in range(len(self.names))]
        return [out is None or line < out for out in outs]

    def odds(self, seat: int) -> list[tuple[int, Odds]]:
        """Return the measured odds of a seat, each with the number of lines before it."""
        points = self.match_analysis.points
        return [(point.line - 1, point.odds) for point in points if point.seat == seat and point.odds is not None]

    def current_share(self, seat: int) -> float | None:
        """Return the share of a seat's curve at the current line, or None if unknown."""
        curve = self._whole_curve(seat)
        return _interpolate(curve, self.line) if curve and self.line <= curve[-1][0] else None

    def percentages(self) -> list[int | None]:
        """Return the odds of all seats at the current line in whole per cent.

        They add up to 100. All are None while one is unknown.
        """
        shares = [share for seat in range(len(self.names)) if (share := self.current_share(seat)) is not None]
        if len(shares) < len(self.names):
            return [None] * len(self.names)
        percentages = [int(share * 100) for share in shares]
        nearest = sorted(range(len(shares)), key=lambda seat: percentages[seat] - shares[seat] * 100)
        for seat in nearest[: 100 - sum(percentages)]:
            percentages[seat] += 1
        return [*percentages]

    def position(self, line: int, share: float, rect: Rect) -> Point:
        """Return the position of a share at a line in the box."""
        top, bottom = rect.y + _WORDS_HEIGHT + 4, rect.bottom - 8
        return self.line_x(line, rect), bottom - (bottom - top) * max(0.0, min(1.0, share))

    def mark_position(self, point: analysis.Point, rect: Rect) -> Point:
        """Return the position of a decision's mark."""
        return self.position(point.line - 1, point.odds.share if point.odds is not None else 0.0, rect)

    def seat_row(self, seat: int, rect: Rect) -> Rect:
        """Return the box of a seat at the right end."""
        top, bottom = rect.y + _WORDS_HEIGHT, rect.bottom - 4
        row_height = min(26.0, (bottom - top) / len(self.names))
        return Rect(rect.right - _SEATS_WIDTH + 4, top + seat * row_height, _SEATS_WIDTH - 8, row_height)

    def line_at(self, x: float, rect: Rect) -> int:
        """Return the line nearest to an x coordinate."""
        left, right = self.line_x(0, rect), self.line_x(self.last, rect)
        return max(0, min(self.last, round((x - left) / max(1.0, right - left) * self.last)))

    def accessible_node(self) -> AccessibleNode:
        text, reason = self.describe()
        odds = [
            # Translators: how likely somebody is to win at this place of the match
            say(m("{who} {share:.0f} %", who=name, share=percent))
            for name, percent in zip(self.names, self.percentages(), strict=True)
            if percent is not None
        ]
        return self.make_node("group", say(m("The odds of winning")), join_sentences(text, reason, *odds))

    # Input

    def drag(self, position: Point) -> bool:
        """Go to the line under the pointer; a mark is on its decision."""
        box = Rect(0, 0, self.rect.width, self.rect.height)
        seats = [seat for seat in range(len(self.names)) if self.seat_row(seat, box).collidepoint(position)]
        if seats and not self._is_dragging:
            self.front = seats[0]
            return True
        self._is_dragging = True

        def measure(point: analysis.Point) -> float:
            return dist(position, self.mark_position(point, box))

        mark = min(find_mistakes(self.match_analysis.points), key=measure, default=None)
        is_hit = mark is not None and measure(mark) < _MARK_SIZE
        line = lines_before(mark) if mark is not None and is_hit else self.line_at(position[0], box)
        if line != self.line:
            self._on_choice(line)
        return True

    def step(self, direction: Command) -> bool:
        if direction in ("up", "down"):
            self.front = (self.front + (1 if direction == "down" else -1)) % len(self.names)
            return True
        lines = [lines_before(point) for point in find_mistakes(self.match_analysis.points)]
        if direction == "right":
            target = next((line for line in lines if line > self.line), None)
        elif direction == "left":
            target = next((line for line in reversed(lines) if line < self.line), None)
        else:
            return False
        if target is not None:
            self._on_choice(target)
        return True

    # Words

    @property
    def next_decision(self) -> analysis.Point | None:
        """The decision that comes next at the current line, or None."""
        return next((point for point in self.match_analysis.points if lines_before(point) == self.line), None)

    @property
    def tells_costs(self) -> bool:
        """True if the user is told what turns cost in this game."""
        return analysis.tells_costs(self.match_analysis.record.header.game)

    def describe(self) -> tuple[str, str]:
        """Return what is said of the current line, and the reason."""
        match_analysis = self.match_analysis
        point = self.next_decision
        if point is not None:
            return self._describe_decision(point, _name_analyst(match_analysis))
        if not match_analysis.is_done and match_analysis.total and len(match_analysis.points) >= match_analysis.total:
            return say(m("Playing every turn out to the end, many times…")), ""
        if not match_analysis.is_done:
            n, player = len(match_analysis.points) + 1, _name_analyst(match_analysis)
            # Translators: {player} is a machine player, as in Expert
            text = m("{player} is looking at decision {number}…", player=player, number=n)
            if match_analysis.total:
                text = m(
                    "{player} is looking at decision {number} of {total}…",
                    player=player,
                    number=n,
                    total=match_analysis.total,
                )
            return say(text), ""
        if all(decision.odds is None for decision in match_analysis.points):
            return say(m("No odds in this game: step through to see what a machine would do")), ""
        if not self.tells_costs:
            return self._describe_turning_point(), ""
        mistake_count = len(find_mistakes(match_analysis.points))
        if not mistake_count:
            return say(m("No turn can be shown to have cost much")), self._describe_turning_point()
        summary = m("One turn cost the most: click its mark", "{n} turns cost the most: click a mark", n=mistake_count)
        return say(summary), ""

    def _describe_turning_point(self) -> str:
        """Return what turned the match although no choice cost much."""
        turning, reader = self.story.turning_point, Reader(self.names)
        if not turning:
            return ""
        if self.story.is_chance:
            # Translators: {what} is a sentence: "Ann took the lead in turn 3 and kept it"
            return say(m("{what}: that was luck, nobody chose it", what=turning), reader, begin=True)
        if not self.tells_costs:
            return say(turning, reader, begin=True)
        # Translators: {what} is a sentence: "Ann took the lead in turn 3 and kept it"
        return say(m("{what}: a good move, and nobody had a clearly better one", what=turning), reader, begin=True)

    def _describe_decision(self, point: analysis.Point, player: str) -> tuple[str, str]:
        reader, seat, did, would = Reader(self.names), Seat(point.seat), point.did, point.would
        if point.is_equivalent:
            # Translators: {did} is what was played, {player} a machine player
            text = m("{who}: {did}. {player} would too", who=seat, did=did, player=player)
            return say(text, reader), _describe_odds(point)
        if point.cost and point.gap:
            # Translators: {did} is what was played, {would} what was better; {low} and {high} are how much better
            text = m(
                "{who}: {did}. Better by {low:.0f} to {high:.0f} wins of 100, with 95% certainty: {would}",
                who=seat,
                did=did,
                would=would,
                low=point.gap.low * 100,
                high=point.gap.high * 100,
            )
        elif point.claim is not None and self.tells_costs:
            text = m(
                "{who}: {did}. {player}: {would}. No difference can be shown",
                who=seat,
                did=did,
                player=player,
                would=would,
            )
        else:
            # Translators: {did} is what was played, {would} what the machine player would have played
            text = m("{who}: {did}. {player}: {would}", who=seat, did=did, player=player, would=would)
        return say(text, reader), say(point.reason, reader, begin=True)

    # Drawing

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        self._is_dragging = self._is_dragging and self.pressed
        left, right = self.line_x(0, rect), self.line_x(self.last, rect)
        self._draw_words(canvas, Rect(left, rect.y + 2, rect.right - left - 8, _WORDS_HEIGHT))
        bottom, top = self.position(0, 0.0, rect)[1], self.position(0, 1.0, rect)[1]
        canvas.fill(Rect(left, top, right - left, bottom - top), PAPER_SHADE, 4)
        for share in (0.0, 0.5, 1.0):
            y = bottom + (top - bottom) * share
            canvas.fill(Rect(left, y - 0.5, right - left, 1), PAPER_EDGE)
            if share:
                canvas.text(f"{share * 100:.0f} %", (left + 4, y), SMALL, INK_SOFT, anchor="topleft")
        if not self.match_analysis.is_done and self.match_analysis.total:
            share = len(self.match_analysis.points) / self.match_analysis.total
            draw_share(canvas, Rect(left, bottom + 1, right - left, 5), share)
        behind = [seat for seat in range(len(self.names)) if seat != self.front]
        for seat in (*behind, self.front):
            self._draw_curve(canvas, seat, rect)
        x = self.line_x(self.line, rect)
        canvas.fill(Rect(x - 1, top, 2, bottom - top), BRASS)
        if self.story.turning_point:
            self._draw_turning_point(canvas, (self.line_x(self.story.lines, rect), top))
        for point in find_mistakes(self.match_analysis.points):
            self._draw_mark(canvas, point, rect)
        for seat, percent in enumerate(self.percentages()):
            self._draw_seat(canvas, seat, self.seat_row(seat, rect), percent)

    def _draw_words(self, canvas: Canvas, box: Rect) -> None:
        text, reason = self.describe()
        self.tip = f"{text}. {reason}" if reason else ""
        lines = canvas.lines(text, box.width, TEXT, bold=True)
        for index, line in enumerate(lines[:2]):
            rest = " ".join(lines[1:]) if index else line
            canvas.text(rest, (box.x, box.y + index * 23), TEXT, INK, bold=True, max_width=box.width)
        if reason and len(lines) == 1:
            canvas.text(reason, (box.x, box.y + 24), SMALL, INK_SOFT, max_width=box.width)

    def _draw_curve(self, canvas: Canvas, seat: int, rect: Rect) -> None:
        is_front, curve, colour = seat == self.front, self.curve(seat), seat_colour(seat)
        if is_front:
            for line, odds in [odds for odds in self.odds(seat) if curve and odds[0] <= curve[-1][0]]:
                (x, top), (_, bottom) = self.position(line, odds.high, rect), self.position(line, odds.low, rect)
                canvas.fill(Rect(x - 1.5, top, 3, bottom - top), colour, alpha=_INTERVAL_ALPHA)
        spots = [self.position(line, share, rect) for line, share in curve]
        for ink, width in ((INK, 5.0), (colour, 3.0)) if is_front else ((mix(colour, PAPER_SHADE, 0.4), 1.5),):
            for start, end in pairwise(spots):
                canvas.line(start, end, ink, width)

    def _draw_turning_point(self, canvas: Canvas, position: Point) -> None:
        """Draw the sign of the point at which the match turned."""
        x, y = position
        canvas.polygon([(x - 8, y - 3), (x + 8, y - 3), (x, y + 8)], BRASS_DARK)

    def _draw_seat(self, canvas: Canvas, seat: int, row: Rect, percent: int | None) -> None:
        if seat == self.front:
            canvas.fill(row, BRASS_LIGHT, 6)
        size = min(20.0, row.height - 2)
        badge = Rect(row.x + 5, row.centery - size / 2, size, size)
        canvas.fill(badge, seat_colour(seat), 4)
        canvas.picture(seat_mark(seat), badge.inflate(-size * 0.3, -size * 0.3), seat_ink(seat))
        text = "–" if percent is None else f"{percent} %"
        position = (row.right - 6, row.centery)
        canvas.text(text, position, min(TEXT, row.height), INK, bold=seat == self.front, anchor="midright")

    def _draw_mark(self, canvas: Canvas, point: analysis.Point, rect: Rect) -> None:
        x, y = self.mark_position(point, rect)
        box = Rect(x - _MARK_SIZE / 2, y - _MARK_SIZE / 2, _MARK_SIZE, _MARK_SIZE)
        is_current = lines_before(point) == self.line
        canvas.fill(box.inflate(6, 6) if is_current else box.inflate(4, 4), BRASS if is_current else EMBER, 6)
        canvas.fill(box, seat_colour(point.seat), 4)
        canvas.picture(seat_mark(point.seat), box.inflate(-5, -5), seat_ink(point.seat))


def _describe_odds(point: analysis.Point) -> str:
    """Return the seat's odds at a decision in words; empty if unknown."""
    if point.odds is None:
        return ""
    lower, upper = point.odds.low * 100, point.odds.high * 100
    # Translators: how likely somebody is to win; Normal is the machine player
    return say(
        m("Then {low:.0f} to {high:.0f}% to win, with 95% certainty, if all play on like Normal", low=lower, high=upper)
    )
