"""Machine players of this game: one module a level, and why they do what they do in `reasons`."""

from grenade_salad.bots.salad.normal import Anything as Anything
