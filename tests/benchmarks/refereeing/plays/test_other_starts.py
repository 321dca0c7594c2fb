"""Nackgammon and hypergammon are backgammon from other starts: GNU Backgammon finds the same legal plays in them."""

from __future__ import annotations

import random

import pytest

from controller.rules import (
    CHECKERS,
    HYPERGAMMON,
    NACKGAMMON,
    OFF,
    Position,
    Roll,
    RulesProfile,
    Variant,
    legal_plays,
)
from tests.benchmarks.refereeing.plays.gnubg_plays import GNUBG, gnubg_results


def filled(position: Position, checkers: int) -> Position:
    """Return the position with those that the game does not have borne off, as GNU Backgammon counts fifteen."""
    more = CHECKERS - checkers
    mine, theirs = position.mine, position.theirs
    return Position((mine[OFF] + more, *mine[1:]), (theirs[OFF] + more, *theirs[1:]))


@pytest.mark.skipif(GNUBG is None, reason="gnubg is not installed")
@pytest.mark.parametrize("variant", [NACKGAMMON, HYPERGAMMON], ids=lambda variant: variant.name)
def test_gnu_backgammon_finds_the_same_legal_plays(variant: Variant) -> None:
    rng, profile = random.Random(8), RulesProfile(variant=variant)
    turns: list[tuple[Position, Roll]] = []
    position = variant.start
    while len(turns) < 30:
        roll = Roll.of(rng.randint(1, 6), rng.randint(1, 6))
        plays = sorted(legal_plays(position, roll, profile), key=lambda after: (after.mine, after.theirs))
        turns.append((position, roll))
        after = rng.choice(plays) if plays else position
        over = not any(after.mine[1:])
        position = variant.start if over else after.turned()
    asked = [(filled(position, variant.checkers), roll) for position, roll in turns]
    for (position, roll), found in zip(turns, gnubg_results(asked), strict=True):
        ours = {filled(after, variant.checkers) for after in legal_plays(position, roll, profile)}
        assert ours == set(found), (position, roll)
