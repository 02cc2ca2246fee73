"""Many matches without a window: playouts, arenas, sweeps, environments.

The checks of the contract are here, too.
"""
