"""A quarantine without a process, for tests that change what happens inside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec

from grenade_salad.quarantine.process import BrokenReader, Quarantine, Report, Sealed
from grenade_salad.system.crash_reports import Elsewhere, format_trace
from grenade_salad.system.progress import Progress

P = ParamSpec("P")


class InProcessQuarantine(Quarantine):
    """Does the work in the process of the test."""

    def run(
        self, progress: Progress, work: Callable[Concatenate[Report, P], Sealed], *args: P.args, **kwargs: P.kwargs
    ) -> Sealed:
        try:
            return work(lambda part: None, *args, **kwargs)
        except Exception as error:
            raise BrokenReader("an error") from Elsewhere(format_trace(error))
