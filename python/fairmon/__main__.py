"""`python -m fairmon` is the program `fairmon`: command line and web interface."""

import os
import pathlib
import sys

PROGRAM = pathlib.Path(__file__).with_name("fairmon-program")


def main() -> None:
    """Becomes the program, so that signals, pipes and the exit code are its own."""
    os.execv(PROGRAM, ["fairmon", *sys.argv[1:]])


if __name__ == "__main__":
    main()
