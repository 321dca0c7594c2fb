"""What reading a journal may raise: whatever goes wrong at an entry becomes one error that names it.

A journal is a file that anybody may have written or a failing disk may have changed. Whoever makes something of an
entry (unpacks it, referees it anew, makes a sentence or a record of it) does so within `entry`.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from controller.record.errors import CodecError, JournalError, RecordError
from controller.record.journal.codec_kinds import OTHER_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator

_log: Final = logging.getLogger(__name__)


@contextmanager
def entry(name: str, number: int) -> Iterator[None]:
    """Do something with an entry of a journal.

    Args:
        name: of the journal's file.
        number: of the entry.

    Raises:
        JournalError: "journal.damaged", whatever was raised.
        OSError: something that has to do with another file, such as the one that is printed to.
        RecordError: what else the record says of the journal, such as that another version of this program wrote it.
    """
    try:
        yield
    except Exception as error:
        if isinstance(error, OSError):
            raise
        if isinstance(error, RecordError) and (not isinstance(error, CodecError) or error.key in OTHER_VERSION):
            raise
        _log.info("%s, entry %d: %r", name, number, error)
        raise damaged(name, number) from error


def damaged(name: str, number: int) -> JournalError:
    """Return the error of a journal whose entry of this number is not what was written."""
    return JournalError("journal.damaged", name=name, number=number)
