"""Held keys: actions happen once; text, sliders, lists and drags repeat."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame
import pytest

from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell import keys
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.widgets import Button, Slider
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import Action
from grenade_salad.games.live_grenade.actions import Draw
from grenade_salad.games.wheel import Advance
from tests.app import live_grenade, salad_table, wheel_table
from tests.app.conftest import click, hold_key, post, press_keys, release_key, run_frames, run_until, type_text
from tests.open_table import at_table
from tests.open_table.test_menu_commands import BLANK
from tools.tables import get_top_scene


def start_live_grenade(app: App) -> TableScene:
    """Start a match of Live Grenade for three people at one screen."""
    return live_grenade.show_match(app).table


def start_wheel(app: App) -> TableScene:
    """Start a match of the wheel for two people at one screen."""
    app.settings.speed = "off"
    scene = wheel_table.open_position(app)
    run_until(app, lambda: wheel_table.is_ready(scene))
    return scene.table


def start_salad(app: App) -> TableScene:
    """Start a match of Grenade Salad for two people at one screen."""
    return salad_table.sit_down(app, setup=salad_table.position()).table


def start_open_table(app: App) -> TableScene:
    """Put sheets, queens and a board on the tabletop for two people at one screen."""
    return at_table.push_table(app, BLANK).table


TABLES: dict[str, Callable[[App], TableScene]] = {
    "live-grenade": start_live_grenade,
    "wheel": start_wheel,
    "grenade-salad": start_salad,
    "open-table": start_open_table,
}


def decided_actions(table: TableScene) -> list[Action]:
    """Return the actions of the match."""
    return [entry for entry in table.controller.match.entries if isinstance(entry, Action)]


@pytest.mark.parametrize("shares", [True, False])
def test_held_draw_key_draws_one_card(app: App, shares: bool) -> None:
    scene = live_grenade.show_match(app, persons=3 if shares else 1)
    hold_key(app, pygame.K_d, 6.0)
    release_key(app, pygame.K_d)
    assert [entry for entry in decided_actions(scene.table) if isinstance(entry, Draw) and entry.seat == 0] == [Draw(0)]
    assert not shares or decided_actions(scene.table) == [Draw(0)]


def test_held_enter_decides_once_at_the_wheel(app: App) -> None:
    scene = start_wheel(app)
    press_keys(app, pygame.K_RETURN)
    hold_key(app, pygame.K_RETURN, 3.0)
    assert len([entry for entry in decided_actions(scene) if isinstance(entry, Advance)]) == 1


@pytest.mark.parametrize("means", ["menu", "help", "full_screen", "speed", "hint", "undo", "type_move"])
def test_held_key_acts_once_at_every_table(app: App, means: str) -> None:
    scene = start_live_grenade(app)
    code = keys.code_for(means, {})  # type: ignore[arg-type]
    previous_speed = app.settings.speed
    hold_key(app, code, 2.0)
    assert len(app.stack) <= 2
    assert app.settings.full_screen == (means == "full_screen")
    assert (app.settings.speed != previous_speed) == (means == "speed")
    release_key(app, code)
    assert decided_actions(scene) == []
    app.settings.full_screen = False


def state_after(app: App, start_table: Callable[[App], TableScene], press: Callable[[], None]) -> tuple[object, ...]:
    """Return all that a key can have changed at a new table.

    Pieces that are being dragged are left out.
    """
    app.settings.speed = "off"
    table = start_table(app)
    press()
    result = (
        [entry.to_line() for entry in table.controller.match.entries],
        [type(scene) for scene in app.stack],
        app.settings.speed,
        app.settings.full_screen,
        table.log.visible,
        [widget.words for widget in app.scene.widgets.items if isinstance(widget, Button)],
    )
    app.settings.full_screen = False
    app.home()
    return result


@pytest.mark.slow
@pytest.mark.parametrize("game", TABLES)
def test_held_key_does_the_same_as_a_press_at_every_table(app: App, game: str) -> None:
    """Every bound key, held long enough for four repeats."""
    app.push(HomeScene(app))
    hold_seconds = 0.6
    codes = sorted(
        keys.meanings_by_code({}).keys() | {pygame.K_1, pygame.K_2, pygame.K_RETURN, pygame.K_SPACE, pygame.K_ESCAPE}
    )
    look_keys = {pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_SPACE}
    for code in codes:

        def hold(code: int = code) -> None:
            hold_key(app, code, hold_seconds)
            release_key(app, code)

        def press(code: int = code) -> None:
            press_keys(app, code)
            run_frames(app, round(hold_seconds * 60))

        if code in look_keys:
            continue  # Held, it opens the cover or the hand; tests below check that.
        assert state_after(app, TABLES[game], hold) == state_after(app, TABLES[game], press), keys.key_name(code)


# Held keys of seats


def test_press_brings_cover_and_holding_opens_it(app: App) -> None:
    start_live_grenade(app)
    hold_key(app, pygame.K_1, 0.3)
    cover = get_top_scene(app, Cover)
    assert not cover.is_open
    hold_key(app, pygame.K_1, 0.5)
    assert cover.is_open
    release_key(app, pygame.K_1)
    assert not cover.is_open


def test_short_press_brings_the_cover_closed(app: App) -> None:
    start_live_grenade(app)
    press_keys(app, pygame.K_1)
    run_frames(app, 120)
    assert not get_top_scene(app, Cover).is_open


def test_held_key_does_not_open_a_cover_that_opens_by_press(app: App) -> None:
    app.settings.cover_by_press = True
    start_live_grenade(app)
    hold_key(app, pygame.K_1, 2.0)
    assert not get_top_scene(app, Cover).is_open


def test_cover_that_closed_by_itself_stays_closed_while_the_key_is_held(app: App) -> None:
    start_live_grenade(app)
    hold_key(app, pygame.K_1, 20.0)
    assert not get_top_scene(app, Cover).is_open


# Another scene


class Page(Scene):
    """A scene with a button that counts its presses, and an entry."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.presses = 0
        self.entry = TextEntry("", lambda _: None, Rect(100, 200, 300, 48))
        self.widgets.add(Button("One", self.press, Rect(100, 100, 200, 48)))
        self.widgets.add(self.entry)

    def press(self) -> None:
        """Count a press."""
        self.presses += 1


@pytest.fixture
def page(app: App) -> Iterator[Page]:
    page = Page(app)
    app.push(page)
    app.frame()
    return page


def test_key_held_past_end_of_dialog_needs_a_new_press(app: App, page: Page) -> None:
    app.push(Dialog(app, "Stop", "", [Answer("Go on", do_nothing, "main")]))
    run_frames(app, 60)
    hold_key(app, pygame.K_RETURN, 2.0)
    assert app.scene is page
    assert page.presses == 0
    release_key(app, pygame.K_RETURN)
    press_keys(app, pygame.K_RETURN)
    assert page.presses == 1


def test_letter_that_opens_an_entry_is_not_written_into_it(app: App, page: Page) -> None:
    """The system types on while the letter is held, since the new scene wants text."""
    post(app, pygame.KEYDOWN, key=pygame.K_w, mod=0, unicode="w", scancode=26)
    second_page = Page(app)
    app.push(second_page)
    second_page.widgets.set_focus(second_page.entry)
    post(app, pygame.TEXTINPUT, text="w")
    assert second_page.entry.value == ""
    post(app, pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a", scancode=4)
    post(app, pygame.TEXTINPUT, text="a")
    assert second_page.entry.value == "a", "the last key that went down is the one that types"
    for code in (pygame.K_a, pygame.K_w):
        post(app, pygame.KEYUP, key=code, mod=0, unicode="", scancode=4 if code == pygame.K_a else 26)
    type_text(app, "w")
    assert second_page.entry.value == "aw"


def test_key_held_on_focus_gain_needs_a_new_press(app: App, page: Page) -> None:
    """SDL posts keys that are held at that moment as if they were pressed.

    It happens after Alt+Tab, or after Enter in a terminal that starts the program.
    """
    post(app, pygame.WINDOWFOCUSLOST)
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSGAINED))
    hold_key(app, pygame.K_RETURN, 2.0)
    assert page.presses == 0
    release_key(app, pygame.K_RETURN)
    press_keys(app, pygame.K_RETURN)
    assert page.presses == 1


def test_key_released_in_another_window_acts_on_next_press(app: App, page: Page) -> None:
    post(app, pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)
    post(app, pygame.WINDOWFOCUSLOST)
    post(app, pygame.WINDOWFOCUSGAINED)
    press_keys(app, pygame.K_RETURN)
    assert page.presses == 2


def test_key_release_counts_on_another_layout(app: App, page: Page) -> None:
    """The same physical key has another name on release."""
    post(app, pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=40)
    post(app, pygame.KEYUP, key=pygame.K_a, mod=0, unicode="", scancode=40)
    post(app, pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=40)
    assert page.presses == 2


# Keys that repeat


def test_held_backspace_erases_and_held_paste_pastes_once(
    app: App, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: "x")
    page.widgets.set_focus(page.entry)
    type_text(app, "abcdefgh")
    hold_key(app, pygame.K_BACKSPACE, 0.7)
    release_key(app, pygame.K_BACKSPACE)
    assert page.entry.value == "ab"
    hold_key(app, pygame.K_v, 2.0, pygame.KMOD_CTRL)
    release_key(app, pygame.K_v, pygame.KMOD_CTRL)
    assert page.entry.value == "abx"


def test_held_arrow_moves_the_focus_or_a_slider_and_never_both(app: App) -> None:
    page = Page(app)
    slider = Slider(0.0, 100.0, 1.0, 0.0, lambda _: None, Rect(420, 100, 200, 48))
    page.widgets.add(slider)
    app.push(page)
    hold_key(app, pygame.K_RIGHT, 2.0)
    release_key(app, pygame.K_RIGHT)
    assert page.widgets.focus is slider
    assert slider.value == 0.0, "it is not what the press began"
    hold_key(app, pygame.K_RIGHT, 1.0)
    release_key(app, pygame.K_RIGHT)
    assert slider.value == 11.0
    assert page.widgets.focus is slider


def test_held_arrow_moves_a_piece_and_held_key_lifts_it_once(app: App) -> None:
    scene = at_table.push_table(app, BLANK)
    click(app, at_table.table_point(scene, 100.0, 300.0))
    hold_key(app, pygame.K_m, 2.0)
    release_key(app, pygame.K_m)
    carry = next(press.carry for press in scene.desk.presses.values() if press.carry is not None)
    start = carry.position
    hold_key(app, pygame.K_RIGHT, 1.0, pygame.KMOD_SHIFT)
    release_key(app, pygame.K_RIGHT)
    assert carry.position[0] - start[0] > 10 * 12
    hold_key(app, pygame.K_RETURN, 2.0)
    release_key(app, pygame.K_RETURN)
    run_until(app, lambda: scene.controller.is_idle)
    assert len(decided_actions(scene.table)) == 1


def test_held_arrow_moves_the_pointer_of_a_throw(app: App) -> None:
    scene = salad_table.sit_down(app, setup=salad_table.position())
    scene.choose_card("explosion")
    scene.table.widgets.set_focus(scene.battlefield)
    press_keys(app, pygame.K_RIGHT)
    start = scene.battlefield.intent.point
    hold_key(app, pygame.K_RIGHT, 1.0)
    end = scene.battlefield.intent.point
    assert start is not None
    assert end is not None
    assert end[0] - start[0] == pytest.approx(11.0)
