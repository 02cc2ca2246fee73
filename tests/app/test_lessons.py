"""Learn to play, on the window: with keys, pad or finger alone, by right and by wrong moves, in every language."""

from __future__ import annotations

from random import Random

import pygame
import pytest

from grenade_salad import games
from grenade_salad.app.games.salad.lesson_spots import spots
from grenade_salad.app.games.wheel.board import WheelScene
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.setup import start_lesson
from grenade_salad.app.setup.setup import set_up
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.messages import tip_box
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import registry
from grenade_salad.core.lesson import Lesson
from grenade_salad.lab.check_lesson import _anything, lengths, minutes, the_lesson_leads_in
from grenade_salad.match.match import Controller, Header
from grenade_salad.session.session import Shown, passing
from grenade_salad.text import use_language
from grenade_salad.text.languages import available
from tests.app.conftest import at_home, click, frames, key, resize, until
from tests.app.pupils import DEEDS, HANDS, sit_down, tutor_of, waits
from tests.app.salad_table import drag
from tests.marks import slow_but
from tools.tables import journal_of

LANGUAGES = available()
IN_ALL = slow_but(["de"], LANGUAGES)


def lesson_of(game: str) -> Lesson:
    """The lesson that the game brings."""
    return registry.load_object(registry.plugin(game).lesson, Lesson)


@pytest.mark.slow
@pytest.mark.parametrize("game", games.with_turns())
@pytest.mark.parametrize("hand", HANDS)
def test_a_lesson_is_gone_through(app: App, game: str, hand: str) -> None:
    at_home(app)
    app.frame()
    scene = sit_down(app, game)
    tutor, shown = tutor_of(scene), list[int]()
    while not tutor.course.done:
        frames(app, 30)
        until(app, lambda: waits(scene), 3000)
        number = tutor.course.number
        shown.append(number)
        if tutor.holds:
            HANDS[hand].press(app, tutor.next_button)
        else:
            DEEDS[game][number](app, HANDS[hand])
        frames(app, 2)
        assert tutor.course.number > number or not waits(scene), f"step {number} stays"
    assert sorted(set(shown)) == list(range(len(lesson_of(game).steps)))
    assert not tutor.course.passed_over
    assert game in app.settings.learned
    assert journal_of(app).count() == 0, "a lesson is no match of the history"


def _decide(app: App, scene: Table, game: str) -> None:
    """Do what the step asks for, and wait until everything that follows is shown."""
    number = tutor_of(scene).course.number
    frames(app, 30)
    DEEDS[game][number](app, HANDS["keys"])
    until(app, lambda: tutor_of(scene).course.number > number and waits(scene), 3000)


def _undo(app: App, scene: Table) -> None:
    click(app, scene.undo_button.rect.center)
    frames(app, 2)
    until(app, lambda: waits(scene), 3000)


def _read_on(app: App, scene: Table) -> None:
    """Read until something is to be done."""
    tutor = tutor_of(scene)
    until(app, lambda: waits(scene), 3000)
    while tutor.holds and not tutor.course.done:
        tutor.next()
        frames(app, 2)
        until(app, lambda: waits(scene), 3000)


@pytest.mark.quick("wheel")
@pytest.mark.parametrize("game", games.with_turns())
def test_learner_takes_back_every_decision(app: App, game: str) -> None:
    """Each decision is undone and made again, with the same end; then all of them are undone."""
    app.settings.speed = "off"
    scene = sit_down(app, game)
    tutor = tutor_of(scene)
    _read_on(app, scene)
    start = list(scene.match.entries)
    while not tutor.course.done:
        before, step = list(scene.match.entries), tutor.course.number
        _decide(app, scene, game)
        after = list(scene.match.entries)
        _undo(app, scene)
        assert list(scene.match.entries) == before
        assert tutor.course.number == step
        _decide(app, scene, game)
        assert list(scene.match.entries) == after
        _read_on(app, scene)
    if app.scene is not scene:
        return  # the last decision ended the match
    while scene.match.entries != start:
        left = len(scene.match.entries)
        _undo(app, scene)
        assert len(scene.match.entries) < left
    _undo(app, scene)
    assert "There is nothing to undo" in " ".join(app.messages.words)


SIZES = {"1280x720": 100, "960x540": 100, "720x1280": 100, "1280x720 at 200": 200, "3840x2160": 100}


@pytest.mark.quick("*-1280x720")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", games.with_turns())
def test_every_step_shows_what_it_speaks_of_and_lights_nothing_else(
    app: App, game: str, size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is covered of what a step is about; brass and focus are on what it asks for; and it goes when that is
    done, before anything of it is shown."""
    app.settings.speed, app.settings.scale = "off", SIZES[size]
    wide, high = size.split()[0].split("x")
    scene = sit_down(app, game)
    resize(app, (int(wide), int(high)))
    tutor, steps, shown = tutor_of(scene), lesson_of(game).steps, list[bool]()
    see = tutor.see

    def seen(one: Shown) -> None:
        see(one)
        tutor.update()
        shown.append(tutor.sheet.visible)

    monkeypatch.setattr(tutor, "see", seen)
    while not tutor.course.done:
        until(app, lambda: waits(scene) and tutor.sheet.visible, 3000)
        frames(app, 30)
        number = tutor.course.number
        step, sheet = steps[number], tutor.sheet.rect
        at = [Rect(box) for name in step.at for box in start_lesson._spots(scene, name)]
        clear = [Rect(box) for name in step.clear for box in start_lesson._spots(scene, name)]
        assert at, f"step {number} points at nothing"
        assert not any(sheet.colliderect(box) for box in (*at, *clear)), f"step {number} covers what it speaks of"
        assert Rect(0, 0, *app.size).contains(sheet)
        buttons = [one for one in scene.widgets.items if isinstance(one, Button) and one.visible and one.enabled]
        brass = [one for one in buttons if one.look == "main"]
        asked = [tutor.next_button] if tutor.holds else tutor._meant
        assert set(brass) <= set(asked), f"step {number} lights {[one.words for one in brass]}"
        assert scene.widgets.focus in asked, f"step {number} has the focus on {scene.widgets.focus}"
        if "200" not in size:  # the window may be full there: then no tooltip is drawn
            _assert_no_tooltip_covers(app, scene, sheet)
        if tutor.holds:
            click(app, tutor.next_button.rect.center)
            continue
        assert all(any(one.on_screen().contains(box) for box in at) for one in asked)
        shown.clear()
        DEEDS[game][number](app, HANDS["finger"])
        until(app, lambda: bool(shown), 300)
        assert not any(shown), f"the sheet of step {number} lies over what is done"


def _assert_no_tooltip_covers(app: App, scene: Table, sheet: Rect) -> None:
    avoid, text = scene.widgets.used_boxes(), scene.widgets.text_boxes()
    for item in scene.widgets.items:
        if item.visible and item.focusable and item.tip and item.scroll is None:
            tip = tip_box(app.canvas(), item.tip, item.on_screen(), above=item.tip_above, avoid=avoid, text=text)
            assert not tip.colliderect(sheet), item.tip


@pytest.mark.quick("pl", "en")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_of_the_wheel_covers_no_card(app: App, language: str) -> None:
    """In a longer language the sheet is higher: it is narrower then, and lies on the log."""
    app.settings.language, app.settings.speed = language, "off"
    app.save_settings()
    scene = sit_down(app, "wheel")
    tutor = tutor_of(scene)
    while not tutor.course.done:
        until(app, lambda: waits(scene) and tutor.sheet.visible, 3000)
        frames(app, 30)
        number, cards = tutor.course.number, start_lesson._spots(scene, "all")
        assert len(cards) > 8
        assert tutor.sheet.rect.collidelist(cards) == -1, f"step {number}"
        if tutor.holds:
            click(app, tutor.next_button.rect.center)
        else:
            DEEDS["wheel"][number](app, HANDS["finger"])
            frames(app, 2)


@pytest.mark.quick("de-grenade-salad")
@pytest.mark.parametrize("game", games.with_turns())
@pytest.mark.parametrize("language", IN_ALL)
def test_whatever_else_is_done_the_lesson_goes_on(app: App, game: str, language: str) -> None:
    """Random legal moves, to the end of the lesson or the match; the sheet is never over what it is about."""
    app.settings.language, app.settings.speed, app.settings.reduced_motion = language, "off", True
    app.save_settings()
    rng = Random(f"{game}/{language}")
    scene = sit_down(app, game)
    tutor, seat = tutor_of(scene), lesson_of(game).seat
    for _ in range(400):
        app.frame()
        until(app, lambda: waits(scene), 3000)
        if isinstance(app.scene, EndScene) or tutor.course.done:
            break
        if tutor.sheet.visible:
            assert tutor.sheet.words
            assert not any(tutor.sheet.rect.colliderect(box) for box in tutor._about)
            assert Rect(0, 0, *app.size).contains(tutor.sheet.rect)
        if tutor.holds and rng.random() < 0.8:
            tutor.next()
        elif scene.reaction is not None:
            reactions = [*scene.match.state.legal_actions(seat), passing(scene.match.state, seat)]
            action = rng.choice(reactions)
            assert action is not None
            scene.session.act(action)
        elif scene.actor is not None:
            assert scene.act(_anything(scene.match.state, seat, rng))
    assert tutor.course.done or scene.match.state.is_over


@pytest.mark.quick("en-*", "pl-grenade-salad")
@pytest.mark.parametrize("game", games.with_turns())
@pytest.mark.parametrize("language", LANGUAGES)
def test_its_record_teaches_all_of_it(game: str, language: str) -> None:
    use_language(language)
    for seed in range(3):
        the_lesson_leads_in(game, seed, 0)


@pytest.mark.parametrize("game", games.with_turns())
def test_it_is_short(game: str) -> None:
    assert max(lengths(lesson_of(game))) <= 25
    assert len(lesson_of(game).steps) <= 12
    assert minutes(lesson_of(game)) <= 5


@pytest.mark.quick("*size0")
@pytest.mark.parametrize("size", [(1280, 720), (960, 540), (720, 1280)])
@pytest.mark.parametrize("game", games.with_turns())
def test_it_is_offered_to_who_has_never_finished_the_game(app: App, game: str, size: tuple[int, int]) -> None:
    home = HomeScene(app)
    app.push(home)
    resize(app, size)
    frames(app, 3)
    button = home.learn[home.playable.index(game)]
    assert start_lesson.offered(app, game)
    assert (button.kind == "main") == (game == home.playable[0]), "one button is of brass"
    assert not any(button.rect.colliderect(card.rect) for card in home.cards)
    click(app, button.rect.center)
    frames(app, 2)
    assert isinstance(app.scene, Table)
    assert tutor_of(app.scene).course.lesson == lesson_of(game)
    app.home()
    app.settings.learned.append(game)
    app.push(set_up(app, game))
    app.home()
    assert not start_lesson.offered(app, game)
    assert button.kind == "plain"


def test_it_is_not_offered_after_a_match(app: App) -> None:
    from grenade_salad.lab.playout import make_players, play

    assert start_lesson.offered(app, "wheel")
    match = journal_of(app).begin(Header("wheel", ("Ann", "Bo"), registry.load("wheel").options(), 3))
    play(match, make_players("wheel", ["easy"] * 2, 3))
    match.finish()
    match.close()
    assert not start_lesson.offered(app, "wheel")
    assert start_lesson.offered(app, "live-grenade")


def test_machines_wait_while_something_is_told_and_nothing_is_locked(app: App) -> None:
    app.settings.speed = "off"
    scene = sit_down(app, "wheel")
    until(app, lambda: waits(scene))
    tutor = tutor_of(scene)
    assert tutor.holds
    frames(app, 300)
    assert len(scene.match.entries) == 1
    assert scene.act(_anything(scene.match.state, 0, Random(1))), "who acts has read"
    until(app, lambda: len(scene.match.entries) > 3, 3000)
    assert tutor.course.number >= 1


def test_a_lesson_can_be_left_and_the_match_goes_on(app: App) -> None:
    app.settings.speed = "off"
    scene = sit_down(app, "live-grenade")
    until(app, lambda: waits(scene))
    tutor = tutor_of(scene)
    click(app, tutor.close_button.rect.center)
    assert tutor.course.done
    assert not tutor.sheet.visible
    assert scene.widgets.focus not in (tutor.next_button, tutor.close_button)
    frames(app, 20)
    key(app, pygame.K_d)
    until(app, lambda: len(scene.match.entries) > 1, 600)


def test_leaving_a_lesson_asks_once(app: App) -> None:
    app.push(HomeScene(app))
    sit_down(app, "wheel")
    key(app, pygame.K_ESCAPE)
    leave = next(item for item in app.scene.widgets.items if isinstance(item, Button) and "lesson" in item.words)
    click(app, leave.rect.center)
    assert isinstance(app.scene, HomeScene), "nothing is lost: it was asked in the menu"


def test_each_tip_comes_once(app: App) -> None:
    app.settings.speed = "off"
    scene = sit_down(app, "live-grenade")
    tutor = tutor_of(scene)
    tutor.course.stop()
    rng, seen = Random(3), list[str]()
    for _ in range(300):
        until(app, lambda: waits(scene), 3000)
        if app.scene is not scene:
            break
        if tutor.holds:
            seen.append(tutor.sheet.words)
            tutor.next()
        elif scene.reaction is not None:
            scene.answer(0, None)
        elif scene.actor is not None:
            scene.act(_anything(scene.match.state, 0, rng))
    assert seen
    assert len(seen) == len(set(seen))
    assert len(app.settings.told["live-grenade"]) == len(seen)
    app.home()
    again = sit_down(app, "live-grenade")
    assert tutor_of(again).course.told == set(app.settings.told["live-grenade"])


def test_with_a_second_person_nobody_is_told_what_only_one_may_know(app: App) -> None:
    scene = sit_down(app, "wheel")
    until(app, lambda: waits(scene))
    tutor = tutor_of(scene)
    assert "heart" in tutor.sheet.words
    scene.change_controllers((Controller(), Controller(), *scene.controllers[2:]))
    frames(app, 3)
    assert not tutor.sheet.visible
    assert not any("heart is your secret" in line for line in app.tree().lines())


def test_what_is_told_is_heard(app: App) -> None:
    scene = sit_down(app, "wheel")
    until(app, lambda: waits(scene))
    heard = [one for one, _ in app.tree().nodes.values() if one.live == "polite"]
    assert any(one.name == tutor_of(scene).sheet.words for one in heard)


def test_hands_on_phones_only_and_lessons_do_not_go_together(app: App) -> None:
    app.settings.hands_on_phones = True
    app.push(HomeScene(app))
    start_lesson.begin(app, "wheel")
    assert isinstance(app.scene, HomeScene)
    assert "hands are on phones only" in app.messages.words[-1]


@pytest.mark.slow
def test_the_sheet_covers_no_soldier_and_rests_while_a_blow_is_shown(app: App) -> None:
    game, hand = "grenade-salad", next(iter(HANDS.values()))
    app.settings.speed = "normal"
    scene = sit_down(app, game)
    tutor = tutor_of(scene)
    for number in (0, 1):
        until(app, lambda number=number: tutor.course.number == number and waits(scene), 3000)
        frames(app, 5)
        DEEDS[game][number](app, hand)
    until(app, lambda: tutor.holds, 3000)
    frames(app, 30)
    pieces = [box for box in spots(scene.scene, "all") if box.width < 60]
    assert len(pieces) > 8
    assert not any(tutor.sheet.rect.colliderect(box) for box in pieces)
    hand.press(app, tutor.next_button)
    for number in (3, 4):
        until(app, lambda number=number: tutor.course.number == number and waits(scene), 3000)
        frames(app, 5)
        before = Rect(tutor.sheet.rect)
        DEEDS[game][number](app, hand)
        until(app, lambda: not scene.idle)
        while not scene.idle:
            assert tutor.sheet.rect == before
            app.frame()


@pytest.mark.slow
def test_the_soldier_that_the_lesson_asks_for_can_be_dragged_to_the_mark(app: App) -> None:
    app.settings.speed = "off"
    scene = sit_down(app, "grenade-salad")
    tutor, keys = tutor_of(scene), HANDS["keys"]
    while tutor.course.number < 3:
        until(app, lambda: waits(scene), 3000)
        frames(app, 30)
        if tutor.holds:
            keys.press(app, tutor.next_button)
        else:
            DEEDS["grenade-salad"][tutor.course.number](app, keys)
    until(app, lambda: waits(scene), 3000)
    frames(app, 30)
    (start,), (end,) = start_lesson._spots(scene, "mover"), start_lesson._spots(scene, "beside")
    drag(app, start.center, end.center)
    until(app, lambda: tutor.course.number > 3, 600)
    assert tutor.course.shown is None or tutor.course.shown.at[0] == "card:hammers", "and it is close enough"


def test_in_a_high_window_the_wheels_lesson_leaves_the_names_of_the_notebook(app: App) -> None:
    app.settings.speed = "off"
    app.push(HomeScene(app))
    app.frame()
    scene = sit_down(app, "wheel")
    resize(app, (720, 1280))
    until(app, lambda: waits(scene), 3000)
    tutor, wheel = tutor_of(scene), scene.scene
    assert isinstance(wheel, WheelScene)
    assert wheel.notebook.visible
    assert not tutor.sheet.rect.colliderect(wheel.notebook.names_box)
