"""Texts about a scenario: before a try, after it, and results of machine players."""

from __future__ import annotations

from grenade_salad.app.seating import player_names
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BRASS, PAPER_EDGE
from grenade_salad.match.match import Controller
from grenade_salad.scenarios import LEVELS, Attempt, Par, Scenario
from grenade_salad.text import Message, Words, m

MAX_STARS = 3
STAR = 34.0
"""Height of a star on a page, in units."""
KINDS = {"task": m("Tasks", context="scenarios"), "battle": m("Battles", context="scenarios")}


def draw_stars(canvas: Canvas, box: Rect, stars: int) -> None:
    """Draw the row of stars from the left edge of `box`, each as high as the box."""
    for index in range(MAX_STARS):
        star_box = Rect(box.x + index * (box.height + 4), box.y, box.height, box.height)
        canvas.picture("marks/star.svg", star_box, BRASS if index < stars else PAPER_EDGE)


def level_name(name: str) -> Words:
    """Return the name of the machine players of that level."""
    return player_names.describe_controller(Controller("bot", name))


def format_stars(stars: int) -> Message:
    """Return the number of stars in words."""
    return m("{n} star of 3", "{n} stars of 3", n=stars)


def describe_scenario(scenario: Scenario) -> tuple[Words, ...]:
    """Return the title, story, goal and opponents, and the points that stars need."""
    machines = m("The others are machines: {level}.", level=level_name(scenario.machines))
    return scenario.title, scenario.story, scenario.goal.message(), machines, *describe_star_points(scenario)


def describe_attempt(scenario: Scenario, attempt: Attempt) -> tuple[Words, ...]:
    """Return the result of a try, and the points that stars need."""
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
    """Return the points that stars need.

    Empty if they were not measured.
    """
    if scenario.star_points is None:
        return []
    two, three = (scenario.goal.describe_points(points) for points in scenario.star_points)
    if scenario.star_points[0] == scenario.star_points[1]:
        return [m("One star: the goal. Three stars: {three}.", three=three)]
    return [m("One star: the goal. Two: {two}. Three: {three}.", two=two, three=three)]


def describe_difficulty(scenario: Scenario) -> Words:
    """Return how well the best machine players do. Empty if none were measured."""
    shares = [(par.reached / par.tries, name) for name in LEVELS if (par := scenario.par.get(name)) and par.tries]
    if not shares:
        return ""
    share, name = max(shares, key=lambda pair: pair[0])
    level = level_name(name)
    # Translators: how often machine players of that level reach the goal of a scenario
    if share >= 0.95:
        return m("{level} nearly always reaches it.", level=level)
    if share >= 0.6:
        return m("{level} mostly reaches it.", level=level)
    if share >= 0.4:
        return m("{level}: about a coin toss.", level=level)
    if share >= 0.05:
        return m("{level} seldom reaches it.", level=level)
    return m("{level} almost never reaches it.", level=level)


def describe_machine_results(scenario: Scenario) -> list[Words]:
    """Return how often machine players reached the goal, one message a level.

    Levels that have not been measured are left out.
    """
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
