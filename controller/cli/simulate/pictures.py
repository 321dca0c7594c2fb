"""Options of `tavola simulate` for the picture: look, construction, light and camera, by name, and what there is."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from controller.cli.streams import print_document

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence


def add_picture_options(parser: argparse._ActionsContainer) -> None:
    """Add them to a command that draws the simulated table."""
    parser.add_argument("--look", "--board", default="club", help="the board's look (default club; --list-looks)")
    parser.add_argument(
        "--construction", default="usual", help="how the board is built (default usual; --list-constructions)"
    )
    parser.add_argument("--light", default="usual", help="what shines on the table (default usual; --list-lights)")
    parser.add_argument("--camera", default="usual", help="what films it (default usual; --list-cameras)")
    parser.add_argument("--habit", default="usual", help="how checkers are put down (default usual; --list-habits)")
    for what in ("looks", "constructions", "lights", "cameras", "habits", "faults"):
        parser.add_argument(
            f"--list-{what}", action="store_const", const=what, dest="listed", help=f"print the {what} and leave"
        )
    parser.add_argument("--json", action="store_true", help="with a --list option: print one JSON document instead")


def list_names(what: str, *, as_json: bool) -> None:
    """Print the names of what can be listed, as "looks" or "faults", each with what it stands for."""
    if as_json:
        print_document(what, {what: [{"name": name, "about": about} for name, about in _known(what)]})
        return
    width = max(12, *(len(name) for name, _ in _known(what)))
    sys.stdout.writelines(f"{name:<{width}} {about}\n" for name, about in _known(what))


def _known(what: str) -> Sequence[tuple[str, str]]:
    """Return names and what they stand for."""
    from controller.simulation.faults import FAULTS
    from hardware.simulated.conditions import CAMERAS, CONSTRUCTIONS, HABITS, LIGHTS
    from hardware.simulated.looks.named import ALL_LOOKS, described

    match what:
        case "looks":
            return [(name, described(look)) for name, look in ALL_LOOKS.items()]
        case "constructions":
            return [(name, built.about) for name, built in CONSTRUCTIONS.items()]
        case "lights":
            return [(name, light.about) for name, light in LIGHTS.items()]
        case "faults":
            return [(name, f"{fault.kind:<7}  {fault.line}") for name, fault in FAULTS.items()]
        case "habits":
            return [(name, habit.about) for name, habit in HABITS.items()]
        case _:
            return [(name, camera.about) for name, camera in CAMERAS.items()]
