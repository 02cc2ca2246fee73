"""Positions of Live Grenade and the wheel are set up in the window: by mouse, finger, keys, pad and reader."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from grenade_salad.app.accessibility.tree import tree
from grenade_salad.app.editor.card_shelf import CardButton
from grenade_salad.app.games.live_grenade.position_editor import SetUpLiveScene
from grenade_salad.app.games.wheel.position_editor import SetUpWheelScene
from grenade_salad.app.setup.play_on import PlayOnScene
from grenade_salad.app.ui.inputs import Asked
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.window.application import App
from grenade_salad.games.live_grenade import position_draft as live
from grenade_salad.games.wheel import position_draft as wheel
from grenade_salad.text import say
from tests.app.conftest import click, frames, hold, key, mouse, pad, resize
from tests.app.history import press_by_keys
from tests.app.test_position_editor import drag, finger, opened, tab_to

LIVE = "live-grenade; seats Ann, Bo, Cy; hand a 2C 4H; hand b KD ?2; hand c ?3; discard 9C 10D; turn b"
WHEEL = "wheel; seats 2; ring 3S joker AS 5S 2S 7S 4S 6S; dice 3S 1, 3S 1, AS 4; hearts a 4H ?1; hearts b ?2; turn b"


def _live(app: App, line: str = "") -> SetUpLiveScene:
    return opened(app, SetUpLiveScene(app, line))


def _wheel(app: App, line: str = "") -> SetUpWheelScene:
    return opened(app, SetUpWheelScene(app, line))


def _in_tray(scene: SetUpLiveScene | SetUpWheelScene, card: str) -> CardButton:
    found = next(button for button in scene.tray_cards if button.card == card)
    scene.panel.scroll.show(found.rect)
    return found


def test_escape_and_undo_put_back_a_card_that_is_dragged(app: App) -> None:
    scene = _live(app, LIVE)
    before = scene.line
    for stop, mod in ((pygame.K_ESCAPE, 0), (pygame.K_z, pygame.KMOD_CTRL)):
        if mod:
            scene.change(live.turned(scene.setup, -1))
        x, y = scene.hands[0][0].on_screen().center
        hold(app, (x, y))
        mouse(app, pygame.MOUSEMOTION, (x + 40, y + 90))
        assert scene.dragged is not None
        key(app, stop, mod=mod)
        assert app.scene is scene
        assert scene.dragged is None
        mouse(app, pygame.MOUSEBUTTONUP, scene.foot.center)
        assert scene.line == before


def test_the_hands_grow_with_the_house_rule(app: App) -> None:
    scene = _live(app, "live-grenade; seats Ann, Bo; hand a ?; hand b ?")
    before = [len(cards) for cards in scene.hands]
    scene.change(live.with_options(scene.setup, replace(scene.setup.options, extra_cards=9)))
    frames(app, 2)
    assert [len(cards) for cards in scene.hands] != before
    assert all("10" in say(plate.note) for plate in scene.plates)


@pytest.mark.rule("LG-02", "LG-12")
def test_live_grenade_by_mouse(app: App) -> None:
    scene = _live(app, LIVE)
    click(app, _in_tray(scene, "6H").on_screen().center)
    assert live.hand(scene.setup, 0) == (("2C", "4H", "6H"), 0)
    drag(app, _in_tray(scene, "KS").on_screen().center, scene.hands[2][0].on_screen().center)
    assert live.hand(scene.setup, 2) == (("KS",), 2)
    drag(app, scene.hands[2][0].on_screen().center, scene.discard[0].on_screen().center)
    assert live.hand(scene.setup, 2) == ((), 2)
    assert scene.setup.draft.discard == ("9C", "10D", "KS")
    click(app, scene.discard[2].on_screen().center)
    assert scene.setup.draft.discard == ("9C", "10D")
    drag(app, _in_tray(scene, "AC").on_screen().center, scene.hands[0][0].on_screen().center)
    assert "(LG-12)" in scene.words
    assert not scene.play.enabled
    drag(app, scene.hands[0][-1].on_screen().center, scene.foot.center)
    assert scene.play.enabled
    click(app, scene.plates[2].on_screen().center)
    assert not live.alive(scene.setup, 2)
    click(app, scene.undo_button.on_screen().center)
    assert live.alive(scene.setup, 2)


@pytest.mark.rule("LG-18", "LG-24")
def test_live_grenade_by_keys_alone(app: App) -> None:
    scene = _live(app, LIVE)
    tab_to(app, scene.waiting)
    key(app, pygame.K_RIGHT, pygame.K_RIGHT)
    assert live.line(scene.setup).endswith("turn b; steal 10D from c; asked c a")
    tab_to(app, scene.asked[1])
    key(app, pygame.K_SPACE)
    assert scene.setup.draft.asked == (2,)
    tab_to(app, scene.direction)
    key(app, pygame.K_RIGHT)
    tab_to(app, scene.below)
    key(app, *[pygame.K_RIGHT] * 3)
    assert (scene.setup.draft.direction, scene.setup.draft.deck) == (-1, ((), 2))
    tab_to(app, scene.into)
    key(app, *[pygame.K_RIGHT] * 3)
    scene.widgets.set_focus(scene.tray_cards[0])
    key(app, pygame.K_RIGHT, pygame.K_RETURN)
    assert scene.setup.draft.deck == (("2D",), 2)
    assert scene.tray_cards[1].focused
    press_by_keys(app, "Play on")
    assert isinstance(app.scene, PlayOnScene)


def test_live_grenade_by_finger_pad_and_reader(app: App) -> None:
    scene = _live(app, LIVE)
    start, goal = _in_tray(scene, "3S").on_screen().center, scene.hands[0][0].on_screen().center
    for kind, at in ((pygame.FINGERDOWN, start), (pygame.FINGERMOTION, goal), (pygame.FINGERUP, goal)):
        finger(app, kind, at)
    assert live.hand(scene.setup, 0) == (("2C", "4H", "3S"), 0)
    scene.widgets.set_focus(scene.hands[0][2])
    pad(app, pygame.CONTROLLER_BUTTON_A)
    assert live.hand(scene.setup, 0) == (("2C", "4H"), 0)
    lines = list(tree(app.stack).lines())
    assert "Take back: the King of diamonds" in lines
    assert "Discard pile: 2 cards" in lines
    scene.handle(Asked(scene.turn.number, "set", value="Cy's turn"))
    scene.handle(Asked(_in_tray(scene, "AS").number, "press"))
    assert any("(LG-12)" in line for line in tree(app.stack).lines())


@pytest.mark.rule("WH-02", "WH-07")
def test_the_wheel_by_mouse(app: App) -> None:
    scene = _wheel(app, WHEEL)
    drag(app, scene.cards_lying[1].rect.center, scene.cards_lying[4].rect.center)
    assert scene.setup.draft.ring[:5] == ("3S", "2S", "AS", "5S", "joker")
    drag(app, scene.dice[2].rect.center, scene.cards_lying[5].rect.center)
    assert scene.setup.draft.dice[2] == ("7S", 4)
    click(app, scene.dice[2].rect.center)
    click(app, scene.more.rect.center)
    assert scene.setup.draft.dice[2] == ("7S", 5)
    click(app, scene.cards_lying[6].rect.center)
    assert scene.setup.draft.dice[2] == ("4S", 5)
    click(app, scene.cards_lying[7].rect.center)
    click(app, scene.flip.rect.center)
    assert scene.setup.draft.down == ("6S",)
    drag(app, _in_tray(scene, "4H").on_screen().center, scene.hands[1][0].on_screen().center)
    assert "(WH-02)" in scene.words
    assert not scene.play.enabled
    click(app, scene.hands[1][0].on_screen().center)
    assert scene.words.startswith("Press another card")
    assert scene.play.enabled


@pytest.mark.rule("WH-06")
def test_the_wheel_by_keys_alone(app: App) -> None:
    scene = _wheel(app, WHEEL)
    tab_to(app, scene.dice[0])
    key(app, pygame.K_RETURN, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_e)
    assert scene.setup.draft.dice[0] == ("AS", 2)
    key(app, pygame.K_q, pygame.K_q)
    assert scene.setup.draft.dice[0] == ("AS", 5)
    key(app, pygame.K_ESCAPE)
    assert scene.chosen is None
    tab_to(app, scene.cards_lying[0])
    key(app, pygame.K_RETURN, pygame.K_LEFT)
    assert (scene.setup.draft.ring[0], scene.setup.draft.ring[7]) == ("6S", "3S")
    key(app, pygame.K_f)
    assert scene.setup.draft.down == ("3S",)
    key(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    tab_to(app, scene.roll)
    key(app, *[pygame.K_RIGHT] * 4)
    assert scene.setup.draft.roll == 4
    press_by_keys(app, "Play on")
    assert isinstance(app.scene, PlayOnScene)


def test_the_wheel_by_pad_and_reader(app: App) -> None:
    scene = _wheel(app, WHEEL)
    scene.widgets.set_focus(scene.dice[1])
    pad(app, pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_DPAD_LEFT, pygame.CONTROLLER_BUTTON_X)
    assert scene.setup.draft.dice[1] == ("6S", 2)
    lines = list(tree(app.stack).lines())
    assert "2 on the 6 of spades" in lines
    assert "Place 2 of 8 in the ring" in [line.capitalize() for line in lines]
    scene.handle(Asked(scene.dice[2].number, "press"))
    scene.handle(Asked(scene.dice[2].number, "press"))
    assert scene.chosen is None
    for widget in (scene.cards_lying[3], scene.cards_lying[1]):
        scene.handle(Asked(widget.number, "press"))
    assert scene.setup.draft.ring[:4] == ("3S", "5S", "AS", "joker")
    scene.handle(Asked(scene.plates[1].number, "press"))
    scene.handle(Asked(_in_tray(scene, "7H").number, "press"))
    assert wheel.hand(scene.setup, 1) == (("7H",), 1)


def _left_out(scene: SetUpLiveScene | SetUpWheelScene, size: tuple[float, float]) -> list[Widget]:
    inside = pygame.Rect(0, 0, *map(round, size))
    shown = [widget for widget in scene.widgets.items if widget.visible and widget.scroll is None]
    return [widget for widget in shown if not inside.contains(pygame.Rect(widget.rect))]


def test_all_fits_in_small_and_high_windows(app: App) -> None:
    lines = (
        "live-grenade; seats 9; rule decks 2; discard 4C 4H; turn b",
        "wheel; seats 7; turn c",
    )
    for make, line in zip((_live, _wheel), lines, strict=True):
        scene = make(app, line)
        for size in ((960, 540), (720, 1280), (1280, 720)):
            resize(app, size)
            frames(app, 2)
            assert not [(size, say(widget.tip)) for widget in _left_out(scene, app.size)]
            last = _in_tray(scene, "?")
            assert scene.panel.scroll.area.contains(last.on_screen())
