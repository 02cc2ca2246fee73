"""Reaction windows with phones: all answers count, a lost phone stops the time."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.window.application import App
from grenade_salad.games.live_grenade import LiveGrenadeSetup
from grenade_salad.match.match import Controller
from grenade_salad.session.phases import MAX_PAUSE, STOPPED
from grenade_salad.text import say
from tests.app.conftest import run_frames
from tests.web.phones import Network
from tests.web.reaction_windows import SETUP, begin, find_choice, open_reaction_window, skip, wait_until_screen_is_heard


def pass_at_screen(network: Network, scene: TableScene) -> None:
    """Let everybody at the screen pass, as soon as that is accepted."""
    wait_until_screen_is_heard(network)
    next(item for item in scene.widgets.items if getattr(item, "words", "") == "All pass").activate()


def test_king_by_phone_ends_the_reaction_window(app: App, network: Network) -> None:
    scene, _, bo = open_reaction_window(app, network)
    network.until(lambda: bool(bo.sheet["window"]))
    assert [choice["line"]["do"] for choice in bo.sheet["choices"]] == ["pass", "cancel"]
    bo.act(find_choice(bo, "cancel"))
    network.until(lambda: len(scene.controller.match.entries) >= 2)
    assert scene.controller.match.entries[1].to_line() == {"seat": 1, "do": "cancel", "cards": ["KD"]}


def test_reaction_window_waits_for_screen_and_phones(app: App, network: Network) -> None:
    app.settings.countdown = 0
    scene, _, bo = open_reaction_window(app, network)
    network.until(lambda: bool(bo.sheet["window"]))
    bo.act(find_choice(bo, "pass"))
    network.until(lambda: bo.sheet["window"]["answered"])
    assert bo.sheet["choices"] == []
    bo.act({"seat": 1, "do": "cancel", "cards": ["KD"]})
    network.until(lambda: bool(bo.got("no")))
    assert scene.reaction is not None, "Cy at the screen has not answered"
    pass_at_screen(network, scene)
    network.until(lambda: scene.reaction is None and len(scene.controller.match.entries) >= 3, dt=1 / 60)
    assert [entry.to_line()["do"] for entry in scene.controller.match.entries] == ["skip", "pass", "pass"]


def test_all_pass_at_the_screen_leaves_phones_their_time(app: App, network: Network) -> None:
    app.settings.countdown = 0
    scene, _, bo = open_reaction_window(app, network)
    pass_at_screen(network, scene)
    network.frames(30)
    assert scene.reaction is not None
    network.until(lambda: bool(bo.sheet["choices"]))
    bo.act(find_choice(bo, "cancel"))
    network.until(lambda: scene.reaction is None)
    assert [entry.to_line()["do"] for entry in scene.controller.match.entries][:2] == ["skip", "cancel"]


def test_phone_is_heard_while_a_cover_is_open(app: App, network: Network) -> None:
    scene, _, bo = open_reaction_window(app, network)
    wait_until_screen_is_heard(network)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_3, mod=0, unicode="", scancode=0))
    network.until(lambda: isinstance(app.scene, Cover), dt=1 / 60)
    network.until(lambda: bool(bo.sheet["choices"]))
    bo.act(find_choice(bo, "cancel"))
    network.until(lambda: len(scene.controller.match.entries) >= 2)
    assert app.scene is scene


def test_phone_that_sits_down_while_a_person_looks_gets_its_sheet(app: App, network: Network) -> None:
    scene = begin(app)
    network.seat_phone(2)
    network.until(lambda: scene.controller.is_idle and scene.controller.session.is_settled)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_h, mod=0, unicode="h", scancode=0))
    network.until(lambda: isinstance(app.scene, Cover), dt=1 / 60)
    assert network.seat_phone(1).sheet["hand"]
    assert isinstance(app.scene, Cover), "and nobody has closed it"


def test_lost_phone_stops_the_time_for_everybody(app: App, network: Network) -> None:
    scene, ann, bo = open_reaction_window(app, network)
    bo.drop()
    network.until(lambda: 1 not in network.hosting.connected)
    network.until(lambda: "Bo" in ann.sheet["window"]["paused"])
    assert scene.reaction is not None
    previous_time = scene.reaction.phase.elapsed
    network.frames(100, dt=0.1)
    assert scene.reaction is not None
    assert scene.reaction.phase.elapsed == previous_time
    back = network.phone(bo.token)
    network.until(lambda: back.seat == 1 and bool(back.sheet["choices"]))
    network.until(lambda: not back.sheet["window"]["paused"])
    back.act(find_choice(back, "cancel"))
    network.until(lambda: len(scene.controller.match.entries) >= 2)


@pytest.mark.quick("0.0")
@pytest.mark.parametrize("countdown", [5.0, 0.0])
def test_lost_phone_is_waited_for_no_longer_than_the_limit(app: App, network: Network, countdown: float) -> None:
    app.settings.countdown = countdown
    scene, _, bo = open_reaction_window(app, network)
    bo.drop()
    network.until(lambda: 1 not in network.hosting.connected)
    network.frames(int(MAX_PAUSE / 0.1) + 60, dt=0.1)
    if countdown == 0:
        pass_at_screen(network, scene)
    network.until(lambda: len(scene.controller.match.entries) >= 3, dt=1 / 60)
    assert [entry.to_line()["do"] for entry in scene.controller.match.entries][:3] == ["skip", "pass", "pass"]


def test_reaction_window_is_the_same_with_and_without_a_king(app: App, network: Network) -> None:
    """Compare a phone with a King and one without: time and look are the same."""
    windows = []
    for hand in (("2C", "KD"), ("2C", "7D")):
        scene = begin(
            app, LiveGrenadeSetup(hands=(("2H", "JD"), hand, ("3H", "5C")), deck=SETUP.deck, turn=0, direction=1)
        )
        ann, bo = network.seat_phone(0), network.seat_phone(1)
        skip(network, scene, ann)
        network.until(lambda bo=bo: bool(bo.sheet["window"]))  # type: ignore[misc]
        windows.append((ann.sheet["window"], ann.sheet["seats"], bo.sheet["window"]))
        for seat in (0, 1):
            scene.controller.give_seat(seat, Controller())
        network.until(lambda ann=ann, bo=bo: ann.seat is None and bo.seat is None)  # type: ignore[misc]
    assert windows[0] == windows[1]


def test_pause_at_the_screen_is_told_to_phones_and_answers_still_count(app: App, network: Network) -> None:
    scene, _, bo = open_reaction_window(app, network)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_p, mod=0, unicode=""))
    network.until(lambda: bool(bo.sheet["window"]) and bo.sheet["window"]["paused"] == say(STOPPED))
    assert scene.reaction is not None
    previous_time = scene.reaction.phase.elapsed
    run_frames(app, 100, 0.1)
    assert scene.reaction.phase.elapsed == previous_time
    bo.act(find_choice(bo, "cancel"))
    network.until(lambda: len(scene.controller.match.entries) > 1)
    assert scene.controller.match.entries[1].to_line()["do"] == "cancel"


def test_passing_for_the_turn_stays_private_and_shortens_no_reaction_window(app: App, network: Network) -> None:
    app.settings.countdown = 2.0
    scene, ann, bo = open_reaction_window(app, network)
    network.until(lambda: bool(bo.sheet["window"]))
    bo.say(say="rest", moment=bo.sheet["moment"])
    network.until(lambda: bo.sheet["window"]["answered"])
    window_sheets = [message for message in ann.got("table") if message["window"]]
    assert not any(message["window"]["rests"] for message in window_sheets), "that is nobody else's business"
    network.until(lambda: len(scene.controller.match.entries) >= 3, dt=1 / 60)
    assert [entry.to_line()["do"] for entry in scene.controller.match.entries][:3] == ["skip", "pass", "pass"]
    network.until(lambda: not bo.sheet["window"] and bool(bo.sheet["choices"]))
    bo.say(say="rest", moment=bo.sheet["moment"])
    network.until(lambda: bool(bo.got("no")))
    assert bo.got("no")[-1]["words"] == "You are not being asked right now."
