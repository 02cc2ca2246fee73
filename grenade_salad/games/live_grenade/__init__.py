"""Live Grenade: draw until the grenade comes."""
