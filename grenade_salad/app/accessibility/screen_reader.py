"""Screen readers of the system: they get the tree and send requests.

It uses AccessKit. Where it is not installed, or the system has no screen reader, everything else works. No tree is
built while nobody listens.
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
"""Minimum seconds between two updates."""

BEFORE_WINDOW = sys.platform in ("win32", "darwin")
"""True if the screen reader's adapter must exist before its window is shown."""


class Reader:
    """Connection to the screen reader: sends it the tree, and takes its requests."""

    def __init__(self) -> None:
        self._requests: deque[accesskit.ActionRequest] = deque()
        """Requests that were not taken yet; filled from another thread."""
        self._adapter: Adapter | None = None
        """None where there is no screen reader, or after AccessKit has failed."""
        self._last_tree: Tree | None = None
        """The tree that the screen reader has."""
        self._changed, self._elapsed = True, _PAUSE
        """True if it may have changed since, and the seconds since it was sent."""
        self.is_listening = False
        """True if a screen reader listens.

        Only then is the adapter called. While a screen reader begins to listen, AccessKit holds a lock on Linux and
        waits for Python in another thread; a call would hold Python and wait for that lock, for ever.
        """
        self._is_focused = False
        """True if the window has the keyboard focus."""
        self._told_focus: bool | None = None
        """What the screen reader has been told of it, None if nothing."""
        if pygame.display.get_driver() != "dummy":
            self._run_safely(self._start)

    def _start(self) -> None:
        from grenade_salad.app.accessibility import access_kit

        window = pygame.display.get_wm_info().get("window")
        self._adapter = access_kit.make_adapter(window, self._begin, self._requests.append, self._end)

    def _run_safely(self, call: Callable[[], None]) -> None:
        """Call a function, and give up AccessKit if it fails.

        AccessKit's own errors are not Exceptions.
        """
        try:
            call()
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            self._adapter = None
            if not isinstance(error, ImportError):
                print(f"No screen reader can be served: {error}.", file=sys.stderr)

    def _begin(self) -> None:
        """Send the whole tree in the next frame.

        Called from another thread, so that it only sets attributes.
        """
        self._last_tree, self._changed, self._told_focus = None, True, None
        self.is_listening = True

    def _end(self) -> None:
        self._last_tree, self.is_listening = None, False

    def take_requests(self) -> Iterator[AssistiveInput]:
        """Yield the requests of the screen reader, the oldest first."""
        while self._requests:
            from grenade_salad.app.accessibility import access_kit

            if (request := access_kit.to_input(self._requests.popleft())) is not None:
                yield request

    def update(self, changed: bool, make_tree: Callable[[], Tree], factor: float, dt: float) -> None:
        """Report the tree of `make_tree` if it may have changed, but not too often.

        `factor` is the number of pixels of a unit, `dt` the seconds of the frame.
        """
        if not self.is_listening:
            return
        self._report_focus()
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
        """Report in the next frame that the window has gained or lost the keyboard focus."""
        self._is_focused = on

    def _report_focus(self) -> None:
        if self._is_focused == self._told_focus:
            return
        self._told_focus = self._is_focused
        for name in ("update_window_focus_state", "update_view_focus_state"):
            if (notify := getattr(self._adapter, name, None)) is not None:
                self._run_safely(lambda tell=notify: _raise_events(tell(self._is_focused)))  # type: ignore[misc]


def _raise_events(events: object) -> None:
    """Raise the events of an adapter, which on some systems must follow its call."""
    if events is not None:
        events.raise_events()  # type: ignore[attr-defined]
