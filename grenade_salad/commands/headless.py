"""Without a display: a whole match of Grenade Salad by machine, on the real physics, with pictures and the record."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import SystemRandom

from grenade_salad.commands import Fail
from grenade_salad.core import Json
from grenade_salad.games.salad.events import Kept, Killed, MineWentOff, Threw
from grenade_salad.games.salad.pieces import Point
from grenade_salad.games.salad.view import SaladView
from grenade_salad.lab.playout import machine_options, make_players, play
from grenade_salad.match.lines import encode
from grenade_salad.match.match import Header, Match, Step

GAME = "grenade-salad"
NAMES = ("Ann", "Bo", "Cy")


def _new_folder(data: Path | None) -> Path:
    """A new folder in `data`, or where the command was started; else among the temporary files."""
    for parent in (data or Path(), Path(tempfile.gettempdir())):
        for number in range(1, 10_000):
            folder = parent / f"{GAME}-match-{number}"
            try:
                parent.mkdir(parents=True, exist_ok=True)
                folder.mkdir()
            except FileExistsError:
                continue
            except OSError:
                break
            return folder.resolve()
    raise Fail("no folder can be made for the match: try --data DIR")


class Reporter:
    """Tells the match as it goes, and takes the pictures: the drop that was kept, and the blast that killed most."""

    def __init__(self, match: Match, folder: Path) -> None:
        self.match = match
        self.folder = folder
        self.most = 0
        self.before = match.state.position()

    def view(self) -> SaladView:
        """The position before the step."""
        assert isinstance(self.before, SaladView)
        return self.before

    def picture(self, name: str, title: str, at: Point | None = None, killed: Sequence[int] = ()) -> None:
        """A picture of the position before the step, and of a blast in it."""
        from grenade_salad.app.table_picture import Blast, save_picture

        blast = None if at is None else Blast(at, killed)
        path = self.folder / f"{name}.png"
        new = not path.exists()
        save_picture(self.view(), self.match.header.seats, path, title, blast)
        if new:
            print(f"      picture: {path}", flush=True)

    def saw(self, step: Step) -> None:
        """One line of the match has happened."""
        at = None
        for event in step.events:
            if text := event.text(self.match.header.seats):
                print(f"{len(self.match.entries) + 1:5}  {text}", flush=True)
            if isinstance(event, Kept):
                self.picture("1-drop", "The drop that was kept")
            elif isinstance(event, (Threw, MineWentOff)):
                at = event.at
            elif isinstance(event, Killed) and at is not None and len(event.soldiers) > self.most:
                self.most = len(event.soldiers)
                who = self.match.header.seats[event.by]
                dead = f"{self.most} soldier{'s' if self.most > 1 else ''}"
                killed = [soldier for soldier, _ in event.soldiers]
                self.picture("2-blast", f"A blast: {who} takes {dead}", at, killed)
        self.before = self.match.state.position()


def run(data: Path | None) -> int:
    """Play the match; where everything is, is told at the end."""
    folder = _new_folder(data)
    seed = SystemRandom().randrange(1_000_000)
    print("There is no display here: the machines play a match of Grenade Salad.")
    print(f"Seed {seed}; pictures and the record go to {folder}\n", flush=True)
    header = Header(GAME, NAMES, machine_options(GAME), seed, None, {"controllers": ["bot normal"] * len(NAMES)})
    file = folder / "match.jsonl"
    with file.open("wb", buffering=0) as stream:

        def write(line: dict[str, Json]) -> None:
            stream.write(encode(line))

        write(header.line())
        match = Match(header, write)
        reporter = Reporter(match, folder)
        decisions = play(match, make_players(GAME, ["normal"] * len(NAMES), seed), reporter.saw)
    winners = " and ".join(NAMES[seat] for seat in match.state.ranking()[0])
    reporter.picture("3-end", f"The end: {winners} {'win' if len(match.state.ranking()[0]) > 1 else 'wins'}")
    print(f"\n{decisions} decisions. The record: {file}")
    print(f"Read it again with: grenade-salad replay {os.path.relpath(file)}")
    return 0
