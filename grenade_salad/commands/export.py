"""`grenade-salad export ID [FILE]`: the record file of a match in the journal."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from grenade_salad.commands import Fail
from grenade_salad.commands.matches import journal_of


def run(args: Namespace) -> int:
    """Write the record to the file, or to standard output."""
    with journal_of(args.data) as journal:
        record = journal.export(args.id)
    if args.file is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(record)
        return 0
    try:
        Path(args.file).write_bytes(record)
    except OSError as error:
        raise Fail(f"{args.file}: {error.strerror or error}") from None
    return 0
