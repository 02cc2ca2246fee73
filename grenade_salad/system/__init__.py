"""Files, reports and command lines: what the program needs of the system that it runs on."""
