"""Errors in the phones' thread end neither the program nor the match."""

from __future__ import annotations

import pytest

from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.window.application import App
from grenade_salad.match.match import Controller
from grenade_salad.system import crash_reports
from grenade_salad.web.connections import SeatConnections
from grenade_salad.web.host import PhoneHost
from tests.web.phones import Network


@pytest.mark.caught
def test_server_error_is_reported_and_phones_continue(
    app: App, hosting: PhoneHost, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.push(SetupScene(app, "wheel"))
    phone = network.seat_phone(0)

    def fail(*_: object) -> None:
        raise ValueError("Ann holds the five of hearts")

    monkeypatch.setattr(SeatConnections, "_leave", fail)
    phone.say(say="leave")
    network.until(lambda: bool(crash_reports.caught))
    assert any("Something went wrong with the phones" in words for words in app.messages.texts)
    monkeypatch.undo()
    network.until(lambda: phone.closed is not None)
    returned_phone = network.phone(phone.token)
    network.until(lambda: returned_phone.seat == 0)
    for _ in range(2):
        hosting.server._call_soon(fail)
    network.until(lambda: app.phones is None)
    assert not hosting.server.is_alive
    assert app.scene.seat_source().table_seats()[0][1] == Controller()  # type: ignore[attr-defined]
    (*_, file) = sorted((app.data_folder / crash_reports.FOLDER).iterdir())
    assert "hearts" not in file.read_text()


@pytest.mark.caught
def test_people_continue_at_the_screen_when_the_server_stops(app: App, hosting: PhoneHost, network: Network) -> None:
    app.push(SetupScene(app, "wheel"))
    network.seat_phone(1)
    hosting.server._loop.call_soon_threadsafe(hosting.server._loop.stop)
    network.until(lambda: app.phones is None)
    assert app.scene.seat_source().table_seats()[1][1] == Controller()  # type: ignore[attr-defined]
    network.frames(3)
