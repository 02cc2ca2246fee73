"""Live Grenade in the window with mouse, keys or gamepad alone.

Tested with one person and with several.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import cast

import pygame
import pytest

from grenade_salad.app.games.live_grenade.board import LiveGrenadeBoard
from grenade_salad.app.games.live_grenade.board_view import DeckWidget
from grenade_salad.app.games.live_grenade.paint import covered_places
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.ui.canvas import Rect, record_lines
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import BRASS
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.live_grenade import LiveGrenadeOptions
from grenade_salad.games.live_grenade.actions import Cancel, Draw, Pair, Pass, Skip, Steal
from grenade_salad.match.match import Header, Match
from grenade_salad.text import say
from tests.app.conftest import click, post, post_mouse, press_keys, press_mouse, press_pad, resize, run_until
from tests.app.live_grenade import (
    HANDS,
    NAMES,
    SHORT,
    get_hand,
    get_scene,
    get_state,
    pass_for_all,
    pick_with_mouse,
    show_animated_match,
    show_match,
    wait_for_input,
    wait_until_settled,
)
from tools.tables import get_board, get_top_scene, sit_down


def _action_names(scene: LiveGrenadeBoard) -> list[str]:
    return [
        entry.do for entry in scene.controller.match.entries if hasattr(entry, "do") and not isinstance(entry, Pass)
    ]


def _press_card(app: App, scene: LiveGrenadeBoard, card: str) -> None:
    card_widget = next(widget for widget in scene.hand_row.cards if widget.card == card)
    click(app, (card_widget.rect.x + 12, card_widget.rect.y + 30))


# One person among machines: the hand is open


def test_click_on_card_and_lit_player_steals(app: App) -> None:
    scene = show_match(app, persons=1)
    _press_card(app, scene, "10S")
    assert scene.clickable_seats() == (1, 2)
    assert "steal from" in say(scene.status())
    click(app, scene.table.panels[2].rect.center)
    assert scene.controller.match.entries[0] == Steal(0, ("10S",), 2)


def test_choosing_a_six_chooses_its_pair(app: App) -> None:
    scene = show_match(app, persons=1)
    _press_card(app, scene, "6S")
    assert scene.board_view.chosen_cards == ("6C", "6S")
    press_keys(app, pygame.K_2)
    assert scene.controller.match.entries[0] == Pair(0, ("6C", "6S"), 1)


def _drag_card(app: App, scene: LiveGrenadeBoard, card: str, *points: Point) -> None:
    """Press a card of the hand, move it to these points in turn, and release it."""
    press_mouse(app, next(widget for widget in scene.hand_row.cards if widget.card == card).rect.center)
    for point in points:
        post_mouse(app, pygame.MOUSEMOTION, point)
    post_mouse(app, pygame.MOUSEBUTTONUP, points[-1])


def test_card_is_dragged_onto_its_victim(app: App) -> None:
    scene = show_match(app, persons=1)
    _drag_card(app, scene, "10S", scene.board_view.layout.middle.center, scene.table.panels[1].rect.center)
    assert scene.controller.match.entries[0] == Steal(0, ("10S",), 1)


def test_skip_is_dragged_onto_the_table(app: App) -> None:
    scene = show_match(app, persons=1)
    _drag_card(app, scene, "JD", scene.board_view.layout.middle.center)
    assert scene.controller.match.entries[0] == Skip(0, ("JD",))


def test_card_that_is_released_in_the_hand_stays_there(app: App) -> None:
    scene = show_match(app, persons=1)
    card = next(widget for widget in scene.hand_row.cards if widget.card == "JD")
    _drag_card(app, scene, "JD", card.rect.move(40, 0).center)
    assert scene.controller.match.entries == []
    assert "JD" in scene.hand_row.hand


def test_deck_is_dragged_into_the_hand(app: App) -> None:
    scene = show_match(app, persons=1)
    post_mouse(app, pygame.MOUSEBUTTONDOWN, scene.board_view.deck.rect.center)
    post_mouse(app, pygame.MOUSEMOTION, scene.board_view.layout.cards.center)
    assert scene.controller.match.entries == []
    post_mouse(app, pygame.MOUSEBUTTONUP, scene.board_view.layout.cards.center)
    assert scene.controller.match.entries[0] == Draw(0)
    assert "5D" in get_hand(scene, 0)


def test_unplayable_card_gives_the_reason(app: App) -> None:
    scene = show_match(app, persons=1, hands=(("2H", "6C", "KD"), *HANDS[1:]))
    for card, why in (("2H", "never played by choice"), ("6C", "You hold only one 6"), ("KD", "nothing to cancel")):
        _press_card(app, scene, card)
        assert any(why in text for text in app.messages.texts)
        assert scene.hand_row.chosen == ()
    assert scene.controller.match.entries == []


def test_escape_clears_choice_before_opening_menu(app: App) -> None:
    scene = show_match(app, persons=1)
    _press_card(app, scene, "JD")
    press_keys(app, pygame.K_ESCAPE)
    assert scene.hand_row.chosen == ()
    assert app.scene is scene.table
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene is not scene.table


def test_open_hand_can_cancel_a_card(app: App) -> None:
    hands = (HANDS[0], ("3H", "KS", "JC"), ("2S",))
    scene = show_match(app, persons=1, hands=hands, deck=("5D", "4C", "4S", "4H", "AC", "AS"))
    scene.controller.act(Draw(0))
    state = get_state(scene)
    run_until(app, lambda: scene.controller.match.state.active_seats() == (1,))
    scene.controller.act(Skip(1, ("JC",)))
    run_until(app, lambda: scene.table.reaction is not None)
    wait_for_input(app)
    assert scene.table.reaction is not None
    assert [button.words for button in scene.table.reaction._buttons] == [
        "Cancel: King of diamonds",
        "Let it pass",
        "Pass this turn",
    ]
    click(app, scene.table.reaction._buttons[0].rect.center)
    run_until(app, lambda: "cancel" in _action_names(scene))
    assert "KD" not in get_hand(scene, 0)
    assert state.active_seats()


def test_one_person_plays_a_match_with_gamepad_alone(app: App) -> None:
    scene = show_match(app, persons=1, deck=SHORT)
    for _ in range(_MAX_ROUNDS):
        if isinstance(app.scene, EndScene):
            break
        if scene.controller.actor is not None:
            press_pad(app, pygame.CONTROLLER_BUTTON_Y)
        elif scene.table.reaction is not None:
            press_pad(app, pygame.CONTROLLER_BUTTON_A)
        wait_until_settled(app, scene, 2500)
    end = get_top_scene(app, EndScene)
    run_until(app, lambda: not end.ignores_presses)
    while not end.again_button.focused:
        press_pad(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
    press_pad(app, pygame.CONTROLLER_BUTTON_A)
    assert get_board(get_scene(app), LiveGrenadeBoard)
    assert get_scene(app) is not scene.table


def test_gamepad_reaches_cards_and_victims(app: App) -> None:
    scene = show_match(app, persons=1)
    assert scene.hand_row.cards[0].focused
    for _ in range(3):
        press_pad(app, pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    assert scene.hand_row.cards[3].focused
    press_pad(app, pygame.CONTROLLER_BUTTON_A)
    assert scene.board_view.chosen_cards == ("10S",)
    for _ in range(12):
        if scene.table.panels[1].focused:
            break
        press_pad(app, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
    press_pad(app, pygame.CONTROLLER_BUTTON_A)
    assert scene.controller.match.entries[0] == Steal(0, ("10S",), 1)


# Several people at one screen


def test_ordinary_draw_takes_one_step(app: App) -> None:
    """Enter draws for a player who has seen their cards.

    The first choice under the cover draws for one who has not.
    """
    scene = show_match(app, setup=True)
    assert scene.table.widgets.focus is scene.board_view.draw_button
    press_keys(app, pygame.K_RETURN)
    wait_until_settled(app, scene)
    assert scene.controller.match.entries[0].to_line()["do"] == "draw"
    actor = scene.controller.actor
    assert actor is not None
    scene.controller.have_looked.clear()
    scene.on_turn_began(actor)
    assert scene.table.widgets.focus is scene.board_view.look_button
    press_keys(app, pygame.K_RETURN)
    pick_with_mouse(app, cast(Cover, app.scene), 0)
    wait_until_settled(app, scene)
    assert scene.controller.match.entries[-1].to_line()["do"] == "draw"
    assert len(scene.controller.match.entries) == 2


def _turn_with_mouse(app: App, scene: LiveGrenadeBoard) -> None:
    """Look, play the first playable choice, and draw."""
    seat = scene.controller.actor
    click(app, scene.board_view.look_button.rect.center)
    cover = get_top_scene(app, Cover)
    playable = [index for index, button in enumerate(cover._picks) if index and button.enabled]
    if not playable:
        click(app, cover._without_button.rect.center)
    else:
        pick_with_mouse(app, cover, playable[0])
        if scene.board_view.pending:
            click(app, scene.table.panels[scene.clickable_seats()[0]].rect.center)
        wait_until_settled(app, scene)
        pass_for_all(app, scene)
        wait_until_settled(app, scene)
    if scene.controller.actor == seat and app.scene is scene.table:
        click(app, scene.board_view.deck.rect.center)


@pytest.mark.slow
def test_three_people_play_a_match_with_the_mouse(app: App) -> None:
    scene = show_match(app, deck=SHORT)
    for _ in range(_MAX_ROUNDS):
        if isinstance(app.scene, EndScene):
            break
        assert scene.controller.actor is not None
        _turn_with_mouse(app, scene)
        wait_until_settled(app, scene)
    assert isinstance(app.scene, EndScene)
    action_names = set(_action_names(scene))
    assert "draw" in action_names
    assert action_names & {"pair", "steal", "skip", "reverse"}


def test_two_people_play_a_match_with_keys_alone(app: App) -> None:
    scene = show_match(app, persons=2, hands=HANDS[:2], deck=("5D", "4C", "9S", "4H", "AC", "5S"))
    for turn in range(_MAX_ROUNDS):
        if isinstance(app.scene, EndScene):
            break
        if turn < 4 and scene.controller.actor is not None:
            _play_with_keys(app, scene)
            continue
        press_keys(app, pygame.K_d) if scene.table.reaction is None else _pass_with_keys(app, scene)
        wait_until_settled(app, scene)
    assert isinstance(get_scene(app), EndScene)
    press_keys(app, pygame.K_ESCAPE)
    assert get_scene(app) is scene.table, "Esc shows the table again"


def _pass_with_keys(app: App, scene: LiveGrenadeBoard) -> None:
    assert scene.table.reaction is not None
    for _ in range(30):
        if scene.table.reaction._buttons[-1].focused:
            break
        press_keys(app, pygame.K_TAB)
    press_keys(app, pygame.K_RETURN)


def _play_with_keys(app: App, scene: LiveGrenadeBoard) -> None:
    """Bring and open the cover with the seat's key; choose with arrows and Enter."""
    assert scene.controller.actor is not None
    code = pygame.K_1 + scene.controller.actor
    press_keys(app, code)
    cover = get_top_scene(app, Cover)
    playable = [index for index, button in enumerate(cover._picks) if index and button.enabled]
    if not playable:
        press_keys(app, pygame.K_ESCAPE, pygame.K_d)
    else:
        post(app, pygame.KEYDOWN, key=code, mod=0, unicode="", scancode=0)
        assert cover.is_open
        for _ in range(9):
            if cover._picks[playable[0]].focused:
                break
            press_keys(app, pygame.K_TAB)
        press_keys(app, pygame.K_RETURN)
        post(app, pygame.KEYUP, key=code, mod=0, unicode="", scancode=0)
    wait_until_settled(app, scene)


def test_reaction_window_for_two_people_at_one_screen(app: App) -> None:
    scene = show_match(app)
    scene.controller.act(Skip(0, ("JD",)))
    run_until(app, lambda: scene.table.reaction is not None)
    wait_for_input(app)
    assert [panel.is_asked for panel in scene.table.panels] == [False, True, True]
    press_keys(app, pygame.K_3)
    assert isinstance(app.scene, Cover)
    press_keys(app, pygame.K_ESCAPE)
    app.frame()
    assert [panel.is_asked for panel in scene.table.panels] == [False, True, False]
    click(app, scene.table.panels[1].rect.center)
    cover = get_top_scene(app, Cover)
    pick_with_mouse(app, cover, 0)
    run_until(app, lambda: "cancel" in _action_names(scene))
    assert scene.controller.match.entries[-1] == Cancel(1, ("KS",))
    run_until(app, lambda: scene.table.reaction is not None)
    assert [panel.is_asked for panel in scene.table.panels] == [True, False, True]


def test_countdown_ends_with_a_pass_of_every_seat(app: App) -> None:
    app.settings.countdown = 1.0
    scene = show_match(app)
    scene.controller.act(Skip(0, ("JD",)))
    run_until(app, lambda: scene.table.reaction is not None)
    run_until(app, lambda: scene.table.reaction is None, 90)
    run_until(app, lambda: scene.controller.actor == 1)
    assert [entry for entry in scene.controller.match.entries if isinstance(entry, Pass)] == [Pass(1), Pass(2)]


def test_stray_key_press_draws_no_card(app: App) -> None:
    scene = show_match(app)
    press_keys(app, pygame.K_d, pygame.K_d)
    run_until(app, lambda: scene.controller.actor == 1)
    press_keys(app, pygame.K_d)
    assert [entry for entry in scene.controller.match.entries if isinstance(entry, Draw)] == [Draw(0)]


# At every size, and animations


_MAX_ROUNDS = 80
"""Decisions after which a match should be over."""
SIZES = [(1280, 720), (960, 540), (640, 360), (3840, 2160), (720, 1280)]


@pytest.mark.quick("one-9-size1", "edges-9-size3", "one-1-size4")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("facing", "persons"), [("one", 1), ("one", 9), ("edges", 9)])
def test_nine_players_fit_at_every_size(app: App, size: tuple[int, int], facing: str, persons: int) -> None:
    app.settings.facing = facing  # type: ignore[assignment]
    hands = (*HANDS, *((f"{rank}C",) for rank in "456789"))
    aces = ("AS", "AH", "AC", "AD", "AS", "AH", "AC", "AD")
    scene = show_match(app, persons=persons, hands=hands, deck=("5D", *aces))
    resize(app, size)
    area = pygame.FRect(0, 0, *scene.table.size)
    for index, panel in enumerate(scene.table.panels):
        assert area.contains(panel.rect)
        assert all(not panel.rect.colliderect(other_panel.rect) for other_panel in scene.table.panels[index + 1 :])
        assert not panel.rect.colliderect(scene.board_view.deck.rect)
        assert not panel.rect.colliderect(scene.board_view.layout.discard)
    assert not scene.board_view.deck.rect.colliderect(scene.board_view.layout.discard)
    assert area.contains(scene.board_view.layout.gauge)


def test_sign_on_narrow_deck_contains_its_word(app: App) -> None:
    deck, canvas = DeckWidget(lambda: None), app.canvas()
    deck.can_draw = True
    with record_lines() as lines:
        deck.paint(canvas, Rect(300, 200, 30, 44))
    ((_, text_box),) = lines
    for x in (text_box.left - 2, text_box.right + 2):
        pixel = app.screen.get_at((x, text_box.centery))[:3]
        assert all(abs(value - expected) < 12 for value, expected in zip(pixel, BRASS, strict=True)), (
            "brass, with its grain"
        )


def test_card_is_visible_while_it_moves_to_its_place(app: App) -> None:
    scene = show_animated_match(app)
    board_view = scene.board_view
    scene.controller.act(Draw(0))
    run_until(app, lambda: board_view.display.held is not None and board_view.display.held.turned == 1.0)
    run_until(app, lambda: board_view.display.held is None)
    flying_cards = []
    while len(board_view.hand_row.hand) == len(HANDS[0]):
        flying_cards += [(card_flight.card, card_flight.end) for card_flight in board_view.display.flying]
        assert board_view.display.flying or flying_cards
        app.frame(1 / 60)
    assert len(flying_cards) > 10
    ((card, end),) = {(card, tuple(end)) for card, end in flying_cards}
    assert [tuple(widget.resting_box) for widget in board_view.hand_row.cards if widget.card == card] == [end]


def test_flying_card_is_no_longer_in_the_hand(app: App) -> None:
    scene = show_animated_match(app)
    place = next(tuple(widget.rect) for widget in scene.hand_row.cards if widget.card == "JD")
    scene.controller.act(Skip(0, ("JD",)))
    run_until(app, lambda: bool(scene.board_view.display.flying))
    assert [(card_flight.card, tuple(card_flight.start)) for card_flight in scene.board_view.display.flying] == [
        ("JD", place)
    ]
    assert [widget.card for widget in scene.hand_row.cards] == [card for card in HANDS[0] if card != "JD"]


def test_played_card_is_visible_until_the_pile_has_it(app: App) -> None:
    """Every frame shows the card on its way, and the pile shows it on arrival."""
    scene = show_animated_match(app)
    display = scene.board_view.display
    scene.controller.act(Skip(0, ("JD",)))
    run_until(app, lambda: display.stack_gone)
    previous_view, frame_count = scene.controller.view, 0
    while previous_view is scene.controller.view and not display.stack_discarded:
        assert [card_flight.card for card_flight in (*display.flying, *display.landed)] == ["JD"], frame_count
        app.frame(1 / 120)
        frame_count += 1
    assert frame_count > 20
    assert not display.landed


def test_dealt_cards_stay_at_their_seats_until_all_are_dealt(app: App) -> None:
    app.push(HomeScene(app))
    app.settings.speed = "normal"
    match = Match(Header("live-grenade", NAMES[:3], LiveGrenadeOptions(), 5))
    scene = sit_down(app, match, LiveGrenadeBoard, 1)
    board_view, max_count = scene.board_view, 0
    run_until(app, lambda: bool(board_view.display.landed))
    while not board_view.hand_row.hand:
        landed = board_view.display.landed
        assert len(landed) >= max_count
        max_count = len(landed)
        own_cards = [dealt_card for dealt_card in landed if scene.table.places.hand.y < dealt_card.end.centery]
        assert all(dealt_card.card is None for dealt_card in landed if dealt_card not in own_cards)
        app.frame(1 / 60)
    assert max_count == sum(map(len, (get_hand(scene, seat) for seat in range(3))))
    assert [tuple(card.end) for card in own_cards] == [tuple(card.resting_box) for card in board_view.hand_row.cards]
    assert tuple(card.card for card in own_cards) == board_view.hand_row.hand
    assert not board_view.display.landed


@pytest.mark.parametrize("card_count", [1, 6, 14, 20])
def test_covered_hand_is_no_wider_than_its_place(card_count: int) -> None:
    for width in (500.0, 700.0, 1100.0):
        for placed_card in covered_places(Rect(10, 0, width, 176), card_count):
            rotation = abs(radians(placed_card.angle))
            half_width = (placed_card.box.width * cos(rotation) + placed_card.box.height * sin(rotation)) / 2
            assert placed_card.box.centerx - half_width + 1e-9 >= 10
            assert placed_card.box.centerx + half_width - 0.01 <= 10 + width
