"""Whole matches by the accessibility tree and nothing else."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from playwright.sync_api import Error as PlaywrightError

from grenade_salad import games
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.wheel.options import WheelOptions
from tests.web.browser_scripts import Script
from tests.web.chromium import NEEDED
from tests.web.phones import Network
from tests.web.playing import begin
from tests.web.reaction_windows import begin as begin_window

pytestmark = [pytest.mark.slow, NEEDED]

_BUTTON = re.compile(r"""^\s*- '?button "((?:[^"\\]|\\.)*)"(.*)$""", re.M)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


class Listener:
    """A player who hears regions, buttons and messages, and decides at random."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page, self.rng = page, Random(seed)
        self.pressed: list[str] = []

    def decision_tree(self) -> str:
        """Return the tree of all that can be decided now; empty if there is nothing."""
        lines = self.page.locator("body").aria_snapshot().splitlines()
        starts = [index for index, line in enumerate(lines) if line.strip().startswith('- region "What you can do"')]
        if not starts:
            return ""
        depth = _depth(lines[starts[0]])
        ends = [index for index, line in enumerate(lines) if index > starts[0] and _depth(line) <= depth]
        return "\n".join(lines[starts[0] : ends[0] if ends else None])

    def decide(self) -> None:
        """Press something, if something can be decided."""
        tree = self.decision_tree()
        if "In words" in tree and "Toward" not in tree and "At " not in tree:
            with suppress(PlaywrightError):  # The control that was heard may be gone by now.
                self.page.get_by_text("In words", exact=True).click(timeout=1000)
            tree = self.decision_tree()
        names = [
            name.replace('\\"', '"').replace("''", "'")
            for name, state in _BUTTON.findall(tree)
            if "[disabled]" not in state
        ]
        names = [name for name in names if name != "Aim on the big screen"]
        if not names:
            return
        refused = "too far" in tree or "in the way" in tree or "edge" in tree
        confirms = "Confirm" in names and not refused and self.rng.random() < 0.5
        name = (
            "Confirm"
            if confirms
            else self.rng.choice([other_name for other_name in names if other_name != "Confirm"] or names)
        )
        self.pressed.append(name)
        button = self.page.get_by_role("region", name="What you can do").get_by_role("button", name=name, exact=True)
        if button.count():
            with suppress(PlaywrightError):  # The control that was heard may be gone by now.
                button.first.press("Enter", timeout=1000)


@pytest.mark.parametrize("name", games.with_turns())
def test_whole_match_is_played_by_the_accessibility_tree(app: App, network: Network, name: str) -> None:
    app.settings.countdown = 1.0
    options: Any = games.load(name).options()
    if isinstance(options, SaladOptions):
        options = replace(options, turn_limit=4)
    if isinstance(options, WheelOptions):
        options = replace(options, last_heart=True)  # Otherwise three turns can be all that a player has.
    scene = begin(app, name, "ss", options=options)
    listeners: list[Listener] = []

    def script(browser: Browser) -> None:
        listeners.extend(
            Listener(run.join(browser, player_name), seed) for seed, player_name in enumerate(("Ann", "Bo"))
        )
        for _ in range(30_000):
            for listener in listeners:
                listener.decide()
            statuses = [listener.page.get_by_role("status").all_text_contents() for listener in listeners]
            if all(any("game is over" in words for words in texts) for texts in statuses):
                return
        raise AssertionError("the game did not end")

    run = Script(network, scene)
    run.run(script)
    assert scene.controller.match.state.is_over
    assert all(len(set(listener.pressed)) > 2 for listener in listeners)


def test_log_only_grows_and_a_question_is_read_with_its_answers(app: App, network: Network) -> None:
    app.settings.countdown = 0  # Zero waits until all have answered: Cy does not.
    scene = begin_window(app)

    def script(browser: Browser) -> None:
        ann, bo = run.join(browser, "Ann"), run.join(browser, "Bo")
        bo.evaluate(
            """() => {
              window.added = []; window.removed = 0;
              new MutationObserver((all) => all.forEach((one) => {
                one.addedNodes.forEach((node) => window.added.push(node.textContent));
                window.removed += one.removedNodes.length;
              })).observe(document.getElementById("log"), { childList: true });
            }"""
        )
        ann.get_by_role("button", name="Play a card…").press("Enter")
        ann.get_by_role("button", name="Skip the draw").press("Enter")
        question = bo.get_by_text("Ann skips the draw. Cancel?")
        question.wait_for()
        assert "You can answer: Pass, or react." in (question.text_content() or "")
        assert question.get_attribute("aria-live") == "assertive"
        ann.wait_for_function("() => document.activeElement.id === 'status'")  # The focus is not lost.
        bo.get_by_role("button", name="React…").press("Enter")
        focus = bo.evaluate("document.activeElement.textContent")
        assert focus.startswith("Cancel it with the King"), "where the next decision is"
        bo.get_by_role("button", name="Cancel it with the King").press("Enter")
        bo.locator("#log").get_by_text("ancel").first.wait_for()
        added = bo.evaluate("window.added")
        assert len(added) == len(set(added)) >= 2, "each line once"
        assert bo.evaluate("window.removed") == 0

    run = Script(network, scene)
    run.run(script)
