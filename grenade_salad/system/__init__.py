"""Parts that depend on the operating system: files, reports, command lines."""
