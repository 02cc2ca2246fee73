"""The process of a player from outside: it knows what its seat may know, since it is sent nothing else."""

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


def find_class(target: str) -> Any:
    """The class that module:class names."""
    module, _, name = target.partition(":")
    result: Any = import_module(module)
    for part in name.split("."):
        result = getattr(result, part)
    return result


def serve(pipe: Connection, target: str) -> None:
    """Answer until nobody is at the other end; an answer is an action, or what went wrong in a line."""
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
                # Nothing of the match is in these numbers: whoever knew its seed would know its cards.
                player = player_class(game, seat, Random(f"{target}/{seat}"))
            else:
                events, view, legal = rest
                if hasattr(player, "see"):
                    for event in events:
                        player.see(event)
                answer = player.decide(view, legal)
            print(end="", flush=True)  # also a line that it began: its process may be ended at any time
        except Exception as error:
            answer = _line(error)
        pipe.send_bytes(pickle.dumps(answer))


def _line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]


def main() -> None:
    """Connect to who started it."""
    address, key, target = pickle.loads(sys.stdin.buffer.read())
    # What is printed must not be mixed with what the command prints, and not be lost when this process is ended.
    os.dup2(2, 1)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    limit_to_one_core()
    with Client(pickle.loads(address), authkey=key) as pipe, suppress(EOFError, KeyboardInterrupt, ConnectionError):
        serve(pipe, target)


if __name__ == "__main__":
    main()
