"""A computer player is never waited for, and whatever becomes of it there is an answer."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from controller.referee.inputs import Action
from controller.rules import Roll, legal_plays
from controller.table.bot.questions import Reply, ToBegin, ToPlay, plain_reply, situation_of
from controller.table.bot.worker import FAILED, Asker
from tests.controller.table.bot.test_questions import ME, ROLL, at_turn, rolled
from tests.controller.table.fake_players import Dying, Hanging, Told

if TYPE_CHECKING:
    from controller.players.player import ComputerPlayer

HERE = situation_of(rolled(), ME)
TO_PLAY = ToPlay(HERE, ROLL)
TO_BEGIN = ToBegin(situation_of(at_turn(), ME), 3)


def answer(asker: Asker, seconds: float = 20.0) -> Reply:
    """Return the answer, looked for now and then."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = asker.take()
        if found is not None:
            return found
        time.sleep(0.01)
    raise AssertionError("no answer")


def test_an_answer_comes_once_and_belongs_to_what_was_asked_last() -> None:
    player = Told(double=True)
    with Asker(player, Told) as asker:
        assert asker.take() is None
        asker.ask(TO_PLAY)
        asker.ask(TO_BEGIN)
        assert answer(asker).words == (Action.DOUBLE,)
        assert asker.take() is None
        assert asker.asked is None
    assert player.closed == 1


def test_what_nobody_wants_to_know_any_more_is_not_answered() -> None:
    with Asker(Told(), Told) as asker:
        asker.ask(TO_PLAY)
        asker.forget()
        time.sleep(0.1)
        assert asker.take() is None
        assert asker.wait() is None


@pytest.mark.parametrize("broken", [Hanging, Dying])
def test_a_player_that_hangs_or_dies_is_replaced_with_a_word_and_nobody_waits_for_it(
    broken: type[ComputerPlayer],
) -> None:
    with Asker(broken(), Told, patience=0.6) as asker:
        before = time.monotonic()
        asker.ask(TO_PLAY)
        asker.take()
        assert time.monotonic() - before < 0.5, "asking takes no time"
        found = answer(asker)
        assert found.after in legal_plays(HERE.position, Roll(6, 1))
        assert found.notes == (FAILED,)
        asker.ask(TO_BEGIN)
        assert answer(asker) == Reply(), "the one in its place plays on, and nothing more is said of it"


def test_where_the_one_in_its_place_fails_too_there_is_some_answer() -> None:
    with Asker(Dying(), Dying, patience=0.3) as asker:
        asker.ask(TO_PLAY)
        assert answer(asker).after == plain_reply(TO_PLAY).after
        asker.ask(TO_BEGIN)
        assert answer(asker) == Reply()


def test_one_may_wait_for_it_where_time_stands_still() -> None:
    with Asker(Hanging(), Told, patience=0.3) as asker:
        asker.ask(TO_PLAY)
        found = asker.wait()
    assert found is not None
    assert found.after is not None


def test_it_may_be_closed_twice_and_while_it_thinks() -> None:
    asker = Asker(Hanging(), Told)
    asker.ask(TO_PLAY)
    asker.close()
    asker.close()
    assert asker.take() is None
