"""Blocks in the window: drawn in place, and in the way of aim and placement."""

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
from tests.app.conftest import click, post_mouse, press_keys, resize
from tests.app.salad_table import (
    NAMES,
    click_card,
    drag,
    position,
    press,
    screen_position,
    shows_match_position,
    sit_down,
    wait_for_person,
)

WALL = Block(250.0, 260.0, 120.0, 20.0, 0.0)


def is_wooden(app: App, spot: tuple[float, float]) -> bool:
    """True if a point of the screen is brown wood, redder than linen in any light."""
    red, _, blue, _ = app.screen.get_at((round(spot[0] * app.factor), round(spot[1] * app.factor)))
    return red > 2 * blue


@pytest.mark.rule("GS-35")
def test_blocks_are_drawn_in_place_and_keep_soldiers_off(app: App) -> None:
    board = sit_down(app, "pb", setup=replace(position(), blocks=(WALL,)))
    for size in ((1280, 720), (540, 960)):
        resize(app, size)
        wait_for_person(app, board)
        app.frame()
        for x, is_wood in ((200.0, True), (250.0, True), (300.0, True), (180.0, False), (320.0, False)):
            assert is_wooden(app, board.board_view.camera.to_screen((x, 261.5))) == is_wood
    resize(app, (1280, 720))
    wait_for_person(app, board)
    drag(app, screen_position(board, 0), board.board_view.camera.to_screen((205.0, 258.0)))
    wait_for_person(app, board)
    moves = [entry for entry in board.controller.match.entries if isinstance(entry, Move)]
    assert all(entry.to and abs(entry.to[1] - WALL.y) > 13.9 for entry in moves)
    assert shows_match_position(board)


@pytest.mark.rule("GS-17", "GS-35")
def test_arrow_ends_at_block(app: App) -> None:
    board = sit_down(app, "pb", setup=replace(position(), blocks=(WALL,)))
    click_card(app, board, "arrow")
    click(app, screen_position(board, 0))
    post_mouse(app, pygame.MOUSEMOTION, screen_position(board, 4))
    preview = board.battlefield.preview
    assert preview.line is not None
    assert not preview.line.is_free
    assert preview.line.end[1] == pytest.approx(250.0, abs=1e-6)
    assert say(preview.refusal, begin=True) == "No line of sight: a block is in the way"
    click(app, screen_position(board, 4))
    assert board.controller.match.entries == []


SPOKEN_BLOCK = "Block 1: 120 by 20 mm, from west to east, 250 mm from the west edge, 260 mm from the south edge"


@pytest.mark.rule("GS-18", "GS-35")
def test_blocks_are_announced_and_can_be_targets(app: App) -> None:
    app.settings.ears = "on"
    board = sit_down(app, "pb", setup=replace(position(), blocks=(WALL,)))
    listener = Listener(app)
    press_keys(app, pygame.K_F7)
    for _ in range(60):
        listener.step()
    assert any(SPOKEN_BLOCK in announcement.words for announcement in listener.utterances)
    sheet = salad.write_sheet(board.controller.match.state.view(0), (), Reader(NAMES[:2], 0))
    assert say(sheet.spoken[-1]) == f"{SPOKEN_BLOCK}."
    click_card(app, board, "explosion")
    field = board.battlefield
    assert field.aim is not None
    (block,) = (part for part in field.accessible_node().parts if part.name == SPOKEN_BLOCK)
    field.use_part(block.key, "press")
    assert field.intent.point == (WALL.x, WALL.y)
    click_card(app, board, "arrow")
    assert not any(part.name == SPOKEN_BLOCK for part in field.accessible_node().parts)


@pytest.mark.rule("GS-35")
def test_match_begins_with_its_blocks(app: App) -> None:
    board = sit_down(app, "pb", options=SaladOptions(starter=0, blocks=8))
    press(app, board.controls.drop_button)
    wait_for_person(app, board)
    blocks_entry, _, _ = board.controller.match.entries
    assert isinstance(blocks_entry, Blocks)
    assert len(board.controller.view.blocks) == 8  # type: ignore[attr-defined]
    app.frame()
    camera = board.board_view.camera
    spots = [camera.to_screen((block.x, block.y + 1.5)) for block in blocks_entry.outcome]
    visible_spots = [spot for spot in spots if camera.drawn_rect.inflate(-40, -40).collidepoint(spot)]
    assert visible_spots
    assert all(is_wooden(app, spot) for spot in visible_spots)


@pytest.mark.rule("GS-35")
def test_setup_forgets_removed_blocks(app: App) -> None:
    scene = SetupScene(app, "grenade-salad")
    default_options = scene.options
    for count in (4, 0):
        scene._on_rules_changed(replace(default_options, blocks=count))  # type: ignore[call-arg]
        scene._save_choices()
        scene = SetupScene(app, "grenade-salad")
        assert scene.options == replace(default_options, blocks=count)  # type: ignore[call-arg]
