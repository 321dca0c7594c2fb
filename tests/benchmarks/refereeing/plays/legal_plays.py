"""Check the legal plays against GNU Backgammon's answers.

    python -m tests.benchmarks.refereeing.plays.legal_plays FILE.jsonl.gz...

Every case is checked for its set of final positions (as position IDs), the number of dice used and their sum; every
hard case also for its notation: each final position must be reached by the moves that `find_play` names, as many as
dice are used, and their written form must read back. A few wrong cases are printed. The last line is
`cases N wrong M rate R/s`, the rate that of `legal_plays` alone in processor time. The exit code is 0 when nothing is
wrong, 1 when something is, 2 when a file is missing or is no file of cases.
"""

from __future__ import annotations

import sys
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from controller.rules import (
    LegalPlays,
    apply_play,
    find_play,
    format_play,
    joined,
    legal_plays,
    parse_play,
    parse_position_id,
    position_id,
)
from tests.benchmarks.refereeing.plays.corpus import CorpusError, read_cases

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.rules import Position
    from tests.benchmarks.refereeing.plays.corpus import Case

SHOWN = 5
"""How many wrong cases are printed."""
BATCH = 500
"""How many cases are answered at once, so that their time is that of `legal_plays` alone."""


def faults(case: Case, plays: LegalPlays) -> list[str]:
    """Return what is wrong with an answer, one line for each kind; empty when it is right."""
    found = []
    if parse_position_id(case.position_id) != case.position or position_id(case.position) != case.position_id:
        found.append("the position ID does not name the position")
    results = [position_id(after) for after in plays]
    if len(results) != len(plays) or len(set(results)) != len(results):
        found.append("a final position comes twice")
    if missing := case.results.difference(results):
        found.append(f"missing {sorted(missing)}")
    if extra := set(results) - case.results:
        found.append(f"not legal {sorted(extra)}")
    if (plays.dice_used, plays.pips) != (case.dice_used, case.pips):
        found.append(f"dice {plays.dice_used} pips {plays.pips} instead of {case.dice_used} and {case.pips}")
    if plays.allows(case.position) != (case.dice_used == 0):
        found.append("the unchanged position is allowed, or not allowed, wrongly")
    if case.part == "hard":
        found += [f"notation of {position_id(after)}" for after in plays if not _is_told(case, plays, after)]
    return found


def _is_told(case: Case, plays: LegalPlays, after: Position) -> bool:
    """Return whether the moves found for a final position lead to it, and can be written and read."""
    play = find_play(case.position, case.roll, after)
    return (
        after in plays
        and len(play) == case.dice_used
        and apply_play(case.position, play) == after
        and parse_play(format_play(play)) == joined(play)
        and apply_play(case.position, joined(play)) == after
    )


def main(arguments: Sequence[str]) -> int:
    """Check files of cases and return the exit code."""
    if not arguments:
        print("usage: python -m tests.benchmarks.refereeing.plays.legal_plays FILE.jsonl.gz...", file=sys.stderr)
        return 2
    cases = wrong = 0
    seconds = 0.0
    try:
        for path in arguments:
            unread = read_cases(Path(path))
            while batch := list(islice(unread, BATCH)):
                begun = time.thread_time()
                answers = [legal_plays(case.position, case.roll) for case in batch]
                seconds += time.thread_time() - begun
                cases += len(batch)
                for case, plays in zip(batch, answers, strict=True):
                    if found := faults(case, plays):
                        wrong += 1
                        if wrong <= SHOWN:
                            print(f"wrong: {case.position_id} roll {case.roll}: {'; '.join(found)}")
    except CorpusError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"cases {cases} wrong {wrong} rate {cases / seconds:.0f}/s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
