"""A table at a public address: what is believed, and what gets in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import aiohttp
import pytest

from grenade_salad.app.window.application import App
from grenade_salad.journal.journal import open_journal
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.sheets.compose import Snapshot
from grenade_salad.web.connection_limiter import MAX_PER_ADDRESS
from grenade_salad.web.connections import SeatConnections
from grenade_salad.web.host import PhoneHost
from grenade_salad.web.page_numbers import MAX_CLOSED
from grenade_salad.web.public_door import LOOPBACK, PUBLIC_CODE_LENGTH, BadPublicAddress, PublicDoor, parse_door
from grenade_salad.web.socket_server import SocketServer
from tests.web import headless_tables
from tests.web.conftest import HOME
from tests.web.headless_tables import Evening
from tests.web.memory_server import ManualClock
from tests.web.phones import Network, Phone

DOOR = PublicDoor("https://phone.test")
LOCKED, REFUSED = 4003, 4000


@pytest.fixture
def door() -> PublicDoor:
    return DOOR


@pytest.fixture
def evening(tmp_path: Path, door: PublicDoor) -> Iterator[Evening]:
    """A table for phones alone at a public address."""
    messages: list[str] = []
    with open_journal(tmp_path) as journal:
        with headless_tables.open_table(journal, tell=messages.append, door=door) as table:
            window = cast(App, headless_tables.FakeWindow(table))
            network = Network(window, table.hosting.server.port, door)
            yield Evening(table, messages, network)
            network.close()


@pytest.mark.parametrize(
    ("typed", "origin"),
    [
        ("https://salad.example.org", "https://salad.example.org"),
        (" HTTPS://Salad.Example.org:443/ ", "https://salad.example.org"),
        ("salad.example.org.", "https://salad.example.org"),
        ("https://salad.example.org:8443", "https://salad.example.org:8443"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
        ("https://203.0.113.5", "https://203.0.113.5"),
        ("https://[2001:DB8::5]:8443", "https://[2001:db8::5]:8443"),
        ("http://localhost:8080", "http://localhost:8080"),
        ("http://[::1]:8080/", "http://[::1]:8080"),
    ],
)
def test_public_address_is_parsed_as_browsers_name_it(typed: str, origin: str) -> None:
    assert parse_door(typed) == PublicDoor(origin, LOOPBACK)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "https://",
        "http://salad.example.org",
        "http://192.168.1.5:8080",
        "ftp://salad.example.org",
        "https://salad.example.org/games",
        "https://salad.example.org?a=1",
        "https://salad.example.org/#code",
        "https://ann:secret@salad.example.org",
        "https://salad.example.org:0",
        "https://salad.example.org:99999",
        "https://salad example.org",
        "https://salad.example.org; script-src *",
        "https://salad..org",
        "https://-salad.org",
        "https://1.2.3",
        "https://[::1",
        "https://[fe80::1%25eth0]",
        "https://salad.example.org\r\nX: y",
        "https://" + "a" * 64 + ".org",
        "https://" + "a." * 200 + "org",
    ],
)
def test_bad_public_address_is_refused_in_a_line(typed: str) -> None:
    with pytest.raises(BadPublicAddress) as error:
        parse_door(typed)
    assert len(str(error.value.message)) < 1000


@pytest.mark.parametrize("typed", ["", "proxy.example.org", "0.0.0.0/0", "::/0", "10.0.0.0/33", "127.0.0.1:80"])
def test_bad_address_of_a_proxy_is_refused(typed: str) -> None:
    with pytest.raises(BadPublicAddress):
        parse_door("https://salad.example.org", [typed])


@pytest.mark.parametrize(
    ("forwarded", "caller"),
    [
        ([], "127.0.0.1"),
        (["203.0.113.7"], "203.0.113.7"),
        (["8.8.8.8, 203.0.113.7"], "203.0.113.7"),
        (["8.8.8.8", "203.0.113.7"], "203.0.113.7"),
        (["203.0.113.7, 10.0.0.2, 127.0.0.1"], "203.0.113.7"),
        (["10.0.0.2, ::1"], "127.0.0.1"),
        (["203.0.113.7,"], "127.0.0.1"),
        (["203.0.113.7, unknown"], "127.0.0.1"),
        (["203.0.113.7:1234"], "127.0.0.1"),
        (["203.0.113.07"], "127.0.0.1"),
        (["::ffff:203.0.113.7"], "203.0.113.7"),
        (["2001:DB8:0::5"], "2001:db8::5"),
        (["fe80::1%eth0"], "fe80::1"),
        (["203.0.113.7\x00"], "127.0.0.1"),
        (["8.8.8.8, " * 300 + "203.0.113.7"], "127.0.0.1"),
    ],
)
def test_last_entry_that_is_no_proxy_is_the_caller(forwarded: list[str], caller: str) -> None:
    door = parse_door("https://salad.example.org", ["127.0.0.1", "::1", "10.0.0.0/24"])
    assert door.find_caller("127.0.0.1", forwarded) == caller
    assert door.find_caller("::ffff:127.0.0.1", ["203.0.113.7"]) == "203.0.113.7"
    assert door.find_caller("192.168.1.66", forwarded) == "192.168.1.66"


def open_page(network: Network, code: str, address: str = "203.0.113.7", **hello: Any) -> Phone:
    """Open a page from behind the proxy, and wait until it is let in or shut out."""
    page = Phone(network, hello.get("token"))
    network.run(page.open(network.origin, page.token, network.port, address=address, extra={"code": code, **hello}))
    network.until(lambda: bool(page.sheet) or page.closed is not None)
    return page


@pytest.mark.parametrize("watch", [False, True])
def test_page_without_the_key_is_told_nothing(evening: Evening, watch: bool) -> None:
    network = evening.network
    for code in ("", "x", network.code[:-1], network.code.upper(), "ß" * PUBLIC_CODE_LENGTH):
        stranger = open_page(network, code, watch=watch)
        assert (stranger.closed, stranger.raw) == (LOCKED, [])
    assert open_page(network, network.code, watch=watch).sheet
    assert network.hosting.server.refusal_counts() == {"no code": 1, "wrong code": 4}


class ClosedLink:
    """The way to a page, which remembers how it was closed."""

    def __init__(self) -> None:
        self.messages: list[str] = []
        self.code: int | None = None

    def send(self, kind: str, message: str) -> None:
        self.messages.append(message)

    def close(self, code: int | None = None, reason: str = "") -> None:
        self.code = code


def test_page_that_was_shut_out_is_not_heard_again() -> None:
    """Its server must end the connection, even if more messages have arrived already."""
    connections, link = SeatConnections(lambda _: None, ManualClock(), is_public=True), ClosedLink()
    connection = connections.open(link, "203.0.113.7")
    hello = {"say": "hello", "page": "0" * 16}
    assert not connections.receive(connection, json.dumps({**hello, "code": "wrong"}))
    assert (link.code, link.messages) == (LOCKED, [])
    connections.publish(Snapshot(0, None, {}, {(None, "en"): "sheet"}, {}))
    assert not link.messages
    guest = connections.open(link, "203.0.113.7")
    assert connections.receive(guest, json.dumps({**hello, "code": connections.code}))
    assert "sheet" in link.messages


def test_phone_with_a_seat_or_a_request_comes_back_without_the_key(evening: Evening) -> None:
    network = evening.network
    ann = evening.seat_by_code(0, "Ann")
    evening.drop_phone(ann)
    ann = open_page(network, "", token=ann.token)
    assert ann.seat == 0
    evening.table.begin()
    bo = open_page(network, network.code)
    bo.say(say="claim", seat=1, name="Bo")
    network.until(lambda: bool(bo.got("wish")))
    bo.drop()
    network.until(lambda: bo.closed is not None)
    returned = open_page(network, "", wish=bo.request_token)
    assert returned.got("wish")[-1]["seat"] == 1
    assert open_page(network, "", wish="x" * 22).closed == LOCKED
    assert open_page(network, "", token="x" * 32).closed == LOCKED


def test_guessing_address_must_wait_and_others_need_not(evening: Evening) -> None:
    """A whole network of IPv6 is one address, and a header that lies is not believed."""
    network = evening.network
    for attempt in range(6):
        assert open_page(network, f"guess{attempt}", f"2001:db8::{attempt:x}").closed == LOCKED
    assert open_page(network, network.code, "2001:db8::7").closed == REFUSED
    assert open_page(network, network.code, "8.8.8.8, 2001:db8::8").closed == REFUSED
    assert open_page(network, network.code, "2001:db8:0:1::7").sheet
    for _ in range(10):  # Pages that reload with the key use up no attempts.
        assert open_page(network, network.code, "203.0.113.7").sheet
    assert network.hosting.server.refusal_counts() == {"wrong code": 6, "too many codes": 2}


@pytest.mark.slow
@pytest.mark.parametrize("is_botnet", [False, True])
def test_thousand_guessed_codes_open_nothing(evening: Evening, is_botnet: bool) -> None:
    network = evening.network
    ann = evening.seat_by_code(0, "Ann")
    guesses = SeatConnections(lambda _: None, ManualClock(), is_public=True)

    async def guess(attempt: int) -> tuple[int | None, list[str]]:
        guesses.new_code()
        page = Phone(network)
        address = f"203.0.{attempt // 250}.{attempt % 250}" if is_botnet else "203.0.113.7"
        await page.open(network.origin, None, network.port, address=address, extra={"code": guesses.code})
        assert page.socket is not None
        await network.tasks.pop()
        return page.closed, page.raw

    results = {(closed, tuple(raw)) for closed, raw in (network.run(guess(attempt)) for attempt in range(1000))}
    assert results == ({(LOCKED, ())} if is_botnet else {(LOCKED, ()), (REFUSED, ())})
    counts = network.hosting.server.refusal_counts()
    assert counts["wrong code"] + counts.get("too many codes", 0) == 1000
    assert not is_botnet or counts["wrong code"] == 1000
    assert ann.closed is None
    assert open_page(network, network.code, "198.51.100.9").sheet


@pytest.mark.slow
def test_strangers_do_not_displace_what_a_lost_page_has_said(evening: Evening) -> None:
    """A page that comes back repeats its last message, which must not count twice."""
    network = evening.network
    ann = evening.seat_by_code(0, "Ann")
    ann.say(say="time", more=True)
    network.until(lambda: network.hosting.slow_seats == {0})
    evening.drop_phone(ann)
    for _ in range(MAX_CLOSED + 1):
        assert open_page(network, "").closed == LOCKED
    network.reconnect(ann)
    ann.say(say="time", more=False, id=ann.last_id)
    network.until(lambda: "said before" in network.hosting.server.refusal_counts())
    assert network.hosting.slow_seats == {0}


def test_sockets_are_counted_by_the_address_behind_the_proxy(evening: Evening) -> None:
    network = evening.network
    ann = evening.seat_by_code(0, "Ann")
    friend = open_page(network, network.code, "198.51.100.9")
    greedy = [open_page(network, network.code, f"198.51.100.{lie}, 203.0.113.7") for lie in range(MAX_PER_ADDRESS + 2)]
    network.until(lambda: sum(page.closed is not None for page in greedy) == 2)
    assert [page.closed is not None for page in greedy[:3]] == [True, True, False]
    assert friend.closed is None
    assert ann.closed is None


@pytest.mark.parametrize(
    ("door", "address"),
    [
        (parse_door("https://phone.test", ["127.0.0.1"]), "203.0.113.7"),
        (parse_door("https://phone.test", ["10.0.0.1"]), "127.0.0.1"),
    ],
)
def test_only_a_named_proxy_is_believed(evening: Evening, door: PublicDoor, address: str) -> None:
    network = evening.network

    async def load() -> None:
        headers = network.proxy_headers("203.0.113.7")
        async with network.session.get(f"http://127.0.0.1:{network.port}/", headers=headers) as answer:
            await answer.read()

    network.run(load())
    network.until(lambda: bool(network.hosting.page_loads))
    assert set(network.hosting.page_loads) == {address}


def test_page_and_socket_belong_to_the_public_origin(app: App, network: Network, hosting: PhoneHost) -> None:
    async def knock(path: str, headers: dict[str, str]) -> tuple[int, dict[str, str]]:
        url = f"http://127.0.0.1:{network.port}{path}"
        async with network.session.get(url, headers=headers, allow_redirects=False) as answer:
            await answer.read()
            return answer.status, dict(answer.headers)

    def connect(host: str, origin: str) -> int:
        async def call() -> int:
            url = f"http://127.0.0.1:{network.port}/socket"
            try:
                async with network.session.ws_connect(url, headers={"Host": host, "Origin": origin}):
                    return 101
            except aiohttp.WSServerHandshakeError as error:
                return error.status

        return int(network.run(call()))

    for host in ("phone.test", "Phone.test:443", f"127.0.0.1:{network.port}"):
        status, headers = network.run(knock("/", {"Host": host}))
        assert status == 200
        assert "connect-src 'self'" in headers["Content-Security-Policy"]
        assert " wss://phone.test" in headers["Content-Security-Policy"]
        assert (" ws://" in headers["Content-Security-Policy"]) is host.startswith("127")
        assert connect(host, "https://phone.test") == 101
        for origin in ("https://phone.test:8443", "http://phone.test", "https://evil.example", "null", ""):
            assert connect(host, origin) == 403
    assert network.run(knock("/", {"Host": "evil.example"}))[0] == 403
    assert connect("evil.example", "https://phone.test") == 403
    status, headers = network.run(knock("/table?delay=3", {"Host": "phone.test", "X-Forwarded-Proto": "http"}))
    assert (status, headers["Location"]) == (307, "https://phone.test/table?delay=3")
    assert network.run(knock("/phone.js", {"Host": "phone.test", "X-Forwarded-Proto": "https"}))[0] == 200
    assert "private" in network.run(knock("/icon.png", {"Host": "phone.test"}))[1]["Cache-Control"]


def test_television_shows_the_public_address(evening: Evening) -> None:
    television = evening.network.open_television(evening.network.code)
    invitation = television.got("invite")[-1]
    assert (invitation["url"], invitation["code"]) == ("https://phone.test/", evening.network.code)
    assert len(invitation["code"]) == PUBLIC_CODE_LENGTH
    server = evening.hosting.server
    assert isinstance(server, SocketServer)
    assert server.invitation == f"https://phone.test/#{evening.network.code}"
    assert server.is_reachable


def test_phone_comes_back_to_the_public_address_at_another_port(tmp_path: Path) -> None:
    """Where the tunnel leads on this computer does not matter to a browser."""
    with open_journal(tmp_path) as journal:
        with headless_tables.open_table(journal, door=DOOR) as table:
            network = Network(cast(App, headless_tables.FakeWindow(table)), table.hosting.server.port, DOOR)
            ann = Evening(table, [], network).seat_by_code(0, "Ann")
            table.begin()
            network.until(lambda: bool(ann.sheet.get("hand")), dt=0.1)
            assert table.session is not None
            match = table.session.match
            network.close()
        table = headless_tables.make_table(journal)
        assert isinstance(match, JournaledMatch)
        table.resume(match.id)
        server = SocketServer(addresses=[HOME], port=0, door=DOOR)
        hosting = table.hosting = PhoneHost(table, server, journal.folder)
        hosting.start()
        network = Network(cast(App, headless_tables.FakeWindow(table)), server.port, DOOR)
        returned = open_page(network, "", token=ann.token)
        assert returned.seat == 0
        network.close()
        hosting.close()
        table.close()
