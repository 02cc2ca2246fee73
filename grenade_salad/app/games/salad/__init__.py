"""The scene of Grenade Salad."""

from __future__ import annotations

from grenade_salad.app.match.game_screens import GameScene, late, tables_with

SCENE = GameScene(
    tables_with("grenade_salad.app.games.salad.board:SaladScene"),
    spots=late("grenade_salad.app.games.salad.lesson_spots:spots"),
    edit=late("grenade_salad.app.games.salad.position_editor:SetUpPositionScene"),
    ahead="grenade_salad.app.games.salad.board",
)
