"""Checks of a game's lesson: it is short, and all legal actions lead to its end.

Its record teaches all of it.
"""

from __future__ import annotations

from random import Random

from grenade_salad import players
from grenade_salad.core import Action, Chance, State, redact, registry
from grenade_salad.core.lesson import MAX_MINUTES, MAX_STEPS, MAX_WORDS, SECONDS_PER_TASK, WORDS_PER_MINUTE, Lesson
from grenade_salad.match.lesson_progress import LessonProgress, Script, begin_lesson
from grenade_salad.match.match import Match
from grenade_salad.text import Reader, say
from grenade_salad.text.say import language

_LINES = 1500
"""A lesson that has not ended after this many entries never will."""
_TRIES = 60
"""Number of actions that are drawn before a seat has nothing legal."""


def the_lesson_leads_in(name: str, seed: int, steps: int) -> None:
    """Check that the lesson is short, is covered by its record, and always ends.

    It has at most twelve steps, few words, and takes five minutes.
    """
    if not registry.plugin(name).lesson:
        return
    lesson = registry.load_object(registry.plugin(name).lesson, Lesson)
    assert 0 < len(lesson.steps) <= MAX_STEPS, f"the lesson has {len(lesson.steps)} steps, not 1 to {MAX_STEPS}"
    if language() == "en":
        longest = max(lengths(lesson))
        assert longest <= MAX_WORDS, f"it says {longest} words at once, more than {MAX_WORDS}"
    assert minutes(lesson) <= MAX_MINUTES, f"it takes {minutes(lesson):.1f} minutes, more than {MAX_MINUTES:.0f}"
    by_record = play_lesson(lesson, seed, by_the_record=True)
    assert by_record.is_finished, f"its record ends at step {by_record.step_index + 1}"
    assert not by_record.skipped, f"played by its record, it passes over {say(by_record.skipped[0].text)!r}"
    wayward = play_lesson(lesson, seed, by_the_record=False)
    assert wayward.is_finished, f"it stays at step {wayward.step_index + 1}, whatever is done"


def lengths(lesson: Lesson) -> list[int]:
    """Return the number of words of each step, then of each tip.

    They are counted in the current language.
    """
    reader = Reader(begin_lesson(lesson)[0].header.names, lesson.seat)
    messages = [part.text for part in lesson.steps] + [part.text for part in (*lesson.tips, *lesson.hand_tips)]
    return [1 + say(words, reader).count(" ") for words in messages]


def minutes(lesson: Lesson) -> float:
    """Return the minutes to read and to do all steps, without animations."""
    to_do = sum(step.until is not None for step in lesson.steps)
    return sum(lengths(lesson)[: len(lesson.steps)]) / WORDS_PER_MINUTE + to_do * SECONDS_PER_TASK / 60


def play_lesson(lesson: Lesson, seed: int, *, by_the_record: bool) -> LessonProgress:
    """Play the lesson by its record, or as a pupil who does anything legal.

    Returns its progress. It is also at its end if the match is over before.
    """
    match, _, script = begin_lesson(lesson, seed=seed)
    progress, rng = LessonProgress(lesson), Random(f"lesson/{match.header.game}/{seed}")
    for _ in range(_LINES):
        state = match.state
        if state.is_over:
            progress.skip_steps()
        if not state.pending_chance():
            progress.update(state.view(lesson.seat))
            while progress.is_text_only:
                progress.advance()
                progress.update(state.view(lesson.seat))
        next_entry = None if progress.is_finished else _next_entry(match, script, lesson.seat, rng, by_the_record)
        if next_entry is None:
            break
        progress.observe(next_entry, [redact(event, lesson.seat) for event in match.apply_entry(next_entry).events])
    return progress


def _next_entry(match: Match, script: Script, pupil: int, rng: Random, by_the_record: bool) -> Action | Chance | None:
    """Return the next entry: a chance, or an action of the pupil or of a machine.

    None if the record has no further action for the pupil.
    """
    state = match.state
    if state.pending_chance():
        return script.find_chance(state, match.chance_count) or state.sample_chance(rng)
    active = state.active_seats()
    seat = pupil if pupil in active else active[0]
    if seat == pupil and not by_the_record:
        return _random_action(state, seat, rng)
    scripted = script.take_action(state, seat)
    return scripted if scripted is not None or seat == pupil else _random_action(state, seat, rng)


def _random_action(state: State, seat: int, rng: Random) -> Action:
    """Return a random legal action, every kind as likely as the others."""
    view, legal = state.view(seat), state.legal_actions(seat)
    player = players.make(view.game, "random", seat, rng)
    for _ in range(_TRIES):
        do = rng.choice(sorted({action.do for action in legal}))
        action = player.decide(view, [rng.choice([candidate for candidate in legal if candidate.do == do])])
        if state.why_not(action) is None:
            return action
    raise AssertionError(f"seat {seat} finds nothing legal")
