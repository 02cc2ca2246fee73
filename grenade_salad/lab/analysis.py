"""The graph of a match: for every decision, what a strong player would have done, and what the played one cost.

Players are no judges: they name what could have been done. What that is worth is found by matches that are played on to
their ends, in three sets of worlds: of some it is learned which decisions may have cost something, and what was better;
fresh ones tell what people read; and `tools.calibration` asks others whether that is true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from statistics import fmean
from typing import TypeAlias

from grenade_salad import bots
from grenade_salad.core import Action, Event, State, TurnBegan, View, redact, registry, rng
from grenade_salad.core.puzzling import Worlds, puzzling
from grenade_salad.lab import judge
from grenade_salad.match.match import Header, Step
from grenade_salad.match.record import Record
from grenade_salad.match.replay import replay, start
from grenade_salad.text import Message, Reader, Seat, Words, m, say

PLAYER = "expert:0.2"
"""The player who is asked what it would have done: the strongest, with this many seconds per decision."""
SCREEN = (8, 8, 16)
"""In so many worlds, and so many more, it is looked whether something else was better; see `screened`."""
OTHERS = 3
"""How many other choices are tried there at most, of different kinds."""
LEAST = 0.06
"""By how much a choice must have been better there, in share of the win, to be asked about."""
MOST = 6
"""How many decisions of a match are asked about, those that seem to have cost most."""
ODDS = 32
"""In how many worlds it is found how likely somebody is to win, once a turn."""
_SCREENING, _FRESH = 1, 2
"""Which worlds: what one set of them chose, another one tells."""


@dataclass(frozen=True)
class Point:
    """A decision of a match.

    `line` is its line in the file of the record (the header is 1), `best` what the player would have done, or what
    turned out better; `others` are choices that are tried, `rest` what was played and all that the seat did after it in
    the same turn. `claim` is how much less of the win it had in those worlds in which `best` was found: nobody is told
    that; None until they were played, 0 where nothing was better. `found` is the same in fresh ones, `odds` how likely
    the seat was to win after what was played; both None until that was asked, and where nobody can say. `turn` is how
    many turns had begun by then.
    """

    line: int
    seat: int
    played: Action
    best: Action
    did: Message
    would: Message
    reason: Words
    others: tuple[Action, ...] = ()
    rest: judge.Plan = ()
    claim: float | None = None
    turn: int = 0
    found: judge.Difference | None = None
    odds: judge.Share | None = None
    judged: bool = True
    alike: bool = False

    @property
    def cost(self) -> float | None:
        """What was lost, in share of the win; None where that cannot be told apart from nothing."""
        if self.found is None:
            return 0.0 if self.alike else None
        return self.found.gain if self.found.low > 0 else None

    @property
    def same(self) -> bool:
        """Whether the player would have done the same, or what is as good as that."""
        return self.alike


def sentence(point: Point, names: Sequence[str], player: str) -> str:
    """A point in one line: what was done, what the player would have done, what that cost, and why."""
    who, did, would, why = Seat(point.seat), point.did, point.would, point.reason
    if point.same:
        # Translators: {did} is what was played; {player} is a machine player who would have played the same
        told = m("{who}: {did}; {player} too", who=who, did=did, player=player)
    elif point.cost and point.found:
        # Translators: {did} is what was played, {would} what was better, and why; the rest is what was lost
        told = m(
            "{who}: {did}; better: {would} (between {low:.0f} and {high:.0f}% more wins, with 95% certainty): {why}",
            who=who,
            did=did,
            would=would,
            low=point.found.low * 100,
            high=point.found.high * 100,
            why=why,
        )
    else:
        told = m("{who}: {did}; {player}: {would}: {why}", who=who, did=did, player=player, would=would, why=why)
    return say(told, Reader(names))


def decisions(record: Record) -> int:
    """How many points the record has. Raises RecordError for one that cannot be played."""
    return sum(line is not None for line, _, _ in _moments(record))


def analyst(game: str) -> str | None:
    """Who says in this game what it would have done: a name as in `bots.kind`; None if nobody plays it on purpose."""
    name = bots.nearest(game, PLAYER)
    return None if bots.kind(name).level == "random" else name


def analyse(record: Record, name: str) -> Iterator[Point]:
    """The points of the record, as they are found; `name` is the player's, as in `bots.kind`. See `work` for costs.

    The player of a seat is handed what that seat could know at the time, and nothing else. Decisions that are none,
    because there was one thing to do, and those that the table takes together are left out. What was done later in the
    same turn is no better for being done at once: that cost nothing. Raises RecordError.
    """
    header = record.header
    name = bots.nearest(header.game, name)
    sound = bots.nearest(header.game, judge.PLAYER)
    seats = range(len(header.seats))
    players = [
        [bots.make(header.game, one, seat, rng(header.seed, -1 - seat)) for one in (name, sound)] for seat in seats
    ]
    moments = list(_moments(record))
    turn = 0
    for number, (line, state, step) in enumerate(moments):
        if line is not None:
            assert isinstance(step.entry, Action)
            point = _point(header.game, line, state, step.entry, players[step.entry.seat or 0])
            later = moments[number:]
            if not point.alike and _only_later(header.game, point, state, later):
                point = replace(point, claim=0.0)
            yield replace(point, turn=turn, rest=_rest(point.seat, later))
        turn += _turns(step)
        for seat in seats:
            for event in step.events:
                for player in players[seat]:
                    player.see(redact(event, seat))


def _turns(step: Step) -> int:
    """How many turns begin there."""
    return sum(isinstance(event, TurnBegan) for event in step.events)


def _rest(seat: int, moments: Sequence[_Moment]) -> judge.Plan:
    """What the seat did from there on to the end of the turn."""
    found = []
    for _, _, step in moments:
        if isinstance(step.entry, Action) and step.entry.seat == seat:
            found.append(step.entry)
        if _turns(step):
            break
    return tuple(found)


def _only_later(game: str, point: Point, state: State, moments: Sequence[_Moment]) -> bool:
    """Whether the seat did what the player would have done after all in the same turn, if that does not end it."""
    after = state.resample(point.seat, rng(point.line, 0))
    if after.over or any(isinstance(event, TurnBegan) for event in after.do(point.best)):
        return False
    for _, before, step in moments:
        played = step.entry
        if (
            isinstance(played, Action)
            and played.seat == point.seat
            and _alike(game, played, point.best, before.view(point.seat))
        ):
            return True
        if any(isinstance(event, TurnBegan) for event in step.events):
            return False
    return False


def screened(record: Record, points: Sequence[Point]) -> Iterator[Point]:
    """The points whose odds or claims are not known, with them. Raises RecordError.

    Odds are found once for each turn of a seat, and where the player would have done something else. Then all choices
    are played on in the same worlds, and better is what wins more than what was played: followed by what was done in
    the rest of the turn, or by what a sound player does, whichever is the better of the two.
    """
    first = {(point.turn, point.seat): point.line for point in reversed(points)}
    told = {point.line for point in points if point.odds is None and first[point.turn, point.seat] == point.line}
    asked = {point.line: point for point in points if point.judged and (point.line in told or _is_open(point))}
    for point, state, worlds in _asked(record, asked):
        luck = _luck(record.header, point, _SCREENING)
        yield _screened(record.header, state, point, luck, worlds, ODDS if point.line in told else 0)


def _is_open(point: Point) -> bool:
    return point.claim is None and not point.alike


def _luck(header: Header, point: Point, which: int) -> int:
    """The seed of worlds: others for each set of them."""
    return rng(rng(header.seed, point.line).getrandbits(48), which).getrandbits(48)


def _screened(header: Header, state: State, point: Point, luck: int, worlds: Worlds | None, odds: int) -> Point:
    """The point with what was found in these worlds; its odds in so many at least."""
    seat = point.seat
    alone: judge.Plan = (point.played,)
    played = list(dict.fromkeys([alone, point.rest]))
    others: list[judge.Plan] = [(one,) for one in point.others] if _is_open(point) else []
    won: dict[judge.Plan, list[float]] = {plan: [] for plan in [*played, *others]}

    def play(plans: Sequence[judge.Plan], number: int) -> None:
        begun = rng(luck, len(won[alone])).getrandbits(48)
        for found in islice(judge.shares(header, state, seat, plans, begun, worlds=worlds), number):
            for plan, share in zip(plans, found, strict=True):
                won[plan].append(share)

    kept, claim = alone, 0.0
    for look, number in enumerate(SCREEN if others else ()):
        play([*played, *others], number)
        kept = max(played, key=lambda plan: fmean(won[plan]))
        others = [plan for plan in others if fmean(won[plan]) > fmean(won[kept])]
        others = sorted(others, key=lambda plan: -fmean(won[plan]))[: OTHERS - 1 - look]
        if not others:
            break
    if others:
        claim = fmean(won[others[0]]) - fmean(won[kept])
        point = _better(header.game, point, others[0][0], state.view(seat))
    if len(won[alone]) < odds:
        play([alone], odds - len(won[alone]))
    return replace(point, claim=claim if claim >= LEAST else 0.0, rest=kept, odds=judge.share(won[alone]))


def _better(game: str, point: Point, action: Action, view: View) -> Point:
    would, why = registry.load(game).describe(action, view), bots.reason(game, point.seat, view, action)
    return replace(point, best=action, would=would, reason=why)


def judged(record: Record, points: Sequence[Point], which: int = _FRESH, number: int = judge.WORLDS) -> Iterator[Point]:
    """The points that seem to have cost most, one of a turn, with what they did cost; none that has been found.

    That is found in so many worlds, which had no part in what is asked; with another `which` in others. It gives up
    after a third of them where nothing was gained till then. Raises RecordError.
    """
    asked = {point.line: point for point in dearest(points) if point.found is None}
    for point, state, worlds in _asked(record, asked):
        header, plans = record.header, ((point.best,), point.rest)
        won: list[tuple[float, ...]] = []
        luck = _luck(header, point, which)
        for found in islice(judge.shares(header, state, point.seat, plans, luck, worlds=worlds), number):
            won.append(found)
            if len(won) == number // 3 and sum(better - played for better, played in won) <= 0:
                break
        yield replace(point, found=judge.valued(won).gains[0])


def _asked(record: Record, asked: Mapping[int, Point]) -> Iterator[tuple[Point, State, Worlds | None]]:
    """The points of these lines, each with the state before it and with worlds that agree with all the seat saw."""
    events = list[Event]()
    for line, state, step in _moments(record) if asked else ():
        if line is not None and (point := asked.get(line)):
            known = [redact(event, point.seat) for event in events]
            yield point, state, judge.worlds_of(record.header.game, state, point.seat, known)
        events += step.events


def dearest(points: Sequence[Point]) -> list[Point]:
    """The points that are asked about: the largest claims, and of those of a seat in one turn the largest alone."""
    found: dict[tuple[int, int], Point] = {}
    claims = [point for point in points if point.judged and point.claim]
    for point in sorted(claims, key=lambda point: -(point.claim or 0.0)):
        found.setdefault((point.turn, point.seat), point)
    return list(found.values())[:MOST]


def updated(points: Sequence[Point], point: Point) -> list[Point]:
    """The points with another one: in place of that of its line, or as the last."""
    if any(one.line == point.line for one in points):
        return [point if one.line == point.line else one for one in points]
    return [*points, point]


def work(record: Record, name: str, known: Sequence[Point] = ()) -> Iterator[Point]:
    """All points as they are found, then again those that the judge was asked about; `known` is what was found before.

    They are to be put together with `updated`. Raises RecordError.
    """
    points = list(known)
    if len(points) < decisions(record):
        for number, point in enumerate(analyse(record, name)):
            if number >= len(known):
                points.append(point)
                yield point
    for point in screened(record, points):
        points = updated(points, point)
        yield point
    yield from judged(record, points)


def _alike(game: str, one: Action, other: Action, view: View) -> bool:
    """Whether two actions are equivalent."""
    rules = registry.load(game)
    return rules.describe(one, view) == rules.describe(other, view) if rules.alike is None else rules.alike(one, other)


_Moment: TypeAlias = tuple[int | None, State, Step]


def _moments(record: Record) -> Iterator[_Moment]:
    """Each step with the state before it, and the line of a decision that counts, None for anything else."""
    match = start(record)
    for line, step in replay(record).steps:
        before = match.state.copy()
        match.add(step.entry)
        yield line if _counts(before, step) else None, before, step


def _counts(state: State, step: Step) -> bool:
    played = step.entry
    if not isinstance(played, Action) or played.seat is None or played.shared:
        return False
    return state.legal(played.seat) != [played]


def _point(game: str, line: int, state: State, played: Action, players: Sequence[bots.Player]) -> Point:
    """The point of a decision; what the first of the players would have done is asked about first."""
    assert played.seat is not None
    view, legal = state.view(played.seat), state.legal(played.seat)
    best, *more = [player.decide(view, legal) for player in players]
    describe, puzzle = registry.load(game).describe, puzzling(game)
    alike = _alike(game, played, best, view)
    others = {puzzle.kind(view, played): played}
    if not alike:
        for other in (best, *more, *(choice for choice, _ in puzzle.choices(view, legal))):
            if state.why_not(other) is None:
                others.setdefault(puzzle.kind(view, other), other)
    return Point(
        line,
        played.seat,
        played,
        best,
        describe(played, view),
        describe(best, view),
        bots.reason(game, played.seat, view, best),
        tuple(others.values())[1 : OTHERS + 1],
        judged=not bots.players_of(game).remember or puzzle.worlds is not None,
        alike=alike,
    )
