"""Entry point of the installed command and of ``python -m game``: plays natively."""

import asyncio


def main() -> None:
    """Play until the window is closed; exit with a message if the command line is wrong or pygame-ce does not start."""
    try:
        from game.app.app import run
    except ImportError as error:
        raise SystemExit(f"Kartenkiste can't start: {error}") from None
    asyncio.run(run())


if __name__ == "__main__":
    main()
