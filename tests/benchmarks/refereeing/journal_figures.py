"""What keeping a match costs: bytes, the time of writing, and the time of going on after an interruption.

`python -m tests.benchmarks.refereeing.journal_figures [--length POINTS] [--seed S]` has simulated people play a match
before a referee who sees what a camera would, noise included, and keeps it on the disk that holds the temporary folder.
Last line: `games G entries N bytes B bytes_a_game P write_ms_median M write_ms_p99 Q resume_ms R replay_ms S same yes`.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from statistics import quantiles

from controller.record.journal.codec import encode
from controller.record.journal.reader import last_state, read_journal, replay
from controller.record.journal.writer import Journal
from controller.referee.events import GameWon
from tests.controller.record.matches import RUN, Story, story


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description="What keeping a match costs.")
    parser.add_argument("--length", type=int, default=7, help="points of the match (default 7)")
    parser.add_argument("--seed", type=int, default=1, help="of dice, players and noise (default 1)")
    chosen = parser.parse_args()
    told = story(chosen.seed, chosen.length)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.journal"
        milliseconds = _write(path, told)
        size = path.stat().st_size
        begun = time.perf_counter()
        contents = read_journal(path)
        state = last_state(contents)
        resumed = time.perf_counter()
        replayed = replay(contents)
        ended = time.perf_counter()
    games = sum(isinstance(event, GameWon) for event in contents.events)
    same = replayed.other is None and state == replayed.state == told.entries[-1].state
    at = quantiles(milliseconds, n=100)
    print(f"state at the end {len(encode(state))} bytes as JSON, {len(contents.states)} states kept")
    print(
        f"games {games} entries {len(contents.entries)} bytes {size} bytes_a_game {size // max(1, games)}"
        f" write_ms_median {at[49]:.1f} write_ms_p99 {at[98]:.1f}"
        f" resume_ms {1000 * (resumed - begun):.0f} replay_ms {1000 * (ended - resumed):.0f}"
        f" same {'yes' if same else 'no'}"
    )


def _write(path: Path, told: Story) -> list[float]:
    """Write a match into a journal; return the milliseconds that each entry has taken."""
    taken = []
    with Journal.begin(path, told.beginning, told.first, RUN) as journal:
        for one in told.entries:
            begun = time.perf_counter()
            journal.add(one.given, one.events, one.state)
            taken.append(1000 * (time.perf_counter() - begun))
    return taken


if __name__ == "__main__":
    main()
