"""Scenarios: a position, a goal, and how well machines do. `shipped` are those that come along, `read` opens a file."""

from grenade_salad.scenarios.scenario import LEVELS, SUFFIX, Attempt, Par, Scenario, begin, encoded, read, reading
from grenade_salad.scenarios.shipped import shipped

__all__ = ["Attempt", "LEVELS", "Par", "SUFFIX", "Scenario", "begin", "encoded", "read", "reading", "shipped"]
