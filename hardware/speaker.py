"""A speaker behind one protocol: it says one sentence at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

from hardware.errors import HardwareError

if TYPE_CHECKING:
    from types import TracebackType


class SpeakerError(HardwareError, OSError):
    """A sentence could not be said; the speaker itself stays usable, and may be tried again.

    Keys: "speaker.missing" (`program`) where nothing is installed that speaks, "speaker.no_sound" (`why`) where there
    is no sound card, "speaker.stuck" (`seconds`) where the synthesiser had to be killed, "speaker.failed" (`why`).
    """


class SpeakerClosedError(HardwareError, ValueError):
    """A sentence was given to a speaker that has been closed (a file object raises ValueError there too)."""


@runtime_checkable
class Speaker(Protocol):
    """Says sentences in one language, aloud.

    A speaker is a context manager: leaving the block closes it. `say` takes as long as the sentence, so a match never
    calls it itself: a queue and a thread stand between them (`controller.outputs.voice`). `hush` and `close` may be
    called from any thread.
    """

    def say(self, sentence: str) -> bool:
        """Say a sentence, and return when it has been said; within a bounded time, whatever happens.

        Returns:
            True if it was said to its end, False if `hush` broke it off.

        Raises:
            SpeakerClosedError: the speaker has been closed.
            SpeakerError: the sentence was not said, or not to its end.
        """
        ...

    def hush(self) -> None:
        """Break off the sentence that is being said; without one, do nothing."""
        ...

    def close(self) -> None:
        """Break off what is being said, and release the device. Closing a closed speaker does nothing."""
        ...

    def __enter__(self) -> Self:
        """Return the speaker itself."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the speaker."""
        ...
