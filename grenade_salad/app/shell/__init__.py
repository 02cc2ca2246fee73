"""Tools of every scene: dialogs, covers, sounds, keys and settings."""
