#!/usr/bin/env python3
"""Set up a private environment in .venv and run the project in it.

    python3 run.py            the window (without a display: a match by machine)
    python3 run.py test       the tests, and then the examples in docstrings
    python3 run.py test ...   the tests that these words for pytest choose
    python3 run.py ARGS...    the command `grenade-salad ARGS...`

Needs nothing but Python 3.11 or later.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOCKS = HERE / "locks"
STAMP = VENV / "installed.json"
PACKAGES = "Lib/site-packages/*" if os.name == "nt" else "lib/python*/site-packages/*"


def has_module(module: str) -> bool:
    """True if the running Python has the module.

    A subprocess finds out, so that a broken module does no harm.
    """
    return subprocess.run([sys.executable, "-m", module, "--help"], capture_output=True).returncode == 0


def make_venv() -> list[str]:
    """Create .venv if it is missing or broken; return the command of its pip."""
    usable = PYTHON.exists() and subprocess.run([PYTHON, "-c", ""], capture_output=True).returncode == 0
    if not usable:
        print("Setting up .venv, this takes half a minute the first time ...", file=sys.stderr)
        without_pip = [] if has_module("ensurepip") else ["--without-pip"]
        subprocess.run([sys.executable, "-m", "venv", "--clear", *without_pip, VENV], check=True)
    if subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True).returncode == 0:
        return [str(PYTHON), "-m", "pip"]
    if has_module("pip"):
        return [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    sys.exit("run.py: this Python has neither ensurepip nor pip; install one (Debian: apt install python3-venv)")


def describe_installation() -> dict[str, object]:
    """Return the state of the installation: project, folder, Python and packages."""
    needs = [HERE / "pyproject.toml", *sorted(LOCKS.glob("*.txt"))]
    home = PYTHON.resolve()
    status = home.stat() if home.exists() else None
    return {
        "project": hashlib.sha256(b"".join(file.read_bytes() for file in needs)).hexdigest(),
        "where": str(HERE),
        "python": [str(home), status.st_size, status.st_mtime_ns] if status else None,
        "packages": sorted(package.name for package in VENV.glob(PACKAGES)),
    }


def read_stamp() -> dict[str, object]:
    """Return the state after the last installation, with its extras.

    Empty if there was none.
    """
    try:
        previous = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return previous if isinstance(previous, dict) and {*describe_installation(), "extras"} <= set(previous) else {}


def install(extras: str) -> None:
    """Install the lock of that name, or the extra, and the project into .venv.

    Nothing is done if that was installed last and nothing is missing. If the folder was moved, a package is missing or
    Python is another one, .venv is created again.
    """
    current, previous = describe_installation(), read_stamp()
    is_usable = (
        bool(previous) and previous["where"] == current["where"] and previous["python"] == current["python"] is not None
    )
    is_usable = is_usable and set(previous["packages"]) <= set(current["packages"])
    installed = previous["extras"] if is_usable and previous["project"] == current["project"] else []
    if extras in installed:
        return
    if not is_usable:
        if Path(sys.prefix).resolve() == VENV.resolve():
            sys.exit("run.py: .venv has to be made anew: start run.py with the Python of the system, not with its own")
        shutil.rmtree(VENV, ignore_errors=True)
    pip = make_venv()
    quiet = [*pip, "install", "--quiet", "--disable-pip-version-check"]
    lock = LOCKS / f"{extras}.txt"
    locked = ["--require-hashes", "--requirement", str(lock)]
    ours = ["--no-deps", "--no-build-isolation", "--editable", str(HERE)]
    for words in (locked, ours) if lock.exists() else (["--editable", f"{HERE}[{extras}]"],):
        if subprocess.run([*quiet, *words], stdout=sys.stderr).returncode:
            sys.exit("run.py: the installation failed; what pip said stands above")
    STAMP.write_text(json.dumps({**describe_installation(), "extras": [*installed, extras]}), encoding="utf-8")


def run_tests(words: list[str]) -> int:
    """Run the tests, and the examples in docstrings unless `words` choose tests.

    Returns the exit status.
    """
    pytest = [PYTHON, "-m", "pytest", "-q"]
    tested = subprocess.run([*pytest, "-n", "auto", "--dist", "worksteal", "-m", "not slow", *words], cwd=HERE)
    if words:
        return tested.returncode
    # These run separately: each test process takes longer to look for them than to run them.
    examples = subprocess.run([*pytest, "--doctest-modules", "grenade_salad"], cwd=HERE)
    return max(tested.returncode, examples.returncode, key=abs)


def main(words: list[str]) -> int:
    """Install what is needed and run it; return its exit status."""
    if sys.version_info < (3, 11):
        sys.exit(f"run.py: Python 3.11 or later is needed, this is {sys.version.split()[0]}")
    try:
        if words[:1] == ["test"]:
            install("test")
            return run_tests(words[1:])
        install("app")
        # Commands that the program prints for people begin with this.
        environ = {**os.environ, "GRENADE_SALAD_STARTED_BY": f"{Path(sys.executable).name} {sys.argv[0]}"}
        return subprocess.run([PYTHON, "-m", "grenade_salad", *words], env=environ).returncode
    except KeyboardInterrupt:
        return 130
    except subprocess.CalledProcessError as error:
        return error.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
