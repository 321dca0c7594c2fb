"""The errors of computer players."""

from __future__ import annotations

from controller.errors import TavolaError


class PlayersError(TavolaError):
    """Base of every error of the computer players."""


class LevelError(PlayersError, ValueError):
    """There is no computer player of that name, or none with these options."""


class QuestionError(PlayersError, ValueError):
    """A question that has no answer, such as a play to be chosen from none."""
