"""Paths to every scene of the program and to every kind of text field.

They start at the first screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.app.real_keys import matches
from tests.app.real_keys.patient import wait_for
from tests.app.real_keys.program import FRAMES, Program, prepare

QUESTION_POSITION = (
    "live-grenade; seats Ann, Bo, Cyd; hand a 2C 4H; hand b 6H; hand c 5H; deck AS ?; discard 9C 10D; turn b; "
    "steal 10D from c; asked c a"
)
"""Cyd and Ann are asked whether they cancel a theft; Bo is to go on."""
BEFORE_QUESTION_POSITION = (
    "live-grenade; seats Ann, Bo, Cyd; hand a 2C 4H; hand b 10D 6H; hand c 5H 8S; deck ?20; turn b"
)
"""Bo can steal from Cyd, which Ann and Cyd may cancel."""
_REPLAY_FRAMES = 200
"""Frames in which a replay that plays shows its next line."""
TURN_POSITION = "grenade-salad; seats Ann, Bo; a0 300,200; b1 314,200 20; hand a arrow ?4; deck explosion ?; turn a"


@dataclass(frozen=True)
class Scene:
    """A scene and the path to it from the first screen.

    `match` is started before the program: a game, a box of the open table, or a position. `path` is what is pressed in
    order: a widget by its name, or, after "#", a key of the keyboard. `landmark` is on the screen at the end of the
    path. `finished`: the journal has finished matches.
    """

    landmark: str
    path: tuple[str, ...] = ()
    match: str = ""
    finished: bool = False
    entry: str = ""
    """For a scene with a text field to test: the beginning of the field's name."""
    settle_frames: int = FRAMES
    """Frames without a change after which nothing happens any more."""

    def prepare(self, data: Path, settings: Mapping[str, object] | None = None) -> None:
        """Write the data folder that the path needs."""
        prepare(data, settings or {}, games=("grenade-salad", "live-grenade", "wheel"))
        if self.finished:
            matches.finish(data)
        if self.match:
            matches.begin(data, self.match)

    def enter(self, program: Program) -> None:
        """Follow the path to the scene, and enter its text field if it has one."""
        for step in ("Go on", *self.path) if self.match else self.path:
            previous_nodes = program.wait_until_settled()
            if step.startswith("#"):
                program.desk.press(step[1:])
            else:
                program.screen.press(step)
            wait_for(partial(program.differs, previous_nodes), f"nothing happens by {step!r}")
        program.screen.wait(lambda node: node.name.startswith(self.landmark), f"the way to {self.landmark!r} is lost")
        program.wait_until_settled()
        if self.entry:
            program.enter_field(self.entry)


_SET_UP = ("Set up a position", "Grenade Salad")
SCENES = {
    "home": Scene("Quit"),
    "home, a match": Scene("Go on: Live Grenade", match="live-grenade", path=("Pause and menu", "Leave the match")),
    "setup": Scene("Start", ("Live Grenade",)),
    "setup of Grenade Salad": Scene("Start", ("Grenade Salad",)),
    "setup of the wheel": Scene("Start", ("Grenade, the wheel",)),
    "open table, setup": Scene("Box: Cards", ("Open table",)),
    "a person": Scene("A person", ("Live Grenade", "Face, colour and name")),
    "who sits there": Scene("Elsie: easy", ("Live Grenade", "Who plays at seat 2")),
    "rules": Scene("Rules", ("Rules",)),
    "settings": Scene("Settings", ("Settings",)),
    "settings, the table": Scene("Settings", ("Settings", "Around the table")),
    "keys": Scene("Keys", ("Settings", "More", "All keys")),
    "history": Scene("History", ("History",), finished=True),
    "import": Scene("Import", ("History", "Import")),
    "replay": Scene(
        "Play", ("History", "Grenade, the wheel with", "Watch"), finished=True, settle_frames=_REPLAY_FRAMES
    ),
    "statistics": Scene("Statistics", ("Statistics",), finished=True),
    "puzzles": Scene("Puzzles", ("Puzzles",)),
    "scenarios": Scene("Scenarios", ("Puzzles", "Scenarios")),
    "Grenade Salad": Scene("Drop", match="grenade-salad"),
    "Grenade Salad, a turn": Scene("End turn", match=TURN_POSITION),
    "Live Grenade": Scene("Draw", match="live-grenade"),
    "Live Grenade, a question": Scene("All pass", match=QUESTION_POSITION),
    "Live Grenade, before a question": Scene("Draw", match=BEFORE_QUESTION_POSITION),
    "the wheel": Scene("White die 1", match="wheel"),
    "open table": Scene("Anybody may begin", match="chess"),
    "supply": Scene("In the box", ("#57",), match="chess"),
    "pause": Scene("Pause", ("Pause and menu",), match="wheel"),
    "who plays": Scene("Who plays?", ("Pause and menu", "Who plays?"), match="wheel"),
    "cover": Scene("For Bo only", ("Look",), match="wheel"),
    "typed move": Scene("Type a move", ("#F12",), match="wheel"),
    "phones": Scene("Phones", ("Live Grenade", "Phones")),
    "wrong word": Scene("Wrong word?", ("#F9",)),
    "a position of Grenade Salad": Scene("Set up a position", _SET_UP),
    "a position of Live Grenade": Scene("Set up a position", ("Set up a position", "Live Grenade")),
    "a position of the wheel": Scene("Set up a position", ("Set up a position", "Grenade, the wheel")),
    "details of a position": Scene("Names, rules and more", (*_SET_UP, "Names, rules and more")),
    "sharing": Scene("Share the position", (*_SET_UP, "Share")),
}
"""Every scene of the program, one of each kind."""

FIELDS = {
    "a name at a seat": Scene("Start", ("Live Grenade",), entry="Name at seat 1"),
    "a person's name": Scene("A person", ("Live Grenade", "Face, colour and name"), entry="Name"),
    "own house rules": Scene(
        "Save under this name", ("Live Grenade", "Which house rules", "All house rules"), entry="My own house rules"
    ),
    "a move": Scene("Type a move", ("#F12",), match="chess", entry="Type a move"),
    "a blank card": Scene("What is this pile called?", ("A stack of 36", "#25"), match="blank", entry="Write here"),
    "better words": Scene("Wrong word?", ("#F9", "#Return"), entry="Better words"),
    "a name in a position": Scene("Names, rules and more", (*_SET_UP, "Names, rules and more"), entry="Name at seat 1"),
    "a place in a position": Scene("The mat", (*_SET_UP, "A soldier of A"), entry="Where the soldier lies"),
    "a scenario's title": Scene(
        "Save as a scenario",
        (*_SET_UP, "A soldier of A", "A soldier of B", "Share", "Save as a scenario"),
        entry="Title",
    ),
    "a scenario's story": Scene(
        "Save as a scenario",
        (*_SET_UP, "A soldier of A", "A soldier of B", "Share", "Save as a scenario"),
        entry="Story",
    ),
}
"""Every kind of text field."""
