"""Who is out guesses who falls next.

Guesses are the table's alone, while it is open: they stand in no record, no rule reads them, and no phone and no
machine hears of them. Whom somebody means is told when the next one has fallen, and then only to this screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Protocol

from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.text import Words, m


class Watched(Protocol):
    """The table, as far as those who are out watch it."""

    app: AppContext
    names: tuple[str, ...]
    dirty: bool

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people at this screen."""

    @property
    def alive(self) -> Sequence[bool]:
        """Who is still in the game, as it is shown; empty in a game in which nobody goes out."""

    @property
    def follows_settings(self) -> bool:
        """Whether it is played, not only looked at."""


class Guesses:
    """`meant` is whom each seat that is out means, `right` and `made` how many guesses were."""

    def __init__(self, table: Watched) -> None:
        self.table = table
        self.guessed_seats: dict[int, int] = {}
        self.right_counts: Counter[int] = Counter()
        self.guess_counts: Counter[int] = Counter()
        self._alive: tuple[bool, ...] = ()

    def may_guess(self, seat: int) -> bool:
        """Whether somebody at this screen is out, and somebody is still to fall."""
        table, alive = self.table, self.table.alive
        is_offered = table.app.settings.guesses and table.follows_settings and seat in table.persons
        return is_offered and sum(alive) > 1 and not alive[seat]

    def ask(self, seat: int) -> None:
        """Whom does the seat mean?"""
        table, names = self.table, self.table.names
        answers = [Answer(names[candidate], partial(self._guess, seat, candidate)) for candidate in self._alive_seats()]
        # Translators: a button: no guess
        answers.append(Answer(m("Nobody"), do_nothing, back=True))
        title = m("{who}, who falls next?", who=names[seat])
        words = m("Your guess stays yours until somebody falls, and changes nothing in the game.")
        table.app.push(Dialog(table.app, title, words, answers))

    def _alive_seats(self) -> list[int]:
        return [seat for seat, alive in enumerate(self.table.alive) if alive]

    def _guess(self, seat: int, guessed: int) -> None:
        self.guessed_seats[seat] = guessed
        self.table.dirty = True

    def on_step_shown(self) -> None:
        """A step was seen: whoever has fallen by it is told to those who guessed, and who is out now may guess."""
        was_alive, is_alive = self._alive, tuple(self.table.alive)
        self._alive = is_alive
        fallen = (
            [seat for seat, alive in enumerate(was_alive) if alive and not is_alive[seat]]
            if len(was_alive) == len(is_alive)
            else []
        )
        if not fallen:
            return
        for seat, guessed in self.guessed_seats.items():
            self.guess_counts[seat] += 1
            self.right_counts[seat] += guessed in fallen
            guesser_name, guessed_name = self.table.names[seat], self.table.names[guessed]
            if guessed in fallen:
                self.table.app.say(m("{who} guessed it: {whom} is out", who=guesser_name, whom=guessed_name))
            else:
                self.table.app.say(m("{who} had guessed {whom}", who=guesser_name, whom=guessed_name))
        self.guessed_seats.clear()
        if any(self.may_guess(seat) for seat in fallen):
            self.table.app.say(m("Who is out may guess who falls next: press your own panel."))

    def facts(self, seat: int) -> Sequence[Words]:
        """What stands in the panel of the seat, beside its points."""
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
        """The match stands at another place."""
        self.guessed_seats.clear()
        self._alive = tuple(self.table.alive)
