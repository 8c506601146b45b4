"""Parts of a table beside the game, and the sheets above it."""
