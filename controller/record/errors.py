"""The errors of the record."""

from __future__ import annotations

from controller.errors import TavolaError


class RecordError(TavolaError):
    """Base of every error of the record."""


class MatFileError(RecordError, ValueError):
    """A text that is no transcript, or a record that a transcript cannot hold; `line` tells where, from 1."""


class CodecError(RecordError, ValueError):
    """A value that cannot be written, or a text that no value has been written as."""


class JournalError(RecordError, ValueError):
    """A journal that cannot be read, is damaged, or belongs to something else; `name` is its file."""
