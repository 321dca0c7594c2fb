"""Opening the referee's ear where it can be opened; a match is played without it, too."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from controller.announce.error_messages import trouble
from controller.announce.health import Notice, notice
from controller.control.errors import ControlError
from controller.control.server import ControlServer
from controller.control.wire import socket_path

if TYPE_CHECKING:
    from pathlib import Path

    from controller.control.requests import Requests

_log: Final = logging.getLogger(__name__)


def open_control(folder: Path, requests: Requests | None = None) -> tuple[ControlServer | None, tuple[Notice, ...]]:
    """Return the server of the referee who keeps his journals in a folder, and what has to be said of it.

    Its requests wait where those of others do. Where it cannot be opened there is none, and a notice says why.
    """
    try:
        return ControlServer(socket_path(folder), requests), ()
    except ControlError as error:
        _log.warning("no orders can be taken: %s", error)
        return None, (notice(0.0, "control.closed", why=trouble(error)),)
    except OSError as error:
        _log.warning("no orders can be taken: %s", error)
        return None, (notice(0.0, "control.closed", why=error.strerror or str(error)),)
