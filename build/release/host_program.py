"""Start the host from a release's folder: the program ``kartenkiste-host``."""

import sys

from game.tools.hosting import main

if __name__ == "__main__":
    sys.exit(main())
