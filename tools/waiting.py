"""Measure a person's waiting time: `python -m tools.waiting [SEED ...]`.

The person is alone with machine players, in scripted matches.

Time is that of the game, frame by frame: no clock is read, and machine players take no time. The person decides
immediately, as the machine player Easy would, and never presses "pass": without an answer they wait until the reaction
window closes.
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
from grenade_salad.app.match.start_match import make_match_table
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window.application import App
from grenade_salad.core import TurnBegan, redact
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.session.phases import Deciding, Over, Reacting
from grenade_salad.session.worker_process import ImmediateExecutor

DT = 1 / 30
_CAN_ANSWER = "asked, and could answer"
"""Useful waiting, which is no part of the turn around it."""
MAX_MATCH_TIME = 3600.0
"""Seconds after which a match is abandoned."""


@dataclass
class Waits:
    """Seconds of a match by reason, and the length of each machine player's turn."""

    seconds: Counter[str] = field(default_factory=Counter)
    turns: list[float] = field(default_factory=list)
    total: float = 0.0


def find_reason(scene: TableScene) -> str:
    """Return the reason for waiting in a frame without motion; empty if it is none."""
    phase = scene.session.phase
    if scene.motion.is_busy:
        return ""
    match phase:
        case Reacting(is_closed=False, seats=(0,)):
            return "asked in vain" if len(scene.match.state.legal_actions(0)) == 1 else _CAN_ANSWER
        case Reacting():
            return "machines are asked"
        case Deciding(by="bot"):
            return "before a machine acts"
    return ""


def play(name: str, seed: int, seats: int = 4, dt: float = DT) -> Waits:
    """Play a whole match with one person in seat 0, in frames of `dt` seconds."""
    with tempfile.TemporaryDirectory() as folder:
        app = App(Path(folder))
        app.worker = app.thinker = ImmediateExecutor
        try:
            return _play_match(app, name, seed, seats, dt)
        finally:
            app.close()


def _play_match(app: App, name: str, seed: int, seats: int, dt: float) -> Waits:
    people = ("Ann", "Nora", "Nick", "Nele")[:seats]
    match = Match(Header(name, people, games.load(name).options(), seed))
    machines = (Controller("bot", "easy"),) * (seats - 1)
    scene = make_match_table(app, match, (Controller(), *machines))
    assert isinstance(scene, TableScene)
    scene.session.window_rng = Random(seed)
    app.push(scene)
    person, step_count = players.make(name, "easy", 0, Random(seed)), 0
    waits, turn, since = Waits(), -1, 0.0
    while not isinstance(scene.session.phase, Over) and waits.total < MAX_MATCH_TIME:
        app.frame(dt)
        waits.total += dt
        reason = find_reason(scene)
        since += 0.0 if reason == _CAN_ANSWER else dt
        if reason:
            waits.seconds[reason] += dt
        for events in scene.session.event_history[step_count:]:
            for event in events:
                person.see(redact(event, 0))
                if isinstance(event, TurnBegan):
                    if turn > 0:
                        waits.turns.append(since)
                    turn, since = event.seat, 0.0
        step_count = len(scene.session.event_history)
        _decide(scene, person)
    return waits


def _decide(scene: TableScene, person: players.SeededPlayer) -> None:
    """Let the person decide now, if there is a question that can be answered."""
    state, phase = scene.match.state, scene.session.phase
    is_asked = (
        isinstance(phase, Reacting) and not phase.is_closed and 0 in phase.seats and len(state.legal_actions(0)) > 1
    )
    if (is_asked or scene.actor == 0) and not scene.motion.is_busy and not scene.session.pending_count:
        action = person.decide(state.view(0), state.legal_actions(0))
        if not is_asked or not action.is_pass:
            scene.act(action)


def main() -> None:
    """Print a table for each game."""
    seeds = [int(word) for word in sys.argv[1:]] or [1, 2, 3]
    for name in games.with_turns():
        matches = [play(name, seed) for seed in seeds]
        print(f"{name}: {', '.join(f'{match.total:.0f} s' for match in matches)} in all")
        for reason in sorted({reason for match in matches for reason in match.seconds}):
            print(f"  {reason}: {', '.join(f'{match.seconds[reason]:.1f} s' for match in matches)}")
        if turns := sorted(length for match in matches for length in match.turns):
            print(f"  a machine's turn: median {statistics.median(turns):.1f} s, at most {turns[-1]:.1f} s")


if __name__ == "__main__":
    main()
