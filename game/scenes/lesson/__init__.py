"""The guided first game: its words and its end."""
