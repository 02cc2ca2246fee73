"""Screens of Grenade Salad."""

from __future__ import annotations

from grenade_salad.app.match.game_screens import GameScreens, import_on_call, table_factory

SCENE = GameScreens(
    table_factory("grenade_salad.app.games.salad.board:SaladBoard"),
    find_spots=import_on_call("grenade_salad.app.games.salad.lesson_spots:spots"),
    make_editor=import_on_call("grenade_salad.app.games.salad.position_editor:SetUpPositionScene"),
    preload_module="grenade_salad.app.games.salad.board",
)
