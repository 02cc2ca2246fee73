"""The glibc that a folder of programs and libraries needs.

It is the newest version that any of them refers to by name.
"""

from __future__ import annotations

import re
from pathlib import Path

_GLIBC_VERSION = re.compile(rb"\0GLIBC_2\.(\d+)")
_ELF = b"\x7fELF"


def find_needed_glibc(folder: Path) -> tuple[str, list[str]]:
    """Return the version, such as "2.31", and the files that need it.

    It is at least "2.17" (2012), as on all systems of today.
    """
    newest, files = 17, list[str]()
    for file in sorted(folder.rglob("*")):
        if file.is_symlink() or not file.is_file():
            continue
        with file.open("rb") as stream:
            if stream.read(len(_ELF)) != _ELF:
                continue
            version = max(map(int, _GLIBC_VERSION.findall(stream.read())), default=0)
        if version > newest:
            newest, files = version, []
        if version == newest:
            files.append(str(file.relative_to(folder)))
    return f"2.{newest}", files
