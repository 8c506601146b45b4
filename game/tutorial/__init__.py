"""What lessons and puzzles share."""
