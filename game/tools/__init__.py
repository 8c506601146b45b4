"""Programs without a window: simulations, ladders of bots, the server that serves site and tables."""
