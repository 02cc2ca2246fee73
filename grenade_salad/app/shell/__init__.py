"""The window itself: the loop, its first screen, settings, rules."""
