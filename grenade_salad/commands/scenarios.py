"""`grenade-salad scenarios`: list, describe or try scenarios without a window."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from grenade_salad import players
from grenade_salad.commands import Fail, fail_on_os_error
from grenade_salad.core import Action, Event, Illegal, State, registry
from grenade_salad.core.events import log_line
from grenade_salad.quarantine.process import Quarantine, QuarantineError, explain
from grenade_salad.quarantine.records import read_scenario
from grenade_salad.scenarios import LEVELS, SUFFIX, Scenario, begin, load_shipped
from grenade_salad.scenarios.evaluation import ScenarioPlayer, Try, measure_par, try_level, try_player
from grenade_salad.system.progress import Progress
from grenade_salad.text import Reader, m, say
from grenade_salad.text.say import language

_TYPED = "typed"
"""The value of --play by which a person plays."""


def _load_scenario(name: str) -> Scenario:
    """Return a bundled scenario, or that of a file. Raises Fail, RecordError."""
    bundled = [scenario for scenario in load_shipped() if scenario.name == name.removesuffix(SUFFIX)]
    file = Path(name)
    if bundled and not file.is_file():
        return bundled[0]
    with fail_on_os_error(name):
        try:
            file.stat()
        except OSError:
            if file.suffix == SUFFIX:
                raise
            names = [scenario.name for scenario in load_shipped()]
            raise Fail(say(m("there is no scenario {name}; there are {known}", name=repr(name), known=names))) from None
    try:
        with Quarantine() as quarantine:
            return read_scenario(quarantine, file, language(), Progress())
    except QuarantineError as error:
        raise Fail(say(m("{file}: {why}", file=name, why=explain(error)))) from error


def _list_scenarios() -> None:
    for scenario in load_shipped():
        game, goal = say(registry.title(scenario.game)), say(scenario.goal.message())
        print(f"{scenario.name:<20} {game}: {say(scenario.title)}. {goal}")


def _print_scenario(scenario: Scenario) -> None:
    """Print the title, story, goal, results of machines, and the position."""
    for text in (scenario.title, scenario.story, scenario.goal.message()):
        print(say(text))
    for level in LEVELS:
        if level in scenario.par:
            par = scenario.par[level]
            print(f"{level}: {par.reached}/{par.tries}")
    print(scenario.position)


class TypedPlayer(ScenarioPlayer):
    """A player whose actions are lines of standard input.

    A line that is no legal action is refused, and the next one is read.
    """

    def __init__(self, scenario: Scenario, seed: int) -> None:
        match = begin(scenario, seed)
        self._seat, self._names = scenario.seat, match.header.names
        self._reader = Reader(self._names, self._seat)

    def see(self, event: Event) -> None:
        """Print the event."""
        text = log_line(event, self._reader)
        if text:
            print(text, flush=True)

    def choose(self, state: State) -> Action:
        """Return the next line that is an action. Raises Fail at the end of the input."""
        print(state.format_position(self._seat, self._names), flush=True)
        for typed in sys.stdin:
            if not typed.strip():
                continue
            try:
                action = state.parse_action(typed, self._seat, self._names)
                if (reason := state.why_not(action)) is not None:
                    raise Illegal(reason)
            except Illegal as error:
                print(say(error.reason.message(), self._reader, begin=True), flush=True)
            else:
                return action
        raise Fail(say(m("the moves came to an end before the scenario did")))


def _format_try(scenario: Scenario, result: Try) -> str:
    """Return the result of a try, with points and stars if it reached the goal."""
    points = scenario.goal.describe_points(result.points)
    if not result.reached:
        return say(m("{points}. {goal}", points=points, goal=scenario.goal.message()), begin=True)
    stars = scenario.stars(result.points)
    earned = m("{n} star of 3", "{n} stars of 3", n=stars)
    return say(m("{points}: {stars}.", points=points, stars=earned), begin=True)


def run(args: Namespace) -> int:
    """List the scenarios, describe one, or try it.

    The exit status is 1 if no try reached the goal.
    """
    if args.scenario is None:
        if args.play:
            raise Fail(say(m("--play: say which scenario")))
        _list_scenarios()
        return 0
    scenario = _load_scenario(args.scenario)
    if not args.play:
        _print_scenario(scenario)
        return 0
    if args.play not in (_TYPED, *players.LEVELS):
        names = [_TYPED, *players.LEVELS]
        raise Fail(say(m("--play: there is no {level}; there are {known}", level=repr(args.play), known=names)))
    tries = []
    for seed in range(args.seed, args.seed + args.tries):
        result = (
            try_player(scenario, TypedPlayer(scenario, seed), seed)
            if args.play == _TYPED
            else try_level(scenario, args.play, seed)
        )
        tries.append(result)
        print(_format_try(scenario, result), flush=True)
    if len(tries) > 1:
        summary = measure_par(tries)
        share, lower, upper = (part * 100 for part in summary.share)
        print(f"{summary.reached}/{summary.tries}: {share:.0f} % ({lower:.0f} - {upper:.0f} %)")
    return 0 if any(result.reached for result in tries) else 1
