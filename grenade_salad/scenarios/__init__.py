"""Scenarios: a position, a goal, and how well machine players do.

`load_shipped` returns those that come along, `read` opens a file.
"""

from grenade_salad.scenarios.scenario import (
    LEVELS,
    SUFFIX,
    Attempt,
    Par,
    Scenario,
    begin,
    decode_scenario,
    encode_scenario,
    read,
)
from grenade_salad.scenarios.shipped import load_shipped

__all__ = [
    "Attempt",
    "LEVELS",
    "Par",
    "SUFFIX",
    "Scenario",
    "begin",
    "encode_scenario",
    "read",
    "decode_scenario",
    "load_shipped",
]
