"""Matches of more players than the window seats, which machines have played: they open all the same (LG-01)."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from grenade_salad.app.history.history_scene import HistoryScene
from grenade_salad.app.history.replay import ReplayScene, watch
from grenade_salad.app.ui.theme import seat_colour, seat_mark
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.cli import main
from grenade_salad.match.record import read_record
from tests.app.conftest import frames, key, resize
from tools.tables import journal_of, on_top


@pytest.mark.quick("13")
@pytest.mark.rule("LG-01")
@pytest.mark.parametrize("seats", [10, 13])
def test_a_match_of_machines_is_looked_at(
    app: App, seats: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:

    words = ["simulate", "live-grenade", "--players", str(seats), "--games", "1", "--levels", "random"]
    assert main([*words, "--record", str(tmp_path)]) == 0
    with (tmp_path / "live-grenade-0.jsonl").open("rb") as stream:
        number = journal_of(app).add(read_record(stream, "many"))
    app.push(HomeScene(app))
    app.push(HistoryScene(app))
    frames(app)
    watch(app, number)
    frames(app)
    scene = on_top(app, ReplayScene)
    for size in ((1280, 720), (960, 540), (1920, 1080)):
        resize(app, size)
        frames(app)
        panels = [panel.rect for panel in scene.shown.panels]
        assert len(panels) == seats
        assert not [one for at, one in enumerate(panels) for other in panels[at + 1 :] if one.colliderect(other)]
    for step in (pygame.K_HOME, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_END, pygame.K_LEFT):
        key(app, step)
        frames(app)
    assert len({(seat_colour(seat), seat_mark(seat)) for seat in range(seats)}) == seats, "no two seats look alike"
