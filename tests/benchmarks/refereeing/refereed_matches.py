"""Scores the whole chain: matches on the simulated table, with illegal plays put in, on looks that trained nothing.

    python -m tests.benchmarks.refereeing.refereed_matches [--looks drawn-10021,walnut] [--seed N] [--every N]
    [--faults]

Each look is the board of one match to a point, as `tavola simulate` plays it: people, camera, reader, referee. Every so
many turns the player on turn makes a mistake at the first chance. Counted is the first verdict on what lay there when
the turn ended; unsure counts as neither right nor caught. A match in which people and referee lose each other is told
as stuck; its turns until then count. --faults prints every verdict that is not the right one, with what the journal
says of the place.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from rich.console import Console

from controller.record.journal.folder import journals
from controller.record.journal.reader import read_journal
from controller.referee.events import Danced, PlayAccepted, PlayIllegal, PlayUnsure, RollRefused
from controller.simulation.errors import SimulationError
from controller.simulation.people.people import People
from controller.simulation.people.slips import SLIPS
from controller.table.simulated import simulate
from tests.benchmarks.reading.boards.read_boards import wilson
from tests.controller.table.ordered import ordered
from vision.errors import VisionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.referee.events import Event
    from controller.simulation.people.people import TrueTurn

Verdict = PlayAccepted | Danced | PlayIllegal | PlayUnsure

LOOKS = "walnut,desert,drawn-10021,drawn-10022,drawn-10023,drawn-10024,drawn-10025,drawn-10026"


@dataclass(slots=True)
class Told:
    """What came of one match.

    Attributes:
        truth: the turns that were played to their end.
        events: what the referee said.
        stuck: why it ended before its time, empty where it did not.
    """

    truth: list[TrueTurn] = field(default_factory=list)
    events: tuple[Event, ...] = ()
    stuck: str = ""


def play(look: str, seed: int, every: int, out: Path) -> Told:
    """Play a match of one point with a mistake every so many turns, and return what came of it."""
    seated: list[People] = []
    rng = random.Random(f"mistakes {look} {seed}")
    mistakes = tuple((turn, rng.choice(sorted(SLIPS))) for turn in range(every, 40 * every, every)) if every else ()

    def seat(*given: Any, **named: Any) -> People:
        seated.append(People(*given, **named))
        return seated[-1]

    told = Told()
    with (
        patch("controller.table.simulated_company.SLIPS", mistakes),
        patch("controller.table.simulated_company.People", seat),
    ):
        try:
            simulate(ordered(out, seed=seed, look=look), Console(file=io.StringIO(), width=200))
        except (SimulationError, VisionError) as error:
            told.stuck = str(error)
    if seated:
        told.truth = seated[0].truth
        told.events = read_journal(journals(out)[-1]).events
    return told


def first_verdicts(told: Told) -> list[tuple[TrueTurn, Verdict | None]]:
    """Return for every turn that was played what was said of it first."""
    verdicts = iter([event for event in told.events if isinstance(event, Verdict)])
    found: list[tuple[TrueTurn, Verdict | None]] = []
    for turn in told.truth:
        own = next((one for one in verdicts if (one.player, one.before) == (turn.player, turn.before)), None)
        found.append((turn, own))
    return found


def outcome(turn: TrueTurn, said: Verdict | None) -> str:
    """Return what the first verdict on a turn was worth."""
    kind = "illegal" if turn.slip else "legal"
    if said is None:
        return f"{kind} not judged"
    if isinstance(said, PlayUnsure):
        return f"{kind} unsure"
    if isinstance(said, PlayIllegal):
        shown = turn.slip[1] if turn.slip else None
        return f"{kind} right" if said.seen == shown else f"{kind} wrong"
    after = said.before if isinstance(said, Danced) else said.after
    return "legal right" if not turn.slip and after == turn.after else f"{kind} wrong"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.refereeing.refereed_matches", description=__doc__)
    parser.add_argument("--looks", default=LOOKS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=3, help="a mistake every so many turns; 0 for none")
    parser.add_argument("--faults", action="store_true", help="print every verdict that is not right")
    parser.add_argument("--keep", type=Path, help="a folder in which the journals are kept")
    chosen = parser.parse_args(arguments)
    total: Counter[str] = Counter()
    for look in chosen.looks.split(","):
        with tempfile.TemporaryDirectory() as folder:
            out = chosen.keep / f"{look}-{chosen.seed}" if chosen.keep else Path(folder)
            told = play(look, chosen.seed, chosen.every, out)
        total["matches"] += 1
        total["stuck"] += bool(told.stuck)
        total["rolls refused"] += sum(isinstance(event, RollRefused) for event in told.events)
        for turn, said in first_verdicts(told):
            what = outcome(turn, said)
            total[what] += 1
            if chosen.faults and not what.endswith("right"):
                print(f"{look}: {what}: {turn}\n    {said}")
        print(f"{look}: {len(told.truth)} turns{', stuck: ' + told.stuck if told.stuck else ''}", flush=True)
    for kind in ("legal", "illegal"):
        turns = sum(total[f"{kind} {what}"] for what in ("right", "unsure", "wrong", "not judged"))
        print(
            f"{kind:8}right {wilson(total[f'{kind} right'], turns)}, unsure {wilson(total[f'{kind} unsure'], turns)}, "
            f"wrong {total[f'{kind} wrong']}, not judged {total[f'{kind} not judged']}"
        )
    print(f"matches {total['matches']}, stuck {total['stuck']}, rolls refused {total['rolls refused']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
