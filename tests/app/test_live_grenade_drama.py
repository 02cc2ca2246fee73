"""The drama of a draw grows with its risk.

The risk is the share of grenades in the deck, as every seat may know it.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from grenade_salad.app.games.live_grenade import paint
from grenade_salad.app.games.live_grenade.animations import drama_from_risk
from grenade_salad.app.games.live_grenade.layout import BoardLayout
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.live_grenade.actions import Draw
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.text import say
from tests.app.conftest import run_until
from tests.app.live_grenade import HANDS, show_match

REST = tuple(
    f"{rank}{suit}"
    for suit in "CDH"
    for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q")
    if all(f"{rank}{suit}" not in hand for hand in HANDS)
)


@dataclass
class DrawTiming:
    """The frames of a draw and until the card turns, its darkness, and its outcome."""

    frame_count: int = 0
    held_frames: int = 0
    max_darkness: float = 0.0
    outcome: str = ""


def draw_card(app: App, cards: int, top: str = "") -> DrawTiming:
    """Let Ann draw from a deck of that many cards, 24 at most.

    Two of them are grenades. She draws a safe card, or `top`.
    """
    app.push(HomeScene(app))
    safe = REST[: cards - 2]
    deck = ("AC", *safe, "AS") if top == "AC" else (*safe, "AC", "AS")
    scene = show_match(app, 1, deck=deck)
    app.settings.speed = "normal"
    scene.table.motion.pace = 1.0
    scene.controller.act(Draw(0))
    timing = DrawTiming()
    run_until(app, lambda: scene.table.motion.is_busy)
    while scene.table.motion.is_busy:
        held = scene.board_view.display.held
        timing.frame_count += 1
        timing.held_frames += held is not None and held.turned == 0
        timing.max_darkness = max(timing.max_darkness, scene.board_view.display.darkness)
        if timing.held_frames and held is not None and held.turned == 0:
            timing.outcome = max(timing.outcome, "held")
        if scene.board_view.display.words and say(scene.board_view.display.words) == "Phew.":
            timing.outcome = "Phew."
        app.frame(1 / 60)
    app.home()
    return timing


@pytest.mark.rule("LG-27")
@pytest.mark.slow
def test_riskier_draw_is_longer_and_darker(app: App) -> None:
    few_cards, some_cards, many_cards = draw_card(app, 4), draw_card(app, 8), draw_card(app, 24)
    assert few_cards.frame_count > some_cards.frame_count > many_cards.frame_count
    assert few_cards.max_darkness > some_cards.max_darkness > many_cards.max_darkness
    assert many_cards.max_darkness < 0.25
    assert many_cards.frame_count < 0.6 * few_cards.frame_count
    assert (few_cards.outcome, some_cards.outcome, many_cards.outcome) == ("Phew.", "Phew.", "held")


@pytest.mark.rule("LG-27")
@pytest.mark.slow
def test_pause_before_card_turns_reveals_nothing(app: App) -> None:
    for cards in (4, 12, 24):
        safe, grenade = draw_card(app, cards), draw_card(app, cards, "AC")
        assert safe.held_frames == grenade.held_frames > 0
        assert safe.max_darkness == pytest.approx(grenade.max_darkness)


def test_drama_grows_with_the_risk_to_one_in_two() -> None:
    drama = [drama_from_risk(risk / 20) for risk in range(21)]
    assert drama == sorted(drama)
    assert (drama[0], drama[10], drama[20]) == (0.0, 1.0, 1.0)


def test_cards_of_eliminated_player_appear_on_arrival_at_the_pile(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the rules they are there at once, but they must be seen to move there first."""
    app.push(HomeScene(app))
    scene = show_match(app, 1, hands=(REST[-3:], *HANDS[1:]), deck=("AC", *REST[:6], "AS"))
    app.settings.speed = "normal"
    scene.table.motion.pace = 1.0
    pile_sizes: list[int] = []
    draw_discard = paint.draw_discard

    def noted(canvas: Canvas, spots: BoardLayout, view: LiveGrenadeView, sheet: Rect | None, waiting: int) -> None:
        pile_sizes.append(len(view.discard) - waiting)
        draw_discard(canvas, spots, view, sheet, waiting)

    monkeypatch.setattr(paint, "draw_discard", noted)
    previous_size = len(scene.board_view.view.discard)
    scene.controller.act(Draw(0))
    run_until(app, lambda: scene.table.motion.is_busy)
    while scene.table.motion.is_busy:
        app.frame(1 / 60)
        app.draw()
    assert pile_sizes[-1] == previous_size + 4
    assert sorted(set(pile_sizes)) == list(range(previous_size, previous_size + 5)), (
        "one after the other: the ace, then the hand"
    )
    assert pile_sizes == sorted(pile_sizes)
