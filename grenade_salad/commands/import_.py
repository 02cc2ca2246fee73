"""`grenade-salad import FILE`: add a record file to the journal."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from grenade_salad.commands import fail_on_os_error
from grenade_salad.commands.matches import open_data_journal
from grenade_salad.match.record import read_strangers_record
from grenade_salad.text import m, say


def run(args: Namespace) -> int:
    """Read and replay the record, and print its number in the journal."""
    with fail_on_os_error(args.file):
        record = read_strangers_record(Path(args.file), args.file)
        with open_data_journal(args.data, changes=True) as journal:
            match_id = journal.add_record(record)
    if record.warning:
        print(record.warning, file=sys.stderr)
    print(say(m("match {number}", number=match_id)))
    return 0
