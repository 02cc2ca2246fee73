"""The Debian package: the folder of the download in /opt, a menu entry, an icon, a man page, a command."""

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
SUMMARY = "three games around one screen"
CONTROL = f"""Package: {PROGRAM}
Version: {__version__}
Architecture: {{architecture}}
Maintainer: The Grenade Salad founders <founders@grenade-salad.invalid>
Installed-Size: {{size}}
Depends: libc6 (>= {{libc}})
Recommends: libgl1, libx11-6, libxext6, libxcursor1, libxi6, libxrandr2
Section: games
Priority: optional
Description: {SUMMARY}
 Grenade Salad, Live Grenade and Grenade, the wheel: for people around one
 screen, with secret hands, phones as hands, and machine players where a seat
 is empty. Removing the package keeps your matches.
"""
MENU = f"""[Desktop Entry]
Type=Application
Name=Grenade Salad
Comment=Three games around one screen
Comment[de]=Drei Spiele um einen Bildschirm
Exec=/opt/{PROGRAM}/{PROGRAM}
Icon={PROGRAM}
Terminal=false
Categories=Game;BoardGame;
StartupWMClass={PROGRAM}
"""
FILES = f""".SH FILES
.TP
.I ~/.local/share/{PROGRAM}
matches, their copies and reports; removing the program keeps them
.TP
.I ~/.config/{PROGRAM}
settings
.TP
.I /opt/{PROGRAM}/games
games of others, off until the settings allow them
"""


def man_page(epoch: int) -> str:
    """The man page, made of what the program says with --help."""
    words = (
        *("--module", "grenade_salad.cli", "--function", "_parser", "--prog", PROGRAM, "--version", __version__),
        *("--project-name", "Grenade Salad", "--description", SUMMARY, "--manual-title", "Games"),
    )
    environ = os.environ | {"SOURCE_DATE_EPOCH": str(epoch), "COLUMNS": "80", "LANGUAGE": "en"}
    command = [sys.executable, "-c", "from argparse_manpage.cli import main; main()", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=environ).stdout + FILES


def libc() -> str:
    """The oldest libc that will do: that of the machine this is built on."""
    return os.confstr("CS_GNU_LIBC_VERSION").split()[-1] if hasattr(os, "confstr") else "2.28"  # type: ignore[union-attr]


def build(folder: Path, out: Path, epoch: int, preset: int) -> Path:
    """Make the package of the folder of the download."""
    architecture = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True)
    kind = architecture.stdout.strip()
    made = out / f"{PROGRAM}_{__version__}_{kind}.deb"
    with tempfile.TemporaryDirectory() as name:
        root = Path(name) / "root"
        home, share = root / "opt" / PROGRAM, root / "usr" / "share"
        shutil.copytree(folder, home, symlinks=True)
        icons = share / "icons" / "hicolor"
        texts = {
            share / "applications" / f"{PROGRAM}.desktop": MENU.encode(),
            share / "man" / "man1" / f"{PROGRAM}.1.gz": gzip.compress(man_page(epoch).encode(), mtime=0),
            icons / "256x256" / "apps" / f"{PROGRAM}.png": (ROOT / "assets" / "title" / "icon.png").read_bytes(),
            icons / "scalable" / "apps" / f"{PROGRAM}.svg": (ROOT / "assets" / "title" / "logo.svg").read_bytes(),
            share / "doc" / PROGRAM / "copyright": (folder / "THIRD-PARTY.txt").read_bytes(),
        }
        for file, text in texts.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text)
        (root / "usr" / "bin").mkdir()
        (root / "usr" / "bin" / PROGRAM).symlink_to(f"/opt/{PROGRAM}/{PROGRAM}")
        size = sum(file.stat().st_size for file in root.rglob("*") if file.is_file()) // 1024
        (root / "DEBIAN").mkdir()
        (root / "DEBIAN" / "control").write_text(CONTROL.format(architecture=kind, size=size, libc=libc()))
        date = datetime.fromtimestamp(epoch, UTC).timestamp()
        for file in sorted(root.rglob("*")):
            os.utime(file, (date, date), follow_symlinks=False)
        command = ["dpkg-deb", "--root-owner-group", "-Zxz", f"-z{preset}", "--build", root, made]
        environ = os.environ | {"SOURCE_DATE_EPOCH": str(epoch)}
        subprocess.run(command, check=True, capture_output=True, env=environ)
    return made
