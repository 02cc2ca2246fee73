"""Machine players have names and a strength that people can choose; what was chosen before still loads."""

from __future__ import annotations

import pytest

from grenade_salad import games, players
from grenade_salad.app.match import hints
from grenade_salad.app.seating import player_names
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.shell.settings import LastMatch
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.match.match import Controller, Header, controllers
from grenade_salad.text import say
from grenade_salad.text.person_names import PEOPLE
from tests.app.conftest import frames, write
from tools.tables import set_up

PERSON, EASY = Controller(), Controller("bot", "easy")


@pytest.mark.parametrize("game", games.with_turns())
def test_the_ladder_has_what_is_shown_to_win_more_with_so_many(game: str) -> None:
    kind = games.load(game)
    for seats in range(kind.min_seats, kind.max_seats + 1):
        ladder = player_names.ladder(game, seats)
        assert len(set(ladder)) == len(ladder)
        assert all(players.why_not_level(name, game) is None for name in ladder)
        assert all(player_names.NAMES[name] for name in ladder)
        levels = list(dict.fromkeys(players.kind(name).level for name in ladder))
        assert levels == list(players.LEVELS[1 : len(levels) + 1])
        assert len(levels) >= 3
        told = player_names.strongest(game, seats)
        assert (told is None) == (levels[-1] == players.LEVELS[-1])
        assert told is None or levels[-1].capitalize() in say(told)


def test_the_setup_offers_what_is_real_and_says_so_and_old_choices_stay(app: App) -> None:
    app.settings.last["live-grenade"] = LastMatch(names=["Ann", "Bo"], controllers=["person", "expert"])
    scene = SetupScene(app, "live-grenade")
    offered = [one.level for one in player_names.choices(scene.controllers[1], "live-grenade", 2) if one.kind == "bot"]
    assert scene.controllers[1] == Controller("bot", "expert")
    assert "hard" not in offered
    assert offered[-1] == "expert", "who was chosen before can stay"
    assert "Normal" in say(scene.strongest.words)
    scene._counted(1)
    assert scene.controllers[1] == Controller("bot", "expert")
    assert "Hard" in say(scene.strongest.words)
    assert scene.strongest.visible


def test_hints_are_by_whom_it_is_worth_asking() -> None:
    assert hints.offered("normal")[:2] == ("normal", "hard")
    assert "expert" in hints.offered("expert")


def test_names_fit_a_panel_and_are_nobody_elses() -> None:
    names = [name for of_kind in (*player_names.NAMES.values(), player_names.SPARE) for name in of_kind]
    assert len(set(names)) == len(names)
    assert not set(names) & set(PEOPLE)
    assert max(map(len, names)) <= 5
    assert len(names) >= 9, "a whole table of machines has names"


def test_who_decides_now_can_stay_even_if_nobody_could_choose_that() -> None:
    for one in (Controller("phone"), Controller("bot", "random"), Controller("bot", "normal")):
        found = player_names.choices(one, "wheel", 3)
        assert found[player_names.place(found, one)] == one
    assert Controller("phone") not in player_names.choices(PERSON, "wheel", 3)


def test_a_machine_brings_its_name_and_takes_it_away_again(app: App) -> None:
    app.push(HomeScene(app))
    scene = set_up(app, "live-grenade")
    row = scene.rows[0]
    row.name.set("Zoë")
    row.controller.nudge("right")
    assert scene.controllers[0] == EASY
    assert scene.names[0] == row.name.value == "Elsie"
    row.controller.nudge("right")
    assert scene.names[0] == "Lola"
    row.controller.nudge("right")
    assert scene.names[0] in (*player_names.NAMES["normal"], *player_names.SPARE)
    assert len(set(scene.names)) == len(scene.names), "no two machines of one name"
    for _ in range(3):
        row.controller.nudge("left")
    assert (scene.controllers[0], scene.names[0], row.name.value) == (PERSON, "Zoë", "Zoë")


def test_a_name_that_a_machine_was_given_stays(app: App) -> None:
    scene = set_up(app, "wheel")
    scene.widgets.set_focus(scene.rows[1].name)
    frames(app, 2)
    scene.rows[1].name.set("")
    write(app, "HAL")
    scene.rows[1].controller.nudge("right")
    assert scene.controllers[1].level == player_names.ladder("wheel", 2)[3]
    assert scene.names[1] == "HAL"
    while scene.controllers[1].kind == "bot":
        scene.rows[1].controller.nudge("left")
    assert scene.names[1] == "HAL"


def test_a_whole_table_of_machines_of_one_kind_has_different_names(app: App) -> None:
    scene = set_up(app, "live-grenade")
    scene._counted(9 - scene.game.min_seats)
    for row in scene.rows:
        while row.controller.nudge("left"):
            pass
        row.controller.nudge("right")
    assert {one.words() for one in scene.controllers} == {"bot easy"}
    assert len(set(scene.names)) == 9
    assert scene.refusal == "" or "are called" not in scene.refusal


def test_what_was_chosen_in_earlier_versions_is_there_again(app: App) -> None:
    app.settings.last["wheel"] = LastMatch(names=["Ann", "Bo", "Cy"], controllers=["person", "normal", "random"])
    scene = SetupScene(app, "wheel")
    assert scene.names[:3] == ["Ann", "Bo", "Cy"]
    assert scene.controllers[:3] == [PERSON, Controller("bot", "normal"), Controller("bot", "random")]


def test_a_record_tells_the_style_of_its_machines() -> None:
    meta = {"controllers": ["person", "bot", "bot normal-careful"]}
    header = Header("wheel", ("Ann", "Bo", "Cy"), games.load("wheel").options(), 1, meta=meta)
    assert [one.level for one in controllers(header)][1:] == ["normal", "normal-careful"]
    assert player_names.seated(Controller("bot", "genius-level"), "wheel") == Controller("bot", "normal")
