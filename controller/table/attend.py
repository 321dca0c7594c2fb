"""Attending to what is asked of a running referee: words become inputs, and what he says to them the answer."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller.announce.error_messages import trouble
from controller.announce.health import notice
from controller.announce.language import Words
from controller.announce.phrases import Phrases
from controller.announce.questions import MatchAnswer, Question, answer_sentence
from controller.control.errors import ControlError
from controller.control.orders import Admit, Announcement, Request, Sender, parse, usual
from controller.control.status import lines, status
from controller.control.wire import Answered
from controller.referee.events import CubeRefused, RulingRefused
from vision.reading import Shade

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from controller.announce.health import Notice
    from controller.control.requests import Ask
    from controller.referee.events import Event
    from controller.referee.options.options import Options
    from controller.table.session import Session

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Attended:
    """What has come of some requests.

    Attributes:
        events: what the referee has said to them.
        stop: somebody wants the service to end.
        repeat: somebody wants to hear again what was said last.
        answers: to what was asked about the match.
        notices: what somebody wants to be said at the table.
    """

    events: tuple[Event, ...] = ()
    stop: bool = False
    repeat: bool = False
    answers: tuple[MatchAnswer, ...] = ()
    notices: tuple[Notice, ...] = ()


def attend(
    asks: Iterable[Ask],
    session: Session,
    time: float,
    admit: Callable[[str], bool] = lambda _code: False,
    agreed: Callable[[str, tuple[str, ...]], Options] = usual,
) -> Attended:
    """Attend to every request, and answer it.

    Args:
        asks: the requests.
        session: the match.
        time: now, on the clock of the frames.
        admit: admits the device that asks to be the director's and shows a code; returns whether one does.
        agreed: returns what a new match has that is agreed by a preset and single options, see `Sender`.
    """
    events: tuple[Event, ...] = ()
    answers: tuple[MatchAnswer, ...] = ()
    notices: tuple[Notice, ...] = ()
    stop = repeat = False
    for ask in asks:
        asked, waits = ask.asked, session.state.turn.paired
        names = session.state.setup.names if waits is None else waits.names
        colours = ("black", "white") if session.state.setup.layout.shade_one is Shade.DARK else ("white", "black")
        try:
            given = parse(asked.words, Sender(asked.who, asked.why, names, colours, agreed), session.now(time))
            if isinstance(given, Admit) and not admit(given.code):
                raise ControlError("control.no_such_device", code=given.code)  # noqa: TRY301 - answered as the others
        except ControlError as error:
            ask.answer(Answered(trouble=trouble(error), facts=status(session.state)))
            continue
        except Exception:  # noqa: BLE001 - what a client says may end his request, never the match
            _log.warning("a request could not be understood", exc_info=True)
            ask.answer(Answered(trouble=trouble(ControlError("control.bad_request")), facts=status(session.state)))
            continue
        said: tuple[Event, ...] = ()
        told: list[str] = []
        match given:
            case Request.STATUS:
                told = lines(status(session.state))
            case Request.REPEAT:
                repeat, told = True, ["It is said again."]
            case Request.STOP:
                stop, told = True, ["The service ends."]
            case Admit():
                told = ["It is admitted."]
            case Announcement(text=text):
                notices = (*notices, notice(session.now(time), "desk.announces", text=text))
                told = ["It is said at the table."]
            case Question():
                answer = MatchAnswer(given, session.state)
                answers, told = (*answers, answer), [answer_sentence(answer, Words())]
            case _:
                said = session.give(given)
                phrases = Phrases(session.state.setup.names)
                told = [sentence for event in said if (sentence := phrases.sentence(event))]
        events += said
        refused = any(isinstance(event, RulingRefused | CubeRefused) for event in said)
        told = told or ["Nothing to be said to that."]
        ask.answer(Answered(tuple(told), facts=status(session.state), refused=refused))
    return Attended(events, stop, repeat, answers, notices)
