"""Table of a game of turns: one scene, and a driver for each kind of match."""
