"""The Debian package: the program in /opt, menu entry, icon, man page, command."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from grenade_salad import PROGRAM, __version__

ROOT = Path(__file__).parent.parent.parent
ID = "invalid.grenade_salad.GrenadeSalad"
"""Id of the program in software centres; the address has no owner yet."""
SIZES = (16, 32, 48, 64, 128, 256)
"""Sizes of the icon in pixels, as desktops look for them."""
VERSION = __version__.replace(".dev", "~dev")
"""The version as Debian orders it: a development version is before its release."""
SUMMARY = "three games and an open table around one screen"
_TEXTS = Path(__file__).parent / "debian"


def fill_text(name: str, **facts: object) -> str:
    """Return a text of the package with the facts of this version, and others."""
    known = {"program": PROGRAM, "version": __version__, "debian_version": VERSION, "id": ID, "summary": SUMMARY}
    return (_TEXTS / name).read_text(encoding="utf-8").format(**known, **facts)


def render_man_page(epoch: int) -> str:
    """Return the man page, made of the output of --help."""
    words = (
        *("--module", "grenade_salad.cli", "--function", "make_parser", "--prog", PROGRAM, "--version", __version__),
        *("--project-name", "Grenade Salad", "--description", SUMMARY, "--manual-title", "Games"),
    )
    environ = os.environ | {"SOURCE_DATE_EPOCH": str(epoch), "TZ": "UTC", "COLUMNS": "80", "LANGUAGE": "en"}
    command = [sys.executable, "-c", "from argparse_manpage.cli import main; main()", *words]
    page = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=environ).stdout
    return page + fill_text("files.1")


def render_completion(shell: str) -> bytes:
    """Return the script that completes the commands in a shell."""
    command = [sys.executable, "-m", "grenade_salad", "completion", shell]
    environ = os.environ | {"LANGUAGE": "en"}
    return subprocess.run(command, capture_output=True, check=True, cwd=ROOT, env=environ).stdout


def render_icon(size: int) -> bytes:
    """Return the program's icon as PNG, `size` pixels wide and high."""
    import pygame

    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "icon.png"
        picture = pygame.image.load(ROOT / "assets" / "title" / "icon.png")
        pygame.image.save(pygame.transform.smoothscale(picture, (size, size)), file)
        return file.read_bytes()


def build(folder: Path, out: Path, epoch: int, preset: int, libc: str) -> Path:
    """Build the package from the folder of the download, which needs glibc `libc`."""
    architecture = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True)
    kind = architecture.stdout.strip()
    package = out / f"{PROGRAM}_{VERSION}_{kind}.deb"
    with tempfile.TemporaryDirectory() as name:
        root = Path(name) / "root"
        home, share = root / "opt" / PROGRAM, root / "usr" / "share"
        shutil.copytree(folder, home, symlinks=True)
        day = datetime.fromtimestamp(epoch, UTC).date().isoformat()
        icons = share / "icons" / "hicolor"
        texts = {
            share / "applications" / f"{PROGRAM}.desktop": fill_text("menu.desktop").encode(),
            share / "man" / "man1" / f"{PROGRAM}.1.gz": gzip.compress(render_man_page(epoch).encode(), mtime=0),
            icons / "scalable" / "apps" / f"{PROGRAM}.svg": (ROOT / "assets" / "title" / "logo.svg").read_bytes(),
            share / "bash-completion" / "completions" / PROGRAM: render_completion("bash"),
            share / "zsh" / "vendor-completions" / f"_{PROGRAM}": render_completion("zsh"),
            share / "fish" / "vendor_completions.d" / f"{PROGRAM}.fish": render_completion("fish"),
            share / "doc" / PROGRAM / "copyright": (folder / "THIRD-PARTY.txt").read_bytes(),
            share / "doc" / PROGRAM / "changelog.gz": gzip.compress((folder / "CHANGELOG.md").read_bytes(), mtime=0),
            share / "metainfo" / f"{ID}.metainfo.xml": fill_text("metainfo.xml", date=day).encode(),
            **{icons / f"{size}x{size}" / "apps" / f"{PROGRAM}.png": render_icon(size) for size in SIZES},
        }
        for file, text in texts.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text)
        (root / "usr" / "bin").mkdir()
        (root / "usr" / "bin" / PROGRAM).symlink_to(f"/opt/{PROGRAM}/{PROGRAM}")
        size = sum(file.stat().st_size for file in root.rglob("*") if file.is_file()) // 1024
        (root / "DEBIAN").mkdir()
        control = fill_text("control", architecture=kind, size=size, libc=libc)
        (root / "DEBIAN" / "control").write_text(control, encoding="utf-8")
        date = datetime.fromtimestamp(epoch, UTC).timestamp()
        for file in sorted(root.rglob("*")):
            os.utime(file, (date, date), follow_symlinks=False)
        command: list[str | Path] = ["dpkg-deb", "--root-owner-group", "-Zxz", f"-z{preset}", "--build", root, package]
        environ = os.environ | {"SOURCE_DATE_EPOCH": str(epoch)}
        subprocess.run(command, check=True, capture_output=True, env=environ)
    return package
