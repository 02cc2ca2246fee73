"""The mat of Grenade Salad has the window: panels, log, hand and questions are at its edges."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.ui.picks import PickButton
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import Move
from grenade_salad.text import say
from tests.app.conftest import click, frames, post, resize, until
from tests.app.salad_table import ANNS_HAND, BOS_HAND, position, press, ready, sit_down
from tools.tables import on_top


def _share(app: App, scene: SaladScene) -> float:
    board = scene.table.places.table
    return board.width * board.height / (app.size[0] * app.size[1])


@pytest.mark.quick("pb-window2*", "pppp-window0*")
@pytest.mark.parametrize(("window", "least"), [((1280, 720), 0.65), ((1920, 1080), 0.65), ((720, 1280), 0.55)])
@pytest.mark.parametrize("kinds", ["pb", "pppp"])
def test_the_mat_has_most_of_the_window(app: App, window: tuple[int, int], least: float, kinds: str) -> None:
    hands = [ANNS_HAND, BOS_HAND, ("arrow",), ("arrow",)][: len(kinds)]
    scene = sit_down(app, kinds, position(hands), waits=False)
    resize(app, window)
    assert _share(app, scene) >= least
    assert not any(panel.rect.colliderect(scene.table.places.table) for panel in scene.table.panels)


@pytest.mark.parametrize(("window", "least"), [((1280, 720), 0.65), ((1920, 1080), 0.65), ((720, 1280), 0.55)])
@pytest.mark.parametrize("kinds", ["pb", "pppp"])
def test_the_mat_goes_on_under_panels_at_their_edges(
    app: App, window: tuple[int, int], least: float, kinds: str
) -> None:
    """Each panel faces its own edge of the table: the mat lies under them, and nobody whom the camera shows does."""
    app.settings.facing = "edges"
    hands = [ANNS_HAND, BOS_HAND, ("arrow",), ("arrow",)][: len(kinds)]
    scene = sit_down(app, kinds, position(hands), waits=False)
    resize(app, window)
    ready(app, scene)
    view, boxes = scene.shown.camera.view, [panel.on_screen() for panel in scene.table.panels]
    covered = sum(box.clip(view).width * box.clip(view).height for box in boxes)
    assert (view.width * view.height - covered) / (app.size[0] * app.size[1]) >= least
    shown = [scene.shown.camera.to_screen((one.x, one.y)) for one in scene.stage.cubes.values()]
    assert not any(box.collidepoint(at) for box in boxes for at in shown if scene.shown.camera.rect.collidepoint(at))
    corner = view.x + 12, view.y + 12
    x, y = scene.shown.camera.to_table(corner)
    if 0 < x < 600 and 0 < y < 400:
        app.draw()
        red, green, _ = app.screen.get_at((round(corner[0] * app.factor), round(corner[1] * app.factor)))[:3]
        assert green > red, "cloth, not wood"


@pytest.mark.parametrize("scale", [100, 200])
def test_the_size_of_everything_makes_the_soldiers_larger(app: App, scale: int) -> None:
    app.settings.scale = scale
    app.fit()
    scene = sit_down(app, "pb", position())
    frames(app, 2)
    assert scene.shown.camera.scale * scene.options.cube >= 24 * 0.999
    assert app.factor >= scale / 100 * 0.8


@pytest.mark.quick("bpb-window0", "pp-window2")
@pytest.mark.parametrize("window", [(1280, 720), (960, 540), (720, 1280)])
@pytest.mark.parametrize("kinds", ["pp", "bpb", "pppp"])
def test_the_question_of_a_mine_lies_off_the_mat(app: App, window: tuple[int, int], kinds: str) -> None:
    hands = [ANNS_HAND, BOS_HAND, ("footpath",), ("arrow",)][: len(kinds)]
    app.settings.countdown = 0.0
    scene = sit_down(app, kinds, position(hands), waits=False)
    resize(app, window)
    if kinds[0] == "p":
        ready(app, scene)
        scene.table.act(Move(0, 1, (300.0, 230.0), 0.0))
    until(app, lambda: scene.table.reaction is not None)
    reaction = scene.table.reaction
    assert reaction is not None
    assert not reaction.rect.colliderect(scene.table.places.table)
    shown = [item for item in scene.table.widgets.items if item in reaction._buttons]
    assert shown
    assert all(reaction.rect.contains(item.rect) for item in shown)


def test_the_log_is_a_line_with_a_drawer(app: App) -> None:
    scene = sit_down(app, "pp", position())
    assert not scene.table.log.visible
    press(app, scene.table.log_line)
    assert scene.table.log.visible
    press(app, scene.table.log_line)
    assert not scene.table.log.visible


@pytest.mark.quick("window0")
@pytest.mark.parametrize("window", [(1280, 720), (720, 1280)])
def test_the_hand_of_a_shared_screen_leaves_the_battlefield_in_view(app: App, window: tuple[int, int]) -> None:
    scene = sit_down(app, "pp", position(), waits=False)
    resize(app, window)
    ready(app, scene)
    before = pygame.image.tobytes(app.screen, "RGB")
    press(app, scene.controls.look)
    strip = on_top(app, Cover)
    board = scene.table.places.table
    assert (min(strip.box.top, board.bottom) - board.top) / board.height > 0.7
    app.draw()
    closed = pygame.image.tobytes(app.screen, "RGB")
    assert closed != before
    assert not any(isinstance(item, PickButton) for item in strip.widgets.items)
    post(app, pygame.KEYDOWN, key=pygame.K_1, mod=0, unicode="")
    shown = [item for item in strip.widgets.items if isinstance(item, PickButton)]
    assert len(shown) == len(ANNS_HAND)
    assert all(strip.box.contains(item.rect) for item in shown)
    assert all(item.pick.tip or item.pick.why_not for item in shown)
    post(app, pygame.KEYUP, key=pygame.K_1, mod=0)
    app.draw()
    assert not strip.open
    again = pygame.image.tobytes(app.screen, "RGB")
    assert max(abs(one - other) for one, other in zip(again, closed, strict=True)) <= 8, "nothing of it stays"


@pytest.mark.parametrize("scale", [100, 200])
def test_opening_and_closing_a_hand_leaves_the_look_where_it_was(app: App, scale: int) -> None:
    app.settings.scale = scale
    app.fit()
    scene = sit_down(app, "pp", position(), speed="normal")
    until(app, lambda: not scene.battlefield.eye.gliding)
    before = scene.shown.camera
    press(app, scene.controls.look)
    assert isinstance(app.scene, Cover)
    for _ in range(20):
        frames(app)
        assert scene.shown.camera == before
    app.pop()
    for _ in range(20):
        frames(app)
        assert scene.shown.camera == before


def test_alone_among_machines_one_is_asked_as_you_by_buttons_that_stand_apart(app: App) -> None:
    scene = sit_down(app, "bp", position(), speed="fast", waits=False)
    until(app, lambda: scene.table.reaction is not None and bool(scene.table.reaction.seats), 3000)
    assert "you may answer" in say(scene.table.bar()[0])
    assert "Bo may" not in say(scene.table.bar()[0])
    reaction = scene.table.reaction
    assert reaction is not None
    boxes = [
        item.rect for item in scene.table.widgets.items if item.visible and item.rect.clip(reaction.rect).width > 40
    ]
    assert len(boxes) >= 3
    apart = [one.inflate(8, 4).colliderect(other) for one, other in combinations(boxes, 2)]
    assert not any(apart), "the ring of one would lie over the next"


def test_at_twice_the_size_the_height_of_a_drop_can_be_dragged_and_no_card_hides_the_next_ones_name(app: App) -> None:
    app.settings.scale = 200
    app.save_settings()
    scene = sit_down(app, "pb")
    press(app, scene.controls.drop)
    ready(app, scene)
    slider, drop, keep = (item.rect for item in (scene.controls.height, scene.controls.drop, scene.controls.keep))
    assert keep.width > 100, "it lies, and can be kept"
    assert slider.width >= 180
    assert not any(one.colliderect(other) for one, other in combinations((slider, drop, keep), 2))
    high = scene.controls.height.value
    click(app, (slider.x + slider.width * 0.6, slider.centery))
    assert scene.controls.height.value > high
    scene = sit_down(app, "pb", position())
    assert app.size[0] < 900
    assert not any(one.rect.colliderect(other.rect) for one, other in combinations(scene.shown.cards, 2))
