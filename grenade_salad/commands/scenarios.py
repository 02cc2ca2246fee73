"""`grenade-salad scenarios`: those that come along, what one asks for, and tries at it without a window."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from grenade_salad import players
from grenade_salad.commands import Fail
from grenade_salad.core import Action, Event, Illegal, State, registry
from grenade_salad.core.events import log_line
from grenade_salad.match.record import RecordError
from grenade_salad.scenarios import LEVELS, SUFFIX, Scenario, begin, read, shipped
from grenade_salad.scenarios.evaluation import Player, Try, attempt, par, played
from grenade_salad.text import Reader, m, say

_TYPED = "typed"


def _named(name: str) -> Scenario:
    """One that comes along, or that of a file. Raises Fail, RecordError."""
    found = [one for one in shipped() if one.name == name.removesuffix(SUFFIX)]
    file = Path(name)
    if found and not file.is_file():
        return found[0]
    try:
        return read(file)
    except OSError as error:
        if file.suffix == SUFFIX:
            raise Fail(f"{name}: {error.strerror or error}") from None
        known = [one.name for one in shipped()]
        raise Fail(say(m("there is no scenario {name}; there are {known}", name=repr(name), known=known))) from None


def _list() -> None:
    for one in shipped():
        print(f"{one.name:<20} {say(registry.title(one.game))}: {say(one.title)}. {say(one.goal.message())}")


def _tell(one: Scenario) -> None:
    """Title, story, goal, and what machines reach, as the sheet of the window has them; the position as a line."""
    for words in (one.title, one.story, one.goal.message()):
        print(say(words))
    for level in LEVELS:
        if level in one.par:
            found = one.par[level]
            print(f"{level}: {found.reached}/{found.tries}")
    print(one.position)


class Typed(Player):
    """Moves come line by line from standard input; what is no move is told, and asked for again."""

    def __init__(self, scenario: Scenario, seed: int) -> None:
        match = begin(scenario, seed)
        self._seat, self._names = scenario.seat, match.header.names
        self._reader = Reader(self._names, self._seat)

    def see(self, event: Event) -> None:
        """Tell it."""
        told = log_line(event, self._reader)
        if told:
            print(told, flush=True)

    def choose(self, state: State) -> Action:
        """The next line that is a move. Raises Fail at the end of the input."""
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


def _told(one: Scenario, tried: Try) -> str:
    """How a try ended: well with its points and stars, or not."""
    points = one.goal.describe_points(tried.points)
    if not tried.reached:
        return say(m("{points}. {goal}", points=points, goal=one.goal.message()), begin=True)
    stars = one.stars(tried.points)
    earned = m("{n} star of 3", "{n} stars of 3", n=stars)
    return say(m("{points}: {stars}.", points=points, stars=earned), begin=True)


def run(args: Namespace) -> int:
    """List them, tell one, or try it. 1 if no try reached the goal."""
    if args.scenario is None:
        if args.play:
            raise Fail(say(m("--play: say which scenario")))
        _list()
        return 0
    try:
        one = _named(args.scenario)
    except RecordError as error:
        raise Fail(str(error)) from None
    if not args.play:
        _tell(one)
        return 0
    if args.play not in (_TYPED, *players.LEVELS):
        known = [_TYPED, *players.LEVELS]
        raise Fail(say(m("--play: there is no {level}; there are {known}", level=repr(args.play), known=known)))
    tries = []
    for seed in range(args.seed, args.seed + args.tries):
        tried = played(one, Typed(one, seed), seed) if args.play == _TYPED else attempt(one, args.play, seed)
        tries.append(tried)
        print(_told(one, tried), flush=True)
    if len(tries) > 1:
        found = par(tries)
        share, low, high = (part * 100 for part in found.share)
        print(f"{found.reached}/{found.tries}: {share:.0f} % ({low:.0f} - {high:.0f} %)")
    return 0 if any(one.reached for one in tries) else 1
