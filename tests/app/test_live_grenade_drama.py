"""How dramatic a draw is follows its risk: the share of grenades in the deck, as everybody may know it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from grenade_salad.app.games.live_grenade import paint
from grenade_salad.app.games.live_grenade.animations import drama_of
from grenade_salad.app.games.live_grenade.layout import Spots
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.live_grenade.actions import Draw
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.text import say
from tests.app.conftest import until
from tests.app.live_grenade import HANDS, table

REST = tuple(
    f"{rank}{suit}"
    for suit in "CDH"
    for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q")
    if all(f"{rank}{suit}" not in hand for hand in HANDS)
)


@dataclass
class Seen:
    """Frames until the draw is over and until the card turns over, how dark it was, and what was said."""

    frames: int = 0
    held: int = 0
    dark: float = 0.0
    said: str = ""


def draw(app: App, cards: int, top: str = "") -> Seen:
    """Ann draws from a deck of so many cards, 24 at most, with two grenades: a safe card, or `top`."""
    app.push(HomeScene(app))
    safe = REST[: cards - 2]
    deck = ("AC", *safe, "AS") if top == "AC" else (*safe, "AC", "AS")
    scene = table(app, 1, deck=deck)
    app.settings.speed = "normal"
    scene.table.motion.pace = 1.0
    scene.table.act(Draw(0))
    seen = Seen()
    until(app, lambda: scene.table.motion.busy)
    while scene.table.motion.busy:
        held = scene.shown.stage.held
        seen.frames += 1
        seen.held += held is not None and held.turned == 0
        seen.dark = max(seen.dark, scene.shown.stage.dark)
        if seen.held and held is not None and held.turned == 0:
            seen.said = max(seen.said, "held")
        if scene.shown.stage.words and say(scene.shown.stage.words) == "Phew.":
            seen.said = "Phew."
        app.frame(1 / 60)
    app.home()
    return seen


@pytest.mark.rule("LG-27")
@pytest.mark.slow
def test_the_riskier_a_draw_the_longer_and_darker_it_is(app: App) -> None:
    few, some, many = draw(app, 4), draw(app, 8), draw(app, 24)
    assert few.frames > some.frames > many.frames
    assert few.dark > some.dark > many.dark
    assert many.dark < 0.25
    assert many.frames < 0.6 * few.frames
    assert (few.said, some.said, many.said) == ("Phew.", "Phew.", "held")


@pytest.mark.rule("LG-27")
@pytest.mark.slow
def test_how_long_a_breath_is_held_tells_nothing_of_the_card(app: App) -> None:
    for cards in (4, 12, 24):
        safe, grenade = draw(app, cards), draw(app, cards, "AC")
        assert safe.held == grenade.held > 0
        assert safe.dark == pytest.approx(grenade.dark)


def test_drama_grows_with_the_risk_to_one_in_two() -> None:
    drama = [drama_of(risk / 20) for risk in range(21)]
    assert drama == sorted(drama)
    assert (drama[0], drama[10], drama[20]) == (0.0, 1.0, 1.0)


def test_cards_of_who_is_out_lie_on_the_pile_when_they_get_there(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the rules they lie there at once: the pile had shown them before they flew to it."""
    app.push(HomeScene(app))
    scene = table(app, 1, hands=(REST[-3:], *HANDS[1:]), deck=("AC", *REST[:6], "AS"))
    app.settings.speed = "normal"
    scene.table.motion.pace = 1.0
    shown: list[int] = []
    draw_discard = paint.draw_discard

    def noted(canvas: Canvas, spots: Spots, view: LiveGrenadeView, sheet: Rect | None, waiting: int) -> None:
        shown.append(len(view.discard) - waiting)
        draw_discard(canvas, spots, view, sheet, waiting)

    monkeypatch.setattr(paint, "draw_discard", noted)
    before = len(scene.shown.seen.discard)
    scene.table.act(Draw(0))
    until(app, lambda: scene.table.motion.busy)
    while scene.table.motion.busy:
        app.frame(1 / 60)
        app.draw()
    assert shown[-1] == before + 4
    assert sorted(set(shown)) == list(range(before, before + 5)), "one after the other: the ace, then the hand"
    assert shown == sorted(shown)
