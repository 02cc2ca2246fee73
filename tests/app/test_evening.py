"""A stranger's evening: set-up, a match, its end, its replay, the same again; by mouse and keys alone."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from grenade_salad import games
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.lab import analysis
from grenade_salad.match import seeds
from tests.app.conftest import unseen
from tools.play_evening import SEEDS, Evening, from_first_screen
from tools.tables import journal_of


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", games.with_turns())
def test_two_people_and_two_machines_play_from_the_first_screen_and_are_back_there(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(seeds, "draw_seed", lambda: SEEDS[name])
    # nobody looks at the pictures, or reads how good the moves were
    monkeypatch.setattr(pygame.image, "save", lambda surface, file: Path(file).touch())
    for what, little in {"PLAYER": "normal", "SCREEN": (1,), "ODDS": 1, "MOST": 1}.items():
        monkeypatch.setattr(analysis, what, little)
    app.push(HomeScene(app))
    evening = Evening(app, tmp_path / "pictures")
    with unseen(app, 10):
        from_first_screen(evening, name)
    assert isinstance(app.scene, HomeScene)
    kept = journal_of(app).matches()
    assert [match.finished for match in kept] == [False, True], "the match, and the same again"
    assert all(match.names[:2] == ("Ann", "Bo") for match in kept)
    assert len(list(evening.folder.iterdir())) == evening.taken
