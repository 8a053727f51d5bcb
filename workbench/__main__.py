"""Run `python -m workbench`: the games in a terminal."""

import sys

from workbench.terminal import main

if __name__ == "__main__":
    if sys.argv[1:2] == ["new"]:  # a game of your own
        from workbench.own.folder import main as new

        sys.exit(new(sys.argv[2:]))
    sys.exit(main())
