"""What a game's scene gives to its table: ten methods that matter, and some that have an answer already.

A scene is made for a `Table`, and has it: the match, its seats and their panels, machine players, reaction windows, the
log, hands under their cover, hints, questions and replays are the table's. The ten:

- `place(rect)`: put everything into this box; called on every resize. `self.table.places` has the other boxes.
- `draw(canvas)`: draw the game, from `self.table.view`: what may be seen of the match, never its state.
- `animate(shown)`: start tweens on `self.table.motion` for one step. The next step is shown when they have ended; until
  then `self.table.view` is the one before it. `shown.view` is what may be known after it, `shown.before` before it,
  `shown.events` are redacted. Take secrets from the events alone; `shown.entry` is there for what is no secret (where
  a drop came to rest).
- `jumped()`: the match is at another place than the one shown (begun, resumed, undone): show `self.table.view`.
- `on_turn_began(seat)`: a person of this screen is to act (`self.table.actor`); show what can be done.
- `pressed(event)`: clicks and keys on the table; True if used. Buttons are widgets: `self.table.widgets.add(...)`.
- `status()`: whose turn it is and what can be done now, one line.
- `seat_facts(seat)`: short lines in the seat's panel, open to everybody.
- `draw_hand(canvas, box, seat)`: the hand of a seat, from `self.table.match.state.view(seat)`: called only when that
  person looks.
- `asking()`: the question of a reaction window that is open, None if nobody needs to be asked.

What a scene calls, and more of what it can ask, is told in `table_scene.py`.
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
    """The words of a reaction window: the question, and what letting it pass is called."""

    words: Words
    pass_words: Words = PASS_LABEL
    short: Words = ""
    """The question in eight words at most, for those who hear it; empty: `words`."""


class GameBoard:
    """A game's scene: what lies on a table, for one match. It is made with its table, and adds its widgets to that."""

    avoids_cover = True
    """Whether it is placed anew above the cover that somebody's hand is under, so that all of it stays in sight."""
    has_public_hints = False
    """Whether what somebody would do tells no hidden card, so that all may see what was better."""

    # the ten

    def place(self, rect: Rect) -> None:
        """Put everything into this box."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the game into the box that `place` got, from the view alone."""

    def animate(self, step: VisibleStep) -> None:
        """Start what moves."""

    def on_step_shown(self) -> None:
        """A step was seen, and is told now: `self.table.view` is what there is after it."""

    def show_position(self) -> None:
        """Show `self.table.view` as it is."""

    def on_turn_began(self, seat: int) -> None:
        """A person at this screen is to act."""

    def handle_input(self, event: Input) -> bool:
        """Somebody did something on the table; whether it was used."""
        return False

    def status(self) -> Words:
        """Whose turn it is, and what can be done; empty: what the table says of that."""
        return ""

    def seat_facts(self, seat: int) -> Sequence[Words]:
        """Short lines in the seat's panel, open to everybody."""
        return ()

    def draw_hand(self, canvas: Canvas, box: Rect, seat: int) -> None:
        """Draw the hand of a seat for its own eyes."""

    def reaction_prompt(self) -> ReactionPrompt | None:
        """What the reaction window that is open says."""
        return None

    # reaction windows

    def reactions(self, seat: int) -> Sequence[tuple[Pick, Action]] | None:
        """What the seat may answer besides passing. None: all that is legal, by the game's description."""
        return None

    def place_reaction(self, reaction: Reaction) -> None:
        """Give the reaction window another place than over the table: when it opens, and on every resize."""

    # seats

    def clickable_seats(self) -> Sequence[int]:
        """The seats whose panels can be chosen now; call `table.mark_seats` when that has changed."""
        return ()

    def alive(self) -> Sequence[bool]:
        """Who is still in the game, as it is shown. Empty: nobody goes out of it."""
        return ()

    def on_seat_clicked(self, seat: int) -> None:
        """The panel of one of these was chosen: a victim, or whose hand somebody looks at."""

    def on_seats_changed(self) -> None:
        """Somebody else is to act, or is asked: the panels are marked."""

    def draw_seat(self, canvas: Canvas, box: Rect, seat: int) -> None:
        """Draw in what is left of the seat's panel (a tray)."""

    # hints: see hints.py

    @property
    def has_begun(self) -> bool:
        """Whether the person whose turn it is has begun to do something that Enter goes on with."""
        return False

    def hint_words(self, action: Action, seat: int) -> Words | None:
        """What the seat would do, in words. None: as the game describes it."""
        return None

    def show_hint(self, action: Action | None) -> None:
        """Show what the person at the screen would do as it is shown when they are about to do it; None: no longer."""

    def draw_hint(self, canvas: Canvas, box: Rect, action: Action, seat: int) -> None:
        """Draw what the seat would do, for its own eyes under the cover."""

    # words

    def hand_lines(self, seat: int) -> Sequence[str] | None:
        """The hand of a seat in words, for its own ears. None: as its phone would say it."""
        return None

    def table_lines(self) -> Sequence[str] | None:
        """The table in words, as it is shown. None: as a phone would say it, which `table.default_table_lines`
        gives.
        """
        return None

    def preview_text(self) -> Words:
        """What somebody is about to do, and what would happen: said whenever it changes."""
        return ""

    def describe_event(self, event: Event) -> str | None:
        """The line of the log for an event that may be seen; empty if it is not worth one. None: the event's own."""
        return None

    def ending(self) -> Ending | None:
        """What the last page tells of the match. None: its points."""
        return None

    def end_scene(self, is_counted: bool) -> Scene | None:
        """The last page, if it is another than that of all games. `counted`: it was counted before."""
        return None

    # the frame around it

    def on_table_ready(self) -> None:
        """The table is laid: all its widgets are there, and everything has its place."""
        self.show_position()

    def make_places(self, size: tuple[float, float]) -> Places | None:
        """Where the table, the hand, the log and the seats' panels are on a canvas of this size. None: as usual."""
        return None

    def observe_input(self, event: Input) -> None:
        """Somebody did something, wherever: nothing is done with it yet."""

    def update(self, dt: float) -> None:
        """`dt` seconds passed on the table."""

    @property
    def is_moving(self) -> bool:
        """Whether every frame is to be drawn, besides those in which `table.motion` moves something."""
        return False

    def cancel_action(self) -> bool:
        """Esc: give up what was begun; whether there was anything."""
        return False

    def draw_window(self, canvas: Canvas, draw: Callable[[Canvas], None]) -> None:
        """Draw the window: `draw` does all of it, the game on its table too. For what lies over panels and bar."""
        draw(canvas)


def list_answers(scene: GameBoard, match: Match, seat: int) -> Sequence[tuple[Pick, Action]]:
    """What the seat may answer in a reaction window besides passing: as the game shows it, else as it describes it."""
    reactions = scene.reactions(seat)
    if reactions is not None:
        return reactions
    view = match.state.view(seat)
    legal = (action for action in match.state.legal_actions(seat) if not action.is_pass)
    return [(Pick(match.game.describe(action, view)), action) for action in legal]
