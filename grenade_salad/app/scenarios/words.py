"""What is said of scenarios: before a try, after it, and what machines reach, for those who ask."""

from __future__ import annotations

from grenade_salad.app.seating import player_names
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BRASS, PAPER_EDGE
from grenade_salad.match.match import Controller
from grenade_salad.scenarios import LEVELS, Attempt, Par, Scenario
from grenade_salad.text import Message, Words, m

MOST = 3
STAR = 34.0
"""Units that a star is high on a sheet."""


def draw_stars(canvas: Canvas, room: Rect, stars: int) -> None:
    """From the left of the room, as high as it is."""
    for number in range(MOST):
        box = Rect(room.x + number * (room.height + 4), room.y, room.height, room.height)
        canvas.picture("marks/star.svg", box, BRASS if number < stars else PAPER_EDGE)


KINDS = {"task": m("Tasks", context="scenarios"), "battle": m("Battles", context="scenarios")}


def level(name: str) -> Words:
    """What machines of that level are called."""
    return player_names.words(Controller("bot", name))


def earned(stars: int) -> Message:
    """So many stars."""
    return m("{n} star of 3", "{n} stars of 3", n=stars)


def before(scenario: Scenario) -> tuple[Words, ...]:
    """Title, story, goal, who plays, what stars take."""
    others = m("The others are machines: {level}.", level=level(scenario.machines))
    return scenario.title, scenario.story, scenario.goal.message(), others, *stars_take(scenario)


def after(scenario: Scenario, attempt: Attempt) -> tuple[Words, ...]:
    """What came of a try."""
    points = scenario.goal.describe_points(attempt.points)
    if attempt.outcome == "reached":
        # Translators: the goal of a scenario was reached; {points} is how well, as in "6 taken"
        return m("Done!"), m("{points}: {stars}.", points=points, stars=earned(attempt.stars)), *stars_take(scenario)
    # Translators: the goal of a scenario was not reached; {points} is how far one came, as in "6 taken"
    return m("Not this time"), m("{points}. {goal}", points=points, goal=scenario.goal.message()), *stars_take(scenario)


def stars_take(scenario: Scenario) -> list[Words]:
    """What stars take; nothing where nobody measured it, and where machines reach the bare goal."""
    if scenario.needed is None:
        return []
    two, three = (scenario.goal.describe_points(points) for points in scenario.needed)
    if scenario.needed[0] == scenario.needed[1]:
        return [m("One star for the goal, three for: {three}.", three=three)]
    return [m("One star for the goal, two for: {two}, three for: {three}.", two=two, three=three)]


def figures(scenario: Scenario) -> list[Words]:
    """How often machines reached the goal, level by level; nothing where nobody had them try."""
    return [_par(name, scenario.par[name]) for name in LEVELS if name in scenario.par]


def _par(name: str, par: Par) -> Message:
    # Translators: {level} is a level of machine players; how often they reached the goal of a scenario
    return m(
        "{level} reached it in {reached} of {n} try.",
        "{level} reached it in {reached} of {n} tries.",
        level=level(name),
        reached=par.reached,
        n=par.tries,
    )
