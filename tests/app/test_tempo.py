"""Nobody waits for nothing, and the table names whom it waits for."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import get_args

import pygame
import pytest

from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.seating.machine_menu import MachineMenu
from grenade_salad.app.shell.cover import PASS_FOR_TURN, Cover
from grenade_salad.app.shell.settings import Speed
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.live_grenade import LiveGrenadeSetup
from grenade_salad.games.salad.actions import Move
from grenade_salad.journal.journal import open_journal
from grenade_salad.match.match import Controller
from grenade_salad.session.phases import Reacting
from grenade_salad.text import Words, say
from tests.app.conftest import click, press_keys, run_frames, run_until
from tests.app.demo import SETUP, make_match_after_jack, play_jack, sit_down
from tests.app.demo import make_header as demo_header
from tests.app.history import press_by_keys
from tests.app.salad_table import ANNS_HAND, BOS_HAND, position, press, wait_for_person
from tests.app.salad_table import sit_down as sit_down_to_salad
from tests.app.waits import play
from tools.tables import get_top_scene, open_setup

NO_MINE = ("hammers", "arrow", "arrow", "pointer", "circles")


def read_bar(scene: TableScene) -> str:
    words: Words = scene.bar_content()[0]
    return say(words)


def test_bar_says_who_may_answer_and_how_long(app: App) -> None:
    scene = sit_down(app, ["person", "person", "person"])
    play_jack(app, scene)
    assert read_bar(scene).endswith("Bo and Cy may answer: 12 s")
    run_frames(app, 80)
    assert read_bar(scene).endswith("Bo and Cy may answer: 11 s")
    press_keys(app, pygame.K_2, pygame.K_ESCAPE)
    assert read_bar(scene).endswith("Cy may answer: 11 s"), "Bo has answered"


def test_single_person_is_addressed_as_you(app: App) -> None:
    scene = sit_down(app, ["normal", "person", "normal"], match=make_match_after_jack())
    run_until(app, lambda: scene.reaction is not None)
    assert read_bar(scene) == "You and Cy may answer: 12 s"


def test_bar_names_machine_that_may_answer_persons_move(app: App) -> None:
    scene = sit_down_to_salad(app, "pbb", position((ANNS_HAND, BOS_HAND, NO_MINE)), speed="slow", waits=False)
    scene.controller.session.window_rng = Random(8)
    wait_for_person(app, scene)
    scene.controller.act(Move(0, 1, (320.0, 180.0), 0.5))
    run_until(app, lambda: isinstance(scene.controller.session.phase, Reacting))
    assert say(scene.table.bar_content()[0]).endswith("Bo may answer")
    assert [panel.is_asked for panel in scene.table.panels] == [False, True, False]
    assert [panel.is_active for panel in scene.table.panels] == [True, False, False], "it is still Ann's turn"


def test_single_person_is_asked_only_with_a_mine(app: App) -> None:
    for hand, is_asked in ((NO_MINE, False), (BOS_HAND, True)):
        scene = sit_down_to_salad(app, "bp", position((ANNS_HAND, hand)), waits=False)
        was_asked = False
        for _ in range(400):
            app.frame()
            was_asked = was_asked or scene.table.reaction is not None
            if scene.table.reaction is not None:
                press_keys(app, pygame.K_RETURN)
            if scene.controller.actor == 1:
                break
        has_moved = any(
            entry.to_line()["do"] in ("move", "pointer", "circles")
            for entry in scene.controller.match.entries
            if "do" in entry.to_line()
        )
        assert has_moved
        assert was_asked == is_asked
        app.home()


def test_person_can_choose_to_be_asked_without_a_mine(app: App) -> None:
    app.settings.pass_with_nothing = False
    scene = sit_down_to_salad(app, "bp", position((ANNS_HAND, NO_MINE)), waits=False)
    run_until(app, lambda: scene.table.reaction is not None, 2000)


def test_person_can_pass_for_whole_turn_under_the_cover(app: App) -> None:
    hands = (("2H", "JD", "QD"), ("2C", "KD"), ("3H", "KS"))
    scene = sit_down(app, ["person"] * 3, LiveGrenadeSetup(hands, SETUP.deck, turn=0, direction=1))
    play_jack(app, scene)
    run_frames(app, 30)
    press_keys(app, pygame.K_3)
    assert isinstance(app.scene, Cover)
    button = next(item for item in app.scene.widgets.items if getattr(item, "words", "") == say(PASS_FOR_TURN))
    click(app, button.on_screen().center)
    assert app.scene is scene
    phase = scene.controller.session.phase
    assert isinstance(phase, Reacting)
    assert phase.answers.keys() == {2}
    assert scene.reaction is not None
    scene.controller.answer(1, scene.reaction.question.answers[1][0][1])
    run_until(
        app,
        lambda: isinstance(scene.controller.session.phase, Reacting) and scene.controller.session.phase is not phase,
    )
    next_phase = scene.controller.session.phase
    assert isinstance(next_phase, Reacting)
    assert next_phase.resting == {2}
    assert set(next_phase.seats) == {0, 2}


def test_one_key_changes_and_saves_the_speed(app: App) -> None:
    scene = sit_down(app, ["person", "random", "random"])
    speeds = []
    for _ in get_args(Speed):
        press_keys(app, pygame.K_F2)
        speeds.append(app.settings.speed)
    assert speeds == ["fast", "off", "slow", "normal"]
    assert scene.motion.pace == 1.0


@pytest.mark.slow
def test_machine_turn_takes_at_most_five_seconds() -> None:
    # Longer frames make waits longer, never shorter.
    waits = play("grenade-salad", 1, 3, dt=0.05)
    assert len(waits.turns) > 10
    assert sorted(waits.turns)[len(waits.turns) // 2] < 5.0
    assert waits.seconds["asked in vain"] == 0.0


def test_machine_is_chosen_from_one_menu(app: App) -> None:
    app.push(HomeScene(app))
    scene = open_setup(app, "grenade-salad")
    app.frame()
    press(app, scene.rows[1].controller)
    menu = get_top_scene(app, MachineMenu)
    buttons = {button.words: button for row in menu.rows.values() for button in row}
    assert "Clara: normal, careful" in buttons
    click(app, buttons["Clara: normal, careful"].rect.center)
    assert app.scene is scene
    assert scene.controllers[1] == Controller("bot", "normal-careful")
    assert scene.names[1] == "Clara"
    press(app, scene.rows[1].controller)
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene is scene
    assert scene.controllers[1] == Controller("bot", "normal-careful")


def test_leaving_saved_match_asks_once_and_is_not_red(app: App, tmp_path: Path) -> None:
    with open_journal(tmp_path / "journal") as journal:
        app.push(HomeScene(app))
        scene = sit_down(app, ["person"] * 3, match=journal.begin(demo_header()))
        run_until(app, lambda: scene.controller.actor == 0)
        press_keys(app, pygame.K_ESCAPE)
        buttons = [item for item in app.scene.widgets.items if isinstance(item, Button)]
        assert not [button for button in buttons if button.kind == "danger"]
        press_by_keys(app, "Leave the match")
        assert isinstance(app.scene, HomeScene)
