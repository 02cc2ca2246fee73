"""What is wrong with the files of a box, in one line."""

from __future__ import annotations

from grenade_salad.text import Message, m, say


class BadBoxFile(Exception):
    """A box cannot be opened; `message` says which file is wrong, where in it, and why. Nothing has been loaded."""

    def __init__(self, file: str, why: Message | str, where: str = "") -> None:
        shown = printable(file)
        why = printable(why, 250) if isinstance(why, str) else why
        if where:
            # Translators: {file} is a file such as box.toml, {where} a place in it such as kinds[3].size
            self.message = m("{file}: {where}: {why}", file=shown, where=printable(where), why=why)
        else:
            self.message = m("{file}: {why}", file=shown, why=why)
        super().__init__(say(self.message))


def printable(text: str, most: int = 100) -> str:
    """The text as one line of so many letters at most, whatever a stranger put into it."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in text[: most + 1])
    return shown if len(text) <= most else f"{shown[: most - 1]}…"
