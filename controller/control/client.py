"""`tavola ctl`: sends a command to a running referee and prints his answer."""

from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING, Final

from rich.console import Console

from controller.control.errors import ControlError
from controller.control.server import read_line
from controller.control.wire import Asked, check_path, decode_answer, encode_request

if TYPE_CHECKING:
    from pathlib import Path

_PATIENCE: Final = 40.0
"""Seconds that an answer may take."""


def command(path: Path, asked: Asked, *, as_json: bool = False, console: Console | None = None) -> None:
    """Send a command and print the answer.

    Args:
        path: the referee's socket.
        asked: the command.
        as_json: print the match as JSON instead of what is said.
        console: where to print.

    Raises:
        ControlError: nobody listens ("control.nobody"), or nothing was done.
    """
    console = console or Console()
    check_path(path)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(_PATIENCE)
        try:
            line.connect(str(path))
        except OSError:
            raise ControlError("control.nobody", name=str(path)) from None
        try:
            line.sendall(encode_request(asked))
            answered = decode_answer(read_line(line))
        except OSError:
            raise ControlError("control.no_answer") from None
    if answered.trouble:
        raise ControlError("control.trouble", said=answered.trouble)
    if as_json:
        console.out(json.dumps(answered.facts), highlight=False)
        return
    for said in answered.lines:
        console.print(said, highlight=False, markup=False, soft_wrap=True)
