"""Before a match: seats, house rules from options, refusals and the start."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, fields, replace
from importlib import import_module

import pygame
import pytest

from grenade_salad import games
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.seating import player_names
from grenade_salad.app.setup.options_form import OptionsForm
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.shell import settings
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.theme import INK_SOFT
from grenade_salad.app.ui.widget import Scroll, Widget
from grenade_salad.app.ui.widget_group import WidgetGroup
from grenade_salad.app.ui.widgets import Choice, Label, Slider, Toggle
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import Options
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.lab.house_rules import describe_changes
from grenade_salad.match.match import Controller
from grenade_salad.text import say
from tests.app.conftest import click, press_keys, run_frames, type_text
from tests.app.history import press_by_keys
from tests.patience import wait_until
from tools.tables import get_top_scene, open_setup


@dataclass(frozen=True)
class Rules(Options):
    """One field of each kind that options may have."""

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


def make_form(options: Options) -> tuple[OptionsForm, list[Widget]]:
    """Return the form and the widgets of its rows."""
    widgets = WidgetGroup()
    form = OptionsForm(Form(widgets, Scroll(Rect(0, 0, 500, 500))), options, ("Ann", "Bo"), lambda _: None)
    return form, [item for item in widgets.items if not isinstance(item, Label)]


def test_each_kind_of_field_is_changed_by_its_widget() -> None:
    form, (width, plain_number, table_width, table_height, kind, starter, limit, safe) = make_form(Rules())
    changes: list[tuple[Widget, str, object]] = [
        (width, "width", 8.5),
        (plain_number, "plain_number", 4),
        (table_width, "size", (650.0, 400.0)),
        (table_height, "size", (650.0, 450.0)),
        (kind, "kind", None),
        (starter, "starter", 0),
        (limit, "limit", 10),
        (safe, "safe", True),
    ]
    for widget, name, expected in changes:
        assert widget.step("right")
        value = getattr(form.options, name)
        assert value == expected
        assert type(value) is type(expected)
    assert limit.step("left")
    assert form.options == replace(form.options, limit=None)
    assert isinstance(limit, Slider)
    assert limit.format_value(limit.value) == "no limit"


@pytest.mark.parametrize("name", games.NAMES)
def test_every_house_rule_has_a_row(name: str) -> None:
    options = games.load(name).options()
    form_fields = [rule for rule in fields(options) if rule.metadata.get("form", True)]
    _, widgets = make_form(options)
    assert len(widgets) == sum(len(rule.metadata.get("parts", (1,))) for rule in form_fields)
    assert all(rule.metadata.get("label") and rule.metadata.get("help") for rule in form_fields)
    for widget in widgets:
        unchanged = make_form(options)[0].options
        assert isinstance(widget, Choice | Slider | Toggle)
        assert widget.step("right") or widget.step("left")
        assert unchanged == options


@pytest.mark.parametrize("name", games.NAMES)
def test_seat_count_is_limited_by_game(app: App, name: str) -> None:
    game = games.load(name)
    scene = open_setup(app, name)
    assert len(scene.count_choice.labels) == min(game.max_seats, 9) - game.min_seats + 1
    for _ in range(10):
        scene.count_choice.step("right")
    assert len(scene.rows) == min(game.max_seats, 9)
    for _ in range(10):
        scene.count_choice.step("left")
    assert len(scene.rows) == game.min_seats


def test_refusal_of_game_is_visible_before_start(app: App) -> None:
    scene = open_setup(app, "grenade-salad")
    scene._on_rules_changed(replace(scene.options, tile=20.0, cube=20.0))  # type: ignore[call-arg]
    assert say(scene.refusal).endswith(".")
    assert not scene.start_button.enabled
    press_by_keys(app, "Start")
    assert app.scene is scene
    scene.widgets.set_focus(scene.house_rules.choice)
    press_keys(app, *[pygame.K_LEFT] * 9)
    assert scene.refusal == ""
    assert scene.start_button.enabled


def test_starter_who_left_is_random_again(app: App) -> None:
    scene = open_setup(app, "wheel")
    scene._on_rules_changed(replace(scene.options, starter=2))  # type: ignore[call-arg]
    scene.count_choice.step("left")
    assert scene.options.starter is None  # type: ignore[attr-defined]
    assert scene.refusal == ""


def test_names_are_typed_and_an_empty_one_is_refused(app: App) -> None:
    scene = open_setup(app, "wheel")
    app.frame()
    click(app, scene.rows[0].name.on_screen().center)
    press_keys(app, pygame.K_END, *[pygame.K_BACKSPACE] * 16)
    assert say(scene.refusal) == "Seat 1 has no name."
    assert [row.name.is_wrong for row in scene.rows] == [True, False, False], "it is marked where it is"
    type_text(app, "Zoë")
    assert scene.refusal == ""
    assert scene.names[0] == "Zoë"
    scene.rows[2].name.set_text("Zoë")
    assert say(scene.refusal) == "Two players are called Zoë."
    assert [row.name.is_wrong for row in scene.rows] == [False, False, True]


def test_machine_without_name_gets_one(app: App) -> None:
    scene = open_setup(app, "wheel")
    scene.rows[1].name.set_text("")
    suggested_name = scene.rows[1].name.hint
    assert scene.refusal == ""
    assert suggested_name in player_names.NAMES[scene.controllers[1].level]
    press_by_keys(app, "Start")
    match_scene = get_top_scene(app, TableScene)
    assert match_scene.controller.names[1] == suggested_name
    assert len(set(match_scene.controller.names)) == len(match_scene.controller.names)


@pytest.mark.parametrize("name", games.with_turns())
def test_start_opens_game_and_choices_return_next_time(app: App, name: str) -> None:
    app.push(HomeScene(app))
    scene = open_setup(app, name)
    scene.rows[0].name.set_text("Zoë")
    scene.rows[1].controller.step("left")
    chosen = scene.options
    press_by_keys(app, "Start")
    match_scene = get_top_scene(app, TableScene)
    assert match_scene.controller.names == ("Zoë", player_names.NAMES["casual"][0], player_names.NAMES["normal"][1])
    assert [controller.to_word() for controller in match_scene.controller.controllers] == [
        "person",
        "bot casual",
        "bot normal",
    ]
    assert match_scene.controller.match.header.meta["controllers"] == ["person", "bot casual", "bot normal"]
    app.home()
    reopened = SetupScene(app, name)
    assert reopened.names[0] == "Zoë"
    assert [controller.to_word() for controller in reopened.controllers[:3]] == ["person", "bot casual", "bot normal"]
    assert reopened.options == chosen


def test_options_of_another_version_do_no_harm(app: App) -> None:
    scene = SetupScene(app, "wheel")
    scene._save_choices()
    app.settings.last["wheel"].options = {"joker": 17, "nonsense": True}
    app.settings.last["wheel"].controllers = ["genius", "person"]
    reopened = SetupScene(app, "wheel")
    assert reopened.options == games.load("wheel").options()
    assert reopened.count == 3


def unfold_rules(app: App, scene: SetupScene) -> None:
    """Press the button that unfolds all house rules."""
    click(app, scene.house_rules.fold_button.on_screen().center)


def choose_rules(app: App, scene: SetupScene, words: str) -> None:
    """Choose the house rules of that name with the arrow keys."""
    scene.widgets.set_focus(scene.house_rules.choice)
    press_keys(app, *[pygame.K_LEFT] * 9)
    for _ in range(9):
        choice = scene.house_rules.choice
        if choice.labels[choice.chosen] == words:
            return
        scene.widgets.set_focus(choice)
        press_keys(app, pygame.K_RIGHT)
    raise AssertionError(f"there is no {words}")


@pytest.mark.parametrize("name", games.with_turns())
def test_house_rules_are_one_line_until_unfolded(app: App, name: str) -> None:
    scene = open_setup(app, name)
    assert say(scene.house_rules.differences.words) == "Everything by the rules."
    folded_count = len(scene.widgets.items)
    unfold_rules(app, scene)
    assert len(scene.widgets.items) > folded_count + 3
    unfold_rules(app, scene)
    assert len(scene.widgets.items) == folded_count
    choose_rules(app, scene, "Quick")
    assert scene.options in [options for _, options in scene.game.options.presets(scene.count)]
    assert say(scene.house_rules.differences.words).startswith("Different from the rules: ")
    assert scene.refusal == ""


def test_length_of_match_is_that_of_the_house_rules(app: App) -> None:
    scene = open_setup(app, "grenade-salad")

    def read_lengths() -> list[str]:
        """Return what the set-up says of minutes."""
        lines = [say(label.words) for label in scene.about_labels if label.visible]
        return [line for line in lines if "minutes" in line]

    assert read_lengths() == ["About 25 minutes."]
    choose_rules(app, scene, "Quick")
    assert read_lengths() == ["About 9 minutes."]


def test_effects_of_house_rule_are_below_it(app: App) -> None:
    scene = open_setup(app, "live-grenade")
    unfold_rules(app, scene)
    slider = next(
        widget for widget in scene.widgets.items if isinstance(widget, Slider) and say(widget.label) == "Extra cards"
    )
    labels = [
        widget for widget in scene.widgets.items if isinstance(widget, Label) and widget.scroll is scene.rules_scroll
    ]

    def read_effects() -> list[str]:
        """Return the lines below the slider, from the top down."""
        effect_labels = [
            label for label in labels if label.colour == INK_SOFT and label.words and label.rect.y > slider.rect.bottom
        ]
        return [say(label.words) for label in sorted(effect_labels, key=lambda label: label.rect.y)]

    default_effects = read_effects()
    for extra_cards in (4, 4, 4, 6):
        slider.step("right")
        added = read_effects()[1 : len(read_effects()) - len(default_effects) + 1]
        assert added[0] == f"In matches between machines, with Extra cards: {extra_cards}:"
        assert (
            added[1:]
            == [say(change) for change in describe_changes("live-grenade", scene.count, "extra_cards", extra_cards)]
            != []
        )
    for _ in range(4):
        slider.step("left")
    assert read_effects() == default_effects


@pytest.mark.parametrize("name", games.with_turns())
def test_every_preset_fits_every_seat_count(app: App, name: str) -> None:
    scene = open_setup(app, name)
    for words in ("Quick", "Wild"):
        choose_rules(app, scene, words)
        for _ in range(9):
            scene.count_choice.step("left")
        for _ in range(9):
            assert scene.refusal == "", (words, scene.count)
            choice = scene.house_rules.choice
            assert choice.labels[choice.chosen] == words, scene.count
            scene.count_choice.step("right")


def test_two_players_are_offered_duel_before_the_rules(app: App) -> None:
    scene = open_setup(app, "grenade-salad")
    for _ in range(9):
        scene.count_choice.step("left")
    choice = scene.house_rules.choice
    assert [say(words) for words in choice.labels][:2] == ["Duel", "The rules"]
    assert scene.options == SaladOptions()
    choose_rules(app, scene, "Duel")
    assert scene.options == SaladOptions(throw_away=True)
    assert say(scene.house_rules.differences.words) == "Different from the rules: Throw one away."
    scene.count_choice.step("right")
    assert scene.options == SaladOptions(), "three have no such rules"


def test_own_house_rules_are_saved_under_a_name_and_deleted(app: App) -> None:
    app.push(HomeScene(app))
    scene = open_setup(app, "wheel")
    unfold_rules(app, scene)
    scene._on_rules_changed(replace(scene.options, joker_safe=True))  # type: ignore[call-arg]
    assert say(scene.house_rules.differences.words) == "Different from the rules: The joker cannot be blown up."
    press_by_keys(app, "Save under this name")
    assert scene.app.settings.presets.get("wheel", {}) == {}, "a name is needed"
    entry = next(
        item for item in scene.widgets.items if isinstance(item, TextEntry) and item.scroll is scene.rules_scroll
    )
    scene.widgets.set_focus(entry)
    type_text(app, "Sundays")
    press_by_keys(app, "Save under this name")
    assert settings.load(app.folder)[0].presets == {"wheel": {"Sundays": {"joker_safe": True}}}
    reopened = SetupScene(app, "wheel")
    app.replace(reopened)
    choose_rules(app, reopened, "Sundays")
    assert reopened.options == replace(games.load("wheel").options(), joker_safe=True)  # type: ignore[call-arg]
    unfold_rules(app, reopened)
    press_by_keys(app, "Delete Sundays")
    assert "Sundays" not in reopened.house_rules.choice.labels
    assert settings.load(app.folder)[0].presets["wheel"] == {}


def test_last_house_rules_have_a_name(app: App) -> None:
    app.push(HomeScene(app))
    scene = open_setup(app, "wheel")
    scene._on_rules_changed(replace(scene.options, joker_safe=True))  # type: ignore[call-arg]
    scene._save_choices()
    reopened = SetupScene(app, "wheel")
    app.replace(reopened)
    choice = reopened.house_rules.choice
    assert choice.labels[choice.chosen] == "As last time"
    choose_rules(app, reopened, "The rules")
    assert reopened.options == games.load("wheel").options()


def test_people_of_evening_stay_seated_when_game_changes(app: App) -> None:
    app.push(HomeScene(app))
    scene = open_setup(app, "wheel")
    for seat, name in enumerate(("Zoe", "Max", "Kim")):
        scene._set_controller(seat, Controller())
        scene._set_name(seat, name)
    scene.start()
    app.home()
    seated = SetupScene(app, "grenade-salad")
    assert seated.names[: seated.count] == ["Zoe", "Max", "Kim"]
    assert [controller.kind for controller in seated.controllers[: seated.count]] == ["person"] * 3
    assert not seated.refusal
    seated._set_controller(1, Controller("bot", "easy"))
    seated.start()
    app.home()
    reopened = SetupScene(app, "wheel")
    assert reopened.names[:2] == ["Zoe", "Kim"], "who left is not asked for again"
    assert len(set(reopened.names[: reopened.count])) == reopened.count
    assert not reopened.refusal


def test_table_is_imported_while_people_choose(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    module = "grenade_salad.app.games.wheel.board"
    import_module(module)
    package = import_module("grenade_salad.app.games.wheel")
    monkeypatch.setattr(package, "board", package.board)
    monkeypatch.delitem(sys.modules, module)
    app.push(HomeScene(app))
    run_frames(app, 5)
    assert module not in sys.modules, "the first screen is not slower for it"
    app.push(SetupScene(app, "wheel"))
    run_frames(app, 5)
    wait_until(lambda: sys.modules.get(module) is package.board)
