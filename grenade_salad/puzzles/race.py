"""Moments of matches, the race for their best choice, and how hard it is to find."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Literal, TypeAlias

from grenade_salad import players
from grenade_salad.core import Action, Chance, Event, State, derive_rng, derive_seed, redact
from grenade_salad.core.puzzle_rules import WorldSampler, load_puzzle_rules
from grenade_salad.lab.evaluation import WinShareGap, measure_gap, win_shares
from grenade_salad.lab.intervals import interval
from grenade_salad.match.match import Header, Match, Step
from grenade_salad.match.record import replay
from grenade_salad.puzzles.puzzle import Choice, Puzzle

Verdict: TypeAlias = Literal["holds", "close", "unclear"]
"""The result of a race.

The best leads for certain; its lead is too small for a puzzle; neither is certain after all worlds.
"""
_ROUND_ENDS = (8, 16, 32, 48, 64)
"""Numbers of worlds after which the leader is checked.

Later rounds are as long as the last of these.
"""
_FIRST_RUNNERS = 4
"""Number of choices that begin.

The others only play when the best of these is far ahead.
"""
_MAX_RIVALS = 3
"""Maximum number of rivals, the closest, that play on at a time.

A single one that cannot be beaten ends the race.
"""
STRICT_ERRORS = 3.0
"""Standard errors of the lead over each rival.

More than for 95 %, because the lead is checked after every round.
"""
_EARLY_WORLDS = 16
"""The number of worlds after which a lead must be large enough."""
MIN_LEAD = 0.08
"""Minimum lead of a puzzle, as a share of the win."""


@dataclass
class Runner:
    """A choice in the race."""

    key: str
    """Its kind."""
    action: Action
    shares: list[float] = field(default_factory=list)
    """The share of the win that the seat got in each world so far."""

    @property
    def mean(self) -> float:
        """The mean share of the win so far."""
        return fmean(self.shares) if self.shares else 0.0


@dataclass(frozen=True)
class Outcome:
    """The result of a race."""

    verdict: Verdict
    kinds: tuple[Choice, ...]
    """The best choice of each kind, the best kind first."""
    lead: WinShareGap
    """The lead of the best kind over the second."""


@dataclass(frozen=True)
class Moment:
    """A state whose choices are played out for a seat."""

    header: Header
    state: State
    """Only asked for what the seat may know."""
    seat: int
    worlds: WorldSampler | None = None
    """Draws the worlds, see `core.puzzle_rules`; None: `State.resample`."""


def race(
    moment: Moment,
    choices: Sequence[tuple[str, Action]],
    seed: int,
    max_worlds: int,
    best: str | None = None,
    min_lead: float = MIN_LEAD,
) -> Outcome:
    """Play out choices, each with its kind, until it is certain which is the best.

    It ends as well when it is certain that there is no clear best, or after `max_worlds`. Choices that are
    beaten drop out early; list those first that promise most. The worlds depend on the seed alone. A lead must
    be at least `min_lead`. `best` is the kind that must be the best: then any certain lead will do, and in the
    end the 95 % interval decides. The odds are those of the worlds that chose, so do not show them. Raises
    ValueError for fewer than two kinds, Illegal for a choice that is not legal.
    """
    runners = [Runner(key, action) for key, action in choices]
    if len({runner.key for runner in runners}) < 2:
        raise ValueError("there is nothing to choose from")
    _play(moment, runners[:_FIRST_RUNNERS], seed, _ROUND_ENDS[0])
    while True:
        started = [runner for runner in runners if runner.shares]
        first = _leader(started, best)
        rivals = [runner for runner in started if runner.key != first.key]
        gains = {id(rival): measure_gap(_subtract_shares(first, rival), STRICT_ERRORS) for rival in rivals}
        contenders = [rival for rival in rivals if gains[id(rival)].low <= 0]
        contenders = sorted(contenders, key=lambda rival: gains[id(rival)].gain)[:_MAX_RIVALS]
        if not contenders and len(started) < len(runners):
            _play(moment, runners, seed, _ROUND_ENDS[0])
            continue
        if not contenders:
            enough = best is not None or min(gain.gain for gain in gains.values()) >= min_lead
            return _outcome("holds" if enough else "close", runners, first)
        closest = gains[id(contenders[0])]
        if closest.high < 0 if best is not None else _is_hopeless(closest, min_lead):
            return _outcome("close", started, first)
        played = min(len(runner.shares) for runner in contenders)
        if played >= max_worlds:
            sure = best is not None and all(measure_gap(_subtract_shares(first, rival)).low > 0 for rival in rivals)
            return _outcome("holds" if sure else "unclear", started, first)
        _play(moment, [first, *contenders], seed, min(max_worlds, _next_round_end(played)))


def guess_outcome(choices: Sequence[tuple[str, Action]]) -> Outcome:
    """Return the outcome of a race that was not run: the first choices are the best.

    All odds in it are 0.
    """
    kinds: dict[str, Choice] = {}
    for key, action in choices:
        kinds.setdefault(key, Choice(key, action, 0.0, 0.0, 0.0, 0))
    return Outcome("unclear", tuple(kinds.values()), WinShareGap(0.0, 0.0, 0.0, 0))


def _next_round_end(played: int) -> int:
    """Return the number of worlds after which the leader is checked next."""
    length = _ROUND_ENDS[-1] - _ROUND_ENDS[-2]
    return next((end for end in _ROUND_ENDS if end > played), played + length)


def _is_hopeless(closest: WinShareGap, min_lead: float) -> bool:
    """True if so small a lead will hardly become a puzzle."""
    return closest.high < min_lead or (closest.worlds >= _EARLY_WORLDS and closest.gain < min_lead)


def _play(moment: Moment, runners: Sequence[Runner], seed: int, until: int) -> None:
    """Let the runners play the worlds below `until` that they have not played."""
    for world in range(min(len(runner.shares) for runner in runners), until):
        behind = [runner for runner in runners if len(runner.shares) == world]
        if behind:
            world_seed = derive_seed(seed, world)
            choices = [runner.action for runner in behind]
            share_rows = win_shares(
                moment.header, moment.state, moment.seat, choices, world_seed, draw_world=moment.worlds
            )
            for runner, share in zip(behind, next(share_rows), strict=True):
                runner.shares.append(share)


def _leader(runners: Sequence[Runner], best: str | None) -> Runner:
    able = [runner for runner in runners if runner.key == best] or runners
    return max(able, key=lambda runner: runner.mean)


def _subtract_shares(first: Runner, rival: Runner) -> list[float]:
    """Return by how much more the first won, in each world that both played."""
    return [first_share - rival_share for first_share, rival_share in zip(first.shares, rival.shares, strict=False)]


def _outcome(verdict: Verdict, runners: Sequence[Runner], first: Runner) -> Outcome:
    kinds = {first.key: first}
    for runner in sorted(runners, key=lambda runner: -runner.mean):
        kinds.setdefault(runner.key, runner)
    ranked = [
        Choice(
            contender.key,
            contender.action,
            contender.mean,
            *interval(sum(contender.shares), len(contender.shares)),
            len(contender.shares),
        )
        for contender in kinds.values()
    ]
    gains = [measure_gap(_subtract_shares(first, rival)) for rival in list(kinds.values())[1:]]
    return Outcome(verdict, tuple(ranked), min(gains, key=lambda gain: gain.gain))


Entry: TypeAlias = Action | Chance
_MAX_PER_KIND = 2
"""Maximum number of choices of a kind that are played out; the best one counts."""
_MAX_KINDS = 10
"""Maximum number of kinds that are played out."""
_TRIALS = {"easy": 5, "casual": 5, "normal": 5, "hard": 3, "expert": 3}
"""The number of times that each level is asked; most of its answers count."""


@dataclass(frozen=True)
class ObservedMoment:
    """A moment of a match and what led to it, as its seat saw it."""

    line: int
    """The number of lines below the header before it."""
    state: State
    seat: int
    events: tuple[Event, ...]
    """All events before it, redacted for the seat."""


def find_moments(header: Header, entries: Sequence[Entry], lines: Collection[int]) -> Iterator[ObservedMoment]:
    """Yield the moments before these lines, each with the seat that decided there.

    Lines are numbered as in `ObservedMoment`.
    """
    match, steps = Match(header), list[Step]()
    for line, entry in enumerate(entries):
        if line in lines and isinstance(entry, Action) and entry.seat is not None:
            yield _observe(match, steps, entry.seat)
        steps.append(match.apply_entry(entry))


def _observe(match: Match, steps: Sequence[Step], seat: int) -> ObservedMoment:
    events = tuple(redact(event, seat) for step in steps for event in step.events)
    return ObservedMoment(len(match.entries), match.state.copy(), seat, events)


def replay_moment(puzzle: Puzzle) -> ObservedMoment:
    """Return the moment of a puzzle. Raises RecordError."""
    played = replay(puzzle.record)
    return _observe(played.match, [step for _, step in played.steps], puzzle.seat)


@dataclass(frozen=True)
class Candidates:
    """Actions of a seat, some of each kind."""

    choices: tuple[tuple[str, Action], ...]
    """Kinds and actions, the most promising first."""
    promise: float = 1.0
    """By how much the best kind is guessed to win more than the second."""


def find_candidates(state: State, seat: int) -> Candidates:
    """Return what the seat may do, the most promising first.

    Where a game makes no guesses, everything promises most.
    """
    view = state.view(seat)
    rules = load_puzzle_rules(view.game)
    actions_by_kind: dict[str, list[Action]] = {}
    promise: dict[str, float] = {}
    for action, guess in rules.choices(view, state.legal_actions(seat)):
        key = rules.kind(view, action)
        same_kind = actions_by_kind.get(key, [])
        if len(same_kind) >= (_MAX_PER_KIND if guess is None else 1) or (
            not same_kind and len(actions_by_kind) >= _MAX_KINDS
        ):
            continue
        if state.why_not(action) is None:
            actions_by_kind.setdefault(key, []).append(action)
            if guess is not None:
                promise.setdefault(key, guess)
    first, second = (*sorted(promise.values(), reverse=True), 1.0, 0.0)[:2]
    return Candidates(
        tuple((key, action) for key, actions in actions_by_kind.items() for action in actions), first - second
    )


def make_moment(header: Header, observed: ObservedMoment) -> Moment:
    """Return the moment with the worlds in which its choices are played out."""
    make_worlds = load_puzzle_rules(header.game).worlds
    worlds = make_worlds(observed.state, observed.seat, observed.events) if make_worlds else None
    return Moment(header, observed.state, observed.seat, worlds)


def measure_difficulty(header: Header, observed: ObservedMoment, best: str, seed: int) -> str:
    """Return the weakest level that finds the kind of choice more often than not."""
    return next((level for level in _TRIALS if does_level_find(header, observed, best, level, seed)), "expert")


def does_level_find(header: Header, observed: ObservedMoment, best: str, level: str, seed: int) -> bool:
    """True if players of the level find the kind of choice more often than not."""
    view, legal = observed.state.view(observed.seat), observed.state.legal_actions(observed.seat)
    hits, trials, name = 0, _TRIALS[level], players.nearest_player(header.game, level)
    for trial in range(trials):
        player = players.make(header.game, name, observed.seat, derive_rng(seed, trial))
        for event in observed.events:
            player.see(event)
        hits += load_puzzle_rules(header.game).kind(view, player.decide(view, legal)) == best
    return 2 * hits > trials
