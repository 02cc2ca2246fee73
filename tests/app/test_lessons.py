"""The lessons in the window.

With keys, gamepad or finger alone, by right and wrong actions, in every language.
"""

from __future__ import annotations

from random import Random

import pygame
import pytest

from grenade_salad import games
from grenade_salad.app.games.salad.lesson_spots import spots
from grenade_salad.app.games.wheel.board import WheelBoard
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.setup import start_lesson
from grenade_salad.app.setup.setup import make_setup_scene
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.messages import find_tip_box
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import registry
from grenade_salad.core.lesson import Lesson
from grenade_salad.lab.check_lesson import _random_action, lengths, minutes, the_lesson_leads_in
from grenade_salad.lab.playout import make_players, play
from grenade_salad.match.match import Controller, Header
from grenade_salad.session.session import VisibleStep
from grenade_salad.text import use_language
from grenade_salad.text.languages import available
from tests.app.conftest import click, press_keys, resize, run_frames, run_until, show_home
from tests.app.pupils import (
    DEVICES,
    LESSON_ACTIONS,
    MAX_FRAMES,
    begin_lesson,
    get_lesson_guide,
    is_waiting,
    wait_for_pupil,
)
from tests.app.salad_table import drag
from tests.marks import slow_but
from tools.tables import get_journal

LANGUAGES = available()
IN_ALL = slow_but(["de"], LANGUAGES)


def load_lesson(game: str) -> Lesson:
    """Return the lesson of the game."""
    return registry.load_object(registry.plugin(game).lesson, Lesson)


@pytest.mark.slow
@pytest.mark.parametrize("game", games.with_turns())
@pytest.mark.parametrize("device", DEVICES)
def test_lesson_is_completed(app: App, game: str, device: str) -> None:
    show_home(app)
    app.frame()
    scene = begin_lesson(app, game)
    guide, step_ids = get_lesson_guide(scene), list[int]()
    while not guide.progress.is_finished:
        run_frames(app, 30)
        wait_for_pupil(app, scene)
        step_id = guide.progress.step_index
        step_ids.append(step_id)
        if guide.holds_match:
            DEVICES[device].press(app, guide.next_button)
        else:
            LESSON_ACTIONS[game][step_id](app, DEVICES[device])
        run_frames(app, 2)
        assert guide.progress.step_index > step_id or not is_waiting(scene), f"step {step_id} stays"
    assert sorted(set(step_ids)) == list(range(len(load_lesson(game).steps)))
    assert not guide.progress.skipped
    assert game in app.settings.learned
    assert get_journal(app).count() == 0, "a lesson is no match of the history"


def _decide(app: App, scene: TableScene, game: str) -> None:
    """Do what the step asks for, and wait until everything that follows is shown."""
    step_id = get_lesson_guide(scene).progress.step_index
    run_frames(app, 30)
    LESSON_ACTIONS[game][step_id](app, DEVICES["keys"])
    run_until(app, lambda: get_lesson_guide(scene).progress.step_index > step_id and is_waiting(scene), MAX_FRAMES)


def _undo(app: App, scene: TableScene) -> None:
    click(app, scene.undo_button.rect.center)
    run_frames(app, 2)
    wait_for_pupil(app, scene)


def _read_on(app: App, scene: TableScene) -> None:
    """Read on until the lesson asks for an action."""
    guide = get_lesson_guide(scene)
    wait_for_pupil(app, scene)
    while guide.holds_match and not guide.progress.is_finished:
        guide.next()
        run_frames(app, 2)
        wait_for_pupil(app, scene)


@pytest.mark.quick("wheel")
@pytest.mark.parametrize("game", games.with_turns())
def test_learner_takes_back_every_decision(app: App, game: str) -> None:
    """Each decision is undone and repeated with the same result, then all are undone."""
    app.settings.speed = "off"
    scene = begin_lesson(app, game)
    guide = get_lesson_guide(scene)
    _read_on(app, scene)
    start = list(scene.controller.match.entries)
    while not guide.progress.is_finished:
        entries_before, step = list(scene.controller.match.entries), guide.progress.step_index
        _decide(app, scene, game)
        entries_after = list(scene.controller.match.entries)
        _undo(app, scene)
        assert list(scene.controller.match.entries) == entries_before
        assert guide.progress.step_index == step
        _decide(app, scene, game)
        assert list(scene.controller.match.entries) == entries_after
        _read_on(app, scene)
    # The last decision may have ended the match.
    if app.scene is not scene:
        return
    while scene.controller.match.entries != start:
        entry_count = len(scene.controller.match.entries)
        _undo(app, scene)
        assert len(scene.controller.match.entries) < entry_count
    _undo(app, scene)
    assert "There is nothing to undo" in " ".join(app.messages.texts)


SIZES = {"1280x720": 100, "960x540": 100, "720x1280": 100, "1280x720 at 200": 200, "3840x2160": 100}


@pytest.mark.quick("*-1280x720")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", games.with_turns())
def test_every_step_shows_its_subject_and_highlights_nothing_else(
    app: App, game: str, size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The card covers nothing that its step is about.

    Main buttons and the focus are on what the step asks for. The card disappears when that is done, before anything of
    it is shown.
    """
    app.settings.speed, app.settings.scale = "off", SIZES[size]
    width, height = size.split()[0].split("x")
    scene = begin_lesson(app, game)
    resize(app, (int(width), int(height)))
    guide, steps, card_visible = get_lesson_guide(scene), load_lesson(game).steps, list[bool]()
    see = guide.see

    def record_step(step_shown: VisibleStep) -> None:
        see(step_shown)
        guide.update()
        card_visible.append(guide.card.visible)

    monkeypatch.setattr(guide, "see", record_step)
    while not guide.progress.is_finished:
        run_until(app, lambda: is_waiting(scene) and guide.card.visible, MAX_FRAMES)
        run_frames(app, 30)
        step_id = guide.progress.step_index
        step, card = steps[step_id], guide.card.rect
        target_boxes = [Rect(box) for name in step.spots for box in start_lesson._find_spots(scene, name)]
        clear_boxes = [Rect(box) for name in step.clear for box in start_lesson._find_spots(scene, name)]
        assert target_boxes, f"step {step_id} points at nothing"
        assert not any(card.colliderect(box) for box in (*target_boxes, *clear_boxes)), (
            f"step {step_id} covers what it speaks of"
        )
        assert Rect(0, 0, *app.size).contains(card)
        buttons = [
            button for button in scene.widgets.items if isinstance(button, Button) and button.visible and button.enabled
        ]
        main_buttons = [button for button in buttons if button.current_kind == "main"]
        asked_widgets = [guide.next_button] if guide.holds_match else guide._target_widgets
        assert set(main_buttons) <= set(asked_widgets), (
            f"step {step_id} lights {[button.words for button in main_buttons]}"
        )
        assert scene.widgets.focus in asked_widgets, f"step {step_id} has the focus on {scene.widgets.focus}"
        # The window may be full at 200 %; then no tooltip is drawn.
        if "200" not in size:
            _assert_no_tooltip_covers(app, scene, card)
        if guide.holds_match:
            click(app, guide.next_button.rect.center)
            continue
        assert all(any(widget.on_screen().contains(box) for box in target_boxes) for widget in asked_widgets)
        card_visible.clear()
        LESSON_ACTIONS[game][step_id](app, DEVICES["finger"])
        run_until(app, lambda: bool(card_visible), 300)
        assert not any(card_visible), f"the card of step {step_id} lies over what is done"


def _assert_no_tooltip_covers(app: App, scene: TableScene, card: Rect) -> None:
    avoid, text = scene.widgets.usable_boxes(), scene.widgets.text_boxes()
    for item in scene.widgets.items:
        if item.visible and item.focusable and item.tip and item.scroll is None:
            tip = find_tip_box(app.canvas(), item.tip, item.on_screen(), above=item.tip_above, avoid=avoid, text=text)
            assert not tip.colliderect(card), item.tip


@pytest.mark.quick("pl", "en")
@pytest.mark.parametrize("language", LANGUAGES)
def test_lesson_card_of_the_wheel_covers_no_card(app: App, language: str) -> None:
    """In a longer language the card is higher, so it is narrower and over the log."""
    app.settings.language, app.settings.speed = language, "off"
    app.save_settings()
    scene = begin_lesson(app, "wheel")
    guide = get_lesson_guide(scene)
    while not guide.progress.is_finished:
        run_until(app, lambda: is_waiting(scene) and guide.card.visible, MAX_FRAMES)
        run_frames(app, 30)
        step_id, cards = guide.progress.step_index, start_lesson._find_spots(scene, "all")
        assert len(cards) > 8
        assert guide.card.rect.collidelist(cards) == -1, f"step {step_id}"
        if guide.holds_match:
            click(app, guide.next_button.rect.center)
        else:
            LESSON_ACTIONS["wheel"][step_id](app, DEVICES["finger"])
            run_frames(app, 2)


@pytest.mark.quick("de-grenade-salad")
@pytest.mark.parametrize("game", games.with_turns())
@pytest.mark.parametrize("language", IN_ALL)
def test_lesson_continues_after_random_actions(app: App, game: str, language: str) -> None:
    """Random legal actions to the end of the lesson or the match.

    The card is never over what it is about.
    """
    app.settings.language, app.settings.speed, app.settings.reduced_motion = language, "off", True
    app.save_settings()
    rng = Random(f"{game}/{language}")
    scene = begin_lesson(app, game)
    guide, seat = get_lesson_guide(scene), load_lesson(game).seat
    for _ in range(400):
        app.frame()
        wait_for_pupil(app, scene)
        if isinstance(app.scene, EndScene) or guide.progress.is_finished:
            break
        if guide.card.visible:
            assert guide.card.words
            assert not any(guide.card.rect.colliderect(box) for box in guide._target_boxes)
            assert Rect(0, 0, *app.size).contains(guide.card.rect)
        if guide.holds_match and rng.random() < 0.8:
            guide.next()
        elif scene.reaction is not None:
            reactions = [
                *scene.controller.match.state.legal_actions(seat),
                scene.controller.match.state.find_pass(seat),
            ]
            action = rng.choice(reactions)
            assert action is not None
            scene.controller.session.act(action)
        elif scene.controller.actor is not None:
            assert scene.controller.act(_random_action(scene.controller.match.state, seat, rng))
    assert guide.progress.is_finished or scene.controller.match.state.is_over


@pytest.mark.quick("en-*", "pl-grenade-salad")
@pytest.mark.parametrize("game", games.with_turns())
@pytest.mark.parametrize("language", LANGUAGES)
def test_lesson_record_teaches_every_step(game: str, language: str) -> None:
    use_language(language)
    for seed in range(3):
        the_lesson_leads_in(game, seed, 0)


@pytest.mark.parametrize("game", games.with_turns())
def test_lesson_is_short(game: str) -> None:
    assert max(lengths(load_lesson(game))) <= 25
    assert len(load_lesson(game).steps) <= 12
    assert minutes(load_lesson(game)) <= 5


@pytest.mark.quick("*size0")
@pytest.mark.parametrize("size", [(1280, 720), (960, 540), (720, 1280)])
@pytest.mark.parametrize("game", games.with_turns())
def test_lesson_is_offered_until_the_game_was_learned(app: App, game: str, size: tuple[int, int]) -> None:
    home = HomeScene(app)
    app.push(home)
    resize(app, size)
    run_frames(app, 3)
    button = home.learn[home.playable.index(game)]
    assert start_lesson.is_offered(app, game)
    assert (button.kind == "main") == (game == home.playable[0]), "one button is of brass"
    assert not any(button.rect.colliderect(card.rect) for card in home.cards)
    click(app, button.rect.center)
    run_frames(app, 2)
    assert isinstance(app.scene, TableScene)
    assert get_lesson_guide(app.scene).progress.lesson == load_lesson(game)
    app.home()
    app.settings.learned.append(game)
    app.push(make_setup_scene(app, game))
    app.home()
    assert not start_lesson.is_offered(app, game)
    assert button.kind == "plain"


def test_lesson_is_not_offered_after_a_match(app: App) -> None:
    assert start_lesson.is_offered(app, "wheel")
    match = get_journal(app).begin(Header("wheel", ("Ann", "Bo"), registry.load("wheel").options(), 3))
    play(match, make_players("wheel", ["easy"] * 2, 3))
    match.finish()
    match.close()
    assert not start_lesson.is_offered(app, "wheel")
    assert start_lesson.is_offered(app, "live-grenade")


def test_machines_wait_for_reading_and_person_may_act(app: App) -> None:
    app.settings.speed = "off"
    scene = begin_lesson(app, "wheel")
    wait_for_pupil(app, scene)
    guide = get_lesson_guide(scene)
    assert guide.holds_match
    run_frames(app, 300)
    assert len(scene.controller.match.entries) == 1
    assert scene.controller.act(_random_action(scene.controller.match.state, 0, Random(1))), "who acts has read"
    run_until(app, lambda: len(scene.controller.match.entries) > 3, MAX_FRAMES)
    assert guide.progress.step_index >= 1


def test_lesson_can_be_closed_and_match_continues(app: App) -> None:
    app.settings.speed = "off"
    scene = begin_lesson(app, "live-grenade")
    wait_for_pupil(app, scene)
    guide = get_lesson_guide(scene)
    click(app, guide.close_button.rect.center)
    assert guide.progress.is_finished
    assert not guide.card.visible
    assert scene.widgets.focus not in (guide.next_button, guide.close_button)
    run_frames(app, 20)
    press_keys(app, pygame.K_d)
    run_until(app, lambda: len(scene.controller.match.entries) > 1, 600)


def test_leaving_a_lesson_asks_once(app: App) -> None:
    app.push(HomeScene(app))
    begin_lesson(app, "wheel")
    press_keys(app, pygame.K_ESCAPE)
    leave = next(item for item in app.scene.widgets.items if isinstance(item, Button) and "lesson" in item.words)
    click(app, leave.rect.center)
    assert isinstance(app.scene, HomeScene), "nothing is lost: it was asked in the menu"


def test_each_tip_is_shown_once(app: App) -> None:
    app.settings.speed = "off"
    scene = begin_lesson(app, "live-grenade")
    guide = get_lesson_guide(scene)
    guide.progress.skip_steps()
    rng, shown_texts = Random(3), list[str]()
    for _ in range(300):
        wait_for_pupil(app, scene)
        if app.scene is not scene:
            break
        if guide.holds_match:
            shown_texts.append(guide.card.words)
            guide.next()
        elif scene.reaction is not None:
            scene.controller.answer(0, None)
        elif scene.controller.actor is not None:
            scene.controller.act(_random_action(scene.controller.match.state, 0, rng))
    assert shown_texts
    assert len(shown_texts) == len(set(shown_texts))
    assert len(app.settings.told["live-grenade"]) == len(shown_texts)
    app.home()
    second_scene = begin_lesson(app, "live-grenade")
    assert get_lesson_guide(second_scene).progress.shown_tips == set(app.settings.told["live-grenade"])


def test_lesson_reveals_no_secret_to_a_second_person(app: App) -> None:
    scene = begin_lesson(app, "wheel")
    wait_for_pupil(app, scene)
    guide = get_lesson_guide(scene)
    assert "heart" in guide.card.words
    scene.controller.change_controllers((Controller(), Controller(), *scene.controller.controllers[2:]))
    run_frames(app, 3)
    assert not guide.card.visible
    assert not any("heart is your secret" in line for line in app.tree().lines())


def test_lesson_text_is_in_accessibility_tree(app: App) -> None:
    scene = begin_lesson(app, "wheel")
    wait_for_pupil(app, scene)
    live_nodes = [node for node, _ in app.tree().nodes.values() if node.live == "polite"]
    assert any(node.name == get_lesson_guide(scene).card.words for node in live_nodes)


def test_lesson_is_refused_with_hands_on_phones_only(app: App) -> None:
    app.settings.hands_on_phones = True
    app.push(HomeScene(app))
    start_lesson.begin(app, "wheel")
    assert isinstance(app.scene, HomeScene)
    assert "hands are on phones only" in app.messages.texts[-1]


@pytest.mark.slow
def test_lesson_card_covers_no_soldier_and_keeps_still_during_blow(app: App) -> None:
    game, device = "grenade-salad", next(iter(DEVICES.values()))
    app.settings.speed = "normal"
    scene = begin_lesson(app, game)
    guide = get_lesson_guide(scene)
    for step_id in (0, 1):
        run_until(app, lambda step_id=step_id: guide.progress.step_index == step_id and is_waiting(scene), MAX_FRAMES)
        run_frames(app, 5)
        LESSON_ACTIONS[game][step_id](app, device)
    run_until(app, lambda: guide.holds_match, MAX_FRAMES)
    run_frames(app, 30)
    pieces = [box for box in spots(scene.board, "all") if box.width < 60]
    assert len(pieces) > 8
    assert not any(guide.card.rect.colliderect(box) for box in pieces)
    device.press(app, guide.next_button)
    for step_id in (3, 4):
        run_until(app, lambda step_id=step_id: guide.progress.step_index == step_id and is_waiting(scene), MAX_FRAMES)
        run_frames(app, 5)
        previous_rect = Rect(guide.card.rect)
        LESSON_ACTIONS[game][step_id](app, device)
        run_until(app, lambda: not scene.controller.is_idle)
        while not scene.controller.is_idle:
            assert guide.card.rect == previous_rect
            app.frame()


@pytest.mark.slow
def test_soldier_of_the_lesson_can_be_dragged_to_the_mark(app: App) -> None:
    app.settings.speed = "off"
    scene = begin_lesson(app, "grenade-salad")
    guide, keys = get_lesson_guide(scene), DEVICES["keys"]
    while guide.progress.step_index < 3:
        wait_for_pupil(app, scene)
        run_frames(app, 30)
        if guide.holds_match:
            keys.press(app, guide.next_button)
        else:
            LESSON_ACTIONS["grenade-salad"][guide.progress.step_index](app, keys)
    wait_for_pupil(app, scene)
    run_frames(app, 30)
    (start,), (end,) = start_lesson._find_spots(scene, "mover"), start_lesson._find_spots(scene, "beside")
    (tile,) = start_lesson._find_spots(scene, "tile")
    assert not tile.colliderect(guide.card.rect), "the tile that distances are measured with is on the cloth"
    drag(app, start.center, end.center)
    run_until(app, lambda: guide.progress.step_index > 3, 600)
    assert not start_lesson._find_spots(scene, "tile"), "once"
    assert guide.progress.current is None or guide.progress.current.spots[0] == "card:hammers", "and it is close enough"


def test_lesson_card_of_the_wheel_leaves_notebook_names_visible(app: App) -> None:
    app.settings.speed = "off"
    app.push(HomeScene(app))
    app.frame()
    scene = begin_lesson(app, "wheel")
    resize(app, (720, 1280))
    wait_for_pupil(app, scene)
    guide, wheel = get_lesson_guide(scene), scene.board
    assert isinstance(wheel, WheelBoard)
    assert wheel.notebook.widget.visible
    assert not guide.card.rect.colliderect(wheel.notebook.widget.names_box)
