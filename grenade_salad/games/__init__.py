"""The games of the box, and whatever games are installed besides: see core.registry."""

from __future__ import annotations

from grenade_salad import installed
from grenade_salad.core.registry import load as load

NAMES = installed.ours()
"""The games of the box."""
