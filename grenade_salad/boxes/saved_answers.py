"""Answers about files, remembered: what columns are, by their row of heads."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from grenade_salad.boxes.answers import Answers, PictureUse
from grenade_salad.boxes.column_guess import Role
from grenade_salad.system import private_files

FILE = "box-answers.json"
"""The name of the file in the data folder."""
_MAX_ENTRIES = 200
"""Maximum number of answers of each sort; the oldest are forgotten."""
_MAX_BYTES = 1024 * 1024


@dataclass
class SavedAnswers:
    """All answers of people here, which hold for every file that they fit."""

    columns: dict[str, tuple[Role, ...]] = field(default_factory=dict)
    pictures: dict[str, PictureUse] = field(default_factory=dict)
    variants: dict[str, str] = field(default_factory=dict)
    """The chosen games of files with several, by their paths."""
    left_out: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The names of tables that are no cards, by the paths of their files."""

    def for_path(self, path: Path) -> Answers:
        """Return the answers about the file or folder at a path."""
        key = str(path)
        return Answers(self.variants.get(key, ""), dict(self.columns), self.left_out.get(key, ()), dict(self.pictures))

    def is_answered(self, path: Path) -> bool:
        """True if a game of several was chosen for this path."""
        return str(path) in self.variants

    def add(self, path: Path, answers: Answers) -> None:
        """Remember the answers about a file or folder."""
        key = str(path)
        for saved, new in (
            (self.columns, answers.columns),
            (self.pictures, answers.pictures),
            (self.variants, {key: answers.variant} if answers.variant else {}),
            (self.left_out, {key: answers.left_out}),
        ):
            _add_entries(saved, new)  # type: ignore[arg-type]


def _add_entries(saved: dict[str, object], new: dict[str, object]) -> None:
    """Put entries at the end, and forget the oldest ones."""
    for key, value in new.items():
        saved.pop(key, None)
        saved[key] = value
    for old_key in tuple(saved)[:-_MAX_ENTRIES]:
        del saved[old_key]


def load_answers(data: Path) -> SavedAnswers:
    """Return the answers in a data folder; none if they cannot be read."""
    try:
        with (data / FILE).open("rb") as file:
            return msgspec.json.decode(file.read(_MAX_BYTES), type=SavedAnswers)
    except (OSError, msgspec.MsgspecError, ValueError):
        return SavedAnswers()


def save_answers(data: Path, answers: SavedAnswers) -> None:
    """Write the answers into a data folder. Raises OSError."""
    private_files.write(data / FILE, msgspec.json.encode(answers))
