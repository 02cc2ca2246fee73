"""The scene of Grenade, the wheel."""

from __future__ import annotations

from grenade_salad.app.match.game_screens import GameScene, late, tables_with

SCENE = GameScene(
    tables_with("grenade_salad.app.games.wheel.board:WheelScene"),
    spots=late("grenade_salad.app.games.wheel.lesson_spots:spots"),
    edit=late("grenade_salad.app.games.wheel.position_editor:SetUpWheelScene"),
    ahead="grenade_salad.app.games.wheel.board",
)
