"""`grenade-salad host GAME`: a table for phones alone, without a window."""

from __future__ import annotations

import errno
import queue
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial

from grenade_salad.commands import Fail
from grenade_salad.commands.many import DEFAULT_SEATS, check_seat_count, parse_options
from grenade_salad.commands.matches import find_data_folder, open_data_journal
from grenade_salad.commands.status_lines import StatusLines
from grenade_salad.core import Illegal, registry
from grenade_salad.journal.database import JournalError
from grenade_salad.session.worker_process import ProcessExecutor
from grenade_salad.sheets.compose import load_writer
from grenade_salad.system.command_line import format_command
from grenade_salad.text import m, say
from grenade_salad.web.addresses import Address, warn_only_local
from grenade_salad.web.headless_table import HeadlessTable
from grenade_salad.web.host import PhoneHost
from grenade_salad.web.public_door import BadPublicAddress, parse_door
from grenade_salad.web.socket_server import DEFAULT_PORT, SocketServer
from grenade_salad.web.terminal import Terminal

_SECONDS_PER_STEP = 1 / 30
"""Seconds between two updates of the table and the terminal."""
_LOOPBACK = (Address("127.0.0.1", "loopback"), Address("::1", "loopback", 128))
"""Where programs of this computer alone can reach the table."""


def _draw_qr_code(words: str) -> str:
    """Return a QR code of half blocks, two modules a character, with its quiet zone.

    It is light on dark or dark on light, as the terminal is.
    """
    import io

    import segno

    output = io.StringIO()
    segno.make(words, error="l", micro=False).terminal(output, compact=True)
    return output.getvalue()


def _start_reading(terminal: Terminal) -> queue.SimpleQueue[str]:
    """Return a queue of typed lines, which a thread fills.

    A closed terminal adds none.
    """
    typed: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        with suppress(EOFError):
            while True:
                typed.put(input() if sys.stdin.isatty() else _read_line())

    if sys.stdin.isatty():
        _set_up_completion(terminal)
    threading.Thread(target=read, name="keyboard", daemon=True).start()
    return typed


def _read_line() -> str:
    words = sys.stdin.readline()
    if not words:
        raise EOFError
    return words


def _set_up_completion(terminal: Terminal) -> None:
    """Let the Tab key complete what is typed, where the terminal supports it."""
    try:
        import readline
    except ImportError:
        return

    def complete(typed: str, index: int) -> str | None:
        completions = terminal.complete(typed)
        return completions[index] if index < len(completions) else None

    readline.set_completer_delims("")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")


@contextmanager
def _restore_terminal() -> Iterator[None]:
    """Restore the terminal at the end, even in the middle of a typed line."""
    try:
        import termios

        attributes = termios.tcgetattr(sys.stdin.fileno())
    except (ImportError, OSError, ValueError, AttributeError):
        yield
        return
    except termios.error:
        yield
        return
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, attributes)


def _open_host(args: Namespace, table: HeadlessTable, server: SocketServer) -> PhoneHost:
    phone_host = PhoneHost(table, server, find_data_folder(args.data))
    table.hosting = phone_host
    phone_host.needs_admission, phone_host.has_phone_host = False, True
    try:
        phone_host.start()
    except OSError as error:
        phone_host.close()
        if error.errno == errno.EADDRINUSE and (args.port or server.door is not None):
            message = m("Port {port} is in use: choose another with --port, or leave it out.", port=str(args.port))
            if server.door is not None:
                port = str(args.port or DEFAULT_PORT)
                message = m("Port {port} is in use: choose another with --port, and lead the tunnel there.", port=port)
            raise Fail(say(message)) from None
        why = str(error.strerror or error)
        raise Fail(say(m("Phones can't connect: this computer won't let the app listen ({why}).", why=why))) from None
    return phone_host


def _make_server(args: Namespace) -> SocketServer:
    """Return the server of the options.

    At a public address it listens on this computer alone, at the one port to which the tunnel leads. Raises Fail.
    """
    addresses = [Address(args.address, "")] if args.address else []
    if args.public_url is None:
        if args.proxy:
            raise Fail(say(m("--proxy needs --public-url, the address that leads to the proxy.")))
        return SocketServer(addresses=addresses, port=args.port)
    try:
        door = parse_door(args.public_url, args.proxy)
    except BadPublicAddress as error:
        raise Fail(say(error.message)) from None
    return SocketServer(addresses=addresses or _LOOPBACK, port=args.port or DEFAULT_PORT, door=door)


def _print_public_notes(server: SocketServer) -> None:
    """Print where a tunnel must lead, and who can read hands there."""
    if server.door is not None:
        # Translators: in a terminal; {address} is an address of this computer; a tunnel comes from the internet
        print(say(m("Lead the tunnel or the proxy to {address}", address=server.local_url.removesuffix("/"))))
        # Translators: in a terminal; {name} is the name in a public address
        warning = m(
            "Whoever runs the tunnel or the proxy at {name} can read all hands and play for everybody: take one that "
            "you trust.",
            name=server.door.name,
        )
        print(say(warning))


def _run_table(table: HeadlessTable, terminal: Terminal, board: StatusLines, addresses: Sequence[str]) -> None:
    """Run the table until it is closed."""
    typed, last_time = _start_reading(terminal), time.monotonic()
    while table.is_open:
        if not typed.empty():
            terminal.execute_line(typed.get())
        current_time = time.monotonic()
        table.step(current_time - last_time)
        lines = terminal.advance(current_time - last_time)
        board.show([*addresses, *lines])
        if not board.is_terminal and terminal.has_news():
            print(*lines, sep="\n", flush=True)
        last_time = current_time
        time.sleep(_SECONDS_PER_STEP)


def _format_addresses(server: SocketServer) -> list[str]:
    """Return lines with the addresses of the table and of the television page."""
    open_this = m("Open this on a phone: {address}", address=server.invitation)
    if not server.is_reachable:
        open_this = warn_only_local(server.invitation)
    # Translators: {address} is another one, which newer phones can open as well
    alternatives = [
        say(m("Or this: {address}", address=f"{url}#{server.connections.code}")) for url in server.extra_urls[:1]
    ]
    return [
        say(open_this),
        *alternatives,
        say(m("To watch: {address}", address=f"{server.url}table#{server.connections.code}")),
    ]


def _describe_missing_box(name: str, named_setups: Iterable[str]) -> str:
    """Return the line about a box that is not there."""
    return f"there is no box {name!r} here: {', '.join(named_setups)}" if named_setups else "this game has no boxes"


def _find_seat_count(game: str, box: str) -> int:
    """Return the number of seats, nearest to the default, that the box is for."""
    kind, list_setups = registry.load(game), load_writer(game).named_setups
    named_setups = list_setups() if list_setups is not None else {}
    if box not in named_setups:
        raise Fail(_describe_missing_box(box, named_setups))
    setup = named_setups[box]()
    for seats in sorted(range(kind.min_seats, kind.max_seats + 1), key=lambda count: abs(count - DEFAULT_SEATS)):
        with suppress(Illegal):
            kind.start(seats, kind.options(), setup)
            return seats
    raise Fail(_describe_missing_box(box, named_setups))


def run(args: Namespace) -> int:
    """Listen, print the addresses, and play until Ctrl-C."""
    kind = registry.load(args.game)
    seats = args.players or max(kind.min_seats, min(DEFAULT_SEATS, kind.max_seats))
    if args.box and args.players is None:
        seats = _find_seat_count(args.game, args.box)
    check_seat_count(args.game, seats)
    options = parse_options(args.game, seats, args.option)
    with open_data_journal(args.data, changes=True) as journal:
        worker = partial(ThreadPoolExecutor, 1, thread_name_prefix="luck")
        table = HeadlessTable(
            args.game, seats, options, journal, partial(print, flush=True), worker=worker, thinker=ProcessExecutor
        )
        if args.box:
            if args.box not in table.starts:
                raise Fail(_describe_missing_box(args.box, table.starts))
            table.choose_start(args.box)
        if args.match:
            table.resume(args.match)
        server = _make_server(args)
        phone_host = _open_host(args, table, server)
        terminal, board = Terminal(table), StatusLines(sys.stdout)
        addresses = _format_addresses(server)
        board.show([*addresses, *terminal.advance(0.0)])
        if server.is_reachable:
            print(_draw_qr_code(server.invitation))
        if not board.is_terminal:
            print(*addresses, sep="\n")
        _print_public_notes(server)
        if table.session is None:
            print(
                say(m("Press Enter to begin the match, or let the first phone begin it. Machines take the free seats."))
            )
        print(say(m("Type “help” to see what you can do here. Ctrl-C ends this and saves the match.")), flush=True)
        is_saved = True
        try:
            with _restore_terminal():
                _run_table(table, terminal, board, addresses)
        except KeyboardInterrupt:
            print()
        except JournalError as error:
            is_saved = False
            raise Fail(str(error)) from None
        finally:
            board.close()
            phone_host.close()
            match_id = table.close()
            if match_id is not None and is_saved:
                command = _format_resume_command(args, match_id)
                print(
                    say(m("Match {number} is saved. To go on: {command}", number=match_id, command=command)), flush=True
                )
    return 0


def _format_resume_command(args: Namespace, match_id: int) -> str:
    """Return the command line that resumes this match, with the same options."""
    words = ["host", args.game, "--match", str(match_id)]
    proxies = [("--proxy", proxy) for proxy in args.proxy]
    options = (("--address", args.address), ("--port", args.port), ("--public-url", args.public_url), *proxies)
    for option, value in (*options, ("--data", args.data)):
        if value:
            words += [option, str(value)]
    return format_command(*words)
