"""Secrets of Live Grenade's board.

A card is never shown to a player who may not see it: not on the table, in the log, or by a difference in looks.
"""

from __future__ import annotations

from random import Random

import pygame
import pytest

from grenade_salad.app.games.live_grenade import words as panel_words
from grenade_salad.app.games.live_grenade.board import LiveGrenadeBoard
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.ui import pictures
from grenade_salad.app.window.application import App, forget_caches
from grenade_salad.core import Event, redact
from grenade_salad.games.live_grenade import events
from grenade_salad.games.live_grenade.actions import Draw, Skip, Steal
from grenade_salad.games.live_grenade.cards import CARDS, name_card
from grenade_salad.text import say
from tests.app.conftest import click, press_keys, run_frames, run_until
from tests.app.live_grenade import HANDS, SHORT, pass_for_all, show_match, wait_for_input, wait_until_settled
from tools.tables import get_top_scene

pytestmark = pytest.mark.usefixtures("every_frame")

_EVENT_COUNT = 500
_KEYS = (
    *(pygame.K_1 + index for index in range(9)),
    *(pygame.K_RETURN, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_TAB, pygame.K_d, pygame.K_F1, pygame.K_F10),
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN),
)


def _drawn_faces() -> set[str]:
    """Return the faces that were drawn since the caches were emptied."""
    names = {name for name, *_ in pictures._cache._surfaces}
    return {card for card in CARDS if f"cards/playing/{card}.svg" in names}


def _open_cards(scene: LiveGrenadeBoard, seat: int | None) -> set[str]:
    """Return all cards that the seat may have seen so far.

    These are its first hand and the cards that events told it.
    """
    setup = scene.controller.match.header.setup
    open_cards: set[str] = set()
    if setup is not None and seat is not None:
        open_cards |= set(setup.hands[seat])  # type: ignore[attr-defined]
    for step in scene.controller.steps:
        for event in step:
            match redact(event, seat):
                case events.Drew(card=str(card)) | events.Stolen(card=str(card)):
                    open_cards.add(card)
                case events.Grenade(card=ace, friend=friend):
                    open_cards |= {ace} if friend is None else {ace, friend}
                case events.Out(cards=cards) | events.Played(cards=cards):
                    open_cards |= set(cards)
    return open_cards


def test_shared_screen_draws_only_public_faces(app: App) -> None:
    app.settings.countdown = 0.5
    forget_caches()
    scene = show_match(app, deck=SHORT)
    scene.controller.act(Steal(0, ("10S",), 1))
    wait_until_settled(app, scene)
    pass_for_all(app, scene)
    wait_until_settled(app, scene)
    app.settings.speed = "fast"
    while not isinstance(app.scene, EndScene):
        if scene.controller.actor is not None:
            scene.controller.act(Draw(scene.controller.actor))
        run_frames(app, 1, 0.1)
    assert _drawn_faces() <= _open_cards(scene, None)
    assert "10S" in _drawn_faces()


def test_single_person_sees_only_their_own_cards(app: App) -> None:
    forget_caches()
    scene = show_match(app, persons=1, deck=SHORT)
    app.settings.speed = "fast"
    while not isinstance(app.scene, EndScene):
        if scene.controller.actor is not None:
            scene.controller.act(Draw(scene.controller.actor))
        elif scene.table.reaction is not None:
            wait_for_input(app)
            click(app, scene.table.reaction._buttons[-1].rect.center)
        run_frames(app, 1, 0.1)
    assert _drawn_faces() <= _open_cards(scene, 0)
    assert set(HANDS[0]) <= _drawn_faces()


def play_theft(app: App, scene: LiveGrenadeBoard) -> str:
    """Let Ann steal a card from Bo while all pass, and return the card."""
    scene.controller.act(Steal(0, ("10S",), 1))
    wait_until_settled(app, scene)
    pass_for_all(app, scene)
    wait_until_settled(app, scene)
    stolen = next(event for step in scene.controller.steps for event in step if isinstance(event, events.Stolen))
    assert stolen.card is not None
    return stolen.card


@pytest.mark.rule("LG-11")
def test_log_of_shared_screen_tells_no_secret(app: App) -> None:
    scene = show_match(app)
    card = play_theft(app, scene)
    scene.controller.act(Draw(0))
    wait_until_settled(app, scene)
    log_text = " ".join(line.words for line in scene.table.log.lines)
    assert "Ann steals a card from Bo" in log_text
    assert "Ann draws a card" in log_text
    assert say(name_card(card)) not in log_text
    assert say(name_card("5D")) not in log_text


@pytest.mark.rule("LG-19")
def test_thief_and_victim_learn_stolen_card_under_their_covers(app: App) -> None:
    scene = show_match(app)
    card = play_theft(app, scene)
    titles = []
    for seat in range(3):
        click(app, scene.table.panels[seat].rect.center)
        cover = get_top_scene(app, Cover)
        titles.append(say(cover.title))
        press_keys(app, pygame.K_ESCAPE)
    assert f"you stole {say(name_card(card))}" in titles[0]
    assert f"you lost {say(name_card(card))}" in titles[1]
    assert say(name_card(card)) not in titles[2]
    assert not scene.board_view.has_news(0)


def test_secret_notes_follow_the_order_of_the_match() -> None:
    def notes(*past_events: Event) -> list[str]:
        return [say(note) for note in panel_words.secrets(past_events, 1)]

    first_draw, second_draw = (events.Drew(1, card, visible_to=(1,)) for card in ("QC", "5D"))
    theft = events.Stolen(0, 1, "QC", visible_to=(0, 1))
    assert notes(first_draw, theft) == ["you drew the Queen of clubs", "you lost the Queen of clubs"]
    assert notes(theft, first_draw, second_draw) == [
        "you lost the Queen of clubs",
        "you drew the Queen of clubs and the 5 of diamonds",
    ]


def test_log_and_hand_wait_until_the_card_turns(app: App) -> None:
    scene = show_match(app, persons=1, deck=("AS", *(card for card in SHORT if card != "AS")))
    app.settings.speed = "normal"
    scene.controller.act(Draw(0))
    run_frames(app, 3, 0.1)
    assert scene.board_view.display.held is None or scene.board_view.display.held.turned == 0.0
    run_frames(app, 3, 0.1)
    assert not any("Grenade" in line.words for line in scene.table.log.lines)
    assert "2H" in scene.hand_row.hand
    press_keys(app, pygame.K_LSHIFT)
    run_frames(app, 1, 0.1)
    assert any("Live Grenade" in line.words for line in scene.table.log.lines), "a key skips to the end"
    assert "2H" not in scene.hand_row.hand


def _capture_question_and_cover(app: App, hands: tuple[tuple[str, ...], ...]) -> tuple[bytes, bytes, list[str]]:
    scene = show_match(app, hands=hands)
    scene.controller.act(Skip(0, ("JD",)))
    run_until(app, lambda: scene.table.reaction is not None)
    wait_for_input(app)
    assert scene.table.reaction is not None
    passed_seconds = scene.table.reaction.phase.elapsed
    app.draw()
    question_picture = app.screen.copy()
    press_keys(app, pygame.K_2)
    assert isinstance(app.scene, Cover)
    scene.table.reaction.phase.elapsed = passed_seconds
    app.draw()
    cover_picture = app.screen.copy()
    log_lines = [line.words for line in scene.table.log.lines]
    press_keys(app, pygame.K_ESCAPE)
    return pygame.image.tobytes(question_picture, "RGB"), pygame.image.tobytes(cover_picture, "RGB"), log_lines


def test_question_and_cover_look_the_same_without_a_king(app: App) -> None:
    with_king = _capture_question_and_cover(app, HANDS)
    app.messages.lines.clear()
    without_king = _capture_question_and_cover(app, (HANDS[0], ("3H", "9S", "7D", "9C"), HANDS[2]))
    assert with_king == without_king


@pytest.mark.slow
def test_random_events_never_raise(app: App) -> None:
    rng = Random(20)
    show_match(app)
    for index in range(_EVENT_COUNT):
        kind = rng.randrange(6)
        width, height = app.screen.get_size()
        position = (rng.randrange(width), rng.randrange(height))
        if kind < 2:
            code = rng.choice(_KEYS)
            key_event_type = pygame.KEYDOWN if rng.random() < 0.7 else pygame.KEYUP
            pygame.event.post(pygame.event.Event(key_event_type, key=code, mod=0, unicode="", scancode=0))
        elif kind == 2:
            pygame.event.post(
                pygame.event.Event(pygame.MOUSEMOTION, pos=position, touch=False, buttons=(0, 0, 0), rel=(0, 0))
            )
        elif kind in (3, 4):
            event_type = pygame.MOUSEBUTTONDOWN if kind == 3 else pygame.MOUSEBUTTONUP
            pygame.event.post(
                pygame.event.Event(event_type, pos=position, touch=False, button=rng.choice((1, 1, 1, 3)))
            )
        else:
            button = rng.randrange(15)
            event_type = rng.choice((pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP))
            pygame.event.post(pygame.event.Event(event_type, button=button, instance_id=0))
        if index % 100 == 99:
            pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
        run_frames(app, 1, 0.05)
        app.running = True
        if index % 60 == 59 or len(app.stack) > 6:
            while app.stack:
                app._drop()
            app.settings.speed = rng.choice(("off", "fast", "normal"))
            speed = app.settings.speed
            show_match(app, persons=rng.randrange(4))
            app.settings.speed = speed
