"""Feeding one reader: so many malformed inputs, how each ended, how long it took, how much memory was needed."""

from __future__ import annotations

import random
import resource
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hypothesis import HealthCheck, Phase, given, seed, settings

from controller.announce.error_messages import SENTENCES, trouble
from controller.cli.known_errors import KNOWN
from controller.others_text import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.soak.readers import MalformedInput

AT_A_TIME: Final = 500
"""Examples that are made from one seed; their maker remembers those of a seed."""

VARIATIONS: Final = 9
"""How many inputs are made of each example and of those before it by chance, which is quicker than another example."""

_REMEMBERED: Final = 50

_OF_A_KIND: Final = 3
"""How many faults that begin alike are told."""

_LONGEST_LINE: Final = 1500
"""Characters of one clear line: what is given is told with them, at most in part."""


@dataclass(slots=True)
class Fed:
    """What came of feeding a reader.

    Attributes:
        inputs: how many it got.
        read: how many of them it could read.
        errors: how often it refused one, by the key of the error.
        computed: seconds of computing, the making of the inputs among them.
        slowest: seconds of the input that took longest.
        before: megabytes that the process had needed before the first input.
        most: megabytes that it has needed at most.
        failed: how often anything else came of one.
        kinds: the same by how it looks.
        faults: some of each kind, with the input.
    """

    inputs: int = 0
    read: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    computed: float = 0.0
    slowest: float = 0.0
    before: int = 0
    most: int = 0
    failed: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def feed(reader: MalformedInput, count: int, begin: int = 0) -> Fed:
    """Return what comes of so many inputs.

    Args:
        reader: the reader.
        count: how many inputs.
        begin: the seed of the first ones; the same gives the same inputs.
    """
    fed = Fed()
    began = time.process_time()
    inputs = reader.given()
    with tempfile.TemporaryDirectory(prefix="tavola-soak-") as name:
        folder = Path(name)

        rng = random.Random(begin)
        before: list[Any] = []

        def one(content: Any) -> None:
            before.append(content)
            del before[:-_REMEMBERED]
            for each in (content, *(varied(content, before, rng) for _ in range(VARIATIONS))):
                if fed.inputs < count:
                    _read_one(reader, each, folder, fed)

        number = begin
        while fed.inputs < count:
            several = given(inputs)(one)
            several = settings(
                max_examples=min(AT_A_TIME, (count - fed.inputs) // (1 + VARIATIONS) + 1),
                phases=[Phase.generate],
                database=None,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            )(several)
            seed(number)(several)()
            number += 1
    fed.computed = time.process_time() - began
    fed.most = _megabytes()
    if fed.most - fed.before > reader.memory:
        _fault(fed, f"the process has grown from {fed.before} to {fed.most} MB", "")
    return fed


def varied(content: Any, others: Sequence[Any], rng: random.Random) -> Any:
    """Return an input with a piece left out, doubled, changed or taken from another; what has no pieces as it is."""
    if isinstance(content, tuple) and content and not isinstance(content[0], bytes):  # several inputs of one reader
        return tuple(varied(part, [other[at] for other in others], rng) for at, part in enumerate(content))
    return _spliced(content, rng.choice(others), rng) if isinstance(content, bytes | str | list | tuple) else content


def _spliced(content: Any, other: Any, rng: random.Random) -> Any:
    """Return a sequence changed in one place, perhaps with a piece of another one of its kind."""
    at, end = sorted(rng.randint(0, len(content)) for _ in range(2))
    there = rng.randint(0, len(other))
    piece = other[there : there + rng.choice((0, 1, 1, 2, 8, end - at))]
    match rng.randrange(4):
        case 0:
            return content[:at] + piece + content[at + len(piece) :]
        case 1:
            return content[:at] + piece + content[at:]
        case 2:
            return content[:at] + content[min(end, at + rng.choice((1, 2, 8, 1 << 20))) :]
        case _:
            return content[:at] + other[there:]


def _read_one(reader: MalformedInput, content: Any, folder: Path, fed: Fed) -> None:
    """Let one input be read, and note what comes of it."""
    if fed.inputs == 1:
        fed.before = _megabytes()
    fed.inputs += 1
    clock = time.monotonic if reader.waits else time.process_time
    began = clock()
    refused: list[Exception] = []
    try:
        refused += reader.read(content, folder) or ()
    except KNOWN as error:
        refused.append(error)
    except Exception:  # noqa: BLE001 - whatever it is, it is what is looked for
        _fault(fed, traceback.format_exc(limit=-6).strip(), repr(content))
        return
    finally:
        for file in folder.iterdir():
            file.unlink()
    seconds = clock() - began
    fed.slowest = max(fed.slowest, seconds)
    fed.read += not refused
    if seconds > reader.seconds:
        _fault(fed, f"took {seconds:.1f} s", repr(content))
    for one in refused:
        _note(reader, one, content, fed)


def _note(reader: MalformedInput, error: Any, content: Any, fed: Fed) -> None:
    """Note an error; it is a fault where it is no clear line."""
    fed.errors[error.key] += 1
    if reader.inner and error.key not in SENTENCES:  # whoever asks this reader says what it means
        return
    told = shown(trouble(error))
    if (
        error.key not in SENTENCES
        or error.key in reader.faults
        or "\n" in told
        or not told
        or len(told) > _LONGEST_LINE
    ):
        _fault(fed, f"{error.key}: {told[:300]} ({len(told)} characters)", repr(content))


def _fault(fed: Fed, what: str, content: str) -> None:
    """Note a fault."""
    fed.failed += 1
    kind = what.splitlines()[-1][:60] if what.startswith("Traceback") else what[:40]
    fed.kinds[kind] += 1
    if fed.kinds[kind] <= _OF_A_KIND:
        fed.faults.append(f"{what}\n  input: {content[:600]}")


def _megabytes() -> int:
    """Return what this process has needed of the memory at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
