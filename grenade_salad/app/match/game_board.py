"""The board of a game: ten methods that matter, and some with a default.

A board is made for a `TableScene`, which it has as `table`, with its `MatchController` as `controller`: the match, its
seats and their panels, machine players, reaction windows, the log, hands under their cover, hints, questions and
replays are theirs. The ten:

- `place(rect)`: put everything into this box; called on every resize. `self.table.places` has the other boxes.
- `draw(canvas)`: draw the game from `self.controller.view`, which is what may be seen, never from the match's state.
- `animate(step)`: start tweens on `self.table.motion` for one step. The next step is shown when they have ended; until
  then `self.controller.view` is the view before the step. `step.view` is what may be known after it,
  `step.previous_view` before it, `step.events` are redacted. Take secrets from the events alone; `step.entry` is for
  what is no secret (where a drop came to rest).
- `show_position()`: the match is at another position than the one shown (begun, resumed, undone): show
  `self.controller.view`.
- `on_turn_began(seat)`: a person at this screen is to act (`self.controller.actor`); show what can be done.
- `handle_input(event)`: clicks and keys on the table; True if used. Buttons are widgets:
  `self.table.widgets.add(...)`.
- `status()`: whose turn it is and what can be done now, one line.
- `seat_facts(seat)`: short lines in the seat's panel, open to everybody.
- `draw_hand(canvas, box, seat)`: the hand of a seat, from `self.controller.match.state.view(seat)`: called only when
  that person looks.
- `reaction_prompt()`: the question of an open reaction window, None if no person needs to be asked.

What a board calls, and what else it can read, is in `table_scene.py` and `controller.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grenade_salad.app.match.ending import Ending
from grenade_salad.app.match.layout import Places
from grenade_salad.app.match.reaction import Reaction
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input
from grenade_salad.app.ui.picks import Pick
from grenade_salad.core import Action, Event
from grenade_salad.match.match import Match
from grenade_salad.session.session import VisibleStep
from grenade_salad.sheets.sheet import PASS_LABEL
from grenade_salad.text import Words


@dataclass(frozen=True)
class ReactionPrompt:
    """The text of a reaction window: the question, and the label for passing.

    The question is also spoken, so it has at most eight words.
    """

    words: Words
    pass_words: Words = PASS_LABEL


class GameBoard:
    """The part of the table that a game draws, for one match.

    It is made with its table, and adds its widgets to it.
    """

    avoids_cover = True
    """True if the board is placed above the cover of a hand, to stay visible."""
    has_public_hints = False
    """True if hints reveal no hidden card, so that everybody may see a better action."""

    # The ten

    def place(self, rect: Rect) -> None:
        """Put everything into a box."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the game into the box of `place`, from the view alone."""

    def animate(self, step: VisibleStep) -> None:
        """Start the animations of a step."""

    def on_step_shown(self) -> None:
        """React to a step that was shown: `self.controller.view` is the view after it."""

    def show_position(self) -> None:
        """Show `self.controller.view` as it is."""

    def on_turn_began(self, seat: int) -> None:
        """React to the start of a turn of a person at this screen."""

    def handle_input(self, event: Input) -> bool:
        """Handle an input on the table. Return True if it was used."""
        return False

    def status(self) -> Words:
        """Say whose turn it is and what can be done. Empty: use the table's own text."""
        return ""

    def seat_facts(self, seat: int) -> Sequence[Words]:
        """Return short lines for the seat's panel, open to everybody."""
        return ()

    def draw_hand(self, canvas: Canvas, box: Rect, seat: int) -> None:
        """Draw the hand of a seat for its own eyes."""

    def reaction_prompt(self) -> ReactionPrompt | None:
        """Return the text of the open reaction window."""
        return None

    # Reaction windows

    def reactions(self, seat: int) -> Sequence[tuple[Pick, Action]] | None:
        """Return what the seat may answer besides passing.

        None: all legal actions, in the game's description.
        """
        return None

    def place_reaction(self, reaction: Reaction) -> None:
        """Move the reaction window, which is over the table by default.

        Called when it opens, and on every resize.
        """

    # Seats

    def clickable_seats(self) -> Sequence[int]:
        """Return the seats whose panels can be chosen.

        Call `table.mark_seats` when that has changed.
        """
        return ()

    def alive(self) -> Sequence[bool]:
        """For each seat, return True if it is still in the game, as shown.

        Empty: no player goes out.
        """
        return ()

    def on_left(self) -> None:
        """Release threads: the table was taken off the stack."""

    def on_seat_clicked(self, seat: int) -> None:
        """React to the choice of a panel, such as that of a victim."""

    def on_seats_changed(self) -> None:
        """React to marked panels: another seat is to act, or is asked."""

    def draw_seat(self, canvas: Canvas, box: Rect, seat: int) -> None:
        """Draw into the rest of the seat's panel, such as a tray."""

    # Hints: see hints.py.

    @property
    def has_begun(self) -> bool:
        """True if the actor has begun an action, with which Enter continues."""
        return False

    def hint_words(self, action: Action, seat: int) -> Words | None:
        """Describe what the seat would do. None: use the game's description."""
        return None

    def show_hint(self, action: Action | None) -> None:
        """Show an action as if the person was about to do it. None: stop showing it."""

    def draw_hint(self, canvas: Canvas, box: Rect, action: Action, seat: int) -> None:
        """Draw what the seat would do, for its own eyes under the cover."""

    # Words

    def hand_lines(self, seat: int) -> Sequence[str] | None:
        """Describe the hand of a seat, for its own ears. None: as its phone would."""
        return None

    def table_lines(self) -> Sequence[str] | None:
        """Describe the table as it is shown.

        None: as a phone would, which is `table.default_table_lines`.
        """
        return None

    def summarize_table(self) -> Sequence[str] | None:
        """Describe the table in a few words, for ears. None: by all of its lines."""
        return None

    def preview_text(self) -> Words:
        """Describe the action that a person is about to do, and its effect.

        It is spoken whenever it changes.
        """
        return ""

    def describe_event(self, event: Event) -> str | None:
        """Return the line of the log for a redacted event.

        Empty: it is not worth one. None: use the event's own.
        """
        return None

    def ending(self) -> Ending | None:
        """Return what the last page says of the match. None: its points."""
        return None

    def end_scene(self, is_counted: bool) -> Scene | None:
        """Return the last page, if it is not the common one.

        `is_counted`: the points were counted before.
        """
        return None

    # The frame around the board

    def on_table_ready(self) -> None:
        """Prepare the board after all widgets of the table were made and placed."""
        self.show_position()

    def make_places(self, size: tuple[float, float]) -> Places | None:
        """Arrange the table, the hand, the log and the panels. None: the default."""
        return None

    def observe_input(self, event: Input) -> None:
        """Take note of any input, before it is handled."""

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass on the table."""

    @property
    def is_moving(self) -> bool:
        """True if every frame must be drawn, also when `table.motion` moves nothing."""
        return False

    def cancel_action(self) -> bool:
        """Cancel what was begun, on Esc. Return True if there was something."""
        return False

    def draw_window(self, canvas: Canvas, draw: Callable[[Canvas], None]) -> None:
        """Draw the window, for effects over the panels and the bar.

        `draw` draws all of it, including the board.
        """
        draw(canvas)


def list_answers(scene: GameBoard, match: Match, seat: int) -> Sequence[tuple[Pick, Action]]:
    """Return what the seat may answer in a reaction window besides passing.

    The text is the board's, else the game's description.
    """
    reactions = scene.reactions(seat)
    if reactions is not None:
        return reactions
    view = match.state.view(seat)
    legal = (action for action in match.state.legal_actions(seat) if not action.is_pass)
    return [(Pick(match.game.describe(action, view)), action) for action in legal]
