"""Write every image that a user flashes into one folder, with the page that says how.

    python -m hardware.firmware.images [FOLDER]

An image whose toolchain is missing is left out with one line that names the package; the others are still written.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware.firmware import avr, build, pico

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PAGE: Final = "FLASHING.md"
"""The page that says how to flash each."""

FOLDER: Final = Path("build") / "firmware"
"""Where the images go if nothing else is said."""

MAKERS: Final[tuple[Callable[[Path], Path], ...]] = (pico.build_pico, avr.build_avr)
"""What writes an image into a folder and returns its path."""


def write_images(folder: Path) -> tuple[tuple[Path, ...], tuple[build.CompilerMissing, ...]]:
    """Write all images that can be made here, and the page.

    Args:
        folder: where to; made if it is not there.

    Returns:
        What was written, and what was missing for the rest.

    Raises:
        CompileFailed: a compiler refuses the sources, or the folder cannot be written.
    """
    written, missing = [], []
    for make in MAKERS:
        try:
            written.append(make(folder))
        except build.CompilerMissing as error:
            missing.append(error)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        written.append(Path(shutil.copyfile(build.SOURCES / PAGE, folder / PAGE)))
    except OSError as error:
        raise build.CompileFailed("compiler.failed", command=f"write {folder / PAGE}", said=str(error)) from error
    return tuple(written), tuple(missing)


def main(arguments: Sequence[str]) -> int:
    """Write the images into the folder named; return 0, or 1 if any is missing."""
    try:
        written, missing = write_images(Path(arguments[0]) if arguments else FOLDER)
    except build.CompileFailed as error:
        sys.stderr.write(
            f"the strip controller does not compile here ({error.params['command']}): {error.params['said']}\n"
        )
        return 1
    for path in written:
        sys.stdout.write(f"{path}  {path.stat().st_size:,} bytes\n")
    for lack in missing:
        sys.stderr.write(f"{lack.params['program']} is missing: sudo apt-get install {lack.params['package']}\n")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
