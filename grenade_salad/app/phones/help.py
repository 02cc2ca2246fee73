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
