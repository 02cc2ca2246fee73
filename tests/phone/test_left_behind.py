"""What a match leaves behind outside of its record: no token of a phone, and no card of a hand that was covered."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.app import App
from grenade_salad.app.ui.cover import Cover
from grenade_salad.games.live_grenade.cards import words
from grenade_salad.match import store
from tests.app.conftest import frames
from tests.phone.phones import Network
from tests.phone.test_windows import SETUP, begin, skip


def test_settings_and_what_is_printed_hold_no_token_and_no_covered_card(
    app: App, network: Network, capfd: pytest.CaptureFixture[str]
) -> None:
    scene = begin(app)
    ann = network.seated(0)
    skip(network, scene, ann)
    frames(app, 30)
    for code in (pygame.K_2, pygame.K_2):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode=""))
        app.frame()
        network.until(lambda: isinstance(app.scene, Cover))
    assert isinstance(app.scene, Cover)
    assert app.scene.open
    app.save_settings()
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_2, mod=0, unicode=""))
    app.frame()
    app.scene.expire()
    app.home()
    app.save_settings()
    assert ann.token
    files = {file.name: file.read_bytes() for file in app.folder.rglob("*") if file.is_file()}
    printed = "".join(capfd.readouterr())
    assert not [name for name, kept in files.items() if ann.token.encode() in kept]
    assert ann.token not in printed
    covered = [text for hand in SETUP.hands for card in hand for text in (card, words(card))]
    outside = {name: kept.decode("utf-8") for name, kept in files.items() if not name.startswith(store.FILE)}
    assert len(outside) < len(files), "the record is kept: it is the truth, with all hands"
    assert "settings.json" in outside
    for kept in (*outside.values(), printed):
        assert not [text for text in covered if text in kept]
