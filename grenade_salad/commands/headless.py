"""Without a display: a whole match of Grenade Salad by machine, on the real physics, with pictures and the record."""

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
from grenade_salad.lab.playout import house_rules, make_players, play
from grenade_salad.match import seeds
from grenade_salad.match.lines import encode
from grenade_salad.match.match import Header, Match, Step
from grenade_salad.match.words import wins
from grenade_salad.system.command_line import to_type
from grenade_salad.text import Reader, Words, m, say

GAME = salad.GAME.name
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
    raise Fail(say(m("no folder can be made for the match: try --data DIR")))


class Reporter:
    """Tells the match as it goes, and takes the pictures: the drop that was kept, and the blast that killed most."""

    def __init__(self, match: Match, folder: Path) -> None:
        self.match = match
        self.folder = folder
        self.most = 0
        self.before = match.state.full_view()

    def view(self) -> SaladView:
        """The position before the step."""
        assert isinstance(self.before, SaladView)
        return self.before

    def picture(self, name: str, title: Words, at: Point | None = None, killed: Sequence[int] = ()) -> None:
        """A picture of the position before the step, and of a blast in it."""
        from grenade_salad.app.games.salad.table_picture import Blast, save_picture

        blast = None if at is None else Blast(at, killed)
        path = self.folder / f"{name}.png"
        new = not path.exists()
        save_picture(self.view(), self.match.header.seats, path, title, blast)
        if new:
            print("      " + say(m("picture: {file}", file=str(path))), flush=True)

    def saw(self, step: Step) -> None:
        """One line of the match has happened."""
        at = None
        for event in step.events:
            if text := event.text(self.match.header.seats):
                print(f"{len(self.match.entries) + 1:5}  {text}", flush=True)
            if isinstance(event, Kept):
                # Translators: below a picture
                self.picture("1-drop", m("The drop that was kept"))
            elif isinstance(event, (Threw, MineWentOff)):
                at = event.at
            elif isinstance(event, Killed) and at is not None and len(event.soldiers) > self.most:
                self.most = len(event.soldiers)
                who = self.match.header.seats[event.by]
                title = m("A blast: {who} takes {n} soldier", "A blast: {who} takes {n} soldiers", who=who, n=self.most)
                killed = [soldier for soldier, _ in event.soldiers]
                self.picture("2-blast", title, at, killed)
        self.before = self.match.state.full_view()


def run(data: Path | None) -> int:
    """Play the match; where everything is, is told at the end."""
    folder = _new_folder(data)
    seed = seeds.draw_seed()
    print(say(m("There is no display here: the machines play a match of Grenade Salad.")))
    told = m("Seed {seed}; pictures and the record go to {folder}", seed=str(seed), folder=str(folder))
    print(say(told) + "\n", flush=True)
    header = Header(
        GAME, NAMES, house_rules(GAME, len(NAMES)), seed, None, {"controllers": ["bot normal" for _ in NAMES]}
    )
    file = folder / "match.jsonl"
    with file.open("wb", buffering=0) as stream:

        def write(line: dict[str, Json]) -> None:
            stream.write(encode(line))

        write(header.to_line())
        match = Match(header, write)
        reporter = Reporter(match, folder)
        decisions = play(match, make_players(GAME, ["normal"] * len(NAMES), seed), reporter.saw)
    # Translators: where {won} is "Ann wins"
    end = m("The end: {won}", won=wins(match.state.ranking()[0]))
    reporter.picture("3-end", say(end, Reader(NAMES)))
    print()
    print(say(m("{n} decision. The record: {file}", "{n} decisions. The record: {file}", n=decisions, file=str(file))))
    print(say(m("Read it with: {command}", command=to_type("replay", os.path.relpath(file)))))
    return 0
