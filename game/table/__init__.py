"""Tables: drivers without a window that run a match, and scenes that show a driver."""
