"""What is not collected where an extra is not installed."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("pyspiel") else ["grenade_salad/lab/spiel.py"]
