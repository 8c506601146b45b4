"""What is kept of the player on this device: settings, matches, statistics, lessons, days."""
