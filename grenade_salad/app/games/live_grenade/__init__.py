"""The scene of Live Grenade."""

from __future__ import annotations

from grenade_salad.app.match.game_screens import GameScene, late, tables_with

SCENE = GameScene(
    tables_with("grenade_salad.app.games.live_grenade.board:LiveGrenadeScene"),
    set_up=late("grenade_salad.app.games.live_grenade.setup:EveningSetup"),
    spots=late("grenade_salad.app.games.live_grenade.lesson_spots:spots"),
    edit=late("grenade_salad.app.games.live_grenade.position_editor:SetUpLiveScene"),
    ahead="grenade_salad.app.games.live_grenade.board",
)
