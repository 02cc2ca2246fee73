"""A game that brings no sheet, on phones that are real sockets."""

from __future__ import annotations

import json
from typing import Any

import pytest

from grenade_salad.app.match import start_match
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window.application import App
from grenade_salad.core import registry
from grenade_salad.match.match import Controller, Header, Match
from tests.web.conftest import door as door
from tests.web.conftest import hosting as hosting
from tests.web.conftest import network as network
from tests.web.phones import Network, Phone
from tools.tables import get_top_scene


def has_new_choices(phone: Phone, last: int) -> bool:
    """True if the phone has choices after the moment at which it last answered."""
    return bool(phone.sheet.get("choices")) and phone.sheet["moment"] > last


def read_hands(match: Match) -> tuple[tuple[int, ...], ...]:
    """Return all hands of a match of High Card.

    The class of its views is importable only while the plugins are installed.
    """
    view: Any = match.state.full_view()
    hands: tuple[tuple[int, ...], ...] = view.hands
    return hands


@pytest.mark.usefixtures("guests")
def test_hidden_hands_are_played_by_phone(app: App, network: Network) -> None:
    options = registry.load("high-card").options()
    start_match.begin(app, Header("high-card", ("Ann", "Bo"), options, 5), (Controller(), Controller()))
    match = get_top_scene(app, TableScene).controller.match
    ann, bo = network.seat_phone(0), network.seat_phone(1)
    network.until(lambda: bool(ann.sheet.get("choices")))
    hands = read_hands(match)
    choices = [tuple(choice["path"]) for choice in ann.sheet["choices"]]
    assert choices[:3] == [(f"Play card {card}",) for card in hands[0]]
    assert not bo.sheet["choices"]
    assert any(str(hands[0][0]) in line for line in ann.sheet["public"])
    moment = -1
    for _ in range(5):
        seat = match.state.active_seats()[0]
        phone = (ann, bo)[seat]
        previous_count = len(match.entries)
        network.until(lambda phone=phone, last=moment: has_new_choices(phone, last))
        moment = phone.sheet["moment"]
        phone.act(dict(phone.sheet["choices"][0]["line"]))
        network.until(lambda previous_count=previous_count: len(match.entries) > previous_count)
    # Bo's phone was never sent a card that Ann still holds, as a card of hers.
    held_cards = set(read_hands(match)[0])
    messages = [json.loads(text) for text in bo.raw]
    lines = " ".join(
        str(message.get("public")) + str(message.get("log")) + str(message.get("secrets")) for message in messages
    )
    assert held_cards
    own_messages = " ".join(ann.raw)
    assert all(str(card) in own_messages for card in held_cards)
    assert not any(f" {card}," in lines or f" {card}'" in lines or f" {card};" in lines for card in held_cards)
