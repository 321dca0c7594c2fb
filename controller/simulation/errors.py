"""The errors of the simulated people."""

from __future__ import annotations


class SimulationError(RuntimeError):
    """The simulated people cannot go on: the referee does not answer what happened on the table.

    Attributes:
        key: what went wrong; the key of the sentence in every language.
        params: what the sentence needs, by name.
    """

    def __init__(self, key: str, **params: object) -> None:
        """Remember the key and the parameters; the text of the exception is for logs only."""
        super().__init__(" ".join([key, *(f"{name}={value!r}" for name, value in params.items())]))
        self.key = key
        self.params = params
