"""A table without turns, in everything that plays games.

Nothing depends on its name, only on what it declares.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from grenade_salad import players
from grenade_salad.app.match import start_match
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.fallback_board import FallbackBoard
from grenade_salad.app.seating import player_names
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import Chance, Illegal, NoTurns, Undo, View, registry, to_json
from grenade_salad.journal.journal import open_journal
from grenade_salad.lab import arena, fuzz, match_facts
from grenade_salad.lab.check_game import CHECKS, Broken, check_game
from grenade_salad.lab.env import env
from grenade_salad.lab.playout import run_playout
from grenade_salad.lab.turnless import LINES
from grenade_salad.match.match import NOBODY, Controller, Header, Match, read_controllers
from grenade_salad.match.record import read_record, replay, write_record
from grenade_salad.match.seek import MatchSeeker
from grenade_salad.match.undo import LuckStands, NothingErased, follow_undos, undo_action
from grenade_salad.session.machine_players import MachinePlayers
from grenade_salad.session.phases import FreePlay, NothingToTakeBack, Over, ResolvingChance
from grenade_salad.session.session import Session
from grenade_salad.session.worker_process import ImmediateExecutor
from tests.app.conftest import click, press_keys, run_until
from tests.plugins.conftest import clear_caches
from tests.plugins.guests import HERE, write_metadata
from tests.session.sessions import DeferredExecutor
from tests.web.conftest import door as door
from tests.web.conftest import hosting as hosting
from tests.web.conftest import network as network
from tests.web.phones import Network
from tools.tables import get_board, get_top_scene

NAMES = ("Ann", "Bo", "Cy")
PERSON, PHONE = Controller(), Controller("phone")


@pytest.fixture(autouse=True)
def bowl(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The rules of the game, installed."""
    shutil.copytree(HERE / "turnless_games", site / "turnless_games")
    write_metadata(site, "turnless-games", "[grenade_salad.games]\nbowl = turnless_games:BOWL\n")
    monkeypatch.syspath_prepend(site)
    clear_caches()
    registry.load("bowl")
    from turnless_games import bowl  # type: ignore[import-not-found]

    yield bowl
    monkeypatch.undo()
    clear_caches()


def header(bowl: Any, meta: Any = None) -> Header:
    return Header("bowl", NAMES, bowl.BowlOptions(), 5, None, meta or {})


def begin_session(match: Match, *seats: Controller, worker: Any = None) -> Session:
    session = Session(match, seats, MachinePlayers(match.header, worker or ImmediateExecutor(), ImmediateExecutor()))
    session.advance(0)
    while isinstance(session.phase, ResolvingChance) and worker is None:
        session.advance(0)
    return session


def read_facts(view: View) -> dict[str, Any]:
    """Return a view as JSON.

    Its class is importable only while the plugin is installed.
    """
    facts = to_json(view)
    assert isinstance(facts, dict)
    return facts


def count_beans(match: Match) -> int:
    beans: int = read_facts(match.state.view(None))["beans"]
    return beans


def test_turnless_game_keeps_the_contract(bowl: Any) -> None:
    check_game("bowl", seeds=range(2), steps=24)


@pytest.mark.parametrize(
    ("part", "wrong", "why"),
    [
        ("active_seats", lambda old: lambda self: old(self)[:1], "all seats may act"),
        (
            "legal_actions",
            lambda old: lambda self, seat: [action for action in old(self, seat) if action.do != "undo"],
            "an undo is a line",
        ),
        (
            "legal_actions",
            lambda old: lambda self, seat: [action for action in old(self, seat) if not action.ends_match],
            "word must end it",
        ),
        ("ranking", lambda old: lambda self: ((0, 1, 2),), "empty until the game is over"),
    ],
)
def test_broken_contract_is_noticed(
    part: str, wrong: Callable[..., Any], why: str, bowl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bowl.BowlState, part, wrong(getattr(bowl.BowlState, part)))
    with pytest.raises(Broken, match=why):
        check_game("bowl", seeds=[0], steps=10, checks=[check for check in CHECKS if check.__name__ == "somebody_acts"])


def test_random_match_has_its_lines_before_it_is_ended(bowl: Any) -> None:
    results = [run_playout("bowl", ["random"] * 3, seed) for seed in range(4)]
    assert all(result.decisions == LINES + 1 and result.ended == "cleared" for result in results)
    seats = {line["seat"] for line in results[0].lines if "seat" in line}
    assert seats == {0, 1, 2}
    assert len({result.ranking for result in results}) > 1


def test_tools_that_need_turns_refuse_a_turnless_game() -> None:
    refused: list[Callable[[], object]] = [
        lambda: arena.play_round("bowl", ["random"] * 2, 1),
        lambda: match_facts.collect_facts("bowl", ["random"] * 2, registry.load("bowl").options(), 1),
        lambda: fuzz.check_conduct("bowl", 1),
        lambda: env("bowl", 2),
    ]
    for play in refused:
        with pytest.raises(Illegal, match="The Bowl has no turns, so machines can't play it") as caught:
            play()
        assert caught.value.reason == NoTurns("The Bowl")
    assert not any(registry.load(name).is_turnless for name in ("wheel", "live-grenade", "grenade-salad"))


def test_openspiel_refuses_a_turnless_game() -> None:
    spiel = pytest.importorskip("grenade_salad.lab.openspiel")
    with pytest.raises(Illegal, match="no turns"):
        spiel.register("bowl")


# The session.


def test_every_seat_acts_at_any_time_even_during_animations(bowl: Any) -> None:
    session = begin_session(Match(header(bowl)), PERSON, PHONE, NOBODY)
    assert session.phase == FreePlay()
    for seat in (1, 0, 0, 2, 1):
        assert session.act(bowl.Put(seat, 1)) is None
        assert session.accepts_actions
    assert (session.pending_count, count_beans(session.match)) == (6, 5)
    assert not session.is_settled, "it is still shown"
    assert session.act(bowl.Put(0, 9)) == bowl.CannotBe("put")
    session.advance(100.0)
    assert session.phase == FreePlay()
    assert len(session.match.entries) == 6, "time alone does nothing"
    assert session.act(bowl.Clear(1, ())) is None
    session.advance(0)
    assert not isinstance(session.phase, Over), "the end comes when all of it was shown"
    while session.next_step() is not None:
        session.mark_shown()
    session.advance(0)
    assert session.phase == Over()
    assert session.match.state.ranking() == ()


def test_actions_wait_for_pending_chance_and_for_a_push(bowl: Any) -> None:
    worker = DeferredExecutor()
    session = begin_session(Match(header(bowl)), PERSON, PERSON, PERSON, worker=worker)
    assert session.act(bowl.Put(0, 3)) is None, "the notes are not written yet"
    assert count_beans(session.match) == 0
    worker.jobs.pop()()
    session.advance(0)
    session.advance(0)
    assert count_beans(session.match) == 3
    session.pushing_seat = 1
    assert session.act(bowl.Put(2, 1)) is None
    assert session.act(Undo(0, 2)) is None
    assert session.act(bowl.Toss(1)) is None, "who pushes does not wait"
    session.pushing_seat = None
    session.advance(0)
    assert isinstance(session.phase, ResolvingChance)
    assert count_beans(session.match) == 3
    worker.jobs.pop()()
    session.advance(0)
    session.advance(0)
    toss_result = session.match.entries[3]
    assert isinstance(toss_result, Chance)
    assert [entry.to_line().get("do") for entry in session.match.entries[4:]] == ["put", "undo"]
    assert count_beans(session.match) == 3
    session.pushing_seat = 1
    assert session.act(Undo(0, 99)) is None
    session.pushing_seat = None
    session.advance(0)
    assert list(session.refused) == [(Undo(0, 99), bowl.CannotBe("undo"))]


def test_turnless_table_has_no_machines_and_table_with_turns_no_empty_seat(bowl: Any) -> None:
    session = begin_session(Match(header(bowl)), PERSON, Controller("bot"), NOBODY)
    assert session.controllers == (PERSON, NOBODY, NOBODY)
    assert session.viewer == 0
    words = {"controllers": ["nobody", "bot hard", "robot"]}
    assert read_controllers(header(bowl, words)) == (NOBODY, Controller("bot", "hard"), PERSON)
    wheel = Match(Header("wheel", NAMES, registry.load("wheel").options(), 5))
    assert begin_session(wheel, PERSON, NOBODY, Controller("bot", "random")).controllers[1] == PERSON
    assert player_names.list_controllers(PERSON, "bowl", 3) == (PERSON, NOBODY)
    assert player_names.available_controller(Controller("bot"), "bowl") == NOBODY
    assert players.levels("bowl") == ("random",)


# Undo and records.


def test_undo_is_an_entry_and_nothing_leaves_the_record(bowl: Any, tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        session = begin_session(journal.begin(header(bowl)), PERSON, PERSON, NOBODY)
        for action in (bowl.Put(0, 4), bowl.Toss(1), bowl.Look(0), bowl.Put(1, 2)):
            session.act(action)
            session.advance(0)
        full_count = count_beans(session.match)
        assert session.undo() == NothingToTakeBack(), "there is no somebody"
        undone = []
        for _ in range(4):
            assert session.undo(2) is None
            undone.append((session.match.entries[-1].to_line()["to"], count_beans(session.match)))
        assert undone == [(5, full_count - 2), (4, full_count - 2), (2, 4), (1, 0)], "a toss goes with what fell"
        assert session.undo(0) == LuckStands("notes", Chance.label), "the start is the start"
        assert session.act(Undo(1, 6)) is None, "an undo is undone by a line, too"
        assert count_beans(session.match) == full_count
        assert read_facts(session.match.state.view(0))["looked"] == [0]
        match: Any = session.match
        assert match.count_undoable() == NothingErased()
        with pytest.raises(Illegal, match="no line of this match is ever erased"):
            match.undo_lines()
        assert len(match.entries) == 11
        session.act(bowl.Clear(0, (1,)))
        assert session.undo(0) is not None
        while session.next_step() is not None:
            session.mark_shown()
        session.advance(0)
        assert session.phase == Over()
        assert journal.match(1).ranking == ((1,), (0, 2))
        session.close()
        record = journal.record(1)
        assert replay(record).match.state == match.state
        jumps = MatchSeeker(record.header, record.entries)
        assert [jumps.match_at(line).state for line in (5, 12)] == [
            replay(record, line).match.state for line in (5, 12)
        ]


def test_match_may_end_without_a_winner(bowl: Any, tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        match = journal.begin(header(bowl))
        match.resolve_chance()
        match.act(bowl.Clear(2, ()))
        match.finish()
        match.close()
        summary = journal.match(1)
        assert (summary.finished, summary.ranking) == (True, ())


def test_undos_are_followed_to_the_effective_line(bowl: Any) -> None:
    lines = [bowl.Put(0, 1), bowl.Put(0, 1), Undo(1, 1), bowl.Put(2, 1), Undo(0, 1), Undo(0, 0)]
    assert [follow_undos(lines, line) for line in range(7)] == [0, 1, 2, 1, 4, 1, 0]
    assert [undo_action(lines[:line], 2) for line in (2, 3, 4)] == [Undo(2, 1), Undo(2, 0), Undo(2, 1)]


def test_record_of_a_turnless_match_reads_back(bowl: Any) -> None:
    match = Match(header(bowl))
    match.resolve_chance()
    for action in (bowl.Put(0, 4), bowl.Toss(1), Undo(2, 1), bowl.Clear(0, ())):
        match.act(action)
    stream = BytesIO()
    write_record(stream, match.header, match.entries)
    stream.seek(0)
    assert replay(read_record(stream)).match.state == match.state


# The window and phones.


def test_any_seat_plays_in_the_window_with_the_mouse(app: App, bowl: Any) -> None:
    app.push(HomeScene(app))
    start_match.begin(app, header(bowl), (PERSON, PERSON, NOBODY))
    scene = get_board(app.scene, FallbackBoard)
    table = scene.table
    run_until(app, lambda: table.controller.actor is not None)
    assert table.controller.actor == 0
    words = [button.words for button in scene.choices.buttons]
    click(app, scene.choices.buttons[words.index("Toss")].on_screen().center)
    run_until(app, lambda: len(table.controller.match.entries) == 3 and table.controller.is_idle)
    click(app, table.panels[1].rect.center)
    assert table.controller.actor == 1
    press_keys(app, app.settings.seat_key_code(0) or 0)
    assert table.controller.actor == 0, "their key does it, too"
    press_keys(app, app.settings.seat_key_code(1) or 0)
    assert table.controller.actor == 1
    assert table.controller.act(bowl.Put(1, 5))
    table.undo()
    assert [entry.to_line().get("seat") for entry in table.controller.match.entries] == [None, 0, None, 1, 1]
    table.controller.act(bowl.Clear(1, ()))
    run_until(app, lambda: isinstance(app.scene, EndScene))
    assert get_top_scene(app, EndScene).title == "Nobody said who won"


def test_phones_act_at_the_same_time_even_with_an_older_sheet(app: App, network: Network, bowl: Any) -> None:
    start_match.begin(app, header(bowl), (PERSON, PERSON, NOBODY))
    scene: Any = app.scene
    ann, bo = network.seat_phone(0), network.seat_phone(1)
    network.until(lambda: bool(ann.sheet.get("choices")) and bool(bo.sheet.get("choices")))
    assert ann.sheet["status"] == "Anybody may play, at any time."
    network.until(lambda: [seat["who"] for seat in ann.sheet["seats"]] == ["phone", "phone", "nobody"])
    old = bo.sheet["moment"]
    ann.act({"seat": 0, "do": "put", "count": 2})
    network.until(lambda: len(scene.controller.match.entries) == 2)
    bo.act({"seat": 1, "do": "put", "count": 3}, moment=old)
    network.until(lambda: len(scene.controller.match.entries) == 3)
    assert count_beans(scene.controller.match) == 5
    network.until(lambda: "Beans: 5" in bo.sheet["public"])
    bo.act({"seat": 1, "do": "put", "count": 99})
    network.until(lambda: any("cannot be" in text for text in bo.raw))
    assert len(scene.controller.match.entries) == 3
