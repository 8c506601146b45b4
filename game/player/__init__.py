"""Data of the player on this device: settings, matches, statistics, lessons, daily deals."""
