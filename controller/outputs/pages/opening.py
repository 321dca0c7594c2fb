"""Opening of the pages, where the packages for them are installed."""

from __future__ import annotations

from contextlib import suppress
from io import StringIO
from typing import TYPE_CHECKING

from controller.web.errors import PagesError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from controller.outputs.pages.bench import Bench
    from controller.outputs.pages.ordering import CarryOut
    from controller.outputs.pages.portraits import Portrait
    from controller.outputs.pages.server import PageServer
    from controller.web.served import Served


def open_pages(  # noqa: PLR0913 - what pages are made of
    served: Served,
    carry_out: CarryOut | None,
    journal: Callable[[], Path | None],
    bench: Bench | None = None,
    *,
    over: bool = False,
    portraits: tuple[Portrait, ...] = (),
) -> PageServer:
    """Return the server of the pages, which serves already.

    Args:
        served: how they are served.
        carry_out: carries out a director's order.
        journal: returns the journal of the match, for its replay; None where nothing is kept.
        bench: the simulated table where it is played at by hand.
        portraits: photographs and flags of the players.
        over: the match is over, and nothing but its replay is served.

    Raises:
        PagesError: a package is missing ("pages.missing"), or see `PageServer`.
    """
    try:
        from controller.outputs.pages.server import PageServer  # noqa: PLC0415 - an extra: most tables have no pages
        from controller.outputs.pages.shown.past import Past  # noqa: PLC0415 - needed with the next one
    except ImportError as error:
        raise PagesError("pages.missing", name=error.name or "?") from None
    return PageServer(served, carry_out, Past(journal, served.words, over=over), bench, portraits=portraits)


def qr_code(text: str) -> str:
    """Return a QR code in characters, for a terminal; empty where nothing can make one."""
    with suppress(ImportError):
        import segno  # noqa: PLC0415 - as above

        drawn = StringIO()
        segno.make(text, error="l").terminal(drawn, border=2, compact=True)
        return drawn.getvalue()
    return ""
