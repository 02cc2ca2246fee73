"""The log: marks of whom a line is about, and why machines did what they did, without their secrets."""

from __future__ import annotations

from random import Random

import pygame
import pytest

from grenade_salad import games, players
from grenade_salad.app.games.salad import words
from grenade_salad.app.match.start_match import scene_of
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.window.application import App
from grenade_salad.core import TurnBegan, subject_seat
from grenade_salad.games.salad import events
from grenade_salad.games.salad.actions import End, Explosion
from grenade_salad.lab.playout import make_players
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.session.phases import Deciding
from grenade_salad.text import Reader, say
from tests.app.conftest import click, key, until
from tests.app.salad_table import ANNS_HAND, BOS_HAND, position
from tests.app.salad_table import sit_down as sit_down_to_salad
from tests.marks import slow_but


def test_a_line_has_the_mark_of_whom_it_is_about_not_of_who_decided(app: App) -> None:
    scene = sit_down_to_salad(app, "pp", position())
    key(app, pygame.K_RETURN)
    scene.table.act(End(0))
    until(app, lambda: scene.table.actor == 1)
    told = {said.words: said.seat for said in scene.table.log.lines}
    assert told["Bo's turn"] == 1


def test_lines_of_before_are_in_the_language_that_is_chosen_now(app: App) -> None:
    scene = sit_down_to_salad(app, "pp", position())
    scene.table.act(End(0))
    until(app, lambda: scene.table.actor == 1)
    assert "Bo's turn" in [said.words for said in scene.table.log.lines]
    app.settings.language = "de"
    app.save_settings()
    try:
        assert "Bo ist dran" in [said.words for said in scene.table.log.lines]
        assert any("Bo ist dran" in line for line in app.tree().lines())
    finally:
        app.settings.language = "en"
        app.save_settings()


@pytest.mark.parametrize("name", games.NAMES)
def test_every_line_that_names_somebody_first_has_that_mark(name: str) -> None:
    names = ("Ann", "Bo", "Cy")
    match = Match(Header(name, names, games.load(name).options(), 4))
    players = make_players(name, ["random"] * 3, 4)
    marks = 0
    for _ in range(120):
        if match.state.is_over:
            break
        if match.state.pending_chance():
            happened = [event for step in match.settle() for event in step.events]
        else:
            seat = match.state.active_seats()[0]
            happened = list(
                match.add(players[seat].decide(match.state.view(seat), match.state.legal_actions(seat))).events
            )
        for event in happened:
            line = say(event.message(), Reader(names), begin=True)
            first = next((seat for seat, one in enumerate(names) if line.startswith((one + " ", one + "'"))), None)
            if first is not None:
                assert subject_seat(event) == first, line
                marks += 1
    assert marks > 20


def test_a_click_on_the_log_shows_why_machines_did_that_and_hides_it(app: App) -> None:
    scene = sit_down_to_salad(app, "bp", position((ANNS_HAND, BOS_HAND)), waits=False)
    until(app, lambda: scene.table.actor == 1 or scene.table.reaction is not None, 3000)
    if not scene.table.log.visible:
        scene.table._toggle_log()
    app.draw()
    before = len(scene.table.log._shown)
    click(app, scene.table.log.rect.center)
    said = [line.words for line in scene.table.log._shown if line.soft]
    assert said
    assert all(line.startswith("A hint for Ann: ") for line in said)
    click(app, scene.table.log.rect.center)
    assert len(scene.table.log._shown) == before


@pytest.mark.parametrize("name", slow_but(["grenade-salad"], games.with_turns()))
def test_why_tells_nothing_that_the_viewer_may_not_know(app: App, name: str) -> None:
    """In another world that looks the same to the viewer, the same is said."""
    app.settings.speed = "off"
    match = Match(Header(name, ("Ann", "Bo", "Cy"), games.load(name).options(), 11))
    scene = scene_of(app, match, (Controller(), Controller("bot", "easy"), Controller("bot", "easy")))
    assert isinstance(scene, Table)
    app.push(scene)
    rng, said = Random(2), 0
    player = players.make(name, "easy", 0, Random(1))
    for _ in range(2500):
        app.frame()
        state = match.state
        acting = isinstance(scene.session.phase, Deciding) and not state.is_over and not state.pending_chance()
        if acting and state.active_seats()[0] != 0:
            seat = state.active_seats()[0]
            other = state.resample(0, rng)
            for action in state.legal_actions(seat)[:4]:
                if "None" in repr(action):
                    continue
                here = players.reason(name, seat, state.view(0), action)
                there = players.reason(name, seat, other.view(0), action)
                assert here == there
                said += 1
        elif scene.actor == 0 and scene.idle:
            scene.act(player.decide(state.view(0), state.legal_actions(0)))
        if said > 30 or state.is_over:
            break
    assert said > 10


def test_a_machines_throw_at_nothing_says_what_it_is_good_for() -> None:
    match = Match(Header("grenade-salad", ("Ann", "Bo"), games.load("grenade-salad").options(), 5, position()))
    why = players.reason("grenade-salad", 0, match.state.view(1), Explosion(0, 1, (300.0, 245.0)))
    assert "makes room for a new card" in say(why, Reader(("Ann", "Bo"), 0))


def test_a_move_that_was_forgone_gets_no_tick() -> None:
    moved = events.Moved(0, 1, (0.0, 0.0), (1.0, 1.0), 0.0)
    assert words.has_moved([[TurnBegan(0)], [moved]])
    assert not words.has_moved([[moved], [TurnBegan(0)], []])
