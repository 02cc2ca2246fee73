"""Record files: where they are written to and taken from, and what is said about it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from grenade_salad.app.sharing import match_titles as match_titles
from grenade_salad.app.shell.scene import Memory
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.journal import Journal
from grenade_salad.journal.match_import import Ready
from grenade_salad.journal.queries import Summary
from grenade_salad.text import Words, m

_MOST = 200
"""How many files of the folder are listed: the newest."""


def export_folder(app: Memory) -> Path:
    """Where record files are written: in the folder of --data, or in the user's documents."""
    if app.data is not None:
        return app.data / "records"
    return Path(platformdirs.user_documents_dir()) / "Grenade Salad"


def import_folder(app: Memory) -> Path:
    """Where record files are looked for that somebody sent."""
    return export_folder(app) / "received"


def export(app: Memory, journal: Journal, match: Summary) -> Path:
    """Write the record file of a match, under a name that is free. Raises JournalError, OSError."""
    return write(app, match, journal.export(match.id), ".jsonl")


def write(app: Memory, match: Summary, content: bytes, suffix: str) -> Path:
    """Write a file of a match, named after it, under a name that is free. Raises OSError."""
    who = re.sub(r"[^\w]+", "-", "-".join(match.names))[:40].strip("-")
    begun = f"{match_titles.local(match.begun):%Y-%m-%d}"
    return write_as(app, "-".join(part for part in (match.game, begun, who) if part), content, suffix)


def write_as(app: Memory, stem: str, content: bytes, suffix: str) -> Path:
    """Write a file under that name, or with a number behind it if it is taken. Raises OSError."""
    folder = export_folder(app)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, 1000):
        file = folder / (f"{stem}{suffix}" if number == 1 else f"{stem}-{number}{suffix}")
        try:
            with file.open("xb") as stream:
                stream.write(content)
        except FileExistsError:
            continue
        return file
    raise FileExistsError(17, "too many files of that name", str(folder))


@dataclass(frozen=True)
class Received:
    """A file of the import folder, and its bytes."""

    file: Path
    size: int


def received(app: Memory) -> list[Received]:
    """The record files of the import folder, the newest first. Raises OSError."""
    folder = import_folder(app)
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for file in folder.iterdir():
        if file.suffix.lower() == ".jsonl" and file.is_file():
            stat = file.stat()
            found.append((stat.st_mtime, Received(file, stat.st_size)))
    return [one for _, one in sorted(found, key=lambda pair: (-pair[0], pair[1].file.name))[:_MOST]]


@dataclass(frozen=True)
class Taken:
    """What became of a file: the number of its match, or why it was refused; both in words for people."""

    match: int | None
    title: Words
    words: Words


def refused(file: Path, why: Words) -> Taken:
    """It did not come in."""
    # Translators: a match file that could not be imported
    return Taken(None, m("{file} was rejected", file=file.name), why)


def put(journal: Journal, file: Path, ready: Ready, cut: bool) -> Taken:
    """Put a match that was played through into the journal; `cut`: its last line was half-written."""
    try:
        number = journal.put(ready)
    except JournalError as error:
        return refused(file, f"{error}.")
    game, names = match_titles.title_of(ready.header.game), list(ready.header.names)
    # Translators: a match: the game and who played
    played = m("{game} with {names:,}.", game=game, names=names)
    if cut:
        played = m("{played} Its last line was cut off and has been left out.", played=played)
    return Taken(number, m("{file} is now in History", file=file.name), played)
