"""IPv6: pages and sockets are served there, too, but to neighbours only."""

from __future__ import annotations

import socket

import aiohttp
import pytest

from grenade_salad.app.window.application import App
from grenade_salad.web import connection_limiter
from grenade_salad.web.addresses import Address, limit_key
from grenade_salad.web.host import PhoneHost
from grenade_salad.web.socket_server import SocketServer
from grenade_salad.web.tokens import MAX_PER_ADDRESS, Tokens
from tests.web.conftest import HOME
from tests.web.memory_server import ManualClock
from tests.web.phones import Network
from tests.web.reaction_windows import begin


def _has_loop() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


NEEDED = pytest.mark.skipif(not _has_loop(), reason="this machine has no IPv6")


def listen_at_both(server: SocketServer) -> None:
    """Listen at the IPv4 address of a network card, and so at its IPv6 address, too."""
    server.addresses = [Address("::1", "lo"), HOME]
    server.switch_address()


@NEEDED
def test_ipv4_and_ipv6_are_served_at_one_port(app: App, hosting: PhoneHost, network: Network) -> None:
    begin(app)
    listen_at_both(hosting.server)
    port = hosting.server.port
    assert hosting.server.extra_urls == [f"http://[::1]:{port}/"]

    async def visit(host: str) -> dict[str, object]:
        async with network.session.get(f"http://{host}:{port}/") as page:
            assert page.status == 200
            policy = page.headers["Content-Security-Policy"]
            assert ("[" in policy) is False, "a policy cannot name such a host"
        headers = {"Origin": f"http://{host}:{port}"}
        async with network.session.ws_connect(f"http://{host}:{port}/socket", headers=headers) as line:
            await line.send_json({"say": "hello", "page": "0" * 16, "token": None})
            answer: dict[str, object] = await line.receive_json()
            return answer

    for host in ("127.0.0.1", "[::1]"):
        assert network.run(visit(host))["kind"] == "you"


@NEEDED
def test_caller_from_outside_the_network_is_not_let_in(
    app: App, hosting: PhoneHost, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Treat a caller from this computer as if it came from elsewhere."""
    begin(app)
    listen_at_both(hosting.server)
    is_near = connection_limiter.is_near
    monkeypatch.setattr(
        connection_limiter,
        "is_near",
        lambda ip, own_addresses: is_near("2001:db8::7" if ":" in ip else ip, own_addresses),
    )

    async def knock() -> None:
        async with network.session.get(f"http://[::1]:{hosting.server.port}/"):
            pass

    with pytest.raises(aiohttp.ClientError):
        network.run(knock())
    assert hosting.server.count_turned_away() >= 1


def test_computer_with_many_addresses_counts_as_one() -> None:
    tokens = Tokens(ManualClock())
    request_tokens = [tokens.add_request(0, f"fd00::{index:x}") for index in range(1, 9)]
    assert sum(token is not None for token in request_tokens) == MAX_PER_ADDRESS
    assert limit_key("fe80::1%eth0") == "fe80::/64"


def test_attempts_of_the_newest_thousand_addresses_are_remembered() -> None:
    tokens = Tokens(ManualClock())
    for _ in range(6):
        assert tokens.try_request("guesser")
    for index in range(999):
        tokens.try_request(f"10.0.{index // 250}.{index % 250}")
    assert not tokens.may_try("guesser")
    tokens.try_request("198.51.100.9")
    assert tokens.may_try("guesser"), "it is forgotten alone"
    assert len(tokens._allowances) == 1000
