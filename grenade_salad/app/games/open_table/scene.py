"""The open table on the window: what lies there is chosen, carried, turned, dealt, looked at by one pair of eyes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grenade_salad.app.games.open_table import (
    films,
    flicking,
    hearing,
    keys,
    measuring,
    open_hands,
    pointers,
    questions,
    render,
    strip,
    writing,
)
from grenade_salad.app.games.open_table.desk import Desk
from grenade_salad.app.games.open_table.ground import Ground, HeardHand
from grenade_salad.app.games.open_table.panel import Panel
from grenade_salad.app.games.open_table.sounds import sounds_of
from grenade_salad.app.games.open_table.supply import SupplyScene
from grenade_salad.app.games.open_table.verbs import Verb
from grenade_salad.app.games.open_table.words import facts_of, hand_lines, table_lines
from grenade_salad.app.table.layout import Places
from grenade_salad.app.table.on_table import OnTable
from grenade_salad.app.table.table import Table
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, Key, Pad, Pointer, Unfocused, Wheel
from grenade_salad.boxes.shipped import rules_of
from grenade_salad.games.open_table import TableView, moves
from grenade_salad.session.session import Shown
from grenade_salad.text import Words, m
from grenade_salad.text.say import language

_PANEL = (280.0, 330.0)
"""Units that the panel is wide and high where there is room."""
_LOWEST = 216.0
"""Units that it is high at least: its title and six verbs."""
_BUTTONS = 250.0
"""Units beside the strip for the buttons of the box."""


class OpenTableScene(OnTable):
    """One match. `desk` is all that is known besides the view, `panel` what can be done."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.desk = Desk(table)
        self._searched = False
        self.panel = Panel(self.desk, self.do)
        self.ground = Ground(self.desk, self._do_first, self._follow)
        self.hand = HeardHand(self.desk, self._do_first, self._follow)
        self.panel.keeps = self.ground, self.hand
        self.panel.write = self._write

    def begin(self) -> None:
        self.table.rules_text = rules_of(self.desk.view.box, language())
        self.table.widgets.add(self.ground)
        self.table.widgets.add(self.hand)
        self.panel.make_box_buttons()
        self.table.widgets.set_focus(None)
        self.jumped()
        self.table.layout(self.table.size)

    # places

    def make_places(self, size: tuple[float, float]) -> Places:
        high = 104.0 if size[1] < 600 else 128.0
        self.table.hand_height = high if self.desk.holds or self.desk.view.box.buttons else 0.0
        self.table.panel_height = 84.0
        return self.table.usual_places(size)

    def place(self, rect: Rect) -> None:
        desk, hand = self.desk, self.table.places.hand
        desk.camera = desk.camera.seen_through(Rect(rect))
        self.ground.rect = Rect(rect)
        more = self.panel.more
        if more is not None:
            more.visible = not self.table.places.log_beside and not self.table.watched
            more.rect = Rect(rect.right - 108, rect.y, 104, 40)
        beside = min(_BUTTONS, hand.width * 0.36) if self.panel.of_box else 0.0
        desk.strip.box = Rect(hand.x, hand.y, hand.width - beside - (8 if beside else 0), hand.height)
        self.hand.rect, self.hand.visible = Rect(desk.strip.box), desk.holds
        self._place_box_buttons(Rect(hand.right - beside, hand.y, beside, hand.height))
        log = self.table.places.log
        if self.table.places.log_beside:
            high = min(_PANEL[1], log.height * 0.56)
            self.panel.box = Rect(log.x, log.bottom - high, log.width, high)
            self.table.log.rect = Rect(log.x, log.y, log.width, log.height - high - 8)
        else:
            wide, high = min(_PANEL[0], rect.width * 0.6), max(_LOWEST, min(_PANEL[1], rect.height * 0.6))
            self.panel.box = Rect(rect.right - wide, rect.bottom - high, wide, high)
        self._follow()

    def _place_box_buttons(self, box: Rect) -> None:
        shown = self.panel.of_box
        rows = -(-len(shown) // 2)
        high = min(48.0, (box.height + 6) / max(1, rows) - 6)
        wide = (box.width - 6) / 2
        for index, button in enumerate(shown):
            row, column = divmod(index, 2)
            button.rect = Rect(box.x + column * (wide + 6), box.y + row * (high + 6), wide, high)

    # what is shown

    def jumped(self) -> None:
        desk = self.desk
        desk.drop_all()
        desk.landed, desk.flights, desk.strip.by, desk.poses = [], [], "", {}
        self._follow()

    def settled(self) -> None:
        desk = self.desk
        desk.landed, desk.flights = [], []
        if not any(press.push for press in desk.hands.values()):
            desk.poses = {}
        desk.hidden = {number for press in desk.hands.values() if press.carry for number in press.carry.what}
        if desk.view.turn != self._turn:
            desk.strip.by = ""
            if desk.view.turn in self.table.persons:
                self.table.take_mouse(desk.view.turn)
        if self._searched:
            self._searched = False
            desk.choose([])
            desk.ask("shuffle")
        self._follow()

    @property
    def _turn(self) -> int | None:
        return self.desk.turn_shown

    def animate(self, shown: Shown) -> None:
        desk = self.desk
        assert isinstance(shown.view, TableView)
        desk.turn_shown = desk.view.turn
        self._searched = self._took_out(shown)
        for name, loud in sounds_of(shown.events):
            self.table.app.audio.play(name, loud)
        desk.flights = films.flights(desk, shown.entry, shown.view)
        if not desk.flights:
            return
        if not (desk.landed and desk.landed[0].secret):
            desk.landed = []
        desk.hidden |= {flight.lying.key for flight in desk.flights}
        self.table.motion.play(films.seconds(shown.entry), self._fly)

    def _took_out(self, shown: Shown) -> bool:
        """Whether a card was taken out of what is looked through, and the rest can be shuffled."""
        entry, desk = shown.entry, self.desk
        assert isinstance(shown.view, TableView)
        if not isinstance(entry, moves.Move) or not entry.at or entry.of != desk.strip.searched or not entry.of:
            return False
        left = next((one.count for one in shown.view.stacks if one.number == entry.of), 0)
        holder = shown.view.holder(entry.of) if isinstance(entry.of, str) else None
        return entry.seat == desk.seat and (left if holder is None else holder.count) > 1

    def _fly(self, share: float) -> None:
        for flight in self.desk.flights:
            flight.share = share

    def _follow(self) -> None:
        self.desk.follow()
        self.panel.follow()
        self.table.dirty = True

    def turn_began(self, seat: int) -> None:
        self.desk.choose([])
        self._follow()

    def seats_changed(self) -> None:
        for seat, panel in enumerate(self.table.panels):
            panel.active = seat == self.desk.view.turn
            panel.focusable = seat in self.seats_clickable()
        if self.desk.things or self.desk.areas:
            self._follow()

    # who acts

    def seats_clickable(self) -> Sequence[int]:
        return self.table.persons if self.table.actor is not None and not self.table.watched else ()

    def seat_clicked(self, seat: int) -> None:
        self.desk.strip.by = ""
        self.desk.drop_all()
        self.table.take_mouse(seat)

    # what is done

    def _do_first(self) -> None:
        if offered := self.panel.offered():
            self.do(offered[0])

    def do(self, verb: Verb) -> None:
        """A verb was pressed: its lines are done, or it asks for more."""
        desk = self.desk
        match verb.does:
            case "ask" if verb.what == "aim":
                flicking.take_aim(desk)
            case "ask":
                desk.ask(verb.what)
            case "page":
                desk.page += 1
            case "leave":
                desk.ask("")
            case "push":
                desk.pushes = not desk.pushes
            case "carry":
                keys.carry_chosen(desk)
            case "tool":
                measuring.use(desk, verb.what)
            case "aim":
                flicking.use(desk, verb.what)
            case "supply":
                desk.choose([])
                self.table.app.push(SupplyScene(self.table.app, desk))
            case "write":
                self._write("")
            case _:
                self._carry_out(verb)
                return
        self._follow()

    def _carry_out(self, verb: Verb) -> None:
        desk = self.desk
        searched = desk.chosen[0] if verb.key == "look" and desk.chosen else ""
        if all(self.table.act(line) for line in verb.lines):
            if searched != "":
                desk.strip.searched = searched
            desk.menu = None
            desk.ask("")
            if desk.card is not None:
                desk.card = None
        self._follow()

    def _write(self, note: str) -> None:
        """Somebody writes a note, or on what is chosen."""
        if (scene := writing.on(self.desk, note)) is not None:
            self.table.app.push(scene)

    def pressed(self, event: Input) -> bool:
        if self.table.watched or self.table.actor is None:
            return False
        used = self._used(event)
        if used:
            self._follow()
        return used

    def _used(self, event: Input) -> bool:
        desk = self.desk
        match event:
            case Pointer():
                carries = any(press.carry for press in desk.hands.values())
                over = self.table.widgets.at(event.at) if event.kind == "down" and not carries else None
                if over is not None:
                    return False
                found = pointers.handle(desk, event)
                if found == "double":
                    self._do_first()
                return found != ""
            case Wheel():
                over = self.table.widgets.at(event.at)
                return over is None and pointers.wheel(desk, event)
            case Key():
                desk.clicked = None
                return keys.handle(desk, self.panel, event)
            case Pad():
                return keys.pad(desk, self.panel, event)
            case Unfocused():
                desk.strip.by, desk.reading = "", False
                desk.drop_all()
                desk.hands.clear()
        return False

    def give_up(self) -> bool:
        desk = self.desk
        if any(press.carry for press in desk.hands.values()):
            desk.drop_all()
        elif desk.menu is not None or desk.asking:
            desk.menu = None
            desk.ask("")
        elif desk.chosen or desk.card is not None:
            desk.choose([])
        else:
            return False
        self._follow()
        return True

    def update(self, dt: float) -> None:
        before = self.desk.reading
        pointers.update(self.desk, dt)
        if before != self.desk.reading:
            self.table.dirty = True

    @property
    def moves(self) -> bool:
        return any(press.carry or (press.button in (1, 2) and not press.moved) for press in self.desk.hands.values())

    # words

    def status(self) -> Words:
        desk = self.desk
        if desk.view.over or desk.seat is None or self.table.watched:
            return ""
        who = self.table.names[desk.seat]
        if desk.view.turn == desk.seat:
            return m("{who}, it is your turn", who=who)
        if desk.view.turn is not None:
            # Translators: at a table where anybody may act: whose turn it is, and who has the mouse now
            return m("{turn}'s turn. {who} has the mouse", turn=self.table.names[desk.view.turn], who=who)
        # Translators: at a table where anybody may act
        return m("{who} has the mouse", who=who)

    def doing(self) -> Words:
        return questions.title(self.desk) or hearing.doing(self.desk)

    def seat_facts(self, seat: int) -> Sequence[Words]:
        return facts_of(self.desk.view, self.desk.seats, seat)

    def table_lines(self) -> Sequence[str] | None:
        return table_lines(self.desk)

    def draw_hand(self, canvas: Canvas, box: Rect, seat: int) -> None:
        strip.draw_hand(canvas, self.desk, box, seat)

    def hand_lines(self, seat: int) -> Sequence[str] | None:
        return hand_lines(self.desk, seat)

    # drawing

    def draw(self, canvas: Canvas) -> None:
        render.draw(canvas, self.desk)
        open_hands.draw(canvas, self.desk)
        measuring.draw(canvas, self.desk)
        strip.draw(canvas, self.desk)
        self.panel.draw(canvas)

    def draw_whole(self, canvas: Canvas, draw: Callable[[Canvas], None]) -> None:
        draw(canvas)
        render.draw_above(canvas, self.desk)
        flicking.draw(canvas, self.desk)
        if self.desk.reading:
            render.draw_reading(canvas, self.desk)
