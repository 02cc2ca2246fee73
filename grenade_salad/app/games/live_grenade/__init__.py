"""The screens of Live Grenade, each loaded when it is first needed."""

from __future__ import annotations

from grenade_salad.app.match.game_screens import GameScreens, import_on_call, table_factory

SCENE = GameScreens(
    table_factory("grenade_salad.app.games.live_grenade.board:LiveGrenadeBoard"),
    make_setup=import_on_call("grenade_salad.app.games.live_grenade.setup:EveningSetup"),
    find_spots=import_on_call("grenade_salad.app.games.live_grenade.lesson_spots:spots"),
    make_editor=import_on_call("grenade_salad.app.games.live_grenade.position_editor:SetUpLiveScene"),
    preload_module="grenade_salad.app.games.live_grenade.board",
)
