"""The table of a game that is played in turns: one scene, and a driver for each kind of match."""
