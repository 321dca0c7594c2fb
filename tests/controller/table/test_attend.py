"""Attending to requests: what is asked of the service and not of the referee changes nothing in the match."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from controller.config.settings import Settings
from controller.control.requests import Ask
from controller.control.wire import Answered, Asked
from controller.record.journal.folder import journals, next_journal
from controller.record.journal.reader import read_journal
from controller.referee.layout import Layout
from controller.referee.options.options import Tell, preset
from controller.referee.state import Setup
from controller.rules import match_to
from controller.table.attend import attend
from controller.table.order import agreed, setup_of
from controller.table.session import Session
from controller.table.session_start import new_match
from vision.reading import Shade

if TYPE_CHECKING:
    from pathlib import Path

    from vision.calibrate.calibration import Calibration


def test_the_last_announcement_can_be_asked_for_again(tmp_path: Path) -> None:
    setup = Setup(("Anna", "Boris"), Layout(shade_one=Shade.DARK))
    session = Session(cast("Calibration", None), new_match(setup, match_to(1), 0.0, journal=next_journal(tmp_path)))
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
    session = Session(cast("Calibration", None), new_match(setup, match_to(3), 0.0, journal=next_journal(tmp_path)))
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


def test_a_match_has_what_is_agreed_at_its_table_and_what_the_order_says(tmp_path: Path) -> None:
    settings = Settings.model_validate({"table": {"preset": "casual", "options": "tell=when-asked"}})
    session = Session(None, new_match(setup_of(settings, Layout(shade_one=Shade.DARK)), match_to(1), 0.0))
    own = session.state.setup.options
    orders = (("7", "preset=tournament", "clock=delay:8"), ("5",))
    for order in orders:
        ask = Ask(Asked(("new", "match", "Carla", "Dino", *order), "Emma", "round 2"))
        attend([ask], session, 1.0, agreed=partial(agreed, settings))
        assert not (ask.wait(1) or Answered(trouble="none")).trouble
        if order == orders[0]:
            options, clock = session.state.setup.options, session.state.clock
            assert options == replace(preset("tournament"), tell=Tell.WHEN_ASKED, clock_delay=8.0)
            assert session.state.setup.profile == options.profile()
            assert clock is not None
            assert (clock.control.delay, clock.reserve) == (8_000, (840_000, 840_000))
    assert (session.state.setup.options, session.state.clock, session.state.match.length) == (own, None, 5)


def test_players_confirm_a_match_that_waits_by_their_own_names(tmp_path: Path) -> None:
    setup = Setup(("Anna", "Boris"), Layout(shade_one=Shade.DARK))
    session = Session(None, new_match(setup, match_to(1), 0.0, journal=next_journal(tmp_path)))
    words = (
        ("pair", "Carla", "Dino", "3"),
        ("confirm", "anna"),
        ("confirm", "carla"),
        ("status",),
        ("confirm", "dino"),
    )
    asks = [Ask(Asked(one, "Emma", "round 2")) for one in words]
    attend(asks, session, 1.0)
    session.close()
    answers = [ask.wait(1) or Answered() for ask in asks]
    assert answers[0].lines[-1] == "Carla against Dino, to 3 points. It begins when both have confirmed."
    assert "'anna'" in answers[1].trouble
    assert answers[2].lines == ("Carla has confirmed. Dino, please confirm.",)
    assert answers[3].lines[0] == "Match     Anna against Boris, one game"
    assert answers[3].lines[-1] == "Next      Carla against Dino, to 3 points; both players are to confirm it"
    assert answers[4].lines == ("Carla against Dino, to 3 points.",)
    first, second = (read_journal(path).beginning for path in journals(tmp_path))
    assert (first.setup.names, second.setup.names) == (("Anna", "Boris"), ("Carla", "Dino"))


def test_a_device_is_admitted_by_its_code_and_the_match_knows_nothing_of_it(tmp_path: Path) -> None:
    setup = Setup(("Anna", "Boris"), Layout(shade_one=Shade.DARK))
    session = Session(cast("Calibration", None), new_match(setup, match_to(3), 0.0, journal=next_journal(tmp_path)))
    before = session.state
    asks = [Ask(Asked(("admit", code), "Carla", "")) for code in ("0427", "0428")]
    attended = attend(asks, session, 1.0, lambda code: code == "0427")
    session.close()
    admitted, unknown = (ask.wait(1) or Answered() for ask in asks)
    assert (admitted.lines, admitted.trouble) == (("It is admitted.",), "")
    assert (unknown.lines, unknown.trouble) == ((), "no device that shows the code '0428' asks to be admitted")
    assert (attended.events, session.state) == ((), before)
