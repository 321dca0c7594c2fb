"""The family of errors of the engine: key and parameters, as everywhere."""

from __future__ import annotations


class EngineError(Exception):
    """Base of every error of the engine.

    Attributes:
        key: what went wrong, a stable name such as "engine.died"; the key of the sentence in every language.
        params: what the sentence needs, by name.
    """

    def __init__(self, key: str, **params: object) -> None:
        """Remember the key and the parameters; the text of the exception is for logs only."""
        super().__init__(" ".join([key, *(f"{name}={value!r}" for name, value in params.items())]))
        self.key = key
        self.params = params


class EngineMissingError(EngineError, FileNotFoundError):
    """The program is not installed, or cannot be started."""


class EngineDiedError(EngineError, ConnectionError):
    """The program has ended by itself."""


class EngineSilentError(EngineError, TimeoutError):
    """The program has not answered in time."""


class EngineAnswerError(EngineError, ValueError):
    """The program has answered something else than was asked."""
