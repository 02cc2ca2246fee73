"""Record files: where they are written to and taken from, and what is said about it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from grenade_salad.app.app import App
from grenade_salad.app.scenes import history_words as words
from grenade_salad.match.journal import Journal
from grenade_salad.match.listing import Summary
from grenade_salad.match.record import RecordError
from grenade_salad.match.store import JournalError
from grenade_salad.match.strangers import read_strangers_record

_MOST = 200
"""How many files of the folder are listed: the newest."""


def export_folder(app: App) -> Path:
    """Where record files are written: in the folder of --data, or in the user's documents."""
    if app.data is not None:
        return app.data / "records"
    return Path(platformdirs.user_documents_dir()) / "Grenade Salad"


def import_folder(app: App) -> Path:
    """Where record files are looked for that somebody sent."""
    return export_folder(app) / "received"


def export(app: App, journal: Journal, match: Summary) -> Path:
    """Write the record file of a match, under a name that is free. Raises JournalError, OSError."""
    record = journal.export(match.id)
    folder = export_folder(app)
    folder.mkdir(parents=True, exist_ok=True)
    who = re.sub(r"[^\w]+", "-", "-".join(match.seats))[:40].strip("-")
    begun = f"{words.local(match.begun):%Y-%m-%d}"
    stem = "-".join(part for part in (match.game, begun, who) if part)
    for number in range(1, 1000):
        file = folder / (f"{stem}.jsonl" if number == 1 else f"{stem}-{number}.jsonl")
        try:
            with file.open("xb") as stream:
                stream.write(record)
        except FileExistsError:
            continue
        return file
    raise FileExistsError(17, "too many files of that name", str(folder))


@dataclass(frozen=True)
class Received:
    """A file of the import folder, and its bytes."""

    file: Path
    size: int


def received(app: App) -> list[Received]:
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
    title: str
    words: str


def take_in(journal: Journal | None, file: Path) -> Taken:
    """Take a record file into the journal, if it is one and everything in it is by the rules."""
    refused = f"{file.name} is refused"
    if journal is None:
        return Taken(None, refused, "Matches cannot be kept on this machine now.")
    try:
        record = read_strangers_record(file, file.name)
        number = journal.add(record)
    except RecordError as error:
        return Taken(None, refused, f"Line {error.line}: {error.reason}.")
    except OSError as error:
        return Taken(None, refused, f"It cannot be read: {error.strerror or error}.")
    except JournalError as error:
        return Taken(None, refused, f"{error}.")
    title = f"{words.title_of(record.header.game)} of {words.listed(record.header.seats)}"
    more = " Its last line was half-written, and was left out." if record.warning else ""
    return Taken(number, f"{file.name} is in the history", f"{title}.{more}")
