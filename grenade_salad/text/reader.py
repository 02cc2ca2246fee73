"""The reader of a message."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Reader:
    """A reader: their seat, the names of the seats, their language and their tile.

    Without a seat all players are called by name. Without names seats are numbers; without a language it is
    that of the program. With the width of a tile in mm, lengths are told in tiles; without, as the program does:
    see `say.use_tile`.
    """

    __slots__ = ("language", "names", "seat", "tile")

    def __init__(
        self,
        names: Sequence[str] = (),
        seat: int | None = None,
        language: str | None = None,
        tile: float | None = None,
    ) -> None:
        self.names, self.seat, self.language, self.tile = names, seat, language, tile

    def __repr__(self) -> str:
        return f"Reader({self.names!r}, seat={self.seat!r}, language={self.language!r}, tile={self.tile!r})"


ANYBODY = Reader()
"""A reader without a seat or names, in the language of the program."""
