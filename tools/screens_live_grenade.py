"""Pictures of Live Grenade at its moments: see tools/screens.py."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

from grenade_salad import games
from grenade_salad.app.games.live_grenade.board import LiveGrenadeScene
from grenade_salad.app.games.live_grenade.setup import EveningSetup
from grenade_salad.app.window.application import App
from grenade_salad.core import Game, Json
from grenade_salad.games.live_grenade import LiveGrenadeOptions, LiveGrenadeSetup
from grenade_salad.games.live_grenade.actions import Cancel, Draw, Pair, Skip, Steal
from grenade_salad.match.match import Header, Match
from tools.tables import sit_down, wait

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Finn", "Gus", "Hana", "Ivo")
_HAND = ("2H", "6C", "6S", "10S", "JD", "KD")
_OTHERS = ("3H", "QC", "KS", "7D")


def scene(
    app: App, seats: int, persons: int, played: int = 9, first: str = "5D", friend: bool = True
) -> LiveGrenadeScene:
    """A match in its middle; Ann is to act, and the next card is `first`."""
    options = LiveGrenadeOptions(decks=1 if seats < 6 else 2)
    game: Game = games.load("live-grenade")
    whole = game.start(seats, options, None)
    whole.apply_chance(whole.sample_chance(Random(3)))
    view = whole.full_view()
    pool = list(view.deck) + [card for hand in view.hands for card in hand]  # type: ignore[attr-defined]
    hand = _HAND if friend else tuple(card for card in _HAND if card != "2H")
    pool = [card for card in pool if card[0] != "A"]
    for card in (*hand, *_OTHERS, first):
        if card in pool:
            pool.remove(card)
    others = []
    for seat in range(1, seats):
        own = list(_OTHERS) if seat == 1 else []
        while len(own) < 2 + (seat * 3) % 6:
            own.append(pool.pop())
        others.append(tuple(own))
    discard = tuple(pool.pop() for _ in range(played))
    aces = ["AS", "AH", "AC", "AD", "AS", "AH", "AC", "AD"][: seats - 1]
    if first in aces:
        aces.remove(first)
    deck = (first, *aces, *pool)
    setup = LiveGrenadeSetup((hand, *others), deck, 0, discard=discard)
    match = Match(Header("live-grenade", NAMES[:seats], options, 7, setup))
    made = sit_down(app, match, LiveGrenadeScene, persons)
    wait(app, 30)
    return made


def _chosen(app: App) -> None:
    made = scene(app, 5, 1)
    made.choose(made.shown.hand.index("6C"))
    wait(app, 5)


def _window(app: App, seats: int, persons: int, kings: int = 0) -> None:
    made = scene(app, seats, persons)
    made.table.act(Pair(0, ("6C", "6S"), 1))
    for king in range(kings):
        made.table.finish()
        if made.table.reaction is not None:
            made.table.reaction.close()
            made.table.reaction = None
        made.table.act(Cancel(1 if king % 2 == 0 else 0, ("KS" if king % 2 == 0 else "KD",)))
    wait(app, 90)


def _draw(app: App, frames: int, first: str = "5D", friend: bool = True, seats: int = 5) -> None:
    made = scene(app, seats, 1, first=first, friend=friend)
    made.table.act(Draw(0))
    wait(app, frames)


def _end(app: App) -> None:
    app.settings.speed = "off"
    made = scene(app, 3, 3)
    made.table.steps.clear()
    while not made.table.match.state.is_over:
        state = made.table.match.state
        if state.pending_chance():
            made.table.match.add(state.sample_chance(Random(len(made.table.match.entries))))
        else:
            made.table.match.add(state.legal_actions(state.active_seats()[0])[0])
    made.table.show_end(counted=True)


def _skip(app: App) -> None:
    made = scene(app, 4, 1)
    made.table.act(Skip(0, ("JD",)))
    wait(app, 240)


def _steal(app: App) -> None:
    made = scene(app, 4, 1)
    made.table.act(Steal(0, ("10S",), 2))
    wait(app, 130)


def _set_up(app: App) -> None:
    made = EveningSetup(app)
    app.push(made)
    made._wait(2)


def _evening(app: App) -> None:
    meta: dict[str, Json] = {
        "evening": {
            "waiting": [["Dee", "person"], ["Eve", "person"]],
            "leaving": "two",
            "results": [["Ann", "Dee", "Bo"], ["Eve", "Bo", "Ann"], ["Ann", "Cy", "Eve"]],
        }
    }
    made = scene(app, 3, 3)
    made.table.match.header = replace(made.table.match.header, meta=meta)
    while app.scene is made.table:
        if made.table.actor is not None:
            made.table.act(Draw(made.table.actor))
        wait(app, 1)
    wait(app, 300)


SCREENS = {
    "grenade-setup": _set_up,
    "grenade-evening": _evening,
    "grenade-2": partial(scene, seats=2, persons=1),
    "grenade-5": partial(scene, seats=5, persons=1),
    "grenade-9": partial(scene, seats=9, persons=1),
    "grenade-3-persons": partial(scene, seats=3, persons=3),
    "grenade-9-persons": partial(scene, seats=9, persons=9),
    "grenade-chosen": _chosen,
    "grenade-window-1": partial(_window, seats=5, persons=1, kings=1),
    "grenade-window-3": partial(_window, seats=3, persons=3),
    "grenade-window-9": partial(_window, seats=9, persons=9),
    "grenade-breath": partial(_draw, frames=50),
    "grenade-phew": partial(_draw, frames=110),
    "grenade-ace": partial(_draw, frames=140, first="AS"),
    "grenade-friend": partial(_draw, frames=180, first="AS"),
    "grenade-blast": partial(_draw, frames=190, first="AS", friend=False),
    "grenade-stolen": _steal,
    "grenade-skip": _skip,
    "grenade-end": _end,
}
