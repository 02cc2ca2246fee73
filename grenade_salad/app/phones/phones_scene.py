"""Page of the host for phones: QR code, address, requests for seats, and seats.

Another page says why a phone does not connect: addresses, whether any phone was there, and what to do.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import partial

from grenade_salad.app.phones.page import PhonesPage
from grenade_salad.app.phones.window_host import WindowHost
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.app.ui.accessible import AccessibleNode, text_nodes
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.theme import BLACK, INK, INK_SOFT, ROW, SMALL, TEXT, WHITE
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button, Label, Toggle
from grenade_salad.match.match import Controller
from grenade_salad.text import Words, m, say
from grenade_salad.web import saved_seats
from grenade_salad.web.addresses import warn_only_local
from grenade_salad.web.host import PhoneHost
from grenade_salad.web.protocol import SeatRequest

_ADVICE = (
    m("Is the phone on the same network as this computer? Mobile data won't do: switch it off and Wi-Fi on."),
    m("Guest networks often keep devices apart. Use your normal network for both the phone and this computer."),
    m(
        "This computer's firewall may ask whether to let the app accept connections: say yes, "
        "for private networks. If it doesn't ask, allow Python, or this app, in the firewall's "
        "settings."
    ),
    m("A VPN on the phone or on this computer can get in the way: turn it off while you play."),
    m("Type http:// in front of the address: the page doesn't use https, and needs no internet."),
    m("No network at all? Turn on a hotspot on one phone, connect this computer to it, and try another address here."),
)


_MAX_ADDRESSES = 4
"""Maximum number of phones' addresses that are listed."""
_QUIET_ZONE = 4
"""Width of the light edge that a QR code needs, in modules."""


class PhonesHelpScene(PhonesPage):
    """Page about phones that do not connect; N switches to the next address."""

    title = m("Why does my phone not connect?")
    widest = 860.0

    def __init__(self, app: AppContext, hosting: PhoneHost) -> None:
        super().__init__(app, hosting)
        self.scroll = Scroll(self.page_rect)
        words = m("Try the next address ({key})", key=app.settings.key_name("address"))
        self.button = self.widgets.add(Button(words, self._switch_address, icon="step"), self.scroll)
        self.labels: list[Label] = []
        self._rebuild()
        self.widgets.set_focus(self.button)

    def _build(self) -> None:
        for label in self.labels:
            self.widgets.items.remove(label)
        lines = [(words, index == 0) for index, words in enumerate(self._facts())] + [
            (words, False) for words in _ADVICE
        ]
        self.labels = [
            self.widgets.add(Label(words, size=TEXT, bold=bold, anchor="topleft"), self.scroll) for words, bold in lines
        ]
        self.layout(self.size)

    def _facts(self) -> list[Words]:
        """Return the lines about phones that reached this computer, and its addresses."""
        server = self.server
        reached: Words = m("No phone has reached this computer yet.")
        if self.hosting.page_loads:
            addresses = sorted(self.hosting.page_loads)[:_MAX_ADDRESSES]
            reached = m("Phones have reached this computer, from {addresses:,}.", addresses=addresses)
        other_addresses = [
            address.label for index, address in enumerate(server.addresses) if index != server.address_index
        ]
        other_words: Words = m("This computer has no other address.")
        if other_addresses:
            other_words = m("Other addresses of this computer: {addresses:,}", addresses=other_addresses)
        return [reached, m("The app is listening at {address}", address=server.url), other_words]

    def place(self) -> None:
        canvas = self.app.canvas()
        self.scroll.area = self.page_rect.inflate(-40, -24)
        width, top = self.scroll.area.width - 14, 8.0
        self.button.rect = Rect(4, top, min(320.0, width - 8), ROW)
        top += ROW + 14
        for label in self.labels:
            height = len(canvas.lines(label.words, width - 8, TEXT, bold=label.bold)) * TEXT * LEADING
            label.rect = Rect(4, top, width - 8, height)
            top += height + 10
        self.scroll.content = top
        self.scroll.scroll_by(0)


_HOW = m("Scan this on the same network, or type in the address. Your cards are then only on your phone.")


def show(app: AppContext) -> None:
    """Push the page for phones, and start the server unless it runs.

    Tells the user why if that cannot be.
    """
    if app.phones is None:
        try:
            open_for_phones(app)
        except OSError as error:
            app.say(
                m("Phones can't connect: this computer won't let the app listen ({why}).", why=str(error.strerror)),
                refused=True,
            )
            return
    assert app.phones is not None
    app.push(PhonesScene(app, app.phones))


def open_for_phones(app: AppContext) -> None:
    """Start the server. Phones that had seats in this match return to them.

    Raises `OSError`.
    """
    from grenade_salad.web.socket_server import SocketServer

    hosting = PhoneHost(WindowHost(app), SocketServer(), app.data_folder, app.opened_boxes)
    hosting.needs_admission, hosting.has_phone_host = app.settings.phones_ask, app.settings.phones_chair
    try:
        hosting.start()
    except OSError:
        hosting.close()
        raise
    app.phones = hosting


def reconnect_phones(app: AppContext, match: int) -> None:
    """Start the server for a match that is resumed, if phones played in it.

    They are expected at the address that they had.
    """
    if app.phones is not None or saved_seats.load(app.data_folder, match) is None:
        return
    with contextlib.suppress(OSError):
        open_for_phones(app)


class PhonesScene(PhonesPage):
    """Page with the code, the requests and the seats, updated while it is open."""

    # Translators: the title of a page: how phones join
    title = m("Phones")
    widest = 980.0
    lists_requests = True

    def __init__(self, app: AppContext, hosting: PhoneHost) -> None:
        super().__init__(app, hosting)
        self._matrix: tuple[bytes, ...] = ()
        self._listed_requests: list[SeatRequest] = []
        self._scroll = Scroll(self.page_rect)
        self.code_rect = Rect(0, 0, 0, 0)
        """Box of the QR code."""
        self._rebuild()

    def _build(self) -> None:
        """Build all widgets again: a phone asks, joined or left."""
        self._matrix = make_qr_code(self.server.invitation)
        focus = self.widgets.items.index(self.widgets.focus) if self.widgets.focus in self.widgets.items else 0
        self.widgets.clear()
        self.widgets.add(self.back_button)
        self.form = Form(self.widgets, self._scroll)
        self._add_seats()
        self._add_requests()
        self.form.add_heading(m("Who may join"))
        ask = Toggle(m("Ask me before a phone takes a seat"), self.hosting.needs_admission, self._set_asks)
        self.form.add_row("", ask, m("Otherwise anybody who scans the code takes a free seat straight away."))
        first = Toggle(m("The first phone is the host"), self.hosting.has_phone_host, self._set_first_phone_hosts)
        self.form.add_row("", first, m("It starts the match, lets others in, and gives seats to machines."))
        only = Toggle(m("Hands on phones only"), self.app.settings.hands_on_phones, self._set_hands_on_phones)
        words = m("Everybody needs a phone.")
        self.form.add_row("", only, words)
        # Translators: a choice: the address at which phones find this computer
        self.form.add_heading(m("This address"))
        words = m("Another address ({key})", key=self.app.settings.key_name("address"))
        self.form.add_row(
            "", Button(words, self._switch_address, icon="step", tip=m("If phones cannot reach this one"))
        )
        self.form.add_row("", Button(m("Why does my phone not connect?"), self._open_help, icon="question"))
        self.form.add_row("", Button(m("Disconnect all phones"), self._disconnect, icon="cross", kind="danger"))
        self.layout(self.size)
        self.widgets.set_focus(self.widgets.items[min(focus, len(self.widgets.items) - 1)])

    def _add_seats(self) -> None:
        """Add a row for each seat, always of the same height.

        Nothing moves under the pointer.
        """
        host = self.hosting.host()
        # Translators: a head: the seats of the table
        self.form.add_heading(m("Seats"))
        for seat, (name, controller) in enumerate(host.table_seats() if host is not None else ()):
            if controller.kind != "phone":
                self.form.add_row(name, Label(self._describe_controller(controller), colour=INK_SOFT))
            else:
                connection = (
                    m("with a phone") if seat in self.hosting.connected else m("with a phone that is not connected now")
                )
                back = Button(m("Take the seat back"), partial(self._take_back, seat), icon="undo")
                # Translators: a seat, and who decides for it
                self.form.add_row(m("{name}, {where}", name=name, where=connection), back)

    def _describe_controller(self, controller: Controller) -> Words:
        if not controller.is_person:
            # Translators: who decides for a seat
            return m("a machine")
        # Translators: of a seat
        return m("waiting for a phone") if self.app.settings.hands_on_phones else m("at this screen")

    def _add_requests(self) -> None:
        """Add the requests below each other.

        A request that ends leaves its place empty: a second click hits no other request.
        """
        host = self.hosting.host()
        seats = host.table_seats() if host is not None else ()
        open_requests = self.hosting.requests.values()
        self._listed_requests += [request for request in open_requests if request not in self._listed_requests]
        if not self.hosting.requests:
            self._listed_requests = self._listed_requests[-1:]
        if not self._listed_requests:
            return
        self.form.add_heading(m("Somebody would like a seat"))
        for request in self._listed_requests:
            is_open = request.id in self.hosting.requests and request.seat < len(seats)
            name = seats[request.seat][0] if request.seat < len(seats) else "…"
            asks = m("The phone with the code {code} would like {name}'s seat", code=request.code, name=name)
            named = m(
                "{person} (code {code}, {address}) would like {name}'s seat",
                person=request.name,
                code=request.code,
                address=request.address,
                name=name,
            )
            yes = Button(
                m("Let them in"), partial(self._decide, self.hosting.admit, request), kind="main", icon="check"
            )
            # Translators: a button: a phone does not get the seat
            no = Button(m("No"), partial(self._decide, self.hosting.reject, request), icon="cross")
            never = Button(
                m("Not again this evening"),
                partial(self._decide, self.hosting.ban, request),
                icon="cross",
                kind="danger",
            )
            for words, button in ((named if request.name else asks, yes), ("", no), ("", never)):
                button.enabled = is_open
                button.why_disabled = "" if is_open else m("That request is no longer open.")
                self.form.add_row(words, button)

    def _decide(self, decide: Callable[[SeatRequest], None], request: SeatRequest) -> None:
        """Carry out the host's decision, and show it before the next update.

        So a second click finds nothing.
        """
        decide(request)
        self._rebuild()

    def _set_first_phone_hosts(self, on: bool) -> None:
        self.app.settings.phones_chair = self.hosting.has_phone_host = on
        self.app.save_settings()

    def _set_hands_on_phones(self, on: bool) -> None:
        self.app.settings.hands_on_phones = on
        self.app.save_settings()
        self._rebuild()

    def _set_asks(self, on: bool) -> None:
        self.app.settings.phones_ask = self.hosting.needs_admission = on
        self.app.save_settings()

    def _take_back(self, seat: int) -> None:
        host = self.hosting.host()
        if host is not None:
            host.give_seat(seat, Controller())

    def _open_help(self) -> None:
        self.app.push(PhonesHelpScene(self.app, self.hosting))

    def _disconnect(self) -> None:
        self.hosting.stop()
        self.app.pop()

    def _current_state(self) -> object:
        host = self.hosting.host()
        return super()._current_state(), tuple(host.table_seats()) if host is not None else ()

    # Layout

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        if self.server.is_reachable:
            return text_nodes(self.server.url, say(_HOW))
        return text_nodes(say(warn_only_local(self.server.url)))

    def place(self) -> None:
        page = self.page_rect
        side = min(300.0, page.width * 0.38, page.height - 130)
        self.code_rect = Rect(page.x + 20, page.y + 20, side, side)
        left = self.code_rect.right + 20
        self.form.layout(self.app.canvas(), Rect(left, page.y + 12, page.right - left - 12, page.height - 24))

    def draw_page(self, canvas: Canvas) -> None:
        super().draw_page(canvas)
        box, url = self.code_rect, self.server.url
        if not self.server.is_reachable:
            canvas.paragraph(warn_only_local(url), box, TEXT, INK)
            return
        canvas.draw_cached(
            ("phones", self.server.invitation), box, partial(draw_qr_code, matrix=self._matrix, side=box.width)
        )
        words = url.removeprefix("http://").removesuffix("/")
        canvas.text(words, (box.x, box.bottom + 8), TEXT, INK, bold=True, max_width=box.width)
        canvas.paragraph(_HOW, Rect(box.x, box.bottom + 8 + TEXT * LEADING, box.width, 0), SMALL, INK_SOFT)


def make_qr_code(url: str) -> tuple[bytes, ...]:
    """Return the QR code: rows of modules, 1 is dark."""
    import segno

    return tuple(bytes(row) for row in segno.make(url, error="m", micro=False).matrix)


def draw_qr_code(canvas: Canvas, matrix: tuple[bytes, ...], side: float) -> None:
    """Draw a QR code with its quiet zone into a square.

    `side` is in units; modules are whole pixels.
    """
    module_count = len(matrix) + 2 * _QUIET_ZONE
    pixels = max(1, canvas.px(side) // module_count)
    module_side = pixels / canvas.factor
    start = (side - module_side * module_count) / 2 + _QUIET_ZONE * module_side
    canvas.fill(Rect(0, 0, side, side), WHITE, 6)
    for y, row in enumerate(matrix):
        for x, dark in enumerate(row):
            if dark:
                canvas.fill(Rect(start + x * module_side, start + y * module_side, module_side, module_side), BLACK)
