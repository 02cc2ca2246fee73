"""Setup for tests and doctests, independent of the machine.

Files that need a missing extra are not collected.
"""

from importlib.util import find_spec

from tests import surroundings

surroundings.reset_process()

pytest_plugins = ["tests.summary"]
NEEDS = {
    "pyspiel": "grenade_salad/lab/openspiel.py",
    "stable_baselines3": "grenade_salad/lab/batch/stable_baselines.py",
}
collect_ignore = [file for package, file in NEEDS.items() if find_spec(package) is None]
