"""Position editor of Grenade Salad: mouse, keys, reader, sharing and playing on."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import degrees
from typing import Literal, TypeAlias

import pygame
import pytest

from grenade_salad.app.accessibility.tree import build_tree
from grenade_salad.app.editor.machine_hints import MachineHintsDialog
from grenade_salad.app.editor.position_details import PositionDetails
from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.games.salad.position_editor import SetUpPositionScene
from grenade_salad.app.match.play_on import PlayOnScene
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.sharing import record_files
from grenade_salad.app.ui.inputs import AssistiveInput
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import Action, registry
from grenade_salad.games.salad import position_draft
from grenade_salad.games.salad.rules import GAME
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.players.salad.search_player import SearchPlayer
from grenade_salad.text import say
from tests.app.conftest import (
    click,
    press_keys,
    press_pad,
    resize,
    run_frames,
    run_until,
    show_home,
    type_text,
)
from tests.app.history import press_by_keys
from tests.app.position_editing import drag, open_editor, send_finger, tab_to
from tests.marks import for_each
from tools.tables import get_top_scene

Kind: TypeAlias = Literal["person", "bot"]
LINE = "grenade-salad; seats Ann, Bo; a0 300,200; b1 340,200; reserve 19 19; hand a arrow ?4; hand b ?5; turn a"


def _open_salad_editor(app: App, line: str = "") -> SetUpPositionScene:
    return open_editor(app, SetUpPositionScene(app, line))


def _soldier_point(scene: SetUpPositionScene, soldier_id: int) -> tuple[float, float]:
    soldier = position_draft.find_soldier(scene.draft, soldier_id)
    return scene.mat.camera.to_screen((soldier.x, soldier.y))


def _can_play(scene: SetUpPositionScene) -> bool:
    return scene.play_button.enabled


def _open_from_home(app: App) -> SetUpPositionScene:
    home = get_top_scene(app, HomeScene)
    click(app, home.set_up.on_screen().center)
    press_by_keys(app, say(registry.plugin(GAME.name).display_title))
    run_frames(app)
    return get_top_scene(app, SetUpPositionScene)


def _play_on(app: App) -> TableScene:
    page = get_top_scene(app, PlayOnScene)
    click(app, page.start_button.on_screen().center)
    run_until(app, lambda: isinstance(app.scene, TableScene) and app.scene.controller.actor is not None, 2000)
    return get_top_scene(app, TableScene)


def test_position_is_edited_by_mouse(app: App) -> None:
    scene = _open_salad_editor(app)
    mat_center = scene.mat.rect.center
    drag(app, scene.reserve_buttons[0].on_screen().center, mat_center)
    drag(app, scene.reserve_buttons[1].on_screen().center, (mat_center[0] + 100, mat_center[1]))
    assert [soldier.seat for soldier in scene.draft.draft.soldiers] == [0, 1]
    assert scene.draft.draft.reserve == (19, 19)
    drag(app, _soldier_point(scene, 1), (mat_center[0] + 3, mat_center[1]))
    assert {trouble.rule for trouble in scene.troubles} == {"GS-04"}
    assert "GS-04" in scene.words
    assert not _can_play(scene)
    drag(app, _soldier_point(scene, 1), (mat_center[0] + 80, mat_center[1] + 40))
    assert not scene.troubles
    assert _can_play(scene)
    click(app, scene.turn_left.on_screen().center)
    assert round(degrees(position_draft.find_soldier(scene.draft, 1).angle)) == 15
    drag(app, _soldier_point(scene, 0), scene.page_rect.center)
    assert [soldier.id for soldier in scene.draft.draft.soldiers] == [1]
    click(app, scene.undo_button.on_screen().center)
    assert len(scene.draft.draft.soldiers) == 2
    click(app, scene.tray_cards[3].on_screen().center)
    assert position_draft.hand(scene.draft, 0) == (("arrow",), 4)
    click(app, scene.hands[0][0].on_screen().center)
    assert position_draft.hand(scene.draft, 0) == ((), 4)


def test_position_is_edited_by_finger(app: App) -> None:
    scene = _open_salad_editor(app)
    mat_center = scene.mat.rect.center
    send_finger(app, pygame.FINGERDOWN, scene.reserve_buttons[1].on_screen().center)
    send_finger(app, pygame.FINGERMOTION, (mat_center[0] + 60, mat_center[1]))
    send_finger(app, pygame.FINGERMOTION, mat_center)
    send_finger(app, pygame.FINGERUP, mat_center)
    assert position_draft.format_place(scene.draft, 0) == "300,200 0"
    assert scene.draft.draft.reserve == (20, 19)
    send_finger(app, pygame.FINGERDOWN, mat_center)
    send_finger(app, pygame.FINGERMOTION, scene.page_rect.center)
    send_finger(app, pygame.FINGERUP, scene.page_rect.center)
    assert scene.draft.draft.reserve == (20, 20)


def test_position_is_edited_by_keys_alone(app: App) -> None:
    scene = _open_salad_editor(app)
    for seat in (0, 1):
        tab_to(app, scene.reserve_buttons[seat])
        press_keys(app, pygame.K_RETURN)
        assert scene.mat.focused
        unmoved = position_draft.find_soldier(scene.draft, seat)
        press_keys(app, *[pygame.K_RIGHT] * 5 * (seat + 1), pygame.K_q)
        press_keys(app, pygame.K_RIGHT, mod=pygame.KMOD_SHIFT)
        press_keys(app, pygame.K_RETURN)
        moved = position_draft.find_soldier(scene.draft, seat)
        assert (round(moved.x - unmoved.x, 6), round(degrees(moved.angle))) == (25 * (seat + 1) + 1, 15)
    press_keys(app, pygame.K_LEFT)
    assert scene.mat.selected == 0
    press_keys(app, pygame.K_RETURN, pygame.K_UP, pygame.K_ESCAPE)
    assert position_draft.find_soldier(scene.draft, 0).y == scene.draft.options.table[1] / 2
    assert app.scene.node_owner_id == scene.node_owner_id
    press_keys(app, pygame.K_DELETE)
    assert [soldier.id for soldier in scene.draft.draft.soldiers] == [1]
    press_keys(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert len(scene.draft.draft.soldiers) == 2
    press_keys(app, pygame.K_LEFT)
    tab_to(app, scene.take_off_button)
    press_keys(app, pygame.K_RETURN)
    assert len(scene.draft.draft.soldiers) == 1
    assert scene.mat.focused
    press_keys(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    press_by_keys(app, "Play on")
    assert isinstance(app.scene, PlayOnScene)


def test_position_is_edited_by_gamepad(app: App) -> None:
    scene = _open_salad_editor(app, LINE)
    press_pad(app, pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    assert scene.mat.selected == 1
    press_pad(app, pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_DPAD_RIGHT, pygame.CONTROLLER_BUTTON_A)
    press_pad(app, pygame.CONTROLLER_BUTTON_X)
    assert position_draft.format_place(scene.draft, 1) == "345,200 15"
    press_pad(app, pygame.CONTROLLER_BUTTON_Y)
    assert [soldier.id for soldier in scene.draft.draft.soldiers] == [0]


def test_position_is_edited_by_reader(app: App) -> None:
    scene = _open_salad_editor(app, LINE)
    accessible_tree = build_tree(app.stack)
    lines = list(accessible_tree.lines())
    assert "Bo, soldier 1" in lines
    assert "340.0, 200.0 mm, turned by 0°" in lines
    scene.handle(AssistiveInput(scene.mat.id, "press", 2))
    assert scene.mat.selected == 1
    west = next(part for part in scene.mat.accessible_node().parts if part.name == "10 mm west")
    scene.handle(AssistiveInput(scene.mat.id, "press", west.key))
    assert position_draft.format_place(scene.draft, 1) == "330,200 0"
    scene.handle(AssistiveInput(scene.spot_entry.id, "set", value="303, 200 30"))
    assert position_draft.format_place(scene.draft, 1) == "303,200 30"
    assert any("(GS-04)" in line for line in build_tree(app.stack).lines())
    scene.handle(AssistiveInput(scene.tray_cards[0].id, "press"))
    assert position_draft.hand(scene.draft, 0) == (("arrow", "pointer"), 3)


@pytest.mark.rule("GS-16", "GS-17", "GS-19")
def test_referee_tells_what_soldier_sees_and_reaches(app: App) -> None:
    line = "grenade-salad; seats 2; a0 300,200; b1 314,200; b2 350,200; b3 300,300; reserve 19 17; turn a"
    scene = _open_salad_editor(app, line)
    click(app, scene.judge_button.on_screen().center)
    click(app, _soldier_point(scene, 0))
    rows = {row.relation.soldier.id: row.accessible_node() for row in scene.judge_rows}
    assert rows[1].name == "b1: 14.0 mm away, 6.0 mm between them"
    assert rows[1].description.split("\n") == [
        "Can be shot.",
        "Near enough for Hammers.",
        "A grenade kills 2.",
        "9 of 9 lines of sight are free. A grenade kills a0 and b1.",
    ]
    assert "Hidden by b1." in rows[2].description
    assert scene.words == "A mine under a0 kills a0 and b1"
    assert "Too far for Hammers." in rows[3].description
    row = next(row for row in scene.judge_rows if row.relation.soldier.id == 2)
    scene.handle(AssistiveInput(row.id, "press"))
    assert scene.mat.target == 2
    scene.handle(AssistiveInput(scene.spot_entry.id, "set", value="300,240"))
    assert any(
        "9 of 9" in row.accessible_node().description for row in scene.judge_rows if row.relation.soldier.id == 2
    )


def test_position_is_saved_copied_and_played_on(app: App) -> None:
    scene = _open_salad_editor(app, LINE)
    drag(app, _soldier_point(scene, 1), (_soldier_point(scene, 1)[0] + 60, _soldier_point(scene, 1)[1]))
    line = position_draft.format_draft(scene.draft)
    press_keys(app, pygame.K_c, mod=pygame.KMOD_CTRL)
    assert pygame.scrap.get_text() == line
    click(app, scene.back_button.on_screen().center)
    reopened = _open_from_home(app)
    assert position_draft.format_draft(reopened.draft) == line
    click(app, reopened.clear_button.on_screen().center)
    assert not reopened.draft.draft.soldiers
    press_keys(app, pygame.K_v, mod=pygame.KMOD_CTRL)
    assert position_draft.format_draft(reopened.draft) == line
    click(app, reopened.play_button.on_screen().center)
    table = _play_on(app)
    assert isinstance(table.board, SaladBoard)
    assert table.controller.session.match.state.format_position().startswith(
        "grenade-salad; seats 2; a0 300,200 0; b1 "
    )
    assert "hand a arrow" in table.controller.session.match.state.format_position()


def test_editor_fits_small_and_tall_windows(app: App) -> None:
    scene = _open_salad_editor(app, "grenade-salad; seats 4; a0 300,200")
    for size in ((960, 540), (720, 1280), (1280, 720)):
        resize(app, size)
        run_frames(app, 2)
        window_box = pygame.Rect(0, 0, *map(round, app.size))
        for widget in scene.widgets.items:
            if widget.visible and widget.scroll is None:
                assert window_box.contains(pygame.Rect(widget.rect)), (size, say(widget.tip), widget.rect)
        scene.panel.scroll.show(scene.tray_cards[-1].rect)
        assert scene.panel.scroll.area.contains(scene.tray_cards[-1].on_screen())


@pytest.mark.slow
def test_machines_say_what_they_would_do(app: App) -> None:
    scene = _open_salad_editor(app, LINE)
    click(app, scene.ask_button.on_screen().center)
    dialog = get_top_scene(app, MachineHintsDialog)
    run_until(app, lambda: not dialog.is_animating, 4000)
    run_frames(app)
    lines = dialog.words.split("\n")
    assert [line.partition(":")[0] for line in lines] == ["Easy", "Normal", "Hard", "Expert"]
    assert all(line.endswith(")") for line in lines)
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene.node_owner_id == scene.node_owner_id


@pytest.mark.caught
def test_failure_of_machine_is_reported(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Easy's answer in its place is not shown as Hard's without a word."""

    def decide(*_: object) -> Action:
        raise ValueError("the arrow of Bo")

    monkeypatch.setattr(SearchPlayer, "decide", decide)
    app.thinker = app.worker = lambda: ThreadPoolExecutor(1)
    scene = _open_salad_editor(app, LINE)
    click(app, scene.ask_button.on_screen().center)
    assert isinstance(app.scene, MachineHintsDialog)
    run_until(app, lambda: any("could not decide" in words for words in app.messages.texts), 4000)
    press_keys(app, pygame.K_ESCAPE)


@pytest.mark.slow
def test_position_is_shared_as_text_picture_and_page(app: App) -> None:
    scene = _open_salad_editor(app, LINE)
    for words in ("Copy as text", "Save a picture", "Save a web page"):
        click(app, scene.share_button.on_screen().center)
        press_by_keys(app, words)
    assert pygame.scrap.get_text() == LINE.replace("200;", "200 0;")
    run_until(app, lambda: len(list(record_files.export_folder(app).glob("*-position-*"))) == 2, 2000)
    picture, page = sorted(
        record_files.export_folder(app).glob("*-position-*"), key=lambda file: file.suffix, reverse=True
    )
    assert pygame.image.load(str(picture)).get_size() == (1920, 1080)
    assert b"<html" in page.read_bytes()[:500]


def _open_from_pause(app: App, controllers: tuple[Controller, ...]) -> str:
    """Return the line of the position that the pause of a match opens."""
    start = GAME.parse_start(LINE + "; deck ?40")
    match = Match(Header("grenade-salad", ("Ann", "Bo"), start.options, 5, start.setup))
    app.push(TableScene(app, match, controllers, SaladBoard))
    run_until(app, lambda: isinstance(app.scene, TableScene) and app.scene.controller.is_idle, 2000)
    app.scene.menu()
    run_frames(app)
    press_by_keys(app, "Set up a position")
    return position_draft.format_draft(get_top_scene(app, SetUpPositionScene).draft)


@for_each("sitting", (("person", "person"), ("person", "bot")))
def test_position_from_pause_has_only_what_people_may_know(app: App, sitting: tuple[Kind, Kind]) -> None:
    show_home(app)
    line = _open_from_pause(app, (Controller(sitting[0]), Controller(sitting[1])))
    assert "a0 300,200 0; b1 340,200 0" in line
    assert "; hand b ?5; " in line
    assert ("; hand a ?5; " in line) == (sitting[1] == "person")
    assert "deck ?4" in line


@pytest.mark.rule("GS-35")
def test_blocks_are_edited_by_mouse_keys_and_reader(app: App) -> None:
    scene = _open_salad_editor(app, LINE)
    corner = scene.mat.rect.x + 60, scene.mat.rect.y + 60
    drag(app, scene.block_button.on_screen().center, corner)
    (block,) = scene.draft.draft.blocks
    assert (block.width, block.height) == (60, 20)
    click(app, scene.turn_left.on_screen().center)
    assert round(degrees(scene.draft.draft.blocks[0].angle)) == 15
    click(app, scene.undo_button.on_screen().center)
    to_screen, scale = scene.mat.camera.to_screen, scene.mat.camera.scale
    grip = to_screen((block.x + 30, block.y + 10))
    drag(app, grip, (grip[0] + 20 * scale, grip[1] - 5 * scale))
    (resized,) = scene.draft.draft.blocks
    assert (resized.width, resized.height) == (80, 25)
    assert (resized.x, resized.y) == pytest.approx((block.x + 10, block.y + 2.5))
    scene.handle(AssistiveInput(scene.spot_entry.id, "set", value="100, 100 0 60 30"))
    assert position_draft.format_place(scene.draft, -1) == "100,100 0 60,30"
    assert any(line.endswith("60 by 30 mm") for line in build_tree(app.stack).lines())
    scene.handle(AssistiveInput(scene.spot_entry.id, "set", value="300, 200"))
    assert "(GS-35)" in scene.words
    press_keys(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    scene.widgets.set_focus(scene.block_button)
    press_keys(app, pygame.K_RETURN, pygame.K_RIGHT, pygame.K_RETURN)
    assert len(scene.draft.draft.blocks) == 2
    assert _can_play(scene)
    assert position_draft.parse_draft(scene.line) == scene.draft
    press_keys(app, pygame.K_DELETE)
    assert len(scene.draft.draft.blocks) == 1


def test_names_counts_and_house_rules_are_edited(app: App) -> None:
    scene = _open_salad_editor(app, "grenade-salad; seats 2; a0 300,200; b1 340,200; reserve 14 14; turn a")
    click(app, scene.details_button.on_screen().center)
    sheet = get_top_scene(app, PositionDetails)
    type_text(app, "Eva;")
    taken_row = next(row for row in sheet.rows if row.label == "Soldiers taken by A")
    sheet.handle(AssistiveInput(taken_row.id, "set", value=5.0))
    sheet.handle(AssistiveInput(sheet.rows[4].id, "press"))
    cube_width = next(item for item in sheet.widgets.items if item.label == "Cube width")
    sheet.handle(AssistiveInput(cube_width.id, "set", value=10.0))
    press_keys(app, pygame.K_ESCAPE)
    assert scene.draft.names == ("Eva", "B")
    assert scene.draft.draft.taken == (5, 0)
    assert scene.draft.draft.moved
    assert scene.draft.options.cube == 10
    assert position_draft.parse_draft(scene.line) == scene.draft
    press_keys(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert (scene.draft.names, scene.draft.draft.taken, scene.draft.options.cube) == ((), (), 8)


def test_undo_leads_from_another_position_back_to_draft(app: App) -> None:
    scene = _open_salad_editor(app, LINE)
    click(app, scene.tray_cards[0].on_screen().center)
    draft_line = scene.line
    app.pop()
    other_editor = SetUpPositionScene(app, "grenade-salad; seats 3; turn c")
    app.push(other_editor)
    click(app, other_editor.tray_cards[0].on_screen().center)
    press_keys(app, *[pygame.K_z] * 2, mod=pygame.KMOD_CTRL)
    assert other_editor.line == draft_line
