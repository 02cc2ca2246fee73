"""A new user's evening by mouse and keys alone.

Setup, a match, its end, its replay, and a rematch.
"""

from __future__ import annotations

import pytest

from grenade_salad import games
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.lab import analysis
from grenade_salad.match import seeds
from tests.app.conftest import draw_rarely
from tests.app.evening import SEEDS, Evening, play_game
from tools.tables import get_journal


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", games.with_turns())
def test_evening_starts_and_ends_at_the_first_screen(app: App, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(seeds, "draw_seed", lambda: SEEDS[name])
    # The quality of the actions is not needed.
    cheap_values = {"PLAYER": "normal", "SCREEN_WORLDS": (1,), "ODDS_WORLDS": 1, "MAX_CONFIRMED": 1}
    for constant, cheap_value in cheap_values.items():
        monkeypatch.setattr(analysis, constant, cheap_value)
    app.push(HomeScene(app))
    evening = Evening(app)
    with draw_rarely(app, 10):
        play_game(evening, name)
    assert isinstance(app.scene, HomeScene)
    matches = get_journal(app).matches()
    assert [match.finished for match in matches] == [False, True], "the match, and the same again"
    assert all(match.names[:2] == ("Ann", "Bo") for match in matches)
