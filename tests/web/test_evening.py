"""Phones during an evening: faces, hints, rules, and the first phone as the host."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window.application import App
from grenade_salad.artwork import avatars
from grenade_salad.core import State, registry
from grenade_salad.match import lines
from grenade_salad.match.match import Controller
from grenade_salad.session.machine_players import MachinePlayers, Query
from grenade_salad.session.player_worker import Hint
from grenade_salad.web.host import PhoneHost
from tests.app.conftest import ImmediateExecutor
from tests.web import playing
from tests.web.phones import Network, Phone
from tests.web.playing import Player
from tests.web.reaction_windows import begin, find_choice
from tools.tables import open_setup


def test_chosen_face_is_shown_everywhere_and_saved_for_next_evening(
    app: App, hosting: PhoneHost, network: Network
) -> None:
    hosting.needs_admission = False
    scene = open_setup(app, "live-grenade")
    zoe, onlooker = network.phone(), network.phone()
    zoe.say(say="claim", seat=1, code=hosting.server.connections.code, name="Zoe", face=17)
    network.until(lambda: zoe.seat == 1 and zoe.sheet["seats"][1]["face"] == 17)
    network.until(lambda: onlooker.sheet["seats"][1]["face"] == 17)
    assert app.settings.find_look("Zoe").face == 17
    scene.give_seat(2, Controller("bot"))
    network.until(lambda: zoe.sheet["seats"][2]["face"] is None)
    assert zoe.sheet["seats"][0]["face"] == app.settings.find_look(scene.names[0]).face
    stranger = network.phone()
    stranger.say(say="claim", seat=0, face=avatars.AVATAR_COUNT)
    network.until(lambda: stranger.closed == 4000)


def test_taking_over_a_seat_keeps_the_face_of_its_person(app: App, network: Network) -> None:
    begin(app)
    saved_face = app.settings.find_look("Bo").face
    phone = network.phone()
    phone.say(say="claim", seat=1, name="Eve", face=(saved_face + 1) % avatars.AVATAR_COUNT)
    network.until(lambda: bool(network.hosting.requests))
    network.hosting.admit(next(iter(network.hosting.requests.values())))
    network.until(lambda: phone.seat == 1)
    assert app.settings.find_look("Bo").face == saved_face
    assert "Eve" not in app.settings.people


def ask_until_answered(network: Network, phone: Phone) -> None:
    """Ask for a hint, and again whenever the table had moved on before.

    The last phone that takes a seat is such a move, and its sheet comes before those of the others.
    """
    asked: list[int] = []

    def has_hint() -> bool:
        if phone.sheet["moment"] not in asked:
            asked.append(phone.sheet["moment"])
            phone.say(say="hint", moment=phone.sheet["moment"])
        return bool(phone.got("hint"))

    network.until(has_hint)


@pytest.mark.parametrize("name", games.with_turns())
def test_hint_reaches_only_its_asker_and_depends_only_on_their_view(
    app: App, network: Network, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.settings.hint_level = "normal"
    requests: list[tuple[State, int]] = []
    hint = MachinePlayers.request_hint

    def note_request(machines: MachinePlayers, state: State, seat: int, level: str) -> Query[Hint]:
        requests.append((state.copy(), seat))
        return hint(machines, state, seat, level)

    monkeypatch.setattr(MachinePlayers, "request_hint", note_request)
    scene = playing.begin(app, name, "sss")
    phones = [network.seat_phone(seat) for seat in range(3)]
    network.until(lambda: any(phone.sheet.get("hints") for phone in phones))
    asker = next(phone for phone in phones if phone.sheet["hints"])
    other_phones = [phone for phone in phones if phone is not asker]
    ask_until_answered(network, asker)
    message = asker.got("hint")[0]
    assert message.keys() == {"kind", "moment", "line", "why", "chance"}
    action = lines.parse_entry(registry.load(name), lines.decode(json.dumps(message["line"]).encode()))
    assert scene.controller.match.state.why_not(action) is None  # type: ignore[arg-type]
    assert not [entry for entry in scene.controller.match.entries if "do" in entry.to_line()], "it is not done"
    other_phones[0].say(say="hint", moment=other_phones[0].sheet["moment"])
    network.wait_until_heard(other_phones[0])
    if name != "grenade-salad":  # Its first decision belongs to all seats.
        assert not any(phone.got("hint") for phone in other_phones)
    state, seat = requests[0]
    fresh_machines = MachinePlayers(scene.controller.match.header, ImmediateExecutor(), ImmediateExecutor())
    fresh_machines.seat_players([Controller()] * 3, scene.controller.session.event_history)
    for world_seed in range(5):
        repeated_hint = hint(fresh_machines, state.resample(seat, Random(world_seed)), seat, "normal").result()
        assert json.loads(json.dumps(repeated_hint.action.to_line())) == message["line"]


def test_phones_get_no_hints_in_a_match_without_hints(app: App, network: Network) -> None:
    scene = begin(app)
    scene.controller.match.header = replace(
        scene.controller.match.header, meta={**scene.controller.match.header.meta, "hints": False}
    )
    ann = network.seat_phone(0)
    network.until(lambda: bool(ann.sheet.get("choices")))
    assert ann.sheet["hints"] is False
    ann.say(say="hint", moment=ann.sheet["moment"])
    network.wait_until_heard(ann)
    assert not ann.got("hint")


def test_rules_are_served_by_game_and_language(app: App, network: Network) -> None:
    begin(app)
    ann = network.seat_phone(0)
    assert ann.sheet["rules"] == "live-grenade"

    async def read(path: str, language: str) -> tuple[int, str]:
        url = f"http://127.0.0.1:{network.port}{path}"
        async with network.session.get(url, headers={"Accept-Language": language}) as answer:
            return answer.status, await answer.text()

    for name in games.with_turns():
        status, english = network.run(read(f"/rules/{name}", "en"))
        german = network.run(read(f"/rules/{name}", "de"))[1]
        assert status == 200
        assert english.count("<summary>") == german.count("<summary>") > 2
        for text in (english, german):
            ids = re.findall(r' id="([A-Z]{2}-\d{2})"', text)
            assert len(ids) == len(set(ids)) > 15, "each rule can be opened at"
        assert "house rule" in english.lower()
        assert "hausregel" in german.lower()
        assert "<script" not in english
    for path in ("/rules/", "/rules/whist", "/rules/../../pyproject.toml", "/rules/wheel/"):
        assert network.run(read(path, "en"))[0] == 404


def seat_host_phone(hosting: PhoneHost, network: Network) -> Phone:
    """Return Ann's phone, which is also the host."""
    hosting.has_phone_host = True
    ann = network.seat_phone(0)
    network.until(lambda: bool(ann.sheet["chair"]))
    return ann


def test_host_phone_pauses_and_continues_a_match_of_the_window(app: App, hosting: PhoneHost, network: Network) -> None:
    scene = begin(app)
    ann = seat_host_phone(hosting, network)
    bo = network.seat_phone(1)
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


def test_host_phone_hands_a_seat_to_a_machine_and_back(app: App, hosting: PhoneHost, network: Network) -> None:
    scene = begin(app)
    ann = seat_host_phone(hosting, network)
    bo = network.seat_phone(1)
    ann.say(say="chair", do="machine", seat=1)
    network.until(lambda: bo.seat is None and scene.controller.controllers[1].kind == "bot")
    ann.say(say="chair", do="screen", seat=1)
    network.until(lambda: scene.controller.controllers[1] == Controller())


@pytest.mark.slow
def test_host_phone_begins_next_match_once_this_one_is_counted(app: App, hosting: PhoneHost, network: Network) -> None:
    scene = playing.begin(app, "live-grenade", "ss")
    ann = seat_host_phone(hosting, network)
    players = {0: Player(ann, Random(1))}
    playing.play(network, players, scene)
    app.settings.speed = "fast"  # At "off" the count would be over at once.
    network.until(lambda: isinstance(app.scene, EndScene), dt=1 / 60)
    assert ann.sheet["menu"] is False, "it is over, and nothing to wait for"
    ann.say(say="chair", do="begin")
    ann.say(say="chair", do="machine", seat=1)
    network.until(lambda: scene.controller.controllers[1].kind == "bot")
    assert isinstance(app.scene, EndScene), "it is counted first"
    network.until(lambda: ann.sheet["chair"] is not None and "begin" in ann.sheet["chair"]["orders"], dt=0.2)
    ann.say(say="chair", do="begin")
    network.until(lambda: isinstance(app.scene, TableScene) and app.scene is not scene)
    network.until(lambda: ann.seat is not None and not ann.sheet.get("over") and bool(ann.sheet.get("hand")), dt=1 / 60)


def test_decision_from_a_phone_counts_after_the_pause(app: App, hosting: PhoneHost, network: Network) -> None:
    scene = begin(app)
    ann = seat_host_phone(hosting, network)
    network.until(lambda: bool(ann.sheet.get("choices")))
    ann.say(say="chair", do="pause")
    network.until(lambda: ann.sheet["halted"])
    ann.say(say="chair", do="go on")
    network.until(lambda: bool(ann.sheet["choices"]))
    ann.act(find_choice(ann, "draw"))
    network.until(lambda: bool(scene.controller.match.entries))
