"""Puzzle odds, measured in fresh worlds that had no part in choosing the puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from grenade_salad.core import Action, derive_rng
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
)

_MAX_KINDS = 6
"""Maximum number of kinds of choices of a puzzle."""
_MAX_SPOT_KINDS = 8
"""Maximum number of kinds of spots where it asks for a place."""
_MIN_RIGHT_SPOTS = 3
"""Minimum number of right spots, so that they can be found.

More than half of all are too easy.
"""
_EARLY_WORLDS = 60
"""Number of fresh worlds after which the lead is checked for the first time."""
_EARLY_LEAD = 0.12
"""Minimum lead of the best then: a smaller one will hardly exceed both intervals."""
_CHECKPOINTS = (16, 32, 64, 128, holdout.WORLDS)
"""Numbers of worlds after which an answer is compared with the next best kind.

Before the last of them it must lead by more.
"""


def make_puzzle(header: Header, entries: Sequence[Entry], observed: ObservedMoment, outcome: Outcome) -> Puzzle:
    """Return the puzzle of a moment whose race held, with the odds of the race.

    Those odds chose the puzzle, so `evaluate_puzzle` replaces them before anybody reads them.
    """
    best = outcome.kinds[0]
    lines = (header.to_line(), *(entry.to_line() for entry in entries[: observed.line]))
    theme = load_puzzle_rules(header.game).theme(observed.state.view(observed.seat), best.action)
    return Puzzle(header.game, 0, observed.seat, theme, "expert", outcome.kinds, outcome.lead, lines)


def can_ask(puzzle: Puzzle, observed: ObservedMoment) -> bool:
    """True if the best choice can be asked for at all.

    Nothing is played out for this, so the next best choice is not known.
    """
    grid = _find_spots(make_moment(puzzle.record.header, observed), puzzle.best, 0)
    return any(
        why_not_well_posed(question) not in {"no choice", "vague"} for question in _possible_questions(puzzle, grid)
    )


def evaluate_puzzle(puzzle: Puzzle, observed: ObservedMoment, seed: int) -> Puzzle | str:
    """Return the puzzle with fresh odds and its difficulty, or why it is rejected.

    A rejection is a word of `search.REJECTIONS`; `criteria` decides. The puzzle asks for a place where it would
    not do as a choice of several kinds.
    """
    moment = make_moment(puzzle.record.header, observed)
    grid = _find_spots(moment, puzzle.best, seed)
    reason = ""
    for question in _possible_questions(puzzle, grid):
        evaluated = question
        if not (reason := why_not_well_posed(question)):
            early_shares = _play_in_fresh_worlds(moment, question, grid, seed, range(_EARLY_WORLDS))
            early_lead = min(holdout.lead(early_shares[0], shares).gain for shares in early_shares[1:])
            reason = "" if early_lead >= _EARLY_LEAD else "close"
        if not reason:
            # The fresh odds may rank the answers in another order than the race.
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


def do_all_answers_win(puzzle: Puzzle, observed: ObservedMoment, seed: int) -> bool:
    """True if every answer that solves the puzzle wins more than the next best kind.

    Each is compared with it in the same worlds: its lead must be 3 standard errors above 0 at a checkpoint, or
    2 at the last. It is not enough that all answers win more on average.
    """
    moment = make_moment(puzzle.record.header, observed)
    grid = _find_spots(moment, puzzle.best, seed)
    answers = accepted_answers(moment, puzzle, grid)
    if len(answers) == 1:
        # The odds of the kind are those of its only answer.
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
    """Return all answers that solve the puzzle.

    These are the spots of a grid where a place is asked for, else the legal actions.
    """
    spots = grid.get(puzzle.best.key, ())
    listed = () if spots else moment.state.legal_actions(moment.seat)
    answers = [action for action in listed if is_solution(puzzle, action) and moment.state.why_not(action) is None]
    return list(dict.fromkeys([puzzle.best.action, *spots, *answers]))


def _play_until(moment: Moment, choice: Sequence[Action], shares: list[float], seed: int, end: int) -> None:
    """Play a choice out in fresh worlds until it has `end` shares, and append them."""
    if (played := len(shares)) < end:
        new_shares = holdout.play_fresh_worlds(
            moment.header, moment.state, moment.seat, [choice], seed, end - played, moment.worlds, played
        )
        shares += new_shares[0]


def _possible_questions(puzzle: Puzzle, grid: Mapping[str, Sequence[Action]]) -> Iterator[Puzzle]:
    """Yield what could be asked: which choice is the best, then where to do it."""
    listed_kinds = [choice.key for choice in puzzle.kinds]
    spot_choices = [Choice(key, spots[0], 0.0, 0.0, 0.0, 0) for key, spots in grid.items() if key not in listed_kinds]
    kinds = (*puzzle.kinds, *spot_choices)
    yield replace(puzzle, kinds=_select_kinds(puzzle, kinds), place=False)
    right_spots, all_spots = len(grid.get(puzzle.best.key, ())), sum(map(len, grid.values()))
    if len(grid) <= _MAX_SPOT_KINDS and _MIN_RIGHT_SPOTS <= right_spots <= all_spots / 2:
        action_name = puzzle.best.action.do
        yield replace(puzzle, kinds=tuple(choice for choice in kinds if choice.action.do == action_name), place=True)


def _select_kinds(puzzle: Puzzle, kinds: Sequence[Choice]) -> tuple[Choice, ...]:
    """Return the best two, the best of each other sort, and more, up to `_MAX_KINDS`."""
    first: dict[str, Choice] = {}
    for choice in kinds[1:]:
        first.setdefault(find_sort(puzzle, choice), choice)
    chosen = [kinds[0], *first.values(), *kinds[1:]]
    selected = list(dict.fromkeys([*kinds[:2], *chosen]))[:_MAX_KINDS]
    return tuple(choice for choice in kinds if choice in selected)


def _find_spots(moment: Moment, best: Choice, seed: int) -> dict[str, list[Action]]:
    """Return legal spots where the best could be done as well, by kind, shuffled.

    Empty where no spot is asked for.
    """
    rules = load_puzzle_rules(moment.header.game)
    if best.action.do not in rules.places:
        return {}
    rng = derive_rng(seed, 0)
    spots_by_kind: dict[str, list[Action]] = {}
    for key, spots in rules.spots(moment.state.view(moment.seat), best.action).items():
        if legal := [spot for spot in spots if moment.state.why_not(spot) is None]:
            rng.shuffle(legal)
            spots_by_kind[key] = legal
    return spots_by_kind


def _actions_to_play(choice: Choice, puzzle: Puzzle, grid: Mapping[str, Sequence[Action]]) -> Sequence[Action]:
    """Return the actions that stand for a kind when it is played out.

    All spots that solve it; for another kind that was in the race, the action that a strong player would take.
    """
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
    """Return the puzzle with the odds of fresh worlds.

    The best stays first; the others follow by what they won.
    """
    measured = []
    for choice, parts in zip(puzzle.kinds, zip(*shares_by_kind, strict=True), strict=True):
        shares = [share for part in parts for share in part]
        odds = holdout.odds(shares)
        measured.append((Choice(choice.key, choice.action, odds.share, odds.low, odds.high, odds.worlds), shares))
    first, *rest = measured
    rest.sort(key=lambda pair: -pair[0].share)
    return replace(puzzle, kinds=(first[0], *(choice for choice, _ in rest)), lead=holdout.lead(first[1], rest[0][1]))


def evaluate_mistake(puzzle: Puzzle, observed: ObservedMoment, chosen_kind: str, seed: int) -> Puzzle | None:
    """Return the puzzle of a person's own mistake with fresh odds, or None.

    `chosen_kind` is the kind that the person chose. None if fresh odds no longer tell it from the best.
    `criteria` are for puzzles that come with a game: what was missed in a match is asked whatever else could be
    done.
    """
    moment = make_moment(puzzle.record.header, observed)
    question = replace(puzzle, kinds=_keep_needed_kinds(chosen_kind, puzzle.kinds))
    grid = _find_spots(moment, puzzle.best, seed)
    evaluated = _with_fresh_odds(question, _play_in_fresh_worlds(moment, question, grid, seed, range(holdout.WORLDS)))
    mistake = next(choice for choice in evaluated.kinds if choice.key == chosen_kind)
    if not puzzle.theme or mistake is evaluated.best or evaluated.lead.low <= 0:
        return None
    return replace(evaluated, difficulty=measure_difficulty(moment.header, observed, evaluated.best.key, seed))


def _keep_needed_kinds(chosen_kind: str, kinds: Sequence[Choice]) -> tuple[Choice, ...]:
    """Return the best, the next best and the chosen kind: more would only take time."""
    return tuple(choice for index, choice in enumerate(kinds) if index < 2 or choice.key == chosen_kind)
