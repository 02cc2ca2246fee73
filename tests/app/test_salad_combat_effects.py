"""Combat effects are visible and audible in order.

The muzzle comes before the splinters, the click before the blast, and points when a piece lands.
"""

from __future__ import annotations

from typing import Literal

import pygame
import pytest

from grenade_salad.app.games.salad import render, traces
from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.games.salad.combat_effects import place_points, tray_flight
from grenade_salad.app.games.salad.traces import Trace, draw_traces
from grenade_salad.app.ui import shapes
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import Arrow, Explosion, Footpath, Move
from grenade_salad.games.salad.pieces import Point
from grenade_salad.text import say
from tests.app.conftest import resize, run_until
from tests.app.salad_table import position, sit_down, wait_for_person

BLAST_CENTRE = (318.0, 214.0)
"""A blast here hits soldiers 1 and 3."""


def record_sounds(board: SaladBoard) -> list[tuple[str, float]]:
    """Return a list that gets each sound from now on, with its side."""
    sounds: list[tuple[str, float]] = []
    play = board.step_player.animator.sound

    def sound(name: str, volume: float = 1.0, side: float = 0.0) -> None:
        sounds.append((name, side))
        play(name, volume, side)  # type: ignore[arg-type]

    board.step_player.animator.sound = sound
    return sounds


def open_salad(app: App) -> SaladBoard:
    return sit_down(app, "pp", position(), speed="normal")


def find_scorches(board: SaladBoard) -> list[Point]:
    """Return the burnt positions of the cloth."""
    return [trace.position for trace in board.display.traces if trace.kind == "scorch"]


def shown_points(board: SaladBoard, seat: int) -> int:
    """Return the points in a seat's panel."""
    return int(say(board.seat_facts(seat)[0]).split()[0])


@pytest.mark.rule("GS-17")
def test_shot_has_muzzle_line_knock_and_splinters(app: App) -> None:
    board = open_salad(app)
    sounds, display = record_sounds(board), board.display
    start = display.cubes[4].x, display.cubes[4].y
    board.controller.act(Arrow(0, 0, 4))
    run_until(app, lambda: bool(display.flashes))
    assert display.flashes[0].start == (200.0, 200.0)
    assert not display.chips
    run_until(app, lambda: bool(display.chips))
    run_until(app, lambda: display.cubes[4].rotation is not None and display.cubes[4].y > start[1] + 2)
    assert display.cubes[4].x == pytest.approx(start[0], abs=0.1), "thrown away from the shot"
    run_until(app, lambda: 4 not in display.cubes)
    wait_for_person(app, board)
    names = [name for name, _ in sounds]
    assert names.index("shot") < names.index("splinter") < names.index("take")
    assert not any((display.chips, display.flashes, display.carried))


@pytest.mark.rule("GS-26")
def test_points_count_when_piece_is_in_tray(app: App) -> None:
    board = open_salad(app)
    previous_points = shown_points(board, 0)
    board.controller.act(Arrow(0, 0, 4))
    run_until(app, lambda: bool(board.display.carried))
    assert shown_points(board, 0) == previous_points
    assert board.board_view.trays[0] == [0, 0]
    run_until(app, lambda: board.board_view.trays[0] == [0, 1])
    assert shown_points(board, 0) == previous_points + 1
    wait_for_person(app, board)
    assert shown_points(board, 0) == previous_points + 1 == board.controller.view.scores[0]


def test_click_skips_effects_and_loses_nothing(app: App) -> None:
    board = open_salad(app)
    board.controller.act(Explosion(0, 1, BLAST_CENTRE))
    run_until(app, lambda: bool(board.display.thrown))
    board.controller.show_everything()
    assert board.board_view.trays[0] == [1, 1]
    assert shown_points(board, 0) == board.controller.view.scores[0]
    assert find_scorches(board) == [BLAST_CENTRE]


@pytest.mark.rule("GS-22")
def test_mine_is_audible_before_it_explodes(app: App) -> None:
    board = open_salad(app)
    sounds = record_sounds(board)
    board.controller.act(Move(0, 0, (200.0, 230.0), 0.0))
    run_until(app, lambda: board.table.reaction is not None)
    assert board.controller.session.act(Footpath(1, 0)) is None
    run_until(app, lambda: bool(board.display.armed))
    assert not board.display.bursts
    assert [name for name, _ in sounds].count("blast") == 0
    run_until(app, lambda: bool(board.display.bursts))
    names = [name for name, _ in sounds]
    assert names.index("mine_click") < names.index("blast")


@pytest.mark.rule("GS-19")
def test_scorch_stays_for_match_and_after_jump(app: App) -> None:
    board = open_salad(app)
    board.controller.act(Explosion(0, 1, BLAST_CENTRE))
    wait_for_person(app, board)
    previous_traces = board.display.traces
    assert find_scorches(board) == [BLAST_CENTRE]
    board.show_position()
    assert board.display.traces == previous_traces


def test_event_at_left_is_heard_from_left(app: App) -> None:
    board = open_salad(app)
    sounds = record_sounds(board)
    board.controller.act(Arrow(0, 1, 3))
    wait_for_person(app, board)
    sides = dict(sounds)
    find_side = board.step_player.animator.pan_at
    assert sides["shot"] < sides["splinter"]
    assert -1 <= find_side((0.0, 0.0)) < find_side((600.0, 0.0)) <= 1
    assert sides["take"] < 0, "Ann's panel is at the left"


def test_log_names_victim_of_shot_when_it_is_visible(app: App) -> None:
    board = open_salad(app)
    line_count = len(board.table.log.lines)
    board.controller.act(Arrow(0, 0, 4))
    run_until(app, lambda: bool(board.display.flashes))
    assert not any("takes" in line.words for line in board.table.log.lines)
    run_until(app, lambda: bool(board.display.carried))
    assert [line.words for line in board.table.log.lines[line_count:]] == [
        "Ann plays Arrow",
        "Ann takes one of Bo's soldiers",
    ]


@pytest.mark.parametrize("facing", ["one", "edges"])
def test_new_points_are_shown_beside_panel_and_never_over_its_words(app: App, facing: Literal["one", "edges"]) -> None:
    app.settings.facing = facing
    board = open_salad(app)
    board.controller.act(Explosion(0, 1, BLAST_CENTRE))
    panels = board.board_view.frame.panels
    labels = []

    def has_landed() -> bool:
        labels.extend(place_points(panels, board.board_view.frame.board.center, board.display.carried))
        return bool(labels) and not board.display.carried

    run_until(app, has_landed)
    numbers = [value for value, _ in labels]
    assert numbers == sorted(numbers), "a number that falls would be read as a loss"
    assert numbers[-1] == 2, "two soldiers that land together are two points, not +1 over +1"
    assert not any(box.colliderect(panel) for _, box in labels for panel in panels)
    assert all(Rect(0, 0, *board.table.size).contains(box) for _, box in labels)


@pytest.mark.parametrize(
    ("window", "facing"), [((1280, 720), "one"), ((960, 540), "one"), ((720, 1280), "one"), ((1280, 720), "edges")]
)
def test_taken_soldier_flies_over_no_other_panel(
    app: App, window: tuple[int, int], facing: Literal["one", "edges"]
) -> None:
    app.settings.facing = facing
    board = sit_down(app, "pppp", position((("arrow",),) * 4), waits=False)
    resize(app, window)
    wait_for_person(app, board)
    panels, camera = [panel.rect for panel in board.table.panels], board.board_view.camera
    width = camera.scale * board.options.cube
    for seat, tray in render.tray_spots(panels).items():
        other_panels = [*(panel for panel in panels if panel is not panels[seat]), board.board_view.hand_layout.panel]
        for x in range(0, 601, 120):
            for y in range(0, 401, 100):
                for step in range(16):
                    point, over = tray_flight(camera.to_screen((x, y)), tray, camera.rect, width, step / 15)
                    half = width * (0.86 if over < 1 else 0.7)
                    box = Rect(point[0] - half, point[1] - half, 2 * half, 2 * half)
                    assert box.collidelist(other_panels) < 0, (seat, x, y, step)
        assert point == pytest.approx(tray)


def test_traces_drawn_over_several_frames_look_as_if_drawn_at_once(app: App) -> None:
    """While effects run, traces come later too; after a jump all are there at once."""
    all_traces = [
        Trace("dent", (50.0 + 40 * (index % 12), 50.0 + 60 * (index // 12)), 6.0, index / 9) for index in range(60)
    ]
    camera = Camera(Rect(0, 0, 600, 400), (600.0, 400.0))
    scales = camera.scale, traces._coarse_scale(camera.scale)

    def draw_all(*, is_resting: bool, is_hurried: bool = False) -> tuple[bool, bytes]:
        surface = pygame.Surface((600, 400))
        is_sharp = draw_traces(Canvas(surface, 1.0), camera, all_traces, is_resting=is_resting, is_hurried=is_hurried)
        return is_sharp, pygame.image.tobytes(surface, "RGB")

    def count_cached() -> int:
        return sum(shapes.is_cached(traces._scaled_key(trace, scale)) for trace in all_traces for scale in scales)

    shapes.forget()
    assert not draw_all(is_resting=False, is_hurried=True)[0]
    assert count_cached() == 6
    assert not draw_all(is_resting=False)[0]
    assert count_cached() == 60
    frames = [draw_all(is_resting=True) for _ in range(4)]
    assert [is_sharp for is_sharp, _ in frames] == [False, False, True, True]
    shapes.forget()
    assert draw_all(is_resting=True) == frames[-1]
