"""How long a test waits for something that does not come. What comes is waited for by looking, never by a time."""

from __future__ import annotations

LIMIT = 300.0
"""Seconds: far more than anything takes on a machine that is busy with something else."""
