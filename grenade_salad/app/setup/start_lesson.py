"""Learn to play: the first match of a game, that leads somebody in. It is kept nowhere, and counts nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grenade_salad.app.match import start_match
from grenade_salad.app.match.lesson_guide import Tutor
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.seating import player_names
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.core import registry
from grenade_salad.core.lesson import Lesson
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.queries import Wanted
from grenade_salad.match import lesson_progress, seeds
from grenade_salad.match.lesson_progress import Course
from grenade_salad.match.match import Controller, Header
from grenade_salad.session.machine_players import Rehearsed
from grenade_salad.text import m
from grenade_salad.text.person_names import usual_names


def is_there(game: str) -> bool:
    """Whether the game brings a lesson."""
    return bool(registry.plugin(game).lesson)


def offered(app: Shell, game: str) -> bool:
    """Whether it is offered by itself: to a machine on which nobody has learned or finished that game."""
    if not is_there(game) or game in app.settings.learned:
        return False
    try:
        return app.journal is None or not app.journal.count(Wanted(game=game, finished=True, imported=False))
    except JournalError:
        return False


def begin(app: Shell, game: str, *, on_top: bool = True) -> None:
    """The lesson over the scene on top, or in its place; says why if that cannot be."""
    if app.settings.hands_on_phones:
        app.say(m("A lesson would show your hand here, but hands are on phones only: see Settings."), refused=True)
        return
    try:
        scene = lesson_scene(app, game)
    except Exception as error:  # whatever the lesson of a game of others raises
        app.say(m("This lesson is broken: {why}.", why=str(error)[:200]), refused=True)
        return
    (app.push if on_top else app.replace)(scene)


def lesson_scene(app: Shell, game: str) -> Table:
    """The scene of the lesson, on no stack yet. Raises what a lesson that is broken raises."""
    lesson = registry.load_object(registry.plugin(game).lesson, Lesson)
    first, _, _ = lesson_progress.begin(lesson)
    match, steps, script = lesson_progress.begin(lesson, names(app, first.header, lesson.seat), seeds.draw_seed())
    easy = player_names.seated(Controller("bot", "easy"), game)
    seats = tuple(Controller() if seat == lesson.seat else easy for seat in range(len(match.header.seats)))
    scene = start_match.scene_of(app, match, seats)
    if not isinstance(scene, Table):
        raise TypeError("its scene is no table")
    scene.stand_at(match, steps)
    machines = Rehearsed(match.header, app.worker(), app.thinker())
    machines.script = script
    scene.session.machines.close()
    scene.session.machines = machines
    told = app.settings.told.get(game, ())
    spots, remember = partial(_spots, scene), partial(_remember, app, game)
    scene.tutor = Tutor(scene, Course(lesson, told), spots, remember, machines)
    return scene


def names(app: Shell, header: Header, pupil: int) -> tuple[str, ...]:
    """Who sits at the table of the lesson: the person who sat down the last time, and the machines of the record."""
    settings = app.settings
    tonight = [settings.last[settings.evening]] if settings.evening in settings.last else []
    last = [*tonight, *settings.last.values()]
    people = [
        name
        for one in last
        for name, who in zip(one.names, one.controllers, strict=False)
        if who == "person" and name.strip()
    ]
    usual = usual_names()
    own = people[0] if people else usual[0]
    free = iter(name for name in usual[1:] if name != own)
    taken = [own if seat == pupil else next(free) for seat in range(len(header.seats))]
    return tuple(taken)


def _remember(app: Shell, game: str, now: Course) -> None:
    settings = app.settings
    if now.done and game not in settings.learned:
        settings.learned.append(game)
    settings.told[game] = sorted(now.told)
    app.save_settings()


def _spots(scene: Table, name: str) -> Sequence[Rect]:
    """Where something is: what every table has, or what the game's own scene knows."""
    kind, _, which = name.partition(":")
    match kind:
        case "seat" if which.isdecimal() and int(which) < len(scene.panels):
            return [scene.panels[int(which)].rect]
        case "answer" if scene.reaction is not None:
            return [scene.reaction.rect]
        case "pick" if scene.reaction is not None:
            return scene.reaction.answers[:1]
        case "log" if scene.log.visible:
            return [scene.log.rect]
        case "log" if scene.log_line.visible:
            return [scene.log_line.rect]
        case "help" if scene.help_button.visible:
            return [scene.help_button.rect]
        case "hint" if scene.hints.button.visible:
            return [scene.hints.button.rect]
    own = start_match.brought(scene.match.header.game).spots
    return () if own is None else own(scene.scene, name)
