"""Puzzles as they are told: their choices played out once more, in worlds that had no part in choosing them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from grenade_salad.core import Action, chance_rng
from grenade_salad.core.puzzle_rules import load_puzzle_rules
from grenade_salad.lab import holdout
from grenade_salad.lab.evaluation import measure_gap
from grenade_salad.match.match import Header
from grenade_salad.puzzles.criteria import find_sort, why_not_clear, why_not_well_posed
from grenade_salad.puzzles.puzzle import Choice, Puzzle, is_solution
from grenade_salad.puzzles.race import (
    STRICT_ERRORS,
    Entry,
    Moment,
    ObservedMoment,
    Outcome,
    make_moment,
    measure_difficulty,
    replay_moment,
)

_MAX_KINDS = 6
"""No more kinds than that are told of, the best of each sort first; so many of spots at most."""
_MAX_SPOT_KINDS = 8
_MIN_RIGHT_SPOTS = 3
"""On so few spots of the grid nobody comes upon the right place; on more than half of them anybody does."""
_EARLY_WORLDS, _EARLY_LEAD = 60, 0.12
"""After so many fresh worlds the best must lead by that much: less will hardly be more than both intervals."""
_CHECKPOINTS = (16, 32, 64, 128, holdout.WORLDS)
"""After so many worlds an answer is compared with the next best kind; before the last look it must lead by more."""


def make_puzzle(header: Header, entries: Sequence[Entry], observed: ObservedMoment, outcome: Outcome) -> Puzzle:
    """The puzzle of a moment whose race held, with the odds of the race: nobody is to read those."""
    best = outcome.kinds[0]
    lines = (header.to_line(), *(entry.to_line() for entry in entries[: observed.line]))
    theme = load_puzzle_rules(header.game).theme(observed.state.view(observed.seat), best.action)
    return Puzzle(header.game, 0, observed.seat, theme, "expert", outcome.kinds, outcome.lead, lines)


def can_ask(puzzle: Puzzle, observed: ObservedMoment) -> bool:
    """Whether the best can be asked for at all, before anything is played out: which is the next best is not known."""
    grid = _find_spots(make_moment(puzzle.record.header, observed), puzzle.best, 0)
    return any(
        why_not_well_posed(question) not in {"no choice", "vague"} for question in _possible_questions(puzzle, grid)
    )


def evaluate_puzzle(puzzle: Puzzle, observed: ObservedMoment, seed: int) -> Puzzle | str:
    """The puzzle with fresh odds and how hard it is, if it is one by `criteria`; otherwise a word of
    `search.REJECTIONS`.

    It asks for a place where it would not do as a choice of several sorts.
    """
    moment = make_moment(puzzle.record.header, observed)
    grid = _find_spots(moment, puzzle.best, seed)
    reason = ""
    for question in _possible_questions(puzzle, grid):
        evaluated = question
        if not (reason := why_not_well_posed(question)):
            early_shares = _play_in_fresh_worlds(moment, question, grid, seed, range(_EARLY_WORLDS))
            reason = (
                ""
                if min(holdout.lead(early_shares[0], shares).gain for shares in early_shares[1:]) >= _EARLY_LEAD
                else "close"
            )
        if not reason:
            # The order of the fresh odds may be another than that of the race.
            evaluated = _with_fresh_odds(
                question,
                early_shares,
                _play_in_fresh_worlds(moment, question, grid, seed, range(_EARLY_WORLDS, holdout.WORLDS)),
            )
            reason = why_not_well_posed(evaluated) or why_not_clear(evaluated)
        if not reason and not do_all_answers_win(evaluated, observed, seed):
            reason = "vague"
        if not reason:
            return replace(evaluated, difficulty=measure_difficulty(moment.header, observed, evaluated.best.key, seed))
    return reason


def reevaluate_puzzle(puzzle: Puzzle, seed: int) -> Puzzle | str:
    """A stored puzzle judged anew, with its number, or why it is none. Raises RecordError."""
    return evaluate_puzzle(puzzle, replay_moment(puzzle), seed)


def do_all_answers_win(puzzle: Puzzle, observed: ObservedMoment, seed: int) -> bool:
    """True if every answer that solves the puzzle wins more than the next best kind, not only all of them on average.

    Each is compared with it in the same worlds: its lead must be 3 standard errors above 0 at a look, or 2 at the last.
    """
    moment = make_moment(puzzle.record.header, observed)
    grid = _find_spots(moment, puzzle.best, seed)
    answers = accepted_answers(moment, puzzle, grid)
    if len(answers) == 1:
        # The odds of its kind are its own.
        return True
    rival = _actions_to_play(puzzle.kinds[1], puzzle, grid)
    rival_shares: list[float] = []
    for answer in answers:
        answer_shares: list[float] = []
        for end in _CHECKPOINTS:
            _play_until(moment, rival, rival_shares, seed, end)
            _play_until(moment, [answer], answer_shares, seed, end)
            gains = [share - rival_share for share, rival_share in zip(answer_shares, rival_shares, strict=False)]
            lead = measure_gap(gains) if end == _CHECKPOINTS[-1] else measure_gap(gains, STRICT_ERRORS)
            if lead.low > 0:
                break
        else:
            return False
    return True


def accepted_answers(moment: Moment, puzzle: Puzzle, grid: Mapping[str, Sequence[Action]]) -> list[Action]:
    """All answers that solve the puzzle: the spots of a grid where one is asked for, else the legal actions."""
    spots = grid.get(puzzle.best.key, ())
    listed = () if spots else moment.state.legal_actions(moment.seat)
    answers = [action for action in listed if is_solution(puzzle, action) and moment.state.why_not(action) is None]
    return list(dict.fromkeys([puzzle.best.action, *spots, *answers]))


def _play_until(moment: Moment, choice: Sequence[Action], shares: list[float], seed: int, end: int) -> None:
    """Let a choice play on in fresh worlds until it has played so many, and add what it wins to its shares."""
    if (played := len(shares)) < end:
        new_shares = holdout.play_fresh_worlds(
            moment.header, moment.state, moment.seat, [choice], seed, end - played, moment.worlds, played
        )
        shares += new_shares[0]


def _possible_questions(puzzle: Puzzle, grid: Mapping[str, Sequence[Action]]) -> Iterator[Puzzle]:
    """What could be asked: which choice of all is the best, then where it is to be done."""
    listed_kinds = [choice.key for choice in puzzle.kinds]
    spot_choices = [Choice(key, spots[0], 0.0, 0.0, 0.0, 0) for key, spots in grid.items() if key not in listed_kinds]
    kinds = (*puzzle.kinds, *spot_choices)
    yield replace(puzzle, kinds=_select_kinds(puzzle, kinds), place=False)
    right_spots, all_spots = len(grid.get(puzzle.best.key, ())), sum(map(len, grid.values()))
    if len(grid) <= _MAX_SPOT_KINDS and _MIN_RIGHT_SPOTS <= right_spots <= all_spots / 2:
        action_name = puzzle.best.action.do
        yield replace(puzzle, kinds=tuple(choice for choice in kinds if choice.action.do == action_name), place=True)


def _select_kinds(puzzle: Puzzle, kinds: Sequence[Choice]) -> tuple[Choice, ...]:
    """The best and the next best, the best of each other sort, and then the rest, as long as there is room."""
    first: dict[str, Choice] = {}
    for choice in kinds[1:]:
        first.setdefault(find_sort(puzzle, choice), choice)
    chosen = [kinds[0], *first.values(), *kinds[1:]]
    selected = list(dict.fromkeys([*kinds[:2], *chosen]))[:_MAX_KINDS]
    return tuple(choice for choice in kinds if choice in selected)


def _find_spots(moment: Moment, best: Choice, seed: int) -> dict[str, list[Action]]:
    """Legal spots where the best could be done as well, by kinds, shuffled; none where no spot is asked for."""
    rules = load_puzzle_rules(moment.header.game)
    if best.action.do not in rules.places:
        return {}
    generator = chance_rng(seed, 0)
    spots_by_kind: dict[str, list[Action]] = {}
    for key, spots in rules.spots(moment.state.view(moment.seat), best.action).items():
        if legal := [spot for spot in spots if moment.state.why_not(spot) is None]:
            generator.shuffle(legal)
            spots_by_kind[key] = legal
    return spots_by_kind


def _actions_to_play(choice: Choice, puzzle: Puzzle, grid: Mapping[str, Sequence[Action]]) -> Sequence[Action]:
    """What is played for a kind: all spots that solve it; of another kind the one that a strong player would take."""
    is_raced_rival = choice.key != puzzle.best.key and choice.worlds
    return [choice.action] if is_raced_rival else grid.get(choice.key) or [choice.action]


def _play_in_fresh_worlds(
    moment: Moment, puzzle: Puzzle, grid: Mapping[str, Sequence[Action]], seed: int, worlds: range
) -> list[tuple[float, ...]]:
    choices = [_actions_to_play(choice, puzzle, grid) for choice in puzzle.kinds]
    return holdout.play_fresh_worlds(
        moment.header, moment.state, moment.seat, choices, seed, len(worlds), moment.worlds, worlds.start
    )


def _with_fresh_odds(puzzle: Puzzle, *shares_by_kind: Sequence[tuple[float, ...]]) -> Puzzle:
    """The puzzle with the odds of fresh worlds: the best stays the first, the others follow by what they won."""
    measured = []
    for choice, parts in zip(puzzle.kinds, zip(*shares_by_kind, strict=True), strict=True):
        shares = [share for part in parts for share in part]
        odds = holdout.odds(shares)
        measured.append((Choice(choice.key, choice.action, odds.share, odds.low, odds.high, odds.worlds), shares))
    first, *rest = measured
    rest.sort(key=lambda pair: -pair[0].share)
    return replace(puzzle, kinds=(first[0], *(choice for choice, _ in rest)), lead=holdout.lead(first[1], rest[0][1]))


def evaluate_mistake(puzzle: Puzzle, observed: ObservedMoment, chosen_kind: str, seed: int) -> Puzzle | None:
    """The puzzle of somebody's own mistake, who chose that kind: with fresh odds, if they still tell the two apart.

    What was missed in a match is asked whatever else could be done: `criteria` are for puzzles that come with a game.
    """
    moment = make_moment(puzzle.record.header, observed)
    question, grid = (
        replace(puzzle, kinds=_keep_needed_kinds(chosen_kind, puzzle.kinds)),
        _find_spots(moment, puzzle.best, seed),
    )
    evaluated = _with_fresh_odds(question, _play_in_fresh_worlds(moment, question, grid, seed, range(holdout.WORLDS)))
    mistake = next(choice for choice in evaluated.kinds if choice.key == chosen_kind)
    if not puzzle.theme or mistake is evaluated.best or evaluated.lead.low <= 0:
        return None
    return replace(evaluated, difficulty=measure_difficulty(moment.header, observed, evaluated.best.key, seed))


def _keep_needed_kinds(chosen_kind: str, kinds: Sequence[Choice]) -> tuple[Choice, ...]:
    """The best, the next best and one's own: that is enough to wait for."""
    return tuple(choice for index, choice in enumerate(kinds) if index < 2 or choice.key == chosen_kind)
