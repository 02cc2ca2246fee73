"""A match at the table: the parts that the boards of all games share."""
