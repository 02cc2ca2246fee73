"""So many of a pile, below it, and between two of a hand or a row: by mouse, finger, keys, pad and reader."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.games.open_table.hand_strip import card_boxes
from grenade_salad.app.ui.inputs import Asked, Point
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.games.open_table import actions, boxes
from grenade_salad.games.open_table.box import Holder
from grenade_salad.text import say
from tests.app.conftest import app as app
from tests.app.conftest import click, frames, key, mouse, pad
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import (
    DOWN,
    UP,
    at,
    card,
    drag,
    finger,
    last,
    last_as,
    lay,
    lying,
    press,
    rest,
    settle_key,
    state,
)
from tests.open_table.people import HELD

ROW = Holder("row", lays="row", title="row", areas=((60.0, 300.0, 480.0, 100.0),), face="up")
"""Where cards lie side by side for all to see."""
CARDS = replace(boxes.CARDS, holders=(*boxes.CARDS.holders, ROW))


def cards(app: App, seats: int = 2) -> OpenTableScene:
    return lay(app, bundled.opened("cards").box, persons=seats, seats=seats)


def words(scene: OpenTableScene) -> list[str]:
    return [say(button.words) for button in scene.panel.buttons]


def verb(app: App, scene: OpenTableScene, begins: str) -> None:
    """Press the button of the panel that begins so; the others are a "More…" away."""
    for _ in range(4):
        found = [one for one in scene.panel.buttons if say(one.words).startswith(begins)]
        if found:
            click(app, found[0].rect.center)
            return
        click(app, next(one for one in scene.panel.buttons if say(one.words) == "More…").rect.center)
    raise AssertionError(f"no {begins} in {words(scene)}")


def log(scene: OpenTableScene) -> str:
    return str(scene.table.log.lines[-1].words)


def tap(app: App, where: Point) -> None:
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
        finger(app, kind, 1, where)


def count(scene: OpenTableScene, holder: str) -> int:
    seen = scene.desk.view.holder(holder)
    assert seen is not None
    return seen.count


def order(scene: OpenTableScene, holder: str, seat: int | None = 0) -> list[int | None]:
    """The fronts there from the left, for who may know them."""
    seen = state(scene).view(seat).holder(holder)
    assert seen is not None
    if seen.pieces:
        found = [state(scene).view(seat).piece(number) for number in seen.pieces]
        return [None if one is None else one.face.front for one in found]
    assert isinstance(seen.inside, tuple)
    return [face.front for face in seen.inside]


# so many


def test_by_mouse_so_many_of_a_pile_go_where_one_clicks(app: App) -> None:
    scene = cards(app)
    click(app, lying(scene, "draw"))
    assert len(words(scene)) <= 6
    verb(app, scene, "Take how many…")
    assert words(scene) == ["1", "2", "3", "4", "5", "6", "7", "10", "13", "All (52)", "From the bottom"]
    verb(app, scene, "7")
    assert len(words(scene)) <= 6
    click(app, at(scene, 300, 90))
    rest(app, scene)
    move = last_as(scene, actions.Move)
    assert (move.of, move.n, move.end) == ("draw", 7, "top")
    assert scene.desk.view.stacks[-1].count == 7
    assert log(scene) == "Ann moves 7 cards from the draw pile to the table"


def test_what_was_picked_up_is_dragged_on_or_put_back(app: App) -> None:
    scene = cards(app)
    for back in ("right", "esc", "button"):
        click(app, lying(scene, "draw"))
        key(app, pygame.K_c, pygame.K_9, pygame.K_RETURN)
        assert scene.desk.in_the_air is not None
        if back == "right":
            for kind in (DOWN, UP):
                mouse(app, kind, at(scene, 300, 90), 3)
        elif back == "esc":
            key(app, pygame.K_ESCAPE)
        else:
            verb(app, scene, "Put it back")
        assert scene.desk.in_the_air is None
        assert not scene.desk.hands, "nothing is held any more"
        assert not scene.table.match.entries[1:]
    click(app, lying(scene, "draw"))
    key(app, pygame.K_c, pygame.K_9, pygame.K_RETURN)
    drag(app, lying(scene, "draw"), at(scene, 300, 90))
    assert scene.desk.view.stacks[-1].count == 9


def test_by_finger_so_many_go_to_a_hand(app: App) -> None:
    scene = cards(app)
    tap(app, lying(scene, "draw"))
    for begins in ("More…", "Take how many…", "3"):
        tap(app, next(one.rect.center for one in scene.panel.buttons if say(one.words).startswith(begins)))
    tap(app, scene.desk.strip.box.center)
    rest(app, scene)
    assert last(scene) == actions.Move(0, of="draw", n=3, to="hand 0")
    click(app, lying(scene, "draw"))
    key(app, pygame.K_c, pygame.K_2, pygame.K_RETURN)
    click(app, scene.table.panels[1].rect.center)
    rest(app, scene)
    assert last(scene) == actions.Move(0, of="draw", n=2, to="hand 1"), "the panel of somebody is their hand"
    assert scene.desk.seat == 0


def test_by_keys_a_number_of_two_digits_and_enter(app: App) -> None:
    scene = cards(app)
    click(app, lying(scene, "draw"))
    key(app, pygame.K_c, pygame.K_1, pygame.K_3, pygame.K_BACKSPACE, pygame.K_KP2)
    assert words(scene) == ["Take 12", "Another number"]
    assert not scene.table.match.entries[1:], "a digit takes nothing yet"
    key(app, pygame.K_RETURN)
    assert "To my hand (T)" in words(scene)
    settle_key(app, pygame.K_t)
    assert last(scene) == actions.Move(0, of="draw", n=12, to="hand 0")
    assert log(scene) == "Ann moves 12 cards from the draw pile to Ann's hand"


def test_the_pad_takes_so_many_and_lays_them_down(app: App) -> None:
    scene = cards(app)
    click(app, lying(scene, "draw"))
    key(app, pygame.K_c)
    pad(app, *[pygame.CONTROLLER_BUTTON_RIGHTSHOULDER] * 4, pygame.CONTROLLER_BUTTON_A)
    assert scene.desk.in_the_air is not None
    assert scene.desk.in_the_air.n == 5
    pad(app, *[pygame.CONTROLLER_BUTTON_DPAD_UP] * 12)
    assert scene.desk.in_the_air.at[1] < lying(scene, "draw")[1] - 80
    pad(app, pygame.CONTROLLER_BUTTON_A)
    rest(app, scene)
    assert scene.desk.view.stacks[-1].count == 5
    click(app, lying(scene, "draw"))
    key(app, pygame.K_c)
    pad(app, pygame.CONTROLLER_BUTTON_A)
    pad(app, *[pygame.CONTROLLER_BUTTON_RIGHTSHOULDER] * 2, pygame.CONTROLLER_BUTTON_A)
    rest(app, scene)
    assert last(scene) == actions.Move(0, of="draw", n=1, to="hand 0"), "A presses the button that has the focus"


def test_a_reader_takes_and_looks_at_so_many(app: App) -> None:
    scene = cards(app)
    scene.desk.choose(["draw"])
    scene._follow()

    def use(begins: str) -> None:
        found = next(one for one in scene.panel.buttons if one.heard().name.startswith(begins))
        assert "press" in found.heard().acts
        app.scene.handle(Asked(found.number, "press"))
        frames(app, 2)

    for begins in ("More…", "Look at how many…", "5"):
        use(begins)
    rest(app, scene)
    assert last(scene) == actions.Look(0, of="draw", n=5)
    scene.desk.choose(["draw"])
    scene._follow()
    for begins in ("More…", "Take how many…", "2", "Put it under", "Lay it down"):
        use(begins)
    rest(app, scene)
    assert last(scene) == actions.Move(0, of="draw", n=2, to="draw", under=True)


def test_so_many_are_looked_at_and_one_is_taken_out_of_them(app: App) -> None:
    scene = cards(app)
    click(app, lying(scene, "draw"))
    settle_key(app, pygame.K_o, pygame.K_4, pygame.K_RETURN)
    assert last(scene) == actions.Look(0, of="draw", n=4)
    assert state(scene).view(1).looks == (4, 0)
    seen = state(scene).view(0).looking
    press(app, pygame.K_SPACE)
    assert len(card_boxes(scene.desk)) == 4
    click(app, card(scene, 1))
    verb(app, scene, "Take to my hand")
    press(app, pygame.K_SPACE, down=False)
    rest(app, scene)
    assert last(scene) == actions.Move(0, of="draw", at=(2,), to="hand 0")
    assert order(scene, "hand 0") == [seen[1].front]


def test_so_many_come_out_of_a_bag_side_by_side(app: App) -> None:
    scene = lay(app, bundled.opened("dominoes").box)
    click(app, lying(scene, "boneyard"))
    assert "Look at how many… (O)" not in words(scene), "nobody looks into a bag"
    key(app, pygame.K_c, pygame.K_4, pygame.K_RETURN)
    click(app, at(scene, 320, 200))
    rest(app, scene)
    move = last_as(scene, actions.Move)
    assert (move.of, move.n) == ("boneyard", 4)
    loose = [one for one in scene.desk.things if one.holder is None]
    assert len(loose) == 4
    lefts = sorted(one.at[0] for one in loose)
    assert all(right - left > loose[0].size[0] for left, right in pairwise(lefts))


def test_from_the_bottom(app: App) -> None:
    scene = cards(app)
    view = state(scene).full_view().holder("draw")
    assert view is not None
    assert isinstance(view.inside, tuple)
    lowest = [face.front for face in view.inside[:2]]
    click(app, lying(scene, "draw"))
    key(app, pygame.K_c)
    verb(app, scene, "From the bottom")
    settle_key(app, pygame.K_2, pygame.K_RETURN, pygame.K_t)
    assert last(scene) == actions.Move(0, of="draw", n=2, end="bottom", to="hand 0")
    assert log(scene) == "Ann moves 2 cards from the bottom of the draw pile to Ann's hand"
    assert order(scene, "hand 0") == lowest
    click(app, lying(scene, "draw"))
    key(app, pygame.K_o)
    verb(app, scene, "From the bottom")
    verb(app, scene, "3")
    rest(app, scene)
    assert last(scene) == actions.Look(0, of="draw", n=3, end="bottom")
    assert log(scene) == "Ann looks at 3 cards (the bottom of the draw pile)"


def test_a_deal_waits_only_where_a_longer_number_is_possible(app: App) -> None:
    scene = cards(app)
    click(app, lying(scene, "draw"))
    key(app, pygame.K_d, pygame.K_1)
    assert not scene.table.match.entries[1:]
    settle_key(app, pygame.K_1)
    assert last(scene) == actions.Deal(0, "draw", 11)
    click(app, lying(scene, "draw"))
    settle_key(app, pygame.K_d, pygame.K_1, pygame.K_RETURN)
    assert last(scene) == actions.Deal(0, "draw", 1)
    click(app, lying(scene, "draw"))
    settle_key(app, pygame.K_d, pygame.K_3)
    assert last(scene) == actions.Deal(0, "draw", 3)


# under


def test_the_top_card_goes_under_its_own_pile(app: App) -> None:
    """Of a pile in a place, and of one that lies by itself."""
    scene = cards(app)
    click(app, lying(scene, "draw"))
    settle_key(app, pygame.K_m, pygame.K_m, pygame.K_RETURN)
    assert last(scene) == actions.Move(0, of="draw", to="draw", under=True)
    assert log(scene) == "Ann moves a card from the draw pile to the bottom of the draw pile"
    scene = lay(app, boxes.CARDS)
    before = state(scene).full_view().stacks[0]
    click(app, lying(scene, 1))
    key(app, pygame.K_m, pygame.K_m)
    frames(app)
    settle_key(app, pygame.K_RETURN)
    assert last(scene) == actions.Move(0, of=1, to=1, under=True)
    after = state(scene).full_view().stacks[0]
    assert isinstance(after.inside, tuple)
    assert isinstance(before.inside, tuple)
    assert after.inside == (before.top, *before.inside[:-1])
    assert after.top == before.inside[-1]
    assert after.number == before.number
    assert state(scene).view(None).stacks[0].inside == 51, "nobody learns anything"


def test_under_is_said_by_a_button_and_the_place_is_tapped(app: App) -> None:
    scene = cards(app)
    scene.table.act(actions.Move(0, of="draw", to=(100.0, 90.0), face="up"))
    rest(app, scene)
    [loose] = [one for one in scene.desk.things if one.holder is None]
    tap(app, lying(scene, loose.key))
    verb(app, scene, "Move…")
    for begins in ("Put it under", "Put it on top", "Put it under"):
        tap(app, next(one.rect.center for one in scene.panel.buttons if say(one.words).startswith(begins)))
    tap(app, lying(scene, "draw"))
    rest(app, scene)
    assert isinstance(loose.key, int)
    assert last(scene) == actions.Move(0, what=(loose.key,), to="draw", under=True)
    assert log(scene).endswith(" to the bottom of the draw pile")
    assert log(scene).startswith("Ann moves the ")


def test_what_goes_under_is_told_only_to_those_who_may(app: App) -> None:
    """A card that only Ann knows; the log of all says that something went under, and no more."""
    told = []
    for seed in (3, 4):
        scene = lay(app, bundled.opened("cards").box, seed=seed)
        scene.table.act(actions.Deal(0, "draw", 3))
        rest(app, scene)
        scene.table.act(actions.Move(0, of="hand 0", at=(1,), to="draw", under=True))
        rest(app, scene)
        told.append([str(line.words) for line in scene.table.log.lines])
    assert told[0] == told[1]
    assert told[0][-1] == "Ann moves a card from Ann's hand to the bottom of the draw pile"


def test_the_key_that_is_said_is_the_one_that_was_chosen(app: App) -> None:
    app.settings.keys = {"carry": pygame.K_j, "flip": pygame.K_k}
    app.save_settings()
    scene = cards(app)
    shown: list[str] = []
    with pytest.MonkeyPatch.context() as patched:
        from grenade_salad.app.games.open_table import render

        draws = render.Canvas.text

        def text(self: render.Canvas, words: object, *args: object, **how: object) -> object:
            shown.append(say(words))  # type: ignore[arg-type]
            return draws(self, words, *args, **how)  # type: ignore[arg-type]

        patched.setattr(render.Canvas, "text", text)
        click(app, lying(scene, "draw"))
        key(app, pygame.K_j)
        frames(app, 2)
        assert "goes on top (J: under)" in shown
        key(app, pygame.K_j)
        frames(app, 2)
        assert "goes under" in shown
        key(app, pygame.K_ESCAPE)
        scene.table.act(actions.Deal(0, "draw", 2))
        rest(app, scene)
        press(app, pygame.K_SPACE)
        key(app, pygame.K_RIGHT, pygame.K_j, *[pygame.K_UP] * 16)
        frames(app, 2)
        press(app, pygame.K_SPACE, down=False)
    assert "lands face up (K)" in shown


# between two


def test_a_card_of_the_hand_is_dragged_between_two_others(app: App) -> None:
    scene = cards(app)
    scene.table.act(actions.Deal(0, "draw", 5))
    rest(app, scene)
    before = order(scene, "hand 0")
    press(app, pygame.K_SPACE)
    drag(app, card(scene, 0), (card(scene, 2)[0] + 40, card(scene, 2)[1]))
    assert order(scene, "hand 0") == [before[1], before[2], before[0], *before[3:]]
    assert log(scene) == "Ann puts the hand in order"
    lines = len(scene.table.match.entries)
    drag(app, card(scene, 3), (card(scene, 3)[0] + 10, card(scene, 3)[1]))
    assert len(scene.table.match.entries) == lines, "where it was"
    drag(app, card(scene, 4), (card(scene, 0)[0] - 30, card(scene, 0)[1]))
    assert order(scene, "hand 0")[0] == before[4]
    press(app, pygame.K_SPACE, down=False)
    other = state(scene).view(1).holder("hand 0")
    assert other is not None
    assert other.inside == 5, "nobody else learns anything"


def test_by_keys_a_card_goes_from_gap_to_gap_of_the_hand(app: App) -> None:
    scene = cards(app)
    scene.table.act(actions.Deal(0, "draw", 4))
    rest(app, scene)
    before = order(scene, "hand 0")
    press(app, pygame.K_SPACE)
    key(app, pygame.K_RIGHT, pygame.K_m, pygame.K_RIGHT)
    assert say(scene.doing()) == "a card, the hand, place 2"
    key(app, pygame.K_RIGHT, pygame.K_RETURN)
    press(app, pygame.K_SPACE, down=False)
    rest(app, scene)
    assert last(scene) == actions.Move(0, of="hand 0", at=(0,), to="hand 0", place=2, face="up")
    assert order(scene, "hand 0") == [before[1], before[2], before[0], before[3]]


def test_a_card_goes_between_two_of_a_row_that_all_see(app: App) -> None:
    scene = lay(app, CARDS)
    for _ in range(4):
        scene.table.act(actions.Move(0, of=1, to="row"))
        rest(app, scene)
    a, b, c, d = order(scene, "row")
    places = [scene.desk.camera.to_screen(one.at) for one in scene.desk.things if one.holder == "row"]
    drag(app, places[3], ((places[0][0] + places[1][0]) / 2, places[0][1]))
    assert order(scene, "row") == [a, d, b, c]
    pile = next(one for one in scene.desk.things if one.stack)
    top = state(scene).full_view().stacks[0].top.front
    drag(app, lying(scene, pile.key), ((places[2][0] + places[3][0]) / 2, places[0][1]))
    assert order(scene, "row") == [a, d, b, top, c]
    lines = len(scene.table.match.entries)
    drag(app, places[1], (places[1][0] + 8, places[1][1] + 4))
    assert len(scene.table.match.entries) == lines, "where it was"
    drag(app, places[0], at(scene, 535, 350), waits=HELD)
    assert order(scene, "row")[-1] == a
