"""What a newcomer does, counted: each test does so many clicks, keys and drags, and ends at the thing told."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.games.open_table.hand_strip import card_boxes
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes import bundled
from grenade_salad.core import Undo
from grenade_salad.games.open_table import actions
from tests.app.conftest import app as app
from tests.app.conftest import frames, mouse
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import MOVE, card, finger, last, lay
from tests.open_table.people import HELD, People


def sit(app: App, box: str = "cards", seats: int = 2) -> tuple[People, OpenTableScene]:
    """People at a table with a box; nothing is counted yet."""
    app.push(HomeScene(app))
    scene = lay(app, bundled.opened(box).box, persons=seats, seats=seats)
    return People(app), scene


def counts(people: People) -> list[int]:
    """How many each holds, as everybody sees."""
    return [one.count for one in people.view.holders if one.name.startswith("hand")]


def test_deal_five_to_four_with_the_button_in_one(app: App) -> None:
    people, _ = sit(app, seats=4)
    people.press("Deal 5")
    assert counts(people) == [5, 5, 5, 5]
    assert people.actions == 1


def test_deal_five_to_four_without_it_in_three(app: App) -> None:
    people, _ = sit(app, seats=4)
    people.click(people.where("draw"))
    people.key(pygame.K_d)
    people.key(pygame.K_5)
    people.rest()
    assert counts(people) == [5, 5, 5, 5]
    assert people.actions == 3


def test_a_new_round_in_one_and_the_old_one_back_in_one(app: App) -> None:
    people, _ = sit(app)
    people.press("Deal 5")
    people.move("draw", "discard")
    people.move("draw", (100.0, 100.0))
    people.actions = 0
    people.press("New round")
    assert counts(people) == [0, 0]
    assert people.count("draw") == 52
    assert people.actions == 1, "nothing is asked"
    people.key(pygame.K_u)
    people.rest()
    assert counts(people) == [5, 5]
    assert people.count("draw") == 40


def test_the_top_card_and_the_whole_deck_in_one_each(app: App) -> None:
    people, scene = sit(app)
    people.move("draw", (100.0, 100.0))
    assert people.count("draw") == 51
    people.move("draw", (500.0, 100.0), held=HELD)
    assert people.count("draw") == 0
    assert scene.desk.view.stacks[-1].count == 51
    assert people.actions == 2


def test_a_card_is_turned_over_in_one(app: App) -> None:
    """The pointer is over it; the key is for what is there."""
    people, scene = sit(app)
    people.move("draw", (100.0, 100.0))
    people.actions = 0
    mouse(app, MOVE, people.at(100.0, 100.0))
    people.key(pygame.K_f)
    people.rest()
    assert isinstance(last(scene), actions.Flip)
    one = people.on((100.0, 100.0))
    assert one is not None
    assert not one.back
    assert people.actions == 1


def test_a_card_is_played_face_down_from_a_secret_hand_in_three(app: App) -> None:
    people, scene = sit(app)
    people.press("Deal 5")
    people.actions = 0
    people.hold(pygame.K_SPACE)
    people.drag(card(scene, 2), people.at(450.0, 300.0), then=lambda: people.key(pygame.K_f))
    people.let_go(pygame.K_SPACE)
    people.rest()
    one = people.on((450.0, 300.0))
    assert one is not None
    assert one.back
    assert people.actions == 3


def test_the_queen_is_found_taken_and_the_deck_shuffled_in_four(app: App) -> None:
    people, scene = sit(app)
    mouse(app, MOVE, people.where("draw"))
    people.key(pygame.K_v)
    people.rest()
    people.hold(pygame.K_SPACE)
    queen = people.hand().index("QH")
    box = card_boxes(scene.desk)[queen]
    people.drag((box.x + 4, box.centery), scene.desk.table.panels[0].rect.center)
    people.let_go(pygame.K_SPACE)
    people.press("Shuffle")
    assert isinstance(last(scene), actions.Shuffle)
    assert counts(people) == [1, 0]
    view = people.state.view(0)
    [hand] = [one for one in view.holders if one.name == "hand 0"]
    assert isinstance(hand.inside, tuple)
    assert [view.box.kinds[face.kind or 0].fronts[face.front or 0] for face in hand.inside] == ["QH"]
    assert people.actions == 4
    told = [line.words for line in scene.table.log.lines]
    assert any("Ann looks" in line for line in told)
    assert any("Ann shuffles" in line for line in told)


def test_somebody_s_slip_is_undone_in_one_and_whose_it_was_is_told(app: App) -> None:
    people, scene = sit(app)
    people.key(pygame.K_2)
    people.move("draw", "discard")
    people.key(pygame.K_1)
    people.actions = 0
    people.key(pygame.K_u)
    people.rest()
    assert last(scene) == Undo(0, 1)
    assert people.count("discard") == 0
    assert any("Ann" in line.words and "Bo" in line.words for line in scene.table.log.lines)
    assert people.actions == 1


def test_a_small_card_is_read_in_one(app: App) -> None:
    people, scene = sit(app)
    people.move("draw", "discard")
    mouse(app, MOVE, people.where("discard"))
    people.actions = 0
    people.key(pygame.K_z)
    assert scene.desk.reading
    assert people.actions == 1


def test_a_shot_at_crokinole_in_two(app: App) -> None:
    people, scene = sit(app, "crokinole")
    start = (440.0, 97.6)
    people.move("white discs", start)
    (x, y), (left, top) = people.at(*start), people.at(400.0, 400.0)
    people.drag((x, y), (x - (left - x) * 0.25, y - (top - y) * 0.25), then=lambda: frames(app, 12))
    assert isinstance(last(scene), actions.Flick)
    assert people.actions == 2


def test_two_people_drag_at_once_and_both_are_named(app: App) -> None:
    people, scene = sit(app, "draughts")
    men = people.called("a white man")[0], people.called("a black man")[0]
    for seat, man in enumerate(men):
        people.move(man, f"taken {seat}")
    people.key(pygame.K_1)
    start = [people.where(one) for one in (people.things(lambda one: one.holder == "taken 0")[0],)]
    start.append(people.where(people.things(lambda one: one.holder == "taken 1")[0]))
    end = [people.at(195.0, 275.0), people.at(445.0, 325.0)]
    for kind, where in ((pygame.FINGERDOWN, start), (pygame.FINGERMOTION, end), (pygame.FINGERUP, end)):
        for number in (0, 1):
            finger(app, kind, number, where[number])
    people.rest()
    assert [line.words.partition(" ")[0] for line in scene.table.log.lines[-2:]] == ["Ann", "Bo"]
    assert people.on((195.0, 275.0)) is not None
    assert people.on((445.0, 325.0)) is not None


# no single action shows an unknown card of a deck

KEYS = [*range(pygame.K_a, pygame.K_z + 1), *range(pygame.K_0, pygame.K_9 + 1), pygame.K_RETURN, pygame.K_TAB]
KEYS += [pygame.K_END, pygame.K_LEFT, pygame.K_UP, pygame.K_PAGEDOWN, pygame.K_DELETE, pygame.K_BACKSPACE]


def fronts(people: People) -> set[str]:
    """All that everybody sees the front of."""
    view = people.state.view(None)
    faces = [one.face for one in view.pieces] + [one.top for one in view.stacks]
    faces += [one.top for one in view.holders if one.top is not None]
    return {f"{face.kind} {face.front}" for face in faces if face.side >= 0 and face.front is not None}


def singles(people: People) -> list[tuple[str, object]]:
    """All single actions that there are now, by what they are."""
    things = [one.key for one in people.scene.desk.things]
    found: list[tuple[str, object]] = [("key", code) for code in KEYS]
    found += [("button", one.box) for one in people.there("") if one.role == "button" and "Esc" not in one.name]
    for key in things:
        found += [(how, key) for how in ("click", "double", "right", "rim", *(["over"] if key == things[0] else []))]
        found += [("drag", (key, to)) for to in (*things, "strip", "away", "panel") if to != key]
        found += [("held", (key, to)) for to in (*things, "strip", "away") if to != key]
    return found


def do(people: People, how: str, what: object) -> None:
    """One of these."""
    scene = people.scene
    if how == "key":
        assert isinstance(what, int)
        people.key(what)
    elif how == "button":
        assert isinstance(what, tuple)
        people.click((what[0] + what[2] / 2, what[1] + what[3] / 2))
    elif how in ("click", "double", "right", "over", "rim"):
        assert isinstance(what, (int, str))
        at = people.where(what)
        if how == "rim":
            half = 63 / 2 * scene.desk.camera.scale
            people.drag((at[0] - half + 2, at[1]), people.at(520.0, 330.0))
        elif how == "over":
            mouse(people.app, MOVE, at)
            people.key(pygame.K_f)
        elif how == "right":
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                mouse(people.app, kind, at, 3)
        else:
            for _ in range(2 if how == "double" else 1):
                people.click(at)
    else:
        assert isinstance(what, tuple)
        ends = {"strip": scene.desk.strip.box.center, "away": people.at(520.0, 330.0)}
        ends |= {"panel": scene.table.panels[1].rect.center}
        end = ends[what[1]] if what[1] in ends else people.where(what[1])
        people.drag(people.where(what[0]), end, held=HELD if how == "held" else 0)


def shown_by(app: App, chosen: str) -> list[str]:
    """Single actions with a deck chosen before, or nothing, that turn up what nobody knew."""
    app.settings.speed = "off"
    people, scene = sit(app)
    whole, bad = singles_with(people, chosen), []
    assert len(whole) > 70
    for how, what in whole:
        app.home()
        people, scene = sit(app)
        ready(people, scene, chosen)
        before = fronts(people)
        do(people, how, what)
        frames(app, 3)
        if isinstance(app.scene, type(scene.table)) and fronts(people) - before:
            bad.append(f"{how} {what}")
    return bad


def ready(people: People, scene: OpenTableScene, chosen: str) -> None:
    """A deck with backs, a loose pile of two, an empty discard pile; what is to be chosen is."""
    assert scene.table.act(actions.Move(0, of="jokers", n=2, to=(80.0, 330.0)))
    people.rest()
    if chosen:
        key = "draw" if chosen == "draw" else next(one.key for one in scene.desk.things if one.holder is None)
        people.click(people.where(key))


def singles_with(people: People, chosen: str) -> list[tuple[str, object]]:
    ready(people, people.scene, chosen)
    return singles(people)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("chosen", ["", "draw", "pile"])
def test_no_single_action_shows_an_unknown_card_of_a_deck(app: App, chosen: str) -> None:
    """But to drag it onto the pile that the box says is face up, which is how one turns it up."""
    assert shown_by(app, chosen) == []


def test_two_actions_show_one_after_a_question(app: App) -> None:
    people, scene = sit(app)
    before = fronts(people)
    mouse(app, MOVE, people.where("draw"))
    people.key(pygame.K_f)
    assert scene.desk.asking == "flip"
    assert fronts(people) == before
    people.press("Turn the pile over anyway")
    assert len(fronts(people) - before) == 1
