"""Shared parts of bots, hints and reviews: levels, play-outs, comparisons."""
