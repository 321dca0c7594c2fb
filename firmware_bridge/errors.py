"""The family of errors of the wire: each carries a key and parameters; the sentence is made where it is shown."""

from __future__ import annotations


class BridgeError(Exception):
    """Base of every error of the wire.

    Attributes:
        key: what went wrong, a stable name such as "roll.not_a_die"; the key of the sentence in every language.
        params: what the sentence needs, by name.
    """

    def __init__(self, key: str, **params: object) -> None:
        """Remember the key and the parameters; the text of the exception is for logs only."""
        super().__init__(" ".join([key, *(f"{name}={value!r}" for name, value in params.items())]))
        self.key = key
        self.params = params


class FrameError(BridgeError, ValueError):
    """Bytes that are no frame, or a frame that does not fit the wire."""


class MessageError(BridgeError, ValueError):
    """A message whose fields do not fit their places on the wire."""


class CellError(BridgeError, ValueError):
    """A light that the strip does not have, or a value that is no light."""


class PortError(BridgeError, ValueError):
    """The address of a port that can never be opened, such as an unknown URL scheme."""


class PortUnavailable(BridgeError, OSError):  # noqa: N818 - "unavailable" says more than a suffix would
    """A port that is not there now, is held by someone else, or must not be opened by this user."""


class LinkLost(BridgeError, OSError):  # noqa: N818 - the name used for this everywhere in the field
    """The port went away while it was open: unplugged, reset or failed, whatever pyserial calls it."""


class WriteStalled(BridgeError, TimeoutError):  # noqa: N818 - the same
    """The port did not take all bytes in time; how many it took is unknown."""


class BridgeClosed(BridgeError, RuntimeError):  # noqa: N818 - the same
    """The bridge was closed, or its thread has ended, and can show nothing any more."""
