"""Before a match: seats, house rules made from any game's options, refusals in plain words, and the start."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, fields, replace
from importlib import import_module

import pygame
import pytest

from grenade_salad import games
from grenade_salad.app.match.controller import MatchScene
from grenade_salad.app.seating import player_names
from grenade_salad.app.setup.options_form import OptionsForm
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.shell import settings as keep
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.theme import INK_SOFT
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.app.ui.widget_group import Widgets
from grenade_salad.app.ui.widgets import Choice, Label, Slider, Toggle
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import Options
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.lab.house_rules import changes
from grenade_salad.match.match import Controller
from grenade_salad.text import say
from tests.app.conftest import click, frames, key, write
from tests.app.history import press_by_keys
from tests.app.test_machines import wait
from tools.tables import on_top, set_up


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
    scene = set_up(app, name)
    assert len(scene.count_choice.labels) == min(game.max_seats, 9) - game.min_seats + 1
    for _ in range(10):
        scene.count_choice.nudge("right")
    assert len(scene.rows) == min(game.max_seats, 9)
    for _ in range(10):
        scene.count_choice.nudge("left")
    assert len(scene.rows) == game.min_seats


def test_a_refusal_of_the_game_is_on_the_screen_before_the_start(app: App) -> None:
    scene = set_up(app, "grenade-salad")
    scene._ruled(replace(scene.options, tile=20.0, cube=20.0))  # type: ignore[call-arg]
    assert say(scene.refusal).endswith(".")
    assert not scene.start_button.enabled
    press_by_keys(app, "Start")
    assert app.scene is scene
    scene.widgets.set_focus(scene.house_rules.choice)
    key(app, *[pygame.K_LEFT] * 9)
    assert scene.refusal == ""
    assert scene.start_button.enabled


def test_a_starter_who_is_no_longer_there_is_drawn_at_random_again(app: App) -> None:
    scene = set_up(app, "wheel")
    scene._ruled(replace(scene.options, starter=2))  # type: ignore[call-arg]
    scene.count_choice.nudge("left")
    assert scene.options.starter is None  # type: ignore[attr-defined]
    assert scene.refusal == ""


def test_names_are_written_and_an_empty_one_is_refused(app: App) -> None:
    scene = set_up(app, "wheel")
    app.frame()
    click(app, scene.rows[0].name.on_screen().center)
    key(app, pygame.K_END, *[pygame.K_BACKSPACE] * 16)
    assert say(scene.refusal) == "Seat 1 has no name."
    assert [row.name.wrong for row in scene.rows] == [True, False, False], "it is marked where it is"
    write(app, "Zoë")
    assert scene.refusal == ""
    assert scene.names[0] == "Zoë"
    scene.rows[2].name.set("Zoë")
    assert say(scene.refusal) == "Two players are called Zoë."
    assert [row.name.wrong for row in scene.rows] == [False, False, True]


def test_a_machine_without_a_name_gets_one(app: App) -> None:
    scene = set_up(app, "wheel")
    scene.rows[1].name.set("")
    given = scene.rows[1].name.hint
    assert scene.refusal == ""
    assert given in player_names.NAMES[scene.controllers[1].level]
    press_by_keys(app, "Start")
    game = on_top(app, MatchScene)
    assert game.names[1] == given
    assert len(set(game.names)) == len(game.names)


@pytest.mark.parametrize("name", games.with_turns())
def test_start_opens_the_game_and_what_was_chosen_is_there_the_next_time(app: App, name: str) -> None:
    app.push(HomeScene(app))
    scene = set_up(app, name)
    scene.rows[0].name.set("Zoë")
    scene.rows[1].controller.nudge("left")
    chosen = scene.options
    press_by_keys(app, "Start")
    game = on_top(app, MatchScene)
    assert game.names == ("Zoë", player_names.NAMES["casual"][0], player_names.NAMES["normal"][1])
    assert [one.words() for one in game.controllers] == ["person", "bot casual", "bot normal"]
    assert game.match.header.meta["controllers"] == ["person", "bot casual", "bot normal"]
    app.home()
    again = SetupScene(app, name)
    assert again.names[0] == "Zoë"
    assert [one.words() for one in again.controllers[:3]] == ["person", "bot casual", "bot normal"]
    assert again.options == chosen


def test_settings_with_options_of_another_version_do_no_harm(app: App) -> None:
    scene = SetupScene(app, "wheel")
    scene._keep()
    app.settings.last["wheel"].options = {"joker": 17, "nonsense": True}
    app.settings.last["wheel"].controllers = ["genius", "person"]
    again = SetupScene(app, "wheel")
    assert again.options == games.load("wheel").options()
    assert again.count == 3


def fold_out(app: App, scene: SetupScene) -> None:
    """Press the button behind which all house rules are."""
    click(app, scene.house_rules.fold.on_screen().center)


def choose_rules(app: App, scene: SetupScene, words: str) -> None:
    """Go to the house rules of that name with the arrow keys."""
    scene.widgets.set_focus(scene.house_rules.choice)
    key(app, *[pygame.K_LEFT] * 9)
    for _ in range(9):
        choice = scene.house_rules.choice
        if choice.labels[choice.chosen] == words:
            return
        scene.widgets.set_focus(choice)
        key(app, pygame.K_RIGHT)
    raise AssertionError(f"there is no {words}")


@pytest.mark.parametrize("name", games.with_turns())
def test_house_rules_are_one_line_until_they_are_folded_out(app: App, name: str) -> None:
    scene = set_up(app, name)
    assert say(scene.house_rules.line.words) == "Everything by the rules."
    few = len(scene.widgets.items)
    fold_out(app, scene)
    assert len(scene.widgets.items) > few + 3
    fold_out(app, scene)
    assert len(scene.widgets.items) == few
    choose_rules(app, scene, "Quick")
    assert scene.options in [options for _, options in scene.game.options.presets(scene.count)]
    assert say(scene.house_rules.line.words).startswith("Different from the rules: ")
    assert scene.refusal == ""


def test_what_a_house_rule_changes_stands_below_it(app: App) -> None:
    scene = set_up(app, "live-grenade")
    fold_out(app, scene)
    slider = next(one for one in scene.widgets.items if isinstance(one, Slider) and say(one.label) == "Extra cards")
    labels = [one for one in scene.widgets.items if isinstance(one, Label) and one.scroll is scene.rules_scroll]

    def told() -> list[str]:
        """What is there besides, from above."""
        found = [one for one in labels if one.colour == INK_SOFT and one.words and one.rect.y > slider.rect.bottom]
        return [say(one.words) for one in sorted(found, key=lambda one: one.rect.y)]

    usual = told()
    for most in (4, 4, 4, 6):
        slider.nudge("right")
        added = told()[1 : len(told()) - len(usual) + 1]
        assert added[0] == f"In matches between machines, with Extra cards: {most}:"
        assert added[1:] == [say(one) for one in changes("live-grenade", scene.count, "extra_cards", most)] != []
    for _ in range(4):
        slider.nudge("left")
    assert told() == usual


@pytest.mark.parametrize("name", games.with_turns())
def test_every_preset_can_be_played_by_as_many_as_the_game_allows(app: App, name: str) -> None:
    scene = set_up(app, name)
    for words in ("Quick", "Wild"):
        choose_rules(app, scene, words)
        for _ in range(9):
            scene.count_choice.nudge("left")
        for _ in range(9):
            assert scene.refusal == "", (words, scene.count)
            choice = scene.house_rules.choice
            assert choice.labels[choice.chosen] == words, scene.count
            scene.count_choice.nudge("right")


def test_two_are_offered_house_rules_of_their_own_before_the_rules(app: App) -> None:
    scene = set_up(app, "grenade-salad")
    for _ in range(9):
        scene.count_choice.nudge("left")
    choice = scene.house_rules.choice
    assert [say(words) for words in choice.labels][:2] == ["Duel", "The rules"]
    assert scene.options == SaladOptions()
    choose_rules(app, scene, "Duel")
    assert scene.options == SaladOptions(throw_away=True)
    assert say(scene.house_rules.line.words) == "Different from the rules: Throw one away."
    scene.count_choice.nudge("right")
    assert scene.options == SaladOptions(), "three have no such rules"


def test_own_house_rules_are_kept_under_a_name_and_forgotten(app: App) -> None:
    app.push(HomeScene(app))
    scene = set_up(app, "wheel")
    fold_out(app, scene)
    scene._ruled(replace(scene.options, joker_safe=True))  # type: ignore[call-arg]
    assert say(scene.house_rules.line.words) == "Different from the rules: The joker cannot be blown up."
    press_by_keys(app, "Save under this name")
    assert scene.app.settings.presets.get("wheel", {}) == {}, "a name is needed"
    entry = next(
        item for item in scene.widgets.items if isinstance(item, TextEntry) and item.scroll is scene.rules_scroll
    )
    scene.widgets.set_focus(entry)
    write(app, "Sundays")
    press_by_keys(app, "Save under this name")
    assert keep.load(app.folder)[0].presets == {"wheel": {"Sundays": {"joker_safe": True}}}
    later = SetupScene(app, "wheel")
    app.replace(later)
    choose_rules(app, later, "Sundays")
    assert later.options == replace(games.load("wheel").options(), joker_safe=True)  # type: ignore[call-arg]
    fold_out(app, later)
    press_by_keys(app, "Delete Sundays")
    assert "Sundays" not in later.house_rules.choice.labels
    assert keep.load(app.folder)[0].presets["wheel"] == {}


def test_the_house_rules_of_the_last_time_have_a_name(app: App) -> None:
    app.push(HomeScene(app))
    scene = set_up(app, "wheel")
    scene._ruled(replace(scene.options, joker_safe=True))  # type: ignore[call-arg]
    scene._keep()
    again = SetupScene(app, "wheel")
    app.replace(again)
    choice = again.house_rules.choice
    assert choice.labels[choice.chosen] == "As last time"
    choose_rules(app, again, "The rules")
    assert again.options == games.load("wheel").options()


def test_the_people_of_the_evening_stay_seated_when_the_game_changes(app: App) -> None:
    app.push(HomeScene(app))
    scene = set_up(app, "wheel")
    for seat, name in enumerate(("Zoe", "Max", "Kim")):
        scene._give(seat, Controller())
        scene._named(seat, name)
    scene.start()
    app.home()
    seated = SetupScene(app, "grenade-salad")
    assert seated.names[: seated.count] == ["Zoe", "Max", "Kim"]
    assert [one.kind for one in seated.controllers[: seated.count]] == ["person"] * 3
    assert not seated.refusal
    seated._give(1, Controller("bot", "easy"))
    seated.start()
    app.home()
    again = SetupScene(app, "wheel")
    assert again.names[:2] == ["Zoe", "Kim"], "who left is not asked for again"
    assert len(set(again.names[: again.count])) == again.count
    assert not again.refusal


def test_what_the_table_needs_is_imported_while_people_still_choose(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    module = "grenade_salad.app.games.wheel.board"
    import_module(module)
    package = import_module("grenade_salad.app.games.wheel")
    monkeypatch.setattr(package, "board", package.board)
    monkeypatch.delitem(sys.modules, module)
    app.push(HomeScene(app))
    frames(app, 5)
    assert module not in sys.modules, "the first screen is not slower for it"
    app.push(SetupScene(app, "wheel"))
    frames(app, 5)
    wait(lambda: sys.modules.get(module) is package.board)
