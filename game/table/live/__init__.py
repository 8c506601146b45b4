"""Tables of games in real time: one scene, and a driver for each kind of match."""
