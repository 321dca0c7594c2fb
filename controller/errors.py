"""The errors of the program: each has a key and parameters; the sentence is made where it is shown."""

from __future__ import annotations


class TavolaError(Exception):
    """Base of every error of the controller, and what is wrong with what a user asks for.

    Attributes:
        key: what is wrong, a stable name such as "roll.not_a_die"; the key of the sentence in every language.
        params: what the sentence needs, by name.
    """

    def __init__(self, key: str, **params: object) -> None:
        """Remember the key and the parameters; the text of the exception is for logs only."""
        super().__init__(" ".join([key, *(f"{name}={value!r}" for name, value in params.items())]))
        self.key = key
        self.params = params


class PictureError(TavolaError, ValueError):
    """A file that is no picture, or a name that no picture can have."""


class ResumeError(TavolaError, LookupError):
    """There is no match to go on with, or not one that can be gone on with here."""
