"""The open table on the window: what lies there is chosen, carried, turned, dealt, looked at by one pair of eyes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grenade_salad.app.games.open_table import (
    accessible_board,
    box_saving,
    edges,
    film_player,
    flicking,
    going_back,
    hand_strip,
    keyboard_drag,
    keys,
    measuring,
    move_animations,
    open_hands,
    pointer_input,
    questions,
    render,
    writing,
)
from grenade_salad.app.games.open_table.badges import badge_at
from grenade_salad.app.games.open_table.box_watch import BoxWatch
from grenade_salad.app.games.open_table.interaction import Desk
from grenade_salad.app.games.open_table.layout import Room, button_boxes, room_for
from grenade_salad.app.games.open_table.menu_commands import Verb
from grenade_salad.app.games.open_table.panel import Panel
from grenade_salad.app.games.open_table.sounds import sounds_of
from grenade_salad.app.games.open_table.supply import SupplyScene
from grenade_salad.app.games.open_table.tabletop_focus import Ground, HeardHand
from grenade_salad.app.games.open_table.words import facts_of, hand_lines, table_lines
from grenade_salad.app.match.game_board import OnTable
from grenade_salad.app.match.layout import Places
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.shell.dialog import Answer
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.frame_cache import KeptFrame
from grenade_salad.app.ui.inputs import Input, Key, KeyRepeat, Pad, Pointer, Unfocused, Wheel
from grenade_salad.app.ui.widget import looks
from grenade_salad.boxes.bundled import rules_of
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.shelf import look_for, path_of
from grenade_salad.games.open_table import TableView, actions
from grenade_salad.games.open_table.actions import Change
from grenade_salad.games.open_table.box import TableSetup
from grenade_salad.games.open_table.events import Undone
from grenade_salad.games.open_table.placed_pieces import hand_name
from grenade_salad.session.session import Shown
from grenade_salad.text import Words, m
from grenade_salad.text.say import language

_MANY = 100
"""So many pieces make it worth to keep the frame under those that slide."""
_SMALLEST_AROUND = (1000.0, 600.0)
"""The smallest canvas with the seats around the table: on less, panels lie upon each other."""


class OpenTableScene(OnTable):
    """One match. `desk` is all that is known besides the view, `panel` what can be done."""

    def __init__(self, table: Table) -> None:
        self.table = table
        setup = table.match.header.setup
        if isinstance(setup, TableSetup):
            look_for(setup, table.app.data_folder, table.app.settings.opened.get(table.match.header.game, ()))
        self.desk = Desk(table)
        self._searched = False
        self._passed: tuple[int, ...] = ()
        """Whose lines were taken back by the step that is shown."""
        self.panel = Panel(self.desk, self.do)
        self._room: Room
        self.ground = Ground(self.desk, self._do_first, self._follow)
        self.hand = HeardHand(self.desk, self._do_first, self._follow)
        self.panel.keeps = self.ground, self.hand
        table.lays_table = True
        self.kept = KeptFrame()
        self.panel.write = self._write
        self._box = self.desk.view.box
        path = path_of(TableSetup(self._box, self.desk.view.pictures))
        self._watch = None if path is None else BoxWatch(path)

    def begin(self) -> None:
        self._box_lies_there()
        # Translators: a button: what lies on the table becomes a box, a game in a folder
        self.table.more_answers = [Answer(m("Save as a box"), partial(box_saving.save, self.desk), icon="save")]
        self.table.widgets.add(self.ground)
        self.table.widgets.add(self.hand)
        self.panel.make_box_buttons(self._place_box_buttons)
        if not self.table.watched:
            self.table.log.offer_back(partial(going_back.offer, self.table))
        self.table.widgets.set_focus(None)
        self.jumped()
        self.table.layout(self.table.size)

    def _box_lies_there(self) -> None:
        """The box, or another version of it, is on the table."""
        view = self.desk.view
        self._box, self.table.rules_text = view.box, rules_of(view.box, language())
        self.desk.box_lies_there()

    # places

    def make_places(self, size: tuple[float, float]) -> Places:
        box = self.desk.view.box
        flat = self.table.app.settings.facing == "edges"
        self.table.smallest = _SMALLEST_AROUND if flat else type(self.table).smallest
        self._room = room_for(size, self.desk.seats, box.table, self.desk.holds, len(box.buttons), flat)
        return self._room.places

    def place(self, rect: Rect) -> None:
        desk, room = self.desk, self._room
        desk.camera = desk.camera.seen_through(Rect(rect))
        self.ground.rect = Rect(rect)
        more = self.panel.more
        if more is not None:
            more.visible = not room.beside and not self.table.watched
            more.rect = Rect(rect.right - 108, rect.y, 104, 40)
            desk.covered = [more.rect] if more.visible else []
        desk.strips = room.strips if desk.holds else ()
        self.panel.box, self.panel.beside = Rect(room.panel), room.beside
        self._place_box_buttons()
        self.hand.visible = desk.holds
        self._follow()

    def _place_box_buttons(self) -> None:
        """Those of the box as far as there is room, and one that shows the next."""
        shown, following = self.panel.of_box, self.panel.following
        if following is None:
            return
        boxes = button_boxes(self._room.buttons, len(shown))
        each = len(boxes) if len(boxes) >= len(shown) else max(1, len(boxes) - 1)
        first = self.panel.of_box_page * each % len(shown) // each * each if shown else 0
        for index, button in enumerate(shown):
            button.visible = first <= index < first + each
            if button.visible and boxes:
                button.rect = boxes[index - first]
        following.visible = bool(boxes) and each < len(shown)
        if following.visible:
            following.rect = boxes[-1]

    # what is shown

    def jumped(self) -> None:
        desk = self.desk
        desk.drop_all()
        desk.landed, desk.flights, desk.strip.by, desk.poses, desk.rolling = [], [], "", {}, {}
        self._follow()

    def settled(self) -> None:
        desk = self.desk
        if desk.view.box is not self._box:
            self._new_box()
        desk.landed, desk.flights, desk.rolling = [], [], {}
        if not (desk.rests_next or any(press.push for press in desk.hands.values())):
            desk.poses = {}
        desk.hidden = {number for press in desk.hands.values() if press.carry for number in press.carry.what}
        if desk.view.turn != self._turn:
            desk.strip.by = ""
            # A pass that is taken back from before any turn was marked: whoever passed has the mouse again.
            whose = self._passed[:1] if desk.view.turn is None else (desk.view.turn,)
            if whose and whose[0] in self.table.persons:
                self.table.take_mouse(whose[0])
        self._passed = ()
        if self._searched:
            self._searched = False
            desk.choose([])
            desk.ask("shuffle")
        self._follow()

    def _new_box(self) -> None:
        self._box_lies_there()
        before = [one for one in (self.panel.more, *self.panel.of_box) if one is not None]
        self.table.widgets.remove(before, None)
        self.panel.of_box.clear()
        self.panel.make_box_buttons(self._place_box_buttons)
        self.desk.drop_all()
        self.desk.choose([])
        self.table.layout(self.table.size)

    @property
    def _turn(self) -> int | None:
        return self.desk.turn_shown

    def animate(self, shown: Shown) -> None:
        desk = self.desk
        assert isinstance(shown.view, TableView)
        desk.turn_shown = desk.view.turn
        self._passed = next((event.whose for event in shown.events if isinstance(event, Undone)), ())
        if isinstance(shown.entry, (actions.Look, actions.Reveal)):
            desk.strip.closed.clear()
        self._searched = self._took_out(shown)
        desk.rests_next = isinstance(shown.entry, actions.Push) and desk.pushed == shown.entry
        for name, loud in sounds_of(shown.events, move_animations.laid(desk, shown.view)):
            self.table.app.audio.play(name, loud)
        if film_player.show(desk, shown):
            return
        desk.flights = move_animations.flights(desk, shown.entry, shown.view)
        if not desk.flights:
            return
        if not (desk.landed and desk.landed[0].secret):
            desk.landed = []
        desk.hidden |= {flight.lying.key for flight in desk.flights}
        self.table.motion.play(move_animations.seconds(shown.entry, len(desk.flights)), self._fly)

    def _took_out(self, shown: Shown) -> bool:
        """Whether a card was taken out of what is looked through, and the rest can be shuffled."""
        entry, desk = shown.entry, self.desk
        assert isinstance(shown.view, TableView)
        if not isinstance(entry, actions.Move) or not entry.at or entry.of != desk.strip.searched or not entry.of:
            return False
        left = next((one.count for one in shown.view.stacks if one.number == entry.of), 0)
        holder = shown.view.holder(entry.of) if isinstance(entry.of, str) else None
        return entry.seat == desk.seat and (left if holder is None else holder.count) > 1

    def _fly(self, share: float) -> None:
        for flight in self.desk.flights:
            flight.share = move_animations.share_of(flight, share)

    def _follow(self) -> None:
        self.desk.follow()
        hand_strip.grow(self.desk, [self.table.log.rect, self.panel.box, *(panel.rect for panel in self.table.panels)])
        self.hand.rect = Rect(self.desk.strip.box)
        self.panel.follow()
        self._turn_to(self.desk.faces % 4)
        self.table.dirty = True

    def _turn_to(self, quarters: int) -> None:
        """What everybody reads is turned to whose turn it is; across a wide button there is no room for its words."""
        self.table.log.turn = quarters  # the words in the bar, too
        for icon in self.table.bar_buttons:
            icon.turn = quarters
        for button in (*self.panel.of_box, self.panel.following):
            if button is not None:
                button.turn = quarters if quarters == 2 else 0

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
        desk, carry = self.desk, self.desk.in_the_air
        if carry is not None and hand_name(desk.view, desk.seats, seat):
            carry.at = self.table.panels[seat].rect.center
            keyboard_drag.use(desk, "lay")
            return
        desk.strip.by = ""
        desk.drop_all()
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
            case "close":
                desk.stop_looking()
            case "push":
                desk.pushes = not desk.pushes
            case "carry":
                n, _, low = verb.what.partition(" ")
                keyboard_drag.pick_up(desk, int(n or 1), bool(low))
            case "air":
                keyboard_drag.use(desk, verb.what)
            case "tool":
                measuring.use(desk, verb.what)
            case "aim":
                flicking.use(desk, verb.what)
            case "supply":
                desk.choose([])
                self.table.app.push(SupplyScene(self.table.app, desk))
            case "write":
                self._write()
            case _:
                self._carry_out(verb)
                return
        self._follow()

    def _carry_out(self, verb: Verb) -> None:
        desk = self.desk
        looks = any(isinstance(line, actions.Look) for line in verb.lines)
        searched = desk.chosen[0] if looks and desk.chosen else ""
        if all(self.table.act(line) for line in verb.lines):
            if searched != "":
                desk.strip.searched = searched
            desk.menu = None
            desk.ask("")
            if desk.card is not None:
                desk.card = None
        self._follow()

    def _write(self, kind: str = "", name: str = "") -> None:
        """Somebody writes a counter or a note, or on what is chosen."""
        if (scene := writing.on(self.desk, kind, name)) is not None:
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
                carries = any(press.carry and not press.carry.by_keys for press in desk.hands.values())
                over = self.table.widgets.at(event.at) if event.kind == "down" and not carries else None
                if over is not None:
                    return False
                found = pointer_input.handle(desk, event)
                if found == "double":
                    self._do_first()
                before, desk.over_badge = desk.over_badge, "" if event.finger else badge_at(desk, event.at)
                self.table.dirty |= before != desk.over_badge
                return found != ""
            case Wheel():
                over = self.table.widgets.at(event.at)
                return over is None and pointer_input.wheel(desk, event)
            case Key():
                desk.clicked = None
                return keys.handle(desk, self.panel, event)
            case KeyRepeat(press):
                return keys.repeat(desk, press)
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
        elif desk.looking():
            desk.stop_looking()
        elif desk.chosen or desk.card is not None:
            desk.choose([])
        else:
            return False
        self._follow()
        return True

    def _watch_box(self, dt: float) -> None:
        """What was changed in the files of the box comes to the table, unless something is being done."""
        if self._watch is None or self.table.watched or self.desk.hands or not self.table.idle:
            return
        news = self._watch.news(dt)
        if isinstance(news, BadBoxFile):
            self.table.app.say(m("The box stays as it is: {why}", why=news.message), refused=True, seconds=12)
        elif (
            news is not None
            and self.table.actor is not None
            and news.setup != TableSetup(self.desk.view.box, self.desk.view.pictures)
        ):
            self.table.act(Change(self.table.actor, news.opened.box, news.opened.hash))

    def update(self, dt: float) -> None:
        self._watch_box(dt)
        before = self.desk.reading
        if not self.desk.strip_open:
            self.desk.strip.reads = None
        pointer_input.update(self.desk, dt)
        if before != self.desk.reading:
            self.table.dirty = True

    @property
    def moves(self) -> bool:
        return any(press.carry or (press.button in (1, 2) and not press.moved) for press in self.desk.hands.values())

    # words

    def status(self) -> Words:
        desk = self.desk
        if desk.view.is_over or desk.seat is None or self.table.watched:
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
        return accessible_board.doing(self.desk) or questions.title(self.desk)

    def seat_facts(self, seat: int) -> Sequence[Words]:
        return facts_of(self.desk.view, self.desk.seats, seat)

    def table_lines(self) -> Sequence[str] | None:
        return table_lines(self.desk)

    def draw_hand(self, canvas: Canvas, box: Rect, seat: int) -> None:
        hand_strip.draw_hand(canvas, self.desk, box, seat)

    def hand_lines(self, seat: int) -> Sequence[str] | None:
        return hand_lines(self.desk, seat)

    # drawing

    def draw(self, canvas: Canvas) -> None:
        render.draw(canvas, self.desk)
        open_hands.draw(canvas, self.desk)
        measuring.draw(canvas, self.desk)
        hand_strip.draw(canvas, self.desk)
        self.panel.draw(canvas)

    def draw_whole(self, canvas: Canvas, draw: Callable[[Canvas], None]) -> None:
        self._draw_under(canvas, draw)
        render.draw_above(canvas, self.desk)
        edges.draw(canvas, self.desk)
        flicking.draw(canvas, self.desk)
        if self.desk.reading:
            render.draw_reading(canvas, self.desk)

    def _draw_under(self, canvas: Canvas, draw: Callable[[Canvas], None]) -> None:
        """All but what is in the air. While many pieces slide only they are drawn anew, over all that lies still."""
        desk = self.desk
        key = self._around(canvas) if len(desk.things) >= _MANY and (desk.poses or desk.rolling) else None
        if key is None:
            self.kept.frame_key = None
            canvas.lay_table()
            draw(canvas)
            return
        if not self.kept.restore(canvas, key):
            desk.bare = True
            canvas.lay_table()
            draw(canvas)
            desk.bare = False
            self.kept.last_key = key
            self.kept.keep(canvas, key)
        with canvas.clipped(desk.camera.rect):
            render.draw_loose(canvas, desk)

    def _around(self, canvas: Canvas) -> object:
        """What the frame without loose pieces depends on; None if something may lie over them."""
        desk, table = self.desk, self.table
        shown = [one for one in table.widgets.items if one.visible]
        over = (one for one in shown if one is not self.ground and one.on_screen().colliderect(desk.camera.rect))
        held = any(press.carry or press.does not in ("", "push", "menu") for press in desk.hands.values())
        if held or table.reaction is not None or desk.menu is not None or desk.strip.box.colliderect(desk.camera.rect):
            return None
        if desk.tool is not None or desk.asking or any(one.open for one in desk.view.holders):
            return None
        if next(over, None) is not None or self.panel.box.colliderect(desk.camera.rect):
            return None
        seen = [looks(one) for one in shown]
        place = canvas.surface.get_size(), canvas.factor, language(), tuple(desk.camera.rect), desk.camera.scale
        strip_seen = desk.strip_open, desk.strip.by, desk.seat, desk.asking, desk.card, tuple(desk.chosen)
        return place, desk.camera.middle, desk.followed, strip_seen, table.bar(), len(table.log.lines), seen
