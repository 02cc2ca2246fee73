"""A table without turns, played by all that plays games: nothing asks for its name, only for what it declares."""

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
from grenade_salad.app.match.fallback_board import PlainScene
from grenade_salad.app.seating import player_names
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import Chance, Illegal, NoTurns, Undo, registry, to_json
from grenade_salad.journal.journal import open_journal
from grenade_salad.lab import arena, fuzz, match_facts
from grenade_salad.lab.check_game import CHECKS, Broken, check_game
from grenade_salad.lab.env import env
from grenade_salad.lab.playout import playout
from grenade_salad.lab.turnless import LINES
from grenade_salad.match.match import NOBODY, Controller, Header, Match, controllers
from grenade_salad.match.record import read_record, replay, write_record
from grenade_salad.match.seek import Jumps
from grenade_salad.match.undo import LuckStands, NothingErased, stands_at, taking_back
from grenade_salad.session.machine_players import Machines
from grenade_salad.session.phases import Anybody, NothingToTakeBack, Over, Settling
from grenade_salad.session.session import Session
from grenade_salad.session.worker_process import AtOnce
from tests.app.conftest import click, key, until
from tests.plugins.conftest import forget
from tests.plugins.guests import HERE, describe
from tests.session.test_session import Later
from tests.web.conftest import hosting as hosting
from tests.web.conftest import network as network
from tests.web.phones import Network
from tools.tables import scene_on

NAMES = ("Ann", "Bo", "Cy")
PERSON, PHONE = Controller(), Controller("phone")


@pytest.fixture(autouse=True)
def bowl(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The rules of the game, installed."""
    shutil.copytree(HERE / "turnless_games", site / "turnless_games")
    describe(site, "turnless-games", "[grenade_salad.games]\nbowl = turnless_games:BOWL\n")
    monkeypatch.syspath_prepend(site)
    forget()
    registry.load("bowl")
    from turnless_games import bowl  # type: ignore[import-not-found]

    yield bowl
    monkeypatch.undo()
    forget()


def header(bowl: Any, meta: Any = None) -> Header:
    return Header("bowl", NAMES, bowl.BowlOptions(), 5, None, meta or {})


def at_table(match: Match, *seats: Controller, worker: Any = None) -> Session:
    session = Session(match, seats, Machines(match.header, worker or AtOnce(), AtOnce()))
    session.advance(0)
    while isinstance(session.phase, Settling) and worker is None:
        session.advance(0)
    return session


def beans(session: Session) -> int:
    return int(to_json(session.match.state.view(None))["beans"])  # type: ignore[index, call-overload, arg-type]


def test_it_keeps_the_contract(bowl: Any) -> None:
    check_game("bowl", seeds=range(2), steps=24)


@pytest.mark.parametrize(
    ("part", "wrong", "why"),
    [
        ("active_seats", lambda old: lambda self: old(self)[:1], "all seats may act"),
        (
            "legal_actions",
            lambda old: lambda self, seat: [one for one in old(self, seat) if one.do != "undo"],
            "an undo is a line",
        ),
        (
            "legal_actions",
            lambda old: lambda self, seat: [one for one in old(self, seat) if not one.ends_match],
            "word must end it",
        ),
        ("ranking", lambda old: lambda self: ((0, 1, 2),), "empty until the game is over"),
    ],
)
def test_what_breaks_the_contract_is_noticed(
    part: str, wrong: Callable[..., Any], why: str, bowl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bowl.BowlState, part, wrong(getattr(bowl.BowlState, part)))
    with pytest.raises(Broken, match=why):
        check_game("bowl", seeds=[0], steps=10, checks=[one for one in CHECKS if one.__name__ == "somebody_acts"])


def test_a_random_match_has_its_lines_before_somebody_ends_it(bowl: Any) -> None:
    ends = [playout("bowl", ["random"] * 3, seed) for seed in range(4)]
    assert all(one.decisions == LINES + 1 and one.ended == "cleared" for one in ends)
    seats = {line["seat"] for line in ends[0].lines if "seat" in line}
    assert seats == {0, 1, 2}
    assert len({one.ranking for one in ends}) > 1


def test_what_needs_turns_refuses_it_by_what_it_declares() -> None:
    refused: list[Callable[[], object]] = [
        lambda: arena.play_round("bowl", ["random"] * 2, 1),
        lambda: match_facts.facts_of("bowl", ["random"] * 2, registry.load("bowl").options(), 1),
        lambda: fuzz.conduct("bowl", 1),
        lambda: env("bowl", 2),
    ]
    for play in refused:
        with pytest.raises(Illegal, match="The Bowl has no turns, so machines can't play it") as caught:
            play()
        assert caught.value.reason == NoTurns("The Bowl")
    assert not any(registry.load(name).is_turnless for name in ("wheel", "live-grenade", "grenade-salad"))


def test_openspiel_refuses_it() -> None:
    spiel = pytest.importorskip("grenade_salad.lab.openspiel")
    with pytest.raises(Illegal, match="no turns"):
        spiel.register("bowl")


# the session


def test_anybody_acts_at_any_time_whatever_is_still_shown(bowl: Any) -> None:
    session = at_table(Match(header(bowl)), PERSON, PHONE, NOBODY)
    assert session.phase == Anybody()
    for seat in (1, 0, 0, 2, 1):
        assert session.act(bowl.Put(seat, 1)) is None
        assert session.listens
    assert (session.pending, beans(session)) == (6, 5)
    assert not session.rests, "it is still shown"
    assert session.act(bowl.Put(0, 9)) == bowl.CannotBe("put")
    session.advance(100.0)
    assert session.phase == Anybody()
    assert len(session.match.entries) == 6, "time alone does nothing"
    assert session.act(bowl.Clear(1, ())) is None
    session.advance(0)
    assert not isinstance(session.phase, Over), "the end comes when all of it was shown"
    while session.take() is not None:
        session.shown()
    session.advance(0)
    assert session.phase == Over()
    assert session.match.state.ranking() == ()


def test_what_comes_while_luck_is_worked_out_or_somebody_pushes_waits_for_it(bowl: Any) -> None:
    worker = Later()
    session = at_table(Match(header(bowl)), PERSON, PERSON, PERSON, worker=worker)
    assert session.act(bowl.Put(0, 3)) is None, "the notes are not written yet"
    assert beans(session) == 0
    worker.works.pop()()
    session.advance(0)
    session.advance(0)
    assert beans(session) == 3
    session.pushing = 1
    assert session.act(bowl.Put(2, 1)) is None
    assert session.act(Undo(0, 2)) is None
    assert session.act(bowl.Toss(1)) is None, "who pushes does not wait"
    session.pushing = None
    session.advance(0)
    assert isinstance(session.phase, Settling)
    assert beans(session) == 3
    worker.works.pop()()
    session.advance(0)
    session.advance(0)
    fell = session.match.entries[3]
    assert isinstance(fell, Chance)
    assert [one.to_line().get("do") for one in session.match.entries[4:]] == ["put", "undo"]
    assert beans(session) == 3
    session.pushing = 1
    assert session.act(Undo(0, 99)) is None
    session.pushing = None
    session.advance(0)
    assert list(session.refused) == [(Undo(0, 99), bowl.CannotBe("undo"))]


def test_machines_do_not_sit_there_and_no_seat_is_empty_where_there_are_turns(bowl: Any) -> None:
    session = at_table(Match(header(bowl)), PERSON, Controller("bot"), NOBODY)
    assert session.controllers == (PERSON, NOBODY, NOBODY)
    assert session.viewer == 0
    words = {"controllers": ["nobody", "bot hard", "robot"]}
    assert controllers(header(bowl, words)) == (NOBODY, Controller("bot", "hard"), PERSON)
    wheel = Match(Header("wheel", NAMES, registry.load("wheel").options(), 5))
    assert at_table(wheel, PERSON, NOBODY, Controller("bot", "random")).controllers[1] == PERSON
    assert player_names.choices(PERSON, "bowl", 3) == (PERSON, NOBODY)
    assert player_names.seated(Controller("bot"), "bowl") == NOBODY
    assert players.levels("bowl") == ("random",)


# undo, records


def test_undo_is_a_line_and_nothing_leaves_the_record(bowl: Any, tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        session = at_table(journal.begin(header(bowl)), PERSON, PERSON, NOBODY)
        for action in (bowl.Put(0, 4), bowl.Toss(1), bowl.Look(0), bowl.Put(1, 2)):
            session.act(action)
            session.advance(0)
        after = beans(session)
        assert session.undo() == NothingToTakeBack(), "there is no somebody"
        found = []
        for _ in range(4):
            assert session.undo(2) is None
            found.append((session.match.entries[-1].to_line()["to"], beans(session)))
        assert found == [(5, after - 2), (4, after - 2), (2, 4), (1, 0)], "a toss goes with what fell"
        assert session.undo(0) == LuckStands("notes", Chance.label), "the start is the start"
        assert session.act(Undo(1, 6)) is None, "an undo is undone by a line, too"
        assert beans(session) == after
        assert to_json(session.match.state.view(0))["looked"] == [0]  # type: ignore[index, call-overload]
        match: Any = session.match
        assert match.may_take_back() == NothingErased()
        with pytest.raises(Illegal, match="no line of this match is ever erased"):
            match.take_back()
        assert len(match.entries) == 11
        session.act(bowl.Clear(0, (1,)))
        assert session.undo(0) is not None
        while session.take() is not None:
            session.shown()
        session.advance(0)
        assert session.phase == Over()
        assert journal.match(1).ranking == ((1,), (0, 2))
        session.close()
        record = journal.record(1)
        assert replay(record).match.state == match.state
        jumps = Jumps(record.header, record.entries)
        assert [jumps.at(line).state for line in (5, 12)] == [replay(record, line).match.state for line in (5, 12)]


def test_nobody_need_have_won(bowl: Any, tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        match = journal.begin(header(bowl))
        match.settle()
        match.act(bowl.Clear(2, ()))
        match.finish()
        match.close()
        found = journal.match(1)
        assert (found.finished, found.ranking) == (True, ())


def test_undos_are_followed_to_the_line_that_stands(bowl: Any) -> None:
    lines = [bowl.Put(0, 1), bowl.Put(0, 1), Undo(1, 1), bowl.Put(2, 1), Undo(0, 1), Undo(0, 0)]
    assert [stands_at(lines, line) for line in range(7)] == [0, 1, 2, 1, 4, 1, 0]
    assert [taking_back(lines[:line], 2) for line in (2, 3, 4)] == [Undo(2, 1), Undo(2, 0), Undo(2, 1)]


def test_its_record_reads_back(bowl: Any) -> None:
    match = Match(header(bowl))
    match.settle()
    for action in (bowl.Put(0, 4), bowl.Toss(1), Undo(2, 1), bowl.Clear(0, ())):
        match.act(action)
    stream = BytesIO()
    write_record(stream, match.header, match.entries)
    stream.seek(0)
    assert replay(read_record(stream)).match.state == match.state


# the window, phones


def test_it_is_played_in_the_window_by_whoever_has_the_mouse(app: App, bowl: Any) -> None:
    app.push(HomeScene(app))
    start_match.begin(app, header(bowl), (PERSON, PERSON, NOBODY))
    scene = scene_on(app.scene, PlainScene)
    table = scene.table
    until(app, lambda: table.actor is not None)
    assert table.actor == 0
    words = [button.words for button in scene.choices.buttons]
    click(app, scene.choices.buttons[words.index("Toss")].on_screen().center)
    until(app, lambda: len(table.match.entries) == 3 and table.idle)
    click(app, table.panels[1].rect.center)
    assert table.actor == 1
    key(app, app.settings.seat_key(0) or 0)
    assert table.actor == 0, "their key does it, too"
    key(app, app.settings.seat_key(1) or 0)
    assert table.actor == 1
    assert table.act(bowl.Put(1, 5))
    table.undo()
    assert [entry.to_line().get("seat") for entry in table.match.entries] == [None, 0, None, 1, 1]
    table.act(bowl.Clear(1, ()))
    until(app, lambda: isinstance(app.scene, EndScene))
    assert app.scene.title == "Nobody said who won"  # type: ignore[attr-defined]


def test_phones_play_at_the_same_time_though_others_have_played_since(app: App, network: Network, bowl: Any) -> None:
    start_match.begin(app, header(bowl), (PERSON, PERSON, NOBODY))
    scene: Any = app.scene
    ann, bo = network.seated(0), network.seated(1)
    network.until(lambda: bool(ann.sheet.get("choices")) and bool(bo.sheet.get("choices")))
    assert ann.sheet["status"] == "Anybody may play, at any time."
    network.until(lambda: [one["who"] for one in ann.sheet["seats"]] == ["phone", "phone", "nobody"])
    old = bo.sheet["moment"]
    ann.act({"seat": 0, "do": "put", "count": 2})
    network.until(lambda: len(scene.match.entries) == 2)
    bo.act({"seat": 1, "do": "put", "count": 3}, moment=old)
    network.until(lambda: len(scene.match.entries) == 3)
    assert int(to_json(scene.match.state.view(None))["beans"]) == 5  # type: ignore[index, call-overload, arg-type]
    network.until(lambda: "Beans: 5" in bo.sheet["public"])
    bo.act({"seat": 1, "do": "put", "count": 99})
    network.until(lambda: any("cannot be" in text for text in bo.raw))
    assert len(scene.match.entries) == 3
