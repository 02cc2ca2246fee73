"""Position editors of Live Grenade and the wheel, with every kind of input."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from grenade_salad.app.accessibility.tree import build_tree
from grenade_salad.app.editor.card_shelf import CardButton
from grenade_salad.app.games.live_grenade.position_editor import SetUpLiveScene
from grenade_salad.app.games.wheel.position_editor import SetUpWheelScene
from grenade_salad.app.match.play_on import PlayOnScene
from grenade_salad.app.ui.inputs import AssistiveInput
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.window.application import App
from grenade_salad.games.live_grenade import position_draft as live
from grenade_salad.games.wheel import position_draft as wheel
from grenade_salad.text import say
from tests.app.conftest import click, post_mouse, press_keys, press_mouse, press_pad, resize, run_frames
from tests.app.history import press_by_keys
from tests.app.position_editing import drag, open_editor, send_finger, tab_to

LIVE = "live-grenade; seats Ann, Bo, Cy; hand a 2C 4H; hand b KD ?2; hand c ?3; discard 9C 10D; turn b"
WHEEL = "wheel; seats 2; ring 3S joker AS 5S 2S 7S 4S 6S; dice 3S 1, 3S 1, AS 4; hearts a 4H ?1; hearts b ?2; turn b"


def _open_live_grenade(app: App, line: str = "") -> SetUpLiveScene:
    return open_editor(app, SetUpLiveScene(app, line))


def _open_wheel(app: App, line: str = "") -> SetUpWheelScene:
    return open_editor(app, SetUpWheelScene(app, line))


def _find_in_tray(scene: SetUpLiveScene | SetUpWheelScene, card: str) -> CardButton:
    card_button = next(button for button in scene.tray_cards if button.card == card)
    scene.panel.scroll.show(card_button.rect)
    return card_button


def test_escape_and_undo_put_back_dragged_card(app: App) -> None:
    scene = _open_live_grenade(app, LIVE)
    previous_line = scene.line
    for stop, mod in ((pygame.K_ESCAPE, 0), (pygame.K_z, pygame.KMOD_CTRL)):
        if mod:
            scene.change(live.set_direction(scene.draft, -1))
        x, y = scene.hands[0][0].on_screen().center
        press_mouse(app, (x, y))
        post_mouse(app, pygame.MOUSEMOTION, (x + 40, y + 90))
        assert scene.dragged is not None
        press_keys(app, stop, mod=mod)
        assert app.scene is scene
        assert scene.dragged is None
        post_mouse(app, pygame.MOUSEBUTTONUP, scene.foot.center)
        assert scene.line == previous_line


def test_hands_grow_with_house_rule(app: App) -> None:
    scene = _open_live_grenade(app, "live-grenade; seats Ann, Bo; hand a ?; hand b ?")
    previous_sizes = [len(cards) for cards in scene.hands]
    scene.change(live.with_options(scene.draft, replace(scene.draft.options, extra_cards=9)))
    run_frames(app, 2)
    assert [len(cards) for cards in scene.hands] != previous_sizes
    assert all("10" in say(plate.note) for plate in scene.plates)


@pytest.mark.rule("LG-02", "LG-12")
def test_live_grenade_position_is_edited_by_mouse(app: App) -> None:
    scene = _open_live_grenade(app, LIVE)
    click(app, _find_in_tray(scene, "6H").on_screen().center)
    assert live.hand(scene.draft, 0) == (("2C", "4H", "6H"), 0)
    drag(app, _find_in_tray(scene, "KS").on_screen().center, scene.hands[2][0].on_screen().center)
    assert live.hand(scene.draft, 2) == (("KS",), 2)
    drag(app, scene.hands[2][0].on_screen().center, scene.discard[0].on_screen().center)
    assert live.hand(scene.draft, 2) == ((), 2)
    assert scene.draft.draft.discard == ("9C", "10D", "KS")
    click(app, scene.discard[2].on_screen().center)
    assert scene.draft.draft.discard == ("9C", "10D")
    drag(app, _find_in_tray(scene, "AC").on_screen().center, scene.hands[0][0].on_screen().center)
    assert "(LG-12)" in scene.words
    assert not scene.play_button.enabled
    drag(app, scene.hands[0][-1].on_screen().center, scene.foot.center)
    assert scene.play_button.enabled
    click(app, scene.plates[2].on_screen().center)
    assert not live.is_alive(scene.draft, 2)
    click(app, scene.undo_button.on_screen().center)
    assert live.is_alive(scene.draft, 2)


@pytest.mark.rule("LG-18", "LG-24")
def test_live_grenade_position_is_edited_by_keys_alone(app: App) -> None:
    scene = _open_live_grenade(app, LIVE)
    tab_to(app, scene.waiting_choice)
    press_keys(app, pygame.K_RIGHT, pygame.K_RIGHT)
    assert live.format_draft(scene.draft).endswith("turn b; steal 10D from c; asked c a")
    tab_to(app, scene.answer_toggles[1])
    press_keys(app, pygame.K_SPACE)
    assert scene.draft.draft.asked == (2,)
    tab_to(app, scene.direction_choice)
    press_keys(app, pygame.K_RIGHT)
    tab_to(app, scene.unknown_choice)
    press_keys(app, *[pygame.K_RIGHT] * 3)
    assert (scene.draft.draft.direction, scene.draft.draft.deck) == (-1, ((), 2))
    tab_to(app, scene.target_choice)
    press_keys(app, *[pygame.K_RIGHT] * 3)
    scene.widgets.set_focus(scene.tray_cards[0])
    press_keys(app, pygame.K_RIGHT, pygame.K_RETURN)
    assert scene.draft.draft.deck == (("2D",), 2)
    assert scene.tray_cards[1].focused
    press_by_keys(app, "Play on")
    assert isinstance(app.scene, PlayOnScene)


def test_live_grenade_position_is_edited_by_finger_gamepad_and_reader(app: App) -> None:
    scene = _open_live_grenade(app, LIVE)
    start, goal = _find_in_tray(scene, "3S").on_screen().center, scene.hands[0][0].on_screen().center
    for kind, point in ((pygame.FINGERDOWN, start), (pygame.FINGERMOTION, goal), (pygame.FINGERUP, goal)):
        send_finger(app, kind, point)
    assert live.hand(scene.draft, 0) == (("2C", "4H", "3S"), 0)
    scene.widgets.set_focus(scene.hands[0][2])
    press_pad(app, pygame.CONTROLLER_BUTTON_A)
    assert live.hand(scene.draft, 0) == (("2C", "4H"), 0)
    lines = list(build_tree(app.stack).lines())
    assert "Take back: the King of diamonds" in lines
    assert "Discard pile: 2 cards" in lines
    scene.handle(AssistiveInput(scene.turn_choice.id, "set", value="Cy's turn"))
    scene.handle(AssistiveInput(_find_in_tray(scene, "AS").id, "press"))
    assert any("(LG-12)" in line for line in build_tree(app.stack).lines())


@pytest.mark.rule("WH-02", "WH-07")
def test_wheel_position_is_edited_by_mouse(app: App) -> None:
    scene = _open_wheel(app, WHEEL)
    drag(app, scene.ring_cards[1].rect.center, scene.ring_cards[4].rect.center)
    assert scene.draft.draft.ring[:5] == ("3S", "2S", "AS", "5S", "joker")
    drag(app, scene.dice[2].rect.center, scene.ring_cards[5].rect.center)
    assert scene.draft.draft.dice[2] == ("7S", 4)
    click(app, scene.dice[2].rect.center)
    click(app, scene.raise_button.rect.center)
    assert scene.draft.draft.dice[2] == ("7S", 5)
    click(app, scene.ring_cards[6].rect.center)
    assert scene.draft.draft.dice[2] == ("4S", 5)
    click(app, scene.ring_cards[7].rect.center)
    click(app, scene.flip_button.rect.center)
    assert scene.draft.draft.down == ("6S",)
    drag(app, _find_in_tray(scene, "4H").on_screen().center, scene.hands[1][0].on_screen().center)
    assert "(WH-02)" in scene.words
    assert not scene.play_button.enabled
    click(app, scene.hands[1][0].on_screen().center)
    assert scene.words.startswith("Press another card")
    assert scene.play_button.enabled


@pytest.mark.rule("WH-06")
def test_wheel_position_is_edited_by_keys_alone(app: App) -> None:
    scene = _open_wheel(app, WHEEL)
    tab_to(app, scene.dice[0])
    press_keys(app, pygame.K_RETURN, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_e)
    assert scene.draft.draft.dice[0] == ("AS", 2)
    press_keys(app, pygame.K_q, pygame.K_q)
    assert scene.draft.draft.dice[0] == ("AS", 5)
    press_keys(app, pygame.K_ESCAPE)
    assert scene.chosen is None
    tab_to(app, scene.ring_cards[0])
    press_keys(app, pygame.K_RETURN, pygame.K_LEFT)
    assert (scene.draft.draft.ring[0], scene.draft.draft.ring[7]) == ("6S", "3S")
    press_keys(app, pygame.K_f)
    assert scene.draft.draft.down == ("3S",)
    press_keys(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    tab_to(app, scene.roll_choice)
    press_keys(app, *[pygame.K_RIGHT] * 4)
    assert scene.draft.draft.roll == 4
    press_by_keys(app, "Play on")
    assert isinstance(app.scene, PlayOnScene)


def test_wheel_position_is_edited_by_gamepad_and_reader(app: App) -> None:
    scene = _open_wheel(app, WHEEL)
    scene.widgets.set_focus(scene.dice[1])
    press_pad(app, pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_DPAD_LEFT, pygame.CONTROLLER_BUTTON_X)
    assert scene.draft.draft.dice[1] == ("6S", 2)
    lines = list(build_tree(app.stack).lines())
    assert "2 on the 6 of spades" in lines
    assert "Place 2 of 8 in the ring" in [line.capitalize() for line in lines]
    scene.handle(AssistiveInput(scene.dice[2].id, "press"))
    scene.handle(AssistiveInput(scene.dice[2].id, "press"))
    assert scene.chosen is None
    for widget in (scene.ring_cards[3], scene.ring_cards[1]):
        scene.handle(AssistiveInput(widget.id, "press"))
    assert scene.draft.draft.ring[:4] == ("3S", "5S", "AS", "joker")
    scene.handle(AssistiveInput(scene.plates[1].id, "press"))
    scene.handle(AssistiveInput(_find_in_tray(scene, "7H").id, "press"))
    assert wheel.hand(scene.draft, 1) == (("7H",), 1)


def _find_widgets_outside(scene: SetUpLiveScene | SetUpWheelScene, size: tuple[float, float]) -> list[Widget]:
    window_box = pygame.Rect(0, 0, *map(round, size))
    visible = [widget for widget in scene.widgets.items if widget.visible and widget.scroll is None]
    return [widget for widget in visible if not window_box.contains(pygame.Rect(widget.rect))]


def test_editors_fit_small_and_tall_windows(app: App) -> None:
    lines = (
        "live-grenade; seats 9; rule decks 2; discard 4C 4H; turn b",
        "wheel; seats 7; turn c",
    )
    for open_scene, line in zip((_open_live_grenade, _open_wheel), lines, strict=True):
        scene = open_scene(app, line)
        for size in ((960, 540), (720, 1280), (1280, 720)):
            resize(app, size)
            run_frames(app, 2)
            assert not [(size, say(widget.tip)) for widget in _find_widgets_outside(scene, app.size)]
            last = _find_in_tray(scene, "?")
            assert scene.panel.scroll.area.contains(last.on_screen())
