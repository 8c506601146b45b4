"""Ways from screen to screen, and screens by their addresses."""
