"""Attending to requests: what is asked of the service and not of the referee changes nothing in the match."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from controller.control.requests import Ask
from controller.control.wire import Answered, Asked
from controller.referee.layout import Layout
from controller.referee.state import Setup
from controller.rules import match_to
from controller.table.attend import attend
from controller.table.session import Session
from controller.table.session_start import new_match
from vision.reading import Shade

if TYPE_CHECKING:
    from pathlib import Path

    from vision.calibrate.calibration import Calibration


def test_the_last_announcement_can_be_asked_for_again(tmp_path: Path) -> None:
    setup = Setup(("Anna", "Boris"), Layout(shade_one=Shade.DARK))
    session = Session(cast("Calibration", None), new_match(setup, match_to(1), 0.0, folder=tmp_path))
    before = session.state
    asks = [Ask(Asked(("repeat",), "Carla", "")), Ask(Asked(("status",), "Carla", ""))]
    attended = attend(asks, session, 1.0)
    session.close()
    assert (attended.repeat, attended.stop, attended.events) == (True, False, ())
    assert session.state is before
    assert (asks[0].wait(1) or Answered()).lines == ("It is said again.",)
    assert attend([], session, 2.0).repeat is False


def test_a_question_is_answered_to_the_client_and_to_everybody_and_changes_nothing(tmp_path: Path) -> None:
    setup = Setup(("Anna", "Boris"), Layout(shade_one=Shade.DARK))
    session = Session(cast("Calibration", None), new_match(setup, match_to(3), 0.0, folder=tmp_path))
    before = session.state
    asks = [Ask(Asked((word,), "Carla", "")) for word in ("pips", "score", "SCORE", "position", "score now")]
    attended = attend(asks, session, 1.0)
    session.close()
    lines = [(ask.wait(1) or Answered()).lines for ask in asks]
    assert lines[0] == ("Pips: Anna 167, Boris 167.",)
    assert lines[1] == lines[2] == ("Anna 0, Boris 0, in a match to 3.",)
    assert lines[3][0].startswith("Anna: 2 on 24, 5 on 13, 3 on 8, 5 on 6.")
    assert [answer.question for answer in attended.answers] == ["pips", "score", "score", "position"]
    assert (asks[4].wait(1) or Answered()).trouble
    assert (attended.events, session.state) == ((), before)


def test_a_device_is_admitted_by_its_code_and_the_match_knows_nothing_of_it(tmp_path: Path) -> None:
    setup = Setup(("Anna", "Boris"), Layout(shade_one=Shade.DARK))
    session = Session(cast("Calibration", None), new_match(setup, match_to(3), 0.0, folder=tmp_path))
    before = session.state
    asks = [Ask(Asked(("admit", code), "Carla", "")) for code in ("0427", "0428")]
    attended = attend(asks, session, 1.0, lambda code: code == "0427")
    session.close()
    lines = [(ask.wait(1) or Answered()).lines for ask in asks]
    assert lines == [("It is admitted.",), ("No device with that code asks to be admitted.",)]
    assert (attended.events, session.state) == ((), before)
