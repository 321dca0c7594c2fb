"""How fast the legal plays are counted out, beside others.

    python -m tests.benchmarks.refereeing.plays.legal_plays_speed [FILE.jsonl.gz]

Beside ours run, in the same process and on the same questions, the plain generator of
`tests.benchmarks.refereeing.plays.plain_plays` and gammonview's `gvformat.legality` (pure Python); and OpenSpiel's
backgammon (C++) on positions of its own, since its Python interface cannot set one up. What each of them counts is
printed with its figures. No question comes twice in a round, nothing is remembered between calls, and of three rounds
the best counts. Times are processor time, since other programs may run beside; the clock itself adds about a
microsecond to p50 and p99. The last line says whether the floor holds: at least 25,000 positions and rolls a second,
and 99 of 100 within 3 ms; the exit code is 0 when it does, 1 when it does not, 2 when the file is missing or is no file
of cases.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pyspiel
from gvformat import legality

from controller.rules import Position, Roll, legal_plays
from tests.benchmarks.refereeing.plays.corpus import CorpusError, best_corpus, read_cases
from tests.benchmarks.refereeing.plays.plain_plays import plain_plays

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

FLOOR = 25_000
SLOWEST = 0.003
SPIEL_POSITIONS = 3_000
SPIEL_BAR = 100
"""The place that OpenSpiel's `board` calls the bar."""

_Question = TypeVar("_Question")


@dataclass(frozen=True)
class Timing:
    """The time that many calls took.

    Attributes:
        rate: calls a second.
        median: seconds that half of the calls stay within.
        slow: seconds that 99 of 100 calls stay within.
    """

    rate: float
    median: float
    slow: float


def timing(call: Callable[[_Question], object], questions: Iterable[_Question], rounds: int = 3) -> Timing:
    """Return how long one call for every question took, in the best of some rounds."""
    asked = list(questions)
    return max((_round(call, asked) for _ in range(rounds)), key=lambda result: result.rate)


def _round(call: Callable[[_Question], object], asked: Sequence[_Question]) -> Timing:
    """Return how long one call for every question took: the rate from all together, the others from one by one."""
    begun = time.thread_time()
    for question in asked:
        call(question)
    rate = len(asked) / (time.thread_time() - begun)
    seconds = []
    for question in asked:
        begun = time.thread_time()
        call(question)
        seconds.append(time.thread_time() - begun)
    seconds.sort()
    return Timing(rate, seconds[len(seconds) // 2], seconds[len(seconds) * 99 // 100])


def spiel_states(count: int, seed: int) -> list[Any]:
    """Return OpenSpiel's states before a roll of two different dice is played, from its own random games.

    Doublets are left out: OpenSpiel plays them as two turns of two moves, so that no question of it is ours.
    """
    chance = random.Random(seed)
    states: list[Any] = []
    while len(states) < count:
        state = pyspiel.load_game("backgammon").new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
                continue
            if spiel_question(state)[1].is_doublet is False:
                states.append(state.clone())
            state.apply_action(chance.choice(state.legal_actions()))
    return states[:count]


def spiel_question(state: Any) -> tuple[Position, Roll]:
    """Return a state of OpenSpiel as the question that ours answers."""
    x = [state.board(0, place) for place in range(24)]
    o = [state.board(1, place) for place in range(24)]
    x_counts = _spiel_counts(x[::-1], state.board(0, SPIEL_BAR))
    o_counts = _spiel_counts(o, state.board(1, SPIEL_BAR))
    first, second = (int(die) for die in state.observation_tensor(0)[-2:])
    position = Position(x_counts, o_counts) if state.current_player() == 0 else Position(o_counts, x_counts)
    return position, Roll.of(first, second)


def _spiel_counts(points: Sequence[int], bar: int) -> tuple[int, ...]:
    """Return 26 counts from those on the 24 points and the bar."""
    return (15 - sum(points) - bar, *points, bar)


def _ask_gammonview(question: tuple[list[int], list[int], int, int]) -> object:
    """Ask gammonview for its legal plays."""
    return legality.legal_plays(*question)


def report(name: str, counted: str, result: Timing, ours: Timing) -> str:
    """Return the line of one contestant."""
    return (
        f"{name:26} {result.rate:9,.0f}/s  p50 {result.median * 1e6:6.1f} us  p99 {result.slow * 1e6:7.1f} us"
        f"  ours {ours.rate / result.rate:5.2f} x as fast  ({counted})"
    )


def main(arguments: Sequence[str]) -> int:
    """Run the contest and return the exit code."""
    path = Path(arguments[0]) if arguments else best_corpus()
    try:
        cases = [case for case in read_cases(path) if case.part == "general"]
    except CorpusError as error:
        print(error, file=sys.stderr)
        return 2
    if not cases:
        print(f"{path}: no case of the part general", file=sys.stderr)
        return 2
    questions = [(case.position, case.roll) for case in cases]
    lists = [
        ([0, *case.position.mine[1:]], [0, *case.position.theirs[1:]], case.roll.high, case.roll.low) for case in cases
    ]
    results = sum(len(case.results) for case in cases) / len(cases)
    print(f"{len(cases)} positions and rolls of {path.name}, {results:.1f} final positions each")
    ours = timing(lambda question: legal_plays(*question), questions)
    print(report("ours", "set of final positions", ours, ours))
    listed = timing(lambda question: list(legal_plays(*question)), questions)
    print(report("ours, listed", "the same, every Position made", listed, ours))
    plain = timing(lambda question: plain_plays(*question), questions)
    print(report("plain generator", "set of final boards, pure Python", plain, ours))
    gammonview = timing(_ask_gammonview, lists)
    print(report("gammonview gvformat", "set of plays as sorted moves, several to one position", gammonview, ours))
    states = spiel_states(SPIEL_POSITIONS, seed=1)
    ours_there = timing(lambda question: legal_plays(*question), [spiel_question(state) for state in states])
    print(f"{len(states)} positions of OpenSpiel's own random games, no doublets")
    print(report("ours", "set of final positions", ours_there, ours_there))
    spiel = timing(lambda state: state.legal_actions(), states)
    print(report("OpenSpiel (C++)", "list of actions, each two moves in order", spiel, ours_there))
    holds = ours.rate >= FLOOR and ours.slow <= SLOWEST
    print(
        f"{'pass' if holds else 'fail'}: {ours.rate:,.0f}/s and p99 {ours.slow * 1e3:.3f} ms"
        f" against a floor of {FLOOR:,}/s and {SLOWEST * 1e3:g} ms"
    )
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
