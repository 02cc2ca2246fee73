"""A running match without a window; the tests advance its clock."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.core import Json, redact
from grenade_salad.games.live_grenade import Cancel, Draw, LiveGrenadeSetup, Reverse, Skip
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.journal import open_journal
from grenade_salad.lab.playout import make_players, play
from grenade_salad.match.match import Controller, Match
from grenade_salad.session.machine_players import MachinePlayers
from grenade_salad.session.phases import (
    MAX_PAUSE,
    NO_DELAYS,
    RESTING_PASS,
    Deciding,
    HasAnswered,
    NothingToTakeBack,
    Over,
    Pace,
    Reacting,
    ResolvingChance,
    Showing,
    why_paused,
)
from grenade_salad.session.session import Session, VisibleStep
from grenade_salad.session.worker_process import ImmediateExecutor
from grenade_salad.text import say
from tests.playing import choose_random_action
from tests.session.sessions import (
    MAX_TICKS,
    NAMES,
    SETUP,
    TICK,
    WITHOUT_KING,
    DeferredExecutor,
    advance_until,
    make_header,
    open_window,
    play_jack,
    reaction_phase,
    show_steps,
    start_session,
)


def entry_lines(session: Session) -> list[dict[str, Json]]:
    return [entry.to_line() for entry in session.match.entries]


@pytest.mark.parametrize("kinds", ["ppp", "pmm", "pfm", "mmm"])
@pytest.mark.parametrize("name", games.with_turns())
def test_people_phones_and_machines_play_a_whole_match(name: str, kinds: str) -> None:
    session, rng = start_session(Match(make_header(name)), kinds), Random(f"{name}, {kinds}")
    steps: list[VisibleStep] = []
    phases: set[type[object]] = set()
    for _ in range(MAX_TICKS):
        phases.add(type(session.phase))
        match session.phase:
            case Over():
                break
            case Showing():
                steps += show_steps(session)
            case Deciding(by="person" | "phone"):
                assert session.act(choose_random_action(session.match.state, rng)) is None
                continue
            case Reacting(is_closed=False) as reacting if rng.random() < 0.3:
                seat = rng.choice([seat for seat in reacting.seats if seat not in reacting.answers])
                assert session.act(rng.choice(session.match.state.legal_actions(seat))) is None
        session.advance(TICK)
    assert session.match.state.is_over
    assert [step.entry for step in steps] == session.match.entries
    assert phases >= {Showing, Deciding, Over}
    assert (Reacting in phases) == (name != "wheel")
    assert steps[-1].view == session.match.state.view(session.viewer)
    for step, events in zip(steps, session.event_history, strict=True):
        assert step.events == tuple(redact(event, session.viewer) for event in events)
        assert step.view.seat == step.previous_view.seat == session.viewer


@pytest.mark.parametrize("name", games.with_turns())
def test_machines_play_the_same_without_a_session(name: str) -> None:
    match_header = make_header(name, seed=11)
    direct_match = Match(match_header)
    play(direct_match, make_players(name, ["random"] * 3, match_header.seed))
    session = start_session(Match(match_header), "mmm")
    session.pace = NO_DELAYS
    advance_until(session, lambda: isinstance(session.phase, Over), 0.0)
    assert session.match.entries == direct_match.entries


def test_session_waits_for_chance() -> None:
    executor, match_header = DeferredExecutor(), make_header("live-grenade")
    session = Session(
        Match(match_header), [Controller()] * 3, MachinePlayers(match_header, executor, ImmediateExecutor())
    )
    for _ in range(9):
        session.advance(TICK)
    assert session.phase == ResolvingChance()
    assert not session.is_settled
    assert session.act(Draw(0)) is not None
    assert len(executor.jobs) == 1, "it is asked once"
    executor.jobs.pop()()
    session.advance(TICK)
    assert len(session.match.entries) == 1
    assert session.phase == Showing()


def test_match_waits_until_a_step_is_shown() -> None:
    session = start_session(Match(make_header("live-grenade", SETUP)), "mmm")
    session.advance(TICK)
    while not session.pending_count:
        session.advance(TICK)
    entry_count = len(session.match.entries)
    for _ in range(20):
        session.advance(TICK)
    assert len(session.match.entries) == entry_count, "nobody has taken it"
    assert session.next_step() is not None
    for _ in range(20):
        session.advance(TICK)
    assert len(session.match.entries) == entry_count, "it is being shown"
    session.mark_shown()
    advance_until(session, lambda: len(session.match.entries) > entry_count)


def test_timeout_is_a_pass_for_all() -> None:
    session = open_window("ppf")
    duration = advance_until(session, lambda: not isinstance(session.phase, Reacting))
    assert duration == session.pace.countdown
    assert [line["do"] for line in entry_lines(session)] == ["skip", "pass", "pass"]
    assert [line["seat"] for line in entry_lines(session)] == [0, 1, 2]


def test_only_one_of_several_machine_reactions_counts() -> None:
    hands = (("2H", "JD"), ("KC", "KD"), ("KH", "KS"))
    setup = replace(SETUP, hands=hands)
    outcomes = set()
    for seed in range(30):
        session = play_jack("pmm", setup, seed)
        advance_until(session, lambda: len(session.match.entries) > 1)  # noqa: B023
        outcomes.add(tuple((line["seat"], line["do"]) for line in entry_lines(session)[1:]))
    assert outcomes == {((1, "pass"), (2, "pass")), ((1, "cancel"),), ((2, "cancel"),)}


@pytest.mark.parametrize("kinds", ["ppp", "pff", "ppm", "pmm"])
def test_reaction_time_does_not_depend_on_hands(kinds: str) -> None:
    timings = []
    for setup in (SETUP, WITHOUT_KING):
        session = open_window(kinds, setup)
        reacting = reaction_phase(session)
        duration = advance_until(session, lambda: not isinstance(session.phase, Reacting), 0.01)  # noqa: B023
        timings.append((duration, reacting.seats, reacting.seconds))
    assert timings[0] == timings[1]
    pace = Pace()
    if kinds == "pmm":
        assert pace.moment[0] <= timings[0][0] <= pace.moment[1] + 0.01, "nobody's eyes need protection"
    else:
        assert timings[0][0] >= pace.countdown, "also when all have thought"


def test_machines_react_at_a_random_time_that_depends_on_the_seed() -> None:
    times = set()
    for seed in range(8):
        session = play_jack("pmm")
        session.window_rng = Random(seed)
        advance_until(session, lambda: isinstance(session.phase, Reacting))  # noqa: B023
        times.add(advance_until(session, lambda: not isinstance(session.phase, Reacting), 0.01))  # noqa: B023
    assert len(times) > 3


def resume_after_jack(kinds: str, setup: LiveGrenadeSetup = WITHOUT_KING) -> Session:
    """Return a session that starts after Ann has played her Jack."""
    match = Match(make_header("live-grenade", setup))
    match.act(Skip(0, ("JD",)))
    return start_session(match, kinds)


@pytest.mark.parametrize(("asks_forced_passes", "asked_seats"), [(False, ()), (True, (1,))])
def test_person_alone_with_machines_is_asked_without_an_answer_only_on_request(
    asks_forced_passes: bool, asked_seats: tuple[int, ...]
) -> None:
    session = resume_after_jack("mpm")
    session.asks_forced_passes = asks_forced_passes
    advance_until(session, lambda: isinstance(session.phase, Reacting))
    assert reaction_phase(session).seats == asked_seats


@pytest.mark.parametrize("setup", [SETUP, WITHOUT_KING])
def test_pause_does_not_depend_on_hands_if_others_look_on(setup: LiveGrenadeSetup) -> None:
    session = resume_after_jack("mpm", setup)
    session.has_spectators = True
    advance_until(session, lambda: isinstance(session.phase, Reacting))
    assert reaction_phase(session).seats == (1,)
    assert advance_until(session, lambda: not isinstance(session.phase, Reacting)) == session.pace.countdown


SEVERAL_KINGS = LiveGrenadeSetup(
    hands=(("2H", "JD", "QD", "KH"), ("2C", "KD", "JC"), ("3H", "KS", "KC")),
    deck=("4C", "6D", "AS", "7C", "8C", "9C", "AH"),
    turn=0,
    direction=1,
)
"""There are Kings for several reaction windows in a turn."""


@pytest.mark.parametrize("countdown", [5.0, 0.0])
def test_passing_for_a_turn_keeps_the_pause_if_others_look_on(countdown: float) -> None:
    session = open_window("ppp", SEVERAL_KINGS)
    session.pace = replace(session.pace, countdown=countdown)
    session.pass_for_turn(2)
    assert reaction_phase(session).answers.keys() == {2}
    assert session.act(Cancel(1, ("KD",))) is None
    advance_until(session, lambda: isinstance(session.phase, Reacting) and not session.phase.is_closed)
    assert set(reaction_phase(session).seats) == {0, 2}, "it is asked like anybody"
    assert reaction_phase(session).resting == {2}
    assert session.act(session.match.state.find_pass(0) or Draw(0)) is None
    assert advance_until(session, lambda: not isinstance(session.phase, Reacting)) == (countdown or RESTING_PASS)
    advance_until(session, lambda: isinstance(session.phase, Deciding))
    assert session.turn_seat == 0
    session.act(Draw(0))
    advance_until(session, lambda: isinstance(session.phase, Deciding))
    session.act(Skip(1, ("JC",)))
    advance_until(session, lambda: isinstance(session.phase, Reacting))
    assert reaction_phase(session).resting == frozenset(), "that was for one turn"


def test_person_alone_with_machines_who_passes_for_a_turn_is_not_asked_again() -> None:
    spared_count = 0
    for seed in range(20):
        session = play_jack("pmm", SEVERAL_KINGS, seed)
        is_resting = False
        while session.turn_seat == 0 and session.match.state.pending_chance() is None:
            show_steps(session)
            session.advance(TICK)
            match session.phase:
                case Reacting(seats=seats, is_closed=closed) if 0 in session.match.state.active_seats():
                    assert seats == (() if is_resting else (0,))
                    spared_count += is_resting
                    if not closed:
                        session.pass_for_turn(0)
                        is_resting = True
                case Deciding(seat=0):
                    session.act(Reverse(0, ("QD",)) if len(session.match.state.legal_actions(0)) > 2 else Draw(0))
    assert spared_count


def test_first_answer_other_than_a_pass_closes_the_window() -> None:
    session = open_window("ppf")
    king = next(action for action in session.match.state.legal_actions(1) if action.do == "cancel")
    assert session.act(king) is None
    assert reaction_phase(session).is_closed, "Cy is not waited for"
    show_steps(session)
    session.advance(0.0)
    assert entry_lines(session)[1:] == [{"seat": 1, "do": "cancel", "cards": ["KD"]}]


def test_second_answer_of_a_seat_is_refused() -> None:
    session = open_window("ppp")
    action = session.match.state.find_pass(1)
    assert action is not None
    assert session.act(action) is None
    assert session.act(action) == HasAnswered()
    assert len(session.match.entries) == 1, "it counts when the window closes"


def test_clock_stops_for_all_and_resumes() -> None:
    session = open_window("ppp")
    session.advance(1.0)
    left = reaction_phase(session).seconds_left
    session.stop_time()
    session.advance(100.0)
    assert reaction_phase(session).seconds_left == left
    assert why_paused(reaction_phase(session), NAMES)
    session.stop_time()
    session.advance(1.0)
    assert reaction_phase(session).seconds_left == (left or 0.0) - 1.0
    assert not why_paused(reaction_phase(session), NAMES)


@pytest.mark.parametrize("countdown", [5.0, 0.0])
def test_absent_player_is_waited_for_only_for_the_longest_pause(countdown: float) -> None:
    session = open_window("pff")
    session.pace = replace(session.pace, countdown=countdown)
    assert session.act(session.match.state.find_pass(1) or Draw(1)) is None
    reaction_phase(session).seconds = countdown
    session.away = frozenset({2})
    session.advance(1.0)
    assert reaction_phase(session).waits_for == (2,)
    assert "Cy" in say(why_paused(reaction_phase(session), NAMES))
    assert reaction_phase(session).elapsed == 0.0
    session.away = frozenset()
    session.advance(1.0)
    assert reaction_phase(session).waits_for == ()
    session.away = frozenset({2})
    duration = advance_until(session, lambda: not isinstance(session.phase, Reacting))
    assert MAX_PAUSE - 1 <= duration <= MAX_PAUSE - 1 + countdown
    assert [line["do"] for line in entry_lines(session)] == ["skip", "pass", "pass"]


def test_phone_player_may_decide_at_the_screen() -> None:
    session = start_session(Match(make_header("live-grenade", SETUP)), "fpp")
    assert not session.move_to_screen(0)
    advance_until(session, lambda: isinstance(session.phase, Deciding))
    assert session.phase == Deciding(0, "phone")
    assert not session.move_to_screen(1), "it is not Bo's turn"
    assert session.move_to_screen(0)
    assert session.phase == Deciding(0, "person")


def test_illegal_action_is_refused_and_changes_nothing() -> None:
    session = start_session(Match(make_header("live-grenade", SETUP)), "ppp")
    advance_until(session, lambda: isinstance(session.phase, Deciding))
    phase = session.phase
    assert session.act(Draw(1)) == session.match.state.why_not(Draw(1)) is not None
    assert session.phase is phase
    assert session.match.entries == []


def test_undo_asks_again(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        session = start_session(journal.begin(make_header("live-grenade", SETUP)), "ppp")
        advance_until(session, lambda: isinstance(session.phase, Deciding))
        decision_id = session.question_id
        assert session.undo() is not None
        assert session.act(Skip(0, ("JD",))) is None
        assert session.undo() is None
        assert session.match.entries == []
        assert session.event_history == []
        assert session.question_id != decision_id, "an answer to the question before is none to this one"
        advance_until(session, lambda: session.phase == Deciding(0, "person"))


def test_match_out_of_the_journal_cannot_be_undone() -> None:
    assert start_session(Match(make_header("wheel")), "ppp").undo() == NothingToTakeBack()


def test_machines_take_over_and_finish_the_match(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        session = start_session(journal.begin(make_header("live-grenade", SETUP)), "ppp")
        advance_until(session, lambda: session.phase == Deciding(0, "person"))
        session.change_controllers([Controller("bot", "random")] * 3)
        advance_until(session, lambda: isinstance(session.phase, Over))
        assert session.phase == Over()
        session.close()
        assert journal.match(1).finished


def test_action_that_cannot_be_saved_is_not_applied_and_can_be_repeated() -> None:
    is_full = True

    def write(line: dict[str, Json]) -> None:
        if is_full:
            raise JournalError("the disk is full")

    session = start_session(Match(make_header("live-grenade", SETUP), write), "pmm")
    advance_until(session, lambda: isinstance(session.phase, Deciding))
    with pytest.raises(JournalError):
        session.act(Draw(0))
    assert session.phase == Deciding(0, "person")
    is_full = False
    assert session.act(Draw(0)) is None
    advance_until(session, lambda: isinstance(session.phase, Deciding))
    is_full = True
    with pytest.raises(JournalError):
        advance_until(session, lambda: False)
    entry_count = len(session.match.entries)
    is_full = False
    advance_until(session, lambda: len(session.match.entries) > entry_count)


@pytest.mark.parametrize(("kinds", "viewer"), [("pmm", 0), ("pfm", None), ("ppm", None), ("mmm", None)])
def test_steps_show_only_what_the_viewer_may_know(kinds: str, viewer: int | None) -> None:
    """The viewer is the only person among machines; with a phone, a spectator."""
    session = start_session(Match(make_header("live-grenade", SETUP)), kinds)
    assert session.viewer == viewer
    advance_until(session, lambda: isinstance(session.phase, Deciding))
    if kinds != "mmm":
        session.act(Draw(0))
    while not session.pending_count:
        session.advance(TICK)
    [step] = show_steps(session)
    assert step.events == tuple(redact(event, viewer) for event in session.event_history[-1])
    assert step.view == session.match.state.view(viewer)
