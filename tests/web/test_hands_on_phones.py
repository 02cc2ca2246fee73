"""With hands on phones, the screen draws no hand and plays for no phone."""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad import games
from grenade_salad.app.window.application import App
from grenade_salad.match.match import Controller
from grenade_salad.session.phases import Deciding
from grenade_salad.text import say
from tests.marks import slow_but
from tests.web.phones import Network
from tests.web.playing import Player, begin, play

LINES = 40


@pytest.mark.quick("wheel")
@pytest.mark.parametrize("name", slow_but(["grenade-salad", "wheel"], games.with_turns()))
def test_screen_draws_only_the_public_view(
    app: App, network: Network, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    app.settings.hands_on_phones = True
    scene = begin(app, name, "ssm")
    viewing_seats: set[int | None] = set()
    draw, state_class = app.draw, type(scene.controller.match.state)
    view = state_class.view

    def note_view(viewed: object, seat: int | None) -> object:
        viewing_seats.add(seat)
        return view(viewed, seat)  # type: ignore[arg-type]

    def draw_and_note_views() -> None:
        with monkeypatch.context() as patched:
            patched.setattr(state_class, "view", note_view)
            draw()

    monkeypatch.setattr(app, "draw", draw_and_note_views)
    players = {seat: Player(network.seat_phone(seat), Random(seat)) for seat in (0, 1)}
    play(network, players, scene, LINES)
    assert len(scene.controller.match.entries) >= LINES or scene.controller.match.state.is_over
    assert viewing_seats <= {None}
    assert scene.controller.persons == ()


def test_seat_of_a_lost_phone_waits_or_goes_to_a_machine_never_to_the_screen(app: App, network: Network) -> None:
    app.settings.hands_on_phones = True
    scene = begin(app, "wheel", "ssm")
    phone = network.seat_phone(0)
    network.seat_phone(1)
    network.until(
        lambda: isinstance(scene.controller.session.phase, Deciding) and scene.controller.session.phase.seat == 0
    )
    phone.drop()
    network.until(lambda: 0 not in network.hosting.connected)
    assert scene.controller.session.phase == Deciding(0, "phone")
    assert "Ann's phone is away" in say(scene.bar_content()[0])
    assert not scene.controller.session.move_to_screen(0)
    network.hosting.stop()
    lines = len(scene.controller.match.entries)
    for _ in range(50):
        app.frame(0.1)
    assert scene.controller.actor is None, "the phones were stopped: nobody plays at the screen for that"
    assert scene.controller.viewer is None
    assert len(scene.controller.match.entries) == lines
    scene.controller.give_seat(0, Controller("bot", "random"))
    for _ in range(100):
        app.frame(0.1)
    assert len(scene.controller.match.entries) > lines
