"""Before a match: seats, house rules and lessons."""
