"""Phones ask for a seat, are let in, come back by their token, and leave."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest
import segno

from grenade_salad.app.match import start_match
from grenade_salad.app.phones.phones_scene import PhonesScene, make_qr_code
from grenade_salad.app.phones.window_host import WindowHost
from grenade_salad.app.ui.canvas import record_lines
from grenade_salad.app.ui.widgets import Button, Label
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.match.match import Controller
from grenade_salad.web.addresses import Address
from grenade_salad.web.host import PhoneHost
from tests.app.conftest import press_keys
from tests.web import playing
from tests.web.phones import Network
from tests.web.reaction_windows import begin, find_choice
from tools.tables import open_setup


def test_phone_joins_during_setup_and_plays_in_the_match(app: App, hosting: PhoneHost, network: Network) -> None:
    scene = open_setup(app, "live-grenade")
    phone = network.phone()
    assert phone.seat is None
    assert [seat["name"] for seat in phone.sheet["seats"]] == scene.names[: scene.count]
    phone.say(say="claim", seat=1)
    network.until(lambda: bool(phone.got("wish")) and bool(hosting.requests))
    (wish,) = hosting.requests.values()
    assert phone.got("wish")[-1]["code"] == wish.code
    assert scene.controllers[1].kind != "phone"
    hosting.admit(wish)
    network.until(lambda: phone.seat == 1 and phone.sheet["seat"] == 1)
    assert scene.controllers[1] == Controller("phone")
    scene.start()
    network.until(lambda: "hand" in phone.sheet)
    assert len(phone.sheet["hand"]) > 0


def test_phone_comes_back_to_its_seat_with_a_full_sheet(app: App, network: Network) -> None:
    begin(app)
    ann = network.seat_phone(0)
    network.until(lambda: bool(ann.sheet.get("choices")))
    ann.drop()
    network.until(lambda: 0 not in network.hosting.connected)
    returned_phone = network.phone(ann.token)
    network.until(lambda: 0 in network.hosting.connected and bool(returned_phone.sheet.get("choices")))
    assert returned_phone.seat == 0
    assert returned_phone.token == ann.token
    assert returned_phone.sheet["hand"] == ann.sheet["hand"]
    assert returned_phone.sheet["moment"] == ann.sheet["moment"]


def test_newer_of_two_tabs_has_the_seat(app: App, network: Network) -> None:
    scene = begin(app)
    older = network.seat_phone(0)
    newer = network.phone(older.token)
    network.until(lambda: older.closed == 4001)
    assert newer.seat == 0
    network.until(lambda: bool(newer.sheet.get("choices")))
    newer.act(find_choice(newer, "draw"))
    network.until(lambda: bool(scene.controller.match.entries))
    assert 0 in network.hosting.connected


def test_seat_is_taken_back_or_given_to_a_machine(app: App, network: Network) -> None:
    scene = begin(app)
    phones = [network.seat_phone(seat) for seat in (0, 1)]
    for seat, controller in enumerate((Controller(), Controller("bot"))):
        scene.controller.give_seat(seat, controller)
        phone = phones[seat]
        network.until(lambda phone=phone: phone.seat is None and phone.sheet["seat"] is None)  # type: ignore[misc]
        assert not phone.sheet["hand"]
        stranger = network.phone(phone.inbox[0].get("token") or "nothing")
        assert stranger.seat is None
    assert [controller.kind for controller in scene.controller.controllers] == ["person", "bot", "person"]


def test_phone_gives_its_seat_back(app: App, network: Network) -> None:
    scene = begin(app)
    ann = network.seat_phone(0)
    token = ann.token
    ann.say(say="leave")
    network.until(lambda: ann.seat is None and scene.controller.controllers[0] == Controller())
    assert network.phone(token).seat is None


@pytest.mark.slow
def test_request_ends_with_its_connection(app: App, network: Network) -> None:
    begin(app)
    phone = network.phone()
    phone.say(say="claim", seat=1)
    network.until(lambda: bool(network.hosting.requests))
    phone.drop()
    network.until(lambda: not network.hosting.requests)


def test_phones_follow_their_players_into_next_match(app: App, network: Network) -> None:
    scene = begin(app)
    phone = network.seat_phone(1)
    moved = replace(scene.controller.match.header, seats=("Bo", "Cy", "Ann"), setup=None)
    start_match.begin(app, moved, [Controller("phone"), Controller(), Controller()])
    network.until(lambda: phone.seat == 0 and phone.sheet["seat"] == 0 and bool(phone.sheet.get("hand")))
    assert phone.sheet["seats"][0]["name"] == "Bo"


def test_phones_page_of_the_window_follows_the_phones(app: App, network: Network, hosting: PhoneHost) -> None:
    scene = begin(app)
    app.push(PhonesScene(app, hosting))
    phone = network.phone()
    phone.say(say="claim", seat=2)

    def find_button(words: str) -> Button | None:
        buttons = (item for item in app.scene.widgets.items if isinstance(item, Button) and item.words == words)
        return next(buttons, None)

    network.until(lambda: find_button("Let them in") is not None, dt=1 / 60)
    assert not any("would like" in words for words in app.messages.texts), "what the page says needs no note"
    admit_button = find_button("Let them in")
    assert admit_button is not None
    place = admit_button.rect
    press(admit_button)

    def is_seated() -> bool:
        buttons_under_click = [
            item for item in app.scene.widgets.items if isinstance(item, Button) and item.rect.colliderect(place)
        ]
        clicked = [item.enabled for item in buttons_under_click if item.scroll is admit_button.scroll]
        assert clicked == [False], "a second click does nothing"
        return phone.seat == 2

    network.until(is_seated, dt=1 / 60)
    assert scene.controller.controllers[2] == Controller("phone")
    network.until(lambda: find_button("Take the seat back") is not None, dt=1 / 60)
    press(find_button("Take the seat back"))
    network.until(lambda: phone.seat is None)
    hosting.server.addresses = [Address("127.0.0.1", "lo"), Address("127.0.0.2", "lo")]
    press_keys(app, pygame.K_n)
    assert hosting.server.address == "127.0.0.2"
    press(find_button("Why does my phone not connect?"))
    app.frame()
    labels = [item.words for item in app.scene.widgets.items if isinstance(item, Label)]
    assert any("127.0.0.2" in words for words in labels)
    app.pop()
    press(find_button("Disconnect all phones"))
    assert app.phones is None
    assert app.scene is scene


def press(button: Button | None) -> None:
    """Press the button, which must exist."""
    assert button is not None
    button.activate()


def test_qr_code_contains_the_address() -> None:
    url = "http://192.168.1.5:8080/"
    drawn = make_qr_code(url)
    assert drawn == tuple(bytes(row) for row in segno.make(url, error="m", micro=False).matrix)
    assert len(drawn) == len(drawn[0]) >= 21


def test_home_screen_ends_the_hosting(app: App, hosting: PhoneHost) -> None:
    app.push(HomeScene(app))
    assert app.phones is None
    assert isinstance(hosting.venue, WindowHost)
    assert hosting.venue.app is app


def test_phone_may_aim_on_the_big_screen(app: App, network: Network) -> None:
    scene = playing.begin(app, "grenade-salad", "ss")
    ann = network.seat_phone(0)
    network.seat_phone(1)
    network.until(lambda: bool(ann.sheet.get("choices")))
    assert scene.controller.actor is None
    ann.say(say="screen", moment=ann.sheet["moment"] - 1)
    network.until(lambda: bool(ann.got("no")))
    assert scene.controller.actor is None
    ann.say(say="screen", moment=ann.sheet["moment"])
    network.until(lambda: scene.controller.actor == 0)
    ann.act({"do": "drop", "height": 100})
    network.until(lambda: ann.sheet["public"][0] == "1 attempt so far.")
    assert "one grenade could take" in ann.sheet["public"][1]
    assert scene.controller.actor is None


def test_token_is_written_to_no_file_and_no_log(
    app: App, network: Network, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    setup = open_setup(app, "live-grenade")
    ann = network.seat_phone(0)
    setup.start()
    network.until(lambda: bool(ann.sheet.get("hand")))
    app.save_settings()
    assert ann.token
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert any(file.name == "settings.json" for file in files)
    assert not any(ann.token.encode() in file.read_bytes() for file in files)
    assert app.settings.last["live-grenade"].controllers[0] == "person", "a phone has to ask anew"
    assert not caplog.records


@pytest.mark.parametrize("address", ["127.0.0.1", "192.0.2.5"])
def test_qr_code_is_drawn_only_if_phones_can_open_it(
    app: App, hosting: PhoneHost, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(app)
    monkeypatch.setattr(hosting.server, "address", address)
    page = PhonesScene(app, hosting)
    app.push(page)
    with record_lines() as lines:
        app.draw()
    drawn = " ".join(words for words, _ in lines)
    middle = app.canvas().pixel_rect(page.code_rect)
    inside = pygame.surfarray.array3d(app.screen.subsurface(middle.inflate(-40, -40)))
    has_code = bool((inside == 0).all(axis=2).mean() > 0.2)
    assert has_code is (address != "127.0.0.1")
    assert ("Only this computer can open" in drawn) is not has_code
    assert ("Scan this" in drawn) is has_code
    accessible_names = [node.name for node in page.accessible_nodes()]
    assert any("Only this computer can open" in words for words in accessible_names) is not has_code
