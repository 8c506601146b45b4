# /// script
# dependencies = ["pygame-ce"]
# ///
"""Starts Kartenkiste, natively or in a browser."""

import asyncio

from game.app.app import run

if __name__ == "__main__":
    asyncio.run(run())
