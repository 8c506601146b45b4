"""Programs without a window, such as the server of the site and the tables."""
