"""Who plays: machine menu, names and profiles."""
