"""The host's page for phones: the code to scan, the address to type, who asks for a seat, and who has one."""

from __future__ import annotations

from functools import partial

from grenade_salad.app.app import App
from grenade_salad.app.scenes.phones_help import PhonesHelpScene
from grenade_salad.app.scenes.phones_host import Hosting
from grenade_salad.app.scenes.phones_page import PhonesPage
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.theme import BLACK, INK, INK_SOFT, SMALL, TEXT, WHITE
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button, Label
from grenade_salad.match.seats import Controller


def show(app: App) -> None:
    """Start the server unless it runs, and show its page; says why if that cannot be."""
    if app.phones is None:
        hosting = Hosting(app)
        try:
            hosting.start()
        except OSError as error:
            hosting.close()
            app.say(
                f"Phones cannot connect: this machine does not let the app listen ({error.strerror}).", refused=True
            )
            return
        app.phones = hosting
    app.push(PhonesScene(app, app.phones))


class PhonesScene(PhonesPage):
    """Follows what happens while it is open."""

    title = "Phones"
    widest = 980.0

    def __init__(self, app: App, hosting: Hosting) -> None:
        super().__init__(app, hosting)
        self._matrix: tuple[bytes, ...] = ()
        self._build()

    def _build(self) -> None:
        """All widgets anew: somebody asks, came or went."""
        hosting = self.hosting
        self._seen = self._now()
        self._matrix = code(hosting.server.url)
        focus = self.widgets.items.index(self.widgets.focus) if self.widgets.focus in self.widgets.items else 0
        self.widgets.clear()
        self.widgets.add(self.back_button)
        self.form = Form(self.widgets, Scroll(self.sheet))
        self._add_wishes()
        self._add_seats()
        self.form.heading("This address")
        self.form.add(
            "", Button("Another address (N)", self._switch, icon="step", tip="If phones cannot reach this one")
        )
        self.form.add("", Button("Why does my phone not connect?", self._help, icon="question"))
        self.form.add("", Button("Stop the phones", self._stop, icon="cross", kind="danger"))
        self.layout(self.size)
        self.widgets.set_focus(self.widgets.items[min(focus, len(self.widgets.items) - 1)])
        self.dirty = True

    def _add_wishes(self) -> None:
        host = self.hosting.host()
        seats = host.table_seats() if host is not None else ()
        wishes = [wish for wish in self.hosting.wishes.values() if wish.seat < len(seats)]
        if wishes:
            self.form.heading("Somebody asks for a seat")
        for wish in wishes:
            name = seats[wish.seat][0]
            self.form.add(
                f"The phone with the code {wish.code} would like {name}'s seat",
                Button("Let it in", partial(self.hosting.admit, wish), kind="main", icon="check"),
            )
            self.form.add("", Button("No", partial(self.hosting.reject, wish), icon="cross"))

    def _add_seats(self) -> None:
        host = self.hosting.host()
        self.form.heading("Seats")
        for seat, (name, controller) in enumerate(host.table_seats() if host is not None else ()):
            if controller.kind != "phone":
                self.form.add(name, Label("at this screen" if controller.person else "a machine", colour=INK_SOFT))
            else:
                there = "with a phone" if seat in self.hosting.here else "with a phone that is not connected now"
                self.form.add(
                    f"{name}, {there}", Button("Take the seat back", partial(self._take_back, seat), icon="undo")
                )

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

    def place(self) -> None:
        sheet = self.sheet
        side = min(300.0, sheet.width * 0.38, sheet.height - 130)
        self.picture = Rect(sheet.x + 20, sheet.y + 20, side, side)
        left = self.picture.right + 20
        self.form.layout(
            Canvas(self.app.screen, self.app.factor),
            Rect(left, sheet.y + 12, sheet.right - left - 12, sheet.height - 24),
        )

    def draw_sheet(self, canvas: Canvas) -> None:
        super().draw_sheet(canvas)
        box, url = self.picture, self.hosting.server.url
        canvas.baked(("phones", url), box, partial(draw_code, matrix=self._matrix, side=box.width))
        words = url.removeprefix("http://").removesuffix("/")
        canvas.text(words, (box.x, box.bottom + 8), TEXT, INK, bold=True, wide=box.width)
        said = "Scan this with a phone on the same network, or type the address. Its cards are then in your hand alone."
        canvas.paragraph(said, Rect(box.x, box.bottom + 8 + TEXT * LEADING, box.width, 0), SMALL, INK_SOFT)


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
