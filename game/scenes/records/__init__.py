"""Statistics and finished matches."""
