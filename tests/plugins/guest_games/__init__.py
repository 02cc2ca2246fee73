"""Two small games for Grenade Salad.

Quick to import: the games' own modules are loaded when they are played.
"""

from pathlib import Path

from grenade_salad.core.registry import Plugin

NIM = Plugin(
    contract=2,
    title="Nim",
    tagline="Take from one heap. Whoever takes the last one wins.",
    min_seats=2,
    max_seats=4,
    rules="guest_games.nim:GAME",
    rules_page=Path(__file__).parent / "nim.md",
    players="guest_games.nim_players:PLAYERS",
    lesson="guest_games.nim_lesson:LESSON",
)

HIGH_CARD = Plugin(
    contract=2,
    title="High Card",
    tagline="Play one card each. The highest takes the point.",
    min_seats=2,
    max_seats=4,
    rules="guest_games.high_card:GAME",
    screens="guest_games.high_card_board:SCREENS",
)
