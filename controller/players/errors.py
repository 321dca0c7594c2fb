"""The family of errors of the computer players: key and parameters, as everywhere."""

from __future__ import annotations


class PlayersError(Exception):
    """Base of every error of the computer players.

    Attributes:
        key: what went wrong, a stable name such as "players.no_such_level"; the key of the sentence in every language.
        params: what the sentence needs, by name.
    """

    def __init__(self, key: str, **params: object) -> None:
        """Remember the key and the parameters; the text of the exception is for logs only."""
        super().__init__(" ".join([key, *(f"{name}={value!r}" for name, value in params.items())]))
        self.key = key
        self.params = params


class LevelError(PlayersError, ValueError):
    """There is no computer player of that name, or none with these options."""


class QuestionError(PlayersError, ValueError):
    """A question that has no answer, such as a play to be chosen from none."""
