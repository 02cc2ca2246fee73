"""What tests and doctests share: nothing of the machine; and what is not collected where an extra is not installed."""

from importlib.util import find_spec

from tests import surroundings

surroundings.clean()

pytest_plugins = ["tests.summary"]
collect_ignore = [] if find_spec("pyspiel") else ["grenade_salad/lab/spiel.py"]
