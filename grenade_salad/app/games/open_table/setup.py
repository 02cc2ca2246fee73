"""Setup of a match at the open table, with the choice of a box from the shelf."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Literal

from grenade_salad.app.games.open_table import decoded_pictures
from grenade_salad.app.games.open_table.guess_scene import GuessScene, can_ask
from grenade_salad.app.games.open_table.reading import make_refusal, open_box
from grenade_salad.app.games.open_table.thumbnail import Thumbnail
from grenade_salad.app.phones import phones_scene as phones_page
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.shell.dialog import Answer, Dialog
from grenade_salad.app.shell.scene import AppContext, PageScene, Scene
from grenade_salad.app.ui.accessible import AccessibleNode, join_sentences
from grenade_salad.app.ui.canvas import LEADING, Canvas, Rect
from grenade_salad.app.ui.theme import INK_SOFT, PAPER_SHADE, ROW, SMALL, Colour
from grenade_salad.app.ui.widget import Scroll, Widget, do_nothing
from grenade_salad.app.ui.widgets import Button, Label
from grenade_salad.boxes import bundled, shelf
from grenade_salad.boxes.answers import Answers
from grenade_salad.boxes.box_reader import LoadedBox
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.losses import append_losses, find_title, group_losses
from grenade_salad.boxes.opened_boxes import OpenedBoxes
from grenade_salad.boxes.saved_answers import save_answers
from grenade_salad.boxes.shelf import ShelfBox, ShelfPlace
from grenade_salad.games.open_table.box import Box, Flick
from grenade_salad.games.open_table.box_validation import why_not_setup
from grenade_salad.games.open_table.words import translate_word
from grenade_salad.journal.queries import Summary
from grenade_salad.match.match import Controller, Header
from grenade_salad.system.progress import Cancelled, Progress
from grenade_salad.text import Message, Words, m, say
from grenade_salad.text.markdown import parse
from grenade_salad.text.say import language

NAME = "open-table"
_MAX_RECENT = 6
"""Maximum number of boxes that are remembered, the last ones."""
_MAX_SUMMARY = 260
"""Maximum number of characters of a box's summary, below the players."""
_MAX_LOSSES = 8
"""Maximum number of lines about losses; the page of rules has all of them."""
_LOSSES_GAP = 8.0
"""Units between the lines about losses and the button below them."""
_BUTTON_HEIGHT = 116.0
"""Height of the button with the chosen box, in units."""
_NAME_SIZE = 22.0
"""Size of the type of the name on it, in units."""
_CARD_NAME_SIZE = 19.0
"""The same on a card on the shelf."""
_CARD_WIDTH, _CARD_HEIGHT, _GAP = 250.0, 236.0, 14.0
"""Size of a card on the shelf, and the gap between two, in units."""
_PICTURE_SHARE = 0.6
"""Share of a card's height that its picture takes."""
_MAX_SHELF_BYTES = 64 * 1024 * 1024
"""Maximum bytes of pictures that are decoded ahead for one card on the shelf."""
MANY_HANDS = 3
"""Number of secret hands from which one screen is slow."""
_PHONES_TIP = "phones"
"""Name of the tip in the settings, once it was shown."""


class _BoxButton(Button):
    """The chosen box, with its picture. Activated, it opens the shelf."""

    def __init__(self, scene: BoxSetup) -> None:
        super().__init__("", scene.show_shelf)
        self.scene = scene
        self._thumbnail: Thumbnail | None = None
        self.is_waiting = False
        """True if its picture is not finished: the next frames draw more of it."""

    @property
    def _words(self) -> Words:
        return translate_word(self.scene.chosen.opened.box.name)

    def accessible_node(self) -> AccessibleNode:
        # Translators: what lies on the table: a game's box, with its pieces
        return self.make_node("button", say(m("Box: {name}", name=self._words)))

    def _draw_face(self, canvas: Canvas, rect: Rect, ink: tuple[int, int, int]) -> None:
        inner = rect.inflate(-16, -12)
        picture_width = min(inner.height * 1.5, inner.width * 0.45)
        opened, size = self.scene.chosen.opened, (max(8, canvas.px(picture_width)), max(8, canvas.px(inner.height)))
        if self._thumbnail is None or self._thumbnail.opened is not opened or self._thumbnail.size != size:
            # The frame that shows a new box is long enough: its picture begins with the next one.
            self._thumbnail = Thumbnail(opened, size)
        else:
            self._thumbnail.continue_until(perf_counter() + self.scene.app.slice_seconds)
        picture = self._thumbnail.picture
        self.is_waiting = picture is None
        if picture is not None:
            canvas.surface.blit(picture, canvas.pixel_point((inner.x, inner.y)))
        left, text_width = inner.x + picture_width + 12, inner.width - picture_width - 12
        canvas.text(self._words, (left, inner.y + 2), _NAME_SIZE, ink, title=True, max_width=text_width)
        canvas.text(describe_seat_count(self.scene.chosen), (left, inner.y + 32), SMALL, INK_SOFT, max_width=text_width)
        # Translators: on the button that shows which box lies on the table: press it to choose another one
        canvas.text(m("Choose another box"), (left, inner.bottom - 24), SMALL, ink, max_width=text_width)


class BoxSetup(SetupScene):
    """Setup of a match at the open table: with `first_file`, or a bundled box."""

    def __init__(self, app: AppContext, first_file: Path | None = None) -> None:
        self._has_question = False
        """True if the page about columns or pictures is to be shown by itself."""
        self._dropped: list[str] = []
        """Paths of boxes that were opened here, the last one first."""
        self.chosen = self._find_first(app, first_file)
        if self.chosen.path is not None:
            self._dropped = [self.chosen.key]
        super().__init__(app, NAME)

    def _find_first(self, app: AppContext, first_file: Path | None) -> ShelfBox:
        """Return the box of a file that was opened.

        Without one it is the bundled box that was used last.
        """
        if first_file is not None:
            if (place := shelf.find_bundled(first_file)) is not None:
                return shelf.load_place(place, app.opened_boxes)
            if (opened := app.opened_boxes.find_opened(first_file)) is not None:
                return ShelfBox(opened, first_file)
        names = bundled.names()
        name = next((key for key in app.settings.opened.get(NAME, []) if key in names), names[0])
        return ShelfBox(bundled.load_box(name), name=name)

    def update(self, dt: float) -> None:
        super().update(dt)
        self.dirty = self.dirty or self.box_button.is_waiting
        if self._has_question and self.app.scene is self:
            self._has_question = False
            self.ask_what()

    def list_places(self) -> list[ShelfPlace]:
        """Return the places of the shelf, those of the boxes opened last first."""
        return shelf.list_places(self.app.data_folder, [*self._dropped, *self.app.settings.opened.get(NAME, [])])

    def show_shelf(self) -> None:
        """Open the shelf to choose a box."""
        self.app.push(ShelfScene(self.app, self.list_places(), self.chosen, self.choose_place, self.on_file_dropped))

    def choose_place(self, place: ShelfPlace) -> None:
        """Choose the box at a place; one of a file is read with all its pictures first."""
        if place.path is None:
            self.choose_box(shelf.load_place(place, self.app.opened_boxes))
        else:
            self.on_file_dropped(place.path)

    def on_file_dropped(self, file: Path) -> None:
        self.app.push(open_box(self.app, file, partial(self._take, file)))

    def _take(self, file: Path, opened: LoadedBox) -> None:
        """Choose a box that was read."""
        self._dropped = [str(file), *(path for path in self._dropped if path != str(file))]
        self.choose_box(ShelfBox(opened, file))

    def build_above_seats(self) -> Sequence[Widget]:
        self.box_button = self.widgets.add(_BoxButton(self), self.seats_scroll)
        return (self.box_button,)

    def build_below_seats(self) -> Sequence[Widget]:
        self.loss_labels = [self.widgets.add(label, self.seats_scroll) for label in self._make_loss_labels()]
        # Translators: a button: how the game in this box is played
        read = Button(m("How to play"), lambda: self.app.open_rules(NAME), icon="book")
        self.read_button = self.widgets.add(read, self.seats_scroll)
        self.read_button.visible = bool(self.rules_intro)
        self.guess_button = self.widgets.add(Button(GuessScene.title, self.ask_what), self.seats_scroll)
        self.guess_button.visible = self.chosen.path is not None and can_ask(self.chosen.opened)
        return (*self.loss_labels, self.guess_button, self.read_button)

    def ask_what(self) -> None:
        """Show the page on which people say what the columns or pictures of the file are."""
        self.app.push(GuessScene(self.app, self.chosen.opened, self._take_answers))

    def _take_answers(self, answers: Answers) -> None:
        """Remember the answers about the file, and read it again."""
        if (path := self.chosen.path) is None:
            return
        saved = self.app.opened_boxes.answers
        saved.add(path, answers)
        try:
            save_answers(self.app.data_folder, saved)
        except OSError as error:
            self.app.say(m("That could not be saved: {why}.", why=error.strerror or str(error)), refused=True)
        self.on_file_dropped(path)

    def _make_loss_labels(self) -> Sequence[Label]:
        """Return the lines about what the box lacks of the file that it was made from."""
        groups = group_losses(self.chosen.opened.box.losses)
        sentences: list[Words] = [sentence for group in groups for sentence in group.sentences]
        if not sentences:
            return ()
        if (rest := len(sentences) - _MAX_LOSSES + 1) > 1:
            sentences[-rest:] = [m("and {n} more", "and {n} more", n=rest)]
        heading = Label(find_title(groups), size=SMALL, bold=True, anchor="topleft")
        heading.is_heading = True
        return (heading, *(Label(words, size=SMALL, colour=INK_SOFT, anchor="topleft") for words in sentences))

    def place_above_seats(self, width: float, top: float) -> float:
        self.box_button.rect = Rect(4, top, width - 8, _BUTTON_HEIGHT)
        return top + _BUTTON_HEIGHT + 12

    def place_below_seats(self, width: float, top: float) -> float:
        canvas = self.app.canvas()
        for label in self.loss_labels:
            lines = canvas.lines(label.words, width - 8, SMALL, bold=label.bold)
            label.rect = Rect(4, top + 4, width - 8, len(lines) * SMALL * LEADING)
            top = label.rect.bottom
        if self.loss_labels:
            top += _LOSSES_GAP
        for button in (self.guess_button, self.read_button):
            if button.visible:
                button.rect = Rect(4, top + 4, min(220.0, width - 8), ROW)
                top += ROW + 8
        return top + (4 if self.guess_button.visible or self.read_button.visible else 0)

    def list_recent_matches(self) -> Sequence[Summary]:
        return [summary for summary in self.recent_matches if summary.variant == self.chosen.opened.box.name]

    def describe_game(self) -> Words:
        """Return the first paragraph of the rules, cut after a sentence if long."""
        lines = (line.replace("**", "") for line in self.rules_intro.splitlines())
        first = next((line for line in lines if line[:1].isalnum()), "")
        while len(first) > _MAX_SUMMARY and "." in first[:-1]:
            first = first[: first[:-1].rindex(".") + 1]
        return translate_word(first) if 0 < len(first) <= _MAX_SUMMARY else super().describe_game()

    def hidden_rules(self) -> Sequence[str]:
        """Leave out the house rule for steady hands if the box does not mention shots."""
        has_shots = self.chosen.opened.box.flick != Flick()
        return super().hidden_rules() if has_shots else (*super().hidden_rules(), "steady")

    def why_not_ready(self) -> Words:
        # The house rules are checked as in every set-up; laying out the pieces only for this would take time.
        if (reason := why_not_setup(self.count, self.chosen.setup)) is not None:
            return m("{why}.", why=self.format_reason(reason))
        return ""

    def choose_box(self, box: ShelfBox) -> None:
        """Put a box on the table."""
        self.chosen = box
        self.adapt_choices()
        self._build()

    def adapt_choices(self) -> None:
        box = self.chosen
        self._has_question = box.path is not None and self._must_ask(box.path, box.opened)
        self.rules_intro = append_losses(self.chosen.opened.rules_in(language()), self.chosen.opened.box.losses)
        minimum, maximum = self.chosen.opened.box.seats
        self.count = min(max(self.count, minimum), maximum)
        self.house_rules.set_seats(self.count)

    def _must_ask(self, path: Path, opened: LoadedBox) -> bool:
        """True if a guess is not sure, or nobody chose one of several games in the file."""
        if len(opened.variants) > 1 and not self.app.opened_boxes.answers.is_answered(path):
            return True
        return opened.guess is not None and not opened.guess.is_sure

    def start(self) -> None:
        recent = [key for key in self.app.settings.opened.get(NAME, []) if key != self.chosen.key]
        self.app.settings.opened[NAME] = [self.chosen.key, *recent][:_MAX_RECENT]
        seats = self.controllers[: self.count]
        if not _offers_phones(self.app, self.game.name, self.chosen.opened.box, seats, super().start):
            super().start()

    def _header(self, seed: int) -> Header:
        return replace(super()._header(seed), setup=self.chosen.setup)


def opens(app: AppContext, file: Path) -> Scene:
    """Return a dialog that reads a dropped box and then opens its setup.

    A bundled box has its setup at once.
    """
    path = file.absolute()
    if shelf.find_bundled(path) is not None:
        return BoxSetup(app, path)

    def show_setup(_: LoadedBox) -> None:
        app.push(BoxSetup(app, path))

    return open_box(app, path, show_setup)


def _offers_phones(
    app: AppContext, game: str, box: Box, seats: Sequence[Controller], play_here: Callable[[], None]
) -> bool:
    """Ask whether to join with phones, if many hands are secret. True if it asks.

    `play_here` is called if the players stay at this screen.
    """
    has_hands = any(holder.secret == "hand" for holder in box.holders)
    hand_count = sum(controller.is_person for controller in seats) if has_hands else 0
    seen_tips = app.settings.told.get(game, [])
    if hand_count < MANY_HANDS or any(controller.kind == "phone" for controller in seats) or _PHONES_TIP in seen_tips:
        return False
    app.settings.told[game] = sorted({*seen_tips, _PHONES_TIP})
    app.save_settings()
    # Translators: before a match in which people hold secret cards at one screen; {n} is three or more
    words = m("{n} hands at one screen: look away while others look. Phones are quicker.", n=hand_count)
    answers = [
        # Translators: a button: everybody keeps their cards at this screen, without phones
        Answer(m("Play at this screen"), play_here, kind="main"),
        # Translators: a button: the page with the code with which phones join
        Answer(m("Join with phones…"), lambda: phones_page.show(app), icon="phone"),
        Answer(m("Back"), do_nothing, back=True),
    ]
    # Translators: a question before a match in which people hold secret cards
    app.push(Dialog(app, m("Where are your cards?"), words, answers))
    return True


def describe_seat_count(box: ShelfBox) -> Message:
    """Return how many people can play the box, in words."""
    minimum, maximum = box.opened.box.seats
    return (
        m("{n} player", "{n} players", n=minimum)
        if minimum == maximum
        else m("{few} to {most} players", few=minimum, most=maximum)
    )


def summarize_rules(box: ShelfBox) -> str:
    """Return the first paragraph of the rules of a box."""
    blocks = parse(box.opened.rules_in(language()))
    return next((block.words for block in blocks if block.kind == "text"), "")


def read_place(
    place: ShelfPlace, opened_boxes: OpenedBoxes, progress: Progress
) -> ShelfBox | BadBoxFile | Literal["gone"] | None:
    """Return the box at a place, what is wrong with it, or None if that was cancelled.

    This runs in a thread.
    """
    if place.path is not None and not place.path.exists():
        return "gone"
    try:
        box = shelf.load_place(place, opened_boxes, progress)
    except BadBoxFile as error:
        return error
    except Cancelled:
        return None
    if place.path is not None:
        decoded_pictures.cached.decode_ahead(box.opened.pictures_hash, box.opened.pictures, _MAX_SHELF_BYTES)
    return box


class BoxCard(Button):
    """A place on the shelf.

    It shows a box, says that it is still being read, or why it cannot be opened.
    """

    radius = 10.0

    def __init__(self, place: ShelfPlace, press: Callable[[], None], draw_more: Callable[[Thumbnail], None]) -> None:
        # Until a box is read, it is called like its file.
        super().__init__(place.name if place.path is None else place.path.name, press)
        self.place, self._draw_more = place, draw_more
        """The place, and a function that draws more of a picture if the frame has time."""
        self._thumbnail: Thumbnail | None = None
        self.box: ShelfBox | None = None
        """The box, once it is read."""
        self.error: BadBoxFile | None = None
        """What is wrong with it."""
        # Translators: on the card of a box on the shelf, while its file is being read
        self.seats: Words = m("Reading…")
        self.summary = ""

    def show(self, result: ShelfBox | BadBoxFile) -> None:
        """Show the box, or why it cannot be opened."""
        if isinstance(result, ShelfBox):
            self.box = result
            self.words = translate_word(result.opened.box.name)
            self.seats, self.summary = describe_seat_count(result), summarize_rules(result)
        else:
            self.error = result
            self.seats, self.summary = m("It can't be opened."), say(result.message)

    def accessible_node(self) -> AccessibleNode:
        return self.make_node("button", self.words, description=join_sentences(say(self.seats), self.summary))

    def _colours(self) -> tuple[Colour, Colour]:
        return (PAPER_SHADE, INK_SOFT) if self.error is not None else super()._colours()

    def _draw_face(self, canvas: Canvas, rect: Rect, ink: Colour) -> None:
        inner = rect.inflate(-20, -16)
        picture_height = inner.height * _PICTURE_SHARE
        top = inner.y
        if self.box is not None:
            pixels = max(8, canvas.px(inner.width)), max(8, canvas.px(picture_height))
            if self._thumbnail is None or self._thumbnail.size != pixels:
                self._thumbnail = Thumbnail(self.box.opened, pixels)
            if self._thumbnail.picture is None:
                self._draw_more(self._thumbnail)
            if (picture := self._thumbnail.picture) is not None:
                canvas.surface.blit(picture, canvas.pixel_point((inner.x, inner.y)))
        if self.error is None:
            top += picture_height + 6
        canvas.text(self.words, (inner.x, top), _CARD_NAME_SIZE, ink, title=True, max_width=inner.width)
        canvas.text(self.seats, (inner.x, top + 24), SMALL, INK_SOFT, max_width=inner.width)
        summary_area = Rect(inner.x, top + 44, inner.width, inner.bottom - top - 42)
        canvas.block(self.summary, summary_area, SMALL, ink, leading=1.2)


class ShelfScene(PageScene):
    """The shelf of boxes, which are read one after another while it is shown.

    `on_choice` is called with the chosen place, `on_file` with a dropped file.
    """

    title = m("Which box?")
    smallest = (480.0, 300.0)

    def __init__(
        self,
        app: AppContext,
        places: Sequence[ShelfPlace],
        chosen: ShelfBox,
        on_choice: Callable[[ShelfPlace], None],
        on_file: Callable[[Path], None],
    ) -> None:
        super().__init__(app)
        self.scroll = Scroll(self.page_rect)
        self._on_choice, self._on_file = on_choice, on_file
        self._deadline = 0.0
        """Time until which this frame draws more of the pictures; the rest waits for the next ones."""
        self._has_waiting = False
        """True if a picture is not finished."""
        self.cards = [
            self.widgets.add(BoxCard(place, partial(self._choose, place), self._draw_more), self.scroll)
            for place in places
        ]
        # Translators: boxes are games in a folder, for the open table
        notice = m("Drop a folder, a zip, a spreadsheet or pictures on this window to open it.")
        self.notice = self.widgets.add(Label(notice, size=SMALL, colour=INK_SOFT, anchor="topleft"), self.scroll)
        chosen_place = ShelfPlace(chosen.path, chosen.name)
        self.widgets.set_focus(next((card for card in self.cards if card.place == chosen_place), self.cards[0]))
        self._progress = Progress()
        self._executor = app.worker()
        self._read = partial(read_place, opened_boxes=app.opened_boxes, progress=self._progress)
        # The bundled ones are read in no time: they do not wait for the others.
        bundled_first = sorted(self.cards, key=lambda card: card.place.path is not None)
        self._readings: list[tuple[BoxCard, Future[ShelfBox | BadBoxFile | Literal["gone"] | None]]] = [
            (card, self._executor.submit(self._read, card.place)) for card in bundled_first
        ]
        self._show_read_boxes()

    def _draw_more(self, picture: Thumbnail) -> None:
        """Draw more of a picture, if this frame has time for it."""
        if not self._has_waiting:
            picture.continue_until(self._deadline)
        self._has_waiting = picture.picture is None or self._has_waiting

    def draw(self, canvas: Canvas) -> None:
        self._has_waiting, self._deadline = False, perf_counter() + self.app.slice_seconds
        super().draw(canvas)

    def _show_read_boxes(self) -> None:
        """Show the boxes that were read since the last frame."""
        done = [reading for reading in self._readings if reading[1].done()]
        self._readings = [reading for reading in self._readings if reading not in done]
        for card, reading in done:
            result = reading.result()
            if result == "gone":
                self._remove(card)
            elif result is not None:
                card.show(result)
                self.dirty = True

    def _remove(self, card: BoxCard) -> None:
        """Remove the card of a box that is gone."""
        self.cards.remove(card)
        self.widgets.remove([card], self.cards[0])
        self.layout(self.size)
        self.dirty = True

    def update(self, dt: float) -> None:
        super().update(dt)
        self._show_read_boxes()
        self.dirty = self.dirty or self._has_waiting

    def on_left(self) -> None:
        super().on_left()
        self._progress.cancel()
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _choose(self, place: ShelfPlace) -> None:
        card = next(card for card in self.cards if card.place == place)
        if card.error is not None and place.path is not None:
            self.app.push(make_refusal(self.app, place.path, card.error))
            return
        self.app.pop()
        self._on_choice(place)

    def on_file_dropped(self, file: Path) -> None:
        self.app.pop()
        self._on_file(file)

    def place(self) -> None:
        self.scroll.area = self.page_rect.inflate(-28, -20)
        width = self.scroll.area.width - 14
        columns = max(1, int((width + _GAP) // (_CARD_WIDTH + _GAP)))
        card_width = (width - (columns - 1) * _GAP) / columns
        for index, card in enumerate(self.cards):
            row, column = divmod(index, columns)
            card.rect = Rect(
                column * (card_width + _GAP) + 3, 4 + row * (_CARD_HEIGHT + _GAP), card_width - 6, _CARD_HEIGHT
            )
        top = 4 + -(-len(self.cards) // columns) * (_CARD_HEIGHT + _GAP)
        rows = len(self.app.canvas().lines(self.notice.words, width - 8, SMALL))
        self.notice.rect = Rect(4, top, width - 8, max(ROW * 0.6, rows * SMALL * 1.3))
        self.scroll.content = top + self.notice.rect.height + 4
        self.scroll.scroll_by(0)
