"""The web page on a phone's home screen, full screen, and vibration."""

from __future__ import annotations

import io
import json
import re

import pygame
import pytest
from playwright.sync_api import Browser, Page, expect

from grenade_salad.app.window.application import App
from grenade_salad.web.site_files import load_site_files
from tests.web.browser_scripts import Script
from tests.web.chromium import NEEDED, TIMEOUT
from tests.web.phones import Network
from tests.web.reaction_windows import begin as begin_window


def test_installed_page_has_served_icons_and_no_browser_bars() -> None:
    served = load_site_files()
    manifest = json.loads(served["/manifest.json"].body)
    assert manifest["display"] == "standalone"
    assert "start_url" not in manifest, "it starts where it was installed from, with the evening's key"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        picture = pygame.image.load(io.BytesIO(served[icon["src"]].body), icon["src"])
        assert "{}x{}".format(*picture.get_size()) == icon["sizes"]
    page = served["/"].body.decode()
    touch = re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', page)
    assert touch is not None
    icon = pygame.image.load(io.BytesIO(served[touch[1]].body), touch[1])
    assert icon.get_at((0, 0)).a == 255, "a phone paints what is clear black"
    assert '<meta name="apple-mobile-web-app-capable" content="yes">' in page


COUNT_VIBRATIONS = "window.buzzed = 0; navigator.vibrate = () => { window.buzzed += 1; return true; };"


@pytest.mark.slow
@NEEDED
def test_phone_vibrates_unless_motion_is_reduced_or_it_was_switched_off(app: App, network: Network) -> None:
    scene = begin_window(app)

    def script(browser: Browser) -> None:
        calm_context = browser.new_context(
            viewport={"width": 390, "height": 844}, reduced_motion="reduce", has_touch=True
        )
        page: Page = calm_context.new_page()
        page.set_default_timeout(TIMEOUT)
        page.add_init_script(COUNT_VIBRATIONS + "localStorage.setItem('grenade-salad-first', 'all')")
        page.goto(run.url)
        page.get_by_role("button", name="Ann, at the screen", exact=True).click()
        page.get_by_role("button", name="Draw a card").wait_for()
        expect(page.locator("#vibrate")).not_to_be_checked()
        assert page.evaluate("buzzed") == 0, "she is asked, and nothing moves"
        page.locator("#vibrate").check()
        page.reload()
        page.get_by_role("button", name="Draw a card").wait_for()
        expect(page.locator("#vibrate")).to_be_checked()
        assert page.evaluate("buzzed") == 1
        page.locator("#vibrate").uncheck()
        page.reload()
        page.get_by_role("button", name="Draw a card").wait_for()
        expect(page.locator("#vibrate")).not_to_be_checked()
        assert page.evaluate("buzzed") == 0
        second_page = run.page(browser)
        expect(second_page.locator("#vibrate")).to_be_checked()

    run = Script(network, scene)
    run.run(script)


@pytest.mark.slow
@NEEDED
def test_page_enters_and_leaves_full_screen(app: App, network: Network) -> None:
    scene = begin_window(app)

    def script(browser: Browser) -> None:
        page = run.join(browser, "Ann")
        page.get_by_label("Full screen").check()
        page.wait_for_function("() => document.fullscreenElement !== null")
        page.get_by_label("Full screen").uncheck()
        page.wait_for_function("() => document.fullscreenElement === null")
        expect(page.get_by_label("Full screen")).not_to_be_checked()

    run = Script(network, scene)
    run.run(script)
