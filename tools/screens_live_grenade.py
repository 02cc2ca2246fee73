"""Pictures of Live Grenade at its moments: see tools/screens.py."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

from grenade_salad import games
from grenade_salad.app.games.live_grenade.board import LiveGrenadeBoard
from grenade_salad.app.games.live_grenade.setup import EveningSetup
from grenade_salad.app.window.application import App
from grenade_salad.core import Game, Json
from grenade_salad.games.live_grenade import LiveGrenadeOptions, LiveGrenadeSetup
from grenade_salad.games.live_grenade.actions import Cancel, Draw, Pair, Skip, Steal
from grenade_salad.match.match import Header, Match
from tools.tables import run_frames, sit_down

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Finn", "Gus", "Hana", "Ivo")
_HAND = ("2H", "6C", "6S", "10S", "JD", "KD")
_RIVAL_HAND = ("3H", "QC", "KS", "7D")


def show_match(
    app: App, seats: int, persons: int, played: int = 9, first: str = "5D", friend: bool = True
) -> LiveGrenadeBoard:
    """Show a match in its middle; Ann is to act, and the next card is `first`."""
    options = LiveGrenadeOptions(decks=1 if seats < 6 else 2)
    game: Game = games.load("live-grenade")
    state = game.start(seats, options, None)
    state.apply_chance(state.sample_chance(Random(3)))
    view = state.full_view()
    pool = list(view.deck) + [card for hand in view.hands for card in hand]  # type: ignore[attr-defined]
    hand = _HAND if friend else tuple(card for card in _HAND if card != "2H")
    pool = [card for card in pool if card[0] != "A"]
    for card in (*hand, *_RIVAL_HAND, first):
        if card in pool:
            pool.remove(card)
    other_hands = []
    for seat in range(1, seats):
        cards = list(_RIVAL_HAND) if seat == 1 else []
        while len(cards) < 2 + (seat * 3) % 6:
            cards.append(pool.pop())
        other_hands.append(tuple(cards))
    discard = tuple(pool.pop() for _ in range(played))
    aces = ["AS", "AH", "AC", "AD", "AS", "AH", "AC", "AD"][: seats - 1]
    if first in aces:
        aces.remove(first)
    deck = (first, *aces, *pool)
    setup = LiveGrenadeSetup((hand, *other_hands), deck, 0, discard=discard)
    match = Match(Header("live-grenade", NAMES[:seats], options, 7, setup))
    board = sit_down(app, match, LiveGrenadeBoard, persons)
    run_frames(app, 30)
    return board


def _show_chosen_card(app: App) -> None:
    board = show_match(app, 5, 1)
    board.choose(board.hand_row.hand.index("6C"))
    run_frames(app, 5)


def _show_window(app: App, seats: int, persons: int, kings: int = 0) -> None:
    board = show_match(app, seats, persons)
    board.controller.act(Pair(0, ("6C", "6S"), 1))
    for king in range(kings):
        board.controller.show_everything()
        if board.table.reaction is not None:
            board.table.close_reaction()
            board.controller.reaction = None
        board.controller.act(Cancel(1 if king % 2 == 0 else 0, ("KS" if king % 2 == 0 else "KD",)))
    run_frames(app, 90)


def _show_draw(app: App, frames: int, first: str = "5D", friend: bool = True, seats: int = 5) -> None:
    board = show_match(app, seats, 1, first=first, friend=friend)
    board.controller.act(Draw(0))
    run_frames(app, frames)


def _show_end(app: App) -> None:
    app.settings.speed = "off"
    board = show_match(app, 3, 3)
    board.controller.steps.clear()
    while not board.controller.match.state.is_over:
        state = board.controller.match.state
        if state.pending_chance():
            board.controller.match.apply_entry(state.sample_chance(Random(len(board.controller.match.entries))))
        else:
            board.controller.match.apply_entry(state.legal_actions(state.active_seats()[0])[0])
    board.table.show_end(is_counted=True)


def _show_skip(app: App) -> None:
    board = show_match(app, 4, 1)
    board.controller.act(Skip(0, ("JD",)))
    run_frames(app, 240)


def _show_steal(app: App) -> None:
    board = show_match(app, 4, 1)
    board.controller.act(Steal(0, ("10S",), 2))
    run_frames(app, 130)


def _show_setup(app: App) -> None:
    setup = EveningSetup(app)
    app.push(setup)
    setup._set_waiting_count(2)


def _show_evening(app: App) -> None:
    meta: dict[str, Json] = {
        "evening": {
            "waiting": [["Dee", "person"], ["Eve", "person"]],
            "leaving": "two",
            "results": [["Ann", "Dee", "Bo"], ["Eve", "Bo", "Ann"], ["Ann", "Cy", "Eve"]],
        }
    }
    board = show_match(app, 3, 3)
    board.controller.match.header = replace(board.controller.match.header, meta=meta)
    while app.scene is board.table:
        if board.controller.actor is not None:
            board.controller.act(Draw(board.controller.actor))
        run_frames(app, 1)
    run_frames(app, 300)


SCREENS = {
    "grenade-setup": _show_setup,
    "grenade-evening": _show_evening,
    "grenade-2": partial(show_match, seats=2, persons=1),
    "grenade-5": partial(show_match, seats=5, persons=1),
    "grenade-9": partial(show_match, seats=9, persons=1),
    "grenade-3-persons": partial(show_match, seats=3, persons=3),
    "grenade-9-persons": partial(show_match, seats=9, persons=9),
    "grenade-chosen": _show_chosen_card,
    "grenade-window-1": partial(_show_window, seats=5, persons=1, kings=1),
    "grenade-window-3": partial(_show_window, seats=3, persons=3),
    "grenade-window-9": partial(_show_window, seats=9, persons=9),
    "grenade-breath": partial(_show_draw, frames=50),
    "grenade-phew": partial(_show_draw, frames=110),
    "grenade-ace": partial(_show_draw, frames=140, first="AS"),
    "grenade-friend": partial(_show_draw, frames=180, first="AS"),
    "grenade-blast": partial(_show_draw, frames=190, first="AS", friend=False),
    "grenade-stolen": _show_steal,
    "grenade-skip": _show_skip,
    "grenade-end": _show_end,
}
