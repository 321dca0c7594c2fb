"""Draw all pages of the wiring.

    python -m hardware.wiring.draw [FOLDER]

They are written beside this file; the tests compare what is checked in with what this makes.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware.wiring import case, header, mounting, schematics

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardware.wiring.sheet import SvgSheet

HERE: Final = Path(__file__).resolve().parent
"""Where the drawings lie."""

PAGES: Final[dict[str, Callable[[], SvgSheet]]] = {
    "pico.svg": schematics.pico,
    "nano.svg": schematics.nano,
    "board.svg": mounting.board,
    "mounting.svg": mounting.side,
    "pi-header.svg": header.pi_header,
    "case.svg": case.case,
}
"""Every drawing by the name of its file."""


def main(arguments: Sequence[str]) -> int:
    """Write all drawings into the folder named, or beside this file; return the exit status."""
    folder = Path(arguments[0]) if arguments else HERE
    for name, page in PAGES.items():
        (folder / name).write_text(page().svg(), encoding="utf-8")
        sys.stdout.write(f"{folder / name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
