"""What the installed command calls, and ``python -m game``: plays natively."""

import asyncio

from game.app.app import run


def main() -> None:
    """Play until the window is closed; exit with a message if the command line is wrong."""
    asyncio.run(run())


if __name__ == "__main__":
    main()
