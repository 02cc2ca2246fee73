"""How strong the machine players are, what a seat is worth, and how players behave: `python -m tools.strength`."""
