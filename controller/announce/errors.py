"""The errors of languages: each carries a key and parameters; the sentence is made where it is shown."""

from __future__ import annotations


class AnnounceError(Exception):
    """Base of the errors of this room.

    Attributes:
        key: what went wrong; the key of the sentence in every language.
        params: what the sentence needs, by name.
    """

    def __init__(self, key: str, **params: object) -> None:
        """Remember the key and the parameters; the text of the exception is for logs only."""
        super().__init__(" ".join([key, *(f"{name}={value!r}" for name, value in params.items())]))
        self.key = key
        self.params = params


class LanguageError(AnnounceError, LookupError):
    """There is no such language."""


class CatalogueError(AnnounceError, ValueError):
    """A catalogue that cannot be used: no .po file, or one whose sentences ask for what nobody gives them."""
