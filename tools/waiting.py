"""Seconds in which a person alone with machines waits for nothing, in matches of a script: `python -m tools.waiting`.

Time is that of the game, frame by frame: no clock is read, and machines think in no time at all. The person decides at
once, as the machine Easy would, and never presses "pass": somebody who holds nothing waits until the window closes.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}

from grenade_salad import games, players
from grenade_salad.app.match.start_match import scene_of
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.window.application import App
from grenade_salad.core import TurnBegan, redact
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.session.phases import Asking, Deciding, Over
from grenade_salad.session.worker_process import AtOnce

DT = 1 / 30
_COULD = "asked, and could answer"
"""Not for nothing, and no part of the turn that it is in."""
MOST = 3600.0
"""Seconds after which a match is left."""


@dataclass
class Waits:
    """Seconds of a match by what was waited for, and how long each turn of a machine took."""

    seconds: Counter[str] = field(default_factory=Counter)
    turns: list[float] = field(default_factory=list)
    whole: float = 0.0


def why(scene: Table) -> str:
    """What is waited for in a frame in which nothing moves; empty if it is worth waiting for."""
    phase = scene.session.phase
    if scene.motion.busy:
        return ""
    match phase:
        case Asking(closed=False, seats=(0,)):
            return "asked in vain" if len(scene.match.state.legal_actions(0)) == 1 else _COULD
        case Asking():
            return "machines are asked"
        case Deciding(by="bot"):
            return "before a machine acts"
    return ""


def play(name: str, seed: int, seats: int = 4, dt: float = DT) -> Waits:
    """A whole match with one person in seat 0, in frames of so many seconds."""
    with tempfile.TemporaryDirectory() as folder:
        app = App(Path(folder))
        app.worker = app.thinker = AtOnce
        try:
            return _watch(app, name, seed, seats, dt)
        finally:
            app.close()


def _watch(app: App, name: str, seed: int, seats: int, dt: float) -> Waits:
    people = ("Ann", "Nora", "Nick", "Nele")[:seats]
    match = Match(Header(name, people, games.load(name).options(), seed))
    machines = (Controller("bot", "easy"),) * (seats - 1)
    scene = scene_of(app, match, (Controller(), *machines))
    assert isinstance(scene, Table)
    scene.session.moments = Random(seed)
    app.push(scene)
    person, seen = players.make(name, "easy", 0, Random(seed)), 0
    waits, turn, since = Waits(), -1, 0.0
    while not isinstance(scene.session.phase, Over) and waits.whole < MOST:
        app.frame(dt)
        waits.whole += dt
        reason = why(scene)
        since += 0.0 if reason == _COULD else dt
        if reason:
            waits.seconds[reason] += dt
        for happened in scene.session.happened[seen:]:
            for event in happened:
                person.see(redact(event, 0))
                if isinstance(event, TurnBegan):
                    if turn > 0:
                        waits.turns.append(since)
                    turn, since = event.seat, 0.0
        seen = len(scene.session.happened)
        _decide(scene, person)
    return waits


def _decide(scene: Table, person: players.Player) -> None:
    """What the person does now, if it is asked something that it can answer."""
    state, phase = scene.match.state, scene.session.phase
    asked = isinstance(phase, Asking) and not phase.closed and 0 in phase.seats and len(state.legal_actions(0)) > 1
    if (asked or scene.actor == 0) and not scene.motion.busy and not scene.session.pending:
        action = person.decide(state.view(0), state.legal_actions(0))
        if not asked or not action.is_pass:
            scene.act(action)


def main() -> None:
    """Print a table for each game."""
    seeds = [int(word) for word in sys.argv[1:]] or [1, 2, 3]
    for name in games.with_turns():
        found = [play(name, seed) for seed in seeds]
        print(f"{name}: {', '.join(f'{one.whole:.0f} s' for one in found)} in all")
        for reason in sorted({reason for one in found for reason in one.seconds}):
            print(f"  {reason}: {', '.join(f'{one.seconds[reason]:.1f} s' for one in found)}")
        if turns := sorted(length for one in found for length in one.turns):
            print(f"  a machine's turn: median {statistics.median(turns):.1f} s, at most {turns[-1]:.1f} s")


if __name__ == "__main__":
    main()
