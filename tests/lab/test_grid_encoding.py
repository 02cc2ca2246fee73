"""Grenade Salad on a grid: each number is one action for good, and tells nothing that the seat may not know."""

from __future__ import annotations

from random import Random

from grenade_salad.core import registry
from grenade_salad.games.salad import Explosion, Move
from grenade_salad.lab.encoding import encoding_of, fixed_encoding_of
from grenade_salad.lab.playout import house_rules
from grenade_salad.players.salad.grid_encoding import GridEncoding


def test_every_number_is_what_it_is_called_and_legal_and_no_secret() -> None:
    game, options, luck = registry.load("grenade-salad"), house_rules("grenade-salad", 2), Random(5)
    encoding = fixed_encoding_of("grenade-salad", 2, options)
    assert isinstance(encoding, GridEncoding)
    assert len(encoding.points) == 24 * 16
    assert encoding.points[:2] == ((12.5, 12.5), (37.5, 12.5)), "half a tile apart"
    assert len(set(encoding.choices)) == len(encoding.choices)
    state, seen = game.start(2, options, None), set()
    for _ in range(24):
        if state.pending_chance():
            state.apply_chance(state.sample_chance(luck))
            continue
        seat = state.active_seats()[0]
        numbers, choices = encoding.encode(state.view(seat), ()).numbers, encoding.choices_in(state, seat)
        assert len(numbers) == len(encoding.numbers)
        assert all(what.low <= one <= what.high for one, what in zip(numbers, encoding.numbers, strict=True))
        world = state.resample(seat, luck)
        assert encoding.encode(world.view(seat), ()).numbers == numbers
        assert encoding.choices_in(world, seat) == choices
        there = [number for number, action in enumerate(choices) if action is not None]
        for number in luck.sample(there, min(8, len(there))):
            action, called = choices[number], encoding.choices[number]
            assert action is not None
            assert state.why_not(action) is None
            seen.add(type(action).__name__)
            if isinstance(action, Move | Explosion):
                x, y = action.to if isinstance(action, Move) and action.to else action.at  # type: ignore[union-attr,misc]
                assert called.endswith(f"({x:g}, {y:g})")
        state.apply(choices[luck.choice(there)])  # type: ignore[arg-type]
    assert {"Drop", "Move", "End"} <= seen


def test_who_has_fixed_numbers_keeps_them() -> None:
    options = house_rules("wheel", 3)
    fixed = fixed_encoding_of("wheel", 3, options)
    assert fixed is not None
    assert fixed.choices == encoding_of("wheel", 3, options).choices
