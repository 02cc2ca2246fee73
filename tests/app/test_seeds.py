"""Seeds that the window, `host` and the command line draw for a new match."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from grenade_salad.app.match import pause_menu, position_drafts, start_match
from grenade_salad.app.match.play_on import branch_match
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.scenarios import playing
from grenade_salad.app.setup import start_lesson
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.window.application import App
from grenade_salad.commands import headless
from grenade_salad.games import load
from grenade_salad.match import seeds
from grenade_salad.match.match import Controller, Header, new_match
from grenade_salad.scenarios import load_shipped
from tests.app.conftest import show_home
from tests.app.live_grenade import make_evening_header, play_evening_match
from tests.app.saved_matches import resume_old_match
from tests.web.headless_tables import open_table
from tools.tables import get_journal, get_top_scene

DRAW = seeds.draw_seed
"""The real function: the `app` fixture replaces it."""
DRAWS = 4
PEOPLE = (Controller(),) * 2
POSITION = "seats 2; hand a 2C 4C; hand b 3H KD; deck ?; turn a"


def read_seed_and_leave(app: App) -> int:
    """Return the seed of the match on top, after going back to the first screen."""
    seed = get_top_scene(app, TableScene).controller.match.header.seed
    app.home()
    return seed


def start_from_setup(app: App) -> int:
    scene = SetupScene(app, "wheel")
    app.push(scene)
    scene.start()
    return read_seed_and_leave(app)


def play_again(app: App) -> int:
    start_match.play_again(app, new_match("wheel", ("Ann", "Bo"), 7).header, PEOPLE)
    return read_seed_and_leave(app)


def play_the_same(app: App) -> int:
    match_id = next(iter(get_journal(app).matches())).id
    start_match.begin_like(app, match_id)
    return read_seed_and_leave(app)


def play_on(app: App) -> int:
    return branch_match(new_match("wheel", ("Ann", "Bo"), 7)).header.seed


def continue_by_new_rules(app: App) -> int:
    header = pause_menu.upgrade_stalled_match(resume_old_match(app, ["person", "person"]).controller.match)
    app.home()
    assert header is not None
    return header.seed


def play_scenario(app: App) -> int:
    table = playing.make_table(app, load_shipped()[0], "Ann")
    assert table is not None
    return table.controller.match.header.seed


def learn_game(app: App) -> int:
    return start_lesson.make_lesson_scene(app, "live-grenade").controller.match.header.seed


def start_from_position(app: App) -> int:
    game = "live-grenade"
    return position_drafts.make_match(game, load(game).parse_start(POSITION)).header.seed


def play_next_match_of_evening(app: App) -> int:
    play_evening_match(app, make_evening_header()).play_again()
    return read_seed_and_leave(app)


DOORS: tuple[Callable[[App], int], ...] = (
    start_from_setup,
    play_again,
    play_the_same,
    play_on,
    continue_by_new_rules,
    play_scenario,
    learn_game,
    start_from_position,
    play_next_match_of_evening,
)


def check_seeds(drawn: list[int]) -> None:
    """Fail for seeds that can be searched for.

    Chance alone fails this once in 2^31 draws.
    """
    assert len(set(drawn)) == len(drawn)
    assert all(2**31 < seed < 2**seeds.BITS for seed in drawn), drawn


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_window_draws_seeds_that_cannot_be_searched_for(
    app: App, monkeypatch: pytest.MonkeyPatch, door: Callable[[App], int]
) -> None:
    show_home(app)
    start_match.begin(app, Header("wheel", ("Ann", "Bo"), load("wheel").options(), 7), PEOPLE)
    app.home()
    monkeypatch.setattr(seeds, "draw_seed", DRAW)
    check_seeds([door(app) for _ in range(DRAWS)])


def test_host_draws_seeds_that_cannot_be_searched_for(app: App) -> None:
    drawn = []
    with open_table(get_journal(app)) as table, pytest.MonkeyPatch.context() as patched:
        patched.setattr(seeds, "draw_seed", DRAW)
        for _ in range(DRAWS):
            table.begin()
            assert table.session is not None
            drawn.append(table.session.match.header.seed)
    check_seeds(drawn)


def test_match_without_a_display_draws_a_seed_that_cannot_be_searched_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(headless, "play", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    drawn = []
    for index in range(DRAWS):
        folder = tmp_path / str(index)
        with pytest.raises(KeyboardInterrupt):
            headless.run(folder)
        (file,) = folder.rglob("match.jsonl")
        drawn.append(json.loads(file.read_text("utf-8").partition("\n")[0])["seed"])
    check_seeds(drawn)


def test_each_bit_of_a_seed_is_drawn() -> None:
    drawn = [DRAW() for _ in range(200)]
    for bit in range(seeds.BITS):
        assert {seed >> bit & 1 for seed in drawn} == {0, 1}
    assert max(drawn) < 2**seeds.BITS
