"""Grenade Salad on the window, with mouse and finger: the drop, moves, cards, mines, the count."""

from __future__ import annotations

from dataclasses import replace
from math import cos, dist, sin

import numpy as np
import pygame
import pytest

from grenade_salad.app.games.salad import render
from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.games.salad.render import attempt
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.window.application import App
from grenade_salad.games.salad import events
from grenade_salad.games.salad.actions import Arrow, Drop, Explosion, Hammers, Keep, Move, Pass
from grenade_salad.games.salad.actions import Pointer as PutDown
from grenade_salad.games.salad.aim import Preview, area
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Blast, Soldier
from grenade_salad.text import say
from tests.app.conftest import click, frames, hold, key, mouse, post, resize, until
from tests.app.salad_table import (
    FEW,
    at,
    beside,
    choose,
    drag,
    lies_as_it_is,
    position,
    press,
    ready,
    sit_down,
)
from tests.kinds import as_a
from tools.tables import on_top, scene_on


def test_the_drop_is_made_again_until_it_is_kept(app: App) -> None:
    scene = sit_down(app, "pb")
    assert not scene.controls.keep.visible
    low, high = scene.controls.height.low, scene.controls.height.high
    assert (low, high) == (20.0, 300.0)
    press(app, scene.controls.drop)
    ready(app, scene)
    first = scene.shown.last_drop
    assert first is not None
    assert "2 attempts" not in say(scene.status())
    press(app, scene.controls.drop)
    ready(app, scene)
    assert scene.table.view.attempts == 2
    assert scene.shown.last_drop is not first
    told, drawn = scene.shown.around, scene.shown.field
    assert drawn.could == area(scene.options.measures(), scene.shown.last_drop.at)
    assert say(attempt(told)).endswith(f"one grenade could take {scene.shown.last_drop.most}.")
    assert [type(entry) for entry in scene.table.match.entries[::2]] == [Drop, Drop]
    press(app, scene.controls.keep)
    ready(app, scene)
    assert isinstance(scene.table.match.entries[4], Keep)
    assert scene.table.view.step == "move"
    assert scene.shown.field.could is None
    assert len(scene.shown.cards) == 5


@pytest.mark.slow
def test_the_window_may_change_its_size_while_soldiers_fall(app: App) -> None:
    scene = sit_down(app, "pp", speed="normal")
    press(app, scene.controls.drop)
    until(app, lambda: any(cube.z > 0 for cube in scene.stage.cubes.values()))
    for size in ((960, 540), (1920, 1080), (700, 900), (1280, 720)):
        resize(app, size)
        frames(app, 4)
        assert scene.table.motion.busy
    until(app, lambda: scene.table.idle and scene.table.actor is not None)
    assert lies_as_it_is(scene)


def test_a_click_skips_the_fall_to_its_end(app: App) -> None:
    scene = sit_down(app, "pp", speed="slow")
    press(app, scene.controls.drop)
    until(app, lambda: any(cube.z > 0 for cube in scene.stage.cubes.values()))
    click(app, (640, 300))
    assert not scene.table.motion.busy
    assert lies_as_it_is(scene)


@pytest.mark.rule("GS-11")
def test_a_drag_out_of_the_ring_is_held_to_it(app: App) -> None:
    scene = sit_down(app, setup=position())
    start = at(scene, 0)
    hold(app, start)
    mouse(app, pygame.MOUSEMOTION, beside(start, scene, 0, -30))
    assert scene.battlefield.preview.ring == ((200.0, 200.0), 50.0)
    assert scene.battlefield.preview.action is not None
    assert not scene.battlefield.preview.beyond
    far = beside(start, scene, -60, 60)
    mouse(app, pygame.MOUSEMOTION, far)
    assert say(scene.battlefield.preview.beyond, begin=True) == "As far as it goes"
    mouse(app, pygame.MOUSEBUTTONUP, far)
    move = as_a(Move, scene.table.match.entries[0])
    assert move.to is not None
    assert dist(move.to, (200.0, 200.0)) == pytest.approx(50.0, abs=0.001)
    assert move.to[0] - 200.0 == pytest.approx(200.0 - move.to[1], abs=1.0)


@pytest.mark.rule("GS-04")
@pytest.mark.rule("GS-11")
def test_a_drag_out_of_the_ring_onto_another_says_why_and_goes_home(app: App) -> None:
    blocked = Soldier(7, 1, 200.0, 150.0, 0.0)
    scene = sit_down(app, setup=position(soldiers=(*FEW, blocked)))
    drag(app, at(scene, 0), beside(at(scene, 0), scene, 0, -70))
    assert any("Bo's soldier is in the way" in line for line in app.messages.words)
    assert scene.battlefield.intent.what == ""
    assert scene.table.match.entries == []
    assert lies_as_it_is(scene)


@pytest.mark.rule("GS-18")
def test_a_throw_beyond_the_ring_is_held_to_it(app: App) -> None:
    scene = sit_down(app, "pb", setup=position())
    choose(app, scene, "explosion")
    while scene.battlefield.intent.soldier != 6:
        key(app, pygame.K_e)
    mouse(app, pygame.MOUSEMOTION, beside(at(scene, 6), scene, -40, 60))
    preview = scene.battlefield.preview
    assert preview.beyond
    assert preview.blast is not None
    assert dist(preview.blast.at, (160.0, 200.0)) == pytest.approx(50.0, abs=0.001)
    assert preview.action is not None


@pytest.mark.rule("GS-04")
def test_a_soldier_is_not_put_on_another(app: App) -> None:
    scene = sit_down(app, setup=position())
    drag(app, at(scene, 0), at(scene, 6))
    assert any("Your own soldier is in the way" in line for line in app.messages.words)
    assert scene.table.match.entries == []


@pytest.mark.rule("GS-04", "GS-11")
def test_a_drag_slides_along_a_neighbour_and_passes_over_it(app: App) -> None:
    """The soldier stands beside whoever is in the way, and what is let go is what was shown."""
    scene = sit_down(app, setup=position())
    start = at(scene, 0)
    hold(app, start)
    seen = []
    for across, up in ((8, 0), (8, 2), (13, 1), (19, 2)):
        mouse(app, pygame.MOUSEMOTION, beside(start, scene, across, up))
        ghost = scene.battlefield.preview.ghost
        assert ghost is not None
        seen.append((ghost.fine, ghost.x, ghost.y))
    pixel = 0.6 / scene.shown.camera.scale
    assert seen[0] == (True, pytest.approx(205.05, abs=1e-5), pytest.approx(200.0, abs=pixel)), "it touches"
    assert seen[1] == (True, pytest.approx(205.05, abs=1e-5), pytest.approx(202.0, abs=pixel)), "it slides"
    assert not seen[2][0], "no place within 5 mm"
    assert seen[3] == (True, pytest.approx(220.95, abs=1e-5), pytest.approx(202.0, abs=pixel)), "beyond it"
    mouse(app, pygame.MOUSEBUTTONUP, beside(start, scene, 19, 2))
    move = as_a(Move, scene.table.match.entries[0])
    assert (True, *(move.to or ())) == seen[3]


@pytest.mark.rule("GS-13")
def test_a_soldier_from_the_reserve_is_put_beside_whoever_is_in_the_way(app: App) -> None:
    scene = sit_down(app, "pb", setup=position())
    choose(app, scene, "pointer")
    there = beside(at(scene, 4), scene, -1, 6)
    mouse(app, pygame.MOUSEMOTION, there)
    ghost = scene.battlefield.preview.ghost
    assert ghost is not None
    assert ghost.y == pytest.approx(327.95, abs=1e-5)
    click(app, there)
    placed = as_a(PutDown, scene.table.match.entries[0])
    assert placed.to == (ghost.x, ghost.y)


def test_a_refusal_on_the_mat_stands_beside_what_it_is_about(app: App) -> None:
    """The camera looks so that the soldier in the way stands where lines come and go at the top of the window."""
    scene = sit_down(app, setup=position(), speed="normal")
    eye = scene.battlefield.eye
    eye.look(eye.camera.at(eye.camera.nearest / 2, (160.0, 200.0)).panned_to((160.0, 200.0), (640.0, 95.0)))
    app.frame()
    quarter = scene.options.cube / 4
    corners = [beside(at(scene, 6), scene, x, y) for x in (-quarter, quarter) for y in (-quarter, quarter)]

    def seen() -> list[tuple[int, ...]]:
        return [tuple(app.screen.get_at((round(x), round(y)))) for x, y in corners]

    before = seen()
    drag(app, at(scene, 0), at(scene, 6))
    app.draw()
    assert any("Your own soldier is in the way" in line for line in app.messages.words)
    assert not app.messages.boxes(Canvas(app.screen, app.factor), 70.0), "it is heard, and stands on the mat"
    assert scene.shown.field.seen.in_the_way == 6
    assert seen() == before
    frames(app, 400)
    assert not scene.shown.field.seen.why


@pytest.mark.rule("GS-11")
def test_a_soldier_is_dragged_and_turned_with_the_wheel(app: App) -> None:
    scene = sit_down(app, setup=position())
    start = at(scene, 1)
    hold(app, start)
    there = beside(start, scene, 20, -20)
    mouse(app, pygame.MOUSEMOTION, there)
    pygame.mouse.set_pos(round(there[0]), round(there[1]))
    before = scene.battlefield.intent.angle
    post(app, pygame.MOUSEWHEEL, x=0, y=2, precise_x=0.0, precise_y=2.0)
    assert scene.battlefield.intent.angle != before
    mouse(app, pygame.MOUSEBUTTONUP, there)
    move = as_a(Move, scene.table.match.entries[0])
    assert move.to is not None
    assert dist(move.to, (320.0, 180.0)) < 1.5
    assert move.angle != before


def test_a_click_lifts_a_soldier_and_another_puts_it_down(app: App) -> None:
    scene = sit_down(app, setup=position())
    click(app, at(scene, 0))
    assert scene.battlefield.intent.what == "move"
    assert scene.table.match.entries == []
    click(app, at(scene, 0))
    assert scene.battlefield.intent.what == "", "put down where it was: nothing was moved"
    assert scene.table.match.entries == []
    click(app, at(scene, 0))
    click(app, beside(at(scene, 0), scene, 0, -25))
    assert isinstance(scene.table.match.entries[0], Move)


@pytest.mark.rule("GS-19")
@pytest.mark.parametrize(("blast", "covered"), [("tile", True), ("area", False)])
def test_a_tile_is_shown_as_a_square(app: App, blast: Blast, covered: bool) -> None:
    scene = sit_down(app, "pb", setup=position(), options=SaladOptions(starter=0, blast=blast))
    choose(app, scene, "explosion")
    tile = scene.options.tile

    def corner() -> tuple[int, ...]:
        x, y = scene.shown.camera.to_screen((300.0 + tile * 0.47, 230.0 + tile * 0.47))
        return tuple(app.screen.get_at(Canvas(app.screen, app.factor).point((x, y))))

    app.frame()
    before = corner()
    mouse(app, pygame.MOUSEMOTION, scene.shown.camera.to_screen((300.0, 230.0)))
    app.frame()
    assert scene.battlefield.preview.blast is not None
    assert (corner() != before) == covered


@pytest.mark.rule("GS-18", "GS-19")
def test_an_explosion_shows_who_would_die_before_it_is_thrown(app: App) -> None:
    scene = sit_down(app, "pb", setup=position())
    choose(app, scene, "explosion")
    mouse(app, pygame.MOUSEMOTION, beside(at(scene, 1), scene, 10, 10))
    preview = scene.battlefield.preview
    assert say(preview.says, begin=True) == "Kills 1 of Bo's, 1 of yours!"
    assert set(preview.victims) == {1, 3}
    assert preview.blast is not None
    assert scene.table.match.entries == []
    click(app, beside(at(scene, 1), scene, 10, 10))
    assert isinstance(scene.table.match.entries[0], Explosion)
    ready(app, scene)
    assert scene.shown.trays[0] == [1, 1]
    assert set(scene.stage.cubes) == {0, 2, 4, 5, 6}


@pytest.mark.rule("GS-17")
def test_an_arrow_shows_the_line_and_who_is_in_the_way(app: App) -> None:
    options = SaladOptions(starter=0, sight="centre")
    scene = sit_down(app, "pb", setup=position(), options=options)
    choose(app, scene, "arrow")
    click(app, at(scene, 0))
    mouse(app, pygame.MOUSEMOTION, at(scene, 5))
    preview = scene.battlefield.preview
    assert preview.in_the_way == 6
    assert preview.line is not None
    assert not preview.line.free
    assert preview.line.end == pytest.approx((164.0, 200.0))
    assert say(preview.why, begin=True) == "No line of sight: your own soldier is in the way"
    click(app, at(scene, 5))
    assert scene.table.match.entries == []
    assert any("in the way" in line for line in app.messages.words)
    click(app, at(scene, 4))
    assert scene.table.match.entries == [Arrow(0, 0, 4)]


def test_what_marks_a_target_lies_on_it_and_on_no_neighbour(app: App) -> None:
    """Bo's two touch each other, and stand turned: of each the corners of its own outline are marked."""
    near = (Soldier(0, 0, 200.0, 200.0, 0.0), Soldier(1, 1, 260.0, 200.0, 0.5), Soldier(2, 1, 267.1, 203.9, 0.5))
    scene = sit_down(app, "pb", setup=position(soldiers=near))

    def drawn(seen: Preview) -> np.ndarray:
        field = replace(scene.shown.field, seen=seen)
        render.draw_battlefield(Canvas(app.screen, app.factor), field, scene.shown.kept)
        return pygame.surfarray.array3d(app.screen).astype(int)

    xs, ys = (abs(drawn(Preview(marked=(1,))) - drawn(Preview())).sum(axis=2) > 60).nonzero()
    assert len(xs) > 40
    half, turned = scene.options.cube / 2, near[1].angle
    for x, y in zip(xs, ys, strict=True):
        along, up = scene.shown.camera.to_table((x / app.factor, y / app.factor))
        along, up = along - near[1].x, up - near[1].y
        square = along * cos(turned) + up * sin(turned), up * cos(turned) - along * sin(turned)
        assert max(map(abs, square)) < half * 1.35


@pytest.mark.rule("GS-16")
def test_hammers_tell_the_gap(app: App) -> None:
    scene = sit_down(app, "pb", setup=position())
    choose(app, scene, "hammers")
    assert scene.battlefield.preview.able == (0,)
    assert scene.battlefield.preview.marked == (2,)
    mouse(app, pygame.MOUSEMOTION, at(scene, 5))
    assert "32.0 mm between them is too far: it must be less than a cube width, 8 mm" in say(
        scene.battlefield.preview.why
    )
    mouse(app, pygame.MOUSEMOTION, at(scene, 2))
    assert say(scene.battlefield.preview.says) == "5.0 mm apart: kills Bo's soldier"
    click(app, at(scene, 2))
    assert scene.table.match.entries == [Hammers(0, 0, 2)]


def test_what_cannot_be_played_says_why(app: App) -> None:
    hand = ("footpath", "circles", "pointer", "hammers", "arrow")
    setup = position((hand, ("arrow",)))
    scene = sit_down(app, "pb", setup=setup)
    choose(app, scene, "footpath")
    assert any("Only right after an opponent" in line for line in app.messages.words)
    assert scene.battlefield.intent.what == ""
    click(app, at(scene, 2))
    assert "This soldier is Bo's" in app.messages.words


def test_a_mine_of_a_machine_and_one_of_a_person(app: App) -> None:
    scene = sit_down(app, "pp", setup=position())
    drag(app, at(scene, 0), beside(at(scene, 0), scene, 5, -20))
    until(app, lambda: scene.table.reaction is not None)
    assert say(scene.status()) == "Ann's turn: has a soldier stepped on a mine?"
    frames(app, 40)
    press(app, scene.table.panels[1])
    cover = on_top(app, Cover)
    assert cover.who.name == "Bo"
    slide_onto(app, cover, 0)
    until(app, lambda: scene.table.idle and scene.table.actor == 0)
    last = scene.table.steps[-1]
    assert any(isinstance(event, events.MineWentOff) for event in last)
    assert 0 not in scene.stage.cubes
    assert lies_as_it_is(scene)


def slide_onto(app: App, cover: Cover, pick: int) -> None:
    """Hold the sheet with the mouse, slide onto a pick, and let go."""
    mouse(app, pygame.MOUSEBUTTONDOWN, cover.widgets.items[0].rect.center)
    assert cover.open
    there = cover.widgets.items[pick].rect.center
    mouse(app, pygame.MOUSEMOTION, there)
    mouse(app, pygame.MOUSEBUTTONUP, there)


@pytest.mark.slow
def test_two_persons_play_a_whole_match_with_the_mouse_alone(app: App) -> None:
    app.settings.countdown = 0.0
    scene = sit_down(app, "pp", options=SaladOptions(starter=0, turn_limit=4), seed=11)
    press(app, scene.controls.drop)
    ready(app, scene)
    press(app, scene.controls.keep)
    for turn in range(4):
        ready(app, scene)
        assert scene.table.actor == turn % 2
        _move_someone(app, scene)
        _play_from_under_the_cover(app, scene)
        press(app, scene.controls.end)
    until(app, lambda: isinstance(app.scene, EndScene))
    assert scene.table.match.state.is_over
    assert lies_as_it_is(scene)
    moves = [entry for entry in scene.table.match.entries if isinstance(entry, Move)]
    assert len(moves) == 4
    assert len([entry for entry in scene.table.match.entries if isinstance(entry, Pass)]) >= 4
    end = on_top(app, EndScene)
    until(app, lambda: not end.deaf)
    press(app, end.again_button)
    assert app.scene is not scene.table
    assert scene_on(app.scene, SaladScene).table.view.step == "drop"


def _move_someone(app: App, scene: SaladScene) -> None:
    """Drag the first soldier that can be put a little away, and let the opponent pass."""
    aim = scene.battlefield.aim
    assert aim is not None
    for soldier in aim.can.moves:
        for across, up in ((0, 25), (0, -25), (25, 0), (-25, 0), (30, 30), (-30, -30)):
            before = len(scene.table.match.entries)
            drag(app, at(scene, soldier), beside(at(scene, soldier), scene, across, up))
            if len(scene.table.match.entries) > before:
                until(app, lambda: scene.table.reaction is not None)
                frames(app, 40)
                press(app, scene.table.widgets.items[-1])
                ready(app, scene)
                return
    raise AssertionError("nobody can be moved")


def _play_from_under_the_cover(app: App, scene: SaladScene) -> None:
    """Choose a card that can be played under the cover; three fall, or a place is clicked, or it is given up."""
    press(app, scene.controls.look)
    cover = on_top(app, Cover)
    slide_onto(app, cover, 0)
    if app.scene is cover:
        press(app, cover.widgets.items[-1])
    what = scene.battlefield.intent.what
    if what:
        assert [card.card for card in scene.shown.cards] == [what], "only the chosen card is shown"
    if what == "circles":
        press(app, scene.controls.do)
        until(app, lambda: scene.table.idle and scene.table.reaction is not None)
        frames(app, 40)
        press(app, scene.table.widgets.items[-1])
        ready(app, scene)
    elif what:
        press(app, scene.controls.cancel)
        assert scene.battlefield.intent.what == ""


def test_unplayable_card_keeps_most_of_its_contrast(app: App) -> None:
    scene = sit_down(app, "pb", position())
    card = scene.shown.cards[0]

    def contrast(is_playable: bool) -> float:
        canvas = Canvas(pygame.Surface((120, 170)), 1.0)
        card.playable = is_playable
        card.paint(canvas, Rect(10, 10, 100, 150))
        return float(pygame.surfarray.array3d(canvas.surface)[12:108, 12:120].mean(axis=2).std())

    assert 0.8 < contrast(False) / contrast(True) < 0.95, "it can be read, and told from the others"
