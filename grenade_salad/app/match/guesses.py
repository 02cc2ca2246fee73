"""Guesses of players who are out about who falls next.

Guesses belong to this table alone, while it is open: they are in no record, no rule reads them, and no phone and no
machine player learns of them. A guess is told when the next player has fallen, and then only on this screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from grenade_salad.app.match.controller import MatchController
from grenade_salad.app.match.game_board import GameBoard
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.text import Words, m


class Guesses:
    """The guesses at one table, and how many of each player were right."""

    def __init__(self, controller: MatchController, board: GameBoard) -> None:
        self._controller, self._board = controller, board
        self.guessed_seats: dict[int, int] = {}
        """The open guess of each player who is out."""
        self.right_counts: Counter[int] = Counter()
        """The number of right guesses of each player."""
        self.guess_counts: Counter[int] = Counter()
        """The number of guesses of each player that were right or wrong."""
        self._alive: tuple[bool, ...] = ()
        """True for each seat that was in the game after the last step; empty at first."""

    def may_guess(self, seat: int) -> bool:
        """True if a person at this screen is out and may guess who falls next."""
        controller, alive = self._controller, self._board.alive()
        is_offered = controller.app.settings.guesses and controller.follows_settings and seat in controller.persons
        return is_offered and sum(alive) > 1 and not alive[seat]

    def ask(self, seat: int) -> None:
        """Ask the person in the seat who falls next."""
        app, names = self._controller.app, self._controller.names
        answers = [Answer(names[candidate], partial(self._guess, seat, candidate)) for candidate in self._alive_seats()]
        # Translators: a button: no guess
        answers.append(Answer(m("Nobody"), do_nothing, back=True))
        title = m("{who}, who falls next?", who=names[seat])
        words = m("Just for fun: nobody sees it until somebody falls.")
        app.push(Dialog(app, title, words, answers))

    def _alive_seats(self) -> list[int]:
        return [seat for seat, alive in enumerate(self._board.alive()) if alive]

    def _guess(self, seat: int, guessed: int) -> None:
        self.guessed_seats[seat] = guessed
        self._controller.scene.dirty = True

    def on_step_shown(self) -> None:
        """Tell who guessed right if a player has fallen, and offer new guesses."""
        was_alive, is_alive = self._alive, tuple(self._board.alive())
        self._alive = is_alive
        # Before the first step, or in a game in which no player goes out, there is nothing to compare.
        if len(was_alive) != len(is_alive):
            return
        fallen = [seat for seat, alive in enumerate(was_alive) if alive and not is_alive[seat]]
        if not fallen:
            return
        app, names = self._controller.app, self._controller.names
        for seat, guessed in self.guessed_seats.items():
            self.guess_counts[seat] += 1
            self.right_counts[seat] += guessed in fallen
            guesser_name, guessed_name = names[seat], names[guessed]
            if guessed in fallen:
                app.say(m("{who} guessed it: {whom} is out", who=guesser_name, whom=guessed_name))
            else:
                app.say(m("{who} had guessed {whom}", who=guesser_name, whom=guessed_name))
        self.guessed_seats.clear()
        if any(self.may_guess(seat) for seat in fallen):
            app.say(m("Who is out may guess who falls next: press your own panel."))

    def facts(self, seat: int) -> Sequence[Words]:
        """Return the line about guesses in the seat's panel."""
        if not self.may_guess(seat) and not self.guess_counts[seat]:
            return ()
        if not self.guess_counts[seat]:
            # Translators: in the panel of who is out, where there is little room: say who falls next
            return (m("has guessed") if seat in self.guessed_seats else m("guess!"),)
        return (
            m(
                "{right} of {n} guess right",
                "{right} of {n} guesses right",
                right=self.right_counts[seat],
                n=self.guess_counts[seat],
            ),
        )

    def reset(self) -> None:
        """Drop the open guesses, since the match is at another position."""
        self.guessed_seats.clear()
        self._alive = tuple(self._board.alive())
