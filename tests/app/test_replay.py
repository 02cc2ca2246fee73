"""Matches looked at again: by keys, mouse and pad, with everybody's eyes that may be lent, and played on."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pygame
import pytest

from grenade_salad.app.history.history_scene import HistoryScene
from grenade_salad.app.history.replay import ReplayScene, watch
from grenade_salad.app.match.controller import MatchScene
from grenade_salad.app.setup.play_on import PlayOnScene
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.widgets import Choice
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import View, redact
from grenade_salad.games.live_grenade.events import Drew, Out, Stolen
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.games.salad.events import Killed
from grenade_salad.match.seek import Jumps
from grenade_salad.text import Words, say
from tests.app.conftest import click, frames, key, mouse, pad, resize, until
from tests.app.history import button, filled, open_history, press
from tests.app.test_reach import SIZES
from tests.marks import slow_but
from tools.evenings import played, put
from tools.tables import journal_of, on_top

GAMES = [("grenade-salad", 3), ("live-grenade", 4), ("wheel", 4)]
PAD_A, PAD_X, PAD_Y = pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_X, pygame.CONTROLLER_BUTTON_Y


def replay_of(
    app: App, game: str, seats: int, machines: tuple[int, ...] = (), lines: int | None = None
) -> tuple[ReplayScene, int]:
    """A replay on top of the first screen, and the match's number in the journal."""
    match = played(game, seats, 2)
    number = put(journal_of(app), match, match.header.seats, datetime.now().astimezone(), machines, lines)
    app.push(HomeScene(app))
    watch(app, number)
    frames(app)
    scene = on_top(app, ReplayScene)
    return scene, number


def look_as(app: App, scene: ReplayScene, view: int | str) -> None:
    """Choose whose eyes look, with the arrow keys."""
    app.scene.widgets.set_focus(scene.eyes_choice)
    while scene.view != view:
        key(app, pygame.K_RIGHT)


def shown_view(scene: ReplayScene) -> View:
    """What the game's scene shows."""
    return scene.shown.view


def test_from_the_history_into_a_replay_and_back(app: App) -> None:
    filled(app)
    history = open_history(app)
    click(app, history.rows[3].on_screen().center)
    press(app, "Watch")
    scene = on_top(app, ReplayScene)
    assert scene.line == 0
    key(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, HistoryScene)


@pytest.mark.quick("wheel-4")
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_every_line_stands_as_it_was_for_every_pair_of_eyes(app: App, game: str, seats: int) -> None:
    scene, _ = replay_of(app, game, seats)
    jumps = Jumps(scene.record.header, scene.record.entries)
    for view in scene.views:
        look_as(app, scene, view)
        seat = view if isinstance(view, int) else None
        for line in {0, 1, 2, scene.bar.last // 2, scene.bar.last - 1, scene.bar.last}:
            scene.widgets.set_focus(scene.bar)
            scene.bar.go(line)
            frames(app)
            assert shown_view(scene) == jumps.at(line).state.view(seat)
            assert not scene.shown.motion.busy
    key(app, pygame.K_HOME)
    assert scene.line == 0
    assert scene.shown.log.lines == []


@pytest.mark.quick("*grenade-salad-3")
@pytest.mark.parametrize(("game", "seats"), GAMES)
@pytest.mark.parametrize("view", slow_but(["everybody"], ["table", 1, "everybody"]))
def test_playing_fast_comes_to_the_end_and_stops_there(app: App, game: str, seats: int, view: int | str) -> None:
    scene, _ = replay_of(app, game, seats)
    look_as(app, scene, view)
    scene.widgets.set_focus(scene.speed_choice)
    key(app, *[pygame.K_RIGHT] * 4)
    assert scene.speed == 10
    last = scene.bar.last
    scene.bar.go(max(0, last - 25))
    key(app, pygame.K_p)
    before = scene.line
    for _ in range(4000):
        app.frame(0.1)
        if not scene.playing:
            break
    assert before < scene.line == last
    until(app, lambda: not scene.shown.motion.busy)
    seat = view if isinstance(view, int) else None
    assert shown_view(scene) == scene.jumps.at(last).state.view(seat)
    told = [line.words for line in scene.shown.log.lines]
    scene.go(last)
    assert [line.words for line in scene.shown.log.lines] == told, "the log is the same however one came there"
    assert app.scene is scene, "no end panel comes"


def test_no_head_stands_over_cards_that_are_not_dealt_yet(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene, _ = replay_of(app, "live-grenade", 4)
    look_as(app, scene, "table")
    heads: list[bool] = []
    text = Canvas.text

    def noted(canvas: Canvas, words: Words, *rest: Any, **more: Any) -> Rect:
        heads[-1] = heads[-1] or say(words).endswith("'s cards")
        return text(canvas, words, *rest, **more)

    monkeypatch.setattr(Canvas, "text", noted)
    for line in (0, 2):
        scene.go(line)
        heads.append(False)
        app.draw()
    assert heads == [False, True]


def test_a_step_is_shown_as_it_happened_and_a_second_one_skips_to_its_end(app: App) -> None:
    scene, _ = replay_of(app, "live-grenade", 4)
    scene.bar.go(1)
    key(app, pygame.K_PERIOD)
    assert scene.line == 2
    assert scene.shown.motion.busy
    key(app, pygame.K_PERIOD, pygame.K_COMMA)
    assert scene.line == 2
    assert not scene.shown.motion.busy
    press(app, "Back")
    assert isinstance(app.scene, HomeScene)


def test_the_bar_follows_the_mouse_and_the_arrows(app: App) -> None:
    scene, _ = replay_of(app, "wheel", 4)
    box = scene.bar.on_screen()
    at = (scene.bar.x_of(10, box), box.centery)
    mouse(app, pygame.MOUSEBUTTONDOWN, at)
    assert scene.line == 10
    mouse(app, pygame.MOUSEMOTION, (scene.bar.x_of(17, box), box.bottom + 200))
    assert scene.line == 17
    mouse(app, pygame.MOUSEBUTTONUP, (0, 0))
    key(app, pygame.K_LEFT, pygame.K_LEFT)
    assert scene.line == 15
    mouse(app, pygame.MOUSEBUTTONDOWN, (18, box.centery))
    assert scene.line == 0
    mouse(app, pygame.MOUSEBUTTONUP, (18, box.centery))
    key(app, pygame.K_END)
    assert scene.line == scene.bar.last


def test_marks_stand_where_somebody_died_and_are_gone_to(app: App) -> None:
    scene, _ = replay_of(app, "grenade-salad", 3)
    died = [
        number
        for number, step in enumerate(scene.jumps.steps, 1)
        if any(isinstance(event, Killed) and event.soldiers for event in step.events)
    ]
    assert died
    assert [mark.line for mark in scene.bar.marks if mark.kind == "kill"] == died
    lines = [mark.line for mark in scene.bar.marks]
    key(app, pygame.K_PAGEDOWN)
    assert scene.line == lines[0]
    pad(app, PAD_Y)
    assert scene.line == lines[1]
    key(app, pygame.K_PAGEUP, pygame.K_PAGEUP)
    assert scene.line == 0
    other, _ = replay_of(app, "live-grenade", 4)
    out = [n for n, step in enumerate(other.jumps.steps, 1) if any(isinstance(event, Out) for event in step.events)]
    assert [mark.line for mark in other.bar.marks if mark.kind == "out"] == out


def test_by_pad_alone(app: App) -> None:
    scene, _ = replay_of(app, "wheel", 4)
    assert scene.widgets.focus is scene.play
    pad(app, PAD_A)
    assert scene.playing
    until(app, lambda: scene.line >= 2)
    pad(app, PAD_X)
    assert not scene.playing
    line = scene.line
    pad(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER, PAD_A)
    assert scene.line == line + 1
    pad(app, pygame.CONTROLLER_BUTTON_B)
    assert isinstance(app.scene, HomeScene)


def secrets(scene: ReplayScene, seat: int | None) -> list[str]:
    """Lines of the log that tell what that seat may not know."""
    names = scene.record.header.seats
    hidden = []
    for step in scene.jumps.steps[: scene.line]:
        for event in step.events:
            if isinstance(event, Drew | Stolen) and redact(event, seat) != event:
                hidden.append(event.text(names))
    told = {line.words for line in scene.shown.log.lines}
    return [words for words in hidden if words in told]


def test_of_a_finished_match_each_sees_their_own_and_everybody_sees_all(app: App) -> None:
    scene, _ = replay_of(app, "live-grenade", 4)
    assert scene.views == ["table", 0, 1, 2, 3, "everybody"]
    key(app, pygame.K_END)
    for view in scene.views[:-1]:
        look_as(app, scene, view)
        seat = view if isinstance(view, int) else None
        assert secrets(scene, seat) == []
        scene.bar.go(20)
        hands = shown_view(scene)
        assert isinstance(hands, LiveGrenadeView)
        assert [isinstance(hand, tuple) for hand in hands.hands] == [other == seat for other in range(4)]
        key(app, pygame.K_END)
    look_as(app, scene, "everybody")
    assert secrets(scene, None)


def test_of_a_running_match_nobody_sees_more_than_at_the_table(app: App) -> None:
    scene, _ = replay_of(app, "live-grenade", 4, lines=30)
    assert scene.views == ["table"]
    assert not scene.eyes_choice.enabled
    click(app, scene.eyes_choice.on_screen().center)
    assert any("until the match is over" in words for words in app.messages.words)
    key(app, pygame.K_END)
    assert secrets(scene, None) == []
    alone, _ = replay_of(app, "live-grenade", 4, machines=(0, 1, 3), lines=30)
    assert alone.views == [2, "table"]
    key(app, pygame.K_END)
    assert secrets(alone, 2) == []
    nobody, _ = replay_of(app, "live-grenade", 4, machines=(0, 1, 2, 3), lines=30)
    assert nobody.views == ["table"]


def test_nothing_can_be_played_in_a_replay(app: App) -> None:
    scene, number = replay_of(app, "live-grenade", 4, machines=(0, 1, 3), lines=30)
    key(app, pygame.K_END)
    for y in range(60, 600, 80):
        for x in range(20, 1260, 155):
            click(app, (x, y))
    key(app, pygame.K_d, pygame.K_1, pygame.K_2, pygame.K_3)
    assert app.scene is scene
    assert journal_of(app).match(number).lines == 30
    assert scene.shown.match.entries == list(scene.record.entries)


def test_playing_on_is_a_match_of_its_own(app: App) -> None:
    scene, number = replay_of(app, "live-grenade", 4, machines=(1, 2))
    before = journal_of(app).export(number)
    scene.bar.go(25)
    press(app, "Play on from here")
    assert isinstance(app.scene, PlayOnScene)
    first, second = [item for item in app.scene.widgets.items if isinstance(item, Choice)][:2]
    app.scene.widgets.set_focus(first)
    key(app, pygame.K_RIGHT)
    app.scene.widgets.set_focus(second)
    key(app, *[pygame.K_LEFT] * 5)
    press(app, "Play on")
    played_on = on_top(app, MatchScene)
    assert [one.person for one in played_on.controllers] == [False, True, False, True]
    assert played_on.match.entries[:25] == list(scene.record.entries[:25])
    newest = journal_of(app).matches()[0]
    assert newest.id != number
    assert (newest.finished, newest.imported, newest.seats) == (False, False, scene.record.header.seats)
    record = journal_of(app).record(newest.id)
    assert record.header.meta["controllers"] != scene.record.header.meta["controllers"]
    assert record.header.seed != scene.record.header.seed
    assert journal_of(app).export(number) == before
    app.home()
    assert isinstance(app.scene, HomeScene)


def test_a_match_that_is_over_is_not_played_on(app: App) -> None:
    scene, _ = replay_of(app, "wheel", 4)
    key(app, pygame.K_END)
    press(app, "Play on from here")
    assert app.scene is scene
    assert any("over here" in words for words in app.messages.words)


def test_a_match_that_cannot_be_read_is_said(app: App) -> None:
    filled(app)
    history = open_history(app)
    click(app, history.rows[2].on_screen().center)
    journal_of(app).delete(history.rows[2].match.id)
    press(app, "Watch")
    assert app.scene is history
    assert any("no match" in words for words in app.messages.words)


@pytest.mark.slow
def test_nothing_is_cut_at_any_size(app: App) -> None:
    for game, seats in GAMES:
        scene, _ = replay_of(app, game, seats)
        look_as(app, scene, "everybody")
        scene.go(scene.bar.last // 2)
        for size, scale in SIZES:
            app.settings.scale = scale
            resize(app, size)
            app.save_settings()
            app.draw()
            canvas = pygame.FRect(0, 0, *app.size).inflate(1, 1)
            items = [item for item in scene.widgets.items if item.visible]
            for index, one in enumerate(items):
                assert canvas.contains(one.rect), (size, one)
                assert one.rect.width >= 40
                assert not any(one.rect.colliderect(other.rect) for other in items[index + 1 :])
        app.settings.scale = 100
        resize(app, (1280, 720))
        app.home()


def test_the_log_comes_over_the_table_where_it_has_no_place(app: App) -> None:
    scene, _ = replay_of(app, "wheel", 4)
    assert scene.shown.log.visible
    assert not scene.log_button.visible
    resize(app, (720, 1280))
    assert not scene.shown.log.visible
    click(app, scene.log_button.on_screen().center)
    assert scene.shown.log.visible
    key(app, pygame.K_l)
    assert not scene.shown.log.visible
    assert app.scene is scene


def test_dialogs_and_buttons_have_the_words_of_the_history(app: App) -> None:
    filled(app)
    history = open_history(app)
    key(app, pygame.K_RETURN)
    assert isinstance(app.scene, Dialog)
    assert {"Go on", "Watch", "Export", "Delete", "Close"} <= {say(answer.words) for answer in app.scene.answers}
    assert button(app, "Go on").focused, "what is brass"
    key(app, pygame.K_ESCAPE)
    assert app.scene is history
