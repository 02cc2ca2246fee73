"""Grenade Salad: wooden soldiers, really dropped on a table."""
