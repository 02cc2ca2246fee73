"""What every scene of the window may use: scenes, dialogs, covers, sounds, keys, settings."""
