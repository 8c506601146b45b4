"""Kartenkiste: card games in one box."""

import os

__version__ = "1.0.0"

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
