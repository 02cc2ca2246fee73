"""Record files: their folders, writing them, and importing them."""

from __future__ import annotations

import errno
import re
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from grenade_salad.app.sharing import match_titles
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.journal import Journal
from grenade_salad.journal.match_import import ImportedMatch
from grenade_salad.journal.queries import Summary
from grenade_salad.text import Words, m

_MAX_LISTED = 200
"""Maximum number of listed files of the import folder: the newest."""
_MAX_NAMES_LENGTH = 40
"""Maximum number of characters of the players' names in the name of a file."""
_MAX_COPIES = 1000
"""Number of files of one name from which no further one is written."""


def export_folder(app: AppContext) -> Path:
    """Return the folder for record files that are written.

    It is in the folder of `--data`, or in the user's documents.
    """
    if app.data is not None:
        return app.data / "records"
    return Path(platformdirs.user_documents_dir()) / "Grenade Salad"


def import_folder(app: AppContext) -> Path:
    """Return the folder in which record files from other people are looked for."""
    return export_folder(app) / "received"


def export(app: AppContext, journal: Journal, match: Summary) -> Path:
    """Write the record file of a match under a free name.

    Raises `JournalError` or `OSError`.
    """
    return write(app, match, journal.export(match.id), ".jsonl")


def write(app: AppContext, match: Summary, content: bytes, suffix: str) -> Path:
    """Write a file of a match, named after it, under a free name.

    Raises `OSError`.
    """
    names = re.sub(r"[^\w]+", "-", "-".join(match.names))[:_MAX_NAMES_LENGTH].strip("-")
    begun = f"{match_titles.to_local_time(match.begun):%Y-%m-%d}"
    return write_numbered(app, "-".join(part for part in (match.game, begun, names) if part), content, suffix)


def write_numbered(app: AppContext, stem: str, content: bytes, suffix: str) -> Path:
    """Write a file under that name, with a number after it if the name is taken.

    Raises `OSError`.
    """
    folder = export_folder(app)
    folder.mkdir(parents=True, exist_ok=True)
    for copy_number in range(1, _MAX_COPIES):
        file = folder / (f"{stem}{suffix}" if copy_number == 1 else f"{stem}-{copy_number}{suffix}")
        try:
            with file.open("xb") as stream:
                stream.write(content)
        except FileExistsError:
            continue
        return file
    raise FileExistsError(errno.EEXIST, "too many files of that name", str(folder))


@dataclass(frozen=True)
class ReceivedFile:
    """A file of the import folder, and its size in bytes."""

    file: Path
    size: int


def list_received(app: AppContext) -> list[ReceivedFile]:
    """Return the record files of the import folder, the newest first.

    Raises `OSError`.
    """
    folder = import_folder(app)
    folder.mkdir(parents=True, exist_ok=True)
    dated_files = []
    for file in folder.iterdir():
        if file.suffix.lower() == ".jsonl" and file.is_file():
            stat = file.stat()
            dated_files.append((stat.st_mtime, ReceivedFile(file, stat.st_size)))
    dated_files.sort(key=lambda pair: (-pair[0], pair[1].file.name))
    return [received_file for _, received_file in dated_files[:_MAX_LISTED]]


@dataclass(frozen=True)
class ImportResult:
    """Result of an import, in words for people."""

    match: int | None
    """The id of the match, or None if the file was rejected."""
    title: Words
    words: Words


def reject(file: Path, why: Words) -> ImportResult:
    """Return the result for a file that was not imported."""
    # Translators: a match file that could not be imported
    return ImportResult(None, m("{file} was rejected", file=file.name), why)


def store(journal: Journal, file: Path, ready: ImportedMatch, *, is_cut: bool) -> ImportResult:
    """Put a match that was played through into the journal.

    `is_cut`: its last line was half-written, and has been left out.
    """
    try:
        match_id = journal.add_match(ready)
    except JournalError as error:
        return reject(file, f"{error}.")
    game, names = match_titles.game_title(ready.header.game), list(ready.header.names)
    # Translators: a match: the game and who played
    played = m("{game} with {names:,}.", game=game, names=names)
    if is_cut:
        played = m("{played} Its last line was cut off and has been left out.", played=played)
    return ImportResult(match_id, m("{file} is now in History", file=file.name), played)
