"""The download: `python -m tools.package` builds it into dist/.

The download is a folder with the program `grenade-salad`, as .tar.xz, and as .deb where dpkg-deb is installed. With
`--try` the result is tried afterwards. Needs the extra [dev].

What the build needs is installed first, over the network: `--prepare FOLDER` does only that, and `--prepared FOLDER`
does all the rest.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

from grenade_salad import PROGRAM, __version__
from tools.package import deb, tryout

ROOT = Path(__file__).parent.parent.parent
HERE = Path(__file__).parent
DIST = ROOT / "dist"
EXTRA_FILES = ("LICENSE", "LICENSE-ASSETS.md", "CHANGELOG.md")
SHIPPED = {"assets": "_assets", "boxes": "_boxes", "docs/rules": "_rules", "grenade_salad": ""}
"""Folders of the checkout, and where their files have to be in the package."""
EXCLUDED_SUFFIXES = (".py", ".pyc", ".po", ".pot")
MACHINE_FILES = ("RECORD", "direct_url.json", "uv_cache.json", "INSTALLER", "REQUESTED")
"""Files in which an installer describes its machine.

With them no two downloads are equal.
"""
REWRITTEN = ("numpy", "numpy.libs", "pygame", "pygame_ce.libs")
"""Folders of libraries that auditwheel has rewritten, which `strip` may damage."""
XZ_PRESET: Final = 3
"""The preset of xz: 6 takes three times as long for 5 % less."""
_GLIBC_VERSION = re.compile(rb"\0GLIBC_2\.(\d+)")
_ELF = b"\x7fELF"
GAMES_README = """Games of others go here: unpack the wheel of a game into this folder.

They are programs, and can do whatever you can do on this machine: take them only from people you trust. None is run
until "Games of others" in the settings allows it.
"""


def run(*words: str | Path, folder: Path = ROOT, **environ: str) -> None:
    """Run a tool; exit with its output if it fails.

    Variables that configure Python are removed, since the build would find other modules with them.
    """
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    result = subprocess.run(words, capture_output=True, text=True, cwd=folder, env=plain | environ)
    if result.returncode:
        sys.exit(f"{' '.join(map(str, words))}\n{result.stdout}{result.stderr}")


def build_time() -> int:
    """Return the time of files, in seconds since 1970.

    It is SOURCE_DATE_EPOCH, or else the time of the last commit.
    """
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    result = subprocess.run(["git", "log", "-1", "--format=%ct"], capture_output=True, text=True, cwd=ROOT)
    return int(result.stdout or 0)


def install_environment(work: Path) -> Path:
    """Install the program's wheel and the locked packages into an environment.

    Returns its Python. An environment that is in the folder already is used as it is.
    """
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
    """Return the folder of the program with all files beside it.

    `python` is that of `install_environment`.
    """
    words = ("--log-level", "ERROR", "-y", "--distpath", work / "dist", "--workpath", work / "build")
    reproducible = {"SOURCE_DATE_EPOCH": str(build_time()), "PYTHONHASHSEED": "1"}
    # Run outside the checkout: its package would be found before the installed one.
    run(python, "-m", "PyInstaller", *words, HERE / "grenade-salad.spec", folder=work, **reproducible)
    folder = work / "dist" / PROGRAM
    if lost := find_missing(folder):
        sys.exit(f"{len(lost)} files of the program are not in the download: {', '.join(lost[:3])} ...")
    remove_machine_files(folder / "_internal")
    strip_libraries(folder / "_internal")
    for name in EXTRA_FILES:
        shutil.copy(ROOT / name, folder)
    run(python, ROOT / "tools" / "notices.py", folder / "THIRD-PARTY.txt", "--frozen")
    (folder / "games").mkdir()
    (folder / "games" / "README.txt").write_text(GAMES_README, encoding="utf-8")
    return folder


def remove_machine_files(inside: Path) -> None:
    """Delete the files that describe the machine and the time of the build."""
    for note in inside.glob("*.dist-info/*"):
        if note.name in MACHINE_FILES:
            note.unlink()


def strip_libraries(inside: Path) -> None:
    """Remove the data for debuggers from libraries, if `strip` is installed.

    In many an extension module they are nine tenths of its size.
    """
    if not (strip := shutil.which("strip")):
        return
    for library in sorted(inside.rglob("*.so*")):
        if not library.is_symlink() and library.relative_to(inside).parts[0] not in REWRITTEN:
            run(strip, "--strip-unneeded", library)


def find_missing(folder: Path) -> list[str]:
    """Return the assets, rules, messages and pages that are not in the download."""
    inside = folder / "_internal" / "grenade_salad"
    wanted = {
        inside / target / file.relative_to(ROOT / source)
        for source, target in SHIPPED.items()
        for file in (ROOT / source).rglob("*")
        if file.is_file() and file.suffix not in EXCLUDED_SUFFIXES
    }
    return sorted(str(file.relative_to(inside)) for file in wanted if not file.is_file())


def find_needed_glibc(folder: Path) -> tuple[str, list[str]]:
    """Return the glibc that programs and libraries need, and which of them need it.

    It is the newest version, as in "2.31", that any of them refers to by name, and at least "2.17" (2012), as on all
    systems of today.
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


def pack(folder: Path, out: Path, libc: str) -> Path:
    """Pack the folder as .tar.xz, equal for equal files.

    Its name contains the glibc that it needs, if any.
    """
    system = f"{platform.system().lower()}-{platform.machine().lower()}" + (f"-glibc{libc}" if libc else "")
    archive = out / f"{PROGRAM}-{__version__}-{system}.tar.xz"

    def normalize(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = "root"
        member.mtime = build_time()
        return member

    with tarfile.open(archive, "w:xz", preset=XZ_PRESET) as tar:
        for file in sorted([folder, *folder.rglob("*")]):
            tar.add(file, f"{PROGRAM}-{__version__}/{file.relative_to(folder)}", recursive=False, filter=normalize)
    return archive


def main() -> int:
    """Build and pack the download, and try it if asked to."""
    parser = argparse.ArgumentParser(prog="python -m tools.package", description="Build the download into dist/.")
    parser.add_argument("--try", dest="tried", action="store_true", help="try every command of what was built")
    parser.add_argument("--prepare", type=Path, metavar="FOLDER", help="only install there what it is built with")
    parser.add_argument("--prepared", type=Path, metavar="FOLDER", help="build it with what was installed there")
    args = parser.parse_args()
    os.umask(0o022)  # Permissions must not depend on the machine.
    if args.prepare:
        install_environment(args.prepare.absolute())
        return 0
    DIST.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = freeze(Path(name), install_environment((args.prepared or Path(name)).absolute()))
        libc, files = find_needed_glibc(folder) if platform.system() == "Linux" else ("", [])
        archives = [pack(folder, DIST, libc)]
        if shutil.which("dpkg-deb"):
            archives.append(deb.build(folder, DIST, build_time(), XZ_PRESET, libc))
        else:
            print("There is no dpkg-deb here: no .deb.", file=sys.stderr)
    for file in archives:
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1e6:.1f} MB")
    if libc:
        print(f"needs glibc {libc} or newer, for {', '.join(files[:3])}{' ...' if files[3:] else ''}")
    return tryout.run(archives) if args.tried else 0


if __name__ == "__main__":
    sys.exit(main())
