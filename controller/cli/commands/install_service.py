"""`tavola install-service`: writes unit, user and udev rule, and says what to do next."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.cli.exit_status import DONE
from controller.config.service_files import Service, next_steps
from controller.errors import TavolaError
from controller.others_text import is_plain

if TYPE_CHECKING:
    import argparse

_USER: Final = re.compile(r"[a-z_][a-z0-9_-]{0,30}")
"""The names that systemd makes users of."""


def add_arguments(install: argparse.ArgumentParser) -> None:
    """Add the arguments of `install-service`."""
    install.description = (
        "Write a unit of systemd, a user without privileges in the groups of the devices, and a udev rule"
        " for the strip of lights; then say what to do next. As root."
    )
    install.add_argument("--settings", type=Path, default=Service(Path()).settings, metavar="FILE", help="of the table")
    install.add_argument(
        "--out", type=Path, default=Service(Path()).state, metavar="FOLDER", help="where matches are kept"
    )
    install.add_argument("--user", default=Service(Path()).user, metavar="NAME", help="who runs it (default tavola)")
    install.add_argument(
        "--root", type=Path, default=Path("/"), metavar="FOLDER", help="write below this folder, as to look at it first"
    )


class ServiceError(TavolaError, ValueError):
    """A service cannot be installed so."""


def _check(chosen: argparse.Namespace) -> None:
    """Make sure that a service can run with what was chosen.

    Raises:
        ServiceError: "service.not_absolute", "service.no_user", "service.no_settings".
        SettingsError: the settings cannot be used.
    """
    from controller.config.settings_file import load_settings

    for path in (chosen.settings, chosen.out):
        if not path.is_absolute() or ".." in path.parts or not is_plain(str(path)):
            raise ServiceError("service.not_absolute", name=str(path))
    if not _USER.fullmatch(chosen.user):
        raise ServiceError("service.no_user", name=chosen.user)
    if chosen.settings != Service(Path()).settings:  # those of the machine may be written later
        if not chosen.settings.is_file():
            raise ServiceError("service.no_settings", name=str(chosen.settings))
        load_settings(chosen.settings)


def _reached_from(settings: Path) -> str:
    """Return from where pages may be reached, and where the table itself may reach; empty where it needs no network.

    Raises:
        SettingsError: the settings cannot be used.
        PagesError: the address of the pages is none.
    """
    from controller.config.settings_file import load_settings
    from controller.web.address import parse_address

    if not settings.is_file():
        return ""
    wanted = load_settings(settings)
    if wanted.hall.membership is not None:
        return "any"
    address = wanted.pages.address
    if not address:
        return ""
    return "localhost" if parse_address(address).is_loopback else "any"


def run(chosen: argparse.Namespace) -> int:
    """Write the files."""
    from controller.record.files import write_whole

    program = Path(sys.executable).with_name("tavola")
    _check(chosen)
    service = Service(program, chosen.settings, chosen.out, chosen.user, _reached_from(chosen.settings))
    for path, text in service.files().items():
        target = chosen.root / path
        write_whole(target, text.encode())
        sys.stdout.write(f"Written  {target}\n")
    sys.stdout.write("Next, as root:\n")
    sys.stdout.write("".join(f"  {step}\n" for step in next_steps()))
    return DONE
