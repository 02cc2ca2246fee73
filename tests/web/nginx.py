"""A real nginx as the reverse proxy of a public address."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.patience import wait_until

_NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
_OPENSSL = shutil.which("openssl")
NEEDED = pytest.mark.skipif(
    not (_NGINX and _OPENSSL), reason="there is no nginx or openssl here: apt install nginx-light openssl"
)
_GUIDE = Path(__file__).parents[2] / "docs" / "phones.md"


def read_guide() -> str:
    """Return the configuration that people are told to use."""
    block = re.search(r"^```\n(server \{.*?)^```", _GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert block is not None
    return block[1]


def make_certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """Make a certificate for a name and return the files of it and of its key."""
    assert _OPENSSL is not None
    certificate, key = folder / "salad.pem", folder / "salad.key"
    words = f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN={name}"
    names = ("-addext", f"subjectAltName=DNS:{name}", "-out", certificate, "-keyout", key)
    subprocess.run([_OPENSSL, *words.split(), *names], check=True, capture_output=True)
    return certificate, key


@contextmanager
def run_nginx(folder: Path, name: str, port: int, target: int) -> Iterator[None]:
    """Lead from https at a port of this computer to another port, as the guide says."""
    certificate, key = make_certificate(folder, name)
    server = read_guide()
    for old, new in (
        ("listen 443", f"listen 127.0.0.1:{port}"),
        ("salad.example.org", name),
        ("/etc/ssl/salad.pem", str(certificate)),
        ("/etc/ssl/salad.key", str(key)),
        ("127.0.0.1:8080", f"127.0.0.1:{target}"),
    ):
        assert old in server
        server = server.replace(old, new)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; master_process off; pid {folder}/nginx.pid; error_log stderr;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{folders}{server}}}\n"
    )
    assert _NGINX is not None
    command = [_NGINX, "-p", str(folder), "-c", str(config), "-e", "stderr"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            wait_until(lambda: _listens(port) or process.poll() is not None)
            assert process.poll() is None, process.stderr.read() if process.stderr is not None else ""
            yield
        finally:
            process.terminate()


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False
