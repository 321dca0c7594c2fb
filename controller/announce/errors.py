"""The errors of sentences and languages."""

from __future__ import annotations

from controller.errors import TavolaError


class AnnounceError(TavolaError):
    """Base of the errors of this room."""


class LanguageError(AnnounceError, LookupError):
    """There is no such language."""


class CatalogueError(AnnounceError, ValueError):
    """A catalogue that cannot be used: no .po file, or one whose sentences ask for what nobody gives them."""
