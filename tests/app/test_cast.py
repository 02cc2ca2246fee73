"""Names and levels of machine players, including choices of earlier versions."""

from __future__ import annotations

import pytest

from grenade_salad import games, players
from grenade_salad.app.seating import player_names
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.shell.settings import LastMatch
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.match.match import Controller, Header, read_controllers
from grenade_salad.text.person_names import DEFAULT_NAMES
from tests.app.conftest import run_frames, type_text
from tools.tables import open_setup

PERSON, EASY = Controller(), Controller("bot", "easy")


@pytest.mark.parametrize("game", games.with_turns())
def test_ladder_has_levels_that_win_more_at_that_seat_count(game: str) -> None:
    kind = games.load(game)
    for seats in range(kind.min_seats, kind.max_seats + 1):
        ladder = player_names.list_machines(game, seats)
        assert len(set(ladder)) == len(ladder)
        assert all(players.why_not_level(name, game) is None for name in ladder)
        assert all(player_names.NAMES[name] for name in ladder)
        levels = list(dict.fromkeys(players.parse_spec(name).level for name in ladder))
        assert levels == list(players.LEVELS[1 : len(levels) + 1])
        assert len(levels) >= 3


def test_setup_offers_useful_levels_and_keeps_old_choices(app: App) -> None:
    app.settings.last["live-grenade"] = LastMatch(names=["Ann", "Bo"], controllers=["person", "expert"])
    scene = SetupScene(app, "live-grenade")
    offered_levels = [
        controller.level
        for controller in player_names.list_controllers(scene.controllers[1], "live-grenade", 2)
        if controller.kind == "bot"
    ]
    assert scene.controllers[1] == Controller("bot", "expert")
    assert "hard" not in offered_levels
    assert offered_levels[-1] == "expert", "who was chosen before can stay"
    scene._choose_count(1)
    assert scene.controllers[1] == Controller("bot", "expert")


def test_hints_offer_useful_levels() -> None:
    assert player_names.offered_hint_levels("normal")[:2] == ("normal", "hard")
    assert "expert" in player_names.offered_hint_levels("expert")


def test_machine_names_fit_a_panel_and_are_unique() -> None:
    names = [name for of_kind in (*player_names.NAMES.values(), player_names.SPARE_NAMES) for name in of_kind]
    assert len(set(names)) == len(names)
    assert not set(names) & set(DEFAULT_NAMES)
    assert max(map(len, names)) <= 5
    assert len(names) >= 9, "a whole table of machines has names"


def test_current_controller_stays_a_choice() -> None:
    for controller in (Controller("phone"), Controller("bot", "random"), Controller("bot", "normal")):
        offered = player_names.list_controllers(controller, "wheel", 3)
        assert offered[player_names.find_index(offered, controller)] == controller
    assert Controller("phone") not in player_names.list_controllers(PERSON, "wheel", 3)


def test_machine_brings_its_name_and_takes_it_away(app: App) -> None:
    app.push(HomeScene(app))
    scene = open_setup(app, "live-grenade")
    row = scene.rows[0]
    row.name.set_text("Zoë")
    row.controller.step("right")
    assert scene.controllers[0] == EASY
    assert scene.names[0] == row.name.value == "Elsie"
    row.controller.step("right")
    assert scene.names[0] == "Lola"
    row.controller.step("right")
    assert scene.names[0] in (*player_names.NAMES["normal"], *player_names.SPARE_NAMES)
    assert len(set(scene.names)) == len(scene.names), "no two machines of one name"
    for _ in range(3):
        row.controller.step("left")
    assert (scene.controllers[0], scene.names[0], row.name.value) == (PERSON, "Zoë", "Zoë")


def test_name_typed_for_a_machine_stays(app: App) -> None:
    scene = open_setup(app, "wheel")
    scene.widgets.set_focus(scene.rows[1].name)
    run_frames(app, 2)
    scene.rows[1].name.set_text("")
    type_text(app, "HAL")
    scene.rows[1].controller.step("right")
    assert scene.controllers[1].level == player_names.list_machines("wheel", 2)[3]
    assert scene.names[1] == "HAL"
    while scene.controllers[1].kind == "bot":
        scene.rows[1].controller.step("left")
    assert scene.names[1] == "HAL"


def test_machines_of_one_kind_have_different_names(app: App) -> None:
    scene = open_setup(app, "live-grenade")
    scene._choose_count(9 - scene.game.min_seats)
    for row in scene.rows:
        while row.controller.step("left"):
            pass
        row.controller.step("right")
    assert {controller.to_word() for controller in scene.controllers} == {"bot easy"}
    assert len(set(scene.names)) == 9
    assert scene.refusal == "" or "are called" not in scene.refusal


def test_choices_of_earlier_versions_are_restored(app: App) -> None:
    app.settings.last["wheel"] = LastMatch(names=["Ann", "Bo", "Cy"], controllers=["person", "normal", "random"])
    scene = SetupScene(app, "wheel")
    assert scene.names[:3] == ["Ann", "Bo", "Cy"]
    assert scene.controllers[:3] == [PERSON, Controller("bot", "normal"), Controller("bot", "random")]


def test_record_keeps_the_style_of_its_machines() -> None:
    meta = {"controllers": ["person", "bot", "bot normal-careful"]}
    header = Header("wheel", ("Ann", "Bo", "Cy"), games.load("wheel").options(), 1, meta=meta)
    assert [controller.level for controller in read_controllers(header)][1:] == ["normal", "normal-careful"]
    assert player_names.available_controller(Controller("bot", "genius-level"), "wheel") == Controller("bot", "normal")
