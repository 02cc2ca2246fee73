"""The graph of a match over the bar of its replay: each seat's chance to win, and the decisions that cost most.

One seat stands in front, with how certain its chance is; the others are thin lines behind it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from math import dist

from grenade_salad.app.history.match_analysis import Judgement
from grenade_salad.app.ui.accessible import Heard, sentences
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
from grenade_salad.lab.analysis import Point as Decided
from grenade_salad.lab.holdout import Odds
from grenade_salad.match.seek import Jumps
from grenade_salad.match.story import Story
from grenade_salad.text import Reader, Seat, m, say

_WORDS = 50.0
"""Room for two lines of words above the curves."""
_SIDE = 96.0
"""Room at the right end: the seats, and what the curves say of each here."""
_MARK = 18.0
_HAZY = 110
"""How strong the strokes are that say how certain the odds are."""
_MOST = 12
"""How many decisions are marked at most."""
_WORTH = 0.04
"""What a decision has to cost for a mark, in chance to win."""


def mistakes(points: Sequence[analysis.Point]) -> list[analysis.Point]:
    """The decisions that cost most, in the order of the match."""
    dear = sorted((point for point in points if (point.cost or 0) >= _WORTH), key=lambda point: -(point.cost or 0))
    return sorted(dear[:_MOST], key=lambda point: point.line)


def before(point: analysis.Point) -> int:
    """How many lines have been shown when the decision is due: what was better can be seen on the table then."""
    return point.line - 2


def out_lines(jumps: Jumps, seats: int) -> list[int | None]:
    """After how many lines each seat was out; None for those that never were, and in games where nobody goes out."""
    last = len(jumps.steps)

    def is_out(seat: int, line: int) -> bool:
        alive = getattr(jumps.at(line).state.view(None), "alive", (True,) * seats)
        return not alive[seat]

    return [
        bisect_left(range(last), True, key=partial(is_out, seat)) if is_out(seat, last) else None
        for seat in range(seats)
    ]


def _between(curve: Sequence[tuple[int, float]], line: int) -> float:
    """The value of a curve at a line: of the two lines beside it, as near as it is to each; flat beyond its ends."""
    index = bisect_left(curve, line, key=lambda spot: spot[0])
    if index == len(curve):
        return curve[-1][1]
    end, high = curve[index]
    if end == line or not index:
        return high
    start, low = curve[index - 1]
    return low + (high - low) * (line - start) / (end - start)


def _adding_up(shares: Sequence[float], alive: Sequence[bool], measured: int | None) -> list[float]:
    """The shares scaled to 1 in all; that of the seat which was `measured` here is left as it is."""
    scaled = [seat for seat, is_alive in enumerate(alive) if is_alive and seat != measured]
    rest = 1 - (shares[measured] if measured is not None else 0.0)
    total = sum(shares[seat] for seat in scaled)
    found = [shares[seat] if seat == measured else 0.0 for seat in range(len(shares))]
    for seat in scaled:
        found[seat] = rest * shares[seat] / total if total else rest / len(scaled)
    return found


class Graph(Widget):
    """`x_of(line, box)` is where the bar below has a line; `go` is called with the line that is chosen.

    `at` is how many lines are shown, `front` the seat whose curve is in front. Left and right go from mark to mark, up
    and down from seat to seat.
    """

    def __init__(
        self,
        judgement: Judgement,
        names: Sequence[str],
        ends: Sequence[float],
        x_of: Callable[[int, Rect], float],
        go: Callable[[int], None],
        story: Story,
        outs: Sequence[int | None],
    ) -> None:
        """`ends` is the share of the win that each seat had, `outs` after how many lines a seat that went out was."""
        super().__init__()
        self.judgement, self.names, self.ends, self.x_of, self.go = judgement, tuple(names), ends, x_of, go
        self.story = story
        self.outs = tuple(outs)
        self._curves: tuple[object, list[list[tuple[int, float]]]] | None = None
        self.last = len(judgement.record.entries)
        self.at = 0
        self.front = ends.index(max(ends))
        self._drags = False

    def curve(self, seat: int) -> list[tuple[int, float]]:
        """The odds of a seat as far as the analysis has come: lines that have happened, and from 0 to 1.

        It ends with 0 where its seat goes out.
        """
        curve, out = self._whole_curve(seat), self._out(seat)
        return curve if out is None else [(line, share) for line, share in curve if line <= out]

    def _whole_curve(self, seat: int) -> list[tuple[int, float]]:
        """The same with the zeros after that: all seats have the same lines."""
        points = [(point.line, point.seat, point.odds) for point in self.judgement.points if point.odds is not None]
        key = (self._has_all_odds(), points)
        if self._curves is None or self._curves[0] != key:
            self._curves = key, self._all_curves()
        return self._curves[1][seat]

    def _all_curves(self) -> list[list[tuple[int, float]]]:
        """The curves of all seats, with the same lines in each: at every line of the match they add up to 1.

        Odds that were measured stay as they are; what the others have by their own odds before and after, is scaled to
        the rest.
        """
        seats = range(len(self.names))
        alone = [self._alone(seat) for seat in seats]
        reach = self._reach()
        measured = {line: seat for seat in seats for line, _ in self.odds(seat)}
        lines = sorted({line for curve in alone for line, _ in curve if line <= reach})
        if len(lines) < 2:
            return [[] for _ in seats]
        curves: list[list[tuple[int, float]]] = [[] for _ in seats]
        for line in lines:
            shares = [_between(curve, line) for curve in alone]
            for seat, share in enumerate(_adding_up(shares, self._alive(line), measured.get(line))):
                curves[seat].append((line, share))
        return curves

    def _alone(self, seat: int) -> list[tuple[int, float]]:
        """What is known of one seat by itself: where it began, its odds, and where it went out or the match ended."""
        alive = self._alive(0)
        out = self._out(seat)
        known = {0: 1 / sum(alive) if alive[seat] else 0.0}
        known.update((line, odds.share) for line, odds in self.odds(seat) if out is None or line < out)
        if out is not None:
            known[out] = 0.0
        if out is not None or self._has_all_odds():
            known[self.last] = self.ends[seat]
        return sorted(known.items())

    def _reach(self) -> int:
        """Up to which line all odds are known: the analysis goes through the match from its beginning to its end."""
        if self._has_all_odds():
            return self.last if any(self.odds(seat) for seat in range(len(self.names))) else 0
        ends = [max((line for line, _ in self.odds(seat)), default=0) for seat in range(len(self.names))]
        front = max(ends)
        still = [end for seat, end in enumerate(ends) if (out := self._out(seat)) is None or out > front]
        return min(still, default=front)

    def _has_all_odds(self) -> bool:
        """True if no more odds will come: the turns are played out one after another, from their first decision."""
        judgement = self.judgement
        if judgement.done or not judgement.total or len(judgement.points) < judgement.total:
            return judgement.done
        firsts: dict[tuple[int, int], analysis.Point] = {}
        for point in judgement.points:
            firsts.setdefault((point.turn, point.seat), point)
        return all(point.odds is not None or not point.judged for point in firsts.values())

    def _out(self, seat: int) -> int | None:
        """After how many lines the seat was out; None also for one that shares the win all the same."""
        return None if self.ends[seat] else self.outs[seat]

    def _alive(self, line: int) -> list[bool]:
        """Which seats can still win after so many lines."""
        outs = [self._out(seat) for seat in range(len(self.names))]
        return [out is None or line < out for out in outs]

    def odds(self, seat: int) -> list[tuple[int, Odds]]:
        """What is known of the odds of a seat: lines that have happened, and how likely it is to win then."""
        points = self.judgement.points
        return [(point.line - 1, point.odds) for point in points if point.seat == seat and point.odds is not None]

    def chance(self, seat: int) -> float | None:
        """What its curve says of a seat here; None where the analysis has not come yet."""
        known = self._whole_curve(seat)
        return _between(known, self.at) if known and self.at <= known[-1][0] else None

    def percents(self) -> list[int | None]:
        """The chances of all seats here in whole per cent, which add up to 100; None as in `chance`."""
        shares = [share for seat in range(len(self.names)) if (share := self.chance(seat)) is not None]
        if len(shares) < len(self.names):
            return [None] * len(self.names)
        percents = [int(share * 100) for share in shares]
        nearest = sorted(range(len(shares)), key=lambda seat: percents[seat] - shares[seat] * 100)
        for seat in nearest[: 100 - sum(percents)]:
            percents[seat] += 1
        return [*percents]

    def spot(self, line: int, chance: float, rect: Rect) -> Point:
        """Where a chance is in the box."""
        top, bottom = rect.y + _WORDS + 4, rect.bottom - 8
        return self.x_of(line, rect), bottom - (bottom - top) * max(0.0, min(1.0, chance))

    def mark_spot(self, point: analysis.Point, rect: Rect) -> Point:
        """Where the mark of a decision is."""
        return self.spot(point.line - 1, point.odds.share if point.odds is not None else 0.0, rect)

    def row(self, seat: int, rect: Rect) -> Rect:
        """Where a seat stands at the right end."""
        top, bottom = rect.y + _WORDS, rect.bottom - 4
        high = min(26.0, (bottom - top) / len(self.names))
        return Rect(rect.right - _SIDE + 4, top + seat * high, _SIDE - 8, high)

    def line_at(self, x: float, rect: Rect) -> int:
        """The line that is nearest to a place across."""
        left, right = self.x_of(0, rect), self.x_of(self.last, rect)
        return max(0, min(self.last, round((x - left) / max(1.0, right - left) * self.last)))

    def heard(self) -> Heard:
        what, why = self.told()
        known = [
            # Translators: how likely somebody is to win at this place of the match
            say(m("{who} {share:.0f} %", who=name, share=percent))
            for name, percent in zip(self.names, self.percents(), strict=True)
            if percent is not None
        ]
        return self.as_heard("group", say(m("The odds of winning")), sentences(what, why, *known))

    # using it

    def drag(self, at: Point) -> bool:
        """Go where it is pressed, and on with the pointer; a mark there is where its decision is due."""
        box = Rect(0, 0, self.rect.width, self.rect.height)
        seats = [seat for seat in range(len(self.names)) if self.row(seat, box).collidepoint(at)]
        if seats and not self._drags:
            self.front = seats[0]
            return True
        self._drags = True
        near = [(dist(at, self.mark_spot(point, box)), point) for point in mistakes(self.judgement.points)]
        far, mark = min(near, key=lambda one: one[0], default=(1e9, None))
        line = before(mark) if mark is not None and far < _MARK else self.line_at(at[0], box)
        if line != self.at:
            self.go(line)
        return True

    def nudge(self, where: Command) -> bool:
        if where in ("up", "down"):
            self.front = (self.front + (1 if where == "down" else -1)) % len(self.names)
            return True
        lines = [before(point) for point in mistakes(self.judgement.points)]
        if where == "right":
            found = next((line for line in lines if line > self.at), None)
        elif where == "left":
            found = next((line for line in reversed(lines) if line < self.at), None)
        else:
            return False
        if found is not None:
            self.go(found)
        return True

    # words

    @property
    def here(self) -> analysis.Point | None:
        """The decision that comes next where one is."""
        return next((one for one in self.judgement.points if before(one) == self.at), None)

    @property
    def tells_costs(self) -> bool:
        """Whether anybody is told what turns cost in this game."""
        return analysis.tells_costs(self.judgement.record.header.game)

    def told(self) -> tuple[str, str]:
        """What is said of the place where one is: what was done and would have been done, and why."""
        judgement = self.judgement
        point = self.here
        if point is not None:
            player = judgement.player
            return self._told(point, player)
        if not judgement.done and judgement.total and len(judgement.points) >= judgement.total:
            return say(m("Playing every turn out to the end, many times…")), ""
        if not judgement.done:
            n, player = len(judgement.points) + 1, judgement.player
            # Translators: {player} is a machine player, as in Expert
            looks = m("{player} is looking at decision {number}…", player=player, number=n)
            if judgement.total:
                looks = m(
                    "{player} is looking at decision {number} of {total}…",
                    player=player,
                    number=n,
                    total=judgement.total,
                )
            return say(looks), ""
        if all(one.odds is None for one in judgement.points):
            return say(
                m(
                    "No machine here can estimate the odds in this game; step through to see what a machine "
                    "would have done"
                )
            ), ""
        if not self.tells_costs:
            told = m("What a turn cost is not told in this game: such figures have not been shown to be true here")
            return say(told), self._turned()
        number = len(mistakes(judgement.points))
        if not number:
            return say(m("No turn can be shown to have cost much")), self._turned()
        dear = m("One turn cost the most: click its mark", "{n} turns cost the most: click a mark", n=number)
        return say(dear), ""

    def _turned(self) -> str:
        """What turned the match although no choice cost much."""
        turning, reader = self.story.turning, Reader(self.names)
        if not turning:
            return ""
        if self.story.luck:
            # Translators: {what} is a sentence: "Ann took the lead in turn 3 and kept it"
            return say(m("{what}: that was luck, nobody chose it", what=turning), reader, begin=True)
        if not self.tells_costs:
            return say(turning, reader, begin=True)
        # Translators: {what} is a sentence: "Ann took the lead in turn 3 and kept it"
        return say(m("{what}: a good move, and nobody had a clearly better one", what=turning), reader, begin=True)

    def _told(self, point: Decided, player: str) -> tuple[str, str]:
        reader, who, did, would = Reader(self.names), Seat(point.seat), point.did, point.would
        if point.same:
            # Translators: {did} is what was played, {player} a machine player
            return say(m("{who}: {did}. {player} would too", who=who, did=did, player=player), reader), _odds(point)
        if point.cost and point.found:
            # Translators: {did} is what was played, {would} what was better; {low} and {high} are how much better
            what = m(
                "{who}: {did}. Better by {low:.0f} to {high:.0f} wins of 100, with 95% certainty: {would}",
                who=who,
                did=did,
                would=would,
                low=point.found.low * 100,
                high=point.found.high * 100,
            )
        elif point.claim is not None and self.tells_costs:
            what = m(
                "{who}: {did}. {player}: {would}. No difference can be shown",
                who=who,
                did=did,
                player=player,
                would=would,
            )
        else:
            # Translators: {did} is what was played, {would} what the machine player would have played
            what = m("{who}: {did}. {player}: {would}", who=who, did=did, player=player, would=would)
        return say(what, reader), say(point.reason, reader, begin=True)

    # drawing

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        self._drags = self._drags and self.pressed
        left, right = self.x_of(0, rect), self.x_of(self.last, rect)
        self._words(canvas, Rect(left, rect.y + 2, rect.right - left - 8, _WORDS))
        low, high = self.spot(0, 0.0, rect)[1], self.spot(0, 1.0, rect)[1]
        canvas.fill(Rect(left, high, right - left, low - high), PAPER_SHADE, 4)
        for share in (0.0, 0.5, 1.0):
            y = low + (high - low) * share
            canvas.fill(Rect(left, y - 0.5, right - left, 1), PAPER_EDGE)
        for share in (0.5, 1.0):
            at = (left + 4, low + (high - low) * share)
            canvas.text(f"{share * 100:.0f} %", at, SMALL, INK_SOFT, anchor="topleft")
        if not self.judgement.done and self.judgement.total:
            share = len(self.judgement.points) / self.judgement.total
            draw_share(canvas, Rect(left, low + 1, right - left, 5), share)
        others = [seat for seat in range(len(self.names)) if seat != self.front]
        for seat in (*others, self.front):
            self._curve(canvas, seat, rect)
        x = self.x_of(self.at, rect)
        canvas.fill(Rect(x - 1, high, 2, low - high), BRASS)
        if self.story.turning:
            self._turn(canvas, (self.x_of(self.story.lines, rect), high))
        for point in mistakes(self.judgement.points):
            self._mark(canvas, point, rect)
        for seat, percent in enumerate(self.percents()):
            self._seat(canvas, seat, self.row(seat, rect), percent)

    def _words(self, canvas: Canvas, box: Rect) -> None:
        what, why = self.told()
        self.tip = f"{what}. {why}" if why else ""
        lines = canvas.lines(what, box.width, TEXT, bold=True)
        for number, line in enumerate(lines[:2]):
            rest = " ".join(lines[1:]) if number else line
            canvas.text(rest, (box.x, box.y + number * 23), TEXT, INK, bold=True, wide=box.width)
        if why and len(lines) == 1:
            canvas.text(why, (box.x, box.y + 24), SMALL, INK_SOFT, wide=box.width)

    def _curve(self, canvas: Canvas, seat: int, rect: Rect) -> None:
        front = seat == self.front
        if front:
            curve = self.curve(seat)
            for line, odds in [odds for odds in self.odds(seat) if curve and odds[0] <= curve[-1][0]]:
                (x, top), (_, bottom) = self.spot(line, odds.high, rect), self.spot(line, odds.low, rect)
                canvas.fill(Rect(x - 1.5, top, 3, bottom - top), seat_colour(seat), alpha=_HAZY)
        spots = [self.spot(line, chance, rect) for line, chance in self.curve(seat)]
        colour = seat_colour(seat)
        for ink, width in ((INK, 5.0), (colour, 3.0)) if front else ((mix(colour, PAPER_SHADE, 0.4), 1.5),):
            for start, end in pairwise(spots):
                canvas.line(start, end, ink, width)

    def _turn(self, canvas: Canvas, at: Point) -> None:
        """Where the match turned."""
        x, y = at
        canvas.polygon([(x - 8, y - 3), (x + 8, y - 3), (x, y + 8)], BRASS_DARK)

    def _seat(self, canvas: Canvas, seat: int, row: Rect, percent: int | None) -> None:
        if seat == self.front:
            canvas.fill(row, BRASS_LIGHT, 6)
        size = min(20.0, row.height - 2)
        badge = Rect(row.x + 5, row.centery - size / 2, size, size)
        canvas.fill(badge, seat_colour(seat), 4)
        canvas.picture(seat_mark(seat), badge.inflate(-size * 0.3, -size * 0.3), seat_ink(seat))
        said = "–" if percent is None else f"{percent} %"
        at = (row.right - 6, row.centery)
        canvas.text(said, at, min(TEXT, row.height), INK, bold=seat == self.front, anchor="midright")

    def _mark(self, canvas: Canvas, point: analysis.Point, rect: Rect) -> None:
        x, y = self.mark_spot(point, rect)
        box = Rect(x - _MARK / 2, y - _MARK / 2, _MARK, _MARK)
        here = before(point) == self.at
        canvas.fill(box.inflate(6, 6) if here else box.inflate(4, 4), BRASS if here else EMBER, 6)
        canvas.fill(box, seat_colour(point.seat), 4)
        canvas.picture(seat_mark(point.seat), box.inflate(-5, -5), seat_ink(point.seat))


def _odds(point: Decided) -> str:
    """How likely the seat was to win then, if that is known."""
    if point.odds is None:
        return ""
    low, high = point.odds.low * 100, point.odds.high * 100
    # Translators: how likely somebody is to win; Normal is the machine player
    return say(
        m("Then {low:.0f} to {high:.0f}% to win, with 95% certainty, if all play on like Normal", low=low, high=high)
    )
