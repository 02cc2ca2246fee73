"""What is written is not broken, and nothing lies on it: buttons, the large line and the tag of Live Grenade."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from grenade_salad.app.games.effects import Flying
from grenade_salad.app.games.live_grenade import paint
from grenade_salad.app.games.live_grenade.display_state import Held
from grenade_salad.app.match import status_bar
from grenade_salad.app.match.hints import Told
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.ui.canvas import Canvas, Rect, recorded
from grenade_salad.app.ui.theme import BRASS_LIGHT, TEXT
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.text import Words, languages, m, use_language
from tests.app.conftest import resize
from tests.app.live_grenade import table
from tools.screens import all_screens


@pytest.mark.parametrize(("wide", "shown"), [(76.0, False), (92.0, False), (140.0, True)])
def test_a_button_leaves_out_its_picture_before_it_breaks_a_word(
    app: App, monkeypatch: pytest.MonkeyPatch, wide: float, shown: bool
) -> None:
    said: list[str] = []
    pictures: list[str] = []
    monkeypatch.setattr(Canvas, "text", lambda canvas, words, *rest, **more: said.append(str(words)))
    monkeypatch.setattr(Canvas, "picture", lambda canvas, name, *rest: pictures.append(name))
    button = Button("Schiedsrichter", lambda: None, icon="eye")
    button.paint(app.canvas(), Rect(0, 0, wide, 37))
    assert said == ["Schiedsrichter"]
    assert bool(pictures) is shown


def test_a_button_leaves_no_word_out(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three lines beside its picture are two without it."""
    said: list[str] = []
    monkeypatch.setattr(Canvas, "text", lambda canvas, words, *rest, **more: said.append(str(words)))
    Button("Demander aux machines", lambda: None, icon="robot").paint(app.canvas(), Rect(0, 0, 118, 44))
    assert " ".join(said) == "Demander aux machines"


def _brass(app: App, box: Rect) -> int:
    """Pixels of the large line's colour in the box."""
    part = app.screen.subsurface(box.move(0, 0))
    return sum(part.get_at((x, y))[:3] == BRASS_LIGHT[:3] for x in range(part.width) for y in range(part.height))


def test_cards_that_fly_do_not_hide_the_large_line(app: App) -> None:
    app.push(HomeScene(app))
    scene = table(app, 1)
    stage, large = scene.shown.stage, scene.shown.spots.large
    stage.words = "Ann draws: 18%"
    box = Rect(large.centerx - 90, large.bottom, 180, 70)
    stage.flying.append(Flying(None, box, box))
    app.draw()
    assert _brass(app, box) > 200


def test_the_large_line_is_clear_of_the_friend_on_the_grenade(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.push(HomeScene(app))
    scene = table(app, 1)
    stage, large = scene.shown.stage, scene.shown.spots.large
    stage.words = "Ann's Best Friend jumps on it"
    heights: list[float] = []
    real = Canvas.text

    def text(canvas: Canvas, words: object, at: tuple[float, float], *rest: object, **more: object) -> object:
        if words == stage.words:
            heights.append(at[1])
        return real(canvas, words, at, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Canvas, "text", text)
    app.draw()
    stage.held = Held("AS", 1.0)
    app.draw()
    alone = heights[-1]
    stage.held = Held("AS", 1.0, friend="2H")
    app.draw()
    assert heights[-1] - alone > 0.1 * large.height


@pytest.mark.parametrize("high", [37, 58])
def test_the_tag_of_who_is_next_lies_on_nothing_that_a_low_panel_says(app: App, high: int) -> None:
    panel = Rect(40, 40, 130, high)
    app.screen.fill("white")
    paint.draw_next(app.canvas(), panel)
    inside = app.screen.subsurface(pygame.Rect(40, 40, 130, high - 4))
    assert pygame.transform.average_color(inside)[:3] == (255, 255, 255)


@pytest.mark.parametrize("wide", [330.0, 520.0, 760.0, 1100.0])
def test_the_bar_says_all_of_what_a_hint_is_while_the_odds_are_played_out(
    app: App, monkeypatch: pytest.MonkeyPatch, wide: float
) -> None:
    app.push(HomeScene(app))
    hints = table(app, 1).table.hints
    told = Told(
        "Den Würfel von Pik-5 weiterziehen", "jagt die 5 hoch, die Nora gehören könnte", "Es wird weitergespielt …"
    )
    canvas = app.canvas()
    where: dict[str, tuple[float, float]] = {}

    def text(_: Canvas, words: str, at: tuple[float, float], size: float, *rest: object, **more: object) -> None:
        bold = bool(more.get("bold"))
        long = min(canvas.width(words, size, bold=bold), float(str(more.get("wide", 9999.0))))
        left = at[0] - long if "right" in str(more.get("anchor", "")) else at[0]
        where[str(words)] = (left, left + long)

    monkeypatch.setattr(Canvas, "text", text)
    hints.draw_bar(canvas, Rect(10, 0, wide, 44), told)
    assert where[told.what][1] - where[told.what][0] == pytest.approx(
        min(wide - 56, canvas.width(told.what, TEXT, bold=True))
    )
    assert all(left >= 56 for left, _ in where.values())
    why = [words for words in where if words and words in told.why]
    assert " ".join(why) == told.why
    assert all(where[words][1] <= wide for words in why)


@pytest.mark.parametrize(
    ("size", "scale"), [((720, 1280), 100), pytest.param((1280, 720), 200, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("game", ["grenade-salad", "live-grenade", "wheel"])
def test_why_a_hint_is_good_is_said_whole_in_narrow_bars(
    app: App, game: str, size: tuple[int, int], scale: int
) -> None:
    """A long reason, while the odds are still looked for."""
    app.push(HomeScene(app))
    app.settings.scale = scale
    app.save_settings()
    all_screens()[f"machines-hint-{game}"](app)
    resize(app, size)
    with recorded() as lines:
        app.scene.dirty = True
        app.draw()
    assert isinstance(app.scene, Table)
    told = app.scene.hints.told()
    panels = [app.canvas().box(panel.rect).inflate(0, -2) for panel in app.scene.panels]
    why = [(words, box) for words, box in lines if len(words) > 6 and words in told.why]
    assert " ".join(words for words, _ in why) == told.why
    for words, box in why:
        assert box.collidelist(panels) == -1, "over no panel"
        assert box.width >= app.canvas().width(words, 13) * app.factor * 0.95, "not cut"


@pytest.mark.parametrize("code", languages.available())
@pytest.mark.parametrize("card", ["hammers", "arrow", "explosion"])
def test_the_bar_is_written_as_large_as_it_fits_over_the_log(
    app: App, monkeypatch: pytest.MonkeyPatch, code: str, card: Any
) -> None:
    """What one can do with a card stands in one line in every language, in type that can be read."""
    use_language(code)
    canvas, room = app.canvas(), 986.0
    drawn: list[tuple[Words, float]] = []
    monkeypatch.setattr(Canvas, "text", lambda _, words, at, size, *rest, **more: drawn.append((words, size)))
    line = m("{turn}: {what}. Playing a card first gives up the move", turn=m("Your turn"), what=CARDS[card].how)
    status_bar.draw(canvas, line, room, Rect(16, 40, room, 18))
    ((words, size),) = drawn
    assert size >= 14
    assert size >= TEXT or canvas.width(words, size + 1, bold=True) >= room, "there was room for larger type"
