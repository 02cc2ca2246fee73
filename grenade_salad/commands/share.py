"""`grenade-salad share ID_OR_FILE`: one page that replays a match in any browser."""

from __future__ import annotations

import sys
from argparse import Namespace
from io import BytesIO
from pathlib import Path

from grenade_salad.commands import Fail, fail_on_os_error
from grenade_salad.commands.matches import open_data_journal
from grenade_salad.match.record import Record, read_record
from grenade_salad.text import languages, m, say
from grenade_salad.text.say import language


def _load_record(args: Namespace) -> Record:
    """Return the record of a file, or of the saved match with that id."""
    file = Path(args.match)
    if file.exists() or not args.match.isdecimal():
        return read_record(file, args.match)
    with open_data_journal(args.data) as journal:
        return read_record(BytesIO(journal.export(int(args.match))), args.match)


def run(args: Namespace) -> int:
    """Write the page, and print its path."""
    from grenade_salad.web import share_page

    chosen = args.language or language()
    if chosen not in languages.available():
        available = ", ".join(languages.available())
        raise Fail(say(m("no such language: {language}; the languages are {there}", language=chosen, there=available)))
    with fail_on_os_error(args.match):
        record = _load_record(args)
        page = share_page.make_page(record, chosen)
    out = Path(args.out)
    with fail_on_os_error(out):
        out.write_bytes(page)
    if record.warning:
        print(record.warning, file=sys.stderr)
    print(say(m("{file}: opens in any browser, even offline", file=str(out))))
    return 0
