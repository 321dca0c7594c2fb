"""`tavola hall desk`: serves the pages of a hall until somebody ends it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from controller.announce.language import language
from controller.announce.page_words import SENTENCES
from controller.config.service import until_terminated
from controller.desk.following import Following
from controller.desk.pairings import read_pairings
from controller.hall.errors import HallError
from controller.outputs.mqtt.opening import load_membership
from controller.outputs.pages.opening import qr_code
from controller.terminal import terminal
from controller.web.address import parse_address
from controller.web.errors import PagesError
from controller.web.served import Served

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from controller.announce.language import Words
    from controller.desk.server import HallServer

_LOOKING: Final = 0.3
"""Seconds between two looks at whether it is to end."""


def open_desk(  # noqa: PLR0913, PLR0917 - what is typed
    membership: Path,
    pages: str,
    code: str,
    delay: float,
    pairings: Path | None,
    ended: Callable[[], bool] = lambda: False,
) -> None:
    """Serve the pages of a hall, until somebody ends it.

    Args:
        membership: the file of the desk's.
        pages: the address at which they are served.
        code: of the language.
        delay: seconds by which everybody is told later.
        pairings: a file of pairings to be read in.
        ended: returns whether it is to end.

    Raises:
        HallError, ForeignError, OSError: the membership or the pairings cannot be used, or a package is missing.
        PagesError: the pages cannot be served.
        LanguageError, CatalogueError: no such language.
    """
    words = language(code)
    member = load_membership(membership)
    whole = None if pairings is None else read_pairings(pairings)
    served = Served(parse_address(pages), words, delay=delay)
    try:
        from controller.desk.desk import Desk  # noqa: PLC0415 - extras: most have no hall
        from controller.desk.server import HallServer  # noqa: PLC0415 - as above
    except ImportError as error:
        if (error.name or "").startswith("paho"):
            raise HallError("hall.missing", name="paho-mqtt") from None
        raise PagesError("pages.missing", name=error.name or "?") from None
    desk = Desk(member)
    with HallServer(served, desk) as server:
        if whole is not None:
            desk.keep_round(whole)
        _serve(server, words, ended)


def follow_tables(
    tables: tuple[str, ...], pages: str, code: str, delay: float, ended: Callable[[], bool] = lambda: False
) -> None:
    """Serve the pages of tables that are followed without a broker, until somebody ends it.

    Args:
        tables: the addresses of their pages.
        pages: the address at which they are served.
        code: of the language.
        delay: seconds by which everybody is told later.
        ended: returns whether it is to end.

    Raises:
        HallError: an address is none, or there are too many.
        PagesError: the pages cannot be served.
        LanguageError, CatalogueError: no such language.
    """
    words = language(code)
    followed = Following(tables)
    served = Served(parse_address(pages), words, delay=delay)
    try:
        from controller.desk.server import HallServer  # noqa: PLC0415 - as above
    except ImportError as error:
        raise PagesError("pages.missing", name=error.name or "?") from None
    with HallServer(served, followed) as server:
        _serve(server, words, ended)


def _serve(server: HallServer, words: Words, ended: Callable[[], bool]) -> None:
    """Say where the pages are, and wait for the end."""
    console = terminal()
    for key, address in (("page.served_hall", server.url), ("page.served_desk", server.desk_url)):
        said = words.say(key, SENTENCES[key], url=address)
        console.print(said, highlight=False, soft_wrap=True, markup=False)
    drawn = qr_code(server.desk_url) if console.is_terminal else ""
    if drawn:
        console.print(drawn, highlight=False, soft_wrap=True, markup=False)
    with suppress(KeyboardInterrupt), until_terminated() as asked:
        while not (asked.wait(_LOOKING) or ended()):
            pass
