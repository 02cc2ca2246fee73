"""Keys that are held down: what acts does so once; text, sliders, lists and what is carried go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame
import pytest

from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.shell import keys
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.shell.dialog import Answer, Dialog, nothing
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
from tests.app.conftest import click, frames, keep_down, key, let_go, post, until, write
from tests.open_table import at_table
from tests.open_table.test_menu_commands import BLANK
from tools.tables import on_top


def play_live_grenade(app: App) -> Table:
    """Lay a match of Live Grenade for three people at one screen."""
    return live_grenade.table(app).table


def play_wheel(app: App) -> Table:
    """Lay a match of the wheel for two people at one screen."""
    app.settings.speed = "off"
    scene = wheel_table.table(app)
    until(app, lambda: wheel_table.ready(scene))
    return scene.table


def play_salad(app: App) -> Table:
    """Lay a match of Grenade Salad for two people at one screen."""
    return salad_table.sit_down(app, setup=salad_table.position()).table


def play_open_table(app: App) -> Table:
    """Lay sheets, queens and a board for two people at one screen."""
    return at_table.lay(app, BLANK).table


TABLES: dict[str, Callable[[App], Table]] = {
    "live-grenade": play_live_grenade,
    "wheel": play_wheel,
    "grenade-salad": play_salad,
    "open-table": play_open_table,
}


def decisions(table: Table) -> list[Action]:
    """Return what people decided."""
    return [entry for entry in table.match.entries if isinstance(entry, Action)]


@pytest.mark.parametrize("shares", [True, False])
def test_held_draw_key_draws_one_card(app: App, shares: bool) -> None:
    scene = live_grenade.table(app, persons=3 if shares else 1)
    keep_down(app, pygame.K_d, 6.0)
    let_go(app, pygame.K_d)
    assert [entry for entry in decisions(scene.table) if isinstance(entry, Draw) and entry.seat == 0] == [Draw(0)]
    assert not shares or decisions(scene.table) == [Draw(0)]


def test_held_enter_decides_once_at_the_wheel(app: App) -> None:
    scene = play_wheel(app)
    key(app, pygame.K_RETURN)
    keep_down(app, pygame.K_RETURN, 3.0)
    assert len([entry for entry in decisions(scene) if isinstance(entry, Advance)]) == 1


@pytest.mark.parametrize("means", ["menu", "help", "full_screen", "speed", "hint", "undo", "type_move"])
def test_held_key_of_every_table_acts_once(app: App, means: str) -> None:
    scene = play_live_grenade(app)
    code = keys.code_of(means, {})  # type: ignore[arg-type]
    before = app.settings.speed
    keep_down(app, code, 2.0)
    assert len(app.stack) <= 2
    assert app.settings.full_screen == (means == "full_screen")
    assert (app.settings.speed != before) == (means == "speed")
    let_go(app, code)
    assert decisions(scene) == []
    app.settings.full_screen = False


def state_after(app: App, play: Callable[[App], Table], press: Callable[[], None]) -> tuple[object, ...]:
    """Return all that a key can have changed at a new table, but for what lies in the air."""
    app.settings.speed = "off"
    table = play(app)
    press()
    result = (
        [entry.to_line() for entry in table.match.entries],
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
def test_held_key_does_what_its_press_does_at_every_table(app: App, game: str) -> None:
    """Every bound key, held long enough for four repeats."""
    app.push(HomeScene(app))
    seconds = 0.6
    codes = sorted(keys.bound({}).keys() | {pygame.K_1, pygame.K_2, pygame.K_RETURN, pygame.K_SPACE, pygame.K_ESCAPE})
    looks = {pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_SPACE}
    for code in codes:

        def hold(code: int = code) -> None:
            keep_down(app, code, seconds)
            let_go(app, code)

        def press(code: int = code) -> None:
            key(app, code)
            frames(app, round(seconds * 60))

        if code in looks:
            continue  # Held, it opens the cover or the hand: see below.
        assert state_after(app, TABLES[game], hold) == state_after(app, TABLES[game], press), keys.name_of(code)


# hold your key to look


def test_one_press_brings_the_cover_and_holding_opens_it(app: App) -> None:
    play_live_grenade(app)
    keep_down(app, pygame.K_1, 0.3)
    cover = on_top(app, Cover)
    assert not cover.open
    keep_down(app, pygame.K_1, 0.5)
    assert cover.open
    let_go(app, pygame.K_1)
    assert not cover.open


def test_short_press_brings_the_cover_closed(app: App) -> None:
    play_live_grenade(app)
    key(app, pygame.K_1)
    frames(app, 120)
    assert not on_top(app, Cover).open


def test_held_key_does_not_open_a_cover_that_opens_by_press(app: App) -> None:
    app.settings.cover_by_press = True
    play_live_grenade(app)
    keep_down(app, pygame.K_1, 2.0)
    assert not on_top(app, Cover).open


def test_cover_that_closed_by_itself_stays_closed_while_the_key_is_held(app: App) -> None:
    play_live_grenade(app)
    keep_down(app, pygame.K_1, 20.0)
    assert not on_top(app, Cover).open


# another scene


class Page(Scene):
    """A scene with a button that counts its presses, and an entry."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.presses = 0
        self.entry = TextEntry("", lambda _: None, Rect(100, 200, 300, 48))
        self.widgets.add(Button("One", self.press, Rect(100, 100, 200, 48)))
        self.widgets.add(self.entry)

    def press(self) -> None:
        """Count it."""
        self.presses += 1


@pytest.fixture
def page(app: App) -> Iterator[Page]:
    page = Page(app)
    app.push(page)
    app.frame()
    return page


def test_key_held_over_the_end_of_a_dialog_acts_in_the_scene_below_when_it_is_pressed_again(
    app: App, page: Page
) -> None:
    app.push(Dialog(app, "Stop", "", [Answer("Go on", nothing, "main")]))
    frames(app, 60)
    keep_down(app, pygame.K_RETURN, 2.0)
    assert app.scene is page
    assert page.presses == 0
    let_go(app, pygame.K_RETURN)
    key(app, pygame.K_RETURN)
    assert page.presses == 1


def test_letter_that_opens_an_entry_is_not_written_into_it(app: App, page: Page) -> None:
    """The system goes on to type a letter that is held, since the new scene wants text."""
    post(app, pygame.KEYDOWN, key=pygame.K_w, mod=0, unicode="w", scancode=26)
    fresh = Page(app)
    app.push(fresh)
    fresh.widgets.set_focus(fresh.entry)
    post(app, pygame.TEXTINPUT, text="w")
    assert fresh.entry.value == ""
    post(app, pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a", scancode=4)
    post(app, pygame.TEXTINPUT, text="a")
    assert fresh.entry.value == "a", "the last key that went down is the one that types"
    for code in (pygame.K_a, pygame.K_w):
        post(app, pygame.KEYUP, key=code, mod=0, unicode="", scancode=4 if code == pygame.K_a else 26)
    write(app, "w")
    assert fresh.entry.value == "aw"


def test_key_that_is_down_when_the_window_gets_the_focus_acts_when_it_is_pressed_again(app: App, page: Page) -> None:
    """SDL posts what is down at that moment as if it were pressed: somebody comes back by Alt+Tab, or types Enter
    into a terminal to start the program."""
    post(app, pygame.WINDOWFOCUSLOST)
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSGAINED))
    keep_down(app, pygame.K_RETURN, 2.0)
    assert page.presses == 0
    let_go(app, pygame.K_RETURN)
    key(app, pygame.K_RETURN)
    assert page.presses == 1


def test_key_whose_release_another_window_got_acts_when_it_is_pressed(app: App, page: Page) -> None:
    post(app, pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)
    post(app, pygame.WINDOWFOCUSLOST)
    post(app, pygame.WINDOWFOCUSGAINED)
    key(app, pygame.K_RETURN)
    assert page.presses == 2


def test_key_is_let_go_on_another_layout(app: App, page: Page) -> None:
    """The same key of the keyboard, by another name."""
    post(app, pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=40)
    post(app, pygame.KEYUP, key=pygame.K_a, mod=0, unicode="", scancode=40)
    post(app, pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=40)
    assert page.presses == 2


# what goes on


def test_held_backspace_erases_and_held_paste_pastes_once(
    app: App, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: "x")
    page.widgets.set_focus(page.entry)
    write(app, "abcdefgh")
    keep_down(app, pygame.K_BACKSPACE, 0.7)
    let_go(app, pygame.K_BACKSPACE)
    assert page.entry.value == "ab"
    keep_down(app, pygame.K_v, 2.0, pygame.KMOD_CTRL)
    let_go(app, pygame.K_v, pygame.KMOD_CTRL)
    assert page.entry.value == "abx"


def test_held_arrow_moves_the_focus_or_a_slider_and_never_both(app: App) -> None:
    page = Page(app)
    slider = Slider(0.0, 100.0, 1.0, 0.0, lambda _: None, Rect(420, 100, 200, 48))
    page.widgets.add(slider)
    app.push(page)
    keep_down(app, pygame.K_RIGHT, 2.0)
    let_go(app, pygame.K_RIGHT)
    assert page.widgets.focus is slider
    assert slider.value == 0.0, "it is not what the press began"
    keep_down(app, pygame.K_RIGHT, 1.0)
    let_go(app, pygame.K_RIGHT)
    assert slider.value == 11.0
    assert page.widgets.focus is slider


def test_held_arrow_carries_a_piece_and_a_held_key_lifts_it_once(app: App) -> None:
    scene = at_table.lay(app, BLANK)
    click(app, at_table.at(scene, 100.0, 300.0))
    keep_down(app, pygame.K_m, 2.0)
    let_go(app, pygame.K_m)
    carry = next(press.carry for press in scene.desk.hands.values() if press.carry is not None)
    before = carry.at
    keep_down(app, pygame.K_RIGHT, 1.0, pygame.KMOD_SHIFT)
    let_go(app, pygame.K_RIGHT)
    assert carry.at[0] - before[0] > 10 * 12
    keep_down(app, pygame.K_RETURN, 2.0)
    let_go(app, pygame.K_RETURN)
    until(app, lambda: scene.table.idle)
    assert len(decisions(scene.table)) == 1


def test_held_arrow_moves_the_pointer_of_a_throw(app: App) -> None:
    scene = salad_table.sit_down(app, setup=salad_table.position())
    scene.choose_card("explosion")
    scene.table.widgets.set_focus(scene.battlefield)
    key(app, pygame.K_RIGHT)
    before = scene.battlefield.intent.at
    keep_down(app, pygame.K_RIGHT, 1.0)
    after = scene.battlefield.intent.at
    assert before is not None
    assert after is not None
    assert after[0] - before[0] == pytest.approx(11.0)
