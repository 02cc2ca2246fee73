"""What Live Grenade's scene never shows: a card to eyes that it is not for, on the table, in the log, or by looks."""

from __future__ import annotations

from random import Random

import pygame
import pytest

from grenade_salad.app.games.live_grenade import words as panel_words
from grenade_salad.app.games.live_grenade.board import LiveGrenadeScene
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.ui import pictures
from grenade_salad.app.window.application import App, forget_caches
from grenade_salad.core import Event, redact
from grenade_salad.games.live_grenade import events
from grenade_salad.games.live_grenade.actions import Draw, Skip, Steal
from grenade_salad.games.live_grenade.cards import CARDS, words
from grenade_salad.text import say
from tests.app.conftest import click, frames, key, until
from tests.app.live_grenade import HANDS, SHORT, all_pass, heard, settled, table
from tools.tables import on_top

pytestmark = pytest.mark.usefixtures("every_frame")

_KEYS = (
    *(pygame.K_1 + number for number in range(9)),
    *(pygame.K_RETURN, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_TAB, pygame.K_d, pygame.K_F1, pygame.K_F10),
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN),
)


def _drawn() -> set[str]:
    """The faces that have been drawn since the caches were emptied."""
    names = {name for name, *_ in pictures._cache}
    return {card for card in CARDS if f"cards/playing/{card}.svg" in names}


def _open_cards(scene: LiveGrenadeScene, seat: int | None) -> set[str]:
    """All cards that the seat may have seen by now: the start of its hand, and what events told it."""
    setup = scene.table.match.header.setup
    known: set[str] = set()
    if setup is not None and seat is not None:
        known |= set(setup.hands[seat])  # type: ignore[attr-defined]
    for step in scene.table.steps:
        for event in step:
            match redact(event, seat):
                case events.Drew(card=str(card)) | events.Stolen(card=str(card)):
                    known.add(card)
                case events.Grenade(card=ace, friend=friend):
                    known |= {ace} if friend is None else {ace, friend}
                case events.Out(cards=cards) | events.Played(cards=cards):
                    known |= set(cards)
    return known


def test_a_shared_screen_draws_no_face_that_is_not_open_to_all(app: App) -> None:
    app.settings.countdown = 0.5
    forget_caches()
    scene = table(app, deck=SHORT)
    scene.table.act(Steal(0, ("10S",), 1))
    settled(app, scene)
    all_pass(app, scene)
    settled(app, scene)
    app.settings.speed = "fast"
    while not isinstance(app.scene, EndScene):
        if scene.table.actor is not None:
            scene.table.act(Draw(scene.table.actor))
        frames(app, 1, 0.1)
    assert _drawn() <= _open_cards(scene, None)
    assert "10S" in _drawn()


def test_a_person_among_machines_sees_the_own_cards_alone(app: App) -> None:
    forget_caches()
    scene = table(app, persons=1, deck=SHORT)
    app.settings.speed = "fast"
    while not isinstance(app.scene, EndScene):
        if scene.table.actor is not None:
            scene.table.act(Draw(scene.table.actor))
        elif scene.table.reaction is not None:
            heard(app)
            click(app, scene.table.reaction._buttons[-1].rect.center)
        frames(app, 1, 0.1)
    assert _drawn() <= _open_cards(scene, 0)
    assert set(HANDS[0]) <= _drawn()


def a_theft(app: App, scene: LiveGrenadeScene) -> str:
    """Ann steals a card from Bo, and all let it pass: which."""
    scene.table.act(Steal(0, ("10S",), 1))
    settled(app, scene)
    all_pass(app, scene)
    settled(app, scene)
    stolen = next(event for step in scene.table.steps for event in step if isinstance(event, events.Stolen))
    assert stolen.card is not None
    return stolen.card


@pytest.mark.rule("LG-11")
def test_the_log_of_a_shared_screen_tells_no_secret(app: App) -> None:
    scene = table(app)
    card = a_theft(app, scene)
    scene.table.act(Draw(0))
    settled(app, scene)
    said = " ".join(line.words for line in scene.table.log.lines)
    assert "Ann steals a card from Bo" in said
    assert "Ann draws a card" in said
    assert say(words(card)) not in said
    assert say(words("5D")) not in said


@pytest.mark.rule("LG-19")
def test_thief_and_victim_learn_under_their_covers_what_was_stolen(app: App) -> None:
    scene = table(app)
    card = a_theft(app, scene)
    titles = []
    for seat in range(3):
        click(app, scene.table.panels[seat].rect.center)
        cover = on_top(app, Cover)
        titles.append(say(cover.title))
        key(app, pygame.K_ESCAPE)
    assert f"you stole {say(words(card))}" in titles[0]
    assert f"you lost {say(words(card))}" in titles[1]
    assert say(words(card)) not in titles[2]
    assert not scene.shown.has_news(0)


def test_secret_notes_follow_the_order_of_the_match() -> None:
    def notes(*happened: Event) -> list[str]:
        return [say(note) for note in panel_words.secrets(happened, 1)]

    drawn, second = (events.Drew(1, card, visible_to=(1,)) for card in ("QC", "5D"))
    lost = events.Stolen(0, 1, "QC", visible_to=(0, 1))
    assert notes(drawn, lost) == ["you drew the Queen of clubs", "you lost the Queen of clubs"]
    assert notes(lost, drawn, second) == [
        "you lost the Queen of clubs",
        "you drew the Queen of clubs and the 5 of diamonds",
    ]


def test_the_log_and_the_hand_wait_until_the_breath_is_over(app: App) -> None:
    scene = table(app, persons=1, deck=("AS", *(card for card in SHORT if card != "AS")))
    app.settings.speed = "normal"
    scene.table.act(Draw(0))
    frames(app, 3, 0.1)
    assert scene.shown.stage.held is None or scene.shown.stage.held.turned == 0.0
    frames(app, 3, 0.1)
    assert not any("Grenade" in line.words for line in scene.table.log.lines)
    assert "2H" in scene.shown.hand
    key(app, pygame.K_LSHIFT)
    frames(app, 1, 0.1)
    assert any("Live Grenade" in line.words for line in scene.table.log.lines), "a key skips to the end"
    assert "2H" not in scene.shown.hand


def _closed_picture(app: App, hands: tuple[tuple[str, ...], ...]) -> tuple[bytes, bytes, list[str]]:
    scene = table(app, hands=hands)
    scene.table.act(Skip(0, ("JD",)))
    until(app, lambda: scene.table.reaction is not None)
    heard(app)
    assert scene.table.reaction is not None
    before = scene.table.reaction.passed
    app.draw()
    asking = app.screen.copy()
    key(app, pygame.K_2)
    assert isinstance(app.scene, Cover)
    scene.table.reaction.asking.passed = before
    app.draw()
    closed = app.screen.copy()
    said = [line.words for line in scene.table.log.lines]
    key(app, pygame.K_ESCAPE)
    return pygame.image.tobytes(asking, "RGB"), pygame.image.tobytes(closed, "RGB"), said


def test_a_window_and_its_cover_look_the_same_with_a_king_and_without(app: App) -> None:
    with_king = _closed_picture(app, HANDS)
    app.messages.lines.clear()
    without = _closed_picture(app, (HANDS[0], ("3H", "9S", "7D", "9C"), HANDS[2]))
    assert with_king == without


@pytest.mark.slow
def test_random_events_never_raise(app: App) -> None:
    numbers = Random(20)
    table(app)
    for round_ in range(500):
        kind = numbers.randrange(6)
        wide, high = app.screen.get_size()
        at = (numbers.randrange(wide), numbers.randrange(high))
        if kind < 2:
            code = numbers.choice(_KEYS)
            down = pygame.KEYDOWN if numbers.random() < 0.7 else pygame.KEYUP
            pygame.event.post(pygame.event.Event(down, key=code, mod=0, unicode="", scancode=0))
        elif kind == 2:
            pygame.event.post(
                pygame.event.Event(pygame.MOUSEMOTION, pos=at, touch=False, buttons=(0, 0, 0), rel=(0, 0))
            )
        elif kind in (3, 4):
            what = pygame.MOUSEBUTTONDOWN if kind == 3 else pygame.MOUSEBUTTONUP
            pygame.event.post(pygame.event.Event(what, pos=at, touch=False, button=numbers.choice((1, 1, 1, 3))))
        else:
            button = numbers.randrange(15)
            what = numbers.choice((pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP))
            pygame.event.post(pygame.event.Event(what, button=button, instance_id=0))
        if round_ % 100 == 99:
            pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
        frames(app, 1, 0.05)
        app.running = True
        if round_ % 60 == 59 or len(app.stack) > 6:
            while app.stack:
                app._drop()
            app.settings.speed = numbers.choice(("off", "fast", "normal"))
            speed = app.settings.speed
            table(app, persons=numbers.randrange(4))
            app.settings.speed = speed
