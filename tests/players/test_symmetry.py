"""No player prefers a seat or a soldier for its number.

At a rotated table it does the same under the new names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import islice
from random import Random

import pytest

from grenade_salad import games, players
from tests.players.still_clock import stop_clocks
from tests.players.symmetry import Moment, find_moments, measure_surprise

TABLES = {"live-grenade": 4, "wheel": 3, "grenade-salad": 3}
LONG, SHORT = ":0.01", ":0.003"
"""Time of players that think, to compare some decisions and to ask thousands.

Their clock advances when it is read.
"""
ALL_PLAYERS = [
    (game, f"{level}{style}")
    for game in games.with_turns()
    for level in players.LEVELS
    for style in ("", *(f"-{style}" for style in players.STYLES if level in players.STYLED_LEVELS))
]
UNSTYLED_PLAYERS = [player for player in ALL_PLAYERS if "-" not in player[1]]
STYLED_PLAYERS = [
    (game, f"{level}-{players.STYLES[(game_index + level_index) % len(players.STYLES)]}")
    for game_index, game in enumerate(games.with_turns())
    for level_index, level in enumerate(players.STYLED_LEVELS)
]
"""One style for each level of each game: each level is tried in each style."""
QUICK_PLAYERS = [("grenade-salad", "easy"), ("wheel", "normal"), ("live-grenade", "casual")]
CERTAIN_COUNT = 8
"""Number of players with other seeds that agree if chance decides nothing."""
EXACT, ROUGH = 0.001, 100.0
"""Precision of compared choices in mm: as they are, and for shares."""
UNUSUAL = 4.0
"""Standard deviations that one of 30,000 fair samples exceeds."""


def find_only_choice(choices: Iterable[Hashable]) -> Hashable | None:
    """Return the choice if all are the same, or None as soon as one differs."""
    remaining = iter(choices)
    first = next(remaining)
    return first if all(choice == first for choice in remaining) else None


def check_certain_choice(moment: Moment, name: str) -> None:
    """Check that a choice that is certain at both tables is the same."""
    original = find_only_choice(moment.choose_here(name, seed, EXACT) for seed in range(CERTAIN_COUNT))
    rotated = original and find_only_choice(
        moment.choose_at_rotated(name, seed, EXACT) for seed in range(CERTAIN_COUNT, 2 * CERTAIN_COUNT)
    )
    assert rotated is None or original == rotated


def check_certain_choices(game: str, name: str, matches: int, max_decisions: int) -> None:
    """Check at most `max_decisions` decisions of each match."""
    for match in range(matches):
        for moment in islice(find_moments(game, TABLES[game], name, match), max_decisions):
            check_certain_choice(moment, name)


def is_random(moment: Moment, name: str) -> bool:
    """True if chance decides, among choices that are not all alike."""
    return find_only_choice(moment.choose_here(name, seed, ROUGH) for seed in range(CERTAIN_COUNT)) is None


def compare_shares(game: str, name: str, matches: int, seeds: int) -> None:
    """Check that both tables make each choice equally often.

    This is the first decision of each match in which chance decides.
    """
    for match in range(matches):
        moment = next(
            (
                candidate
                for candidate in islice(find_moments(game, TABLES[game], name, match), 30)
                if is_random(candidate, name)
            ),
            None,
        )
        if moment is None:
            continue
        original = Counter(moment.choose_here(name, seed, ROUGH) for seed in range(seeds))
        rotated = Counter(moment.choose_at_rotated(name, seed, ROUGH) for seed in range(seeds, 2 * seeds))
        assert measure_surprise(original, rotated) < UNUSUAL, (original, rotated)


@pytest.mark.parametrize(("game", "name"), QUICK_PLAYERS)
def test_player_does_the_same_at_a_rotated_table(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_player_clocks(game, name, monkeypatch)
    check_certain_choices(game, name, 6, 12)
    compare_shares(game, name, 1, 100)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("game", "name"), [*UNSTYLED_PLAYERS, *STYLED_PLAYERS])
def test_chance_decides_alike_at_a_rotated_table(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare 600 seeds, and 60 for slow players.

    Those weigh soldiers or think, at 6 to 60 ms a choice.
    """
    is_thinker, is_slow = stop_player_clocks(game, name, monkeypatch)
    check_certain_choices(game, f"{name}{LONG}" if is_thinker else name, *((2, 6) if is_slow else (6, 12)))
    matches = 3 if not is_slow else 2 if (game, name) in UNSTYLED_PLAYERS else 1
    compare_shares(game, f"{name}{SHORT}" if is_thinker else name, matches, 60 if is_slow else 600)


@pytest.mark.slow
@pytest.mark.doors
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("game", "name"), ALL_PLAYERS)
def test_chance_decides_alike_for_many_seeds(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare 2,000 seeds, and 200 for players that weigh soldiers or think."""
    is_thinker, is_slow = stop_player_clocks(game, name, monkeypatch)
    check_certain_choices(game, f"{name}{LONG}" if is_thinker else name, 4, 12)
    compare_shares(game, f"{name}{SHORT}" if is_thinker else name, 3, 200 if is_slow else 2000)


def stop_player_clocks(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[bool, bool]:
    """Stop the clocks of the game's players.

    Return whether this player thinks, and whether it is slow.     All their modules are loaded first.
    """
    players.make(game, name, 0, Random(0))
    stop_clocks(monkeypatch)
    level = players.parse_spec(name).level
    is_thinker = level in players.TIMED_LEVELS
    return is_thinker, is_thinker or (game, level) == ("grenade-salad", "normal")
