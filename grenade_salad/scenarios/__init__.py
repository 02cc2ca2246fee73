"""Scenarios: a position, a goal, and how well machines do. `shipped` are those that come along, `read` opens a file."""

from grenade_salad.scenarios.scenario import LEVELS, SUFFIX, Par, Scenario, encoded, read, reading
from grenade_salad.scenarios.shipped import shipped
from grenade_salad.scenarios.trying import Attempt, begin

__all__ = ["Attempt", "LEVELS", "Par", "SUFFIX", "Scenario", "begin", "encoded", "read", "reading", "shipped"]
