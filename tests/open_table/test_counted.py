"""A newcomer's tasks, each in a fixed number of clicks, keys and drags."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.games.open_table.hand_strip import card_boxes
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes import bundled
from grenade_salad.core import Undo
from grenade_salad.games.open_table import actions
from tests.app.conftest import app as app
from tests.app.conftest import kept_window as kept_window
from tests.app.conftest import post_mouse, run_frames
from tests.open_table.at_table import MOVE, hand_card_point, last_action, post_finger, push_table
from tests.open_table.people import HELD, People


def open_table(app: App, box: str = "cards", seats: int = 2) -> tuple[People, OpenTableBoard]:
    """Open a table with a box for some people, with nothing counted yet."""
    app.push(HomeScene(app))
    scene = push_table(app, bundled.load_box(box).box, people=seats, seats=seats)
    return People(app), scene


def count_hands(people: People) -> list[int]:
    """Return how many cards each hand has, as everybody sees."""
    return [holder.count for holder in people.view.holders if holder.name.startswith("hand")]


def test_deal_button_deals_five_to_four_in_one_action(app: App) -> None:
    people, _ = open_table(app, seats=4)
    people.press("Deal 5")
    assert count_hands(people) == [5, 5, 5, 5]
    assert people.actions == 1


def test_keys_deal_five_to_four_in_three_actions(app: App) -> None:
    people, _ = open_table(app, seats=4)
    people.click(people.screen_point("draw"))
    people.key(pygame.K_d)
    people.key(pygame.K_5)
    people.wait_until_idle()
    assert count_hands(people) == [5, 5, 5, 5]
    assert people.actions == 3


def test_new_round_takes_one_action_and_so_does_its_undo(app: App) -> None:
    people, _ = open_table(app)
    people.press("Deal 5")
    people.move("draw", "discard")
    people.move("draw", (100.0, 100.0))
    people.actions = 0
    people.press("New round")
    assert count_hands(people) == [0, 0]
    assert people.count("draw") == 52
    assert people.actions == 1, "nothing is asked"
    people.key(pygame.K_u)
    people.wait_until_idle()
    assert count_hands(people) == [5, 5]
    assert people.count("draw") == 40


def test_top_card_and_whole_deck_move_in_one_action_each(app: App) -> None:
    people, scene = open_table(app)
    people.move("draw", (100.0, 100.0))
    assert people.count("draw") == 51
    people.move("draw", (500.0, 100.0), held=HELD)
    assert people.count("draw") == 0
    assert scene.desk.view.stacks[-1].count == 51
    assert people.actions == 2


def test_card_is_turned_over_in_one_action(app: App) -> None:
    """The pointer is over the card, and the key is for what is under the pointer."""
    people, scene = open_table(app)
    people.move("draw", (100.0, 100.0))
    people.actions = 0
    post_mouse(app, MOVE, people.table_point(100.0, 100.0))
    people.key(pygame.K_f)
    people.wait_until_idle()
    assert isinstance(last_action(scene), actions.Flip)
    piece = people.top_piece_at((100.0, 100.0))
    assert piece is not None
    assert not piece.is_face_down
    assert people.actions == 1


def test_card_is_played_face_down_from_a_secret_hand_in_three_actions(app: App) -> None:
    people, scene = open_table(app)
    people.press("Deal 5")
    people.actions = 0
    people.hold(pygame.K_SPACE)
    people.drag(hand_card_point(scene, 2), people.table_point(450.0, 300.0), then=lambda: people.key(pygame.K_f))
    people.release(pygame.K_SPACE)
    people.wait_until_idle()
    piece = people.top_piece_at((450.0, 300.0))
    assert piece is not None
    assert piece.is_face_down
    assert people.actions == 3


def test_queen_is_taken_from_a_search_and_deck_shuffled_in_four_actions(app: App) -> None:
    people, scene = open_table(app)
    post_mouse(app, MOVE, people.screen_point("draw"))
    people.key(pygame.K_v)
    people.wait_until_idle()
    people.hold(pygame.K_SPACE)
    queen = people.hand().index("QH")
    box = card_boxes(scene.desk)[queen]
    people.drag((box.x + 4, box.centery), scene.desk.table.panels[0].rect.center)
    people.release(pygame.K_SPACE)
    people.press("Shuffle")
    assert isinstance(last_action(scene), actions.Shuffle)
    assert count_hands(people) == [1, 0]
    view = people.state.view(0)
    [hand] = [holder for holder in view.holders if holder.name == "hand 0"]
    assert isinstance(hand.inside, tuple)
    assert [view.box.kinds[face.kind or 0].fronts[face.front or 0] for face in hand.inside] == ["QH"]
    assert people.actions == 4
    log_lines = [line.words for line in scene.table.log.lines]
    assert any("Ann looks" in line for line in log_lines)
    assert any("Ann shuffles" in line for line in log_lines)


def test_slip_of_another_is_undone_in_one_action_and_their_name_is_logged(app: App) -> None:
    people, scene = open_table(app)
    people.key(pygame.K_2)
    people.move("draw", "discard")
    people.key(pygame.K_1)
    people.actions = 0
    people.key(pygame.K_u)
    people.wait_until_idle()
    assert last_action(scene) == Undo(0, 1)
    assert people.count("discard") == 0
    assert any("Ann" in line.words and "Bo" in line.words for line in scene.table.log.lines)
    assert people.actions == 1


def test_small_card_is_read_in_one_action(app: App) -> None:
    people, scene = open_table(app)
    people.move("draw", "discard")
    post_mouse(app, MOVE, people.screen_point("discard"))
    people.actions = 0
    people.key(pygame.K_z)
    assert scene.desk.is_reading
    assert people.actions == 1


def test_crokinole_shot_takes_two_actions(app: App) -> None:
    people, scene = open_table(app, "crokinole")
    start = (440.0, 97.6)
    people.move("white discs", start)
    (x, y), (left, top) = people.table_point(*start), people.table_point(400.0, 400.0)
    people.drag((x, y), (x - (left - x) * 0.25, y - (top - y) * 0.25), then=lambda: run_frames(app, 12))
    assert isinstance(last_action(scene), actions.Flick)
    assert people.actions == 2


def test_two_people_drag_at_once_and_the_log_names_both(app: App) -> None:
    people, scene = open_table(app, "draughts")
    men = people.find_by_front("a white man")[0], people.find_by_front("a black man")[0]
    for seat, man in enumerate(men):
        people.move(man, f"taken {seat}")
    people.key(pygame.K_1)
    start = [people.screen_point(piece) for piece in (people.find_pieces(lambda piece: piece.holder == "taken 0")[0],)]
    start.append(people.screen_point(people.find_pieces(lambda piece: piece.holder == "taken 1")[0]))
    end = [people.table_point(195.0, 275.0), people.table_point(445.0, 325.0)]
    for kind, points in ((pygame.FINGERDOWN, start), (pygame.FINGERMOTION, end), (pygame.FINGERUP, end)):
        for finger_id in (0, 1):
            post_finger(app, kind, finger_id, points[finger_id])
    people.wait_until_idle()
    assert [line.words.partition(" ")[0] for line in scene.table.log.lines[-2:]] == ["Ann", "Bo"]
    assert people.top_piece_at((195.0, 275.0)) is not None
    assert people.top_piece_at((445.0, 325.0)) is not None


# No single action reveals an unknown card of a deck.

KEYS = [*range(pygame.K_a, pygame.K_z + 1), *range(pygame.K_0, pygame.K_9 + 1), pygame.K_RETURN, pygame.K_TAB]
KEYS += [pygame.K_END, pygame.K_LEFT, pygame.K_UP, pygame.K_PAGEDOWN, pygame.K_DELETE, pygame.K_BACKSPACE]


def visible_fronts(people: People) -> set[str]:
    """Return every front that everybody sees, as kind and front."""
    view = people.state.view(None)
    faces = [placed.face for placed in view.pieces] + [placed.top for placed in view.stacks]
    faces += [holder.top for holder in view.holders if holder.top is not None]
    return {f"{face.kind} {face.front}" for face in faces if face.side >= 0 and face.front is not None}


def single_actions(people: People) -> list[tuple[str, object]]:
    """Return every single action that is possible now, as its manner and its target."""
    keys = [piece.key for piece in people.scene.desk.pieces]
    result: list[tuple[str, object]] = [("key", code) for code in KEYS]
    result += [
        ("button", node.box) for node in people.find_controls("") if node.role == "button" and "Esc" not in node.name
    ]
    for key in keys:
        result += [(how, key) for how in ("click", "double", "right", "rim", *(["over"] if key == keys[0] else []))]
        result += [("drag", (key, to)) for to in (*keys, "strip", "away", "panel") if to != key]
        result += [("held", (key, to)) for to in (*keys, "strip", "away") if to != key]
    return result


def perform(people: People, how: str, target: object) -> None:
    """Do one of the single actions."""
    scene = people.scene
    if how == "key":
        assert isinstance(target, int)
        people.key(target)
    elif how == "button":
        assert isinstance(target, tuple)
        people.click((target[0] + target[2] / 2, target[1] + target[3] / 2))
    elif how in ("click", "double", "right", "over", "rim"):
        assert isinstance(target, (int, str))
        position = people.screen_point(target)
        if how == "rim":
            half = 63 / 2 * scene.desk.camera.scale
            people.drag((position[0] - half + 2, position[1]), people.table_point(520.0, 330.0))
        elif how == "over":
            post_mouse(people.app, MOVE, position)
            people.key(pygame.K_f)
        elif how == "right":
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                post_mouse(people.app, kind, position, 3)
        else:
            for _ in range(2 if how == "double" else 1):
                people.click(position)
    else:
        assert isinstance(target, tuple)
        ends = {"strip": scene.desk.strip.box.center, "away": people.table_point(520.0, 330.0)}
        ends |= {"panel": scene.table.panels[1].rect.center}
        end = ends[target[1]] if target[1] in ends else people.screen_point(target[1])
        people.drag(people.screen_point(target[0]), end, held=HELD if how == "held" else 0)


def find_revealing_actions(app: App, chosen: str) -> list[str]:
    """Return the single actions that turn up a card that nobody knew.

    Before each of them, `chosen` is chosen: a deck, a pile, or nothing.
    """
    app.settings.speed = "off"
    people, scene = open_table(app)
    actions, revealing = single_actions_with(people, chosen), []
    assert len(actions) > 70
    for how, target in actions:
        app.home()
        people, scene = open_table(app)
        prepare(people, scene, chosen)
        previous_fronts = visible_fronts(people)
        perform(people, how, target)
        run_frames(app, 3)
        if isinstance(app.scene, type(scene.table)) and visible_fronts(people) - previous_fronts:
            revealing.append(f"{how} {target}")
    return revealing


def prepare(people: People, scene: OpenTableBoard, chosen: str) -> None:
    """Lay a loose pile of two and choose `chosen`.

    The table has a deck with backs and an empty discard pile besides.
    """
    assert scene.controller.act(actions.Move(0, of="jokers", n=2, to=(80.0, 330.0)))
    people.wait_until_idle()
    if chosen:
        key = "draw" if chosen == "draw" else next(piece.key for piece in scene.desk.pieces if piece.holder is None)
        people.click(people.screen_point(key))


def single_actions_with(people: People, chosen: str) -> list[tuple[str, object]]:
    prepare(people, people.scene, chosen)
    return single_actions(people)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("chosen", ["", "draw", "pile"])
def test_no_single_action_reveals_an_unknown_card_of_a_deck(app: App, chosen: str) -> None:
    """A drag onto a pile that the box keeps face up is the exception.

    It is the usual way to turn the card up.
    """
    assert find_revealing_actions(app, chosen) == []


def test_two_actions_reveal_a_card_after_a_question(app: App) -> None:
    people, scene = open_table(app)
    previous_fronts = visible_fronts(people)
    post_mouse(app, MOVE, people.screen_point("draw"))
    people.key(pygame.K_f)
    assert scene.desk.question == "flip"
    assert visible_fronts(people) == previous_fronts
    people.press("Turn the pile over anyway")
    assert len(visible_fronts(people) - previous_fronts) == 1
