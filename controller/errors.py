"""The errors of the command line and of what it composes."""

from __future__ import annotations


class ControllerError(Exception):
    """Base of the errors of composition: input from the user that cannot be used.

    Attributes:
        key: what went wrong; the key of the sentence in every language.
        params: what the sentence needs, by name.
    """

    def __init__(self, key: str, **params: object) -> None:
        """Remember the key and the parameters; the text of the exception is for logs only."""
        super().__init__(" ".join([key, *(f"{name}={value!r}" for name, value in params.items())]))
        self.key = key
        self.params = params


class PictureError(ControllerError, ValueError):
    """A file that is no picture, or a name that no picture can have."""


class ResumeError(ControllerError, LookupError):
    """There is no match to go on with, or not one that can be gone on with here."""
