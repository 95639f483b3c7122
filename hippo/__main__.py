"""The `hippo` command."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and leave with its status."""
    try:
        from hippo.cli.main import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:  # before the command line could catch it
        status = 130
    sys.exit(status)


if __name__ == "__main__":
    main()
