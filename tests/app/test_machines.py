"""Machine players think in their own process.

Nothing waits for it, and nothing is lost when it dies.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from time import sleep

import pytest

from grenade_salad import games
from grenade_salad.app.window.application import App
from grenade_salad.core import Action
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.players.live_grenade.search_player import SearchPlayer
from grenade_salad.session import machine_players as machines_module
from grenade_salad.session import player_worker
from grenade_salad.session.machine_players import MachinePlayers, Query
from grenade_salad.session.player_worker import PlayerKey
from grenade_salad.session.worker_process import ProcessExecutor, WorkerLost
from grenade_salad.system import crash_reports
from grenade_salad.system.crash_reports import Elsewhere
from grenade_salad.text import say
from tests.app.conftest import ImmediateExecutor, show_home
from tests.app.demo import sit_down
from tests.patience import wait_until

SEATS = [Controller("bot", "normal")] * 3
TIME = machines_module._DEFAULT_SECONDS


@pytest.fixture
def process_executor(monkeypatch: pytest.MonkeyPatch) -> Iterator[ProcessExecutor]:
    """A real worker process, with a long time limit since others use the cores too."""
    monkeypatch.setattr(machines_module, "_DEFAULT_SECONDS", 20.0)
    executor = ProcessExecutor()
    yield executor
    executor.shutdown()


def let_machines_play(
    machines: MachinePlayers, match: Match, decisions: int, on_decision: Callable[[int], None] = lambda _: None
) -> None:
    """Let machines decide that many times, and call `on_decision` before each."""
    for index in range(decisions):
        resolve_and_show_chance(machines, match)
        on_decision(index)
        apply_answer(machines, match, machines.decide(match.state, match.state.active_seats()[0]))


def resolve_and_show_chance(machines: MachinePlayers, match: Match) -> None:
    """Draw the pending chance and show it to the machines."""
    for step in match.resolve_chance():
        machines.see(step.events)


def apply_answer(machines: MachinePlayers, match: Match, answer: Query[Action]) -> None:
    """Wait for a decision and apply it."""
    wait_until(answer.done)
    machines.see(match.apply_entry(answer.result()).events)


def make_match() -> Match:
    """Return a match of the wheel, whose players remember what they saw."""
    return Match(Header("wheel", ("Ann", "Bo", "Cy"), games.load("wheel").options(), 5))


def seat_machines(match: Match, thinker: ProcessExecutor | ImmediateExecutor) -> MachinePlayers:
    """Return three machines that are seated at the match."""
    machines = MachinePlayers(match.header, ImmediateExecutor(), thinker)
    machines.seat_players(SEATS, [])
    return machines


def kill_process(process_executor: ProcessExecutor) -> None:
    """End the process, as a system that is short of memory would."""
    assert process_executor.pid is not None
    os.kill(process_executor.pid, signal.SIGTERM)


def test_dead_process_is_restarted_and_told_what_its_seats_saw(process_executor: ProcessExecutor) -> None:
    reference_match, match = make_match(), make_match()
    let_machines_play(seat_machines(reference_match, ImmediateExecutor()), reference_match, 12)
    pids = set()

    def kill_sometimes(index: int) -> None:
        if index in (4, 9):
            pids.add(process_executor.pid)
            kill_process(process_executor)

    let_machines_play(seat_machines(match, process_executor), match, 12, kill_sometimes)
    pids.add(process_executor.pid)
    assert len(pids) == 3
    assert match.entries == reference_match.entries, "they went on as if nothing had happened"


def test_thread_answers_if_no_process_can_start(
    process_executor: ProcessExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = make_match()
    machines = seat_machines(match, process_executor)
    let_machines_play(machines, match, 1)
    monkeypatch.setattr(process_executor, "_start", _refuse)
    kill_process(process_executor)
    let_machines_play(machines, match, 3)
    assert sum(isinstance(entry, Action) for entry in match.entries) == 4


def _refuse() -> None:
    raise OSError("no more processes")


def test_error_in_player_is_reported_without_its_secrets(process_executor: ProcessExecutor) -> None:
    with pytest.raises(Elsewhere) as caught:
        process_executor.submit(int, "the cards of Ann").result()
    assert caught.value.trace[0] == "builtins.ValueError"
    assert "cards" not in "".join(caught.value.trace)
    assert process_executor.submit(divmod, 7, 2).result() == (3, 1)


def test_shutdown_does_not_wait_for_a_decision() -> None:
    executor = ProcessExecutor()
    future = executor.submit(sleep, 60)
    wait_until(lambda: executor.pid is not None)
    executor.shutdown(wait=True, cancel_futures=True)
    assert isinstance(future.exception(), WorkerLost)


def test_player_that_missed_a_step_raises() -> None:
    mind = PlayerKey(-5, "wheel", "normal", 0, 1, -1)
    with pytest.raises(WorkerLost):
        player_worker.show_events(mind, 3, [])
    player_worker.show_events(mind, 0, [])
    with pytest.raises(WorkerLost):
        player_worker.show_events(mind, 2, [])


def test_machines_play_with_the_real_process(app: App) -> None:
    app.thinker = ProcessExecutor
    show_home(app)
    scene = sit_down(app, ["random", "normal", "normal"], None)

    def has_advanced() -> bool:
        app.frame()
        return len(scene.controller.match.entries) > 8

    wait_until(has_advanced)
    app.pop()
    assert app.running


def stop_process(process_executor: ProcessExecutor) -> None:
    """Stop the process without ending it, as a computer out of memory may do."""
    assert process_executor.pid is not None
    os.kill(process_executor.pid, signal.SIGSTOP)


def test_silent_player_is_asked_again_in_another_process(
    process_executor: ProcessExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    reference_match, match = make_match(), make_match()
    let_machines_play(seat_machines(reference_match, ImmediateExecutor()), reference_match, 6)
    machines = seat_machines(match, process_executor)
    let_machines_play(machines, match, 4)
    resolve_and_show_chance(machines, match)
    # All players have seen what happened, so only the one that decides next can be silent.
    process_executor.submit(int).result()
    stop_process(process_executor)
    with monkeypatch.context() as patched:
        patched.setattr(machines_module, "_DEFAULT_SECONDS", 0.1)
        answer = machines.decide(match.state, match.state.active_seats()[0])
        patched.setattr(machines_module, "_DEFAULT_SECONDS", TIME)
        wait_until(answer.done)
    apply_answer(machines, match, answer)
    let_machines_play(machines, match, 1)
    assert match.entries == reference_match.entries
    messages = [say(trouble.message) for trouble in machines.troubles()]
    assert len(messages) == 1
    assert "has been silent for 5 s and is being asked again." in messages[0]


@pytest.mark.caught
@pytest.mark.parametrize("level", ["hard", "expert"])
def test_failing_player_is_replaced_and_people_are_told(app: App, monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    def decide(*_: object) -> Action:
        raise ValueError("the five of hearts")

    monkeypatch.setattr(SearchPlayer, "decide", decide)
    app.thinker = app.worker = lambda: ThreadPoolExecutor(1)
    show_home(app)
    scene = sit_down(app, ["random", level, "normal"], None)
    messages: set[str] = set()

    def has_advanced() -> bool:
        app.frame()
        messages.update(app.messages.texts)
        return len(scene.controller.match.entries) > 12

    wait_until(has_advanced)
    assert len(crash_reports.caught) == 1
    (file,) = (app.data_folder / crash_reports.FOLDER).iterdir()
    report_text = file.read_text()
    assert "builtins.ValueError" in report_text
    assert "five of hearts" not in report_text
    assert any("could not decide: the machine player Easy" in words for words in messages)
