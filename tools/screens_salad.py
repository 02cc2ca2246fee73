"""Pictures of Grenade Salad at its moments: see tools/screens.py."""

from __future__ import annotations

from functools import partial
from time import sleep

from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import Drop, Keep, Move, SaladSetup
from grenade_salad.games.salad.aim import Intent
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.match.match import Header, Match
from tools.picture import NAMES, crowded
from tools.tables import Show, sit_down, wait

_HAND = ("hammers", "arrow", "explosion", "pointer", "footpath")
_OTHERS = (("circles",) * 3, ("footpath",) * 2, ("arrow",))
_MORE = (Soldier(900, 0, 300.0, 200.0, 0.2), Soldier(901, 1, 312.0, 206.0, 0.9), Soldier(902, 0, 270.0, 200.0, 0.0))


def _scene(app: App, persons: int, setup: SaladSetup | None, options: SaladOptions | None = None) -> SaladScene:
    match = Match(Header("grenade-salad", NAMES, options or SaladOptions(starter=0), 5, setup))
    made = sit_down(app, match, SaladScene, persons)
    wait(app, 30)
    return made


def _middle() -> SaladSetup:
    """Ann's turn at a crowded table, with some soldiers close together in the middle."""
    full = crowded(7)
    near = [one for one in full.soldiers if abs(one.x - 290) > 45 or abs(one.y - 203) > 25]
    return SaladSetup((*near, *_MORE), (5, 5, 5, 5), (0,) * 4, (_HAND, *_OTHERS), ("arrow",) * 4, 0)


def _about_to(app: App, what: str, persons: int = 1) -> None:
    """Ann is about to do something with her soldier in the middle."""
    scene = _scene(app, persons, _middle())
    own = 902 if what == "arrow" else 900
    target = 901 if what in ("hammers", "arrow") else None
    at = (338.0, 225.0) if what == "move" else (308.0, 203.0)
    scene.battlefield.begin(Intent(what, own, target, at if target is None else None, 0.4))
    scene._follow()


def _ready(app: App, scene: SaladScene) -> None:
    """Until a person may act again."""
    for _ in range(3000):
        app.frame(1 / 60)
        sleep(0.001)
        if app.scene is not scene.table or (scene.table.idle and scene.table.actor is not None):
            return


def _drop(app: App) -> None:
    scene = _scene(app, 4, None)
    scene.table.act(Drop(height=250.0, seat=0))
    _ready(app, scene)


def _falling(app: App) -> None:
    scene = _scene(app, 4, None)
    scene.table.act(Drop(height=300.0, seat=0))
    for _ in range(3000):
        app.frame(1 / 60)
        sleep(0.001)
        if any(cube.z > 0 for cube in scene.stage.cubes.values()):
            break
    wait(app, 10)


def _turn(app: App, persons: int) -> None:
    _scene(app, persons, _middle())


def _mine(app: App, persons: int) -> None:
    scene = _scene(app, persons, _middle())
    scene.table.act(Move(0, 900, (320.0, 225.0), 0.4))
    for _ in range(2000):
        app.frame(1 / 60)
        if scene.table.reaction is not None:
            break
    wait(app, 40)


def _count(app: App) -> None:
    scene = _scene(app, 4, None, SaladOptions(starter=0, turn_limit=1))
    for does in (
        partial(scene.table.act, Drop(height=200.0, seat=0)),
        partial(scene.table.act, Keep(seat=0)),
        scene.end_turn,
    ):
        does()
        _ready(app, scene)
    wait(app, 300)


SCREENS: dict[str, Show] = {
    "salad-falling": _falling,
    "salad-dropped": _drop,
    "salad-turn": partial(_turn, persons=1),
    "salad-turn-covered": partial(_turn, persons=4),
    "salad-mine-covered": partial(_mine, persons=4),
    "salad-count": _count,
    **{f"salad-{what}": partial(_about_to, what=what) for what in ("move", "hammers", "arrow", "explosion")},
}
