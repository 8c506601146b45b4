"""Routes between screens, and screens by their addresses."""
