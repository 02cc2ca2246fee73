"""The tile that the lesson of Grenade Salad shows on the cloth."""

from __future__ import annotations

from random import Random

from grenade_salad.app.games.salad.lesson_tile import find_tile_place
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.games.salad.view import SaladView
from grenade_salad.match.match import Header, Match
from tests.app.salad_table import position


def _view(soldiers: list[Soldier]) -> SaladView:
    match = Match(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(), 5, position(soldiers=soldiers)))
    view = match.state.view(0)
    assert isinstance(view, SaladView)
    return view


def test_tile_is_on_the_table_and_over_no_soldier() -> None:
    rng, measures, count = Random(4), SaladOptions().measures(), 0
    for _ in range(60):
        cells = rng.sample([(column, row) for column in range(20) for row in range(13)], 10)
        spots = [(15 + 30 * column + rng.uniform(-8, 8), 15 + 30 * row + rng.uniform(-8, 8)) for column, row in cells]
        view = _view([Soldier(index, index % 2, *spot, 0.0) for index, spot in enumerate(spots)])
        place = find_tile_place(view, 0, measures)
        if place is None:
            continue
        count += 1
        half = measures.tile / 2
        assert half <= place[0] <= measures.table[0] - half
        assert half <= place[1] <= measures.table[1] - half
        assert all(max(abs(x - place[0]), abs(y - place[1])) > half + measures.cube / 2 for x, y in spots)
    assert count > 50


def test_there_is_no_tile_without_a_pair() -> None:
    measures = SaladOptions().measures()
    assert find_tile_place(_view([Soldier(0, 0, 300.0, 200.0, 0.0)]), 0, measures) is None
