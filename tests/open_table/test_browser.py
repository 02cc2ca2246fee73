"""The open table in a real browser.

Four phones and a television play some lines by taps, upright and on their side.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from itertools import pairwise
from pathlib import Path
from time import monotonic, time
from typing import cast

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from grenade_salad.app.window.application import App
from grenade_salad.games.open_table import actions
from grenade_salad.journal.journal import open_journal
from grenade_salad.web.headless_table import HeadlessTable
from tests.patience import LIMIT
from tests.web import headless_tables
from tests.web.chromium import CHROMIUM, NEEDED, TIMEOUT
from tests.web.page_fit import ACROSS, SMALL, UPRIGHT, assert_fits
from tests.web.phones import Network

pytestmark = [pytest.mark.slow, NEEDED]
NAMES = ("Ann", "Bo", "Cy", "Dee")
PLACE = """([x, y]) => {
  const drawn = document.querySelector("#picture svg"), to = drawn.getScreenCTM();
  const high = Number(drawn.querySelector(".mat").getAttribute("height"));
  drawn.scrollIntoView({ block: "center" });
  const now = drawn.getScreenCTM();
  return [now.a * x + now.e, now.d * (high - y) + now.f];
}"""


class Evening:
    """A table for phones alone and the pages of a browser.

    Errors in the pages' consoles are mistakes.
    """

    def __init__(self, table: HeadlessTable) -> None:
        self.table = table
        self.network = Network(cast(App, headless_tables.FakeWindow(table)), table.hosting.server.port)
        self.mistakes: list[str] = []

    def page(self, browser: Browser, path: str, size: tuple[int, int]) -> Page:
        width, height = size
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, reduced_motion="reduce"
        )
        page = context.new_page()
        page.set_default_timeout(TIMEOUT)
        page.on("pageerror", lambda error: self.mistakes.append(str(error)))
        page.on("console", lambda message: self.mistakes.append(message.text) if message.type == "error" else None)
        page.add_init_script("localStorage.setItem('grenade-salad-first', 'all')")
        code = self.table.hosting.server.connections.code
        page.goto(f"http://127.0.0.1:{self.network.port}/{path}#{code}")
        return page

    def phone(self, browser: Browser, seat: int, size: tuple[int, int]) -> Page:
        page = self.page(browser, "", size)
        page.locator("#name").fill(NAMES[seat])
        page.locator(f"[data-key=seat-{seat}]").click()
        page.get_by_text(f"You are {NAMES[seat]}.").wait_for()
        return page

    def run(self, script: Callable[[Browser], None]) -> None:
        end, browsing = monotonic() + LIMIT, CHROMIUM.run(script)
        while not wait([browsing], 0.01).done:
            assert monotonic() < end, "the script did not come to its end"
            self.network.app.frame(0.05)
        browsing.result()
        assert not self.mistakes, self.mistakes


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with open_journal(tmp_path) as journal, headless_tables.open_table(journal, "open-table", 4) as table:
        phone_evening = Evening(table)
        yield phone_evening
        phone_evening.network.close()


def choose_box_for_two(evening: Evening, box: str) -> None:
    """Let the first two of the four seats play with the box."""
    evening.table.choose_start(box)
    evening.table.names, evening.table.controllers = evening.table.names[:2], evening.table.controllers[:2]


def tap(page: Page, x: float, y: float) -> None:
    """Tap the small tabletop at a point, in mm."""
    page.touchscreen.tap(*page.evaluate(PLACE, [x, y]))


def turn_hand_up(page: Page) -> None:
    """Turn the hand face up.

    It turns face down by itself after 20 seconds, which a busy machine may need for a step.
    """
    if page.locator("#turn-over").get_attribute("aria-expanded") == "false":
        page.get_by_role("button", name="Tap to look").click()


def first_card(page: Page) -> Locator:
    """Return the first card of the hand, face up."""
    turn_hand_up(page)
    return page.locator("#cards button").first


def test_four_phones_and_a_television_play_cards(evening: Evening) -> None:
    def script(browser: Browser) -> None:
        sizes = (UPRIGHT, ACROSS, SMALL, UPRIGHT)
        ann, bo, cy, dee = (evening.phone(browser, seat, size) for seat, size in enumerate(sizes))
        screen = evening.page(browser, "table", (1280, 720))
        ann.get_by_role("button", name="Begin the match").click()
        ann.get_by_role("button", name="Deal 5", exact=True).click()
        for page in (ann, bo, cy, dee, screen):
            expect(page.get_by_text("5 in hand").first).to_be_visible()
        assert_fits(ann, SMALL, ACROSS, UPRIGHT)
        draw = evening.table.session.match.state.view(None).box.holders[1].areas[0]  # type: ignore[union-attr, attr-defined]
        middle = draw[0] + draw[2] / 2, draw[1] + draw[3] / 2
        tap(bo, *middle)
        expect(bo.locator("#reading")).to_contain_text("Draw pile")
        assert bo.locator("#point > button").count() <= 6
        bo.get_by_role("button", name="Draw to my hand").click()
        expect(screen.get_by_text("6 in hand")).to_be_visible()
        first_card(cy).click()
        cy.get_by_role("button", name="Play face down").click()
        assert_fits(cy, ACROSS, SMALL)
        tap(cy, 500, 330)
        expect(dee.locator("#picture [data-key]")).to_have_count(3)
        first_card(cy).click()
        cy.get_by_role("button", name="Show to…").click()
        cy.get_by_role("button", name="Dee", exact=True).click()
        wait_until(dee, "GS.sheet.tools.looking.length === 1")
        turn_hand_up(dee)
        expect(dee.locator(".looked li")).to_have_count(1)
        tap(dee, *middle)
        dee.get_by_role("button", name="Look…").click()
        dee.get_by_role("button", name="3", exact=True).click()
        wait_until(dee, "GS.sheet.tools.looking.length === 3")
        turn_hand_up(dee)
        expect(dee.locator(".looked li")).to_have_count(3)
        assert_fits(dee)
        turn_hand_up(dee)
        dee.get_by_role("button", name="Take it out").first.click()
        dee.get_by_role("button", name="Shuffle it now?").click()
        expect(ann.locator("#log")).to_contain_text("Dee shuffles the draw pile")
        ann.get_by_role("button", name="Undo what Dee did last").click()
        expect(bo.locator("#log")).to_contain_text("Ann")
        dee.get_by_role("button", name="Pass the turn").click()
        expect(screen.locator(".seats .acting")).to_have_count(1)
        bo.get_by_role("button", name="Finish…").click()
        bo.get_by_role("button", name="Cy won").click()
        expect(bo.locator("#asked")).to_contain_text("The host is being asked.")
        ann.locator("#asked-buttons").get_by_role("button", name="Yes").click()
        expect(screen.locator("body.over #end")).to_contain_text("Cy")

    evening.run(script)


def test_chessman_is_moved_by_its_name_and_a_tap_near_its_square(evening: Evening) -> None:
    choose_box_for_two(evening, "chess")

    def script(browser: Browser) -> None:
        ann, bo = evening.phone(browser, 0, UPRIGHT), evening.phone(browser, 1, ACROSS)
        ann.get_by_role("button", name="Begin the match").click()
        ann.get_by_text("Choose by name").click()
        ann.get_by_role("button", name="the white king").click()
        ann.get_by_role("button", name="Move…").click()
        tap(ann, 349, 302)
        expect(bo.locator("#log")).to_contain_text("the white king")
        position = bo.evaluate("GS.sheet.picture.things.filter((one) => one.key === 2)[0].at")
        assert position == [345, 325] or position == [345, 275], "it snaps to the middle of the square"
        assert bo.evaluate("document.querySelectorAll('#picture image').length") > 32
        assert_fits(bo)

    evening.run(script)


def test_cards_cubes_and_boards_can_be_written_on(evening: Evening) -> None:
    evening.table.choose_start("blank")

    def script(browser: Browser) -> None:
        ann, bo = evening.phone(browser, 0, UPRIGHT), evening.phone(browser, 1, ACROSS)

        def write_on(page: Page, words: str) -> None:
            page.get_by_role("button", name="Write on it…").click()
            page.locator("[data-key=text-write]").fill(words)
            page.locator("[data-key=write-write]").click()

        ann.get_by_role("button", name="Begin the match").click()
        pieces_script = "GS.sheet.picture.things.filter((one) => GS.sheet.picture.looks[one.look].shape === '{}')"
        expect(ann.locator("#picture [data-key]").first).to_be_visible()
        cube = ann.evaluate(pieces_script.format("cube"))[0]
        tap(ann, *cube["at"])
        write_on(ann, "Iron")
        expect(bo.locator("#picture")).to_contain_text("Iron")
        tap(ann, 450, 480)
        ann.get_by_text("Out of the box").click()
        ann.get_by_role("button", name="A blank board").click()
        tap(ann, 450, 480)
        ann.locator("#asked-buttons").get_by_role("button", name="Yes").click()
        expect(bo.locator("#log")).to_contain_text("a blank board")
        tap(bo, 450, 480)
        write_on(bo, "Harbour")
        expect(ann.locator("#picture")).to_contain_text("Harbour")
        tap(bo, 450, 480)
        bo.get_by_role("button", name="Lock").click()
        write_on(bo, "Haven")
        expect(ann.locator("#picture")).to_contain_text("Haven")
        bo.get_by_role("button", name="Deal 5", exact=True).click()
        first_card(bo).click()
        write_on(bo, "Storm")
        wait_until(bo, "GS.sheet.hand.some((card) => /Storm/.test(card.words))")
        turn_hand_up(bo)
        expect(bo.locator("#cards")).to_contain_text("Storm")
        expect(ann.locator("#log")).not_to_contain_text("Storm")
        assert_fits(bo, ACROSS, UPRIGHT)


LINGER_SECONDS = 0.2
"""Seconds that a finger stays where a drag ends.

Longer than the 80 ms in which a lifting finger is not believed.
"""


def drag(page: Page, *points: tuple[float, float], hold: bool = False, step_seconds: float = 0.0) -> None:
    """Drag with one finger from point to point, in mm of the small tabletop.

    The finger stays for a moment before it is lifted. With `hold` it trembles before that. With `step_seconds` the
    finger reports that time between two places, however long the drag takes: touch nothing else right afterwards.
    """
    screen_points = [page.evaluate(PLACE, list(point)) for point in points]
    finger, start_time = page.context.new_cdp_session(page), time()

    def touch(kind: str, seconds: float, *touches: dict[str, float]) -> None:
        event = {
            "type": kind,
            "touchPoints": list(touches),
            **({"timestamp": start_time + seconds} if step_seconds else {}),
        }
        finger.send("Input.dispatchTouchEvent", event)

    position, elapsed = {"x": screen_points[0][0], "y": screen_points[0][1]}, 0.0
    touch("touchStart", elapsed, position)
    for (x, y), (u, v) in pairwise(screen_points):
        for step in range(1, 6):
            position, elapsed = {"x": x + (u - x) * step / 5, "y": y + (v - y) * step / 5}, elapsed + step_seconds
            touch("touchMove", elapsed, position)
    if not step_seconds:
        wait_until(page, f"performance.now() > {page.evaluate('performance.now()') + LINGER_SECONDS * 1000}")
    if hold:
        touch("touchMove", elapsed + LINGER_SECONDS, {**position, "x": position["x"] + 1})
    touch("touchEnd", elapsed + LINGER_SECONDS)
    finger.detach()


def wait_until(page: Page, script: str) -> None:
    """Wait until a script is true on a page.

    The policy of the page allows no polling inside it.
    """
    end = monotonic() + LIMIT
    while not page.evaluate(script):
        assert monotonic() < end, script


BUSY = "() => void setTimeout(() => { const end = performance.now() + 600; while (performance.now() < end); })"
"""Let a page hear nothing for a while, and then everything at once."""
RECORD_PATHS = """() => {
  window.ways = new Set();
  new MutationObserver((all) => all.forEach((one) => window.ways.add(one.target.getAttribute("transform"))))
    .observe(document.querySelector("#picture"), { subtree: true, attributes: true, attributeFilter: ["transform"] });
}"""
"""Record where things of the picture move without being drawn again."""


def test_chessman_put_on_another_by_phone_takes_it_in_one_step(evening: Evening) -> None:
    choose_box_for_two(evening, "chess")

    def script(browser: Browser) -> None:
        ann, bo = evening.phone(browser, 0, UPRIGHT), evening.phone(browser, 1, SMALL)
        ann.get_by_role("button", name="Begin the match").click()
        bo.get_by_text("Choose by name").wait_for()
        tap(bo, 345, 425)
        bo.get_by_role("button", name="Move…").click()
        bo.get_by_text("Tap where it goes.").wait_for()
        tap(bo, 345, 175)
        expect(bo.locator("#log")).to_contain_text("from e7 to e2")
        expect(ann.locator("#log")).to_contain_text("from e2 to")
        bo.get_by_role("button", name="Undo what you did last").click()
        expect(ann.locator("#log")).to_contain_text("undoes 1 step")

    evening.run(script)
    match = evening.table.session.match  # type: ignore[union-attr]
    assert [entry.do for entry in match.entries[-3:]] == ["move", "move", "undo"]  # type: ignore[union-attr]
    assert {holder.name: holder.count for holder in match.state.view(None).holders} == {"taken 0": 0, "taken 1": 0}  # type: ignore[attr-defined]


def test_man_put_on_a_single_rival_by_phone_hits_it_in_one_step(evening: Evening) -> None:
    choose_box_for_two(evening, "backgammon")

    def script(browser: Browser) -> None:
        ann, bo = evening.phone(browser, 0, UPRIGHT), evening.phone(browser, 1, SMALL)
        ann.get_by_role("button", name="Begin the match").click()
        bo.get_by_text("Choose by name").wait_for()
        for man, place in (((521, 47), (131, 111)), ((203, 47), (131, 190)), ((203, 47), (521, 190))):
            tap(ann, *man)
            ann.get_by_role("button", name="Move…").click()
            ann.get_by_text("Tap where it goes.").wait_for()
            tap(ann, *place)
            expect(ann.get_by_text("Tap where it goes.")).to_have_count(0)
            wait_until(ann, "!GS.play.waits()")
        expect(bo.locator("#log")).to_contain_text("from point 8 to point 1")

    evening.run(script)
    match = evening.table.session.match  # type: ignore[union-attr]
    results = [(entry.to, entry.goes_on) for entry in match.entries if isinstance(entry, actions.Move)]  # type: ignore[union-attr]
    assert results == [("10", False), ("bar", False), ("10", True), ("bar", False), ("1", True)]


def test_two_phones_play_crokinole(evening: Evening) -> None:
    """Two phones put, pull and flick by real touches; then push, turn and gather."""
    evening.table.choose_start("crokinole")
    evening.table.names, evening.table.controllers = evening.table.names[:2], evening.table.controllers[:2]
    discs = "GS.sheet.picture.things.filter((one) => GS.sheet.picture.looks[one.look].words === 'a %s disc')"

    def script(browser: Browser) -> None:
        ann, bo = evening.phone(browser, 0, UPRIGHT), evening.phone(browser, 1, SMALL)
        ann.emulate_media(reduced_motion="no-preference")
        for page in (ann, bo):
            page.evaluate(RECORD_PATHS)
        ann.get_by_role("button", name="Begin the match").click()
        bo.get_by_text("Choose by name").wait_for()
        for page, colour, line, pull in (
            (ann, "white", (400, 95), (400, 20)),
            (bo, "black", (400, 705), (400, 780)),
            (ann, "white", (420, 97), (400, 20)),
        ):
            x, y = page.evaluate(discs % colour + ".filter((one) => one.held).pop().at")
            tap(page, x, y)
            page.get_by_role("button", name="Move…").click()
            page.get_by_text("Tap where it goes.").wait_for()
            tap(page, *line)
            page.locator("[data-key=verb-flick]").wait_for()
            previous_count = page.locator("#log p").count()
            near = f".filter((one) => !one.held && Math.abs(one.at[1] - {line[1]}) < 30).pop().at"
            position = page.evaluate(discs % colour + near)
            drag(page, (position[0], position[1]), pull)
            expect(page.locator("#picture .aim polygon")).to_have_count(1)
            expect(page.locator("#chosen")).to_contain_text("%")
            assert_fits(page)
            page.locator("[data-key=aim-harder]").click()
            page.locator("[data-key=aim-next]").click()
            page.locator("[data-key=shoot]").click()
            expect(page.locator("#log p")).not_to_have_count(previous_count)
            expect(page.locator("#picture .aim")).to_have_count(0)
        wait_until(ann, "window.ways.size > 3")
        assert bo.evaluate("window.ways.size") == 0, "Bo wants no motion"
        # The discs may be anywhere after the shots: a new round puts them in known places.
        ann.get_by_role("button", name="New round").click()
        ann.locator("#asked-buttons").get_by_role("button", name="Yes").click()
        for page in (ann, bo):
            wait_until(page, "GS.sheet.picture.things.every((one) => one.held || one.locked)")
        # A push along a path that is drawn anywhere.
        x, y = ann.evaluate(discs % "white" + ".filter((one) => one.held).pop().at")
        tap(ann, x, y)
        ann.get_by_role("button", name="Move…").click()
        tap(ann, 250, 330)
        ann.locator("[data-key=verb-push]").click()
        ann.evaluate(BUSY)
        drag(ann, (400, 200), (460, 200), hold=True)
        for page in (ann, bo):
            expect(page.locator("#log")).to_contain_text("push")
        wait_until(ann, "!GS.play.waits()")
        # A turn by an angle.
        ann.locator("[data-key=verb-rotate]").click()
        ann.locator("[data-key=degrees]").fill("40")
        ann.locator("[data-key=do-it]").click()
        wait_until(bo, "GS.sheet.picture.things.some((one) => Math.abs((one.angle || 0)) > 0.6)")
        # Several discs are gathered with a frame.
        bo.locator("[data-key=several]").click()
        drag(bo, (10, 690), (119, 790))
        bo.locator("[data-key=several][aria-pressed=true]").wait_for()
        picked_count = bo.evaluate("document.querySelectorAll('#picture .picked').length")
        x, y = bo.evaluate(discs % "black" + ".filter((one) => one.held && one.at[0] > 80 && one.at[1] > 760)[0].at")
        for left in (picked_count - 1, picked_count):
            tap(bo, x, y)
            expect(bo.locator("#picture .picked")).to_have_count(left)
        assert_fits(bo)
        # They move out of their place side by side, turn together, and are gathered.
        bo.locator("[data-key=verb-move]").click()
        tap(bo, 300, 520)
        near = f"({discs % 'black'}.filter((one) => !one.held && Math.hypot(one.at[0] - 300, one.at[1] - 520) < 120))"
        wait_until(
            bo,
            f"{near}.length === {picked_count} && new Set({near}.map((one) => String(one.at))).size === {picked_count}",
        )
        bo.locator("[data-key=several]").click()
        drag(bo, (180, 400), (420, 640))
        expect(bo.locator("#picture .picked")).to_have_count(picked_count)
        bo.locator("[data-key=verb-rotate]").click()
        bo.locator("[data-key=degrees]").fill("40")
        bo.locator("[data-key=do-it]").click()
        wait_until(bo, f"{near}.every((one) => Math.abs(one.angle - 0.698) < 0.01)")
        bo.locator("[data-key=several]").click()
        drag(bo, (180, 400), (420, 640))
        bo.get_by_role("button", name="Gather").click()
        wait_until(ann, f"GS.sheet.picture.things.some((one) => one.n === {picked_count})")

    evening.run(script)


def test_a_phone_measures_from_a_tap_to_a_tap(evening: Evening) -> None:
    choose_box_for_two(evening, "chess")

    def script(browser: Browser) -> None:
        ann, bo = evening.phone(browser, 0, UPRIGHT), evening.phone(browser, 1, SMALL)
        ann.get_by_role("button", name="Begin the match").click()
        ann.locator("[data-key=measure]").click()
        expect(ann.locator("[data-key=measured]")).to_have_text("Measure with what?")
        ann.locator("[data-key=tool-ruler]").click()
        expect(ann.locator("[data-key=measured]")).to_have_text("Tap where it begins.")
        tap(ann, 200, 290)
        tap(ann, 400, 290)
        expect(ann.locator("[data-key=measured]")).to_contain_text(
            re.compile(r"^(19\d|20\d)(\.\d)? mm from end to end$")
        )
        expect(ann.locator("#picture .measure line")).to_have_count(1)
        assert_fits(ann)
        ann.locator("[data-key=tool-sight]").click()
        ann.get_by_text("Choose by name").click()
        ann.get_by_role("button", name="the white king").click()
        expect(ann.locator("[data-key=measured]")).to_have_text("Tap where it ends.")
        ann.get_by_role("button", name="the black king").click()
        expect(ann.locator("[data-key=measured]")).to_contain_text("is in the way after")
        ann.locator("[data-key=tool-circle]").click()
        ann.get_by_role("button", name="the white king").click()
        ann.locator("[data-key=radius]").fill("20")
        ann.locator("[data-key=radius]").blur()
        expect(ann.locator("[data-key=measured]")).to_have_text("Things within 20 mm: 1")
        ann.locator("[data-key=radius]").fill("51")
        ann.locator("[data-key=radius]").blur()
        expect(ann.locator("[data-key=measured]")).to_contain_text("Things within 51 mm: 6")
        assert_fits(ann)
        assert bo.locator("#picture .measure").count() == 0, "it lies on this phone alone"
        ann.locator("[data-key=tool-away]").click()
        expect(ann.locator("#picture .measure")).to_have_count(0)
        tap(ann, 345, 75)
        expect(ann.locator("#reading")).to_be_visible()

    evening.run(script)
    assert len(evening.table.session.match.entries) == 0  # type: ignore[union-attr]


TWO_DECISIONS = """() => {
  const send = WebSocket.prototype.send, draw = () => ({ seat: 0, do: "move", of: "draw", to: "hand 0" });
  const decide = () => GS.link.decide({ say: "act", moment: GS.sheet.moment, action: draw() });
  window.acts = [];
  WebSocket.prototype.send = function (text) {
    if (JSON.parse(text).say === "act") { acts.push(text); }
    return send.call(this, text);
  };
  decide();
  decide();
  return acts.length;
}"""


def test_second_decision_of_a_page_waits_until_the_first_is_heard(evening: Evening) -> None:
    evening.table.choose_start("cards")

    def script(browser: Browser) -> None:
        ann = evening.phone(browser, 0, UPRIGHT)
        ann.locator("[data-key=begin-0]").click()
        ann.wait_for_function("() => GS.sheet.tools")
        assert ann.evaluate(TWO_DECISIONS) == 1
        ann.wait_for_function("() => GS.sheet.hand.length === 2")
        assert ann.evaluate("acts.length") == 2
        expect(ann.locator("#said")).to_have_text("")

    evening.run(script)
    assert not evening.table.hosting.server.refusal_counts()
