"""An order of the hall's desk is one like those of `tavola ctl`: the same words, checks and answers."""

from __future__ import annotations

import threading
from threading import Event as Signal

from controller.announce.health import sentence
from controller.control.requests import Requests
from controller.hall.messages import OrderAnswer, TableOrder, decode, encode
from controller.referee.options.options import CLUB
from controller.referee.state import Setup
from controller.rules import match_for
from controller.table.attend import Attended, attend
from controller.table.hall_output import carried_out
from controller.table.session import Session
from controller.table.session_start import new_match


def ordered(*words: str, why: str = "") -> tuple[OrderAnswer, Attended, Session]:
    """Return the answer to an order, what came of it at the table, and the match."""
    requests, answers = Requests(), []
    session = Session(None, new_match(Setup.at(("Anna", "Boris"), CLUB), match_for(3), 0.0))
    order = TableOrder(mark="a1", words=words, who="Carla", why=why, run="5f")
    asking = threading.Thread(target=lambda: answers.append(carried_out(order, requests, Signal())))
    asking.start()
    attended = attend(requests.take(10.0), session, 1.0)
    asking.join()
    return answers[0], attended, session


def test_what_the_referee_does_is_answered() -> None:
    answer, attended, session = ordered("new", "match", "Carla", "Dino", "7", why="round 1")
    assert answer.done
    assert session.state.setup.names == ("Carla", "Dino")
    assert attended.events
    assert decode(encode(answer), OrderAnswer) == answer


def test_an_order_without_a_reason_or_of_no_words_is_refused_as_it_is_by_ctl() -> None:
    for words in (("undo",), ("nonsense",), ("new", "match", "A", "A", "x")):
        answer, attended, _ = ordered(*words)
        assert not answer.done
        assert answer.key == "hall.refused"
        assert answer.lines
        assert not attended.events


def test_an_announcement_is_said_at_the_table_and_nothing_else() -> None:
    answer, attended, session = ordered("announce", "Round 2", "begins")
    assert answer.done
    assert [sentence(one) for one in attended.notices] == ["From the director: Round 2 begins"]
    assert not attended.events
    assert session.state.setup.names == ("Anna", "Boris")


def test_an_announcement_has_a_text() -> None:
    for words in (("announce",), ("announce", " "), ("announce", "x" * 150, "y" * 150)):
        answer, attended, _ = ordered(*words)
        assert not answer.done
        assert not attended.notices
