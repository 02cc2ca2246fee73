"""Whole matches over real sockets: they end, and no seat is sent a secret."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from grenade_salad import games
from grenade_salad.app.window.application import App
from grenade_salad.core import Event, State, redact, registry
from grenade_salad.sheets.compose import TableStatus, compose_sheet, describe_preview, make_reader
from grenade_salad.web import protocol
from grenade_salad.web.host import PhoneHost
from grenade_salad.web.protocol import encode
from grenade_salad.web.snapshots import Position
from tests.marks import slow_but
from tests.web.phones import Network, Phone
from tests.web.playing import Player, begin, make_short_options, play

OTHER_MESSAGES = {
    "you": {"kind", "seat", "token", "run"},
    "wish": {"kind", "seat", "code", "token"},
    "no": {"kind", "words", "rule"},
    "got": {"kind", "moment"},
    "forgotten": {"kind"},
    "invite": {"kind", "url", "code", "rows"},
    "show": {"kind", "after", "seconds", "beats"},
}
"""Keys of all other messages, by kind.

None of them is about the match but `show` (see test_show). For hints see test_evening.
"""


@dataclass(frozen=True)
class Publication:
    """One publication of the app: the table, the state and the events."""

    table: TableStatus
    state: State
    history: tuple[Event, ...]

    def encode_sheet_in_other_world(self, seat: int | None, rng: random.Random) -> str:
        """Return the seat's message if everything hidden from it were different."""
        world = self.state.resample(0 if seat is None else seat, rng)
        return encode(
            "table", **compose_sheet(world, seat, self.table, [redact(event, seat) for event in self.history])
        )

    def encode_preview_in_other_world(self, seat: int, n: int, action_line: dict[str, Any], rng: random.Random) -> str:
        """Return the seat's preview of an action if everything hidden were different."""
        world = self.state.resample(seat, rng)
        game = registry.load(world.view(None).game)
        action = protocol.parse_action(game, json.dumps(action_line).encode(), seat)
        return encode(
            "seen", n=n, **describe_preview(world, action, make_reader(world.view(seat), self.table.names, seat, "en"))
        )


@pytest.fixture
def posts(hosting: PhoneHost) -> list[Publication]:
    """Collect everything that is published during a match."""
    publications: list[Publication] = []
    publish = hosting._post

    def note_publication(table: TableStatus, position: Position | None) -> None:
        if position is not None:
            publications.append(Publication(table, position.state.copy(), position.events))
        publish(table, position)

    hosting._post = note_publication  # type: ignore[method-assign]
    return publications


def check_messages(phone: Phone, posts: list[Publication], previews: Sequence[tuple[int, dict[str, Any]]] = ()) -> int:
    """Check that a phone's messages depend only on what its seat may know.

    Return the number of sheets.
    """
    rng = Random(3)
    if previews:
        assert phone.got("seen")
    sheet_count = 0
    for message, text in zip(phone.inbox, phone.raw, strict=True):
        if message["kind"] == "seen":
            moment, line = previews[message["n"]]
            assert phone.seat is not None
            same = [post for post in posts if post.table.moment == moment]
            assert text in [post.encode_preview_in_other_world(phone.seat, message["n"], line, rng) for post in same]
        elif message["kind"] != "table":
            assert OTHER_MESSAGES[message["kind"]] == message.keys(), message
        elif "choices" in message:
            same = [post for post in posts if post.table.moment == message["moment"]]
            assert text in [post.encode_sheet_in_other_world(message["seat"], rng) for post in same]
            sheet_count += 1
    return sheet_count


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_but(["grenade-salad"], games.with_turns()))
def test_whole_match_is_played_by_phones(app: App, network: Network, posts: list[Publication], name: str) -> None:
    network.hosting.has_phone_host = True
    scene = begin(app, name, "sss", options=make_short_options(name))
    players = {seat: Player(network.seat_phone(seat), Random(seat)) for seat in range(3)}
    onlooker = network.open_television()
    onlooker.say(say="claim", seat=0)
    onlooker.say(say="hint", moment=onlooker.sheet["moment"])
    play(network, players, scene)
    network.until(
        lambda: all(player.phone.sheet["over"] for player in players.values()) and onlooker.sheet["over"], dt=0.1
    )
    assert scene.controller.match.state.is_over
    acted = [line for player in players.values() for line in player.acted]
    assert len({line["do"] for line in acted}) >= (1 if name == "wheel" else 3)
    for seat, player in players.items():
        assert player.phone.sheet["seat"] == seat
        assert check_messages(player.phone, posts, player.tried) > 5
    assert check_messages(onlooker, posts) > 5
    assert onlooker.got("show")
    assert not any(player.phone.got("show") for player in players.values())
    first_sheet, last_sheet = onlooker.got("table")[0], onlooker.sheet
    assert "wins" not in first_sheet
    assert last_sheet["wins"] == [int(seat in last_sheet["winners"]) for seat in range(3)]
    assert not any("wins" in sheet for player in players.values() for sheet in player.phone.got("table"))
    host_seats = [
        seat for seat, player in players.items() if any(sheet["chair"] for sheet in player.phone.got("table"))
    ]
    assert host_seats == [0], "the orders of the host are the first phone's alone"
    assert all(not message.get("hand") and not message.get("choices") for message in onlooker.inbox)


@pytest.mark.quick("wheel")
@pytest.mark.parametrize("name", slow_but(["grenade-salad", "wheel"], games.with_turns()))
def test_phones_screen_and_machine_play_at_one_table(
    app: App, network: Network, posts: list[Publication], name: str
) -> None:
    app.settings.countdown = 1.0
    scene = begin(app, name, "sssm", options=make_short_options(name))
    players = {seat: Player(network.seat_phone(seat), Random(seat)) for seat in (0, 2)}
    assert [controller.kind for controller in scene.controller.controllers] == ["phone", "person", "phone", "bot"]
    assert scene.controller.viewer is None, "somebody with a phone may look at the screen"
    play(network, players, scene, max_entries=40)
    assert {entry.seat for entry in scene.controller.match.entries if hasattr(entry, "seat")} >= {0, 1, 2, 3}
    for player in players.values():
        assert check_messages(player.phone, posts, player.tried) > 3
