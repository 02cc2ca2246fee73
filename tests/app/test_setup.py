"""Before a match: seats, house rules made from any game's options, refusals in plain words, and the start."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace

import pygame
import pytest

from grenade_salad import games
from grenade_salad.app import cast
from grenade_salad.app.app import App
from grenade_salad.app.scenes import start
from grenade_salad.app.scenes.home import HomeScene
from grenade_salad.app.scenes.match_scene import MatchScene
from grenade_salad.app.scenes.options_form import OptionsForm
from grenade_salad.app.scenes.setup import SetupScene
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.focus import Widgets
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.app.ui.widgets import Choice, Label, Slider, Toggle
from grenade_salad.core import Options
from tests.app.conftest import click, key, write
from tests.app.test_menus import press_by_keys


@dataclass(frozen=True)
class Rules(Options):
    """One field of each kind of the convention."""

    width: float = field(
        default=8.0, metadata={"label": "Width", "unit": "mm", "range": (4, 20, 0.5), "help": "How wide."}
    )
    plain_number: int = 3
    size: tuple[float, float] = field(
        default=(600.0, 400.0),
        metadata={"label": "Table", "parts": ("Width", {"label": "Height"}), "range": (200, 900, 50)},
    )
    kind: str | None = field(default="a", metadata={"choices": (("a", "As"), (None, "None"), ("b", "Bs"))})
    starter: int | None = None
    limit: int | None = field(default=None, metadata={"range": (10, 100, 10), "none": "no limit"})
    safe: bool = False
    hidden: int = field(default=1, metadata={"form": False})


def form_of(options: Options) -> tuple[OptionsForm, list[Widget]]:
    """The form and its rows' widgets."""
    widgets = Widgets()
    made = OptionsForm(Form(widgets, Scroll(Rect(0, 0, 500, 500))), options, ("Ann", "Bo"), lambda _: None)
    return made, [item for item in widgets.items if not isinstance(item, Label)]


def test_each_kind_of_field_is_changed_by_its_widget() -> None:
    form, (width, number, wide, high, kind, starter, limit, safe) = form_of(Rules())
    changes: list[tuple[Widget, str, object]] = [
        (width, "width", 8.5),
        (number, "plain_number", 4),
        (wide, "size", (650.0, 400.0)),
        (high, "size", (650.0, 450.0)),
        (kind, "kind", None),
        (starter, "starter", 0),
        (limit, "limit", 10),
        (safe, "safe", True),
    ]
    for widget, name, expected in changes:
        assert widget.nudge("right")
        value = getattr(form.options, name)
        assert value == expected
        assert type(value) is type(expected)
    assert limit.nudge("left")
    assert form.options == replace(form.options, limit=None)
    assert isinstance(limit, Slider)
    assert limit.shown(limit.value) == "no limit"


@pytest.mark.parametrize("name", games.NAMES)
def test_every_house_rule_of_every_game_has_its_row(name: str) -> None:
    options = games.load(name).options()
    shown = [one for one in fields(options) if one.metadata.get("form", True)]
    _, widgets = form_of(options)
    assert len(widgets) == sum(len(one.metadata.get("parts", (1,))) for one in shown)
    assert all(one.metadata.get("label") and one.metadata.get("help") for one in shown)
    for widget in widgets:
        before = form_of(options)[0].options
        assert isinstance(widget, Choice | Slider | Toggle)
        assert widget.nudge("right") or widget.nudge("left")
        assert before == options


@pytest.mark.parametrize("name", games.NAMES)
def test_the_number_of_seats_is_what_the_game_allows(app: App, name: str) -> None:
    game = games.load(name)
    scene = SetupScene(app, name)
    app.push(scene)
    assert len(scene.count_choice.labels) == game.max_seats - game.min_seats + 1
    for _ in range(10):
        scene.count_choice.nudge("right")
    assert len(scene.rows) == game.max_seats
    for _ in range(10):
        scene.count_choice.nudge("left")
    assert len(scene.rows) == game.min_seats


def test_a_refusal_of_the_game_is_on_the_screen_before_the_start(app: App) -> None:
    scene = SetupScene(app, "grenade-salad")
    app.push(scene)
    scene._ruled(replace(scene.options, tile=20.0, cube=20.0))  # type: ignore[call-arg]
    assert scene.refusal.endswith(".")
    assert not scene.start_button.enabled
    press_by_keys(app, "Start")
    assert app.scene is scene
    press_by_keys(app, "As the rules say")
    assert scene.refusal == ""
    assert scene.start_button.enabled


def test_a_starter_who_is_no_longer_there_is_drawn_at_random_again(app: App) -> None:
    scene = SetupScene(app, "wheel")
    app.push(scene)
    scene._ruled(replace(scene.options, starter=2))  # type: ignore[call-arg]
    scene.count_choice.nudge("left")
    assert scene.options.starter is None  # type: ignore[attr-defined]
    assert scene.refusal == ""


def test_names_are_written_and_an_empty_one_is_refused(app: App) -> None:
    scene = SetupScene(app, "wheel")
    app.push(scene)
    app.frame()
    click(app, scene.rows[1].name.on_screen().center)
    key(app, pygame.K_END, *[pygame.K_BACKSPACE] * 16)
    assert scene.refusal == "Seat 2 has no name."
    write(app, "Zoë")
    assert scene.refusal == ""
    assert scene.names[1] == "Zoë"


@pytest.mark.parametrize("name", [name for name in games.NAMES if start.playable(name)])
def test_start_opens_the_game_and_what_was_chosen_is_there_the_next_time(app: App, name: str) -> None:
    app.push(HomeScene(app))
    scene = SetupScene(app, name)
    app.push(scene)
    scene.rows[0].name.set("Zoë")
    scene.rows[1].controller.nudge("left")
    chosen = scene.options
    press_by_keys(app, "Start")
    game = app.scene
    assert isinstance(game, MatchScene)
    assert game.names == ("Zoë", cast.NAMES["easy"][0], cast.NAMES["normal"][1])
    assert [one.words() for one in game.controllers] == ["person", "bot easy", "bot normal"]
    assert game.match.header.meta["controllers"] == ["person", "bot easy", "bot normal"]
    app.home()
    again = SetupScene(app, name)
    assert again.names[0] == "Zoë"
    assert [one.words() for one in again.controllers[:3]] == ["person", "bot easy", "bot normal"]
    assert again.options == chosen


def test_settings_with_options_of_another_version_do_no_harm(app: App) -> None:
    scene = SetupScene(app, "wheel")
    scene._keep()
    app.settings.last["wheel"].options = {"joker": 17, "nonsense": True}
    app.settings.last["wheel"].controllers = ["genius", "person"]
    again = SetupScene(app, "wheel")
    assert again.options == games.load("wheel").options()
    assert again.count == 3
