"""What must hold before a change goes in: `.ci/run`.

Tests, builds and tries see nothing of the machine but PATH, TERM, LANG and an empty HOME. What installs has besides the
variables of certificates, proxies and indexes, and the real HOME with its caches. Needs nothing but Python 3.11.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv" / "bin"
QUIET, BUSY = 31, 52
"""Minutes that the whole may take on two cores: with nothing else on them, and beside a load of 8."""
AGAIN = 3
"""So many tests that fell are tried once more, alone."""
_INSTALLS = re.compile(
    "SSL_CERT_.*|PIP_.*|UV_.*|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|(?i:(http|https|ftp|all|no)_proxy)"
)
DEFAULT = ("-n", "auto", "--dist", "worksteal", "-m", "not slow")
DOWNLOAD = "The download"
MEETS_OTHERS = tuple(f"tests/{name}" for name in ("app", "phone", "text", "lab", "plugins"))
"""The tests of what meets other packages, whose lowest versions may differ."""

Word = str | Path
Words = Sequence[Word]


class Fell(Exception):
    """A step did not hold, and which."""


def bare(environ: Mapping[str, str], home: Path) -> dict[str, str]:
    """What a stranger's machine has."""
    term = environ.get("TERM", "dumb")
    return {"HOME": str(home), "PATH": environ.get("PATH", os.defpath), "TERM": term, "LANG": "C.UTF-8"}


def installing(environ: Mapping[str, str]) -> dict[str, str]:
    """The same with what installing needs, which may be different on every machine."""
    kept = {name: value for name, value in environ.items() if _INSTALLS.fullmatch(name)}
    return bare(environ, Path(environ.get("HOME", "/"))) | kept


def found(version: str, home: Path) -> str | None:
    """A Python of the version, as in "3.12", on the path, of pyenv or of uv."""
    folders = (home / ".pyenv/versions", home / ".local/share/uv/python")
    installed = [one for folder in folders for one in folder.glob(f"*{version}.*/bin/python{version}")]
    for python in (f"python{version}", *sorted(map(str, installed))):
        code = f"import sys; print(sys.executable if '%d.%d' % sys.version_info[:2] == '{version}' else '')"
        try:
            done = subprocess.run([python, "-c", code], capture_output=True, text=True)
        except OSError:
            continue
        if done.returncode == 0 and done.stdout.strip():
            return done.stdout.strip()
    return None


@dataclass
class Row:
    """What a step took, in seconds; `reserved_width` if it ran beside others."""

    name: str
    wall: float
    processor: float
    aside: bool = False


def table(rows: Sequence[Row], wall: float) -> str:
    """The steps and what they took, with the goals."""
    lines = [f"{'seconds: clock':>16} {'processors':>11}  step"]
    lines += [f"{r.wall:16.0f} {r.processor:11.0f}  {r.name}{' (beside others)' if r.aside else ''}" for r in rows]
    lines.append(f"{wall:16.0f} {sum(row.processor for row in rows):11.0f}  all")
    goals = f"{QUIET} on two quiet cores, {BUSY} at a load of 8"
    lines.append(f"{wall / 60:.1f} minutes; the goal for all of it is {goals}; the load is {os.getloadavg()[0]:.1f}")
    return "\n".join(lines)


class Aside:
    """A command that runs beside the steps; what it says is kept until its end is asked for."""

    def __init__(self, run: Run, name: str, words: Words, env: Mapping[str, str]) -> None:
        self.run, self.name, self.row = run, name, Row(name, 0, 0, aside=True)
        self.said = run.work / f"{name.replace(' ', '-')}.txt"
        with self.said.open("wb") as out:
            self.process = subprocess.Popen(
                words, cwd=ROOT, env=env, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
            )
        self.began = time.monotonic()
        self.status = -1
        self.thread = Thread(target=self._wait, daemon=True)
        self.thread.start()

    def _wait(self) -> None:
        _, status, used = os.wait4(self.process.pid, 0)
        self.status = self.process.returncode = os.waitstatus_to_exitcode(status)
        self.row.wall, self.row.processor = time.monotonic() - self.began, used.ru_utime + used.ru_stime
        self.run.aside += self.row.processor

    def end(self, lines: int = 12) -> None:
        """Wait for it, and say its last lines. Raises Fell."""
        self.thread.join()
        self.run.rows.append(self.row)
        said = self.said.read_text(encoding="utf-8", errors="replace").splitlines()
        print(*(said if self.status else said[-lines:]), sep="\n", flush=True)
        if self.status:
            raise Fell(self.name)

    def kill(self) -> None:
        """End it with all that it started."""
        if self.process.returncode is None:
            os.killpg(self.process.pid, signal.SIGKILL)


@dataclass
class Run:
    """One run of the steps."""

    work: Path
    python: str = sys.executable
    root: Path = ROOT
    doors: bool = False
    since: str = ""
    rows: list[Row] = field(default_factory=list)
    again: list[str] = field(default_factory=list)
    beside: list[Aside] = field(default_factory=list)
    aside: float = 0.0
    began: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        home = self.work / "home"
        home.mkdir()
        self.clean, self.installs = bare(os.environ, home), installing(os.environ)
        # before HOME changes: theirs may lie there
        self.pythons = {one: found(one, Path.home()) for one in ("3.11", "3.12", "3.13", "3.14")}

    def processor(self) -> float:
        """Seconds of the processors that commands took which have ended, without those that ran beside."""
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime - self.aside

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Say when a step begins, and what it took."""
        print(f"\n== {name} ({time.monotonic() - self.began:.0f} s)", flush=True)
        wall, used = time.monotonic(), self.processor()
        try:
            yield
        finally:
            row = Row(name, time.monotonic() - wall, self.processor() - used)
            self.rows.append(row)
            print(f"-- {row.wall:.0f} s by the clock, {row.processor:.0f} s of the processors", flush=True)

    def status(self, *words: Word, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> int:
        """Run a command that says what it says; its exit status."""
        return subprocess.run(words, cwd=cwd or self.root, env=env or self.clean).returncode

    def do(self, *words: Word, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> None:
        """Run a command that has to succeed. Raises Fell."""
        if self.status(*words, env=env, cwd=cwd):
            raise Fell(" ".join(map(str, words)))

    def install(self, *words: Word) -> None:
        """Run a command that may use the network. Raises Fell."""
        self.do(*words, env=self.installs)

    def start(self, name: str, words: Words, env: Mapping[str, str] | None = None) -> Aside:
        """Run a command beside the next steps."""
        made = Aside(self, name, words, env or self.clean)
        self.beside.append(made)
        return made

    def tests(self, command: Words, alone: Words, cache: Path, env: Mapping[str, str] | None = None) -> None:
        """Run tests. Up to three that fell are tried once more, alone: what is wrong falls again. Raises Fell.

        Tests with real processes, sockets and browsers fight for the cores, and once in some thousands one waits in
        vain. Whatever fell is said, here and at the end.
        """
        kept = cache / "v/cache/lastfailed"
        kept.unlink(missing_ok=True)
        status = self.status(*command, env=env)
        if not status:
            return
        fell = sorted(json.loads(kept.read_text(encoding="utf-8"))) if kept.exists() else []
        print(f"\nFELL: {len(fell)}", *fell, sep="\n  ", flush=True)
        if status != 1 or not 0 < len(fell) <= AGAIN:  # 1: all were run, and some fell
            raise Fell(" ".join(map(str, command)))
        print("Once more, alone:", flush=True)
        self.do(*alone, *fell, env=env)
        self.again += fell

    def pytest(self, python: Word, *words: str, more: Words = (), **environ: str) -> None:
        """Run pytest so, with a cache of its own; `more` are words for the repeat alone. Raises Fell."""
        cache = self.work / f"cache-{len(self.rows)}"
        plain = [python, "-m", "pytest", "-q", "-o", f"cache_dir={cache}"]
        self.tests([*plain, *words], [*plain, "-n", "0", *more], cache, self.clean | environ)


def apt(run: Run, *packages: str) -> bool:
    """Ask apt for packages; whether that worked."""
    sudo = [] if os.getuid() == 0 else ["sudo", "-n", "--preserve-env"]
    env = run.installs | {"DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", *packages]):
        try:
            done = subprocess.run([*sudo, "apt-get", *words], env=env, stdout=subprocess.DEVNULL)
        except OSError:
            return False
        if done.returncode:
            return False
    return True


def machine(run: Run) -> None:
    """Install what the machine lacks: pip, and for some tests a browser, a display, AT-SPI and what presses keys."""

    def there(*words: str) -> bool:
        return subprocess.run([run.python, "-m", *words], capture_output=True).returncode == 0

    if not there("ensurepip", "--version") and not there("pip", "--version"):
        with run.step("This Python has no pip: asking apt for it"):
            if not apt(run, "python3-venv", "python3-pip"):
                raise Fell("apt could not get pip")
    if not shutil.which("chromium") and shutil.which("apt-get"):
        with run.step("A browser for the tests of the phones' page, if apt can get one"):
            if not apt(run, "chromium"):
                print("No browser: its tests are skipped, and say so.")
    ears = shutil.which("Xvfb") and shutil.which("dbus-daemon") and Path("/usr/libexec/at-spi-bus-launcher").exists()
    if not ears and shutil.which("apt-get"):
        with run.step("A display and what screen readers listen with, if apt can get them"):
            if not apt(run, "xvfb", "dbus", "at-spi2-core"):
                print("No AT-SPI: its tests are skipped, and say so.")
    has_keys = all(map(shutil.which, ("openbox", "xdotool", "xclip", "setxkbmap")))
    if not has_keys and shutil.which("apt-get"):
        with run.step("A window manager and what presses real keys, if apt can get them"):
            if not apt(run, "openbox", "xdotool", "xclip", "x11-xkb-utils"):
                print("No real keys: their tests are skipped, and say so.")


def readme(run: Run) -> None:
    """README's command, as a stranger types it: only what installs has had a network before."""
    with run.step("What the tests need is installed"):
        run.install(run.python, "-c", "import run; run.install('test')")
    with run.step("The tests, as README says"):
        alone = [VENV / "python", "-m", "pytest", "-q", "-n", "0", "--doctest-modules"]
        run.tests([run.python, "run.py", "test"], alone, ROOT / ".pytest_cache")


def tools(run: Run) -> None:
    """What developers need besides."""
    with run.step("What developers need is installed"):
        run.install(run.python, "-c", "import run; run.install('dev')")


def download(run: Run) -> None:
    """The download: it is built and tried beside the next steps."""
    with run.step("What the download is built with is installed; it is built and tried beside the next steps"):
        run.install(VENV / "python", "-m", "tools.package", "--prepare", run.work / "package")
    words = [VENV / "python", "-m", "tools.package", "--prepared", run.work / "package", "--try"]
    run.start(DOWNLOAD, words)


def downloaded(run: Run) -> None:
    """The end of that."""
    with run.step("Waiting for the download"):
        next(one for one in run.beside if one.name == DOWNLOAD).end()


def lint(run: Run) -> None:
    """Lint and format."""
    with run.step("Lint and format"):
        run.do(VENV / "ruff", "check", ".")
        run.do(VENV / "ruff", "format", "--check", ".")


def types(run: Run, both: bool = True) -> None:
    """Two eyes on the types, at the same time: each uses one core."""
    with run.step("Types"):
        mypy = run.start("mypy", [VENV / "mypy"])
        # It gets its own package from npm, which is installing, and keeps it in the real HOME.
        asked = [VENV / "pyright", "--version"]
        if both and subprocess.run(asked, env=run.installs, capture_output=True).returncode == 0:
            run.start("pyright", [VENV / "pyright"], run.installs).end()
        elif both:
            print("pyright could not get its own package from npm: skipped.")
        mypy.end()


def rules(run: Run) -> None:
    """Every rule has a test."""
    with run.step("Every rule has a test"):
        said = run.work / "rules.txt"
        with said.open("w", encoding="utf-8") as out:
            done = subprocess.run([VENV / "python", "-m", "tools.rules_coverage"], cwd=ROOT, env=run.clean, stdout=out)
        lines = said.read_text(encoding="utf-8").splitlines()
        print(*lines[-40 if done.returncode else -1 :], sep="\n")
        if done.returncode:
            raise Fell("a rule has no test")


def wheel(run: Run) -> None:
    """The wheel, in an empty environment, with the guests beside it."""
    program, home = run.work / "venv/bin/grenade-salad", run.work / "home-of-wheel"
    home.mkdir()
    env = run.clean | {"HOME": str(home)}

    def tried(*words: str, quiet: bool = False, **environ: str) -> None:
        out = subprocess.DEVNULL if quiet else None
        if subprocess.run([program, *words], cwd=run.work, env=env | environ, stdout=out).returncode:
            raise Fell(f"grenade-salad {' '.join(words)}")

    with run.step("The wheel is built, and installed into an empty environment"):
        out = run.work / "wheel"
        run.do(
            VENV / "uv",
            "build",
            "--quiet",
            "--wheel",
            "--no-build-isolation",
            "--offline",
            "--python",
            VENV / "python",
            "--out-dir",
            out,
            ROOT,
        )
        run.install(VENV / "uv", "venv", "--quiet", "--python", run.python, run.work / "venv")
        pip = [VENV / "uv", "pip", "install", "--quiet", "--python", run.work / "venv/bin/python"]
        run.install(*pip, *out.glob("*.whl"))
        run.install(*pip, "--no-deps", "tests/plugins")
    with run.step("The wheel: commands, the window for some seconds, and a match by machine without a display"):
        tried("--version")
        tried("--help", quiet=True)
        tried("rules")
        for game in ("grenade-salad", "live-grenade", "wheel"):
            tried("rules", game, quiet=True)
            tried("simulate", game, "--games", "1", "--json")
            tried("arena", game, "--players", "expert:0.1", "normal", "--games", "2", "--json", quiet=True)
        for game in ("nim", "high-card"):
            tried("simulate", game, "--games", "1", "--json")
        dummy = env | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        window = ("timeout", "--preserve-status", "-s", "TERM", "5", program, "--data", "window")
        run.do(*window, env=dummy, cwd=run.work)
        print(*sorted(one.name for one in (run.work / "window").iterdir()))
        tried("--data", "played", quiet=True)
        if not list((run.work / "played").glob("*/*.png")):
            raise Fell("a match without a display has left no pictures")


def environment(run: Run, name: str, python: str | None, *words: str) -> Path:
    """An environment with the project and what its tests need; its Python."""
    made = run.work / name / "bin/python"
    with run.step(f"Installed: {name}, {python or 'the Python of .venv'}"):
        run.install(VENV / "uv", "venv", "--quiet", "--python", python or VENV / "python", run.work / name)
        run.install(VENV / "uv", "pip", "install", "--quiet", "--python", made, "--editable", ".[test]", *words)
    return made


def newest(run: Run) -> None:
    """The default tests and the examples, with the newest versions, on the newest Python, with coverage of lines."""
    version = next((one for one in sorted(run.pythons, key=lambda x: -int(x[2:])) if run.pythons[one]), "3.11")
    python = environment(run, "newest", run.pythons[version], "pytest-cov")
    measured = {"COVERAGE_FILE": str(run.work / "coverage")}
    if version != "3.11":
        measured["COVERAGE_CORE"] = "sysmon"
    with run.step(f"The tests: newest versions, Python {version}, coverage of lines"):
        cover = ("--cov", "--cov-append", "--cov-report=", "--cov-fail-under=0")
        run.pytest(python, *DEFAULT, *cover, more=cover, **measured)
        run.pytest(python, "--doctest-modules", *cover, "grenade_salad", more=("--doctest-modules", *cover), **measured)
        run.do(python, "-m", "coverage", "report", env=run.clean | measured)


def lowest(run: Run) -> None:
    """With the lowest versions that are allowed: what meets other packages; with --doors, all of it."""
    python = environment(run, "lowest", run.pythons["3.12"], "--resolution", "lowest-direct")
    with run.step("The tests: lowest versions"):
        run.pytest(python, *DEFAULT, *(() if run.doors else MEETS_OTHERS))


def doors(run: Run) -> None:
    """What only strangers' machines have: the default tests on each other Python that is here."""
    for version, python in run.pythons.items():
        if python:
            made = environment(run, f"python-{version}", python)
            with run.step(f"The tests: newest versions, Python {version}"):
                run.pytest(made, *DEFAULT)


def slow(run: Run) -> None:
    """The slow tests. They wait for browsers and other processes most of the time: with four workers, two cores idled
    for a third of it. Those with a limit of time of their own begin (tests/conftest.py), and idle workers take over."""
    which = "slow" if run.doors else "slow and not doors"
    # torch is some gigabytes where an index has it for graphics cards.
    extras = "train,bench" if run.doors else "bench"
    with run.step("What learners and rivals need, if it can be had"):
        if run.status(run.python, "-c", f"import run; run.install({extras!r})", env=run.installs):
            print(f"[{extras}] could not be installed: what needs it is skipped, and says so.")
    with run.step("The slow tests"):
        run.pytest(VENV / "python", "-n", "6", "--dist", "worksteal", "-m", which)


def touched(run: Run) -> None:
    """The default tests that reach what was changed, by imports."""
    with run.step("The tests of what was changed"):
        asked = [VENV / "python", "-m", "tools.touched", *(["--since", run.since] if run.since else [])]
        done = subprocess.run(asked, cwd=ROOT, env=run.clean, stdout=subprocess.PIPE, text=True)
        if done.returncode:
            raise Fell("tools.touched")
        if modules := done.stdout.split_number():
            print(f"{len(modules)} modules of tests", flush=True)
            run.pytest(VENV / "python", *DEFAULT, *modules)


STEPS: dict[str, Callable[[Run], None]] = {
    one.__name__: one
    for one in (machine, readme, tools, download, lint, types, rules, wheel, newest, lowest, doors, downloaded, slow)
}
QUICK: dict[str, Callable[[Run], None]] = {
    "tools": tools,
    "lint": lint,
    "types": lambda run: types(run, both=False),
    "touched": touched,
}


def chosen(args: argparse.Namespace) -> dict[str, Callable[[Run], None]]:
    """The steps, in their order."""
    if args.quick:
        return QUICK
    if args.only:
        steps = {name: (STEPS | {"touched": touched})[name] for name in args.only}
        return steps | ({"downloaded": downloaded} if "download" in steps else {})
    return {name: step for name, step in STEPS.items() if name != "doors" or args.doors}


def main(words: Sequence[str] | None = None) -> int:
    """Run the steps until one does not hold; the exit status."""
    assert __doc__
    parser = argparse.ArgumentParser(prog=".ci/run", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="for work in between: lint, mypy, tests of what changed")
    parser.add_argument("--since", default="", metavar="REVISION", help="with --quick: changed since then")
    parser.add_argument("--doors", "--versions", action="store_true", help="also the default tests on other Pythons")
    parser.add_argument("--only", nargs="+", choices=[*STEPS, "touched"], metavar="STEP", help=", ".join(STEPS))
    args = parser.parse_args(words)
    status, fell = 0, ""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        run = Run(Path(folder), doors=args.doors, since=args.since)
        try:
            for step in chosen(args).values():
                step(run)
        except (Fell, KeyboardInterrupt) as error:
            status, fell = 1, str(error) or "interrupted"
        finally:
            for one in run.beside:
                one.kill()
        if left := sorted(one.name for one in (run.work / "home").iterdir()):
            print("\nLeft in the empty HOME:", *left)
    print(f"\n{table(run.rows, time.monotonic() - run.began)}")
    for test in run.again:
        print(f"FELL, and passed only when tried again, alone: {test}")
    print(f"\nNOT WELL: {fell}" if status else "\nAll is well", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
