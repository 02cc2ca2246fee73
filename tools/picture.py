"""Draw the pictures of the README, one of each game: `python -m tools.picture`.

An argument names another folder.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pygame

from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.window.application import App
from grenade_salad.core import Action, Chance, derive_rng, redact
from grenade_salad.games.salad import physics
from grenade_salad.games.salad.actions import SaladSetup
from grenade_salad.games.salad.aim import Intent
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import OF_EACH_SYMBOL, SYMBOLS, Soldier
from grenade_salad.games.salad.state import SaladState
from grenade_salad.match.match import Header, Match, Step
from grenade_salad.players import make as make_player
from grenade_salad.players.salad.heuristics import TableAnalysis
from tools import screens_live_grenade, screens_open_table, screens_wheel
from tools.offscreen import open_window
from tools.tables import run_frames, sit_down

FOLDER = Path(__file__).parent.parent / "docs"
OTHER_PICTURES = {
    "picture-live-grenade": (screens_live_grenade, "chosen"),
    "picture-wheel": (screens_wheel, "chain-7"),
    "picture-open-table": (screens_open_table, "open-shot"),
}
"""Pictures of the other games: the module of the screen and the end of its name."""
NAMES = ("Ann", "Bo", "Cyril", "Dora")
SEED = 55
SOLDIERS_PER_SEAT = 11
"""Soldiers that each seat has on the table at the start."""
MIN_KILLS = 2
"""Soldiers that the grenade of the picture kills at least."""


class RecordedMatch(Match):
    """A match that stores its steps, so that the log can show them."""

    def __init__(self, header: Header) -> None:
        super().__init__(header)
        self.steps: list[Step] = []

    def apply_entry(self, entry: Action | Chance) -> Step:
        """Apply an entry and store its step."""
        self.steps.append(super().apply_entry(entry))
        return self.steps[-1]


def crowded_setup(seed: int) -> SaladSetup:
    """Return a setup with scattered soldiers of each seat and shuffled cards.

    The soldiers are dropped from a height of 300 mm.
    """
    options = SaladOptions()
    count = SOLDIERS_PER_SEAT * len(NAMES)
    dropped = physics.drop(options.measures(), (), range(count), 300.0, seed)
    soldiers = tuple(Soldier(pose.id, pose.id % len(NAMES), pose.x, pose.y, pose.angle) for pose in dropped.poses)
    cards = [card for card in SYMBOLS for _ in range(OF_EACH_SYMBOL)]
    derive_rng(seed, 0).shuffle(cards)
    hands = tuple(tuple(cards[seat * 5 : seat * 5 + 5]) for seat in range(len(NAMES)))
    return SaladSetup(soldiers, (20 - SOLDIERS_PER_SEAT,) * len(NAMES), (0,) * len(NAMES), hands, tuple(cards[20:]), 1)


def find_best_throw(state: SaladState) -> tuple[float, Intent] | None:
    """Return the value of Ann's best grenade and how she throws it.

    None if the position is not worth a picture.
    """
    if (
        state.turn != 0
        or state.step not in ("move", "cards")
        or not state.cards_left
        or "explosion" not in state.hands[0]
    ):
        return None
    sense = TableAnalysis(state.view(0), 0)
    throws = [(throw, thrower) for thrower, throw in sense.best_throws().items()]
    (value, target), thrower = max(throws, default=((0.0, (0.0, 0.0)), 0))
    is_worth_showing = len(state.soldiers) >= 22 and len(set(state.hands[0])) >= 4 and sum(state.taken) >= 4
    return (value, Intent("explosion", thrower, point=target)) if is_worth_showing and value > MIN_KILLS * 1.5 else None


def play_to_middle(seed: int) -> tuple[RecordedMatch, Intent]:
    """Let machine players reach a position worth a picture; return it and the throw.

    Exits if there is none.
    """
    match = RecordedMatch(Header("grenade-salad", NAMES, SaladOptions(), seed, crowded_setup(seed)))
    state = match.state
    assert isinstance(state, SaladState)
    players = [make_player("grenade-salad", "normal", seat, derive_rng(seed, -1 - seat)) for seat in range(len(NAMES))]
    while not state.is_over:
        if best := find_best_throw(state):
            return match, best[1]
        seat = state.active_seats()[0]
        for step in match.act(players[seat].decide(state.view(seat), state.legal_actions(seat))):
            for event in step.events:
                for observer, player in enumerate(players):
                    player.see(redact(event, observer))
    sys.exit(f"the match with seed {seed} has no handsome position any more: look for another")


def show_aim(app: App, match: Match, intent: Intent) -> None:
    """Show Ann as she is about to throw."""
    board = sit_down(app, match, SaladBoard, 1)
    run_frames(app, 30)
    board.battlefield.begin(intent)
    run_frames(app, 60)  # The camera moves there by itself.
    app.draw()


def save_picture(file: Path, show: Callable[[App], object]) -> None:
    """Save a picture of a new window."""
    with open_window() as app:
        app.settings.speed = "off"
        show(app)
        app.draw()
        pygame.image.save(app.screen, file)


def main(folder: Path) -> None:
    """Draw the pictures into the folder."""
    middle = play_to_middle(SEED)
    save_picture(folder / "picture.png", lambda app: show_aim(app, *middle))
    for name, (screens, screen) in OTHER_PICTURES.items():
        (show,) = (show for title, show in screens.SCREENS.items() if title.endswith(screen))
        save_picture(folder / f"{name}.png", show)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
