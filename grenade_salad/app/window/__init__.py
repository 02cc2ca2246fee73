"""The application: its window and loop, home, crash guard and watchdog."""
