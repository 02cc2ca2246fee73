"""Finding puzzles in matches, judged by nobody who played them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from random import Random

from grenade_salad import players
from grenade_salad.core import Action, chance_rng, registry
from grenade_salad.core.puzzle_rules import PuzzleRules, puzzling
from grenade_salad.lab import analysis
from grenade_salad.lab.playout import house_rules, make_players, play
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import Record, replay
from grenade_salad.puzzles.criteria import too_many
from grenade_salad.puzzles.evaluation import draft, judged, may_ask, told_of
from grenade_salad.puzzles.puzzle import Puzzle
from grenade_salad.puzzles.race import Chosen, Entry, Seen, choices, finds, guessed, moment_of, moments, race
from grenade_salad.puzzles.thoughts import thought_of
from grenade_salad.text import Message, m

_PLAYERS = ("easy", "casual", "normal", "normal")
"""Who plays the matches that are looked through: people of all kinds."""
_MORE_SEATS = (0, 0, 0, 0, 1, 2)
"""How many more sit there than the game needs; matches of few are soon played out."""
_JUDGED = 5
"""How many of them are judged at most, those first that promise most for what it takes to play them out."""
_A_MATCH = 2
"""How many puzzles of a match are kept."""
_PROMISE = 0.12
"""Where somebody strong guesses chances, by how much that of the best kind must be larger than that of the second."""
_SHARE = 3
"""No more than one of so many puzzles asks for the same kind of choice; places are never the same."""
MOST_WORLDS = 256
"""In so many it must be clear."""


# Translators: why a moment of a match is no puzzle: after a number, as in "12 × …"
FELL: Mapping[str, Message] = {
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
"""Why moments are no puzzles."""


@dataclass
class Prospect:
    """What was found in one match, and why other moments fell: how many, by reason."""

    puzzles: list[Puzzle] = field(default_factory=list)
    fell: Counter[str] = field(default_factory=Counter)


def prospect(game: str, seed: int, enough: Collection[str] = ()) -> Prospect:
    """Let machines play a match, and look for puzzles in its later part; none on thoughts of which there are enough.

    "easy" among these is whatever Easy finds.
    """
    luck = chance_rng(seed, 0)
    header, entries = _played(game, luck)
    return look_through(header, entries, luck, enough)


def prospect_of(records: Sequence[Record], seed: int) -> Prospect:
    """Look for puzzles in the record of that number. Raises RecordError for one that cannot be played."""
    played = replay(records[seed]).match
    return look_through(played.header, played.entries, chance_rng(played.header.seed, 0))


def look_through(header: Header, entries: Sequence[Entry], luck: Random, enough: Collection[str] = ()) -> Prospect:
    """Look for puzzles in the later part of a match, whose lines tell all luck."""
    found = Prospect()
    waiting: list[tuple[float, int, Seen, Chosen]] = []
    for seen in moments(header, entries, late(entries, luck, puzzling(header.game))):
        if _too_few(seen):
            found.fell["no choice"] += 1
            continue
        chosen = choices(seen.state, seen.seat)
        if not _asks(header.game, chosen):
            found.fell["no choice"] += 1
        elif chosen.promise < _PROMISE:
            found.fell["no promise"] += 1
        elif not may_ask(draft(header, entries, seen, guessed(chosen.choices)), seen):
            found.fell["no choice"] += 1
        elif enough and _thought(seen, chosen) in enough:
            found.fell["again"] += 1
        elif "easy" in enough and finds(header, seen, chosen.choices[0][0], "easy", header.seed):
            found.fell["easy"] += 1
        else:
            waiting.append((chosen.promise / (len(entries) - seen.line), luck.getrandbits(48), seen, chosen))
    for _, seed_of, seen, chosen in sorted(waiting, key=lambda one: one[:2], reverse=True)[:_JUDGED]:
        there = [puzzle.best.key for puzzle in found.puzzles]
        if len(there) < _A_MATCH and chosen.choices[0][0] not in there:
            _look(found, header, entries, seen, chosen, seed_of)
    return found


def late(entries: Sequence[Entry], luck: Random, brought: PuzzleRules) -> set[int]:
    """Some lines of the later part: of each thing that was done there about as many, not most of the most frequent."""
    by_deed: dict[str, list[int]] = {}
    for line, one in enumerate(entries):
        if line > brought.since * len(entries) and isinstance(one, Action):
            by_deed.setdefault(one.do, []).append(line)
    for lines in by_deed.values():
        luck.shuffle(lines)
    rounds = zip_longest(*by_deed.values())
    return set([line for one in rounds for line in one if line is not None][: brought.looked_at])


def _look(found: Prospect, header: Header, entries: Sequence[Entry], seen: Seen, chosen: Chosen, seed: int) -> None:
    outcome = race(moment_of(header, seen), chosen.choices, seed, MOST_WORLDS, least=_PROMISE)
    if outcome.verdict != "holds":
        found.fell[outcome.verdict] += 1
        return
    puzzle = judged(draft(header, entries, seen, outcome), seen, seed)
    if isinstance(puzzle, Puzzle):
        found.puzzles.append(puzzle)
    else:
        found.fell[puzzle] += 1


def _too_few(seen: Seen) -> bool:
    """Whether what is legal already says that there is too little to choose from."""
    view, brought = seen.state.view(seen.seat), puzzling(seen.state.view(seen.seat).game)
    return (
        brought.whole and len({brought.kind(view, one) for one in seen.state.legal_actions(seen.seat)}) < brought.least
    )


def _thought(seen: Seen, chosen: Chosen) -> str:
    """What one would have to see, if what looks best is the best."""
    view = seen.state.view(seen.seat)
    return thought_of(view.game, seen.seat, view, chosen.choices[0][1])


def _asks(game: str, chosen: Chosen) -> bool:
    """Whether there may be enough to choose from: kinds, or places for what looks best."""
    kinds = {key for key, _ in chosen.choices}
    if len(kinds) < 2:
        return False
    return len(kinds) >= puzzling(game).least or chosen.choices[0][1].do in puzzling(game).places


def _played(game: str, luck: Random) -> tuple[Header, list[Entry]]:
    kind = registry.load(game)
    seats = min(kind.max_seats, kind.min_seats + luck.choice(_MORE_SEATS))
    levels = [players.nearest(game, luck.choice(_PLAYERS)) for _ in range(seats)]
    names = tuple(f"Player {seat + 1}" for seat in range(seats))
    header = Header(game, names, house_rules(game, seats), luck.getrandbits(32))
    match = Match(header)
    play(match, make_players(game, levels, luck.getrandbits(48)))
    return header, list(match.entries)


@dataclass
class Collected:
    """What was kept of what was found: not one thing again and again, or twice in a match, and not too much easy.

    `fell` counts why moments were none, by reason. `wanted` is how many puzzles there are to be.
    """

    wanted: int
    puzzles: list[Puzzle] = field(default_factory=list)
    thoughts: Counter[str] = field(default_factory=Counter)
    fell: Counter[str] = field(default_factory=Counter)

    @property
    def full(self) -> bool:
        """Whether there are enough."""
        return len(self.puzzles) >= self.wanted

    def add(self, found: Prospect) -> None:
        """Keep of it what is new enough."""
        self.fell += found.fell
        for puzzle in found.puzzles:
            if self.full:
                return
            if why := self._why_not(puzzle):
                self.fell[why] += 1
            else:
                self.puzzles.append(puzzle)
                self.thoughts[puzzle.thought] += 1

    def _why_not(self, puzzle: Puzzle) -> str:
        same = [one for one in self.puzzles if one.lines[0] == puzzle.lines[0]]
        if any(one.best.key == puzzle.best.key for one in same) or too_many(self.thoughts, puzzle, self.wanted):
            return "again"
        alike = sum(one.best.key == puzzle.best.key for one in self.puzzles if not one.place)
        if not puzzle.place and alike >= max(1, self.wanted // _SHARE):
            return "again"
        easy = [one.difficulty for one in self.puzzles].count("easy")
        return "easy" if puzzle.difficulty == "easy" and easy >= max(1, self.wanted * 3 // 4) else ""


def numbered(puzzles: Sequence[Puzzle], first: int = 1) -> list[Puzzle]:
    """The same with numbers."""
    return [replace(puzzle, number=number) for number, puzzle in enumerate(puzzles, first)]


def mistakes(
    record: Record, seat: int, points: Sequence[analysis.Point] = (), seed: int = 0, most: int = analysis.MOST
) -> Iterator[Puzzle]:
    """A puzzle for each decision in which the seat took another kind of choice than the best, the dearest first.

    `points` are those of `analysis.claims`, if it has been asked: it says where to look, and the judge what is true.
    Looks at no more than `most` decisions; each takes some seconds. Raises RecordError for a match that cannot be.
    """
    found = points or _screened(record, seat)
    dear = sorted((one for one in found if one.seat == seat and one.claim), key=lambda one: -(one.claim or 0.0))
    played = replay(record)
    entries = played.match.entries
    places = {line: place for place, (line, _) in enumerate(played.steps) if line is not None}
    there = {places[point.line]: point for point in dear[:most]}
    seen = {one.line: one for one in moments(record.header, entries, there.keys())}
    for place, point in there.items():
        made = seen[place]
        view = made.state.view(seat)
        own = puzzling(view.game).kind(view, point.played)
        chosen = [*choices(made.state, seat).choices, (own, point.played)]
        if len({key for key, _ in chosen}) < 2:
            continue
        luck = chance_rng(record.header.seed + seed, place).getrandbits(48)
        outcome = race(moment_of(record.header, made), chosen, luck, MOST_WORLDS)
        if outcome.verdict == "holds" and outcome.kinds[0].key != own:
            puzzle = told_of(draft(record.header, entries, made, outcome), made, own, luck)
            if puzzle is not None:
                yield puzzle


def _screened(record: Record, seat: int) -> list[analysis.Point]:
    """The decisions of the seat, with what some of them seem to have cost."""
    own = [one for one in analysis.analyse(record, analysis.PLAYER) if one.seat == seat]
    return list(analysis.screened(record, own, analysis.PLAYER, odds=0))
