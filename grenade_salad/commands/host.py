"""`grenade-salad host GAME`: a table for phones alone, without a window of ours."""

from __future__ import annotations

import queue
import sys
import threading
import time
from argparse import Namespace

from grenade_salad.commands import Fail
from grenade_salad.commands.many import options_of
from grenade_salad.commands.matches import folder_of, journal_of
from grenade_salad.core import registry
from grenade_salad.journal.database import JournalError
from grenade_salad.phone.addresses import Address
from grenade_salad.phone.host import Hosting
from grenade_salad.phone.table_alone import TableAlone
from grenade_salad.text import m, say

_STEP = 1 / 30
_USUAL_SEATS = 3


def _code(words: str) -> str:
    """A QR code of half blocks, two modules a character, with its quiet zone; light on dark or dark on light."""
    import io

    import segno

    drawn = io.StringIO()
    segno.make(words, error="l", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()


def _lines() -> queue.SimpleQueue[str]:
    """What is typed, line by line; a terminal that is closed types nothing."""
    typed: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        for words in sys.stdin:
            typed.put(words)

    threading.Thread(target=read, name="keyboard", daemon=True).start()
    return typed


def _open(args: Namespace, table: TableAlone) -> Hosting:
    hosting = table.hosting = Hosting(table, folder=folder_of(args.data))
    hosting.asks, hosting.chairs = False, True
    try:
        hosting.start([Address(args.address, "")] if args.address else (), args.port)
    except OSError as error:
        hosting.close()
        raise Fail(f"phones cannot connect: {error.strerror or error}") from None
    return hosting


def _play(table: TableAlone, hosting: Hosting) -> None:
    """Until somebody ends it."""
    typed, last = _lines(), time.monotonic()
    while table.open:
        if not typed.empty() and typed.get() is not None and table.may_begin():
            table.begin()
        now = time.monotonic()
        table.step(now - last)
        last = now
        time.sleep(_STEP)


def run(args: Namespace) -> int:
    """Listen, say where, and play until Ctrl-C."""
    kind = registry.load(args.game)
    seats = args.players or max(kind.min_seats, min(_USUAL_SEATS, kind.max_seats))
    if not kind.min_seats <= seats <= kind.max_seats:
        raise Fail(f"{say(kind.title)} is for {kind.min_seats} to {kind.max_seats} players, not {seats}")
    options = options_of(args.game, seats, args.option)
    with journal_of(args.data, changes=True) as journal:
        table = TableAlone(args.game, seats, options, journal, lambda words: print(words, flush=True))
        if args.match:
            table.resume(args.match)
        hosting = _open(args, table)
        print(_code(hosting.server.invitation))
        print(say(m("Open this on a phone: {address}", address=hosting.server.invitation)))
        print(say(m("To watch: {address}", address=f"{hosting.server.url}table")))
        if table.session is None:
            print(
                say(m("Press Enter to begin the match, or let the first phone begin it. Machines take the free seats."))
            )
        print(say(m("Ctrl-C ends this and saves the match.")), flush=True)
        try:
            _play(table, hosting)
        except KeyboardInterrupt:
            print()
        except JournalError as error:
            raise Fail(str(error)) from None
        finally:
            hosting.close()
            number = table.close()
    if number is not None:
        again = f"grenade-salad host {args.game} --match {number}"
        print(say(m("Match {number} is saved. To go on: {command}", number=number, command=again)))
    return 0
