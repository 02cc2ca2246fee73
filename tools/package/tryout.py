"""Tests of the built download, in an environment without our Python.

They try every command, the window, phones, machine players that think, and plugins. The archive is unpacked into a
folder with a space in its name, and runs with an empty PATH and a new home.
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
MAX_START_RATIO = 1.2
"""The expected limit of the download's start time relative to the environment's.

More than that is printed and is no failure, since other work on the machine disturbs it.
"""
MAX_BYTES = 60e6


class UnpackedProgram:
    """The unpacked program, its empty home and its data folder."""

    def __init__(self, work: Path, folder: Path) -> None:
        self.work, self.executable, self.data = work, folder / PROGRAM, work / "data"
        home = work / "home"
        home.mkdir()
        self.environ = {"HOME": str(home), "PATH": str(home), "LANG": "C.UTF-8", "SDL_AUDIODRIVER": "dummy"}

    def __call__(self, *words: str | Path, status: int = 0, **environ: str) -> str:
        """Run a command and return its output; exit if its status is another."""
        command = [self.executable, *words]
        result = subprocess.run(
            command, capture_output=True, text=True, cwd=self.work, env=self.environ | environ, timeout=150
        )
        print(f"  {' '.join(map(str, words)) or '(nothing)'}", flush=True)
        if result.returncode != status:
            sys.exit(f"status {result.returncode} instead of {status}\n{result.stdout}{result.stderr}")
        return result.stdout + result.stderr


def require(condition: object, message: str) -> None:
    """Exit with a message if the condition is false."""
    if not condition:
        sys.exit(message)


def try_commands(unpacked: UnpackedProgram) -> None:
    """Run every command of --help at least once."""
    data = ("--data", unpacked.data)
    help_text = unpacked("--help")
    command_names = {
        line.split()[0]
        for line in help_text.partition("COMMAND\n")[2].splitlines()
        if line[:4].isspace() and line[4:5].strip()
    }
    unpacked("--version")
    unpacked("rules")
    for game in GAMES:
        require("01**" in unpacked("rules", game), "there are no rules")
        unpacked("simulate", game, "--games", "2", "--jobs", "2", "--record", "records", "--json", *data)
        unpacked("arena", game, "--players", "expert:0.1", "normal", "--games", "2", "--jobs", "2", "--json")
    record = next((unpacked.work / "records").iterdir())
    unpacked("replay", record)
    unpacked("replay", record, "--json")
    unpacked("replay", record, "--at", "4", "--legal")
    matches = json.loads(unpacked("matches", "--json", *data))
    require(len(matches) == 6, f"six matches should be kept, not {len(matches)}")
    match_id = str(matches[0]["id"])
    unpacked("export", match_id, "one.jsonl", *data)
    unpacked("import", "one.jsonl", "--data", unpacked.work / "other")
    unpacked("resume", "1", "--simulate", "--data", unpacked.work / "other", status=0)
    unpacked("statistics", "--machines", "--json", *data)
    tried_commands = {"replay", "simulate", "arena", "matches", "statistics", "export", "import", "resume", "rules"}
    if "share" in command_names:
        unpacked("share", match_id, "--out", "match.html", *data)
        tried_commands.add("share")
    for command in sorted(command_names - tried_commands):
        unpacked(command, "--help")


def try_without_display(unpacked: UnpackedProgram) -> None:
    """Play a match with machine players and pictures, without a display."""
    require("wins" in (output := unpacked("--data", unpacked.work / "played")) or "share" in output, "nobody has won")
    require(list((unpacked.work / "played").rglob("*.png")), "there are no pictures")


def try_window(unpacked: UnpackedProgram) -> None:
    """Open the window for some seconds, and close it with a signal.

    It is opened on Xvfb if that is installed, else on a dummy display.
    """
    environ = unpacked.environ | {"SDL_VIDEODRIVER": "dummy"}
    screen = None
    if xvfb := shutil.which("Xvfb"):
        screen = subprocess.Popen([xvfb, ":97", "-screen", "0", "1280x720x24"], stderr=subprocess.DEVNULL)
        environ = unpacked.environ | {"DISPLAY": ":97"}
    process = subprocess.Popen(
        [unpacked.executable, "--data", unpacked.work / "window"], env=environ, stderr=subprocess.PIPE
    )
    try:
        process.wait(6)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGTERM)
    error = process.communicate(timeout=20)[1].decode()
    if screen is not None:
        screen.terminate()
    require(
        (unpacked.work / "window" / "matches.db").exists() and not error, f"the window: {process.returncode} {error}"
    )
    print(f"  the window, on {'Xvfb' if screen else 'a pretended display'}", flush=True)


def try_plugins(unpacked: UnpackedProgram) -> None:
    """Check that plugins are off until the settings allow them, then run two.

    One is played; the other tries window and phones.
    """
    data = unpacked.work / "guests"
    program_games, user_games = unpacked.executable.parent / "games", data / "games"
    shutil.copytree(ROOT / "tests" / "plugins" / "guest_games", program_games / "guest_games")
    user_games.mkdir(parents=True)
    shutil.copy(Path(__file__).with_name("inside.py"), user_games / "inside.py")
    for folder, package, games in (
        (program_games, "guest_games", "nim = guest_games:NIM"),
        (user_games, "inside", "inside = inside:PLUGIN"),
    ):
        (folder / f"{package}-1.0.dist-info").mkdir()
        lines = f"[grenade_salad.games]\n{games}\n"
        (folder / f"{package}-1.0.dist-info" / "entry_points.txt").write_text(lines)
    require("are off" in unpacked("--data", data, "rules"), "nothing says that games of others are off")
    unpacked("--data", data, "simulate", "nim", "--games", "1", status=2)
    (data / "settings.json").write_text('{"guest_games": true}')
    unpacked("--data", data, "simulate", "nim", "--games", "2", "--jobs", "2")
    require(
        "all well inside" in unpacked("--data", data, "simulate", "inside", "--games", "1"), "the inside is not well"
    )


def measure_window_start(program: Path, environ: dict[str, str]) -> float:
    """Return the seconds until the window is shown and has opened the journal.

    On a dummy display. Where Linux tells it, this is processor time: with the clock, other work on the machine would be
    measured, too.
    """
    with tempfile.TemporaryDirectory() as data:
        begun = perf_counter()
        process = subprocess.Popen([program, "--data", data], env=environ | {"SDL_VIDEODRIVER": "dummy"})
        while not (Path(data) / "matches.db").exists():
            require(process.poll() is None and perf_counter() - begun < 60, "the window does not open")
            sleep(0.002)
        seconds, stat_file = perf_counter() - begun, Path(f"/proc/{process.pid}/stat")
        if stat_file.exists():
            user, system = stat_file.read_text().rpartition(")")[2].split()[11:13]
            seconds = (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        process.terminate()
        process.wait()
    return seconds


def measure_start_ratio(unpacked: UnpackedProgram, measure: Callable[[Path], float]) -> float:
    """Return the download's start time divided by the environment's.

    It is the median of pairs.
    """
    environment = Path(sys.executable).with_name(PROGRAM)
    return median(measure(unpacked.executable) / measure(environment) for _ in range(ROUNDS))


def measure_help(program: Path) -> float:
    """Return the seconds that --help takes."""
    begun = perf_counter()
    subprocess.run([program, "--help"], stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - begun


def check_deb(file: Path, work: Path) -> None:
    """Check the contents of the .deb."""
    listed = subprocess.run(["dpkg-deb", "--contents", file], capture_output=True, text=True, check=True).stdout
    for part in ("opt/grenade-salad/grenade-salad", "applications/grenade-salad.desktop", "man1/grenade-salad.1.gz"):
        require(part in listed, f"{file.name} has no {part}")
    subprocess.run(["dpkg-deb", "--extract", file, work / "deb"], check=True)
    result = subprocess.run(
        [work / "deb/opt/grenade-salad/grenade-salad", "--version"], capture_output=True, check=True
    )
    require(result.stdout, "the packaged program says nothing")
    print("  the .deb: program, menu entry, icon, man page", flush=True)


def run(files: Sequence[Path]) -> int:
    """Try the archives; return 0, or exit with what is wrong."""
    begun = monotonic()
    for file in files:
        require(file.stat().st_size <= MAX_BYTES, f"{file.name} is larger than {MAX_BYTES / 1e6:.0f} MB")
    with tempfile.TemporaryDirectory() as name:
        work = Path(name) / "a folder"
        work.mkdir()
        with tarfile.open(files[0]) as archive:
            archive.extractall(work, filter="data")
        (folder,) = work.iterdir()
        unpacked = UnpackedProgram(work, folder)
        try_commands(unpacked)
        try_without_display(unpacked)
        try_window(unpacked)
        try_plugins(unpacked)
        for deb in (file for file in files if file.suffix == ".deb"):
            check_deb(deb, work)
        window_slower = measure_start_ratio(unpacked, lambda program: measure_window_start(program, unpacked.environ))
        help_slower = measure_start_ratio(unpacked, measure_help)
    print(
        f"The window takes {window_slower:.2f} times as long to open as from the environment, --help {help_slower:.2f}."
    )
    if window_slower > MAX_START_RATIO:
        print(f"That is more than {MAX_START_RATIO}.")
    print(f"Tried in {monotonic() - begun:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(run([Path(word) for word in sys.argv[1:]]))
