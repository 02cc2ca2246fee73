"""Seat colours, avatars, court cards and typefaces."""
