"""Moments of matches: what a seat saw and could do there, which choice is clearly best, and how hard it was to find."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Literal, TypeAlias

from grenade_salad import players
from grenade_salad.core import Action, Chance, Event, State, chance_rng, redact
from grenade_salad.core.puzzle_rules import WorldSampler, load_puzzle_rules
from grenade_salad.lab.evaluation import WinShareGap, measure_gap, win_shares
from grenade_salad.lab.intervals import interval
from grenade_salad.match.match import Header, Match, Step
from grenade_salad.match.record import replay
from grenade_salad.puzzles.puzzle import Choice, Puzzle

Verdict: TypeAlias = Literal["holds", "close", "unclear"]
"""The best leads for certain; it leads by too little to be worth a puzzle; that could not be told in so many worlds."""
_ROUND_ENDS = (8, 16, 32, 48, 64)
"""After so many worlds it is looked who leads; then after as many again as between the last two."""
_FIRST_RUNNERS = 4
"""So many choices, the first, begin; the others only play when the best of these is far ahead."""
_MAX_RIVALS = 3
"""So many rivals, the closest, play on at a time: a single one that cannot be beaten ends the race."""
STRICT_ERRORS = 3.0
"""Standard errors of the lead over each rival: more than for 95 %, because it is looked at after every round."""
_EARLY_WORLDS = 16
"""After so many worlds a lead must show that is large enough."""
MIN_LEAD = 0.08
"""A smaller lead in share of the win is no puzzle."""


@dataclass
class Runner:
    """A choice in the race: what the seat won with it in each world so far; worlds are numbered from 0 on."""

    key: str
    action: Action
    shares: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The share of the win so far."""
        return fmean(self.shares) if self.shares else 0.0


@dataclass(frozen=True)
class Outcome:
    """How a race went: the best first, one of each kind; `lead` over the second kind."""

    verdict: Verdict
    kinds: tuple[Choice, ...]
    lead: WinShareGap


@dataclass(frozen=True)
class Moment:
    """Where choices are judged: the state is only asked for what the seat may know; worlds: `core.puzzle_rules`."""

    header: Header
    state: State
    seat: int
    worlds: WorldSampler | None = None


def race(
    moment: Moment,
    choices: Sequence[tuple[str, Action]],
    seed: int,
    max_worlds: int,
    best: str | None = None,
    min_lead: float = MIN_LEAD,
) -> Outcome:
    """Play out choices, each with its kind, until the best is certain, or that it is not; in at most so many worlds.

    Those that are beaten drop out early; those that promise most stand first. The worlds depend on the seed alone.
    A lead must be of `least`. `best` is the kind that must be the best: then a small lead is a lead, if it is certain,
    and in the end the 95 % interval decides. The odds are those of the worlds that chose: nobody is to be told them.
    Raises ValueError for fewer than two kinds, Illegal for a choice that is not legal.
    """
    runners = [Runner(key, action) for key, action in choices]
    if len({runner.key for runner in runners}) < 2:
        raise ValueError("there is nothing to choose from")
    _play(moment, runners[:_FIRST_RUNNERS], seed, _ROUND_ENDS[0])
    while True:
        started = [runner for runner in runners if runner.shares]
        first = _leader(started, best)
        rivals = [runner for runner in started if runner.key != first.key]
        gains = {id(rival): _strict_gain(first, rival) for rival in rivals}
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
            sure = best is not None and all(_paired_gain(first, rival).low > 0 for rival in rivals)
            return _outcome("holds" if sure else "unclear", started, first)
        _play(moment, [first, *contenders], seed, min(max_worlds, _next_round_end(played)))


def guess_outcome(choices: Sequence[tuple[str, Action]]) -> Outcome:
    """What would come of a race that was never run, if those that promise most were the best: nobody has any odds."""
    kinds: dict[str, Choice] = {}
    for key, action in choices:
        kinds.setdefault(key, Choice(key, action, 0.0, 0.0, 0.0, 0))
    return Outcome("unclear", tuple(kinds.values()), WinShareGap(0.0, 0.0, 0.0, 0))


def _next_round_end(played: int) -> int:
    """At how many worlds it is looked again."""
    length = _ROUND_ENDS[-1] - _ROUND_ENDS[-2]
    return next((end for end in _ROUND_ENDS if end > played), played + length)


def _is_hopeless(closest: WinShareGap, min_lead: float) -> bool:
    """Whether so small a lead will hardly become a puzzle."""
    return closest.high < min_lead or (closest.worlds >= _EARLY_WORLDS and closest.gain < min_lead)


def _play(moment: Moment, runners: Sequence[Runner], seed: int, until: int) -> None:
    """Let the runners play the worlds up to that number that they have not played."""
    for world in range(min(len(runner.shares) for runner in runners), until):
        behind = [runner for runner in runners if len(runner.shares) == world]
        if behind:
            world_seed = chance_rng(seed, world).getrandbits(48)
            choices = [runner.action for runner in behind]
            share_rows = win_shares(
                moment.header, moment.state, moment.seat, choices, world_seed, draw_world=moment.worlds
            )
            for runner, share in zip(behind, next(share_rows), strict=True):
                runner.shares.append(share)


def _leader(runners: Sequence[Runner], best: str | None) -> Runner:
    able = [runner for runner in runners if runner.key == best] or runners
    return max(able, key=lambda runner: runner.mean)


def _strict_gain(first: Runner, rival: Runner) -> WinShareGap:
    """How much more the first wins, in the worlds that both played."""
    return measure_gap(
        [first_share - rival_share for first_share, rival_share in zip(first.shares, rival.shares, strict=False)],
        STRICT_ERRORS,
    )


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
    second = min((_paired_gain(first, rival) for rival in list(kinds.values())[1:]), key=lambda gain: gain.gain)
    return Outcome(verdict, tuple(ranked), second)


def _paired_gain(first: Runner, rival: Runner) -> WinShareGap:
    return measure_gap(
        [first_share - rival_share for first_share, rival_share in zip(first.shares, rival.shares, strict=False)]
    )


Entry: TypeAlias = Action | Chance
_MAX_PER_KIND = 2
"""How many choices of a kind are played out: the kind is worth what the better is."""
_MOST_KINDS = 10
_TRIALS = {"easy": 5, "casual": 5, "normal": 5, "hard": 3, "expert": 3}
"""How often each level is asked for its solution; most of its answers count."""


@dataclass(frozen=True)
class ObservedMoment:
    """A moment of a match with what led there: the number of lines below the header, and what the seat saw."""

    line: int
    state: State
    seat: int
    events: tuple[Event, ...]


def find_moments(header: Header, entries: Sequence[Entry], lines: Collection[int]) -> Iterator[ObservedMoment]:
    """The moments before those lines (see `Seen`), each with the seat that decided there."""
    match, steps = Match(header), list[Step]()
    for line, entry in enumerate(entries):
        if line in lines and isinstance(entry, Action) and entry.seat is not None:
            yield _observe(match, steps, entry.seat)
        steps.append(match.apply_entry(entry))


def _observe(match: Match, steps: Sequence[Step], seat: int) -> ObservedMoment:
    events = tuple(redact(event, seat) for step in steps for event in step.events)
    return ObservedMoment(len(match.entries), match.state.copy(), seat, events)


def replay_moment(puzzle: Puzzle) -> ObservedMoment:
    """The moment of a puzzle. Raises RecordError."""
    played = replay(puzzle.record)
    return _observe(played.match, [step for _, step in played.steps], puzzle.seat)


@dataclass(frozen=True)
class Candidates:
    """What a seat may do, some of each kind, and by how much the best kind is guessed to win more than the second."""

    choices: tuple[tuple[str, Action], ...]
    promise: float = 1.0


def find_candidates(state: State, seat: int) -> Candidates:
    """What the seat may do, those first that promise most. Where nobody guesses, everything promises most."""
    view = state.view(seat)
    rules = load_puzzle_rules(view.game)
    actions_by_kind: dict[str, list[Action]] = {}
    promise: dict[str, float] = {}
    for action, guess in rules.choices(view, state.legal_actions(seat)):
        key = rules.kind(view, action)
        same_kind = actions_by_kind.get(key, [])
        if len(same_kind) >= (_MAX_PER_KIND if guess is None else 1) or (
            not same_kind and len(actions_by_kind) >= _MOST_KINDS
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
    """Where the choices of that moment are judged."""
    make_worlds = load_puzzle_rules(header.game).worlds
    worlds = make_worlds(observed.state, observed.seat, observed.events) if make_worlds else None
    return Moment(header, observed.state, observed.seat, worlds)


def measure_difficulty(header: Header, observed: ObservedMoment, best: str, seed: int) -> str:
    """The weakest level that finds the kind of choice more often than not."""
    return next((level for level in _TRIALS if does_level_find(header, observed, best, level, seed)), "expert")


def does_level_find(header: Header, observed: ObservedMoment, best: str, level: str, seed: int) -> bool:
    """Whether players of the level find the kind of choice more often than not."""
    view, legal = observed.state.view(observed.seat), observed.state.legal_actions(observed.seat)
    hits, trials = 0, _TRIALS[level]
    for trial in range(trials):
        player = players.make(
            header.game, players.nearest_player(header.game, level), observed.seat, chance_rng(seed, trial)
        )
        for event in observed.events:
            player.see(event)
        hits += load_puzzle_rules(header.game).kind(view, player.decide(view, legal)) == best
    return 2 * hits > trials
