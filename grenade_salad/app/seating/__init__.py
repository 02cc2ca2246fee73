"""Choice of the players: machine menu, names and profiles."""
