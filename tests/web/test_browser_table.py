"""The television page in a real browser.

It fills the screen, can be read from afar, and moves only if it may.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Page

from grenade_salad.app.window.application import App
from grenade_salad.core import registry
from grenade_salad.games import with_turns
from grenade_salad.journal.journal import open_journal
from grenade_salad.match.match import Controller, Header
from grenade_salad.session.phases import Deciding
from grenade_salad.web import headless_table
from grenade_salad.web.absence import MACHINE_OFFERED_AFTER
from grenade_salad.web.headless_table import HeadlessTable
from grenade_salad.web.host import PhoneHost
from grenade_salad.web.socket_server import SocketServer
from tests.patience import LIMIT
from tests.web import headless_tables
from tests.web.chromium import CHROMIUM, NEEDED, TIMEOUT
from tests.web.conftest import HOME
from tests.web.phones import Network

pytestmark = [pytest.mark.slow, NEEDED]

SIZES = ((1920, 1080), (1280, 720), (3840, 2160), (1024, 768))
SMALLEST = 28 / 1080
"""The minimum height of type, as a share of the screen's."""

MEASURE = """
() => {
  const small = [], faint = [], out = [], high = innerHeight;
  const light = (rgb) => {
    const [r, g, b] = rgb.map((one) => one / 255)
      .map((one) => one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const parts = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const box = node.parentElement, words = node.textContent.trim();
    if (!words || box.closest("noscript, script, [hidden]") || !box.getClientRects().length) { continue; }
    const style = getComputedStyle(box), at = box.getBoundingClientRect();
    if (style.display === "none" || style.visibility === "hidden" || !at.height) { continue; }
    const scale = box.getScreenCTM ? box.getScreenCTM().a : 1, size = parseFloat(style.fontSize) * scale;
    if (size < high * SMALLEST - 0.3 && !box.classList.contains("number")) { small.push(words + " " + size); }
    if (at.left < -1 || at.right > innerWidth + 1 || at.bottom > high + 1) { out.push(words); }
    if (box.ownerSVGElement) { continue; }
    let ground = box, colour = [];
    while (ground && !(colour.length === 3 || colour[3] === 1)) {
      colour = parts(getComputedStyle(ground).backgroundColor);
      ground = ground.parentElement;
    }
    const ink = light(parts(style.color)), paper = light(colour);
    const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    if (!(colour.length === 3 || colour[3] === 1) || contrast < 4.5) { faint.push(words + " " + contrast.toFixed(2)); }
  }
  const page = document.documentElement;
  return { small, faint, out, scrolls: page.scrollHeight > innerHeight || page.scrollWidth > innerWidth };
}
""".replace("SMALLEST", str(SMALLEST))

QUIETLY = f"() => !GS.animations.playing && (window.dispatchEvent(new Event('resize')), ({MEASURE})())"
"""The measurement while nothing moves.

A picture that moves is drawn for another size only when its motion is over.
"""

COUNT = """
() => {
  window.moved = 0;
  new MutationObserver((all) => { all.forEach((one) => { window.moved += one.addedNodes.length; }); })
    .observe(document.getElementById("moves"), { childList: true });
}
"""


COUNT_SOUNDS = """
() => {
  window.heard = [];
  window.Audio = function (path) { heard.push(path); this.play = this.pause = () => {}; };
}
"""

FOLLOW_FRAME = """
() => {
  window.widths = []; // of the picture, in mm, each time that it moves after it was drawn
  const note = (one) => { if (one.oldValue) { widths.push(one.target.viewBox.baseVal.width); } };
  const options = { attributes: true, attributeFilter: ["viewBox"], attributeOldValue: true, subtree: true };
  new MutationObserver((all) => all.forEach(note)).observe(document.getElementById("picture"), options);
}
"""


class Television:
    """A table with machines and pages that show it.

    The script says when the match begins.
    """

    def __init__(self, table: HeadlessTable, network: Network) -> None:
        self.table, self.network = table, network
        self.begun = threading.Event()
        self.mistakes: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.network.port}/table"

    def page(self, browser: Browser, query: str = "", still: bool = False) -> Page:
        """Open a page with the code of the evening."""
        page = browser.new_context(reduced_motion="reduce" if still else "no-preference").new_page()
        page.set_default_timeout(TIMEOUT)
        page.on("pageerror", lambda error: self.mistakes.append(str(error)))
        page.on("console", lambda message: self.mistakes.append(message.text) if message.type == "error" else None)
        page.goto(f"{self.url}{query}#{self.table.hosting.server.connections.code}")
        page.locator("#left li").first.wait_for()
        return page

    def run(self, script: Callable[[Browser], None], step: Callable[[], None] = lambda: None) -> None:
        """Run the table while the script runs, with a `step` now and then."""
        end, browsing = monotonic() + LIMIT, CHROMIUM.run(script)
        while not wait([browsing], 0.01).done:
            assert monotonic() < end, "the script did not come to its end"
            if self.begun.is_set() and self.table.session is None:
                self.table.begin()
            step()
            self.network.app.frame(0.05)
        browsing.result()
        assert not self.mistakes, self.mistakes


@pytest.fixture
def name() -> str:
    return "live-grenade"


@pytest.fixture
def television(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Television]:
    monkeypatch.setattr(headless_table, "DEFAULT_MACHINE", Controller("bot", "random"))
    with open_journal(tmp_path) as journal:
        kind = registry.load(name)
        table = headless_tables.make_table(journal, name, kind.max_seats)
        hosting = table.hosting = PhoneHost(table, SocketServer(addresses=[HOME], port=0))
        hosting.start()
        network = Network(cast(App, headless_tables.FakeWindow(table)), hosting.server.port)
        yield Television(table, network)
        network.close()
        hosting.close()
        table.close()


def measure_all_sizes(page: Page) -> None:
    """Check at all sizes that nothing scrolls or overflows and all is readable."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        problems: dict[str, Any] = page.wait_for_function(QUIETLY).json_value()
        assert not any(problems.values()), (width, height, problems)


@pytest.mark.parametrize("name", with_turns())
@pytest.mark.parametrize("query", ["", "?ground=clear"])
def test_a_television_is_filled_and_can_be_read(television: Television, name: str, query: str) -> None:
    """The page asks for less motion, since films at 4K take too long to measure.

    The end of `test_television_shows_the_end_and_moves_only_if_it_may` measures a page whose table moved.
    """

    def script(browser: Browser) -> None:
        page = television.page(browser, query, still=True)
        page.locator("#code-picture svg").wait_for()
        assert page.locator("#invite-code").text_content() == television.table.hosting.server.connections.code
        measure_all_sizes(page)
        television.begun.set()
        page.locator("#picture svg").wait_for()
        page.locator(".seats .acting").first.wait_for()
        for _ in range(3):
            measure_all_sizes(page)
        page.wait_for_function("() => document.querySelectorAll('#log p').length > 3")
        measure_all_sizes(page)
        assert page.locator("button, input, a").count() == 0

    television.run(script)


MINES = (
    "grenade-salad; seats 2; a0 200,200 0; a1 217,200 10; a2 234,204 20; a3 210,217 30; a4 400,100 0; b5 100,300 45;"
    "reserve 15 19; hand a ?5; hand b footpath ?4; deck ?; turn a; stepped 1 2 4 asked b"
)
TAGS = """
() => Array.from(document.querySelectorAll("#picture [data-tag]")).map((one) => {
  const tag = one.previousSibling.getBoundingClientRect(), picture = document.querySelector("#picture svg");
  const size = parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a / innerHeight;
  const whole = picture.getBoundingClientRect(), cubes = Array.from(document.querySelectorAll("[data-soldier]"));
  const meets = (box) => tag.left < box.right && box.left < tag.right && tag.top < box.bottom && box.top < tag.bottom;
  return {
    number: Number(one.textContent), size,
    inside: tag.left >= whole.left && tag.right <= whole.right && tag.top >= whole.top && tag.bottom <= whole.bottom,
    covers: cubes.filter((cube) => meets(cube.querySelector(".paint").getBoundingClientRect())).length,
  };
})
"""


@pytest.mark.parametrize("name", ["grenade-salad"])
def test_soldiers_in_a_question_have_readable_numbers(television: Television, name: str) -> None:
    """Answers name soldiers by numbers, which nothing else on the page says.

    Then a mine kills several at once, and a page that may move looks closely.
    """
    table, start = television.table, registry.load(name).parse_start(MINES, Random(1))
    match = table.journal.begin(Header(name, ("Ann", "Bo"), start.options, 1, setup=start.setup))
    match.close()
    table.resume(match.id)
    table.sit_down(1)
    has_looked = threading.Event()

    def step() -> None:
        if has_looked.is_set() and (session := table.session) is not None and session.accepts_actions:
            has_looked.clear()
            session.act(next(action for action in session.match.state.legal_actions(1) if action.do == "footpath"))

    def script(browser: Browser) -> None:
        page = television.page(browser, still=True)
        page.locator("#question").get_by_text("A mine, Bo?").wait_for()
        for width, height in (*SIZES, (1080, 1920)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function("() => (window.dispatchEvent(new Event('resize')), true)")
            tags = page.evaluate(TAGS)
            assert sorted(tag["number"] for tag in tags) == [1, 2, 4]
            assert all(tag["inside"] and not tag["covers"] and tag["size"] > SMALLEST for tag in tags), tags
        assert page.locator("#clock").is_visible()
        page.wait_for_function("() => document.querySelector('#clock div').getBoundingClientRect().width < innerWidth")
        measure_all_sizes(page)
        assert page.locator("#turn").text_content() == "Ann", "her turn, while Bo is asked"
        face = page.locator("#faces .who").bounding_box()
        assert face is not None
        assert face["height"] > 0.19 * page.evaluate("innerHeight")
        moving = television.page(browser)
        moving.locator("#picture svg").wait_for()
        for watched in (page, moving):
            watched.evaluate(FOLLOW_FRAME)
        has_looked.set()
        moving.wait_for_function("() => Math.min(...widths) < 0.75 * Math.max(...widths)")
        assert page.evaluate("widths.length") == 0

    television.run(script, step)


def test_television_shows_the_end_and_moves_only_if_it_may(television: Television) -> None:
    def script(browser: Browser) -> None:
        moving, still = television.page(browser), television.page(browser, still=True)
        for page in (moving, still):
            page.evaluate(COUNT)
            page.evaluate(COUNT_SOUNDS)
        moving.locator("body").click()
        television.begun.set()
        for page in (moving, still):
            page.locator("body.over #end div").wait_for()
            measure_all_sizes(page)
        assert moving.evaluate("window.moved") > 20
        assert still.evaluate("window.moved") == 0
        assert sum(map(int, moving.locator("#end strong").all_text_contents())) == 1, "who has won, this evening"
        music = ["/sounds/room.wav", "/sounds/theme_start.wav", "/sounds/theme_end.wav"]
        moving.wait_for_function("(music) => music.every((path) => heard.includes(path))", arg=music)
        assert still.evaluate("heard.length") == 0, "nobody has tapped there"

    television.run(script)


def test_phone_is_asked_about_a_machine_for_a_sleeping_player(television: Television) -> None:
    network, table, has_seat, was_asked = television.network, television.table, threading.Event(), threading.Event()

    def script(browser: Browser) -> None:
        page = browser.new_context().new_page()
        page.set_default_timeout(TIMEOUT)
        page.on("pageerror", lambda error: television.mistakes.append(str(error)))
        page.add_init_script("localStorage.setItem('grenade-salad-first', 'all')")
        page.goto(f"http://127.0.0.1:{network.port}/#{table.hosting.server.connections.code}")
        page.locator("[data-key=seat-0]").click()
        page.get_by_text("You are Guest 1.").wait_for()
        has_seat.set()
        page.get_by_role("button", name=f"Let a machine play for {table.names[1]}").click()
        page.get_by_text("a machine, until the phone wakes up").wait_for()
        assert page.locator("#sleeper").is_hidden()

    def step() -> None:
        if not has_seat.is_set() or was_asked.is_set():
            return
        was_asked.set()
        bo = headless_tables.seat_by_code(network, table, 1, "Bo")
        table.begin()
        network.until(lambda: _reach_turn(table, 1), dt=0.2)
        bo.drop()
        network.until(lambda: 1 not in table.hosting.connected)
        network.frames(2, dt=MACHINE_OFFERED_AFTER)

    television.table.hosting.needs_admission, television.table.hosting.has_phone_host = False, True
    television.run(script, step)


def _reach_turn(table: HeadlessTable, seat: int) -> bool:
    """True if it is the seat's turn. Seat 0 draws until it is."""
    session = table.session
    deciding = session.phase if session is not None else None
    if session is None or not isinstance(deciding, Deciding):
        return False
    if deciding.seat == 0:
        session.act(next(action for action in session.match.state.legal_actions(0) if action.do == "draw"))
    return deciding.seat == seat and deciding.by == "phone"
