"""Machine players think in a process of their own: nothing waits for it, and nothing is lost when it dies."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep

import pytest

from grenade_salad import games
from grenade_salad.app.window.application import App
from grenade_salad.core import Action
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.players.live_grenade.search_player import Thinking
from grenade_salad.session import machine_players as machines_module
from grenade_salad.session import player_worker
from grenade_salad.session.machine_players import Answer, Machines
from grenade_salad.session.player_worker import Mind
from grenade_salad.session.worker_process import Beside, Lost
from grenade_salad.system import crash_reports
from grenade_salad.system.crash_reports import Elsewhere
from grenade_salad.text import say
from tests.app.conftest import AtOnce, at_home
from tests.app.demo import sit_down
from tests.patience import LIMIT

SEATS = [Controller("bot", "normal")] * 3
TIME = machines_module._TIME


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch) -> Iterator[Beside]:
    """A process beside the tests, which may be slow: others want the cores too."""
    monkeypatch.setattr(machines_module, "_TIME", 20.0)
    made = Beside()
    yield made
    made.shutdown()


def wait(so: Callable[[], bool]) -> None:
    """Until something is so; fails if it never is."""
    end = monotonic() + LIMIT
    while not so():
        assert monotonic() < end, "it did not happen"
        sleep(0.005)


def play(machines: Machines, match: Match, decisions: int, before: Callable[[int], None] = lambda _: None) -> None:
    """Let machines decide so often; `before` is called with the number of each decision."""
    for number in range(decisions):
        settle(machines, match)
        before(number)
        do(machines, match, machines.decide(match.state, match.state.active_seats()[0]))


def settle(machines: Machines, match: Match) -> None:
    """Let luck decide what is its own, and show it."""
    for step in match.settle():
        machines.see(step.events)


def do(machines: Machines, match: Match, answer: Answer[Action]) -> None:
    """What was decided, when it is."""
    wait(answer.done)
    machines.see(match.add(answer.result()).events)


def a_match() -> Match:
    """A match of the wheel, whose players remember what they saw."""
    return Match(Header("wheel", ("Ann", "Bo", "Cy"), games.load("wheel").options(), 5))


def seated(match: Match, thinker: Beside | AtOnce) -> Machines:
    """Three machines at its table."""
    machines = Machines(match.header, AtOnce(), thinker)
    machines.seat(SEATS, [])
    return machines


def kill(beside: Beside) -> None:
    """End the process, as a machine that is short of memory would."""
    assert beside.pid is not None
    os.kill(beside.pid, signal.SIGTERM)


def test_a_process_that_dies_is_started_anew_and_shown_what_its_seats_saw(beside: Beside) -> None:
    alone, match = a_match(), a_match()
    play(seated(alone, AtOnce()), alone, 12)
    pids = set()

    def before(number: int) -> None:
        if number in (4, 9):
            pids.add(beside.pid)
            kill(beside)

    play(seated(match, beside), match, 12, before)
    pids.add(beside.pid)
    assert len(pids) == 3
    assert match.entries == alone.entries, "they went on as if nothing had happened"


def test_where_no_process_lives_a_thread_answers(beside: Beside, monkeypatch: pytest.MonkeyPatch) -> None:
    match = a_match()
    machines = seated(match, beside)
    play(machines, match, 1)
    monkeypatch.setattr(beside, "_start", _refuse)
    kill(beside)
    play(machines, match, 3)
    assert sum(isinstance(entry, Action) for entry in match.entries) == 4


def _refuse() -> None:
    raise OSError("no more processes")


def test_what_goes_wrong_in_a_player_comes_back_without_what_it_knew(beside: Beside) -> None:
    with pytest.raises(Elsewhere) as caught:
        beside.submit(int, "the cards of Ann").result()
    assert caught.value.trace[0] == "builtins.ValueError"
    assert "cards" not in "".join(caught.value.trace)
    assert beside.submit(divmod, 7, 2).result() == (3, 1)


def test_the_end_does_not_wait_for_a_thought() -> None:
    beside = Beside()
    thought = beside.submit(sleep, 60)
    wait(lambda: beside.pid is not None)
    beside.shutdown(wait=True, cancel_futures=True)
    assert isinstance(thought.exception(), Lost)


def test_a_player_that_missed_something_says_so() -> None:
    mind = Mind(-5, "wheel", "normal", 0, 1, -1)
    with pytest.raises(Lost):
        player_worker.look(mind, 3, [])
    player_worker.look(mind, 0, [])
    with pytest.raises(Lost):
        player_worker.look(mind, 2, [])


def test_a_table_of_machines_with_the_real_process(app: App) -> None:
    app.thinker = Beside
    at_home(app)
    scene = sit_down(app, ["random", "normal", "normal"], None)

    def on() -> bool:
        app.frame()
        return len(scene.match.entries) > 8

    wait(on)
    app.pop()
    assert app.running


def stop(beside: Beside) -> None:
    """Let the process stand still, as a computer does that is out of memory."""
    assert beside.pid is not None
    os.kill(beside.pid, signal.SIGSTOP)


def test_a_player_that_says_nothing_is_asked_anew_in_another_process(
    beside: Beside, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone, match = a_match(), a_match()
    play(seated(alone, AtOnce()), alone, 6)
    machines = seated(match, beside)
    play(machines, match, 4)
    settle(machines, match)
    beside.submit(int).result()  # all have seen what happened: nobody but the one who is asked can be silent
    stop(beside)
    with monkeypatch.context() as impatient:
        impatient.setattr(machines_module, "_TIME", 0.1)
        answer = machines.decide(match.state, match.state.active_seats()[0])
        impatient.setattr(machines_module, "_TIME", TIME)
        wait(answer.done)
    do(machines, match, answer)
    play(machines, match, 1)
    assert match.entries == alone.entries
    told = [say(trouble.words) for trouble in machines.troubles()]
    assert len(told) == 1
    assert "has been silent for 5 s and is being asked again." in told[0]


@pytest.mark.caught
@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_player_that_breaks_down_is_replaced_and_people_are_told(
    app: App, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    def decide(*_: object) -> Action:
        raise ValueError("the five of hearts")

    monkeypatch.setattr(Thinking, "decide", decide)
    app.thinker = app.worker = lambda: ThreadPoolExecutor(1)
    at_home(app)
    scene = sit_down(app, ["random", level, "normal"], None)
    told: set[str] = set()

    def on() -> bool:
        app.frame()
        told.update(app.messages.words)
        return len(scene.match.entries) > 12

    wait(on)
    assert len(crash_reports.caught) == 1
    (file,) = (app.data_folder / crash_reports.FOLDER).iterdir()
    written = file.read_text()
    assert "builtins.ValueError" in written
    assert "five of hearts" not in written
    assert any("could not decide: the machine player Easy" in words for words in told)
