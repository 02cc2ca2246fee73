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
CONTROL = f"""Package: {PROGRAM}
Version: {VERSION}
Architecture: {{architecture}}
Maintainer: The Grenade Salad founders <founders@grenade-salad.invalid>
Installed-Size: {{size}}
Depends: libc6 (>= {{libc}}), libstdc++6, libgcc-s1
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
GenericName=Board games
GenericName[de]=Brettspiele
GenericName[es]=Juegos de mesa
GenericName[fr]=Jeux de société
GenericName[pl]=Gry planszowe
Comment=Three games for people around one screen
Comment[de]=Drei Spiele für Leute an einem Bildschirm
Comment[es]=Tres juegos para jugar juntos ante una pantalla
Comment[fr]=Trois jeux pour jouer ensemble sur un seul écran
Comment[pl]=Trzy gry dla osób przy jednym ekranie
Keywords=board game;cards;dice;party;hotseat;bluff;
Keywords[de]=Brettspiel;Karten;Würfel;Party;Bluff;
Keywords[es]=juego de mesa;cartas;dados;fiesta;faroles;
Keywords[fr]=jeu de société;cartes;dés;fête;bluff;
Keywords[pl]=gra planszowa;karty;kości;impreza;blef;
Exec=/opt/{PROGRAM}/{PROGRAM}
Icon={PROGRAM}
Terminal=false
Categories=Game;BoardGame;
StartupWMClass={PROGRAM}
"""
METAINFO = f"""<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>{ID}</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>MIT AND CC-BY-4.0</project_license>
  <name>Grenade Salad</name>
  <developer_name>The Grenade Salad founders</developer_name>
  <summary>Three games for people around one screen</summary>
  <summary xml:lang="de">Drei Spiele für Leute an einem Bildschirm</summary>
  <summary xml:lang="es">Tres juegos para jugar juntos ante una pantalla</summary>
  <summary xml:lang="fr">Trois jeux pour jouer ensemble sur un seul écran</summary>
  <summary xml:lang="pl">Trzy gry dla osób przy jednym ekranie</summary>
  <description>
    <p>Wooden cubes that are really dropped on a table, a card game of nerves, and a game of bluff with three dice that
      blow up: for two to nine people around one screen, with secret hands, and with machines where a seat is empty.</p>
    <ul>
      <li>Learn each game on its own table, one sentence at a time</li>
      <li>Phones can hold the cards; there is no server and no account</li>
      <li>Every match is saved line by line, to go on with and to watch again</li>
      <li>Playable by mouse, touch, keyboard, gamepad, one switch or screen reader</li>
    </ul>
  </description>
  <launchable type="desktop-id">{PROGRAM}.desktop</launchable>
  <content_rating type="oars-1.1">
    <content_attribute id="violence-fantasy">mild</content_attribute>
  </content_rating>
  <categories>
    <category>Game</category>
    <category>BoardGame</category>
  </categories>
  <releases>
    <release version="{__version__}" date="{{date}}"/>
  </releases>
</component>
"""
FILES = f""".SH FILES
.TP
.I ~/.local/share/{PROGRAM}
matches, their copies and reports; removing the program keeps them
.TP
.I ~/.config/{PROGRAM}
settings
.TP
.I ~/.local/share/{PROGRAM}/games
games of others, off until the settings allow them; so are those in
.I /opt/{PROGRAM}/games
"""


def render_man_page(epoch: int) -> str:
    """Return the man page, made of the output of --help."""
    words = (
        *("--module", "grenade_salad.cli", "--function", "parser_of_all", "--prog", PROGRAM, "--version", __version__),
        *("--project-name", "Grenade Salad", "--description", SUMMARY, "--manual-title", "Games"),
    )
    environ = os.environ | {"SOURCE_DATE_EPOCH": str(epoch), "TZ": "UTC", "COLUMNS": "80", "LANGUAGE": "en"}
    command = [sys.executable, "-c", "from argparse_manpage.cli import main; main()", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=environ).stdout + FILES


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
            share / "applications" / f"{PROGRAM}.desktop": MENU.encode(),
            share / "man" / "man1" / f"{PROGRAM}.1.gz": gzip.compress(render_man_page(epoch).encode(), mtime=0),
            icons / "scalable" / "apps" / f"{PROGRAM}.svg": (ROOT / "assets" / "title" / "logo.svg").read_bytes(),
            share / "bash-completion" / "completions" / PROGRAM: render_completion("bash"),
            share / "zsh" / "vendor-completions" / f"_{PROGRAM}": render_completion("zsh"),
            share / "fish" / "vendor_completions.d" / f"{PROGRAM}.fish": render_completion("fish"),
            share / "doc" / PROGRAM / "copyright": (folder / "THIRD-PARTY.txt").read_bytes(),
            share / "doc" / PROGRAM / "changelog.gz": gzip.compress((folder / "CHANGELOG.md").read_bytes(), mtime=0),
            share / "metainfo" / f"{ID}.metainfo.xml": METAINFO.format(date=day).encode(),
            **{icons / f"{size}x{size}" / "apps" / f"{PROGRAM}.png": render_icon(size) for size in SIZES},
        }
        for file, text in texts.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text)
        (root / "usr" / "bin").mkdir()
        (root / "usr" / "bin" / PROGRAM).symlink_to(f"/opt/{PROGRAM}/{PROGRAM}")
        size = sum(file.stat().st_size for file in root.rglob("*") if file.is_file()) // 1024
        (root / "DEBIAN").mkdir()
        (root / "DEBIAN" / "control").write_text(CONTROL.format(architecture=kind, size=size, libc=libc))
        date = datetime.fromtimestamp(epoch, UTC).timestamp()
        for file in sorted(root.rglob("*")):
            os.utime(file, (date, date), follow_symlinks=False)
        command = ["dpkg-deb", "--root-owner-group", "-Zxz", f"-z{preset}", "--build", root, package]
        environ = os.environ | {"SOURCE_DATE_EPOCH": str(epoch)}
        subprocess.run(command, check=True, capture_output=True, env=environ)
    return package
