"""The reader of a message."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Reader:
    """A reader: their seat, the names of the seats, and their language.

    Without a seat all players are called by name. Without names seats are numbers; without a language it is
    that of the program.
    """

    __slots__ = ("language", "names", "seat")

    def __init__(self, names: Sequence[str] = (), seat: int | None = None, language: str | None = None) -> None:
        self.names, self.seat, self.language = names, seat, language

    def __repr__(self) -> str:
        return f"Reader({self.names!r}, seat={self.seat!r}, language={self.language!r})"


ANYBODY = Reader()
"""A reader without a seat or names, in the language of the program."""
