"""Games of every variant, played by the built-in players to their ends on what the rules list as legal."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from controller.players.beginner import BeginnerPlayer
from controller.players.club import ClubPlayer
from controller.players.evaluation.lookahead import LookaheadStep
from controller.players.evaluation.network import load
from controller.players.player import PlayQuestion
from controller.rules import (
    ACEY_DEUCEY,
    BAR,
    DUTCH,
    STANDARD,
    VARIANTS,
    Level,
    Roll,
    RulesProfile,
    Variant,
    all_borne_off,
    legal_plays,
)
from tests.controller.players.situations import situation_of
from tests.controller.rules.boards import from_points

QUICK = ClubPlayer(load(), (LookaheadStep(4, 0.1),))
HASTY = ClubPlayer(load(), ())
BEGINNER = BeginnerPlayer(load())


def played_to_the_end(profile: RulesProfile, seed: int, most_turns: int) -> tuple[int, int]:
    """Return which of the two players wins a game, and in how many turns: the club (0) or the beginner (1)."""
    rng = Random(seed)
    players = (HASTY, BEGINNER)
    position, mover = profile.variant.start, rng.randint(0, 1)
    for turn in range(most_turns):
        roll = Roll.of(rng.randint(1, 6), rng.randint(1, 6))
        legal = tuple(legal_plays(position, roll, profile))
        if legal:
            situation = situation_of(position, profile=profile)
            position = players[mover].choose(PlayQuestion(situation, roll, legal)).value
            assert position in legal
        if all_borne_off(position.mine):
            return mover, turn
        position, mover = position.turned(), 1 - mover
    raise AssertionError(f"no end after {most_turns} turns")


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_is_played_to_its_end(name: str) -> None:
    profile = replace(STANDARD, variant=VARIANTS[name])
    winner, turns = played_to_the_end(profile, 1, 600)
    assert winner in (0, 1)
    assert turns > 4


@pytest.mark.parametrize("variant", [DUTCH, ACEY_DEUCEY], ids=lambda variant: variant.name)
def test_checkers_beside_the_board_are_entered(variant: Variant) -> None:
    profile = replace(STANDARD, variant=variant)
    position = profile.variant.start
    legal = tuple(legal_plays(position, Roll(4, 4), profile))
    after = QUICK.choose(PlayQuestion(situation_of(position, profile=profile), Roll(4, 4), legal)).value
    assert after.mine[BAR] < 15


def test_a_game_that_pays_by_the_checkers_left_is_not_resigned_and_has_no_cube() -> None:
    lost = from_points({6: 3, 5: 3, 4: 3}, {1: 1})
    profile = replace(STANDARD, variant=ACEY_DEUCEY)
    assert QUICK.resigns(situation_of(lost, on_roll=False)).value is Level.SINGLE
    assert QUICK.resigns(situation_of(lost, on_roll=False, profile=profile)).value is None
    assert not QUICK.doubles(situation_of(lost.turned(), profile=profile)).value
