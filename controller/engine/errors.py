"""The errors of GNU Backgammon as a program."""

from __future__ import annotations

from controller.errors import TavolaError


class EngineError(TavolaError):
    """Base of every error of the engine."""


class EngineMissingError(EngineError, FileNotFoundError):
    """The program is not installed, or cannot be started."""


class EngineDiedError(EngineError, ConnectionError):
    """The program has ended by itself."""


class EngineSilentError(EngineError, TimeoutError):
    """The program has not answered in time."""


class EngineAnswerError(EngineError, ValueError):
    """The program has answered something else than was asked."""
