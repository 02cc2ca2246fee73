"""Random numbers of a match, by moment and by version of the record format."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.core import MatchRandom, derive_rng, match_rngs
from tests.playing import random_positions

DRAWS = 6000
V1_OF_SEVEN = [3907817780, 1759525420]
V1_THIRD = 293385243
V2_OF_SEVEN = (0.8294048260152329, 3672235835639704524, [3, 4, 0, 1, 2])


def chi_square(counts: Counter[int], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def test_moments_are_independent_of_earlier_draws() -> None:
    luck = MatchRandom(7)
    expected = [luck.seek(moment).random() for moment in range(20)]
    assert len(set(expected)) == 20
    for moment in (11, 3, 19, 0):
        luck.random()
        luck.shuffle(list(range(9)))
        assert luck.seek(moment).random() == expected[moment]
    assert MatchRandom(8).seek(3).random() != expected[3]


def test_version_1_draws_its_original_numbers() -> None:
    """The numbers that 0.1.0 drew: first and second for seed 7, third for seed -1."""
    first = match_rngs(7, 1)
    assert [first(0).getrandbits(32), first(1).getrandbits(32)] == V1_OF_SEVEN
    assert match_rngs(-1, 1)(2).getrandbits(32) == derive_rng(-1, 2).getrandbits(32) == V1_THIRD
    assert match_rngs(7, 2)(0).getrandbits(32) != V1_OF_SEVEN[0]


def test_later_versions_draw_the_same_on_any_machine() -> None:
    luck = match_rngs(7, 2)
    cards = list(range(5))
    luck(2).shuffle(cards)
    assert (luck(0).random(), luck(1).getrandbits(70), cards) == V2_OF_SEVEN


@pytest.mark.parametrize("draw", ["random", "choice", "shuffle", "bits"])
def test_first_draws_of_moments_are_fair(draw: str) -> None:
    luck, counts = MatchRandom(1), Counter[int]()
    for moment in range(DRAWS):
        moment_random = luck.seek(moment)
        if draw == "random":
            counts[int(moment_random.random() * 6)] += 1
        elif draw == "choice":
            counts[moment_random.choice(range(6))] += 1
        elif draw == "bits":
            counts[moment_random.getrandbits(64) % 6] += 1
        else:
            cards = list(range(6))
            moment_random.shuffle(cards)
            counts[cards[0]] += 1
    assert chi_square(counts, 6) < 20.6


def test_neighbouring_moments_and_seeds_are_independent() -> None:
    luck = MatchRandom(1)
    moments, seeds = Counter[int](), Counter[int]()
    for index in range(DRAWS):
        moments[int(luck.seek(index).random() * 6) * 6 + int(luck.seek(index + 1).random() * 6)] += 1
        seeds[int(MatchRandom(index).random() * 6) * 6 + int(MatchRandom(index + 1).random() * 6)] += 1
    assert chi_square(moments, 36) < 66.6
    assert chi_square(seeds, 36) < 66.6


def test_generator_continues_after_pickling() -> None:
    luck = MatchRandom(7).seek(3)
    luck.random()
    unpickled = pickle.loads(pickle.dumps(luck))
    assert [unpickled.random() for _ in range(3)] == [luck.random() for _ in range(3)]
    assert unpickled.seek(1).random() == luck.seek(1).random()


def test_generator_has_the_methods_of_random() -> None:
    luck: Random = MatchRandom(7)
    assert 0 <= luck.randrange(1000) < 1000
    assert 2 <= luck.uniform(2, 3) <= 3
    assert len(set(luck.sample(range(100), 60))) == 60
    assert luck.getrandbits(0) == 0
    with pytest.raises(ValueError, match="fewer"):
        luck.getrandbits(-1)
    with pytest.raises(NotImplementedError):
        luck.seed(3)


def test_chance_outcomes_are_possible_and_sum_to_one() -> None:
    """Listed outcomes are distinct and possible, and one of them must happen."""
    listed = set()
    for name in games.NAMES:
        for match in random_positions(name, 1, 40):
            for chance, probability in (outcomes := match.state.chance_outcomes() or []):
                assert match.state.why_not_chance(chance) is None
                assert 0 < probability <= 1
            if outcomes:
                listed.add(name)
                assert len({chance for chance, _ in outcomes}) == len(outcomes)
                assert sum(likely for _, likely in outcomes) == pytest.approx(1)
    assert "wheel" in listed
