"""The open table: cards, dice and pieces on a table, without rules."""

from __future__ import annotations

from functools import partial

from grenade_salad import core
from grenade_salad.games.open_table import PLUGIN, actions
from grenade_salad.games.open_table.box import Box, TableSetup
from grenade_salad.games.open_table.box_validation import why_not_setup
from grenade_salad.games.open_table.boxes import CARDS
from grenade_salad.games.open_table.describe import describe
from grenade_salad.games.open_table.options import TableOptions, why_not_options
from grenade_salad.games.open_table.state import TableState
from grenade_salad.games.open_table.view import TableView

__all__ = ["GAME", "Box", "TableOptions", "TableSetup", "TableState", "TableView"]


def start(seats: int, options: core.Options, setup: core.Setup | None, box: Box = CARDS) -> TableState:
    """Return the first state; without a setup it is that of `box`.

    Raises `Illegal` with the reason for impossible options or setups.
    """
    assert isinstance(options, TableOptions)
    assert setup is None or isinstance(setup, TableSetup)
    table_setup = setup or TableSetup(box)
    if reason := why_not_options(options) or why_not_setup(seats, table_setup):
        raise core.Illegal(reason)
    return TableState(seats, options, table_setup.box, table_setup.pictures)


def make_game(box: Box) -> core.Game:
    """Return the open table with this box as the default."""
    return core.Game(
        name="open-table",
        title=PLUGIN.title,
        min_seats=PLUGIN.min_seats,
        max_seats=PLUGIN.max_seats,
        options=TableOptions,
        setup=TableSetup,
        actions=(*actions.DECISIONS, *actions.FROM_BUTTONS, actions.Change, core.Undo),
        chances=(actions.Came, actions.Order, actions.Rest),
        start=partial(start, box=box),
        describe=describe,
    )


GAME = make_game(CARDS)
