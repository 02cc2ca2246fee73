"""Sweeps find rules that favour a seat, and no others."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from grenade_salad.lab.playout import house_rules
from grenade_salad.lab.sweep import Setting, results, sweep
from grenade_salad.lab.workers import workers
from tests.plugins.conftest import forget
from tests.plugins.guests import HERE, describe

DEALS = 500
LEVELS = ("random",) * 3


@pytest.fixture
def race(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    shutil.copytree(HERE / "planted_games", site / "planted_games")
    describe(site, "planted-games", "[grenade_salad.games]\nrace = planted_games:RACE\n")
    monkeypatch.syspath_prepend(site)
    monkeypatch.setenv("PYTHONPATH", str(site))
    forget()
    yield
    monkeypatch.undo()
    forget()


@pytest.mark.slow
@pytest.mark.usefixtures("race")
def test_ten_planted_favours_are_found_and_none_in_ten_fair_variants() -> None:
    from planted_games.race import FAIR, UNFAIR  # type: ignore[import-not-found]

    settings = [Setting(one, house_rules("race", len(LEVELS), {"variant": one})) for one in (*UNFAIR, *FAIR)]
    with workers(2) as executor:
        played = list(sweep("race", LEVELS, settings, DEALS, 1, executor, look=False))
    found = {result.setting.name for result in results(LEVELS, settings, played) if result.unfair}
    assert found == set(UNFAIR)


@pytest.mark.usefixtures("race")
def test_a_planted_favour_is_found_in_a_small_sweep() -> None:
    names = ("seat 0 goes twice", "all go twice")
    settings = [Setting(one, house_rules("race", len(LEVELS), {"variant": one})) for one in names]
    played = list(sweep("race", LEVELS, settings, 100, 1, look=False))
    found = results(LEVELS, settings, played)
    assert [result.unfair for result in found] == [True, False]
    assert found[0].wins[0] > 50
