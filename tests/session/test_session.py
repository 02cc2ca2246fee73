"""A running match without a window and without a clock: time passes when it is told to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import ParamSpec, TypeVar

import pytest

from grenade_salad import games
from grenade_salad.core import Action, Event, Json, redact
from grenade_salad.games.live_grenade import Cancel, Draw, LiveGrenadeSetup, Reverse, Skip
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.journal import open_journal
from grenade_salad.lab.playout import make_players, play
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.session.machine_players import Machines
from grenade_salad.session.phases import (
    AT_ONCE,
    LONGEST_PAUSE,
    RESTING_PASS,
    Asking,
    Deciding,
    HasAnswered,
    NothingToTakeBack,
    Over,
    Pace,
    Settling,
    Showing,
    why_it_stands,
)
from grenade_salad.session.session import Session, Shown, passing
from grenade_salad.session.worker_process import AtOnce
from grenade_salad.text import say
from tests.playing import some_action

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
TICK = 0.25


def header(name: str, setup: LiveGrenadeSetup | None = None, seed: int = 5) -> Header:
    """Three seats; Grenade Salad is short."""
    options = games.load(name).options()
    if isinstance(options, SaladOptions):
        options = replace(options, turn_limit=8)
    return Header(name, NAMES, options, seed, setup)


def sit_down(match: Match, kinds: str) -> Session:
    """`kinds` has a letter for each seat: p for a person at the screen, f for a phone, m for a machine."""
    each = {"p": Controller(), "f": Controller("phone"), "m": Controller("bot", "random")}
    return Session(match, [each[kind] for kind in kinds], Machines(match.header, AtOnce(), AtOnce()), Random(3))


def window(kinds: str, setup: LiveGrenadeSetup = SETUP) -> Session:
    """Ann has played her Jack: Bo and Cy are asked."""
    session = sit_down(Match(header("live-grenade", setup)), kinds)
    until(session, lambda: isinstance(session.phase, Deciding))
    assert session.act(Skip(0, ("JD",))) is None
    until(session, lambda: isinstance(session.phase, Asking))
    return session


def asking(session: Session) -> Asking:
    assert isinstance(session.phase, Asking)
    return session.phase


def show(session: Session) -> list[Shown]:
    """Show all that waits for it."""
    found = []
    while (step := session.take()) is not None:
        found.append(step)
    session.shown()
    return found


def until(session: Session, ready: Callable[[], bool], tick: float = TICK) -> float:
    """Let time pass until something is so, and how much; fails if it never is."""
    for count in range(20_000):
        if ready():
            return count * tick
        show(session)
        session.advance(tick)
    raise AssertionError("it did not happen")


def lines(session: Session) -> list[dict[str, Json]]:
    return [entry.to_line() for entry in session.match.entries]


@pytest.mark.parametrize("kinds", ["ppp", "pmm", "pfm", "mmm"])
@pytest.mark.parametrize("name", games.with_turns())
def test_a_whole_match_of_people_phones_and_machines(name: str, kinds: str) -> None:
    session, rng = sit_down(Match(header(name)), kinds), Random(f"{name}, {kinds}")
    shown: list[Shown] = []
    seen: set[type[object]] = set()
    for _ in range(20_000):
        seen.add(type(session.phase))
        match session.phase:
            case Over():
                break
            case Showing():
                shown += show(session)
            case Deciding(by="person" | "phone"):
                assert session.act(some_action(session.match.state, rng)) is None
                continue
            case Asking(closed=False) as window if rng.random() < 0.3:
                seat = rng.choice([seat for seat in window.seats if seat not in window.answers])
                assert session.act(rng.choice(answers(session, seat))) is None
        session.advance(TICK)
    assert session.match.state.is_over
    assert [step.entry for step in shown] == session.match.entries
    assert seen >= {Showing, Deciding, Over}
    assert (Asking in seen) == (name != "wheel")
    assert shown[-1].view == session.match.state.view(session.viewer)
    for step, happened in zip(shown, session.happened, strict=True):
        assert step.events == tuple(redact(event, session.viewer) for event in happened)
        assert step.view.seat == step.before.seat == session.viewer


def answers(session: Session, seat: int) -> list[Action]:
    """What a seat may answer, as far as it needs no more than that."""
    return session.match.state.legal_actions(seat)


@pytest.mark.parametrize("name", games.with_turns())
def test_at_once_machines_play_as_they_do_without_a_session(name: str) -> None:
    first = header(name, seed=11)
    alone = Match(first)
    play(alone, make_players(name, ["random"] * 3, first.seed))
    session = sit_down(Match(first), "mmm")
    session.pace = AT_ONCE
    until(session, lambda: isinstance(session.phase, Over), 0.0)
    assert session.match.entries == alone.entries


class Later(AtOnce):
    """Works luck out when it is told to."""

    def __init__(self) -> None:
        self.works: list[Callable[[], None]] = []

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        self.works.append(lambda: future.set_result(fn(*args, **kwargs)))
        return future


def test_luck_is_waited_for() -> None:
    later, first = Later(), header("live-grenade")
    session = Session(Match(first), [Controller()] * 3, Machines(first, later, AtOnce()))
    for _ in range(9):
        session.advance(TICK)
    assert session.phase == Settling()
    assert not session.rests
    assert session.act(Draw(0)) is not None
    assert len(later.works) == 1, "it is asked once"
    later.works.pop()()
    session.advance(TICK)
    assert len(session.match.entries) == 1
    assert session.phase == Showing()


def test_nothing_goes_on_before_it_was_shown() -> None:
    session = sit_down(Match(header("live-grenade", SETUP)), "mmm")
    session.advance(TICK)
    while not session.pending:
        session.advance(TICK)
    before = len(session.match.entries)
    for _ in range(20):
        session.advance(TICK)
    assert len(session.match.entries) == before, "nobody has taken it"
    assert session.take() is not None
    for _ in range(20):
        session.advance(TICK)
    assert len(session.match.entries) == before, "it is being shown"
    session.shown()
    until(session, lambda: len(session.match.entries) > before)


def test_the_end_of_the_time_is_a_pass_for_everybody() -> None:
    session = window("ppf")
    took = until(session, lambda: not isinstance(session.phase, Asking))
    assert took == session.pace.countdown
    assert [line["do"] for line in lines(session)] == ["skip", "pass", "pass"]
    assert [line["seat"] for line in lines(session)] == [0, 1, 2]


def test_of_several_machines_that_react_one_counts() -> None:
    hands = (("2H", "JD"), ("KC", "KD"), ("KH", "KS"))
    setup = replace(SETUP, hands=hands)
    found = set()
    for seed in range(30):
        session = sit_down(Match(header("live-grenade", setup, seed)), "pmm")
        until(session, lambda: isinstance(session.phase, Deciding))  # noqa: B023
        session.act(Skip(0, ("JD",)))
        until(session, lambda: len(session.match.entries) > 1)  # noqa: B023
        found.add(tuple((line["seat"], line["do"]) for line in lines(session)[1:]))
    assert found == {((1, "pass"), (2, "pass")), ((1, "cancel"),), ((2, "cancel"),)}


@pytest.mark.parametrize("kinds", ["ppp", "pff", "ppm", "pmm"])
def test_everybody_is_asked_the_same_time_whatever_they_hold(kinds: str) -> None:
    told = []
    for setup in (SETUP, WITHOUT_KING):
        session = window(kinds, setup)
        seen = asking(session)
        took = until(session, lambda: not isinstance(session.phase, Asking), 0.01)  # noqa: B023
        told.append((took, seen.seats, seen.seconds))
    assert told[0] == told[1]
    pace = Pace()
    if kinds == "pmm":
        assert pace.moment[0] <= told[0][0] <= pace.moment[1] + 0.01, "nobody's eyes need protection"
    else:
        assert told[0][0] >= pace.countdown, "also when all have thought"


def test_machines_take_a_random_moment_that_another_seed_makes_another_one() -> None:
    found = set()
    for seed in range(8):
        session = sit_down(Match(header("live-grenade", SETUP)), "pmm")
        session.moments = Random(seed)
        until(session, lambda: isinstance(session.phase, Deciding))  # noqa: B023
        session.act(Skip(0, ("JD",)))
        until(session, lambda: isinstance(session.phase, Asking))  # noqa: B023
        found.add(until(session, lambda: not isinstance(session.phase, Asking), 0.01))  # noqa: B023
    assert len(found) > 3


def begun(kinds: str, setup: LiveGrenadeSetup = WITHOUT_KING) -> Session:
    """Ann has played her Jack before anybody sat down."""
    match = Match(header("live-grenade", setup))
    match.act(Skip(0, ("JD",)))
    return sit_down(match, kinds)


def test_a_person_alone_with_machines_is_not_asked_in_vain_unless_that_is_wanted() -> None:
    for vain in (False, True):
        session = begun("mpm")
        session.asks_in_vain = vain
        until(session, lambda: isinstance(session.phase, Asking))  # noqa: B023
        assert asking(session).seats == ((1,) if vain else ())


@pytest.mark.parametrize("setup", [SETUP, WITHOUT_KING])
def test_where_somebody_looks_on_the_pause_is_kept_whatever_anybody_holds(setup: LiveGrenadeSetup) -> None:
    session = begun("mpm", setup)
    session.onlookers = True
    until(session, lambda: isinstance(session.phase, Asking))
    assert asking(session).seats == (1,)
    assert until(session, lambda: not isinstance(session.phase, Asking)) == session.pace.countdown


TWICE = LiveGrenadeSetup(
    hands=(("2H", "JD", "QD", "KH"), ("2C", "KD", "JC"), ("3H", "KS", "KC")),
    deck=("4C", "6D", "AS", "7C", "8C", "9C", "AH"),
    turn=0,
    direction=1,
)
"""There are Kings for several windows in a turn."""


@pytest.mark.parametrize("countdown", [5.0, 0.0])
def test_passing_for_a_turn_keeps_the_pause_where_others_look(countdown: float) -> None:
    session = window("ppp", TWICE)
    session.pace = replace(session.pace, countdown=countdown)
    session.pass_for_turn(2)
    assert asking(session).answers.keys() == {2}
    assert session.act(Cancel(1, ("KD",))) is None
    until(session, lambda: isinstance(session.phase, Asking) and not session.phase.closed)
    assert set(asking(session).seats) == {0, 2}, "it is asked like anybody"
    assert asking(session).resting == {2}
    assert session.act(passing(session.match.state, 0) or Draw(0)) is None
    assert until(session, lambda: not isinstance(session.phase, Asking)) == (countdown or RESTING_PASS)
    until(session, lambda: isinstance(session.phase, Deciding))
    assert session.turn == 0
    session.act(Draw(0))
    until(session, lambda: isinstance(session.phase, Deciding))
    session.act(Skip(1, ("JC",)))
    until(session, lambda: isinstance(session.phase, Asking))
    assert asking(session).resting == frozenset(), "that was for one turn"


def test_alone_with_machines_who_passes_for_a_turn_is_not_asked_in_it_again() -> None:
    spared = 0
    for seed in range(20):
        session = sit_down(Match(header("live-grenade", TWICE, seed)), "pmm")
        until(session, lambda: isinstance(session.phase, Deciding))  # noqa: B023
        session.act(Skip(0, ("JD",)))
        rests = False
        while session.turn == 0 and session.match.state.pending_chance() is None:
            show(session)
            session.advance(TICK)
            match session.phase:
                case Asking(seats=seats, closed=closed) if 0 in session.match.state.active_seats():
                    assert seats == (() if rests else (0,))
                    spared += rests
                    if not closed:
                        session.pass_for_turn(0)
                        rests = True
                case Deciding(seat=0):
                    session.act(Reverse(0, ("QD",)) if len(session.match.state.legal_actions(0)) > 2 else Draw(0))
    assert spared


def test_the_first_answer_that_is_no_pass_closes_the_window() -> None:
    session = window("ppf")
    king = next(one for one in session.match.state.legal_actions(1) if one.do == "cancel")
    assert session.act(king) is None
    assert asking(session).closed, "Cy is not waited for"
    show(session)
    session.advance(0.0)
    assert lines(session)[1:] == [{"seat": 1, "do": "cancel", "cards": ["KD"]}]


def test_nobody_answers_twice() -> None:
    session = window("ppp")
    action = passing(session.match.state, 1)
    assert action is not None
    assert session.act(action) is None
    assert session.act(action) == HasAnswered()
    assert len(session.match.entries) == 1, "it counts when the window closes"


def test_the_time_stops_for_everybody_and_goes_on() -> None:
    session = window("ppp")
    session.advance(1.0)
    left = asking(session).left
    session.stop_time()
    session.advance(100.0)
    assert asking(session).left == left
    assert why_it_stands(asking(session), NAMES)
    session.stop_time()
    session.advance(1.0)
    assert asking(session).left == (left or 0.0) - 1.0
    assert not why_it_stands(asking(session), NAMES)


@pytest.mark.parametrize("countdown", [5.0, 0.0])
def test_who_is_away_is_waited_for_so_long_and_no_longer(countdown: float) -> None:
    session = window("pff")
    session.pace = replace(session.pace, countdown=countdown)
    assert session.act(passing(session.match.state, 1) or Draw(1)) is None
    asking(session).seconds = countdown
    session.away = frozenset({2})
    session.advance(1.0)
    assert asking(session).waits_for == (2,)
    assert "Cy" in say(why_it_stands(asking(session), NAMES))
    assert asking(session).passed == 0.0
    session.away = frozenset()
    session.advance(1.0)
    assert asking(session).waits_for == ()
    session.away = frozenset({2})
    took = until(session, lambda: not isinstance(session.phase, Asking))
    assert LONGEST_PAUSE - 1 <= took <= LONGEST_PAUSE - 1 + countdown
    assert [line["do"] for line in lines(session)] == ["skip", "pass", "pass"]


def test_a_phone_may_decide_at_the_screen() -> None:
    session = sit_down(Match(header("live-grenade", SETUP)), "fpp")
    assert not session.at_screen(0)
    until(session, lambda: isinstance(session.phase, Deciding))
    assert session.phase == Deciding(0, "phone")
    assert not session.at_screen(1), "it is not Bo's turn"
    assert session.at_screen(0)
    assert session.phase == Deciding(0, "person")


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    session = sit_down(Match(header("live-grenade", SETUP)), "ppp")
    until(session, lambda: isinstance(session.phase, Deciding))
    phase = session.phase
    assert session.act(Draw(1)) == session.match.state.why_not(Draw(1)) is not None
    assert session.phase is phase
    assert session.match.entries == []


def test_undo_and_other_players_begin_anew(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        session = sit_down(journal.begin(header("live-grenade", SETUP)), "ppp")
        until(session, lambda: isinstance(session.phase, Deciding))
        number = session.number
        assert session.undo() is not None
        assert session.act(Skip(0, ("JD",))) is None
        assert session.undo() is None
        assert session.match.entries == []
        assert session.happened == []
        assert session.number != number, "an answer to the question before is none to this one"
        until(session, lambda: session.phase == Deciding(0, "person"))
        session.seat([Controller("bot", "random")] * 3)
        until(session, lambda: isinstance(session.phase, Over))
        assert not session.phase.trouble  # type: ignore[union-attr]
        session.close()
        assert journal.match(1).finished
    assert sit_down(Match(header("wheel")), "ppp").undo() == NothingToTakeBack()


def test_a_line_that_cannot_be_written_has_not_happened_and_is_tried_again() -> None:
    full = True

    def write(line: dict[str, Json]) -> None:
        if full:
            raise JournalError("the disk is full")

    session = sit_down(Match(header("live-grenade", SETUP), write), "pmm")
    until(session, lambda: isinstance(session.phase, Deciding))
    with pytest.raises(JournalError):
        session.act(Draw(0))
    assert session.phase == Deciding(0, "person")
    full = False
    assert session.act(Draw(0)) is None
    until(session, lambda: isinstance(session.phase, Deciding))
    full = True
    with pytest.raises(JournalError):
        until(session, lambda: False)
    before = len(session.match.entries)
    full = False
    until(session, lambda: len(session.match.entries) > before)


def test_what_is_shown_is_the_viewers_alone() -> None:
    """The viewer is the only person among machines; with a phone at the table it is nobody."""
    for kinds, viewer in (("pmm", 0), ("pfm", None), ("ppm", None), ("mmm", None)):
        session = sit_down(Match(header("live-grenade", SETUP)), kinds)
        assert session.viewer == viewer
        until(session, lambda: isinstance(session.phase, Deciding))  # noqa: B023
        if kinds != "mmm":
            session.act(Draw(0))
        else:
            while not session.pending:
                session.advance(TICK)
        [step] = show(session)
        everything: Sequence[Event] = session.happened[-1]
        assert list(step.events) == [redact(event, viewer) for event in everything]
        assert step.view == session.match.state.view(viewer)
