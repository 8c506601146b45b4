"""A hidden screen: an X server of its own for tests that need windows, on any free display number."""

import os
import subprocess


class Display:
    """Xvfb with one screen, large enough for the largest window of the tests."""

    SIZE = "3200x2600x24"

    def __init__(self) -> None:
        told, tell = os.pipe()
        try:
            self.server = subprocess.Popen(
                ["Xvfb", "-displayfd", str(tell), "-screen", "0", self.SIZE, "-nolisten", "tcp"],
                pass_fds=[tell],
                stderr=subprocess.DEVNULL,
            )
        finally:
            os.close(tell)
        with os.fdopen(told) as number:
            found = number.readline().strip()
        if not found:
            self.close()
            raise RuntimeError("Xvfb does not start")
        #: the display of the environment
        self.name = f":{found}"

    def close(self) -> None:
        """End it."""
        self.server.terminate()
        self.server.wait()
