"""Who is out guesses who falls next.

Guesses are the table's alone, while it is open: they stand in no record, no rule reads them, and no phone and no
machine hears of them. Whom somebody means is told when the next one has fallen, and then only to this screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Protocol

from grenade_salad.app.shell.dialog import Answer, Dialog, nothing
from grenade_salad.app.shell.scene import Shell
from grenade_salad.text import Words, m


class Watched(Protocol):
    """The table, as far as those who are out watch it."""

    app: Shell
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
        self.meant: dict[int, int] = {}
        self.right: Counter[int] = Counter()
        self.made: Counter[int] = Counter()
        self._alive: tuple[bool, ...] = ()

    def may(self, seat: int) -> bool:
        """Whether somebody at this screen is out, and somebody is still to fall."""
        table, alive = self.table, self.table.alive
        wanted = table.app.settings.guesses and table.follows_settings and seat in table.persons
        return wanted and sum(alive) > 1 and not alive[seat]

    def ask(self, seat: int) -> None:
        """Whom does the seat mean?"""
        table, names = self.table, self.table.names
        answers = [Answer(names[other], partial(self._guess, seat, other)) for other in self._left()]
        # Translators: a button: no guess
        answers.append(Answer(m("Nobody"), nothing, back=True))
        title = m("{who}, who falls next?", who=names[seat])
        words = m("Your guess stays yours until somebody falls, and changes nothing in the game.")
        table.app.push(Dialog(table.app, title, words, answers))

    def _left(self) -> list[int]:
        return [seat for seat, alive in enumerate(self.table.alive) if alive]

    def _guess(self, seat: int, other: int) -> None:
        self.meant[seat] = other
        self.table.dirty = True

    def see(self) -> None:
        """A step was seen: whoever has fallen by it is told to those who guessed, and who is out now may guess."""
        before, now = self._alive, tuple(self.table.alive)
        self._alive = now
        fallen = (
            [seat for seat, alive in enumerate(before) if alive and not now[seat]] if len(before) == len(now) else []
        )
        if not fallen:
            return
        for seat, other in self.meant.items():
            self.made[seat] += 1
            self.right[seat] += other in fallen
            who, whom = self.table.names[seat], self.table.names[other]
            if other in fallen:
                self.table.app.say(m("{who} guessed it: {whom} is out", who=who, whom=whom))
            else:
                self.table.app.say(m("{who} had guessed {whom}", who=who, whom=whom))
        self.meant.clear()
        if any(self.may(seat) for seat in fallen):
            self.table.app.say(m("Who is out may guess who falls next: press your own panel."))

    def facts(self, seat: int) -> Sequence[Words]:
        """What stands in the panel of the seat, beside its points."""
        if not self.may(seat) and not self.made[seat]:
            return ()
        if not self.made[seat]:
            # Translators: in the panel of who is out, where there is little room: say who falls next
            return (m("has guessed") if seat in self.meant else m("guess!"),)
        return (
            m("{right} of {n} guess right", "{right} of {n} guesses right", right=self.right[seat], n=self.made[seat]),
        )

    def forget(self) -> None:
        """The match stands at another place."""
        self.meant.clear()
        self._alive = tuple(self.table.alive)
