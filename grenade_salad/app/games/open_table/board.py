"""The open table in the window: select, carry, turn and deal pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grenade_salad.app.games.open_table import (
    accessible_board,
    box_files,
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
    resting_frame,
    writing,
)
from grenade_salad.app.games.open_table.badges import badge_at
from grenade_salad.app.games.open_table.first_drawing import FirstDrawing
from grenade_salad.app.games.open_table.interaction import TableInteraction
from grenade_salad.app.games.open_table.layout import TabletopLayout, button_boxes, compute_layout
from grenade_salad.app.games.open_table.menu_commands import MenuCommand
from grenade_salad.app.games.open_table.panel import Panel
from grenade_salad.app.games.open_table.sounds import step_sounds
from grenade_salad.app.games.open_table.supply import SupplyScene
from grenade_salad.app.games.open_table.tabletop_focus import AccessibleHand, TabletopFocus
from grenade_salad.app.match.game_board import GameBoard
from grenade_salad.app.match.layout import Places
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.shell.dialog import Answer
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import GamepadInput, Input, KeyInput, KeyRepeat, PointerInput, ScrollInput, Unfocused
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.losses import append_losses
from grenade_salad.games.open_table import TableView, actions
from grenade_salad.games.open_table.actions import Change
from grenade_salad.games.open_table.box import TableSetup
from grenade_salad.games.open_table.events import Undone
from grenade_salad.games.open_table.placed_pieces import find_hand_name
from grenade_salad.games.open_table.words import translate_word
from grenade_salad.session.session import VisibleStep
from grenade_salad.text import Words, m, say
from grenade_salad.text.say import language

_MAX_LINES = 40
"""Maximum number of lines of the table in words."""
_SMALLEST_AROUND = (1000.0, 600.0)
"""Smallest canvas with the seats around the table: else, panels overlap."""
_MORE_BUTTON_SIZE = (104.0, 40.0)
"""Size in units of the button at the upper right that shows the panel."""


class OpenTableBoard(GameBoard):
    """The board of a match at the open table, with any box."""

    def __init__(self, table: TableScene) -> None:
        self.table, self.controller = table, table.controller
        header = table.controller.match.header
        self._search: box_files.BoxSearch | None = None
        """Searches the box of a table from an earlier evening, until it is read."""
        setup = header.setup
        if isinstance(setup, TableSetup) and setup.pictures and not self._has_pictures(setup):
            recent_boxes = table.app.settings.opened.get(header.game, ())
            self._search = box_files.BoxSearch(setup, table.app, recent_boxes)
        self.desk = TableInteraction(table)
        """The state besides the view."""
        self._took_from_search = False
        """True if the step that is shown took a card out of a searched stack."""
        self._undone_seats: tuple[int, ...] = ()
        """Seats whose actions were undone by the step that is shown."""
        self.panel = Panel(self.desk, self.do, self._write)
        """Shows the possible commands."""
        self._layout: TabletopLayout
        """Set by `make_places`, which the table calls before `place`."""
        self.tabletop = TabletopFocus(self.desk, self._do_first, self._refresh)
        self.hand = AccessibleHand(self.desk, self._do_first, self._refresh)
        self.panel.focus_keepers = self.tabletop, self.hand
        table.draws_table = True
        self.resting_frame = resting_frame.RestingFrame(self.desk, self.panel, self.tabletop)
        self._first_drawing = FirstDrawing(self.desk)
        self._box = self.desk.view.box
        """The box that is shown: another one comes into the view when its files change."""
        self._watch = self._watch_files()

    def _has_pictures(self, setup: TableSetup) -> bool:
        return self.table.app.opened_boxes.find_by_pictures(setup.pictures) is not None

    def _watch_files(self) -> box_files.BoxWatch | None:
        """Watch the files of the box on the table, if they are here."""
        opened_boxes = self.table.app.opened_boxes
        path = opened_boxes.find_path(TableSetup(self._box, self.desk.view.pictures))
        return None if path is None else box_files.BoxWatch(path, opened_boxes)

    def on_table_ready(self) -> None:
        self._update_box()
        # Translators: a button: what lies on the table becomes a box, a game in a folder
        self.table.extra_answers = [Answer(m("Save as a box"), partial(box_files.ask_to_save, self.desk), icon="save")]
        self.table.widgets.add(self.tabletop)
        self.table.widgets.add(self.hand)
        self.panel.make_box_buttons(self._place_box_buttons)
        if not self.controller.original_controllers:
            self.table.log.offer_back(partial(going_back.offer_undo, self.table))
        self.table.widgets.set_focus(None)
        self.show_position()
        self.table.layout(self.table.size)

    def _update_box(self) -> None:
        """Take over the rules and pictures of the box, after it has changed, too."""
        view = self.desk.view
        self._box = view.box
        rules = self.table.app.opened_boxes.find_rules(view.box, language())
        self.table.rules_intro = append_losses(rules, view.box.losses)
        self.desk.show_box()

    # Layout

    def make_places(self, size: tuple[float, float]) -> Places:
        box = self.desk.view.box
        flat = self.table.app.settings.facing == "edges"
        self.table.smallest = _SMALLEST_AROUND if flat else type(self.table).smallest
        self._layout = compute_layout(size, self.desk.seats, box.table, self.desk.has_hands, len(box.buttons), flat)
        return self._layout.places

    def place(self, rect: Rect) -> None:
        desk, layout = self.desk, self._layout
        desk.camera = desk.camera.with_rect(Rect(rect))
        self.tabletop.rect = Rect(rect)
        more_button = self.panel.more_button
        if more_button is not None:
            more_button.visible = not layout.is_panel_beside and not self.controller.original_controllers
            more_button.rect = Rect(rect.right - _MORE_BUTTON_SIZE[0] - 4, rect.y, *_MORE_BUTTON_SIZE)
            desk.covered_boxes = [more_button.rect] if more_button.visible else []
        desk.strips = layout.strips if desk.has_hands else ()
        self.panel.rect, self.panel.is_always_shown = Rect(layout.panel), layout.is_panel_beside
        self._place_box_buttons()
        self.hand.visible = desk.has_hands
        self._refresh()

    def _place_box_buttons(self) -> None:
        """Place as many buttons of the box as fit, and one that shows the next page."""
        buttons, next_button = self.panel.box_buttons, self.panel.next_button
        if next_button is None:
            return
        boxes = button_boxes(self._layout.buttons, len(buttons))
        page_size = len(boxes) if len(boxes) >= len(buttons) else max(1, len(boxes) - 1)
        first = self.panel.box_buttons_page * page_size % len(buttons) // page_size * page_size if buttons else 0
        for index, button in enumerate(buttons):
            button.visible = first <= index < first + page_size
            if button.visible and boxes:
                button.rect = boxes[index - first]
        next_button.visible = bool(boxes) and page_size < len(buttons)
        if next_button.visible:
            next_button.rect = boxes[-1]

    # Steps

    def show_position(self) -> None:
        desk = self.desk
        desk.cancel_all()
        desk.landed, desk.flights, desk.poses, desk.rolling = [], [], {}, {}
        desk.strip.held_by = ""
        self._refresh()

    def on_step_shown(self) -> None:
        desk = self.desk
        if desk.view.box is not self._box:
            self._replace_box()
        desk.landed, desk.flights, desk.rolling = [], [], {}
        # The pieces of a push stay where it left them until its rest is known, and those of the next push go on.
        if not (desk.is_rest_next or any(press.push for press in desk.presses.values())):
            desk.poses = {}
        desk.hide_carried()
        if desk.view.turn != desk.marked_turn:
            desk.strip.held_by = ""
            # If a pass is undone and no turn was marked before it, whoever passed has the mouse again.
            turn_seats = self._undone_seats[:1] if desk.view.turn is None else (desk.view.turn,)
            if turn_seats and turn_seats[0] in self.controller.persons:
                self.controller.take_mouse(turn_seats[0])
        self._undone_seats = ()
        if self._took_from_search:
            self._took_from_search = False
            desk.choose([])
            desk.ask("shuffle")
        self._refresh()

    def _replace_box(self) -> None:
        self._update_box()
        self.panel.make_box_buttons(self._place_box_buttons)
        self.desk.cancel_all()
        self.desk.choose([])
        self.table.layout(self.table.size)

    def animate(self, step: VisibleStep) -> None:
        desk = self.desk
        assert isinstance(step.view, TableView)
        desk.marked_turn = desk.view.turn
        self._undone_seats = next((event.whose for event in step.events if isinstance(event, Undone)), ())
        if isinstance(step.entry, (actions.Look, actions.Reveal)):
            desk.strip.closed_seats.clear()
        self._took_from_search = self._leaves_search_rest(step)
        desk.is_rest_next = isinstance(step.entry, actions.Push) and desk.last_push == step.entry
        for name, volume in step_sounds(step.events, move_animations.find_moved(desk, step.view)):
            self.table.app.audio.play(name, volume)
        if film_player.show(desk, step):
            return
        desk.flights = move_animations.plan_flights(desk, step.entry, step.view)
        if not desk.flights:
            return
        if not (desk.landed and desk.landed[0].is_secret):
            desk.landed = []
        desk.hidden_keys |= {flight.piece.key for flight in desk.flights}
        self.table.motion.play(move_animations.film_seconds(step.entry, len(desk.flights)), self._move_flights)

    def _leaves_search_rest(self, step: VisibleStep) -> bool:
        """True if a card was taken out of a searched stack, and the rest can be shuffled."""
        entry, desk = step.entry, self.desk
        assert isinstance(step.view, TableView)
        if not isinstance(entry, actions.Move) or not entry.at or entry.of != desk.strip.searched or not entry.of:
            return False
        rest_count = next((stack.count for stack in step.view.stacks if stack.number == entry.of), 0)
        holder = step.view.holder(entry.of) if isinstance(entry.of, str) else None
        return entry.seat == desk.seat and (rest_count if holder is None else holder.count) > 1

    def _move_flights(self, share: float) -> None:
        for flight in self.desk.flights:
            flight.share = move_animations.flight_share(flight, share)

    def _refresh(self) -> None:
        self.desk.refresh()
        hand_strip.grow(self.desk, [self.table.log.rect, self.panel.rect, *(panel.rect for panel in self.table.panels)])
        self.hand.rect = Rect(self.desk.strip.box)
        self.panel.update_buttons()
        self._rotate_shared_widgets(self.desk.reading_quarters % 4)
        self.table.dirty = True

    def _rotate_shared_widgets(self, quarters: int) -> None:
        """Rotate what everybody reads towards the seat whose turn it is.

        A wide button has no space for its words across it, so that it is rotated by halves alone.
        """
        self.table.log.quarter_turns = quarters  # The words in the bar are rotated with the log.
        for icon in self.table.bar_buttons:
            icon.quarter_turns = quarters
        for button in (*self.panel.box_buttons, self.panel.next_button):
            if button is not None:
                button.quarter_turns = quarters if quarters == 2 else 0

    def on_turn_began(self, seat: int) -> None:
        self.desk.choose([])
        self._refresh()

    def on_seats_changed(self) -> None:
        for seat, panel in enumerate(self.table.panels):
            panel.is_active = seat == self.desk.view.turn
            panel.focusable = seat in self.clickable_seats()
        if self.desk.pieces or self.desk.areas:
            self._refresh()

    # Seats

    def clickable_seats(self) -> Sequence[int]:
        is_replay = bool(self.controller.original_controllers)
        return () if self.controller.actor is None or is_replay else self.controller.persons

    def on_seat_clicked(self, seat: int) -> None:
        desk, carry = self.desk, self.desk.hanging_carry
        if carry is not None and find_hand_name(desk.view, desk.seats, seat):
            carry.position = self.table.panels[seat].rect.center
            keyboard_drag.apply_command(desk, "lay")
            return
        desk.strip.held_by = ""
        desk.cancel_all()
        self.controller.take_mouse(seat)

    # Commands

    def _do_first(self) -> None:
        if offered := self.panel.available_commands():
            self.do(offered[0])

    def do(self, command: MenuCommand) -> None:
        """Run a command: apply its actions, or open what it asks for."""
        desk = self.desk
        match command.operation:
            case "ask" if command.argument == "aim":
                flicking.take_aim(desk)
            case "ask":
                desk.ask(command.argument)
            case "page":
                desk.page += 1
            case "leave":
                desk.ask("")
            case "close":
                desk.stop_looking()
            case "push":
                desk.pushes_next = not desk.pushes_next
            case "carry":
                n, _, low = command.argument.partition(" ")
                keyboard_drag.pick_up(desk, int(n or 1), from_bottom=bool(low))
            case "air":
                keyboard_drag.apply_command(desk, command.argument)
            case "tool":
                measuring.apply_command(desk, command.argument)
            case "aim":
                flicking.apply_command(desk, command.argument)
            case "supply":
                desk.choose([])
                self.table.app.push(SupplyScene(self.table.app, desk))
            case "write":
                self._write()
            case _:
                self._apply_actions(command)
        self._refresh()

    def _apply_actions(self, command: MenuCommand) -> None:
        desk = self.desk
        has_look = any(isinstance(action, actions.Look) for action in command.actions)
        searched = desk.chosen[0] if has_look and desk.chosen else ""
        if all(self.controller.act(action) for action in command.actions):
            if searched != "":
                desk.strip.searched = searched
            desk.menu_point = desk.card_index = None
            desk.ask("")

    def _write(self, kind: str = "", name: str = "") -> None:
        """Let a player write a counter, a note or on the selected piece."""
        if (scene := writing.make_writing_scene(self.desk, kind, name)) is not None:
            self.table.app.push(scene)

    def handle_input(self, event: Input) -> bool:
        if self.controller.original_controllers or self.controller.actor is None:
            return False
        is_used = self._handle_input(event)
        if is_used:
            self._refresh()
        return is_used

    def _handle_input(self, event: Input) -> bool:
        desk = self.desk
        match event:
            case PointerInput():
                return self._handle_pointer(event)
            case ScrollInput():
                return self.table.widgets.widget_at(event.position) is None and pointer_input.scroll(desk, event)
            case KeyInput():
                desk.last_click = None
                return keys.handle_key(desk, self.panel, event)
            case KeyRepeat(press):
                return keys.repeat(desk, press)
            case GamepadInput():
                return keys.handle_pad(desk, self.panel, event)
            case Unfocused():
                desk.strip.held_by, desk.is_reading = "", False
                desk.cancel_all()
                desk.presses.clear()
        return False

    def _handle_pointer(self, event: PointerInput) -> bool:
        desk = self.desk
        # What is carried can also be dropped over a widget, such as a seat's panel.
        is_carrying = any(not carry.is_hanging for carry in desk.carries)
        if event.kind == "down" and not is_carrying and self.table.widgets.widget_at(event.position) is not None:
            return False
        result = pointer_input.handle(desk, event)
        if result == "double":
            self._do_first()
        previous_badge, desk.over_badge = desk.over_badge, "" if event.finger else badge_at(desk, event.position)
        self.table.dirty |= previous_badge != desk.over_badge
        return result != ""

    def cancel_action(self) -> bool:
        desk = self.desk
        if desk.carries:
            desk.cancel_all()
        elif desk.menu_point is not None or desk.question:
            desk.menu_point = None
            desk.ask("")
        elif desk.is_looking():
            desk.stop_looking()
        elif desk.chosen or desk.card_index is not None:
            desk.choose([])
        else:
            return False
        self._refresh()
        return True

    def _watch_box(self, dt: float) -> None:
        """Apply changes of the box's files, unless an action is going on."""
        if (
            self._watch is None
            or self.controller.original_controllers
            or self.desk.presses
            or not self.controller.is_idle
        ):
            return
        news = self._watch.poll(dt)
        if isinstance(news, BadBoxFile):
            self.table.app.say(m("The box stays as it is: {why}", why=news.message), refused=True, seconds=12)
        elif (
            news is not None
            and self.controller.actor is not None
            and news.setup != TableSetup(self.desk.view.box, self.desk.view.pictures)
        ):
            self.controller.act(Change(self.controller.actor, news.box, news.pictures_hash))

    def _show_found_box(self) -> None:
        """Show the pictures of a box from an earlier evening, once it is read."""
        if self._search is not None and self._search.is_done():
            self._search = None
            self._watch = self._watch_files()
            self._update_box()
            self._refresh()
            self.table.dirty = True

    def on_left(self) -> None:
        if self._search is not None:
            self._search.close()

    def update(self, dt: float) -> None:
        self._show_found_box()
        self._watch_box(dt)
        was_reading = self.desk.is_reading
        if not self.desk.strip_open:
            self.desk.strip.read_index = None
        pointer_input.update(self.desk, dt)
        if was_reading != self.desk.is_reading:
            self.table.dirty = True

    @property
    def is_moving(self) -> bool:
        return not self._first_drawing.is_over or any(
            press.carry or (press.button in (1, 2) and not press.has_moved) for press in self.desk.presses.values()
        )

    # Words

    def status(self) -> Words:
        desk = self.desk
        if desk.view.is_over or desk.seat is None or self.controller.original_controllers:
            return ""
        name = self.controller.names[desk.seat]
        if desk.view.turn == desk.seat:
            return m("{who}, it is your turn", who=name)
        if desk.view.turn is not None:
            # Translators: at a table where anybody may act: whose turn it is, and who acts with this screen's mouse
            return m("{turn}'s turn. {who} moves the pieces", turn=self.controller.names[desk.view.turn], who=name)
        if not self.controller.match.has_begun:
            # Translators: at a table without turns, before anybody has done anything
            return m("Anybody may begin")
        # Translators: at a table where anybody may act: {who} acts with the mouse of this screen
        return m("{who} moves the pieces", who=name)

    def preview_text(self) -> Words:
        return accessible_board.describe_carry(self.desk) or questions.title(self.desk)

    def seat_facts(self, seat: int) -> Sequence[Words]:
        """Return what everybody sees of a seat: the size of its hand, and its counters."""
        view, seats = self.desk.view, self.desk.seats
        facts: list[Words] = []
        hand_name = find_hand_name(view, seats, seat)
        holder = view.holder(hand_name) if hand_name else None
        if holder is not None:
            facts.append(m("{n} in hand", n=holder.count))
        for name, (counter, owner) in view.box.counter_owners(seats).items():
            if owner == seat:
                facts.append(m("{what}: {n}", what=translate_word(counter.name), n=view.counters[name]))
        return facts

    def table_lines(self) -> Sequence[str] | None:
        """Return lines for holders, then loose pieces, from top left to bottom right."""
        return [say(line, begin=True) for line in accessible_board.describe_lines(self.desk, _MAX_LINES)]

    def draw_hand(self, canvas: Canvas, box: Rect, seat: int) -> None:
        hand_strip.draw_hand(canvas, self.desk, box, seat)

    def hand_lines(self, seat: int) -> Sequence[str] | None:
        desk, view = self.desk, self.controller.match.state.view(seat)
        assert isinstance(view, TableView)
        faces = desk.hand_faces(view, find_hand_name(view, desk.seats, seat))
        return [say(accessible_board.describe_front(desk, face), begin=True) for face in faces]

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        render.draw(canvas, self.desk)
        open_hands.draw(canvas, self.desk)
        measuring.draw_tool(canvas, self.desk)
        hand_strip.draw(canvas, self.desk)
        self.panel.draw(canvas)

    def draw_window(self, canvas: Canvas, draw: Callable[[Canvas], None]) -> None:
        if not self._first_drawing.draw(canvas):
            return
        self.resting_frame.draw(canvas, draw)
        render.draw_above(canvas, self.desk)
        edges.draw_edges(canvas, self.desk)
        flicking.draw_aim(canvas, self.desk)
        if self.desk.is_reading:
            render.draw_reading(canvas, self.desk)
