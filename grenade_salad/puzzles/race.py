"""Moments of matches: what a seat saw and could do there, which choice is clearly best, and how hard it was to find."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Literal, TypeAlias

from grenade_salad import players
from grenade_salad.core import Action, Chance, Event, State, chance_rng, redact
from grenade_salad.core.puzzle_rules import Worlds, puzzling
from grenade_salad.lab.evaluation import Difference, difference, shares
from grenade_salad.lab.intervals import interval
from grenade_salad.match.match import Header, Match, Step
from grenade_salad.match.record import replay
from grenade_salad.puzzles.puzzle import Choice, Puzzle

Verdict: TypeAlias = Literal["holds", "close", "unclear"]
"""The best leads for certain; it leads by too little to be worth a puzzle; that could not be told in so many worlds."""
_ROUNDS = (8, 16, 32, 48, 64)
"""After so many worlds it is looked who leads; then after as many again as between the last two."""
_AT_FIRST = 4
"""So many choices, the first, begin; the others only play when the best of these is far ahead."""
_SIDE_BY_SIDE = 3
"""So many rivals, the closest, play on at a time: a single one that cannot be beaten ends the race."""
STRICT = 3.0
"""Standard errors of the lead over each rival: more than for 95 %, because it is looked at after every round."""
_SOON = 16
"""After so many worlds a lead must show that is large enough."""
LEAD = 0.08
"""A smaller lead in share of the win is no puzzle."""


@dataclass
class Runner:
    """A choice in the race: what the seat won with it in each world so far; worlds are numbered from 0 on."""

    key: str
    action: Action
    won: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The share of the win so far."""
        return fmean(self.won) if self.won else 0.0


@dataclass(frozen=True)
class Outcome:
    """How a race went: the best first, one of each kind; `lead` over the second kind."""

    verdict: Verdict
    kinds: tuple[Choice, ...]
    lead: Difference


@dataclass(frozen=True)
class Moment:
    """Where choices are judged: the state is only asked for what the seat may know; worlds: `core.puzzle_rules`."""

    header: Header
    state: State
    seat: int
    worlds: Worlds | None = None


def race(
    moment: Moment,
    choices: Sequence[tuple[str, Action]],
    seed: int,
    most: int,
    best: str | None = None,
    least: float = LEAD,
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
    _play(moment, runners[:_AT_FIRST], seed, _ROUNDS[0])
    while True:
        there = [runner for runner in runners if runner.won]
        first = _leader(there, best)
        rivals = [runner for runner in there if runner.key != first.key]
        gains = {id(rival): _gain(first, rival) for rival in rivals}
        left = [rival for rival in rivals if gains[id(rival)].low <= 0]
        left = sorted(left, key=lambda rival: gains[id(rival)].gain)[:_SIDE_BY_SIDE]
        if not left and len(there) < len(runners):
            _play(moment, runners, seed, _ROUNDS[0])
            continue
        if not left:
            enough = best is not None or min(gain.gain for gain in gains.values()) >= least
            return _outcome("holds" if enough else "close", runners, first)
        closest = gains[id(left[0])]
        if closest.high < 0 if best is not None else _hopeless(closest, least):
            return _outcome("close", there, first)
        played = min(len(runner.won) for runner in left)
        if played >= most:
            sure = best is not None and all(_paired(first, rival).low > 0 for rival in rivals)
            return _outcome("holds" if sure else "unclear", there, first)
        _play(moment, [first, *left], seed, min(most, _after(played)))


def guessed(choices: Sequence[tuple[str, Action]]) -> Outcome:
    """What would come of a race that was never run, if those that promise most were the best: nobody has any odds."""
    kinds: dict[str, Choice] = {}
    for key, action in choices:
        kinds.setdefault(key, Choice(key, action, 0.0, 0.0, 0.0, 0))
    return Outcome("unclear", tuple(kinds.values()), Difference(0.0, 0.0, 0.0, 0))


def _after(played: int) -> int:
    """At how many worlds it is looked again."""
    length = _ROUNDS[-1] - _ROUNDS[-2]
    return next((end for end in _ROUNDS if end > played), played + length)


def _hopeless(closest: Difference, least: float) -> bool:
    """Whether so small a lead will hardly become a puzzle."""
    return closest.high < least or (closest.worlds >= _SOON and closest.gain < least)


def _play(moment: Moment, runners: Sequence[Runner], seed: int, until: int) -> None:
    """Let the runners play the worlds up to that number that they have not played."""
    for number in range(min(len(runner.won) for runner in runners), until):
        behind = [runner for runner in runners if len(runner.won) == number]
        if behind:
            luck = chance_rng(seed, number).getrandbits(48)
            choices = [runner.action for runner in behind]
            going = shares(moment.header, moment.state, moment.seat, choices, luck, worlds=moment.worlds)
            for runner, share in zip(behind, next(going), strict=True):
                runner.won.append(share)


def _leader(runners: Sequence[Runner], best: str | None) -> Runner:
    able = [runner for runner in runners if runner.key == best] or runners
    return max(able, key=lambda runner: runner.mean)


def _gain(first: Runner, rival: Runner) -> Difference:
    """How much more the first wins, in the worlds that both played."""
    return difference([one - other for one, other in zip(first.won, rival.won, strict=False)], STRICT)


def _outcome(verdict: Verdict, runners: Sequence[Runner], first: Runner) -> Outcome:
    kinds = {first.key: first}
    for runner in sorted(runners, key=lambda runner: -runner.mean):
        kinds.setdefault(runner.key, runner)
    found = [
        Choice(one.key, one.action, one.mean, *interval(sum(one.won), len(one.won)), len(one.won))
        for one in kinds.values()
    ]
    second = min((_paired(first, one) for one in list(kinds.values())[1:]), key=lambda gain: gain.gain)
    return Outcome(verdict, tuple(found), second)


def _paired(first: Runner, rival: Runner) -> Difference:
    return difference([one - other for one, other in zip(first.won, rival.won, strict=False)])


Entry: TypeAlias = Action | Chance
_OF_A_KIND = 2
"""How many choices of a kind are played out: the kind is worth what the better is."""
_MOST_KINDS = 10
_ASKED = {"easy": 5, "casual": 5, "normal": 5, "hard": 3, "expert": 3}
"""How often each level is asked for its solution; most of its answers count."""


@dataclass(frozen=True)
class Seen:
    """A moment of a match with what led there: the number of lines below the header, and what the seat saw."""

    line: int
    state: State
    seat: int
    events: tuple[Event, ...]


def moments(header: Header, entries: Sequence[Entry], wanted: Collection[int]) -> Iterator[Seen]:
    """The moments before those lines (see `Seen`), each with the seat that decided there."""
    match, steps = Match(header), list[Step]()
    for line, one in enumerate(entries):
        if line in wanted and isinstance(one, Action) and one.seat is not None:
            yield _seen(match, steps, one.seat)
        steps.append(match.add(one))


def _seen(match: Match, steps: Sequence[Step], seat: int) -> Seen:
    events = tuple(redact(event, seat) for step in steps for event in step.events)
    return Seen(len(match.entries), match.state.copy(), seat, events)


def seen_in(puzzle: Puzzle) -> Seen:
    """The moment of a puzzle. Raises RecordError."""
    played = replay(puzzle.record)
    return _seen(played.match, [step for _, step in played.steps], puzzle.seat)


@dataclass(frozen=True)
class Chosen:
    """What a seat may do, some of each kind, and by how much the best kind is guessed to win more than the second."""

    choices: tuple[tuple[str, Action], ...]
    promise: float = 1.0


def choices(state: State, seat: int) -> Chosen:
    """What the seat may do, those first that promise most. Where nobody guesses, everything promises most."""
    view = state.view(seat)
    brought = puzzling(view.game)
    found: dict[str, list[Action]] = {}
    promise: dict[str, float] = {}
    for action, guess in brought.choices(view, state.legal_actions(seat)):
        key = brought.kind(view, action)
        there = found.get(key, [])
        if len(there) >= (_OF_A_KIND if guess is None else 1) or (not there and len(found) >= _MOST_KINDS):
            continue
        if state.why_not(action) is None:
            found.setdefault(key, []).append(action)
            if guess is not None:
                promise.setdefault(key, guess)
    first, second = (*sorted(promise.values(), reverse=True), 1.0, 0.0)[:2]
    return Chosen(tuple((key, action) for key, actions in found.items() for action in actions), first - second)


def moment_of(header: Header, seen: Seen) -> Moment:
    """Where the choices of that moment are judged."""
    make = puzzling(header.game).worlds
    worlds = make(seen.state, seen.seat, seen.events) if make else None
    return Moment(header, seen.state, seen.seat, worlds)


def difficulty(header: Header, seen: Seen, best: str, seed: int) -> str:
    """The weakest level that finds the kind of choice more often than not."""
    return next((level for level in _ASKED if finds(header, seen, best, level, seed)), "expert")


def finds(header: Header, seen: Seen, best: str, level: str, seed: int) -> bool:
    """Whether players of the level find the kind of choice more often than not."""
    view, legal = seen.state.view(seen.seat), seen.state.legal_actions(seen.seat)
    found, times = 0, _ASKED[level]
    for number in range(times):
        player = players.make(header.game, players.nearest(header.game, level), seen.seat, chance_rng(seed, number))
        for event in seen.events:
            player.see(event)
        found += puzzling(header.game).kind(view, player.decide(view, legal)) == best
    return 2 * found > times
