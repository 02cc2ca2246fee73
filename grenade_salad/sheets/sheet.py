"""Parts of a sheet that all games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from grenade_salad.artwork.court_cards import rank_label
from grenade_salad.core import Action, Json, Reason, Setup, View
from grenade_salad.match.words import winners_message
from grenade_salad.sheets.animations import Animator, Filmed
from grenade_salad.text import Message, Reader, Words, m, say

if TYPE_CHECKING:
    from grenade_salad.boxes.opened_boxes import OpenedBoxes

Part: TypeAlias = Literal["hand", "do", "table"]
"""Parts of the page: the cards, the buttons, the table."""
Order: TypeAlias = Literal["begin", "pause", "go on", "admit", "reject", "machine", "screen", "allow", "deny"]
"""Commands of the phone that is also the host."""
# Translators: a button: do nothing
PASS_LABEL = m("Pass")
# Translators: on the page of a phone, a button: which card is chosen then
PLAY_A_CARD = m("Play a card…")
# Translators: on the page of a phone, a button: play a card in answer to somebody else's
REACT = m("React…")
_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of a seat: nested buttons that lead to it, and its action."""

    path: tuple[Words, ...]
    """The labels of the buttons, the outermost first."""
    action: Action
    needs: tuple[str, ...] = ()
    """The parts of the line that the page asks for.

    `to` and `at` are points in mm, `angle` radians, `height` mm.
    """
    keys: tuple[str, ...] = ("do",)
    """The part of the line that each button decides."""
    words: Words = ""
    """Describes the whole action, for a hint and where a button combines several.

    Without it the last button does.
    """
    cards: tuple[str, ...] = ()
    """Codes of the cards of the seat's hand that it plays.

    A choice that plays cards is reached through the cover button (see `Sheet.cover_label`) and those cards; any other
    is visible at once.
    """
    more: tuple[Action, ...] = ()
    """The actions that follow."""

    def encode(self, reader: Reader) -> Json:
        """Return the choice as it is sent, in the reader's language."""
        path: list[Json] = [say(part, reader, begin=not index) for index, part in enumerate(self.path)]
        line: dict[str, Json] = dict(self.action.to_line())
        words = say(self.words or self.path[-1], reader, begin=True)
        details: dict[str, Json] = {"needs": list(self.needs), "keys": list(self.keys), "cards": list(self.cards)}
        more: list[Json] = [dict(action.to_line()) for action in self.more]
        if more:
            details["more"] = more
        return {"path": path, "words": words, "line": line, **details, "passes": self.action.is_pass}


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the seat's hand."""

    words: Words
    short: Words
    """The words on a small card."""
    note: Words = ""
    """A remark about it, such as its effect."""
    red: bool = False
    code: str = ""
    """Listed in `Choice.cards` of the choices that play it."""
    art: str = ""
    """The name of its picture in the cards folder; "" if it has none."""
    look: Json = None
    """The drawing of a card without such a picture, in the format of `Sheet.picture`."""

    def encode(self, reader: Reader) -> Json:
        """Return the card as it is sent, in the reader's language."""
        texts: dict[str, Json] = {"words": say(self.words, reader), "short": say(self.short, reader)}
        drawing: dict[str, Json] = {"look": self.look} if self.look is not None else {}
        return {**texts, "note": say(self.note, reader), "red": self.red, "code": self.code, "art": self.art, **drawing}


@dataclass(frozen=True)
class SheetWriter:
    """The functions of a game that write sheets, previews and pictures for phones."""

    write: Callable[[View, Sequence[Action], Reader], Sheet]
    """Returns the sheet of the view's seat, in the reader's language.

    It is called after every step, for every phone. The seat of the view may be None, for a spectator, and the actions
    are empty for a seat that may not act now. Nothing else is sent to the phone.
    """
    preview: Callable[[View, Action, Callable[[Action], Reason | None], Reader], ActionPreview | None] | None = None
    """Describes an action to the seat before it decides.

    It gets the view, the action, the state's `why_not` and the reader. Without it, or if it returns None, the seat is
    only told if the action is legal.
    """
    rules: Mapping[str, str] = field(default_factory=dict)
    """The rule id for each kind of action, its `do`."""
    tip_parts: Mapping[str, Part] = field(default_factory=dict)
    """The part of the page for tips about spots of the game's lesson.

    Other tips are at the table.
    """
    animate: Animator | None = None
    """Returns the animations on the television page: see `sheets.animations`.

    Without it pictures change at once.
    """
    animate_film: Filmed | None = None
    """Adds the paths of a chance step to the animations."""
    files: Callable[[View], Mapping[str, bytes]] | None = None
    """Returns pictures that the sheets name besides those of the program.

    The keys are their paths below /box/. Everybody on the network may see them.
    """
    named_setups: Callable[[], Mapping[str, Callable[[], Setup]]] | None = None
    """Returns setups to choose by name where there is no window, the default first."""
    tile_width: Callable[[View], float] | None = None
    """Returns the width in mm of the tile in which players are told lengths.

    Without it they are told in millimetres.
    """
    with_boxes: Callable[[OpenedBoxes], SheetWriter] | None = None
    """Returns a writer that also has the pictures of opened boxes.

    Without it, there are only those of bundled boxes.
    """


@dataclass(frozen=True, slots=True)
class ActionPreview:
    """A preview of an action before the seat decides."""

    is_legal: bool
    """True if the action is legal, perhaps at `place` only; pages read it as "ok"."""
    words: Words = ""
    """Says what the action would do, or why it is not legal."""
    victims: tuple[int, ...] = ()
    """Ids of the pieces that would be removed, for the picture."""
    line: tuple[float, float, float, float, int] | None = None
    """A line of attack, for the picture.

    X and y of its start and its end, in mm, and 1 if it is free.
    """
    place: tuple[float, float] | None = None
    """The nearest legal point, in mm, if a point is aimed at."""
    why: Words = ""
    """Says why the action is illegal exactly as given, if `place` is another point.

    It is for the refusal of a decision, and not sent with the preview.
    """

    def encode(self, reader: Reader) -> dict[str, Json]:
        """Return the preview as it is sent, in the reader's language."""
        line: list[Json] | None = None if self.line is None else [*self.line]
        text = say(self.words, reader, begin=True)
        place: list[Json] | None = None if self.place is None else [*self.place]
        return {"ok": self.is_legal, "words": text, "victims": list[Json](self.victims), "line": line, "place": place}


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that a game says to one seat, from its view and legal actions only."""

    status: Words
    """Says whose turn it is and what is decided now, or why the match is over."""
    public: tuple[Words, ...]
    """Lines about the table, for all to read."""
    facts: tuple[Words, ...]
    """A line about each seat, beside its name."""
    question: Words = ""
    """The question of a reaction window; "" if there is none."""
    hand: tuple[Card, ...] = ()
    hand_title: Words = ""
    choices: tuple[Choice, ...] = ()
    pass_words: Words = PASS_LABEL
    """The label of the button that passes in a reaction window."""
    spoken: tuple[Words, ...] = ()
    """Describes the picture for people who cannot see it."""
    picture: Json = None
    """The table for the page to draw.

    It has a `kind` that the page knows: a `field` of pieces, a `ring` of cards, `piles`, or an `open` table.
    """
    notebook: Json = None
    """A table of what is certain about the cards of others.

    The page lets the player add marks.
    """
    rule: str = ""
    """The id of the rule that matters now."""
    cover_label: Words | None = None
    """The label of the button that covers choices with cards.

    The buttons do not reveal the hand to a spectator: it is there whatever is in the hand. With None it is "React…"
    while there is a question, else "Play a card…", and there is none without a hand; with "" all choices are open.
    """
    acting: tuple[int, ...] | None = None
    """The seats whose turn it is, if they are not those that may act."""
    tools: Json = None
    """The things that the seat can do with the pieces in the picture.

    It is for the part of the page that draws this `kind`, and is sent to the seat only, while it may act.
    """
    differences: tuple[tuple[Words, tuple[Words, ...]], ...] = ()
    """Headings and lines about how a game differs from its original.

    They are beside the rules, for all to read.
    """

    @property
    def current_cover_label(self) -> Words:
        """Label of the button that covers choices with cards now; "" if there is none."""
        if self.cover_label is not None:
            return self.cover_label
        if self.question:
            return REACT
        return PLAY_A_CARD if self.hand else ""


_OVER = m("The game is over")


def describe_end(view: View, why: Words = _OVER) -> Message:
    """Return why the match is over, and who won."""
    # Translators: why the game is over, and who won
    return m("{why}. {won}.", why=why, won=winners_message((view.ranking or ((),))[0]))


def playing_card(card: str, words: Words, note: Words = "") -> Card:
    """Return a playing card, with its code as in records.

    >>> say(playing_card("10H", "the 10 of hearts").short)
    '10♥'
    """
    return Card(words, short_name(card), note, card[-1] in "DH", card, card_art(card))


def card_art(card: str | None) -> str:
    """Return the picture of a playing card in the cards folder; None is face down."""
    return f"playing/{card or 'back'}"


def short_name(card: str) -> Message:
    """Return number and suit of a playing card."""
    return m("{rank}{suit}", context="a playing card", rank=rank_label(card), suit=_SUITS[card[-1]])
