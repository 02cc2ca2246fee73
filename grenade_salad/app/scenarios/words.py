"""What is said of scenarios: before a try, after it, and what machines reach, for those who ask."""

from __future__ import annotations

from grenade_salad.app.seating import player_names
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BRASS, PAPER_EDGE
from grenade_salad.match.match import Controller
from grenade_salad.scenarios import LEVELS, Attempt, Par, Scenario
from grenade_salad.text import Message, Words, m

MAX_STARS = 3
STAR = 34.0
"""Units that a star is high on a sheet."""


def draw_stars(canvas: Canvas, box: Rect, stars: int) -> None:
    """From the left of the room, as high as it is."""
    for index in range(MAX_STARS):
        star_box = Rect(box.x + index * (box.height + 4), box.y, box.height, box.height)
        canvas.picture("marks/star.svg", star_box, BRASS if index < stars else PAPER_EDGE)


KINDS = {"task": m("Tasks", context="scenarios"), "battle": m("Battles", context="scenarios")}


def level_name(name: str) -> Words:
    """What machines of that level are called."""
    return player_names.describe_controller(Controller("bot", name))


def format_stars(stars: int) -> Message:
    """So many stars."""
    return m("{n} star of 3", "{n} stars of 3", n=stars)


def describe_scenario(scenario: Scenario) -> tuple[Words, ...]:
    """Title, story, goal, who plays, what stars take."""
    machines = m("The others are machines: {level}.", level=level_name(scenario.machines))
    return scenario.title, scenario.story, scenario.goal.message(), machines, *describe_star_points(scenario)


def describe_attempt(scenario: Scenario, attempt: Attempt) -> tuple[Words, ...]:
    """What came of a try."""
    points = scenario.goal.describe_points(attempt.points)
    if attempt.outcome == "reached":
        # Translators: the goal of a scenario was reached; {points} is how well, as in "6 taken"
        return (
            m("Done!"),
            m("{points}: {stars}.", points=points, stars=format_stars(attempt.stars)),
            *describe_star_points(scenario),
        )
    # Translators: the goal of a scenario was not reached; {points} is how far one came, as in "6 taken"
    return (
        m("Not this time"),
        m("{points}. {goal}", points=points, goal=scenario.goal.message()),
        *describe_star_points(scenario),
    )


def describe_star_points(scenario: Scenario) -> list[Words]:
    """What stars take; nothing where nobody measured it, and where machines reach the bare goal."""
    if scenario.star_points is None:
        return []
    two, three = (scenario.goal.describe_points(points) for points in scenario.star_points)
    if scenario.star_points[0] == scenario.star_points[1]:
        return [m("One star for the goal, three for: {three}.", three=three)]
    return [m("One star for the goal, two for: {two}, three for: {three}.", two=two, three=three)]


def describe_machine_results(scenario: Scenario) -> list[Words]:
    """How often machines reached the goal, level by level; nothing where nobody had them try."""
    return [_describe_par(name, scenario.par[name]) for name in LEVELS if name in scenario.par]


def _describe_par(name: str, par: Par) -> Message:
    # Translators: {level} is a level of machine players; how often they reached the goal of a scenario
    return m(
        "{level} reached it in {reached} of {n} try.",
        "{level} reached it in {reached} of {n} tries.",
        level=level_name(name),
        reached=par.reached,
        n=par.tries,
    )
