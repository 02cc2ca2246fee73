"""Score of the evening: the matches that each player has won at this table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grenade_salad.core import State
    from grenade_salad.match.match import Match


class EveningScore:
    """Counts the matches that players have won since the table was opened.

    It is made from the places of finished matches as pages were shown them, which everybody knows.
    """

    def __init__(self) -> None:
        self._match: Match | None = None
        """The last match that was shown."""
        self._winners: tuple[str, ...] = ()
        """The winners of that match; empty while it is not over."""
        self._earlier: Counter[str] = Counter()
        """Won matches before that one, by name."""

    def follow(self, match: Match, state: State) -> None:
        """Count a match, at a state that pages have been shown.

        An end that is undone no longer counts.
        """
        if match is not self._match:
            self._earlier.update(self._winners)
            self._match = match
        ranking = state.view(None).ranking if state.is_over else ()
        self._winners = tuple(match.header.names[seat] for seat in ranking[0]) if ranking else ()

    def wins(self, names: Sequence[str]) -> tuple[int, ...]:
        """Return the number of matches that each player has won.

        It is empty before the first match is over.
        """
        total = self._earlier + Counter(self._winners)
        return tuple(total[name] for name in names) if total else ()
