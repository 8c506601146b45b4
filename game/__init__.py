"""Kartenkiste: card games in one box."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
