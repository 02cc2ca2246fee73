"""Accessibility: the window as data for screen readers, and play with one switch."""
