"""The scene of the open table."""

from __future__ import annotations

from grenade_salad.app.match.game_screens import GameScene, late, tables_with

SCENE = GameScene(
    tables_with("grenade_salad.app.games.open_table.board:OpenTableScene"),
    set_up=late("grenade_salad.app.games.open_table.setup:BoxSetup"),
    opens=late("grenade_salad.app.games.open_table.setup:opens"),
    ahead="grenade_salad.app.games.open_table.board",
)
