"""A match in the window: turns, machines, chance, reactions, log, undo, the end."""

from __future__ import annotations

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pygame
import pytest

from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.pause_menu import ChangePlayersPage
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.window import application as app_module
from grenade_salad.app.window.application import App, free_memory
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.live_grenade import Draw, LiveGrenadeSetup, Skip, Steal
from grenade_salad.journal.journal import open_journal
from grenade_salad.match.match import Controller
from grenade_salad.session.phases import TIME_TO_REACT
from tests.app.conftest import click, draw_rarely, post, press_keys, run_frames, run_until, show_home
from tests.app.covers import shows_secret
from tests.app.demo import SETUP, Demo, make_header, make_match_after_jack, play_jack, sit_down
from tests.app.history import press_by_keys
from tests.patience import wait_until
from tools.tables import get_board, get_journal


@pytest.fixture(autouse=True)
def _home(app: App) -> None:
    show_home(app)


def start_reaction(app: App, frame_count: int = 0) -> TableScene:
    """Return a table of three people whose reaction window opened some frames ago."""
    scene = sit_down(app, ["person", "person", "person"])
    play_jack(app, scene)
    run_frames(app, frame_count)
    return scene


def test_machines_play_whole_match_and_end_is_shown(app: App) -> None:
    scene = sit_down(app, ["random", "random", "normal"], None)
    run_until(app, lambda: isinstance(app.scene, EndScene), 20_000)
    assert scene.controller.match.state.is_over
    assert [step.entry for step in get_board(scene, Demo).steps] == scene.controller.match.entries
    assert scene.controller.view == scene.controller.match.state.view(None)
    winner = scene.controller.names[scene.controller.match.state.ranking()[0][0]]
    assert app.scene.title == f"{winner} wins"  # type: ignore[attr-defined]


def test_machines_think_beside_the_window(app: App) -> None:
    app.worker = partial(ThreadPoolExecutor, 1)
    scene = sit_down(app, ["random", "random", "random"], None)
    wait_until(lambda: app.frame() or len(scene.controller.match.entries) > 10)  # type: ignore[func-returns-value]


def test_illegal_action_is_refused_with_its_reason(app: App) -> None:
    scene = sit_down(app, ["person", "random", "random"])
    run_until(app, lambda: scene.controller.actor == 0)
    assert not scene.controller.act(Steal(0, ("10S",), 1))
    assert len(app.messages.texts) == 1
    assert scene.controller.match.entries == []
    assert scene.controller.actor == 0


def test_steps_are_shown_one_after_another_and_key_skips(app: App) -> None:
    app.settings.speed = "slow"
    scene = sit_down(app, ["person", "person", "person"])
    run_until(app, lambda: scene.controller.actor == 0)
    scene.controller.act(Draw(0))
    app.frame()
    assert len(get_board(scene, Demo).steps) == 1
    assert not scene.controller.is_idle
    press_keys(app, pygame.K_LSHIFT)
    assert scene.controller.is_idle
    run_until(app, lambda: scene.controller.actor == 1)


def test_everybody_at_the_screen_is_asked_with_or_without_card(app: App) -> None:
    scene = start_reaction(app)
    assert scene.reaction is not None
    assert [person.seat for person in scene.reaction.people] == [1, 2]
    run_frames(app, 30)
    press_keys(app, pygame.K_3)
    assert isinstance(app.scene, Cover)
    assert not shows_secret(app)
    assert get_board(scene, Demo).drawn_hands == []
    post(app, pygame.KEYDOWN, key=pygame.K_3, mod=0, unicode="")
    assert shows_secret(app)
    assert set(get_board(scene, Demo).drawn_hands) == {2}
    post(app, pygame.KEYUP, key=pygame.K_3, mod=0, unicode="")
    assert not shows_secret(app)


def test_seat_that_was_not_asked_has_no_key(app: App) -> None:
    scene = start_reaction(app, 30)
    press_keys(app, pygame.K_1, pygame.K_4)
    assert app.scene is scene


def test_cancel_is_chosen_under_the_cover(app: App) -> None:
    scene = start_reaction(app, 30)
    press_keys(app, pygame.K_2)
    post(app, pygame.KEYDOWN, key=pygame.K_2, mod=0, unicode="")
    press_keys(app, pygame.K_RETURN)
    run_until(app, lambda: len(scene.controller.match.entries) == 2)
    assert scene.controller.match.entries[1].to_line() == {"seat": 1, "do": "cancel", "cards": ["KD"]}
    assert app.scene is scene


def test_end_of_countdown_is_pass_for_all_also_under_the_cover(app: App) -> None:
    scene = start_reaction(app, 30)
    press_keys(app, pygame.K_2)
    assert isinstance(app.scene, Cover)
    run_until(app, lambda: app.scene is scene, 800)
    run_until(app, lambda: len(scene.controller.match.entries) == 3)
    assert [entry.to_line()["do"] for entry in scene.controller.match.entries[1:]] == ["pass", "pass"]


def test_countdown_does_not_depend_on_hands(app: App) -> None:
    lengths = []
    for card in ("KD", "9C"):
        hands = (("2H", "JD"), ("2C", card), ("3H", "5C"))
        scene = sit_down(app, ["person", "person", "person"], _make_setup(hands))
        play_jack(app, scene)
        count = 0
        with draw_rarely(app):
            while scene.reaction is not None:
                app.frame()
                count += 1
        lengths.append(count)
        app.pop()
    assert lengths[0] == lengths[1]
    assert lengths[0] == pytest.approx(TIME_TO_REACT * 60, abs=3)


def test_pause_of_machines_does_not_depend_on_hands(app: App) -> None:
    counts = []
    for card in ("KD", "9C"):
        hands = (("2H", "JD"), ("2C", card), ("3H", "5C"))
        app.settings.speed = "slow"
        scene = sit_down(app, ["person", "normal", "normal"], _make_setup(hands))
        scene.controller.session.window_rng = Random(8)
        run_until(app, lambda scene=scene: scene.controller.actor == 0 and scene.controller.is_idle)  # type: ignore[misc]
        scene.controller.act(Skip(0, ("JD",)))
        count = 0
        with draw_rarely(app):
            while len(scene.controller.match.entries) == 1:
                app.frame()
                count += 1
        counts.append(count)
        app.pop()
    assert counts[0] == counts[1] > 9


def _make_setup(hands: tuple[tuple[str, ...], ...]) -> LiveGrenadeSetup:
    deck = tuple(card for card in (*SETUP.deck, "KC", "QC") if not any(card in hand for hand in hands))
    return replace(SETUP, hands=hands, deck=deck)


def test_all_pass_ends_the_reaction_window(app: App) -> None:
    scene = start_reaction(app, 30)
    press_by_keys(app, "All pass")
    run_until(app, lambda: len(scene.controller.match.entries) == 3, 10)


def test_key_that_was_meant_for_something_else_answers_nothing(app: App) -> None:
    scene = sit_down(app, ["random", "person", "random"], match=make_match_after_jack())
    run_until(app, lambda: scene.reaction is not None)
    entry_count = len(scene.controller.match.entries)
    press_keys(app, pygame.K_RETURN, pygame.K_SPACE)
    assert scene.reaction is not None
    assert len(scene.controller.match.entries) == entry_count


def test_single_person_against_machines_is_never_covered(app: App) -> None:
    scene = sit_down(app, ["random", "person", "random"], match=make_match_after_jack())
    run_until(app, lambda: scene.reaction is not None)
    assert scene.controller.viewer == 1
    run_frames(app, 30)
    press_keys(app, pygame.K_2)
    assert app.scene is scene
    press_by_keys(app, "Cancel")
    run_until(app, lambda: any(entry.to_line().get("do") == "cancel" for entry in scene.controller.match.entries), 60)


def test_log_and_view_have_only_what_the_viewer_may_know(app: App) -> None:
    scene = sit_down(app, ["person", "random", "random"])
    assert scene.controller.view == scene.controller.match.state.view(0)
    scene = sit_down(app, ["person", "person", "random"])
    assert scene.controller.view == scene.controller.match.state.view(None)
    run_until(app, lambda: scene.controller.actor == 0)
    scene.controller.act(Draw(0))
    run_until(app, lambda: scene.controller.actor == 1)
    assert not any("4" in entry.words for entry in scene.log.lines)
    assert any(entry.seat == 0 for entry in scene.log.lines)


def test_escape_pauses_and_asks_before_leaving(app: App) -> None:
    scene = start_reaction(app)
    press_keys(app, pygame.K_ESCAPE)
    passed_time = scene.reaction.phase.elapsed if scene.reaction else 0.0
    run_frames(app, 60)
    assert scene.reaction is not None
    assert scene.reaction.phase.elapsed == passed_time, "time stands still"
    press_by_keys(app, "Leave the match")
    assert app.scene.title == "Leave the match?"  # type: ignore[attr-defined]
    press_keys(app, pygame.K_RETURN)
    assert app.scene is scene
    press_keys(app, pygame.K_ESCAPE)
    press_by_keys(app, "Leave the match")
    press_by_keys(app, "Leave")
    assert isinstance(app.scene, HomeScene)


def test_machine_can_take_a_seat(app: App) -> None:
    scene = sit_down(app, ["person", "random", "random"], None)
    run_until(app, lambda: scene.controller.actor == 0, 2000)
    press_keys(app, pygame.K_ESCAPE)
    press_by_keys(app, "Who plays?")
    assert isinstance(app.scene, ChangePlayersPage)
    app.scene.widgets.set_focus(app.scene.widgets.items[2])
    press_keys(app, pygame.K_RIGHT, pygame.K_ESCAPE)
    assert scene.controller.controllers[0] == Controller("bot", "easy")
    run_until(app, lambda: isinstance(app.scene, EndScene) and scene.controller.match.state.is_over, 20_000)


def test_undo_reverts_what_is_allowed_and_says_why_not(app: App, tmp_path: Path) -> None:
    with open_journal(tmp_path / "journal") as journal:
        scene = sit_down(app, ["person", "person", "person"], match=journal.begin(make_header()))
        run_until(app, lambda: scene.controller.actor == 0)
        click(app, scene.undo_button.on_screen().center)
        assert len(app.messages.texts) == 1
        scene.controller.act(Skip(0, ("JD",)))
        run_until(app, lambda: scene.reaction is not None)
        previous_view = scene.controller.match.state.view(None)
        scene.close_reaction()
        scene.controller.reaction = None
        scene.undo()
        assert scene.controller.match.entries == []
        assert scene.controller.match.state.view(None) != previous_view
        assert scene.controller.view == scene.controller.match.state.view(None)
        run_until(app, lambda: scene.controller.actor == 0)
        app.pop()


def test_match_that_was_left_is_offered_and_continues(app: App) -> None:
    match = get_journal(app).begin(make_header())
    scene = sit_down(app, ["person", "person", "person"], match=match)
    run_until(app, lambda: scene.controller.actor == 0)
    scene.controller.act(Draw(0))
    run_until(app, lambda: scene.controller.actor == 1)
    app.home()
    assert isinstance(app.scene, HomeScene)
    run_frames(app, 2)
    assert app.scene.go_on.visible
    resumed = get_journal(app).resume(match.id)
    resumed_scene = sit_down(app, ["person", "person", "person"], match=resumed)
    assert [entry.words for entry in resumed_scene.log.lines] == [entry.words for entry in scene.log.lines]
    run_until(app, lambda: resumed_scene.controller.actor == 1)


@pytest.mark.parametrize("facing", ["one", "edges"])
def test_panels_are_on_the_table_in_every_direction(app: App, facing: str) -> None:
    app.settings.facing = facing  # type: ignore[assignment]
    scene = start_reaction(app, 30)
    canvas = pygame.FRect(0, 0, *app.size)
    for panel in scene.panels:
        assert canvas.contains(panel.rect)
        assert not panel.rect.colliderect(scene.places.table.inflate(-4, -4))
    click(app, scene.panels[2].on_screen().center)
    assert isinstance(app.scene, Cover)
    assert app.scene.owner.name == "Cy"


def test_match_that_was_left_is_freed(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scene and widgets refer to each other.

    They are freed when the next scene is there, not a match later.
    """
    monkeypatch.setattr(app_module, "free_memory", free_memory)
    scene = weakref.ref(sit_down(app, ["normal", "normal", "normal"]))
    run_frames(app, 120, 0.1)
    assert scene() is not None
    gc.disable()
    try:
        app.home()
        app.frame()
        assert scene() is None
    finally:
        gc.enable()
