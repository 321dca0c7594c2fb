"""Journals fetched from the tables, each proved to be the one of its result before anything is made of it."""

from __future__ import annotations

import ssl
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from controller.errors import TavolaError
from controller.hall.errors import HallError
from controller.record.journal.reader import chain_at, read_journal, verify
from controller.record.journal.schema import open_to_read
from controller.record.text_writer import match_file

if TYPE_CHECKING:
    from controller.hall.messages import TableResult

LARGEST: Final = 64 << 20
"""Bytes of a journal that is fetched."""
_PATIENCE: Final = 20.0
"""Seconds without a byte after which a table is not waited for."""


def fetched(pages: str, result: TableResult) -> bytes:
    """Return the journal of a result from the pages of its table.

    Raises:
        HallError: the table does not answer ("hall.not_fetched"), or what came is not the journal of that result
            ("hall.not_proved").
    """
    if not pages:
        raise HallError("hall.not_fetched", name=result.session, why="the table has no pages")
    trusting = ssl._create_unverified_context()  # noqa: S323, SLF001 - the digest proves what comes, whoever sends it
    try:
        with urllib.request.urlopen(  # noqa: S310 - an address is http or https, as the message's bounds say
            f"{pages}/journals/{result.digest}.journal", timeout=_PATIENCE, context=trusting
        ) as answer:
            content: bytes = answer.read(LARGEST + 1)
    except (OSError, urllib.error.URLError, ValueError) as error:
        raise HallError("hall.not_fetched", name=result.session, why=str(error)) from None
    if len(content) > LARGEST:
        raise HallError("hall.not_fetched", name=result.session, why="it is too large")
    proved(content, result)
    return content


def proved(content: bytes, result: TableResult) -> str:
    """Return the match file of a journal, which is proved to be that of a result.

    Raises:
        HallError: it is not ("hall.not_proved").
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{result.session}.journal"
        path.write_bytes(content)
        try:
            contents = read_journal(path)
            verify(contents)
            with closing(open_to_read(path)) as db:
                digest = chain_at(db, path.name, result.seq).hex()
        except TavolaError as error:
            raise HallError("hall.not_proved", name=result.session, why=error) from None
    if digest != result.digest:
        raise HallError("hall.not_proved", name=result.session, why="another digest")
    return match_file(contents.record)[1]
