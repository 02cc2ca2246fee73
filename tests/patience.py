"""The time limit of tests that wait for something that may not happen.

What does happen is waited for by looking, never by a fixed time.
"""

from __future__ import annotations

LIMIT = 300.0
"""Seconds: far more than anything takes on a machine that is busy."""
