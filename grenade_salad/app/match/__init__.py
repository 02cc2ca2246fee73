"""A match at the table: what the scenes of all games share."""
