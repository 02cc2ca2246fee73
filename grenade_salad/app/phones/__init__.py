"""Pages of the host about phones, and the window as their host."""
