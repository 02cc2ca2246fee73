"""Taking several pieces, moving under a pile or between cards, by every input."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.games.open_table.hand_strip import card_boxes
from grenade_salad.app.ui.inputs import AssistiveInput, Point
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.games.open_table import actions, boxes
from grenade_salad.games.open_table.box import Holder
from grenade_salad.text import say
from tests.app.conftest import app as app
from tests.app.conftest import click, post_mouse, press_keys, press_pad, run_frames
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import (
    DOWN,
    UP,
    drag,
    hand_card_point,
    last_action,
    last_action_as,
    piece_point,
    post_finger,
    press,
    press_and_wait,
    push_table,
    table_point,
    table_state,
    wait_until_idle,
)
from tests.open_table.people import HELD

ROW = Holder("row", lays="row", title="row", areas=((60.0, 300.0, 480.0, 100.0),), face="up")
"""Cards are side by side and visible to all here."""
CARDS = replace(boxes.CARDS, holders=(*boxes.CARDS.holders, ROW))


def push_card_table(app: App, seats: int = 2) -> OpenTableBoard:
    return push_table(app, bundled.load_box("cards").box, people=seats, seats=seats)


def button_labels(scene: OpenTableBoard) -> list[str]:
    return [say(button.words) for button in scene.panel.buttons]


def press_button(app: App, scene: OpenTableBoard, begins: str) -> None:
    """Press the panel's button that begins so, if necessary after "More…"."""
    for _ in range(4):
        matching = [button for button in scene.panel.buttons if say(button.words).startswith(begins)]
        if matching:
            click(app, matching[0].rect.center)
            return
        click(
            app,
            next(more_button for more_button in scene.panel.buttons if say(more_button.words) == "More…").rect.center,
        )
    raise AssertionError(f"no {begins} in {button_labels(scene)}")


def last_log_line(scene: OpenTableBoard) -> str:
    return str(scene.table.log.lines[-1].words)


def tap(app: App, point: Point) -> None:
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
        post_finger(app, kind, 1, point)


def fronts_in_order(scene: OpenTableBoard, holder: str, seat: int | None = 0) -> list[int | None]:
    """Return the fronts in a holder from the left, for a seat that may know them."""
    holder_view = table_state(scene).view(seat).holder(holder)
    assert holder_view is not None
    if holder_view.pieces:
        pieces = [table_state(scene).view(seat).piece(piece_id) for piece_id in holder_view.pieces]
        return [None if piece is None else piece.face.front for piece in pieces]
    assert isinstance(holder_view.inside, tuple)
    return [face.front for face in holder_view.inside]


# Several pieces


def test_mouse_moves_several_cards_of_a_pile(app: App) -> None:
    scene = push_card_table(app)
    click(app, piece_point(scene, "draw"))
    assert len(button_labels(scene)) <= 6
    press_button(app, scene, "Take how many…")
    assert button_labels(scene) == ["1", "2", "3", "4", "5", "6", "7", "10", "13", "All (52)", "From the bottom"]
    press_button(app, scene, "7")
    assert len(button_labels(scene)) <= 6
    click(app, table_point(scene, 300, 90))
    wait_until_idle(app, scene)
    move = last_action_as(scene, actions.Move)
    assert (move.of, move.n, move.end) == ("draw", 7, "top")
    assert scene.desk.view.stacks[-1].count == 7
    assert last_log_line(scene) == "Ann moves 7 cards from the draw pile to the table"


def test_picked_up_cards_are_put_back_or_dragged(app: App) -> None:
    scene = push_card_table(app)
    for method in ("right", "esc", "button"):
        click(app, piece_point(scene, "draw"))
        press_keys(app, pygame.K_c, pygame.K_9, pygame.K_RETURN)
        assert scene.desk.hanging_carry is not None
        if method == "right":
            for kind in (DOWN, UP):
                post_mouse(app, kind, table_point(scene, 300, 90), 3)
        elif method == "esc":
            press_keys(app, pygame.K_ESCAPE)
        else:
            press_button(app, scene, "Put it back")
        assert scene.desk.hanging_carry is None
        assert not scene.desk.presses, "nothing is held any more"
        assert not scene.controller.match.entries[1:]
    click(app, piece_point(scene, "draw"))
    press_keys(app, pygame.K_c, pygame.K_9, pygame.K_RETURN)
    drag(app, piece_point(scene, "draw"), table_point(scene, 300, 90))
    assert scene.desk.view.stacks[-1].count == 9


def test_touch_moves_several_cards_to_a_hand(app: App) -> None:
    scene = push_card_table(app)
    tap(app, piece_point(scene, "draw"))
    for label in ("More…", "Take how many…", "3"):
        tap(app, next(button.rect.center for button in scene.panel.buttons if say(button.words).startswith(label)))
    tap(app, scene.desk.strip.box.center)
    wait_until_idle(app, scene)
    assert last_action(scene) == actions.Move(0, of="draw", n=3, to="hand 0")
    click(app, piece_point(scene, "draw"))
    press_keys(app, pygame.K_c, pygame.K_2, pygame.K_RETURN)
    click(app, scene.table.panels[1].rect.center)
    wait_until_idle(app, scene)
    assert last_action(scene) == actions.Move(0, of="draw", n=2, to="hand 1"), "the panel of somebody is their hand"
    assert scene.desk.seat == 0


def test_keys_enter_a_number_of_two_digits(app: App) -> None:
    scene = push_card_table(app)
    click(app, piece_point(scene, "draw"))
    press_keys(app, pygame.K_c, pygame.K_1, pygame.K_3, pygame.K_BACKSPACE, pygame.K_KP2)
    assert button_labels(scene) == ["Take 12", "Another number"]
    assert not scene.controller.match.entries[1:], "a digit takes nothing yet"
    press_keys(app, pygame.K_RETURN)
    assert "To my hand (T)" in button_labels(scene)
    press_and_wait(app, pygame.K_t)
    assert last_action(scene) == actions.Move(0, of="draw", n=12, to="hand 0")
    assert last_log_line(scene) == "Ann moves 12 cards from the draw pile to Ann's hand"


def test_gamepad_takes_several_cards_and_puts_them_down(app: App) -> None:
    scene = push_card_table(app)
    click(app, piece_point(scene, "draw"))
    press_keys(app, pygame.K_c)
    press_pad(app, *[pygame.CONTROLLER_BUTTON_RIGHTSHOULDER] * 4, pygame.CONTROLLER_BUTTON_A)
    assert scene.desk.hanging_carry is not None
    assert scene.desk.hanging_carry.n == 5
    press_pad(app, *[pygame.CONTROLLER_BUTTON_DPAD_UP] * 12)
    assert scene.desk.hanging_carry.position[1] < piece_point(scene, "draw")[1] - 80
    press_pad(app, pygame.CONTROLLER_BUTTON_A)
    wait_until_idle(app, scene)
    assert scene.desk.view.stacks[-1].count == 5
    click(app, piece_point(scene, "draw"))
    press_keys(app, pygame.K_c)
    press_pad(app, pygame.CONTROLLER_BUTTON_A)
    press_pad(app, *[pygame.CONTROLLER_BUTTON_RIGHTSHOULDER] * 2, pygame.CONTROLLER_BUTTON_A)
    wait_until_idle(app, scene)
    assert last_action(scene) == actions.Move(0, of="draw", n=1, to="hand 0"), "A presses the button that has the focus"


def test_screen_reader_takes_and_looks_at_several_cards(app: App) -> None:
    scene = push_card_table(app)
    scene.desk.choose(["draw"])
    scene._refresh()

    def use(begins: str) -> None:
        button = next(
            candidate for candidate in scene.panel.buttons if candidate.accessible_node().name.startswith(begins)
        )
        assert "press" in button.accessible_node().acts
        app.scene.handle(AssistiveInput(button.id, "press"))
        run_frames(app, 2)

    for begins in ("More…", "Look at how many…", "5"):
        use(begins)
    wait_until_idle(app, scene)
    assert last_action(scene) == actions.Look(0, of="draw", n=5)
    scene.desk.choose(["draw"])
    scene._refresh()
    for begins in ("More…", "Take how many…", "2", "Put it under", "Lay it down"):
        use(begins)
    wait_until_idle(app, scene)
    assert last_action(scene) == actions.Move(0, of="draw", n=2, to="draw", under=True)


def test_one_of_several_viewed_cards_is_taken(app: App) -> None:
    scene = push_card_table(app)
    click(app, piece_point(scene, "draw"))
    press_and_wait(app, pygame.K_o, pygame.K_4, pygame.K_RETURN)
    assert last_action(scene) == actions.Look(0, of="draw", n=4)
    assert table_state(scene).view(1).looks == (4, 0)
    viewed = table_state(scene).view(0).looking
    press(app, pygame.K_SPACE)
    assert len(card_boxes(scene.desk)) == 4
    click(app, hand_card_point(scene, 1))
    press_button(app, scene, "Take to my hand")
    press(app, pygame.K_SPACE, down=False)
    wait_until_idle(app, scene)
    assert last_action(scene) == actions.Move(0, of="draw", at=(2,), to="hand 0")
    assert fronts_in_order(scene, "hand 0") == [viewed[1].front]


def test_pieces_of_a_bag_are_put_side_by_side(app: App) -> None:
    scene = push_table(app, bundled.load_box("dominoes").box)
    click(app, piece_point(scene, "boneyard"))
    assert "Look at how many… (O)" not in button_labels(scene), "nobody looks into a bag"
    press_keys(app, pygame.K_c, pygame.K_4, pygame.K_RETURN)
    click(app, table_point(scene, 320, 200))
    wait_until_idle(app, scene)
    move = last_action_as(scene, actions.Move)
    assert (move.of, move.n) == ("boneyard", 4)
    loose = [piece for piece in scene.desk.pieces if piece.holder is None]
    assert len(loose) == 4
    lefts = sorted(piece.position[0] for piece in loose)
    assert all(right - left > loose[0].size[0] for left, right in pairwise(lefts))


def test_cards_are_taken_and_viewed_from_the_bottom(app: App) -> None:
    scene = push_card_table(app)
    view = table_state(scene).full_view().holder("draw")
    assert view is not None
    assert isinstance(view.inside, tuple)
    lowest = [face.front for face in view.inside[:2]]
    click(app, piece_point(scene, "draw"))
    press_keys(app, pygame.K_c)
    press_button(app, scene, "From the bottom")
    press_and_wait(app, pygame.K_2, pygame.K_RETURN, pygame.K_t)
    assert last_action(scene) == actions.Move(0, of="draw", n=2, end="bottom", to="hand 0")
    assert last_log_line(scene) == "Ann moves 2 cards from the bottom of the draw pile to Ann's hand"
    assert fronts_in_order(scene, "hand 0") == lowest
    click(app, piece_point(scene, "draw"))
    press_keys(app, pygame.K_o)
    press_button(app, scene, "From the bottom")
    press_button(app, scene, "3")
    wait_until_idle(app, scene)
    assert last_action(scene) == actions.Look(0, of="draw", n=3, end="bottom")
    assert last_log_line(scene) == "Ann looks at 3 cards (the bottom of the draw pile)"


def test_deal_waits_only_if_a_longer_number_is_possible(app: App) -> None:
    scene = push_card_table(app)
    click(app, piece_point(scene, "draw"))
    press_keys(app, pygame.K_d, pygame.K_1)
    assert not scene.controller.match.entries[1:]
    press_and_wait(app, pygame.K_1)
    assert last_action(scene) == actions.Deal(0, "draw", 11)
    click(app, piece_point(scene, "draw"))
    press_and_wait(app, pygame.K_d, pygame.K_1, pygame.K_RETURN)
    assert last_action(scene) == actions.Deal(0, "draw", 1)
    click(app, piece_point(scene, "draw"))
    press_and_wait(app, pygame.K_d, pygame.K_3)
    assert last_action(scene) == actions.Deal(0, "draw", 3)


# Under a pile


def test_top_card_can_be_moved_under_its_pile(app: App) -> None:
    """The pile is in a holder, or loose."""
    scene = push_card_table(app)
    click(app, piece_point(scene, "draw"))
    press_and_wait(app, pygame.K_m, pygame.K_m, pygame.K_RETURN)
    assert last_action(scene) == actions.Move(0, of="draw", to="draw", under=True)
    assert last_log_line(scene) == "Ann moves a card from the draw pile to the bottom of the draw pile"
    scene = push_table(app, boxes.CARDS)
    stack_before = table_state(scene).full_view().stacks[0]
    click(app, piece_point(scene, 1))
    press_keys(app, pygame.K_m, pygame.K_m)
    run_frames(app)
    press_and_wait(app, pygame.K_RETURN)
    assert last_action(scene) == actions.Move(0, of=1, to=1, under=True)
    stack_after = table_state(scene).full_view().stacks[0]
    assert isinstance(stack_after.inside, tuple)
    assert isinstance(stack_before.inside, tuple)
    assert stack_after.inside == (stack_before.top, *stack_before.inside[:-1])
    assert stack_after.top == stack_before.inside[-1]
    assert stack_after.number == stack_before.number
    assert table_state(scene).view(None).stacks[0].inside == 51, "nobody learns anything"


def test_button_chooses_under_and_tap_chooses_the_pile(app: App) -> None:
    scene = push_card_table(app)
    scene.controller.act(actions.Move(0, of="draw", to=(100.0, 90.0), face="up"))
    wait_until_idle(app, scene)
    [loose] = [piece for piece in scene.desk.pieces if piece.holder is None]
    tap(app, piece_point(scene, loose.key))
    press_button(app, scene, "Move…")
    for label in ("Put it under", "Put it on top", "Put it under"):
        tap(app, next(button.rect.center for button in scene.panel.buttons if say(button.words).startswith(label)))
    tap(app, piece_point(scene, "draw"))
    wait_until_idle(app, scene)
    assert isinstance(loose.key, int)
    assert last_action(scene) == actions.Move(0, what=(loose.key,), to="draw", under=True)
    assert last_log_line(scene).endswith(" to the bottom of the draw pile")
    assert last_log_line(scene).startswith("Ann moves the ")


def test_log_does_not_name_a_hidden_card_moved_under_a_pile(app: App) -> None:
    """Only Ann knows the card; the public log says only that a card was moved."""
    logs = []
    for seed in (3, 4):
        scene = push_table(app, bundled.load_box("cards").box, seed=seed)
        scene.controller.act(actions.Deal(0, "draw", 3))
        wait_until_idle(app, scene)
        scene.controller.act(actions.Move(0, of="hand 0", at=(1,), to="draw", under=True))
        wait_until_idle(app, scene)
        logs.append([str(line.words) for line in scene.table.log.lines])
    assert logs[0] == logs[1]
    assert logs[0][-1] == "Ann moves a card from Ann's hand to the bottom of the draw pile"


def test_help_text_names_the_configured_key(app: App) -> None:
    app.settings.keys = {"carry": pygame.K_j, "flip": pygame.K_k}
    app.save_settings()
    scene = push_card_table(app)
    texts: list[str] = []
    with pytest.MonkeyPatch.context() as patched:
        from grenade_salad.app.games.open_table import render

        original_text = render.Canvas.text

        def text(self: render.Canvas, words: object, *args: object, **how: object) -> object:
            texts.append(say(words))  # type: ignore[arg-type]
            return original_text(self, words, *args, **how)  # type: ignore[arg-type]

        patched.setattr(render.Canvas, "text", text)
        click(app, piece_point(scene, "draw"))
        press_keys(app, pygame.K_j)
        run_frames(app, 2)
        assert "goes on top (J: under)" in texts
        press_keys(app, pygame.K_j)
        run_frames(app, 2)
        assert "goes under" in texts
        press_keys(app, pygame.K_ESCAPE)
        scene.controller.act(actions.Deal(0, "draw", 2))
        wait_until_idle(app, scene)
        press(app, pygame.K_SPACE)
        press_keys(app, pygame.K_RIGHT, pygame.K_j, *[pygame.K_UP] * 16)
        run_frames(app, 2)
        press(app, pygame.K_SPACE, down=False)
    assert "lands face up (K)" in texts


# Between two cards


def test_card_of_the_hand_can_be_dragged_between_two_others(app: App) -> None:
    scene = push_card_table(app)
    scene.controller.act(actions.Deal(0, "draw", 5))
    wait_until_idle(app, scene)
    hand_before = fronts_in_order(scene, "hand 0")
    press(app, pygame.K_SPACE)
    drag(app, hand_card_point(scene, 0), (hand_card_point(scene, 2)[0] + 40, hand_card_point(scene, 2)[1]))
    assert fronts_in_order(scene, "hand 0") == [hand_before[1], hand_before[2], hand_before[0], *hand_before[3:]]
    assert last_log_line(scene) == "Ann puts the hand in order"
    lines = len(scene.controller.match.entries)
    drag(app, hand_card_point(scene, 3), (hand_card_point(scene, 3)[0] + 10, hand_card_point(scene, 3)[1]))
    assert len(scene.controller.match.entries) == lines, "where it was"
    drag(app, hand_card_point(scene, 4), (hand_card_point(scene, 0)[0] - 30, hand_card_point(scene, 0)[1]))
    assert fronts_in_order(scene, "hand 0")[0] == hand_before[4]
    press(app, pygame.K_SPACE, down=False)
    hand_view = table_state(scene).view(1).holder("hand 0")
    assert hand_view is not None
    assert hand_view.inside == 5, "nobody else learns anything"


def test_keys_move_a_card_between_gaps_of_the_hand(app: App) -> None:
    scene = push_card_table(app)
    scene.controller.act(actions.Deal(0, "draw", 4))
    wait_until_idle(app, scene)
    hand_before = fronts_in_order(scene, "hand 0")
    press(app, pygame.K_SPACE)
    press_keys(app, pygame.K_RIGHT, pygame.K_m, pygame.K_RIGHT)
    assert say(scene.preview_text()) == "a card, the hand, place 2"
    press_keys(app, pygame.K_RIGHT, pygame.K_RETURN)
    press(app, pygame.K_SPACE, down=False)
    wait_until_idle(app, scene)
    assert last_action(scene) == actions.Move(0, of="hand 0", at=(0,), to="hand 0", place=2, face="up")
    assert fronts_in_order(scene, "hand 0") == [hand_before[1], hand_before[2], hand_before[0], hand_before[3]]


def test_card_can_be_dragged_between_two_of_a_public_row(app: App) -> None:
    scene = push_table(app, CARDS)
    for _ in range(4):
        scene.controller.act(actions.Move(0, of=1, to="row"))
        wait_until_idle(app, scene)
    a, b, c, d = fronts_in_order(scene, "row")
    places = [scene.desk.camera.to_screen(piece.position) for piece in scene.desk.pieces if piece.holder == "row"]
    drag(app, places[3], ((places[0][0] + places[1][0]) / 2, places[0][1]))
    assert fronts_in_order(scene, "row") == [a, d, b, c]
    pile = next(piece for piece in scene.desk.pieces if piece.is_stack)
    top = table_state(scene).full_view().stacks[0].top.front
    drag(app, piece_point(scene, pile.key), ((places[2][0] + places[3][0]) / 2, places[0][1]))
    assert fronts_in_order(scene, "row") == [a, d, b, top, c]
    lines = len(scene.controller.match.entries)
    drag(app, places[1], (places[1][0] + 8, places[1][1] + 4))
    assert len(scene.controller.match.entries) == lines, "where it was"
    drag(app, places[0], table_point(scene, 535, 350), waits=HELD)
    assert fronts_in_order(scene, "row")[-1] == a
