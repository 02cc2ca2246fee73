"""Grenade, the wheel: secret hearts and three dice that blow up."""
