"""The web site: phone page, television page, the files they load, the socket.

Nothing else is served.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from itertools import groupby
from pathlib import PurePosixPath

from aiohttp import WebSocketError, WSCloseCode, WSMsgType, web
from aiohttp.typedefs import Handler, Middleware

from grenade_salad.artwork import court_cards
from grenade_salad.boxes.image_size import PNG_SIGNATURE
from grenade_salad.core import registry
from grenade_salad.core.rule_labels import with_labels
from grenade_salad.system import resources
from grenade_salad.text import Reader, m, say
from grenade_salad.text.languages import negotiate_language
from grenade_salad.text.markdown import Block, Span, parse
from grenade_salad.web.addresses import is_ip, limit_key
from grenade_salad.web.connection import Connection
from grenade_salad.web.connection_limiter import find_crowd, remove_oldest
from grenade_salad.web.connections import SeatConnections
from grenade_salad.web.page_messages import translate_page
from grenade_salad.web.protocol import MAX_MESSAGE_BYTES, PageLoaded, ServerError
from grenade_salad.web.public_door import PublicDoor, split_host
from grenade_salad.web.site_files import MIME_TYPES, PAGES, load_site_files

HEARTBEAT = 4.0
"""Seconds between two pings of a phone; it has half of that to answer."""
_PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""Content security policy of a box's picture that is opened by itself."""
_CACHED_FOR_A_DAY = {"Cache-Control": "private, max-age=86400"}
"""For browsers alone, not for proxies.

Some files are in the language of the browser, or of the box on the table.
"""
_MAX_GOODBYE_BYTES = 120
"""Maximum bytes of the reason to close a socket; the protocol allows 123."""

# Without any handler, a malformed request of a stranger would print a traceback on the host's terminal.
logging.getLogger("aiohttp").addHandler(logging.NullHandler())


@lru_cache(maxsize=32)
def render_rules(game: str, language: str) -> bytes:
    """Return the rules of a game as HTML without a head. Raises NoGame.

    If the game brings no rules, the HTML says so.
    """
    file = registry.plugin(game).rules_page
    try:
        blocks = parse(resources.localized_page(file, language).read_text(encoding="utf-8")) if file is not None else ()
        blocks = with_labels(game, blocks, language)
    except OSError:
        blocks = ()
    if not blocks:
        words = m("The rules of this game are not written yet.")
        return f"<p>{escape(say(words, Reader(language=language)))}</p>".encode()
    parts: list[list[Block]] = [[]]
    for block in blocks:
        if block.kind == "h2":
            parts.append([])
        if block.kind != "h1":
            parts[-1].append(block)
    return (_render_blocks(parts[0]) + "".join(_render_section(part) for part in parts[1:])).encode()


def _render_section(blocks: list[Block]) -> str:
    heading, *rest = blocks
    return f"<details><summary>{_render_spans(heading.spans)}</summary>{_render_blocks(rest)}</details>"


def _render_blocks(blocks: list[Block]) -> str:
    html = ""
    for kind, group in groupby(blocks, lambda block: block.kind):
        inner = "".join(_render_block(block) for block in group)
        wrapper = {"item": "ul", "row": "table"}.get(kind, "")
        html += f"<{wrapper}>{inner}</{wrapper}>" if wrapper else inner
    return html


def _render_block(block: Block) -> str:
    if block.kind == "row":
        cell = "th" if block.head else "td"
        return f"<tr>{''.join(f'<{cell}>{_render_spans(spans)}</{cell}>' for spans in block.cells)}</tr>"
    tag = {"item": "li", "text": "p"}.get(block.kind, "h3")
    rule = f' id="{block.rule}"' if block.rule else ""
    return f"<{tag}{rule}>{_render_spans(block.spans)}</{tag}>"


def _render_spans(spans: Sequence[Span]) -> str:
    return "".join(_render_span(span) for span in spans)


def _render_span(span: Span) -> str:
    tag = "code" if span.code else {"bold": "b", "italic": "i"}.get(span.face, "")
    words = escape(span.words)
    return f"<{tag}>{words}</{tag}>" if tag else words


class PageSocket:
    """The web socket of an open page, as the `PageLink` of its connection.

    Only the newest message of each kind waits, so a phone that reads slowly misses older ones.
    """

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.BaseTransport | None) -> None:
        self.transport = transport
        """The connection that it uses."""
        self.connection: Connection | None = None
        """None until `serve`."""
        self.closing: asyncio.Task[None] | None = None
        """Says goodbye to the page."""
        self._socket = socket
        self._pending: dict[str, str] = {}
        """The message of each kind that waits, the oldest kind first."""
        self._has_pending = asyncio.Event()

    @property
    def has_seat(self) -> bool:
        """True if its page has a seat, so that it is not closed for others."""
        return self.connection is not None and self.connection.seat is not None

    def send(self, kind: str, message: str) -> None:
        """Queue a message until the phone reads."""
        self._pending[kind] = message
        self._has_pending.set()

    def close(self, code: int | None = None, reason: str = "") -> None:
        """Close the connection, with a reason for the page; without a code, abort it."""
        if code is not None:
            self.closing = asyncio.get_running_loop().create_task(self._say_goodbye(code, reason))
        elif isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()

    async def _say_goodbye(self, code: int, reason: str) -> None:
        with contextlib.suppress(ConnectionError, RuntimeError):
            await self._socket.close(code=code, message=reason.encode()[:_MAX_GOODBYE_BYTES])

    async def serve(self, connections: SeatConnections, address: str, language: str) -> None:
        """Pass on what the page says until it closes."""
        self.connection = connection = connections.open(self, address, language)
        writer = asyncio.get_running_loop().create_task(self._write())
        try:
            async for message in self._socket:
                if message.type is WSMsgType.ERROR:
                    error = self._socket.exception()
                    oversize = isinstance(error, WebSocketError) and error.code == WSCloseCode.MESSAGE_TOO_BIG
                    connections.count_refusal("oversize" if oversize else "broken")
                    break
                if not connections.receive(connection, message.data if message.type is WSMsgType.TEXT else None):
                    break
            if self.closing is not None:
                await self.closing
        finally:
            writer.cancel()
            connections.remove(connection)

    async def _write(self) -> None:
        """Send queued messages until the connection ends."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            while not self._socket.closed:
                await self._has_pending.wait()
                self._has_pending.clear()
                while self._pending:
                    kind = next(iter(self._pending))
                    await self._socket.send_str(self._pending.pop(kind))


def make_site(
    connections: SeatConnections,
    names: frozenset[str],
    sockets: dict[PageSocket, str],
    door: PublicDoor | None = None,
) -> web.Application:
    """Return the aiohttp application.

    `names` are the host names under which the page may be opened, besides the one of `door`. `sockets` gets those of
    open pages with the keys by which they are counted, the oldest first.
    """
    contents = load_site_files()

    def find_caller(request: web.Request) -> str:
        peer = request.remote or ""
        return peer if door is None else door.find_caller(peer, request.headers.getall("X-Forwarded-For", ()))

    def headers_for(request: web.Request) -> dict[str, str]:
        return _headers(request.host, door)

    async def serve(request: web.Request) -> web.StreamResponse:
        file = contents[request.path]
        headers = headers_for(request) | (_CACHED_FOR_A_DAY if file.is_lasting else {})
        if file.path is not None:
            return web.FileResponse(file.path, headers=headers)
        body = file.body
        if request.path in PAGES:
            connections.tell(PageLoaded(find_caller(request)))
            body = translate_page(body, _language(request))
        body = court_cards.court_card_svg(request.path[1:], _language(request)) or body
        charset = "utf-8" if file.is_text else None
        return web.Response(body=body, content_type=file.mime_type, charset=charset, headers=headers)

    async def serve_box(request: web.Request) -> web.Response:
        name = request.match_info["path"]
        kind = MIME_TYPES.get(PurePosixPath(name).suffix.lower(), "")
        body = connections.files.get(name)
        if body is None or not kind.startswith("image/"):
            raise web.HTTPNotFound
        # A box's file is only ever a picture, never a page of this site.
        if body.startswith(PNG_SIGNATURE):
            kind = "image/png"  # The pictures of boxes from strangers have become PNG, and keep their names.
        headers = headers_for(request) | _CACHED_FOR_A_DAY | {"Content-Security-Policy": _PICTURE_POLICY}
        return web.Response(body=body, content_type=kind, headers=headers)

    async def talk(request: web.Request) -> web.WebSocketResponse:
        if not _is_own_origin(request.headers.get("Origin", ""), request.host, door):
            connections.count_refusal("foreign origin")
            raise web.HTTPForbidden(text="This page belongs to another site.")
        caller = find_caller(request)
        if not _make_space(sockets, limit_key(caller)):
            connections.count_refusal("crowded")
            raise web.HTTPServiceUnavailable
        answer = web.WebSocketResponse(
            heartbeat=HEARTBEAT, max_msg_size=MAX_MESSAGE_BYTES, compress=True, timeout=2.0, autoping=True
        )
        await answer.prepare(request)
        socket = PageSocket(answer, request.transport)
        sockets[socket] = limit_key(caller)
        try:
            await socket.serve(connections, caller, _language(request))
        except ConnectionError:
            raise
        except Exception as error:
            connections.tell(ServerError(error))
        finally:
            sockets.pop(socket, None)
        return answer

    async def serve_rules(request: web.Request) -> web.Response:
        body = render_rules(request.path.rpartition("/")[2], _language(request))
        return web.Response(body=body, content_type="text/html", charset="utf-8", headers=headers_for(request))

    site = web.Application(client_max_size=1024, middlewares=[_host_check(connections, names, door)])
    for path in contents:
        site.router.add_get(path, serve)
    for game in registry.check_plugins()[0]:
        site.router.add_get(f"/rules/{game}", serve_rules)
    site.router.add_get("/box/{path:.+}", serve_box)
    site.router.add_get("/socket", talk)
    return site


def _make_space(sockets: dict[PageSocket, str], key: str) -> bool:
    """Return True if there is space for another socket.

    If needed, close the oldest without a seat.
    """
    crowd = find_crowd(sockets, key)
    if not crowd:
        return True
    oldest = remove_oldest(sockets, crowd, lambda socket: socket.has_seat)
    if oldest is None:
        return False
    oldest.close()
    return True


def _host_check(connections: SeatConnections, names: frozenset[str], door: PublicDoor | None) -> Middleware:
    """Return a middleware that refuses host names of other sites that point here.

    A page that a proxy has handed out over http is asked for again over https.
    """

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        is_public = door is not None and split_host(request.host) == door.name
        if not is_public and not _is_ours(request.host, names):
            connections.count_refusal("foreign host")
            raise web.HTTPForbidden(text="This name does not belong to this machine.")
        is_plain = request.headers.get("X-Forwarded-Proto", "").lower() == "http"
        if door is not None and is_public and is_plain and door.is_encrypted and request.path in PAGES:
            raise web.HTTPTemporaryRedirect(door.origin + request.path_qs)
        try:
            return await handler(request)
        except (web.HTTPException, OSError):
            raise
        except Exception as error:
            connections.tell(ServerError(error))
            raise web.HTTPInternalServerError from error

    return check


def _is_ours(host: str, names: frozenset[str]) -> bool:
    name = split_host(host)
    return is_ip(name) or name in names


def _is_own_origin(origin: str, host: str, door: PublicDoor | None) -> bool:
    """True if a socket was opened by a page of this site.

    Under the public name that is only a page that came over https; a proxy may call this machine by another name.
    """
    if door is not None and origin == door.origin:
        return True
    is_public_name = door is not None and split_host(host) == door.name
    return not is_public_name and origin == f"http://{host}"


def _language(request: web.Request) -> str:
    return negotiate_language(request.headers.get("Accept-Language", ""))


def _headers(host: str, door: PublicDoor | None) -> dict[str, str]:
    """Return headers that forbid foreign content, frames and caching."""
    policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    # A proxy may call this machine by another name than browsers do.
    origins = [] if door is None else [door.socket_origin]
    if door is None or split_host(host) != door.name:
        origins.append(f"ws://{host}")
    # Policies cannot name an IPv6 address; 'self' includes its socket.
    socket_source = "".join(f" {origin}" for origin in origins if "[" not in origin)
    sources = f"script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'{socket_source}"
    sources += "; font-src 'self'; media-src 'self'; manifest-src 'self'"
    return {
        "Content-Security-Policy": f"{policy}; {sources}",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
    }
