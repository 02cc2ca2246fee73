"""Matches of all mixes of levels, styles, times, house rules and seat counts.

No player breaks a rule or raises. `python -m tools.strength --parts conduct` plays a thousand of each game, and
measures their time too.
"""

from __future__ import annotations

import pytest

from grenade_salad import games, players
from grenade_salad.lab import fuzz
from grenade_salad.lab.fuzz import check_conduct

QUICK = ("0.001", "0.004")
TURNS = {"grenade-salad": 6}
FEW_SEEDS = range(5)
IN_DOORS = (pytest.mark.slow, pytest.mark.doors)
MANY_SEEDS = [
    pytest.param(range(5, 29), marks=pytest.mark.slow),
    *(pytest.param(range(start, start + 24), marks=IN_DOORS) for start in (29, 53, 77)),
]


@pytest.mark.quick("wheel*", "grenade-salad*")
@pytest.mark.parametrize("seeds", [FEW_SEEDS, *MANY_SEEDS], ids=str)
@pytest.mark.parametrize("game", games.with_turns())
def test_any_players_play_by_any_rules(game: str, seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "_UNLIMITED_SHARE", 0)
    for seed in seeds:
        result = check_conduct(game, seed, TURNS.get(game, 100), QUICK)
        assert result.wrong is None
        assert result.decisions > 0


@pytest.mark.parametrize("game", games.with_turns())
def test_mixes_have_every_kind_of_player(game: str) -> None:
    """The mixes have all levels, styles and seat counts, and unusual house rules."""
    tables = [fuzz.random_mixed_match(game, seed, 100) for seed in range(200)]
    kinds = {players.parse_spec(name) for _, names in tables for name in names}
    assert {kind.level for kind in kinds} == set(players.LEVELS)
    assert {kind.style for kind in kinds} == {"", *players.STYLES}
    rules = games.load(game)
    assert {match.state.seats for match, _ in tables} == set(range(rules.min_seats, rules.max_seats + 1))
    assert len({match.header.options for match, _ in tables}) > 30


def test_failure_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """One player breaks a rule, and another one raises."""
    from grenade_salad.games.wheel import Advance
    from grenade_salad.players import RandomPlayer

    monkeypatch.setattr(fuzz, "random_name", lambda *_: "random")
    for decide, words in ((lambda *_: Advance(0, 7), "Illegal"), (lambda *_: 1 / 0, "ZeroDivisionError")):
        monkeypatch.setattr(RandomPlayer, "decide", decide)
        assert words in (check_conduct("wheel", 1).wrong or "")


@pytest.mark.slow
def test_slow_decisions_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """All decisions count where any time is too long, and none where none is."""
    for too_long, are_counted in ((0, True), (1e9, False)):
        monkeypatch.setattr(fuzz, "TOO_LONG", too_long)
        result = check_conduct("wheel", 1, 20, QUICK)
        assert result.over == result.over_wall == (result.decisions if are_counted else 0)
        assert result.slowest is not None
        assert result.slowest.share > 0
