"""What learners are told of the numbers of a game, in gymnasium's terms; it needs the extra [rl]."""

from __future__ import annotations

from typing import Any

import numpy as np

from grenade_salad.core.encoding import Encoding
from grenade_salad.lab.optional_packages import extra

with extra("rl"):
    from gymnasium.spaces import Box, Dict


def observations(encoding: Encoding) -> Dict:
    """`observation`, `action_mask` and, where a game has them, `candidates`, with their bounds; see `lab.env`."""
    numbers, features, many = encoding.numbers, encoding.features, len(encoding.choices)
    parts: dict[str, Any] = {
        "observation": Box(
            np.array([one.low for one in numbers], dtype=np.float32),
            np.array([one.high for one in numbers], dtype=np.float32),
        ),
        "action_mask": Box(0, 1, (many,), np.int8),
    }
    if features:
        low = np.array([[min(0.0, one.low) for one in features]] * many, dtype=np.float32)
        high = np.array([[one.high for one in features]] * many, dtype=np.float32)
        parts["candidates"] = Box(low, high)
    return Dict(parts)
