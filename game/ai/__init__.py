"""What bots, hints and reviews share: levels, play-outs, second looks."""
