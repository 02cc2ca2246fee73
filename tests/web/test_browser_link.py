"""The page in a real browser over a network line that is cut, frozen and slow.

Whole matches are played, and the page never says anything false.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from grenade_salad import games
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window.application import App
from grenade_salad.artwork.avatars import AVATAR_COUNT
from grenade_salad.games.salad.options import SaladOptions
from tests.web.browser_scripts import CLICK, Script
from tests.web.chromium import NEEDED
from tests.web.page_fit import ACROSS, SIZES, SMALL, TABLET, UPRIGHT, assert_fits
from tests.web.phones import Network
from tests.web.playing import begin
from tests.web.proxy import NetworkLine
from tests.web.reaction_windows import begin as begin_window

pytestmark = [pytest.mark.slow, NEEDED]


@pytest.fixture
def line(network: Network) -> Iterator[NetworkLine]:
    proxy_line = NetworkLine(network.port)
    yield proxy_line
    proxy_line.close()


def test_dead_line_is_reported_and_a_decision_is_applied_once(app: App, network: Network, line: NetworkLine) -> None:
    scene = begin_window(app)

    def script(browser: Browser) -> None:
        ann = run.join(browser, "Ann", port=line.port)
        run.join(browser, "Bo")
        ann.get_by_role("button", name="Draw a card").wait_for()
        line.frozen = True
        ann.locator("#line").get_by_text("The connection is lost").wait_for()
        assert ann.get_by_role("button", name="Draw a card").get_attribute("aria-disabled") == "true"
        line.frozen = False
        expect(ann.locator("#line")).to_have_text("")
        draw = ann.get_by_role("button", name="Draw a card")
        expect(draw).to_have_attribute("aria-disabled", "false")
        line.frozen = True
        # At once, without all that a tap waits for: the page finds out soon that the line is dead.
        assert draw.evaluate("(one) => { one.click(); return GS.link.pending !== null; }")
        ann.locator("#line").get_by_text(re.compile("Trying again|Your decision will be sent")).wait_for()
        line.frozen = False
        line.cut()
        ann.locator("#log").get_by_text("You draw").first.wait_for()

    run = Script(network, scene)
    run.run(script)
    draws = [entry for entry in scene.controller.match.entries if entry.to_line().get("do") == "draw"]
    assert len(draws) == 1


SOCKETS = """
() => {
  const Real = WebSocket;
  window.sockets = [];
  window.WebSocket = function (url) { sockets.push(new Real(url)); return sockets[sockets.length - 1]; };
}
"""
WAKE_UP = """
() => {
  const before = sockets.length;
  if (!before || sockets[before - 1].readyState !== 3) { return false; }
  window.dispatchEvent(new Event("online"));
  return sockets.length > before;
}
"""


def test_page_that_wakes_up_reconnects_at_once(app: App, network: Network, line: NetworkLine) -> None:
    """The page does not wait for its next regular attempt.

    It is back within the two seconds that are promised.
    """
    scene = begin_window(app)

    def script(browser: Browser) -> None:
        ann = run.join(browser, "Ann", port=line.port)
        ann.get_by_role("button", name="Draw a card").wait_for()
        ann.evaluate(SOCKETS)
        line.target = 1  # Nobody listens there.
        line.cut()
        expect(ann.locator("#line")).not_to_have_text("")
        ann.wait_for_function("() => sockets.length > 2")
        ann.wait_for_function(WAKE_UP)  # While nobody listens yet: otherwise an attempt of its own may come first.
        line.target = network.port
        expect(ann.locator("#line")).to_have_text("")

    run = Script(network, scene)
    run.run(script)


class StoppingScript(Script):
    """The host stops the phones when the script requests it."""

    def __init__(self, network: Network, scene: TableScene) -> None:
        super().__init__(network, scene)
        self.stop_requested = threading.Event()

    def step(self) -> None:
        phones = self.network.app.phones
        if phones is not None and self.stop_requested.is_set():
            phones.stop()
        if self.network.app.phones is not None:
            super().step()


def test_page_says_that_the_host_has_stopped_while_it_is_away(app: App, network: Network, line: NetworkLine) -> None:
    """A page retries in vain, and does not take that for a line that is down."""
    scene = begin_window(app)

    def script(browser: Browser) -> None:
        ann = run.join(browser, "Ann", port=line.port)
        ann.get_by_role("button", name="Draw a card").wait_for()
        ann.evaluate(SOCKETS)
        run.stop_requested.set()
        ann.locator("#line").get_by_text("The host has disconnected the phones").wait_for()
        ann.wait_for_function("() => sockets.length > 2 && sockets[1].readyState === 3")
        expect(ann.locator("#line")).to_contain_text("The host has disconnected the phones")

    run = StoppingScript(network, scene)
    run.run(script)


@pytest.mark.parametrize("name", games.with_turns())
@pytest.mark.parametrize("sizes", [(SMALL, UPRIGHT), (ACROSS, TABLET)])
def test_whole_match_is_played_on_a_bad_line(
    app: App, network: Network, line: NetworkLine, name: str, sizes: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    """The first page's line is slow, frozen and cut in turn; the other's is good."""
    rng = Random(5)
    app.settings.countdown = 1.0
    options: Any = games.load(name).options()
    if isinstance(options, SaladOptions):
        options = replace(options, turn_limit=6)
    scene = begin(app, name, "sss", options=options)
    disturbances: set[str] = set()

    first, played = 0, 0

    def disturb(turn: int) -> None:
        nonlocal first, played
        acted = sum(entry.to_line().get("seat") == 0 for entry in list(scene.controller.match.entries))
        if turn >= first + 30 and acted >= played + 5:  # A line that is cut all the time plays nothing.
            first, played = turn, acted
        phase = turn - first
        line.delay = 0.04 if phase < 12 else 0.0
        line.frozen = 14 <= phase < 17
        if phase == 20:
            line.cut()
        disturbances.update(["slow"] * (phase < 12) + ["frozen"] * line.frozen + ["cut"] * (phase == 20))

    def script(browser: Browser) -> None:
        page = run.join(browser, "Ann", port=line.port, size=sizes[0])
        other_page = run.join(browser, "Bo", size=sizes[1])
        assert_fits(page)
        run.begun.set()
        for turn in range(20_000):
            disturb(turn)
            for player_page in (page, other_page):
                player_page.evaluate(CLICK, rng.randrange(1000))
            if turn in (5, 15, 35):
                assert_fits(other_page)
            if all("game is over" in (player_page.text_content("#status") or "") for player_page in (page, other_page)):
                assert_fits(page)
                return
        raise AssertionError("the game did not end")

    run = Script(network, scene)
    run.run(script)
    assert scene.controller.match.state.is_over
    assert disturbances == {"slow", "frozen", "cut"}
    assert {0, 1} <= {entry.to_line().get("seat") for entry in scene.controller.match.entries}


def test_question_has_a_bar_and_its_answers_on_the_screen(app: App, network: Network) -> None:
    app.settings.countdown = 30.0
    scene = begin_window(app)

    def script(browser: Browser) -> None:
        ann, guest = run.join(browser, "Ann"), run.join(browser, "Bo")
        guest.evaluate(COUNT_SOUNDS)
        ann.get_by_role("button", name="Play a card…").click()
        ann.get_by_role("button", name="Skip the draw").click()
        guest.get_by_role("button", name="Pass for the rest of this turn").wait_for()
        assert guest.locator("#clock").is_visible()
        assert ann.locator("#clock").is_hidden()
        for width, height in (360, 640), SMALL:
            guest.set_viewport_size({"width": width, "height": height})
            assert guest.evaluate(LOWEST_ANSWER) <= height
        wide = guest.evaluate(BAR_WIDTH)
        guest.wait_for_function(f"(wide) => ({BAR_WIDTH})() < wide - 3", arg=wide)
        guest.get_by_role("button", name="Pass for the rest of this turn").click()
        guest.locator("#clock").wait_for(state="hidden")
        assert guest.evaluate("window.sounds") == 0

    run = Script(network, scene)
    run.run(script)


COUNT_SOUNDS = "() => { window.sounds = 0; window.Audio = function () { sounds += 1; this.play = () => {}; }; }"
LOWEST_ANSWER = """
() => Math.max(
  ...Array.from(document.querySelectorAll("#buttons button")).map((button) => button.getBoundingClientRect().bottom),
)
"""
BAR_WIDTH = "() => document.querySelector('#clock div').getBoundingClientRect().width"


def test_axe_finds_nothing_in_any_state_at_any_size(app: App, network: Network, line: NetworkLine) -> None:
    app.settings.countdown = 0  # Zero waits until all have answered: Cy at the screen does not.
    scene = begin_window(app)
    hosting = network.hosting
    hosting.has_phone_host = True

    def script(browser: Browser) -> None:
        ann = run.join(browser, "Ann", port=line.port)
        guest = run.page(browser)
        guest.get_by_text("Your face", exact=True).click()
        expect(guest.locator("#faces img")).to_have_count(AVATAR_COUNT)
        guest.wait_for_function(LOADED)
        assert_fits(guest, *SIZES)  # faces
        guest.get_by_role("button", name="Face 5", exact=True).click()
        run.lets_in = False
        guest.get_by_role("button", name="Bo, at the screen").click()
        guest.get_by_text("Your code is").wait_for()
        assert_fits(guest, *SIZES)  # a wish
        ann.get_by_role("button", name="as Bo").wait_for()
        assert_fits(ann, *SIZES)  # the host is asked
        run.lets_in = True
        guest.get_by_text("You are Bo.").wait_for()
        ann.get_by_text("The rules", exact=True).click()
        ann.locator("#rules-text summary").nth(1).click()
        assert_fits(ann, *SIZES)
        ann.get_by_text("The rules", exact=True).click()
        ann.get_by_role("button", name="Give me a hint").click()
        ann.locator("#hint").get_by_text(".").wait_for()
        expect(ann.locator("#hint")).not_to_contain_text("Thinking")
        assert_fits(ann, *SIZES)
        ann.get_by_role("button", name="Tap to look").click()
        assert_fits(ann, *SIZES)  # the hand
        ann.get_by_role("button", name="Pause the match").click()
        guest.locator("#line").get_by_text("paused the match").wait_for()
        assert_fits(guest, *SIZES)
        ann.get_by_role("button", name="Go on").click()
        ann.get_by_role("button", name="Play a card…").click()
        assert_fits(ann, *SIZES)
        ann.get_by_role("button", name="Skip the draw").click()
        guest.get_by_role("button", name="Pass for the rest of this turn").wait_for()
        assert_fits(guest, *SIZES)  # a window
        guest.get_by_role("button", name="React…").click()
        assert_fits(guest, *SIZES)
        line.frozen = True
        ann.locator("#line").get_by_text("The connection is lost").wait_for()
        assert_fits(ann, *SIZES)
        line.frozen = False
        expect(ann.locator("#line")).to_have_text("")
        guest.get_by_role("button", name="Back", exact=True).click()
        guest.get_by_role("button", name="Pass for the rest of this turn").click()
        guest.locator("#countdown").get_by_text("You have answered").wait_for()
        assert_fits(guest, *SIZES)
        guest.evaluate(CALLS_NOBODY)  # Otherwise the page is back in a moment, perhaps before the check.
        hosting.server._loop.call_soon_threadsafe(hosting.server.connections.close)
        guest.locator("#line").get_by_text("disconnected the phones").wait_for()
        assert_fits(guest, *SIZES)

    run = Script(network, scene)
    run.run(script)


CALLS_NOBODY = "() => { window.WebSocket = function () { this.readyState = 3; this.close = () => {}; }; }"
LOADED = (
    '() => Array.from(document.querySelectorAll("#faces img")).every((one) => one.complete && one.naturalWidth > 0)'
)
