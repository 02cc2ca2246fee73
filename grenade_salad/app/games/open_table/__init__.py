"""The screens of the open table, each loaded when it is first needed."""

from __future__ import annotations

from grenade_salad.app.match.game_screens import GameScreens, import_on_call, table_factory

SCENE = GameScreens(
    table_factory("grenade_salad.app.games.open_table.board:OpenTableBoard"),
    make_setup=import_on_call("grenade_salad.app.games.open_table.setup:BoxSetup"),
    opens=import_on_call("grenade_salad.app.games.open_table.setup:opens"),
    preload_module="grenade_salad.app.games.open_table.board",
)
