"""Pages of a table: opened as the settings say, fed by its bus, their orders attended to as those of `tavola ctl`."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Event as Signal
from typing import TYPE_CHECKING, Final

from controller.announce.health import notice
from controller.announce.page_words import SENTENCES
from controller.config.service import until_terminated
from controller.control.wire import Asked
from controller.outputs.pages.opening import open_pages, qr_code
from controller.outputs.pages.ordering import OrderOutcome
from controller.outputs.pages.portraits import load_portrait
from controller.table.pages.camera import arrow_places
from controller.web.address import parse_address
from controller.web.served import Served

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import ExitStack
    from pathlib import Path

    from rich.console import Console

    from controller.announce.health import Notice
    from controller.announce.language import Words
    from controller.config.settings import PagesSettings
    from controller.control.requests import Requests
    from controller.outputs.bus import Bus
    from controller.outputs.pages.bench import Bench
    from controller.outputs.pages.ordering import PageOrder
    from controller.outputs.pages.server import PageServer
    from controller.referee.events import Event
    from controller.table.session import Session
    from vision.frame import Frame

_STAYING: Final = 0.3
"""Seconds between two looks whether a replay is to end."""


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of a table, or none.

    Attributes:
        server: None where no pages are wanted.
        words: the language of the table.
        by_hand: it is a simulated table, played at by hand.
    """

    server: PageServer | None
    words: Words
    by_hand: bool = False

    def begin(self, bus: Bus, past: tuple[Event, ...], names: tuple[str, str], console: Console) -> None:
        """Hear what is told from now on, and say where the pages are."""
        if self.server is None:
            return
        self.server.recall(past, names)
        bus.add("pages", self.server)
        _say_where(self.server, self.words, console)
        said = self.words.say("page.served_camera", SENTENCES["page.served_camera"], url=self.server.camera_url)
        console.print(said, highlight=False, soft_wrap=True, markup=False)
        if self.by_hand:
            said = self.words.say("page.served_bench", SENTENCES["page.served_bench"], url=self.server.bench_url)
            console.print(said, highlight=False, soft_wrap=True, markup=False)

    def alive(self, time: float) -> None:
        """Give a sign of life, with the time of the match."""
        if self.server is not None:
            self.server.alive(time)

    def look(self, frame: Frame | None, session: Session) -> None:
        """Show the camera's picture to whoever may see it; called often."""
        if self.server is not None and frame is not None:
            image, calibration, layout = frame.image, session.calibration, session.state.setup.layout
            self.server.look(image, partial(arrow_places, calibration.geometry, layout, image))

    def admit(self, code: str | None = None) -> bool:
        """Admit the device that asks to be the director's, if one does and shows that code, where one is said."""
        return self.server is not None and self.server.admit(code)

    def take_notices(self) -> tuple[Notice, ...]:
        """Return what is to be said of devices that ask to be admitted, since this was last asked."""
        server = self.server
        return (
            () if server is None else tuple(notice(server.time, "pages.asked", code=one) for one in server.take_codes())
        )

    def say_that_they_stay(self, console: Console) -> None:
        """Say that the pages stay up though the match is over, until somebody ends them."""
        if self.server is not None:
            _say_stays(self.words, console)


def serve_replay(
    journal: Path, address: str, words: Words, console: Console, ended: Callable[[], bool] = lambda: False
) -> None:
    """Serve the replay of a match that is over, until somebody ends it.

    Args:
        journal: of the match.
        address: where it is served.
        words: the language.
        console: where it is said.
        ended: returns whether it is to end.

    Raises:
        PagesError: the address is none or is taken, or a package is missing.
    """
    with open_pages(Served(parse_address(address), words), None, lambda: journal, over=True) as server:
        _say_where(server, words, console)
        _say_stays(words, console)
        with suppress(KeyboardInterrupt), until_terminated() as asked:
            while not (asked.wait(_STAYING) or ended()):
                pass


def _say_where(server: PageServer, words: Words, console: Console) -> None:
    """Say where the pages are: their address, and on a terminal the director's also as a QR code."""
    for key, url in (("page.served", server.url), ("page.served_director", server.director_url)):
        console.print(words.say(key, SENTENCES[key], url=url), highlight=False, soft_wrap=True, markup=False)
    drawn = qr_code(server.director_url) if console.is_terminal else ""
    if drawn:
        console.print(drawn, highlight=False, soft_wrap=True, markup=False)


def _say_stays(words: Words, console: Console) -> None:
    """Say that pages stay up until somebody ends them."""
    console.print(words.say("page.stays", SENTENCES["page.stays"]), highlight=False, soft_wrap=True)


def nothing_kept() -> Path | None:
    """Return no journal: nothing is kept."""
    return None


def pages_of(  # noqa: PLR0913, PLR0917 - what pages are made of
    stack: ExitStack,
    settings: PagesSettings,
    words: Words,
    requests: Requests,
    journal: Callable[[], Path | None] = nothing_kept,
    bench: Bench | None = None,
    names: tuple[str, str] = ("", ""),
) -> Pages:
    """Return the pages of a table as they are set.

    Args:
        stack: closes them at its end.
        settings: what is set.
        words: the language.
        requests: where their orders wait for the referee.
        journal: returns the journal of the match, None where nothing is kept.
        bench: the simulated table where it is played at by hand.
        names: the players of the settings, whose photographs and flags they may name: of black, of white.

    Raises:
        PagesError: the address is none or is taken, the certificate or a portrait is none, or a package is missing.
    """
    if not settings.address:
        return Pages(None, words)

    ended = Signal()

    def carry_out(order: PageOrder) -> OrderOutcome:
        asked = Asked(order.words, order.who, order.why, order.mark)
        answered = requests.answer_to(asked, ends=ended.is_set)
        if answered.trouble:
            return OrderOutcome(done=False, lines=(answered.trouble,))
        return OrderOutcome(not answered.refused, answered.lines)

    hosts = tuple(name for name in settings.names.replace(",", " ").split() if name)
    served = Served(
        parse_address(settings.address), words, hosts, settings.delay, settings.certificate, settings.certificate_key
    )
    files = (
        (names[0], "photo", settings.photo_of_black),
        (names[1], "photo", settings.photo_of_white),
        (names[0], "flag", settings.flag_of_black),
        (names[1], "flag", settings.flag_of_white),
    )
    portraits = tuple(load_portrait(name, kind, path) for name, kind, path in files if path is not None)
    server = stack.enter_context(open_pages(served, carry_out, journal, bench, portraits=portraits))
    stack.callback(ended.set)  # before the server is closed, so that no order holds its end up
    return Pages(server, words, by_hand=bench is not None)
