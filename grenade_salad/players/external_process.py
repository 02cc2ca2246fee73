"""The process of an external player: it knows only what it is sent."""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from multiprocessing.connection import Client, Connection
from random import Random
from typing import Any

from grenade_salad import limit_to_one_core

_MAX_ERROR_LENGTH = 300


def find_class(target: str) -> Any:
    """Return the class that module:class names."""
    module, _, name = target.partition(":")
    result: Any = import_module(module)
    for part in name.split("."):
        result = getattr(result, part)
    return result


def serve(pipe: Connection, target: str) -> None:
    """Answer requests until the connection ends.

    An answer is an action, or an error in one line.
    """
    try:
        player_class: Any = find_class(target)
    except BaseException as error:
        pipe.send_bytes(pickle.dumps(_line(error)))
        return
    pipe.send_bytes(pickle.dumps(None))
    player: Any = None
    while True:
        request, *rest = pipe.recv()
        answer: object = None
        try:
            if request == "new":
                game, seat = rest
                # Seed independently of the match: its seed would reveal the cards.
                player = player_class(game, seat, Random(f"{target}/{seat}"))
            else:
                events, view, legal = rest
                if hasattr(player, "see"):
                    for event in events:
                        player.see(event)
                answer = player.decide(view, legal)
            print(end="", flush=True)  # Flush an unfinished line, too: the process may be ended at any time.
        except Exception as error:
            answer = _line(error)
        pipe.send_bytes(pickle.dumps(answer))


def _line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:_MAX_ERROR_LENGTH]


def main() -> None:
    """Connect to the process that started this one."""
    address, key, target = pickle.loads(sys.stdin.buffer.read())
    # Output must not mix with that of the command, nor be lost when this process is ended.
    os.dup2(2, 1)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    limit_to_one_core()
    with Client(pickle.loads(address), authkey=key) as pipe, suppress(EOFError, KeyboardInterrupt, ConnectionError):
        serve(pipe, target)


if __name__ == "__main__":
    main()
