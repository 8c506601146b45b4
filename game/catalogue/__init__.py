"""The lists of games: how they are played, how they are shown, how long they last."""
