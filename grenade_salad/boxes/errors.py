"""What is wrong with the files of a box, in one line each."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.text import Message, m, say


class BadBoxFile(Exception):
    """A box cannot be opened; `message` says which file is wrong, where in it, and why. Nothing has been loaded.

    `where` is a key or a column, `line` counted from 1 (0: it is not known), `more` is what else was found.
    """

    def __init__(self, file: str, why: Message | str, where: str = "", line: int = 0) -> None:
        shown = printable(file)
        why = printable(why, 250) if isinstance(why, str) else why
        place = printable(where)
        self.more: tuple[BadBoxFile, ...] = ()
        self.parts = file, line, where, why
        if where and line:
            # Translators: {file} is a file such as cards.csv, {where} a column or a key in that line
            self.message = m("{file}: line {line}: {where}: {why}", file=shown, line=str(line), where=place, why=why)
        elif where:
            # Translators: {file} is a file such as box.toml, {where} a place in it such as kinds[3].size
            self.message = m("{file}: {where}: {why}", file=shown, where=place, why=why)
        elif line:
            self.message = m("{file}: line {line}: {why}", file=shown, line=str(line), why=why)
        else:
            self.message = m("{file}: {why}", file=shown, why=why)
        super().__init__(say(self.message))

    @property
    def all(self) -> tuple[BadBoxFile, ...]:
        """This one and all others that were found."""
        return (self, *self.more)


def raise_all(found: Sequence[BadBoxFile]) -> None:
    """Raise the first with the others in it; nothing if there is none."""
    if found:
        first, *others = {str(one): one for several in found for one in several.all}.values()
        first.more = tuple(others)
        raise first


def printable(text: str, most: int = 100) -> str:
    """The text as one line of so many letters at most, whatever a stranger put into it."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in text[: most + 1])
    return shown if len(text) <= most else f"{shown[: most - 1]}…"
