#!/usr/bin/env python3
"""Set up a private environment in .venv and run the project in it.

    python3 run.py            the window (without a display: a match by machine)
    python3 run.py test ...   the tests; further words go to pytest
    python3 run.py ARGS...    the command `grenade-salad ARGS...`

Needs nothing but Python 3.11 or later.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "installed.txt"


def have(module: str) -> bool:
    """Whether the running Python has the module, asked of a child so that a broken one does no harm."""
    return subprocess.run([sys.executable, "-m", module, "--help"], capture_output=True).returncode == 0


def make_venv() -> list[str]:
    """Make .venv when it is missing or broken; the words of the pip that installs into it."""
    usable = PYTHON.exists() and subprocess.run([PYTHON, "-c", ""], capture_output=True).returncode == 0
    if not usable:
        print("Setting up .venv, this takes half a minute the first time ...", file=sys.stderr)
        without_pip = [] if have("ensurepip") else ["--without-pip"]
        subprocess.run([sys.executable, "-m", "venv", "--clear", *without_pip, VENV], check=True)
    if subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True).returncode == 0:
        return [str(PYTHON), "-m", "pip"]
    if have("pip"):
        return [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    sys.exit("run.py: this Python has neither ensurepip nor pip; install one (Debian: apt install python3-venv)")


def install(extras: str) -> None:
    """Install the project and the extras into .venv, unless that is what was installed last."""
    wanted = hashlib.sha256((HERE / "pyproject.toml").read_bytes()).hexdigest()
    seen = STAMP.read_text().split() if STAMP.exists() else []
    if PYTHON.exists() and seen[:1] == [wanted] and extras in seen[1:]:
        return
    pip = make_venv()
    keep = seen[1:] if seen[:1] == [wanted] else []
    target = f"{HERE}[{extras}]" if extras != "app" else str(HERE)
    quiet = ["install", "--quiet", "--disable-pip-version-check", "--editable", target]
    done = subprocess.run([*pip, *quiet], stdout=sys.stderr)
    if done.returncode:
        sys.exit("run.py: the installation failed; what pip said stands above")
    STAMP.write_text("\n".join([wanted, *keep, extras]) + "\n")


def main(words: list[str]) -> int:
    """Install what is needed and hand over to it; its exit status."""
    if sys.version_info < (3, 11):
        sys.exit(f"run.py: Python 3.11 or later is needed, this is {sys.version.split()[0]}")
    try:
        if words[:1] == ["test"]:
            install("test")
            command = [PYTHON, "-m", "pytest", "-q", "-n", "auto", "-m", "not slow", *words[1:]]
            return subprocess.run(command, cwd=HERE).returncode
        install("app")
        return subprocess.run([PYTHON, "-m", "grenade_salad", *words]).returncode
    except KeyboardInterrupt:
        return 130
    except subprocess.CalledProcessError as error:
        return error.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
