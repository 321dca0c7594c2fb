"""A table's part in a hall: opened as the settings say, its orders attended to as those of `tavola ctl`."""

from __future__ import annotations

from threading import Event as Signal
from typing import TYPE_CHECKING

from controller.control.wire import Asked
from controller.hall.messages import LONGEST_SENTENCE, MOST_LINES, OrderAnswer
from controller.others_text import one_line
from controller.outputs.mqtt.opening import load_membership, open_hall

if TYPE_CHECKING:
    from contextlib import ExitStack
    from pathlib import Path

    from controller.announce.language import Words
    from controller.config.settings import HallSettings
    from controller.control.requests import Requests
    from controller.hall.messages import TableOrder
    from controller.outputs.bus import Bus
    from controller.outputs.mqtt.listener import HallOutput


def carried_out(order: TableOrder, requests: Requests, ended: Signal) -> OrderAnswer:
    """Return the referee's answer to an order of the desk.

    Args:
        order: the order.
        requests: where it waits for the referee.
        ended: set when nobody will take it up any more.
    """
    asked = Asked(order.words, order.who, order.why, f"hall-{order.mark}")
    answered = requests.answer_to(asked, ends=ended.is_set)
    lines = (answered.trouble,) if answered.trouble else answered.lines
    plain = tuple(one_line(line, end=False)[:LONGEST_SENTENCE] for line in lines[:MOST_LINES])
    done = not answered.trouble and not answered.refused
    return OrderAnswer(mark=order.mark, done=done, lines=plain, key="" if done else "hall.refused")


def join_hall(  # noqa: PLR0913, PLR0917 - what a table in a hall is made of
    stack: ExitStack, settings: HallSettings, words: Words, requests: Requests, bus: Bus, out: Path, pages: str
) -> HallOutput | None:
    """Return the output that tells the hall of a table, which hears the bus; None where no hall is set.

    Args:
        stack: closes it at its end.
        settings: what is set.
        words: the language of the table.
        requests: where the desk's orders wait for the referee.
        bus: tells what is told.
        out: the folder of the journals.
        pages: the address of the table's pages; empty where there are none.

    Raises:
        OSError, ForeignError: the membership cannot be read.
        HallError: a package is missing, or the authority's certificate is none.
    """
    if settings.membership is None:
        return None
    ended = Signal()
    output = open_hall(
        load_membership(settings.membership),
        lambda order: carried_out(order, requests, ended),
        words=words,
        folder=out,
        pages=settings.pages or pages,
        discovery=settings.discovery,
    )
    stack.enter_context(output)
    stack.callback(ended.set)
    bus.add("hall", output)
    return output
