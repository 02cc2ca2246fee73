"""A scenario, and its file.

The file is JSON lines: the first is the scenario; the others, if any, are the match record of a try that
reached its goal. See docs/scenarios.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, floor
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias, cast

from grenade_salad import players
from grenade_salad.core import Event, Illegal, Json, TurnBegan, View, derive_rng, registry, to_json
from grenade_salad.core.goals import Goal, GoalProgress, list_goals
from grenade_salad.core.position_notation import Start, find_game
from grenade_salad.match.lines import BadLine, convert, decode, encode, parse_entry, parse_header
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import Record, RecordError
from grenade_salad.text import Message, Words
from grenade_salad.text.decoding import to_utf8_lines
from grenade_salad.text.person_names import clean_name, is_visible

SUFFIX = ".scenario"
MAX_BYTES = 1 << 20
"""The size of the largest file that is read, in bytes."""
LEVELS = ("normal", "hard", "expert")
"""The levels whose tries decide the stars."""
MAX_TEXT_LENGTHS = {"title": 60, "story": 300}
"""The maximum number of characters of each text."""
_MAX_QUOTE = 40
"""Maximum number of characters of a file that a message quotes."""
_MAX_TRIES = 1_000_000
"""Maximum number of tries in a par."""
_MAX_PAR_NUMBER = 1000
"""The largest share or mean of points in a par, up or down."""

Kind: TypeAlias = Literal["task", "battle"]
"""A task takes some turns, a battle is played to the end."""


@dataclass(frozen=True)
class Par:
    """The results of one level in a number of tries."""

    tries: int
    reached: int
    """The number of tries that reached the goal."""
    share: tuple[float, float, float]
    """Their share, and its 95 % interval (Wilson)."""
    points: tuple[float, float, float]
    """Their mean points, and the 95 % interval; all 0 if there are none."""


@dataclass(frozen=True)
class Scenario:
    """A position that a person plays on against machines of one level, with a goal."""

    name: str
    """The name of the file, without its ending."""
    kind: Kind
    title: Words
    story: Words
    position: str
    """A line of notation: what is "?" in it is drawn again for every try."""
    seat: int
    """The seat of the person, whose turn it is."""
    machines: str
    """The level of the machines in the other seats."""
    goal: Goal
    par: Mapping[str, Par] = field(default_factory=dict)
    """The results of machines by level; empty until they have tried."""
    solution: Record | None = None
    """A try that reached the goal."""

    @property
    def game(self) -> str:
        """The name of its game."""
        return find_game(self.position)

    def start(self, rng: Random | None = None) -> Start:
        """Return the start of a try; what is not known is drawn. Raises Unreadable."""
        return registry.load(self.game).parse_start(self.position, rng)

    @property
    def star_points(self) -> tuple[int, int] | None:
        """The points for two and for three stars.

        They are, of the levels that reach the goal, the lowest par rounded down and the highest rounded up. Both
        are more than the goal itself takes; where they are the same, no number of points earns two stars. None
        where no level has tried it yet, and where no level reaches more than the goal.
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
        """Return the stars for a try that reached the goal with these points.

        One for the goal, two or three by what machines do.
        """
        if self.star_points is None:
            return 1
        two, three = self.star_points
        return 1 + (points >= two) + (points >= three)


# The file


@dataclass(frozen=True)
class _File:
    """The first line of the file, without the goal."""

    scenario: Literal[1]
    kind: Kind
    title: str
    story: str
    position: str
    seat: int
    machines: str
    par: dict[str, Par] = field(default_factory=dict)


def encode_scenario(scenario: Scenario) -> bytes:
    """Return the file of a scenario."""
    title, story = scenario.title, scenario.story
    assert isinstance(title, str)
    assert isinstance(story, str)
    line: dict[str, Json] = {
        "scenario": 1,
        "kind": scenario.kind,
        "title": title,
        "story": story,
        "position": scenario.position,
        "seat": scenario.seat,
        "machines": scenario.machines,
        "goal": {"do": scenario.goal.name, **cast(dict[str, Json], to_json(scenario.goal))},
    }
    if scenario.par:
        line["par"] = {level: to_json(par) for level, par in scenario.par.items()}
    lines = [encode(line)]
    if scenario.solution is not None:
        lines += [
            encode(scenario.solution.header.to_line()),
            *(encode(entry.to_line()) for entry in scenario.solution.entries),
        ]
    return b"".join(lines)


def read(file: Path) -> Scenario:
    """Read the scenario of a file.

    Raises RecordError with the line and the reason, OSError.
    """
    if file.is_fifo():
        raise RecordError(file.name, 1, "a pipe is no scenario")
    with file.open("rb") as stream:
        return decode_scenario(stream.read(MAX_BYTES + 1), file.name)


def decode_scenario(data: bytes, name: str) -> Scenario:
    """Return the scenario in the bytes of the file `name`. Raises RecordError."""
    line_number = 1
    try:
        if len(data) > MAX_BYTES:
            raise BadLine(f"a scenario has at most {MAX_BYTES} bytes")
        lines = to_utf8_lines(data).splitlines(keepends=True)
        scenario = _scenario_from_line(decode(lines[0] if lines else b""), name.removesuffix(SUFFIX))
        if len(lines) < 2:
            return scenario
        line_number = 2
        solution_header, entries = parse_header(decode(lines[1])), []
        if solution_header.game != scenario.game:
            raise BadLine(f"game: the scenario is one of {scenario.game!r}")
        for raw in lines[2:]:
            line_number += 1
            entries.append(parse_entry(registry.load(solution_header.game), decode(raw)))
    except BadLine as error:
        raise RecordError(name, line_number, str(error)) from None
    return replace(scenario, solution=Record(name, solution_header, tuple(entries)))


def _scenario_from_line(line: dict[str, Json], name: str) -> Scenario:
    if "scenario" not in line:
        raise BadLine('not a scenario: it starts with {"scenario": 1, ...}')
    if isinstance(line["scenario"], int) and line["scenario"] > 1:
        raise BadLine(f"version {line['scenario']} of the format is newer than this program, which reads version 1")
    fields = dict(line)
    goal_value = fields.pop("goal", None)
    file_line = convert(fields, _File)
    for key, limit in MAX_TEXT_LENGTHS.items():
        _check_text(key, getattr(file_line, key), limit)
    if file_line.machines not in players.LEVELS:
        raise BadLine(
            f"machines: there is no level {file_line.machines[:_MAX_QUOTE]!r}; there are {', '.join(players.LEVELS)}"
        )
    try:
        game = find_game(file_line.position)
        goal = _goal_from_value(game, goal_value)
        scenario = Scenario(
            name,
            file_line.kind,
            file_line.title,
            file_line.story,
            file_line.position,
            file_line.seat,
            file_line.machines,
            goal,
            file_line.par,
        )
        _check_start(scenario)
    except Illegal as error:
        raise BadLine(f"position: {error}") from None
    except registry.NoGame as error:
        raise BadLine(str(error)) from None
    _check_par(scenario)
    return scenario


def _check_text(key: str, text: str, limit: int) -> None:
    if not is_visible(text) or len(text) > limit:
        raise BadLine(f"{key}: 1 to {limit} characters")
    if clean_name(text) != text:
        raise BadLine(f"{key}: there are characters in it that cannot be seen")


def _goal_from_value(game: str, value: Json) -> Goal:
    kinds = {kind.name: kind for kind in list_goals(game)}
    if not kinds:
        raise BadLine(f"position: there are no goals for the game {game!r}")
    if not isinstance(value, dict):
        raise BadLine("there is no goal")
    fields = dict(value)
    name = fields.pop("do", None)
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise BadLine(f"goal: there is no goal {str(name)[:_MAX_QUOTE]!r}; there are {', '.join(kinds)}")
    return convert(fields, kind, "goal")


def _check_start(scenario: Scenario) -> None:
    """Check the start of a scenario.

    Raises BadLine if the seat does not decide there or the goal is decided already; Illegal.
    """
    start = scenario.start()
    state = registry.load(scenario.game).start(start.seats, start.options, start.setup)
    while state.pending_chance():
        state.apply_chance(state.sample_chance(Random(0)))
    if scenario.seat not in state.active_seats():
        raise BadLine(f"seat: it is not the turn of seat {scenario.seat}")
    view = state.view(scenario.seat)
    progress = GoalProgress(scenario.seat, view, view)
    if scenario.goal.is_reached(progress) or scenario.goal.is_failed(progress):
        raise BadLine("goal: nothing is left to do")


def _check_par(scenario: Scenario) -> None:
    for level, par in scenario.par.items():
        if level not in LEVELS:
            raise BadLine(f"par: there is no level {level[:_MAX_QUOTE]!r}; there are {', '.join(LEVELS)}")
        if not 0 <= par.reached <= par.tries <= _MAX_TRIES or not par.tries:
            raise BadLine(f"par.{level}: {par.reached} of {par.tries} tries cannot be")
        if any(abs(value) > _MAX_PAR_NUMBER for value in (*par.share, *par.points)):
            raise BadLine(f"par.{level}: a number is out of bounds")


def begin(scenario: Scenario, seed: int, names: Sequence[str] = ()) -> Match:
    """Return a match that begins there, before its first chance.

    What is not known is drawn by the seed. Without names the players have those of the position, or letters.
    """
    start = scenario.start(derive_rng(seed, -1))
    return Match(
        Header(scenario.game, tuple(names) or start.display_names, start.options, seed, start.setup, {"hints": False})
    )


Outcome: TypeAlias = Literal["reached", "failed", ""]
""""" as long as the goal can be reached; it does not change after that."""


class Attempt:
    """The course of a try. Tell it after each step what its seat may know."""

    def __init__(self, scenario: Scenario, view: View) -> None:
        self.scenario = scenario
        self.progress = GoalProgress(scenario.seat, view, view)
        self.outcome: Outcome = ""
        self._turn: int | None = scenario.seat

    def see(self, events: Iterable[Event], view: View) -> None:
        """Take note of events, and of what the seat knows after them."""
        if self.outcome:
            return
        turns, rounds = self.progress.turns, self.progress.rounds
        for event in events:
            if isinstance(event, TurnBegan):
                turns += self._turn == self.progress.seat
                rounds += event.seat == self.progress.seat
                self._turn = event.seat
        if view.is_over and not self.progress.view.is_over:
            turns += self._turn == self.progress.seat
        self.progress = GoalProgress(self.progress.seat, view, self.progress.start_view, turns, rounds)
        goal = self.scenario.goal
        self.outcome = (
            "reached" if goal.is_reached(self.progress) else "failed" if goal.is_failed(self.progress) else ""
        )

    @property
    def points(self) -> int:
        """The points so far, by the goal."""
        return self.scenario.goal.points(self.progress)

    @property
    def so_far(self) -> Message:
        """The progress so far, in words."""
        return self.scenario.goal.describe_progress(self.progress)

    @property
    def stars(self) -> int:
        """The stars that it earned: none unless the goal is reached."""
        return self.scenario.stars(self.points) if self.outcome == "reached" else 0
