"""Errors in the files of a box, in one line each."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.text import Message, m, say


class BadBoxFile(Exception):
    """A box that cannot be opened; `message` says which file is wrong and why.

    Nothing has been loaded. `location` is a key or a column, `line` is counted from 1 (0: unknown), `others` holds
    the other errors that were found.
    """

    def __init__(self, file: str, reason: Message | str, location: str = "", line: int = 0) -> None:
        file_name = printable(file)
        reason = printable(reason, 250) if isinstance(reason, str) else reason
        place = printable(location)
        self.others: tuple[BadBoxFile, ...] = ()
        self.details = file, line, location, reason
        if location and line:
            # Translators: {file} is a file such as cards.csv, {where} a column or a key in that line
            self.message = m(
                "{file}: line {line}: {where}: {why}", file=file_name, line=str(line), where=place, why=reason
            )
        elif location:
            # Translators: {file} is a file such as box.toml, {where} a place in it such as kinds[3].size
            self.message = m("{file}: {where}: {why}", file=file_name, where=place, why=reason)
        elif line:
            self.message = m("{file}: line {line}: {why}", file=file_name, line=str(line), why=reason)
        else:
            self.message = m("{file}: {why}", file=file_name, why=reason)
        super().__init__(say(self.message))

    @property
    def all_errors(self) -> tuple[BadBoxFile, ...]:
        """Return this error and all others that were found."""
        return (self, *self.others)


def raise_all(errors: Sequence[BadBoxFile]) -> None:
    """Raise the first error with the others in it; do nothing if there is none."""
    if errors:
        first, *rest = {str(error): error for group in errors for error in group.all_errors}.values()
        first.others = tuple(rest)
        raise first


def printable(text: str, max_length: int = 100) -> str:
    """Return the text as one printable line of at most `max_length` characters.

    The text may come from a stranger.
    """
    line = "".join(letter if letter.isprintable() else "?" for letter in text[: max_length + 1])
    return line if len(text) <= max_length else f"{line[: max_length - 1]}…"
