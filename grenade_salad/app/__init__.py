"""The window: all that imports pygame, and nothing that the rules need."""
