"""Talking to an engine: one that plays dead, hangs, babbles or lies, and the real one."""

from __future__ import annotations

import logging
import re
import sys
import time
from typing import TYPE_CHECKING

import pytest

from controller.engine.dialogue import Dialogue
from controller.engine.errors import EngineAnswerError, EngineDiedError, EngineMissingError, EngineSilentError
from controller.engine.gnubg import Gnubg, find_gnubg, start_gnubg
from controller.rules import BAR, START, MatchId, Player, Position, Roll, legal_plays
from tests.controller.rules.boards import from_points

if TYPE_CHECKING:
    from collections.abc import Iterator

MONEY = MatchId(on_roll=Player.ONE, decision=Player.ONE)
OPENING = MatchId(on_roll=Player.ONE, decision=Player.ONE, roll=Roll(3, 1))

# It says what the real engine says around an answer, and misbehaves when it is asked for a hint.
_STAND_IN = """
import sys, time
manner = sys.argv[1]
for line in sys.stdin:
    words = line.split()
    if words[:2] == ["set", "gnubgid"]:
        print("Setting GNUbg ID", "other" if manner == "forgets" else words[2], flush=True)
    elif words[:4] == ["set", "player", "0", "name"]:
        print("Player 0 is now known as `%s'." % words[4], flush=True)
    elif words[:1] in (["hint"], ["eval"]):
        if manner == "dies":
            sys.exit(3)
        while manner == "hangs":
            time.sleep(60)
        while manner == "babbles":
            print("backgammon " * 1000, flush=True)
        if manner == "lies":
            print("    1. Cubeful 2-ply    25/26 99/1                   Eq.: +0.008", flush=True)
"""


@pytest.fixture
def real() -> Iterator[Gnubg]:
    """Return the real engine."""
    if find_gnubg() is None:
        pytest.skip("GNU Backgammon is not installed")
    engine = start_gnubg(0)
    yield engine
    engine.close()


def stand_in(manner: str, seconds: float = 20.0) -> Gnubg:
    """Return an engine that behaves in this manner."""
    return Gnubg((sys.executable, "-c", _STAND_IN, manner), 0, seconds)


def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(EngineMissingError, match="no-such-engine"):
        Gnubg(("/nowhere/no-such-engine",), 0)


def test_a_program_that_ends_at_once_is_dead() -> None:
    with pytest.raises(EngineDiedError):
        Gnubg((sys.executable, "-c", "pass"), 0)


def test_an_engine_that_dies_says_so() -> None:
    engine = stand_in("dies")
    with pytest.raises(EngineDiedError):
        engine.plays(START, OPENING)
    engine.close()


def test_an_engine_that_hangs_is_waited_for_no_longer_than_agreed_and_ended() -> None:
    engine = stand_in("hangs", 0.3)
    begun = time.monotonic()
    with pytest.raises(EngineSilentError):
        engine.plays(START, OPENING)
    engine.close()
    assert time.monotonic() - begun < 20


def test_an_engine_that_babbles_without_end_is_not_listened_to() -> None:
    engine = stand_in("babbles")
    with pytest.raises(EngineSilentError, match=r"engine\.babbles"):
        engine.plays(START, OPENING)
    engine.close()


def test_nonsense_is_no_answer() -> None:
    engine = stand_in("lies")
    with pytest.raises(EngineAnswerError, match=r"engine\.no_such_play"):
        engine.plays(START, OPENING)
    with pytest.raises(EngineAnswerError, match=r"engine\.no_equities"):
        engine.cube_equities(START, MONEY)
    with pytest.raises(EngineAnswerError, match=r"engine\.no_chances"):
        engine.chances(START, MONEY)
    engine.close()


def test_an_answer_about_another_state_is_refused() -> None:
    engine = stand_in("forgets")
    with pytest.raises(EngineAnswerError, match=r"engine\.state_refused"):
        engine.plays(START, OPENING)
    engine.close()


def test_a_position_without_an_id_cannot_be_asked_about() -> None:
    engine = stand_in("lies")
    crowd = Position((*[0] * BAR, 20), (*[0] * BAR, 20))
    with pytest.raises(EngineAnswerError, match=r"engine\.no_id"):
        engine.plays(crowd, OPENING)
    engine.close()


def test_a_closed_dialogue_is_over_and_may_be_closed_again() -> None:
    dialogue = Dialogue((sys.executable, "-c", "input()"))
    dialogue.close()
    dialogue.close()
    with pytest.raises(EngineDiedError):
        dialogue.ask(["hello"], "hello", 1)


def test_what_is_said_before_the_mark_is_returned() -> None:
    dialogue = Dialogue((sys.executable, "-u", "-c", "while True: print('you said', input())"))
    assert dialogue.ask(["one", "two"], "two", 20) == "you said one\nyou said "
    dialogue.close()


def test_the_real_engine_ranks_legal_plays(real: Gnubg) -> None:
    liked = real.plays(START, OPENING)
    assert liked[0] == from_points({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {24: 2, 13: 5, 8: 3, 6: 5})
    assert len(liked) > 5
    assert set(liked) <= set(legal_plays(START, Roll(3, 1)))


def test_the_real_engine_has_no_play_in_a_dance(real: Gnubg) -> None:
    shut_out = from_points({BAR: 1, 6: 5}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2})
    assert real.plays(shut_out, OPENING) == ()


def test_the_real_engine_tells_equities_in_shares_of_the_cube(real: Gnubg) -> None:
    last_roll = from_points({6: 2}, {5: 2, 4: 2})
    owned = MatchId(cube=4, cube_owner=Player.ONE, on_roll=Player.ONE, decision=Player.ONE)
    for match in (MONEY, owned):
        equities = real.cube_equities(last_roll, match)
        assert equities.passed == pytest.approx(1)
        assert -1 <= equities.no_double <= 1.01


def test_the_real_engine_tells_the_chances_of_who_is_on_roll(real: Gnubg) -> None:
    last_roll = from_points({6: 1}, {1: 1})
    chances = real.chances(last_roll, MONEY)
    assert chances[0] == pytest.approx(27 / 36, abs=0.002)
    assert real.chances(START, MONEY)[0] == pytest.approx(0.525, abs=0.02)


def test_an_engine_that_fails_is_logged_with_the_time_it_took(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    engine = stand_in("hangs", 0.3)
    with pytest.raises(EngineSilentError):
        engine.plays(START, OPENING)
    engine.close()
    told = [record.getMessage() for record in caplog.records if record.name == "controller.engine.dialogue"]
    assert re.match(r"\d+ bytes in answer after \d+\.\d\d s", told[0])
    assert re.match(r"engine\.silent after 0\.[3-9]\d s", told[1])
