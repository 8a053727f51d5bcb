"""`python -m workbench`: the games in a terminal."""

import sys

from workbench.terminal import main

if __name__ == "__main__":
    sys.exit(main())
