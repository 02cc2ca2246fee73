"""Waits of a person among machines.

Time is counted frame by frame: no clock is read, and machine players think in no time. The person decides at once, as
the machine player Easy would, and never presses "pass": without a card to answer they wait until time is up.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

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
"""Worth waiting for, and not counted as time of the turn."""
MAX_SECONDS = 3600.0
"""Length after which a match is left."""


@dataclass
class Waits:
    """Seconds of a match by the reason for waiting, and lengths of machines' turns."""

    seconds: Counter[str] = field(default_factory=Counter)
    turns: list[float] = field(default_factory=list)
    total: float = 0.0


def waiting_reason(scene: TableScene) -> str:
    """Return what the person waits for while nothing moves, or an empty string."""
    phase = scene.controller.session.phase
    if scene.motion.is_busy:
        return ""
    match phase:
        case Reacting(is_closed=False, seats=(0,)):
            return "asked in vain" if len(scene.controller.match.state.legal_actions(0)) == 1 else _CAN_ANSWER
        case Reacting():
            return "machines are asked"
        case Deciding(by="bot"):
            return "before a machine acts"
    return ""


def play(name: str, seed: int, seats: int = 4, dt: float = DT) -> Waits:
    """Play a whole match with one person, in seat 0, and frames of `dt` seconds."""
    with tempfile.TemporaryDirectory() as folder, closing(App(Path(folder))) as app:
        app.worker = app.thinker = ImmediateExecutor
        return _play_match(app, name, seed, seats, dt)


def _play_match(app: App, name: str, seed: int, seats: int, dt: float) -> Waits:
    people = ("Ann", "Nora", "Nick", "Nele")[:seats]
    match = Match(Header(name, people, games.load(name).options(), seed))
    machines = (Controller("bot", "easy"),) * (seats - 1)
    scene = make_match_table(app, match, (Controller(), *machines))
    assert isinstance(scene, TableScene)
    scene.controller.session.window_rng = Random(seed)
    app.push(scene)
    person, seen_steps = players.make(name, "easy", 0, Random(seed)), 0
    waits, turn_seat, turn_seconds = Waits(), -1, 0.0
    while not isinstance(scene.controller.session.phase, Over) and waits.total < MAX_SECONDS:
        app.frame(dt)
        waits.total += dt
        reason = waiting_reason(scene)
        turn_seconds += 0.0 if reason == _CAN_ANSWER else dt
        if reason:
            waits.seconds[reason] += dt
        for events in scene.controller.session.event_history[seen_steps:]:
            for event in events:
                person.see(redact(event, 0))
                if isinstance(event, TurnBegan):
                    if turn_seat > 0:
                        waits.turns.append(turn_seconds)
                    turn_seat, turn_seconds = event.seat, 0.0
        seen_steps = len(scene.controller.session.event_history)
        _decide(scene, person)
    return waits


def _decide(scene: TableScene, person: players.Player) -> None:
    """Let the person act, if it is their turn or they can answer."""
    state, phase = scene.controller.match.state, scene.controller.session.phase
    can_answer = (
        isinstance(phase, Reacting) and not phase.is_closed and 0 in phase.seats and len(state.legal_actions(0)) > 1
    )
    if (
        (can_answer or scene.controller.actor == 0)
        and not scene.motion.is_busy
        and not scene.controller.session.pending_count
    ):
        action = person.decide(state.view(0), state.legal_actions(0))
        if not can_answer or not action.is_pass:
            scene.controller.act(action)
