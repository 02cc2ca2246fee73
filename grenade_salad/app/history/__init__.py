"""Matches that were played: history, replay, statistics."""
