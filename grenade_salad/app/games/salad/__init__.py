"""The scene of Grenade Salad."""

from __future__ import annotations

from grenade_salad.app.table.game_scene import GameScene, late, tables_with

SCENE = GameScene(
    tables_with("grenade_salad.app.games.salad.scene:SaladScene"),
    spots=late("grenade_salad.app.games.salad.spots:spots"),
    edit=late("grenade_salad.app.games.salad.set_up_scene:SetUpPositionScene"),
    ahead="grenade_salad.app.games.salad.scene",
)
