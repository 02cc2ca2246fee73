"""One scenario, and its file: JSON lines, of which the first is the scenario, and the others, if there are any, are the
match record of a try that reached its goal. See docs/scenarios.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, floor
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias, cast

from grenade_salad import players
from grenade_salad.core import Event, Illegal, Json, TurnBegan, View, chance_rng, registry, to_json
from grenade_salad.core.goals import Goal, Now, goals
from grenade_salad.core.position_notation import Start, game_of
from grenade_salad.core.position_notation import read as read_position
from grenade_salad.match.lines import BadLine, convert, decode, encode, entry, header
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import Record, RecordError
from grenade_salad.text import Message, Words
from grenade_salad.text.person_names import cleaned, visible

SUFFIX = ".scenario"
LARGEST = 1 << 20
"""Bytes of the largest file that is read."""
LEVELS = ("normal", "hard", "expert")
"""Whose tries the stars are measured by."""
LONGEST = {"title": 60, "story": 300}
"""Characters of the texts."""

Kind: TypeAlias = Literal["task", "battle"]


@dataclass(frozen=True)
class Par:
    """What one level came to in so many `tries`: how many reached the goal, as a `share` with its 95 % interval
    (Wilson), and the mean points of those that did, with theirs; all 0 if none did."""

    tries: int
    reached: int
    share: tuple[float, float, float]
    points: tuple[float, float, float]


@dataclass(frozen=True)
class Scenario:
    """Somebody plays `seat`, whose turn it is in the `position`, against machines of one level.

    The position is a line of notation: what is "?" in it is drawn anew for every try. `kind` is a task, of some turns,
    or a battle, to the end. `par` says by level what machines reach; empty until somebody had them try. `name` is that
    of the file, without its ending.
    """

    name: str
    kind: Kind
    title: Words
    story: Words
    position: str
    seat: int
    machines: str
    goal: Goal
    par: Mapping[str, Par] = field(default_factory=dict)
    solution: Record | None = None

    @property
    def game(self) -> str:
        """The name of its game."""
        return game_of(self.position)

    def start(self, luck: Random | None = None) -> Start:
        """How a try begins: what nobody knows is drawn. Raises Unreadable."""
        return read_position(registry.load(self.game), self.position, luck)

    @property
    def needed(self) -> tuple[int, int] | None:
        """The points for two and for three stars: of the levels that reach the goal the lowest par, rounded down, and
        the highest, rounded up. Both are more than the goal itself takes; where they are the same, nothing earns two.

        None where nothing was measured, and where no level reaches more than the goal.
        """
        means = sorted(par.points[0] for par in self.par.values() if par.reached)
        if not means:
            return None
        two, three = floor(means[0]), ceil(means[-1])
        minimum = self.goal.minimum_points
        if minimum is not None:
            two = max(two, minimum + 1)
        return (two, three) if two <= three else None

    def stars(self, points: int) -> int:
        """What a try that reached the goal with these points earns: one for that, two or three by what machines do."""
        if self.needed is None:
            return 1
        two, three = self.needed
        return 1 + (points >= two) + (points >= three)


# the file


@dataclass(frozen=True)
class _File:
    """The first line, but for the goal."""

    scenario: Literal[1]
    kind: Kind
    title: str
    story: str
    position: str
    seat: int
    machines: str
    par: dict[str, Par] = field(default_factory=dict)


def encoded(one: Scenario) -> bytes:
    """The file of a scenario."""
    title, story = one.title, one.story
    assert isinstance(title, str)
    assert isinstance(story, str)
    line: dict[str, Json] = {
        "scenario": 1,
        "kind": one.kind,
        "title": title,
        "story": story,
        "position": one.position,
        "seat": one.seat,
        "machines": one.machines,
        "goal": {"do": one.goal.name, **cast(dict[str, Json], to_json(one.goal))},
    }
    if one.par:
        line["par"] = {level: to_json(par) for level, par in one.par.items()}
    lines = [encode(line)]
    if one.solution is not None:
        lines += [encode(one.solution.header.to_line()), *(encode(other.to_line()) for other in one.solution.entries)]
    return b"".join(lines)


def read(file: Path) -> Scenario:
    """The scenario of a file, which begins as it says. Raises RecordError with the line and the reason, OSError."""
    if file.is_fifo():
        raise RecordError(file.name, 1, "a pipe is no scenario")
    with file.open("rb") as stream:
        return reading(stream.read(LARGEST + 1), file.name)


def reading(data: bytes, name: str) -> Scenario:
    """The scenario in these bytes; `name` is that of the file. Raises RecordError."""
    number = 1
    try:
        if len(data) > LARGEST:
            raise BadLine(f"a scenario has at most {LARGEST} bytes")
        lines = data.splitlines(keepends=True)
        made = _scenario(decode(lines[0] if lines else b""), name.removesuffix(SUFFIX))
        if len(lines) < 2:
            return made
        number = 2
        first, entries = header(decode(lines[1])), []
        if first.game != made.game:
            raise BadLine(f"game: the scenario is one of {made.game!r}")
        for raw in lines[2:]:
            number += 1
            entries.append(entry(registry.load(first.game), decode(raw)))
    except BadLine as error:
        raise RecordError(name, number, str(error)) from None
    return replace(made, solution=Record(name, first, tuple(entries)))


def _scenario(line: dict[str, Json], name: str) -> Scenario:
    if "scenario" not in line:
        raise BadLine('not a scenario: it starts with {"scenario": 1, ...}')
    if isinstance(line["scenario"], int) and line["scenario"] > 1:
        raise BadLine(f"version {line['scenario']} of the format is newer than this program, which reads version 1")
    told = dict(line)
    asked = told.pop("goal", None)
    known = convert(told, _File)
    for key, most in LONGEST.items():
        _check_text(key, getattr(known, key), most)
    if known.machines not in players.LEVELS:
        raise BadLine(f"machines: there is no level {known.machines[:40]!r}; there are {', '.join(players.LEVELS)}")
    try:
        game = game_of(known.position)
        goal = _goal(game, asked)
        one = Scenario(
            name, known.kind, known.title, known.story, known.position, known.seat, known.machines, goal, known.par
        )
        _check_start(one)
    except Illegal as error:
        raise BadLine(f"position: {error}") from None
    except registry.NoGame as error:
        raise BadLine(str(error)) from None
    _check_par(one)
    return one


def _check_text(key: str, text: str, most: int) -> None:
    if not visible(text) or len(text) > most:
        raise BadLine(f"{key}: 1 to {most} characters")
    if cleaned(text) != text:
        raise BadLine(f"{key}: there are characters in it that cannot be seen")


def _goal(game: str, asked: Json) -> Goal:
    kinds = {kind.name: kind for kind in goals(game)}
    if not kinds:
        raise BadLine(f"position: there are no goals for the game {game!r}")
    if not isinstance(asked, dict):
        raise BadLine("there is no goal")
    told = dict(asked)
    word = told.pop("do", None)
    kind = kinds.get(word) if isinstance(word, str) else None
    if kind is None:
        raise BadLine(f"goal: there is no goal {str(word)[:40]!r}; there are {', '.join(kinds)}")
    return convert(told, kind, "goal")


def _check_start(one: Scenario) -> None:
    """Raises BadLine for a seat that is not to decide there, and a goal that is no question; Illegal."""
    start = one.start()
    state = registry.load(one.game).start(start.seats, start.options, start.setup)
    while state.pending_chance():
        state.apply_chance(state.sample_chance(Random(0)))
    if one.seat not in state.active_seats():
        raise BadLine(f"seat: it is not the turn of seat {one.seat}")
    view = state.view(one.seat)
    now = Now(one.seat, view, view)
    if one.goal.reached(now) or one.goal.failed(now):
        raise BadLine("goal: nothing is left to do")


def _check_par(one: Scenario) -> None:
    for level, par in one.par.items():
        if level not in LEVELS:
            raise BadLine(f"par: there is no level {level[:40]!r}; there are {', '.join(LEVELS)}")
        if not 0 <= par.reached <= par.tries <= 1_000_000 or not par.tries:
            raise BadLine(f"par.{level}: {par.reached} of {par.tries} tries cannot be")
        if any(not -1000 <= number <= 1000 for number in (*par.share, *par.points)):
            raise BadLine(f"par.{level}: a number is out of bounds")


Outcome: TypeAlias = Literal["reached", "failed", ""]


def begin(scenario: Scenario, seed: int, names: Sequence[str] = ()) -> Match:
    """A match that begins there, before its first luck; what nobody knows is drawn by the seed.

    Without names the players have those of the position, or are called by letters.
    """
    start = scenario.start(chance_rng(seed, -1))
    return Match(
        Header(scenario.game, tuple(names) or start.called, start.options, seed, start.setup, {"hints": False})
    )


class Attempt:
    """How a try goes. Whoever runs the match tells it what happened, as its seat may know it.

    `outcome` is "" as long as the goal can be reached, and does not change after that.
    """

    def __init__(self, scenario: Scenario, view: View) -> None:
        self.scenario = scenario
        self.now = Now(scenario.seat, view, view)
        self.outcome: Outcome = ""
        self._turn: int | None = scenario.seat

    def see(self, events: Iterable[Event], view: View) -> None:
        """These events happened, and this is what the seat knows after them."""
        if self.outcome:
            return
        turns, rounds = self.now.turns, self.now.rounds
        for event in events:
            if isinstance(event, TurnBegan):
                turns += self._turn == self.now.seat
                rounds += event.seat == self.now.seat
                self._turn = event.seat
        if view.is_over and not self.now.view.is_over:
            turns += self._turn == self.now.seat
        self.now = Now(self.now.seat, view, self.now.begun, turns, rounds)
        goal = self.scenario.goal
        self.outcome = "reached" if goal.reached(self.now) else "failed" if goal.failed(self.now) else ""

    @property
    def points(self) -> int:
        """How well it goes, by the goal."""
        return self.scenario.goal.points(self.now)

    @property
    def so_far(self) -> Message:
        """How far it is."""
        return self.scenario.goal.so_far(self.now)

    @property
    def stars(self) -> int:
        """What it earned: none unless the goal is reached."""
        return self.scenario.stars(self.points) if self.outcome == "reached" else 0
