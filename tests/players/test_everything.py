"""Matches of every mix of levels, styles, times, house rules and numbers of players: nobody breaks a rule or breaks.

`python -m tools.strength --parts conduct` plays a thousand of each game, and looks at the time that they take too.
"""

from __future__ import annotations

import pytest

from grenade_salad import games, players
from grenade_salad.lab import fuzz
from grenade_salad.lab.fuzz import conduct

QUICK = ("0.001", "0.004")
TURNS = {"grenade-salad": 6}
FEW = range(5)
MANY = [pytest.param(range(start, start + 24), marks=pytest.mark.slow) for start in (5, 29, 53, 77)]


@pytest.mark.quick("wheel*", "grenade-salad*")
@pytest.mark.parametrize("seeds", [FEW, *MANY], ids=str)
@pytest.mark.parametrize("game", games.with_turns())
def test_anybody_plays_with_anybody_by_any_rules(game: str, seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "_AS_THEY_COME", 0)
    for seed in seeds:
        done = conduct(game, seed, TURNS.get(game, 100), QUICK)
        assert done.wrong is None
        assert done.decisions > 0


@pytest.mark.parametrize("game", games.with_turns())
def test_everybody_comes_to_play(game: str) -> None:
    """The mixes have all levels, all styles, all numbers of players and house rules besides the usual ones."""
    tables = [fuzz.mixed(game, seed, 100) for seed in range(200)]
    kinds = {players.kind(name) for _, names in tables for name in names}
    assert {kind.level for kind in kinds} == set(players.LEVELS)
    assert {kind.style for kind in kinds} == {"", *players.STYLES}
    kind = games.load(game)
    assert {match.state.seats for match, _ in tables} == set(range(kind.min_seats, kind.max_seats + 1))
    assert len({match.header.options for match, _ in tables}) > 30


def test_what_goes_wrong_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who breaks a rule, and one who breaks."""
    from grenade_salad.games.wheel import Advance
    from grenade_salad.players import Anything

    monkeypatch.setattr(fuzz, "random_name", lambda *_: "random")
    for broken, words in ((lambda *_: Advance(0, 7), "Illegal"), (lambda *_: 1 / 0, "ZeroDivisionError")):
        monkeypatch.setattr(Anything, "decide", broken)
        assert words in (conduct("wheel", 1).wrong or "")


@pytest.mark.slow
def test_what_takes_too_long_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where any time is too long, and where none is."""
    for too_long, counted in ((0, True), (1e9, False)):
        monkeypatch.setattr(fuzz, "TOO_LONG", too_long)
        done = conduct("wheel", 1, 20, QUICK)
        assert done.over == done.over_wall == (done.decisions if counted else 0)
        assert done.slowest is not None
        assert done.slowest.share > 0
