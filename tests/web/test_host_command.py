"""The command `host` as a user types it: real processes, ports and output."""

from __future__ import annotations

import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from grenade_salad.web.addresses import is_this_machine
from tests.patience import LIMIT
from tests.web.phones import find_free_port

LOCAL_ADDRESS = ("--address", "127.0.0.1")


def default_signals() -> None:
    """Restore the default SIGINT for a child process.

    A shell that runs the tests in the background ignores SIGINT, and so do their children.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def run_command(*words: str) -> Iterator[subprocess.Popen[str]]:
    """Run the command, and end it afterwards."""
    line = [sys.executable, "-m", "grenade_salad", *words]
    pipe = subprocess.PIPE
    command = subprocess.Popen(line, stdin=pipe, stdout=pipe, stderr=pipe, text=True, preexec_fn=default_signals)
    try:
        yield command
    finally:
        if command.poll() is None:
            command.kill()
        command.communicate(timeout=LIMIT)


def read_until(command: subprocess.Popen[str], words: str) -> str:
    """Return everything that is printed up to these words."""
    assert command.stdout is not None
    text = ""
    while words not in text:
        line = command.stdout.readline()
        assert line, f"it ended before {words!r}: {text}"
        text += line
    return text


def write(command: subprocess.Popen[str], line: str) -> None:
    """Type a line at the terminal."""
    assert command.stdin is not None
    command.stdin.write(line + "\n")
    command.stdin.flush()


@pytest.mark.slow
def test_port_in_use_is_reported_and_no_other_is_taken(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as blocker:
        port = str(blocker.getsockname()[1])
        with run_command("host", "wheel", *LOCAL_ADDRESS, "--port", port, "--data", str(tmp_path)) as command:
            printed, errors = command.communicate(timeout=LIMIT)
            assert command.returncode == 2
    assert not printed
    assert errors == f"Port {port} is in use: choose another with --port, or leave it out.\n"


@pytest.mark.slow
def test_printed_resume_command_continues_the_match(tmp_path: Path) -> None:
    port = str(find_free_port())
    with run_command(
        "host", "wheel", *LOCAL_ADDRESS, "--port", port, "--data", str(tmp_path / "my matches")
    ) as command:
        read_until(command, "Ctrl-C")
        write(command, "")
        read_until(command, "turn")
        write(command, "end")
        printed, errors = command.communicate(timeout=LIMIT)
        assert (command.returncode, errors) == (0, "")
    line = re.search(r"Match 1 is saved\. To go on: (.*)", printed)
    assert line is not None
    program, *words = shlex.split(line[1])
    assert words[:2] == ["-m", "grenade_salad"], program
    with run_command(*words[2:]) as command:
        text = read_until(command, "Ctrl-C")
        assert f"http://127.0.0.1:{port}/#" in text
        assert "begin the match" not in text
        write(command, "end")
        printed, errors = command.communicate(timeout=LIMIT)
        assert (command.returncode, errors) == (0, "")
    assert line[0] in printed


@pytest.mark.slow
@pytest.mark.parametrize("words", [LOCAL_ADDRESS, ()])
def test_qr_code_is_shown_only_if_phones_can_open_it(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Try this computer's own address, and the likeliest one if none is named.

    The likeliest one may be in no network.
    """
    with run_command("host", "wheel", *words, "--data", str(tmp_path)) as command:
        text = read_until(command, "Ctrl-C")
        write(command, "end")
        command.communicate(timeout=LIMIT)
    address = re.search(r"http://(.*):\d+/#", text)
    assert address is not None
    is_alone = is_this_machine(address[1].strip("[]"))
    assert is_alone or not words
    assert ("█" in text) is not is_alone
    assert ("Only this computer can open" in text) is is_alone
    assert ("Open this on a phone" in text) is not is_alone


@pytest.mark.slow
def test_public_address_is_shown_and_resumed(tmp_path: Path) -> None:
    port, url = str(find_free_port()), "https://salad.example.org"
    words = ("host", "wheel", "--public-url", "Salad.example.org/", "--port", port, "--data", str(tmp_path))
    with run_command(*words, "--proxy", "127.0.0.1", "--proxy", "10.0.0.0/24") as command:
        text = read_until(command, "Ctrl-C")
        with closing(socket.create_connection(("127.0.0.1", int(port)), LIMIT)):
            write(command, "begin")
        read_until(command, "turn")
        write(command, "end")
        printed, errors = command.communicate(timeout=LIMIT)
        assert (command.returncode, errors) == (0, "")
    assert re.search(rf"^Open this on a phone: {url}/#[a-z2-9]{{10}}$", text, re.MULTILINE)
    assert re.search(rf"^To watch: {url}/table#[a-z2-9]{{10}}$", text, re.MULTILINE)
    assert f"Lead the tunnel or the proxy to http://127.0.0.1:{port}\n" in text
    assert "at salad.example.org can read all hands" in text
    assert "█" in text
    assert "--public-url Salad.example.org/ --proxy 127.0.0.1 --proxy 10.0.0.0/24" in printed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--public-url", "http://salad.example.org"), "The public address must begin with https://"),
        (("--public-url", "https://salad.example.org/games"), "leave out /games."),
        (("--public-url", "https://salad.example.org", "--proxy", "nobody"), "nobody is none."),
        (("--proxy", "127.0.0.1"), "--proxy needs --public-url"),
        (("--public-url", "https://salad.example.org", "--port", "PORT"), "lead the tunnel there."),
    ],
)
def test_wrong_public_address_is_refused_in_one_line(tmp_path: Path, words: tuple[str, ...], line: str) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as blocker:
        port = str(blocker.getsockname()[1])
        options = [port if word == "PORT" else word for word in words]
        with run_command("host", "wheel", *options, "--data", str(tmp_path)) as command:
            printed, errors = command.communicate(timeout=LIMIT)
    assert (command.returncode, printed) == (2, "")
    assert line in errors
    assert errors.count("\n") == 1


BAD_REQUESTS = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /%zz HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
    b"NONSENSE\r\n\r\n",
    b"GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nUpgrade: websocket\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
    b"GET / HTTP/1.1\r\nHost: [::1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: " + b"y" * 100_000 + b"\r\n\r\n",
)


@pytest.mark.slow
def test_malformed_requests_write_nothing_on_the_terminal(tmp_path: Path) -> None:
    with run_command("host", "wheel", *LOCAL_ADDRESS, "--data", str(tmp_path)) as command:
        address = re.search(r"http://127\.0\.0\.1:(\d+)/", read_until(command, "Ctrl-C"))
        assert address is not None
        for request in BAD_REQUESTS:
            with socket.create_connection(("127.0.0.1", int(address[1])), LIMIT) as line, suppress(ConnectionError):
                line.sendall(request)
                line.shutdown(socket.SHUT_WR)
                while line.recv(65536):
                    pass
        write(command, "who")
        read_until(command, "3  ")
        write(command, "end")
        printed, errors = command.communicate(timeout=LIMIT)
    assert (command.returncode, printed, errors) == (0, "", "")
