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

from grenade_salad import players as machine_players
from grenade_salad.core import Action, Event, State, TurnBegan, View, chance_rng, redact, registry
from grenade_salad.core.puzzle_rules import Worlds, puzzling
from grenade_salad.lab import evaluation, holdout
from grenade_salad.lab.holdout import Odds
from grenade_salad.match.match import Header, Step
from grenade_salad.match.record import Record, replay, start
from grenade_salad.text import Message, Reader, Seat, Words, m, say

PLAYER = "expert:0.2"
"""The player who is asked what it would have done: the strongest, with this many seconds per decision."""
SCREEN = (8, 8, 16)
"""In so many worlds, and so many more, it is looked whether another turn was better; see `screened`."""
OTHERS = 3
"""How many other turns are tried there at most: of different kinds, by how they begin."""
LEAST = 0.06
"""By how much a turn must have been better there, in share of the win, to be asked about."""
MOST = 6
"""How many turns of a match are asked about, those that seem to have cost most."""
ODDS = 24
"""In how many worlds it is found how likely somebody is to win, once a turn."""
CONFIRM = 100
"""In how many fresh worlds a turn must have cost something before it is asked how much, in others."""
_LONGEST = 8
"""Steps of a turn that are thought ahead at most."""


@dataclass(frozen=True)
class Point:
    """A decision of a match.

    `line` is its line in the file of the record (the header is 1), `best` what the player would have done; `others` are
    what several would have done, `rest` what was played and what the seat did after it in the same turn; `turn` is how
    many turns had begun by then.

    Of one decision of a turn `claim` is how much less of the win that turn had than a `better` one, in those worlds in
    which that was found: nobody is told it; None until they were played, 0 where nothing was better. `found` is the
    same in fresh ones, `odds` how likely the seat was to win with what was played; both None until that was asked, and
    where nobody can say.
    """

    line: int
    seat: int
    played: Action
    best: Action
    did: Message
    would: Message
    reason: Words
    others: tuple[Action, ...] = ()
    rest: evaluation.Plan = ()
    turn: int = 0
    better: evaluation.Plan = ()
    claim: float | None = None
    found: evaluation.Difference | None = None
    odds: Odds | None = None
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
        # Translators: {did} is what was played, {would} what was better, and why; {low} and {high} are how much better
        told = m(
            "{who}: {did}; better: {would} ({low:.0f} to {high:.0f} more wins of 100, with 95% certainty): {why}",
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


def tells_costs(game: str) -> bool:
    """Whether people are told what turns cost in this game: where that was shown to be true (`tools.calibration`)."""
    return puzzling(game).calibrated


def analyst(game: str) -> str | None:
    """Who says in this game what it would have done: as in `players.kind`; None if nobody plays it on purpose."""
    name = machine_players.nearest(game, PLAYER)
    return None if machine_players.kind(name).level == "random" else name


def analyse(record: Record, name: str) -> Iterator[Point]:
    """The points of the record, as they are found; `name` is the player's, as in `players.kind`. See `work` for costs.

    The player of a seat is handed what that seat could know at the time, and nothing else. Decisions that are none,
    because there was one thing to do, and those that the table takes together are left out. Raises RecordError.
    """
    header = record.header
    names = [machine_players.nearest(header.game, one) for one in (name, evaluation.PLAYER)]
    seats = range(len(header.seats))
    players = [
        [machine_players.make(header.game, one, seat, chance_rng(header.seed, -1 - seat)) for one in names]
        for seat in seats
    ]
    moments = list(_moments(record))
    turn = 0
    for number, (line, state, step) in enumerate(moments):
        if line is not None:
            assert isinstance(step.entry, Action)
            point = _point(header.game, line, state, step.entry, players[step.entry.seat or 0])
            yield replace(point, turn=turn, rest=_rest(point.seat, moments[number:]))
        turn += _turns(step.events)
        for seat in seats:
            for event in step.events:
                for player in players[seat]:
                    player.see(redact(event, seat))


def _turns(events: Sequence[Event]) -> int:
    """How many turns begin there."""
    return sum(isinstance(event, TurnBegan) for event in events)


def _rest(seat: int, moments: Sequence[_Moment]) -> evaluation.Plan:
    """What the seat did from there on to the end of the turn, till luck or somebody else came between.

    What it did after that answered to what happened, which in another world is something else.
    """
    found = []
    for _, _, step in moments:
        if isinstance(step.entry, Action) and step.entry.seat == seat:
            found.append(step.entry)
        elif not isinstance(step.entry, Action) or not step.entry.is_pass:
            break
        if _turns(step.events):
            break
    return tuple(found)


def screened(record: Record, points: Sequence[Point], name: str, odds: int | None = None) -> Iterator[Point]:
    """The points whose odds or claims are to be found, with them: of a turn the first decision, or a later one.

    All that might be done in a turn is played on in the same worlds: what was done; how it began, and then as a sound
    player goes on, which is no claim, but lets the next decision be looked at; the turn of the player of that name; and
    other beginnings. `odds` is in how many worlds odds are told at least (None: ODDS). Raises RecordError.
    """
    header, turns = record.header, dict[tuple[int, int], list[Point]]()
    for point in points:
        turns.setdefault((point.turn, point.seat), []).append(point)
    asked = {of[0].line: of[0] for of in turns.values() if of[0].judged and of[0].odds is None}
    for point, state, worlds in _asked(record, asked):
        found, later = _screened(header, state, point, name, worlds, ODDS if odds is None else odds)
        if later:
            following = [one for one in turns[point.turn, point.seat] if one.line > point.line]
            asked.update((one.line, one) for one in following[:1])
        yield found


def _screened(
    header: Header, state: State, point: Point, name: str, worlds: Worlds | None, odds: int
) -> tuple[Point, bool]:
    """The point with what was found in these worlds, and whether it would have been better to go on in another way."""
    luck, alone = chance_rng(header.seed, point.line).getrandbits(48), (point.played,)
    blind = state.resample(point.seat, chance_rng(luck, 0))
    begun = _others(header.game, blind, point)
    others = [turn_of(header.game, evaluation.PLAYER, blind, point.seat, point.line, first) for first in begun]
    ahead = turn_of(header.game, name, blind, point.seat, point.line)
    plans: list[evaluation.Plan] = list(dict.fromkeys([point.rest, alone, *([ahead] if ahead else []), *others]))
    rivals = [plan for plan in plans if plan != point.rest]
    won: dict[evaluation.Plan, list[float]] = {plan: [] for plan in plans}

    def play(plans: Sequence[evaluation.Plan], number: int) -> None:
        begun = chance_rng(luck, 1 + len(won[point.rest])).getrandbits(48)
        for found in islice(evaluation.shares(header, state, point.seat, plans, begun, worlds=worlds), number):
            for plan, share in zip(plans, found, strict=True):
                won[plan].append(share)

    def mean(plan: evaluation.Plan) -> float:
        return fmean(won[plan])

    for look, number in enumerate(SCREEN):
        play([point.rest, *rivals], number)
        rivals = [plan for plan in rivals if mean(plan) > mean(point.rest)]
        rivals = sorted(rivals, key=lambda plan: (-mean(plan), len(plan)))[: OTHERS - look]
        if not rivals:
            break
    if len(won[point.rest]) < odds:
        play([point.rest], odds - len(won[point.rest]))
    point = replace(point, claim=0.0, odds=holdout.odds(won[point.rest]))
    if not rivals or (claim := mean(rivals[0]) - mean(point.rest)) < LEAST:
        return point, False
    if rivals[0] == alone:
        return point, True
    return replace(_better(header.game, blind, point, rivals[0]), claim=claim), False


def _others(game: str, state: State, point: Point) -> list[Action]:
    """Other ways to begin, of different kinds: what players would do, and what promises most."""
    view, legal, puzzle = state.view(point.seat), state.legal_actions(point.seat), puzzling(game)
    found = {puzzle.kind(view, point.played): point.played}
    for other in (*point.others, *(choice for choice, _ in puzzle.choices(view, legal))):
        if state.why_not(other) is None:
            found.setdefault(puzzle.kind(view, other), other)
    return list(found.values())[1 : OTHERS + 1]


def turn_of(game: str, name: str, world: State, seat: int, luck: int, begin: Action | None = None) -> evaluation.Plan:
    """What a player does there to the end of its turn, if all others let it be; of those who remember, the first step.

    Of no more is anything known: luck, or somebody else, comes between. `begin` is done first.
    """
    player, world, plan = (
        machine_players.make(game, machine_players.nearest(game, name), seat, chance_rng(luck, seat)),
        world.copy(),
        list[Action](),
    )
    remember = machine_players.players_of(game).remember
    while not world.is_over and not world.pending_chance() and len(plan) < _LONGEST and not (plan and remember):
        first = world.active_seats()[0]
        if first == seat:
            action = begin if begin and not plan else player.decide(world.view(seat), world.legal_actions(seat))
            plan.append(action)
        else:
            passing = [one for one in world.legal_actions(first) if one.is_pass]
            if not passing:
                break
            action = passing[0]
        if _turns(world.apply(action)):
            break
    return tuple(plan)


def _better(game: str, blind: State, point: Point, plan: evaluation.Plan) -> Point:
    """The point with a better turn, in words: where both begin or end alike, what differs is told."""
    (did, would), rules = [_steps(game, blind, point.seat, one) for one in (point.rest, plan)], registry.load(game)
    while min(len(did), len(would)) > 1 and _same(game, did[0], would[0]):
        del did[0], would[0]
    while min(len(did), len(would)) > 1 and _same(game, did[-1], would[-1]):
        del did[-1], would[-1]
    told = [[rules.describe(action, seen) for action, seen in steps] for steps in (did, would)]
    new = [step for step in would if not any(_same(game, step, other) for other in did)] or would
    return replace(
        point,
        better=plan,
        best=would[0][0],
        alike=False,
        did=told[0][0] if len(told[0]) == 1 else m("{steps:,}", steps=told[0]),
        would=told[1][0] if len(told[1]) == 1 else m("{steps:,}", steps=told[1]),
        reason=machine_players.reason(game, point.seat, new[-1][1], new[-1][0]),
    )


_Step: TypeAlias = tuple[Action, View]


def _same(game: str, one: _Step, other: _Step) -> bool:
    return _alike(game, one[0], other[0], one[1])


def _steps(game: str, world: State, seat: int, plan: evaluation.Plan) -> list[_Step]:
    """The steps of a plan, each with what the seat sees before it, if all others let it be."""
    world, found = world.copy(), list[_Step]()
    for action in plan:
        while not world.is_over and not world.pending_chance() and (first := world.active_seats()[0]) != seat:
            passing = [one for one in world.legal_actions(first) if one.is_pass]
            if not passing:
                break
            world.apply(passing[0])
        if world.why_not(action) is not None:
            break
        found.append((action, world.view(seat)))
        world.apply(action)
    return found


def claims(record: Record, name: str) -> list[Point]:
    """All points with their claims, and without odds and costs. Raises RecordError."""
    points = list(analyse(record, name))
    for point in screened(record, points, name, odds=0):
        points = updated(points, point)
    return points


def judged(
    record: Record, points: Sequence[Point], seed: int = 0, number: int = holdout.WORLDS, confirm: int = CONFIRM
) -> Iterator[Point]:
    """The points that seem to have cost most, with what they did cost; none that has been found.

    In so many fresh worlds it must `confirm` itself that something was lost: else that is what is found. What people
    read is then of a `number` of others, so that whoever was lucky in one set is not believed. With another `seed` all
    worlds are others. Raises RecordError.
    """
    asked = {point.line: point for point in dearest(points) if point.found is None}
    for point, state, worlds in _asked(record, asked):
        luck = chance_rng(record.header.seed + seed, point.line).getrandbits(48)
        plans = [[point.better], [point.rest]]
        found = None
        for since, many in ((0, confirm), (confirm, number)):
            if many and (found is None or found.low > 0):
                won = holdout.fresh(record.header, state, point.seat, plans, luck, many, worlds, since)
                found = holdout.lead(*won)
        yield replace(point, found=found)


def _asked(record: Record, asked: Mapping[int, Point]) -> Iterator[tuple[Point, State, Worlds | None]]:
    """The points of these lines, each with the state before it and with worlds that agree with all the seat saw."""
    events = list[Event]()
    for line, state, step in _moments(record) if asked else ():
        if line is not None and (point := asked.get(line)):
            known = [redact(event, point.seat) for event in events]
            yield point, state, evaluation.worlds_of(record.header.game, state, point.seat, known)
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

    They are to be put together with `updated`. The judge is not asked where `tells_costs` is false, so that no
    point has a cost there. Raises RecordError.
    """
    points = list(known)
    if len(points) < decisions(record):
        for number, point in enumerate(analyse(record, name)):
            if number >= len(known):
                points.append(point)
                yield point
    for point in screened(record, points, name):
        points = updated(points, point)
        yield point
    if tells_costs(record.header.game):
        yield from judged(record, points)


def _alike(game: str, one: Action, other: Action, view: View) -> bool:
    """Whether two actions are equivalent."""
    rules = registry.load(game)
    return (
        rules.describe(one, view) == rules.describe(other, view)
        if rules.is_equivalent is None
        else rules.is_equivalent(one, other)
    )


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
    if not isinstance(played, Action) or played.seat is None or played.is_shared:
        return False
    return state.legal_actions(played.seat) != [played]


def _point(game: str, line: int, state: State, played: Action, players: Sequence[machine_players.Player]) -> Point:
    """The point of a decision; what the first of the players would have done is asked about first."""
    assert played.seat is not None
    view, legal = state.view(played.seat), state.legal_actions(played.seat)
    best, *more = [player.decide(view, legal) for player in players]
    describe, puzzle = registry.load(game).describe, puzzling(game)
    alike = _alike(game, played, best, view)
    return Point(
        line,
        played.seat,
        played,
        best,
        describe(played, view),
        describe(best, view),
        machine_players.reason(game, played.seat, view, best),
        (best, *more),
        judged=not machine_players.players_of(game).remember or puzzle.worlds is not None,
        alike=alike,
    )
