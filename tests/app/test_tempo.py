"""Nobody waits for nothing, and the table says whom it waits for."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import get_args

import pygame
import pytest

from grenade_salad.app.match.table_scene import Table
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
from grenade_salad.session.phases import Asking
from grenade_salad.text import Words, say
from tests.app.conftest import click, frames, key, until
from tests.app.demo import SETUP, sit_down
from tests.app.demo import header as demo_header
from tests.app.history import press_by_keys
from tests.app.salad_table import ANNS_HAND, BOS_HAND, position, press, ready
from tests.app.salad_table import sit_down as sit_down_to_salad
from tests.app.test_table_scene import after_the_jack, to_window
from tools.tables import on_top, set_up
from tools.waiting import play

NO_MINE = ("hammers", "arrow", "arrow", "pointer", "circles")


def bar(scene: Table) -> str:
    words: Words = scene.bar()[0]
    return say(words)


def test_the_bar_says_who_may_answer_and_how_long(app: App) -> None:
    scene = sit_down(app, ["person", "person", "person"])
    to_window(app, scene)
    assert bar(scene).endswith("Bo and Cy may answer: 12 s")
    frames(app, 80)
    assert bar(scene).endswith("Bo and Cy may answer: 11 s")
    key(app, pygame.K_2, pygame.K_ESCAPE)
    assert bar(scene).endswith("Cy may answer: 11 s"), "Bo has answered"


def test_who_is_asked_among_machines_reads_that_it_is_them(app: App) -> None:
    scene = sit_down(app, ["normal", "person", "normal"], match=after_the_jack())
    until(app, lambda: scene.reaction is not None)
    assert bar(scene).endswith("you may answer, Cy too: 12 s")


def test_it_says_so_also_while_only_machines_are_asked_after_ones_own_move(app: App) -> None:
    scene = sit_down_to_salad(app, "pbb", position((ANNS_HAND, BOS_HAND, NO_MINE)), speed="slow", waits=False)
    scene.table.session.moments = Random(8)
    ready(app, scene)
    scene.table.act(Move(0, 1, (320.0, 180.0), 0.5))
    until(app, lambda: isinstance(scene.table.session.phase, Asking))
    assert say(scene.table.bar()[0]).endswith("Bo may answer")
    assert [panel.asked for panel in scene.table.panels] == [False, True, False]
    assert [panel.active for panel in scene.table.panels] == [True, False, False], "it is still Ann's turn"


def test_a_person_alone_without_a_mine_is_not_asked_and_with_one_is(app: App) -> None:
    for hand, asked in ((NO_MINE, False), (BOS_HAND, True)):
        scene = sit_down_to_salad(app, "bp", position((ANNS_HAND, hand)), waits=False)
        seen = False
        for _ in range(400):
            app.frame()
            seen = seen or scene.table.reaction is not None
            if scene.table.reaction is not None:
                key(app, pygame.K_RETURN)
            if scene.table.actor == 1:
                break
        moved = any(
            entry.to_line()["do"] in ("move", "pointer", "circles")
            for entry in scene.table.match.entries
            if "do" in entry.to_line()
        )
        assert moved
        assert seen == asked
        app.home()


def test_whoever_wants_it_is_asked_without_a_mine_too(app: App) -> None:
    app.settings.pass_with_nothing = False
    scene = sit_down_to_salad(app, "bp", position((ANNS_HAND, NO_MINE)), waits=False)
    until(app, lambda: scene.table.reaction is not None, 2000)


def test_under_the_cover_one_can_pass_for_the_whole_turn(app: App) -> None:
    hands = (("2H", "JD", "QD"), ("2C", "KD"), ("3H", "KS"))
    scene = sit_down(app, ["person"] * 3, LiveGrenadeSetup(hands, SETUP.deck, turn=0, direction=1))
    to_window(app, scene)
    frames(app, 30)
    key(app, pygame.K_3)
    assert isinstance(app.scene, Cover)
    button = next(item for item in app.scene.widgets.items if getattr(item, "words", "") == say(PASS_FOR_TURN))
    click(app, button.on_screen().center)
    assert app.scene is scene
    phase = scene.session.phase
    assert isinstance(phase, Asking)
    assert phase.answers.keys() == {2}
    scene.answer(1, 0)
    until(app, lambda: isinstance(scene.session.phase, Asking) and scene.session.phase is not phase)
    now = scene.session.phase
    assert isinstance(now, Asking)
    assert now.resting == {2}
    assert set(now.seats) == {0, 2}


def test_one_key_goes_through_the_speeds_and_is_kept(app: App) -> None:
    scene = sit_down(app, ["person", "random", "random"])
    seen = []
    for _ in get_args(Speed):
        key(app, pygame.K_F2)
        seen.append(app.settings.speed)
    assert seen == ["fast", "off", "slow", "normal"]
    assert scene.motion.pace == 1.0


@pytest.mark.slow
def test_a_turn_of_a_machine_takes_five_seconds_at_most() -> None:
    # Longer frames make waits longer, never shorter.
    waits = play("grenade-salad", 1, 3, dt=0.1)
    assert len(waits.turns) > 10
    assert sorted(waits.turns)[len(waits.turns) // 2] < 5.0
    assert waits.seconds["asked in vain"] == 0.0


def test_a_machine_is_chosen_from_one_menu(app: App) -> None:
    app.push(HomeScene(app))
    scene = set_up(app, "grenade-salad")
    app.frame()
    press(app, scene.rows[1].controller)
    menu = on_top(app, MachineMenu)
    words = {button.words: button for row in menu.rows.values() for button in row}
    assert "Clara: normal, careful" in words
    click(app, words["Clara: normal, careful"].rect.center)
    assert app.scene is scene
    assert scene.controllers[1] == Controller("bot", "normal-careful")
    assert scene.names[1] == "Clara"
    press(app, scene.rows[1].controller)
    key(app, pygame.K_ESCAPE)
    assert app.scene is scene
    assert scene.controllers[1] == Controller("bot", "normal-careful")


def test_leaving_a_match_that_is_kept_asks_once_and_is_not_red(app: App, tmp_path: Path) -> None:
    with open_journal(tmp_path / "journal") as journal:
        app.push(HomeScene(app))
        scene = sit_down(app, ["person"] * 3, match=journal.begin(demo_header()))
        until(app, lambda: scene.actor == 0)
        key(app, pygame.K_ESCAPE)
        buttons = [item for item in app.scene.widgets.items if isinstance(item, Button)]
        assert not [button for button in buttons if button.kind == "danger"]
        press_by_keys(app, "Leave the match")
        assert isinstance(app.scene, HomeScene)
