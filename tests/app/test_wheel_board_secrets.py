"""What the wheel's scene never shows to the wrong eyes: hearts and notebooks; and what it shows to the right ones."""

from __future__ import annotations

from functools import partial

import pygame
import pytest

from grenade_salad.app.games.wheel.board import WheelScene
from grenade_salad.app.games.wheel.private import PrivateCover
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import Key, Unfocused
from grenade_salad.app.window.application import App
from grenade_salad.games.wheel import Advance
from grenade_salad.games.wheel.actions import Die
from tests.app.conftest import at_home, click, frames, key, mouse, post, until
from tests.app.wheel_table import APART, CHAIN, dealt, picture, play, ready, table, top
from tools.tables import on_top

pytestmark = pytest.mark.usefixtures("every_frame")


@pytest.fixture(autouse=True)
def _home(app: App) -> None:
    at_home(app)


def course(app: App, persons: int, hearts: tuple[tuple[str, ...], ...]) -> tuple[list[bytes], list[str]]:
    """Pictures of a table on which each die is pointed at and one is moved, and the log; the scene is left again."""
    scene = table(app, persons, hearts, CHAIN)
    scene.table.log.clear()
    seen = []
    for number in range(3):
        mouse(app, pygame.MOUSEMOTION, scene.dice[number].rect.center)
        seen.append(picture(app))
    app.settings.speed = "normal"
    scene.table.act(Advance(0, 1))
    for _ in range(12):
        app.frame(0.1)
        seen.append(picture(app))
    app.settings.speed = "off"
    scene.table.finish()
    seen.append(picture(app))
    log = [line.words for line in scene.table.log.lines]
    app.home()
    return seen, log


def test_a_shared_screen_looks_the_same_whoever_has_which_heart(app: App) -> None:
    """The hearts that are swapped are blown up in the previews: who would be out must not show (WH-15)."""
    one = course(app, 3, (("AH",), ("5H",), ("3H",)))
    other = course(app, 3, (("7H",), ("3H",), ("AH",)))
    assert one == other


def test_one_person_sees_the_own_heart_and_nothing_of_the_others(app: App) -> None:
    one = course(app, 1, (("AH",), ("5H",), ("3H",)))
    other = course(app, 1, (("AH",), ("3H",), ("7H",)))
    assert one == other
    mine = course(app, 1, (("7H",), ("3H",), ("AH",)))
    assert mine[0][0] != one[0][0]


def cover_of(app: App, seat: int, hearts: tuple[tuple[str, ...], ...]) -> tuple[bytes, bytes]:
    """The cover of a seat, closed and held open."""
    scene = table(app, 3, hearts)
    scene.open_for(seat)
    assert isinstance(top(app), PrivateCover)
    closed = picture(app)
    top(app).handle(Key(pygame.K_1 + seat))
    opened = picture(app)
    top(app).handle(Unfocused())
    assert picture(app) == closed
    app.home()
    return closed, opened


def test_under_the_cover_is_the_own_heart_alone_and_only_while_it_is_held(app: App) -> None:
    one = cover_of(app, 0, (("AH",), ("5H",), ("3H",)))
    other = cover_of(app, 0, (("AH",), ("3H",), ("7H",)))
    mine = cover_of(app, 0, (("7H",), ("5H",), ("3H",)))
    assert one == other
    assert mine[0] == one[0]
    assert mine[1] != one[1]


def test_the_log_of_a_shared_screen_names_no_heart_until_somebody_is_out(app: App) -> None:
    scene = dealt(app, 3, 2)
    until(app, lambda: ready(scene))
    assert not [line for line in scene.table.log.lines if "hearts" in line.words]
    assert [line.words for line in scene.table.log.lines].count("Bo gets a heart") == 1


def test_a_person_looks_at_any_time_with_the_own_key_or_panel(app: App) -> None:
    scene = table(app, 2)
    key(app, pygame.K_2)
    cover = on_top(app, PrivateCover)
    assert cover.who.name == "Bo"
    key(app, pygame.K_ESCAPE)
    assert top(app) is scene.table
    click(app, scene.table.panels[0].rect.center)
    assert isinstance(top(app), PrivateCover)
    key(app, pygame.K_ESCAPE)
    key(app, pygame.K_3)
    assert top(app) is scene.table
    click(app, scene.look_button.rect.center)
    cover = on_top(app, PrivateCover)
    assert cover.who.name == "Ann"


def is_open(cover: PrivateCover) -> bool:
    """Whether the secret is on the screen."""
    return cover.open


def hold(app: App, code: int, down: bool) -> None:
    """Press or release a key."""
    kind = pygame.KEYDOWN if down else pygame.KEYUP
    post(app, kind, key=code, mod=0, unicode="", scancode=0)


def test_marks_are_set_with_keys_while_the_cover_is_held_open(app: App) -> None:
    scene = table(app, 2)
    key(app, pygame.K_2)
    hold(app, pygame.K_2, True)
    cover = on_top(app, PrivateCover)
    assert is_open(cover)
    key(app, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RETURN, pygame.K_DOWN, pygame.K_n)
    assert is_open(cover)
    hold(app, pygame.K_2, False)
    assert not is_open(cover)
    assert scene.marks[1] == {(0, "3H"): "maybe", (2, "3H"): "no"}
    assert scene.marks[0] == {}


def test_marks_are_set_with_the_mouse_by_letting_go_on_a_cell(app: App) -> None:
    scene = table(app, 2)
    key(app, pygame.K_1)
    cover = on_top(app, PrivateCover)
    start = cover._sheet.rect.center
    cell = cover.notebook.cell(cover.notebook.rect, (0, 3)).center
    mouse(app, pygame.MOUSEBUTTONDOWN, start)
    assert is_open(cover)
    mouse(app, pygame.MOUSEMOTION, cell)
    mouse(app, pygame.MOUSEBUTTONUP, cell)
    assert not is_open(cover)
    assert scene.marks[0] == {(1, "4H"): "maybe"}
    mouse(app, pygame.MOUSEBUTTONDOWN, start)
    mouse(app, pygame.MOUSEBUTTONUP, start)
    assert not is_open(cover)
    assert scene.marks[0] == {(1, "4H"): "maybe"}


def test_a_single_persons_notebook_is_open_and_certain_things_stay(app: App) -> None:
    scene = table(app, 1)
    book = scene.notebook
    assert book.visible
    for expected in ("maybe", "no", "surely", None):
        click(app, book.cell(book.rect, (1, 4)).center)
        assert scene.marks[0].get((2, "5H")) == expected
    click(app, book.cell(book.rect, (0, 0)).center)
    assert scene.marks[0] == {}
    assert book.mark((0, 0)) == ("no", True)
    click(app, (book.rect.x + 20, book.rect.y + 12))
    assert scene.marks[0] == {}


def test_what_becomes_certain_is_struck_out_when_it_has_been_seen(app: App) -> None:
    scene = table(app, 1, (("AH",), ("2H",), ("5H",), ("3H",)), CHAIN)
    book = scene.notebook
    click(app, book.cell(book.rect, (0, 6)).center)
    assert book.mark((0, 6)) == ("maybe", False)
    app.settings.speed = "slow"
    scene.table.act(Advance(0, 0))
    frames(app, 3)
    assert book.mark((0, 6)) == ("maybe", False)
    scene.table.finish()
    assert book.mark((0, 6)) == ("no", True)
    assert book.mark((1, 4)) == ("surely", True)


def open_book(scene: WheelScene) -> bool:
    """Whether the notebook can be seen."""
    return scene.notebook.visible


def test_marks_stay_over_turns_and_on_a_small_window(app: App) -> None:
    app.settings.scale = 200
    scene = table(app, 1, dice=APART)
    assert not open_book(scene)
    click(app, scene.book_button.rect.center)
    book = scene.notebook
    assert open_book(scene)
    click(app, book.cell(book.rect, (0, 2)).center)
    key(app, pygame.K_ESCAPE)
    assert not open_book(scene)
    play(app, scene, 0)
    assert scene.marks[0] == {(1, "3H"): "maybe"}


def test_with_seven_at_200_percent_the_closed_cover_leaves_the_ring_in_sight_and_the_open_one_moves_nothing(
    app: App,
) -> None:
    app.settings.scale = 200
    scene = dealt(app, 7, 7)
    app.fit()
    key(app, pygame.K_1)
    cover = on_top(app, PrivateCover)
    places, closed = scene.table.places, Rect(cover.box)
    assert places.table.bottom <= closed.top
    assert closed.height < cover.size[1] / 2
    hold(app, pygame.K_SPACE, True)
    assert is_open(cover)
    assert cover.box.height > closed.height, "the notebook has seven rows that can be read"
    app.draw()
    assert scene.table.places == places
    hold(app, pygame.K_SPACE, False)
    assert cover.box == closed


def test_the_end_reveals_everything(app: App) -> None:
    scene: WheelScene = table(app, 2, (("AH",), ("5H",)), (Die(6, 5), Die(3, 5), Die(5, 5)))
    play(app, scene, 0)
    assert top(app) is not scene.table
    assert set(scene.stage.unused) == {"2H", "3H", "4H", "6H", "7H"}
    assert scene.stage.shown == [("AH",), ("5H",)]
    assert scene.table.log.lines[-1].words.startswith("Ann had the ace of hearts; nobody had")


@pytest.mark.rule("WH-13", "WH-15")
def test_a_single_person_reads_the_goal_sees_the_own_card_and_is_warned(app: App) -> None:
    """With a 3, the first die blows up the joker, the 5 and the 7 of spades."""
    said = {}
    for heart in ("5H", "2H"):
        scene = table(app, 1, ((heart,), ("AH",), ("3H",)), CHAIN)
        until(app, partial(ready, scene))
        assert scene.table_lines()[0] == f"Keep the {heart[0]} of spades in play."
        mouse(app, pygame.MOUSEMOTION, scene.dice[0].rect.center)
        calm = picture(app)
        click(app, scene.dice[0].rect.center)
        said[heart] = scene.doing(), calm
        app.home()
    assert "This blows up the 5 of spades: you would be out!" in said["5H"][0]
    assert "you would be out" not in said["2H"][0]
    assert said["5H"][1] != said["2H"][1]


@pytest.mark.rule("WH-15")
def test_a_shared_screen_is_told_nobodys_goal(app: App) -> None:
    scene = table(app, 2, (("5H",), ("AH",), ("3H",)), CHAIN)
    until(app, partial(ready, scene))
    click(app, scene.dice[0].rect.center)
    assert not any("Keep" in line for line in scene.table_lines())
    assert "would be out" not in scene.doing()
