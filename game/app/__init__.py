"""The program: main loop, error page, and the mirror of the screen for screen readers."""
