"""Answers of people about a file in which something had to be guessed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Answers:
    """Answers about one file, as plain data; empty ones leave it to the program."""

    variant: str = ""
    """The name of one of several games in the file; empty: the first."""


NO_ANSWERS = Answers()
