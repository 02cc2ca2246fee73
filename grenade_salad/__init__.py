"""Three games around one screen: Grenade Salad, Live Grenade and Grenade, the wheel."""

__version__ = "0.1.0"
