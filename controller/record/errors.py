"""The family of errors of the record: each carries a key and parameters; the sentence is made where it is shown."""

from __future__ import annotations


class RecordError(Exception):
    """Base of every error of the record.

    Attributes:
        key: what went wrong, a stable name such as "mat.no_length"; the key of the sentence in every language.
        params: what the sentence needs, by name.
    """

    def __init__(self, key: str, **params: object) -> None:
        """Remember the key and the parameters; the text of the exception is for logs only."""
        super().__init__(" ".join([key, *(f"{name}={value!r}" for name, value in params.items())]))
        self.key = key
        self.params = params


class MatFileError(RecordError, ValueError):
    """A text that is no transcript, or a record that a transcript cannot hold; `line` tells where, from 1."""


class CodecError(RecordError, ValueError):
    """A value that cannot be written, or a text that no value has been written as."""


class JournalError(RecordError, ValueError):
    """A journal that cannot be read, is damaged, or belongs to something else; `name` is its file."""
