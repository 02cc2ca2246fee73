"""What tests and doctests share: nothing of the machine; and what is not collected where an extra is not installed."""

from importlib.util import find_spec

from tests import surroundings

surroundings.reset_process()

pytest_plugins = ["tests.summary"]
NEEDS = {
    "pyspiel": "grenade_salad/lab/openspiel.py",
    "stable_baselines3": "grenade_salad/lab/batch/stable_baselines.py",
}
collect_ignore = [file for package, file in NEEDS.items() if find_spec(package) is None]
