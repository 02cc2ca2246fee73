"""Stumbling blocks of newcomers at the open table, one test each, by real events."""

from __future__ import annotations

from math import pi
from typing import Any

import pygame
import pytest

from grenade_salad.app.games.open_table.badges import badge_box
from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.games.open_table.drag import find_landing
from grenade_salad.app.games.open_table.hand_strip import card_boxes
from grenade_salad.app.games.open_table.interaction import Drag
from grenade_salad.app.games.open_table.setup import BoxSetup
from grenade_salad.app.games.open_table.supply import SupplyScene
from grenade_salad.app.games.open_table.writing import WritingScene
from grenade_salad.app.match import start_match
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes import bundled
from grenade_salad.boxes.shelf import ShelfPlace
from grenade_salad.core import Undo
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.buttons import expand_button
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.match.match import Controller, Header
from grenade_salad.text import Words, say
from tests.app.conftest import app as app
from tests.app.conftest import click, post_mouse, press_keys, run_frames, run_until, type_text
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import (
    DOWN,
    MOVE,
    UP,
    drag,
    hand_card_point,
    last_action,
    last_action_as,
    piece_point,
    press,
    press_and_wait,
    push_table,
    put_under,
    table_point,
    wait_until_idle,
)
from tests.open_table.people import HELD
from tests.open_table.playing import act, new_table
from tools.tables import get_top_scene


def lay_cards(app: App, seats: int = 2) -> OpenTableBoard:
    return push_table(app, bundled.load_box("cards").box, people=seats, seats=seats)


def act_all(app: App, scene: OpenTableBoard, *lines: actions.TableAction | Undo) -> None:
    for line in lines:
        assert scene.controller.act(line)
        wait_until_idle(app, scene)


def struck_lines(scene: OpenTableBoard) -> list[str]:
    """Return the lines of the log that are struck out."""
    return [line.words for line in scene.table.log.lines if line.is_undone]


def button_labels(scene: OpenTableBoard) -> list[str]:
    return [say(button.words) for button in scene.panel.buttons]


def test_new_round_keeps_points_and_new_game_of_backgammon_resets_doubling() -> None:
    state = new_table(bundled.load_box("cards").box)
    act(state, actions.Set(0, "counter", "points 1", 7))
    button = next(box_button for box_button in state.box.buttons if box_button.label == "New round")
    [line] = expand_button(button, 0, state.view(0))
    [event, *_] = act(state, line)
    assert state.view(0).counters == {"points 0": 0, "points 1": 7}
    assert event.text(("Ann", "Bo")) == "Ann starts a new round; what was counted stays"
    assert actions.Reset(0).to_line() == {"seat": 0, "do": "reset"}
    [event, *_] = act(state, actions.Reset(0))
    assert event.text(("Ann", "Bo")) == "Ann starts a new round; counting begins anew"
    assert state.view(0).counters == {"points 0": 0, "points 1": 0}, "as in records of before"
    [event, *_] = act(state, actions.Reset(0))
    assert event.text(("Ann", "Bo")) == "Ann starts a new round"
    state = new_table(bundled.load_box("backgammon").box)
    for name, to in (("points 0", 3), ("doubling", 4)):
        act(state, actions.Set(0, "counter", name, to))
    button = next(box_button for box_button in state.box.buttons if box_button.label == "New game")
    for line in expand_button(button, 0, state.view(0)):
        act(state, line)
    assert state.view(0).counters == {"points 0": 3, "points 1": 0, "doubling": 1}


def test_undone_lines_are_struck_out_until_the_undo_is_undone(app: App) -> None:
    scene = lay_cards(app)
    act_all(app, scene, actions.Set(0, "note", "note", "a"), actions.Set(0, "note", "note", "b"))
    press_and_wait(app, pygame.K_u)
    assert struck_lines(scene) == ['Ann writes on note: "b"']
    spoken_names = [part.name for part in scene.table.log.accessible_node().parts]
    assert 'Undone: Ann writes on note: "b"' in spoken_names
    act_all(app, scene, Undo(1, 3))
    assert scene.desk.view.notes["note"] == "b"
    assert struck_lines(scene) == ["Ann undoes 1 step by Ann"]


def test_status_invites_anybody_until_somebody_has_acted(app: App) -> None:
    scene = lay_cards(app)
    assert say(scene.status()) == "Anybody may begin"
    act_all(app, scene, actions.Set(0, "note", "note", "a"))
    assert say(scene.status()) == "Ann moves the pieces"


def test_undo_of_a_pass_gives_the_mouse_back(app: App) -> None:
    scene = lay_cards(app)
    press_and_wait(app, pygame.K_END)
    assert scene.desk.seat == 1
    press_and_wait(app, pygame.K_u)
    assert scene.desk.view.turn is None
    assert scene.desk.seat == 0
    assert say(scene.status()) == "Ann moves the pieces"


def test_search_ends_by_button_or_esc_and_its_cards_can_be_read(app: App) -> None:
    scene = lay_cards(app)
    for end_key in ("button", "esc"):
        click(app, piece_point(scene, "draw"))
        press_and_wait(app, pygame.K_v)
        press(app, pygame.K_SPACE)
        boxes = card_boxes(scene.desk)
        assert len(boxes) == 52
        for index, box in enumerate(boxes[:-1]):
            next_box = boxes[index + 1]
            assert next_box.y > box.y or next_box.x - box.x > box.width * 0.5, "its index is seen"
        assert all(scene.desk.strip.box.contains(box) for box in boxes)
        assert not any(scene.desk.strip.box.colliderect(panel.rect) for panel in scene.table.panels)
        press(app, pygame.K_SPACE, down=False)
        assert button_labels(scene)[0] == "Stop looking (V)"
        if end_key == "button":
            click(app, scene.panel.buttons[0].rect.center)
        else:
            press_keys(app, pygame.K_ESCAPE)
        run_frames(app, 2)
        assert not scene.desk.is_looking()
        assert scene.desk.chosen == ["draw"]


def test_count_badge_of_a_pile_explains_itself_and_takes_all(app: App) -> None:
    scene = lay_cards(app)
    pile = scene.desk.find_piece("draw")
    assert pile is not None
    badge = badge_box(scene.desk, pile)
    post_mouse(app, pygame.MOUSEMOTION, badge.center)
    assert scene.desk.over_badge == "draw"
    drag(app, badge.center, (badge.x - 200, badge.y - 90))
    assert scene.desk.view.stacks[-1].count == 52
    assert "Ann moves 52 cards from the draw pile to the table" in [line.words for line in scene.table.log.lines]


def test_count_badge_of_a_small_pile_does_not_block_its_top_stone(app: App) -> None:
    scene = push_table(app, bundled.load_box("go").box)
    stones = next(piece for piece in scene.desk.pieces if piece.is_stack)
    centre = scene.desk.camera.to_screen(stones.position)
    assert badge_box(scene.desk, stones).collidepoint((centre[0] + 5, centre[1] - 5)), "the number lies over it"
    drag(app, (centre[0] + 3, centre[1] - 3), (640, 300))
    assert sorted(piece.count for piece in scene.desk.pieces if piece.shape == "disc")[:1] == [1]
    assert isinstance(last_action(scene), actions.Move)
    remaining = scene.desk.find_piece(stones.key)
    assert remaining is not None
    assert remaining.count == stones.count - 1


def test_right_click_on_a_hand_card_shows_its_actions(app: App) -> None:
    scene = lay_cards(app)
    act_all(app, scene, actions.Deal(0, "draw", 5))
    press(app, pygame.K_SPACE)
    for kind in (DOWN, UP):
        post_mouse(app, kind, hand_card_point(scene, 2), 3)
    assert scene.desk.card_index == 2
    assert scene.desk.menu_point is not None
    assert button_labels(scene)[:2] == ["Play face up", "Play face down"]
    press(app, pygame.K_SPACE, down=False)


def test_counter_value_is_typed_and_its_button_names_the_owner(app: App) -> None:
    scene = lay_cards(app, 4)
    assert [name for kind, name, _ in scene.panel.info_rows if kind == "counter"] == [
        f"points {seat}" for seat in range(4)
    ]
    pencil = next(button for button in scene.panel.buttons if say(button.label) == "Bo's points: type a number")
    click(app, pencil.rect.center)
    assert isinstance(app.scene, WritingScene)
    type_text(app, "25")
    press_and_wait(app, pygame.K_RETURN)
    assert last_action(scene) == actions.Set(0, "counter", "points 1", 25)
    for text, points in (("+5", 5), ("many", 5), ("", 5), ("-3", -3)):
        click(app, next(button for button in scene.panel.buttons if "type a number" in say(button.label)).rect.center)
        type_text(app, text)
        press_and_wait(app, pygame.K_RETURN)
        assert scene.desk.view.counters["points 0"] == points, "what is no number is refused"


def test_steady_hands_are_offered_only_for_boxes_that_slide(app: App) -> None:
    app.push(HomeScene(app))
    scene = BoxSetup(app)
    for name, is_sliding in (
        ("cards", False),
        ("go", False),
        ("backgammon", False),
        ("crokinole", True),
        ("carrom", True),
    ):
        scene.choose_place(ShelfPlace(name=name))
        assert ("steady" not in scene.hidden_rules()) == is_sliding, name


def test_man_put_on_another_takes_it_in_one_step_and_undo_restores_both(app: App) -> None:
    scene = push_table(app, bundled.load_box("chess").box)
    squares = {name: scene.desk.camera.to_screen(point) for name, point in (("e2", (345, 175)), ("e7", (345, 425)))}
    previous_view = scene.desk.view
    drag(app, squares["e2"], squares["e7"])
    taken = next(holder for holder in scene.desk.view.holders if holder.name == "taken 0")
    assert taken.count == 1
    assert [piece.position for piece in scene.desk.pieces if piece.position == (345.0, 425.0)] == [(345.0, 425.0)], (
        "one man on a square"
    )
    log_lines = [line.words for line in scene.table.log.lines]
    assert log_lines[-2:] == [
        "Ann moves the black pawn from e7 to Ann's captures",
        "Ann moves the white pawn from e2 to e7",
    ]
    press_and_wait(app, pygame.K_u)
    assert scene.desk.view.pieces == previous_view.pieces
    assert scene.table.log.lines[-1].words == "Ann undoes 1 step by Ann"


def test_man_borne_off_moves_to_a_place_that_the_log_names(app: App) -> None:
    scene = push_table(app, bundled.load_box("backgammon").box)
    man = next(piece for piece in scene.desk.pieces if piece.kind is not None and piece.kind.name == "white")
    to = scene.desk.camera.to_screen((635, 90))
    drag(app, scene.desk.camera.to_screen(man.position), to)
    assert str(scene.table.log.lines[-1].words).endswith(" to Ann's tray for white men")


def test_man_put_on_a_single_rival_hits_it_in_one_drag(app: App) -> None:
    scene = push_table(app, bundled.load_box("backgammon").box)
    places = {area.holder.name: scene.desk.camera.to_screen(area.middle) for area in scene.desk.areas}

    def man_point(place: str) -> tuple[float, float]:
        return scene.desk.camera.to_screen([piece.position for piece in scene.desk.pieces if piece.holder == place][-1])

    def count_men() -> dict[str, int]:
        return {
            holder.name: holder.count
            for holder in scene.desk.view.holders
            if holder.name in ("1", "6", "8", "10", "bar")
        }

    def move_man(start: str, to: str) -> None:
        drag(app, man_point(start), places[to])

    move_man("1", "10")
    move_man("8", "1")
    assert count_men() == {"1": 1, "6": 5, "8": 2, "10": 1, "bar": 1}, "black has left one alone, and it was hit"
    log_lines = [line.words for line in scene.table.log.lines]
    assert log_lines[-2:] == [
        "Ann moves a black man from point 1 to the bar",
        "Ann moves a white man from point 8 to point 1",
    ]
    press_and_wait(app, pygame.K_u)
    assert count_men() == {"1": 1, "6": 5, "8": 3, "10": 1, "bar": 0}, "one step, and undone as one"
    move_man("8", "6")
    move_man("6", "8")
    assert count_men() == {"1": 1, "6": 5, "8": 3, "10": 1, "bar": 0}, "more than one is never hit"
    move_man("10", "1")
    assert count_men() == {"1": 2, "6": 5, "8": 3, "10": 0, "bar": 0}, "nor one's own"
    move_man("1", "bar")
    move_man("8", "bar")
    assert count_men()["bar"] == 2, "on the bar both stand"


def test_card_is_put_under_the_draw_pile_and_a_slip_changes_nothing(app: App) -> None:
    scene = lay_cards(app)
    pile = piece_point(scene, "draw")
    entry_count = len(scene.controller.match.entries)
    drag(app, pile, (pile[0] + 24, pile[1] + 8))
    assert len(scene.controller.match.entries) == entry_count, "a slip: it was let go where it lay"
    put_under(app, scene, pile, "draw")
    assert last_action(scene) == actions.Move(0, of="draw", n=1, to="draw", under=True)
    drag(app, pile, (640, 520))
    [loose] = [piece for piece in scene.desk.pieces if piece.holder is None and isinstance(piece.key, int)]
    put_under(app, scene, piece_point(scene, loose.key), "draw")
    assert last_action(scene) == actions.Move(0, what=(int(loose.key),), to="draw", under=True)
    drag(app, pile, (640, 520))
    [loose] = [piece for piece in scene.desk.pieces if piece.holder is None and isinstance(piece.key, int)]
    drag(app, piece_point(scene, loose.key), pile, waits=6 * HELD)
    assert last_action(scene) == actions.Move(0, what=(int(loose.key),), to="draw"), "however long it rests there"


def test_key_puts_a_card_on_top_and_a_second_press_puts_it_under(app: App) -> None:
    scene = lay_cards(app)
    for presses, under in ((1, False), (2, True)):
        act_all(app, scene, actions.Move(0, of="draw", to=(281.5, 380.0)))
        [loose] = [piece for piece in scene.desk.pieces if piece.holder is None and isinstance(piece.key, int)]
        click(app, piece_point(scene, loose.key))
        press_keys(app, pygame.K_m)
        for _ in range(40):
            if (to := find_landing(scene.desk, current_drag(scene))) is not None and to.to == "draw":
                break
            press_keys(app, pygame.K_DOWN)
        run_frames(app, HELD)
        for _ in range(presses - 1):
            press_keys(app, pygame.K_m)
        run_frames(app)
        assert say(scene.preview_text()) == ("a card, under draw pile" if under else "a card, draw pile")
        press_and_wait(app, pygame.K_RETURN)
        assert last_action(scene) == actions.Move(0, what=(int(loose.key),), to="draw", under=under)


def current_drag(scene: OpenTableBoard) -> Drag:
    """Return the drag that is under way."""
    [held_drag] = [press.carry for press in scene.desk.presses.values() if press.carry is not None]
    return held_drag


def test_locked_die_is_not_rolled_with_the_others(app: App) -> None:
    scene = push_table(app, bundled.load_box("dice").box)
    click(app, piece_point(scene, 1))
    assert button_labels(scene)[:2] == ["Roll (R)", "Keep it (L)"]
    press_and_wait(app, pygame.K_l)
    click(
        app,
        next(button for button in scene.panel.box_buttons if say(button.words) == "Roll the white dice").rect.center,
    )
    wait_until_idle(app, scene)
    assert last_action(scene) == actions.Roll(0, (2, 3, 4, 5, 6))
    for die in range(2, 7):
        act_all(app, scene, actions.Set(0, "lock", die, True))
    click(
        app,
        next(button for button in scene.panel.box_buttons if say(button.words) == "Roll the white dice").rect.center,
    )
    wait_until_idle(app, scene)
    assert last_action(scene) == actions.Set(0, "lock", 6, True), "nothing is left to roll"


def test_button_turns_a_domino_on_the_table(app: App) -> None:
    scene = push_table(app, bundled.load_box("dominoes").box)
    act_all(app, scene, actions.Move(0, of="boneyard", to=(320.0, 200.0), face="up"))
    [domino] = [domino for domino in scene.desk.pieces if domino.holder is None]
    for quarters in (3, 2):
        click(app, piece_point(scene, domino.key))
        assert "Turn by a quarter (E)" in button_labels(scene)
        press_and_wait(app, pygame.K_e)
        turned = scene.desk.find_piece(domino.key)
        assert turned is not None
        assert turned.angle == pytest.approx(quarters * pi / 2, abs=1e-3)
        assert turned.position == domino.position


def test_flick_is_the_first_action_of_a_disc_in_boxes_with_shots(app: App) -> None:
    for name, first in (("carrom", "Flick (S)"), ("draughts", "Move…")):
        scene = push_table(app, bundled.load_box(name).box)
        disc = next(piece for piece in scene.desk.pieces if piece.shape == "disc")
        click(app, scene.desk.camera.to_screen(disc.position))
        run_frames(app)
        labels = [say(button.words) for button in scene.panel.buttons]
        assert labels[0].startswith(first.partition(" (")[0]), labels
        app.pop()


def test_disc_in_a_tray_is_not_shot_and_the_screen_says_where_shots_begin(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn_texts: list[str] = []
    draw_block = Canvas.block

    def record_block(canvas: Canvas, words: Words, *args: Any, **options: Any) -> Any:
        drawn_texts.append(say(words))
        return draw_block(canvas, words, *args, **options)

    monkeypatch.setattr(Canvas, "block", record_block)
    scene = push_table(app, bundled.load_box("crokinole").box)
    app.draw()
    assert any(words.startswith("Put one of your discs where your shots begin") for words in drawn_texts)
    disc = next(piece for piece in scene.desk.pieces if piece.holder == "white discs")
    click(app, piece_point(scene, disc.key))
    assert button_labels(scene) == ["Move… (M)", "Turn over (F)", "Lock (L)", "Put into the box"]
    press_keys(app, pygame.K_ESCAPE)
    drag(app, piece_point(scene, disc.key), scene.desk.camera.to_screen((400.0, 105.0)))
    drawn_texts.clear()
    app.draw()
    assert any(words.startswith("Pull a white disc back") for words in drawn_texts)
    assert not any(words.startswith("Put one of your discs") for words in drawn_texts)


def test_piece_from_the_box_is_put_beside_the_board(app: App) -> None:
    scene = push_table(app, bundled.load_box("chess").box)
    board = next(piece for piece in scene.desk.pieces if piece.shape == "board")
    press_keys(app, pygame.K_n)
    assert isinstance(app.scene, SupplyScene)
    click(app, app.scene.tiles[0].on_screen().center)
    run_frames(app, 2)
    put = last_action_as(scene, actions.Put)
    assert isinstance(put.to, tuple)
    is_outside = [
        abs(coordinate - middle) > side / 2
        for coordinate, middle, side in zip(put.to, board.position, board.size, strict=True)
    ]
    assert any(is_outside), "not between its squares"


def test_second_button_of_a_man_turns_it_over(app: App) -> None:
    scene = push_table(app, bundled.load_box("draughts").box)
    click(app, piece_point(scene, next(piece.key for piece in scene.desk.pieces if piece.shape == "disc")))
    assert button_labels(scene)[:2] == ["Move… (M)", "Turn over (F)"]


def test_quick_drag_plays_the_pressed_card(app: App) -> None:
    """A quick hand moves far between two events.

    It may also move along the strip while the strip opens under it.
    """
    scene = lay_cards(app)
    act_all(app, scene, actions.Deal(0, of="draw", n=5))
    for aside, up in (
        (hand_card_point(scene, 3)[0] - hand_card_point(scene, 2)[0], -15.0),
        (0.0, -300.0),
        (-40.0, -60.0),
    ):
        start = hand_card_point(scene, 2)
        post_mouse(app, MOVE, start)
        post_mouse(app, DOWN, start)
        post_mouse(app, MOVE, (start[0] + aside, start[1] + up))
        post_mouse(app, MOVE, table_point(scene, 150, 120))
        post_mouse(app, UP, table_point(scene, 150, 120))
        wait_until_idle(app, scene)
        assert getattr(last_action(scene), "at", None) == (2,), (aside, up)
        act_all(app, scene, Undo(0, scene.controller.match.state.view(0).lines - 1))


def test_slide_along_the_open_strip_plays_the_card_where_it_ends(app: App) -> None:
    """The card stays chosen though it is pulled out a little aside."""
    scene = lay_cards(app)
    act_all(app, scene, actions.Deal(0, of="draw", n=5))
    start, wanted = hand_card_point(scene, 0), hand_card_point(scene, 3)
    post_mouse(app, MOVE, start)
    post_mouse(app, DOWN, start)
    run_frames(app, HELD)
    for share in (0.3, 0.6, 1.0):
        post_mouse(app, MOVE, (start[0] + (wanted[0] - start[0]) * share, start[1]))
    post_mouse(app, MOVE, (wanted[0] + 45, wanted[1] - 46))
    post_mouse(app, MOVE, table_point(scene, 150, 120))
    post_mouse(app, UP, table_point(scene, 150, 120))
    wait_until_idle(app, scene)
    assert getattr(last_action(scene), "at", None) == (3,)


def test_shot_works_after_a_moment_of_hesitation(app: App) -> None:
    scene = push_table(app, bundled.load_box("crokinole").box)
    drag(
        app,
        piece_point(scene, next(piece.key for piece in scene.desk.pieces if piece.holder == "white discs")),
        table_point(scene, 400, 105),
    )
    wait_until_idle(app, scene)
    disc = next(piece for piece in scene.desk.pieces if piece.holder is None and piece.shape == "disc")
    disc_point = scene.desk.camera.to_screen(disc.position)
    drag(app, disc_point, (disc_point[0], disc_point[1] + 60), held=HELD)
    assert isinstance(last_action(scene), actions.Flick)


def test_key_m_puts_the_dragged_card_under_and_ends_the_drag(app: App) -> None:
    scene = lay_cards(app)
    act_all(app, scene, actions.Deal(0, of="draw", n=5))
    drag(app, piece_point(scene, "draw"), table_point(scene, 150, 120))
    loose = next(loose for loose in scene.desk.pieces if loose.holder is None)
    drag(app, piece_point(scene, loose.key), piece_point(scene, "draw"), lay_down=False)
    press_keys(app, pygame.K_m)
    assert scene.desk.hanging_carry is None
    post_mouse(app, UP, piece_point(scene, "draw"))
    wait_until_idle(app, scene)
    move = last_action_as(scene, actions.Move)
    assert (move.to, move.under) == ("draw", True)
    assert scene.desk.hanging_carry is None


def test_last_winner_is_shown_only_for_the_box_that_was_played(app: App) -> None:
    header = Header("open-table", ("Ann", "Bo"), TableOptions(), 5, bundled.load_box("chess").setup)
    start_match.begin(app, header, (Controller(), Controller()))
    table = get_top_scene(app, TableScene)
    run_until(app, lambda: table.controller.actor is not None)
    assert table.controller.act(actions.Finish(0, (0,)))
    run_until(app, lambda: app.scene is not table)  # The last page is on the screen.
    app.home()
    setup = BoxSetup(app)
    app.push(setup)
    mentions_winner = {}
    for name in ("Chess", "Cards"):
        setup.choose_place(ShelfPlace(name=name.lower()))
        run_frames(app)
        mentions_winner[name] = any("The last time" in say(label.words) for label in setup.about_labels)
    assert mentions_winner == {"Chess": True, "Cards": False}
