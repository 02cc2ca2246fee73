"""The web site: one page, one script, one style sheet, and the socket. Nothing else is served."""

from __future__ import annotations

from importlib.resources import files

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from grenade_salad.phone.addresses import is_ip
from grenade_salad.phone.protocol import LONGEST_MESSAGE, Reached
from grenade_salad.phone.room import Room

_FILES = {
    "/": ("index.html", "text/html"),
    "/phone.js": ("phone.js", "text/javascript"),
    "/phone.css": ("phone.css", "text/css"),
}
HEARTBEAT = 4.0
"""Seconds between two questions whether a phone is still there; it has half of that to answer."""


def make_site(room: Room) -> web.Application:
    """The aiohttp application."""
    page = files("grenade_salad.phone") / "page"
    contents = {path: ((page / name).read_bytes(), kind) for path, (name, kind) in _FILES.items()}

    async def serve(request: web.Request) -> web.Response:
        body, kind = contents[request.path]
        if request.path == "/":
            room.tell(Reached(_address(request)))
        return web.Response(body=body, content_type=kind, charset="utf-8", headers=_headers(request.host))

    async def talk(request: web.Request) -> web.WebSocketResponse:
        if request.headers.get("Origin", "") != f"http://{request.host}":
            room.refuse("foreign origin")
            raise web.HTTPForbidden(text="This page belongs to another site.")
        answer = web.WebSocketResponse(
            heartbeat=HEARTBEAT, max_msg_size=LONGEST_MESSAGE, compress=False, timeout=2.0, autoping=True
        )
        await answer.prepare(request)
        await room.talk(answer, request.transport, _address(request))
        return answer

    site = web.Application(client_max_size=1024, middlewares=[_only_for(room)])
    for path in contents:
        site.router.add_get(path, serve)
    site.router.add_get("/socket", talk)
    return site


def _only_for(room: Room) -> Middleware:
    """Refuse pages of other sites whose names were made to point here."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not _is_ours(request.host, room.names):
            room.refuse("foreign host")
            raise web.HTTPForbidden(text="This name does not belong to this machine.")
        return await handler(request)

    return check


def _is_ours(host: str, names: frozenset[str]) -> bool:
    name = host.rpartition(":")[0] if ":" in host else host
    return is_ip(name) or name.lower() in names


def _address(request: web.Request) -> str:
    return request.remote or ""


def _headers(host: str) -> dict[str, str]:
    """Nothing from elsewhere, nowhere in a frame, nothing kept."""
    policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    own = f"script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws://{host}"
    return {
        "Content-Security-Policy": f"{policy}; {own}",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
    }
