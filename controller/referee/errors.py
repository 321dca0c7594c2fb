"""The family of errors of the referee: each carries a key and parameters; the sentence is made where it is shown."""

from __future__ import annotations


class RefereeError(Exception):
    """Base of every error of the referee.

    Attributes:
        key: what went wrong, a stable name such as "options.no_such_preset"; the key of the sentence in every language.
        params: what the sentence needs, by name.
    """

    def __init__(self, key: str, **params: object) -> None:
        """Remember the key and the parameters; the text of the exception is for logs only."""
        super().__init__(" ".join([key, *(f"{name}={value!r}" for name, value in params.items())]))
        self.key = key
        self.params = params


class OptionError(RefereeError, ValueError):
    """A preset or an option that does not exist."""
