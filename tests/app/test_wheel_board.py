"""The wheel in the window: whole matches, previews, and explosions in order."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pygame
import pytest

from grenade_salad.app.games.wheel.board import WheelBoard
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.window.application import App
from grenade_salad.games.wheel import Advance, Preview, WheelOptions
from grenade_salad.games.wheel.actions import Die
from grenade_salad.games.wheel.preview import preview
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.text import say
from tests.app.conftest import (
    click,
    draw_rarely,
    post_mouse,
    press_keys,
    press_pad,
    resize,
    run_frames,
    run_until,
    show_home,
)
from tests.app.wheel_table import (
    APART,
    CHAIN,
    MAX_FRAMES,
    RING,
    is_ready,
    match_state,
    open_match,
    open_position,
    play_die,
    top_scene,
)
from tools.tables import get_board, get_top_scene


@pytest.fixture(autouse=True)
def _home(app: App) -> None:
    show_home(app)


def find_advances(board: WheelBoard) -> list[Advance]:
    """Return the decisions of the seats so far."""
    return [entry for entry in board.controller.match.entries if isinstance(entry, Advance)]


def chosen_die(board: WheelBoard) -> int | None:
    """Return the die that waits for confirmation."""
    return board.chosen


def _card_words(place: int) -> str:
    return {"AS": "the ace of spades", "joker": "the joker"}.get(RING[place], f"the {RING[place][0]} of spades")


def expect_preview(board: WheelBoard, die: int) -> Preview:
    """Return the preview of a move by the rules."""
    view = match_state(board).view(None)
    return preview(view, die)


# Whole matches


def test_two_people_play_whole_match_with_mouse(app: App) -> None:
    board = open_match(app, 2, 2)
    run_until(app, lambda: is_ready(board))
    rng = Random(3)
    for _ in range(200):
        if top_scene(app) is not board.table:
            break
        play_die(app, board, rng.randrange(3))
    end = get_top_scene(app, EndScene)
    assert match_state(board).is_over
    assert board.display.face_down == set(board.view.face_down)
    winner = board.controller.names[match_state(board).ranking()[0][0]]
    assert say(board.status()) == f"The game is over: {winner} wins"
    assert any(line.words == f"{winner} is the last one left and wins" for line in board.table.log.lines)
    assert board.display.unused == board.view.unused
    assert len(board.display.unused) == 3
    run_until(app, lambda: not end.ignores_presses)
    click(app, end.again_button.rect.center)
    assert get_board(top_scene(app), WheelBoard)
    assert top_scene(app) is not board.table


def test_one_person_plays_whole_match_against_machines_with_keys_alone(app: App) -> None:
    board = open_match(app, 4, 1, seed=2)
    for _ in range(300):
        run_until(app, lambda: is_ready(board), MAX_FRAMES)
        if top_scene(app) is not board.table:
            break
        advance_count = len(find_advances(board))
        if not board.table.widgets.focus:
            press_keys(app, pygame.K_RIGHT)
        press_keys(app, pygame.K_RIGHT, pygame.K_RETURN, pygame.K_RETURN)
        assert len(find_advances(board)) > advance_count
    assert isinstance(top_scene(app), EndScene)
    press_keys(app, pygame.K_ESCAPE)
    assert top_scene(app) is board.table


def test_machines_play_a_whole_match(app: App) -> None:
    board = open_match(app, 7, 0, seed=4)
    run_until(app, lambda: isinstance(top_scene(app), EndScene), 2 * MAX_FRAMES)
    assert board.view.ranking is not None
    assert [place for place, *_ in board.view.ranking] == [place for place, *_ in match_state(board).ranking()]
    assert all(panel.is_out != (panel.seat.seat in board.view.ranking[0]) for panel in board.table.panels)


def test_gamepad_alone_chooses_and_decides(app: App) -> None:
    board = open_position(app)
    assert board.dice[0].focused
    press_pad(app, pygame.CONTROLLER_BUTTON_DPAD_RIGHT, pygame.CONTROLLER_BUTTON_A)
    assert chosen_die(board) == 1
    press_pad(app, pygame.CONTROLLER_BUTTON_B)
    assert chosen_die(board) is None
    press_pad(app, pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_A)
    assert find_advances(board) == [Advance(0, 1)]


# Previews and decisions


def test_every_die_shows_preview_before_decision(app: App) -> None:
    board = open_position(app, dice=CHAIN)
    for index in range(3):
        post_mouse(app, pygame.MOUSEMOTION, board.dice[index].rect.center)
        assert board.visible_preview == expect_preview(board, index)
        app.draw()
    post_mouse(app, pygame.MOUSEMOTION, board.dice[0].rect.center)
    die_preview = board.visible_preview
    assert die_preview is not None
    assert die_preview.joker
    assert [RING[blast.card_index] for blast in die_preview.explosions] == ["joker", "5S", "7S"]
    assert find_advances(board) == []


def test_click_chooses_second_decides_and_escape_cancels(app: App) -> None:
    board = open_position(app)
    click(app, board.dice[2].rect.center)
    assert chosen_die(board) == 2
    assert not find_advances(board)
    press_keys(app, pygame.K_ESCAPE)
    assert chosen_die(board) is None
    assert top_scene(app) is board.table
    press_keys(app, pygame.K_ESCAPE)
    assert isinstance(top_scene(app), Dialog)
    press_keys(app, pygame.K_ESCAPE)
    click(app, board.dice[2].rect.center)
    click(app, board.dice[1].rect.center)
    assert chosen_die(board) == 1
    click(app, board.dice[1].rect.center)
    assert find_advances(board) == [Advance(0, 1)]


def test_target_card_of_die_chooses_and_decides(app: App) -> None:
    board = open_position(app)
    card = board.ring.boxes[expect_preview(board, 1).to].center
    post_mouse(app, pygame.MOUSEMOTION, card)
    assert board.visible_preview == expect_preview(board, 1)
    click(app, card)
    assert chosen_die(board) == 1
    click(app, card)
    assert find_advances(board) == [Advance(0, 1)]


def test_button_decides(app: App) -> None:
    board = open_position(app)
    click(app, board.move_button.rect.center)
    assert app.messages.texts == ["Choose a white die first."]
    click(app, board.dice[0].rect.center)
    click(app, board.move_button.rect.center)
    assert find_advances(board) == [Advance(0, 0)]


def test_message_says_why_card_is_out_of_reach(app: App) -> None:
    board = open_position(app)
    reached = {expect_preview(board, index).to for index in range(3)}
    unreached = next(place for place in range(8) if place not in reached | {die.at for die in APART})
    click(app, board.ring.boxes[unreached].center)
    assert app.messages.texts == [f"With a 3, no die reaches {_card_words(unreached)}"]


def test_message_says_whose_turn_it_is(app: App) -> None:
    board = open_position(app)
    app.settings.speed = "slow"
    board.controller.act(Advance(0, 1))
    assert not is_ready(board)
    board.controller.show_everything()
    run_frames(app, 2)
    board.press_die(0)
    assert "Bo" in app.messages.texts[-1]


# Results


def test_explosions_are_shown_and_told_one_after_another(app: App) -> None:
    board = open_position(app, 2, (("AH",), ("2H",), ("7H",), ("5H",)), CHAIN)
    app.settings.speed = "normal"
    board.controller.act(Advance(0, 0))
    down_counts, log_counts = [0], [len(board.table.log.lines)]
    alive_states: list[list[bool]] = []
    with draw_rarely(app, 5):
        for _ in range(1500):
            app.frame()
            if not board.table.motion.is_busy:
                break
            down_counts.append(len(board.display.face_down))
            log_counts.append(len(board.table.log.lines))
            if not alive_states or alive_states[-1] != board.display.alive:
                alive_states.append(list(board.display.alive))
    assert sorted(set(down_counts)) == [0, 1, 2, 3]
    assert all(current - previous in (0, 1) for previous, current in pairwise(log_counts))
    assert [sum(alive) for alive in alive_states] == [4, 3, 2]
    texts = [line.words for line in board.table.log.lines]
    blown = [words for words in texts if words.endswith("blows up")]
    assert blown == ["The joker blows up", "The 5 of spades blows up", "The 7 of spades blows up"]
    assert texts.index("Dee is out and shows the 5 of hearts") < texts.index("The 7 of spades blows up")
    assert board.display.revealed[2:] == [("7H",), ("5H",)]


def test_key_skips_to_end_of_animation(app: App) -> None:
    board = open_position(app, 2, (("AH",), ("2H",), ("7H",), ("5H",)), CHAIN)
    app.settings.speed = "slow"
    board.controller.act(Advance(0, 0))
    run_frames(app, 5)
    assert board.table.motion.is_busy
    assert board.display.face_down == set()
    press_keys(app, pygame.K_LCTRL)
    assert board.display.face_down == {1, 3, 5}
    assert [die.pips for die in board.display.dice] == [1, 1, 1]
    assert board.display.alive == [True, True, False, False]


def test_choice_of_machine_is_shown_before_it_moves(app: App) -> None:
    board = open_position(app, 1)
    app.settings.speed = "normal"
    board.controller.act(Advance(0, 1))
    run_until(app, lambda: board.announced is not None, 1500)
    announced = board.announced
    assert announced is not None
    # The move raises its pips by one.
    assert board.display.dice[announced.die].pips == announced.pips[announced.die] - 1
    entry = find_advances(board)[-1]
    assert (entry.seat, entry.die) == (1, announced.die)
    run_until(app, lambda: board.announced is None)
    assert board.display.dice[announced.die].flight is not None


@pytest.mark.quick("True")
@pytest.mark.parametrize("reduced", [False, True])
def test_window_can_be_resized_while_everything_moves(app: App, reduced: bool) -> None:
    app.settings.speed = "fast"
    app.settings.reduced_motion = reduced
    board = open_position(app, 3, (("AH",), ("2H",), ("7H",)), CHAIN)
    board.controller.act(Advance(0, 0))
    sizes = [(960, 540), (1280, 720), (720, 1280), (800, 450), (1600, 500)]
    for index in range(60):
        if index % 6 == 0:
            resize(app, sizes[index // 6 % len(sizes)])
        app.frame(0.08)
    run_until(app, lambda: is_ready(board))
    view = match_state(board).view(None)
    assert [(die.card, die.pips) for die in board.display.dice] == [(die.at, die.pips) for die in view.dice]
    assert board.display.face_down == set(view.face_down)


@pytest.mark.quick("one-size3-100", "edges-size2-200")
@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 100), ((960, 540), 100), ((1280, 720), 200), ((720, 1280), 100)]
)
@pytest.mark.parametrize("facing", ["one", "edges"])
def test_seven_players_fit(app: App, size: tuple[int, int], scale: int, facing: str) -> None:
    app.settings.scale = scale
    app.settings.facing = facing  # type: ignore[assignment]
    resize(app, size)
    hearts = tuple((f"{rank}H",) for rank in "A234567")
    board = open_position(app, 1, hearts, CHAIN)
    window = pygame.FRect(0, 0, *app.size)
    boxes = [panel.rect for panel in board.table.panels] + [
        button.rect for button in (board.move_button, board.table.menu_button)
    ]
    boxes += list(board.ring.boxes)
    for index, rect in enumerate(boxes):
        assert window.contains(rect)
        for other_rect in boxes[index + 1 :]:
            assert not rect.inflate(-2, -2).colliderect(other_rect.inflate(-2, -2))
    assert all(board.table.places.table.contains(box) for box in board.ring.boxes)
    assert board.dice[0].rect.width * app.factor >= 20


def test_match_of_two_is_over_when_a_heart_is_hit(app: App) -> None:
    board = open_position(app, 2, (("AH", "4H"), ("5H", "6H")), CHAIN, options=WheelOptions())
    play_die(app, board, 0)
    assert isinstance(top_scene(app), EndScene)
    assert board.display.face_down == {1, 3}
    assert board.display.revealed == [("AH", "4H"), ("5H", "6H")]


def test_lost_heart_is_shown_and_its_owner_plays_on(app: App) -> None:
    board = open_position(app, 2, (("AH", "4H"), ("5H", "6H")), CHAIN, options=WheelOptions(last_heart=True))
    play_die(app, board, 0)
    assert top_scene(app) is board.table
    assert board.display.revealed == [(), ("5H",)]
    assert board.display.alive == [True, True]


def test_resumed_match_looks_as_it_was_left(app: App) -> None:
    board = open_position(app, 2, dice=(Die(0, 3), Die(4, 2), Die(6, 1)))
    play_die(app, board, 1)
    view = match_state(board).view(None)
    board.controller.change_controllers(board.controller.controllers)
    run_until(app, lambda: is_ready(board))
    assert isinstance(board.view, WheelView)
    assert board.view == view
    assert [(die.card, die.pips) for die in board.display.dice] == [(die.at, die.pips) for die in view.dice]


def test_random_input_raises_nothing(app: App) -> None:
    rng = Random(8)
    board = open_match(app, 3, 2, seed=9)
    codes = [pygame.K_1, pygame.K_2, pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_TAB, pygame.K_SPACE, pygame.K_n]
    codes += [pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_F1]
    for index in range(120):
        app.settings.speed = rng.choice(["off", "fast", "normal"])
        if rng.random() < 0.5:
            kind = rng.choice([pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP])
            post_mouse(app, kind, (rng.uniform(0, app.size[0]), rng.uniform(60, app.size[1])), rng.choice((1, 1, 3)))
        else:
            code = rng.choice(codes)
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode="", scancode=0))
            app.frame(rng.choice((0.016, 0.1)))
            pygame.event.post(pygame.event.Event(pygame.KEYUP, key=code, mod=0, unicode="", scancode=0))
        if board.table not in app.stack:
            break
        if index % 5 == 0 and board.controller.actor is not None and app.scene is board.table:
            board.controller.act(Advance(board.controller.actor, rng.randrange(3)))
    assert board.controller.match.entries


def test_keys_show_focused_die_wherever_the_mouse_is(app: App) -> None:
    board = open_position(app)
    post_mouse(app, pygame.MOUSEMOTION, board.dice[2].rect.center)
    assert board.visible_preview == expect_preview(board, 2)
    press_keys(app, pygame.K_RIGHT)
    assert board.visible_preview == expect_preview(board, 1)
    post_mouse(app, pygame.MOUSEMOTION, board.ring.boxes[expect_preview(board, 2).to].center)
    assert board.visible_preview == expect_preview(board, 2)


def test_rules_open_at_the_relevant_rule(app: App) -> None:
    board = open_position(app, dice=CHAIN)
    post_mouse(app, pygame.MOUSEMOTION, board.dice[0].rect.center)
    assert board.table.rules_page == "wheel#WH-11"
    post_mouse(app, pygame.MOUSEMOTION, board.dice[1].rect.center)
    assert board.table.rules_page == "wheel#WH-08"


def test_result_can_be_opened_again(app: App) -> None:
    board = open_position(app, 2, (("AH",), ("5H",)), CHAIN)
    play_die(app, board, 0)
    press_keys(app, pygame.K_ESCAPE)
    assert top_scene(app) is board.table
    click(app, board.move_button.rect.center)
    assert isinstance(top_scene(app), EndScene)


def test_ring_has_whole_width_of_tall_window_with_panels_at_edges(app: App) -> None:
    app.settings.facing = "edges"
    resize(app, (720, 1280))
    board = open_match(app, 7, 7)
    app.frame()
    assert not board.table.places.has_log_beside
    assert board.table.places.table.width > app.size[0] * 0.7
