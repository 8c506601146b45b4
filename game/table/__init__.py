"""What plays at a table and what shows it: drivers without a window, and the scenes that show some driver."""
