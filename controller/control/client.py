"""`tavola ctl`: sends a command to a running referee and prints his answer."""

from __future__ import annotations

import json
import logging
import socket
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from controller.control.errors import ControlError
from controller.control.server import read_line
from controller.control.wire import LONGEST, Answered, Asked, check_path, decode_answer, encode_request
from controller.terminal import terminal

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

_log: Final = logging.getLogger(__name__)

_PATIENCE: Final = 40.0
"""Seconds that an answer may take."""
_ONCE_MORE: Final = 0.5
"""Seconds between two tries to get through, or to hear the answer to what was lost on its way."""
_TRIES: Final = 6


def command(path: Path, asked: Asked, *, as_json: bool = False, console: Console | None = None) -> bool:
    """Send a command and print the answer.

    Args:
        path: the referee's socket.
        asked: the command.
        as_json: print the match as JSON instead of what is said.
        console: where to print.

    Returns:
        Whether the referee has done it; if not, what was printed says why.

    Raises:
        ControlError: nobody listens ("control.nobody"), or nothing was done.
    """
    console = console or terminal()
    answered = _answer(check_path(path), replace(asked, id=asked.id or uuid4().hex))
    if answered.trouble:
        raise ControlError("control.trouble", said=answered.trouble)
    if as_json:
        document = {"format": "tavola-status", "version": 1, **(answered.facts or {})}
        console.out(json.dumps(document), highlight=False)
        return not answered.refused
    for said in answered.lines:
        console.print(said, highlight=False, markup=False, soft_wrap=True)
    return not answered.refused


def _answer(path: Path, asked: Asked) -> Answered:
    """Return the referee's answer; a line that breaks is tried again, as a request counts once."""
    request = encode_request(asked)
    if len(request) > LONGEST:
        raise ControlError("control.too_long", most=LONGEST)
    began = time.monotonic()
    for left in reversed(range(_TRIES)):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(_PATIENCE)
            try:
                line.connect(str(path))
                line.sendall(request)
                return decode_answer(read_line(line, _PATIENCE))
            except TimeoutError:
                raise ControlError("control.gave_up", seconds=_PATIENCE) from None
            except (BlockingIOError, ConnectionResetError, BrokenPipeError) as error:
                _log.info("%s after %.1f s; %d more tries", error, time.monotonic() - began, left)
                if not left:
                    key = "control.busy" if isinstance(error, BlockingIOError) else "control.no_answer"
                    raise ControlError(key) from None
            except PermissionError:
                raise ControlError("control.denied", name=str(path)) from None
            except OSError:
                raise ControlError("control.nobody", name=str(path)) from None
        time.sleep(_ONCE_MORE)
    raise ControlError("control.no_answer")
