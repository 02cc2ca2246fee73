"""Direct calls to Xlib: ping a window, open a foreign window, read pixels."""

from __future__ import annotations

import ctypes
import ctypes.util
import select
import time
from collections.abc import Callable
from typing import Any

from tests.patience import LIMIT

_CLIENT_MESSAGE, _Z_PIXMAP = 33, 2
_SUBSTRUCTURE_NOTIFY = 1 << 19
_PLANES = 0xFFFFFFFF


class _ClientMessage(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
    ]


class _Event(ctypes.Union):
    _fields_ = [("type", ctypes.c_int), ("message", _ClientMessage), ("pad", ctypes.c_long * 24)]


class _Image(ctypes.Structure):
    _fields_ = [
        ("width", ctypes.c_int),
        ("height", ctypes.c_int),
        ("offset", ctypes.c_int),
        ("format", ctypes.c_int),
        ("data", ctypes.POINTER(ctypes.c_ubyte)),
        ("byte_order", ctypes.c_int),
        ("bitmap_unit", ctypes.c_int),
        ("bitmap_bit_order", ctypes.c_int),
        ("bitmap_pad", ctypes.c_int),
        ("depth", ctypes.c_int),
        ("bytes_per_line", ctypes.c_int),
        ("bits_per_pixel", ctypes.c_int),
    ]


def is_missing() -> bool:
    """True if Xlib is not installed."""
    return ctypes.util.find_library("X11") is None


def _load_library() -> Any:
    x = ctypes.CDLL(ctypes.util.find_library("X11"))
    pointer, word, integer = ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int
    event = ctypes.POINTER(_Event)
    signatures: dict[str, tuple[Any, list[Any]]] = {
        "XOpenDisplay": (pointer, [ctypes.c_char_p]),
        "XDefaultRootWindow": (word, [pointer]),
        "XInternAtom": (word, [pointer, ctypes.c_char_p, integer]),
        "XSelectInput": (integer, [pointer, word, ctypes.c_long]),
        "XSendEvent": (integer, [pointer, word, integer, ctypes.c_long, event]),
        "XNextEvent": (integer, [pointer, event]),
        "XCreateSimpleWindow": (word, [pointer, word, integer, integer, *[integer] * 3, word, word]),
        "XMapWindow": (integer, [pointer, word]),
        "XDestroyWindow": (integer, [pointer, word]),
        "XGetImage": (ctypes.POINTER(_Image), [pointer, word, *[integer] * 4, word, integer]),
        "XDestroyImage": (integer, [ctypes.POINTER(_Image)]),
        "XSync": (integer, [pointer, integer]),
        "XPending": (integer, [pointer]),
        "XConnectionNumber": (integer, [pointer]),
        "XCloseDisplay": (integer, [pointer]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(x, name)
        function.restype, function.argtypes = result, arguments
    return x


class Xlib:
    """A separate connection to a display."""

    def __init__(self, display: str) -> None:
        self._x = _load_library()
        self._display = self._x.XOpenDisplay(display.encode())
        assert self._display, f"no display {display}"
        self._root = self._x.XDefaultRootWindow(self._display)
        self._protocols = self._x.XInternAtom(self._display, b"WM_PROTOCOLS", 0)
        self._ping = self._x.XInternAtom(self._display, b"_NET_WM_PING", 0)
        self._x.XSelectInput(self._display, self._root, _SUBSTRUCTURE_NOTIFY)
        self._ping_count = 0

    def ping(self, window: int, is_running: Callable[[], bool] = lambda: True) -> None:
        """Wait until a window has processed all events sent to it.

        It is pinged as window managers do. Returns early if its program has ended. Raises `AssertionError` if it does
        not answer.
        """
        self._ping_count += 1
        event = _Event()
        event.message.type = _CLIENT_MESSAGE
        event.message.window = window
        event.message.message_type = self._protocols
        event.message.format = 32
        event.message.data[0], event.message.data[1], event.message.data[2] = self._ping, self._ping_count, window
        self._x.XSendEvent(self._display, window, 0, 0, ctypes.byref(event))
        self._x.XSync(self._display, 0)
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline and is_running():
            while self._x.XPending(self._display):
                self._x.XNextEvent(self._display, ctypes.byref(event))
                if event.type == _CLIENT_MESSAGE and list(event.message.data[:2]) == [self._ping, self._ping_count]:
                    return
            select.select([self._x.XConnectionNumber(self._display)], [], [], 1.0)
        if is_running():
            raise AssertionError("the window does not answer")

    def open_window(self) -> int:
        """Open an empty window of another program, as a pop-up would, and return it."""
        window: int = self._x.XCreateSimpleWindow(self._display, self._root, 40, 40, 200, 100, 0, 0, 0)
        self._x.XMapWindow(self._display, window)
        self._x.XSync(self._display, 0)
        return window

    def close_window(self, window: int) -> None:
        """Close a window of `open_window`."""
        self._x.XDestroyWindow(self._display, window)
        self._x.XSync(self._display, 0)

    def pixels(self, left: int, top: int, width: int, height: int) -> list[tuple[int, int, int]]:
        """Return red, green and blue of a part of the screen, row by row."""
        image = self._x.XGetImage(self._display, self._root, left, top, width, height, _PLANES, _Z_PIXMAP)
        assert image, "this part is not on the screen"
        row_bytes, pixel_bytes = image.contents.bytes_per_line, image.contents.bits_per_pixel // 8
        data = bytes(image.contents.data[: row_bytes * height])
        self._x.XDestroyImage(image)
        offsets = [row * row_bytes + column * pixel_bytes for row in range(height) for column in range(width)]
        return [(data[offset + 2], data[offset + 1], data[offset]) for offset in offsets]

    def close(self) -> None:
        """Close the connection."""
        self._x.XCloseDisplay(self._display)
