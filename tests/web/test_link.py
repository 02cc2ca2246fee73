"""A line that never lies: who sleeps is known, what was said twice is done once, and phones come back by themselves."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from grenade_salad.app.phones.window_host import AtWindow
from grenade_salad.app.ui.canvas import recorded
from grenade_salad.app.window.application import App
from grenade_salad.core import Json
from grenade_salad.match.match import Controller
from grenade_salad.session.phases import LONGEST_PAUSE
from grenade_salad.web import connections, saved_seats
from grenade_salad.web.addresses import Address
from grenade_salad.web.host import Hosting
from grenade_salad.web.socket_server import PhoneServer
from tests.patience import LIMIT
from tests.web.conftest import HOME
from tests.web.phones import Network, Phone
from tests.web.test_windows import asked, begin, line_of, skip
from tools.tables import journal_of, set_up


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones sleep sooner than in a real evening."""
    monkeypatch.setattr(connections, "BEAT", 0.05)
    monkeypatch.setattr(connections, "_SILENT", 0.3)


def test_a_page_that_says_nothing_sleeps_and_is_back_with_its_first_word(
    app: App, quick: None, network: Network
) -> None:
    begin(app)
    ann, bo = network.seated(0), network.seated(1)
    bo.asleep = True
    network.until(lambda: 1 not in network.hosting.here)
    network.until(lambda: not ann.sheet["seats"][1]["here"])
    assert bo.closed is None
    bo.asleep = False
    network.until(lambda: 1 in network.hosting.here)
    network.until(lambda: ann.sheet["seats"][1]["here"])


def test_nobody_waits_a_second_time_for_a_phone_that_sleeps(app: App, network: Network) -> None:
    app.settings.countdown = 2.0
    scene, ann, bo = asked(app, network)
    bo.drop()
    network.until(lambda: 1 not in network.hosting.here)
    network.frames(int(LONGEST_PAUSE / 0.1) + 30, dt=0.1)
    network.until(lambda: ann.sheet["seats"][1]["absent"])
    assert scene.session.absent == {1}
    back = network.phone(bo.token)
    network.until(lambda: back.seat == 1 and not ann.sheet["seats"][1]["absent"])
    assert not scene.session.absent


def test_panel_says_that_its_phone_is_asleep_and_no_longer_when_it_wakes_up(app: App, network: Network) -> None:
    app.settings.countdown = 2.0
    scene, _, bo = asked(app, network)

    def sayings() -> tuple[bool, bool]:
        """Whether the panel of the seat says so to eyes, and to ears."""
        with recorded() as lines:
            scene.dirty = True
            app.draw()
        panel, words = scene.panels[1], "asleep: not waited for"
        place = app.canvas().box(panel.rect)
        return any(place.contains(box) for text, box in lines if text == words), words in panel.heard().value

    assert sayings() == (False, False)
    bo.drop()
    network.until(lambda: 1 not in network.hosting.here)
    network.frames(int(LONGEST_PAUSE / 0.1) + 30, dt=0.1)
    network.until(lambda: scene.session.absent == {1})
    assert sayings() == (True, True)
    network.phone(bo.token)
    network.until(lambda: not scene.session.absent)
    assert sayings() == (False, False)


def test_a_decision_in_the_menu_waits_and_the_page_says_why(app: App, network: Network) -> None:
    scene = begin(app)
    ann = network.seated(0)
    network.until(lambda: bool(ann.sheet.get("choices")))
    scene.menu()
    network.until(lambda: ann.sheet["menu"])
    assert ann.sheet["choices"] == []
    app.pop()
    network.until(lambda: not ann.sheet["menu"] and bool(ann.sheet["choices"]))


def test_a_wish_outlives_a_reload(app: App, network: Network) -> None:
    begin(app)
    phone = network.phone()
    phone.say(say="claim", seat=1)
    network.until(lambda: bool(network.hosting.wishes) and phone.wish_token is not None)
    (wish,) = network.hosting.wishes.values()
    phone.drop()
    network.until(lambda: phone.closed is not None)
    again = network.phone(wish=phone.wish_token)
    network.until(lambda: bool(again.got("wish")))
    assert again.got("wish")[-1]["code"] == wish.code
    network.hosting.admit(wish)
    network.until(lambda: again.seat == 1)
    thief = network.phone(wish=phone.wish_token)
    network.until(lambda: bool(thief.got("wish")))
    assert thief.got("wish")[-1]["seat"] is None


def kept(app: App) -> Path:
    """Where it is written who may come back."""
    return app.data_folder / saved_seats.FILE


def open_again(app: App, port: int) -> Hosting:
    """The program is started again, and listens where it did."""
    made = app.phones = Hosting(AtWindow(app), folder=app.data_folder)
    made.start([HOME], port)
    assert made.server.port == port
    return made


def test_phones_come_back_after_the_phones_were_stopped(app: App, hosting: Hosting, network: Network) -> None:
    hosting.folder = app.data_folder
    scene = begin(app)
    ann = network.seated(0)
    network.until(lambda: kept(app).exists())
    assert kept(app).stat().st_mode & 0o777 == 0o600
    assert ann.token is not None
    assert ann.token not in kept(app).read_text()
    hosting.stop()
    assert scene.controllers[0] == Controller()
    open_again(app, network.port)
    assert scene.controllers[0] == Controller("phone")
    again = network.phone(ann.token)
    network.until(lambda: again.seat == 0 and bool(again.sheet.get("choices")))
    assert again.got("you")[-1]["run"] != ann.got("you")[-1]["run"]
    again.act(line_of(again, "draw"))
    network.until(lambda: bool(scene.match.entries))


def test_the_seats_are_known_before_anybody_is_heard(
    app: App, hosting: Hosting, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that knocks as soon as somebody listens, while the app is still busy with opening."""
    hosting.folder = app.data_folder
    begin(app)
    ann = network.seated(0)
    network.until(lambda: kept(app).exists())
    hosting.stop()
    back = network.knocking(ann.token)
    listen = PhoneServer.start

    def slowly(
        server: PhoneServer,
        address: str,
        port: int | None = None,
        kept: saved_seats.Seats | None = None,
        beside: Sequence[Address] = (),
        is_fixed: bool = False,
    ) -> None:
        listen(server, address, port, kept, beside, is_fixed)
        end = time.monotonic() + LIMIT
        while not back.got("you"):
            assert time.monotonic() < end
            time.sleep(0.001)

    monkeypatch.setattr(PhoneServer, "start", slowly)
    open_again(app, network.port)
    assert not back.got("forgotten")
    assert back.seat == 0
    network.until(lambda: bool(back.sheet.get("choices")))


def test_a_seat_that_was_taken_over_is_nobodys_to_come_back_to(app: App, hosting: Hosting, network: Network) -> None:
    hosting.folder = app.data_folder
    scene = begin(app)
    ann, bo = network.seated(0), network.seated(1)
    network.until(lambda: kept(app).exists())
    scene.give_seat(0, Controller("bot"))
    network.until(lambda: ann.seat is None)
    match = scene.journaled()
    assert match is not None
    network.until(lambda: list((saved_seats.load(app.data_folder, match.id) or seats()).seats) == [1])
    hosting.stop()
    open_again(app, network.port)
    assert network.phone(ann.token).seat is None
    assert network.phone(bo.token).seat == 1


def seats() -> saved_seats.Seats:
    """None at all."""
    return saved_seats.Seats("", 0, {})


def test_they_are_for_one_match_and_gone_with_it(app: App, hosting: Hosting, network: Network) -> None:
    hosting.folder = app.data_folder
    scene = begin(app)
    network.seated(0)
    network.until(lambda: kept(app).exists())
    match = scene.journaled()
    assert match is not None
    assert saved_seats.load(app.data_folder, match.id + 1) is None
    digest = next(iter((saved_seats.load(app.data_folder, match.id) or seats()).seats.values()))
    assert digest.encode() not in journal_of(app).export(match.id)
    saved_seats.forget(app.data_folder, match.id + 1)
    assert kept(app).exists()
    saved_seats.forget(app.data_folder, match.id)
    assert not kept(app).exists()


def test_who_scanned_the_code_sits_down_by_themselves(app: App, hosting: Hosting, network: Network) -> None:
    hosting.asks = False
    scene = set_up(app, "live-grenade")
    phone, guest = network.phone(), network.phone()
    guest.say(say="claim", seat=2, who=scene.names[2], code="wrong", name="Eve")
    network.until(lambda: bool(hosting.wishes))
    phone.say(say="claim", seat=1, who=scene.names[1], code=hosting.server.lobby.code, name="  Zoë ")
    network.until(lambda: phone.seat == 1)
    assert scene.table_seats()[1] == ("Zoë", Controller("phone"))
    assert len(hosting.wishes) == 1
    assert guest.seat is None


def test_with_the_code_nobody_takes_a_hand_out_of_somebodys_at_the_screen(
    app: App, hosting: Hosting, network: Network
) -> None:
    hosting.asks = False
    begin(app)
    phone = network.phone()
    phone.say(say="claim", seat=1, code=hosting.server.lobby.code)
    network.until(lambda: bool(hosting.wishes))
    assert phone.seat is None


def test_the_seat_that_was_tapped_or_none(app: App, network: Network) -> None:
    begin(app)
    phone = network.phone()
    phone.say(say="claim", seat=1, who="Cy")
    network.until(lambda: bool(phone.got("no")))
    assert not network.hosting.wishes
    assert phone.got("no")[-1]["words"] == "The seats have changed in the meantime: choose again."


def test_one_stranger_locks_nobody_out(app: App, network: Network) -> None:
    begin(app)
    strangers = [network.phone() for _ in range(12)]
    for stranger in strangers:
        stranger.say(say="claim", seat=1)
    network.until(lambda: network.hosting.counts().get("too many wishes", 0) == 9)
    guest = network.phone(address="127.0.0.9")
    guest.say(say="claim", seat=2)
    network.until(lambda: any(wish.address == "127.0.0.9" for wish in network.hosting.wishes.values()))
    wish = next(wish for wish in network.hosting.wishes.values() if wish.address == "127.0.0.1")
    network.hosting.ban(wish)
    network.until(lambda: len(network.hosting.wishes) == 1)
    strangers[0].say(say="claim", seat=1)
    network.until(lambda: network.hosting.counts().get("banned", 0) == 1)
    network.hosting.admit(next(iter(network.hosting.wishes.values())))
    network.until(lambda: guest.seat == 2)


def test_who_is_refused_for_the_evening_is_refused_by_name_from_anywhere(app: App, network: Network) -> None:
    begin(app)
    stranger, other = network.phone(), network.phone(address="127.0.0.9")
    stranger.say(say="claim", seat=1, name="Eve")
    other.say(say="claim", seat=2, name="Bob")
    network.until(lambda: len(network.hosting.wishes) == 2)
    network.hosting.ban(next(wish for wish in network.hosting.wishes.values() if wish.name == "Eve"))
    network.until(lambda: len(network.hosting.wishes) == 1)
    again = network.phone(address="127.0.0.8")
    again.say(say="claim", seat=1, name=" eVE ")
    network.until(lambda: network.hosting.counts().get("banned", 0) == 1)
    again.say(say="claim", seat=1, name="")
    network.until(lambda: len(network.hosting.wishes) == 2)


def test_who_needs_more_time_gives_it_to_all(app: App, network: Network) -> None:
    app.settings.countdown = 5.0
    scene = begin(app)
    ann, bo = network.seated(0), network.seated(1)
    bo.say(say="time", more=True)
    network.until(lambda: network.hosting.patience > 1)
    skip(network, scene, ann)
    network.until(lambda: bool(bo.sheet["window"]))
    assert bo.sheet["window"]["seconds"] == ann.sheet["window"]["seconds"] == 20.0
    bo.say(say="time", more=False)
    network.until(lambda: network.hosting.patience == 1)


def tried(network: Network, phone: Phone, n: int, action: Mapping[str, Json]) -> Mapping[str, Any]:
    """What the phone is told of the action; it asks anew at each new moment, as whoever goes on dragging."""
    asked: set[int] = set()

    def told() -> bool:
        moment = phone.sheet["moment"]
        if moment not in asked:
            asked.add(moment)
            phone.say(say="try", n=n, moment=moment, action=action)
        return any(one["n"] == n for one in phone.got("seen"))

    network.until(told)
    return next(one for one in phone.got("seen") if one["n"] == n)


def test_what_would_happen_is_told_to_who_asks_alone(app: App, network: Network) -> None:
    scene = begin(app)
    ann, bo = network.seated(0), network.seated(1)
    network.until(lambda: bool(ann.sheet.get("choices")))
    assert tried(network, ann, 1, {"seat": 0, "do": "draw"})["ok"] is True
    refused = tried(network, ann, 2, {"seat": 0, "do": "skip", "cards": ["JH"]})
    assert refused["ok"] is False
    assert refused["words"]
    bo.say(say="try", n=3, moment=bo.sheet["moment"], action={"seat": 0, "do": "draw"})
    network.until(lambda: network.hosting.counts().get("bad action", 0) == 1)
    assert not bo.got("seen")
    assert not scene.match.entries
