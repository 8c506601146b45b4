"""Differences between desktop and browser: storage, clock, page. No other package knows the browser."""
