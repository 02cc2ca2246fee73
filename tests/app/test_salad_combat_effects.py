"""What hits is seen and heard in its order: muzzle before splinters, click before blast, points when a piece lands."""

from __future__ import annotations

from typing import Literal

import pygame
import pytest

from grenade_salad.app.games.salad import render, traces
from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.games.salad.combat_effects import points_beside, way_to_tray
from grenade_salad.app.games.salad.traces import Trace
from grenade_salad.app.games.salad.traces import draw as draw_traces
from grenade_salad.app.ui import shapes
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import Arrow, Explosion, Footpath, Move
from grenade_salad.games.salad.pieces import Point
from grenade_salad.text import say
from tests.app.conftest import resize, until
from tests.app.salad_table import position, ready, sit_down

AT = (318.0, 214.0)
"""A blast here hits soldiers 1 and 3."""


def listening(scene: SaladScene) -> list[tuple[str, float]]:
    """What is heard from now on, and from where."""
    heard: list[tuple[str, float]] = []
    play = scene.course.show.sound

    def sound(name: str, volume: float = 1.0, where: float = 0.0) -> None:
        heard.append((name, where))
        play(name, volume, where)  # type: ignore[arg-type]

    scene.course.show.sound = sound
    return heard


def at_the_table(app: App) -> SaladScene:
    return sit_down(app, "pp", position(), speed="normal")


def scorched(scene: SaladScene) -> list[Point]:
    """Where the cloth is burnt."""
    return [one.at for one in scene.stage.traces if one.kind == "scorch"]


def points(scene: SaladScene, seat: int) -> int:
    """What stands in a seat's panel."""
    return int(say(scene.seat_facts(seat)[0]).split()[0])


@pytest.mark.rule("GS-17")
def test_a_shot_has_a_muzzle_a_line_a_knock_and_splinters(app: App) -> None:
    scene = at_the_table(app)
    heard, stage = listening(scene), scene.stage
    before = stage.cubes[4].x, stage.cubes[4].y
    scene.table.act(Arrow(0, 0, 4))
    until(app, lambda: bool(stage.flashes))
    assert stage.flashes[0].start == (200.0, 200.0)
    assert not stage.chips
    until(app, lambda: bool(stage.chips))
    until(app, lambda: stage.cubes[4].turn is not None and stage.cubes[4].y > before[1] + 2)
    assert stage.cubes[4].x == pytest.approx(before[0], abs=0.1), "thrown away from the shot"
    until(app, lambda: 4 not in stage.cubes)
    ready(app, scene)
    names = [name for name, _ in heard]
    assert names.index("shot") < names.index("splinter") < names.index("take")
    assert not stage.chips + stage.flashes + stage.carried  # type: ignore[operator]


@pytest.mark.rule("GS-26")
def test_points_count_up_when_the_piece_lies_in_the_tray(app: App) -> None:
    scene = at_the_table(app)
    had = points(scene, 0)
    scene.table.act(Arrow(0, 0, 4))
    until(app, lambda: bool(scene.stage.carried))
    assert points(scene, 0) == had
    assert scene.shown.trays[0] == [0, 0]
    until(app, lambda: scene.shown.trays[0] == [0, 1])
    assert points(scene, 0) == had + 1
    ready(app, scene)
    assert points(scene, 0) == had + 1 == scene.table.view.scores[0]


def test_a_click_skips_all_of_it_and_nothing_is_lost(app: App) -> None:
    scene = at_the_table(app)
    scene.table.act(Explosion(0, 1, AT))
    until(app, lambda: bool(scene.stage.thrown))
    scene.table.finish()
    assert scene.shown.trays[0] == [1, 1]
    assert points(scene, 0) == scene.table.view.scores[0]
    assert scorched(scene) == [AT]


@pytest.mark.rule("GS-22")
def test_a_mine_is_heard_before_it_goes_off(app: App) -> None:
    scene = at_the_table(app)
    heard = listening(scene)
    scene.table.act(Move(0, 0, (200.0, 230.0), 0.0))
    until(app, lambda: scene.table.reaction is not None)
    assert scene.table.session.act(Footpath(1, 0)) is None
    until(app, lambda: bool(scene.stage.armed))
    assert not scene.stage.bursts
    assert [name for name, _ in heard].count("blast") == 0
    until(app, lambda: bool(scene.stage.bursts))
    names = [name for name, _ in heard]
    assert names.index("mine_click") < names.index("blast")


@pytest.mark.rule("GS-19")
def test_a_scorch_stays_for_the_match_also_when_it_is_shown_again(app: App) -> None:
    scene = at_the_table(app)
    scene.table.act(Explosion(0, 1, AT))
    ready(app, scene)
    left = scene.stage.traces
    assert scorched(scene) == [AT]
    scene.jumped()
    assert scene.stage.traces == left


def test_what_happens_at_the_left_is_heard_from_there(app: App) -> None:
    scene = at_the_table(app)
    heard = listening(scene)
    scene.table.act(Arrow(0, 1, 3))
    ready(app, scene)
    where = dict(heard)
    camera = scene.course.show.side
    assert where["shot"] < where["splinter"]
    assert -1 <= camera((0.0, 0.0)) < camera((600.0, 0.0)) <= 1
    assert where["take"] < 0, "Ann's panel is at the left"


def test_the_log_says_whom_a_shot_takes_when_it_is_seen(app: App) -> None:
    scene = at_the_table(app)
    told = len(scene.table.log.lines)
    scene.table.act(Arrow(0, 0, 4))
    until(app, lambda: bool(scene.stage.flashes))
    assert not any("takes" in line.words for line in scene.table.log.lines)
    until(app, lambda: bool(scene.stage.carried))
    assert [line.words for line in scene.table.log.lines[told:]] == [
        "Ann plays Arrow",
        "Ann takes one of Bo's soldiers",
    ]


@pytest.mark.parametrize("facing", ["one", "edges"])
def test_points_that_come_are_told_beside_the_panel_and_never_over_its_words(
    app: App, facing: Literal["one", "edges"]
) -> None:
    app.settings.facing = facing
    scene = at_the_table(app)
    scene.table.act(Explosion(0, 1, AT))
    panels = scene.shown.frame.panels
    seen = []

    def landed() -> bool:
        seen.extend(points_beside(panels, scene.shown.frame.board.center, scene.stage.carried))
        return bool(seen) and not scene.stage.carried

    until(app, landed)
    numbers = [number for number, _ in seen]
    assert numbers == sorted(numbers), "a number that falls would be read as a loss"
    assert numbers[-1] == 2, "two soldiers that land together are two points, not +1 over +1"
    assert not any(box.colliderect(panel) for _, box in seen for panel in panels)
    assert all(Rect(0, 0, *scene.table.size).contains(box) for _, box in seen)


@pytest.mark.parametrize(
    ("window", "facing"), [((1280, 720), "one"), ((960, 540), "one"), ((720, 1280), "one"), ((1280, 720), "edges")]
)
def test_a_dead_soldier_flies_over_no_panel_but_that_of_who_takes_it(
    app: App, window: tuple[int, int], facing: Literal["one", "edges"]
) -> None:
    app.settings.facing = facing
    scene = sit_down(app, "pppp", position((("arrow",),) * 4), waits=False)
    resize(app, window)
    ready(app, scene)
    panels, camera = [panel.rect for panel in scene.table.panels], scene.shown.camera
    wide = camera.scale * scene.options.cube
    for seat, tray in render.tray_spots(panels).items():
        others = [*(panel for panel in panels if panel is not panels[seat]), scene.shown.strip.panel]
        for x in range(0, 601, 120):
            for y in range(0, 401, 100):
                for step in range(16):
                    at, over = way_to_tray(camera.to_screen((x, y)), tray, camera.rect, wide, step / 15)
                    half = wide * (0.86 if over < 1 else 0.7)
                    box = Rect(at[0] - half, at[1] - half, 2 * half, 2 * half)
                    assert box.collidelist(others) < 0, (seat, x, y, step)
        assert at == pytest.approx(tray)


def test_few_traces_are_made_in_a_frame_and_in_the_end_they_look_as_if_made_at_once(app: App) -> None:
    """While it burns, new ones come later, too; after a jump all of them are there at once."""
    left = [Trace("dent", (50.0 + 40 * (one % 12), 50.0 + 60 * (one // 12)), 6.0, one / 9) for one in range(60)]
    camera = Camera(Rect(0, 0, 600, 400), (600.0, 400.0))
    scales = camera.scale, traces._coarse(camera.scale)

    def drawn(*, rests: bool, hurries: bool = False) -> tuple[bool, bytes]:
        surface = pygame.Surface((600, 400))
        sharp = draw_traces(Canvas(surface, 1.0), camera, left, rests=rests, hurries=hurries)
        return sharp, pygame.image.tobytes(surface, "RGB")

    def made() -> int:
        return sum(shapes.known(traces._key(one, scale)) for one in left for scale in scales)

    shapes.forget()
    assert not drawn(rests=False, hurries=True)[0]
    assert made() == 6
    assert not drawn(rests=False)[0]
    assert made() == 60
    frames_drawn = [drawn(rests=True) for _ in range(4)]
    assert [sharp for sharp, _ in frames_drawn] == [False, False, True, True]
    shapes.forget()
    assert drawn(rests=True) == frames_drawn[-1]
