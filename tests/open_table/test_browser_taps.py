"""No tap on a phone's small tabletop is lost or hits something else.

Cards can also be put under piles.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from grenade_salad.core import Action
from grenade_salad.games.open_table import actions
from tests.open_table.test_browser import PLACE, Evening, choose_box_for_two, first_card, tap, wait_until
from tests.open_table.test_browser import evening as evening
from tests.web.chromium import NEEDED
from tests.web.page_fit import ACROSS, SMALL, UPRIGHT, assert_fits
from tests.web.proxy import NetworkLine
from tests.web.test_browser_touch import Fingers

pytestmark = [pytest.mark.slow, NEEDED]
TOP = "document.querySelector('#picture svg').getBoundingClientRect().top"
"""The distance of the small tabletop from the top of the screen."""
CORNER = """(at) => {
  const one = Array.from(document.querySelectorAll("#cards button")).at(at);
  one.scrollIntoView({ block: "end" });
  const box = one.getBoundingClientRect();
  return [box.x + 20, box.y + 20, document.querySelector("#picture svg").getBoundingClientRect().x];
}"""
"""A point of a card of the hand and the left edge of the tabletop.

Both are found in one call, since an element that is drawn again has no place.
"""


def begin_match(evening: Evening, browser: Browser, size: tuple[int, int] = UPRIGHT) -> tuple[Page, Page]:
    ann, bo = evening.phone(browser, 0, size), evening.phone(browser, 1, SMALL)
    ann.get_by_role("button", name="Begin the match").click()
    for page in (ann, bo):
        page.get_by_text("Choose by name").wait_for()
    return ann, bo


def entries(evening: Evening) -> list[Any]:
    assert evening.table.session is not None
    return list(evening.table.session.match.entries)


def middle(evening: Evening, name: str) -> tuple[float, float]:
    """Return the middle of a holder, in mm."""
    assert evening.table.session is not None
    view: Any = evening.table.session.match.state.view(None)
    x, y, width, height = next(holder for holder in view.box.holders if holder.name == name).areas[0]
    return x + width / 2, y + height / 2


def test_updates_do_not_scroll_the_table_away_under_a_finger(evening: Evening) -> None:
    """Updates by others give the focus back to a button below, and the page stays."""
    choose_box_for_two(evening, "chess")

    def script(browser: Browser) -> None:
        ann, bo = begin_match(evening, browser, SMALL)
        tap(ann, 345, 125)
        ann.get_by_role("button", name="Move…").click()
        ann.get_by_text("Tap where it goes.").wait_for()
        place, previous_top = ann.evaluate(PLACE, [345, 225]), ann.evaluate(TOP)
        assert ann.evaluate("document.activeElement.getBoundingClientRect().bottom > innerHeight"), "it is out of sight"
        bo.get_by_role("button", name="Pass the turn").click()
        expect(ann.locator("#log")).to_contain_text("turn")
        assert ann.evaluate(TOP) == pytest.approx(previous_top, abs=1)
        assert ann.evaluate("document.activeElement.getAttribute('data-key')").startswith("area-"), "as for a reader"
        ann.touchscreen.tap(*place)
        expect(bo.locator("#log")).to_contain_text("from e1 to e3")

    evening.run(script)


def test_decision_on_its_way_moves_nothing_on_the_page(evening: Evening) -> None:
    """The notice that a decision is on its way lies over the page."""
    choose_box_for_two(evening, "chess")
    line = NetworkLine(evening.network.port)

    def script(browser: Browser) -> None:
        evening.network.port = line.port
        ann = begin_match(evening, browser)[0]
        previous_top = ann.evaluate(TOP)
        line.frozen = True
        ann.locator("[data-key^=pass], #buttons button").first.evaluate("(one) => one.click()")
        ann.locator("#line").get_by_text("Sent").wait_for()
        assert ann.evaluate(TOP) == pytest.approx(previous_top, abs=1)
        assert_fits(ann)
        line.frozen = False
        expect(ann.locator("#line")).to_have_text("")

    evening.run(script)
    line.close()


def test_tap_while_the_line_is_down_is_done_when_it_is_back(evening: Evening) -> None:
    choose_box_for_two(evening, "chess")
    line = NetworkLine(evening.network.port)

    def script(browser: Browser) -> None:
        evening.network.port = line.port
        ann = begin_match(evening, browser)[0]
        tap(ann, 345, 125)
        ann.get_by_role("button", name="Move…").click()
        ann.get_by_text("Tap where it goes.").wait_for()
        line.frozen = True
        ann.locator("#line").get_by_text("The connection is lost").wait_for()
        tap(ann, 345, 225)
        ann.locator("#line").get_by_text("Your decision will be sent as soon as it's back").wait_for()
        line.frozen = False
        expect(ann.locator("#log")).to_contain_text("from e1 to e3")
        expect(ann.locator("#line")).to_have_text("")

    evening.run(script)
    assert [entry.do for entry in entries(evening)] == ["move"]
    line.close()


def test_second_card_dragged_before_the_first_answer_is_reported_as_lost(evening: Evening) -> None:
    """The card's index is of an older hand: that is said, and no card is played."""
    choose_box_for_two(evening, "cards")
    line = NetworkLine(evening.network.port)

    def script(browser: Browser) -> None:
        evening.network.port = line.port
        ann = begin_match(evening, browser, ACROSS)[0]
        ann.get_by_role("button", name="Deal 5", exact=True).click()
        expect(ann.locator("#turn-over")).to_be_visible()
        line.frozen = True
        for card, slot in ((0, "pending"), (-1, "next")):
            expect(first_card(ann)).to_be_visible()
            x, y, left = ann.evaluate(CORNER, card)
            fingers = Fingers(ann)
            fingers.touch((x, y))
            for up in (10, 20, 30, 40):
                fingers.touch((x, y - up))
            fingers.touch((left + 60 + x / 20, 60))
            ann.locator("#dragged").wait_for()
            fingers.up()
            ann.wait_for_function(f"GS.link.{slot} !== null")
        line.frozen = False
        wait_until(ann, "GS.sheet.hand.length === 4")
        expect(ann.locator("#said")).to_contain_text("hings have changed since")

    evening.run(script)
    assert [entry.do for entry in entries(evening) if isinstance(entry, Action)] == ["deal", "move"]
    line.close()


def test_tap_on_the_table_clicks_nothing_that_appears_there_afterwards(evening: Evening) -> None:
    choose_box_for_two(evening, "chess")

    def script(browser: Browser) -> None:
        ann = begin_match(evening, browser)[0]
        ann.evaluate(
            "() => { window.clicks = 0; document.addEventListener('click', () => { window.clicks += 1; }, true); }"
        )
        tap(ann, 345, 125)
        ann.get_by_role("button", name="Move…").wait_for()
        tap(ann, 345, 125)
        expect(ann.get_by_role("button", name="Move…")).to_have_count(0)
        assert ann.evaluate("window.clicks") == 0

    evening.run(script)


@pytest.mark.parametrize("size", [UPRIGHT, ACROSS])
def test_card_moves_under_a_pile_on_request_and_on_top_otherwise(evening: Evening, size: tuple[int, int]) -> None:
    choose_box_for_two(evening, "cards")

    def script(browser: Browser) -> None:
        ann, _ = begin_match(evening, browser, size)
        ann.get_by_role("button", name="Deal 5", exact=True).click()
        for under in (False, True, False):
            first_card(ann).click()
            ann.get_by_role("button", name="Play face up").click()
            ann.get_by_text("Tap where it goes.").wait_for()
            assert ann.locator("[data-key=layer-top]").get_attribute("aria-pressed") == "true", "for each card anew"
            if under:
                ann.locator("[data-key=layer-under]").click()
                expect(ann.locator("[data-key=layer-under]")).to_have_attribute("aria-pressed", "true")
                assert_fits(ann)
            hand_size = ann.evaluate("GS.sheet.hand.length")
            tap(ann, *middle(evening, "discard"))
            wait_until(ann, f"GS.sheet.hand.length === {hand_size - 1}")
            wait_until(ann, "!GS.play.waits()")

    evening.run(script)
    played = [entry for entry in entries(evening) if isinstance(entry, actions.Move) and entry.to == "discard"]
    assert [move.under for move in played] == [False, True, False]
