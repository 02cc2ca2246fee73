"""Tests of the quarantine for what strangers made."""
