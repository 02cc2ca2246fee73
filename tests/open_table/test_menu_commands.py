"""Commands at the open table beyond dragging.

They are writing, the box, showing, searching and the turn marker.
"""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.games.open_table.supply import SupplyScene
from grenade_salad.app.games.open_table.writing import WritingScene
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.core import Undo
from grenade_salad.games.open_table import actions, boxes
from grenade_salad.games.open_table.box import Box, Counter, Holder, Kind, Lay
from grenade_salad.text import say
from tests.app.conftest import app as app
from tests.app.conftest import click, post, post_mouse, press_keys, press_pad, run_frames, type_text
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import (
    DOWN,
    UP,
    button_labels,
    drag,
    hand_card_point,
    last_action,
    last_action_as,
    piece_point,
    press,
    press_and_wait,
    press_button,
    push_table,
    table_point,
    table_state,
    wait_until_idle,
)
from tools.tables import get_top_scene

BLANK = Box(
    name="Blank",
    table=(600.0, 400.0),
    kinds=(
        Kind("sheet", "card", title="a sheet", back="a sheet", count=6, blank=True),
        Kind("queen", "card", title="a sheet", fronts=("the queen",), back="a sheet", count=2),
        Kind("board", "board", fronts=("the board",), size=(200.0, 100.0), blank=True),
        Kind("cube", "cube", title="a cube", count=3, size=(10.0, 10.0), colour="red"),
    ),
    holders=(Holder("hand", each=True, secret="hand", lays="row"),),
    counters=tuple(Counter(f"counter{index}") for index in range(9)),
    notes=boxes.CARDS.notes,
    layout=(
        Lay("board", at=((450.0, 300.0),), locked=True),
        Lay("sheet", n=2, at=((100.0, 300.0), (200.0, 300.0))),
        Lay("sheet", n=1, into="hand 0"),
        Lay("queen", n=1, into="hand 0"),
    ),
)


def last_log_line(scene: OpenTableBoard) -> str:
    return str(scene.table.log.lines[-1].words)


def test_cards_boards_and_notes_can_be_written_on(app: App) -> None:
    scene = push_table(app, BLANK)
    sheet = next(piece.key for piece in scene.desk.pieces if piece.shape == "card")
    click(app, piece_point(scene, sheet))
    press_button(app, scene, "Write…")
    type_text(app, "Draw two")
    press_keys(app, pygame.K_RETURN)
    assert last_action(scene) == actions.Set(0, "text", sheet, "Draw two")
    click(app, table_point(scene, 450, 300))
    assert not scene.desk.chosen
    click(app, table_point(scene, 450, 300))
    assert scene.desk.chosen == [1], "where nothing else is or was chosen, a click chooses the board"
    press_keys(app, pygame.K_w)
    type_text(app, "Harbour")
    press_keys(app, pygame.K_RETURN)
    assert last_action(scene) == actions.Set(0, "text", 1, "Harbour")
    press_and_wait(app, pygame.K_l)
    assert not scene.desk.pieces[0].locked
    drag(app, table_point(scene, 450, 300), table_point(scene, 400, 250))
    board = table_state(scene).view(None).piece(1)
    assert board is not None
    assert (board.x, board.y) == pytest.approx((400, 250), abs=2)
    names = []
    for _ in range(20):
        names += [name for kind, name, _ in scene.panel.info_rows if kind == "note"]
        if names:
            break
        click(app, scene.panel.buttons[-1].rect.center)
    button = next(panel_button for panel_button in scene.panel.buttons if "Write on" in str(panel_button.label))
    click(app, button.rect.center)
    assert isinstance(app.scene, WritingScene)
    type_text(app, "Best of three")
    press_keys(app, pygame.K_RETURN)
    assert last_action(scene) == actions.Set(0, "note", "note", "Best of three")


def test_text_on_a_hand_card_is_read_by_nobody_else(app: App) -> None:
    scene = push_table(app, BLANK)
    press(app, pygame.K_SPACE)
    press_keys(app, pygame.K_RIGHT, pygame.K_w)
    press(app, pygame.K_SPACE, down=False)
    assert isinstance(app.scene, WritingScene)
    assert scene.desk.strip_open, "it stays open while one writes"
    assert scene.desk.strip.box.contains(app.scene.entry.rect)
    type_text(app, "Lose a turn")
    assert app.scene.entry.accessible_node().value == ""
    press_and_wait(app, pygame.K_RETURN)
    assert last_action(scene) == actions.Set(0, "text", "hand 0", "Lose a turn", at=0)
    assert last_log_line(scene) == "Ann writes on a piece"
    assert not scene.desk.strip_open
    own_hand, other_hand = table_state(scene).view(0).holder("hand 0"), table_state(scene).view(1).holder("hand 0")
    assert own_hand is not None
    assert isinstance(own_hand.inside, tuple)
    assert [face.text for face in own_hand.inside] == ["Lose a turn", None]
    assert other_hand is not None
    assert other_hand.inside == 2
    # A card that is not blank says so in the strip alone.
    press(app, pygame.K_SPACE)
    press_keys(app, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_w)
    press(app, pygame.K_SPACE, down=False)
    assert isinstance(app.scene, WritingScene)
    assert not app.scene.entry.visible
    press_keys(app, pygame.K_RETURN)
    assert app.scene is scene.table
    assert len(scene.controller.match.entries) == 1


def test_repeated_presses_of_a_counter_are_one_line_of_the_log(app: App) -> None:
    """The log shows and reads only the last press until something else happens.

    The record has all of them.
    """
    scene = push_table(app, boxes.CARDS)

    def log_names() -> list[str]:
        return [part.name for part in scene.table.log.accessible_node().parts]

    for to in (1, 2, 3):
        scene.controller.act(actions.Set(0, "counter", "points 0", to))
        wait_until_idle(app, scene)
    assert log_names()[-1] == "Ann sets points to 3"
    assert sum("points" in line for line in log_names()) == 1
    scene.controller.act(actions.Set(0, "counter", "points 1", 1))
    scene.controller.act(actions.Set(0, "counter", "points 0", 4))
    wait_until_idle(app, scene)
    assert ["points" in line for line in log_names()[-3:]] == [True] * 3
    assert len(scene.controller.match.entries) >= 5


def test_all_counters_can_be_reached(app: App) -> None:
    scene = push_table(app, BLANK)
    reached: set[str] = set()
    for _ in range(12):
        visible = [name for kind, name, _ in scene.panel.info_rows if kind == "counter"]
        if visible and visible[0] not in reached:
            plus = [button for button in scene.panel.buttons if str(button.label).endswith("one more")]
            click(app, plus[0].rect.center)
            assert last_action(scene) == actions.Set(0, "counter", visible[0], 1)
            wait_until_idle(app, scene)
        reached |= set(visible)
        click(app, next(button for button in scene.panel.buttons if "Other counters" in str(button.label)).rect.center)
    assert reached == {f"counter{index}" for index in range(9)}


def test_pieces_are_taken_out_of_the_box_and_put_back(app: App) -> None:
    scene = push_table(app, BLANK)
    press_keys(app, pygame.K_n)
    supply = get_top_scene(app, SupplyScene)
    assert [(say(tile.name), tile.count) for tile in supply.tiles] == [("a sheet", 3), ("the queen", 1), ("a cube", 3)]
    click(app, supply.tiles[1].on_screen().center)
    run_frames(app, 2)
    put = last_action_as(scene, actions.Put)
    assert (put.kind, put.n) == ("queen", 1)
    assert [say(tile.name) for tile in supply.tiles] == ["a sheet", "a cube"], "it stays open"
    click(app, supply.amount_choice.rect.move(supply.amount_choice.rect.width / 2 - 12, 0).center)
    click(app, supply.tiles[1].on_screen().center)
    run_frames(app, 2)
    put = last_action_as(scene, actions.Put)
    assert (put.kind, put.n, put.step) == ("cube", 3, (12.0, 0.0)), "cubes come side by side"
    press_and_wait(app, pygame.K_ESCAPE)
    queen = next(piece.key for piece in scene.desk.pieces if piece.kind is not None and piece.kind.name == "queen")
    click(app, piece_point(scene, queen))
    press_button(app, scene, "Put into the box")
    assert last_action(scene) == actions.Remove(0, what=(queen,))


def test_a_hand_is_shown_to_some_and_laid_open(app: App) -> None:
    scene = push_table(app, boxes.CARDS, people=3, seats=3)
    click(app, scene.panel.box_buttons[0].rect.center)
    wait_until_idle(app, scene)
    press(app, pygame.K_SPACE)
    press_keys(app, pygame.K_RIGHT, pygame.K_v)
    assert button_labels(scene) == ["Bo", "Cy", "Everybody"]
    press_button(app, scene, "Cy")
    press(app, pygame.K_SPACE, down=False)
    wait_until_idle(app, scene)
    assert last_action(scene) == actions.Reveal(0, of="hand 0", at=(0,), to=(2,))
    assert table_state(scene).view(None).looks == (0, 0, 1)
    press_button(app, scene, "Lay my hand open")
    wait_until_idle(app, scene)
    assert last_action(scene) == actions.Set(0, "open", "hand 0", True)
    open_hand = scene.desk.view.holder("hand 0")
    assert open_hand is not None
    assert isinstance(open_hand.inside, tuple)
    press_keys(app, pygame.K_2)
    assert "Hide my hand" not in button_labels(scene), "only its own"
    press_keys(app, pygame.K_1)
    press_button(app, scene, "Hide my hand")
    assert last_action(scene) == actions.Set(0, "open", "hand 0", False)


def test_a_stack_asks_before_it_shows_an_unknown_card(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    click(app, piece_point(scene, 1))
    press_keys(app, pygame.K_f)
    assert not scene.controller.match.entries[1:], "one action shows no card of a deck that nobody knew"
    press_button(app, scene, "Leave it")
    click(app, piece_point(scene, 1))
    press_keys(app, pygame.K_f, pygame.K_f)
    assert last_action(scene) == actions.Flip(0, (1,))
    wait_until_idle(app, scene)
    click(app, piece_point(scene, 1))
    press_keys(app, pygame.K_f)
    assert len(scene.controller.match.entries) == 3, "what lies face up below is asked about no more"


def test_search_continues_and_then_shuffles(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    click(app, piece_point(scene, 1))
    press_and_wait(app, pygame.K_v)
    previous_cards = table_state(scene).view(0).looking
    press(app, pygame.K_SPACE)
    for left in (51, 50):
        press_and_wait(app, pygame.K_RIGHT, pygame.K_t)
        assert button_labels(scene) == ["Shuffle (R)", "Leave it as it is"]
        assert scene.desk.is_looking(), "the next one can be taken at once"
        assert len(table_state(scene).view(0).looking) == left
    assert table_state(scene).view(0).looking == previous_cards[2:]
    hand = table_state(scene).view(0).holder("hand 0")
    assert hand is not None
    assert hand.inside == previous_cards[:2], "it is the card that was chosen"
    press_keys(app, pygame.K_RETURN)
    press(app, pygame.K_SPACE, down=False)
    wait_until_idle(app, scene)
    assert last_action(scene) == actions.Shuffle(0, 1)
    assert not scene.desk.is_looking()


def test_turn_can_be_given_to_any_seat(app: App) -> None:
    scene = push_table(app, boxes.CARDS, people=2, seats=3)
    press(app, pygame.K_SPACE)
    press_button(app, scene, "Give the turn to…")
    assert button_labels(scene) == ["Bo", "Cy", "Ann"]
    press_button(app, scene, "Cy")
    run_frames(app, 3)
    assert last_action(scene) == actions.Set(0, "turn", to=2)
    assert not scene.desk.strip_open, "the turn passed, and nobody of this screen has it"
    press(app, pygame.K_SPACE, down=False)
    press_button(app, scene, "Give the turn to…")
    press_button(app, scene, "Nobody's")
    assert last_action(scene) == actions.Set(0, "turn", to=-1)


def test_the_pad_plays_a_card_and_carries(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    click(app, scene.panel.box_buttons[0].rect.center)
    wait_until_idle(app, scene)
    hold = pygame.CONTROLLER_BUTTON_Y
    post(app, pygame.CONTROLLERBUTTONDOWN, button=hold, instance_id=0)
    assert scene.desk.strip_open
    press_pad(app, pygame.CONTROLLER_BUTTON_DPAD_RIGHT, pygame.CONTROLLER_BUTTON_X, pygame.CONTROLLER_BUTTON_A)
    pygame.event.post(pygame.event.Event(pygame.CONTROLLERBUTTONUP, button=hold, instance_id=0))
    wait_until_idle(app, scene)
    move = last_action_as(scene, actions.Move)
    assert (move.of, move.at, move.face) == ("hand 0", (0,), "down")
    assert not scene.desk.strip_open
    [piece] = table_state(scene).view(None).pieces
    click(app, piece_point(scene, piece.number))
    press_button(app, scene, "Move…")
    press_pad(app, *[pygame.CONTROLLER_BUTTON_DPAD_RIGHT] * 12, pygame.CONTROLLER_BUTTON_A)
    wait_until_idle(app, scene)
    assert table_state(scene).view(None).pieces[0].x > piece.x + 60


def test_unplugged_pad_leaves_no_hand_open(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    click(app, scene.panel.box_buttons[0].rect.center)
    wait_until_idle(app, scene)
    post(app, pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_Y, instance_id=4)
    post(app, pygame.JOYDEVICEREMOVED, instance_id=3)
    assert scene.desk.strip_open, "it is another pad"
    post(app, pygame.JOYDEVICEREMOVED, instance_id=4)
    assert not scene.desk.strip_open


def test_keys_of_the_table_can_be_changed(app: App) -> None:
    app.settings.keys = {"flip": pygame.K_j, "lock": pygame.K_k}
    app.save_settings()
    scene = push_table(app, replace(boxes.CARDS, layout=(Lay("cards", n=1, fronts=(0,), at=((300.0, 300.0),)),)))
    click(app, piece_point(scene, 1))
    assert "Turn over (J)" in button_labels(scene)
    press_keys(app, pygame.K_f)
    assert not scene.controller.match.entries
    press_keys(app, pygame.K_j)
    assert last_action(scene) == actions.Flip(0, (1,))


def test_a_card_of_the_hand_under_a_right_click_is_put_into_the_box(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    click(app, scene.panel.box_buttons[0].rect.center)
    wait_until_idle(app, scene)
    press(app, pygame.K_SPACE)
    post_mouse(app, DOWN, hand_card_point(scene, 1))
    post_mouse(app, UP, hand_card_point(scene, 1))
    press_button(app, scene, "Put into the box")
    press(app, pygame.K_SPACE, down=False)
    assert last_action(scene) == actions.Remove(0, of="hand 0", at=(1,))


def test_button_plays_hand_cards_into_free_space(app: App) -> None:
    scene = push_table(app, bundled.load_box("cards").setup.box)
    scene.controller.act(actions.Deal(0, "draw", 5))
    wait_until_idle(app, scene)
    for command in ("Play face down", "Play face up", "Play face down"):
        click(app, hand_card_point(scene, 0))
        wait_until_idle(app, scene)
        press_button(app, scene, command)
        wait_until_idle(app, scene)
        played = last_action_as(scene, actions.Move)
        assert played.face == command.rpartition(" ")[2]
    assert (
        sum(piece.face.front is None for piece in scene.desk.pieces if piece.holder is None and not piece.is_stack) == 2
    )
    loose_boxes = [
        Rect(piece.position[0] - piece.size[0] / 2, piece.position[1] - piece.size[1] / 2, *piece.size)
        for piece in scene.desk.pieces
        if piece.holder is None
    ]
    places = [Rect(*area.box) for area in scene.desk.areas]
    for index, played_box in enumerate(loose_boxes):
        assert played_box.collidelist([*loose_boxes[:index], *loose_boxes[index + 1 :], *places]) < 0


def test_two_chosen_stacks_are_shuffled_together_and_undone_as_one(app: App) -> None:
    scene = push_table(app, boxes.CARDS)
    for _ in range(4):
        scene.controller.act(actions.Move(0, of=1, to="discard"))
        wait_until_idle(app, scene)
    scene.controller.act(actions.Move(0, of=1, n=5, to=(700.0, 450.0)))
    wait_until_idle(app, scene)
    loose = next(piece.key for piece in scene.desk.pieces if piece.count == 5)
    previous_lines = scene.desk.view.lines
    for chosen in ([1, loose], [1, "discard"]):
        lines = len(scene.controller.match.entries)
        scene.desk.choose(list(chosen))
        press_and_wait(app, pygame.K_r)
        shuffles = [entry for entry in scene.controller.match.entries[lines:] if isinstance(entry, actions.Shuffle)]
        assert [entry.what for entry in shuffles] == chosen
        assert [entry.goes_on for entry in shuffles] == [False, True]
        wait_until_idle(app, scene)
        press_and_wait(app, pygame.K_u)
        assert last_action_as(scene, Undo).to == previous_lines
        wait_until_idle(app, scene)
