"""Lists of the games: their rules, their presentations, their durations."""
