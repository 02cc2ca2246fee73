"""The real app with the real server on loopback, and phones that are sockets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from grenade_salad.app.phones.window_host import WindowHost
from grenade_salad.app.window.application import App
from grenade_salad.journal.journal import open_journal
from grenade_salad.web.addresses import Address
from grenade_salad.web.host import PhoneHost
from grenade_salad.web.public_door import PublicDoor
from grenade_salad.web.socket_server import SocketServer
from tests.app.conftest import app as app
from tests.app.conftest import kept_window as kept_window
from tests.web import headless_tables
from tests.web.chromium import CHROMIUM
from tests.web.headless_tables import Evening
from tests.web.phones import Network

HOME = Address("127.0.0.1", "lo")


@pytest.fixture(scope="session", autouse=True)
def one_browser() -> Iterator[None]:
    """Close the shared browser at the end of the tests."""
    yield
    CHROMIUM.close()


@pytest.fixture
def door() -> PublicDoor | None:
    """The public address of the table; most tests have none."""
    return None


@pytest.fixture
def hosting(app: App, door: PublicDoor | None) -> PhoneHost:
    """Listen on 127.0.0.1 until the app is closed."""
    return start_listening(app, door)


def start_listening(app: App, door: PublicDoor | None = None) -> PhoneHost:
    """Let the app listen until it returns to the first screen or is closed."""
    app.settings.speed = "off"
    server = SocketServer(frozenset() if door else frozenset({"phone.test"}), [HOME], 0, door)
    host = app.phones = PhoneHost(WindowHost(app), server, opened_boxes=app.opened_boxes)
    host.start()
    return host


@pytest.fixture
def network(app: App, hosting: PhoneHost) -> Iterator[Network]:
    """The network of the test's phones."""
    phone_network = Network(app, hosting.server.port, hosting.server.door)
    yield phone_network
    phone_network.close()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """A table for phones alone, with its terminal."""
    messages: list[str] = []
    with open_journal(tmp_path) as journal:
        with headless_tables.open_table(journal, tell=messages.append) as table:
            network = Network(cast(App, headless_tables.FakeWindow(table)), table.hosting.server.port)
            yield Evening(table, messages, network)
            network.close()
