"""Start the lesson of a game: its guided first match.

It is not saved, and not counted anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grenade_salad.app.match import start_match
from grenade_salad.app.match.lesson_guide import LessonGuide
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.seating import player_names
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.core import registry
from grenade_salad.core.lesson import Lesson
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.queries import MatchFilter
from grenade_salad.match import lesson_progress, seeds
from grenade_salad.match.lesson_progress import LessonProgress
from grenade_salad.match.match import Controller, Header
from grenade_salad.session.machine_players import ScriptedPlayers
from grenade_salad.text import m
from grenade_salad.text.person_names import default_names

_MAX_ERROR_LENGTH = 200
"""Characters of an error that fit into a message."""


def has_lesson(game: str) -> bool:
    """True if the game has a lesson."""
    return bool(registry.plugin(game).lesson)


def is_offered(app: AppContext, game: str) -> bool:
    """True if the lesson is offered without being asked for.

    That is so on a computer on which no person has finished the lesson or a match of that game.
    """
    if not has_lesson(game) or game in app.settings.learned:
        return False
    try:
        return app.journal is None or not app.journal.count(MatchFilter(game=game, finished=True, imported=False))
    except JournalError:
        return False


def begin(app: AppContext, game: str, *, on_top: bool = True) -> None:
    """Show the lesson over the top scene, or in its place. Say why if it cannot be."""
    if app.settings.hands_on_phones:
        app.say(m("A lesson would show your hand here, but hands are on phones only: see Settings."), refused=True)
        return
    try:
        scene = make_lesson_scene(app, game)
    except Exception as error:  # The lesson of a plugin's game may raise anything.
        app.say(m("This lesson is broken: {why}.", why=str(error)[:_MAX_ERROR_LENGTH]), refused=True)
        return
    (app.push if on_top else app.replace)(scene)


def make_lesson_scene(app: AppContext, game: str) -> TableScene:
    """Return the scene of the lesson, not yet on the stack.

    Raises whatever a broken lesson raises.
    """
    lesson = registry.load_object(registry.plugin(game).lesson, Lesson)
    # Begun twice: the names depend on the number of seats in its header.
    first, _, _ = lesson_progress.begin_lesson(lesson)
    match, steps, script = lesson_progress.begin_lesson(
        lesson, choose_names(app, first.header, lesson.seat), seeds.draw_seed()
    )
    machine = player_names.available_controller(Controller("bot", "easy"), game)
    seats = tuple(Controller() if seat == lesson.seat else machine for seat in range(len(match.header.seats)))
    scene = start_match.make_match_table(app, match, seats)
    if not isinstance(scene, TableScene):
        raise TypeError("its scene is no table")
    scene.controller.jump_to(match, steps)
    machines = ScriptedPlayers(match.header, app.worker(), app.thinker())
    machines.script = script
    # The scripted players replace those of the table.
    scene.controller.session.machines.close()
    scene.controller.session.machines = machines
    given_tips = app.settings.told.get(game, ())
    find_spots, remember = partial(_find_spots, scene), partial(_save_progress, app, game)
    scene.lesson_guide = LessonGuide(
        scene.controller, scene.widgets, LessonProgress(lesson, given_tips), find_spots, remember, machines
    )
    return scene


def choose_names(app: AppContext, header: Header, pupil: int) -> tuple[str, ...]:
    """Return the names of the seats: the last person who played, and machine players."""
    settings = app.settings
    tonight_matches = [settings.last[settings.evening]] if settings.evening in settings.last else []
    last_matches = [*tonight_matches, *settings.last.values()]
    people = [
        name
        for last_match in last_matches
        for name, controller in zip(last_match.names, last_match.controllers, strict=False)
        if controller == "person" and name.strip()
    ]
    usual_names = default_names()
    own_name = people[0] if people else usual_names[0]
    free_names = iter(name for name in usual_names[1:] if name != own_name)
    chosen = [own_name if seat == pupil else next(free_names) for seat in range(len(header.seats))]
    return tuple(chosen)


def _save_progress(app: AppContext, game: str, progress: LessonProgress) -> None:
    settings = app.settings
    if progress.is_finished and game not in settings.learned:
        settings.learned.append(game)
    settings.told[game] = sorted(progress.shown_tips)
    app.save_settings()


def _find_spots(scene: TableScene, name: str) -> Sequence[Rect]:
    """Return the boxes of a named thing, of every table or of the game's board."""
    kind, _, index = name.partition(":")
    match kind:
        case "seat" if index.isdecimal() and int(index) < len(scene.panels):
            return [scene.panels[int(index)].rect]
        case "answer" if scene.reaction is not None:
            return [scene.reaction.rect]
        case "pick" if scene.reaction is not None:
            return scene.reaction.answer_boxes[:1]
        case "log" if scene.log.visible:
            return [scene.log.rect]
        case "log" if scene.log_line.visible:
            return [scene.log_line.rect]
        case "help" if scene.help_button.visible:
            return [scene.help_button.rect]
        case "hint" if scene.hints.button.visible:
            return [scene.hints.button.rect]
    game_spots = start_match.load_screens(scene.controller.match.header.game).find_spots
    return () if game_spots is None else game_spots(scene.board, name)
