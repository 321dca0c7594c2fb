"""How well the built-in player doubles and takes, in GNU Backgammon's judgement.

`python -m tests.benchmarks.players.rate_cube --games 24` plays games at several scores without look-ahead, stops at
every fifth turn, asks the player whether it would double and, where doubling is not far from right, whether it would
take, and prints what its answers lose by GNU Backgammon's 2-ply equities, in shares of the cube.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Final

from controller.engine.gnubg import Gnubg, start_gnubg
from controller.players.club import ClubPlayer
from controller.players.evaluation.network import load
from controller.players.gnubg_player import engine_state
from controller.players.levels import player_of
from controller.players.player import CubeAnswer, PlayQuestion, Situation
from controller.rules import (
    STANDARD,
    START,
    CubeState,
    MatchState,
    Offer,
    OfferKind,
    Player,
    Roll,
    all_borne_off,
    legal_plays,
    match_to,
    money_session,
    with_score,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.players.player import ComputerPlayer
    from controller.rules import Position

_SCORES: Final = (None, (0, 0), (3, 2), (1, 4), (2, 0))
_LENGTH: Final = 5
_NEAR: Final = 0.15
_WRONG: Final = 0.001
_SECONDS: Final = 120.0


@dataclass(slots=True)
class Losses:
    """What the answers of one kind have lost."""

    asked: int = 0
    wrong: int = 0
    lost: float = 0.0

    def add(self, loss: float) -> None:
        """Count an answer that loses so much."""
        self.asked += 1
        self.wrong += loss > _WRONG
        self.lost += max(0.0, loss)

    def __str__(self) -> str:
        """Return the figures in words."""
        return f"{self.wrong} of {self.asked} wrong, {1000 * self.lost / max(1, self.asked):.1f} thousandths lost each"


def match_at(score: tuple[int, int] | None) -> MatchState:
    """Return a money session, or a match at a score of `Player.ONE` and the other, after the Crawford game if any."""
    if score is None:
        return money_session()
    return with_score(match_to(_LENGTH), score, crawford_over=_LENGTH - 1 in score)


def compared(
    player: ComputerPlayer, engine: Gnubg, situation: Situation, other: MatchState, found: tuple[Losses, Losses]
) -> None:
    """Ask both whether to double and to take, and add what the player loses.

    Args:
        player: who is rated.
        engine: who judges.
        situation: the player on roll.
        other: the same match with the scores exchanged, for the player who answers.
        found: the losses by doubles and by takes.
    """
    doubles, takes = found
    equities = engine.cube_equities(situation.position, engine_state(situation))
    doubled = min(equities.taken, equities.passed)
    chosen = doubled if player.doubles(situation).value else equities.no_double
    doubles.add(max(equities.no_double, doubled) - chosen)
    if doubled < equities.no_double - _NEAR:
        return
    offer = CubeState(offer=Offer(OfferKind.DOUBLE, Player.TWO, 2))
    asked = replace(situation, position=situation.position.turned(), on_roll=False, match=other, cube=offer)
    gained = equities.taken - equities.passed
    takes.add(gained if player.answer_offer(asked).value is CubeAnswer.TAKE else -gained)


def main() -> None:
    """Play, ask, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--seed", type=int, default=11)
    options = parser.parse_args()
    rng, hasty, club = Random(options.seed), ClubPlayer(load(), ()), player_of("club")
    found = Losses(), Losses()
    engine = start_gnubg(2, _SECONDS)
    try:
        for number in range(options.games):
            score = _SCORES[number % len(_SCORES)]
            _play(rng, hasty, score, lambda situation, other: compared(club, engine, situation, other, found))
    finally:
        engine.close()
    print(f"doubles: {found[0]}; takes: {found[1]} (GNU Backgammon, 2-ply)")


def _play(
    rng: Random, hasty: ComputerPlayer, score: tuple[int, int] | None, look: Callable[[Situation, MatchState], None]
) -> None:
    """Play a game, and look at every fifth turn before the roll."""
    position: Position = START
    match, other = match_at(score), match_at(score and (score[1], score[0]))
    for turn in range(1000):
        situation = Situation(
            position=position, me=Player.ONE, on_roll=True, match=match, cube=CubeState(), profile=STANDARD
        )
        if turn % 5 == 4:
            look(situation, other)
        roll = Roll.of(rng.randint(1, 6), rng.randint(1, 6))
        legal = tuple(legal_plays(position, roll))
        if legal:
            position = hasty.choose(PlayQuestion(situation, roll, legal)).value
        if all_borne_off(position.mine):
            return
        position = position.turned()


if __name__ == "__main__":
    main()
