"""Feed malformed input to all readers, each in a process of its own, and print what came of it.

    python -m tests.soak                    # 200,000 inputs
    python -m tests.soak --inputs 5000 --only films --seed 7

Ends with status 1 if anything else came of one than a reading or a clear error.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections import Counter
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tests.soak.feeding import Fed, feed
from tests.soak.readers import READERS

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

INPUTS = 200_000


def main() -> int:
    """Run the command."""
    chosen = _arguments()
    counts = shared_out(chosen.inputs, chosen.only)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )
    found: dict[str, Fed] = {}
    with bar:
        task = bar.add_task("", total=sum(counts.values()))
        for name, count in counts.items():
            bar.update(task, description=name)
            found[name] = fed_apart(name, count, chosen.seed)
            bar.advance(task, count)
    _print(found)
    return int(any(fed.failed for fed in found.values()))


def shared_out(inputs: int, only: list[str]) -> dict[str, int]:
    """Return how many inputs each reader gets, one at least."""
    wanted = {name: reader for name, reader in READERS.items() if not only or name in only}
    every = sum(reader.share for reader in wanted.values())
    return {name: max(1, round(inputs * reader.share / every)) for name, reader in wanted.items()}


def fed_apart(name: str, count: int, seed: int) -> Fed:
    """Return what came of feeding a reader in a process of its own, which may die of it."""
    ours, theirs = _PROCESSES.Pipe(duplex=False)
    process = _PROCESSES.Process(target=_feed_into, args=(theirs, name, count, seed))
    process.start()
    theirs.close()
    try:
        fed: Fed = ours.recv()
    except EOFError:
        process.join()
        fed = Fed(inputs=count, faults=[f"the process has ended with status {process.exitcode}"], failed=1)
    process.join()
    return fed


_PROCESSES = multiprocessing.get_context("fork")
"""A child has what is loaded here already."""


def _feed_into(pipe: Connection, name: str, count: int, seed: int) -> None:
    """Feed a reader and send what came of it."""
    pipe.send(feed(READERS[name], count, seed))


def _arguments() -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(prog="tests.soak", description="Feed malformed input to all readers.")
    parser.add_argument("--inputs", type=int, default=INPUTS, help=f"how many in all (default {INPUTS})")
    parser.add_argument(
        "--only", action="append", choices=READERS, default=[], metavar="READER", help=", ".join(READERS)
    )
    parser.add_argument("--seed", type=int, default=0, help="of the first inputs (default 0)")
    return parser.parse_args()


def _print(found: dict[str, Fed]) -> None:
    """Print the figures."""
    table = Table(box=None, pad_edge=False)
    for title, side in (
        ("reader", "left"),
        ("inputs", "right"),
        ("read", "right"),
        ("refused", "right"),
        ("computed", "right"),
        ("slowest", "right"),
        ("memory", "right"),
        ("faults", "right"),
    ):
        table.add_column(title, justify="right" if side == "right" else "left", no_wrap=True)
    for name, fed in found.items():
        table.add_row(
            name,
            f"{fed.inputs:,}",
            f"{fed.read:,}",
            f"{fed.inputs - fed.read:,}",
            f"{fed.computed:.0f} s",
            f"{fed.slowest:.2f} s",
            f"{fed.before} + {fed.most - fed.before} MB",
            str(fed.failed),
        )
    console = Console(width=120)
    console.print(table, highlight=False)
    errors: Counter[str] = Counter()
    for fed in found.values():
        errors += fed.errors
    console.print(
        f"{sum(fed.inputs for fed in found.values()):,} inputs; slowest"
        f" {max(fed.slowest for fed in found.values()):.2f} s; most memory {max(fed.most for fed in found.values())} MB"
        f"; faults {sum(fed.failed for fed in found.values())}",
        highlight=False,
    )
    for key, count in errors.most_common():
        console.print(f"  {count:9,}  {key}", highlight=False)
    for name, fed in found.items():
        for fault in fed.faults:
            console.print(f"{name}: {fault}", highlight=False, markup=False, soft_wrap=True)


if __name__ == "__main__":
    sys.exit(main())
