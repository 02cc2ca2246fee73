"""No player prefers a seat or a soldier for its number: at a rotated table it does the same, named anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import islice
from random import Random

import pytest

from grenade_salad import games, players
from tests.marks import slow_but
from tests.players.still_clock import stop_clocks
from tests.players.symmetry import Moment, moments, surprise

TABLES = {"live-grenade": 4, "wheel": 3, "grenade-salad": 3}
LONG, SHORT = ":0.01", ":0.003"
"""For those who think, on a clock that goes on by being looked at: to compare some decisions, and to ask thousands."""
EVERYBODY = [
    (game, f"{level}{style}")
    for game in games.with_turns()
    for level in players.LEVELS
    for style in ("", *(f"-{style}" for style in players.STYLES if level in players.STYLED))
]
PLAIN = [one for one in EVERYBODY if "-" not in one[1]]
SURE = 8
"""So many players of different luck who do the same: no luck decides."""
FINE, COARSE = 0.001, 100.0
"""To how many mm choices are compared: as they are, and as shares."""
UNUSUAL = 4.0
"""Standard deviations: one of 30,000 samples of something fair is above."""


def always(choices: Iterable[Hashable]) -> Hashable | None:
    """The choice if all are the same; None as soon as one is another."""
    found = iter(choices)
    first = next(found)
    return first if all(one == first for one in found) else None


def certain(moment: Moment, name: str) -> None:
    """Who always does the same does the same at the other table, if it always does the same there."""
    here = always(moment.here_chosen(name, seed, FINE) for seed in range(SURE))
    there = here and always(moment.there_chosen(name, seed, FINE) for seed in range(SURE, 2 * SURE))
    assert there is None or here == there


def certain_in(game: str, name: str, matches: int, most: int) -> None:
    """In so many decisions of each match at most."""
    for match in range(matches):
        for moment in islice(moments(game, TABLES[game], name, match), most):
            certain(moment, name)


def lucky(moment: Moment, name: str) -> bool:
    """Whether luck decides, among choices that are not all alike."""
    return always(moment.here_chosen(name, seed, COARSE) for seed in range(SURE)) is None


def shares(game: str, name: str, matches: int, seeds: int) -> None:
    """In the first decision of each match in which luck decides, the same is done as often at both tables."""
    for match in range(matches):
        moment = next((one for one in islice(moments(game, TABLES[game], name, match), 30) if lucky(one, name)), None)
        if moment is None:
            continue
        here = Counter(moment.here_chosen(name, seed, COARSE) for seed in range(seeds))
        there = Counter(moment.there_chosen(name, seed, COARSE) for seed in range(seeds, 2 * seeds))
        assert surprise(here, there) < UNUSUAL, (here, there)


@pytest.mark.quick("grenade-salad-easy", "wheel-normal", "live-grenade-casual")
@pytest.mark.parametrize(
    ("game", "name"),
    slow_but([one for one in PLAIN if one[1] not in players.THINKING], PLAIN),
)
def test_the_same_is_done_at_a_rotated_table(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    thinks = without_clock(game, name, monkeypatch)
    if thinks:
        certain_in(game, f"{name}{LONG}", 1, 2)
        shares(game, f"{name}{SHORT}", 4, 20)
    else:
        certain_in(game, name, 6, 12)
        shares(game, name, 1, 100)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("game", "name"), EVERYBODY)
def test_luck_decides_alike_at_a_rotated_table(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over 2,000 seeds; over 200 for who weighs soldiers or thinks, at 6 to 60 ms a choice, and 60 for their styles,
    in fewer decisions: those find what the player without a style finds, and differ in what they do with it."""
    thinks = without_clock(game, name, monkeypatch)
    plain = (game, name) in PLAIN
    certain_in(game, f"{name}{LONG}" if thinks else name, *((4, 12) if plain else (2, 6)))
    dear = thinks or (game == "grenade-salad" and players.kind(name).level == "normal")
    seeds = 2000 if not dear else 200 if plain else 60
    shares(game, f"{name}{SHORT}" if thinks else name, 3, seeds)


def without_clock(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> bool:
    """All modules of the game's players are there, and none has a clock of the machine; whether this one thinks."""
    players.make(game, name, 0, Random(0))
    stop_clocks(monkeypatch)
    return players.kind(name).level in players.THINKING
