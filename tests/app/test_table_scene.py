"""The course of a match on the window: turns, machines, luck, reaction windows, the log, undo, the end."""

from __future__ import annotations

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

import pygame
import pytest

from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.seating.change_players import WhoPlaysScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.window import application as app_module
from grenade_salad.app.window.application import App
from grenade_salad.app.window.freed import give_back
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.live_grenade import Draw, Skip, Steal
from grenade_salad.journal.journal import open_journal
from grenade_salad.match.match import Controller, Match
from grenade_salad.session.phases import TIME_TO_REACT
from tests.app.conftest import at_home, click, frames, key, post, unseen, until
from tests.app.demo import SECRET, Demo, header, sit_down
from tests.app.history import press_by_keys
from tests.app.test_machines import wait
from tools.tables import journal_of, scene_on


@pytest.fixture(autouse=True)
def _home(app: App) -> None:
    at_home(app)


def shows_a_hand(app: App) -> bool:
    """Whether there is a pixel of a hand on the screen."""
    app.draw()
    return pygame.mask.from_threshold(app.screen, SECRET, (1, 1, 1, 255)).count() > 0


def to_window(app: App, scene: Table) -> None:
    """Ann plays her Jack, and the window opens."""
    until(app, lambda: scene.actor == 0 and scene.idle)
    assert scene.act(Skip(0, ("JD",)))
    until(app, lambda: scene.reaction is not None)


def asked(app: App, heard: int = 0) -> Table:
    """Three people, and the window is open; so many frames later it hears them."""
    scene = sit_down(app, ["person", "person", "person"])
    to_window(app, scene)
    frames(app, heard)
    return scene


def after_the_jack() -> Match:
    """Ann has played her Jack: Bo, who has a King, and Cy are asked."""
    match = Match(header())
    match.act(Skip(0, ("JD",)))
    return match


def test_machines_play_a_whole_match_and_the_end_is_shown(app: App) -> None:
    scene = sit_down(app, ["random", "random", "normal"], None)
    until(app, lambda: isinstance(app.scene, EndScene), 20_000)
    assert scene.match.state.is_over
    assert [shown.entry for shown in scene_on(scene, Demo).shown] == scene.match.entries
    assert scene.view == scene.match.state.view(None)
    winner = scene.names[scene.match.state.ranking()[0][0]]
    assert app.scene.title == f"{winner} wins"  # type: ignore[attr-defined]


def test_machines_think_beside_the_window(app: App) -> None:
    app.worker = partial(ThreadPoolExecutor, 1)
    scene = sit_down(app, ["random", "random", "random"], None)
    wait(lambda: app.frame() or len(scene.match.entries) > 10)  # type: ignore[func-returns-value]


def test_an_illegal_action_is_refused_with_its_reason(app: App) -> None:
    scene = sit_down(app, ["person", "random", "random"])
    until(app, lambda: scene.actor == 0)
    assert not scene.act(Steal(0, ("10S",), 1))
    assert len(app.messages.words) == 1
    assert scene.match.entries == []
    assert scene.actor == 0


def test_steps_are_shown_one_after_another_and_a_key_skips(app: App) -> None:
    app.settings.speed = "slow"
    scene = sit_down(app, ["person", "person", "person"])
    until(app, lambda: scene.actor == 0)
    scene.act(Draw(0))
    app.frame()
    assert len(scene_on(scene, Demo).shown) == 1
    assert not scene.idle
    key(app, pygame.K_LSHIFT)
    assert scene.idle
    until(app, lambda: scene.actor == 1)


def test_everybody_at_the_screen_is_asked_card_or_no_card(app: App) -> None:
    scene = asked(app)
    assert scene.reaction is not None
    assert [who.seat for who in scene.reaction.seats] == [1, 2]
    frames(app, 30)
    key(app, pygame.K_3)
    assert isinstance(app.scene, Cover)
    assert not shows_a_hand(app)
    assert scene_on(scene, Demo).looked == []
    post(app, pygame.KEYDOWN, key=pygame.K_3, mod=0, unicode="")
    assert shows_a_hand(app)
    assert set(scene_on(scene, Demo).looked) == {2}
    post(app, pygame.KEYUP, key=pygame.K_3, mod=0, unicode="")
    assert not shows_a_hand(app)


def test_who_was_not_asked_has_no_key(app: App) -> None:
    scene = asked(app, 30)
    key(app, pygame.K_1, pygame.K_4)
    assert app.scene is scene


def test_a_cancel_is_chosen_under_the_cover(app: App) -> None:
    scene = asked(app, 30)
    key(app, pygame.K_2)
    post(app, pygame.KEYDOWN, key=pygame.K_2, mod=0, unicode="")
    key(app, pygame.K_RETURN)
    until(app, lambda: len(scene.match.entries) == 2)
    assert scene.match.entries[1].to_line() == {"seat": 1, "do": "cancel", "cards": ["KD"]}
    assert app.scene is scene


def test_the_end_of_the_countdown_is_a_pass_for_all_also_under_the_cover(app: App) -> None:
    scene = asked(app, 30)
    key(app, pygame.K_2)
    assert isinstance(app.scene, Cover)
    until(app, lambda: app.scene is scene, 800)
    until(app, lambda: len(scene.match.entries) == 3)
    assert [entry.to_line()["do"] for entry in scene.match.entries[1:]] == ["pass", "pass"]


def test_the_countdown_is_the_same_whoever_holds_what(app: App) -> None:
    lengths = []
    for taken in ("KD", "9C"):
        hands = (("2H", "JD"), ("2C", taken), ("3H", "5C"))
        scene = sit_down(app, ["person", "person", "person"], _setup(hands))
        to_window(app, scene)
        count = 0
        with unseen(app):
            while scene.reaction is not None:
                app.frame()
                count += 1
        lengths.append(count)
        app.pop()
    assert lengths[0] == lengths[1]
    assert lengths[0] == pytest.approx(TIME_TO_REACT * 60, abs=3)


def test_machines_answer_after_the_same_pause_whatever_they_hold(app: App) -> None:
    counts = []
    for taken in ("KD", "9C"):
        hands = (("2H", "JD"), ("2C", taken), ("3H", "5C"))
        app.settings.speed = "slow"
        scene = sit_down(app, ["person", "normal", "normal"], _setup(hands))
        scene.session.moments = Random(8)
        until(app, lambda scene=scene: scene.actor == 0 and scene.idle)  # type: ignore[misc]
        scene.act(Skip(0, ("JD",)))
        count = 0
        with unseen(app):
            while len(scene.match.entries) == 1:
                app.frame()
                count += 1
        counts.append(count)
        app.pop()
    assert counts[0] == counts[1] > 9


def _setup(hands: tuple[tuple[str, ...], ...]) -> object:
    from dataclasses import replace

    from tests.app.demo import SETUP

    deck = tuple(card for card in (*SETUP.deck, "KC", "QC") if not any(card in hand for hand in hands))
    return replace(SETUP, hands=hands, deck=deck)


def test_all_pass_ends_the_window(app: App) -> None:
    scene = asked(app, 30)
    press_by_keys(app, "All pass")
    until(app, lambda: len(scene.match.entries) == 3, 10)


def test_a_key_that_was_meant_for_something_else_answers_nothing(app: App) -> None:
    scene = sit_down(app, ["random", "person", "random"], match=after_the_jack())
    until(app, lambda: scene.reaction is not None)
    before = len(scene.match.entries)
    key(app, pygame.K_RETURN, pygame.K_SPACE)
    assert scene.reaction is not None
    assert len(scene.match.entries) == before


def test_a_single_person_against_machines_is_never_covered(app: App) -> None:
    scene = sit_down(app, ["random", "person", "random"], match=after_the_jack())
    until(app, lambda: scene.reaction is not None)
    assert scene.viewer == 1
    frames(app, 30)
    key(app, pygame.K_2)
    assert app.scene is scene
    press_by_keys(app, "Cancel")
    until(app, lambda: any(entry.to_line().get("do") == "cancel" for entry in scene.match.entries), 60)


def test_the_log_and_the_view_tell_only_what_the_viewer_may_know(app: App) -> None:
    scene = sit_down(app, ["person", "random", "random"])
    assert scene.view == scene.match.state.view(0)
    scene = sit_down(app, ["person", "person", "random"])
    assert scene.view == scene.match.state.view(None)
    until(app, lambda: scene.actor == 0)
    scene.act(Draw(0))
    until(app, lambda: scene.actor == 1)
    assert not any("4" in said.words for said in scene.log.lines)
    assert any(said.seat == 0 for said in scene.log.lines)


def test_esc_pauses_and_asks_before_leaving(app: App) -> None:
    scene = asked(app)
    key(app, pygame.K_ESCAPE)
    left = scene.reaction.passed if scene.reaction else 0.0
    frames(app, 60)
    assert scene.reaction is not None
    assert scene.reaction.passed == left, "time stands still"
    press_by_keys(app, "Leave the match")
    assert app.scene.title == "Leave the match?"  # type: ignore[attr-defined]
    key(app, pygame.K_RETURN)
    assert app.scene is scene
    key(app, pygame.K_ESCAPE)
    press_by_keys(app, "Leave the match")
    press_by_keys(app, "Leave")
    assert isinstance(app.scene, HomeScene)


def test_a_machine_can_take_a_seat(app: App) -> None:
    scene = sit_down(app, ["person", "random", "random"], None)
    until(app, lambda: scene.actor == 0, 2000)
    key(app, pygame.K_ESCAPE)
    press_by_keys(app, "Who plays?")
    assert isinstance(app.scene, WhoPlaysScene)
    app.scene.widgets.set_focus(app.scene.widgets.items[2])
    key(app, pygame.K_RIGHT, pygame.K_ESCAPE)
    assert scene.controllers[0] == Controller("bot", "easy")
    until(app, lambda: isinstance(app.scene, EndScene) and scene.match.state.is_over, 20_000)


def test_undo_takes_back_what_may_be_taken_back_and_says_why_not(app: App, tmp_path: Path) -> None:
    with open_journal(tmp_path / "journal") as journal:
        scene = sit_down(app, ["person", "person", "person"], match=journal.begin(header()))
        until(app, lambda: scene.actor == 0)
        click(app, scene.undo_button.on_screen().center)
        assert len(app.messages.words) == 1
        scene.act(Skip(0, ("JD",)))
        until(app, lambda: scene.reaction is not None)
        before = scene.match.state.view(None)
        scene.reaction.close()  # type: ignore[union-attr]
        scene.reaction = None
        scene.undo()
        assert scene.match.entries == []
        assert scene.match.state.view(None) != before
        assert scene.view == scene.match.state.view(None)
        until(app, lambda: scene.actor == 0)
        app.pop()


def test_a_match_that_was_left_is_offered_and_goes_on(app: App) -> None:
    match = journal_of(app).begin(header())
    scene = sit_down(app, ["person", "person", "person"], match=match)
    until(app, lambda: scene.actor == 0)
    scene.act(Draw(0))
    until(app, lambda: scene.actor == 1)
    app.home()
    assert isinstance(app.scene, HomeScene)
    frames(app, 2)
    assert app.scene.go_on.visible
    again = journal_of(app).resume(match.id)
    later = sit_down(app, ["person", "person", "person"], match=again)
    assert [said.words for said in later.log.lines] == [said.words for said in scene.log.lines]
    until(app, lambda: later.actor == 1)


@pytest.mark.parametrize("facing", ["one", "edges"])
def test_panels_are_on_the_table_whichever_way_they_face(app: App, facing: str) -> None:
    app.settings.facing = facing  # type: ignore[assignment]
    scene = asked(app, 30)
    canvas = pygame.FRect(0, 0, *app.size)
    for panel in scene.panels:
        assert canvas.contains(panel.rect)
        assert not panel.rect.colliderect(scene.places.table.inflate(-4, -4))
    click(app, scene.panels[2].on_screen().center)
    assert isinstance(app.scene, Cover)
    assert app.scene.who.name == "Cy"


def test_nothing_of_a_match_that_was_left_is_kept(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scene and widgets know each other: they are let go when the next scene is there, not a match later."""
    monkeypatch.setattr(app_module, "give_back", give_back)
    scene = weakref.ref(sit_down(app, ["normal", "normal", "normal"]))
    frames(app, 120, 0.1)
    assert scene() is not None
    gc.disable()
    try:
        app.home()
        app.frame()
        assert scene() is None
    finally:
        gc.enable()
