"""A board with discs and a pocket, and shots on it."""

from __future__ import annotations

from random import Random

from grenade_salad.core import Action
from grenade_salad.games.open_table import actions, physics
from grenade_salad.games.open_table.box import Box, Holder, Kind, Lay
from grenade_salad.games.open_table.state import TableState

DISC = Kind("disc", "disc", title="a disc", count=3, size=(30.0, 30.0), height=8.0)
BOARD = Box(
    name="Discs",
    table=(600.0, 400.0),
    kinds=(DISC, Kind("card", "card", title="a card")),
    holders=(Holder("pocket", lays="free", areas=((560.0, 0.0, 40.0, 40.0),), pocket=True),),
    layout=(
        Lay("disc", at=((100.0, 200.0), (200.0, 200.0), (400.0, 200.0))),
        Lay("card", at=((160.0, 200.0),)),
    ),
)
ROLL = actions.Roll(0, (1, 2, 3, 4, 5))
"""All five dice of the box of dice."""
INTO_POCKET = actions.Flick(0, 3, -0.85, 1500.0)
"""The third disc falls into the pocket."""
AT_OTHERS = actions.Flick(0, 1, 0.0, 2500.0)
"""The first disc hits the second, and that the third."""


def shoot(state: TableState, action: Action, seed: int) -> tuple[physics.PhysicsSnapshot, actions.Rest]:
    """Apply an action; return the scene before it and the rest of all pieces."""
    scene = physics.snapshot_view(state.view(None), 2)
    state.apply(action)
    chance = state.sample_chance(Random(seed))
    assert isinstance(chance, actions.Rest)
    return scene, chance
