"""The part of `tavola simulate` that takes still pictures instead of playing: `--stills`, `--quality`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from controller.cli.arguments import count
from controller.cli.streams import tell_progress
from controller.errors import PictureError

if TYPE_CHECKING:
    import argparse

QUALITIES: Final = ("drawn", "photo")


def add_stills_options(simulate: argparse.ArgumentParser) -> None:
    """Add the options to `tavola simulate`."""
    stills = simulate.add_argument_group(
        "laboratory: still pictures",
        "no match: pictures of strewn checkers, and what is on them in stills.jsonl, in the folder of --out",
    )
    stills.add_argument(
        "--stills", type=count, metavar="N", help="take so many, after one of the start position, and leave"
    )
    stills.add_argument(
        "--quality",
        choices=QUALITIES,
        default="drawn",
        help="drawn as the live table is (default), or traced light by light (photo): seconds each, the extra photo",
    )
    stills.add_argument(
        "--samples", type=count, metavar="N", help="of photo: paths of light a pixel (default 36); fewer are grainier"
    )


def wants_stills(chosen: argparse.Namespace) -> bool:
    """Return whether still pictures are asked for.

    Raises:
        PictureError: "stills.live_photo", a match in a quality that is for still pictures.
    """
    if chosen.stills is None and (chosen.quality == "photo" or chosen.samples is not None):
        raise PictureError("stills.live_photo")
    return chosen.stills is not None


def run_stills(chosen: argparse.Namespace) -> int:
    """Take the pictures; print the name of each as it is taken, and return the exit status."""
    tell_progress(f"{chosen.stills} pictures are taken", quiet=chosen.quiet)
    # The simulator is loaded only where it is needed.
    from controller.record.files import make_folder
    from hardware.simulated.conditions import Conditions
    from hardware.simulated.stills import StillOrder, take

    make_folder(chosen.out)
    conditions = Conditions(chosen.light, chosen.camera, chosen.habit, chosen.construction)
    order = StillOrder(chosen.stills, chosen.look, conditions, chosen.seed, chosen.quality)
    if chosen.samples is not None:
        order = StillOrder(chosen.stills, chosen.look, conditions, chosen.seed, chosen.quality, chosen.samples)
    for file in take(order, chosen.out):
        sys.stdout.write(f"{file}\n")
        sys.stdout.flush()
    return 0
