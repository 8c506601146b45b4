"""Programs without a window: the server that serves site and tables."""
