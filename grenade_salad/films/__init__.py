"""Films of recorded chance: drops and slides."""
