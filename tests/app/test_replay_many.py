"""Replays of matches with more players than the window seats (LG-01)."""

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
from tests.app.conftest import press_keys, resize, run_frames
from tools.tables import get_journal, get_top_scene


@pytest.mark.quick("13")
@pytest.mark.rule("LG-01")
@pytest.mark.parametrize("seats", [10, 13])
def test_replay_of_large_match_shows_panel_for_every_seat(
    app: App, seats: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:

    arguments = ["simulate", "live-grenade", "--players", str(seats), "--games", "1", "--levels", "random"]
    assert main([*arguments, "--record", str(tmp_path)]) == 0
    with (tmp_path / "live-grenade-0.jsonl").open("rb") as stream:
        match_id = get_journal(app).add_record(read_record(stream, "many"))
    app.push(HomeScene(app))
    app.push(HistoryScene(app))
    run_frames(app)
    watch(app, match_id)
    run_frames(app)
    scene = get_top_scene(app, ReplayScene)
    for size in ((1280, 720), (960, 540), (1920, 1080)):
        resize(app, size)
        run_frames(app)
        panels = [panel.rect for panel in scene.table.panels]
        assert len(panels) == seats
        assert not [
            rect
            for index, rect in enumerate(panels)
            for other_rect in panels[index + 1 :]
            if rect.colliderect(other_rect)
        ]
    for code in (pygame.K_HOME, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_END, pygame.K_LEFT):
        press_keys(app, code)
        run_frames(app)
    assert len({(seat_colour(seat), seat_mark(seat)) for seat in range(seats)}) == seats, "no two seats look alike"
