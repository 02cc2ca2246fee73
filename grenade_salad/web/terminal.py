"""The terminal of a table for phones alone: what can be typed now, what it is completed to, and what it does.

Every line that would be carried out now is known; what is typed is the beginning of one, word by word, in English or
in the language of the program. Nothing is done that fits two of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from grenade_salad.core import Action
from grenade_salad.text import Message, Reader, Words, m, say
from grenade_salad.web import terminal_seat
from grenade_salad.web.headless_table import TableAlone
from grenade_salad.web.protocol import Wish

QUIET = 2.0
"""Seconds that nobody came or went before a plain terminal is told who is here."""


@dataclass(frozen=True)
class Line:
    """A line that can be typed now; those of one `key` do the same."""

    key: tuple[str, int]
    words: Message
    do: Callable[[], None]

    @property
    def spellings(self) -> tuple[str, ...]:
        """In the language of the program, and in English."""
        return say(self.words), say(self.words, Reader(language="en"))


class Terminal:
    """Orders to a table from the computer that it is at. It may do what the phone that is the host may."""

    def __init__(self, table: TableAlone) -> None:
        self.table = table
        self._told: tuple[str, ...] = ()
        self._seen: tuple[str, ...] = ()
        self._still = 0.0
        self._asleep: int | None = None
        self._summoned: tuple[int, int] | None = None

    def lines(self) -> Iterator[Line]:
        """Everything that can be typed now."""
        table, hosting = self.table, self.table.hosting
        orders = table.orders()
        if "begin" in orders:
            # Translators: typed in a terminal, as an order: short, without capitals
            yield Line(("begin", 0), m("begin", context="typed"), table.begin)
        if "pause" in orders:
            # Translators: typed in a terminal, as an order
            yield Line(("pause", 0), m("pause", context="typed"), lambda: table.obey("pause"))
        if "go on" in orders:
            # Translators: typed in a terminal, as an order: the match goes on
            yield Line(("go on", 0), m("go on", context="typed"), lambda: table.obey("go on"))
        for start in table.starts if table.may_begin() else ():
            # Translators: typed in a terminal, as an order: {name} is a box of a game, and lies on the table then
            yield Line(("box " + start, 0), m("box {name}", context="typed", name=start), partial(table.choose, start))
        for wish in list(hosting.wishes.values()):
            for name in dict.fromkeys((wish.name, wish.code, table.names[wish.seat])):
                if name:
                    # Translators: typed in a terminal, as an order: let a phone have its seat
                    yield Line(("let in", wish.id), m("let in {name}", context="typed", name=name), self._let_in(wish))
        for asked in hosting.asked.waiting[:1]:
            # Translators: typed in a terminal, as an answer: what a phone asks for is done
            yield Line(("yes", asked.number), m("yes", context="typed"), self._answer(asked.number, True))
            # Translators: typed in a terminal, as an answer: what a phone asks for is not done
            yield Line(("no", asked.number), m("no", context="typed"), self._answer(asked.number, False))
        yield from self._own_lines()
        for seat, name in enumerate(table.names if table.free.kind == "bot" else ()):
            for called in (str(seat + 1), name):
                # Translators: typed in a terminal, as an order: a machine plays in that seat; {seat} is its number or
                # its player's name
                words = m("machine {seat}", context="typed", seat=called)
                yield Line(("machine", seat), words, self._machine(seat))
        # Translators: typed in a terminal, as an order: who is here?
        yield Line(("who", 0), m("who", context="typed"), self._tell_who)
        # Translators: typed in a terminal, as an order
        yield Line(("help", 0), m("help", context="typed"), self._tell_help)
        # Translators: typed in a terminal, as an order: save the match and stop
        yield Line(("end", 0), m("end", context="typed"), self._end)

    def _own_lines(self) -> Iterator[Line]:
        """What somebody can type who would like to play at the terminal, or does."""
        table = self.table
        if table.typist is None:
            for seat, (name, one) in enumerate(table.table_seats()):
                for called in (
                    (str(seat + 1), name)
                    if one.kind in ("bot", "nobody") and seat not in table.hosting.stand_ins
                    else ()
                ):
                    # Translators: typed in a terminal, as an order: I play in that seat, at this terminal
                    words = m("sit {seat}", context="typed", seat=called)
                    yield Line(("sit", seat), words, self._sit(seat))
            return
        # Translators: typed in a terminal, as an order: show me my cards
        yield Line(("hand", 0), m("hand", context="typed"), lambda: self._tell_all(terminal_seat.hand(table)))
        # Translators: typed in a terminal, as an order: what lies on the table?
        yield Line(("table", 0), m("table", context="typed"), lambda: self._tell_all(terminal_seat.table_lines(table)))
        # Translators: typed in a terminal, as an order: the position as one line of text
        yield Line(
            ("position", 0), m("position", context="typed"), lambda: self._tell_all(terminal_seat.position(table))
        )
        # Translators: typed in a terminal, as an order: a machine plays on for me
        yield Line(("stand up", 0), m("stand up", context="typed"), table.stand_up)

    def tab(self, typed: str) -> list[str]:
        """Whole lines that the typed words can become: orders, and moves of whoever plays at the terminal."""
        orders = [line.spellings[0] for line in self.completed(typed)]
        return list(dict.fromkeys([*terminal_seat.completions(self.table, typed), *orders]))

    def completed(self, typed: str) -> list[Line]:
        """What the typed words may mean: each is the beginning of a word of the line, in their order.

        A line that is typed in full means itself.
        """
        words = typed.casefold().split()
        fitting = [line for line in self.lines() if any(_fits(words, one) for one in line.spellings)]
        whole = [line for line in fitting if any(one.casefold().split() == words for one in line.spellings)]
        return whole or fitting

    def hear(self, typed: str) -> None:
        """Somebody pressed Enter. Raises JournalError: a line could not be written down.

        A move of whoever is asked at the terminal goes before an order; with a slash before it, it is an order. While
        somebody plays there, nothing but a slash ends the evening: "end" is what one types at the end of a turn.
        """
        if not typed.strip():
            if self.table.may_begin():
                self.table.begin()
            return
        meant = terminal_seat.meant(self.table, typed)
        if isinstance(meant, Action) or (meant is not None and not self.completed(typed)):
            session = self.table.session
            assert session is not None
            if reason := session.act(meant) if isinstance(meant, Action) else meant:
                self.table.tell(say(reason.message(), Reader(self.table.names), begin=True))
            return
        found = self.completed(typed.strip().removeprefix("/"))
        if self.table.typist is not None and not typed.strip().startswith("/") and any(_ends(one) for one in found):
            # Translators: in a terminal, to somebody who plays there, for whom “end” is the end of a turn
            self._say(m("“/end” saves the match and stops; without the slash nothing is ended now."))
            return
        if len({line.key for line in found}) == 1:
            found[0].do()
            return
        if not found:
            self._say(self._why_nothing(typed.strip().removeprefix("/")))
            return
        several = list({line.key: line.spellings[0] for line in found}.values())
        # Translators: in a terminal, of what was typed; {lines} is a list
        self._say(m("That could be {lines:or}.", lines=several))

    def _why_nothing(self, typed: str) -> Message:
        """Return what is wrong with words that are no beginning of any line: the first of them that does not fit."""
        words = typed.split()
        for end in range(len(words) - 1, 0, -1):
            if lines := self.completed(" ".join(words[:end])):
                spellings = list({line.key: line.spellings[0] for line in reversed(lines)}.values())[::-1]
                # Translators: in a terminal, to an order such as “sit 9”; {lines} is a list of what can be typed
                return m("“{word}” does not fit here: you can type {lines:or}.", word=words[end], lines=spellings)
        return m("Nothing here is called that. Type “help” to see what there is.")

    def advance(self, seconds: float) -> Sequence[str]:
        """Time passes: who is here, told once things are still; a question when somebody's phone keeps all waiting."""
        sleeper = self.table.hosting.sleeper
        if sleeper is not None and sleeper != self._asleep:
            # Translators: in a terminal; {order} is what can be typed, as in “machine 2”
            words = m(
                "{name}'s phone has been asleep for a minute: “{order}” lets a machine play until it wakes up.",
                name=self.table.names[sleeper],
                order=m("machine {seat}", context="typed", seat=str(sleeper + 1)),
            )
            self._say(words)
        self._asleep = sleeper
        self._summon()
        now = tuple(self.who())
        self._still = self._still + seconds if now == self._seen else 0.0
        self._seen = now
        return now

    def _summon(self) -> None:
        """Whoever plays at the terminal is told once that something is to be decided."""
        session = terminal_seat.asked(self.table)
        moment = session.number if session is not None else None
        if moment is not None and moment != self._summoned:
            self.table.tell(terminal_seat.summons(self.table))
        self._summoned = moment

    def news(self) -> bool:
        """Whether who is here has changed since this was asked, and has stayed so for a moment."""
        if self._still < QUIET or self._seen == self._told:
            return False
        self._told = self._seen
        return True

    def who(self) -> list[str]:
        """A line for each seat, and for each phone that would like one."""
        table, hosting = self.table, self.table.hosting
        found = [
            say(m("{seat}  {name}: {who}", context="a seat", seat=seat + 1, name=name, who=self._sits(seat, one.kind)))
            for seat, (name, one) in enumerate(table.table_seats())
        ]
        for wish in list(hosting.wishes.values()):
            seat = table.names[wish.seat]
            words = m("A phone (code {code}) would like {name}'s seat.", code=wish.code, name=seat)
            found.append(say(words))
        return found

    def _sits(self, seat: int, kind: str) -> Words:
        hosting = self.table.hosting
        if seat in hosting.stand_ins:
            return m("a machine, until the phone wakes up")
        if seat == self.table.typist:
            return m("at this terminal")
        if kind == "nobody":
            return m("nobody")
        if kind != "phone":
            return m("a machine")
        if seat not in hosting.here:
            return m("with a phone that is not connected")
        return m("with a phone, the host") if seat == hosting.chair else m("with a phone")

    def _let_in(self, wish: Wish) -> Callable[[], None]:
        return lambda: self.table.hosting.admit(wish)

    def _answer(self, number: int, yes: bool) -> Callable[[], None]:
        return lambda: self.table.hosting.decide(number, yes)

    def _machine(self, seat: int) -> Callable[[], None]:
        hosting = self.table.hosting
        return lambda: hosting.stand_in(seat) if hosting.sleeper == seat else hosting.give_to_machine(seat)

    def _sit(self, seat: int) -> Callable[[], None]:
        return lambda: self.table.sit(seat)

    def _tell_all(self, lines: Sequence[str]) -> None:
        for words in lines:
            self.table.tell(words)

    def _tell_who(self) -> None:
        self._tell_all(self.who())

    def _tell_help(self) -> None:
        # Translators: in a terminal; {lines} is a list of what can be typed
        words = m("You can type {lines:or}; the first letters are enough.", lines=self._orders())
        self._say(words)

    def _orders(self) -> list[str]:
        return list({line.key: line.spellings[0] for line in self.lines()}.values())

    def _end(self) -> None:
        self.table.open = False

    def _say(self, words: Message) -> None:
        self.table.tell(say(words))


def _ends(line: Line) -> bool:
    return line.key[0] == "end"


def _fits(typed: Sequence[str], line: str) -> bool:
    """Whether the typed words are beginnings of words of the line, in their order.

    >>> _fits(["l", "zo"], "let in Zoe"), _fits(["in", "let"], "let in Zoe")
    (True, False)
    """
    words = iter(line.casefold().split())
    return bool(typed) and all(any(word.startswith(one) for word in words) for one in typed)
