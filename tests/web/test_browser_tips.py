"""A hand explains itself the first time on a phone.

Each sentence is beside its subject, appears once, and is in the phone's language.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from grenade_salad import games
from grenade_salad.app.window.application import App
from grenade_salad.core import registry
from grenade_salad.core.lesson import Lesson
from grenade_salad.text import Reader, say
from tests.app.conftest import run_until
from tests.web.browser_scripts import Script
from tests.web.chromium import NEEDED
from tests.web.page_fit import ACROSS, SMALL, UPRIGHT, assert_fits
from tests.web.phones import Network
from tests.web.playing import NAMES, begin
from tests.web.reaction_windows import begin as begin_window

pytestmark = [pytest.mark.slow, NEEDED]
MAX_SENTENCES = 12
"""Sentences at one moment: more would be a manual."""


def read_sentence(page: Page) -> str:
    """Return the only visible sentence, which screen readers get, too."""
    note = page.locator(".first")
    expect(note).to_have_count(1)
    words = note.locator("p").inner_text()
    expect(page.locator("#first-said[role=status]")).to_have_text(words)
    return words


def dismiss_sentence(page: Page) -> str:
    """Dismiss the visible sentence, and return it once it is gone.

    The click of a tap follows the tap, and must not reach the next sentence.
    """
    words = read_sentence(page)
    page.get_by_role("button", name="Got it").tap()
    page.wait_for_function("(words) => document.getElementById('first-said').textContent !== words", arg=words)
    return words


def dismiss_all(page: Page) -> list[str]:
    """Dismiss sentences until none is left, and return them."""
    sentences: list[str] = []
    while page.locator(".first").count():
        sentences.append(dismiss_sentence(page))
        assert len(sentences) <= MAX_SENTENCES
    return sentences


def lesson_sentences(name: str) -> set[str]:
    """Return every sentence that the lesson has for the first seat."""
    lesson = registry.load_object(registry.plugin(name).lesson, Lesson)
    return {say(tip.text, Reader(NAMES, 0)) for tip in (*lesson.hand_tips, *lesson.tips)}


@pytest.mark.parametrize(("name", "size"), list(zip(games.with_turns(), (UPRIGHT, SMALL, ACROSS), strict=True)))
def test_hand_explains_itself_once(app: App, network: Network, name: str, size: tuple[int, int]) -> None:
    """The sentences are the same at any size and fit at each."""
    scene = begin(app, name, "sss")
    run_until(app, lambda: scene.controller.actor is not None)
    assert scene.controller.actor is not None
    actor = scene.controller.names[scene.controller.actor]

    def script(browser: Browser) -> None:
        page = run.join(browser, actor, size=size)
        page.locator(".first").wait_for()
        assert_fits(page, *(other_size for other_size in (UPRIGHT, SMALL, ACROSS) if other_size != size), size)
        first = read_sentence(page)
        page.reload()
        page.locator(".first").wait_for()
        assert read_sentence(page) == first, "what was not read comes again"
        sentences.extend(dismiss_all(page))
        page.reload()
        page.get_by_text(f"You are {actor}.").wait_for()
        page.wait_for_function("() => GS.sheet && GS.sheet.tips.length")
        expect(page.locator(".first")).to_have_count(0)

    sentences: list[str] = []
    run = Script(network, scene)
    run.explains = True
    run.run(script)
    assert len(sentences) == len(set(sentences)), "each once"
    assert any("It's your turn" in words for words in sentences)
    assert len(lesson_sentences(name) & set(sentences)) >= (1 if name == "grenade-salad" else 2)
    assert all(len(words.split()) <= 25 for words in sentences)


def test_tip_disappears_when_the_player_does_it(app: App, network: Network) -> None:
    scene = begin(app, "live-grenade", "sss")

    def script(browser: Browser) -> None:
        page = run.join(browser, "Bo")
        page.locator("#hand .first").get_by_text("Only you see this").wait_for()
        page.get_by_role("button", name="Tap to look").tap()
        expect(page.get_by_text("Only you see this")).to_have_count(0)

    run = Script(network, scene)
    run.explains = True
    run.run(script)


def test_decision_counts_as_reading_the_tip_and_tips_can_be_switched_off(app: App, network: Network) -> None:
    scene = begin_window(app)

    def script(browser: Browser) -> None:
        ann = run.join(browser, "Ann")
        for _ in range(2):
            read_sentence(ann)
            ann.get_by_role("button", name="Got it").tap()
        goal = ann.locator("#table .first")
        goal.get_by_text("Live Grenades").wait_for()
        ann.get_by_role("button", name="Draw a card").tap()
        ann.locator("#log").get_by_text("You draw").first.wait_for()
        expect(ann.get_by_text("The aces in the deck are Live Grenades.")).to_have_count(0)
        assert "live-grenade/goal" in ann.evaluate("GS.recall('grenade-salad-first')")
        ann.get_by_role("button", name="Don't show these again").tap()
        expect(ann.locator(".first")).to_have_count(0)
        ann.reload()
        ann.wait_for_function("() => GS.sheet && GS.sheet.tips.length")
        expect(ann.locator(".first")).to_have_count(0)

    run = Script(network, scene)
    run.explains = True
    run.run(script)


@pytest.mark.parametrize("size", [UPRIGHT, SMALL])
def test_a_tip_and_a_refusal_lead_to_their_rule(app: App, network: Network, size: tuple[int, int]) -> None:
    scene = begin_window(app)

    def script(browser: Browser) -> None:
        ann = run.join(browser, "Ann", size=size)
        for _ in range(2):
            dismiss_sentence(ann)
        ann.locator("#table .first").get_by_text("Live Grenades").wait_for()
        ann.locator(".first").get_by_role("button", name="Read the rule").tap()
        expect(ann.locator("#LG-12")).to_be_focused()
        expect(ann.locator("#LG-12")).to_be_in_viewport()
        assert_fits(ann)
        steal = "{ seat: 0, do: 'pair', cards: ['2H', 'JD'], target: 1 }"
        ann.evaluate(f"GS.link.decide({{ say: 'act', moment: GS.sheet.moment, action: {steal} }})")
        ann.locator("#said").get_by_text("a pair is two cards", exact=False).wait_for()
        assert_fits(ann)
        ann.locator("#said-rule button").tap()
        expect(ann.locator("#LG-17")).to_be_focused()
        assert ann.locator("#rules-text .marked").count() == 1
        ann.get_by_role("button", name="Draw a card").tap()
        expect(ann.locator("#said-rule")).to_be_hidden()
        ann.locator("#log").get_by_text("You draw").first.wait_for()  # The result of the draw moves the page.
        ann.get_by_text("The rules", exact=True).tap()
        ann.get_by_text("The rules", exact=True).tap()
        expect(ann.locator("#rules-text .marked")).to_be_in_viewport()

    run = Script(network, scene)
    run.explains = True
    run.run(script)
