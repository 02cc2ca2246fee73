"""What eyes see of recorded chance: drops and slides."""
