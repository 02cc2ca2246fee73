"""Questions about a file in which something was guessed, and answers of people.

Both are plain data: they pass to another process and into settings.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from grenade_salad.boxes.column_guess import Role

Use: TypeAlias = Literal["card", "board", "sheet", "none"]
"""The use of pictures; `none` leaves them out."""


@dataclass(frozen=True)
class PictureUse:
    """The use of pictures of one kind."""

    what: Use
    columns: int = 1
    rows: int = 1
    """Pictures side by side and one under another, on a sheet."""
    back: str | None = None
    """Path of the picture on their back; empty: a plain one; None: as guessed."""


@dataclass(frozen=True)
class Answers:
    """Answers about one file; empty ones leave it to the program."""

    variant: str = ""
    """The name of one of several games in the file; empty: the first."""
    columns: dict[str, tuple[Role, ...]] = field(default_factory=dict)
    """The roles of the columns of tables, by the key of their row of heads.

    It may have answers about other files, which nobody asks for here.
    """
    left_out: tuple[str, ...] = ()
    """The names of tables that are not cards."""
    pictures: dict[str, PictureUse] = field(default_factory=dict)
    """The uses of pictures, by the keys of their kinds."""


@dataclass(frozen=True)
class SampleCard:
    """A row of a table that is shown as an example."""

    cells: tuple[str, ...]
    row: int
    """Its number in the table, from 1."""
    picture: str = ""
    """The file of its picture in the box, or empty."""


@dataclass(frozen=True)
class TableGuess:
    """A table, and the roles that its columns were given."""

    name: str
    key: str
    """The key of the row of heads, by which the answer is kept."""
    heads: tuple[str, ...]
    values: tuple[tuple[str, ...], ...]
    """The first different values of each column, shortened."""
    roles: tuple[Role, ...]
    samples: tuple[SampleCard, ...]
    """Three rows: the first, the longest, and one with a gap."""
    has_heads: bool
    is_sure: bool
    """True if the names were not guessed."""
    is_used: bool = True


@dataclass(frozen=True)
class BackGuess:
    """A picture that may be on the back of others."""

    path: str
    """Its path in the file or folder that was opened."""
    name: str
    file: str
    """Its file in the box."""


@dataclass(frozen=True)
class PictureGuess:
    """Pictures of one kind, and the use that was guessed."""

    key: str
    names: tuple[str, ...]
    """The names of the first ones."""
    count: int
    files: tuple[str, ...]
    """The files of the first ones, in the box."""
    backs: tuple[BackGuess, ...]
    """The pictures that may be on their back, the likely ones first."""
    back: str
    """The path of the one that is, or empty."""
    use: PictureUse
    is_sure: bool
    is_alone: bool = False
    """True if it is the only picture."""


@dataclass(frozen=True)
class Guess:
    """The guesses about a file, for the page on which people change them."""

    tables: tuple[TableGuess, ...] = ()
    pictures: tuple[PictureGuess, ...] = ()

    @property
    def is_sure(self) -> bool:
        """True if nobody has to look at the page before they play."""
        return all(table.is_sure for table in self.tables) and all(kind.is_sure for kind in self.pictures)


NO_ANSWERS = Answers()
