"""`tavola install-service`: writes unit, user and udev rule, and says what to do next."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from controller.service_files import Service, next_steps

if TYPE_CHECKING:
    import argparse


def add_install_service(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `install-service` to the commands of a parser."""
    install = commands.add_parser(
        "install-service",
        help="have the referee there when the computer is switched on",
        description="Write a unit of systemd, a user without privileges in the groups of the devices, and a udev rule"
        " for the strip of lights; then say what to do next. As root.",
    )
    install.add_argument("--settings", type=Path, default=Service(Path()).settings, metavar="FILE", help="of the table")
    install.add_argument(
        "--out", type=Path, default=Service(Path()).state, metavar="DIR", help="where matches are kept"
    )
    install.add_argument("--user", default=Service(Path()).user, metavar="NAME", help="who runs it (default tavola)")
    install.add_argument(
        "--root", type=Path, default=Path("/"), metavar="DIR", help="write below this folder, as to look at it first"
    )


def run_install_service(chosen: argparse.Namespace) -> int:
    """Write the files."""
    from controller.record.files import write_whole  # noqa: PLC0415 - --version should not wait for it

    program = Path(sys.executable).with_name("tavola")
    for path, text in Service(program, chosen.settings, chosen.out, chosen.user).files().items():
        target = chosen.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, text.encode())
        sys.stdout.write(f"Written  {target}\n")
    sys.stdout.write("Next, as root:\n")
    sys.stdout.write("".join(f"  {step}\n" for step in next_steps()))
    return 0
