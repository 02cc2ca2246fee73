"""Grenade, the wheel, on the window: whole matches, previews before the click, explosions one after another."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pygame
import pytest

from grenade_salad.app.games.wheel.board import WheelScene
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.window.application import App
from grenade_salad.games.wheel import Advance, Preview, WheelOptions
from grenade_salad.games.wheel.actions import Die
from grenade_salad.games.wheel.preview import preview
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.text import say
from tests.app.conftest import at_home, click, frames, key, mouse, pad, resize, unseen, until
from tests.app.wheel_table import APART, CHAIN, RING, dealt, play, ready, state_of, table, top
from tools.tables import on_top, scene_on


@pytest.fixture(autouse=True)
def _home(app: App) -> None:
    at_home(app)


def advances(scene: WheelScene) -> list[Advance]:
    """What the seats have decided so far."""
    return [entry for entry in scene.table.match.entries if isinstance(entry, Advance)]


def chosen(scene: WheelScene) -> int | None:
    """The die that waits for a second word."""
    return scene.chosen


def expected(scene: WheelScene, die: int) -> Preview:
    """What the rules say that a move would do now."""
    view = state_of(scene).view(None)
    return preview(view, die)


# whole matches


def test_two_persons_play_a_whole_match_with_the_mouse(app: App) -> None:
    scene = dealt(app, 2, 2)
    until(app, lambda: ready(scene))
    rng = Random(3)
    for _ in range(200):
        if top(app) is not scene.table:
            break
        play(app, scene, rng.randrange(3))
    end = on_top(app, EndScene)
    assert state_of(scene).is_over
    assert scene.stage.down == set(scene.view.face_down)
    winner = scene.table.names[state_of(scene).ranking()[0][0]]
    assert say(scene.status()) == f"The game is over: {winner} wins"
    assert any(line.words == f"{winner} is the last one left and wins" for line in scene.table.log.lines)
    assert scene.stage.unused == scene.view.unused
    assert len(scene.stage.unused) == 3
    until(app, lambda: not end.deaf)
    click(app, end.again_button.rect.center)
    assert scene_on(top(app), WheelScene)
    assert top(app) is not scene.table


def test_one_person_plays_a_whole_match_against_machines_with_keys_alone(app: App) -> None:
    scene = dealt(app, 4, 1, seed=2)
    for _ in range(300):
        until(app, lambda: ready(scene), 3000)
        if top(app) is not scene.table:
            break
        before = len(advances(scene))
        if not scene.table.widgets.focus:
            key(app, pygame.K_RIGHT)
        key(app, pygame.K_RIGHT, pygame.K_RETURN, pygame.K_RETURN)
        assert len(advances(scene)) > before
    assert isinstance(top(app), EndScene)
    key(app, pygame.K_ESCAPE)
    assert top(app) is scene.table


def test_machines_play_a_whole_match(app: App) -> None:
    scene = dealt(app, 7, 0, seed=4)
    until(app, lambda: isinstance(top(app), EndScene), 5000)
    assert scene.view.ranking is not None
    assert [place for place, *_ in scene.view.ranking] == [place for place, *_ in state_of(scene).ranking()]
    assert all(panel.out != (panel.who.seat in scene.view.ranking[0]) for panel in scene.table.panels)


def test_a_pad_alone_chooses_and_decides(app: App) -> None:
    scene = table(app)
    assert scene.dice[0].focused
    pad(app, pygame.CONTROLLER_BUTTON_DPAD_RIGHT, pygame.CONTROLLER_BUTTON_A)
    assert chosen(scene) == 1
    pad(app, pygame.CONTROLLER_BUTTON_B)
    assert chosen(scene) is None
    pad(app, pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_A)
    assert advances(scene) == [Advance(0, 1)]


# before it is decided


def test_every_die_shows_what_it_would_do_before_it_is_decided(app: App) -> None:
    scene = table(app, dice=CHAIN)
    for number in range(3):
        mouse(app, pygame.MOUSEMOTION, scene.dice[number].rect.center)
        assert scene.seen == expected(scene, number)
        app.draw()
    mouse(app, pygame.MOUSEMOTION, scene.dice[0].rect.center)
    seen = scene.seen
    assert seen is not None
    assert seen.joker
    assert [RING[blast.at] for blast in seen.explosions] == ["joker", "5S", "7S"]
    assert advances(scene) == []


def test_a_click_chooses_a_second_decides_and_escape_gives_up(app: App) -> None:
    scene = table(app)
    click(app, scene.dice[2].rect.center)
    assert chosen(scene) == 2
    assert not advances(scene)
    key(app, pygame.K_ESCAPE)
    assert chosen(scene) is None
    assert top(app) is scene.table
    key(app, pygame.K_ESCAPE)
    assert isinstance(top(app), Dialog)
    key(app, pygame.K_ESCAPE)
    click(app, scene.dice[2].rect.center)
    click(app, scene.dice[1].rect.center)
    assert chosen(scene) == 1
    click(app, scene.dice[1].rect.center)
    assert advances(scene) == [Advance(0, 1)]


def test_the_card_where_a_die_would_land_chooses_and_decides(app: App) -> None:
    scene = table(app)
    card = scene.ring.boxes[expected(scene, 1).to].center
    mouse(app, pygame.MOUSEMOTION, card)
    assert scene.seen == expected(scene, 1)
    click(app, card)
    assert chosen(scene) == 1
    click(app, card)
    assert advances(scene) == [Advance(0, 1)]


def test_the_button_decides(app: App) -> None:
    scene = table(app)
    click(app, scene.move_button.rect.center)
    assert app.messages.words == ["Choose a white die first."]
    click(app, scene.dice[0].rect.center)
    click(app, scene.move_button.rect.center)
    assert advances(scene) == [Advance(0, 0)]


def test_it_says_why_a_card_cannot_be_reached_and_whose_turn_it_is(app: App) -> None:
    scene = table(app)
    reached = {expected(scene, number).to for number in range(3)}
    other = next(at for at in range(8) if at not in reached | {die.at for die in APART})
    click(app, scene.ring.boxes[other].center)
    assert app.messages.words == [f"With a 3, no die reaches {_words(other)}"]
    app.settings.speed = "slow"
    scene.table.act(Advance(0, 1))
    assert not ready(scene)
    scene.table.finish()
    frames(app, 2)
    scene.press_die(0)
    assert "Bo" in app.messages.words[-1]


def _words(at: int) -> str:
    return {"AS": "the ace of spades", "joker": "the joker"}.get(RING[at], f"the {RING[at][0]} of spades")


# what happened


def test_explosions_are_seen_and_told_one_after_another(app: App) -> None:
    scene = table(app, 2, (("AH",), ("2H",), ("7H",), ("5H",)), CHAIN)
    app.settings.speed = "normal"
    scene.table.act(Advance(0, 0))
    downs, logs = [0], [len(scene.table.log.lines)]
    out_seen: list[list[bool]] = []
    with unseen(app, 5):
        for _ in range(1500):
            app.frame()
            if not scene.table.motion.busy:
                break
            downs.append(len(scene.stage.down))
            logs.append(len(scene.table.log.lines))
            if not out_seen or out_seen[-1] != scene.stage.alive:
                out_seen.append(list(scene.stage.alive))
    assert sorted(set(downs)) == [0, 1, 2, 3]
    assert all(after - before in (0, 1) for before, after in pairwise(logs))
    assert [sum(alive) for alive in out_seen] == [4, 3, 2]
    told = [line.words for line in scene.table.log.lines]
    blown = [words for words in told if words.endswith("blows up")]
    assert blown == ["The joker blows up", "The 5 of spades blows up", "The 7 of spades blows up"]
    assert told.index("Dee is out and shows the 5 of hearts") < told.index("The 7 of spades blows up")
    assert scene.stage.shown[2:] == [("7H",), ("5H",)]


def test_a_key_skips_to_the_end_of_what_moves(app: App) -> None:
    scene = table(app, 2, (("AH",), ("2H",), ("7H",), ("5H",)), CHAIN)
    app.settings.speed = "slow"
    scene.table.act(Advance(0, 0))
    frames(app, 5)
    assert scene.table.motion.busy
    assert scene.stage.down == set()
    key(app, pygame.K_LCTRL)
    assert scene.stage.down == {1, 3, 5}
    assert [die.pips for die in scene.stage.dice] == [1, 1, 1]
    assert scene.stage.alive == [True, True, False, False]


def test_a_machines_choice_is_shown_before_it_moves(app: App) -> None:
    scene = table(app, 1)
    app.settings.speed = "normal"
    scene.table.act(Advance(0, 1))
    until(app, lambda: scene.announced is not None, 1500)
    seen = scene.announced
    assert seen is not None
    assert [(die.at, die.pips) for die in scene.stage.dice][seen.die] == (
        scene.stage.dice[seen.die].at,
        1 + _pips(seen),
    )
    entry = advances(scene)[-1]
    assert (entry.seat, entry.die) == (1, seen.die)
    until(app, lambda: scene.announced is None)
    assert scene.stage.dice[seen.die].flight is not None


def _pips(seen: Preview) -> int:
    return seen.pips[seen.die] - 2


@pytest.mark.quick("True")
@pytest.mark.parametrize("reduced", [False, True])
def test_the_window_may_be_resized_while_everything_moves(app: App, reduced: bool) -> None:
    app.settings.speed = "fast"
    app.settings.reduced_motion = reduced
    scene = table(app, 3, (("AH",), ("2H",), ("7H",)), CHAIN)
    scene.table.act(Advance(0, 0))
    sizes = [(960, 540), (1280, 720), (720, 1280), (800, 450), (1600, 500)]
    for index in range(60):
        if index % 6 == 0:
            resize(app, sizes[index // 6 % len(sizes)])
        app.frame(0.08)
    until(app, lambda: ready(scene))
    view = state_of(scene).view(None)
    assert [(die.at, die.pips) for die in scene.stage.dice] == [(die.at, die.pips) for die in view.dice]
    assert scene.stage.down == set(view.face_down)


@pytest.mark.quick("one-size3-100", "edges-size2-200")
@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 100), ((960, 540), 100), ((1280, 720), 200), ((720, 1280), 100)]
)
@pytest.mark.parametrize("facing", ["one", "edges"])
def test_seven_players_fit(app: App, size: tuple[int, int], scale: int, facing: str) -> None:
    app.settings.scale = scale
    app.settings.facing = facing  # type: ignore[assignment]
    resize(app, size)
    hearts = tuple((f"{number}H",) for number in "A234567")
    scene = table(app, 1, hearts, CHAIN)
    window = pygame.FRect(0, 0, *app.size)
    things = [panel.rect for panel in scene.table.panels] + [
        button.rect for button in (scene.move_button, scene.table.menu_button)
    ]
    things += list(scene.ring.boxes)
    for index, one in enumerate(things):
        assert window.contains(one)
        for other in things[index + 1 :]:
            assert not one.inflate(-2, -2).colliderect(other.inflate(-2, -2))
    assert all(scene.table.places.table.contains(box) for box in scene.ring.boxes)
    assert scene.dice[0].rect.width * app.factor >= 20


def test_a_match_of_two_is_over_at_once_when_a_heart_is_hit(app: App) -> None:
    scene = table(app, 2, (("AH", "4H"), ("5H", "6H")), CHAIN, options=WheelOptions())
    play(app, scene, 0)
    assert isinstance(top(app), EndScene)
    assert scene.stage.down == {1, 3}
    assert scene.stage.shown == [("AH", "4H"), ("5H", "6H")]


def test_a_lost_heart_is_shown_and_its_owner_plays_on(app: App) -> None:
    scene = table(app, 2, (("AH", "4H"), ("5H", "6H")), CHAIN, options=WheelOptions(last_heart=True))
    play(app, scene, 0)
    assert top(app) is scene.table
    assert scene.stage.shown == [(), ("5H",)]
    assert scene.stage.alive == [True, True]


def test_a_match_that_is_resumed_looks_as_it_was_left(app: App) -> None:
    scene = table(app, 2, dice=(Die(0, 3), Die(4, 2), Die(6, 1)))
    play(app, scene, 1)
    view = state_of(scene).view(None)
    scene.table.change_controllers(scene.table.controllers)
    until(app, lambda: ready(scene))
    assert isinstance(scene.view, WheelView)
    assert scene.view == view
    assert [(die.at, die.pips) for die in scene.stage.dice] == [(die.at, die.pips) for die in view.dice]


def test_nothing_that_people_do_raises(app: App) -> None:
    rng = Random(8)
    scene = dealt(app, 3, 2, seed=9)
    codes = [pygame.K_1, pygame.K_2, pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_TAB, pygame.K_SPACE, pygame.K_n]
    codes += [pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_F1]
    for index in range(120):
        app.settings.speed = rng.choice(["off", "fast", "normal"])
        if rng.random() < 0.5:
            kind = rng.choice([pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP])
            mouse(app, kind, (rng.uniform(0, app.size[0]), rng.uniform(60, app.size[1])), rng.choice((1, 1, 3)))
        else:
            code = rng.choice(codes)
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode="", scancode=0))
            app.frame(rng.choice((0.016, 0.1)))
            pygame.event.post(pygame.event.Event(pygame.KEYUP, key=code, mod=0, unicode="", scancode=0))
        if scene.table not in app.stack:
            break
        if index % 5 == 0 and scene.table.actor is not None and app.scene is scene.table:
            scene.table.act(Advance(scene.table.actor, rng.randrange(3)))
    assert scene.table.match.entries


def test_keys_show_what_has_the_focus_wherever_the_mouse_rests(app: App) -> None:
    scene = table(app)
    mouse(app, pygame.MOUSEMOTION, scene.dice[2].rect.center)
    assert scene.seen == expected(scene, 2)
    key(app, pygame.K_RIGHT)
    assert scene.seen == expected(scene, 1)
    mouse(app, pygame.MOUSEMOTION, scene.ring.boxes[expected(scene, 2).to].center)
    assert scene.seen == expected(scene, 2)


def test_the_rules_open_where_they_matter(app: App) -> None:
    scene = table(app, dice=CHAIN)
    mouse(app, pygame.MOUSEMOTION, scene.dice[0].rect.center)
    assert scene.table.rules_page == "wheel#WH-11"
    mouse(app, pygame.MOUSEMOTION, scene.dice[1].rect.center)
    assert scene.table.rules_page == "wheel#WH-08"


def test_the_result_can_be_seen_again(app: App) -> None:
    scene = table(app, 2, (("AH",), ("5H",)), CHAIN)
    play(app, scene, 0)
    key(app, pygame.K_ESCAPE)
    assert top(app) is scene.table
    click(app, scene.move_button.rect.center)
    assert isinstance(top(app), EndScene)


def test_in_a_high_window_with_panels_at_their_edges_the_ring_has_the_whole_width(app: App) -> None:
    app.settings.facing = "edges"
    resize(app, (720, 1280))
    scene = dealt(app, 7, 7)
    app.frame()
    assert not scene.table.places.log_beside
    assert scene.table.places.table.width > app.size[0] * 0.7
