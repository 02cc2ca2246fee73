"""External players: the view of a seat, a process of their own, and their time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grenade_salad import players
from grenade_salad.app.seating import player_names
from grenade_salad.core import discovery
from grenade_salad.lab.playout import make_players, play
from grenade_salad.match.match import Controller, Match, new_match, read_controllers
from grenade_salad.players import external
from grenade_salad.players.external import ExternalPlayerError
from grenade_salad.session import player_worker
from grenade_salad.session.player_worker import PlayerKey
from grenade_salad.session.worker_process import ProcessExecutor
from tests.patience import LIMIT
from tests.plugins.guests import write_metadata

CODE = '''
import os, sys, time

class Player:
    def __init__(self, game, seat, rng):
        self.seat, self.rng, self.seen = seat, rng, []

    def see(self, event):
        self.seen.append(event)

    def decide(self, view, legal):
        print("said aloud")
        print("and begun to say", end="")
        return self.rng.choice(legal)

class Spy(Player):
    """Writes down what it was sent, and where it lives."""

    def decide(self, view, legal):
        import json
        with open(os.environ["SPY"], "a") as file:
            told = [repr(view), [repr(event) for event in self.seen], os.getpid(), self.seat, sorted(sys.modules)]
            file.write(json.dumps(told) + "\\n")
        return legal[0]

class Sleeper(Player):
    def decide(self, view, legal):
        time.sleep(30)

class Dies(Player):
    def decide(self, view, legal):
        os._exit(1)

class Raises(Player):
    def decide(self, view, legal):
        return {}["no such card"]

class Seven(Player):
    def decide(self, view, legal):
        return 7

class Cheat(Player):
    def decide(self, view, legal):
        from grenade_salad.games.live_grenade.actions import Skip
        return Skip(self.seat, ("JC", "JC"))

class Evil:
    def __reduce__(self):
        return os.mkdir, (os.environ["SPY"],)

class Sends(Player):
    def decide(self, view, legal):
        return Evil()

class Unmade(Player):
    def __init__(self, game, seat, rng):
        raise RuntimeError("no model file")
'''


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Put external players on the path of all processes, with their entry points."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "their_players.py").write_text(CODE, encoding="utf-8")
    write_metadata(
        site,
        "their-players",
        "[grenade_salad.players]\ntheirs = their_players:Player\nwheel.turner = their_players:Player\n",
    )
    monkeypatch.setenv("PYTHONPATH", str(site))
    monkeypatch.setenv("SPY", str(tmp_path / "spied"))
    monkeypatch.syspath_prepend(site)
    for cached in (discovery.external_players, players.parse_spec):
        cached.cache_clear()
    yield tmp_path
    external.end_all()
    monkeypatch.undo()
    for cached in (discovery.external_players, players.parse_spec):
        cached.cache_clear()


def play_match(*levels: str, seed: int = 1, game: str = "live-grenade") -> Match:
    match = new_match(game, [f"P{seat}" for seat in range(len(levels))], seed)
    play(match, make_players(game, levels, seed))
    return match


def test_external_player_plays_the_same_match_again() -> None:
    name = "their_players.Player@5"
    assert play_match(name, "easy", name).entries == play_match(name, "easy", name).entries


def test_external_player_gets_its_view_and_events_and_a_process_alone(package: Path) -> None:
    match = play_match("their_players.Spy@5", "random", "their_players.Spy@5")
    reports = [json.loads(line) for line in (package / "spied").read_text(encoding="utf-8").splitlines()]
    assert {seat for *_, seat, _ in reports} == {0, 2}
    processes = {seat: {pid for _, _, pid, player_seat, _ in reports if player_seat == seat} for seat in (0, 2)}
    assert len(processes[0]) == len(processes[2]) == 1
    assert not processes[0] & processes[2]
    assert os.getpid() not in processes[0]
    repeated = new_match("live-grenade", ("P0", "P1", "P2"), 1)
    views = []
    for entry in match.entries:
        seat = getattr(entry, "seat", None)
        if seat in (0, 2):
            views.append(repr(repeated.state.view(seat)))
        repeated.apply_entry(entry)
    assert [view for view, *_ in reports] == views
    for _, events, _, seat, modules in reports:
        dealt = [event for event in events if event.startswith("Dealt")]
        assert sum("cards=None" not in event for event in dealt) == 1, f"seat {seat} sees its own hand alone"
        assert "grenade_salad.match.match" not in modules


def test_slow_player_is_cut_off_and_match_continues() -> None:
    players = make_players("wheel", ["their_players.Sleeper@0.01", "random"], 3)
    match = new_match("wheel", ("A", "B"), 3)
    match.resolve_chance()
    while match.state.active_seats() != (0,):
        seat = match.state.active_seats()[0]
        match.act(players[seat].decide(match.state.view(seat), match.state.legal_actions(seat)))
    action = players[0].decide(match.state.view(0), match.state.legal_actions(0))
    assert match.state.why_not(action) is None
    assert players[0].cut_off == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Dies", "its process ended"),
        ("Raises", "KeyError: 'no such card'"),
        ("Seven", "does not answer with an action"),
        ("Cheat", "does what is not legal"),
        ("Unmade", "no model file"),
        ("Missing", "has no attribute 'Missing'"),
    ],
)
def test_failure_is_reported_in_a_line(name: str, why: str) -> None:
    with pytest.raises(ExternalPlayerError) as failure:
        play_match(f"their_players.{name}@5", "easy")
    assert why in str(failure.value)
    assert f"the player their_players.{name}@5" in str(failure.value)
    assert "\n" not in str(failure.value)


def test_answer_runs_no_code_in_our_process(package: Path) -> None:
    with pytest.raises(ExternalPlayerError, match="does not answer with an action"):
        play_match("their_players.Sends@5", "easy")
    assert not (package / "spied").is_dir()


@pytest.mark.slow
def test_commands_accept_external_players(package: Path) -> None:
    def run_command(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "grenade_salad", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=package)

    result = run_command("arena", "wheel", "--players", "theirs@5", "their_players.Player@5", "--games", "4", "--json")
    assert result.returncode == 0, result.stderr
    assert [player["name"] for player in json.loads(result.stdout)["players"]] == ["theirs@5", "their_players.Player@5"]
    assert "said aloud\n" in result.stderr
    assert "and begun to say" in result.stderr
    result = run_command("simulate", "wheel", "--levels", "their_players.Raises,easy", "--games", "2", "--jobs", "2")
    assert result.returncode == 2
    (line,) = [line for line in result.stderr.splitlines() if "Raises" in line]
    assert "KeyError" in line
    assert "Traceback" not in result.stderr


def test_names_of_external_players_are_checked() -> None:
    assert players.why_not_level("their_players.Player@0") is not None
    assert players.why_not_level("their players.Player") is not None
    assert players.why_not_level("nobody") is not None
    assert (
        players.parse_spec("theirs").external_class
        == players.parse_spec("their_players.Player").external_class
        == "their_players:Player"
    )
    assert players.parse_spec("hard:0.5").external_class == ""


def test_people_can_choose_external_players_in_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(discovery.ALLOWED_VARIABLE, "their_players.Player@0.5")
    assert players.external_players("live-grenade") == ("theirs", "their_players.Player@0.5")
    assert players.external_players("wheel") == ("theirs", "wheel.turner", "their_players.Player@0.5")
    controller = Controller("bot", "their_players.Player@0.5")
    assert controller in player_names.list_controllers(Controller(), "wheel", 2)
    assert player_names.describe_controller(controller) == "Player"
    assert players.nearest_player("wheel", controller.level) == controller.level


def test_class_named_in_a_record_is_not_run() -> None:
    header = new_match("wheel", ("A", "B")).header
    meta = {"controllers": ["bot their_players.Player@0.5", "bot easy"]}
    first = read_controllers(type(header)(header.game, header.seats, header.options, 1, None, meta))[0]
    assert players.nearest_player("wheel", first.level) == "normal"


def test_external_player_thinks_beside_the_window_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window's players are in a process that may be ended during a thought.

    The process of the external player ends with it.
    """
    monkeypatch.setenv(discovery.ALLOWED_VARIABLE, "their_players.Player@5")
    match = new_match("live-grenade", ("A", "B"), 2)
    match.resolve_chance()
    (seat,) = match.state.active_seats()
    mind = PlayerKey(1, "live-grenade", "their_players.Player@5", seat, 2, -1)
    with ProcessExecutor() as worker:
        view, legal = match.state.view(seat), match.state.legal_actions(seat)
        action = worker.submit(player_worker.decide, mind, 0, [], view, legal).result(LIMIT)
    assert action in legal
