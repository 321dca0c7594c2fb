"""The errors of an analysis: key and parameters, as everywhere."""

from __future__ import annotations


class ReportError(Exception):
    """A match that is not analysed.

    Attributes:
        key: why, a stable name such as "analyse.running"; the key of the sentence in every language.
        params: what the sentence needs, by name.
    """

    def __init__(self, key: str, **params: object) -> None:
        """Remember the key and the parameters; the text of the exception is for logs only."""
        super().__init__(" ".join([key, *(f"{name}={value!r}" for name, value in params.items())]))
        self.key = key
        self.params = params
