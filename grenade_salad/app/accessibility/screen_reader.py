"""Screen readers of the system: they are told what is shown, and what they ask for comes back as input.

AccessKit does it. Where it is not installed, or the system has nothing to listen with, everything else works. While
nobody listens no tree is made.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pygame

from grenade_salad.app.accessibility.tree import Tree
from grenade_salad.app.ui.inputs import AssistiveInput

if TYPE_CHECKING:
    import accesskit

    from grenade_salad.app.accessibility.access_kit import Adapter

_PAUSE = 0.1
"""Seconds between two updates: nobody can hear faster."""

BEFORE_WINDOW = sys.platform in ("win32", "darwin")
"""Whether the reader must be there before its window is shown."""


class Reader:
    """`update` reports what is shown, `asked` returns what the reader wants done."""

    def __init__(self) -> None:
        self._requests: deque[accesskit.ActionRequest] = deque()
        self._adapter: Adapter | None = None
        self._last_tree: Tree | None = None
        self._changed, self._elapsed = True, _PAUSE
        self.is_listening = False
        """Whether somebody listens."""
        if pygame.display.get_driver() != "dummy":
            self._run_safely(self._start)

    def _start(self) -> None:
        from grenade_salad.app.accessibility import access_kit

        window = pygame.display.get_wm_info().get("window")
        self._adapter = access_kit.make_adapter(window, self._begin, self._requests.append, self._end)

    def _run_safely(self, call: Callable[[], None]) -> None:
        """Whatever goes wrong here, the window goes on without it. AccessKit's own troubles are no Exceptions."""
        try:
            call()
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            self._adapter = None
            if not isinstance(error, ImportError):
                print(f"No screen reader can be served: {error}.", file=sys.stderr)

    def _begin(self) -> None:
        """Somebody listens from now on; all is told in the next frame. This comes from another thread."""
        self._last_tree, self._changed, self.is_listening = None, True, True

    def _end(self) -> None:
        self._last_tree, self.is_listening = None, False

    def take_requests(self) -> Iterator[AssistiveInput]:
        """What the reader wants done, the oldest first."""
        while self._requests:
            from grenade_salad.app.accessibility import access_kit

            if (request := access_kit.to_input(self._requests.popleft())) is not None:
                yield request

    def update(self, changed: bool, make_tree: Callable[[], Tree], factor: float, dt: float) -> None:
        """A frame has passed, and what is shown may have `changed`: `make` says what it is now.

        `factor` is how many pixels a unit is, `dt` how many seconds the frame took.
        """
        if self._adapter is None:
            return
        self._elapsed += dt
        self._changed = self._changed or changed
        if not self._changed or self._elapsed < _PAUSE:
            return
        self._elapsed, self._changed = 0.0, False
        adapter = self._adapter

        def write_update() -> accesskit.TreeUpdate:
            from grenade_salad.app.accessibility import access_kit

            current, previous = make_tree(), self._last_tree
            self._last_tree = current
            return access_kit.make_update(current, previous, factor)

        self._run_safely(lambda: _raise_events(adapter.update_if_active(write_update)))

    def focus_window(self, on: bool) -> None:
        """The window got or lost the keys."""
        for name in ("update_window_focus_state", "update_view_focus_state"):
            if (notify := getattr(self._adapter, name, None)) is not None:
                self._run_safely(lambda tell=notify: _raise_events(tell(on)))  # type: ignore[misc]


def _raise_events(events: object) -> None:
    """On some systems the adapter returns events that must be raised after leaving it."""
    if events is not None:
        events.raise_events()  # type: ignore[attr-defined]
