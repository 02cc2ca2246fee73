"""Connections: sleeping phones, repeated messages, and phones that come back."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from grenade_salad.app.phones.window_host import WindowHost
from grenade_salad.app.ui.canvas import record_lines
from grenade_salad.app.window.application import App
from grenade_salad.core import Json
from grenade_salad.match.match import Controller
from grenade_salad.session.phases import MAX_PAUSE
from grenade_salad.web import connections, saved_seats
from grenade_salad.web.host import PhoneHost
from grenade_salad.web.socket_server import SocketServer
from tests.patience import LIMIT
from tests.web.conftest import HOME
from tests.web.phones import Network, Phone
from tests.web.reaction_windows import begin, find_choice, open_reaction_window, skip
from tools.tables import get_journal, open_setup


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the time after which a silent phone counts as asleep."""
    monkeypatch.setattr(connections, "BEAT_SECONDS", 0.05)
    monkeypatch.setattr(connections, "_SLEEPS_AFTER", 0.3)


def test_silent_page_sleeps_and_wakes_with_its_first_message(app: App, quick: None, network: Network) -> None:
    begin(app)
    ann, bo = network.seat_phone(0), network.seat_phone(1)
    bo.is_asleep = True
    network.until(lambda: 1 not in network.hosting.connected)
    network.until(lambda: not ann.sheet["seats"][1]["here"])
    assert bo.closed is None
    bo.is_asleep = False
    network.until(lambda: 1 in network.hosting.connected)
    network.until(lambda: ann.sheet["seats"][1]["here"])


def test_sleeping_phone_is_waited_for_only_once(app: App, network: Network) -> None:
    app.settings.countdown = 2.0
    scene, ann, bo = open_reaction_window(app, network)
    bo.drop()
    network.until(lambda: 1 not in network.hosting.connected)
    network.frames(int(MAX_PAUSE / 0.1) + 30, dt=0.1)
    network.until(lambda: ann.sheet["seats"][1]["absent"])
    assert scene.controller.session.absent == {1}
    back = network.phone(bo.token)
    network.until(lambda: back.seat == 1 and not ann.sheet["seats"][1]["absent"])
    assert not scene.controller.session.absent


def test_panel_shows_a_sleeping_phone_until_it_wakes_up(app: App, network: Network) -> None:
    app.settings.countdown = 2.0
    scene, _, bo = open_reaction_window(app, network)

    def read_panel() -> tuple[bool, bool]:
        """Return two booleans: the panel says so to eyes, and to ears."""
        with record_lines() as lines:
            scene.dirty = True
            app.draw()
        panel, words = scene.panels[1], "asleep: not waited for"
        place = app.canvas().pixel_rect(panel.rect)
        return any(place.contains(box) for text, box in lines if text == words), words in panel.accessible_node().value

    assert read_panel() == (False, False)
    bo.drop()
    network.until(lambda: 1 not in network.hosting.connected)
    network.frames(int(MAX_PAUSE / 0.1) + 30, dt=0.1)
    network.until(lambda: scene.controller.session.absent == {1})
    assert read_panel() == (True, True)
    network.phone(bo.token)
    network.until(lambda: not scene.controller.session.absent)
    assert read_panel() == (False, False)


def test_open_menu_delays_decisions_and_the_page_is_told(app: App, network: Network) -> None:
    scene = begin(app)
    ann = network.seat_phone(0)
    network.until(lambda: bool(ann.sheet.get("choices")))
    scene.menu()
    network.until(lambda: ann.sheet["menu"])
    assert ann.sheet["choices"] == []
    app.pop()
    network.until(lambda: not ann.sheet["menu"] and bool(ann.sheet["choices"]))


def test_request_outlives_a_reload(app: App, network: Network) -> None:
    begin(app)
    phone = network.phone()
    phone.say(say="claim", seat=1)
    network.until(lambda: bool(network.hosting.requests) and phone.request_token is not None)
    (wish,) = network.hosting.requests.values()
    phone.drop()
    network.until(lambda: phone.closed is not None)
    reloaded = network.phone(request=phone.request_token)
    network.until(lambda: bool(reloaded.got("wish")))
    assert reloaded.got("wish")[-1]["code"] == wish.code
    network.hosting.admit(wish)
    network.until(lambda: reloaded.seat == 1)
    thief = network.phone(request=phone.request_token)
    network.until(lambda: bool(thief.got("wish")))
    assert thief.got("wish")[-1]["seat"] is None


def saved_seats_file(app: App) -> Path:
    """Return the file of the seats that phones may come back to."""
    return app.data_folder / saved_seats.FILE


def restart_hosting(app: App, port: int) -> PhoneHost:
    """Start hosting again at the same port, as after a restart of the program."""
    hosting = app.phones = PhoneHost(WindowHost(app), SocketServer(addresses=[HOME], port=port), app.data_folder)
    hosting.start()
    assert hosting.server.port == port
    return hosting


def test_phones_come_back_after_hosting_was_stopped(app: App, hosting: PhoneHost, network: Network) -> None:
    hosting.folder = app.data_folder
    scene = begin(app)
    ann = network.seat_phone(0)
    network.until(lambda: saved_seats_file(app).exists())
    assert saved_seats_file(app).stat().st_mode & 0o777 == 0o600
    assert ann.token is not None
    assert ann.token not in saved_seats_file(app).read_text()
    hosting.stop()
    assert scene.controller.controllers[0] == Controller()
    restart_hosting(app, network.port)
    assert scene.controller.controllers[0] == Controller("phone")
    returned_phone = network.phone(ann.token)
    network.until(lambda: returned_phone.seat == 0 and bool(returned_phone.sheet.get("choices")))
    assert returned_phone.got("you")[-1]["run"] != ann.got("you")[-1]["run"]
    returned_phone.act(find_choice(returned_phone, "draw"))
    network.until(lambda: bool(scene.controller.match.entries))


def test_saved_seats_are_loaded_before_any_page_is_heard(
    app: App, hosting: PhoneHost, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Connect a page as soon as the server listens, while the app still opens."""
    hosting.folder = app.data_folder
    begin(app)
    ann = network.seat_phone(0)
    network.until(lambda: saved_seats_file(app).exists())
    hosting.stop()
    page = network.start_knocking(ann.token)
    listen = SocketServer.start

    def start_slowly(server: SocketServer, saved: saved_seats.SavedSeats | None = None) -> None:
        listen(server, saved)
        end = time.monotonic() + LIMIT
        while not page.got("you"):
            assert time.monotonic() < end
            time.sleep(0.001)

    monkeypatch.setattr(SocketServer, "start", start_slowly)
    restart_hosting(app, network.port)
    assert not page.got("forgotten")
    assert page.seat == 0
    network.until(lambda: bool(page.sheet.get("choices")))


def test_no_phone_comes_back_to_a_seat_that_was_taken_over(app: App, hosting: PhoneHost, network: Network) -> None:
    hosting.folder = app.data_folder
    scene = begin(app)
    ann, bo = network.seat_phone(0), network.seat_phone(1)
    network.until(lambda: saved_seats_file(app).exists())
    scene.controller.give_seat(0, Controller("bot"))
    network.until(lambda: ann.seat is None)
    match = scene.journaled_match()
    assert match is not None
    network.until(lambda: list((saved_seats.load(app.data_folder, match.id) or no_saved_seats()).seats) == [1])
    hosting.stop()
    restart_hosting(app, network.port)
    assert network.phone(ann.token).seat is None
    assert network.phone(bo.token).seat == 1


def no_saved_seats() -> saved_seats.SavedSeats:
    """Return saved seats without any seat."""
    return saved_seats.SavedSeats("", 0, {})


def test_saved_seats_belong_to_one_match_and_end_with_it(app: App, hosting: PhoneHost, network: Network) -> None:
    hosting.folder = app.data_folder
    scene = begin(app)
    network.seat_phone(0)
    network.until(lambda: saved_seats_file(app).exists())
    match = scene.journaled_match()
    assert match is not None
    assert saved_seats.load(app.data_folder, match.id + 1) is None
    digest = next(iter((saved_seats.load(app.data_folder, match.id) or no_saved_seats()).seats.values()))
    assert digest.encode() not in get_journal(app).export(match.id)
    saved_seats.forget(app.data_folder, match.id + 1)
    assert saved_seats_file(app).exists()
    saved_seats.forget(app.data_folder, match.id)
    assert not saved_seats_file(app).exists()


def test_phone_with_the_code_takes_a_seat_without_approval(app: App, hosting: PhoneHost, network: Network) -> None:
    hosting.needs_admission = False
    scene = open_setup(app, "live-grenade")
    phone, guest = network.phone(), network.phone()
    guest.say(say="claim", seat=2, who=scene.names[2], code="wrong", name="Eve")
    network.until(lambda: bool(hosting.requests))
    phone.say(say="claim", seat=1, who=scene.names[1], code=hosting.server.connections.code, name="  Zoë ")
    network.until(lambda: phone.seat == 1)
    assert scene.table_seats()[1] == ("Zoë", Controller("phone"))
    assert len(hosting.requests) == 1
    assert guest.seat is None


def test_code_takes_no_seat_from_a_person_at_the_screen(app: App, hosting: PhoneHost, network: Network) -> None:
    hosting.needs_admission = False
    begin(app)
    phone = network.phone()
    phone.say(say="claim", seat=1, code=hosting.server.connections.code)
    network.until(lambda: bool(hosting.requests))
    assert phone.seat is None


def test_claim_is_refused_if_the_seats_have_changed(app: App, network: Network) -> None:
    begin(app)
    phone = network.phone()
    phone.say(say="claim", seat=1, who="Cy")
    network.until(lambda: bool(phone.got("no")))
    assert not network.hosting.requests
    assert phone.got("no")[-1]["words"] == "The seats have changed in the meantime: choose again."


def test_requests_of_one_address_lock_out_no_other(app: App, network: Network) -> None:
    begin(app)
    strangers = [network.phone() for _ in range(12)]
    for stranger in strangers:
        stranger.say(say="claim", seat=1)
    network.until(lambda: network.hosting.server.refusal_counts().get("too many wishes", 0) == 9)
    guest = network.phone(address="127.0.0.9")
    guest.say(say="claim", seat=2)
    network.until(lambda: any(wish.address == "127.0.0.9" for wish in network.hosting.requests.values()))
    wish = next(wish for wish in network.hosting.requests.values() if wish.address == "127.0.0.1")
    network.hosting.ban(wish)
    network.until(lambda: len(network.hosting.requests) == 1)
    strangers[0].say(say="claim", seat=1)
    network.until(lambda: network.hosting.server.refusal_counts().get("banned", 0) == 1)
    network.hosting.admit(next(iter(network.hosting.requests.values())))
    network.until(lambda: guest.seat == 2)


def test_banned_name_is_refused_from_any_address(app: App, network: Network) -> None:
    begin(app)
    stranger, second_guest = network.phone(), network.phone(address="127.0.0.9")
    stranger.say(say="claim", seat=1, name="Eve")
    second_guest.say(say="claim", seat=2, name="Bob")
    network.until(lambda: len(network.hosting.requests) == 2)
    network.hosting.ban(next(wish for wish in network.hosting.requests.values() if wish.name == "Eve"))
    network.until(lambda: len(network.hosting.requests) == 1)
    stranger_elsewhere = network.phone(address="127.0.0.8")
    stranger_elsewhere.say(say="claim", seat=1, name=" eVE ")
    network.until(lambda: network.hosting.server.refusal_counts().get("banned", 0) == 1)
    stranger_elsewhere.say(say="claim", seat=1, name="")
    network.until(lambda: len(network.hosting.requests) == 2)


def test_more_time_for_one_player_is_given_to_all(app: App, network: Network) -> None:
    app.settings.countdown = 5.0
    scene = begin(app)
    ann, bo = network.seat_phone(0), network.seat_phone(1)
    bo.say(say="time", more=True)
    network.until(lambda: network.hosting.time_factor > 1)
    skip(network, scene, ann)
    network.until(lambda: bool(bo.sheet["window"]))
    assert bo.sheet["window"]["seconds"] == ann.sheet["window"]["seconds"] == 20.0
    bo.say(say="time", more=False)
    network.until(lambda: network.hosting.time_factor == 1)


def request_preview(network: Network, phone: Phone, n: int, action: Mapping[str, Json]) -> Mapping[str, Any]:
    """Return the preview of the action that the phone is sent.

    The phone asks again at each new moment, as a page does while a player drags.
    """
    asked_moments: set[int] = set()

    def is_answered() -> bool:
        moment = phone.sheet["moment"]
        if moment not in asked_moments:
            asked_moments.add(moment)
            phone.say(say="try", n=n, moment=moment, action=action)
        return any(message["n"] == n for message in phone.got("seen"))

    network.until(is_answered)
    return next(message for message in phone.got("seen") if message["n"] == n)


def test_preview_is_sent_only_to_its_asker(app: App, network: Network) -> None:
    scene = begin(app)
    ann, bo = network.seat_phone(0), network.seat_phone(1)
    network.until(lambda: bool(ann.sheet.get("choices")))
    assert request_preview(network, ann, 1, {"seat": 0, "do": "draw"})["ok"] is True
    refused = request_preview(network, ann, 2, {"seat": 0, "do": "skip", "cards": ["JH"]})
    assert refused["ok"] is False
    assert refused["words"]
    bo.say(say="try", n=3, moment=bo.sheet["moment"], action={"seat": 0, "do": "draw"})
    network.until(lambda: network.hosting.server.refusal_counts().get("bad action", 0) == 1)
    assert not bo.got("seen")
    assert not scene.controller.match.entries
