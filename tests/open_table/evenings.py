"""Whole games at the open table, by rules that only the players know."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import pygame

from tests.open_table.people import People
from tests.web.phones import Phone


def play_crazy_eights(people: People) -> int:
    """Play with two at one screen and five cards each; return the winner."""
    people.sit_down("Cards")
    people.press("Deal 5")
    people.move("draw", "discard")
    turn = 0
    while True:
        seat, [top_card] = people.turn, people.top_fronts("discard")
        people.hold(pygame.K_SPACE)
        hand = people.hand()
        playable = [card for card in hand if card[:-1] in ("8", top_card[:-1]) or card[-1] == top_card[-1]]
        if turn < 4:
            people.save_picture(f"turn {turn} looks")
        if playable:
            people.play(hand.index(playable[0]), "discard")
        people.release(pygame.K_SPACE)
        if not playable:
            people.draw_to_hand("draw")
        if turn < 4:
            people.save_picture(f"turn {turn} did")
        if hand == playable[:1]:
            break
        people.end_turn()
        turn += 1
    people.finish(f"{people.player_name(seat)} won")
    return seat


class PhonePlayer:
    """A person at the open table who reads a phone's sheet and presses its buttons."""

    def __init__(self, phone: Phone) -> None:
        assert phone.seat is not None
        self.phone, self.seat = phone, phone.seat

    @property
    def hand(self) -> list[str]:
        """The names of the cards in the hand, such as "the 9 of hearts"."""
        return [card["words"].lower() for card in self.phone.sheet["hand"]]

    def top_words(self, place: str) -> str:
        """Return the words of the phone for the top card of a place."""
        (line,) = [public_line for public_line in self.phone.sheet["public"] if public_line.startswith(f"{place}:")]
        words: str = line.partition(" top ")[2]
        return words

    def press(self, *path: str, of: int | None = None, **answers: Any) -> None:
        """Press the button at `path`, for card `of` of the hand if given.

        `more` answers what the button asks for.
        """
        choices = [choice for choice in self.phone.sheet["choices"] if tuple(choice["path"]) == path]
        line = next(choice["line"] for choice in choices if of is None or choice["line"]["at"] == [of])
        self._act(line | answers)

    def apply_command(self, command: str, piece: str) -> None:
        """Use a command of a piece that was tapped on the small table."""
        tools = self.phone.sheet["tools"]
        assert command in tools["of"][piece]
        line = tools["verbs"][command]["line"]
        self._act({part: piece if value == "@" else value for part, value in line.items()})

    def _act(self, line: dict[str, Any]) -> None:
        moment_before = self.phone.sheet["moment"]
        self.phone.act(line)
        self.phone.network.until(lambda: self.phone.sheet["moment"] > moment_before, dt=0.2)


def play_crazy_eights_with_phones(people: People, connect_phone: Callable[[int], Phone]) -> int:
    """Play with two at the screen and two on phones; return the winner."""
    phones: dict[int, PhonePlayer] = {}
    people.sit_down("Cards", 4, lambda: phones.update({seat: PhonePlayer(connect_phone(seat)) for seat in (1, 3)}))
    people.press("Deal 5")
    people.move("draw", "discard")
    for turn in count():
        seat = turn % 4
        if seat in phones:
            has_won = _take_turn_on_phone(people, phones[seat])
        else:
            has_won = _take_turn_at_screen(people)
        if has_won:
            break
    people.finish(f"{people.player_name(seat)} won")
    return seat


def _take_turn_at_screen(people: People) -> bool:
    """Take a turn at the screen; True if the hand is empty after it."""
    [top_card] = people.top_fronts("discard")
    people.hold(pygame.K_SPACE)
    hand = people.hand()
    playable = [card for card in hand if card[:-1] in ("8", top_card[:-1]) or card[-1] == top_card[-1]]
    if playable:
        people.play(hand.index(playable[0]), "discard")
    people.release(pygame.K_SPACE)
    if not playable:
        people.draw_to_hand("draw")
    if hand == playable[:1]:
        return True
    people.end_turn()
    return False


def _take_turn_on_phone(people: People, player: PhonePlayer) -> bool:
    """Take a turn on a phone; True if its hand is empty after it."""
    player.phone.network.until(
        lambda: (
            f"{people.player_name(player.seat)}'s turn" in str(player.phone.sheet)
            or "your turn" in str(player.phone.sheet)
        )
    )
    hand, top_parts = player.hand, player.top_words("Discard pile").lower().split(" of ")
    playable = [
        card
        for card in hand
        if "8" in card
        or set(card.removeprefix("the ").split(" of ")) & {top_parts[0].removeprefix("the "), top_parts[1]}
    ]
    if playable:
        player.press("Play face up", of=hand.index(playable[0]), to="discard")
    else:
        player.apply_command("draw", "draw")
    if hand == playable[:1]:
        people.wait_until_idle()
        return True
    player.press("Pass the turn")
    people.wait_until_idle()
    return False


def square_center(column: int, row: int) -> tuple[float, float]:
    """Return the centre of a square in mm; a1 is at the lower left."""
    return 145.0 + 50 * column, 125.0 + 50 * row


class DraughtsPosition:
    """A position of draughts.

    Men move forward, kings both ways, and captures are mandatory.
    """

    def __init__(self) -> None:
        self.men = {(column, row): 0 for row in range(3) for column in range(8) if (column + row) % 2 == 0}
        self.men |= {(column, row): 1 for row in range(5, 8) for column in range(8) if (column + row) % 2 == 0}
        self.kings: set[tuple[int, int]] = set()

    def find_steps(self, square: tuple[int, int], captures: bool) -> list[tuple[int, int]]:
        """Return the squares that a man can move to, or capture to."""
        colour, distance = self.men[square], 2 if captures else 1
        targets = []
        for across in (-1, 1):
            for up in (-1, 1) if square in self.kings else ((1, -1)[colour],):
                to, jumped_square = (
                    (square[0] + distance * across, square[1] + distance * up),
                    (square[0] + across, square[1] + up),
                )
                if (
                    to not in self.men
                    and min(to) >= 0
                    and max(to) < 8
                    and (not captures or self.men.get(jumped_square) == 1 - colour)
                ):
                    targets.append(to)
        return targets

    def find_moves(self, colour: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """Return all moves of a colour."""
        own_squares = [square for square, owner in self.men.items() if owner == colour]
        capturing, moving = (
            [(square, to) for square in own_squares for to in self.find_steps(square, takes)] for takes in (True, False)
        )
        return capturing or moving


def play_draughts(people: People, seed: int = 3) -> int:
    """Play until a player cannot move; return the winner."""
    people.sit_down("Draughts")
    position, rng, colour = DraughtsPosition(), Random(seed), 0
    for turn in count():
        moves = position.find_moves(colour)
        if not moves:
            break
        start, to = rng.choice(moves)
        while True:
            people.carry(square_center(*start), square_center(*to))
            position.men[to] = position.men.pop(start)
            position.kings = {to if king == start else king for king in position.kings}
            has_captured = abs(to[0] - start[0]) == 2
            if has_captured:
                jumped_square = (start[0] + to[0]) // 2, (start[1] + to[1]) // 2
                people.carry(square_center(*jumped_square), f"taken {colour}")
                del position.men[jumped_square]
                position.kings.discard(jumped_square)
            if to[1] == (7, 0)[colour] and to not in position.kings:
                position.kings.add(to)
                people.click(people.table_point(*square_center(*to)))
                people.key(pygame.K_f)
                people.wait_until_idle()
                people.save_picture("a king")
                break
            if not has_captured or not (captures := position.find_steps(to, True)):
                break
            start, to = to, captures[0]
        if turn < 4 or turn % 20 == 0:
            people.save_picture(f"turn {turn}")
        people.end_turn()
        colour = 1 - colour
        assert people.turn == colour
        assert people.loose_points() == {square_center(*man) for man in position.men}
    people.finish(f"{people.player_name(1 - colour)} won")
    return 1 - colour


MATE = "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5xf7"
"""The moves of the scholar's mate."""


def play_chess_by_keys(people: People) -> int:
    """Play without a mouse, from the home scene to the end; White wins."""
    people.sit_down_by_keys("Chess")
    for index, move in enumerate(MATE.split()):
        start, to = (square_center(ord(name[0]) - ord("a"), int(name[1]) - 1) for name in (move[:2], move[-2:]))
        if "x" in move:
            people.carry_by_keys(to, f"taken {people.turn}")
        people.carry_by_keys(start, to)
        people.save_picture(f"move {index} {move}")
        assert people.top_piece_at(to) is not None
        assert people.top_piece_at(start) is None
        if index < 6:
            people.end_turn()
            assert people.turn == (index + 1) % 2
    people.finish_by_keys("Ann won")
    return 0


class DominoLine:
    """One end of a line of dominoes.

    At the edge of the table it turns back, a row farther from the middle.
    """

    def __init__(self, x: float, direction: int) -> None:
        self.x, self.y, self.direction = x, 210.0, direction
        self.row_direction = direction

    def next_place(self, length: float) -> tuple[tuple[float, float], int]:
        """Return the centre in mm of the next domino, and the line's direction."""
        if not 25 < self.x + self.direction * length < 615:
            self.y, self.direction = self.y - 60 * self.row_direction, -self.direction
        middle, self.x = self.x + self.direction * length / 2, self.x + self.direction * (length + 1)
        return (middle, self.y), self.direction


def play_dominoes(people: People) -> int:
    """Play with seven dominoes each until one player is out or both pass.

    Return the seat that played last.
    """
    people.sit_down("Dominoes")
    people.press("Deal 7")
    ends: list[int] = []
    lines = DominoLine(320.0, -1), DominoLine(320.0, 1)
    passed, turn = 0, 0
    while True:
        seat = people.turn
        people.hold(pygame.K_SPACE)
        hand = people.hand()
        fitting = _find_fitting(hand, ends)
        if turn < 6:
            people.save_picture(f"turn {turn} looks")
        if fitting is not None:
            place, side, pips = fitting
            is_first_number = not ends or pips[0] == ends[side]
            ends = ends or [pips[1], pips[0]]
            spot, direction = lines[side].next_place(25 if pips[0] == pips[1] else 50)
            # Upright the first number is on top; after a quarter turn to the left it is at the left.
            quarters = 0 if pips[0] == pips[1] else 1 if (direction > 0) == is_first_number else 3
            people.play(place, spot, turned=2 * quarters)
            ends[side] = pips[1] if is_first_number else pips[0]
        people.release(pygame.K_SPACE)
        if turn < 6:
            people.save_picture(f"turn {turn} did")
        if fitting is None and people.count("boneyard"):
            people.draw_to_hand("boneyard")
            continue
        passed = 0 if fitting is not None else passed + 1
        if len(hand) == 1 and fitting is not None:
            break
        if passed == 2:
            break
        people.end_turn()
        turn += 1
    people.save_picture("the line")
    people.finish(f"{people.player_name(seat)} won")
    return seat


def _find_fitting(hand: list[str], ends: list[int]) -> tuple[int, int, tuple[int, int]] | None:
    """Return the first domino that fits an end: its place, the end and its pips."""
    for place, front in enumerate(hand):
        left, right = (int(pip) for pip in front.split("-"))
        for side in (0, 1):
            if not ends or ends[side] in (left, right):
                return place, side, (left, right)
    return None


def play_crokinole(people: People, shots: int = 4) -> int:
    """Play `shots` discs each and count the points by rings; return the winner.

    A disc is shot at the rival's discs, else at the hole.
    """
    people.sit_down("Crokinole")
    rings = ((102.0, 15), (203.0, 10), (305.0, 5))
    twenties = [0, 0]
    for shot in range(2 * shots):
        shooter = people.turn
        colour = ("white", "black")[shooter]
        # Each player shoots from the side of their discs, across the hole.
        start = (440.0, 97.6) if shooter == 0 else (360.0, 702.4)
        people.move(f"{colour} discs", start)
        disc = people.top_piece_at(start)
        assert disc is not None, "it lies on the outer line"
        targets = [
            disc_on_board
            for disc_on_board in people.find_by_front(f"a {('black', 'white')[shooter]} disc", None)
            if disc_on_board.position != disc.position
        ]
        target = targets[0].position if targets else (400.0, 400.0)
        people.save_picture(f"shot {shot} put")
        people.shoot(disc, target, 0.55)
        people.save_picture(f"shot {shot} done")
        for piece in people.find_pieces(lambda piece: piece.holder == "hole"):
            twenties[("a white disc", "a black disc").index(people.front(piece))] += 1
            people.move(piece, "counted")
        people.end_turn()
    points = [20 * count for count in twenties]
    for seat, colour in enumerate(("white", "black")):
        for piece in people.find_by_front(f"a {colour} disc", None):
            distance = ((piece.position[0] - 400) ** 2 + (piece.position[1] - 400) ** 2) ** 0.5 + 16
            points[seat] += next((value for radius, value in rings if distance < radius), 0)
    for seat, seat_points in enumerate(points):
        people.key(pygame.K_1 + seat)
        for _ in range(seat_points // 5):
            people.press(f"{people.player_name(people.turn)}'s points: one more")
    people.save_picture("counted")
    winner = points.index(max(points))
    people.finish(f"{people.player_name(winner)} won" if points[0] != points[1] else "Just clear")
    return winner


def play_salad_by_hand(people: People) -> int:
    """Play Grenade Salad without its rules: drops, cards, hits, a tile as a measure.

    Nobody wins; return seat 0.
    """
    people.sit_down("Grenade Salad by hand")
    people.press("Deal 5")
    spots = [(270.0 + 60 * index, 180.0 + 40 * (index % 3)) for index in range(6)]
    for index, (x, y) in enumerate(spots):
        colour = ("red", "blue")[index % 2]
        soldier = people.find_pieces(lambda piece, reserve=f"{colour} reserve": piece.holder == reserve)[0]  # type: ignore[misc]
        people.move(soldier, (x, y))
        people.end_turn()
    people.save_picture("set up")
    for turn in range(4):
        seat = people.turn
        rival_colour = ("blue", "red")[seat]
        people.hold(pygame.K_SPACE)
        hand = people.hand()
        people.save_picture(f"turn {turn} looks")
        people.play(0, "discard")
        people.release(pygame.K_SPACE)
        assert people.count(f"hand {seat}") == len(hand) - 1 if people.scene.desk.find_area(f"hand {seat}") else True
        enemies = people.find_by_front(f"a {rival_colour} soldier", None)
        tile = people.find_by_front("a tile", None)[-1]
        people.move(tile, enemies[0].position)
        people.save_picture(f"turn {turn} measured")
        people.move(people.find_by_front("a tile", None)[-1], (830.0, 300.0))
        people.move(people.find_by_front(f"a {rival_colour} soldier", None)[0], f"taken {seat}")
        people.draw_to_hand("draw")
        people.end_turn()
    people.save_picture("taken")
    people.finish("Just clear")
    return 0
