"""Many matches without a window: playouts, arenas, sweeps, environments, and the checks of the contract."""
