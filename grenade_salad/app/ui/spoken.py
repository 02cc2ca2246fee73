"""Words of a widget: set as a message, read in the language of the window."""

from __future__ import annotations

from grenade_salad.text import Words, say


class Spoken:
    """An attribute that takes a message, or data such as a name, and gives what it is in the language of now."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_said_{name}"

    def __get__(self, widget: object, owner: type | None = None) -> str:
        words: Words = getattr(widget, self._name, "")
        return say(words)

    def __set__(self, widget: object, words: Words) -> None:
        setattr(widget, self._name, words)
