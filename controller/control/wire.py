"""The wire between `tavola ctl` and a running referee: one line of JSON each way on a local socket."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller.control.errors import ControlError

LONGEST: Final = 65_536
"""The longest line, in bytes."""
_LONGEST_PATH: Final = 100
"""Names of sockets are short: 108 bytes with their end on Linux, 104 elsewhere."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request.

    Attributes:
        words: the command's words.
        who: who sends it.
        why: the reason he gives.
        id: tells this request from any other, so that it counts once however often it comes; empty where it has none.
    """

    words: tuple[str, ...]
    who: str
    why: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer.

    Attributes:
        lines: what the referee or the service says.
        trouble: why nothing was done; empty if something was.
        facts: the match as plain values, for a question after it.
        refused: the referee has not done what was asked, for the reason that the lines give.
    """

    lines: tuple[str, ...] = ()
    trouble: str = ""
    facts: dict[str, Any] | None = None
    refused: bool = False


def encode_request(asked: Asked) -> bytes:
    """Return a request as a line."""
    return json.dumps({"words": asked.words, "who": asked.who, "why": asked.why, "id": asked.id}).encode() + b"\n"


def decode_request(line: bytes) -> Asked:
    """Return the request of a line.

    Raises:
        ControlError: it is none ("control.bad_request").
    """
    given = _object(line)
    words, who, why, mark = given.get("words"), given.get("who"), given.get("why"), given.get("id", "")
    if not isinstance(words, list) or not all(isinstance(word, str) for word in [*words, who, why, mark]):
        raise ControlError("control.bad_request")
    return Asked(tuple(words), str(who), str(why), str(mark))


def encode_answer(answered: Answered) -> bytes:
    """Return an answer as a line."""
    plain = {
        "lines": answered.lines,
        "trouble": answered.trouble,
        "facts": answered.facts,
        "refused": answered.refused,
    }
    return json.dumps(plain).encode() + b"\n"


def decode_answer(line: bytes) -> Answered:
    """Return the answer of a line.

    Raises:
        ControlError: it is none ("control.bad_request").
    """
    given = _object(line)
    said, trouble, facts = given.get("lines"), given.get("trouble"), given.get("facts")
    if not isinstance(said, list) or not isinstance(trouble, str) or not isinstance(facts, dict | None):
        raise ControlError("control.bad_request")
    return Answered(tuple(str(one) for one in said), trouble, facts, given.get("refused") is True)


def socket_path(folder: Path) -> Path:
    """Return where the socket of the referee lies who keeps his journals in a folder.

    That is the user's own folder for such things, where there is one, else the folder of the journals.
    """
    own = os.environ.get("XDG_RUNTIME_DIR", "")
    if own and Path(own).is_dir():
        name = "-".join(part for part in folder.absolute().parts if part not in ("/", "\\"))
        return Path(own) / f"tavola-{name}.sock"
    return folder / "tavola.sock"


def check_path(path: Path) -> Path:
    """Return a path that a socket can have.

    Raises:
        ControlError: the system has no such sockets ("control.no_sockets"), or the path is too long for one
            ("control.path_too_long").
    """
    if sys.platform == "win32":
        raise ControlError("control.no_sockets")
    if len(os.fsencode(path)) > _LONGEST_PATH:
        raise ControlError("control.path_too_long", name=str(path), most=_LONGEST_PATH)
    return path


def _object(line: bytes) -> dict[str, Any]:
    """Return the JSON object of a line."""
    try:
        given = json.loads(line)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise ControlError("control.bad_request")
    return given
