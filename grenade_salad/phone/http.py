"""The web site: the page of a phone, the page of onlookers, what they load, and the socket. There is nothing else."""

from __future__ import annotations

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from grenade_salad import court_cards
from grenade_salad.core import registry
from grenade_salad.phone.addresses import is_ip
from grenade_salad.phone.lobby import Room
from grenade_salad.phone.page_words import in_language
from grenade_salad.phone.protocol import LONGEST_MESSAGE, Reached, Trouble
from grenade_salad.phone.rules_page import rules_page
from grenade_salad.phone.site_files import PAGES, site_files
from grenade_salad.text.languages import accepted

HEARTBEAT = 4.0
"""Seconds between two questions whether a phone is still there; it has half of that to answer."""


def make_site(room: Room) -> web.Application:
    """The aiohttp application."""
    contents = site_files()

    async def serve(request: web.Request) -> web.StreamResponse:
        file = contents[request.path]
        if file.film is not None:
            return web.FileResponse(file.film, headers=_headers(request.host))
        body = file.body
        if request.path in PAGES:
            room.tell(Reached(_address(request)))
            body = in_language(body, _language(request))
        body = court_cards.picture(request.path[1:], _language(request)) or body
        headers = _headers(request.host) | ({"Cache-Control": "max-age=86400"} if file.lasting else {})
        charset = "utf-8" if file.text else None
        return web.Response(body=body, content_type=file.kind, charset=charset, headers=headers)

    async def talk(request: web.Request) -> web.WebSocketResponse:
        if request.headers.get("Origin", "") != f"http://{request.host}":
            room.refuse("foreign origin")
            raise web.HTTPForbidden(text="This page belongs to another site.")
        answer = web.WebSocketResponse(
            heartbeat=HEARTBEAT, max_msg_size=LONGEST_MESSAGE, compress=True, timeout=2.0, autoping=True
        )
        await answer.prepare(request)
        try:
            await room.talk(answer, request.transport, _address(request), _language(request))
        except ConnectionError:
            raise
        except Exception as error:
            room.tell(Trouble(error))
        return answer

    async def serve_rules(request: web.Request) -> web.Response:
        body = rules_page(request.path.rpartition("/")[2], _language(request))
        return web.Response(body=body, content_type="text/html", charset="utf-8", headers=_headers(request.host))

    site = web.Application(client_max_size=1024, middlewares=[_only_for(room)])
    for path in contents:
        site.router.add_get(path, serve)
    for game in registry.playable()[0]:
        site.router.add_get(f"/rules/{game}", serve_rules)
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


def _language(request: web.Request) -> str:
    return accepted(request.headers.get("Accept-Language", ""))


def _address(request: web.Request) -> str:
    return request.remote or ""


def _headers(host: str) -> dict[str, str]:
    """Nothing from elsewhere, nowhere in a frame, nothing kept."""
    policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    own = f"script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws://{host}"
    own += "; font-src 'self'; media-src 'self'; manifest-src 'self'"
    return {
        "Content-Security-Policy": f"{policy}; {own}",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
    }
