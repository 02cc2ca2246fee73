"""The downloads on the front page: files of this version, their size and needs."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grenade_salad import __version__
from tools.release import write_hashes

SYSTEMS = {
    "Debian": {"10": 28, "11": 31, "12": 36, "13": 41},
    "Ubuntu": {"18.04": 27, "20.04": 31, "22.04": 35, "24.04": 39},
    "Fedora": {"32": 31, "34": 33, "36": 35, "38": 37, "40": 39},
    "RHEL": {"8": 28, "9": 34, "10": 39},
}
"""The glibc version of systems: 31 is 2.31."""
_LIBC = re.compile(r"-glibc2\.(\d+)\.tar\.xz$")


@dataclass(frozen=True)
class Download:
    """A file, the label of its button, and its requirements."""

    file: Path
    title: str
    needs: str

    @property
    def size(self) -> str:
        """Return the size in megabytes, as text."""
        return f"{self.file.stat().st_size / 1e6:.0f} MB"

    @staticmethod
    def copy(downloads: Sequence[Download], folder: Path) -> None:
        """Copy the files into the folder and write their hashes there."""
        folder.mkdir(parents=True)
        for download in downloads:
            shutil.copy(download.file, folder)
        write_hashes(folder)


def find_oldest_systems(libc: int) -> str:
    """Return the oldest systems with that glibc.

    >>> find_oldest_systems(31)
    'Debian 11, Ubuntu 20.04, Fedora 32, RHEL 9'
    """
    oldest = {
        name: next((version for version, glibc in versions.items() if glibc >= libc), "")
        for name, versions in SYSTEMS.items()
    }
    return ", ".join(f"{name} {version}" for name, version in oldest.items() if version)


def find_downloads(folder: Path) -> list[Download]:
    """Return the files of this version: archive, package, wheel, source."""
    archives = sorted(folder.glob(f"grenade-salad-{__version__}-linux-x86_64-*.tar.xz"), key=_glibc_version)
    downloads = []
    for archive in archives[:1]:
        libc = _glibc_version(archive)
        needs = f"A 64-bit PC with glibc 2.{libc} or newer: {find_oldest_systems(libc)} or later. Nothing to install."
        downloads.append(Download(archive, "For Linux", needs))
    debs = folder.glob(f"grenade-salad_{__version__.replace('.dev', '~dev')}_amd64.deb")
    wheels = folder.glob(f"grenade_salad-{__version__}-*.whl")
    downloads += [
        Download(file, "For Debian and Ubuntu (.deb)", "The same, with an entry in the menu.") for file in debs
    ]
    wheel = "Linux, Windows or macOS with Python 3.11 or later: pip install, and the name of the file."
    downloads += [Download(file, "For Python (.whl)", wheel) for file in wheels]
    source = "All of it, with the laboratory's examples and the tests: unpack it, then python3 run.py."
    sources = folder.glob(f"grenade_salad-{__version__}.tar.gz")
    return downloads + [Download(file, "Source (.tar.gz)", source) for file in sources]


def _glibc_version(archive: Path) -> int:
    """Return 31 for 2.31; 99 if the name contains no version."""
    match = _LIBC.search(archive.name)
    return int(match[1]) if match else 99
