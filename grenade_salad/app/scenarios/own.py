"""Scenarios that were opened or made here: files in the data folder, and sharing."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path

from grenade_salad.app.sharing import record_files
from grenade_salad.app.shell import trouble
from grenade_salad.app.shell.reading_dialog import ReadingDialog
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.match.record import RecordError
from grenade_salad.quarantine.process import QuarantineError, explain
from grenade_salad.quarantine.records import read_scenario
from grenade_salad.scenarios import SUFFIX, Scenario, encode_scenario, load_shipped
from grenade_salad.system import private_files
from grenade_salad.system.progress import Progress
from grenade_salad.text import Words, m
from grenade_salad.text.say import language

_MAX_FILES = 200
"""Maximum number of listed files."""
_MAX_STEM_LENGTH = 40
"""Maximum characters of a file's name without its suffix."""


def folder(app: AppContext) -> Path:
    """Return the folder of saved scenarios."""
    return app.data_folder / "scenarios"


def load_saved(app: AppContext, progress: Progress | None = None) -> tuple[list[Scenario], Words]:
    """Return the saved scenarios by name, and why one of them cannot be read.

    The reason is empty if all can be read. This runs in a thread: people may put files of others into the folder.
    Raises Cancelled.
    """
    scenarios: list[Scenario] = []
    why: Words = ""
    progress, language_code = progress or Progress(), language()
    try:
        scenario_files = sorted(file for file in folder(app).glob(f"*{SUFFIX}") if file.is_file())[:_MAX_FILES]
    except OSError as error:
        return [], m("The folder cannot be read: {why}.", why=trouble.describe_error(error))
    for file in scenario_files:
        result = _read_file(app, file, language_code, progress)
        if isinstance(result, Scenario):
            scenarios.append(result)
        else:
            why = m("{why}.", why=result)
    return scenarios, why


def make_file_stem(title: str) -> str:
    """Return a file's name for a title, without its suffix.

    >>> make_file_stem("The last stand!")
    'the-last-stand'
    """
    return re.sub(r"[^\w]+", "-", title.lower()).strip("-")[:_MAX_STEM_LENGTH] or "scenario"


def save(app: AppContext, scenario: Scenario) -> Scenario:
    """Save a scenario, and return it with the name under which it is saved.

    It gets another name if its own is taken. Raises `OSError`.
    """
    content, bundled_names = encode_scenario(scenario), {bundled.name for bundled in load_shipped()}
    names = (scenario.name if copy_number == 1 else f"{scenario.name}-{copy_number}" for copy_number in count(1))
    for name in names:
        file = folder(app) / f"{name}{SUFFIX}"
        if name not in bundled_names and (not file.exists() or file.read_bytes() == content):
            break
    private_files.write(file, content)
    return replace(scenario, name=name)


def remove(app: AppContext, scenario: Scenario) -> None:
    """Delete a saved scenario; tells the user why if that cannot be."""
    try:
        (folder(app) / f"{scenario.name}{SUFFIX}").unlink(missing_ok=True)
    except OSError as error:
        app.say(m("{why}.", why=trouble.describe_error(error)), refused=True)


def share(app: AppContext, scenario: Scenario) -> None:
    """Write the scenario's file for other people, and say where it is."""
    try:
        file = record_files.write_numbered(app, scenario.name, encode_scenario(scenario), SUFFIX)
    except OSError as error:
        app.say(m("The scenario could not be saved: {why}.", why=trouble.describe_error(error)), refused=True)
    else:
        app.say(m("Saved as {file}", file=str(file)), seconds=12)


def open_file(app: AppContext, file: Path, on_opened: Callable[[Scenario], None]) -> None:
    """Read another person's file, save its scenario, and call `on_opened` with it.

    Tells the user in one line what is wrong with it, and at which place.
    """

    def end(result: Scenario | Words) -> None:
        try:
            if isinstance(result, Scenario):
                on_opened(save(app, result))
                return
            why = result
        except OSError as error:
            why = trouble.describe_error(error)
        app.audio.play("refuse")
        app.say(m("{why}.", why=why), refused=True, seconds=12)

    app.push(ReadingDialog(app, file, partial(_read_file, app, file, language()), end))


def _read_file(app: AppContext, file: Path, language_code: str, progress: Progress) -> Scenario | Words:
    """Return the scenario of a file, or why it is refused. This runs in a thread."""
    try:
        return read_scenario(app.quarantine, file, language_code, progress)
    except RecordError as error:
        return str(error)
    except QuarantineError as error:
        return m("{file}: {why}", file=file.name, why=explain(error))
