"""The terminal of a table for phones alone: what can be typed now, what it is completed to, and what it does.

Every line that would be carried out now is known; what is typed is the beginning of one, word by word, in English or
in the language of the program. Nothing is done that fits two of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from grenade_salad.phone.protocol import Wish
from grenade_salad.phone.table_alone import TableAlone
from grenade_salad.text import Message, Reader, Words, m, say

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
        for wish in list(hosting.wishes.values()):
            for name in dict.fromkeys((wish.name, wish.code, table.names[wish.seat])):
                if name:
                    # Translators: typed in a terminal, as an order: let a phone have its seat
                    yield Line(("let in", wish.id), m("let in {name}", context="typed", name=name), self._let_in(wish))
        for seat, name in enumerate(table.names):
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

    def completed(self, typed: str) -> list[Line]:
        """What the typed words may mean: each is the beginning of a word of the line, in their order.

        A line that is typed in full means itself.
        """
        words = typed.casefold().split()
        fitting = [line for line in self.lines() if any(_fits(words, one) for one in line.spellings)]
        whole = [line for line in fitting if any(one.casefold().split() == words for one in line.spellings)]
        return whole or fitting

    def hear(self, typed: str) -> None:
        """Somebody pressed Enter. Raises JournalError: a line could not be written down."""
        if not typed.strip():
            if self.table.may_begin():
                self.table.begin()
            return
        found = self.completed(typed)
        if len({line.key for line in found}) == 1:
            found[0].do()
            return
        if not found:
            self._say(m("Nothing here is called that. Type “help” to see what there is."))
            return
        several = list({line.key: line.spellings[0] for line in found}.values())
        # Translators: in a terminal, of what was typed; {lines} is a list
        self._say(m("That could be {lines:or}.", lines=several))

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
        now = tuple(self.who())
        self._still = self._still + seconds if now == self._seen else 0.0
        self._seen = now
        return now

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
        if kind != "phone":
            return m("a machine")
        if seat not in hosting.here:
            return m("with a phone that is not connected")
        return m("with a phone, the host") if seat == hosting.chair else m("with a phone")

    def _let_in(self, wish: Wish) -> Callable[[], None]:
        return lambda: self.table.hosting.admit(wish)

    def _machine(self, seat: int) -> Callable[[], None]:
        hosting = self.table.hosting
        return lambda: hosting.stand_in(seat) if hosting.sleeper == seat else hosting.give_to_machine(seat)

    def _tell_who(self) -> None:
        for words in self.who():
            self.table.tell(words)

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


def _fits(typed: Sequence[str], line: str) -> bool:
    """Whether the typed words are beginnings of words of the line, in their order.

    >>> _fits(["l", "zo"], "let in Zoe"), _fits(["in", "let"], "let in Zoe")
    (True, False)
    """
    words = iter(line.casefold().split())
    return bool(typed) and all(any(word.startswith(one) for word in words) for one in typed)
