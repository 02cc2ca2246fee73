"""The program with virtual SDL gamepads.

Run it with `python -m tests.app.real_keys.with_pads ARGUMENTS OF THE PROGRAM`. The program itself is unchanged. A
thread runs commands from standard input, one a line: `attach`, `detach`, `press 0`, `release 0` (SDL's button
numbers), and `announce` for a gamepad that exists but cannot be opened.
"""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import pygame

_GAMEPAD, _AXES, _BUTTONS, _HATS = 1, 6, 15, 0
_EVENT, _DEVICE = 128, 8
"""In bytes: a size larger than any SDL event, and the offset of its device index."""


def find_sdl_library() -> Any:
    """Return the SDL library that pygame has loaded.

    Raises `StopIteration` if SDL is not a file of its own.
    """
    assert pygame.base
    lines = Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()
    library = ctypes.CDLL(next(line.split()[-1] for line in lines if "libSDL2-2" in line))
    library.SDL_JoystickOpen.restype = ctypes.c_void_p
    library.SDL_JoystickSetVirtualButton.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_ubyte]
    library.SDL_GetError.restype = ctypes.c_char_p
    return library


class VirtualPad:
    """A virtual gamepad that SDL treats as a real one."""

    def __init__(self, library: Any) -> None:
        self._sdl = library
        self._index, self._pad = -1, None

    def run_command(self, command: str, button: str = "") -> None:
        """Run one command. Raises `ValueError` for an unknown one."""
        match command:
            case "attach":
                self.attach()
            case "detach":
                self.detach()
            case "announce":
                self.announce()
            case "press" | "release":
                self._sdl.SDL_JoystickSetVirtualButton(self._pad, int(button), int(command == "press"))
            case _:
                raise ValueError(command)

    def attach(self) -> None:
        """Plug the gamepad in."""
        self._index = self._sdl.SDL_JoystickAttachVirtual(_GAMEPAD, _AXES, _BUTTONS, _HATS)
        if self._index < 0:
            raise RuntimeError(self._sdl.SDL_GetError().decode())
        self._pad = self._sdl.SDL_JoystickOpen(self._index)

    def detach(self) -> None:
        """Unplug the gamepad."""
        self._sdl.SDL_JoystickDetachVirtual(self._index)

    def announce(self) -> None:
        """Announce a gamepad that cannot be opened, such as one of another user."""
        event = ctypes.create_string_buffer(_EVENT)
        ctypes.c_uint32.from_buffer(event).value = pygame.JOYDEVICEADDED
        ctypes.c_int32.from_buffer(event, _DEVICE).value = 0
        assert self._sdl.SDL_NumJoysticks() == 0
        self._sdl.SDL_PushEvent(event)


def _run_commands() -> None:
    pad = VirtualPad(find_sdl_library())
    for line in sys.stdin:
        pad.run_command(*line.split())
        print("done", flush=True)


if __name__ == "__main__":
    from grenade_salad.cli import main

    Thread(target=_run_commands, daemon=True).start()
    sys.exit(main(sys.argv[1:]))
