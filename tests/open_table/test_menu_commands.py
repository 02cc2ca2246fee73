"""What people do at the open table beyond carrying: writing, the box, showing, searching, the turn marker."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from grenade_salad.app.games.open_table.board import OpenTableScene
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
from tests.app.conftest import click, frames, key, mouse, pad, post, write
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import (
    DOWN,
    UP,
    at,
    card,
    drag,
    last,
    last_as,
    lay,
    lying,
    press,
    rest,
    settle_key,
    state,
)
from tools.tables import on_top

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
    counters=tuple(Counter(f"counter{at}") for at in range(9)),
    notes=boxes.CARDS.notes,
    layout=(
        Lay("board", at=((450.0, 300.0),), locked=True),
        Lay("sheet", n=2, at=((100.0, 300.0), (200.0, 300.0))),
        Lay("sheet", n=1, into="hand 0"),
        Lay("queen", n=1, into="hand 0"),
    ),
)


def words(scene: OpenTableScene) -> list[str]:
    return [str(getattr(button, "words", "")) for button in scene.panel.buttons]


def verb(app: App, scene: OpenTableScene, begins: str) -> None:
    """Press the button of the panel that begins so; the others are a "More…" away."""
    for _ in range(3):
        found = [one for one in scene.panel.buttons if str(getattr(one, "words", "")).startswith(begins)]
        if found:
            click(app, found[0].rect.center)
            return
        click(app, next(one for one in scene.panel.buttons if str(getattr(one, "words", "")) == "More…").rect.center)
    raise AssertionError(f"no {begins} in {words(scene)}")


def log(scene: OpenTableScene) -> str:
    return str(scene.table.log.lines[-1].words)


def test_cards_boards_and_notes_are_written_on(app: App) -> None:
    scene = lay(app, BLANK)
    sheet = next(one.key for one in scene.desk.things if one.shape == "card")
    click(app, lying(scene, sheet))
    verb(app, scene, "Write…")
    write(app, "Draw two")
    key(app, pygame.K_RETURN)
    assert last(scene) == actions.Set(0, "text", sheet, "Draw two")
    click(app, at(scene, 450, 300))
    assert not scene.desk.chosen
    click(app, at(scene, 450, 300))
    assert scene.desk.chosen == [1], "where nothing else is or was chosen, a click chooses the board"
    key(app, pygame.K_w)
    write(app, "Harbour")
    key(app, pygame.K_RETURN)
    assert last(scene) == actions.Set(0, "text", 1, "Harbour")
    settle_key(app, pygame.K_l)
    assert not scene.desk.things[0].locked
    drag(app, at(scene, 450, 300), at(scene, 400, 250))
    board = state(scene).view(None).piece(1)
    assert board is not None
    assert (board.x, board.y) == pytest.approx((400, 250), abs=2)
    names = []
    for _ in range(20):
        names += [name for kind, name, _ in scene.panel.marks if kind == "note"]
        if names:
            break
        click(app, scene.panel.buttons[-1].rect.center)
    button = next(one for one in scene.panel.buttons if "Write on" in str(one.label))
    click(app, button.rect.center)
    assert isinstance(app.scene, WritingScene)
    write(app, "Best of three")
    key(app, pygame.K_RETURN)
    assert last(scene) == actions.Set(0, "note", "note", "Best of three")


def test_what_is_written_in_the_hand_nobody_else_reads(app: App) -> None:
    scene = lay(app, BLANK)
    press(app, pygame.K_SPACE)
    key(app, pygame.K_RIGHT, pygame.K_w)
    press(app, pygame.K_SPACE, down=False)
    assert isinstance(app.scene, WritingScene)
    assert scene.desk.strip_open, "it stays open while one writes"
    assert scene.desk.strip.box.contains(app.scene.entry.rect)
    write(app, "Lose a turn")
    assert app.scene.entry.heard().value == ""
    settle_key(app, pygame.K_RETURN)
    assert last(scene) == actions.Set(0, "text", "hand 0", "Lose a turn", at=0)
    assert log(scene) == "Ann writes on a piece"
    assert not scene.desk.strip_open
    own, other = state(scene).view(0).holder("hand 0"), state(scene).view(1).holder("hand 0")
    assert own is not None
    assert isinstance(own.inside, tuple)
    assert [face.text for face in own.inside] == ["Lose a turn", None]
    assert other is not None
    assert other.inside == 2
    # one that is not blank says so in the strip alone
    press(app, pygame.K_SPACE)
    key(app, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_w)
    press(app, pygame.K_SPACE, down=False)
    assert isinstance(app.scene, WritingScene)
    assert not app.scene.entry.visible
    key(app, pygame.K_RETURN)
    assert app.scene is scene.table
    assert len(scene.table.match.entries) == 1


def test_a_counter_pressed_again_and_again_is_one_line_of_the_log(app: App) -> None:
    """Only the last is shown and heard, until something else happens; the record has them all."""
    scene = lay(app, boxes.CARDS)

    def shown() -> list[str]:
        return [part.name for part in scene.table.log.heard().parts]

    for to in (1, 2, 3):
        scene.table.act(actions.Set(0, "counter", "points 0", to))
        rest(app, scene)
    assert shown()[-1] == "Ann sets points to 3"
    assert sum("points" in line for line in shown()) == 1
    scene.table.act(actions.Set(0, "counter", "points 1", 1))
    scene.table.act(actions.Set(0, "counter", "points 0", 4))
    rest(app, scene)
    assert ["points" in line for line in shown()[-3:]] == [True] * 3
    assert len(scene.table.match.entries) >= 5


def test_all_counters_are_reached(app: App) -> None:
    scene = lay(app, BLANK)
    seen: set[str] = set()
    for _ in range(12):
        shown = [name for kind, name, _ in scene.panel.marks if kind == "counter"]
        if shown and shown[0] not in seen:
            plus = [one for one in scene.panel.buttons if str(one.label).endswith("one more")]
            click(app, plus[0].rect.center)
            assert last(scene) == actions.Set(0, "counter", shown[0], 1)
            rest(app, scene)
        seen |= set(shown)
        click(app, next(one for one in scene.panel.buttons if "Other counters" in str(one.label)).rect.center)
    assert seen == {f"counter{at}" for at in range(9)}


def test_out_of_the_box_and_back(app: App) -> None:
    scene = lay(app, BLANK)
    key(app, pygame.K_n)
    supply = on_top(app, SupplyScene)
    assert [(say(tile.name), tile.count) for tile in supply.tiles] == [("a sheet", 3), ("the queen", 1), ("a cube", 3)]
    click(app, supply.tiles[1].on_screen().center)
    frames(app, 2)
    put = last_as(scene, actions.Put)
    assert (put.kind, put.n) == ("queen", 1)
    assert [say(tile.name) for tile in supply.tiles] == ["a sheet", "a cube"], "it stays open"
    click(app, supply.many.rect.move(supply.many.rect.width / 2 - 12, 0).center)
    click(app, supply.tiles[1].on_screen().center)
    frames(app, 2)
    put = last_as(scene, actions.Put)
    assert (put.kind, put.n, put.step) == ("cube", 3, (12.0, 0.0)), "cubes come side by side"
    settle_key(app, pygame.K_ESCAPE)
    queen = next(one.key for one in scene.desk.things if one.kind is not None and one.kind.name == "queen")
    click(app, lying(scene, queen))
    verb(app, scene, "Put into the box")
    assert last(scene) == actions.Remove(0, what=(queen,))


def test_a_hand_is_shown_to_some_and_laid_open(app: App) -> None:
    scene = lay(app, boxes.CARDS, persons=3, seats=3)
    click(app, scene.panel.of_box[0].rect.center)
    rest(app, scene)
    press(app, pygame.K_SPACE)
    key(app, pygame.K_RIGHT, pygame.K_v)
    assert words(scene) == ["Bo", "Cy", "Everybody"]
    verb(app, scene, "Cy")
    press(app, pygame.K_SPACE, down=False)
    rest(app, scene)
    assert last(scene) == actions.Reveal(0, of="hand 0", at=(0,), to=(2,))
    assert state(scene).view(None).looks == (0, 0, 1)
    verb(app, scene, "Lay my hand open")
    rest(app, scene)
    assert last(scene) == actions.Set(0, "open", "hand 0", True)
    seen = scene.desk.view.holder("hand 0")
    assert seen is not None
    assert isinstance(seen.inside, tuple)
    key(app, pygame.K_2)
    assert "Hide my hand" not in words(scene), "only its own"
    key(app, pygame.K_1)
    verb(app, scene, "Hide my hand")
    assert last(scene) == actions.Set(0, "open", "hand 0", False)


def test_a_stack_asks_before_it_shows_an_unknown_card(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    click(app, lying(scene, 1))
    key(app, pygame.K_f)
    assert not scene.table.match.entries[1:], "one action shows no card of a deck that nobody knew"
    verb(app, scene, "Leave it")
    click(app, lying(scene, 1))
    key(app, pygame.K_f, pygame.K_f)
    assert last(scene) == actions.Flip(0, (1,))
    rest(app, scene)
    click(app, lying(scene, 1))
    key(app, pygame.K_f)
    assert len(scene.table.match.entries) == 3, "what lies face up below is asked about no more"


def test_searching_goes_on_and_then_shuffles(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    click(app, lying(scene, 1))
    settle_key(app, pygame.K_v)
    before = state(scene).view(0).looking
    press(app, pygame.K_SPACE)
    for left in (51, 50):
        settle_key(app, pygame.K_RIGHT, pygame.K_t)
        assert words(scene) == ["Shuffle (R)", "Leave it as it is"]
        assert scene.desk.looking(), "the next one can be taken at once"
        assert len(state(scene).view(0).looking) == left
    assert state(scene).view(0).looking == before[2:]
    hand = state(scene).view(0).holder("hand 0")
    assert hand is not None
    assert hand.inside == before[:2], "it is the card that was chosen"
    key(app, pygame.K_RETURN)
    press(app, pygame.K_SPACE, down=False)
    rest(app, scene)
    assert last(scene) == actions.Shuffle(0, 1)
    assert not scene.desk.looking()


def test_the_turn_is_given_to_anybody(app: App) -> None:
    scene = lay(app, boxes.CARDS, persons=2, seats=3)
    press(app, pygame.K_SPACE)
    verb(app, scene, "Give the turn to…")
    assert words(scene) == ["Bo", "Cy", "Ann"]
    verb(app, scene, "Cy")
    frames(app, 3)
    assert last(scene) == actions.Set(0, "turn", to=2)
    assert not scene.desk.strip_open, "the turn passed, and nobody of this screen has it"
    press(app, pygame.K_SPACE, down=False)
    verb(app, scene, "Give the turn to…")
    verb(app, scene, "Nobody's")
    assert last(scene) == actions.Set(0, "turn", to=-1)


def test_the_pad_plays_a_card_and_carries(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    click(app, scene.panel.of_box[0].rect.center)
    rest(app, scene)
    hold = pygame.CONTROLLER_BUTTON_Y
    post(app, pygame.CONTROLLERBUTTONDOWN, button=hold, instance_id=0)
    assert scene.desk.strip_open
    pad(app, pygame.CONTROLLER_BUTTON_DPAD_RIGHT, pygame.CONTROLLER_BUTTON_X, pygame.CONTROLLER_BUTTON_A)
    pygame.event.post(pygame.event.Event(pygame.CONTROLLERBUTTONUP, button=hold, instance_id=0))
    rest(app, scene)
    move = last_as(scene, actions.Move)
    assert (move.of, move.at, move.face) == ("hand 0", (0,), "down")
    assert not scene.desk.strip_open
    [piece] = state(scene).view(None).pieces
    click(app, lying(scene, piece.number))
    verb(app, scene, "Move…")
    pad(app, *[pygame.CONTROLLER_BUTTON_DPAD_RIGHT] * 12, pygame.CONTROLLER_BUTTON_A)
    rest(app, scene)
    assert state(scene).view(None).pieces[0].x > piece.x + 60


def test_unplugged_pad_leaves_no_hand_open(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    click(app, scene.panel.of_box[0].rect.center)
    rest(app, scene)
    post(app, pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_Y, instance_id=4)
    post(app, pygame.JOYDEVICEREMOVED, instance_id=3)
    assert scene.desk.strip_open, "it is another pad"
    post(app, pygame.JOYDEVICEREMOVED, instance_id=4)
    assert not scene.desk.strip_open


def test_keys_of_the_table_can_be_changed(app: App) -> None:
    app.settings.keys = {"flip": pygame.K_j, "lock": pygame.K_k}
    app.save_settings()
    scene = lay(app, replace(boxes.CARDS, layout=(Lay("cards", n=1, fronts=(0,), at=((300.0, 300.0),)),)))
    click(app, lying(scene, 1))
    assert "Turn over (J)" in words(scene)
    key(app, pygame.K_f)
    assert not scene.table.match.entries
    key(app, pygame.K_j)
    assert last(scene) == actions.Flip(0, (1,))


def test_a_card_of_the_hand_under_a_right_click_is_put_into_the_box(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    click(app, scene.panel.of_box[0].rect.center)
    rest(app, scene)
    press(app, pygame.K_SPACE)
    mouse(app, DOWN, card(scene, 1))
    mouse(app, UP, card(scene, 1))
    verb(app, scene, "Put into the box")
    press(app, pygame.K_SPACE, down=False)
    assert last(scene) == actions.Remove(0, of="hand 0", at=(1,))


def test_cards_of_the_hand_are_played_by_button_where_nothing_lies(app: App) -> None:
    scene = lay(app, bundled.opened("cards").setup.box)
    scene.table.act(actions.Deal(0, "draw", 5))
    rest(app, scene)
    for begins in ("Play face down", "Play face up", "Play face down"):
        click(app, card(scene, 0))
        rest(app, scene)
        verb(app, scene, begins)
        rest(app, scene)
        played = last_as(scene, actions.Move)
        assert played.face == begins.rpartition(" ")[2]
    assert sum(one.face.front is None for one in scene.desk.things if one.holder is None and not one.stack) == 2
    boxes_of = [
        Rect(one.at[0] - one.size[0] / 2, one.at[1] - one.size[1] / 2, *one.size)
        for one in scene.desk.things
        if one.holder is None
    ]
    places = [Rect(*area.box) for area in scene.desk.areas]
    for one, played_box in enumerate(boxes_of):
        assert played_box.collidelist([*boxes_of[:one], *boxes_of[one + 1 :], *places]) < 0


def test_two_chosen_stacks_are_shuffled_together_and_undone_as_one(app: App) -> None:
    scene = lay(app, boxes.CARDS)
    for _ in range(4):
        scene.table.act(actions.Move(0, of=1, to="discard"))
        rest(app, scene)
    scene.table.act(actions.Move(0, of=1, n=5, to=(700.0, 450.0)))
    rest(app, scene)
    loose = next(one.key for one in scene.desk.things if one.count == 5)
    before = scene.desk.view.lines
    for chosen in ([1, loose], [1, "discard"]):
        lines = len(scene.table.match.entries)
        scene.desk.choose(list(chosen))
        settle_key(app, pygame.K_r)
        shuffles = [entry for entry in scene.table.match.entries[lines:] if isinstance(entry, actions.Shuffle)]
        assert [entry.what for entry in shuffles] == chosen
        assert [entry.goes_on for entry in shuffles] == [False, True]
        rest(app, scene)
        settle_key(app, pygame.K_u)
        assert last_as(scene, Undo).to == before
        rest(app, scene)
