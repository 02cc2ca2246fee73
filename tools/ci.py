"""Run everything that must pass before a change is merged: `.ci/run`.

Tests and builds see nothing of the machine but PATH, TERM, LANG and an empty HOME, so that they pass anywhere. Commands
that install also get the machine's certificates, proxies and package indexes, and the real HOME with its caches. Needs
only Python 3.11 and a network for pip.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from run import PYTHON

ROOT = Path(__file__).resolve().parent.parent
UV = (PYTHON, "-m", "uv")
TARGET, BUSY_TARGET = 31, 52
"""Minutes for all steps on two cores: on a quiet machine, and at a load of 8."""
MAX_RETRIES = 3
"""Number of failed tests that may be run again, alone.

If more fail, something is wrong.
"""
DEFAULT_TESTS = ("-n", "auto", "--dist", "worksteal", "-m", "not slow")
DEPENDENT_TESTS = {"app": 3, "web": 2, "text": 2, "lab": 2, "plugins": 2}
"""Folders of tests of code that calls other packages.

These may behave differently in their lowest versions. Of `n` modules one is run: those of a folder call the same
functions of other packages, through the same code of ours.
"""
OWN_FILES_TESTS = (
    *("tests/test_naming.py", "tests/test_release.py", "tests/test_ci.py"),
    *("tests/text/test_catalogs.py", "tests/text/test_rules_pages.py"),
)
"""Tests that read files of ours, or test our tools.

No version of Python or a package makes a difference to them.
"""
OPTIONAL_PROGRAMS = {
    "chromium": ["chromium"],
    "xvfb dbus at-spi2-core": ["Xvfb", "dbus-daemon", "/usr/libexec/at-spi-bus-launcher"],
    "openbox xdotool xclip x11-xkb-utils": ["openbox", "xdotool", "xclip", "setxkbmap"],
    "nginx openssl": ["/usr/sbin/nginx", "openssl"],
}
"""Debian packages, and their programs without which some tests are skipped."""
SERVERS = {"nginx openssl"}
"""Those with a server, which are not installed where systemd would start it."""
_INSTALL_VARIABLES = re.compile(
    "SSL_CERT_.*|PIP_.*|UV_.*|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|(?i:(http|https|ftp|all|no)_proxy)"
)

Word = str | Path


class StepFailed(Exception):
    """A command or a check of a step failed."""


def list_dependent_tests() -> list[str]:
    """Return the modules of tests that are run with the lowest versions."""
    return [
        module.relative_to(ROOT).as_posix()
        for folder, share in DEPENDENT_TESTS.items()
        for module in sorted(ROOT.glob(f"tests/{folder}/**/test_*.py"))[::share]
    ]


def clean_environ(environ: Mapping[str, str], home: Path) -> dict[str, str]:
    """Return the environment of tests and builds."""
    passed_on = {name: environ[name] for name in ("PATH", "TERM", "SYSTEMROOT") if name in environ}
    return {"TERM": "dumb", "LANG": "C.UTF-8", "HOME": str(home)} | passed_on


def install_environ(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of commands that install.

    It differs from machine to machine.
    """
    passed_on = {name: value for name, value in environ.items() if _INSTALL_VARIABLES.fullmatch(name)}
    return clean_environ(environ, Path.home()) | passed_on


@dataclass
class StepTime:
    """Seconds that a step took, by the clock and of the processors."""

    name: str
    clock: float
    processor: float


def format_times(times: Sequence[StepTime], clock: float) -> str:
    """Return a table of all steps, with the total beside its target."""
    rows = [*times, StepTime("all", clock, sum(step.processor for step in times))]
    lines = [f"{'seconds: clock':>16} {'processors':>11}  step"]
    lines += [f"{row.clock:16.0f} {row.processor:11.0f}  {row.name}" for row in rows]
    load = f"; the load is {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    targets = f"{TARGET} on two quiet cores, {BUSY_TARGET} at a load of 8"
    return "\n".join([*lines, f"{clock / 60:.1f} minutes; the target for all steps is {targets}{load}"])


class BackgroundCommand:
    """A command that runs beside the next steps.

    Its output goes to a file until it is waited for.
    """

    def __init__(self, words: Sequence[Word], environ: Mapping[str, str], output: Path) -> None:
        self.words, self.output = words, output
        with output.open("wb") as file:
            self.process = subprocess.Popen(
                words, cwd=ROOT, env=environ, stdout=file, stderr=subprocess.STDOUT, start_new_session=True
            )

    def finish(self) -> None:
        """Wait for its end and print its last lines, or all if it failed.

        Raises StepFailed.
        """
        status = self.process.wait()
        lines = self.output.read_text(encoding="utf-8", errors="replace").splitlines()
        print(*(lines if status else lines[-12:]), sep="\n", flush=True)
        if status:
            raise StepFailed(" ".join(map(str, self.words)))

    def kill(self) -> None:
        """Kill it if it still runs, on POSIX with the processes that it started."""
        if self.process.poll() is None and hasattr(os, "killpg"):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()


@dataclass
class Run:
    """One run of the steps, with what they share."""

    folder: Path
    """A temporary folder, with a home of its own for tests and builds."""
    root: Path = ROOT
    quick: bool = False
    doors: bool = False
    since: str = ""
    """The revision with which `touched` compares; empty for its own choice."""
    times: list[StepTime] = field(default_factory=list)
    """The steps so far, with their times."""
    retried: list[str] = field(default_factory=list)
    """Ids of tests that passed only when they were run again, alone."""
    background: dict[str, BackgroundCommand] = field(default_factory=dict)
    """Commands that run beside the steps, by name."""

    def __post_init__(self) -> None:
        self.home = self.folder / "home"
        self.home.mkdir(parents=True)
        self.clean, self.installing = clean_environ(os.environ, self.home), install_environ(os.environ)

    def measure(self, step: Callable[[Run], None]) -> None:
        """Run a step and note its time.

        A background command counts for the step that waits for it.
        """
        print(f"\n== {step.__name__}: {(step.__doc__ or '').splitlines()[0]}", flush=True)
        clock, start = time.monotonic(), os.times()
        try:
            step(self)
        finally:
            after = os.times()
            processor = after.children_user - start.children_user + after.children_system - start.children_system
            self.times.append(StepTime(step.__name__, time.monotonic() - clock, processor))
            print(f"-- {self.times[-1].clock:.0f} s by the clock, {processor:.0f} s of the processors", flush=True)

    def call(self, *words: Word, **options: Any) -> subprocess.CompletedProcess[str]:
        """Run a command that may fail."""
        defaults: dict[str, Any] = {"cwd": self.root, "env": self.clean, "text": True}
        return subprocess.run(words, **defaults | options)

    def check(self, *words: Word, **options: Any) -> str:
        """Run a command that must succeed, and return its output if it is captured.

        Raises StepFailed.
        """
        done = self.call(*words, **options)
        if done.returncode:
            raise StepFailed(" ".join(map(str, words)))
        return done.stdout

    def install(self, *words: Word) -> None:
        """Run a command that may use the network. Raises StepFailed."""
        self.check(*words, env=self.installing)

    def start(self, name: str, *words: Word, environ: Mapping[str, str] | None = None) -> BackgroundCommand:
        """Start a command that runs beside the next ones."""
        command = BackgroundCommand(words, environ or self.clean, self.folder / f"{name}.txt")
        self.background[name] = command
        return command

    def pytest(self, python: Word, *words: str, alone: Sequence[str] = (), **environ: str) -> None:
        """Run tests; `alone` are the words for failed tests that are run again.

        Raises StepFailed.
        """
        pytest = (python, "-m", "pytest", "-q")
        self.check_tests([*pytest, *words], [*pytest, "-n", "0", *alone], **environ)

    def check_tests(self, command: Sequence[Word], alone: Sequence[Word], **environ: str) -> None:
        """Run tests, and those that failed again, alone, if they are few.

        Tests with processes, sockets and browsers compete for the cores, and one in some thousands waits in vain.
        Raises StepFailed.
        """
        last_failed = self.root / ".pytest_cache/v/cache/lastfailed"
        last_failed.unlink(missing_ok=True)
        status = self.call(*command, env=self.clean | environ).returncode
        if not status:
            return
        failed = sorted(json.loads(last_failed.read_text(encoding="utf-8"))) if last_failed.exists() else []
        print(f"\nFAILED: {len(failed)}", *failed, sep="\n  ", flush=True)
        if status != 1 or not 0 < len(failed) <= MAX_RETRIES:  # 1: pytest ran to its end, and tests failed
            raise StepFailed(" ".join(map(str, command)))
        print("Again, alone:", flush=True)
        self.check(*alone, *failed, env=self.clean | environ)
        self.retried += failed

    def make_venv(self, name: str, python: Word, *requirements: Word) -> Path:
        """Make an environment with these requirements, and return its Python."""
        venv_python = self.folder / name / PYTHON.relative_to(PYTHON.parent.parent)
        print(f"An environment with {python}", flush=True)
        self.install(*UV, "venv", "--quiet", "--python", python, self.folder / name)
        self.install(*UV, "pip", "install", "--quiet", "--python", venv_python, *requirements)
        return venv_python

    def find_pythons(self) -> dict[str, str]:
        """Find the newest Python of each version from 3.11 on, newest first.

        They are those on the path and of pyenv and uv.
        """
        folders = [os.environ.get("PATH", os.defpath), *map(str, Path.home().glob(".pyenv/versions/*/bin"))]
        environ = self.installing | {"PATH": os.pathsep.join(folders)}
        command = (*UV, "python", "list", "cpython>=3.11,<3.15", "--only-installed", "--output-format", "json")
        listed = self.check(*command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        pythons: dict[str, str] = {}
        for python in json.loads(listed):
            if python["variant"] == "default":
                pythons.setdefault("{major}.{minor}".format(**python["version_parts"]), python["path"])
        return pythons


def apt_install(run: Run, packages: str) -> bool:
    """Install Debian packages, names with spaces between them. True if that succeeded."""
    if not shutil.which("apt-get"):
        return False
    sudo = () if os.getuid() == 0 or not shutil.which("sudo") else ("sudo", "-n", "--preserve-env")
    environ = run.installing | {"DEBIAN_FRONTEND": "noninteractive"}
    install = ("install", "-qq", "-y", "--no-install-recommends", *packages.split())
    for words in (("update", "-qq"), install):
        if run.call(*sudo, "apt-get", *words, env=environ, stdout=subprocess.DEVNULL).returncode:
            return False
    return True


def machine(run: Run) -> None:
    """Install what the machine lacks: pip, and programs for some tests."""
    no_pip = not find_spec("ensurepip") and not find_spec("pip")
    if no_pip and not apt_install(run, "python3-venv python3-pip"):
        raise StepFailed("this Python has no pip, and apt could not install it")
    for packages, programs in OPTIONAL_PROGRAMS.items():
        if all(map(shutil.which, programs)):
            continue
        would_serve = packages in SERVERS and Path("/run/systemd/system").is_dir()
        if would_serve or not apt_install(run, packages):
            print(f"Could not install {packages}: the tests that need them are skipped and say so.")


def readme(run: Run) -> None:
    """Run README's command for the tests. Only its installation may use the network."""
    run.install(sys.executable, "-c", "import run; run.install('test')")
    alone = (PYTHON, "-m", "pytest", "-q", "-n", "0", "--doctest-modules")
    run.check_tests((sys.executable, "run.py", "test"), alone)


def tools(run: Run) -> None:
    """Install what developers need as well."""
    run.install(sys.executable, "-c", "import run; run.install('dev')")


def download(run: Run) -> None:
    """Start to build the download and try it, beside the next steps."""
    run.install(PYTHON, "-m", "tools.package", "--prepare", run.folder / "package")
    run.start("download", PYTHON, "-m", "tools.package", "--prepared", run.folder / "package", "--try")


def downloaded(run: Run) -> None:
    """Wait for the download."""
    run.background["download"].finish()


def lint(run: Run) -> None:
    """Check style and format."""
    run.check(PYTHON, "-m", "ruff", "check", ".")
    run.check(PYTHON, "-m", "ruff", "format", "--check", ".")


def types(run: Run) -> None:
    """Check the types with mypy and pyright at the same time: each uses one core."""
    mypy = run.start("mypy", PYTHON, "-m", "mypy")
    # pyright installs its own package from npm into the real HOME.
    pyright = (PYTHON, "-m", "pyright")
    if not run.quick and not run.call(*pyright, "--version", env=run.installing, capture_output=True).returncode:
        run.start("pyright", *pyright, environ=run.installing).finish()
    elif not run.quick:
        print("pyright could not get its own package from npm: skipped.")
    mypy.finish()


def rules(run: Run) -> None:
    """Check that every rule has a test."""
    print(run.check(PYTHON, "-m", "tools.rules_coverage", stdout=subprocess.PIPE).splitlines()[-1])


def wheel(run: Run) -> None:
    """Build the wheel, and try it in an empty environment with two plugins."""
    build = ("build", "--quiet", "--wheel", "--no-build-isolation", "--offline", "--python", PYTHON)
    run.check(*UV, *build, "--out-dir", run.folder / "wheel")
    python = run.make_venv("wheel-venv", sys.executable, *run.folder.glob("wheel/*.whl"), "./tests/plugins")
    program = python.with_name("grenade-salad")
    home = run.folder / "wheel-home"
    home.mkdir()
    environ = run.clean | {"HOME": str(home)}
    check = partial(run.check, cwd=run.folder, stdout=subprocess.DEVNULL)
    commands = [["--version"], ["--help"], ["rules"], ["--data", "played"]]
    for game in ("grenade-salad", "live-grenade", "wheel"):
        commands += [["rules", game], ["arena", game, "--players", "expert:0.1", "normal", "--games", "2", "--json"]]
    for game in ("grenade-salad", "live-grenade", "wheel", "nim", "high-card"):
        commands += [["simulate", game, "--games", "1", "--json"]]
    for words in commands:
        check(program, *words, env=environ)
    five_seconds = ("timeout", "--preserve-status", "-s", "TERM", "5")
    dummy = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    check(*five_seconds, program, "--data", "window", env=environ | dummy)
    for pattern in ("window/*", "played/*/*.png"):
        if not any(run.folder.glob(pattern)):
            raise StepFailed(f"the program left no {pattern}")


def newest(run: Run) -> None:
    """Run the default tests and examples with the newest versions and Python.

    Measure which lines they cover. Tests of our own files and tools are left out.
    """
    version, newest_python = next(iter(run.find_pythons().items()), ("3.11", PYTHON))
    python = run.make_venv("newest", newest_python, "--editable", ".[test]", "pytest-cov")
    measured = {"COVERAGE_FILE": str(run.folder / "coverage")}
    if version != "3.11":
        measured["COVERAGE_CORE"] = "sysmon"
    cover = ("--cov", "--cov-append", "--cov-report=", "--cov-fail-under=0")
    own_files = [f"--ignore={module}" for module in OWN_FILES_TESTS]
    run.pytest(python, *DEFAULT_TESTS, *own_files, *cover, alone=cover, **measured)
    examples = ("--doctest-modules", *cover)
    run.pytest(python, *examples, "grenade_salad", alone=examples, **measured)
    run.check(python, "-m", "coverage", "report", env=run.clean | measured)


def lowest(run: Run) -> None:
    """Run some tests of code that calls other packages with their lowest versions.

    With --doors all default tests are run.
    """
    install = ("--resolution", "lowest-direct", "--editable", ".[test]")
    python = run.make_venv("lowest", run.find_pythons().get("3.12", PYTHON), *install)
    run.pytest(python, *DEFAULT_TESTS, *(() if run.doors else list_dependent_tests()))


def doors(run: Run) -> None:
    """Run the default tests on every installed Python."""
    for version, python in run.find_pythons().items():
        run.pytest(run.make_venv(f"python-{version}", python, "--editable", ".[test]"), *DEFAULT_TESTS)


def slow(run: Run) -> None:
    """Run the slow tests, with [bench].

    With --doors, also run those for few machines, with [train].
    """
    # torch is some gigabytes where an index has it for graphics cards.
    extras, marked = ("train,bench", "slow") if run.doors else ("bench", "slow and not doors")
    if run.call(sys.executable, "-c", f"import run; run.install({extras!r})", env=run.installing).returncode:
        print(f"[{extras}] could not be installed: the tests that need it are skipped and say so.")
    # These tests mostly wait for browsers and other processes: four workers left two cores idle a third of the time.
    # The longest are run first (tests/conftest.py).
    run.pytest(PYTHON, "-n", "6", "--dist", "worksteal", "-m", marked)


def touched(run: Run) -> None:
    """Run the default tests that import what was changed."""
    since = ("--since", run.since) if run.since else ()
    modules = run.check(PYTHON, "-m", "tools.touched", *since, stdout=subprocess.PIPE).split()
    if modules:
        run.pytest(PYTHON, *DEFAULT_TESTS, *modules)


_STEPS = (machine, readme, tools, download, lint, types, rules, wheel, newest, lowest, doors, downloaded, slow, touched)
STEPS = {step.__name__: step for step in _STEPS}


def select_steps(args: argparse.Namespace) -> list[str]:
    """Return the names of the steps to run, in their order."""
    if args.quick:
        return ["tools", "lint", "types", "touched"]
    if args.only:
        return [*args.only, "downloaded"] if "download" in args.only else args.only
    return [name for name in STEPS if name != "touched" and (name != "doors" or args.doors)]


def main(words: Sequence[str] | None = None) -> int:
    """Run the steps until one fails, and return the exit status."""
    parser = argparse.ArgumentParser(prog=".ci/run", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="for work in between: lint, mypy, tests of what changed")
    parser.add_argument("--since", default="", metavar="REVISION", help="with --quick: changed since then")
    parser.add_argument("--doors", "--versions", action="store_true", help="also the default tests on other Pythons")
    parser.add_argument("--only", nargs="+", choices=STEPS, metavar="STEP", help=", ".join(STEPS))
    args = parser.parse_args(words)
    failure, began = "", time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        run = Run(Path(folder), quick=args.quick, doors=args.doors, since=args.since)
        try:
            for name in select_steps(args):
                run.measure(STEPS[name])
        except (StepFailed, KeyboardInterrupt) as error:
            failure = str(error) or "interrupted"
        finally:
            for command in run.background.values():
                command.kill()
        if left := sorted(file.name for file in run.home.iterdir()):
            print("\nLeft in the empty HOME:", *left)
    print(f"\n{format_times(run.times, time.monotonic() - began)}")
    for test in run.retried:
        print(f"FAILED, and passed only when it was run again, alone: {test}")
    print(f"\nFAILED: {failure}" if failure else "\nAll steps passed", flush=True)
    return 1 if failure else 0


if __name__ == "__main__":
    sys.exit(main())
