"""Run `python -m workbench`, or the command `workbench`: the games in a terminal."""

from __future__ import annotations

import sys

from workbench import terminal


def main() -> int:
    """Carry out one command line; return its exit code."""
    if sys.argv[1:2] == ["new"]:  # a game of your own
        from workbench.own.folder import main as new

        return new(sys.argv[2:])
    return terminal.main()


if __name__ == "__main__":
    sys.exit(main())
