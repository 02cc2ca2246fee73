"""An evening by phone: faces, hints, rules, and the first phone as the host of a table at the window."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.app.match.controller import MatchScene
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.window.application import App
from grenade_salad.artwork import avatars
from grenade_salad.core import State, registry
from grenade_salad.match import lines
from grenade_salad.match.match import Controller
from grenade_salad.session.machine_players import Answer, Machines
from grenade_salad.session.player_worker import Hint
from grenade_salad.web.host import Hosting
from tests.app.conftest import AtOnce
from tests.web import playing
from tests.web.phones import Network, Phone
from tests.web.playing import Player
from tests.web.test_windows import begin, line_of
from tools.tables import set_up


def test_a_face_that_was_chosen_is_everywhere_and_kept_for_the_next_evening(
    app: App, hosting: Hosting, network: Network
) -> None:
    hosting.asks = False
    scene = set_up(app, "live-grenade")
    zoe, onlooker = network.phone(), network.phone()
    zoe.say(say="claim", seat=1, code=hosting.server.lobby.code, name="Zoe", face=17)
    network.until(lambda: zoe.seat == 1 and zoe.sheet["seats"][1]["face"] == 17)
    network.until(lambda: onlooker.sheet["seats"][1]["face"] == 17)
    assert app.settings.look("Zoe").face == 17
    scene.give_seat(2, Controller("bot"))
    network.until(lambda: zoe.sheet["seats"][2]["face"] is None)
    assert zoe.sheet["seats"][0]["face"] == app.settings.look(scene.names[0]).face
    stranger = network.phone()
    stranger.say(say="claim", seat=0, face=avatars.FACES)
    network.until(lambda: stranger.closed == 4000)


def test_somebody_who_takes_over_a_seat_does_not_change_its_persons_face(app: App, network: Network) -> None:
    begin(app)
    before = app.settings.look("Bo").face
    phone = network.phone()
    phone.say(say="claim", seat=1, name="Eve", face=(before + 1) % avatars.FACES)
    network.until(lambda: bool(network.hosting.wishes))
    network.hosting.admit(next(iter(network.hosting.wishes.values())))
    network.until(lambda: phone.seat == 1)
    assert app.settings.look("Bo").face == before
    assert "Eve" not in app.settings.people


@pytest.mark.parametrize("name", games.with_turns())
def test_a_hint_is_told_to_who_asks_alone_and_hangs_on_what_it_may_know(
    app: App, network: Network, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.settings.hint_level = "normal"
    asked: list[tuple[State, int]] = []
    hint = Machines.hint

    def noting(machines: Machines, state: State, seat: int, level: str) -> Answer[Hint]:
        asked.append((state.copy(), seat))
        return hint(machines, state, seat, level)

    monkeypatch.setattr(Machines, "hint", noting)
    scene = playing.begin(app, name, "sss")
    phones = [network.seated(seat) for seat in range(3)]
    network.until(lambda: any(phone.sheet.get("hints") for phone in phones))
    asker = next(phone for phone in phones if phone.sheet["hints"])
    others = [phone for phone in phones if phone is not asker]
    asker.say(say="hint", moment=asker.sheet["moment"])
    network.until(lambda: bool(asker.got("hint")))
    said = asker.got("hint")[0]
    assert said.keys() == {"kind", "moment", "line", "why", "chance"}
    action = lines.entry(registry.load(name), lines.decode(json.dumps(said["line"]).encode()))
    assert scene.match.state.why_not(action) is None  # type: ignore[arg-type]
    assert not [entry for entry in scene.match.entries if "do" in entry.to_line()], "it is not done"
    others[0].say(say="hint", moment=others[0].sheet["moment"])
    network.heard(others[0])
    if name != "grenade-salad":  # Its first decision is one of the table together.
        assert not any(other.got("hint") for other in others)
    state, seat = asked[0]
    again = Machines(scene.match.header, AtOnce(), AtOnce())
    again.seat([Controller()] * 3, scene.session.happened)
    for number in range(5):
        told = hint(again, state.resample(seat, Random(number)), seat, "normal").result()
        assert json.loads(json.dumps(told.action.to_line())) == said["line"]


def test_without_hints_there_are_none_on_phones(app: App, network: Network) -> None:
    scene = begin(app)
    scene.match.header = replace(scene.match.header, meta={**scene.match.header.meta, "hints": False})
    ann = network.seated(0)
    network.until(lambda: bool(ann.sheet.get("choices")))
    assert ann.sheet["hints"] is False
    ann.say(say="hint", moment=ann.sheet["moment"])
    network.heard(ann)
    assert not ann.got("hint")


def test_the_rules_are_read_by_game_and_language(app: App, network: Network) -> None:
    begin(app)
    ann = network.seated(0)
    assert ann.sheet["rules"] == "live-grenade"

    async def read(path: str, language: str) -> tuple[int, str]:
        url = f"http://127.0.0.1:{network.port}{path}"
        async with network.session.get(url, headers={"Accept-Language": language}) as answer:
            return answer.status, await answer.text()

    for name in games.with_turns():
        status, words = network.run(read(f"/rules/{name}", "en"))
        german = network.run(read(f"/rules/{name}", "de"))[1]
        assert status == 200
        assert words.count("<summary>") == german.count("<summary>") > 2
        for text in (words, german):
            ids = re.findall(r' id="([A-Z]{2}-\d{2})"', text)
            assert len(ids) == len(set(ids)) > 15, "each rule can be opened at"
        assert "house rule" in words.lower()
        assert "hausregel" in german.lower()
        assert "<script" not in words
    for path in ("/rules/", "/rules/whist", "/rules/../../pyproject.toml", "/rules/wheel/"):
        assert network.run(read(path, "en"))[0] == 404


def first_phone(hosting: Hosting, network: Network) -> Phone:
    """Ann's, which is the host as well."""
    hosting.chairs = True
    ann = network.seated(0)
    network.until(lambda: bool(ann.sheet["chair"]))
    return ann


def test_the_first_phone_stops_a_match_at_the_window_and_lets_it_go_on(
    app: App, hosting: Hosting, network: Network
) -> None:
    scene = begin(app)
    ann = first_phone(hosting, network)
    bo = network.seated(1)
    network.until(lambda: "pause" in ann.sheet["chair"]["orders"])
    bo.say(say="chair", do="pause")
    network.until(lambda: bool(bo.got("no")))
    assert app.scene is scene
    ann.say(say="chair", do="pause")
    network.until(lambda: ann.sheet["halted"] and bo.sheet["halted"])
    assert not ann.sheet["choices"]
    assert ann.sheet["chair"]["orders"] == ["go on", "screen"]
    ann.say(say="chair", do="go on")
    network.until(lambda: bool(ann.sheet["choices"]) and not bo.sheet["halted"])
    assert app.scene is scene


def test_the_first_phone_hands_a_seat_to_a_machine_and_back(app: App, hosting: Hosting, network: Network) -> None:
    scene = begin(app)
    ann = first_phone(hosting, network)
    bo = network.seated(1)
    ann.say(say="chair", do="machine", seat=1)
    network.until(lambda: bo.seat is None and scene.controllers[1].kind == "bot")
    ann.say(say="chair", do="screen", seat=1)
    network.until(lambda: scene.controllers[1] == Controller())


@pytest.mark.slow
def test_the_first_phone_begins_the_next_match_when_this_one_is_counted(
    app: App, hosting: Hosting, network: Network
) -> None:
    scene = playing.begin(app, "live-grenade", "ss")
    ann = first_phone(hosting, network)
    players = {0: Player(ann, Random(1))}
    playing.play(network, players, scene)
    app.settings.speed = "fast"  # at "off" it is counted at once
    network.until(lambda: isinstance(app.scene, EndScene), dt=1 / 60)
    assert ann.sheet["menu"] is False, "it is over, and nothing to wait for"
    ann.say(say="chair", do="begin")
    ann.say(say="chair", do="machine", seat=1)
    network.until(lambda: scene.controllers[1].kind == "bot")
    assert isinstance(app.scene, EndScene), "it is counted first"
    network.until(lambda: ann.sheet["chair"] is not None and "begin" in ann.sheet["chair"]["orders"], dt=0.2)
    ann.say(say="chair", do="begin")
    network.until(lambda: isinstance(app.scene, MatchScene) and app.scene is not scene)
    network.until(lambda: ann.seat is not None and not ann.sheet["over"] and bool(ann.sheet["hand"]), dt=1 / 60)


def test_a_decision_from_a_phone_still_counts_after_the_pause(app: App, hosting: Hosting, network: Network) -> None:
    scene = begin(app)
    ann = first_phone(hosting, network)
    network.until(lambda: bool(ann.sheet.get("choices")))
    ann.say(say="chair", do="pause")
    network.until(lambda: ann.sheet["halted"])
    ann.say(say="chair", do="go on")
    network.until(lambda: bool(ann.sheet["choices"]))
    ann.act(line_of(ann, "draw"))
    network.until(lambda: bool(scene.match.entries))
