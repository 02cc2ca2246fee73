"""The scene of Live Grenade."""

from __future__ import annotations

from grenade_salad.app.table.game_scene import GameScene, late, tables_with

SCENE = GameScene(
    tables_with("grenade_salad.app.games.live_grenade.scene:LiveGrenadeScene"),
    set_up=late("grenade_salad.app.games.live_grenade.setup:EveningSetup"),
    spots=late("grenade_salad.app.games.live_grenade.spots:spots"),
    edit=late("grenade_salad.app.games.live_grenade.set_up_scene:SetUpLiveScene"),
    ahead="grenade_salad.app.games.live_grenade.scene",
)
