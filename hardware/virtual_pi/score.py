"""A film for the emulated Pi and its score: what its referee has to say to each picture."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from hardware.virtual_pi.errors import VirtualPiError

if TYPE_CHECKING:
    from collections.abc import Sequence

CLOCK: Final = re.compile(r"^\s*\d+:\d\d  ")
"""The time before every line that a referee prints."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A picture that is shown until the referee has said something.

    Attributes:
        frame: its number in the film, from 0.
        lines: what he says then, without the time.
    """

    frame: int
    lines: tuple[str, ...]


def read_score(shown: str, entries: str, rate: float) -> tuple[Bar, ...]:
    """Return the score of a film that was refereed on this machine.

    Args:
        shown: what `tavola journal show` prints of it.
        entries: what `tavola journal show --json` prints of it.
        rate: frames a second of the film.

    Raises:
        VirtualPiError: "virtual_pi.no_score", it was refereed otherwise than is known here.
    """
    times = {one["number"]: float(one["time"]) for one in json.loads(entries)["entries"]}
    said: dict[int, list[str]] = {}
    number = None
    for line in shown.splitlines():
        head = re.match(r"#(\d+) ", line)
        if head is not None:
            number = int(head[1])
        elif number is not None and CLOCK.match(line):
            said.setdefault(number, []).append(CLOCK.sub("", line))
    if not said or not set(said) <= set(times):
        raise VirtualPiError("virtual_pi.no_score", entries=len(times), said=len(said))
    return tuple(Bar(round(times[number] * rate), tuple(lines)) for number, lines in said.items())


def write_score(score: Sequence[Bar]) -> str:
    """Return a score as text."""
    return "".join(json.dumps(asdict(bar)) + "\n" for bar in score)


def parse_score(text: str) -> tuple[Bar, ...]:
    """Return the score that `write_score` wrote."""
    bars = map(json.loads, text.splitlines())
    return tuple(Bar(int(bar["frame"]), tuple(bar["lines"])) for bar in bars)
