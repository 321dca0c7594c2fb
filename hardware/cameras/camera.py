"""A camera behind one protocol: it delivers frames until it is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

from hardware.errors import HardwareError

if TYPE_CHECKING:
    from types import TracebackType

    from vision.frame import Frame


class CameraError(HardwareError, OSError):
    """A camera could not be opened or did not deliver a picture."""


class CameraClosedError(HardwareError, ValueError):
    """A frame was asked of a camera that has been closed (a file object raises ValueError there too)."""


class CameraEndedError(HardwareError, EOFError):
    """A recording has come to its end."""


@runtime_checkable
class Camera(Protocol):
    """A source of frames.

    A camera is a context manager: leaving the block closes it. The numbers of its frames rise by one a frame; a gap
    means that frames were lost. The times of its frames never go backwards.
    """

    def read(self) -> Frame:
        """Wait for the next picture and return it.

        Raises:
            CameraClosedError: the camera has been closed.
            CameraEndedError: it plays a recording, and that is over.
            CameraError: the device delivered no picture.
        """
        ...

    def close(self) -> None:
        """Release the device. Closing a closed camera does nothing.

        Another thread may do so while `read` waits; that then ends with CameraClosedError or CameraError.
        """
        ...

    def __enter__(self) -> Self:
        """Return the camera itself."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the camera."""
        ...
