"""The menus by keys alone, by mouse alone and by gamepad alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import pygame
import pytest

from grenade_salad import games
from grenade_salad.app.match import start_match
from grenade_salad.app.pages.rules_page import RulesScene, load_page
from grenade_salad.app.pages.settings_page import SettingsScene
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.shell.settings import LastMatch
from grenade_salad.app.ui.messages import find_tip_box
from grenade_salad.app.ui.rich_text import RulePictures
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button, Choice, Slider, Toggle
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import registry
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.text import say
from tests.app.conftest import click, post, post_mouse, press_keys, press_pad, resize, run_frames, run_until
from tests.app.history import find_button, press, press_by_keys
from tests.app.screens import SCREENS, focusable_widgets, show


def press_by_pad(app: App, words: str) -> None:
    """Move the focus to a button with the shoulder button, and press A."""
    for _ in app.scene.widgets.items:
        if app.scene.widgets.focus is find_button(app, words):
            break
        press_pad(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
    press_pad(app, pygame.CONTROLLER_BUTTON_A)


PRESS_FUNCTIONS = [press_by_keys, press, press_by_pad]


@pytest.mark.quick("press", "press_by_pad")
@pytest.mark.parametrize("press", PRESS_FUNCTIONS)
def test_all_menus_can_be_opened_and_left(app: App, press: Callable[[App, str], None]) -> None:
    app.push(HomeScene(app))
    app.frame()
    press(app, "Settings")
    assert isinstance(app.scene, SettingsScene)
    press(app, "Back")
    press(app, "Rules")
    assert isinstance(app.scene, RulesScene)
    press(app, "Live Grenade")
    assert app.scene.name == "live-grenade"
    press(app, "Back")
    press(app, "Grenade Salad")
    assert isinstance(app.scene, SetupScene)
    press(app, "Back")
    press(app, "Quit")
    assert app.running
    press(app, "Stay")
    assert isinstance(app.scene, HomeScene)
    press(app, "Quit")
    press(app, "Quit")
    assert not app.running


def test_escape_leaves_innermost_scene_and_quits_only_after_asking(app: App) -> None:
    app.push(HomeScene(app))
    app.push(SetupScene(app, "wheel"))
    press_keys(app, pygame.K_F1)
    assert isinstance(app.scene, RulesScene)
    assert app.scene.name == "wheel"
    press_keys(app, pygame.K_F1)
    assert isinstance(app.scene, SetupScene)
    press_keys(app, pygame.K_F1, pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert isinstance(app.scene, HomeScene)
    press_keys(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, Dialog)
    press_keys(app, pygame.K_RETURN)
    assert isinstance(app.scene, HomeScene)
    press_keys(app, pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert isinstance(app.scene, HomeScene)
    assert app.running


def find_widget(app: App, kind: type[Widget], index: int = 0) -> Widget:
    """Return a widget of the top scene by its type and index."""
    return [item for item in focusable_widgets(app) if isinstance(item, kind)][index]


def test_settings_by_keys_apply_at_once_and_are_saved(app: App) -> None:
    app.push(SettingsScene(app))
    widgets = app.scene.widgets
    widgets.set_focus(find_widget(app, Choice))
    press_keys(app, pygame.K_RIGHT)
    assert app.settings.speed == "fast"
    widgets.set_focus(find_widget(app, Toggle))
    press_keys(app, pygame.K_SPACE)
    assert app.settings.reduced_motion
    widgets.set_focus(find_widget(app, Choice, 1))
    previous_factor = app.factor
    press_keys(app, pygame.K_RIGHT)
    assert app.settings.scale == 110
    assert app.factor == pytest.approx(previous_factor * 1.1)
    press_by_keys(app, "Sound")
    widgets.set_focus(find_widget(app, Slider))
    press_keys(app, pygame.K_LEFT, pygame.K_LEFT)
    assert app.audio.volume == pytest.approx(0.7)
    press_keys(app, pygame.K_HOME)
    assert app.audio.volume == 0
    assert b'"reduced_motion": true' in (app.folder / "settings.json").read_bytes()


def test_settings_by_mouse(app: App) -> None:
    app.push(SettingsScene(app))
    app.frame()
    toggle, choice = find_widget(app, Toggle), find_widget(app, Choice)
    click(app, toggle.on_screen().center)
    assert app.settings.reduced_motion
    click(app, (choice.on_screen().x + 12, choice.on_screen().centery))
    assert app.settings.speed == "slow"
    click(app, choice.on_screen().center)
    assert app.settings.speed == "normal"
    click(app, find_button(app, "Sound").on_screen().center)
    slider = find_widget(app, Slider)
    box = slider.on_screen()
    post_mouse(app, pygame.MOUSEBUTTONDOWN, (box.x + 14, box.centery))
    assert app.settings.volume == 0
    post_mouse(app, pygame.MOUSEMOTION, (box.right - 110, box.centery + 90))
    post_mouse(app, pygame.MOUSEBUTTONUP, (box.right - 110, box.centery + 90))
    assert app.settings.volume == 1


def test_seats_are_collapsed_and_settings_can_be_reset(app: App) -> None:
    app.settings.last["wheel"] = LastMatch(["Ann"], ["person"], {})
    app.settings.scale = 150
    app.push(SettingsScene(app))
    press_by_keys(app, "Accessibility")
    widget_count = len(focusable_widgets(app))
    press_by_keys(app, "Who needs more time? Nobody")
    assert len(focusable_widgets(app)) == widget_count + 9
    seat = next(item for item in app.scene.widgets.items if isinstance(item, Toggle) and "Seat 3" in item.words)
    app.scene.widgets.set_focus(seat)
    press_keys(app, pygame.K_SPACE)
    assert app.settings.unhurried == [2]
    press_by_keys(app, "Who needs more time? Seat 3")
    assert len(focusable_widgets(app)) == widget_count
    assert find_button(app, "Who needs more time? Seat 3").focused
    press_by_keys(app, "More")
    press_by_keys(app, "Reset all settings")
    press_keys(app, pygame.K_RETURN)
    assert app.settings.scale == 150, "a wrong key loses nothing"
    press_by_keys(app, "Reset all settings")
    press_by_keys(app, "Reset")
    assert (app.settings.scale, app.settings.unhurried) == (100, [])
    assert app.settings.last["wheel"].names == ["Ann"], "what is no setting stays"


def test_press_dragged_away_does_nothing(app: App) -> None:
    app.push(HomeScene(app))
    app.frame()
    button_centre = find_button(app, "Settings").on_screen().center
    post_mouse(app, pygame.MOUSEBUTTONDOWN, button_centre)
    post_mouse(app, pygame.MOUSEMOTION, (button_centre[0], button_centre[1] - 200))
    post_mouse(app, pygame.MOUSEBUTTONUP, (button_centre[0], button_centre[1] - 200))
    assert isinstance(app.scene, HomeScene)


def test_stick_and_hat_move_the_focus_once_each(app: App) -> None:
    app.push(SettingsScene(app))
    first = app.scene.widgets.focus
    for value in (0.3, 0.7, 0.9, 1.0):
        pygame.event.post(pygame.event.Event(pygame.JOYAXISMOTION, axis=1, value=value, instance_id=0))
    app.frame()
    second = app.scene.widgets.focus
    assert second is not first
    pygame.event.post(pygame.event.Event(pygame.JOYAXISMOTION, axis=1, value=0.0, instance_id=0))
    for value in ((0, 1), (0, 0)):
        pygame.event.post(pygame.event.Event(pygame.JOYHATMOTION, hat=0, value=value, instance_id=0))
    app.frame()
    assert app.scene.widgets.focus is first
    pygame.event.post(pygame.event.Event(pygame.JOYBUTTONDOWN, button=1, instance_id=0))
    app.push(HomeScene(app))
    app.frame()
    assert isinstance(app.scene, Dialog)


def post_finger(app: App, kind: int, position: tuple[float, float]) -> None:
    """Post a finger event at a point in logical units."""
    x, y = position[0] / app.size[0], position[1] / app.size[1]
    post(app, kind, x=x, y=y, dx=0, dy=0, finger_id=1, touch_id=1)


def test_finger_taps_and_scrolls(app: App) -> None:
    app.push(HomeScene(app))
    app.frame()
    button_centre = find_button(app, "Settings").on_screen().center
    post_finger(app, pygame.FINGERDOWN, button_centre)
    post_finger(app, pygame.FINGERUP, button_centre)
    assert isinstance(app.scene, SettingsScene)
    app.settings.scale = 200
    app.fit()
    toggle = find_widget(app, Toggle)
    start = toggle.on_screen().center
    post_finger(app, pygame.FINGERDOWN, start)
    for step in range(1, 6):
        post_finger(app, pygame.FINGERMOTION, (start[0], start[1] - 20 * step))
    post_finger(app, pygame.FINGERUP, (start[0], start[1] - 100))
    assert toggle.on_screen().centery < start[1] - 50
    assert not app.settings.reduced_motion, "pulling the sheet presses nothing"


def test_mouse_wheel_scrolls_the_text_under_it(app: App) -> None:
    app.push(RulesScene(app, "grenade-salad"))
    app.frame()
    text = app.scene.text  # type: ignore[attr-defined]
    pygame.mouse.set_pos(round(text.rect.centerx), round(text.rect.centery))
    pygame.event.pump()
    pygame.event.clear()
    post(app, pygame.MOUSEWHEEL, x=0, y=-2, precise_y=-2.0, flipped=False)
    assert text.inner.offset > 100


@pytest.mark.parametrize("game", games.NAMES)
def test_rules_have_pictures_and_use_labels_of_house_rules(app: App, game: str) -> None:
    blocks = load_page(game, {})
    pictures = registry.load_object(registry.plugin(game).rule_pictures, RulePictures)
    assert set(pictures) <= {block.rule for block in blocks}
    spans = [
        span
        for block in blocks
        for span in (*block.spans, *(span_in_cell for cell in block.cells for span_in_cell in cell))
    ]
    keys = {field.name for field in fields(registry.load(game).options())}
    assert not [span.words for span in spans if span.code and span.words.partition("=")[0] in keys], (
        "no key of a record"
    )
    labels = {
        say(field.metadata["label"]) for field in fields(registry.load(game).options) if "label" in field.metadata
    }
    assert labels & {span.words for span in spans}
    assert not [span.words for span in spans if ".md" in span.words]
    app.open_rules(f"{game}#{next(iter(pictures))}")
    app.frame()
    text = app.scene.text  # type: ignore[attr-defined]
    assert len(text._placed_pictures) == len(pictures)


def test_full_screen_and_back_by_keys(app: App) -> None:
    app.push(HomeScene(app))
    press_keys(app, pygame.K_F11)
    assert app.settings.full_screen
    press_keys(app, pygame.K_RETURN, mod=pygame.KMOD_ALT)
    assert not app.settings.full_screen
    assert app.screen.get_size() == (1280, 720)
    assert isinstance(app.scene, HomeScene)


def test_disabled_button_gives_the_reason(app: App) -> None:
    app.push(SetupScene(app, "live-grenade"))
    app.scene.names[1] = app.scene.names[0]  # type: ignore[attr-defined]
    app.scene._check()  # type: ignore[attr-defined]
    press_by_keys(app, "Start")
    assert app.messages.texts == ["Two players are called Ann."]
    run_frames(app, 70, 0.1)
    assert app.messages.texts == []


def test_tooltip_appears_at_rest_and_disappears(app: App) -> None:
    app.push(SettingsScene(app))
    app.frame()
    post_mouse(app, pygame.MOUSEMOTION, find_button(app, "Back").on_screen().center)
    assert app.scene.widgets.tip()[0] == ""
    run_frames(app, 10, 0.1)
    assert app.scene.widgets.tip()[0] == "Back (Esc)"
    run_frames(app, 45, 0.1)
    assert app.scene.widgets.tip()[0] == "", "it was read"
    post_mouse(app, pygame.MOUSEMOTION, (2, 2))
    post_mouse(app, pygame.MOUSEMOTION, find_button(app, "Back").on_screen().center)
    run_frames(app, 10, 0.1)
    assert app.scene.widgets.tip()[0] == "Back (Esc)"
    post_mouse(app, pygame.MOUSEMOTION, (640, 600))
    assert app.scene.widgets.tip()[0] == ""


def test_tooltips_and_messages_cover_no_controls(app: App) -> None:
    """At the smallest supported size, over a table whose bar is full of buttons."""
    match = Match(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(), 3))
    scene = start_match.make_match_table(app, match, (Controller(),) * 2)
    app.push(scene)
    resize(app, (960, 540))
    run_frames(app, 2)
    used = scene.widgets.usable_boxes()
    for item in scene.widgets.items:
        if item.visible and item.focusable and item.tip:
            tip = find_tip_box(app.canvas(), item.tip, item.on_screen(), above=item.tip_above, avoid=used)
            assert tip.collidelist(used) == -1, item.tip
    app.say("A soldier stands there already: it would overlap by 1.3 mm.", refused=True)
    app.frame()
    for box in app.messages.place_boxes(app.canvas(), scene.toasts_top, scene.protected_areas()):
        assert box.collidelist(list(scene.protected_areas())) == -1


@pytest.mark.quick("home", "dialog", "wheel", "live-grenade", "end")
@pytest.mark.parametrize("name", SCREENS)
def test_main_button_is_single_and_has_the_focus(app: App, name: str) -> None:
    show(app, name)
    run_frames(app, 3)
    widgets = app.scene.widgets
    main_buttons = [
        item for item in widgets.items if isinstance(item, Button) and item.visible and item.current_kind == "main"
    ]
    main_buttons = [item for item in main_buttons if item.enabled]
    assert len(main_buttons) <= 1, [item.words for item in main_buttons]
    assert not main_buttons or widgets.focus is main_buttons[0], main_buttons[0].words


def test_main_button_of_a_drop_has_the_focus(app: App) -> None:
    app.settings.speed = "off"
    match = Match(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(), 3))
    scene = start_match.make_match_table(app, match, (Controller(),) * 2)
    app.push(scene)
    for words in ("Drop", "Keep it"):
        run_until(app, lambda words=words: any(item.focused and item.words == words for item in enabled_buttons(app)))
        assert [item.words for item in enabled_buttons(app) if item.current_kind == "main"] == [words]
        press_keys(app, pygame.K_RETURN)


def enabled_buttons(app: App) -> list[Button]:
    """Return the visible and enabled buttons."""
    return [item for item in app.scene.widgets.items if isinstance(item, Button) and item.visible and item.enabled]


def test_click_beside_pause_menu_closes_it(app: App) -> None:
    match = Match(Header("wheel", ("Ann", "Bo"), registry.load("wheel").options(), 3))
    app.push(start_match.make_match_table(app, match, (Controller(),) * 2))
    table = app.scene
    press_keys(app, pygame.K_F10)
    assert isinstance(app.scene, Dialog)
    click(app, (app.scene.panel.x + 10, app.scene.panel.y + 10))
    assert isinstance(app.scene, Dialog)
    click(app, (app.scene.panel.x - 20, app.scene.panel.y + 10))
    assert app.scene is table


def test_tooltip_disappears_on_press(app: App) -> None:
    app.push(SetupScene(app, "wheel"))
    app.frame()
    hints = next(item for item in app.scene.widgets.items if isinstance(item, Toggle) and item.tip)
    toggle_centre = hints.on_screen().center
    post_mouse(app, pygame.MOUSEMOTION, toggle_centre)
    run_frames(app, 10, 0.1)
    assert app.scene.widgets.tip()[0] == hints.tip
    click(app, toggle_centre)
    run_frames(app, 10, 0.1)
    assert app.scene.widgets.tip()[0] == ""
    post_mouse(app, pygame.MOUSEMOTION, (2, 2))
    post_mouse(app, pygame.MOUSEMOTION, toggle_centre)
    run_frames(app, 10, 0.1)
    assert app.scene.widgets.tip()[0] == hints.tip


def test_dialog_closes_before_its_answer_is_called(app: App) -> None:
    app.push(HomeScene(app))
    scene_names: list[str] = []
    answers = [Answer("No", do_nothing, back=True), Answer("Yes", lambda: scene_names.append(type(app.scene).__name__))]
    app.push(Dialog(app, "Sure?", "", answers))
    press_keys(app, pygame.K_DOWN, pygame.K_RETURN)
    assert scene_names == ["HomeScene"]


def test_pad_known_by_name_sends_no_second_event(app: App) -> None:
    app.push(SettingsScene(app))
    first = app.scene.widgets.focus
    app._translator.named_pads.add(7)
    post(app, pygame.JOYHATMOTION, hat=0, value=(0, -1), instance_id=7)
    assert app.scene.widgets.focus is first
    post(app, pygame.JOYHATMOTION, hat=0, value=(0, -1), instance_id=8)
    assert app.scene.widgets.focus is not first
