"""The tutorial of a game: its words and its end."""
