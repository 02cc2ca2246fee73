"""Sweeps find house rules that favour a seat, and no others."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from grenade_salad.lab.playout import make_options
from grenade_salad.lab.sweep import Setting, summarize, sweep
from grenade_salad.lab.workers import workers
from tests.plugins.conftest import clear_caches
from tests.plugins.guests import HERE, write_metadata

DEALS = 500
LEVELS = ("random",) * 3


@pytest.fixture
def race(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    shutil.copytree(HERE / "planted_games", site / "planted_games")
    write_metadata(site, "planted-games", "[grenade_salad.games]\nrace = planted_games:RACE\n")
    monkeypatch.syspath_prepend(site)
    monkeypatch.setenv("PYTHONPATH", str(site))
    clear_caches()
    yield
    monkeypatch.undo()
    clear_caches()


@pytest.mark.slow
@pytest.mark.usefixtures("race")
def test_sweep_finds_ten_planted_favours_and_none_in_ten_fair_variants() -> None:
    from planted_games.race import FAIR, UNFAIR  # type: ignore[import-not-found]

    settings = [
        Setting(variant, make_options("race", len(LEVELS), {"variant": variant})) for variant in (*UNFAIR, *FAIR)
    ]
    with workers(2) as executor:
        played = list(sweep("race", LEVELS, settings, DEALS, 1, executor, look=False))
    unfair = {result.setting.name for result in summarize(LEVELS, settings, played) if result.is_unfair}
    assert unfair == set(UNFAIR)


@pytest.mark.usefixtures("race")
def test_small_sweep_finds_a_planted_favour() -> None:
    names = ("seat 0 goes twice", "all go twice")
    settings = [Setting(variant, make_options("race", len(LEVELS), {"variant": variant})) for variant in names]
    played = list(sweep("race", LEVELS, settings, 100, 1, look=False))
    outcomes = summarize(LEVELS, settings, played)
    assert [result.is_unfair for result in outcomes] == [True, False]
    assert outcomes[0].wins[0] > 50
