"""Scenes on paper: settings, keys, rules and wording feedback."""
