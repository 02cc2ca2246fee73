"""Why does my phone not connect? This machine's addresses, whether any phone has reached it, and what to do."""

from __future__ import annotations

from grenade_salad.app.phones.page import PhonesPage
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.ui.canvas import LEADING, Rect
from grenade_salad.app.ui.theme import ROW, TEXT
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button, Label
from grenade_salad.phone.host import Hosting
from grenade_salad.text import Words, m

_ADVICE = (
    m("Is the phone in the same network as this machine? Mobile data will not do: switch it off, and the WiFi on."),
    m("A guest network often keeps its guests apart. Use the usual network for the phone and for this machine."),
    m(
        "The firewall of this machine may ask whether the app may be reached: say yes, for private networks. "
        "If it does not ask, allow Python, or this app, to receive connections there."
    ),
    m("A VPN on the phone or on this machine leads the way astray: switch it off while you play."),
    m("Type http:// before the address: the page is not on https, and needs no internet."),
    m("No network at all? Let a phone open a hotspot, connect this machine to it, and try another address here."),
)


class PhonesHelpScene(PhonesPage):
    """N switches to the next address, here as well."""

    title = m("Why does my phone not connect?")
    widest = 860.0

    def __init__(self, app: Shell, hosting: Hosting) -> None:
        super().__init__(app, hosting)
        self.scroll = Scroll(self.sheet)
        self.button = self.widgets.add(Button(m("Try the next address (N)"), self._switch, icon="step"), self.scroll)
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
        reached: Words = m("No phone has reached this machine yet.")
        if hosting.reached:
            found = sorted(hosting.reached)[:4]
            reached = m("Phones have reached this machine, from {addresses:,}.", addresses=found)
        others = [one.words for at, one in enumerate(hosting.addresses) if at != hosting.at]
        other: Words = m("It has no other address.")
        if others:
            other = m("Other addresses of this machine: {addresses:,}", addresses=others)
        return [reached, m("The app listens at {address}", address=hosting.server.url), other]

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
