"""Observations of a game in gymnasium's terms; it needs the extra [rl]."""

from __future__ import annotations

from typing import Any

import numpy as np

from grenade_salad.core.encoding import Encoding
from grenade_salad.lab.optional_packages import extra

with extra("rl"):
    from gymnasium.spaces import Box, Dict


def make_observation_space(encoding: Encoding) -> Dict:
    """Return the bounds of `observation`, `action_mask` and, if any, `candidates`.

    See `lab.env`.
    """
    numbers, features, count = encoding.numbers, encoding.features, len(encoding.choices)
    parts: dict[str, Any] = {
        "observation": Box(
            np.array([feature.low for feature in numbers], dtype=np.float32),
            np.array([feature.high for feature in numbers], dtype=np.float32),
        ),
        "action_mask": Box(0, 1, (count,), np.int8),
    }
    if features:
        low = np.array([[min(0.0, feature.low) for feature in features]] * count, dtype=np.float32)
        high = np.array([[feature.high for feature in features]] * count, dtype=np.float32)
        parts["candidates"] = Box(low, high)
    return Dict(parts)
