"""What lies over a match: the pause menu, who plays, trouble with the journal, and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grenade_salad.app.scenes import phones, start
from grenade_salad.app.scenes.dialog import Answer, Dialog, nothing
from grenade_salad.app.scenes.settings_scene import SettingsScene
from grenade_salad.app.scenes.who_plays import WhoPlaysScene

if TYPE_CHECKING:
    from grenade_salad.app.scenes.match_scene import MatchScene


def show(scene: MatchScene) -> None:
    """The pause menu: time stands still while it is open."""
    app = scene.app
    app.push(
        Dialog(
            app,
            "Pause",
            "",
            [
                Answer("Go on", nothing, "main", "play", back=True),
                Answer("Rules", lambda: app.open_rules(scene.rules_page), icon="book"),
                Answer("Settings", lambda: app.push(SettingsScene(app)), icon="gear"),
                Answer("Who plays?", lambda: app.push(WhoPlaysScene(scene)), icon="robot"),
                Answer("Phones", lambda: phones.show(app), icon="phone"),
                Answer("Leave the match", lambda: ask_to_leave(scene), "danger", "back"),
            ],
        )
    )


def ask_to_leave(scene: MatchScene) -> None:
    """Nobody leaves a match by accident."""
    kept = hasattr(scene.match, "finish")
    words = "The match is kept: you can go on from the first screen." if kept else "The match is not kept anywhere."
    answers = [Answer("Stay", nothing, "main", back=True), Answer("Leave", scene.app.home, "danger")]
    scene.app.push(Dialog(scene.app, "Leave the match?", words, answers))


def ask_about_trouble(scene: MatchScene, trouble: str) -> None:
    """A line could not be written down: nothing has happened yet, and it can be tried again."""
    answers = [Answer("Try again", nothing, "main", back=True), Answer("Leave", scene.app.home, "danger")]
    scene.app.push(Dialog(scene.app, "The match cannot be written down", f"{trouble}.", answers))


def show_end(scene: MatchScene) -> None:
    """Who won, and what now."""
    app, names = scene.app, scene.names
    winners = scene.match.state.ranking()[0]
    title = f"{' and '.join(names[seat] for seat in winners)} {'win' if len(winners) > 1 else 'wins'}"

    def again() -> None:
        start.again(app, scene.match.header, scene.controllers)

    answers = [
        Answer("Play again", again, "main", "play"),
        Answer("Look at the table", nothing, icon="eye", back=True),
        Answer("Home", app.home, icon="back"),
    ]
    app.push(Dialog(app, title, "\n".join(scene.result_lines()), answers))
