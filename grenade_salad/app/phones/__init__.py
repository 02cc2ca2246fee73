"""Phones as the host sees them."""
