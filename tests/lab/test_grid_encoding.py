"""Grenade Salad on a grid: each number is a fixed action and reveals no secret."""

from __future__ import annotations

from random import Random

from grenade_salad.core import registry
from grenade_salad.games.salad import Explosion, Move
from grenade_salad.lab.encoding import make_encoding, make_fixed_encoding
from grenade_salad.lab.playout import make_options
from grenade_salad.players.salad.grid_encoding import GridEncoding


def test_every_choice_is_legal_matches_its_name_and_reveals_no_secret() -> None:
    game, options, rng = registry.load("grenade-salad"), make_options("grenade-salad", 2), Random(5)
    encoding = make_fixed_encoding("grenade-salad", 2, options)
    assert isinstance(encoding, GridEncoding)
    assert len(encoding.points) == 24 * 16
    assert encoding.points[:2] == ((12.5, 12.5), (37.5, 12.5)), "half a tile apart"
    assert len(set(encoding.choices)) == len(encoding.choices)
    state, action_names = game.start(2, options, None), set()
    for _ in range(24):
        if state.pending_chance():
            state.apply_chance(state.sample_chance(rng))
            continue
        seat = state.active_seats()[0]
        numbers, choices = encoding.encode(state.view(seat), ()).numbers, encoding.list_choices(state, seat)
        assert len(numbers) == len(encoding.numbers)
        assert all(
            feature.low <= value <= feature.high for value, feature in zip(numbers, encoding.numbers, strict=True)
        )
        world = state.resample(seat, rng)
        assert encoding.encode(world.view(seat), ()).numbers == numbers
        assert encoding.list_choices(world, seat) == choices
        available = [index for index, action in enumerate(choices) if action is not None]
        for index in rng.sample(available, min(8, len(available))):
            action, choice_name = choices[index], encoding.choices[index]
            assert action is not None
            assert state.why_not(action) is None
            action_names.add(type(action).__name__)
            if isinstance(action, Move | Explosion):
                x, y = action.to if isinstance(action, Move) and action.to else action.at  # type: ignore[union-attr,misc]
                assert choice_name.endswith(f"({x:g}, {y:g})")
        state.apply(choices[rng.choice(available)])  # type: ignore[arg-type]
    assert {"Drop", "Move", "End"} <= action_names


def test_fixed_encoding_stays_the_same() -> None:
    options = make_options("wheel", 3)
    fixed = make_fixed_encoding("wheel", 3, options)
    assert fixed is not None
    assert fixed.choices == make_encoding("wheel", 3, options).choices
