"""Attacks by strangers and cheats are refused and counted, and the match goes on."""

from __future__ import annotations

import asyncio
import json
import socket
import tracemalloc
import zlib
from contextlib import suppress
from typing import Any

import aiohttp
import pytest

from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window.application import App
from grenade_salad.match.match import Controller
from grenade_salad.web.connection_limiter import MAX_FROM_PROXIES, MAX_PER_ADDRESS
from grenade_salad.web.host import PhoneHost
from grenade_salad.web.protocol import MAX_MESSAGE_BYTES
from grenade_salad.web.public_door import PublicDoor
from tests.patience import LIMIT
from tests.web.phones import Network, Phone
from tests.web.reaction_windows import begin, find_choice


@pytest.fixture(params=["home", pytest.param("public", marks=pytest.mark.slow)])
def door(request: pytest.FixtureRequest) -> PublicDoor | None:
    """Attack a table at home, and one that is found at a public address."""
    return PublicDoor("https://phone.test") if request.param == "public" else None


def wait_until_refused(network: Network, reason: str, times: int = 1) -> None:
    """Wait until a refusal for that reason was counted."""
    network.until(lambda: network.hosting.server.refusal_counts().get(reason, 0) >= times)


def assert_still_plays(network: Network, phone: Phone) -> None:
    """Check that Ann can draw a card with her phone as usual."""
    scene = network.app.scene
    assert isinstance(scene, TableScene)
    network.until(lambda: bool(phone.sheet.get("choices")))
    phone.act(find_choice(phone, "draw"))
    network.until(lambda: any(entry.to_line() == {"seat": 0, "do": "draw"} for entry in scene.controller.match.entries))


def test_guessed_tokens_are_refused(app: App, network: Network) -> None:
    begin(app)
    ann = network.seat_phone(0)
    for guess in ("", "0", "A" * 32, ann.token[:-1] if ann.token else "", "ß☃" * 10):
        stranger = network.phone(guess)
        assert stranger.seat is None
        assert stranger.got("forgotten")
        assert not stranger.sheet["hand"]
    assert network.hosting.server.refusal_counts()["unknown token"] == 5
    assert_still_plays(network, ann)


def test_only_the_host_gives_a_seat(app: App, network: Network) -> None:
    scene = begin(app)
    ann, stranger = network.seat_phone(0), network.phone()
    stranger.say(say="claim", seat=0)
    wait_until_refused(network, "taken seat")
    for seat in (-1, 3, 99):
        stranger.say(say="claim", seat=seat)
    wait_until_refused(network, "taken seat", 4)
    stranger.say(say="claim", seat=1)
    network.until(lambda: bool(network.hosting.requests))
    assert stranger.seat is None
    assert scene.controller.controllers[1] == Controller()
    network.hosting.reject(next(iter(network.hosting.requests.values())))
    network.until(lambda: stranger.got("wish")[-1]["seat"] is None)
    ann.say(say="claim", seat=2)
    wait_until_refused(network, "second seat")
    assert not network.hosting.requests
    assert_still_plays(network, ann)


def test_actions_for_others_and_out_of_turn_are_refused(app: App, network: Network) -> None:
    scene = begin(app)
    ann, bo, stranger = network.seat_phone(0), network.seat_phone(1), network.phone()
    network.until(lambda: bool(ann.sheet.get("choices")))
    bo.act({"seat": 0, "do": "draw"}, ann.sheet["moment"])
    wait_until_refused(network, "bad action")
    bo.act({"seat": 1, "do": "draw"}, ann.sheet["moment"])
    wait_until_refused(network, "not legal")
    stranger.act({"seat": 0, "do": "draw"}, ann.sheet["moment"])
    wait_until_refused(network, "no seat")
    ann.act({"chance": "deal", "outcome": {}})
    ann.act({"seat": 0, "do": "skip", "cards": ["JH"]})
    wait_until_refused(network, "not legal", 2)
    assert scene.controller.match.entries == []
    assert_still_plays(network, ann)


def test_old_action_is_not_applied_again(app: App, network: Network) -> None:
    scene = begin(app)
    ann = network.seat_phone(0)
    network.until(lambda: bool(ann.sheet.get("choices")))
    old_moment, line = ann.sheet["moment"], find_choice(ann, "draw")
    ann.act(line, old_moment)
    decision = ann.last_id
    for _ in range(2):
        ann.act(line, old_moment, decision)
    network.until(lambda: bool(ann.got("got")) and bool(scene.controller.match.entries))
    network.until(lambda: ann.sheet["moment"] > old_moment)
    network.wait_until_heard(ann)
    answer_count = len(ann.got("got"))
    ann.act(line, old_moment, decision)
    network.until(lambda: len(ann.got("got")) > answer_count)
    assert not ann.got("no"), "it is the decision that was heard, said again"
    ann.act({**line, "do": "keep"}, old_moment)
    wait_until_refused(network, "old moment")
    network.wait_until_heard(ann)
    assert network.hosting.server.refusal_counts() == {"said before": 3, "old moment": 1}
    assert [entry.to_line() for entry in scene.controller.match.entries if "do" in entry.to_line()] == [line]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"say": "hello", "page": "0123456789abcdef"}',
        '{"say": "kill"}',
        '{"say": "leave"}',
        '{"say": "leave", "id": 0}',
        '{"say": "leave", "id": 9007199254740992}',
        '{"say": "claim", "id": 1, "seat": "0"}',
        '{"say": "claim", "id": 1, "seat": 1, "more": 2}',
        '{"say": "act", "id": 1, "moment": 1e400, "action": {}}',
        "[" * 2000,
    ],
)
def test_malformed_messages_end_the_connection(app: App, network: Network, text: str) -> None:
    begin(app)
    stranger = network.phone()
    stranger.send(text)
    network.until(lambda: stranger.closed == 4000)
    assert network.hosting.server.refusal_counts()["malformed"] == 1


@pytest.mark.quick("home-1", "home-action[356]", "home-draw")
@pytest.mark.parametrize(
    "action",
    [
        1,
        [],
        "draw",
        {"do": "draw"},
        {"seat": 0},
        {"seat": 0, "do": "nothing"},
        {"seat": 0, "do": "draw", "card": "AS"},
        {"seat": 0, "do": "skip", "cards": [{"a": 1}]},
        {"seat": True, "do": "draw"},
        {"seat": 0, "do": "pair", "cards": ["4C", "4H"], "target": 10**30},
    ],
)
def test_malformed_actions_are_refused(app: App, network: Network, action: Any) -> None:
    begin(app)
    ann = network.seat_phone(0)
    ann.act(action)
    network.until(lambda: bool(ann.got("no")))
    assert_still_plays(network, ann)


def test_oversize_endless_and_binary_messages_end_the_connection(app: App, network: Network) -> None:
    begin(app)
    ann = network.seat_phone(0)
    for text in (json.dumps({"say": "hello", "token": "x" * MAX_MESSAGE_BYTES}), "x" * 1_000_000):
        stranger = network.phone()
        stranger.send(text)
        network.until(lambda stranger=stranger: stranger.closed is not None)  # type: ignore[misc]
    wait_until_refused(network, "oversize", 2)
    chatty = network.phone()

    async def chat() -> None:  # All at once: a busy machine is too slow to send so many from here.
        assert chatty.socket is not None
        with suppress(ConnectionError):
            for _ in range(200):
                await chatty.socket.send_str('{"say": "leave", "id": 1}')

    network.run(chat())
    network.until(lambda: chatty.closed is not None)
    wait_until_refused(network, "too many messages")
    binary = network.phone()
    assert binary.socket is not None
    network.run(binary.socket.send_bytes(b"\x00\xff"))
    network.until(lambda: binary.closed is not None)
    assert_still_plays(network, ann)


def test_compressed_bomb_is_not_unpacked_past_the_limit(app: App, network: Network) -> None:
    """64 MB of spaces in 64 kB are unpacked no further than the longest message."""
    begin(app)
    ann = network.seat_phone(0)
    bomb = network.phone()
    assert bomb.socket is not None
    assert bomb.socket.compress, "the page's messages are compressed as well"
    tracemalloc.start()
    try:
        network.run(bomb.socket.send_str(" " * MAX_MESSAGE_BYTES * 16, compress=15))
        network.until(lambda: bomb.closed is not None)
        packed = zlib.compressobj(wbits=-15)
        body = packed.compress(b" " * 64_000_000) + packed.flush(zlib.Z_SYNC_FLUSH)
        late = network.phone()
        assert late.socket is not None
        previous_memory = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        network.run(send_packed(late.socket, body.removesuffix(b"\x00\x00\xff\xff")))
        network.until(lambda: late.closed is not None)
        assert tracemalloc.get_traced_memory()[1] - previous_memory < 8_000_000
    finally:
        tracemalloc.stop()
    wait_until_refused(network, "oversize", 2)
    assert_still_plays(network, ann)


async def send_packed(socket: aiohttp.ClientWebSocketResponse, body: bytes) -> None:
    """Send a text message with a body that is already compressed.

    It is masked as all messages of clients are.
    """
    assert socket._conn is not None
    transport = socket._conn.transport
    assert transport is not None
    mask = b"\x00" * 4
    transport.write(bytes([0xC1, 0x80 | 127]) + len(body).to_bytes(8, "big") + mask + body)


def test_foreign_pages_are_refused(app: App, network: Network, hosting: PhoneHost) -> None:
    begin(app)
    port = network.port

    async def knock(path: str, headers: dict[str, str]) -> int:
        async with network.session.get(f"http://127.0.0.1:{port}{path}", headers=headers) as answer:
            await answer.read()
            return answer.status

    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
    upgrade["Sec-WebSocket-Key"] = "AAAAAAAAAAAAAAAAAAAAAA=="
    for origin in ({}, {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": f"https://127.0.0.1:{port}"}):
        assert network.run(knock("/socket", {**upgrade, **origin})) == 403
    assert hosting.server.refusal_counts()["foreign origin"] == 4
    evil = {"Host": f"evil.example:{port}", "Origin": f"http://evil.example:{port}"}
    assert network.run(knock("/socket", {**upgrade, **evil})) == 403
    assert network.run(knock("/", {"Host": "evil.example"})) == 403
    assert network.run(knock("/", {"Host": f"phone.test:{port}"})) == 200
    for path in ("/../socket_server.py", "/page/phone.js", "/static", "/%2e%2e/site.py"):
        assert network.run(knock(path, {})) == 404


def test_thousand_sockets_do_not_disturb_the_match(app: App, network: Network) -> None:
    scene = begin(app)
    ann = network.seat_phone(0)
    sockets = []
    for count in range(1000):
        connection = socket.create_connection(("127.0.0.1", network.port), timeout=LIMIT)
        sockets.append(connection)
        if count % 50 == 0:
            app.frame()
    limit = MAX_PER_ADDRESS if network.door is None else MAX_FROM_PROXIES
    network.until(lambda: network.hosting.server.count_turned_away() >= 1000 - limit)
    assert ann.closed is None
    late = network.phone()
    assert late.sheet["seat"] is None
    assert_still_plays(network, ann)
    for connection in sockets:
        connection.close()
    assert scene.controller.match.entries


def test_nothing_listens_after_the_host_has_stopped(app: App, hosting: PhoneHost, network: Network) -> None:
    scene = begin(app)
    network.seat_phone(0)
    port = network.port
    hosting.stop()
    assert app.phones is None
    assert scene.controller.controllers[0] == Controller()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=2)

    async def knock() -> None:
        await network.session.get(f"http://127.0.0.1:{port}/")

    with pytest.raises(aiohttp.ClientConnectorError):
        asyncio.run_coroutine_threadsafe(knock(), network.loop).result(LIMIT)
