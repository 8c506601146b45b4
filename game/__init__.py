"""Kartenkiste: five card games in one box."""
