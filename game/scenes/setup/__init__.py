"""Who plays, by which rules."""
