"""Games of playingcards.io (`.pcio`) as boxes."""
