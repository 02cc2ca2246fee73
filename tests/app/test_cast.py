"""Machine players have names and a strength that people can choose; what was chosen before still loads."""

from __future__ import annotations

from grenade_salad import bots, games
from grenade_salad.app import cast
from grenade_salad.app.app import App
from grenade_salad.app.scenes.home import HomeScene
from grenade_salad.app.scenes.setup import NAMES, SetupScene
from grenade_salad.app.settings import LastMatch
from grenade_salad.match.match import Header
from grenade_salad.match.seats import Controller, controllers
from tests.app.conftest import frames, write

PERSON, EASY = Controller(), Controller("bot", "easy")


def test_the_ladder_has_every_player_but_the_random_one() -> None:
    ladder = cast.ladder()
    assert ladder[0] == "easy"
    assert len(set(ladder)) == len(ladder)
    assert all(bots.why_not_level(name) is None for name in ladder)
    assert {bots.kind(name).level for name in ladder} == set(bots.LEVELS) - {"random"}
    assert all(cast.NAMES[name] for name in ladder)


def test_names_fit_a_panel_and_are_nobody_elses() -> None:
    names = [name for of_kind in (*cast.NAMES.values(), cast.SPARE) for name in of_kind]
    assert len(set(names)) == len(names)
    assert not set(names) & set(NAMES)
    assert max(map(len, names)) <= 5
    assert len(names) >= 9, "a whole table of machines has names"


def test_who_decides_now_can_stay_even_if_nobody_could_choose_that() -> None:
    for one in (Controller("phone"), Controller("bot", "random"), Controller("bot", "normal")):
        found = cast.choices(one)
        assert found[cast.place(found, one)] == one
    assert Controller("phone") not in cast.choices(PERSON)


def test_a_machine_brings_its_name_and_takes_it_away_again(app: App) -> None:
    app.push(HomeScene(app))
    scene = SetupScene(app, "live-grenade")
    app.push(scene)
    row = scene.rows[0]
    row.name.set("Zoë")
    row.controller.nudge("right")
    assert scene.controllers[0] == EASY
    assert scene.names[0] == row.name.value == "Elsie"
    row.controller.nudge("right")
    assert scene.names[0] in (*cast.NAMES["normal"], *cast.SPARE)
    assert len(set(scene.names)) == len(scene.names), "no two machines of one name"
    row.controller.nudge("left")
    row.controller.nudge("left")
    assert (scene.controllers[0], scene.names[0], row.name.value) == (PERSON, "Zoë", "Zoë")


def test_a_name_that_a_machine_was_given_stays(app: App) -> None:
    scene = SetupScene(app, "wheel")
    app.push(scene)
    scene.widgets.set_focus(scene.rows[1].name)
    frames(app, 2)
    scene.rows[1].name.set("")
    write(app, "HAL")
    scene.rows[1].controller.nudge("right")
    assert scene.controllers[1].level == cast.ladder()[2]
    assert scene.names[1] == "HAL"
    while scene.controllers[1].kind == "bot":
        scene.rows[1].controller.nudge("left")
    assert scene.names[1] == "HAL"


def test_a_whole_table_of_machines_of_one_kind_has_different_names(app: App) -> None:
    scene = SetupScene(app, "live-grenade")
    app.push(scene)
    scene._counted(scene.game.max_seats - scene.game.min_seats)
    for row in scene.rows:
        while row.controller.nudge("left"):
            pass
        row.controller.nudge("right")
    assert {one.words() for one in scene.controllers} == {"bot easy"}
    assert len(set(scene.names)) == scene.game.max_seats
    assert scene.refusal == "" or "two of the name" not in scene.refusal


def test_what_was_chosen_in_earlier_versions_is_there_again(app: App) -> None:
    app.settings.last["wheel"] = LastMatch(names=["Ann", "Bo", "Cy"], controllers=["person", "normal", "random"])
    scene = SetupScene(app, "wheel")
    assert scene.names[:3] == ["Ann", "Bo", "Cy"]
    assert scene.controllers[:3] == [PERSON, Controller("bot", "normal"), Controller("bot", "random")]


def test_a_record_tells_the_style_of_its_machines() -> None:
    meta = {"controllers": ["person", "bot", "bot normal-careful"]}
    header = Header("wheel", ("Ann", "Bo", "Cy"), games.load("wheel").options(), 1, meta=meta)
    assert [one.level for one in controllers(header)][1:] == ["normal", "normal-careful"]
    assert cast.seated(Controller("bot", "genius-level")) == Controller("bot", "normal")
