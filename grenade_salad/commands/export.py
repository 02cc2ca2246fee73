"""`grenade-salad export ID [FILE]`: write the record of a match in the journal."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from grenade_salad.commands import Fail, fail_on_os_error
from grenade_salad.commands.matches import open_data_journal
from grenade_salad.match.record import MAX_LINES
from grenade_salad.text import m, say


def _may_overwrite(file: str) -> bool:
    """True if the person at the terminal lets the file be overwritten.

    False where no person can be asked.
    """
    if not (sys.stdin and sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    # Translators: a question on the terminal, answered by a letter: y, or the first letter of "yes" in this language
    print(say(m("{file} is already there. Overwrite it? (y/n)", file=file)), end=" ", file=sys.stderr, flush=True)
    answer = sys.stdin.readline().strip().casefold()
    # Translators: the letter of the answer to a question on the terminal
    return answer in ("y", "yes", say(m("y", context="the answer yes")))


def run(args: Namespace) -> int:
    """Write the record to the file, or to standard output."""
    with open_data_journal(args.data) as journal:
        record = journal.export(args.id)
    lines = record.count(b"\n") - 1
    if lines > MAX_LINES:
        warning = m(
            "match {number} has {lines} lines; matches of more than {most} are not imported",
            number=str(args.id),
            lines=str(lines),
            most=str(MAX_LINES),
        )
        print(say(warning), file=sys.stderr)
    if args.file is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(record)
        return 0
    file = Path(args.file)
    with fail_on_os_error(args.file):
        if file.is_file() and not args.force and not _may_overwrite(args.file):
            raise Fail(say(m("{file} is already there: --force overwrites it", file=args.file)))
        file.write_bytes(record)
    return 0
