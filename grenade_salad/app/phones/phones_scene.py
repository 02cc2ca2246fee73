"""The host's page for phones: the code to scan, the address to type, who asks for a seat, and who has one.

Another page says why a phone does not connect: addresses, whether any phone was there, and what to do.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import partial

from grenade_salad.app.phones.page import PhonesPage
from grenade_salad.app.phones.window_host import AtWindow
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.ui.accessible import Heard, texts
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.theme import BLACK, INK, INK_SOFT, ROW, SMALL, TEXT, WHITE
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button, Label, Toggle
from grenade_salad.match.match import Controller
from grenade_salad.text import Words, m, say
from grenade_salad.web import saved_seats
from grenade_salad.web.host import Hosting
from grenade_salad.web.inviting import only_here
from grenade_salad.web.protocol import Wish

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


class PhonesHelpScene(PhonesPage):
    """N switches to the next address, here as well."""

    title = m("Why does my phone not connect?")
    widest = 860.0

    def __init__(self, app: Shell, hosting: Hosting) -> None:
        super().__init__(app, hosting)
        self.scroll = Scroll(self.sheet)
        words = m("Try the next address ({key})", key=app.settings.key_words("address"))
        self.button = self.widgets.add(Button(words, self._switch, icon="step"), self.scroll)
        self.labels: list[Label] = []
        self._build()
        self.widgets.set_focus(self.button)

    def _build(self) -> None:
        self._seen = self._now()
        for label in self.labels:
            self.widgets.items.remove(label)
        lines = [(words, at == 0) for at, words in enumerate(self._facts())] + [(words, False) for words in _ADVICE]
        self.labels = [
            self.widgets.add(Label(words, size=TEXT, bold=bold, anchor="topleft"), self.scroll) for words, bold in lines
        ]
        self.layout(self.size)
        self.dirty = True

    def _facts(self) -> list[Words]:
        hosting = self.hosting
        reached: Words = m("No phone has reached this computer yet.")
        if hosting.reached:
            found = sorted(hosting.reached)[:4]
            reached = m("Phones have reached this computer, from {addresses:,}.", addresses=found)
        others = [one.words for at, one in enumerate(hosting.addresses) if at != hosting.at]
        other: Words = m("This computer has no other address.")
        if others:
            other = m("Other addresses of this computer: {addresses:,}", addresses=others)
        return [reached, m("The app is listening at {address}", address=hosting.server.url), other]

    def place(self) -> None:
        canvas = self.app.canvas()
        self.scroll.area = self.sheet.inflate(-40, -24)
        wide, top = self.scroll.area.width - 14, 8.0
        self.button.rect = Rect(4, top, min(320.0, wide - 8), ROW)
        top += ROW + 14
        for label in self.labels:
            high = len(canvas.lines(label.words, wide - 8, TEXT, bold=label.bold)) * TEXT * LEADING
            label.rect = Rect(4, top, wide - 8, high)
            top += high + 10
        self.scroll.content = top
        self.scroll.by(0)


_HOW = m(
    "Scan this with a phone on the same network, or type in the address. Your cards are then on your "
    "phone, for you alone."
)


def show(app: Shell) -> None:
    """Start the server unless it runs, and show its page; says why if that cannot be."""
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


def open_for_phones(app: Shell) -> None:
    """Start the server; phones that had seats in this match come back to them. Raises OSError."""
    hosting = Hosting(AtWindow(app), folder=app.data_folder)
    hosting.asks, hosting.chairs = app.settings.phones_ask, app.settings.phones_chair
    try:
        hosting.start()
    except OSError:
        hosting.close()
        raise
    app.phones = hosting


def come_back(app: Shell, match: int) -> None:
    """A match goes on: if phones played in it, they are expected back at the address where they were."""
    if app.phones is not None or saved_seats.load(app.data_folder, match) is None:
        return
    with contextlib.suppress(OSError):
        open_for_phones(app)


class PhonesScene(PhonesPage):
    """Follows what happens while it is open."""

    # Translators: the title of a page: how phones join
    title = m("Phones")
    widest = 980.0
    tells_wishes = True

    def __init__(self, app: Shell, hosting: Hosting) -> None:
        super().__init__(app, hosting)
        self._matrix: tuple[bytes, ...] = ()
        self._asked: list[Wish] = []
        self._scroll = Scroll(self.sheet)
        self._build()

    def _build(self) -> None:
        """All widgets anew: somebody asks, came or went."""
        hosting = self.hosting
        self._seen = self._now()
        self._matrix = code(hosting.server.invitation)
        focus = self.widgets.items.index(self.widgets.focus) if self.widgets.focus in self.widgets.items else 0
        self.widgets.clear()
        self.widgets.add(self.back_button)
        self.form = Form(self.widgets, self._scroll)
        self._add_seats()
        self._add_wishes()
        self.form.heading(m("Who may join"))
        ask = Toggle(m("Ask me before a phone takes a seat"), self.hosting.asks, self._ask_me)
        self.form.add("", ask, m("Otherwise anybody who scans the code takes a free seat straight away."))
        first = Toggle(m("The first phone is the host"), self.hosting.chairs, self._chair)
        self.form.add("", first, m("It starts the match, lets others in, and gives seats to machines."))
        only = Toggle(m("Hands on phones only"), self.app.settings.hands_on_phones, self._hands_on_phones)
        words = m("Nothing secret ever appears on this screen, so you can stream it. Everybody needs a phone.")
        self.form.add("", only, words)
        # Translators: a choice: the address at which phones find this computer
        self.form.heading(m("This address"))
        words = m("Another address ({key})", key=self.app.settings.key_words("address"))
        self.form.add("", Button(words, self._switch, icon="step", tip=m("If phones cannot reach this one")))
        self.form.add("", Button(m("Why does my phone not connect?"), self._help, icon="question"))
        self.form.add("", Button(m("Disconnect all phones"), self._stop, icon="cross", kind="danger"))
        self.layout(self.size)
        self.widgets.set_focus(self.widgets.items[min(focus, len(self.widgets.items) - 1)])
        self.dirty = True

    def _add_seats(self) -> None:
        """A row for each seat, always of the same height: nothing moves under the pointer."""
        host = self.hosting.host()
        # Translators: a head: the seats of the table
        self.form.heading(m("Seats"))
        for seat, (name, controller) in enumerate(host.table_seats() if host is not None else ()):
            if controller.kind != "phone":
                self.form.add(name, Label(self._without_phone(controller), colour=INK_SOFT))
            else:
                there = m("with a phone") if seat in self.hosting.here else m("with a phone that is not connected now")
                back = Button(m("Take the seat back"), partial(self._take_back, seat), icon="undo")
                # Translators: a seat, and who decides for it
                self.form.add(m("{name}, {where}", name=name, where=there), back)

    def _without_phone(self, controller: Controller) -> Words:
        if not controller.person:
            # Translators: who decides for a seat
            return m("a machine")
        # Translators: of a seat
        return m("waiting for a phone") if self.app.settings.hands_on_phones else m("at this screen")

    def _add_wishes(self) -> None:
        """Whoever asks gets a place below the others, and leaves it empty: a second click meets nobody else."""
        host = self.hosting.host()
        seats = host.table_seats() if host is not None else ()
        self._asked += [wish for wish in self.hosting.wishes.values() if wish not in self._asked]
        if not self.hosting.wishes:
            self._asked = self._asked[-1:]
        if not self._asked:
            return
        self.form.heading(m("Somebody would like a seat"))
        for wish in self._asked:
            waits = wish.id in self.hosting.wishes and wish.seat < len(seats)
            who = seats[wish.seat][0] if wish.seat < len(seats) else "…"
            asks = m("The phone with the code {code} would like {name}'s seat", code=wish.code, name=who)
            named = m(
                "{person} (code {code}, {address}) would like {name}'s seat",
                person=wish.name,
                code=wish.code,
                address=wish.address,
                name=who,
            )
            yes = Button(m("Let them in"), partial(self._decide, self.hosting.admit, wish), kind="main", icon="check")
            # Translators: a button: a phone does not get the seat
            no = Button(m("No"), partial(self._decide, self.hosting.reject, wish), icon="cross")
            never = Button(
                m("Not again this evening"), partial(self._decide, self.hosting.ban, wish), icon="cross", kind="danger"
            )
            for words, button in ((named if wish.name else asks, yes), ("", no), ("", never)):
                button.enabled = waits
                button.why_disabled = "" if waits else m("That request is no longer open.")
                self.form.add(words, button)

    def _decide(self, what: Callable[[Wish], None], wish: Wish) -> None:
        """What the host says takes effect at once, also on the page: a second click finds nothing."""
        what(wish)
        self._build()

    def _chair(self, on: bool) -> None:
        self.app.settings.phones_chair = self.hosting.chairs = on
        self.app.save_settings()

    def _hands_on_phones(self, on: bool) -> None:
        self.app.settings.hands_on_phones = on
        self.app.save_settings()
        self._build()

    def _ask_me(self, on: bool) -> None:
        self.app.settings.phones_ask = self.hosting.asks = on
        self.app.save_settings()

    def _take_back(self, seat: int) -> None:
        host = self.hosting.host()
        if host is not None:
            host.give_seat(seat, Controller())

    def _help(self) -> None:
        self.app.push(PhonesHelpScene(self.app, self.hosting))

    def _stop(self) -> None:
        self.hosting.stop()
        self.app.pop()

    def _now(self) -> object:
        host = self.hosting.host()
        return self.hosting.changes, tuple(host.table_seats()) if host is not None else (), self.hosting.server.url

    # place

    def heard(self) -> Sequence[Heard]:
        server = self.hosting.server
        return texts(server.url, say(_HOW)) if server.is_reachable else texts(say(only_here(server.url)))

    def place(self) -> None:
        sheet = self.sheet
        side = min(300.0, sheet.width * 0.38, sheet.height - 130)
        self.picture = Rect(sheet.x + 20, sheet.y + 20, side, side)
        left = self.picture.right + 20
        self.form.layout(
            self.app.canvas(),
            Rect(left, sheet.y + 12, sheet.right - left - 12, sheet.height - 24),
        )

    def draw_sheet(self, canvas: Canvas) -> None:
        super().draw_sheet(canvas)
        server = self.hosting.server
        box, url = self.picture, server.url
        if not server.is_reachable:
            canvas.paragraph(only_here(url), box, TEXT, INK)
            return
        canvas.baked(("phones", server.invitation), box, partial(draw_code, matrix=self._matrix, side=box.width))
        words = url.removeprefix("http://").removesuffix("/")
        canvas.text(words, (box.x, box.bottom + 8), TEXT, INK, bold=True, wide=box.width)
        canvas.paragraph(_HOW, Rect(box.x, box.bottom + 8 + TEXT * LEADING, box.width, 0), SMALL, INK_SOFT)


def code(url: str) -> tuple[bytes, ...]:
    """The QR code: rows of modules, 1 is dark."""
    import segno

    return tuple(bytes(row) for row in segno.make(url, error="m", micro=False).matrix)


def draw_code(canvas: Canvas, matrix: tuple[bytes, ...], side: float) -> None:
    """Draw a QR code with its quiet zone of four modules into a square, in units; modules are whole pixels."""
    many = len(matrix) + 8
    pixels = max(1, canvas.px(side) // many)
    each = pixels / canvas.factor
    start = (side - each * many) / 2 + 4 * each
    canvas.fill(Rect(0, 0, side, side), WHITE, 6)
    for y, row in enumerate(matrix):
        for x, dark in enumerate(row):
            if dark:
                canvas.fill(Rect(start + x * each, start + y * each, each, each), BLACK)
