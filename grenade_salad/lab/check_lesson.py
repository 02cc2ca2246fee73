"""Whether a game's lesson leads in: it is short, its record teaches all of it, and nothing that is legal ends it."""

from __future__ import annotations

from random import Random

from grenade_salad import players
from grenade_salad.core import Action, Chance, State, redact, registry
from grenade_salad.core.lesson import MOST_MINUTES, MOST_STEPS, MOST_WORDS, SECONDS_TO_DO, WORDS_A_MINUTE, Lesson
from grenade_salad.match.lesson_progress import Course, Script, begin
from grenade_salad.match.match import Match
from grenade_salad.text import Reader, say
from grenade_salad.text.say import language

_LINES = 1500
"""A lesson that has not ended after this many lines never will."""
_TRIES = 60


def the_lesson_leads_in(name: str, seed: int, steps: int) -> None:
    """Twelve steps, few words, five minutes; all of it by the record, and an end whatever else the pupil does."""
    if not registry.plugin(name).lesson:
        return
    lesson = registry.load_object(registry.plugin(name).lesson, Lesson)
    assert 0 < len(lesson.steps) <= MOST_STEPS, f"the lesson has {len(lesson.steps)} steps, not 1 to {MOST_STEPS}"
    if language() == "en":
        longest = max(lengths(lesson))
        assert longest <= MOST_WORDS, f"it says {longest} words at once, more than {MOST_WORDS}"
    assert minutes(lesson) <= MOST_MINUTES, f"it takes {minutes(lesson):.1f} minutes, more than {MOST_MINUTES:.0f}"
    good = played(lesson, seed, by_the_record=True)
    assert good.done, f"its record ends at step {good.number + 1}"
    assert not good.passed_over, f"played by its record, it passes over {say(good.passed_over[0].says)!r}"
    other = played(lesson, seed, by_the_record=False)
    assert other.done, f"it stays at step {other.number + 1}, whatever is done"


def lengths(lesson: Lesson) -> list[int]:
    """How many words each step has, then each tip, in the language of now."""
    reader = Reader(begin(lesson)[0].header.names, lesson.seat)
    said = [one.says for one in lesson.steps] + [one.says for one in (*lesson.tips, *lesson.hand)]
    return [1 + say(words, reader).count(" ") for words in said]


def minutes(lesson: Lesson) -> float:
    """How long it takes to read and to do all steps, without what is shown in between."""
    to_do = sum(one.until is not None for one in lesson.steps)
    return sum(lengths(lesson)[: len(lesson.steps)]) / WORDS_A_MINUTE + to_do * SECONDS_TO_DO / 60


def played(lesson: Lesson, seed: int, *, by_the_record: bool) -> Course:
    """The course after the lesson was played, by the record or by a pupil who does anything legal. It is at its end
    too if the match is over before."""
    match, _, script = begin(lesson, seed=seed)
    course, rng = Course(lesson), Random(f"lesson/{match.header.game}/{seed}")
    for _ in range(_LINES):
        state = match.state
        if state.is_over:
            course.stop()
        if not state.pending_chance():
            course.look(state.view(lesson.seat))
            while course.only_tells:
                course.next()
                course.look(state.view(lesson.seat))
        one = None if course.done else _next_line(match, script, lesson.seat, rng, by_the_record)
        if one is None:
            break
        course.see(one, [redact(event, lesson.seat) for event in match.add(one).events])
    return course


def _next_line(match: Match, script: Script, pupil: int, rng: Random, by_the_record: bool) -> Action | Chance | None:
    """What luck, the pupil or a machine does; None where the record has nothing more to say for the pupil."""
    state = match.state
    if state.pending_chance():
        return script.chance(state, match.chances) or state.sample_chance(rng)
    asked = state.active_seats()
    seat = pupil if pupil in asked else asked[0]
    if seat == pupil and not by_the_record:
        return _anything(state, seat, rng)
    known = script.action(state, seat)
    return known if known is not None or seat == pupil else _anything(state, seat, rng)


def _anything(state: State, seat: int, rng: Random) -> Action:
    """Something legal, every kind of action as likely as the others."""
    view, legal = state.view(seat), state.legal_actions(seat)
    player = players.make(view.game, "random", seat, rng)
    for _ in range(_TRIES):
        do = rng.choice(sorted({action.do for action in legal}))
        action = player.decide(view, [rng.choice([one for one in legal if one.do == do])])
        if state.why_not(action) is None:
            return action
    raise AssertionError(f"seat {seat} finds nothing legal")
