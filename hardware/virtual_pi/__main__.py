"""Play a match on an emulated Raspberry Pi: `python -m hardware.virtual_pi [--turns N]`, in a checkout."""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from pathlib import Path
from typing import Final

from hardware.errors import HardwareError
from hardware.virtual_pi.play import play, project_folder

WORK: Final = Path("build") / "virtual-pi"
"""Where a run's files are, below the checkout."""


def main() -> int:
    """Play; return 0 if all went as it should."""
    parser = argparse.ArgumentParser(prog="python -m hardware.virtual_pi", description=__doc__)
    parser.add_argument("--turns", type=int, default=4, help="turns that are filmed; 0 for a whole game (default 4)")
    chosen = parser.parse_args()
    began = time.monotonic()

    def say(text: str) -> None:
        sys.stdout.write(f"{time.monotonic() - began:6.0f} s  {text}\n")
        sys.stdout.flush()

    try:
        sources = project_folder()
        shutil.rmtree(sources / WORK, ignore_errors=True)
        (sources / WORK).mkdir(parents=True)
        play(sources, sources / WORK, chosen.turns, say)
    except (HardwareError, OSError) as error:
        say(f"failed: {error}")
        return 1
    say("a match was refereed on the emulated Pi, as on this machine")
    return 0


if __name__ == "__main__":
    sys.exit(main())
