"""Sessions of three players without a window; tests advance their clock."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from random import Random
from typing import ParamSpec, TypeVar

from grenade_salad import games
from grenade_salad.games.live_grenade import LiveGrenadeSetup, Skip
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.session.machine_players import MachinePlayers
from grenade_salad.session.phases import Deciding, Reacting
from grenade_salad.session.session import Session, VisibleStep
from grenade_salad.session.worker_process import ImmediateExecutor

P = ParamSpec("P")
T = TypeVar("T")
NAMES = ("Ann", "Bo", "Cy")
SETUP = LiveGrenadeSetup(
    hands=(("2H", "JD"), ("2C", "KD"), ("3H", "5C")),
    deck=("4C", "6D", "AS", "7C", "8C", "9C", "AH"),
    turn=0,
    direction=1,
)
"""Ann has a Jack, Bo has a King."""
WITHOUT_KING = replace(SETUP, hands=(("2H", "JD"), ("2C", "9C"), ("3H", "5C")), deck=(*SETUP.deck[:5], "KD", "AH"))
"""The same, but for Bo's King, which is in the deck."""
TICK = 0.25
"""Seconds by which the clock is advanced at a time."""
MAX_TICKS = 20_000
"""Number of ticks after which a condition counts as one that never holds."""


def make_header(name: str, setup: LiveGrenadeSetup | None = None, seed: int = 5) -> Header:
    """Return the header of a match of three; Grenade Salad gets a low turn limit."""
    options = games.load(name).options()
    if isinstance(options, SaladOptions):
        options = replace(options, turn_limit=8)
    return Header(name, NAMES, options, seed, setup)


def start_session(match: Match, kinds: str) -> Session:
    """Start a session of the match.

    `kinds` has a letter for each seat: p for a person at the screen, f for a phone, m for a machine player.
    """
    controllers = {"p": Controller(), "f": Controller("phone"), "m": Controller("bot", "random")}
    return Session(
        match,
        [controllers[kind] for kind in kinds],
        MachinePlayers(match.header, ImmediateExecutor(), ImmediateExecutor()),
        Random(3),
    )


def play_jack(kinds: str, setup: LiveGrenadeSetup = SETUP, seed: int = 5) -> Session:
    """Return a session in which Ann has just played her Jack."""
    session = start_session(Match(make_header("live-grenade", setup, seed)), kinds)
    advance_until(session, lambda: isinstance(session.phase, Deciding))
    assert session.act(Skip(0, ("JD",))) is None
    return session


def open_window(kinds: str, setup: LiveGrenadeSetup = SETUP) -> Session:
    """Return a session in which Ann has played her Jack: Bo and Cy are asked."""
    session = play_jack(kinds, setup)
    advance_until(session, lambda: isinstance(session.phase, Reacting))
    return session


def reaction_phase(session: Session) -> Reacting:
    assert isinstance(session.phase, Reacting)
    return session.phase


def show_steps(session: Session) -> list[VisibleStep]:
    """Show all steps that are waiting for it, and return them."""
    steps = []
    while (step := session.next_step()) is not None:
        steps.append(step)
    session.mark_shown()
    return steps


def advance_until(session: Session, is_ready: Callable[[], bool], tick: float = TICK) -> float:
    """Advance the time until the condition is true, and return the time that passed.

    Raises `AssertionError` if it never is.
    """
    for count in range(MAX_TICKS):
        if is_ready():
            return count * tick
        show_steps(session)
        session.advance(tick)
    raise AssertionError("it did not happen")


class DeferredExecutor(ImmediateExecutor):
    """An executor that runs its jobs when the test calls them."""

    def __init__(self) -> None:
        self.jobs: list[Callable[[], None]] = []

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        self.jobs.append(lambda: future.set_result(fn(*args, **kwargs)))
        return future
