"""The terminal of a headless table: typed commands and their completion.

All commands that are possible now are known; typed words are beginnings of a command's words, in English or in the
language of the program. Nothing is done if they fit two commands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from grenade_salad.core import Action
from grenade_salad.text import Message, Reader, Words, m, say
from grenade_salad.web import terminal_seat
from grenade_salad.web.headless_table import HeadlessTable

QUIET_SECONDS = 2.0
"""Seconds without a change before a plain terminal prints who is here."""


@dataclass(frozen=True)
class TypedCommand:
    """A command that can be typed now."""

    key: tuple[str, int]
    """The kind of command, and the seat, request or question that it is about.

    That is 0 for none. Commands of one key do the same.
    """
    words: Message
    """The words to type."""
    execute: Callable[[], None]

    @property
    def spellings(self) -> tuple[str, ...]:
        """Spellings in the language of the program, and in English."""
        return say(self.words), say(self.words, Reader(language="en"))


class Terminal:
    """Commands to a table from its own computer, with the rights of the host's phone."""

    def __init__(self, table: HeadlessTable) -> None:
        self.table = table
        self._reported: tuple[str, ...] = ()
        """The lines about the seats that a plain terminal has printed last."""
        self._latest: tuple[str, ...] = ()
        self._quiet_seconds = 0.0
        """Seconds for which `_latest` has not changed."""
        self._announced_sleeper: int | None = None
        """The seat whose sleeping phone was announced last."""
        self._prompted_at: tuple[int, int] | None = None
        """The question of the session for which the person at the terminal was prompted last."""

    def list_commands(self) -> Iterator[TypedCommand]:
        """Yield all commands that can be typed now."""
        table, hosting = self.table, self.table.hosting
        orders = table.orders()
        if "begin" in orders:
            # Translators: typed in a terminal, as an order: short, without capitals
            yield TypedCommand(("begin", 0), m("begin", context="typed"), table.begin)
        if "pause" in orders:
            # Translators: typed in a terminal, as an order
            yield TypedCommand(("pause", 0), m("pause", context="typed"), partial(table.carry_out, "pause"))
        if "go on" in orders:
            # Translators: typed in a terminal, as an order: the match goes on
            yield TypedCommand(("go on", 0), m("go on", context="typed"), partial(table.carry_out, "go on"))
        for start in table.starts if table.can_begin() else ():
            # Translators: typed in a terminal, as an order: {name} is a box of a game, and lies on the table then
            yield TypedCommand(
                ("box " + start, 0), m("box {name}", context="typed", name=start), partial(table.choose_start, start)
            )
        for request in list(hosting.requests.values()):
            for name in dict.fromkeys((request.name, request.code, table.names[request.seat])):
                if name:
                    # Translators: typed in a terminal, as an order: let a phone have its seat
                    yield TypedCommand(
                        ("let in", request.id),
                        m("let in {name}", context="typed", name=name),
                        partial(hosting.admit, request),
                    )
        for question in hosting.approvals.waiting[:1]:
            allow = partial(hosting.answer_question, question.id, is_allowed=True)
            # Translators: typed in a terminal, as an answer: what a phone asks for is done
            yield TypedCommand(("yes", question.id), m("yes", context="typed"), allow)
            deny = partial(hosting.answer_question, question.id, is_allowed=False)
            # Translators: typed in a terminal, as an answer: what a phone asks for is not done
            yield TypedCommand(("no", question.id), m("no", context="typed"), deny)
        yield from self._list_player_commands()
        for seat, name in enumerate(table.names if table.free_controller.kind == "bot" else ()):
            for called in (str(seat + 1), name):
                # Translators: typed in a terminal, as an order: a machine plays in that seat; {seat} is its number or
                # its player's name
                words = m("machine {seat}", context="typed", seat=called)
                yield TypedCommand(("machine", seat), words, partial(self._give_to_machine, seat))
        # Translators: typed in a terminal, as an order: who is here?
        yield TypedCommand(("who", 0), m("who", context="typed"), self._print_seats)
        # Translators: typed in a terminal, as an order
        yield TypedCommand(("help", 0), m("help", context="typed"), self._print_help)
        # Translators: typed in a terminal, as an order: save the match and stop
        yield TypedCommand(("end", 0), m("end", context="typed"), self._close_table)

    def _list_player_commands(self) -> Iterator[TypedCommand]:
        """Yield the commands of a person who would like to play at the terminal, or does."""
        table = self.table
        if table.terminal_seat is None:
            for seat, (name, controller) in enumerate(table.table_seats()):
                for called in (
                    (str(seat + 1), name)
                    if controller.kind in ("bot", "nobody") and seat not in table.hosting.stand_ins
                    else ()
                ):
                    # Translators: typed in a terminal, as an order: I play in that seat, at this terminal
                    words = m("sit {seat}", context="typed", seat=called)
                    yield TypedCommand(("sit", seat), words, partial(table.sit_down, seat))
            return
        # Translators: typed in a terminal, as an order: show me my cards
        yield TypedCommand(
            ("hand", 0), m("hand", context="typed"), lambda: self._print_lines(terminal_seat.hand_lines(table))
        )
        # Translators: typed in a terminal, as an order: what lies on the table?
        yield TypedCommand(
            ("table", 0), m("table", context="typed"), lambda: self._print_lines(terminal_seat.table_lines(table))
        )
        # Translators: typed in a terminal, as an order: the position as one line of text
        yield TypedCommand(
            ("position", 0),
            m("position", context="typed"),
            lambda: self._print_lines(terminal_seat.position_lines(table)),
        )
        # Translators: typed in a terminal, as an order: a machine plays on for me
        yield TypedCommand(("stand up", 0), m("stand up", context="typed"), table.stand_up)

    def complete(self, typed: str) -> list[str]:
        """Return whole lines that the typed words can become: commands and actions."""
        orders = [line.spellings[0] for line in self.match_commands(typed)]
        return list(dict.fromkeys([*terminal_seat.list_completions(self.table, typed), *orders]))

    def match_commands(self, typed: str) -> list[TypedCommand]:
        """Return the commands that the typed words may mean.

        Each typed word is the beginning of a word of the command, in order. A command that is typed in full means only
        itself.
        """
        words = typed.casefold().split()
        fitting = [
            line for line in self.list_commands() if any(_matches(words, candidate) for candidate in line.spellings)
        ]
        exact = [line for line in fitting if any(spelling.casefold().split() == words for spelling in line.spellings)]
        return exact or fitting

    def execute_line(self, typed: str) -> None:
        """Execute a typed line. Raises JournalError if an action could not be saved.

        An action of the person at the terminal takes precedence over a command; a slash before the line makes it a
        command. While a person plays there, only a slash ends the evening, since they type "end" at the end of a turn.
        """
        if not typed.strip():
            if "begin" in self.table.orders():
                self.table.begin()
            return
        action_or_reason = terminal_seat.parse_line(self.table, typed)
        if isinstance(action_or_reason, Action) or (action_or_reason is not None and not self.match_commands(typed)):
            session = self.table.session
            assert session is not None
            if reason := session.act(action_or_reason) if isinstance(action_or_reason, Action) else action_or_reason:
                self.table.tell(say(reason.message(), Reader(self.table.names), begin=True))
            return
        commands = self.match_commands(typed.strip().removeprefix("/"))
        if (
            self.table.terminal_seat is not None
            and not typed.strip().startswith("/")
            and any(command.key == ("end", 0) for command in commands)
        ):
            # Translators: in a terminal, to somebody who plays there, for whom “end” is the end of a turn
            self._print(m("“/end” saves the match and stops; without the slash nothing is ended now."))
            return
        if len({line.key for line in commands}) == 1:
            commands[0].execute()
            return
        if not commands:
            self._print(self._explain_no_match(typed.strip().removeprefix("/")))
            return
        spellings = list({line.key: line.spellings[0] for line in commands}.values())
        # Translators: in a terminal, of what was typed; {lines} is a list
        self._print(m("That could be {lines:or}.", lines=spellings))

    def _explain_no_match(self, typed: str) -> Message:
        """Return the first of the words that does not fit, as a message."""
        words = typed.split()
        for end in range(len(words) - 1, 0, -1):
            if matches := self.match_commands(" ".join(words[:end])):
                spellings = list({line.key: line.spellings[0] for line in reversed(matches)}.values())[::-1]
                # Translators: in a terminal, to an order such as “sit 9”; {lines} is a list of what can be typed
                return m("“{word}” does not fit here: you can type {lines:or}.", word=words[end], lines=spellings)
        return m("Nothing here is called that. Type “help” to see what there is.")

    def advance(self, seconds: float) -> Sequence[str]:
        """Advance the time and return who is here.

        A sleeping phone that keeps all waiting is announced, and a person at the terminal is prompted.
        """
        sleeper = self.table.hosting.sleeping_seat
        if sleeper is not None and sleeper != self._announced_sleeper:
            # Translators: in a terminal; {order} is what can be typed, as in “machine 2”
            words = m(
                "{name}'s phone has been asleep for a minute: “{order}” lets a machine play until it wakes up.",
                name=self.table.names[sleeper],
                order=m("machine {seat}", context="typed", seat=str(sleeper + 1)),
            )
            self._print(words)
        self._announced_sleeper = sleeper
        self._prompt_player()
        status_lines = tuple(self.describe_seats())
        self._quiet_seconds = self._quiet_seconds + seconds if status_lines == self._latest else 0.0
        self._latest = status_lines
        return status_lines

    def _prompt_player(self) -> None:
        """Tell the person at the terminal once that they have to decide."""
        session = terminal_seat.active_session(self.table)
        moment = session.question_id if session is not None else None
        if moment is not None and moment != self._prompted_at:
            self.table.tell(terminal_seat.make_prompt(self.table))
        self._prompted_at = moment

    def has_news(self) -> bool:
        """Return True if who is here has changed since the last call and is stable."""
        if self._quiet_seconds < QUIET_SECONDS or self._latest == self._reported:
            return False
        self._reported = self._latest
        return True

    def describe_seats(self) -> list[str]:
        """Return a line for each seat, and for each phone that requests one."""
        table, hosting = self.table, self.table.hosting
        result = [
            say(
                m(
                    "{seat}  {name}: {who}",
                    context="a seat",
                    seat=seat + 1,
                    name=name,
                    who=self._describe_player(seat, controller.kind),
                )
            )
            for seat, (name, controller) in enumerate(table.table_seats())
        ]
        for request in list(hosting.requests.values()):
            seat = table.names[request.seat]
            words = m("A phone (code {code}) would like {name}'s seat.", code=request.code, name=seat)
            result.append(say(words))
        return result

    def _describe_player(self, seat: int, kind: str) -> Words:
        hosting = self.table.hosting
        if seat in hosting.stand_ins:
            return m("a machine, until the phone wakes up")
        if seat == self.table.terminal_seat:
            return m("at this terminal")
        if kind == "nobody":
            return m("nobody")
        if kind != "phone":
            return m("a machine")
        if seat not in hosting.connected:
            return m("with a phone that is not connected")
        return m("with a phone, the host") if seat == hosting.host_seat else m("with a phone")

    def _give_to_machine(self, seat: int) -> None:
        """Let a machine play for a seat from now on.

        If its phone sleeps, it plays until that is back.
        """
        hosting = self.table.hosting
        if hosting.sleeping_seat == seat:
            hosting.stand_in(seat)
        else:
            hosting.give_to_machine(seat)

    def _print_lines(self, lines: Sequence[str]) -> None:
        for words in lines:
            self.table.tell(words)

    def _print_seats(self) -> None:
        self._print_lines(self.describe_seats())

    def _print_help(self) -> None:
        # Translators: in a terminal; {lines} is a list of what can be typed
        words = m("You can type {lines:or}; the first letters are enough.", lines=self._list_spellings())
        self._print(words)

    def _list_spellings(self) -> list[str]:
        return list({line.key: line.spellings[0] for line in self.list_commands()}.values())

    def _close_table(self) -> None:
        self.table.is_open = False

    def _print(self, words: Message) -> None:
        self.table.tell(say(words))


def _matches(typed: Sequence[str], line: str) -> bool:
    """Return True if the typed words are beginnings of words of the line, in order.

    >>> _matches(["l", "zo"], "let in Zoe"), _matches(["in", "let"], "let in Zoe")
    (True, False)
    """
    words = iter(line.casefold().split())
    return bool(typed) and all(any(word.startswith(prefix) for word in words) for prefix in typed)
