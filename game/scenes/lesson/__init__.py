"""The tutorial of a game: its texts and its end."""
