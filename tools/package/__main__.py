"""The download: `python -m tools.package` builds it into dist/; `--try` tries afterwards what was built.

What it is built with is installed first, which needs a network: `--prepare FOLDER` does that alone, and `--prepared
FOLDER` all the rest.

A folder with the program `grenade-salad` in it, as .tar.xz, and where there is dpkg-deb as .deb. Needs the extra [dev].
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from grenade_salad import PROGRAM, __version__
from tools.package import deb, glibc, tryout

ROOT = Path(__file__).parent.parent.parent
HERE = Path(__file__).parent
DIST = ROOT / "dist"
BESIDE = ("LICENSE", "LICENSE-ASSETS.md", "CHANGELOG.md")
SHIPPED = {"assets": "_assets", "boxes": "_boxes", "docs/rules": "_rules", "grenade_salad": ""}
"""Folders here, and where in the package of the download their files must be."""
LEFT_OUT = (".py", ".pyc", ".po", ".pot")
OF_HERE = ("RECORD", "direct_url.json", "uv_cache.json", "INSTALLER", "REQUESTED")
"""What an installer writes down of the machine it ran on: with it no two downloads are the same."""
PRESET = 3
"""How hard xz tries: 6 takes three times as long for a twentieth less."""
GAMES = """Games of others go here: unpack the wheel of a game into this folder.

They are programs, and can do whatever you can do on this machine: take them only from people you trust. None is run
until "Games of others" in the settings allows it.
"""


def run(*words: str | Path, where: Path = ROOT, **environ: str) -> None:
    """Run a tool; what it said if it failed. A Python that is set up by variables would build with other modules."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(words, capture_output=True, text=True, cwd=where, env=plain | environ)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")


def when() -> int:
    """Seconds since 1970 that files are dated with: SOURCE_DATE_EPOCH, else the last commit's."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], capture_output=True, text=True, cwd=ROOT)
    return int(done.stdout or 0)


def environment(work: Path) -> Path:
    """Install the program's wheel and what the lock says into an environment in the folder; its Python."""
    python = work / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if python.exists():
        return python
    uv = (sys.executable, "-m", "uv")
    run(*uv, "build", "--quiet", "--wheel", "--out-dir", work, ROOT)
    run(*uv, "venv", "--quiet", "--python", sys.executable, work / "env")
    (wheel,) = work.glob("*.whl")
    install = (*uv, "pip", "install", "--quiet", "--python", python)
    run(*install, "--require-hashes", "--requirement", ROOT / "locks" / "download.txt")
    run(*install, "--no-deps", wheel)
    return python


def freeze(work: Path, python: Path) -> Path:
    """The folder of the program, with all that lies beside it; `python` is that of `environment`."""
    words = ("--log-level", "ERROR", "-y", "--distpath", work / "dist", "--workpath", work / "build")
    same = {"SOURCE_DATE_EPOCH": str(when()), "PYTHONHASHSEED": "1"}
    # not from the checkout, whose package would be found before the installed one
    run(python, "-m", "PyInstaller", *words, HERE / "grenade-salad.spec", where=work, **same)
    folder = work / "dist" / PROGRAM
    if lost := missing(folder):
        sys.exit(f"{len(lost)} files of the program are not in the download: {', '.join(lost[:3])} ...")
    forget(folder / "_internal")
    if strip := shutil.which("strip"):
        for library in (folder / "_internal").glob("libpython*.so*"):  # some have what debuggers want, two thirds of it
            run(strip, "--strip-unneeded", library)
    for name in BESIDE:
        shutil.copy(ROOT / name, folder)
    run(python, ROOT / "tools" / "notices.py", folder / "THIRD-PARTY.txt", "--frozen")
    (folder / "games").mkdir()
    (folder / "games" / "README.txt").write_text(GAMES, encoding="utf-8")
    return folder


def forget(inside: Path) -> None:
    """Take away what tells of the machine and the day of the build."""
    for note in inside.glob("*.dist-info/*"):
        if note.name in OF_HERE:
            note.unlink()


def missing(folder: Path) -> list[str]:
    """What of the pictures, sounds, rules, words and pages did not get into the folder of the download."""
    inside = folder / "_internal" / "grenade_salad"
    wanted = {
        inside / there / file.relative_to(ROOT / here)
        for here, there in SHIPPED.items()
        for file in (ROOT / here).rglob("*")
        if file.is_file() and file.suffix not in LEFT_OUT
    }
    return sorted(str(file.relative_to(inside)) for file in wanted if not file.is_file())


def pack(folder: Path, out: Path, libc: str) -> Path:
    """The folder as .tar.xz, the same for the same files; its name says which glibc it needs, if any."""
    where = f"{platform.system().lower()}-{platform.machine().lower()}" + (f"-glibc{libc}" if libc else "")
    archive = out / f"{PROGRAM}-{__version__}-{where}.tar.xz"

    def plainly(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = "root"
        member.mtime = when()
        return member

    with tarfile.open(archive, "w:xz", preset=PRESET) as made:
        for file in sorted([folder, *folder.rglob("*")]):
            made.add(file, f"{PROGRAM}-{__version__}/{file.relative_to(folder)}", recursive=False, filter=plainly)
    return archive


def main() -> int:
    """Build, pack, and try if that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.package", description="Build the download into dist/.")
    parser.add_argument("--try", dest="tried", action="store_true", help="try every command of what was built")
    parser.add_argument("--prepare", type=Path, metavar="FOLDER", help="only install there what it is built with")
    parser.add_argument("--prepared", type=Path, metavar="FOLDER", help="build it with what was installed there")
    args = parser.parse_args()
    os.umask(0o022)  # who may read the files is of no machine
    if args.prepare:
        environment(args.prepare.absolute())
        return 0
    DIST.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = freeze(Path(name), environment((args.prepared or Path(name)).absolute()))
        libc, files = glibc.needed(folder) if platform.system() == "Linux" else ("", [])
        made = [pack(folder, DIST, libc)]
        if shutil.which("dpkg-deb"):
            made.append(deb.build(folder, DIST, when(), PRESET, libc))
        else:
            print("There is no dpkg-deb here: no .deb.", file=sys.stderr)
    for file in made:
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1e6:.1f} MB")
    if libc:
        print(f"needs glibc {libc} or newer, for {', '.join(files[:3])}{' ...' if files[3:] else ''}")
    return tryout.run(made) if args.tried else 0


if __name__ == "__main__":
    sys.exit(main())
