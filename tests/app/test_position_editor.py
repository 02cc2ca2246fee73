"""A position of Grenade Salad is set up in the window: by mouse, by keys alone, by reader; and played on."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import degrees
from typing import Any, Literal, TypeAlias, TypeVar

import pygame
import pytest

from grenade_salad.app.accessibility.tree import tree
from grenade_salad.app.editor.machine_hints import MachinesAsked
from grenade_salad.app.editor.position_details import PositionDetails
from grenade_salad.app.editor.position_editor import PositionEditor
from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.games.salad.position_editor import SetUpPositionScene
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.setup.play_on import PlayOnScene
from grenade_salad.app.sharing import record_files
from grenade_salad.app.ui.inputs import Asked
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import Action, registry
from grenade_salad.core.position_notation import read
from grenade_salad.games.salad import position_draft
from grenade_salad.games.salad.rules import GAME
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.players.salad.search_player import Thinking
from grenade_salad.text import say
from tests.app.conftest import at_home, click, frames, hold, key, mouse, pad, post, resize, until, write
from tests.app.history import press_by_keys
from tests.marks import over
from tools.tables import on_top

Kind: TypeAlias = Literal["person", "bot"]
Editor = TypeVar("Editor", bound=PositionEditor[Any])
LINE = "grenade-salad; seats Ann, Bo; a0 300,200; b1 340,200; reserve 19 19; hand a arrow ?4; hand b ?5; turn a"


def opened(app: App, scene: Editor) -> Editor:
    """The editor on top of the first screen."""
    at_home(app)
    app.push(scene)
    frames(app)
    return scene


def _begin(app: App, line: str = "") -> SetUpPositionScene:
    return opened(app, SetUpPositionScene(app, line))


def drag(app: App, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Press there, move in three steps and let go."""
    hold(app, start)
    for share in (0.3, 0.6, 1.0):
        at = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        mouse(app, pygame.MOUSEMOTION, at)
    mouse(app, pygame.MOUSEBUTTONUP, end)


def _at(scene: SetUpPositionScene, number: int) -> tuple[float, float]:
    one = position_draft.soldier(scene.setup, number)
    return scene.mat.camera.to_screen((one.x, one.y))


def _can_play(scene: SetUpPositionScene) -> bool:
    return scene.play.enabled


def tab_to(app: App, widget: Widget) -> None:
    """Go there with the Tab key."""
    for _ in app.scene.widgets.items:
        if not widget.focused:
            key(app, pygame.K_TAB)
    assert widget.focused


def _from_home(app: App) -> SetUpPositionScene:
    home = on_top(app, HomeScene)
    click(app, home.set_up.on_screen().center)
    press_by_keys(app, say(registry.plugin(GAME.name).on_box))
    frames(app)
    return on_top(app, SetUpPositionScene)


def _play_on(app: App) -> Table:
    asks = on_top(app, PlayOnScene)
    click(app, asks.start_button.on_screen().center)
    until(app, lambda: isinstance(app.scene, Table) and app.scene.actor is not None, 2000)
    return on_top(app, Table)


def test_by_mouse(app: App) -> None:
    scene = _begin(app)
    middle = scene.mat.rect.center
    drag(app, scene.piles[0].on_screen().center, middle)
    drag(app, scene.piles[1].on_screen().center, (middle[0] + 100, middle[1]))
    assert [one.seat for one in scene.setup.draft.soldiers] == [0, 1]
    assert scene.setup.draft.reserve == (19, 19)
    drag(app, _at(scene, 1), (middle[0] + 3, middle[1]))
    assert {trouble.rule for trouble in scene.troubles} == {"GS-04"}
    assert "GS-04" in scene.words
    assert not _can_play(scene)
    drag(app, _at(scene, 1), (middle[0] + 80, middle[1] + 40))
    assert not scene.troubles
    assert _can_play(scene)
    click(app, scene.turn_left.on_screen().center)
    assert round(degrees(position_draft.soldier(scene.setup, 1).angle)) == 15
    drag(app, _at(scene, 0), scene.sheet.center)
    assert [one.id for one in scene.setup.draft.soldiers] == [1]
    click(app, scene.undo_button.on_screen().center)
    assert len(scene.setup.draft.soldiers) == 2
    click(app, scene.tray_cards[3].on_screen().center)
    assert position_draft.hand(scene.setup, 0) == (("arrow",), 4)
    click(app, scene.hands[0][0].on_screen().center)
    assert position_draft.hand(scene.setup, 0) == ((), 4)


def finger(app: App, kind: int, at: tuple[float, float]) -> None:
    """One event of a finger, at a point in logical units."""
    x, y = at[0] / app.size[0], at[1] / app.size[1]
    post(app, kind, touch_id=1, finger_id=1, x=x, y=y)


def test_by_finger(app: App) -> None:
    scene = _begin(app)
    middle = scene.mat.rect.center
    finger(app, pygame.FINGERDOWN, scene.piles[1].on_screen().center)
    finger(app, pygame.FINGERMOTION, (middle[0] + 60, middle[1]))
    finger(app, pygame.FINGERMOTION, middle)
    finger(app, pygame.FINGERUP, middle)
    assert position_draft.where(scene.setup, 0) == "300,200 0"
    assert scene.setup.draft.reserve == (20, 19)
    finger(app, pygame.FINGERDOWN, middle)
    finger(app, pygame.FINGERMOTION, scene.sheet.center)
    finger(app, pygame.FINGERUP, scene.sheet.center)
    assert scene.setup.draft.reserve == (20, 20)


def test_by_keys_alone(app: App) -> None:
    scene = _begin(app)
    for seat in (0, 1):
        tab_to(app, scene.piles[seat])
        key(app, pygame.K_RETURN)
        assert scene.mat.focused
        before = position_draft.soldier(scene.setup, seat)
        key(app, *[pygame.K_RIGHT] * 5 * (seat + 1), pygame.K_q)
        key(app, pygame.K_RIGHT, mod=pygame.KMOD_SHIFT)
        key(app, pygame.K_RETURN)
        one = position_draft.soldier(scene.setup, seat)
        assert (round(one.x - before.x, 6), round(degrees(one.angle))) == (25 * (seat + 1) + 1, 15)
    key(app, pygame.K_LEFT)
    assert scene.mat.selected == 0
    key(app, pygame.K_RETURN, pygame.K_UP, pygame.K_ESCAPE)
    assert position_draft.soldier(scene.setup, 0).y == scene.setup.options.table[1] / 2
    assert app.scene.number == scene.number
    key(app, pygame.K_DELETE)
    assert [one.id for one in scene.setup.draft.soldiers] == [1]
    key(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert len(scene.setup.draft.soldiers) == 2
    key(app, pygame.K_LEFT)
    tab_to(app, scene.off)
    key(app, pygame.K_RETURN)
    assert len(scene.setup.draft.soldiers) == 1
    assert scene.mat.focused
    key(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    press_by_keys(app, "Play on")
    assert isinstance(app.scene, PlayOnScene)


def test_by_gamepad(app: App) -> None:
    scene = _begin(app, LINE)
    pad(app, pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    assert scene.mat.selected == 1
    pad(app, pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_DPAD_RIGHT, pygame.CONTROLLER_BUTTON_A)
    pad(app, pygame.CONTROLLER_BUTTON_X)
    assert position_draft.where(scene.setup, 1) == "345,200 15"
    pad(app, pygame.CONTROLLER_BUTTON_Y)
    assert [one.id for one in scene.setup.draft.soldiers] == [0]


def test_by_reader(app: App) -> None:
    scene = _begin(app, LINE)
    found = tree(app.stack)
    lines = list(found.lines())
    assert "Bo, soldier 1" in lines
    assert "340.0, 200.0 mm, turned by 0°" in lines
    scene.handle(Asked(scene.mat.number, "press", 2))
    assert scene.mat.selected == 1
    west = next(part for part in scene.mat.heard().parts if part.name == "10 mm west")
    scene.handle(Asked(scene.mat.number, "press", west.key))
    assert position_draft.where(scene.setup, 1) == "330,200 0"
    scene.handle(Asked(scene.spot.number, "set", value="303, 200 30"))
    assert position_draft.where(scene.setup, 1) == "303,200 30"
    assert any("(GS-04)" in line for line in tree(app.stack).lines())
    scene.handle(Asked(scene.tray_cards[0].number, "press"))
    assert position_draft.hand(scene.setup, 0) == (("arrow", "pointer"), 3)


@pytest.mark.rule("GS-16", "GS-17", "GS-19")
def test_the_judge_tells_what_one_soldier_sees_and_reaches(app: App) -> None:
    line = "grenade-salad; seats 2; a0 300,200; b1 314,200; b2 350,200; b3 300,300; reserve 19 17; turn a"
    scene = _begin(app, line)
    click(app, scene.judge_button.on_screen().center)
    click(app, _at(scene, 0))
    rows = {row.other.soldier.id: row.heard() for row in scene.verdicts}
    assert rows[1].name == "b1: 14.0 mm away, 6.0 mm between them"
    assert rows[1].about.split("\n") == [
        "9 of 9 lines of sight are free",
        "In reach of Hammers",
        "A grenade kills a0 and b1",
    ]
    assert "No line of sight: b1 is in the way" in rows[2].about
    assert scene.words == "A mine under a0 kills a0 and b1"
    assert "Out of reach of Hammers" in rows[3].about
    row = next(row for row in scene.verdicts if row.other.soldier.id == 2)
    scene.handle(Asked(row.number, "press"))
    assert scene.mat.target == 2
    scene.handle(Asked(scene.spot.number, "set", value="300,240"))
    assert any("9 of 9" in row.heard().about for row in scene.verdicts if row.other.soldier.id == 2)


def test_it_is_kept_copied_and_played_on(app: App) -> None:
    scene = _begin(app, LINE)
    drag(app, _at(scene, 1), (_at(scene, 1)[0] + 60, _at(scene, 1)[1]))
    line = position_draft.line(scene.setup)
    key(app, pygame.K_c, mod=pygame.KMOD_CTRL)
    assert pygame.scrap.get_text() == line
    click(app, scene.back_button.on_screen().center)
    again = _from_home(app)
    assert position_draft.line(again.setup) == line
    click(app, again.clear_button.on_screen().center)
    assert not again.setup.draft.soldiers
    key(app, pygame.K_v, mod=pygame.KMOD_CTRL)
    assert position_draft.line(again.setup) == line
    click(app, again.play.on_screen().center)
    table = _play_on(app)
    assert isinstance(table.scene, SaladScene)
    assert table.session.match.state.format_position().startswith("grenade-salad; seats 2; a0 300,200 0; b1 ")
    assert "hand a arrow" in table.session.match.state.format_position()


def test_all_fits_in_small_and_high_windows(app: App) -> None:
    scene = _begin(app, "grenade-salad; seats 4; a0 300,200")
    for size in ((960, 540), (720, 1280), (1280, 720)):
        resize(app, size)
        frames(app, 2)
        inside = pygame.Rect(0, 0, *map(round, app.size))
        for widget in scene.widgets.items:
            if widget.visible and widget.scroll is None:
                assert inside.contains(pygame.Rect(widget.rect)), (size, say(widget.tip), widget.rect)
        scene.panel.scroll.show(scene.tray_cards[-1].rect)
        assert scene.panel.scroll.area.contains(scene.tray_cards[-1].on_screen())


@pytest.mark.slow
def test_machines_say_what_they_would_do(app: App) -> None:
    scene = _begin(app, LINE)
    click(app, scene.ask_button.on_screen().center)
    asked = on_top(app, MachinesAsked)
    until(app, lambda: not asked.animating, 4000)
    frames(app)
    said = asked.words.split("\n")
    assert [line.partition(":")[0] for line in said] == ["Easy", "Normal", "Hard", "Expert"]
    assert all(line.endswith(")") for line in said)
    key(app, pygame.K_ESCAPE)
    assert app.scene.number == scene.number


@pytest.mark.caught
def test_a_machine_that_breaks_down_is_told(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Easy says in its place does not stand there as if it were Hard's without a word."""

    def decide(*_: object) -> Action:
        raise ValueError("the arrow of Bo")

    monkeypatch.setattr(Thinking, "decide", decide)
    app.thinker = app.worker = lambda: ThreadPoolExecutor(1)
    scene = _begin(app, LINE)
    click(app, scene.ask_button.on_screen().center)
    assert isinstance(app.scene, MachinesAsked)
    until(app, lambda: any("could not decide" in words for words in app.messages.words), 4000)
    key(app, pygame.K_ESCAPE)


@pytest.mark.slow
def test_it_is_shared_as_text_picture_and_page(app: App) -> None:
    scene = _begin(app, LINE)
    for words in ("Copy as text", "Save a picture", "Save a web page"):
        click(app, scene.share_button.on_screen().center)
        press_by_keys(app, words)
    assert pygame.scrap.get_text() == LINE.replace("200;", "200 0;")
    until(app, lambda: len(list(record_files.export_folder(app).glob("*-position-*"))) == 2, 2000)
    picture, page = sorted(
        record_files.export_folder(app).glob("*-position-*"), key=lambda file: file.suffix, reverse=True
    )
    assert pygame.image.load(str(picture)).get_size() == (1920, 1080)
    assert b"<html" in page.read_bytes()[:500]


def _from_pause(app: App, controllers: tuple[Controller, ...]) -> str:
    """The line of what is set up from the pause of a match."""
    began = read(GAME, LINE + "; deck ?40")
    match = Match(Header("grenade-salad", ("Ann", "Bo"), began.options, 5, began.setup))
    app.push(Table(app, match, controllers, SaladScene))
    until(app, lambda: isinstance(app.scene, Table) and app.scene.idle, 2000)
    app.scene.menu()
    frames(app)
    press_by_keys(app, "Set up a position")
    return position_draft.line(on_top(app, SetUpPositionScene).setup)


@over("sitting", (("person", "person"), ("person", "bot")))
def test_from_the_pause_as_much_as_whoever_sits_there_may_know(app: App, sitting: tuple[Kind, Kind]) -> None:
    at_home(app)
    line = _from_pause(app, (Controller(sitting[0]), Controller(sitting[1])))
    assert "a0 300,200 0; b1 340,200 0" in line
    assert "; hand b ?5; " in line
    assert ("; hand a ?5; " in line) == (sitting[1] == "person")
    assert "deck ?4" in line


@pytest.mark.rule("GS-35")
def test_blocks_by_mouse_keys_and_reader(app: App) -> None:
    scene = _begin(app, LINE)
    corner = scene.mat.rect.x + 60, scene.mat.rect.y + 60
    drag(app, scene.block_button.on_screen().center, corner)
    (block,) = scene.setup.draft.blocks
    assert (block.width, block.height) == (60, 20)
    click(app, scene.turn_left.on_screen().center)
    assert round(degrees(scene.setup.draft.blocks[0].angle)) == 15
    click(app, scene.undo_button.on_screen().center)
    to_screen, scale = scene.mat.camera.to_screen, scene.mat.camera.scale
    grip = to_screen((block.x + 30, block.y + 10))
    drag(app, grip, (grip[0] + 20 * scale, grip[1] - 5 * scale))
    (longer,) = scene.setup.draft.blocks
    assert (longer.width, longer.height) == (80, 25)
    assert (longer.x, longer.y) == pytest.approx((block.x + 10, block.y + 2.5))
    scene.handle(Asked(scene.spot.number, "set", value="100, 100 0 60 30"))
    assert position_draft.where(scene.setup, -1) == "100,100 0 60,30"
    assert any(line.endswith("60 by 30 mm") for line in tree(app.stack).lines())
    scene.handle(Asked(scene.spot.number, "set", value="300, 200"))
    assert "(GS-35)" in scene.words
    key(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    scene.widgets.set_focus(scene.block_button)
    key(app, pygame.K_RETURN, pygame.K_RIGHT, pygame.K_RETURN)
    assert len(scene.setup.draft.blocks) == 2
    assert _can_play(scene)
    assert position_draft.read(scene.line) == scene.setup
    key(app, pygame.K_DELETE)
    assert len(scene.setup.draft.blocks) == 1


def test_names_counts_and_house_rules(app: App) -> None:
    scene = _begin(app, "grenade-salad; seats 2; a0 300,200; b1 340,200; reserve 14 14; turn a")
    click(app, scene.details_button.on_screen().center)
    sheet = on_top(app, PositionDetails)
    write(app, "Eva;")
    taken = next(row for row in sheet.rows if row.label == "Soldiers taken by A")
    sheet.handle(Asked(taken.number, "set", value=5.0))
    sheet.handle(Asked(sheet.rows[4].number, "press"))
    scoring = next(item for item in sheet.widgets.items if item.label == "Cube width")
    sheet.handle(Asked(scoring.number, "set", value=10.0))
    key(app, pygame.K_ESCAPE)
    assert scene.setup.names == ("Eva", "B")
    assert scene.setup.draft.taken == (5, 0)
    assert scene.setup.draft.moved
    assert scene.setup.options.cube == 10
    assert position_draft.read(scene.line) == scene.setup
    key(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert (scene.setup.names, scene.setup.draft.taken, scene.setup.options.cube) == ((), (), 8)


def test_another_position_can_be_undone_back_to_the_draft(app: App) -> None:
    scene = _begin(app, LINE)
    click(app, scene.tray_cards[0].on_screen().center)
    kept = scene.line
    app.pop()
    other = SetUpPositionScene(app, "grenade-salad; seats 3; turn c")
    app.push(other)
    click(app, other.tray_cards[0].on_screen().center)
    key(app, *[pygame.K_z] * 2, mod=pygame.KMOD_CTRL)
    assert other.line == kept
