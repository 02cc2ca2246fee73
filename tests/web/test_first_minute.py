"""No clock runs before newcomers have read what a match is about."""

from __future__ import annotations

from concurrent.futures import wait
from pathlib import Path
from random import Random

import pygame
import pytest
from playwright.sync_api import Browser, Page, expect

from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.phones.window_host import ReadersDialog
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.window.application import App
from grenade_salad.core import registry
from grenade_salad.core.lesson import Lesson
from grenade_salad.match.record import read_record, replay, write_record
from grenade_salad.web.first_minute import FLASH_SECONDS, MAX_SECONDS
from tests.app.conftest import press_keys
from tests.web.browser_scripts import PAUSE
from tests.web.chromium import CHROMIUM, NEEDED, TIMEOUT
from tests.web.headless_tables import Evening
from tests.web.phones import Network, Phone
from tests.web.playing import Player


def seat_newcomer(evening: Evening, seat: int, name: str) -> Phone:
    """Return the phone of a person who does not know the game, with a seat."""
    phone = evening.seat_by_code(seat, name)
    phone.is_newcomer = True
    return phone


def begin(evening: Evening, host: Phone) -> None:
    """Let the host's phone begin the match, and wait until the match is there."""
    host.say(say="chair", do="begin")
    evening.network.until(lambda: evening.table.session is not None and "aim" in host.sheet)


def count_entries(evening: Evening) -> int:
    """Return the number of entries of the match."""
    assert evening.table.session is not None
    return len(evening.table.session.match.entries)


def read_aim(phone: Phone) -> None:
    """Press "Got it"."""
    phone.send('{"say": "read"}')


def test_match_begins_when_all_newcomers_have_read(evening: Evening) -> None:
    zoe, mia = seat_newcomer(evening, 0, "Zoe"), seat_newcomer(evening, 1, "Mia")
    begin(evening, zoe)
    assert zoe.sheet["status"] == "Read this first. Then the match begins."
    lesson = registry.load_object(registry.plugin("live-grenade").lesson, Lesson)
    assert zoe.sheet["aim"] == {"words": lesson.aim.one, "art": list(lesson.aim_art), "yours": True}  # type: ignore[union-attr]
    assert not zoe.sheet.get("hand"), "before the first card"
    evening.network.frames(30, dt=1)
    assert count_entries(evening) == 0, "no machine acts and no card is dealt"
    read_aim(zoe)
    evening.network.until(lambda: zoe.sheet["status"] == "Waiting for Mia.")
    assert count_entries(evening) == 0
    read_aim(mia)
    evening.network.until(lambda: bool(zoe.sheet.get("hand")) and bool(mia.sheet.get("hand")))
    assert "aim" not in zoe.sheet


def test_host_begins_all_the_same(evening: Evening) -> None:
    zoe, mia = seat_newcomer(evening, 0, "Zoe"), seat_newcomer(evening, 1, "Mia")
    begin(evening, zoe)
    assert not zoe.sheet["chair"]["orders"], "the host reads as well"
    zoe.say(say="chair", do="begin")
    evening.network.frames(20)
    assert count_entries(evening) == 0, "a second tap on Begin skips nothing"
    read_aim(zoe)
    evening.network.until(lambda: zoe.sheet["chair"]["orders"] == ["begin"])
    mia.say(say="chair", do="begin")
    evening.network.until(lambda: bool(mia.got("no")))
    assert count_entries(evening) == 0, "only the host may"
    zoe.say(say="chair", do="begin")
    evening.network.until(lambda: bool(mia.sheet.get("hand")))


def test_terminal_says_for_whom_it_waits_and_begins_all_the_same(evening: Evening) -> None:
    zoe, mia = seat_newcomer(evening, 0, "Zoe"), seat_newcomer(evening, 1, "Mia")
    begin(evening, zoe)
    evening.network.frames(2, dt=FLASH_SECONDS)
    assert "Waiting for Zoe and Mia: type “begin” to begin all the same." in evening.messages
    evening.terminal.execute_line("begin")
    evening.network.until(lambda: bool(mia.sheet.get("hand")))


def test_match_waits_no_longer_than_a_minute(evening: Evening) -> None:
    zoe = seat_newcomer(evening, 0, "Zoe")
    begin(evening, zoe)
    evening.network.frames(1, dt=MAX_SECONDS - 5)
    assert count_entries(evening) == 0
    evening.network.frames(1, dt=6)
    evening.network.until(lambda: bool(zoe.sheet.get("hand")))


def test_people_who_know_the_game_are_away_or_come_later_hold_nobody(evening: Evening) -> None:
    network, table = evening.network, evening.table
    zoe, mia = evening.seat_by_code(0, "Zoe"), seat_newcomer(evening, 1, "Mia")
    evening.drop_phone(mia)
    zoe.say(say="chair", do="begin")
    network.until(lambda: bool(zoe.sheet.get("hand")))
    late = network.phone()
    late.is_newcomer = True
    late.say(say="claim", seat=2, who=table.names[2], code=evening.hosting.server.connections.code, name="Lea")
    network.until(lambda: late.seat == 2 and bool(late.sheet.get("hand")))
    returned = evening.reconnect(mia)
    returned.is_newcomer = True
    network.until(lambda: bool(returned.sheet.get("hand")))


def test_spectators_see_the_aim_and_no_hand(evening: Evening) -> None:
    zoe, watcher = seat_newcomer(evening, 0, "Zoe"), evening.network.phone()
    begin(evening, zoe)
    evening.network.until(lambda: "aim" in watcher.sheet)
    assert watcher.sheet["status"] == f"{watcher.sheet['aim']['words']} Waiting for Zoe."
    assert not watcher.sheet["aim"]["yours"]
    assert "hand" not in watcher.sheet


def test_match_after_a_first_minute_is_recorded_like_any(evening: Evening, tmp_path: Path) -> None:
    zoe = seat_newcomer(evening, 0, "Zoe")
    begin(evening, zoe)
    read_aim(zoe)
    player = Player(zoe, Random(1))

    def has_played() -> bool:
        player.move()
        return count_entries(evening) > 12

    evening.network.until(has_played, dt=0.5)
    assert evening.table.session is not None
    match = evening.table.session.match
    write_record(tmp_path / "match.jsonl", match.header, match.entries)
    replayed = replay(read_record(tmp_path / "match.jsonl")).match
    assert replayed.entries == match.entries
    assert replayed.state.view(None) == match.state.view(None)


def test_next_match_of_an_evening_begins_at_once(evening: Evening) -> None:
    zoe = seat_newcomer(evening, 0, "Zoe")
    begin(evening, zoe)
    read_aim(zoe)
    player = Player(zoe, Random(2))

    def is_over() -> bool:
        player.move()
        return bool(zoe.sheet.get("over"))

    evening.network.until(is_over, dt=0.5)
    zoe.say(say="chair", do="begin")
    evening.network.until(lambda: not zoe.sheet.get("over") and bool(zoe.sheet.get("hand")))


@pytest.mark.parametrize("how", ["read", "begin"])
def test_window_says_for_whom_it_waits(app: App, network: Network, how: str) -> None:
    app.push(SetupScene(app, "live-grenade"))
    mia = network.seat_phone(1)
    mia.is_newcomer = True
    setup = app.scene
    assert isinstance(setup, SetupScene)
    name = setup.names[1]
    setup.start()
    network.until(lambda: "aim" in mia.sheet)
    network.until(lambda: isinstance(app.scene, ReadersDialog), dt=0.1)
    assert app.scene.accessible_name() is not None
    dialog = app.scene
    assert isinstance(dialog, ReadersDialog)
    assert dialog.title.endswith(name)
    table = next(scene for scene in app.stack if isinstance(scene, TableScene))
    network.frames(30, dt=0.5)
    assert not table.controller.match.entries
    if how == "read":
        read_aim(mia)
    else:
        press_keys(app, pygame.K_RETURN)
    network.until(lambda: bool(mia.sheet.get("hand")), dt=0.1)
    assert not any(isinstance(scene, ReadersDialog) for scene in app.stack)


@pytest.mark.slow
@NEEDED
def test_page_shows_the_aim_to_newcomers_alone(evening: Evening) -> None:
    connections = evening.hosting.server.connections
    url = f"http://127.0.0.1:{evening.network.port}/#{connections.code}"

    def sit_down(browser: Browser, name: str, seen: str) -> Page:
        page: Page = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True).new_page()
        page.add_init_script(f"localStorage['grenade-salad-first'] = localStorage['grenade-salad-first'] || '{seen}'")
        page.set_default_timeout(TIMEOUT)
        page.goto(url)
        page.locator("#name").fill(name)
        page.locator("#seats-to-take button").first.tap()
        page.get_by_text(f"You are {name}.").wait_for()
        return page

    def script(browser: Browser) -> None:
        mia, zoe = sit_down(browser, "Mia", ""), sit_down(browser, "Zoe", "live-grenade/goal")
        mia.get_by_role("button", name="Begin the match").tap()
        zoe.get_by_text("Waiting for Mia.").wait_for()
        expect(zoe.locator("#aim")).to_be_hidden()
        expect(mia.locator("#aim-words")).to_be_visible()
        expect(mia.locator("#aim-art img")).to_have_count(2)
        expect(mia.locator("#aim-read")).to_be_in_viewport(ratio=1)
        mia.locator("#aim-read").tap()
        for page in (mia, zoe):
            page.get_by_role("button", name="Tap to look").wait_for()
            expect(page.locator("#aim")).to_be_hidden()
        assert "live-grenade/aim" in mia.evaluate("GS.recall('grenade-salad-first')")

    browsing = CHROMIUM.run(script)
    while not wait([browsing], PAUSE).done:
        evening.network.app.frame(0.05)
    browsing.result()
