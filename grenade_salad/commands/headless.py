"""A whole match of Grenade Salad by machines, where there is no display.

It uses the real physics, and saves pictures and the record.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from grenade_salad.commands import Fail
from grenade_salad.core import Json
from grenade_salad.games import salad
from grenade_salad.games.salad.events import Kept, Killed, MineWentOff, Threw
from grenade_salad.games.salad.pieces import Point
from grenade_salad.games.salad.view import SaladView
from grenade_salad.lab.playout import make_options, make_players, play
from grenade_salad.match import seeds
from grenade_salad.match.lines import encode
from grenade_salad.match.match import Header, Match, Step
from grenade_salad.match.words import winners_message
from grenade_salad.system.command_line import format_command
from grenade_salad.text import Reader, Words, m, say

GAME = salad.GAME.name
NAMES = ("Ann", "Bo", "Cy")
_MAX_FOLDERS = 10_000
"""Maximum number of folders of matches in one folder."""


def _make_folder(data: Path | None) -> Path:
    """Make a new folder in `data`, or in the current one; else among temporary files."""
    for parent in (data or Path(), Path(tempfile.gettempdir())):
        for suffix in range(1, _MAX_FOLDERS):
            folder = parent / f"{GAME}-match-{suffix}"
            try:
                parent.mkdir(parents=True, exist_ok=True)
                folder.mkdir()
            except FileExistsError:
                continue
            except OSError:
                break
            return folder.resolve()
    raise Fail(say(m("no folder can be made for the match: try --data DIR")))


class Reporter:
    """Prints a match as it is played, and saves pictures of it.

    These show the drop that was kept, the blast that killed most, and the end.
    """

    def __init__(self, match: Match, folder: Path) -> None:
        self.match = match
        self.folder = folder
        self.max_killed = 0
        """The number of soldiers that the greatest blast so far killed."""
        self.previous_view = match.state.full_view()
        """The position before the step that is reported."""

    def salad_view(self) -> SaladView:
        """Return the position before the step."""
        assert isinstance(self.previous_view, SaladView)
        return self.previous_view

    def take_picture(self, name: str, title: Words, centre: Point | None = None, killed: Sequence[int] = ()) -> None:
        """Save a picture of the position before the step, and of a blast in it."""
        from grenade_salad.app.games.salad.table_picture import Blast, TablePicture

        blast = None if centre is None else Blast(centre, killed)
        path = self.folder / f"{name}.png"
        is_new = not path.exists()
        TablePicture(self.salad_view(), self.match.header.seats, title, blast).save(path)
        if is_new:
            print("      " + say(m("picture: {file}", file=str(path))), flush=True)

    def report(self, step: Step) -> None:
        """Report a step of the match."""
        centre = None
        for event in step.events:
            if text := event.text(self.match.header.seats):
                print(f"{len(self.match.entries) + 1:5}  {text}", flush=True)
            if isinstance(event, Kept):
                # Translators: below a picture
                self.take_picture("1-drop", m("The drop that was kept"))
            elif isinstance(event, (Threw, MineWentOff)):
                centre = event.at
            elif isinstance(event, Killed) and centre is not None and len(event.soldiers) > self.max_killed:
                self.max_killed = len(event.soldiers)
                thrower = self.match.header.seats[event.by]
                title = m(
                    "A blast: {who} takes {n} soldier",
                    "A blast: {who} takes {n} soldiers",
                    who=thrower,
                    n=self.max_killed,
                )
                killed = [soldier for soldier, _ in event.soldiers]
                self.take_picture("2-blast", title, centre, killed)
        self.previous_view = self.match.state.full_view()


def run(data: Path | None) -> int:
    """Play the match, and print at the end where the files are."""
    folder = _make_folder(data)
    seed = seeds.draw_seed()
    print(say(m("There is no display here: the machines play a match of Grenade Salad.")))
    message = m("Seed {seed}; pictures and the record go to {folder}", seed=str(seed), folder=str(folder))
    print(say(message) + "\n", flush=True)
    header = Header(
        GAME, NAMES, make_options(GAME, len(NAMES)), seed, None, {"controllers": ["bot normal" for _ in NAMES]}
    )
    file = folder / "match.jsonl"
    with file.open("wb", buffering=0) as stream:

        def write(line: dict[str, Json]) -> None:
            stream.write(encode(line))

        write(header.to_line())
        match = Match(header, write)
        reporter = Reporter(match, folder)
        decisions = play(match, make_players(GAME, ["normal"] * len(NAMES), seed), reporter.report)
    # Translators: where {won} is "Ann wins"
    end = m("The end: {won}", won=winners_message(match.state.ranking()[0]))
    reporter.take_picture("3-end", say(end, Reader(NAMES)))
    print()
    print(say(m("{n} decision. The record: {file}", "{n} decisions. The record: {file}", n=decisions, file=str(file))))
    print(say(m("Read it with: {command}", command=format_command("replay", os.path.relpath(file)))))
    return 0
