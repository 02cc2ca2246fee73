"""After Three Circles, the mat tells whom each mine would kill without a touch."""

from __future__ import annotations

from dataclasses import replace

from grenade_salad.app.ui.canvas import record_lines
from grenade_salad.app.ui.picks import PickButton
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import Circles, Rest
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Pose
from grenade_salad.match.match import Header, Match
from tests.app.conftest import run_until
from tests.app.salad_table import BOS_HAND, FEW, position, sit_down


def test_mines_after_three_circles_show_whom_they_kill(app: App) -> None:
    landed = {7: (300.0, 120.0), 8: (322.0, 212.0), 9: (420.0, 200.0)}
    """The second is between Ann's 1 and Bo's 3; the others are in the open."""
    setup = replace(position(hands=(BOS_HAND, ("circles", "arrow"))), turn=1)
    match = Match(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(), 5, setup))
    match.apply_entry(Circles(1, 200.0))
    match.apply_entry(
        Rest(
            tuple(Pose(soldier.id, soldier.x, soldier.y, soldier.angle) for soldier in FEW)
            + tuple(Pose(soldier_id, *spot, 0.0) for soldier_id, spot in landed.items())
        )
    )
    board = sit_down(app, "pb", match=match, waits=False)
    run_until(app, lambda: board.table.reaction is not None)
    board.table.widgets.set_focus(board.battlefield)
    assert set(board.board_view.mat_view.preview.victims) == {1, 3, 7, 8, 9}
    board.table.dirty = True
    with record_lines() as lines:
        app.draw()
    mat = app.canvas().pixel_rect(board.battlefield.rect)
    tags = sorted(words for words, box in lines if mat.contains(box) and words.isdigit())
    assert tags == ["1", "1", "1", "2", "3", "3"], "three numbers, and how many each of these mines kills"
    picks = [item for item in board.table.widgets.items if isinstance(item, PickButton)]
    board.table.widgets.set_focus(picks[1])
    assert set(board.board_view.mat_view.preview.victims) == {1, 3, 8}, "those of the mine that has the focus"
