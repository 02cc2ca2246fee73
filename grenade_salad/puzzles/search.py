"""Searches matches for puzzles, judged by players that did not play them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from operator import itemgetter
from random import Random

from grenade_salad import players
from grenade_salad.core import Action, derive_rng, derive_seed, registry
from grenade_salad.core.chance import SEED_BITS
from grenade_salad.core.puzzle_rules import PuzzleRules, load_puzzle_rules
from grenade_salad.lab import analysis
from grenade_salad.lab.playout import make_options, make_players, play
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import Record, replay
from grenade_salad.puzzles.criteria import has_enough_of_thought
from grenade_salad.puzzles.evaluation import can_ask, evaluate_mistake, evaluate_puzzle, make_puzzle
from grenade_salad.puzzles.puzzle import Puzzle
from grenade_salad.puzzles.race import (
    Candidates,
    Entry,
    ObservedMoment,
    does_level_find,
    find_candidates,
    find_moments,
    guess_outcome,
    make_moment,
    race,
)
from grenade_salad.puzzles.thoughts import describe_thought
from grenade_salad.text import Message, m

_LEVELS = ("easy", "casual", "normal", "normal")
"""Levels of the machine players whose matches are searched: people of all kinds."""
_EXTRA_SEATS = (0, 0, 0, 0, 1, 2)
"""Numbers of seats beyond the game's minimum; playouts with few seats are short."""
_MAX_EVALUATED = 5
"""Maximum number of moments of a match that are evaluated.

The first are those that promise most for the work of their playouts.
"""
_MAX_PER_MATCH = 2
"""Maximum number of puzzles of a match."""
_MAX_EASY_SHARE = 0.75
"""Maximum share of puzzles that an Easy player solves."""
_MIN_PROMISE = 0.12
"""Minimum lead of the best kind over the second, by a strong player's guess."""
_SAME_KIND_SHARE = 3
"""At most one of this many puzzles asks for the same kind of choice.

Places are never the same.
"""
MAX_WORLDS = 256
"""Number of worlds in which the lead must have become clear."""


# Translators: why a moment of a match is no puzzle: after a number, as in "12 × …"
REJECTIONS: Mapping[str, Message] = {
    "no choice": m("there are too few kinds of choices"),
    "no promise": m("a strong player sees no choice that is clearly the best"),
    "close": m("the best leads by too little"),
    "alike": m("the best and the next best are of one kind"),
    "reason": m("its reason goes for the next best, too"),
    "unclear": m("it did not hold up in enough matches"),
    "vague": m("the best cannot be told from others by its effect"),
    "again": m("there are enough with that solution"),
    "easy": m("there are enough easy ones"),
}
"""Messages for the reasons why moments are no puzzles."""


@dataclass
class SearchResult:
    """The result of the search of one match."""

    puzzles: list[Puzzle] = field(default_factory=list)
    rejections: Counter[str] = field(default_factory=Counter)
    """The number of other moments, by reason: see `REJECTIONS`."""


def search_new_match(game: str, seed: int, enough: Collection[str] = ()) -> SearchResult:
    """Let machine players play a match, and search its later part for puzzles.

    Skips thoughts of which there are `enough`; "easy" among these is every choice that an Easy player finds.
    """
    rng = derive_rng(seed, 0)
    header, entries = _play_match(game, rng)
    return search_match(header, entries, rng, enough)


def search_record(records: Sequence[Record], index: int) -> SearchResult:
    """Search one of the records for puzzles.

    Raises `RecordError` if it cannot be played.
    """
    match = replay(records[index]).match
    return search_match(match.header, match.entries, derive_rng(match.header.seed, 0))


def search_match(header: Header, entries: Sequence[Entry], rng: Random, enough: Collection[str] = ()) -> SearchResult:
    """Search the later part of a match, whose lines tell all chance."""
    result = SearchResult()
    candidates: list[tuple[float, int, ObservedMoment, Candidates]] = []
    for moment in find_moments(header, entries, choose_lines(entries, rng, load_puzzle_rules(header.game))):
        if _has_too_few_kinds(moment):
            result.rejections["no choice"] += 1
            continue
        chosen = find_candidates(moment.state, moment.seat)
        if not _may_have_enough_choices(header.game, chosen):
            result.rejections["no choice"] += 1
        elif chosen.promise < _MIN_PROMISE:
            result.rejections["no promise"] += 1
        elif not can_ask(make_puzzle(header, entries, moment, guess_outcome(chosen.choices)), moment):
            result.rejections["no choice"] += 1
        elif enough and _likely_thought(moment, chosen) in enough:
            result.rejections["again"] += 1
        elif "easy" in enough and does_level_find(header, moment, chosen.choices[0][0], "easy", header.seed):
            result.rejections["easy"] += 1
        else:
            promise_per_line = chosen.promise / (len(entries) - moment.line)
            candidates.append((promise_per_line, rng.getrandbits(SEED_BITS), moment, chosen))
    candidates.sort(key=itemgetter(0, 1), reverse=True)
    for _, candidate_seed, moment, chosen in candidates[:_MAX_EVALUATED]:
        solutions = [puzzle.best.key for puzzle in result.puzzles]
        if len(solutions) < _MAX_PER_MATCH and chosen.choices[0][0] not in solutions:
            _evaluate_moment(result, header, entries, moment, chosen, candidate_seed)
    return result


def choose_lines(entries: Sequence[Entry], rng: Random, rules: PuzzleRules) -> set[int]:
    """Choose random lines of the later part of a match.

    There are about as many of each `do`, and so not most of the most frequent one.
    """
    by_action: dict[str, list[int]] = {}
    for line, entry in enumerate(entries):
        if line > rules.since * len(entries) and isinstance(entry, Action):
            by_action.setdefault(entry.do, []).append(line)
    for lines in by_action.values():
        rng.shuffle(lines)
    lines_by_round = zip_longest(*by_action.values())
    return set(
        [line for round_lines in lines_by_round for line in round_lines if line is not None][: rules.max_moments]
    )


def _evaluate_moment(
    result: SearchResult,
    header: Header,
    entries: Sequence[Entry],
    moment: ObservedMoment,
    chosen: Candidates,
    seed: int,
) -> None:
    outcome = race(make_moment(header, moment), chosen.choices, seed, MAX_WORLDS, min_lead=_MIN_PROMISE)
    if outcome.verdict != "holds":
        result.rejections[outcome.verdict] += 1
        return
    puzzle = evaluate_puzzle(make_puzzle(header, entries, moment, outcome), moment, seed)
    if isinstance(puzzle, Puzzle):
        result.puzzles.append(puzzle)
    else:
        result.rejections[puzzle] += 1


def _has_too_few_kinds(moment: ObservedMoment) -> bool:
    """True if the legal actions already have too few kinds."""
    view = moment.state.view(moment.seat)
    rules = load_puzzle_rules(view.game)
    if not rules.has_complete_actions:
        return False
    kinds = {rules.kind(view, action) for action in moment.state.legal_actions(moment.seat)}
    return len(kinds) < rules.min_sorts


def _likely_thought(moment: ObservedMoment, chosen: Candidates) -> str:
    """Return the thought of the puzzle, if the choice that looks best is the best."""
    view = moment.state.view(moment.seat)
    return describe_thought(view.game, moment.seat, view, chosen.choices[0][1])


def _may_have_enough_choices(game: str, chosen: Candidates) -> bool:
    """True if there may be enough kinds of choices, or places for the likely best."""
    kinds = {key for key, _ in chosen.choices}
    if len(kinds) < 2:
        return False
    return len(kinds) >= load_puzzle_rules(game).min_sorts or chosen.choices[0][1].do in load_puzzle_rules(game).places


def _play_match(game: str, rng: Random) -> tuple[Header, list[Entry]]:
    rules = registry.load(game)
    seats = min(rules.max_seats, rules.min_seats + rng.choice(_EXTRA_SEATS))
    levels = [players.nearest_player(game, rng.choice(_LEVELS)) for _ in range(seats)]
    names = tuple(f"Player {seat + 1}" for seat in range(seats))
    header = Header(game, names, make_options(game, seats), rng.getrandbits(32))
    match = Match(header)
    play(match, make_players(game, levels, rng.getrandbits(SEED_BITS)))
    return header, list(match.entries)


@dataclass
class PuzzleCollection:
    """Puzzles that were chosen among those found.

    No solution is repeated too often or within a match, and not too many are easy.
    """

    wanted: int
    """The number of puzzles to collect."""
    puzzles: list[Puzzle] = field(default_factory=list)
    thoughts: Counter[str] = field(default_factory=Counter)
    """The number of puzzles by their `thought`."""
    rejections: Counter[str] = field(default_factory=Counter)
    """As in `SearchResult`."""

    @property
    def is_full(self) -> bool:
        """True if there are enough puzzles."""
        return len(self.puzzles) >= self.wanted

    def add(self, result: SearchResult) -> None:
        """Add the puzzles that are new enough."""
        self.rejections += result.rejections
        for puzzle in result.puzzles:
            if self.is_full:
                return
            if why := self._why_not(puzzle):
                self.rejections[why] += 1
            else:
                self.puzzles.append(puzzle)
                self.thoughts[puzzle.thought] += 1

    def _why_not(self, puzzle: Puzzle) -> str:
        same_match = [collected for collected in self.puzzles if collected.lines[0] == puzzle.lines[0]]
        if any(collected.best.key == puzzle.best.key for collected in same_match) or has_enough_of_thought(
            self.thoughts, puzzle, self.wanted
        ):
            return "again"
        same_kind_count = sum(
            collected.best.key == puzzle.best.key for collected in self.puzzles if not collected.place
        )
        if not puzzle.place and same_kind_count >= max(1, self.wanted // _SAME_KIND_SHARE):
            return "again"
        easy_count = [collected.difficulty for collected in self.puzzles].count("easy")
        max_easy = max(1, int(_MAX_EASY_SHARE * self.wanted))
        return "easy" if puzzle.difficulty == "easy" and easy_count >= max_easy else ""


def number_puzzles(puzzles: Sequence[Puzzle], first: int = 1) -> list[Puzzle]:
    """Return the puzzles with numbers."""
    return [replace(puzzle, number=index) for index, puzzle in enumerate(puzzles, first)]


def find_mistakes(
    record: Record, seat: int, points: Sequence[analysis.Point] = (), seed: int = 0, limit: int = analysis.MAX_CONFIRMED
) -> Iterator[Puzzle]:
    """Yield a puzzle for each decision where the best kind of choice was another.

    The most costly decision is first. `points` are those of `analysis.claims`, if it was run: it says which decisions
    to examine, and the evaluation which are mistakes. Examines at most `limit` decisions; each takes some seconds.
    Raises `RecordError` for an impossible match.
    """
    decisions = points or _screen_decisions(record, seat)
    costly = sorted(
        (point for point in decisions if point.seat == seat and point.claim), key=lambda point: -(point.claim or 0.0)
    )
    replayed = replay(record)
    entries = replayed.match.entries
    indexes_by_line = {line: index for index, (line, _) in enumerate(replayed.steps) if line is not None}
    points_by_index = {indexes_by_line[point.line]: point for point in costly[:limit]}
    moments_by_index = {moment.line: moment for moment in find_moments(record.header, entries, points_by_index.keys())}
    for index, point in points_by_index.items():
        moment = moments_by_index[index]
        view = moment.state.view(seat)
        played_kind = load_puzzle_rules(view.game).kind(view, point.played)
        options = [*find_candidates(moment.state, seat).choices, (played_kind, point.played)]
        if len({key for key, _ in options}) < 2:
            continue
        race_seed = derive_seed(record.header.seed + seed, index)
        outcome = race(make_moment(record.header, moment), options, race_seed, MAX_WORLDS)
        if outcome.verdict == "holds" and outcome.kinds[0].key != played_kind:
            puzzle = evaluate_mistake(
                make_puzzle(record.header, entries, moment, outcome), moment, played_kind, race_seed
            )
            if puzzle is not None:
                yield puzzle


def list_mistakes(record: Record, seat: int, limit: int) -> tuple[Puzzle, ...]:
    """Return the puzzles of at most `limit` decisions at once, from a worker process.

    Raises `RecordError` for an impossible match.
    """
    return tuple(find_mistakes(record, seat, limit=limit))


def _screen_decisions(record: Record, seat: int) -> list[analysis.Point]:
    """Return the decisions of the seat, with the apparent cost of some."""
    own_points = [point for point in analysis.find_points(record, analysis.PLAYER) if point.seat == seat]
    return list(analysis.screen(record, own_points, analysis.PLAYER, odds=0))
