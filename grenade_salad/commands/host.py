"""`grenade-salad host GAME`: a table for phones alone, without a window of ours."""

from __future__ import annotations

import errno
import queue
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress

from grenade_salad.commands import Fail
from grenade_salad.commands.many import options_of
from grenade_salad.commands.matches import folder_of, journal_of
from grenade_salad.commands.status_lines import Board
from grenade_salad.core import Illegal, registry
from grenade_salad.core.reasons import WrongSeatCount
from grenade_salad.journal.database import JournalError
from grenade_salad.sheets.sheet import Sheet
from grenade_salad.system.command_line import to_type
from grenade_salad.text import m, say
from grenade_salad.web.addresses import Address
from grenade_salad.web.headless_table import TableAlone
from grenade_salad.web.host import Hosting
from grenade_salad.web.inviting import only_here
from grenade_salad.web.terminal import Terminal

_STEP = 1 / 30
_USUAL_SEATS = 3


def _code(words: str) -> str:
    """A QR code of half blocks, two modules a character, with its quiet zone; light on dark or dark on light."""
    import io

    import segno

    drawn = io.StringIO()
    segno.make(words, error="l", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()


def _lines(terminal: Terminal) -> queue.SimpleQueue[str]:
    """What is typed, line by line; a terminal that is closed types nothing."""
    typed: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        with suppress(EOFError):
            while True:
                typed.put(input() if sys.stdin.isatty() else _line())

    if sys.stdin.isatty():
        _complete(terminal)
    threading.Thread(target=read, name="keyboard", daemon=True).start()
    return typed


def _line() -> str:
    words = sys.stdin.readline()
    if not words:
        raise EOFError
    return words


def _complete(terminal: Terminal) -> None:
    """The Tab key completes what is typed, where the terminal can do that."""
    try:
        import readline
    except ImportError:
        return

    def completed(typed: str, number: int) -> str | None:
        found = terminal.tab(typed)
        return found[number] if number < len(found) else None

    readline.set_completer_delims("")
    readline.set_completer(completed)
    readline.parse_and_bind("tab: complete")


@contextmanager
def _as_it_was() -> Iterator[None]:
    """Who ends in the middle of a line leaves the terminal as it was."""
    try:
        import termios

        before = termios.tcgetattr(sys.stdin.fileno())
    except (ImportError, OSError, ValueError, AttributeError):
        yield
        return
    except termios.error:
        yield
        return
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, before)


def _open(args: Namespace, table: TableAlone) -> Hosting:
    hosting = table.hosting = Hosting(table, folder=folder_of(args.data))
    hosting.asks, hosting.chairs = False, True
    try:
        hosting.start([Address(args.address, "")] if args.address else (), args.port)
    except OSError as error:
        hosting.close()
        if args.port and error.errno == errno.EADDRINUSE:
            used = m("Port {port} is in use: choose another with --port, or leave it out.", port=str(args.port))
            raise Fail(say(used)) from None
        why = str(error.strerror or error)
        raise Fail(say(m("Phones can't connect: this computer won't let the app listen ({why}).", why=why))) from None
    return hosting


def _play(table: TableAlone, terminal: Terminal, board: Board, addresses: Sequence[str]) -> None:
    """Until somebody ends it."""
    typed, last = _lines(terminal), time.monotonic()
    while table.open:
        if not typed.empty():
            terminal.hear(typed.get())
        now = time.monotonic()
        table.step(now - last)
        here = terminal.advance(now - last)
        board.show([*addresses, *here])
        if not board.on and terminal.news():
            print(*here, sep="\n", flush=True)
        last = now
        time.sleep(_STEP)


def _addresses(hosting: Hosting) -> list[str]:
    """Where phones find the table, and the screen that shows it."""
    server = hosting.server
    open_this = m("Open this on a phone: {address}", address=server.invitation)
    if not server.is_reachable:
        open_this = only_here(server.invitation)
    # Translators: {address} is another one, which newer phones can open as well
    other = [say(m("Or this: {address}", address=f"{url}#{server.lobby.code}")) for url in server.other_urls[:1]]
    return [
        say(open_this),
        *other,
        say(m("To watch: {address}", address=f"{server.url}table#{server.lobby.code}")),
    ]


def _no_such_box(name: str, starts: Iterable[str]) -> str:
    """What is said of a box that is not there."""
    return f"there is no box {name!r} here: {', '.join(starts)}" if starts else "this game has no boxes"


def _seats_for(game: str, box: str) -> int:
    """The number of seats nearest to the usual one that the box is for."""
    kind, target = registry.load(game), registry.plugin(game).sheets
    starts = registry.load_object(target, Sheet).starts if target else None
    found = starts() if starts is not None else {}
    if box not in found:
        raise Fail(_no_such_box(box, found))
    setup = found[box]()
    for seats in sorted(range(kind.min_seats, kind.max_seats + 1), key=lambda many: abs(many - _USUAL_SEATS)):
        with suppress(Illegal):
            kind.start(seats, kind.options(), setup)
            return seats
    raise Fail(_no_such_box(box, found))


def run(args: Namespace) -> int:
    """Listen, say where, and play until Ctrl-C."""
    kind = registry.load(args.game)
    seats = args.players or max(kind.min_seats, min(_USUAL_SEATS, kind.max_seats))
    if args.box and args.players is None:
        seats = _seats_for(args.game, args.box)
    if not kind.min_seats <= seats <= kind.max_seats:
        wrong = WrongSeatCount(kind.title, seats, kind.min_seats, kind.max_seats).message()
        raise Fail(say(m("--players: {why}", why=wrong)))
    options = options_of(args.game, seats, args.option)
    with journal_of(args.data, changes=True) as journal:
        table = TableAlone(args.game, seats, options, journal, lambda words: print(words, flush=True))
        if args.box:
            if args.box not in table.starts:
                raise Fail(_no_such_box(args.box, table.starts))
            table.choose(args.box)
        if args.match:
            table.resume(args.match)
        hosting = _open(args, table)
        terminal, board = Terminal(table), Board(sys.stdout)
        addresses = _addresses(hosting)
        board.show([*addresses, *terminal.advance(0.0)])
        if hosting.server.is_reachable:
            print(_code(hosting.server.invitation))
        if not board.on:
            print(*addresses, sep="\n")
        if table.session is None:
            print(
                say(m("Press Enter to begin the match, or let the first phone begin it. Machines take the free seats."))
            )
        print(say(m("Type “help” to see what you can do here. Ctrl-C ends this and saves the match.")), flush=True)
        is_saved = True
        try:
            with _as_it_was():
                _play(table, terminal, board, addresses)
        except KeyboardInterrupt:
            print()
        except JournalError as error:
            is_saved = False
            raise Fail(str(error)) from None
        finally:
            board.close()
            hosting.close()
            number = table.close()
            if number is not None and is_saved:
                again = _command_again(args, number)
                print(say(m("Match {number} is saved. To go on: {command}", number=number, command=again)), flush=True)
    return 0


def _command_again(args: Namespace, number: int) -> str:
    """Return the line to type that goes on with this match, where it was."""
    words = ["host", args.game, "--match", str(number)]
    for option, value in (("--address", args.address), ("--port", args.port), ("--data", args.data)):
        if value:
            words += [option, str(value)]
    return to_type(*words)
