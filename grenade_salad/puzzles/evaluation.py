"""Puzzles as they are told: their choices played out once more, in worlds that had no part in choosing them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from grenade_salad.core import Action, chance_rng
from grenade_salad.core.puzzle_rules import puzzling
from grenade_salad.lab import holdout
from grenade_salad.lab.evaluation import difference
from grenade_salad.match.match import Header
from grenade_salad.puzzles.criteria import sort, why_not_asked, why_not_sure
from grenade_salad.puzzles.puzzle import Choice, Puzzle, solved
from grenade_salad.puzzles.race import STRICT, Entry, Moment, Outcome, Seen, difficulty, moment_of, seen_in

_TOLD = 6
"""No more kinds than that are told of, the best of each sort first; so many of spots at most."""
_SPOTS = 8
_FEW = 3
"""On so few spots of the grid nobody comes upon the right place; on more than half of them anybody does."""
_SOON, _LEAD = 60, 0.12
"""After so many fresh worlds the best must lead by that much: less will hardly be more than both intervals."""
_LOOKS = (16, 32, 64, 128, holdout.WORLDS)
"""After so many worlds an answer is compared with the next best kind; before the last look it must lead by more."""


def draft(header: Header, entries: Sequence[Entry], seen: Seen, outcome: Outcome) -> Puzzle:
    """The puzzle of a moment whose race held, with the odds of the race: nobody is to read those."""
    best = outcome.kinds[0]
    lines = (header.to_line(), *(one.to_line() for one in entries[: seen.line]))
    theme = puzzling(header.game).theme(seen.state.view(seen.seat), best.action)
    return Puzzle(header.game, 0, seen.seat, theme, "expert", outcome.kinds, outcome.lead, lines)


def may_ask(puzzle: Puzzle, seen: Seen) -> bool:
    """Whether the best can be asked for at all, before anything is played out: which is the next best is not known."""
    grid = _grid(moment_of(puzzle.record.header, seen), puzzle.best, 0)
    return any(why_not_asked(asked) not in {"no choice", "vague"} for asked in _ways(puzzle, grid))


def judged(puzzle: Puzzle, seen: Seen, seed: int) -> Puzzle | str:
    """The puzzle with fresh odds and how hard it is, if it is one by `criteria`; otherwise a word of `search.FELL`.

    It asks for a place where it would not do as a choice of several sorts.
    """
    moment = moment_of(puzzle.record.header, seen)
    grid = _grid(moment, puzzle.best, seed)
    why = ""
    for asked in _ways(puzzle, grid):
        told = asked
        if not (why := why_not_asked(asked)):
            begun = _fresh(moment, asked, grid, seed, range(_SOON))
            why = "" if min(holdout.lead(begun[0], its).gain for its in begun[1:]) >= _LEAD else "close"
        if not why:
            # The order of the fresh odds may be another than that of the race.
            told = _told(asked, begun, _fresh(moment, asked, grid, seed, range(_SOON, holdout.WORLDS)))
            why = why_not_asked(told) or why_not_sure(told)
        if not why and not do_all_answers_win(told, seen, seed):
            why = "vague"
        if not why:
            return replace(told, difficulty=difficulty(moment.header, seen, told.best.key, seed))
    return why


def rejudged(puzzle: Puzzle, seed: int) -> Puzzle | str:
    """A stored puzzle judged anew, with its number, or why it is none. Raises RecordError."""
    return judged(puzzle, seen_in(puzzle), seed)


def do_all_answers_win(puzzle: Puzzle, seen: Seen, seed: int) -> bool:
    """True if every answer that solves the puzzle wins more than the next best kind, not only all of them on average.

    Each is compared with it in the same worlds: its lead must be 3 standard errors above 0 at a look, or 2 at the last.
    """
    moment = moment_of(puzzle.record.header, seen)
    grid = _grid(moment, puzzle.best, seed)
    answers = accepted_answers(moment, puzzle, grid)
    if len(answers) == 1:
        # The odds of its kind are its own.
        return True
    rival = _played(puzzle.kinds[1], puzzle, grid)
    rival_shares: list[float] = []
    for answer in answers:
        answer_shares: list[float] = []
        for end in _LOOKS:
            _play_until(moment, rival, rival_shares, seed, end)
            _play_until(moment, [answer], answer_shares, seed, end)
            gains = [own - its for own, its in zip(answer_shares, rival_shares, strict=False)]
            lead = difference(gains) if end == _LOOKS[-1] else difference(gains, STRICT)
            if lead.low > 0:
                break
        else:
            return False
    return True


def accepted_answers(moment: Moment, puzzle: Puzzle, grid: Mapping[str, Sequence[Action]]) -> list[Action]:
    """All answers that solve the puzzle: the spots of a grid where one is asked for, else the legal actions."""
    spots = grid.get(puzzle.best.key, ())
    listed = () if spots else moment.state.legal_actions(moment.seat)
    answers = [action for action in listed if solved(puzzle, action) and moment.state.why_not(action) is None]
    return list(dict.fromkeys([puzzle.best.action, *spots, *answers]))


def _play_until(moment: Moment, choice: Sequence[Action], shares: list[float], seed: int, end: int) -> None:
    """Let a choice play on in fresh worlds until it has played so many, and add what it wins to its shares."""
    if (played := len(shares)) < end:
        more = holdout.fresh(
            moment.header, moment.state, moment.seat, [choice], seed, end - played, moment.worlds, played
        )
        shares += more[0]


def _ways(puzzle: Puzzle, grid: Mapping[str, Sequence[Action]]) -> Iterator[Puzzle]:
    """What could be asked: which choice of all is the best, then where it is to be done."""
    there = [one.key for one in puzzle.kinds]
    more = [Choice(key, spots[0], 0.0, 0.0, 0.0, 0) for key, spots in grid.items() if key not in there]
    kinds = (*puzzle.kinds, *more)
    yield replace(puzzle, kinds=_some(puzzle, kinds), place=False)
    right, all_spots = len(grid.get(puzzle.best.key, ())), sum(map(len, grid.values()))
    if len(grid) <= _SPOTS and _FEW <= right <= all_spots / 2:
        do = puzzle.best.action.do
        yield replace(puzzle, kinds=tuple(one for one in kinds if one.action.do == do), place=True)


def _some(puzzle: Puzzle, kinds: Sequence[Choice]) -> tuple[Choice, ...]:
    """The best and the next best, the best of each other sort, and then the rest, as long as there is room."""
    first: dict[str, Choice] = {}
    for one in kinds[1:]:
        first.setdefault(sort(puzzle, one), one)
    chosen = [kinds[0], *first.values(), *kinds[1:]]
    some = list(dict.fromkeys([*kinds[:2], *chosen]))[:_TOLD]
    return tuple(one for one in kinds if one in some)


def _grid(moment: Moment, best: Choice, seed: int) -> dict[str, list[Action]]:
    """Legal spots where the best could be done as well, by kinds, shuffled; none where no spot is asked for."""
    brought = puzzling(moment.header.game)
    if best.action.do not in brought.places:
        return {}
    luck = chance_rng(seed, 0)
    found: dict[str, list[Action]] = {}
    for key, spots in brought.spots(moment.state.view(moment.seat), best.action).items():
        if legal := [spot for spot in spots if moment.state.why_not(spot) is None]:
            luck.shuffle(legal)
            found[key] = legal
    return found


def _played(one: Choice, puzzle: Puzzle, grid: Mapping[str, Sequence[Action]]) -> Sequence[Action]:
    """What is played for a kind: all spots that solve it; of another kind the one that a strong player would take."""
    known = one.key != puzzle.best.key and one.worlds
    return [one.action] if known else grid.get(one.key) or [one.action]


def _fresh(
    moment: Moment, puzzle: Puzzle, grid: Mapping[str, Sequence[Action]], seed: int, worlds: range
) -> list[tuple[float, ...]]:
    choices = [_played(one, puzzle, grid) for one in puzzle.kinds]
    return holdout.fresh(
        moment.header, moment.state, moment.seat, choices, seed, len(worlds), moment.worlds, worlds.start
    )


def _told(puzzle: Puzzle, *won: Sequence[tuple[float, ...]]) -> Puzzle:
    """The puzzle with the odds of fresh worlds: the best stays the first, the others follow by what they won."""
    found = []
    for one, parts in zip(puzzle.kinds, zip(*won, strict=True), strict=True):
        its = [share for part in parts for share in part]
        odds = holdout.odds(its)
        found.append((Choice(one.key, one.action, odds.share, odds.low, odds.high, odds.worlds), its))
    first, *rest = found
    rest.sort(key=lambda pair: -pair[0].share)
    return replace(puzzle, kinds=(first[0], *(one for one, _ in rest)), lead=holdout.lead(first[1], rest[0][1]))


def told_of(puzzle: Puzzle, seen: Seen, own: str, seed: int) -> Puzzle | None:
    """The puzzle of somebody's own mistake, who chose that kind: with fresh odds, if they still tell the two apart.

    What was missed in a match is asked whatever else could be done: `criteria` are for puzzles that come with a game.
    """
    moment = moment_of(puzzle.record.header, seen)
    asked, grid = replace(puzzle, kinds=_with(own, puzzle.kinds)), _grid(moment, puzzle.best, seed)
    told = _told(asked, _fresh(moment, asked, grid, seed, range(holdout.WORLDS)))
    made = next(one for one in told.kinds if one.key == own)
    if not puzzle.theme or made is told.best or told.lead.low <= 0:
        return None
    return replace(told, difficulty=difficulty(moment.header, seen, told.best.key, seed))


def _with(own: str, kinds: Sequence[Choice]) -> tuple[Choice, ...]:
    """The best, the next best and one's own: that is enough to wait for."""
    return tuple(one for place, one in enumerate(kinds) if place < 2 or one.key == own)
