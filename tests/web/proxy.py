"""A network line between a browser and the table that can be cut, frozen or slow."""

from __future__ import annotations

import asyncio
import contextlib
import threading

from tests.patience import LIMIT


class NetworkLine:
    """A proxy in a thread of its own, from `port` of this machine to another port.

    While it is `frozen` nothing gets through, though nobody hangs up. `delay` is in seconds, each way: a slow line is
    the one thing here that needs real time.
    """

    def __init__(self, target: int) -> None:
        self.target = target
        self.delay = 0.0
        self._flows = asyncio.Event()
        self._flows.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.port: int = asyncio.run_coroutine_threadsafe(self._open(), self._loop).result(LIMIT)

    @property
    def frozen(self) -> bool:
        return not self._flows.is_set()

    @frozen.setter
    def frozen(self, frozen: bool) -> None:
        async def change() -> None:
            (self._flows.clear if frozen else self._flows.set)()

        asyncio.run_coroutine_threadsafe(change(), self._loop).result(LIMIT)

    async def _open(self) -> int:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        self._writers |= {writer, server_writer}
        await asyncio.gather(
            self._copy(reader, server_writer), self._copy(server_reader, writer), return_exceptions=True
        )

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.CancelledError):
            while data := await reader.read(65536):
                await self._flows.wait()
                if self.delay:
                    await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()
        writer.close()
        self._writers.discard(writer)

    def cut(self) -> None:
        """Hang up on everybody who is connected; new connections get through."""
        for writer in list(self._writers):
            self._loop.call_soon_threadsafe(writer.transport.abort)

    def close(self) -> None:
        """Stop listening."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(LIMIT)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(LIMIT)
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        for writer in (writers := list(self._writers)):
            writer.transport.abort()
        await asyncio.gather(*(writer.wait_closed() for writer in writers), return_exceptions=True)
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
