"""No text is broken or covered: buttons, bar, large line and tag of Live Grenade."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from grenade_salad.app.games.effects import FlyingCard
from grenade_salad.app.games.live_grenade import paint
from grenade_salad.app.games.live_grenade.display_state import HeldCard
from grenade_salad.app.match import status_bar
from grenade_salad.app.match.hints import HintText
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.ui.canvas import Canvas, Rect, record_lines
from grenade_salad.app.ui.theme import BRASS_LIGHT, TEXT
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.text import Words, languages, m, use_language
from tests.app.conftest import resize
from tests.app.live_grenade import show_match
from tools.screens import all_screens


@pytest.mark.parametrize(("width", "has_picture"), [(76.0, False), (92.0, False), (140.0, True)])
def test_button_drops_its_picture_before_it_breaks_a_word(
    app: App, monkeypatch: pytest.MonkeyPatch, width: float, has_picture: bool
) -> None:
    texts: list[str] = []
    pictures: list[str] = []
    monkeypatch.setattr(Canvas, "text", lambda canvas, words, *rest, **options: texts.append(str(words)))
    monkeypatch.setattr(Canvas, "picture", lambda canvas, name, *rest: pictures.append(name))
    button = Button("Schiedsrichter", lambda: None, icon="eye")
    button.paint(app.canvas(), Rect(0, 0, width, 37))
    assert texts == ["Schiedsrichter"]
    assert bool(pictures) is has_picture


def test_button_leaves_no_word_out(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three lines beside its picture are two without it."""
    texts: list[str] = []
    monkeypatch.setattr(Canvas, "text", lambda canvas, words, *rest, **options: texts.append(str(words)))
    Button("Demander aux machines", lambda: None, icon="robot").paint(app.canvas(), Rect(0, 0, 118, 44))
    assert " ".join(texts) == "Demander aux machines"


def _count_brass_pixels(app: App, box: Rect) -> int:
    """Count the pixels of the large line's colour in the box."""
    part = app.screen.subsurface(box.move(0, 0))
    return sum(part.get_at((x, y))[:3] == BRASS_LIGHT[:3] for x in range(part.width) for y in range(part.height))


def test_flying_cards_do_not_hide_the_large_line(app: App) -> None:
    app.push(HomeScene(app))
    scene = show_match(app, 1)
    display, large = scene.board_view.display, scene.board_view.layout.large
    display.words = "Ann draws: 18%"
    box = Rect(large.centerx - 90, large.bottom, 180, 70)
    display.flying.append(FlyingCard(None, box, box))
    app.draw()
    assert _count_brass_pixels(app, box) > 200


def test_large_line_is_clear_of_the_friend_on_the_grenade(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.push(HomeScene(app))
    scene = show_match(app, 1)
    display, large = scene.board_view.display, scene.board_view.layout.large
    display.words = "Ann's Best Friend jumps on it"
    heights: list[float] = []
    draw_text = Canvas.text

    def text(canvas: Canvas, words: object, position: tuple[float, float], *rest: object, **options: object) -> object:
        if words == display.words:
            heights.append(position[1])
        return draw_text(canvas, words, position, *rest, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Canvas, "text", text)
    app.draw()
    display.held = HeldCard("AS", 1.0)
    app.draw()
    height_alone = heights[-1]
    display.held = HeldCard("AS", 1.0, friend="2H")
    app.draw()
    assert heights[-1] - height_alone > 0.1 * large.height


@pytest.mark.parametrize("height", [37, 58])
def test_tag_of_next_player_covers_no_text_of_low_panel(app: App, height: int) -> None:
    panel = Rect(40, 40, 130, height)
    app.screen.fill("white")
    paint.draw_next(app.canvas(), panel)
    panel_picture = app.screen.subsurface(pygame.Rect(40, 40, 130, height - 4))
    assert pygame.transform.average_color(panel_picture)[:3] == (255, 255, 255)


@pytest.mark.parametrize("width", [330.0, 520.0, 760.0, 1100.0])
def test_bar_shows_whole_hint_while_odds_are_played_out(
    app: App, monkeypatch: pytest.MonkeyPatch, width: float
) -> None:
    app.push(HomeScene(app))
    hints = show_match(app, 1).table.hints
    hint = HintText(
        "Den Würfel von Pik-5 weiterziehen", "jagt die 5 hoch, die Nora gehören könnte", "Es wird weitergespielt …"
    )
    canvas = app.canvas()
    spans: dict[str, tuple[float, float]] = {}

    def text(
        _: Canvas, words: str, position: tuple[float, float], size: float, *rest: object, **options: object
    ) -> None:
        bold = bool(options.get("bold"))
        length = min(canvas.width(words, size, bold=bold), float(str(options.get("max_width", 9999.0))))
        left = position[0] - length if "right" in str(options.get("anchor", "")) else position[0]
        spans[str(words)] = (left, left + length)

    monkeypatch.setattr(Canvas, "text", text)
    hints.draw_bar(canvas, Rect(10, 0, width, 44), hint)
    assert spans[hint.action][1] - spans[hint.action][0] == pytest.approx(
        min(width - 56, canvas.width(hint.action, TEXT, bold=True))
    )
    assert all(left >= 56 for left, _ in spans.values())
    reason_lines = [words for words in spans if words and words in hint.explanation]
    assert " ".join(reason_lines) == hint.explanation
    assert all(spans[words][1] <= width for words in reason_lines)


@pytest.mark.quick("live-grenade-size0-100", "wheel-size0-100")
@pytest.mark.parametrize(("size", "scale"), [((720, 1280), 100), ((1280, 720), 200)])
@pytest.mark.parametrize("game", ["grenade-salad", "live-grenade", "wheel"])
def test_explanation_of_hint_is_complete_in_narrow_bars(app: App, game: str, size: tuple[int, int], scale: int) -> None:
    """The explanation is long, and the odds are still to be found."""
    app.push(HomeScene(app))
    app.settings.scale = scale
    app.save_settings()
    all_screens()[f"machines-hint-{game}"](app)
    resize(app, size)
    with record_lines() as lines:
        app.scene.dirty = True
        app.draw()
    assert isinstance(app.scene, TableScene)
    hint = app.scene.hints.format_hint()
    panels = [app.canvas().pixel_rect(panel.rect).inflate(0, -2) for panel in app.scene.panels]
    explanation_lines = [(words, box) for words, box in lines if len(words) > 6 and words in hint.explanation]
    assert " ".join(words for words, _ in explanation_lines) == hint.explanation
    for words, box in explanation_lines:
        assert box.collidelist(panels) == -1, "over no panel"
        assert box.width >= app.canvas().width(words, 13) * app.factor * 0.95, "not cut"


@pytest.mark.parametrize("code", languages.available())
@pytest.mark.parametrize("card", ["hammers", "arrow", "explosion"])
def test_bar_text_over_log_is_as_large_as_it_fits(
    app: App, monkeypatch: pytest.MonkeyPatch, code: str, card: Any
) -> None:
    """The use of a card is one line in every language, in type that can be read."""
    use_language(code)
    canvas, available_width = app.canvas(), 986.0
    drawn: list[tuple[Words, float]] = []
    monkeypatch.setattr(Canvas, "text", lambda _, words, position, size, *rest, **options: drawn.append((words, size)))
    line = m("{turn}: {what}", context="what to do", turn=m("Your turn"), what=CARDS[card].instruction)
    status_bar.draw(canvas, line, available_width, Rect(16, 40, available_width, 18))
    ((words, size),) = drawn
    assert size >= 14
    assert size >= TEXT or canvas.width(words, size + 1, bold=True) >= available_width, "there was room for larger type"
