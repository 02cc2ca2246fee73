"""Somebody who reads."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Reader:
    """Who reads: their seat (None: said of all by name), the names of the seats, and their language.

    Without names seats are numbers; without a language it is the one that the program speaks.
    """

    __slots__ = ("language", "names", "seat")

    def __init__(self, names: Sequence[str] = (), seat: int | None = None, language: str | None = None) -> None:
        self.names, self.seat, self.language = names, seat, language

    def __repr__(self) -> str:
        return f"Reader({self.names!r}, seat={self.seat!r}, language={self.language!r})"


ANYBODY = Reader()
"""Somebody who knows no names, in the language that the program speaks."""
