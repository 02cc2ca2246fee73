"""A match leaves no phone token and no covered card outside of its record."""

from __future__ import annotations

import pygame
import pytest

from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.window.application import App
from grenade_salad.games.live_grenade.cards import name_card
from grenade_salad.text import say
from tests.app.conftest import post, press_keys
from tests.web.phones import Network
from tests.web.reaction_windows import SETUP, begin, skip, wait_until_screen_is_heard


def test_settings_and_output_contain_no_token_and_no_covered_card(
    app: App, network: Network, capfd: pytest.CaptureFixture[str]
) -> None:
    scene = begin(app)
    ann = network.seat_phone(0)
    skip(network, scene, ann)
    wait_until_screen_is_heard(network)
    press_keys(app, pygame.K_2)
    network.until(lambda: isinstance(app.scene, Cover), dt=1 / 60)
    post(app, pygame.KEYDOWN, key=pygame.K_2, mod=0, unicode="")
    assert isinstance(app.scene, Cover)
    assert app.scene.is_open
    app.save_settings()
    post(app, pygame.KEYUP, key=pygame.K_2, mod=0, unicode="")
    app.scene.expire()
    app.home()
    app.save_settings()
    assert ann.token
    files = {file.name: file.read_bytes() for file in app.folder.rglob("*") if file.is_file()}
    printed = "".join(capfd.readouterr())
    assert not [name for name, content in files.items() if ann.token.encode() in content]
    assert ann.token not in printed
    covered = [text for hand in SETUP.hands for card in hand for text in (card, say(name_card(card)))]
    outside = {name: content.decode("utf-8") for name, content in files.items() if not name.startswith("matches")}
    assert len(outside) < len(files), "the record is kept: it is the truth, with all hands"
    assert "settings.json" in outside
    for output in (*outside.values(), printed):
        assert not [text for text in covered if text in output]
