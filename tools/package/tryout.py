"""What was built, tried where there is no Python of ours: every command, the window, phones, thinkers, other games.

The archive is unpacked into a folder with a space in its name; what is run there has an empty PATH and a new home.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import monotonic, perf_counter, sleep

from grenade_salad import PROGRAM

ROOT = Path(__file__).parent.parent.parent
GAMES = ("grenade-salad", "live-grenade", "wheel")
ROUNDS = 7
MOST = 1.2
"""So many times the environment's start may that of the download take; said, and no failure: other work disturbs it."""
LARGEST = 60e6


class Tried:
    """The unpacked program, its empty home and its data folder."""

    def __init__(self, work: Path, folder: Path) -> None:
        self.work, self.program, self.data = work, folder / PROGRAM, work / "data"
        home = work / "home"
        home.mkdir()
        self.environ = {"HOME": str(home), "PATH": str(home), "LANG": "C.UTF-8", "SDL_AUDIODRIVER": "dummy"}

    def __call__(self, *words: str | Path, status: int = 0, **environ: str) -> str:
        """Run a command; what it printed. Ends all if its exit status is another."""
        command = [self.program, *words]
        done = subprocess.run(
            command, capture_output=True, text=True, cwd=self.work, env=self.environ | environ, timeout=150
        )
        print(f"  {' '.join(map(str, words)) or '(nothing)'}", flush=True)
        if done.returncode != status:
            sys.exit(f"status {done.returncode} instead of {status}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr


def wanted(holds: object, words: str) -> None:
    """Ends all if it does not hold."""
    if not holds:
        sys.exit(words)


def commands(tried: Tried) -> None:
    """Every command of --help, once at least."""
    data = ("--data", tried.data)
    said = tried("--help")
    known = {
        line.split()[0]
        for line in said.partition("COMMAND\n")[2].splitlines()
        if line[:4].isspace() and line[4:5].strip()
    }
    tried("--version")
    tried("rules")
    for game in GAMES:
        wanted("01**" in tried("rules", game), "there are no rules")
        tried("simulate", game, "--games", "2", "--jobs", "2", "--record", "records", "--json", *data)
        tried("arena", game, "--players", "expert:0.1", "normal", "--games", "2", "--jobs", "2", "--json")
    record = next((tried.work / "records").iterdir())
    tried("replay", record)
    tried("replay", record, "--json")
    tried("replay", record, "--at", "4", "--legal")
    matches = json.loads(tried("matches", "--json", *data))
    wanted(len(matches) == 6, f"six matches should be kept, not {len(matches)}")
    number = str(matches[0]["id"])
    tried("export", number, "one.jsonl", *data)
    tried("import", "one.jsonl", "--data", tried.work / "other")
    tried("resume", "1", "--simulate", "--data", tried.work / "other", status=0)
    tried("statistics", "--machines", "--json", *data)
    done = {"replay", "simulate", "arena", "matches", "statistics", "export", "import", "resume", "rules"}
    if "share" in known:
        tried("share", number, "--out", "match.html", *data)
        done.add("share")
    for command in sorted(known - done):
        tried(command, "--help")


def without_a_display(tried: Tried) -> None:
    """A match by machine, with pictures."""
    wanted("wins" in (said := tried("--data", tried.work / "played")) or "share" in said, "nobody has won")
    wanted(list((tried.work / "played").rglob("*.png")), "there are no pictures")


def window(tried: Tried) -> None:
    """The window for some seconds, on Xvfb if there is one, else on a pretended display, until it is told to close."""
    environ = tried.environ | {"SDL_VIDEODRIVER": "dummy"}
    screen = None
    if xvfb := shutil.which("Xvfb"):
        screen = subprocess.Popen([xvfb, ":97", "-screen", "0", "1280x720x24"], stderr=subprocess.DEVNULL)
        environ = tried.environ | {"DISPLAY": ":97"}
    opened = subprocess.Popen([tried.program, "--data", tried.work / "window"], env=environ, stderr=subprocess.PIPE)
    try:
        opened.wait(6)
    except subprocess.TimeoutExpired:
        opened.send_signal(signal.SIGTERM)
    error = opened.communicate(timeout=20)[1].decode()
    if screen is not None:
        screen.terminate()
    wanted((tried.work / "window" / "matches.db").exists() and not error, f"the window: {opened.returncode} {error}")
    print(f"  the window, on {'Xvfb' if screen else 'a pretended display'}", flush=True)


def guests(tried: Tried) -> None:
    """Games of others: off until the settings allow them; then one is played, and one tries window and phones."""
    data = tried.work / "guests"
    beside, own = tried.program.parent / "games", data / "games"
    shutil.copytree(ROOT / "tests" / "plugins" / "guest_games", beside / "guest_games")
    own.mkdir(parents=True)
    shutil.copy(Path(__file__).with_name("inside.py"), own / "inside.py")
    for folder, package, games in (
        (beside, "guest_games", "nim = guest_games:NIM"),
        (own, "inside", "inside = inside:PLUGIN"),
    ):
        (folder / f"{package}-1.0.dist-info").mkdir()
        lines = f"[grenade_salad.games]\n{games}\n"
        (folder / f"{package}-1.0.dist-info" / "entry_points.txt").write_text(lines)
    wanted("are off" in tried("--data", data, "rules"), "nothing says that games of others are off")
    tried("--data", data, "simulate", "nim", "--games", "1", status=2)
    (data / "settings.json").write_text('{"guest_games": true}')
    tried("--data", data, "simulate", "nim", "--games", "2", "--jobs", "2")
    wanted("all well inside" in tried("--data", data, "simulate", "inside", "--games", "1"), "the inside is not well")


def opened(program: Path, environ: dict[str, str]) -> float:
    """Seconds until the window has shown its first screen and opened the journal, on a pretended display.

    Of the processors where Linux tells them: by the clock, other work on the machine would be measured.
    """
    with tempfile.TemporaryDirectory() as data:
        begun = perf_counter()
        process = subprocess.Popen([program, "--data", data], env=environ | {"SDL_VIDEODRIVER": "dummy"})
        while not (Path(data) / "matches.db").exists():
            wanted(process.poll() is None and perf_counter() - begun < 60, "the window does not open")
            sleep(0.002)
        taken, told = perf_counter() - begun, Path(f"/proc/{process.pid}/stat")
        if told.exists():
            user, system = told.read_text().rpartition(")")[2].split()[11:13]
            taken = (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        process.terminate()
        process.wait()
    return taken


def ratio(tried: Tried, start: Callable[[Path], float]) -> float:
    """How many times the environment's start that of the download takes: the median of pairs."""
    environment = Path(sys.executable).with_name(PROGRAM)
    return median(start(tried.program) / start(environment) for _ in range(ROUNDS))


def helped(program: Path) -> float:
    """Seconds that --help takes."""
    begun = perf_counter()
    subprocess.run([program, "--help"], stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - begun


def package(file: Path, work: Path) -> None:
    """What is in the .deb."""
    listed = subprocess.run(["dpkg-deb", "--contents", file], capture_output=True, text=True, check=True).stdout
    for part in ("opt/grenade-salad/grenade-salad", "applications/grenade-salad.desktop", "man1/grenade-salad.1.gz"):
        wanted(part in listed, f"{file.name} has no {part}")
    subprocess.run(["dpkg-deb", "--extract", file, work / "deb"], check=True)
    done = subprocess.run([work / "deb/opt/grenade-salad/grenade-salad", "--version"], capture_output=True, check=True)
    wanted(done.stdout, "the packaged program says nothing")
    print("  the .deb: program, menu entry, icon, man page", flush=True)


def run(files: Sequence[Path]) -> int:
    """Try the archives; 0 if all is well, else it ends with what is not."""
    begun = monotonic()
    for file in files:
        wanted(file.stat().st_size <= LARGEST, f"{file.name} is larger than {LARGEST / 1e6:.0f} MB")
    with tempfile.TemporaryDirectory() as name:
        work = Path(name) / "a folder"
        work.mkdir()
        with tarfile.open(files[0]) as archive:
            archive.extractall(work, filter="data")
        (folder,) = work.iterdir()
        tried = Tried(work, folder)
        commands(tried)
        without_a_display(tried)
        window(tried)
        guests(tried)
        for deb in (file for file in files if file.suffix == ".deb"):
            package(deb, work)
        window_slower = ratio(tried, lambda program: opened(program, tried.environ))
        help_slower = ratio(tried, helped)
    print(
        f"The window takes {window_slower:.2f} times as long to open as from the environment, --help {help_slower:.2f}."
    )
    if window_slower > MOST:
        print(f"That is more than {MOST}.")
    print(f"Tried in {monotonic() - begun:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(run([Path(one) for one in sys.argv[1:]]))
