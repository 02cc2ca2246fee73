"""The graph of a match: for each decision a strong player's choice, and the cost.

Players do not judge: they name alternatives. Their value is estimated by matches that are played on to their ends, in
three sets of worlds: the first finds decisions that may have cost something, and what was better; fresh ones give the
numbers that people read; and `tools.calibration` uses others to test if those are true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from statistics import fmean
from typing import TypeAlias

from grenade_salad.core import Action, Event, State, TurnBegan, View, derive_rng, derive_seed, redact, registry
from grenade_salad.core.puzzle_rules import WorldSampler, load_puzzle_rules
from grenade_salad.lab import evaluation, holdout
from grenade_salad.lab.holdout import Odds
from grenade_salad.match.match import Header, Step
from grenade_salad.match.record import Record, replay, start_match
from grenade_salad.players import SeededPlayer, explain, load_roster, nearest_player, parse_spec
from grenade_salad.players import make as make_player
from grenade_salad.text import Message, Reader, Seat, Words, m, say

PLAYER = "expert:0.2"
"""The player whose choices are shown: the strongest, with 0.2 s a decision."""
SCREEN_WORLDS = (8, 8, 16)
"""Number of worlds in each round of the search for better turns; see `screen`."""
MAX_ALTERNATIVES = 3
"""Maximum number of alternative turns in that search, of different kinds."""
MIN_CLAIM = 0.06
"""Minimum claim, in share of the win, for a cost to be estimated."""
MAX_CONFIRMED = 6
"""Maximum number of turns of a match whose costs are estimated.

They are those with the largest claims.
"""
ODDS_WORLDS = 24
"""Number of worlds for the odds of winning, once a turn."""
CONFIRM_WORLDS = 100
"""Number of fresh worlds that confirm a cost before others estimate it."""
_MAX_STEPS = 8
"""Maximum number of steps of a turn that are planned."""


@dataclass(frozen=True)
class Point:
    """A decision of a match.

    The last fields are set for one decision of a turn, when they were estimated, and where that is possible.
    """

    line: int
    """Its line in the file of the record; the header is 1."""
    seat: int
    played: Action
    best: Action
    """The player's choice."""
    did: Message
    """The description of what was played."""
    would: Message
    """The description of the player's choice, or of the better turn."""
    reason: Words
    """The explanation of that."""
    alternatives: tuple[Action, ...] = ()
    """The choices of several players."""
    rest: evaluation.Plan = ()
    """The actions of the seat from here to the end of the turn, or to an answer."""
    turn: int = 0
    """The number of turns that had begun by then."""
    is_judged: bool = True
    """True if worlds can be drawn that agree with what the seat knows."""
    is_equivalent: bool = False
    """True if the player would have done the same, or something as good."""
    better: evaluation.Plan = ()
    """A better turn."""
    claim: float | None = None
    """By how much `better` won more, in the worlds in which it was found.

    It is shown to no one. None until they were played, 0 if nothing was better.
    """
    gap: evaluation.WinShareGap | None = None
    """The same difference in fresh worlds."""
    odds: Odds | None = None
    """The seat's odds of winning with what was played."""

    @property
    def cost(self) -> float | None:
        """Cost in share of the win; None if it cannot be told apart from zero."""
        if self.gap is None:
            return 0.0 if self.is_equivalent else None
        return self.gap.gain if self.gap.low > 0 else None


def format_point(point: Point, names: Sequence[str], player: str) -> str:
    """Format a point in one line: the action, the player's choice, cost and reason."""
    player_seat, did, would, why = Seat(point.seat), point.did, point.would, point.reason
    if point.is_equivalent:
        # Translators: {did} is what was played; {player} is a machine player who would have played the same
        message = m("{who}: {did}; {player} too", who=player_seat, did=did, player=player)
    elif point.cost and point.gap:
        # Translators: {did} is what was played, {would} what was better, and why; {low} and {high} are how much better
        message = m(
            "{who}: {did}; better: {would} ({low:.0f} to {high:.0f} more wins of 100, with 95% certainty): {why}",
            who=player_seat,
            did=did,
            would=would,
            low=point.gap.low * 100,
            high=point.gap.high * 100,
            why=why,
        )
    else:
        message = m(
            "{who}: {did}; {player}: {would}: {why}", who=player_seat, did=did, player=player, would=would, why=why
        )
    return say(message, Reader(names))


def count_decisions(record: Record) -> int:
    """Return the number of points of a record. Raises RecordError if it is not legal."""
    return sum(line is not None for line, _, _ in _replay_moments(record))


def tells_costs(game: str) -> bool:
    """True if the costs in this game have been shown to be true.

    See `tools.calibration`; people are told costs only then.
    """
    return load_puzzle_rules(game).is_calibrated


def find_analyst(game: str) -> str | None:
    """Return the name of the player whose choices are shown, as in `players.kind`.

    None if the game has no player but the random one.
    """
    name = nearest_player(game, PLAYER)
    return None if parse_spec(name).level == "random" else name


def find_points(record: Record, name: str) -> Iterator[Point]:
    """Yield the points of a record; `name` is the player's, as in `players.kind`.

    Costs come from `analyse_match`. The player of a seat is given what that seat could know at the time, and nothing
    else. Decisions with one legal action, and those that the table takes together, are left out. Raises RecordError.
    """
    header = record.header
    names = [nearest_player(header.game, wanted_name) for wanted_name in (name, evaluation.PLAYER)]
    seats = range(len(header.seats))
    players = [
        [make_player(header.game, player_name, seat, derive_rng(header.seed, -1 - seat)) for player_name in names]
        for seat in seats
    ]
    moments = list(_replay_moments(record))
    turn = 0
    for index, (line, state, step) in enumerate(moments):
        if line is not None:
            assert isinstance(step.entry, Action)
            point = _make_point(header.game, line, state, step.entry, players[step.entry.seat or 0])
            yield replace(point, turn=turn, rest=_rest_of_turn(point.seat, moments[index:]))
        turn += _count_turns(step.events)
        for seat in seats:
            for event in step.events:
                for player in players[seat]:
                    player.see(redact(event, seat))


def _count_turns(events: Sequence[Event]) -> int:
    """Return the number of turns that begin in the events."""
    return sum(isinstance(event, TurnBegan) for event in events)


def _rest_of_turn(seat: int, moments: Sequence[_Moment]) -> evaluation.Plan:
    """Return the seat's actions from here to the end of the turn.

    They end at a chance outcome or another player's action: what the seat did after that was an answer to it, and in
    another world something else happens.
    """
    actions = []
    for _, _, step in moments:
        if isinstance(step.entry, Action) and step.entry.seat == seat:
            actions.append(step.entry)
        elif not isinstance(step.entry, Action) or not step.entry.is_pass:
            break
        if _count_turns(step.events):
            break
    return tuple(actions)


def screen(record: Record, points: Sequence[Point], name: str, odds: int | None = None) -> Iterator[Point]:
    """Yield points with their claims and odds: of each turn the first, or a later.

    All plans for a turn are played on in the same worlds: what was done; how it began, and then as a sound player goes
    on, which is no claim, but decides if the next decision is screened; the turn of the player of that name; and other
    beginnings. `odds` is the minimum number of worlds for the odds (None: ODDS_WORLDS). Raises RecordError.
    """
    header, turns = record.header, dict[tuple[int, int], list[Point]]()
    for point in points:
        turns.setdefault((point.turn, point.seat), []).append(point)
    to_screen = {
        turn_points[0].line: turn_points[0]
        for turn_points in turns.values()
        if turn_points[0].is_judged and turn_points[0].odds is None
    }
    for point, state, worlds in _replay_to_points(record, to_screen):
        screened_point, needs_next = _screen_point(
            header, state, point, name, worlds, ODDS_WORLDS if odds is None else odds
        )
        if needs_next:
            following = [candidate for candidate in turns[point.turn, point.seat] if candidate.line > point.line]
            to_screen.update((next_point.line, next_point) for next_point in following[:1])
        yield screened_point


def _screen_point(
    header: Header, state: State, point: Point, name: str, worlds: WorldSampler | None, odds: int
) -> tuple[Point, bool]:
    """Return the point with its claim, and True if the next one is to be screened."""
    seed, played_only = derive_seed(header.seed, point.line), (point.played,)
    world = state.resample(point.seat, derive_rng(seed, 0))
    first_actions = _find_alternatives(header.game, world, point)
    alternatives = [
        play_turn(header.game, evaluation.PLAYER, world, point.seat, point.line, first) for first in first_actions
    ]
    player_turn = play_turn(header.game, name, world, point.seat, point.line)
    plans: list[evaluation.Plan] = list(
        dict.fromkeys([point.rest, played_only, *([player_turn] if player_turn else []), *alternatives])
    )
    rivals = [plan for plan in plans if plan != point.rest]
    shares_by_plan: dict[evaluation.Plan, list[float]] = {plan: [] for plan in plans}

    def play(plans: Sequence[evaluation.Plan], count: int) -> None:
        batch_seed = derive_seed(seed, 1 + len(shares_by_plan[point.rest]))
        for world_shares in islice(
            evaluation.win_shares(header, state, point.seat, plans, batch_seed, draw_world=worlds), count
        ):
            for plan, share in zip(plans, world_shares, strict=True):
                shares_by_plan[plan].append(share)

    def mean(plan: evaluation.Plan) -> float:
        return fmean(shares_by_plan[plan])

    for round_index, world_count in enumerate(SCREEN_WORLDS):
        play([point.rest, *rivals], world_count)
        rivals = [plan for plan in rivals if mean(plan) > mean(point.rest)]
        rivals = sorted(rivals, key=lambda plan: (-mean(plan), len(plan)))[: MAX_ALTERNATIVES - round_index]
        if not rivals:
            break
    if len(shares_by_plan[point.rest]) < odds:
        play([point.rest], odds - len(shares_by_plan[point.rest]))
    point = replace(point, claim=0.0, odds=holdout.odds(shares_by_plan[point.rest]))
    if not rivals or (claim := mean(rivals[0]) - mean(point.rest)) < MIN_CLAIM:
        return point, False
    if rivals[0] == played_only:
        return point, True
    return replace(_with_better_turn(header.game, world, point, rivals[0]), claim=claim), False


def _find_alternatives(game: str, state: State, point: Point) -> list[Action]:
    """Return other beginnings of different kinds, the most promising first.

    They are the choices of players, then those of the puzzle rules.
    """
    view, legal, puzzle = state.view(point.seat), state.legal_actions(point.seat), load_puzzle_rules(game)
    by_kind = {puzzle.kind(view, point.played): point.played}
    for alternative in (*point.alternatives, *(choice for choice, _ in puzzle.choices(view, legal))):
        if state.why_not(alternative) is None:
            by_kind.setdefault(puzzle.kind(view, alternative), alternative)
    return list(by_kind.values())[1 : MAX_ALTERNATIVES + 1]


def play_turn(
    game: str, name: str, world: State, seat: int, seed: int, first_action: Action | None = None
) -> evaluation.Plan:
    """Return a player's actions to the end of its turn if all others pass.

    A player that remembers gives only its first action. The turn ends at a chance outcome or another player's action.
    `first_action` is done first.
    """
    player = make_player(game, nearest_player(game, name), seat, derive_rng(seed, seat))
    world, plan = world.copy(), list[Action]()
    remembers = load_roster(game).has_memory
    while not world.is_over and not world.pending_chance() and len(plan) < _MAX_STEPS and not (plan and remembers):
        active_seat = world.active_seats()[0]
        if active_seat != seat:
            action = world.find_pass(active_seat)
        elif first_action and not plan:
            action = first_action
        else:
            action = player.decide(world.view(seat), world.legal_actions(seat))
        if action is None:
            break
        if active_seat == seat:
            plan.append(action)
        if _count_turns(world.apply(action)):
            break
    return tuple(plan)


def _with_better_turn(game: str, world: State, point: Point, plan: evaluation.Plan) -> Point:
    """Return the point with a better turn, in words: only the different steps."""
    rules = registry.load(game)
    did, would = (_play_plan(world, point.seat, steps) for steps in (point.rest, plan))
    while min(len(did), len(would)) > 1 and _is_same_step(game, did[0], would[0]):
        del did[0], would[0]
    while min(len(did), len(would)) > 1 and _is_same_step(game, did[-1], would[-1]):
        del did[-1], would[-1]
    descriptions = [[rules.describe(action, step_view) for action, step_view in steps] for steps in (did, would)]
    new = [step for step in would if not any(_is_same_step(game, step, played_step) for played_step in did)] or would
    return replace(
        point,
        better=plan,
        best=would[0][0],
        is_equivalent=False,
        did=descriptions[0][0] if len(descriptions[0]) == 1 else m("{steps:,}", steps=descriptions[0]),
        would=descriptions[1][0] if len(descriptions[1]) == 1 else m("{steps:,}", steps=descriptions[1]),
        reason=explain(game, point.seat, new[-1][1], new[-1][0]),
    )


_Step: TypeAlias = tuple[Action, View]


def _is_same_step(game: str, first: _Step, second: _Step) -> bool:
    return _is_equivalent(game, first[0], second[0], first[1])


def _play_plan(world: State, seat: int, plan: evaluation.Plan) -> list[_Step]:
    """Return the steps of a plan, each with the seat's view before it.

    All others pass.
    """
    world, steps = world.copy(), list[_Step]()
    for action in plan:
        while not world.is_over and not world.pending_chance() and (active_seat := world.active_seats()[0]) != seat:
            if (let_pass := world.find_pass(active_seat)) is None:
                break
            world.apply(let_pass)
        if world.why_not(action) is not None:
            break
        steps.append((action, world.view(seat)))
        world.apply(action)
    return steps


def confirm_costs(
    record: Record,
    points: Sequence[Point],
    seed: int = 0,
    world_count: int = holdout.WORLDS,
    confirm_count: int = CONFIRM_WORLDS,
) -> Iterator[Point]:
    """Yield the points with the largest claims, with their costs, except known ones.

    A cost must first be confirmed in `confirm_count` fresh worlds, else their result is the cost. The numbers that
    people read then come from `world_count` others, so that luck in one set is not believed. Another `seed` gives other
    worlds. Raises RecordError.
    """
    to_confirm = {point.line: point for point in select_costliest(points) if point.gap is None}
    for point, state, worlds in _replay_to_points(record, to_confirm):
        point_seed = derive_seed(record.header.seed + seed, point.line)
        plans = [[point.better], [point.rest]]
        gap = None
        for first_world, count in ((0, confirm_count), (confirm_count, world_count)):
            if count and (gap is None or gap.low > 0):
                shares = holdout.play_fresh_worlds(
                    record.header, state, point.seat, plans, point_seed, count, worlds, first_world
                )
                gap = holdout.lead(*shares)
        yield replace(point, gap=gap)


def _replay_to_points(
    record: Record, points_by_line: Mapping[int, Point]
) -> Iterator[tuple[Point, State, WorldSampler | None]]:
    """Yield the points of these lines, each with the state before it and worlds.

    The worlds agree with all that the seat saw; None if there is no source of worlds.
    """
    events = list[Event]()
    for line, state, step in _replay_moments(record) if points_by_line else ():
        if line is not None and (point := points_by_line.get(line)):
            seat_events = [redact(event, point.seat) for event in events]
            yield point, state, evaluation.make_world_sampler(record.header.game, state, point.seat, seat_events)
        events += step.events


def select_costliest(points: Sequence[Point]) -> list[Point]:
    """Return the points with the largest claims, one for each turn of a seat."""
    selected: dict[tuple[int, int], Point] = {}
    claims = [point for point in points if point.is_judged and point.claim]
    for point in sorted(claims, key=lambda point: -(point.claim or 0.0)):
        selected.setdefault((point.turn, point.seat), point)
    return list(selected.values())[:MAX_CONFIRMED]


def update_points(points: Sequence[Point], point: Point) -> list[Point]:
    """Return the points with one replaced or added, by its line."""
    if any(existing.line == point.line for existing in points):
        return [point if existing.line == point.line else existing for existing in points]
    return [*points, point]


def analyse_match(record: Record, name: str, known_points: Sequence[Point] = ()) -> Iterator[Point]:
    """Yield all points of a match, then again those whose costs were estimated.

    `known_points` are results of an earlier run. Combine the results with `update_points`. Where `tells_costs` is
    false, no costs are estimated. Raises RecordError.
    """
    points = list(known_points)
    if len(points) < count_decisions(record):
        for index, point in enumerate(find_points(record, name)):
            if index >= len(known_points):
                points.append(point)
                yield point
    for point in screen(record, points, name):
        points = update_points(points, point)
        yield point
    if tells_costs(record.header.game):
        yield from confirm_costs(record, points)


def _is_equivalent(game: str, first: Action, second: Action, view: View) -> bool:
    """True if two actions are equivalent: see `Game.is_equivalent`."""
    rules = registry.load(game)
    if rules.is_equivalent is not None:
        return rules.is_equivalent(first, second)
    return rules.describe(first, view) == rules.describe(second, view)


_Moment: TypeAlias = tuple[int | None, State, Step]


def _replay_moments(record: Record) -> Iterator[_Moment]:
    """Yield each step with the state before it, and the line if it is a decision."""
    match = start_match(record)
    for line, step in replay(record).steps:
        state_before = match.state.copy()
        match.apply_entry(step.entry)
        yield line if _is_decision(state_before, step) else None, state_before, step


def _is_decision(state: State, step: Step) -> bool:
    played = step.entry
    if not isinstance(played, Action) or played.seat is None or played.is_shared:
        return False
    return state.legal_actions(played.seat) != [played]


def _make_point(game: str, line: int, state: State, played: Action, players: Sequence[SeededPlayer]) -> Point:
    """Return the point of a decision; `best` is the choice of the first player."""
    assert played.seat is not None
    view, legal = state.view(played.seat), state.legal_actions(played.seat)
    best, *more = [player.decide(view, legal) for player in players]
    describe, puzzle = registry.load(game).describe, load_puzzle_rules(game)
    is_equivalent = _is_equivalent(game, played, best, view)
    return Point(
        line,
        played.seat,
        played,
        best,
        describe(played, view),
        describe(best, view),
        explain(game, played.seat, view, best),
        (best, *more),
        is_judged=not load_roster(game).has_memory or puzzle.worlds is not None,
        is_equivalent=is_equivalent,
    )
