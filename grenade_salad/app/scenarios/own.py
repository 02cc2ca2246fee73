"""Scenarios that were opened or made here: files in the data folder, and how they are shared."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import count
from pathlib import Path

from grenade_salad.app.sharing import record_files
from grenade_salad.app.shell import trouble
from grenade_salad.app.shell.scene import Shell
from grenade_salad.match.record import RecordError
from grenade_salad.scenarios import SUFFIX, Scenario, encoded, read, shipped
from grenade_salad.system import private_files
from grenade_salad.text import Words, m

_MOST = 200
"""So many files are listed."""


def folder(app: Shell) -> Path:
    """Where they are kept."""
    return app.data_folder / "scenarios"


def kept(app: Shell) -> tuple[list[Scenario], Words]:
    """Those that are kept, by name, and why one of them cannot be read (empty if all can be)."""
    found: list[Scenario] = []
    why: Words = ""
    try:
        there = sorted(file for file in folder(app).glob(f"*{SUFFIX}") if file.is_file())[:_MOST]
    except OSError as error:
        return [], m("The folder cannot be read: {why}.", why=trouble.why(error))
    for file in there:
        try:
            found.append(read(file))
        except (OSError, RecordError) as error:
            why = m("{why}.", why=str(error))
    return found, why


def name_of(title: str) -> str:
    """A file's name for a title, without its ending."""
    return re.sub(r"[^\w]+", "-", title.lower()).strip("-")[:40] or "scenario"


def keep(app: Shell, one: Scenario) -> Scenario:
    """Keep it, under another name if its own is that of another one; as it is kept. Raises OSError."""
    made, theirs = encoded(one), {other.name for other in shipped()}
    names = (one.name if number == 1 else f"{one.name}-{number}" for number in count(1))
    for name in names:
        file = folder(app) / f"{name}{SUFFIX}"
        if name not in theirs and (not file.exists() or file.read_bytes() == made):
            break
    private_files.write(file, made)
    return replace(one, name=name)


def remove(app: Shell, one: Scenario) -> None:
    """Keep it no longer; says why if that cannot be."""
    try:
        (folder(app) / f"{one.name}{SUFFIX}").unlink(missing_ok=True)
    except OSError as error:
        app.say(m("{why}.", why=trouble.why(error)), refused=True)


def share(app: Shell, one: Scenario) -> None:
    """Write its file where others can be sent it from, and say where."""
    try:
        file = record_files.write_as(app, one.name, encoded(one), SUFFIX)
    except OSError as error:
        app.say(m("The scenario could not be saved: {why}.", why=trouble.why(error)), refused=True)
    else:
        app.say(m("Saved as {file}", file=str(file)), seconds=12)


def take(app: Shell, file: Path) -> Scenario | None:
    """Open a stranger's file, and keep it; says in one line what is wrong with it, at which place."""
    try:
        return keep(app, read(file))
    except (OSError, RecordError) as error:
        why = trouble.why(error) if isinstance(error, OSError) else str(error)
        app.audio.play("refuse")
        app.say(m("{why}.", why=why), refused=True, seconds=12)
        return None
