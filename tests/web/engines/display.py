"""A screen that nobody sees: an X server of its own for whoever needs windows, on whatever number is free."""

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
        #: as the environment has it
        self.name = f":{found}"

    def close(self) -> None:
        """End it."""
        self.server.terminate()
        self.server.wait()
