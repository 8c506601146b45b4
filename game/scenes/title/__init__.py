"""The box with all games."""
