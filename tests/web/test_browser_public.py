"""The page in a real browser at a public address, through a real proxy with TLS."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import wait
from pathlib import Path
from typing import cast

import aiohttp
import pytest
from playwright.sync_api import Browser, Page, expect

from grenade_salad.app.window.application import App
from grenade_salad.journal.journal import open_journal
from grenade_salad.web.public_door import parse_door
from tests.web import headless_tables, nginx
from tests.web.browser_scripts import PAUSE
from tests.web.chromium import CHROMIUM, NEEDED, TIMEOUT
from tests.web.headless_tables import Evening
from tests.web.nginx import run_nginx
from tests.web.page_fit import ACROSS, SMALL, UPRIGHT, assert_fits
from tests.web.phones import Network, find_free_port
from tests.web.proxy import NetworkLine

pytestmark = [pytest.mark.slow, NEEDED, nginx.NEEDED]


KNOWS_GAME = "localStorage.setItem('grenade-salad-first', 'all')"
NO_STORAGE = "Object.defineProperty(window, 'localStorage', { get: () => { throw new Error('no storage'); } });"


@pytest.fixture
def line() -> Iterator[NetworkLine]:
    """The line between the browsers and the proxy."""
    line = NetworkLine(0)
    yield line
    line.close()


@pytest.fixture
def evening(tmp_path: Path, line: NetworkLine) -> Iterator[Evening]:
    """A table at a public address, to which the line leads.

    All addresses but one of this computer count as browsers.
    """
    door, messages = parse_door(f"https://phone.test:{line.port}", ["127.0.0.1"]), list[str]()
    with open_journal(tmp_path) as journal:
        with headless_tables.open_table(journal, tell=messages.append, door=door) as table:
            line.target = find_free_port()
            with run_nginx(tmp_path, "phone.test", line.target, table.hosting.server.port):
                network = Network(cast(App, headless_tables.FakeWindow(table)), table.hosting.server.port, door)
                yield Evening(table, messages, network)
                network.close()


def test_two_browsers_play_through_nginx_and_a_lost_line_comes_back(evening: Evening, line: NetworkLine) -> None:
    server, mistakes = evening.hosting.server, list[str]()

    def open_page(browser: Browser, link: str, language: str = "en", script: str = KNOWS_GAME) -> Page:
        page: Page = browser.new_context(ignore_https_errors=True, has_touch=True, locale=language).new_page()
        page.add_init_script(script)
        page.set_default_timeout(TIMEOUT)
        page.on("pageerror", lambda error: mistakes.append(str(error)))
        page.goto(link)
        return page

    def sit_down(browser: Browser, name: str) -> Page:
        page = open_page(browser, server.invitation)
        page.locator("#name").fill(name)
        page.locator("#seats-to-take button").first.tap()
        page.get_by_text(f"You are {name}.").wait_for()
        return page

    def script(browser: Browser) -> None:
        ann, bo = sit_down(browser, "Ann"), sit_down(browser, "Bo")
        assert ann.evaluate("window.isSecureContext") is True
        stranger = open_page(browser, server.url, "pl", NO_STORAGE)
        stranger.locator("#line").get_by_text("tylko klucz dzisiejszego wieczoru").wait_for()
        assert stranger.evaluate("GS.sheet") is None
        assert_fits(stranger, SMALL, ACROSS, UPRIGHT)
        ann.get_by_role("button", name="Begin the match").tap()
        bo.locator("#status").get_by_text("Ann").first.wait_for()
        line.frozen = True
        for page in (ann, bo):
            page.locator("#line").get_by_text("The connection is lost").wait_for()
        line.cut()
        line.frozen = False
        for page in (ann, bo):
            expect(page.locator("#line")).to_have_text("")
        ann.get_by_role("button", name="Draw a card").tap()
        ann.locator("#log").get_by_text("You draw").first.wait_for()
        stranger.locator("#key").fill("wrong")
        stranger.get_by_role("button", name="Otwórz stół").tap()
        stranger.locator("#line").get_by_text("To nie jest klucz").wait_for()
        stranger.locator("#key").fill(f" {server.invitation}")
        stranger.locator("#key").press("Enter")
        expect(stranger.locator("#lock")).to_be_hidden()
        stranger.locator("#seats-to-take button").first.tap()
        stranger.get_by_role("button", name="Dotknij, by spojrzeć").wait_for()

    browsing = CHROMIUM.run(script)
    while not wait([browsing], PAUSE).done:
        evening.network.app.frame(0.05)
    browsing.result()
    assert not mistakes


def test_nginx_tells_the_address_of_a_browser_that_lies(evening: Evening, line: NetworkLine) -> None:
    network = evening.network

    async def load() -> int:
        headers = {"Host": "phone.test", "X-Forwarded-For": "203.0.113.7, 127.0.0.1"}
        connector = aiohttp.TCPConnector(local_addr=("127.0.0.9", 0), ssl=False)
        async with aiohttp.ClientSession(connector=connector) as browser:
            async with browser.get(f"https://127.0.0.1:{line.target}/", headers=headers) as answer:
                await answer.read()
                return answer.status

    assert network.run(load()) == 200
    network.until(lambda: bool(network.hosting.page_loads))
    assert set(network.hosting.page_loads) == {"127.0.0.9"}
