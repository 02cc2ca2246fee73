"""A process with limits, in which everything that a stranger made is read."""
