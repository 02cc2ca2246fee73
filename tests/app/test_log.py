"""The log: marks of subject seats, and explanations without secrets."""

from __future__ import annotations

from random import Random

import pygame
import pytest

from grenade_salad import games, players
from grenade_salad.app.games.salad import words
from grenade_salad.app.match.start_match import make_match_table
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window.application import App
from grenade_salad.core import TurnBegan, subject_seat
from grenade_salad.games.salad import events
from grenade_salad.games.salad.actions import End, Explosion
from grenade_salad.lab.playout import make_players
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.session.phases import Deciding
from grenade_salad.text import Reader, say
from tests.app.conftest import click, press_keys, run_until
from tests.app.salad_table import ANNS_HAND, BOS_HAND, position
from tests.app.salad_table import sit_down as sit_down_to_salad
from tests.marks import slow_but


def test_line_has_the_mark_of_its_subject_seat(app: App) -> None:
    scene = sit_down_to_salad(app, "pp", position())
    press_keys(app, pygame.K_RETURN)
    scene.controller.act(End(0))
    run_until(app, lambda: scene.controller.actor == 1)
    seats_by_words = {log_entry.words: log_entry.seat for log_entry in scene.table.log.lines}
    assert seats_by_words["Bo's turn"] == 1


def test_line_below_the_bar_tells_what_happened_before_a_turn(app: App) -> None:
    scene = sit_down_to_salad(app, "pp", position())
    scene.controller.act(Explosion(0, 0, (200.0, 215.0)))
    run_until(app, lambda: scene.controller.actor == 0)
    scene.controller.act(End(0))
    run_until(app, lambda: scene.controller.actor == 1)
    *_, loss, drew, began = (entry.words for entry in scene.table.log.lines)
    assert (drew, began) == ("Ann draws 1 card", "Bo's turn"), "both belong to every turn"
    assert loss.startswith("Ann takes")
    assert scene.table.log_line.entry.words == loss


def test_line_below_the_bar_tells_of_a_turn_without_a_card(app: App) -> None:
    scene = sit_down_to_salad(app, "pp", position())
    scene.controller.act(End(0))
    run_until(app, lambda: scene.controller.actor == 1)
    assert scene.table.log_line.entry.words == "Ann does nothing"


def test_old_lines_follow_the_current_language(app: App) -> None:
    scene = sit_down_to_salad(app, "pp", position())
    scene.controller.act(End(0))
    run_until(app, lambda: scene.controller.actor == 1)
    assert "Bo's turn" in [log_entry.words for log_entry in scene.table.log.lines]
    app.settings.language = "de"
    app.save_settings()
    try:
        assert "Bo ist dran" in [log_entry.words for log_entry in scene.table.log.lines]
        assert any("Bo ist dran" in line for line in app.tree().lines())
    finally:
        app.settings.language = "en"
        app.save_settings()


@pytest.mark.parametrize("name", games.NAMES)
def test_line_that_begins_with_a_name_has_that_mark(name: str) -> None:
    names = ("Ann", "Bo", "Cy")
    match = Match(Header(name, names, games.load(name).options(), 4))
    random_players = make_players(name, ["random"] * 3, 4)
    marks = 0
    for _ in range(120):
        if match.state.is_over:
            break
        if match.state.pending_chance():
            step_events = [event for step in match.resolve_chance() for event in step.events]
        else:
            seat = match.state.active_seats()[0]
            action = random_players[seat].decide(match.state.view(seat), match.state.legal_actions(seat))
            step_events = list(match.apply_entry(action).events)
        for event in step_events:
            line = say(event.message(), Reader(names), begin=True)
            first = next(
                (
                    seat
                    for seat, name_at_seat in enumerate(names)
                    if line.startswith((name_at_seat + " ", name_at_seat + "'"))
                ),
                None,
            )
            if first is not None:
                assert subject_seat(event) == first, line
                marks += 1
    assert marks > 20


def test_click_on_log_shows_and_hides_explanations(app: App) -> None:
    scene = sit_down_to_salad(app, "bp", position((ANNS_HAND, BOS_HAND)), waits=False)
    run_until(app, lambda: scene.controller.actor == 1 or scene.table.reaction is not None, 3000)
    if not scene.table.log.visible:
        scene.table._toggle_log()
    app.draw()
    previous_count = len(scene.table.log._visible_lines)
    click(app, scene.table.log.rect.center)
    explanations = [line.words for line in scene.table.log._visible_lines if line.is_soft]
    assert explanations
    assert all(line.startswith("A hint for Ann: ") for line in explanations)
    click(app, scene.table.log.rect.center)
    assert len(scene.table.log._visible_lines) == previous_count


@pytest.mark.parametrize("name", slow_but(["grenade-salad"], games.with_turns()))
def test_explanation_reveals_no_secret_to_the_viewer(app: App, name: str) -> None:
    """The explanation is the same in another world that looks the same to the viewer."""
    app.settings.speed = "off"
    match = Match(Header(name, ("Ann", "Bo", "Cy"), games.load(name).options(), 11))
    scene = make_match_table(app, match, (Controller(), Controller("bot", "easy"), Controller("bot", "easy")))
    assert isinstance(scene, TableScene)
    app.push(scene)
    rng, check_count = Random(2), 0
    player = players.make(name, "easy", 0, Random(1))
    for _ in range(2500):
        app.frame()
        state = match.state
        is_deciding = (
            isinstance(scene.controller.session.phase, Deciding) and not state.is_over and not state.pending_chance()
        )
        if is_deciding and state.active_seats()[0] != 0:
            seat = state.active_seats()[0]
            other_state = state.resample(0, rng)
            for action in state.legal_actions(seat)[:4]:
                if "None" in repr(action):
                    continue
                explanation = players.explain(name, seat, state.view(0), action)
                other_explanation = players.explain(name, seat, other_state.view(0), action)
                assert explanation == other_explanation
                check_count += 1
        elif scene.controller.actor == 0 and scene.controller.is_idle:
            scene.controller.act(player.decide(state.view(0), state.legal_actions(0)))
        if check_count > 30 or state.is_over:
            break
    assert check_count > 10


def test_throw_at_nothing_has_an_explanation() -> None:
    match = Match(Header("grenade-salad", ("Ann", "Bo"), games.load("grenade-salad").options(), 5, position()))
    explanation = players.explain("grenade-salad", 0, match.state.view(1), Explosion(0, 1, (300.0, 245.0)))
    assert "makes room for a new card" in say(explanation, Reader(("Ann", "Bo"), 0))


def test_forgone_move_gets_no_tick() -> None:
    moved = events.Moved(0, 1, (0.0, 0.0), (1.0, 1.0), 0.0)
    assert words.has_moved([[TurnBegan(0)], [moved]])
    assert not words.has_moved([[moved], [TurnBegan(0)], []])
