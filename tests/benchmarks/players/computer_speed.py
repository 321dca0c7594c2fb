"""How long a computer player lets the table wait: from the roll that was announced to the play that is announced.

    python -m tests.benchmarks.players.computer_speed --against club --rolls 40

Positions are those of games that the built-in player of the simulated table plays against itself; every roll goes the
way of a table: the referee announces it, the computer is asked in a thread of its own, its answer becomes an input, and
the referee announces the play. Printed are seconds of the clock on the wall, and of computing, as the machine may have
other things to do.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from controller.referee.events import PlayAnnounced
from controller.referee.options.games import Game
from controller.referee.options.options import CLUB
from controller.referee.state import Phase, RefereeState, Setup, Turn
from controller.referee.step import step
from controller.rules import CubeState, Player, Roll, all_borne_off, legal_plays, match_to
from controller.simulation.people.choosing import Simple
from controller.table.bot.seat import computer_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from controller.referee.events import Event
    from controller.referee.inputs import Input
    from controller.table.bot.seat import Computer
    from controller.table.session import Session

ME = Player.TWO


class Table:
    """A referee without a camera."""

    def __init__(self, state: RefereeState) -> None:
        """Begin in a state."""
        self.state = state

    def now(self, at: float) -> float:
        """Return the time."""
        return at

    def give(self, given: Input) -> tuple[Event, ...]:
        """Let the referee judge."""
        self.state, events = step(self.state, given)
        return events


def rolls(game: Game, count: int, seed: int) -> Iterator[RefereeState]:
    """Yield so many states in which the computer has just rolled and can play."""
    rng = random.Random(seed)
    setup = Setup.at(("Anna", "Computer"), replace(CLUB, game=game))
    profile = setup.profile
    chooser = Simple(profile=profile)
    position = profile.variant.start
    while count:
        roll = Roll.of(rng.randint(1, 6), rng.randint(1, 6))
        if not legal_plays(position, roll, profile).is_dance:
            yield RefereeState(
                setup, match_to(5), CubeState(), Phase.PLAYING, ME, position, turn=Turn(roll=roll), first_turn=False
            )
            count -= 1
        after = chooser.play(position, roll)
        position = profile.variant.start if all_borne_off(after.mine) else after.turned()


def waited(computer: Computer, state: RefereeState) -> tuple[float, float]:
    """Return the seconds from a roll to the play that is announced for it: on the wall, and of computing here."""
    table, since, begun = Table(state), time.monotonic(), time.process_time()
    while True:
        events = computer.attend(cast("Session", table), (), 0.0)
        if any(isinstance(event, PlayAnnounced) for event in events):
            return time.monotonic() - since, time.process_time() - begun
        time.sleep(0.005)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Time a computer player at a table without a camera.")
    parser.add_argument("--against", choices=("beginner", "club", "gnubg"), default="club")
    parser.add_argument("--ply", type=int, default=2)
    parser.add_argument("--game", type=Game, default=Game("backgammon"))
    parser.add_argument("--rolls", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    with computer_at(ME, chosen.against, chosen.ply) as computer:
        states = list(rolls(chosen.game, chosen.rolls + 1, chosen.seed))
        first, _ = waited(computer, states[0])
        seconds, computing = zip(*[waited(computer, state) for state in states[1:]], strict=True)
    late = sum(one > 2.0 for one in seconds)
    sys.stdout.write(
        f"{chosen.against}, {chosen.game}, {len(seconds)} rolls: median {statistics.median(seconds):.2f} s,"
        f" longest {max(seconds):.2f} s, {late} above 2 s; the first one, which loads what is needed: {first:.2f} s;"
        f" computing (without GNU Backgammon's own): median {statistics.median(computing):.2f} s, most"
        f" {max(computing):.2f} s\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
