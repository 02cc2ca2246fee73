"""Hearts and notebooks of the wheel are shown to their own seat alone."""

from __future__ import annotations

from functools import partial

import pygame
import pytest

from grenade_salad.app.games.wheel.board import WheelBoard
from grenade_salad.app.games.wheel.private_cover import PrivateCover
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.inputs import KeyInput, Unfocused
from grenade_salad.app.window.application import App
from grenade_salad.games.wheel import Advance
from tests.app.conftest import click, post, post_mouse, press_keys, run_frames, run_until, show_home
from tests.app.wheel_table import APART, CHAIN, is_ready, open_match, open_position, play_die, read_pixels, top_scene
from tools.tables import get_top_scene

pytestmark = pytest.mark.usefixtures("every_frame")


@pytest.fixture(autouse=True)
def _home(app: App) -> None:
    show_home(app)


def record_turn(app: App, persons: int, hearts: tuple[tuple[str, ...], ...]) -> tuple[list[bytes], list[str]]:
    """Return pictures and the log of a table where each die is pointed at.

    One die is moved, and the board is left at the end.
    """
    board = open_position(app, persons, hearts, CHAIN)
    board.table.log.clear()
    pictures = []
    for index in range(3):
        post_mouse(app, pygame.MOUSEMOTION, board.dice[index].rect.center)
        pictures.append(read_pixels(app))
    app.settings.speed = "normal"
    board.controller.act(Advance(0, 1))
    for _ in range(12):
        app.frame(0.1)
        pictures.append(read_pixels(app))
    app.settings.speed = "off"
    board.controller.show_everything()
    pictures.append(read_pixels(app))
    log = [line.words for line in board.table.log.lines]
    app.home()
    return pictures, log


def test_shared_screen_does_not_depend_on_hearts(app: App) -> None:
    """The previews blow up the swapped hearts.

    They must not show who would be out (WH-15).
    """
    first = record_turn(app, 3, (("AH",), ("5H",), ("3H",)))
    second = record_turn(app, 3, (("7H",), ("3H",), ("AH",)))
    assert first == second


def test_single_person_sees_only_their_own_heart(app: App) -> None:
    first = record_turn(app, 1, (("AH",), ("5H",), ("3H",)))
    second = record_turn(app, 1, (("AH",), ("3H",), ("7H",)))
    assert first == second
    with_other_heart = record_turn(app, 1, (("7H",), ("3H",), ("AH",)))
    assert with_other_heart[0][0] != first[0][0]


def show_cover(app: App, seat: int, hearts: tuple[tuple[str, ...], ...]) -> tuple[bytes, bytes]:
    """Return pictures of a seat's cover, closed and held open."""
    board = open_position(app, 3, hearts)
    board.open_for(seat)
    assert isinstance(top_scene(app), PrivateCover)
    closed = read_pixels(app)
    top_scene(app).handle(KeyInput(pygame.K_1 + seat))
    opened = read_pixels(app)
    top_scene(app).handle(Unfocused())
    assert read_pixels(app) == closed
    app.home()
    return closed, opened


def test_cover_shows_own_heart_alone_and_only_while_held(app: App) -> None:
    first = show_cover(app, 0, (("AH",), ("5H",), ("3H",)))
    second = show_cover(app, 0, (("AH",), ("3H",), ("7H",)))
    with_other_heart = show_cover(app, 0, (("7H",), ("5H",), ("3H",)))
    assert first == second
    assert with_other_heart[0] == first[0]
    assert with_other_heart[1] != first[1]


def test_log_of_shared_screen_names_no_heart_until_a_player_is_out(app: App) -> None:
    board = open_match(app, 3, 2)
    run_until(app, lambda: is_ready(board))
    assert not [line for line in board.table.log.lines if "hearts" in line.words]
    assert [line.words for line in board.table.log.lines].count("Bo gets a heart") == 1


def test_person_can_look_at_any_time_with_own_key_or_panel(app: App) -> None:
    board = open_position(app, 2)
    press_keys(app, pygame.K_2)
    cover = get_top_scene(app, PrivateCover)
    assert cover.owner.name == "Bo"
    press_keys(app, pygame.K_ESCAPE)
    assert top_scene(app) is board.table
    click(app, board.table.panels[0].rect.center)
    assert isinstance(top_scene(app), PrivateCover)
    press_keys(app, pygame.K_ESCAPE)
    press_keys(app, pygame.K_3)
    assert top_scene(app) is board.table
    click(app, board.look_button.rect.center)
    cover = get_top_scene(app, PrivateCover)
    assert cover.owner.name == "Ann"


def is_open(cover: PrivateCover) -> bool:
    """True if the secret is on the screen."""
    return cover.is_open


def hold_key(app: App, code: int, is_down: bool) -> None:
    """Press or release a key."""
    kind = pygame.KEYDOWN if is_down else pygame.KEYUP
    post(app, kind, key=code, mod=0, unicode="", scancode=0)


def test_marks_are_set_with_keys_while_the_cover_is_held_open(app: App) -> None:
    board = open_position(app, 2)
    press_keys(app, pygame.K_2)
    hold_key(app, pygame.K_2, True)
    cover = get_top_scene(app, PrivateCover)
    assert is_open(cover)
    press_keys(app, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RETURN, pygame.K_DOWN, pygame.K_n)
    assert is_open(cover)
    hold_key(app, pygame.K_2, False)
    assert not is_open(cover)
    assert board.marks[1] == {(0, "3H"): "maybe", (2, "3H"): "no"}
    assert board.marks[0] == {}


def test_marks_are_set_with_the_mouse_by_letting_go_on_a_cell(app: App) -> None:
    board = open_position(app, 2)
    press_keys(app, pygame.K_1)
    cover = get_top_scene(app, PrivateCover)
    start = cover._closed_cover.rect.center
    cell = cover.notebook.cell_box(cover.notebook.rect, (0, 3)).center
    post_mouse(app, pygame.MOUSEBUTTONDOWN, start)
    assert is_open(cover)
    post_mouse(app, pygame.MOUSEMOTION, cell)
    post_mouse(app, pygame.MOUSEBUTTONUP, cell)
    assert not is_open(cover)
    assert board.marks[0] == {(1, "4H"): "maybe"}
    post_mouse(app, pygame.MOUSEBUTTONDOWN, start)
    post_mouse(app, pygame.MOUSEBUTTONUP, start)
    assert not is_open(cover)
    assert board.marks[0] == {(1, "4H"): "maybe"}


def test_notebook_of_single_person_is_open_and_certain_marks_stay(app: App) -> None:
    board = open_position(app, 1)
    book = board.notebook.widget
    assert book.visible
    for expected in ("maybe", "no", "surely", None):
        click(app, book.cell_box(book.rect, (1, 4)).center)
        assert board.marks[0].get((2, "5H")) == expected
    click(app, book.cell_box(book.rect, (0, 0)).center)
    assert board.marks[0] == {}
    assert book.mark((0, 0)) == ("no", True)
    click(app, (book.rect.x + 20, book.rect.y + 12))
    assert board.marks[0] == {}


def test_certain_card_is_struck_out_when_it_was_shown(app: App) -> None:
    board = open_position(app, 1, (("AH",), ("2H",), ("5H",), ("3H",)), CHAIN)
    book = board.notebook.widget
    click(app, book.cell_box(book.rect, (0, 6)).center)
    assert book.mark((0, 6)) == ("maybe", False)
    app.settings.speed = "slow"
    board.controller.act(Advance(0, 0))
    run_frames(app, 3)
    assert book.mark((0, 6)) == ("maybe", False)
    board.controller.show_everything()
    assert book.mark((0, 6)) == ("no", True)
    assert book.mark((1, 4)) == ("surely", True)


def is_notebook_visible(board: WheelBoard) -> bool:
    """True if the notebook is visible."""
    return board.notebook.widget.visible


def test_marks_stay_over_turns_and_in_a_small_window(app: App) -> None:
    app.settings.scale = 200
    board = open_position(app, 1, dice=APART)
    assert not is_notebook_visible(board)
    click(app, board.notebook.button.rect.center)
    book = board.notebook.widget
    assert is_notebook_visible(board)
    click(app, book.cell_box(book.rect, (0, 2)).center)
    press_keys(app, pygame.K_ESCAPE)
    assert not is_notebook_visible(board)
    play_die(app, board, 0)
    assert board.marks[0] == {(1, "3H"): "maybe"}


def test_cover_of_seven_at_200_percent_leaves_ring_visible_and_moves_nothing(app: App) -> None:
    app.settings.scale = 200
    board = open_match(app, 7, 7)
    app.fit()
    press_keys(app, pygame.K_1)
    cover = get_top_scene(app, PrivateCover)
    places, closed = board.table.places, Rect(cover.box)
    assert places.table.bottom <= closed.top
    assert closed.height < cover.size[1] / 2
    hold_key(app, pygame.K_SPACE, True)
    assert is_open(cover)
    assert cover.box.height > closed.height, "the notebook has seven rows that can be read"
    app.draw()
    assert board.table.places == places
    hold_key(app, pygame.K_SPACE, False)
    assert cover.box == closed


def test_end_reveals_everything(app: App) -> None:
    board = open_position(app, 2, (("AH",), ("5H",)), CHAIN)
    play_die(app, board, 0)
    assert top_scene(app) is not board.table
    assert set(board.display.unused) == {"2H", "3H", "4H", "6H", "7H"}
    assert board.display.revealed == [("AH",), ("5H",)]
    assert board.table.log.lines[-1].words.startswith("Ann had the ace of hearts; nobody had")


@pytest.mark.rule("WH-13", "WH-15")
def test_single_person_reads_goal_sees_own_card_and_is_warned(app: App) -> None:
    """With a 3, the first die blows up the joker, the 5 and the 7 of spades."""
    results = {}
    for heart in ("5H", "2H"):
        board = open_position(app, 1, ((heart,), ("AH",), ("3H",)), CHAIN)
        run_until(app, partial(is_ready, board))
        assert board.table_lines()[0] == f"Keep the {heart[0]} of spades in play."
        post_mouse(app, pygame.MOUSEMOTION, board.dice[0].rect.center)
        picture_before = read_pixels(app)
        click(app, board.dice[0].rect.center)
        results[heart] = board.preview_text(), picture_before
        app.home()
    assert "This blows up the 5 of spades: you would be out!" in results["5H"][0]
    assert "you would be out" not in results["2H"][0]
    assert results["5H"][1] != results["2H"][1]


@pytest.mark.rule("WH-15")
def test_shared_screen_shows_no_goal(app: App) -> None:
    board = open_position(app, 2, (("5H",), ("AH",), ("3H",)), CHAIN)
    run_until(app, partial(is_ready, board))
    click(app, board.dice[0].rect.center)
    assert not any("Keep" in line for line in board.table_lines())
    assert "would be out" not in board.preview_text()
