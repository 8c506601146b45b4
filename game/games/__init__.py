"""One folder per game, with the same file names in each."""
