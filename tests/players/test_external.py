"""Players from outside: the same view as anybody and nothing else, a process of their own, and their time."""

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
from grenade_salad.match.match import Controller, Match, controllers, new_match
from grenade_salad.players import external
from grenade_salad.players.external import Broken
from grenade_salad.session import player_worker
from grenade_salad.session.player_worker import Mind
from grenade_salad.session.worker_process import Beside
from tests.patience import LIMIT
from tests.plugins.guests import describe

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
    """Players of somebody else, on the path of what is started; a package of theirs says so by an entry point."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "their_players.py").write_text(CODE, encoding="utf-8")
    describe(
        site,
        "their-players",
        "[grenade_salad.players]\ntheirs = their_players:Player\nwheel.turner = their_players:Player\n",
    )
    monkeypatch.setenv("PYTHONPATH", str(site))
    monkeypatch.setenv("SPY", str(tmp_path / "spied"))
    monkeypatch.syspath_prepend(site)
    for found in (discovery.players, players.kind):
        found.cache_clear()
    yield tmp_path
    external.end_all()
    monkeypatch.undo()
    for found in (discovery.players, players.kind):
        found.cache_clear()


def played(*levels: str, seed: int = 1, game: str = "live-grenade") -> Match:
    match = new_match(game, [f"P{seat}" for seat in range(len(levels))], seed)
    play(match, make_players(game, levels, seed))
    return match


def test_a_player_from_outside_plays_the_same_match_again() -> None:
    name = "their_players.Player@5"
    assert played(name, "easy", name).entries == played(name, "easy", name).entries


def test_it_is_sent_its_view_and_its_events_and_lives_alone(package: Path) -> None:
    match = played("their_players.Spy@5", "random", "their_players.Spy@5")
    told = [json.loads(line) for line in (package / "spied").read_text(encoding="utf-8").splitlines()]
    assert {seat for *_, seat, _ in told} == {0, 2}
    homes = {seat: {pid for _, _, pid, of, _ in told if of == seat} for seat in (0, 2)}
    assert len(homes[0]) == len(homes[2]) == 1
    assert not homes[0] & homes[2]
    assert os.getpid() not in homes[0]
    again = new_match("live-grenade", ("P0", "P1", "P2"), 1)
    views = []
    for entry in match.entries:
        seat = getattr(entry, "seat", None)
        if seat in (0, 2):
            views.append(repr(again.state.view(seat)))
        again.add(entry)
    assert [view for view, *_ in told] == views
    for _, events, _, seat, modules in told:
        dealt = [event for event in events if event.startswith("Dealt")]
        assert sum("cards=None" not in event for event in dealt) == 1, f"seat {seat} sees its own hand alone"
        assert "grenade_salad.match.match" not in modules


def test_who_takes_too_long_is_cut_off_and_the_match_goes_on() -> None:
    players = make_players("wheel", ["their_players.Sleeper@0.01", "random"], 3)
    match = new_match("wheel", ("A", "B"), 3)
    match.settle()
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
def test_what_goes_wrong_is_told_in_a_line(name: str, why: str) -> None:
    with pytest.raises(Broken) as told:
        played(f"their_players.{name}@5", "easy")
    assert why in str(told.value)
    assert f"the player their_players.{name}@5" in str(told.value)
    assert "\n" not in str(told.value)


def test_an_answer_runs_no_code_here(package: Path) -> None:
    with pytest.raises(Broken, match="does not answer with an action"):
        played("their_players.Sends@5", "easy")
    assert not (package / "spied").is_dir()


@pytest.mark.slow
def test_commands_take_them(package: Path) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "grenade_salad", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=package)

    done = run("arena", "wheel", "--players", "theirs@5", "their_players.Player@5", "--games", "4", "--json")
    assert done.returncode == 0, done.stderr
    assert [one["name"] for one in json.loads(done.stdout)["players"]] == ["theirs@5", "their_players.Player@5"]
    assert "said aloud\n" in done.stderr
    assert "and begun to say" in done.stderr
    done = run("simulate", "wheel", "--levels", "their_players.Raises,easy", "--games", "2", "--jobs", "2")
    assert done.returncode == 2
    (line,) = [line for line in done.stderr.splitlines() if "Raises" in line]
    assert "KeyError" in line
    assert "Traceback" not in done.stderr


def test_names() -> None:
    assert players.why_not_level("their_players.Player@0") is not None
    assert players.why_not_level("their players.Player") is not None
    assert players.why_not_level("nobody") is not None
    assert players.kind("theirs").outside == players.kind("their_players.Player").outside == "their_players:Player"
    assert players.kind("hard:0.5").outside == ""


def test_people_can_choose_them_in_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(discovery.ALLOWED, "their_players.Player@0.5")
    assert players.outsiders("live-grenade") == ("theirs", "their_players.Player@0.5")
    assert players.outsiders("wheel") == ("theirs", "wheel.turner", "their_players.Player@0.5")
    one = Controller("bot", "their_players.Player@0.5")
    assert one in player_names.choices(Controller(), "wheel", 2)
    assert player_names.words(one) == "Player"
    assert players.nearest("wheel", one.level) == one.level


def test_a_record_names_no_class_that_is_run() -> None:
    header = new_match("wheel", ("A", "B")).header
    meta = {"controllers": ["bot their_players.Player@0.5", "bot easy"]}
    first = controllers(type(header)(header.game, header.seats, header.options, 1, None, meta))[0]
    assert players.nearest("wheel", first.level) == "normal"


def test_they_think_beside_the_window_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window's players live in a process that is ended in the middle of a thought: theirs ends with it."""
    monkeypatch.setenv(discovery.ALLOWED, "their_players.Player@5")
    match = new_match("live-grenade", ("A", "B"), 2)
    match.settle()
    (seat,) = match.state.active_seats()
    mind = Mind(1, "live-grenade", "their_players.Player@5", seat, 2, -1)
    with Beside() as worker:
        view, legal = match.state.view(seat), match.state.legal_actions(seat)
        action = worker.submit(player_worker.decide, mind, 0, [], view, legal).result(LIMIT)
    assert action in legal
