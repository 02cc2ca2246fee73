"""Whole matches over real sockets: they end, and whatever is sent to a seat is what that seat may know."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.app.app import App
from grenade_salad.app.scenes.phones_host import Hosting, Moment
from grenade_salad.core import Event, Options, State, redact
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.phone.protocol import encode
from grenade_salad.phone.sheet import LOG_LINES, Table, sheet
from tests.phone.phones import Network, Phone
from tests.phone.playing import Player, begin, play


@dataclass(frozen=True)
class Post:
    """What the app published once."""

    table: Table
    state: State
    history: tuple[Event, ...]

    def swapped(self, seat: int | None, rng: random.Random) -> str:
        """What the seat would have been sent, if all that it cannot see were something else."""
        other = self.state.resample(0 if seat is None else seat, rng)
        return encode("table", **sheet(other, seat, self.table, [redact(event, seat) for event in self.history]))


@pytest.fixture
def posts(hosting: Hosting) -> list[Post]:
    """Everything that is published during a match."""
    kept: list[Post] = []
    publish = hosting._post

    def noting(table: Table, moment: Moment | None) -> None:
        if moment is not None:
            history = [event for events in moment.events[-LOG_LINES:] for event in events][-LOG_LINES:]
            kept.append(Post(table, moment.match.state.copy(), tuple(history)))
        publish(table, moment)

    hosting._post = noting  # type: ignore[method-assign]
    return kept


def short(name: str) -> Options:
    """House rules for a short game."""
    options = games.load(name).options()
    return replace(options, turn_limit=6) if isinstance(options, SaladOptions) else options


def compare(phone: Phone, posts: list[Post]) -> int:
    """Everything that a phone was sent in a match depends on what its seat may know alone; the number of sheets."""
    rng = Random(3)
    found = 0
    for message, text in zip(phone.inbox, phone.raw, strict=True):
        if message["kind"] != "table":
            assert message["kind"] in ("you", "wish", "no"), message
        elif "choices" in message:
            same = [post for post in posts if post.table.moment == message["moment"]]
            assert text in [post.swapped(message["seat"], rng) for post in same]
            found += 1
    return found


@pytest.mark.parametrize("name", games.NAMES)
def test_a_whole_game_by_phones(app: App, network: Network, posts: list[Post], name: str) -> None:
    scene = begin(app, name, "sss", options=short(name))
    players = {seat: Player(network.seated(seat), Random(seat)) for seat in range(3)}
    onlooker = network.phone()
    play(network, players, scene)
    network.until(lambda: all(one.phone.sheet["over"] for one in players.values()) and onlooker.sheet["over"])
    assert scene.match.state.over
    acted = [line for player in players.values() for line in player.acted]
    assert len({line["do"] for line in acted}) >= (1 if name == "wheel" else 3)
    for seat, player in players.items():
        assert player.phone.sheet["seat"] == seat
        assert compare(player.phone, posts) > 5
    assert compare(onlooker, posts) > 5
    assert all(not message.get("hand") and not message.get("choices") for message in onlooker.inbox)


@pytest.mark.parametrize("name", games.NAMES)
def test_phones_the_screen_and_a_machine_at_one_table(app: App, network: Network, posts: list[Post], name: str) -> None:
    app.settings.countdown = 1.0
    scene = begin(app, name, "sssm", options=short(name))
    players = {seat: Player(network.seated(seat), Random(seat)) for seat in (0, 2)}
    assert [one.kind for one in scene.controllers] == ["phone", "person", "phone", "bot"]
    assert scene.viewer is None, "somebody with a phone may look at the screen"
    play(network, players, scene, most=40)
    assert {entry.seat for entry in scene.match.entries if hasattr(entry, "seat")} >= {0, 1, 2, 3}
    for player in players.values():
        assert compare(player.phone, posts) > 3
