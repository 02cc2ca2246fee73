"""The scene of Grenade, the wheel."""

from __future__ import annotations

from grenade_salad.app.table.game_scene import GameScene, late, tables_with

SCENE = GameScene(
    tables_with("grenade_salad.app.games.wheel.scene:WheelScene"),
    spots=late("grenade_salad.app.games.wheel.spots:spots"),
    edit=late("grenade_salad.app.games.wheel.set_up_scene:SetUpWheelScene"),
    ahead="grenade_salad.app.games.wheel.scene",
)
