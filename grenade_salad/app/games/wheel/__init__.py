"""The board of Grenade, the wheel."""

from __future__ import annotations

from grenade_salad.app.match.game_screens import GameScreens, import_on_call, table_factory

SCENE = GameScreens(
    table_factory("grenade_salad.app.games.wheel.board:WheelBoard"),
    find_spots=import_on_call("grenade_salad.app.games.wheel.lesson_spots:spots"),
    make_editor=import_on_call("grenade_salad.app.games.wheel.position_editor:SetUpWheelScene"),
    preload_module="grenade_salad.app.games.wheel.board",
)
