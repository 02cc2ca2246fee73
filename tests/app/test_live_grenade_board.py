"""Live Grenade on the window: with the mouse, with keys alone, with a pad alone; one person, and several."""

from __future__ import annotations

from math import cos, radians, sin
from typing import cast

import pygame
import pytest

from grenade_salad.app.games.live_grenade.board import LiveGrenadeScene
from grenade_salad.app.games.live_grenade.board_view import Deck
from grenade_salad.app.games.live_grenade.paint import covered_places
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.ui.canvas import Rect, recorded
from grenade_salad.app.ui.theme import BRASS
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.live_grenade import LiveGrenadeOptions
from grenade_salad.games.live_grenade.actions import Cancel, Draw, Pair, Pass, Skip, Steal
from grenade_salad.match.match import Header, Match
from grenade_salad.text import say
from tests.app.conftest import click, hold, key, mouse, pad, post, resize, until
from tests.app.live_grenade import (
    HANDS,
    NAMES,
    SHORT,
    all_pass,
    hand_of,
    heard,
    pick_with_mouse,
    settled,
    state_of,
    table,
    top,
)
from tools.tables import on_top, scene_on, sit_down


def _made(scene: LiveGrenadeScene) -> list[str]:
    return [entry.do for entry in scene.table.match.entries if hasattr(entry, "do") and not isinstance(entry, Pass)]


def _press_card(app: App, scene: LiveGrenadeScene, card: str) -> None:
    found = next(one for one in scene.shown.cards if one.card == card)
    click(app, (found.rect.x + 12, found.rect.y + 30))


# one person among machines: the hand is open


def test_a_click_on_a_card_and_on_a_lit_player_steals(app: App) -> None:
    scene = table(app, persons=1)
    _press_card(app, scene, "10S")
    assert scene.seats_clickable() == (1, 2)
    assert "steal from" in say(scene.status())
    click(app, scene.table.panels[2].rect.center)
    assert scene.table.match.entries[0] == Steal(0, ("10S",), 2)


def test_one_six_raises_the_other(app: App) -> None:
    scene = table(app, persons=1)
    _press_card(app, scene, "6S")
    assert scene.shown.chosen_cards == ("6C", "6S")
    key(app, pygame.K_2)
    assert scene.table.match.entries[0] == Pair(0, ("6C", "6S"), 1)


def test_a_card_is_dragged_onto_its_victim(app: App) -> None:
    scene = table(app, persons=1)
    card = next(one for one in scene.shown.cards if one.card == "10S")
    hold(app, card.rect.center)
    mouse(app, pygame.MOUSEMOTION, scene.shown.spots.middle.center)
    mouse(app, pygame.MOUSEMOTION, scene.table.panels[1].rect.center)
    mouse(app, pygame.MOUSEBUTTONUP, scene.table.panels[1].rect.center)
    assert scene.table.match.entries[0] == Steal(0, ("10S",), 1)


def test_a_skip_is_dragged_onto_the_table_and_a_card_let_go_at_home_stays(app: App) -> None:
    scene = table(app, persons=1)
    card = next(one for one in scene.shown.cards if one.card == "JD")
    for end in (card.rect.move(40, 0).center, scene.shown.spots.middle.center):
        at = card.rect.center
        mouse(app, pygame.MOUSEBUTTONDOWN, at)
        mouse(app, pygame.MOUSEMOTION, end)
        mouse(app, pygame.MOUSEBUTTONUP, end)
        if end != scene.shown.spots.middle.center:
            assert scene.table.match.entries == []
    assert scene.table.match.entries[0] == Skip(0, ("JD",))


def test_the_deck_is_dragged_into_the_hand(app: App) -> None:
    scene = table(app, persons=1)
    mouse(app, pygame.MOUSEBUTTONDOWN, scene.shown.deck.rect.center)
    mouse(app, pygame.MOUSEMOTION, scene.shown.spots.cards.center)
    assert scene.table.match.entries == []
    mouse(app, pygame.MOUSEBUTTONUP, scene.shown.spots.cards.center)
    assert scene.table.match.entries[0] == Draw(0)
    assert "5D" in hand_of(scene, 0)


def test_what_cannot_be_played_says_why(app: App) -> None:
    scene = table(app, persons=1, hands=(("2H", "6C", "KD"), *HANDS[1:]))
    for card, why in (("2H", "never played by choice"), ("6C", "You hold only one 6"), ("KD", "nothing to cancel")):
        _press_card(app, scene, card)
        assert any(why in said for said in app.messages.words)
        assert scene.shown.chosen == ()
    assert scene.table.match.entries == []


def test_esc_puts_back_before_it_opens_the_menu(app: App) -> None:
    scene = table(app, persons=1)
    _press_card(app, scene, "JD")
    key(app, pygame.K_ESCAPE)
    assert scene.shown.chosen == ()
    assert app.scene is scene.table
    key(app, pygame.K_ESCAPE)
    assert app.scene is not scene.table


def test_a_card_can_be_cancelled_by_an_open_hand(app: App) -> None:
    hands = (HANDS[0], ("3H", "KS", "JC"), ("2S",))
    scene = table(app, persons=1, hands=hands, deck=("5D", "4C", "4S", "4H", "AC", "AS"))
    scene.table.act(Draw(0))
    state = state_of(scene)
    until(app, lambda: scene.table.match.state.active_seats() == (1,))
    scene.table.act(Skip(1, ("JC",)))
    until(app, lambda: scene.table.reaction is not None)
    heard(app)
    assert scene.table.reaction is not None
    assert [button.words for button in scene.table.reaction._buttons] == [
        "Cancel: King of diamonds",
        "Let it pass",
        "Pass for the rest of this turn",
    ]
    click(app, scene.table.reaction._buttons[0].rect.center)
    until(app, lambda: "cancel" in _made(scene))
    assert "KD" not in hand_of(scene, 0)
    assert state.active_seats()


def test_one_person_plays_a_whole_match_with_the_pad_alone(app: App) -> None:
    scene = table(app, persons=1, deck=SHORT)
    for _ in range(60):
        if isinstance(app.scene, EndScene):
            break
        if scene.table.actor is not None:
            pad(app, pygame.CONTROLLER_BUTTON_Y)
        elif scene.table.reaction is not None:
            pad(app, pygame.CONTROLLER_BUTTON_A)
        settled(app, scene, 2500)
    end = on_top(app, EndScene)
    until(app, lambda: not end.deaf)
    while not end.again_button.focused:
        pad(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
    pad(app, pygame.CONTROLLER_BUTTON_A)
    assert scene_on(top(app), LiveGrenadeScene)
    assert top(app) is not scene.table


def test_cards_and_victims_can_be_reached_with_the_pad(app: App) -> None:
    scene = table(app, persons=1)
    assert scene.shown.cards[0].focused
    for _ in range(3):
        pad(app, pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    assert scene.shown.cards[3].focused
    pad(app, pygame.CONTROLLER_BUTTON_A)
    assert scene.shown.chosen_cards == ("10S",)
    for _ in range(12):
        if scene.table.panels[1].focused:
            break
        pad(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
    pad(app, pygame.CONTROLLER_BUTTON_A)
    assert scene.table.match.entries[0] == Steal(0, ("10S",), 1)


# several persons at one screen


def test_an_ordinary_draw_is_one_act(app: App) -> None:
    """Enter draws for who has seen their cards, and so does the first thing under the cover for who has not."""
    scene = table(app, setup=True)
    assert scene.table.widgets.focus is scene.shown.draw_button
    key(app, pygame.K_RETURN)
    settled(app, scene)
    assert scene.table.match.entries[0].to_line()["do"] == "draw"
    actor = scene.table.actor
    assert actor is not None
    scene.table.saw.clear()
    scene.turn_began(actor)
    assert scene.table.widgets.focus is scene.shown.look_button
    key(app, pygame.K_RETURN)
    pick_with_mouse(app, cast(Cover, app.scene), 0)
    settled(app, scene)
    assert scene.table.match.entries[-1].to_line()["do"] == "draw"
    assert len(scene.table.match.entries) == 2


def _turn_with_mouse(app: App, scene: LiveGrenadeScene) -> None:
    """Look, play the first thing that can be played, and draw."""
    seat = scene.table.actor
    click(app, scene.shown.look_button.rect.center)
    cover = on_top(app, Cover)
    can = [index for index, button in enumerate(cover._picks) if index and button.enabled]
    if not can:
        click(app, cover._without.rect.center)
    else:
        pick_with_mouse(app, cover, can[0])
        if scene.shown.pending:
            click(app, scene.table.panels[scene.seats_clickable()[0]].rect.center)
        settled(app, scene)
        all_pass(app, scene)
        settled(app, scene)
    if scene.table.actor == seat and app.scene is scene.table:
        click(app, scene.shown.deck.rect.center)


@pytest.mark.slow
def test_three_persons_play_a_whole_match_with_the_mouse(app: App) -> None:
    scene = table(app, deck=SHORT)
    for _ in range(80):
        if isinstance(app.scene, EndScene):
            break
        assert scene.table.actor is not None
        _turn_with_mouse(app, scene)
        settled(app, scene)
    assert isinstance(app.scene, EndScene)
    made = set(_made(scene))
    assert "draw" in made
    assert made & {"pair", "steal", "skip", "reverse"}


def test_two_persons_play_a_whole_match_with_keys_alone(app: App) -> None:
    scene = table(app, persons=2, hands=HANDS[:2], deck=("5D", "4C", "9S", "4H", "AC", "5S"))
    for turn in range(80):
        if isinstance(app.scene, EndScene):
            break
        if turn < 4 and scene.table.actor is not None:
            _play_with_keys(app, scene)
            continue
        key(app, pygame.K_d) if scene.table.reaction is None else _pass_with_keys(app, scene)
        settled(app, scene)
    assert isinstance(top(app), EndScene)
    key(app, pygame.K_ESCAPE)
    assert top(app) is scene.table, "Esc shows the table again"


def _pass_with_keys(app: App, scene: LiveGrenadeScene) -> None:
    assert scene.table.reaction is not None
    for _ in range(30):
        if scene.table.reaction._buttons[-1].focused:
            break
        key(app, pygame.K_TAB)
    key(app, pygame.K_RETURN)


def _play_with_keys(app: App, scene: LiveGrenadeScene) -> None:
    """The seat's key brings the cover and holds it open; arrows and Enter choose."""
    assert scene.table.actor is not None
    code = pygame.K_1 + scene.table.actor
    key(app, code)
    cover = on_top(app, Cover)
    can = [index for index, button in enumerate(cover._picks) if index and button.enabled]
    if not can:
        key(app, pygame.K_ESCAPE, pygame.K_d)
    else:
        post(app, pygame.KEYDOWN, key=code, mod=0, unicode="", scancode=0)
        assert cover.open
        for _ in range(9):
            if cover._picks[can[0]].focused:
                break
            key(app, pygame.K_TAB)
        key(app, pygame.K_RETURN)
        post(app, pygame.KEYUP, key=code, mod=0, unicode="", scancode=0)
    settled(app, scene)


def test_a_window_for_two_persons_at_one_screen(app: App) -> None:
    scene = table(app)
    scene.table.act(Skip(0, ("JD",)))
    until(app, lambda: scene.table.reaction is not None)
    heard(app)
    assert [panel.asked for panel in scene.table.panels] == [False, True, True]
    key(app, pygame.K_3)
    assert isinstance(app.scene, Cover)
    key(app, pygame.K_ESCAPE)
    app.frame()
    assert [panel.asked for panel in scene.table.panels] == [False, True, False]
    click(app, scene.table.panels[1].rect.center)
    cover = on_top(app, Cover)
    pick_with_mouse(app, cover, 0)
    until(app, lambda: "cancel" in _made(scene))
    assert scene.table.match.entries[-1] == Cancel(1, ("KS",))
    until(app, lambda: scene.table.reaction is not None)
    assert [panel.asked for panel in scene.table.panels] == [True, False, True]


def test_the_end_of_the_countdown_is_a_pass_of_everybody(app: App) -> None:
    app.settings.countdown = 1.0
    scene = table(app)
    scene.table.act(Skip(0, ("JD",)))
    until(app, lambda: scene.table.reaction is not None)
    until(app, lambda: scene.table.reaction is None, 90)
    until(app, lambda: scene.table.actor == 1)
    assert [entry for entry in scene.table.match.entries if isinstance(entry, Pass)] == [Pass(1), Pass(2)]


def test_a_press_that_was_meant_for_something_else_draws_no_card(app: App) -> None:
    scene = table(app)
    key(app, pygame.K_d, pygame.K_d)
    until(app, lambda: scene.table.actor == 1)
    key(app, pygame.K_d)
    assert [entry for entry in scene.table.match.entries if isinstance(entry, Draw)] == [Draw(0)]


# everywhere


SIZES = [(1280, 720), (960, 540), (640, 360), (3840, 2160), (720, 1280)]


@pytest.mark.quick("one-9-size1", "edges-9-size3", "one-1-size4")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("facing", "persons"), [("one", 1), ("one", 9), ("edges", 9)])
def test_nine_players_fit_at_every_size(app: App, size: tuple[int, int], facing: str, persons: int) -> None:
    app.settings.facing = facing  # type: ignore[assignment]
    hands = (*HANDS, *((f"{rank}C",) for rank in "456789"))
    aces = ("AS", "AH", "AC", "AD", "AS", "AH", "AC", "AD")
    scene = table(app, persons=persons, hands=hands, deck=("5D", *aces))
    resize(app, size)
    area = pygame.FRect(0, 0, *scene.table.size)
    for index, panel in enumerate(scene.table.panels):
        assert area.contains(panel.rect)
        assert all(not panel.rect.colliderect(other.rect) for other in scene.table.panels[index + 1 :])
        assert not panel.rect.colliderect(scene.shown.deck.rect)
        assert not panel.rect.colliderect(scene.shown.spots.discard)
    assert not scene.shown.deck.rect.colliderect(scene.shown.spots.discard)
    assert area.contains(scene.shown.spots.gauge)


def test_the_sign_on_a_narrow_deck_holds_its_word(app: App) -> None:
    deck, canvas = Deck(lambda: None), app.canvas()
    deck.lit = True
    with recorded() as lines:
        deck.paint(canvas, Rect(300, 200, 30, 44))
    ((_, found),) = lines
    for x in (found.left - 2, found.right + 2):
        there = app.screen.get_at((x, found.centery))[:3]
        assert all(abs(one - wanted) < 12 for one, wanted in zip(there, BRASS, strict=True)), "brass, with its grain"


def test_a_card_is_seen_on_its_way_until_it_lies_in_its_place(app: App) -> None:
    app.push(HomeScene(app))
    scene = table(app, 1)
    app.settings.speed = "normal"
    scene.table.motion.pace = 1.0
    shown = scene.shown
    scene.table.act(Draw(0))
    until(app, lambda: shown.stage.held is not None and shown.stage.held.turned == 1.0)
    until(app, lambda: shown.stage.held is None)
    way = []
    while len(shown.hand) == len(HANDS[0]):
        way += [(one.card, one.end) for one in shown.stage.flying]
        assert shown.stage.flying or way
        app.frame(1 / 60)
    assert len(way) > 10
    ((card, end),) = {(card, tuple(end)) for card, end in way}
    assert [tuple(one.low) for one in shown.cards if one.card == card] == [end]


def test_a_card_that_flies_is_in_the_hand_no_longer(app: App) -> None:
    app.push(HomeScene(app))
    scene = table(app, 1)
    app.settings.speed = "normal"
    scene.table.motion.pace = 1.0
    place = next(tuple(one.rect) for one in scene.shown.cards if one.card == "JD")
    scene.table.act(Skip(0, ("JD",)))
    until(app, lambda: bool(scene.shown.stage.flying))
    assert [(one.card, tuple(one.start)) for one in scene.shown.stage.flying] == [("JD", place)]
    assert [one.card for one in scene.shown.cards] == [card for card in HANDS[0] if card != "JD"]


def test_a_play_is_seen_until_the_pile_has_it(app: App) -> None:
    """On its way to the discard pile it is there in every frame, and on the pile once it has come to lie."""
    app.push(HomeScene(app))
    scene = table(app, 1)
    app.settings.speed = "normal"
    scene.table.motion.pace = 1.0
    stage = scene.shown.stage
    scene.table.act(Skip(0, ("JD",)))
    until(app, lambda: stage.stack_gone)
    before, frames = scene.table.view, 0
    while before is scene.table.view and not stage.stack_lies:
        assert [one.card for one in (*stage.flying, *stage.lying)] == ["JD"], frames
        app.frame(1 / 120)
        frames += 1
    assert frames > 20
    assert not stage.lying


def test_dealt_cards_lie_at_their_seats_until_all_are_dealt(app: App) -> None:
    app.push(HomeScene(app))
    app.settings.speed = "normal"
    match = Match(Header("live-grenade", NAMES[:3], LiveGrenadeOptions(), 5))
    scene = sit_down(app, match, LiveGrenadeScene, 1)
    shown, most = scene.shown, 0
    until(app, lambda: bool(shown.stage.lying))
    while not shown.hand:
        lying = shown.stage.lying
        assert len(lying) >= most
        most = len(lying)
        own = [one for one in lying if scene.table.places.hand.y < one.end.centery]
        assert all(one.card is None for one in lying if one not in own)
        app.frame(1 / 60)
    assert most == sum(map(len, (hand_of(scene, seat) for seat in range(3))))
    assert [tuple(one.end) for one in own] == [tuple(one.low) for one in shown.cards]
    assert tuple(one.card for one in own) == shown.hand
    assert not shown.stage.lying


@pytest.mark.parametrize("number", [1, 6, 14, 20])
def test_a_covered_hand_is_no_wider_than_its_place(number: int) -> None:
    for wide in (500.0, 700.0, 1100.0):
        for lying in covered_places(Rect(10, 0, wide, 176), number):
            turned = abs(radians(lying.angle))
            reach = (lying.box.width * cos(turned) + lying.box.height * sin(turned)) / 2
            assert lying.box.centerx - reach + 1e-9 >= 10
            assert lying.box.centerx + reach - 0.01 <= 10 + wide
