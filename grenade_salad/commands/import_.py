"""`grenade-salad import FILE`: add a record file to the journal."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from grenade_salad.commands import Fail, fail_on_os_error
from grenade_salad.commands.matches import open_data_journal
from grenade_salad.journal.match_import import MAX_WORK
from grenade_salad.match.record import read_strangers_lines
from grenade_salad.quarantine.process import Quarantine, QuarantineError, explain
from grenade_salad.quarantine.records import play_strangers_lines
from grenade_salad.text import m, say
from grenade_salad.text.say import language


def run(args: Namespace) -> int:
    """Read and replay the record, and print its number in the journal."""
    with fail_on_os_error(args.file):
        data = read_strangers_lines(Path(args.file), args.file)
    try:
        with Quarantine() as quarantine:
            played = play_strangers_lines(quarantine, data, args.file, language(), MAX_WORK)
    except QuarantineError as error:
        raise Fail(say(m("{file}: {why}", file=args.file, why=explain(error)))) from error
    if played.ready is None:
        raise AssertionError("a match that was played to its end is there")
    with fail_on_os_error(args.file), open_data_journal(args.data, changes=True) as journal:
        match_id = journal.add_match(played.ready)
    if played.is_cut:
        line = played.total + 2
        print(f"{args.file}:{line}: the last line is half-written and was dropped", file=sys.stderr)
    print(say(m("match {number}", number=match_id)))
    return 0
