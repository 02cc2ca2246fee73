"""Replays of matches by keys, mouse and gamepad.

With every view that a spectator may choose, and with playing on.
"""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from grenade_salad.app.history.history_scene import HistoryScene
from grenade_salad.app.history.replay import ReplayScene
from grenade_salad.app.match.play_on import PlayOnScene
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.widgets import Choice
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import View, redact
from grenade_salad.games.live_grenade.events import Drew, Out, Stolen
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.games.salad.events import Killed
from grenade_salad.match.seek import MatchSeeker
from grenade_salad.text import Words, say
from tests.app.conftest import click, post_mouse, press_keys, press_pad, resize, run_frames, run_until
from tests.app.history import choose_view, fill_history, find_button, open_history, open_replay, press
from tests.app.screens import SIZES
from tests.marks import slow_but
from tools.tables import get_journal, get_top_scene

GAMES = [("grenade-salad", 3), ("live-grenade", 4), ("wheel", 4)]
PAD_A, PAD_X, PAD_Y = pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_X, pygame.CONTROLLER_BUTTON_Y


def visible_view(scene: ReplayScene) -> View:
    """Return the view that the game's board shows."""
    return scene.table.controller.view


def test_history_opens_a_replay_and_returns(app: App) -> None:
    fill_history(app)
    history = open_history(app)
    click(app, history.rows[3].on_screen().center)
    press(app, "Watch")
    scene = get_top_scene(app, ReplayScene)
    assert scene.line == 0
    press_keys(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, HistoryScene)


@pytest.mark.quick("wheel-4")
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_replay_shows_each_line_as_each_seat_saw_it(app: App, game: str, seats: int) -> None:
    scene, _ = open_replay(app, game, seats)
    seeker = MatchSeeker(scene.record.header, scene.record.entries)
    for view in scene.views:
        choose_view(app, scene, view)
        seat = view if isinstance(view, int) else None
        for line in {0, 1, 2, scene.bar.last // 2, scene.bar.last - 1, scene.bar.last}:
            scene.widgets.set_focus(scene.bar)
            scene.bar.go_to(line)
            run_frames(app)
            assert visible_view(scene) == seeker.match_at(line).state.view(seat)
            assert not scene.table.motion.is_busy
    press_keys(app, pygame.K_HOME)
    assert scene.line == 0
    assert scene.table.log.lines == []


@pytest.mark.quick("*grenade-salad-3")
@pytest.mark.parametrize(("game", "seats"), GAMES)
@pytest.mark.parametrize("view", slow_but(["everybody"], ["table", 1, "everybody"]))
def test_fast_replay_stops_at_the_end(app: App, game: str, seats: int, view: int | str) -> None:
    scene, _ = open_replay(app, game, seats)
    choose_view(app, scene, view)
    scene.widgets.set_focus(scene.speed_choice)
    press_keys(app, *[pygame.K_RIGHT] * 4)
    assert scene.speed == 10
    last = scene.bar.last
    scene.bar.go_to(max(0, last - 25))
    press_keys(app, pygame.K_p)
    previous_line = scene.line
    for _ in range(4000):
        app.frame(0.1)
        if not scene.playing:
            break
    assert previous_line < scene.line == last
    run_until(app, lambda: not scene.table.motion.is_busy)
    seat = view if isinstance(view, int) else None
    assert visible_view(scene) == scene.jumps.match_at(last).state.view(seat)
    log_lines = [line.words for line in scene.table.log.lines]
    scene.go_to(last)
    assert [line.words for line in scene.table.log.lines] == log_lines, "the log is the same however one came there"
    assert app.scene is scene, "no end panel comes"


def test_heading_of_cards_is_hidden_until_they_are_dealt(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene, _ = open_replay(app, "live-grenade", 4)
    choose_view(app, scene, "table")
    headings_drawn: list[bool] = []
    text = Canvas.text

    def noted(canvas: Canvas, words: Words, *args: Any, **options: Any) -> Rect:
        headings_drawn[-1] = headings_drawn[-1] or say(words).endswith("'s cards")
        return text(canvas, words, *args, **options)

    monkeypatch.setattr(Canvas, "text", noted)
    for line in (0, 2):
        scene.go_to(line)
        headings_drawn.append(False)
        app.draw()
    assert headings_drawn == [False, True]


def test_play_button_says_whether_it_plays(app: App) -> None:
    scene, _ = open_replay(app, "wheel", 4)
    assert scene.play.accessible_node().is_on is False
    press_keys(app, pygame.K_p)
    assert scene.play.accessible_node().is_on is True
    press_keys(app, pygame.K_p)
    assert scene.play.accessible_node().is_on is False


def test_step_is_animated_and_second_press_skips_to_its_end(app: App) -> None:
    scene, _ = open_replay(app, "live-grenade", 4)
    scene.bar.go_to(1)
    press_keys(app, pygame.K_PERIOD)
    assert scene.line == 2
    assert scene.table.motion.is_busy
    press_keys(app, pygame.K_PERIOD, pygame.K_COMMA)
    assert scene.line == 2
    assert not scene.table.motion.is_busy
    press(app, "Back")
    assert isinstance(app.scene, HomeScene)


def test_bar_follows_mouse_and_arrows(app: App) -> None:
    scene, _ = open_replay(app, "wheel", 4)
    box = scene.bar.on_screen()
    bar_position = (scene.bar.line_x(10, box), box.centery)
    post_mouse(app, pygame.MOUSEBUTTONDOWN, bar_position)
    assert scene.line == 10
    post_mouse(app, pygame.MOUSEMOTION, (scene.bar.line_x(17, box), box.bottom + 200))
    assert scene.line == 17
    post_mouse(app, pygame.MOUSEBUTTONUP, (0, 0))
    press_keys(app, pygame.K_LEFT, pygame.K_LEFT)
    assert scene.line == 15
    post_mouse(app, pygame.MOUSEBUTTONDOWN, (18, box.centery))
    assert scene.line == 0
    post_mouse(app, pygame.MOUSEBUTTONUP, (18, box.centery))
    press_keys(app, pygame.K_END)
    assert scene.line == scene.bar.last


def test_marks_show_kills_and_can_be_reached(app: App) -> None:
    scene, _ = open_replay(app, "grenade-salad", 3)
    kill_lines = [
        line
        for line, step in enumerate(scene.jumps.steps, 1)
        if any(isinstance(event, Killed) and event.soldiers for event in step.events)
    ]
    assert kill_lines
    assert [mark.line for mark in scene.bar.marks if mark.kind == "kill"] == kill_lines
    lines = [mark.line for mark in scene.bar.marks]
    press_keys(app, pygame.K_PAGEDOWN)
    assert scene.line == lines[0]
    press_pad(app, PAD_Y)
    assert scene.line == lines[1]
    press_keys(app, pygame.K_PAGEUP, pygame.K_PAGEUP)
    assert scene.line == 0
    second_scene, _ = open_replay(app, "live-grenade", 4)
    elimination_lines = [
        n for n, step in enumerate(second_scene.jumps.steps, 1) if any(isinstance(event, Out) for event in step.events)
    ]
    assert [mark.line for mark in second_scene.bar.marks if mark.kind == "out"] == elimination_lines


def test_replay_works_by_gamepad_alone(app: App) -> None:
    scene, _ = open_replay(app, "wheel", 4)
    assert scene.widgets.focus is scene.play
    press_pad(app, PAD_A)
    assert scene.playing
    run_until(app, lambda: scene.line >= 2)
    press_pad(app, PAD_X)
    assert not scene.playing
    line = scene.line
    press_pad(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER, PAD_A)
    assert scene.line == line + 1
    press_pad(app, pygame.CONTROLLER_BUTTON_B)
    assert isinstance(app.scene, HomeScene)


def find_visible_secrets(scene: ReplayScene, seat: int | None) -> list[str]:
    """Return the visible lines of the log that tell what the seat may not know."""
    names = scene.record.header.seats
    hidden = []
    for step in scene.jumps.steps[: scene.line]:
        for event in step.events:
            if isinstance(event, Drew | Stolen) and redact(event, seat) != event:
                hidden.append(event.text(names))
    log_lines = {line.words for line in scene.table.log.lines}
    return [words for words in hidden if words in log_lines]


def test_finished_match_shows_own_secrets_and_all_for_everybody(app: App) -> None:
    scene, _ = open_replay(app, "live-grenade", 4)
    assert scene.views == ["table", 0, 1, 2, 3, "everybody"]
    press_keys(app, pygame.K_END)
    for view in scene.views[:-1]:
        choose_view(app, scene, view)
        seat = view if isinstance(view, int) else None
        assert find_visible_secrets(scene, seat) == []
        scene.bar.go_to(20)
        hands = visible_view(scene)
        assert isinstance(hands, LiveGrenadeView)
        assert [isinstance(hand, tuple) for hand in hands.hands] == [other_seat == seat for other_seat in range(4)]
        press_keys(app, pygame.K_END)
    choose_view(app, scene, "everybody")
    assert find_visible_secrets(scene, None)


def test_running_match_shows_no_more_than_the_table(app: App) -> None:
    scene, _ = open_replay(app, "live-grenade", 4, lines=30)
    assert scene.views == ["table"]
    assert not scene.view_choice.enabled
    click(app, scene.view_choice.on_screen().center)
    assert any("until the match is over" in words for words in app.messages.texts)
    press_keys(app, pygame.K_END)
    assert find_visible_secrets(scene, None) == []
    single_person_scene, _ = open_replay(app, "live-grenade", 4, machines=(0, 1, 3), lines=30)
    assert single_person_scene.views == [2, "table"]
    press_keys(app, pygame.K_END)
    assert find_visible_secrets(single_person_scene, 2) == []
    machines_scene, _ = open_replay(app, "live-grenade", 4, machines=(0, 1, 2, 3), lines=30)
    assert machines_scene.views == ["table"]


def test_replay_accepts_no_actions(app: App) -> None:
    scene, match_id = open_replay(app, "live-grenade", 4, machines=(0, 1, 3), lines=30)
    press_keys(app, pygame.K_END)
    for y in range(60, 600, 80):
        for x in range(20, 1260, 155):
            click(app, (x, y))
    press_keys(app, pygame.K_d, pygame.K_1, pygame.K_2, pygame.K_3)
    assert app.scene is scene
    assert get_journal(app).match(match_id).lines == 30
    assert scene.table.controller.match.entries == list(scene.record.entries)


def test_playing_on_starts_a_separate_match(app: App) -> None:
    scene, match_id = open_replay(app, "live-grenade", 4, machines=(1, 2))
    old_export = get_journal(app).export(match_id)
    scene.bar.go_to(25)
    press(app, "Play on from here")
    assert isinstance(app.scene, PlayOnScene)
    first, second = [item for item in app.scene.widgets.items if isinstance(item, Choice)][:2]
    app.scene.widgets.set_focus(first)
    press_keys(app, pygame.K_RIGHT)
    app.scene.widgets.set_focus(second)
    press_keys(app, *[pygame.K_LEFT] * 5)
    press(app, "Play on")
    played_on = get_top_scene(app, TableScene)
    assert [controller.is_person for controller in played_on.controller.controllers] == [False, True, False, True]
    assert played_on.controller.match.entries[:25] == list(scene.record.entries[:25])
    newest = get_journal(app).matches()[0]
    assert newest.id != match_id
    assert (newest.finished, newest.imported, newest.seats) == (False, False, scene.record.header.seats)
    record = get_journal(app).record(newest.id)
    assert record.header.meta["controllers"] != scene.record.header.meta["controllers"]
    assert record.header.seed != scene.record.header.seed
    assert get_journal(app).export(match_id) == old_export
    app.home()
    assert isinstance(app.scene, HomeScene)


def test_finished_position_cannot_be_played_on(app: App) -> None:
    scene, _ = open_replay(app, "wheel", 4)
    press_keys(app, pygame.K_END)
    press(app, "Play on from here")
    assert app.scene is scene
    assert any("over here" in words for words in app.messages.texts)


def test_unreadable_match_is_reported(app: App) -> None:
    fill_history(app)
    history = open_history(app)
    click(app, history.rows[2].on_screen().center)
    get_journal(app).delete(history.rows[2].match.id)
    press(app, "Watch")
    assert app.scene is history
    assert any("no match" in words for words in app.messages.texts)


@pytest.mark.slow
def test_nothing_is_cut_at_any_size(app: App) -> None:
    for game, seats in GAMES:
        scene, _ = open_replay(app, game, seats)
        choose_view(app, scene, "everybody")
        scene.go_to(scene.bar.last // 2)
        for size, scale in SIZES:
            app.settings.scale = scale
            resize(app, size)
            app.save_settings()
            app.draw()
            canvas = pygame.FRect(0, 0, *app.size).inflate(1, 1)
            items = [item for item in scene.widgets.items if item.visible]
            for index, widget in enumerate(items):
                assert canvas.contains(widget.rect), (size, widget)
                assert widget.rect.width >= 40
                assert not any(widget.rect.colliderect(other_widget.rect) for other_widget in items[index + 1 :])
        app.settings.scale = 100
        resize(app, (1280, 720))
        app.home()


def test_log_opens_over_the_table_in_a_narrow_window(app: App) -> None:
    scene, _ = open_replay(app, "wheel", 4)
    assert scene.table.log.visible
    assert not scene.log_button.visible
    resize(app, (720, 1280))
    assert not scene.table.log.visible
    click(app, scene.log_button.on_screen().center)
    assert scene.table.log.visible
    press_keys(app, pygame.K_l)
    assert not scene.table.log.visible
    assert app.scene is scene


def test_history_dialog_offers_all_actions(app: App) -> None:
    fill_history(app)
    history = open_history(app)
    press_keys(app, pygame.K_RETURN)
    assert isinstance(app.scene, Dialog)
    assert {"Go on", "Watch", "Export", "Delete", "Close"} <= {say(answer.words) for answer in app.scene.answers}
    assert find_button(app, "Go on").focused, "what is brass"
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene is history
