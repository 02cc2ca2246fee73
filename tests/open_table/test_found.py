"""What newcomers stumbled over at the open table, once each, by real events."""

from __future__ import annotations

from math import pi
from typing import Any

import pygame
import pytest

from grenade_salad.app.games.open_table.badges import box_of
from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.games.open_table.drag import landing
from grenade_salad.app.games.open_table.hand_strip import card_boxes
from grenade_salad.app.games.open_table.interaction import Carry
from grenade_salad.app.games.open_table.setup import BoxSetup
from grenade_salad.app.games.open_table.supply import SupplyScene
from grenade_salad.app.games.open_table.writing import WritingScene
from grenade_salad.app.match import start_match
from grenade_salad.app.match.controller import MatchScene
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes import bundled
from grenade_salad.core import Undo
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.buttons import pressed
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.match.match import Controller, Header
from grenade_salad.text import Words, say
from tests.app.conftest import app as app
from tests.app.conftest import click, frames, key, mouse, until, write
from tests.app.conftest import kept_window as kept_window
from tests.open_table.at_table import (
    DOWN,
    MOVE,
    UP,
    at,
    card,
    drag,
    last,
    last_as,
    lay,
    lying,
    press,
    put_under,
    rest,
    settle_key,
)
from tests.open_table.people import HELD
from tests.open_table.playing import act, table_of
from tools.tables import on_top


def cards(app: App, seats: int = 2) -> OpenTableScene:
    return lay(app, bundled.opened("cards").box, persons=seats, seats=seats)


def done(app: App, scene: OpenTableScene, *lines: actions.TableAction | Undo) -> None:
    for line in lines:
        assert scene.table.act(line)
        rest(app, scene)


def struck(scene: OpenTableScene) -> list[str]:
    """The lines of the log that stand no more."""
    return [line.words for line in scene.table.log.lines if line.undone]


def verbs(scene: OpenTableScene) -> list[str]:
    return [say(button.words) for button in scene.panel.buttons]


def test_a_new_round_keeps_points_and_a_new_game_of_backgammon_doubles_anew() -> None:
    state = table_of(bundled.opened("cards").box)
    act(state, actions.Set(0, "counter", "points 1", 7))
    button = next(one for one in state.box.buttons if one.label == "New round")
    [line] = pressed(button, 0, state.view(0))
    [told, *_] = act(state, line)
    assert state.view(0).counters == {"points 0": 0, "points 1": 7}
    assert told.text(("Ann", "Bo")) == "Ann starts a new round; what was counted stays"
    assert actions.Reset(0).to_line() == {"seat": 0, "do": "reset"}
    [told, *_] = act(state, actions.Reset(0))
    assert told.text(("Ann", "Bo")) == "Ann starts a new round; counting begins anew"
    assert state.view(0).counters == {"points 0": 0, "points 1": 0}, "as in records of before"
    [told, *_] = act(state, actions.Reset(0))
    assert told.text(("Ann", "Bo")) == "Ann starts a new round"
    state = table_of(bundled.opened("backgammon").box)
    for name, to in (("points 0", 3), ("doubling", 4)):
        act(state, actions.Set(0, "counter", name, to))
    button = next(one for one in state.box.buttons if one.label == "New game")
    for line in pressed(button, 0, state.view(0)):
        act(state, line)
    assert state.view(0).counters == {"points 0": 3, "points 1": 0, "doubling": 1}


def test_lines_that_were_undone_are_struck_out_until_that_is_undone(app: App) -> None:
    scene = cards(app)
    done(app, scene, actions.Set(0, "note", "note", "a"), actions.Set(0, "note", "note", "b"))
    settle_key(app, pygame.K_u)
    assert struck(scene) == ['Ann writes on note: "b"']
    heard = [part.name for part in scene.table.log.heard().parts]
    assert 'Undone: Ann writes on note: "b"' in heard
    done(app, scene, Undo(1, 3))
    assert scene.desk.view.notes["note"] == "b"
    assert struck(scene) == ["Ann undoes 1 step by Ann"]


def test_whoever_passed_has_the_mouse_again_when_that_is_undone(app: App) -> None:
    scene = cards(app)
    settle_key(app, pygame.K_END)
    assert scene.desk.seat == 1
    settle_key(app, pygame.K_u)
    assert scene.desk.view.turn is None
    assert scene.desk.seat == 0
    assert say(scene.status()) == "Ann has the mouse"


def test_looking_through_is_ended_by_a_button_and_by_esc_and_cards_can_be_read(app: App) -> None:
    scene = cards(app)
    for end in ("button", "esc"):
        click(app, lying(scene, "draw"))
        settle_key(app, pygame.K_v)
        press(app, pygame.K_SPACE)
        boxes = card_boxes(scene.desk)
        assert len(boxes) == 52
        for index, one in enumerate(boxes[:-1]):
            after = boxes[index + 1]
            assert after.y > one.y or after.x - one.x > one.width * 0.5, "its index is seen"
        assert all(scene.desk.strip.box.contains(one) for one in boxes)
        assert not any(scene.desk.strip.box.colliderect(panel.rect) for panel in scene.table.panels)
        press(app, pygame.K_SPACE, down=False)
        assert verbs(scene)[0] == "Stop looking (V)"
        if end == "button":
            click(app, scene.panel.buttons[0].rect.center)
        else:
            key(app, pygame.K_ESCAPE)
        frames(app, 2)
        assert not scene.desk.looking()
        assert scene.desk.chosen == ["draw"]


def test_the_number_of_a_pile_says_what_it_is_for_and_takes_all(app: App) -> None:
    scene = cards(app)
    pile = scene.desk.thing("draw")
    assert pile is not None
    badge = box_of(scene.desk, pile)
    mouse(app, pygame.MOUSEMOTION, badge.center)
    assert scene.desk.over_badge == "draw"
    drag(app, badge.center, (badge.x - 200, badge.y - 90))
    assert scene.desk.view.stacks[-1].count == 52
    assert "Ann moves 52 cards from the draw pile to the table" in [line.words for line in scene.table.log.lines]


def test_the_number_of_a_small_pile_leaves_its_top_stone_to_be_taken(app: App) -> None:
    scene = lay(app, bundled.opened("go").box)
    stones = next(one for one in scene.desk.things if one.stack)
    centre = scene.desk.camera.to_screen(stones.at)
    assert box_of(scene.desk, stones).collidepoint((centre[0] + 5, centre[1] - 5)), "the number lies over it"
    drag(app, (centre[0] + 3, centre[1] - 3), (640, 300))
    assert sorted(one.count for one in scene.desk.things if one.shape == "disc")[:1] == [1]
    assert isinstance(last(scene), actions.Move)
    left = scene.desk.thing(stones.key)
    assert left is not None
    assert left.count == stones.count - 1


def test_a_right_click_on_a_card_of_the_hand_shows_what_can_be_done_there(app: App) -> None:
    scene = cards(app)
    done(app, scene, actions.Deal(0, "draw", 5))
    press(app, pygame.K_SPACE)
    for kind in (DOWN, UP):
        mouse(app, kind, card(scene, 2), 3)
    assert scene.desk.card == 2
    assert scene.desk.menu is not None
    assert verbs(scene)[:2] == ["Play face up", "Play face down"]
    press(app, pygame.K_SPACE, down=False)


def test_a_number_is_typed_for_a_counter_and_says_whose_it_is(app: App) -> None:
    scene = cards(app, 4)
    assert [name for kind, name, _ in scene.panel.marks if kind == "counter"] == [f"points {seat}" for seat in range(4)]
    pencil = next(one for one in scene.panel.buttons if say(one.label) == "Bo's points: type a number")
    click(app, pencil.rect.center)
    assert isinstance(app.scene, WritingScene)
    write(app, "25")
    settle_key(app, pygame.K_RETURN)
    assert last(scene) == actions.Set(0, "counter", "points 1", 25)
    for text, points in (("+5", 5), ("many", 5), ("", 5), ("-3", -3)):
        click(app, next(one for one in scene.panel.buttons if "type a number" in say(one.label)).rect.center)
        write(app, text)
        settle_key(app, pygame.K_RETURN)
        assert scene.desk.view.counters["points 0"] == points, "what is no number is refused"


def test_steady_hands_are_for_what_slides(app: App) -> None:
    app.push(HomeScene(app))
    scene = BoxSetup(app)
    for name, slides in (("cards", False), ("go", False), ("backgammon", False), ("crokinole", True), ("carrom", True)):
        scene._took(next(at for at, one in enumerate(scene.shelf.boxes) if one.opened.box == bundled.opened(name).box))
        assert ("steady" not in scene.left_out()) == slides, name


def test_a_man_that_is_put_on_another_takes_it_in_one_and_undo_brings_both_back(app: App) -> None:
    scene = lay(app, bundled.opened("chess").box)
    squares = {name: scene.desk.camera.to_screen(at) for name, at in (("e2", (345, 175)), ("e7", (345, 425)))}
    before = scene.desk.view
    drag(app, squares["e2"], squares["e7"])
    taken = next(one for one in scene.desk.view.holders if one.name == "taken 0")
    assert taken.count == 1
    assert [one.at for one in scene.desk.things if one.at == (345.0, 425.0)] == [(345.0, 425.0)], "one man on a square"
    told = [line.words for line in scene.table.log.lines]
    assert told[-2:] == [
        "Ann moves the black pawn from e7 to Ann's captures",
        "Ann moves the white pawn from e2 to e7",
    ]
    settle_key(app, pygame.K_u)
    assert scene.desk.view.pieces == before.pieces
    assert scene.table.log.lines[-1].words == "Ann undoes 1 step by Ann"


def test_a_man_that_is_borne_off_goes_to_a_place_that_the_log_can_name(app: App) -> None:
    scene = lay(app, bundled.opened("backgammon").box)
    man = next(one for one in scene.desk.things if one.kind is not None and one.kind.name == "white")
    to = scene.desk.camera.to_screen((635, 90))
    drag(app, scene.desk.camera.to_screen(man.at), to)
    assert str(scene.table.log.lines[-1].words).endswith(" to Ann's tray for white men")


def test_a_man_put_on_a_single_one_of_the_other_hits_it_in_one_drag(app: App) -> None:
    scene = lay(app, bundled.opened("backgammon").box)
    places = {area.holder.name: scene.desk.camera.to_screen(area.middle) for area in scene.desk.areas}

    def man(place: str) -> tuple[float, float]:
        return scene.desk.camera.to_screen([one.at for one in scene.desk.things if one.holder == place][-1])

    def counts() -> dict[str, int]:
        return {one.name: one.count for one in scene.desk.view.holders if one.name in ("1", "6", "8", "10", "bar")}

    def moved(start: str, to: str) -> None:
        drag(app, man(start), places[to])

    moved("1", "10")
    moved("8", "1")
    assert counts() == {"1": 1, "6": 5, "8": 2, "10": 1, "bar": 1}, "black has left one alone, and it was hit"
    told = [line.words for line in scene.table.log.lines]
    assert told[-2:] == [
        "Ann moves a black man from point 1 to the bar",
        "Ann moves a white man from point 8 to point 1",
    ]
    settle_key(app, pygame.K_u)
    assert counts() == {"1": 1, "6": 5, "8": 3, "10": 1, "bar": 0}, "one step, and undone as one"
    moved("8", "6")
    moved("6", "8")
    assert counts() == {"1": 1, "6": 5, "8": 3, "10": 1, "bar": 0}, "more than one is never hit"
    moved("10", "1")
    assert counts() == {"1": 2, "6": 5, "8": 3, "10": 0, "bar": 0}, "nor one's own"
    moved("1", "bar")
    moved("8", "bar")
    assert counts()["bar"] == 2, "on the bar both stand"


def test_a_card_goes_under_the_draw_pile_and_one_that_is_laid_back_stays(app: App) -> None:
    scene = cards(app)
    pile = lying(scene, "draw")
    lines = len(scene.table.match.entries)
    drag(app, pile, (pile[0] + 24, pile[1] + 8))
    assert len(scene.table.match.entries) == lines, "a slip: it was let go where it lay"
    put_under(app, scene, pile, "draw")
    assert last(scene) == actions.Move(0, of="draw", n=1, to="draw", under=True)
    drag(app, pile, (640, 520))
    [loose] = [one for one in scene.desk.things if one.holder is None and isinstance(one.key, int)]
    put_under(app, scene, lying(scene, loose.key), "draw")
    assert last(scene) == actions.Move(0, what=(int(loose.key),), to="draw", under=True)
    drag(app, pile, (640, 520))
    [loose] = [one for one in scene.desk.things if one.holder is None and isinstance(one.key, int)]
    drag(app, lying(scene, loose.key), pile, waits=6 * HELD)
    assert last(scene) == actions.Move(0, what=(int(loose.key),), to="draw"), "however long it rests there"


def test_by_keys_a_card_goes_on_top_however_long_it_takes_and_under_with_one_more(app: App) -> None:
    scene = cards(app)
    for presses, under in ((1, False), (2, True)):
        done(app, scene, actions.Move(0, of="draw", to=(281.5, 380.0)))
        [loose] = [one for one in scene.desk.things if one.holder is None and isinstance(one.key, int)]
        click(app, lying(scene, loose.key))
        key(app, pygame.K_m)
        for _ in range(40):
            if (to := landing(scene.desk, carried(scene))) is not None and to.to == "draw":
                break
            key(app, pygame.K_DOWN)
        frames(app, HELD)
        for _ in range(presses - 1):
            key(app, pygame.K_m)
        frames(app)
        assert say(scene.doing()) == ("a card, under draw pile" if under else "a card, draw pile")
        settle_key(app, pygame.K_RETURN)
        assert last(scene) == actions.Move(0, what=(int(loose.key),), to="draw", under=under)


def carried(scene: OpenTableScene) -> Carry:
    """What is in the air."""
    [carry] = [press.carry for press in scene.desk.hands.values() if press.carry is not None]
    return carry


def test_a_die_that_is_kept_is_not_rolled_with_the_others(app: App) -> None:
    scene = lay(app, bundled.opened("dice").box)
    click(app, lying(scene, 1))
    assert verbs(scene)[:2] == ["Roll (R)", "Keep it (L)"]
    settle_key(app, pygame.K_l)
    click(app, next(one for one in scene.panel.of_box if say(one.words) == "Roll the white dice").rect.center)
    rest(app, scene)
    assert last(scene) == actions.Roll(0, (2, 3, 4, 5, 6))
    for die in range(2, 7):
        done(app, scene, actions.Set(0, "lock", die, True))
    click(app, next(one for one in scene.panel.of_box if say(one.words) == "Roll the white dice").rect.center)
    rest(app, scene)
    assert last(scene) == actions.Set(0, "lock", 6, True), "nothing is left to roll"


def test_a_domino_on_the_table_is_turned_by_a_button(app: App) -> None:
    scene = lay(app, bundled.opened("dominoes").box)
    done(app, scene, actions.Move(0, of="boneyard", to=(320.0, 200.0), face="up"))
    [one] = [one for one in scene.desk.things if one.holder is None]
    for quarters in (3, 2):
        click(app, lying(scene, one.key))
        assert "Turn by a quarter (E)" in verbs(scene)
        settle_key(app, pygame.K_e)
        turned = scene.desk.thing(one.key)
        assert turned is not None
        assert turned.angle == pytest.approx(quarters * pi / 2, abs=1e-3)
        assert turned.at == one.at


def test_a_flick_is_the_first_thing_to_do_with_a_disc_where_the_box_tells_of_shots(app: App) -> None:
    for name, first in (("carrom", "Flick (S)"), ("draughts", "Move…")):
        scene = lay(app, bundled.opened(name).box)
        disc = next(one for one in scene.desk.things if one.shape == "disc")
        click(app, scene.desk.camera.to_screen(disc.at))
        frames(app)
        said = [say(button.words) for button in scene.panel.buttons]
        assert said[0].startswith(first.partition(" (")[0]), said
        app.pop()


def test_what_lies_in_a_tray_is_not_shot_and_it_is_said_where_shots_begin(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    draws = Canvas.block

    def block(canvas: Canvas, words: Words, *args: Any, **how: Any) -> Any:
        told.append(say(words))
        return draws(canvas, words, *args, **how)

    monkeypatch.setattr(Canvas, "block", block)
    scene = lay(app, bundled.opened("crokinole").box)
    app.draw()
    assert any(words.startswith("Put one of your discs where your shots begin") for words in told)
    disc = next(one for one in scene.desk.things if one.holder == "white discs")
    click(app, lying(scene, disc.key))
    assert verbs(scene) == ["Move… (M)", "Turn over (F)", "Lock (L)", "Put into the box"]
    key(app, pygame.K_ESCAPE)
    drag(app, lying(scene, disc.key), scene.desk.camera.to_screen((400.0, 105.0)))
    told.clear()
    app.draw()
    assert any(words.startswith("Pull a white disc back") for words in told)
    assert not any(words.startswith("Put one of your discs") for words in told)


def test_what_comes_out_of_the_box_lies_beside_the_board(app: App) -> None:
    scene = lay(app, bundled.opened("chess").box)
    board = next(one for one in scene.desk.things if one.shape == "board")
    key(app, pygame.K_n)
    assert isinstance(app.scene, SupplyScene)
    click(app, app.scene.tiles[0].on_screen().center)
    frames(app, 2)
    put = last_as(scene, actions.Put)
    assert isinstance(put.to, tuple)
    far = [abs(at - middle) > side / 2 for at, middle, side in zip(put.to, board.at, board.size, strict=True)]
    assert any(far), "not between its squares"


def test_a_man_becomes_a_king_by_the_second_button(app: App) -> None:
    scene = lay(app, bundled.opened("draughts").box)
    click(app, lying(scene, next(one.key for one in scene.desk.things if one.shape == "disc")))
    assert verbs(scene)[:2] == ["Move… (M)", "Turn over (F)"]


def test_who_drags_at_once_plays_the_card_that_they_pressed(app: App) -> None:
    """A quick hand moves far between two events: along the strip, too, while the strip opens under it."""
    scene = cards(app)
    done(app, scene, actions.Deal(0, of="draw", n=5))
    for aside, up in ((card(scene, 3)[0] - card(scene, 2)[0], -15.0), (0.0, -300.0), (-40.0, -60.0)):
        start = card(scene, 2)
        mouse(app, MOVE, start)
        mouse(app, DOWN, start)
        mouse(app, MOVE, (start[0] + aside, start[1] + up))
        mouse(app, MOVE, at(scene, 150, 120))
        mouse(app, UP, at(scene, 150, 120))
        rest(app, scene)
        assert getattr(last(scene), "at", None) == (2,), (aside, up)
        done(app, scene, Undo(0, scene.table.match.state.view(0).lines - 1))


def test_who_pressed_to_look_slides_along_to_the_card_they_want(app: App) -> None:
    """And keeps it if they pull it out a little aside."""
    scene = cards(app)
    done(app, scene, actions.Deal(0, of="draw", n=5))
    start, wanted = card(scene, 0), card(scene, 3)
    mouse(app, MOVE, start)
    mouse(app, DOWN, start)
    frames(app, HELD)
    for share in (0.3, 0.6, 1.0):
        mouse(app, MOVE, (start[0] + (wanted[0] - start[0]) * share, start[1]))
    mouse(app, MOVE, (wanted[0] + 45, wanted[1] - 46))
    mouse(app, MOVE, at(scene, 150, 120))
    mouse(app, UP, at(scene, 150, 120))
    rest(app, scene)
    assert getattr(last(scene), "at", None) == (3,)


def test_who_hesitates_for_a_moment_shoots_all_the_same(app: App) -> None:
    scene = lay(app, bundled.opened("crokinole").box)
    drag(
        app,
        lying(scene, next(one.key for one in scene.desk.things if one.holder == "white discs")),
        at(scene, 400, 105),
    )
    rest(app, scene)
    disc = next(one for one in scene.desk.things if one.holder is None and one.shape == "disc")
    where = scene.desk.camera.to_screen(disc.at)
    drag(app, where, (where[0], where[1] + 60), held=HELD)
    assert isinstance(last(scene), actions.Flick)


def test_m_puts_under_what_the_mouse_carries_and_nothing_stays_in_the_air(app: App) -> None:
    scene = cards(app)
    done(app, scene, actions.Deal(0, of="draw", n=5))
    drag(app, lying(scene, "draw"), at(scene, 150, 120))
    one = next(one for one in scene.desk.things if one.holder is None)
    drag(app, lying(scene, one.key), lying(scene, "draw"), lay_down=False)
    key(app, pygame.K_m)
    assert scene.desk.in_the_air is None
    mouse(app, UP, lying(scene, "draw"))
    rest(app, scene)
    found = last_as(scene, actions.Move)
    assert (found.to, found.under) == ("draw", True)
    assert scene.desk.in_the_air is None


def test_who_won_last_time_is_told_of_the_box_that_it_was(app: App) -> None:
    header = Header("open-table", ("Ann", "Bo"), TableOptions(), 5, bundled.opened("chess").setup)
    start_match.begin(app, header, (Controller(), Controller()))
    table = on_top(app, MatchScene)
    until(app, lambda: table.actor is not None)
    assert table.act(actions.Finish(0, (0,)))
    until(app, lambda: app.scene is not table)  # the last page
    app.home()
    setup = BoxSetup(app)
    app.push(setup)
    names = [one.opened.box.name for one in setup.shelf.boxes]
    told = {}
    for name in ("Chess", "Cards"):
        setup._took(names.index(name))
        frames(app)
        told[name] = any("The last time" in say(label.words) for label in setup.about)
    assert told == {"Chess": True, "Cards": False}
