"""Blocks on the window: they are seen where they lie, in the way of aim and of what is put down."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import Blocks, Move
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Block
from grenade_salad.sheets import salad
from grenade_salad.text import Reader, say
from tests.app.accessibility.listener import Listener
from tests.app.conftest import click, key, mouse, resize
from tests.app.salad_table import NAMES, at, choose, drag, lies_as_it_is, position, press, ready, sit_down

WALL = Block(250.0, 260.0, 120.0, 20.0, 0.0)


def wooden(app: App, spot: tuple[float, float]) -> bool:
    """Whether that point of the screen is of light wood, which no cloth is."""
    red, green, blue, _ = app.screen.get_at((round(spot[0] * app.factor), round(spot[1] * app.factor)))
    return red > green + 12 > blue + 12


@pytest.mark.rule("GS-35")
def test_blocks_are_seen_where_they_lie_and_nobody_is_put_on_them(app: App) -> None:
    scene = sit_down(app, "pb", setup=replace(position(), blocks=(WALL,)))
    for size in ((1280, 720), (540, 960)):
        resize(app, size)
        ready(app, scene)
        app.frame()
        for x, wood in ((200.0, True), (250.0, True), (300.0, True), (180.0, False), (320.0, False)):
            assert wooden(app, scene.shown.camera.to_screen((x, 261.5))) == wood
    resize(app, (1280, 720))
    ready(app, scene)
    drag(app, at(scene, 0), scene.shown.camera.to_screen((205.0, 258.0)))
    ready(app, scene)
    moved = [entry for entry in scene.table.match.entries if isinstance(entry, Move)]
    assert all(entry.to and abs(entry.to[1] - WALL.y) > 13.9 for entry in moved)
    assert lies_as_it_is(scene)


@pytest.mark.rule("GS-17", "GS-35")
def test_an_arrow_ends_at_the_block(app: App) -> None:
    scene = sit_down(app, "pb", setup=replace(position(), blocks=(WALL,)))
    choose(app, scene, "arrow")
    click(app, at(scene, 0))
    mouse(app, pygame.MOUSEMOTION, at(scene, 4))
    preview = scene.battlefield.preview
    assert preview.line is not None
    assert not preview.line.free
    assert preview.line.end[1] == pytest.approx(250.0, abs=1e-6)
    assert say(preview.why, begin=True) == "No line of sight: a block is in the way"
    click(app, at(scene, 4))
    assert scene.table.match.entries == []


HEARD = "Block 1: 120 by 20 mm, from west to east, 250 mm from the west edge, 260 mm from the south edge"


@pytest.mark.rule("GS-18", "GS-35")
def test_blocks_are_heard_where_they_lie_and_a_grenade_is_thrown_at_one(app: App) -> None:
    app.settings.ears = "on"
    scene = sit_down(app, "pb", setup=replace(position(), blocks=(WALL,)))
    listener = Listener(app)
    key(app, pygame.K_F7)
    for _ in range(60):
        listener.step()
    assert any(HEARD in one.words for one in listener.heard)
    phone = salad.told(scene.table.match.state.view(0), (), Reader(NAMES[:2], 0))
    assert say(phone.spoken[-1]) == f"{HEARD}."
    choose(app, scene, "explosion")
    field = scene.battlefield
    assert field.aim is not None
    (block,) = (part for part in field.heard().parts if part.name == HEARD)
    field.use_part(block.key, "press")
    assert field.intent.at == (WALL.x, WALL.y)
    choose(app, scene, "arrow")
    assert not any(part.name == HEARD for part in field.heard().parts)


@pytest.mark.rule("GS-35")
def test_a_match_begins_with_its_blocks(app: App) -> None:
    scene = sit_down(app, "pb", options=SaladOptions(starter=0, blocks=8))
    press(app, scene.controls.drop)
    ready(app, scene)
    laid, _, _ = scene.table.match.entries
    assert isinstance(laid, Blocks)
    assert len(scene.table.view.blocks) == 8  # type: ignore[attr-defined]
    app.frame()
    camera = scene.shown.camera
    spots = [camera.to_screen((block.x, block.y + 1.5)) for block in laid.outcome]
    seen = [spot for spot in spots if camera.view.inflate(-40, -40).collidepoint(spot)]
    assert seen
    assert all(wooden(app, spot) for spot in seen)


@pytest.mark.rule("GS-35")
def test_a_set_up_forgets_blocks_that_are_unset(app: App) -> None:
    scene = SetupScene(app, "grenade-salad")
    usual = scene.options
    for number in (4, 0):
        scene._ruled(replace(usual, blocks=number))  # type: ignore[call-arg]
        scene._keep()
        scene = SetupScene(app, "grenade-salad")
        assert scene.options == replace(usual, blocks=number)  # type: ignore[call-arg]
